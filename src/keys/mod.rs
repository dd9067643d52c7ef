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

use sm3::{Digest, Sm3};

/// Feeds a message that comes in parts.
fn feed(msg: &[&[u8]]) -> impl Fn(&mut Sm3) -> signature::Result<()> {
    |digest| {
        msg.iter().for_each(|part| Digest::update(digest, part));
        Ok(())
    }
}
