//! The private key.

use super::verifying::VerifyPrehash;
use super::{DistId, Sm2VerifyingKey, prehash};
use crate::arith::scalar::{MontgomeryScalar, Scalar};
use crate::backend::guard::{WIPED, guarded, guarded_to};
use crate::backend::taint::declassify;
use crate::backend::{Kernels, dispatch};
use crate::curve::fixed_base;
use crate::curve::point::{AffinePoint, JacobianPoint, inverses};
use crate::error::{Error, Result};
use crate::scheme;
use crate::scheme::nonce::{self, HedgingKey};
use crate::signatures::{Form, Sm2Signature};
use core::fmt;
use rand_core::{CryptoRng, TryCryptoRng};
use signature::hazmat::{PrehashSigner, RandomizedPrehashSigner};
use signature::{
    DigestSigner, KeypairRef, MultipartSigner, RandomizedDigestSigner, RandomizedMultipartSigner,
    RandomizedSigner, Signer,
};
use sm3::{Digest, Sm3};
use subtle::{Choice, ConstantTimeEq};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// A private key with its public key and the identifier of its owner: signs.
///
/// The secret d is in [1, n − 2], so that a signature can always be made, and the public key is d·G: it is computed,
/// never taken from outside. Everything secret is wiped when the key is dropped.
///
/// There are two ways to sign. [`RandomizedSigner`] and its relatives mix fresh randomness into the nonce, and are the
/// ones to use wherever there is a random source; a broken one makes them no worse than [`Signer`] and its
/// relatives, which take the nonce from the key and the message alone (RFC 6979 with HMAC-SM3): the same message
/// then has the same signature every time.
///
/// ```
/// use sm2p256::{Sm2SigningKey, Sm2Signature, signature::{RandomizedSigner, Verifier}};
///
/// # let mut rng = getrandom::rand_core::UnwrapErr(getrandom::SysRng);
/// let key = Sm2SigningKey::generate(&mut rng);
/// let signature: Sm2Signature = key.sign_with_rng(&mut rng, b"message");
/// assert!(key.verifying_key().verify(b"message", &signature).is_ok());
/// ```
#[derive(Clone)]
pub struct Sm2SigningKey {
    d: Scalar,
    /// (1 + d)^−1.
    one_plus_d_inv: MontgomeryScalar,
    hedging_key: HedgingKey,
    verifying_key: Sm2VerifyingKey,
    verify_after_sign: bool,
}

/// Random candidates for a key are in range but once in 2^32 times; a source that fails this often is broken.
const MAX_CANDIDATES: usize = 16;

