//! u·G + v·P for public scalars: what a verification computes.

#[cfg(feature = "precomp")]
use super::fixed_base::{BLOCKS, ODD_MULTIPLES, Table};
use super::fixed_base::{COMB_TABLE, CombVartime, SPACING};
use super::point::{AffinePoint, JacobianPoint, SumVartime};
use super::variable_base::odd_multiples;
use crate::arith::scalar::Scalar;
use crate::backend::Kernels;

/// Digits of a non-adjacent form: one more than the bits of a scalar, for the carry.
const DIGITS: usize = 257;

/// The width-w non-adjacent form of k, for w = log2(N) + 2: digits are odd and below 2N in absolute value, and among w in a row at most one is not zero.
fn digits(k: &Scalar, n: usize) -> [i8; DIGITS] {
    let width = n.ilog2() as usize + 2;
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
        let window = (0..width).rev().fold(0, |w, j| w << 1 | bit(i + j)) + carry;
        carry = window >> (width - 1);
        digits[i] = (window as i16 - ((carry as i16) << width)) as i8;
        i += width;
    }
    digits
}

/// The point that a digit stands for, if any: its entry in a table of odd multiples.
#[cfg(feature = "precomp")]
fn get<K: Kernels>(table: &[[u64; 8]], digit: i8) -> Option<AffinePoint<K>> {
    signed(digit, |i| AffinePoint::from_montgomery(table[i]))
}

#[inline(always)]
fn signed<K: Kernels>(digit: i8, entry: impl FnOnce(usize) -> AffinePoint<K>) -> Option<AffinePoint<K>> {
    if digit == 0 {
        return None;
    }
    let point = entry(digit.unsigned_abs() as usize / 2);
    Some(if digit > 0 { point } else { -point })
}

/// The odd multiples P, 3·P, …, (2N − 1)·P, N a power of two.
pub(crate) struct Multiples<K, const N: usize>([AffinePoint<K>; N]);

/// What serves for one multiplication: more of them cost more than they save.
pub(crate) const FEW: usize = 4;
/// What serves for many multiplications of one point.
pub(crate) const MANY: usize = 32;

impl<K: Kernels, const N: usize> Multiples<K, N> {
    pub(crate) fn new(p: &AffinePoint<K>) -> Self {
        Self(odd_multiples(p))
    }

    fn get(&self, digit: i8) -> Option<AffinePoint<K>> {
        signed(digit, |i| self.0[i])
    }
}

/// u·G + v·P. Time and addresses depend on both scalars and on P.
pub(crate) fn mul_vartime<K: Kernels, const N: usize>(
    u: &Scalar,
    v: &Scalar,
    p: &Multiples<K, N>,
) -> JacobianPoint<K> {
    #[cfg(feature = "precomp")]
    let u = digits(u, ODD_MULTIPLES.len());
    #[cfg(feature = "precomp")]
    let g = |i: usize| get(&ODD_MULTIPLES, u[i]);
    // The small comb has one block: its digits join the last doublings.
    #[cfg(not(feature = "precomp"))]
    let comb = CombVartime::new(u, &COMB_TABLE);
    #[cfg(not(feature = "precomp"))]
    let g = |i: usize| (i < SPACING).then(|| comb.digit(0, i));
    let v = digits(v, N);

    let mut sum = SumVartime::new();
    for (i, v) in v.iter().enumerate().rev() {
        sum.double();
        for point in [g(i), p.get(*v)].into_iter().flatten() {
            sum.add(&point);
        }
    }
    sum.point()
}

/// u·G + v·P, for the comb table of P: 87 additions and three doublings.
#[cfg(feature = "precomp")]
pub(crate) fn mul_prepared_vartime<K: Kernels>(u: &Scalar, v: &Scalar, p: &Table) -> JacobianPoint<K> {
    let combs = [CombVartime::new(u, &COMB_TABLE), CombVartime::new(v, p)];
    let mut sum = SumVartime::new();
    for j in (0..SPACING).rev() {
        sum.double();
        for block in 0..BLOCKS {
            for comb in &combs {
                sum.add(&comb.digit(block, j));
            }
        }
    }
    sum.point()
}
