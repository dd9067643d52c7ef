//! The controls: copies of the code path of a signature, each with a leak planted in it. The checks have to find them all.

use crate::arith::limbs::Limbs;
use crate::arith::scalar::Scalar;
use crate::backend::{Kernels, Native};
use crate::cases::Case;
use crate::curve::point::{AffinePoint, JacobianPoint};
use crate::curve::recode::SignedBits;
use crate::curve::variable_base::odd_multiples;
use crate::operations::{Visitor, done};
use core::hint::black_box;

/// Shows every control to the visitor.
pub fn all(visitor: &mut impl Visitor) {
    let nonce = |c: &Case| Scalar::from_be_bytes_reduced(&c.k);
    visitor.operation::<100, _>("branch on a nonce bit", nonce, |k| done(branch(k)));
    visitor.operation::<101, _>("indexed load", nonce, |k| done(indexed_load(k)));
    visitor.operation::<102, _>("early exit", nonce, |k| done(early_exit(k)));
    visitor.operation::<103, _>("division", nonce, |k| done(division(k)));
    visitor.operation::<104, _>("secret on the stack", nonce, |k| spill(black_box(k)));
}

/// Double and add: an addition where the bit is set.
fn branch(k: &Scalar) -> JacobianPoint {
    let mut acc = JacobianPoint::from(AffinePoint::GENERATOR);
    for i in (0..255).rev() {
        acc.double_in_place();
        if black_box(k.limbs()[i / 64] >> (i % 64)) & 1 == 1 {
            acc.add_distinct(&AffinePoint::GENERATOR);
        }
    }
    acc
}

/// A window of five bits, whose table is read at the digit alone.
fn indexed_load(k: &Scalar) -> JacobianPoint {
    let table: [AffinePoint; 16] = odd_multiples(&AffinePoint::GENERATOR);
    let (bits, _) = SignedBits::new(k);
    let mut acc = JacobianPoint::from(AffinePoint::GENERATOR);
    for start in (0..255).step_by(5).rev() {
        for _ in 0..5 {
            acc.double_in_place();
        }
        let (index, negative) = bits.digit(start, 1, 5);
        acc.add_distinct(&AffinePoint::from_table(black_box(&table)[index].to_montgomery(), negative));
    }
    acc
}

/// Is s the scalar? Word by word, ending where they differ.
fn early_exit(k: &Scalar) -> bool {
    let other: Limbs = [1, 0, 0, 0];
    k.limbs().iter().rev().zip(other.iter().rev()).all(|(a, b)| black_box(*a) == black_box(*b))
}

/// Signed bits, with a digit taken by a division.
fn division(k: &Scalar) -> u64 {
    let (bits, _) = SignedBits::new(k);
    let (index, _) = bits.digit(0, 1, 5);
    black_box(k.limbs()[1]) / black_box(index as u64 + 3)
}

/// A field product with a copy of the scalar left in the frame.
#[inline(never)]
fn spill(k: &Scalar) {
    let copy = *k.limbs();
    black_box(&copy);
    black_box(Native::fe_mul(&copy, &copy));
}
