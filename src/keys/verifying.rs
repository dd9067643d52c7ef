//! The public key.

use super::{DistId, prehash};
use crate::arith::field::FieldElement;
use crate::arith::scalar::Scalar;
use crate::backend::{Kernels, dispatch};
use crate::curve::double_base::{self, FEW, MANY, Multiples};
use crate::curve::point::{AffinePoint, JacobianPoint};
use crate::error::{Error, Result};
use crate::scheme::{self, identity};
use crate::signatures::{Form, Sm2Signature};
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use signature::hazmat::PrehashVerifier;
use signature::{DigestVerifier, MultipartVerifier, Verifier};
use sm3::{Digest, Sm3};

/// A public key with the identifier of its owner: verifies signatures.
///
/// The point is on the curve, not infinity, with coordinates below p: there is no way to make another one.
/// The identifier is [`DistId::DEFAULT`] unless [`with_dist_id`](Self::with_dist_id) sets one; no encoding carries it.
/// Two keys are equal if both point and identifier are.
///
/// ```
/// use sm2p256::{Sm2Signature, Sm2VerifyingKey, signature::Verifier};
/// # use sm2p256::{Sm2SigningKey, signature::Signer};
/// # let signing_key = Sm2SigningKey::from_bytes(&[0x42; 32])?;
/// # let public_key = signing_key.verifying_key().to_sec1_bytes();
/// # let signature_bytes: [u8; 64] = Signer::<Sm2Signature>::sign(&signing_key, b"message").to_bytes();
///
/// let key = Sm2VerifyingKey::from_sec1_bytes(&public_key)?;
/// let signature = Sm2Signature::from_bytes(&signature_bytes)?;
/// assert!(key.verify(b"message", &signature).is_ok());
/// assert!(key.verify(b"another message", &signature).is_err());
/// # Ok::<(), sm2p256::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Sm2VerifyingKey {
    pub(super) point: AffinePoint,
    /// Z. It is half a block of SM3, so that keeping the hash state behind it would save nothing.
    z: [u8; 32],
}

impl Sm2VerifyingKey {
    /// From SEC1 (2.3.4): `04` ‖ x ‖ y, 65 bytes, or `02` or `03` ‖ x, 33 bytes; big-endian.
    ///
    /// # Errors
    ///
    /// [`Error::PointEncoding`], [`Error::CoordinateRange`] or [`Error::PointNotOnCurve`].
    pub fn from_sec1_bytes(bytes: &[u8]) -> Result<Self> {
        let coordinate = |bytes: &[u8; 32]| FieldElement::from_be_bytes(bytes).ok_or(Error::CoordinateRange);
        let point = match bytes {
            [0x04, xy @ ..] => {
                let (x, y) = xy.split_first_chunk().ok_or(Error::PointEncoding)?;
                let y = y.try_into().map_err(|_| Error::PointEncoding)?;
                AffinePoint::new(coordinate(x)?, coordinate(y)?)
            }
            [tag @ (0x02 | 0x03), x @ ..] => {
                let x = x.try_into().map_err(|_| Error::PointEncoding)?;
                AffinePoint::decompress(coordinate(x)?, tag & 1 == 1)
            }
            _ => return Err(Error::PointEncoding),
        };
        Ok(Self::from_point(point.ok_or(Error::PointNotOnCurve)?))
    }

    /// With the default identifier.
    pub(super) fn from_point(point: AffinePoint) -> Self {
        Self { point, z: [0; 32] }.with_dist_id(DistId::DEFAULT)
    }

    /// The public keys under which the signature is one of the prehash e: two as a rule, none to four at most, all of them, with the default
    /// identifier. Those come first whose nonce point has an even y, and x below n.
    ///
    /// It is e that is given, and a good e = SM3(Z ‖ message) holds the signer's key in Z: who has the message has to compare
    /// e with the one of each candidate ([`prehash`](Self::prehash)), and whom the message comes from has to say e.
    ///
    /// ```
    /// use sm2p256::{Sm2Signature, Sm2SigningKey, Sm2VerifyingKey, signature::hazmat::PrehashSigner};
    ///
    /// let key = Sm2SigningKey::from_bytes(&[0x42; 32])?;
    /// let e = key.verifying_key().prehash(b"message");
    /// let signature: Sm2Signature = key.sign_prehash(&e).expect("32 bytes");
    ///
    /// let mut candidates = Sm2VerifyingKey::recover_from_prehash(&e, &signature);
    /// let of_message = |key: &Sm2VerifyingKey| key.prehash(b"message") == e;
    /// assert_eq!(candidates.find(of_message).as_ref(), Some(key.verifying_key()));
    /// # Ok::<(), sm2p256::Error>(())
    /// ```
    pub fn recover_from_prehash(
        prehash: &[u8; 32],
        signature: &Sm2Signature,
    ) -> impl Iterator<Item = Self> + use<> {
        let (r, s) = signature.to_scalars();
        let points = dispatch!(K => {
            scheme::recover::<K>(prehash, &r, &s).map(|point| point.map(|point| point.cast()))
        });
        points.into_iter().flatten().map(Self::from_point)
    }

