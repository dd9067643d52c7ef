//! The point formulas, written out: what runs where a backend has no point kernels, and what those are tested against.
//!
//! Jacobian coordinates: (X, Y, Z) stands for the affine (X/Z², Y/Z³); Z ≡ 0 is infinity, whatever X and Y are.
//! Neither formula has a branch, and neither treats an exceptional case: `point.rs` does.

#![cfg_attr(all(sm2p256_assembly, not(sm2p256_small)), allow(dead_code))]

use super::point::{AffinePoint, JacobianPoint};
use crate::backend::Kernels;

/// 2·P. For infinity Z ≡ 0 gives Z ≡ 0, and no finite point has order 2, so there is no exceptional case.
///
/// a = −3 makes 3x² + a = 3(x − 1)(x + 1): 4 multiplications, 4 squarings.
pub(crate) fn point_double<K: Kernels>(p: &JacobianPoint<K>) -> JacobianPoint<K> {
    let zz = p.z.square();
    let y2 = p.y.double();
    // M = 3·(X − Z²)·(X + Z²),  S = 4·X·Y²
    let m = (p.x - zz) * (p.x + zz);
    let m = m.double() + m;
    let yy4 = y2.square();
    let s = yy4 * p.x;
    // Z' = 2·Y·Z,  X' = M² − 2·S,  Y' = M·(S − X') − 8·Y⁴
    let z = y2 * p.z;
    let x = m.square() - s.double();
    let y = m * (s - x) - yy4.square().half();
    JacobianPoint { x, y, z }
}

/// P + Q, for P finite and P ≠ ±Q. For P = ±Q, and for P at infinity, Z ≡ 0.
///
/// 8 multiplications, 3 squarings.
pub(crate) fn point_add_affine<K: Kernels>(p: &JacobianPoint<K>, q: &AffinePoint<K>) -> JacobianPoint<K> {
    // H = x_Q·Z² − X,  R = y_Q·Z³ − Y
    let zz = p.z.square();
    let h = q.x * zz - p.x;
    let r = q.y * (zz * p.z) - p.y;
    // Z' = Z·H,  X' = R² − H³ − 2·X·H²,  Y' = R·(X·H² − X') − Y·H³
    let hh = h.square();
    let hhh = hh * h;
    let v = p.x * hh;
    let z = p.z * h;
    let x = r.square() - hhh - v.double();
    let y = r * (v - x) - p.y * hhh;
    JacobianPoint { x, y, z }
}
