//! What can be wrong with an input.

use core::fmt;

/// Result with this crate's [`Error`].
pub type Result<T> = core::result::Result<T, Error>;

/// Why an input was refused. No message holds a part of a secret.
///
/// The traits of [`signature`](crate::signature) report an opaque [`signature::Error`](crate::signature::Error), into which this
/// converts; the constructors of this crate return it as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// A private key, nonce, signature or prehash has the wrong number of bytes.
    Length,
    /// A private key d is not in [1, n − 2] (GB/T 32918.1, 6.1).
    SecretKeyRange,
    /// The public key that comes with a private key is not the one that belongs to it.
    KeyPairMismatch,
    /// A public key is not SEC1: 65 bytes from `04`, or 33 bytes from `02` or `03`. The point at infinity, hybrid
    /// forms (`06`, `07`) and bare coordinates are refused too.
    PointEncoding,
    /// A coordinate of a public key is p or above.
    CoordinateRange,
    /// A public key is not a point of the curve.
    PointNotOnCurve,
    /// A distinguishing identifier is longer than 8191 bytes, the most that its 16-bit count of bits allows.
    IdTooLong,
    /// A signature is not the DER of SEQUENCE { r INTEGER, s INTEGER }: minimal, unsigned, with nothing behind.
    SignatureEncoding,
    /// In a signature, r or s is not in [1, n − 1], or r + s = n.
    SignatureRange,
    /// A nonce is not in [1, n − 1], or gives no signature for this key and prehash (r = 0, r + k = n or s = 0).
    Nonce,
    /// The random source failed, or kept giving bytes that cannot be used.
    Rng,
    /// A signature did not verify after it was made, and was thrown away: a fault in the machine. See
    /// [`Sm2SigningKey::with_verify_after_sign`](crate::Sm2SigningKey::with_verify_after_sign).
    Fault,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length => "wrong number of bytes",
            Self::SecretKeyRange => "private key is not in [1, n - 2]",
            Self::KeyPairMismatch => "public key does not belong to the private key",
            Self::PointEncoding => "public key is not an uncompressed or compressed SEC1 point",
            Self::CoordinateRange => "public key has a coordinate of p or above",
            Self::PointNotOnCurve => "public key is not on the curve",
            Self::IdTooLong => "distinguishing identifier is longer than 8191 bytes",
            Self::SignatureEncoding => "signature is not the strict DER of two positive integers",
            Self::SignatureRange => "signature has r or s outside [1, n - 1], or r + s = n",
            Self::Nonce => "nonce is not in [1, n - 1] or cannot be used for this signature",
            Self::Rng => "random source failed",
            Self::Fault => "signature did not verify after it was made",
        })
    }
}

impl core::error::Error for Error {}

/// Drops the reason.
impl From<Error> for signature::Error {
    fn from(_: Error) -> Self {
        Self::new()
    }
}
