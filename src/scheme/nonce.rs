//! Nonces: RFC 6979, 3.2 with HMAC-SM3, and its variant with additional data (3.6).

use crate::arith::scalar::{ORDER, Scalar};
use crate::error::{Error, Result};
use rand_core::TryCryptoRng;
use rfc6979::{KGenerator, bigint::U256};
use sm3::Sm3;
use zeroize::Zeroizing;

/// n, as the generator takes it.
const N: U256 = {
    let mut words = [0u8; 32];
    let mut i = 0;
    while i < 32 {
        words[i] = (ORDER[i / 8] >> (i % 8 * 8)) as u8;
        i += 1;
    }
    U256::from_le_slice(&words)
};

/// The nonces for one signature, in order: the first that gives a signature is used.
///
/// A nonce depends on d and e, and on `entropy` where there is one. Fresh randomness keeps a fault in one of two
/// signatures of the same e from giving the key away; d and e keep a broken random source from doing so.
pub(crate) struct Nonces(KGenerator<'static, Sm3, U256>);

impl Nonces {
    /// Deterministic: the same d and e give the same nonces.
    pub(crate) fn deterministic(d: &[u8; 32], e: &[u8; 32]) -> Self {
        Self::new(d, e, &[])
    }

    /// With 32 bytes of fresh randomness mixed in.
    pub(crate) fn hedged<R: TryCryptoRng + ?Sized>(d: &[u8; 32], e: &[u8; 32], rng: &mut R) -> Result<Self> {
        let mut entropy = Zeroizing::new([0u8; 32]);
        rng.try_fill_bytes(&mut *entropy).map_err(|_| Error::Rng)?;
        Ok(Self::new(d, e, &*entropy))
    }

    fn new(d: &[u8; 32], e: &[u8; 32], entropy: &[u8]) -> Self {
        // The generator reduces e mod n itself (bits2octets).
        Self(KGenerator::new(d, e, entropy, &N))
    }

    /// The next nonce, in [1, n − 1].
    pub(crate) fn next(&mut self) -> Zeroizing<Scalar> {
        let mut k = Zeroizing::new([0u8; 32]);
        self.0.fill_next_k(&mut *k);
        Zeroizing::new(Scalar::from_be_bytes_reduced(&k))
    }
}
