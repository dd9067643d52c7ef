//! The SM2 signature scheme (GB/T 32918.2-2016) on scalars and points.

pub(crate) mod hash;
pub(crate) mod identity;
pub(crate) mod nonce;
mod recover;
mod sign;
mod verify;

pub(crate) use recover::recover;
pub(crate) use sign::{complete, sign};
pub(crate) use verify::verify;