    /// The same key under another identifier.
    #[must_use]
    pub fn with_dist_id(self, id: DistId<'_>) -> Self {
        let z = identity::z(id.as_bytes(), &self.coordinates());
        Self { z, ..self }
    }

    /// `04` ‖ x ‖ y (SEC1, 2.3.3), big-endian.
    #[must_use]
    pub fn to_sec1_bytes(&self) -> [u8; 65] {
        let mut bytes = [0x04; 65];
        bytes[1..].copy_from_slice(&self.coordinates());
        bytes
    }

    /// `02` or `03` ‖ x (SEC1, 2.3.3), big-endian.
    #[must_use]
    pub fn to_compressed_bytes(&self) -> [u8; 33] {
        let xy = self.coordinates();
        let mut bytes = [0x02 | (xy[63] & 1); 33];
        bytes[1..].copy_from_slice(&xy[..32]);
        bytes
    }

    /// x ‖ y.
    fn coordinates(&self) -> [u8; 64] {
        let mut xy = [0; 64];
        xy[..32].copy_from_slice(&self.point.x.to_be_bytes());
        xy[32..].copy_from_slice(&self.point.y.to_be_bytes());
        xy
    }

    /// Z, the hash of identifier, curve and public key (GB/T 32918.2-2016, 5.5), that goes in front of every message.
    #[must_use]
    pub fn z(&self) -> &[u8; 32] {
        &self.z
    }

    /// SM3 with Z absorbed: fed with a message, it gives the prehash e, for messages that do not come as slices.
    ///
    /// ```
    /// use sm2p256::signature::hazmat::{PrehashSigner, PrehashVerifier};
    /// use sm2p256::{Sm2Signature, Sm2SigningKey, sm3::Digest};
    ///
    /// let key = Sm2SigningKey::from_bytes(&[0x42; 32])?;
    /// let mut digest = key.verifying_key().digest();
    /// for chunk in [b"a long ", b"message"] {
    ///     digest.update(chunk);
    /// }
    /// let e = digest.finalize();
    /// let signature: Sm2Signature = key.sign_prehash(&e).expect("e is 32 bytes");
    /// assert!(key.verifying_key().verify_prehash(&e, &signature).is_ok());
    /// # Ok::<(), sm2p256::Error>(())
    /// ```
    #[must_use]
    pub fn digest(&self) -> Sm3 {
        Sm3::new().chain_update(self.z)
    }

    /// The prehash e = SM3(Z ‖ message) of a message.
    #[must_use]
    pub fn prehash(&self, msg: &[u8]) -> [u8; 32] {
        prehash(&self.z, &[msg])
    }

    /// Which of the signatures are valid, each for the prehash e = SM3(Z ‖ message) at its place: written to `valid`. Faster than one call for each
    /// where there are more than a few, as the multiples of the public key are computed once. No heap.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] if the three are not equally many; nothing is written then.
    ///
    /// ```
    /// use sm2p256::{Sm2Signature, Sm2SigningKey, signature::hazmat::PrehashSigner};
    ///
    /// let key = Sm2SigningKey::from_bytes(&[0x42; 32])?;
    /// let prehashes = [[1; 32], [2; 32]];
    /// let signatures = prehashes.map(|e| PrehashSigner::<Sm2Signature>::sign_prehash(&key, &e).expect("32 bytes"));
    /// let mut valid = [false; 2];
    /// key.verifying_key().verify_prehash_batch(&prehashes, &signatures, &mut valid)?;
    /// assert_eq!(valid, [true, true]);
    /// # Ok::<(), sm2p256::Error>(())
    /// ```
    pub fn verify_prehash_batch(
        &self,
        prehashes: &[[u8; 32]],
        signatures: &[Sm2Signature],
        valid: &mut [bool],
    ) -> Result<()> {
        self.verify_all(pairs(prehashes, signatures, valid)?, valid);
        Ok(())
    }

    /// A verdict for each pair of a batch.
    pub(super) fn verify_all<'a>(
        &self,
        pairs: impl Iterator<Item = (&'a [u8; 32], &'a Sm2Signature)>,
        valid: &mut [bool],
    ) {
        if valid.len() < MANY_PAY {
            self.verify_with_multiples::<FEW>(pairs, valid);
        } else {
            self.verify_with_multiples::<MANY>(pairs, valid);
        }
    }

    /// With N multiples of the public key.
    fn verify_with_multiples<'a, const N: usize>(
        &self,
        pairs: impl Iterator<Item = (&'a [u8; 32], &'a Sm2Signature)>,
        valid: &mut [bool],
    ) {
        dispatch!(K => {
            let multiples = Multiples::<K, N>::new(&self.point.cast());
            for ((e, signature), valid) in pairs.zip(valid) {
                *valid = verify_with(e, signature, |u, v| double_base::mul_vartime(u, v, &multiples));
            }
        });
    }
}

