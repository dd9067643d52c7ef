//! r ‖ s.

use super::Sm2DerSignature;
use crate::arith::scalar::Scalar;
use crate::error::{Error, Result};
use core::fmt;
use signature::SignatureEncoding;

/// A signature (r, s) with r and s in [1, n − 1] and r + s ≠ n: as bytes r ‖ s, 32 bytes each, big-endian.
///
/// [`from_der`](Self::from_der) and [`to_der`](Self::to_der) convert from and to the form of certificates and TLS. No constructor guesses
/// between the two.
///
/// `Display`, `LowerHex`, `UpperHex` and `FromStr` are those of 128 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sm2Signature([u8; 64]);

impl Sm2Signature {
    /// From r ‖ s.
    ///
    /// # Errors
    ///
    /// [`Error::SignatureRange`] if r or s is not in [1, n − 1], or r + s = n.
    pub fn from_bytes(bytes: &[u8; 64]) -> Result<Self> {
        let signature = Self(*bytes);
        let (r, s) = signature.split();
        let (r, r_below_n) = Scalar::from_be_bytes(r);
        let (s, s_below_n) = Scalar::from_be_bytes(s);
        let valid = r_below_n & s_below_n & !r.is_zero() & !s.is_zero() & !(r + s).is_zero();
        if valid.is_set_vartime() { Ok(signature) } else { Err(Error::SignatureRange) }
    }

    /// From r ‖ s.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] for any other length than 64, else as [`from_bytes`](Self::from_bytes).
    pub fn from_slice(bytes: &[u8]) -> Result<Self> {
        Self::from_bytes(bytes.try_into().map_err(|_| Error::Length)?)
    }

    /// From DER: SEQUENCE { r INTEGER, s INTEGER } (GM/T 0009-2012, 7.3), strict.
    ///
    /// # Errors
    ///
    /// [`Error::SignatureEncoding`] unless lengths and integers are minimal, the integers positive, and nothing follows
    /// inside or outside; [`Error::SignatureRange`] as [`from_bytes`](Self::from_bytes).
    pub fn from_der(bytes: &[u8]) -> Result<Self> {
        super::der::decode(bytes)
    }

    /// Of a signature just made: the signer has checked r and s.
    pub(crate) fn from_scalars(r: &Scalar, s: &Scalar) -> Self {
        let mut bytes = [0; 64];
        bytes[..32].copy_from_slice(&r.to_be_bytes());
        bytes[32..].copy_from_slice(&s.to_be_bytes());
        Self(bytes)
    }

    /// r ‖ s.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 64] {
        self.0
    }

    /// DER, 8 to 72 bytes.
    #[must_use]
    pub fn to_der(&self) -> Sm2DerSignature {
        (*self).into()
    }

    /// r: 32 bytes, big-endian.
    #[must_use]
    pub fn r_bytes(&self) -> [u8; 32] {
        *self.split().0
    }

    /// s: 32 bytes, big-endian.
    #[must_use]
    pub fn s_bytes(&self) -> [u8; 32] {
        *self.split().1
    }

    /// (r, s), in range.
    pub(crate) fn to_scalars(self) -> (Scalar, Scalar) {
        let (r, s) = self.split();
        (Scalar::from_be_bytes_reduced(r), Scalar::from_be_bytes_reduced(s))
    }

    /// (r, s).
    pub(crate) fn split(&self) -> (&[u8; 32], &[u8; 32]) {
        let [r, s] = self.0.as_chunks().0 else { unreachable!("64 bytes are two times 32") };
        (r, s)
    }
}

impl SignatureEncoding for Sm2Signature {
    type Repr = [u8; 64];
}

impl From<Sm2Signature> for [u8; 64] {
    fn from(signature: Sm2Signature) -> Self {
        signature.0
    }
}

impl TryFrom<&[u8]> for Sm2Signature {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self> {
        Self::from_slice(bytes)
    }
}

impl fmt::LowerHex for Sm2Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::UpperHex for Sm2Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02X}"))
    }
}

impl fmt::Display for Sm2Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(self, f)
    }
}

impl fmt::Debug for Sm2Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sm2Signature({self})")
    }
}

impl core::str::FromStr for Sm2Signature {
    type Err = Error;

    fn from_str(hex: &str) -> Result<Self> {
        if hex.len() != 128 {
            return Err(Error::Length);
        }
        let digit = |c: u8| (c as char).to_digit(16).ok_or(Error::SignatureEncoding);
        let mut bytes = [0; 64];
        for (byte, pair) in bytes.iter_mut().zip(hex.as_bytes().chunks_exact(2)) {
            *byte = (digit(pair[0])? << 4 | digit(pair[1])?) as u8;
        }
        Self::from_bytes(&bytes)
    }
}
