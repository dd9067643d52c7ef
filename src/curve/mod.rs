//! The curve sm2p256v1: y² = x³ − 3x + b over the field mod p, of prime order n.

pub(crate) mod double_base;
#[cfg(feature = "precomp")]
pub(crate) mod fixed_base;
pub(crate) mod formulas;
pub(crate) mod point;
pub(crate) mod recode;
pub(crate) mod variable_base;

#[cfg(not(feature = "precomp"))]
pub(crate) mod fixed_base {
    //! k·G without a table in the binary.

    use super::point::{AffinePoint, JacobianPoint};
    use super::variable_base;
    use crate::arith::scalar::Scalar;
    use crate::backend::Kernels;

    /// k·G for a secret k, constant time; infinity for k = 0.
    pub(crate) fn mul<K: Kernels>(k: &Scalar) -> JacobianPoint<K> {
        variable_base::mul(&AffinePoint::GENERATOR, k)
    }
}

/// Z of a secret multiple tells about the scalar, so points are wiped too.
impl<K> zeroize::Zeroize for point::JacobianPoint<K> {
    fn zeroize(&mut self) {
        for coordinate in [&mut self.x, &mut self.y, &mut self.z] {
            coordinate.zeroize();
        }
    }
}

impl<K> zeroize::Zeroize for crate::arith::field::FieldElement<K> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}
