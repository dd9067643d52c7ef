//! The interface of a backend.

use super::portable;
use crate::arith::limbs::Limbs;
use crate::arith::safegcd::{self, Modulus};
use crate::curve::formulas;
use crate::curve::point::{AffinePoint, JacobianPoint};

/// The kernels that everything above is built from, with the ranges that `portable.rs` states: field values are any integers in
/// [0, 2^256), taken and given. What a backend has no kernel for is done by the Rust that it is written out in.
pub(crate) trait Kernels: Copy {
    /// For the test that asserts which backend a build uses.
    #[cfg_attr(not(test), allow(dead_code))]
    const NAME: &'static str;

    /// x·y/2^256 mod p.
    fn fe_mul(x: &Limbs, y: &Limbs) -> Limbs;

    /// x²/2^256 mod p.
    fn fe_sqr(x: &Limbs) -> Limbs;

    /// n squarings in a row; n is public.
    fn fe_sqr_n(x: &Limbs, n: usize) -> Limbs {
        (0..n).fold(*x, |x, _| Self::fe_sqr(&x))
    }

    /// x + y mod p.
    fn fe_add(x: &Limbs, y: &Limbs) -> Limbs;

    /// x − y mod p.
    fn fe_sub(x: &Limbs, y: &Limbs) -> Limbs;

    /// P becomes 2·P, see `curve/formulas.rs`; Z may be scaled otherwise.
    fn point_double(p: &mut JacobianPoint<Self>) {
        *p = formulas::point_double(p);
    }

    /// P becomes P + Q, for finite P ≠ ±Q, see `curve/formulas.rs`; Z may be scaled otherwise.
    fn point_add_affine(p: &mut JacobianPoint<Self>, q: &AffinePoint<Self>) {
        *p = formulas::point_add_affine(p, q);
    }

    /// `point_add_affine` for P and Q, and `table_select` of the row: the two have nothing to do with each other, so that they can
    /// be done side by side.
    #[cfg_attr(not(feature = "precomp"), allow(dead_code))]
    fn point_add_affine_select(
        p: &mut JacobianPoint<Self>,
        q: &AffinePoint<Self>,
        row: &[[u64; 8]],
        index: usize,
    ) -> [u64; 8] {
        Self::point_add_affine(p, q);
        Self::table_select(row, index)
    }

    /// c/x mod m in [0, m), and 0 for x = 0; x is below m. See `arith/safegcd.rs`.
    fn invert(x: &Limbs, m: &Modulus) -> Limbs {
        safegcd::invert(x, m)
    }

    /// `row[index]`, every entry read. `index` is secret and below the row's length, which is public and not 0.
    fn table_select(row: &[[u64; 8]], index: usize) -> [u64; 8] {
        portable::table_select(row, index)
    }
}
