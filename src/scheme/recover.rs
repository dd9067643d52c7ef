//! GB/T 32918.2-2016, 7.1, solved for the public key: under which does (r, s) sign the prehash e?

use super::verify::x1;
use crate::arith::field::FieldElement;
use crate::arith::scalar::Scalar;
use crate::backend::Kernels;
use crate::curve::double_base::{FEW, Multiples, mul_vartime};
use crate::curve::point::AffinePoint;

/// For r, s and t = r + s in [1, n − 1]. B7 leaves at most two x1, and B6 one P for each of the two points with that x1:
/// R = (x1, y1) = s·G + t·P, so that P = t^−1·R − t^−1·s·G. At [2·i + parity of y1] for the i-th x1. All inputs are public.
pub(crate) fn recover<K: Kernels>(e: &[u8; 32], r: &Scalar, s: &Scalar) -> [Option<AffinePoint<K>>; 4] {
    let t_inv = (*r + *s).invert::<K>();
    let minus_s_by_t = -t_inv.to_montgomery().mul(s);
    let x1 = x1(e, r);
    core::array::from_fn(|i| {
        let x = FieldElement::from_integer(x1[i / 2].as_ref()?);
        let multiples = Multiples::<K, FEW>::new(&AffinePoint::decompress(x, i % 2 == 1)?);
        let p = mul_vartime(&minus_s_by_t, &t_inv, &multiples);
        (!p.is_infinity().is_set_vartime()).then(|| p.to_affine())
    })
}