impl Sm2SigningKey {
    /// A new key. Candidates of 256 bits are drawn until one is in [1, n − 2].
    ///
    /// # Panics
    ///
    /// If 16 candidates in a row are out of range, which a working random source does once in 2^512 calls.
    pub fn generate<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        Self::try_generate(rng).expect("the random source gives usable bytes")
    }

    /// A new key, from a random source that may fail.
    ///
    /// # Errors
    ///
    /// [`Error::Rng`] if the source fails or gives 16 candidates out of range in a row.
    pub fn try_generate<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Self> {
        let mut candidate = Zeroizing::new([0u8; 32]);
        for _ in 0..MAX_CANDIDATES {
            rng.try_fill_bytes(&mut *candidate).map_err(|_| Error::Rng)?;
            if let Ok(key) = Self::from_bytes(&candidate) {
                return Ok(key);
            }
        }
        Err(Error::Rng)
    }

    /// A new key, from the random source of the operating system.
    ///
    /// # Errors
    ///
    /// [`Error::Rng`] if the source fails.
    #[cfg(feature = "getrandom")]
    pub fn try_generate_from_sys_rng() -> Result<Self> {
        Self::try_generate(&mut getrandom::SysRng)
    }

    /// From d: 32 bytes, big-endian. The identifier is [`DistId::DEFAULT`].
    ///
    /// # Errors
    ///
    /// [`Error::SecretKeyRange`] if d is not in [1, n − 2].
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Self> {
        guarded(|| dispatch!(K => Self::from_bytes_with::<K>(bytes)))
    }

    fn from_bytes_with<K: Kernels>(bytes: &[u8; 32]) -> Result<Self> {
        let (d, below_n) = Scalar::from_be_bytes(bytes);
        let d = Zeroizing::new(d);
        let one_plus_d = Zeroizing::new(*d + Scalar::ONE);
        // Whether the key was refused is public; which of the bounds it broke is not told.
        let valid = below_n & !d.is_zero() & !one_plus_d.is_zero();
        if !valid.is_set_vartime() {
            return Err(Error::SecretKeyRange);
        }
        let point = Zeroizing::new(fixed_base::mul::<K>(&d));
        Ok(Self {
            d: *d,
            one_plus_d_inv: one_plus_d.invert::<K>().to_montgomery(),
            hedging_key: HedgingKey::new(bytes),
            // The public key, and Z with it, are public by their nature.
            verifying_key: Sm2VerifyingKey::from_point(declassify(point.to_affine()).cast()),
            verify_after_sign: false,
        })
    }

    /// d: 32 bytes, big-endian, wiped when dropped.
    #[must_use]
    pub fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
        guarded(|| Zeroizing::new(self.d.to_be_bytes()))
    }

    /// The same key under another identifier.
    #[must_use]
    pub fn with_dist_id(mut self, id: DistId<'_>) -> Self {
        self.verifying_key = self.verifying_key.with_dist_id(id);
        self
    }

    /// The same key, which verifies each signature that it makes before it gives it out, or, as at first, does not.
    ///
    /// This is against faults, by chance or induced: one wrong signature whose nonce another one shares, as a deterministic signature made again
    /// does, gives the private key away. A signature that does not verify is an error, [`Error::Fault`], of the call
    /// (the traits that cannot fail panic). It comes from another way than signing goes, with other tables.
    ///
    /// It makes a signature take some five times as long: on AArch64 414,000 instructions instead of 78,000. No encoding of a
    /// key carries the setting.
    ///
    /// ```
    /// use sm2p256::{Sm2Signature, Sm2SigningKey, signature::Signer};
    ///
    /// let key = Sm2SigningKey::from_bytes(&[0x42; 32])?.with_verify_after_sign(true);
    /// let signature: Sm2Signature = key.try_sign(b"message").expect("the machine works");
    /// # Ok::<(), sm2p256::Error>(())
    /// ```
    #[must_use]
    pub fn with_verify_after_sign(mut self, yes: bool) -> Self {
        self.verify_after_sign = yes;
        self
    }

    /// The public key, with the same identifier.
    #[must_use]
    pub fn verifying_key(&self) -> &Sm2VerifyingKey {
        &self.verifying_key
    }

    /// e = SM3(Z ‖ message), where `f` feeds the message.
    fn prehash_with(&self, f: impl Fn(&mut Sm3) -> signature::Result<()>) -> signature::Result<[u8; 32]> {
        let mut digest = self.verifying_key.digest();
        f(&mut digest)?;
        Ok(digest.finalize().into())
    }

    /// The signature with the first of the nonces that gives one.
    ///
    /// The loop ends: for every e and key at most three of the nonces in [1, n − 1] give none, as 1 + d is not 0 mod n.
    fn sign_e<K: Kernels>(
        &self,
        e: &[u8; 32],
        mut next_nonce: impl FnMut() -> Zeroizing<Scalar>,
    ) -> Sm2Signature {
        loop {
            if let Some(signature) = self.sign_with_nonce::<K>(e, &next_nonce()) {
                return signature;
            }
        }
    }

    /// The signature of e with the nonce k, if there is one.
    pub(crate) fn sign_with_nonce<K: Kernels>(&self, e: &[u8; 32], k: &Scalar) -> Option<Sm2Signature> {
        let (r, s) = scheme::sign::<K>(e, k, &self.one_plus_d_inv)?;
        Some(Sm2Signature::from_scalars(&r, &s))
    }

    fn sign_deterministic(&self, e: &[u8; 32]) -> Result<Sm2Signature> {
        self.check(e, guarded(|| dispatch!(K => self.sign_e::<K>(e, nonce::deterministic(&self.d, e)))))
    }

    fn sign_hedged<R: TryCryptoRng + ?Sized>(&self, e: &[u8; 32], rng: &mut R) -> Result<Sm2Signature> {
        let signature = guarded(|| {
            let nonces = self.hedging_key.nonces(e, rng)?;
            Ok(dispatch!(K => self.sign_e::<K>(e, nonces)))
        })?;
        self.check(e, signature)
    }

    /// The signature, if it may be given out: see [`with_verify_after_sign`](Self::with_verify_after_sign).
    pub(crate) fn check(&self, e: &[u8; 32], signature: Sm2Signature) -> Result<Sm2Signature> {
        let faulty = self.verify_after_sign && !self.verifying_key.is_valid(e, &signature);
        if faulty { Err(Error::Fault) } else { Ok(signature) }
    }
}

