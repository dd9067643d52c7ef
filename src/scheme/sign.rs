//! GB/T 32918.2-2016, 6.1: from the prehash and a nonce to r and s.

use crate::arith::field::FieldElement;
use crate::arith::scalar::{MontgomeryScalar, Scalar};
use crate::backend::{Kernels, taint::declassify};
use crate::curve::fixed_base;
use zeroize::Zeroizing;

/// Steps A4 to A6 for the nonce k and (1 + d)^−1: (r, s), or `None` where the standard asks for another nonce
/// (k = 0, r = 0, r + k = n or s = 0).
///
/// s = (1 + d)^−1·(k − r·d) = (1 + d)^−1·(k + r) − r, so that d itself is not needed.
pub(crate) fn sign<K: Kernels>(
    e: &[u8; 32],
    k: &Scalar,
    one_plus_d_inv: &MontgomeryScalar,
) -> Option<(Scalar, Scalar)> {
    // A4: (x1, y1) = k·G
    let point = Zeroizing::new(fixed_base::mul::<K>(k));
    complete(e, k, one_plus_d_inv, point.affine_x(&point.z.invert()))
}

/// Steps A5 and A6, where the x of k·G is known; what it is for k = 0 does not matter.
pub(crate) fn complete<K: Kernels>(
    e: &[u8; 32],
    k: &Scalar,
    one_plus_d_inv: &MontgomeryScalar,
    x1: FieldElement<K>,
) -> Option<(Scalar, Scalar)> {
    // A5: r = e + x1
    let r = Scalar::from_be_bytes_reduced(e) + Scalar::from_be_bytes_reduced(&x1.to_be_bytes());
    let r_plus_k = Zeroizing::new(r + *k);
    // A6
    let s = one_plus_d_inv.mul(&r_plus_k) - r;
    // Whether a nonce had to be drawn again is public: it happens once in 2^254 signatures, or for a nonce
    // that was chosen to make it happen.
    let unusable = k.is_zero() | r.is_zero() | r_plus_k.is_zero() | s.is_zero();
    // So are r and s: they are the signature, or the reason why there is none.
    (!unusable.is_set_vartime()).then_some((declassify(r), declassify(s)))
}
