//! u·G + v·P for public scalars: what a verification computes.

#[cfg(feature = "precomp")]
use super::fixed_base::{BLOCKS, CombVartime, SPACING};
#[cfg(not(feature = "precomp"))]
use super::point::GENERATOR;
use super::point::{AffinePoint, JacobianPoint};
use super::variable_base::odd_multiples;
use crate::arith::scalar::Scalar;

/// The width of the non-adjacent form: digits are odd and below 2^(WIDTH − 1) in absolute value.
const WIDTH: usize = 5;
/// Digits: one more than the bits of a scalar, for the carry.
const DIGITS: usize = 257;

/// u·G + v·P. Time and addresses depend on both scalars and on P.
///
/// With the table of G its digits join in the last rounds, so that all doublings are shared.
pub(crate) fn mul_vartime(u: &Scalar, v: &Scalar, p: &AffinePoint) -> JacobianPoint {
    let p = Wnaf::new(v, p);
    #[cfg(feature = "precomp")]
    let g = CombVartime::new(u);
    #[cfg(not(feature = "precomp"))]
    let g = Wnaf::new(u, &GENERATOR);

    let mut acc = JacobianPoint::INFINITY;
    let mut started = false;
    for i in (0..DIGITS).rev() {
        if started {
            acc = acc.double();
        }
        let mut add = |point: Option<AffinePoint>| {
            if let Some(point) = point {
                acc = acc.add_affine_vartime(&point);
                started = true;
            }
        };
        add(p.digit(i));
        #[cfg(feature = "precomp")]
        if i < SPACING {
            (0..BLOCKS).for_each(|block| add(Some(g.digit(block, i))));
        }
        #[cfg(not(feature = "precomp"))]
        add(g.digit(i));
    }
    acc
}

/// A scalar in width-5 non-adjacent form, with the odd multiples of its point.
struct Wnaf {
    digits: [i8; DIGITS],
    multiples: [AffinePoint; 1 << (WIDTH - 2)],
}

impl Wnaf {
    fn new(k: &Scalar, p: &AffinePoint) -> Self {
        let mut digits = [0; DIGITS];
        let k = k.limbs();
        let bit = |i: usize| k.get(i / 64).map_or(0, |limb| limb >> (i % 64) & 1);
        // The value still to be written from bit i on is its bits plus `carry`.
        let mut carry = 0;
        let mut i = 0;
        while i < DIGITS {
            if bit(i) == carry {
                i += 1;
                continue;
            }
            let window = (0..WIDTH).rev().fold(0, |w, j| w << 1 | bit(i + j)) + carry;
            carry = window >> (WIDTH - 1);
            digits[i] = window as i8 - ((carry as i8) << WIDTH);
            i += WIDTH;
        }
        Self { digits, multiples: odd_multiples(p) }
    }

    /// The point that digit i stands for.
    fn digit(&self, i: usize) -> Option<AffinePoint> {
        let digit = self.digits[i];
        let point = *self.multiples.get(digit.unsigned_abs() as usize / 2)?;
        match digit {
            0 => None,
            1.. => Some(point),
            _ => Some(-point),
        }
    }
}