/// Many signatures at a time, which share an inversion.
impl Sm2SigningKey {
    /// The deterministic signatures (RFC 6979) of prehashes e = SM3(Z ‖ message): written to `signatures`, each to its place. No heap; about
    /// 13 KiB more of stack than a single signature.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] if there are not as many places as prehashes; nothing is written then. [`Error::Fault`], see
    /// [`with_verify_after_sign`](Self::with_verify_after_sign): what is written by then are good signatures.
    ///
    /// ```
    /// use sm2p256::{Sm2SigningKey, signature::hazmat::PrehashVerifier};
    ///
    /// let key = Sm2SigningKey::from_bytes(&[0x42; 32])?;
    /// let prehashes = [[1; 32], [2; 32]];
    /// let mut signatures = [None; 2];
    /// key.sign_prehash_batch(&prehashes, &mut signatures)?;
    /// for (e, signature) in prehashes.iter().zip(signatures) {
    ///     assert!(key.verifying_key().verify_prehash(e, &signature.expect("written")).is_ok());
    /// }
    /// # Ok::<(), sm2p256::Error>(())
    /// ```
    pub fn sign_prehash_batch(
        &self,
        prehashes: &[[u8; 32]],
        signatures: &mut [Option<Sm2Signature>],
    ) -> Result<()> {
        self.sign_batch(prehashes, signatures, |e| Ok(nonce::deterministic(&self.d, e)))
    }

    /// As [`sign_prehash_batch`](Self::sign_prehash_batch), hedged: fresh random bytes go into each nonce with d and e.
    ///
    /// # Errors
    ///
    /// Those of [`sign_prehash_batch`](Self::sign_prehash_batch), and [`Error::Rng`] if the random source fails: what is written by then
    /// are good signatures.
    pub fn sign_prehash_batch_with_rng<R: TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
        prehashes: &[[u8; 32]],
        signatures: &mut [Option<Sm2Signature>],
    ) -> Result<()> {
        self.sign_batch(prehashes, signatures, |e| self.hedging_key.nonces(e, rng))
    }

    pub(crate) fn sign_batch<N: FnMut() -> Zeroizing<Scalar>>(
        &self,
        prehashes: &[[u8; 32]],
        signatures: &mut [Option<Sm2Signature>],
        mut nonces: impl FnMut(&[u8; 32]) -> Result<N>,
    ) -> Result<()> {
        if prehashes.len() != signatures.len() {
            return Err(Error::Length);
        }
        for (e, signatures) in prehashes.chunks(CHUNK).zip(signatures.chunks_mut(CHUNK)) {
            guarded_to::<CHUNK_WIPED, _>(
                || dispatch!(K => self.sign_chunk::<K, N>(e, signatures, &mut nonces)),
            )?;
            if self.verify_after_sign {
                self.check_all(e, signatures)?;
            }
        }
        Ok(())
    }

    /// Takes faulty signatures back, of at most [`CHUNK`].
    fn check_all(&self, prehashes: &[[u8; 32]], signatures: &mut [Option<Sm2Signature>]) -> Result<()> {
        let valid = &mut [false; CHUNK][..prehashes.len()];
        self.verifying_key.verify_all(prehashes.iter().zip(signatures.iter().flatten()), valid);
        for (signature, _) in signatures.iter_mut().zip(&*valid).filter(|(_, valid)| !**valid) {
            *signature = None;
        }
        if valid.contains(&false) { Err(Error::Fault) } else { Ok(()) }
    }

    /// At most [`CHUNK`] signatures.
    fn sign_chunk<K: Kernels, N: FnMut() -> Zeroizing<Scalar>>(
        &self,
        prehashes: &[[u8; 32]],
        signatures: &mut [Option<Sm2Signature>],
        nonces: &mut impl FnMut(&[u8; 32]) -> Result<N>,
    ) -> Result<()> {
        let mut k = Zeroizing::new([Scalar::ONE; CHUNK]);
        let mut points = Zeroizing::new([JacobianPoint::<K>::from(AffinePoint::GENERATOR); CHUNK]);
        for ((e, k), point) in prehashes.iter().zip(k.iter_mut()).zip(points.iter_mut()) {
            *k = *nonces(e)?();
            // Infinity has no place among the points that share an inversion. That a nonce is 0 is public, and refused below.
            if !k.is_zero().is_set_vartime() {
                *point = fixed_base::mul(k);
            }
        }
        let inverses = Zeroizing::new(inverses(&points));
        for (i, (e, signature)) in prehashes.iter().zip(signatures).enumerate() {
            *signature = Some(
                match scheme::complete(e, &k[i], &self.one_plus_d_inv, points[i].affine_x(&inverses[i])) {
                    Some((r, s)) => Sm2Signature::from_scalars(&r, &s),
                    None => self.sign_e::<K>(e, nonces(e)?),
                },
            );
        }
        Ok(())
    }
}

#[cfg(test)]
impl Sm2SigningKey {
    /// The key after a fault: with another (1 + d)^−1.
    pub(crate) fn spoil(mut self) -> Self {
        self.one_plus_d_inv = Scalar::ONE.to_montgomery();
        self
    }
}

/// Signatures that share an inversion: what is left of it for each is half a percent of a signature.
const CHUNK: usize = 32;
/// The frames of a chunk lie between those of the caller and of a multiplication.
const CHUNK_WIPED: usize = WIPED + 13312;

