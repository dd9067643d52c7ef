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
//! Beside them, for every backend: `mask` selects on secret bits, `guard` surrounds the operations on secrets, `taint`
//! says where a value stops being one. This folder is the only place with `unsafe` code.

#[cfg(sm2p256_assembly)]
mod assembly;
pub(crate) mod guard;
pub(crate) mod mask;
#[cfg_attr(sm2p256_assembly, allow(dead_code))]
pub(crate) mod portable;
pub(crate) mod taint;

#[cfg(sm2p256_assembly)]
pub(crate) use assembly::*;
#[cfg(not(sm2p256_assembly))]
pub(crate) use portable::*;
