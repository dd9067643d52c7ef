//! k·G from the comb table, which the build script makes.

use super::point::{AffinePoint, JacobianPoint};
use super::recode::SignedBits;
use crate::arith::scalar::Scalar;
use crate::backend;

#[path = "../../precomp/comb.rs"]
#[cfg_attr(not(test), allow(dead_code))]
mod comb;

pub(crate) use comb::{BLOCKS, SPACING};
use comb::{TEETH, entries, teeth};

include!(concat!(env!("OUT_DIR"), "/comb_table.rs"));

/// The entries of a block.
#[inline(always)]
fn row(block: usize) -> &'static [[u64; 8]] {
    let start = block * entries(0);
    &COMB_TABLE[start..start + entries(block)]
}

/// The digit of `block` at stage `j`, as a point: ±2^j times it is what the digit counts.
#[inline(always)]
fn select(bits: &SignedBits, block: usize, j: usize) -> AffinePoint {
    let (index, negative) = bits.digit(SPACING * TEETH * block + j, SPACING, teeth(block));
    AffinePoint::from_montgomery(backend::table_select(row(block), index)).negate_if(negative)
}

/// k·G for a secret k, constant time; infinity for k = 0.
///
/// # No exceptional addition but the last
///
/// Let the accumulator be m·G before an addition of t·G, where m and t are signed sums of powers of two over
/// disjoint sets of exponents (scaled alike). The 2-adic valuation of such a sum is its lowest exponent, so m
/// and t are not 0 and m ≠ ±t as integers. They could agree up to sign mod n only if |m| + |t| ≥ n. In the
/// stages before the last, |m| + |t| < 2^255 < n. In the last one the topmost block, with bit 252, comes last:
/// before it |m| + |t| < 2^256 − 2^252 < n. So every addition but the very last is of finite points that are
/// distinct up to sign; the last one handles every case (k = 0 ends at infinity there).
pub(crate) fn mul(k: &Scalar) -> JacobianPoint {
    let (bits, negated) = SignedBits::new(k);
    let mut acc = JacobianPoint::from(select(&bits, 0, SPACING - 1));
    for block in 1..BLOCKS {
        acc = acc.add_affine_distinct(&select(&bits, block, SPACING - 1));
    }
    for j in (0..SPACING - 1).rev() {
        acc = acc.double();
        let last = if j == 0 { BLOCKS - 1 } else { BLOCKS };
        for block in 0..last {
            acc = acc.add_affine_distinct(&select(&bits, block, j));
        }
    }
    acc.add_affine(&select(&bits, BLOCKS - 1, 0)).negate_if(negated)
}

/// The table as the generator makes it with the backend of this build, for the test that compares.
#[cfg(test)]
pub(crate) fn recomputed_table() -> [[u64; 8]; comb::ENTRIES] {
    comb::table()
}

/// The signed bits of a public k, to add the comb's digits one by one: `double_base.rs` shares its doublings.
pub(crate) struct CombVartime {
    bits: SignedBits,
    negated: bool,
}

impl CombVartime {
    pub(crate) fn new(k: &Scalar) -> Self {
        let (bits, negated) = SignedBits::new(k);
        Self { bits, negated: negated.is_set_vartime() }
    }

    /// The digit of `block` at stage `j`.
    pub(crate) fn digit(&self, block: usize, j: usize) -> AffinePoint {
        let (index, negative) = self.bits.digit(SPACING * TEETH * block + j, SPACING, teeth(block));
        let point = AffinePoint::from_montgomery(row(block)[index]);
        if negative.is_set_vartime() != self.negated { -point } else { point }
    }
}