/// Deterministic (RFC 6979).
impl<S: Form> Signer<S> for Sm2SigningKey {
    fn try_sign(&self, msg: &[u8]) -> signature::Result<S> {
        self.try_multipart_sign(&[msg])
    }
}

/// Deterministic (RFC 6979). The signature is that of the parts joined together.
impl<S: Form> MultipartSigner<S> for Sm2SigningKey {
    fn try_multipart_sign(&self, msg: &[&[u8]]) -> signature::Result<S> {
        Ok(self.sign_deterministic(&prehash(self.verifying_key.z(), msg))?.into())
    }
}

/// Deterministic (RFC 6979). The closure is given an [`Sm3`] that has absorbed Z already, and feeds it the message.
impl<S: Form> DigestSigner<Sm3, S> for Sm2SigningKey {
    fn try_sign_digest<F: Fn(&mut Sm3) -> signature::Result<()>>(&self, f: F) -> signature::Result<S> {
        Ok(self.sign_deterministic(&self.prehash_with(f)?)?.into())
    }
}

/// Deterministic (RFC 6979). The prehash is e = SM3(Z ‖ message), exactly 32 bytes: Z must be in it.
impl<S: Form> PrehashSigner<S> for Sm2SigningKey {
    fn sign_prehash(&self, prehash: &[u8]) -> signature::Result<S> {
        let e = prehash.try_into().map_err(|_| Error::Length)?;
        Ok(self.sign_deterministic(e)?.into())
    }
}

/// Hedged: 22 fresh random bytes go into the nonce with d and e.
impl<S: Form> RandomizedSigner<S> for Sm2SigningKey {
    fn try_sign_with_rng<R: TryCryptoRng + ?Sized>(&self, rng: &mut R, msg: &[u8]) -> signature::Result<S> {
        self.try_multipart_sign_with_rng(rng, &[msg])
    }
}

/// Hedged. The signature is that of the parts joined together.
impl<S: Form> RandomizedMultipartSigner<S> for Sm2SigningKey {
    fn try_multipart_sign_with_rng<R: TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
        msg: &[&[u8]],
    ) -> signature::Result<S> {
        Ok(self.sign_hedged(&prehash(self.verifying_key.z(), msg), rng)?.into())
    }
}

/// Hedged. The closure is given an [`Sm3`] that has absorbed Z already, and feeds it the message.
impl<S: Form> RandomizedDigestSigner<Sm3, S> for Sm2SigningKey {
    fn try_sign_digest_with_rng<R: TryCryptoRng + ?Sized, F: Fn(&mut Sm3) -> signature::Result<()>>(
        &self,
        rng: &mut R,
        f: F,
    ) -> signature::Result<S> {
        Ok(self.sign_hedged(&self.prehash_with(f)?, rng)?.into())
    }
}

/// Hedged. The prehash is e = SM3(Z ‖ message), exactly 32 bytes: Z must be in it.
impl<S: Form> RandomizedPrehashSigner<S> for Sm2SigningKey {
    fn sign_prehash_with_rng<R: TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
        prehash: &[u8],
    ) -> signature::Result<S> {
        let e = prehash.try_into().map_err(|_| Error::Length)?;
        Ok(self.sign_hedged(e, rng)?.into())
    }
}

impl TryFrom<&[u8]> for Sm2SigningKey {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self> {
        Self::from_bytes(bytes.try_into().map_err(|_| Error::Length)?)
    }
}

impl AsRef<Sm2VerifyingKey> for Sm2SigningKey {
    fn as_ref(&self) -> &Sm2VerifyingKey {
        &self.verifying_key
    }
}

impl KeypairRef for Sm2SigningKey {
    type VerifyingKey = Sm2VerifyingKey;
}

/// In constant time over d; the identifiers, which are public, count too.
impl ConstantTimeEq for Sm2SigningKey {
    fn ct_eq(&self, other: &Self) -> Choice {
        // Z stands for the identifier, and the public key with it.
        let same_z = self.verifying_key.z().ct_eq(other.verifying_key.z());
        guarded(|| self.d.ct_eq(&other.d)) & same_z
    }
}

impl PartialEq for Sm2SigningKey {
    fn eq(&self, other: &Self) -> bool {
        // The answer is what was asked for.
        declassify(self.ct_eq(other)).into()
    }
}

impl Eq for Sm2SigningKey {}

/// Shows the public key alone.
impl fmt::Debug for Sm2SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sm2SigningKey").field("verifying_key", &self.verifying_key).finish_non_exhaustive()
    }
}

impl Drop for Sm2SigningKey {
    fn drop(&mut self) {
        self.d.zeroize();
        self.one_plus_d_inv.zeroize();
    }
}

impl ZeroizeOnDrop for Sm2SigningKey {}
