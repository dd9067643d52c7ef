#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod arith;
mod backend;
mod curve;
mod error;
mod keys;
mod scheme;
mod signatures;
#[cfg(test)]
mod tests;

// In the documentation alone.
#[cfg(any(doc, doctest))]
pub mod guide;
#[cfg(feature = "hazmat")]
pub mod hazmat;

pub use crate::error::{Error, Result};
#[cfg(feature = "precomp")]
pub use crate::keys::Sm2PreparedVerifyingKey;
pub use crate::keys::{DistId, Sm2SigningKey, Sm2VerifyingKey};
pub use crate::signatures::{Sm2DerSignature, Sm2Signature};

#[cfg(feature = "getrandom")]
pub use getrandom;
#[cfg(feature = "pkcs8")]
pub use pkcs8;
pub use rand_core;
#[cfg(feature = "pkcs8")]
pub use sec1;
pub use signature;
pub use sm3;
pub use zeroize;
