//! The kernels that everything above is built from, once for each kind of machine.
//!
//! A backend offers, under these names and with the ranges that `portable.rs` states:
//!
//! | kernel | computes |
//! |---|---|
//! | `fe_mul` `fe_sqr` `fe_sqr_n` | Montgomery products mod p |
//! | `fe_add` `fe_sub` | sums mod p |
//! | `point_double` `point_add_affine` | what `curve/formulas.rs` writes out |
//! | `invert` | a quotient mod p or n, as `arith/safegcd.rs` writes it out |
//! | `table_select` | a table entry at a secret index, every entry read |
//! | `NAME` | for the test that asserts which backend a build uses |
//!
//! This folder is the only place with `unsafe` code.

#[cfg(sm2p256_assembly)]
mod assembly;
pub(crate) mod mask;
#[cfg_attr(sm2p256_assembly, allow(dead_code))]
pub(crate) mod portable;

#[cfg(sm2p256_assembly)]
pub(crate) use assembly::*;
#[cfg(not(sm2p256_assembly))]
pub(crate) use portable::*;