/// The pairs of a batch, if there is a place for the verdict on each.
pub(super) fn pairs<'a>(
    prehashes: &'a [[u8; 32]],
    signatures: &'a [Sm2Signature],
    valid: &[bool],
) -> Result<impl Iterator<Item = (&'a [u8; 32], &'a Sm2Signature)> + use<'a>> {
    if prehashes.len() != signatures.len() || prehashes.len() != valid.len() {
        return Err(Error::Length);
    }
    Ok(prehashes.iter().zip(signatures))
}

/// Signatures in a batch for which more multiples of the public key pay.
const MANY_PAY: usize = 4;

/// Is the signature one of e, where `sum` gives u·G + v·P?
pub(super) fn verify_with<K: Kernels>(
    e: &[u8; 32],
    signature: &Sm2Signature,
    sum: impl FnOnce(&Scalar, &Scalar) -> JacobianPoint<K>,
) -> bool {
    let (r, s) = signature.to_scalars();
    scheme::verify(e, &r, &s, sum)
}

/// What the traits that verify are made from.
pub(super) trait VerifyPrehash {
    /// The key with its identifier.
    fn key(&self) -> &Sm2VerifyingKey;

    /// Is the signature one of the prehash e = SM3(Z ‖ message)?
    fn is_valid(&self, e: &[u8; 32], signature: &Sm2Signature) -> bool;

    fn verify_e(&self, e: &[u8; 32], signature: &Sm2Signature) -> signature::Result<()> {
        if self.is_valid(e, signature) { Ok(()) } else { Err(signature::Error::new()) }
    }
}

impl VerifyPrehash for Sm2VerifyingKey {
    fn key(&self) -> &Sm2VerifyingKey {
        self
    }

    fn is_valid(&self, e: &[u8; 32], signature: &Sm2Signature) -> bool {
        dispatch!(K => {
            let multiples = Multiples::<K, FEW>::new(&self.point.cast());
            verify_with(e, signature, |u, v| double_base::mul_vartime(u, v, &multiples))
        })
    }
}

macro_rules! verifier {
    ($key:ty) => {
        impl<S: Form> Verifier<S> for $key {
            fn verify(&self, msg: &[u8], signature: &S) -> signature::Result<()> {
                self.multipart_verify(&[msg], signature)
            }
        }

        impl<S: Form> MultipartVerifier<S> for $key {
            fn multipart_verify(&self, msg: &[&[u8]], signature: &S) -> signature::Result<()> {
                self.verify_e(&prehash(VerifyPrehash::key(self).z(), msg), &signature.to_raw())
            }
        }

        /// The closure is given an [`Sm3`] that has absorbed Z already, and feeds it the message.
        impl<S: Form> DigestVerifier<Sm3, S> for $key {
            fn verify_digest<F: Fn(&mut Sm3) -> signature::Result<()>>(
                &self,
                f: F,
                signature: &S,
            ) -> signature::Result<()> {
                let mut digest = VerifyPrehash::key(self).digest();
                f(&mut digest)?;
                self.verify_e(&digest.finalize().into(), &signature.to_raw())
            }
        }

        /// The prehash is e = SM3(Z ‖ message), exactly 32 bytes; the identifier plays no part any more.
        impl<S: Form> PrehashVerifier<S> for $key {
            fn verify_prehash(&self, prehash: &[u8], signature: &S) -> signature::Result<()> {
                let e = prehash.try_into().map_err(|_| Error::Length)?;
                self.verify_e(e, &signature.to_raw())
            }
        }
    };
}

verifier!(Sm2VerifyingKey);
#[cfg(feature = "precomp")]
verifier!(super::Sm2PreparedVerifyingKey);

impl TryFrom<&[u8]> for Sm2VerifyingKey {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self> {
        Self::from_sec1_bytes(bytes)
    }
}

impl Sm2VerifyingKey {
    /// What equality, order and hash are taken over.
    fn identity(&self) -> ([u8; 65], [u8; 32]) {
        (self.to_sec1_bytes(), self.z)
    }
}

impl PartialEq for Sm2VerifyingKey {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Sm2VerifyingKey {}

/// By the uncompressed SEC1 bytes, then by Z.
impl Ord for Sm2VerifyingKey {
    fn cmp(&self, other: &Self) -> Ordering {
        self.identity().cmp(&other.identity())
    }
}

impl PartialOrd for Sm2VerifyingKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Sm2VerifyingKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

impl fmt::Debug for Sm2VerifyingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Hex<'a>(&'a [u8]);
        impl fmt::Debug for Hex<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }
        f.debug_struct("Sm2VerifyingKey")
            .field("point", &Hex(&self.to_sec1_bytes()))
            .field("z", &Hex(&self.z))
            .finish()
    }
}
