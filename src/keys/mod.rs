//! Keys and identifiers.

mod dist_id;
#[cfg(feature = "pkcs8")]
mod encodings;
#[cfg(feature = "serde")]
mod serde;
mod signing;
mod verifying;

pub use dist_id::DistId;
pub use signing::Sm2SigningKey;
#[cfg(feature = "precomp")]
pub use verifying::Sm2PreparedVerifyingKey;
pub use verifying::Sm2VerifyingKey;
