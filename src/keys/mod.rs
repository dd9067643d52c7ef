//! Keys and identifiers.

mod dist_id;
#[cfg(feature = "pkcs8")]
mod encodings;
#[cfg(feature = "encryption")]
mod encrypted;
#[cfg(feature = "precomp")]
mod prepared;
#[cfg(feature = "serde")]
mod serde;
mod signing;
mod verifying;

pub use dist_id::DistId;
#[cfg(feature = "precomp")]
pub use prepared::Sm2PreparedVerifyingKey;
pub use signing::Sm2SigningKey;
pub use verifying::Sm2VerifyingKey;

use crate::scheme::hash::Hash;
use sm3::Digest;

/// e = SM3(Z ‖ message), for a message in parts.
fn prehash(z: &[u8; 32], msg: &[&[u8]]) -> [u8; 32] {
    let mut hash = Hash::new();
    [&z[..]].iter().chain(msg).for_each(|part| hash.update(part));
    hash.finalize().into()
}
