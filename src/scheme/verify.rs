//! GB/T 32918.2-2016, 7.1: does (r, s) sign the prehash e under the public key P?

use crate::arith::field::{self, FieldElement};
use crate::arith::limbs::{self, Limbs};
use crate::arith::scalar::{ORDER, Scalar};
use crate::backend::Kernels;
use crate::curve::point::JacobianPoint;

/// Steps B5 to B7, for r and s in [1, n − 1], where `sum` gives u·G + v·P for the public key P. All inputs are public.
pub(crate) fn verify<K: Kernels>(
    e: &[u8; 32],
    r: &Scalar,
    s: &Scalar,
    sum: impl FnOnce(&Scalar, &Scalar) -> JacobianPoint<K>,
) -> bool {
    // B5: t = r + s
    let t = *r + *s;
    if t.is_zero().is_set_vartime() {
        return false;
    }
    // B6: (x1, y1) = s·G + t·P
    let sum = sum(s, &t);
    if sum.is_infinity().is_set_vartime() {
        return false;
    }
    // B7, where X/Z² = x1 is X = x1·Z²: no inversion
    let zz = sum.z.square();
    let is_x1 = |x1| (FieldElement::from_integer(&x1) * zz).is_equal(&sum.x).is_set_vartime();
    x1(e, r).into_iter().flatten().any(is_x1)
}

/// The x1 below p with e + x1 ≡ r mod n: v = r − e mod n and, if it is below p, v + n.
pub(super) fn x1(e: &[u8; 32], r: &Scalar) -> [Option<Limbs>; 2] {
    let v = *(*r - Scalar::from_be_bytes_reduced(e)).limbs();
    let (v_plus_n, carry) = limbs::add(&v, &ORDER);
    let below_p = carry == 0 && limbs::sub(&v_plus_n, &field::MODULUS).1 == 1;
    [Some(v), below_p.then_some(v_plus_n)]
}
