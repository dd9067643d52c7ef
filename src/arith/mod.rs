//! Integers mod p and mod n.

pub(crate) mod field;
pub(crate) mod limbs;
pub(crate) mod safegcd;
pub(crate) mod scalar;
