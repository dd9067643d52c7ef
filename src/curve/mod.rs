//! The curve sm2p256v1: y² = x³ − 3x + b over the field mod p, of prime order n.

pub(crate) mod double_base;
pub(crate) mod fixed_base;
pub(crate) mod formulas;
pub(crate) mod point;
pub(crate) mod recode;
pub(crate) mod variable_base;

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
