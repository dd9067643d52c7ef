//! Signing with a nonce from outside. For known-answer tests alone: a nonce that is used twice, known in part or
//! biased gives the private key away.

use crate::arith::scalar::Scalar;
use crate::backend::dispatch;
use crate::backend::guard::guarded;
use crate::error::{Error, Result};
use crate::keys::Sm2SigningKey;
use crate::signatures::Sm2Signature;
use zeroize::Zeroizing;

/// The signature of the prehash `e` with the nonce `k`, both 32 bytes, big-endian.
///
/// # Errors
///
/// [`Error::Nonce`] if k is not in [1, n − 1], or if the standard asks for another one (r = 0, r + k = n or s = 0); [`Error::Fault`], see
/// [`Sm2SigningKey::with_verify_after_sign`].
pub fn sign_prehash_with_nonce(key: &Sm2SigningKey, e: &[u8; 32], k: &[u8; 32]) -> Result<Sm2Signature> {
    let signature = guarded(|| {
        let (k, below_n) = Scalar::from_be_bytes(k);
        let k = Zeroizing::new(k);
        // Whether the nonce was refused is public.
        if !below_n.is_set_vartime() {
            return Err(Error::Nonce);
        }
        dispatch!(K => key.sign_with_nonce::<K>(e, &k)).ok_or(Error::Nonce)
    })?;
    key.check(e, signature)
}
