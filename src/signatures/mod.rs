//! Signatures: the raw form and DER.

mod der;
mod raw;
#[cfg(feature = "serde")]
mod serde;

pub use der::Sm2DerSignature;
pub use raw::Sm2Signature;

/// The forms of a signature that keys sign to and verify from: [`Sm2Signature`] and [`Sm2DerSignature`]. Sealed.
pub trait Form: From<Sm2Signature> {
    /// The raw form.
    fn to_raw(&self) -> Sm2Signature;
}

impl Form for Sm2Signature {
    fn to_raw(&self) -> Sm2Signature {
        *self
    }
}

impl Form for Sm2DerSignature {
    fn to_raw(&self) -> Sm2Signature {
        (*self).into()
    }
}
