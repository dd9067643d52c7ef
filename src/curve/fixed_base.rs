//! k·G from the comb table, which the build script makes, and the digits of other points' tables. Without the feature `precomp` the
//! table is a small one, of eight points.

use super::point::{AffinePoint, JacobianPoint};
#[cfg(feature = "precomp")]
use super::recode;
use super::recode::SignedBits;
use crate::arith::scalar::Scalar;
use crate::backend::{Kernels, mask::Mask};

#[path = "../../precomp/comb.rs"]
mod comb;

#[allow(unused_imports)] // by the benchmarks, which mount this, and without `precomp`
pub(crate) use comb::{BLOCKS, SPACING, Table, table};
use comb::{TEETH, entries, teeth};

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// The entries of a block.
#[inline(always)]
fn row(table: &Table, block: usize) -> &[[u64; 8]] {
    let start = block * entries(0);
    &table[start..start + entries(block)]
}

/// The signed bits of a scalar, by stages.
#[cfg(feature = "precomp")]
struct Digits([u64; SPACING]);

#[cfg(feature = "precomp")]
impl Digits {
    /// With whether they stand for the scalar negated.
    fn new(k: &Scalar) -> (Self, Mask) {
        let (bits, negated) = SignedBits::new(k);
        (Self(bits.every_fourth()), negated)
    }

    /// The digit of `block` at stage `j`: see `recode::digit`.
    #[inline(always)]
    fn get(&self, block: usize, j: usize) -> (usize, Mask) {
        recode::digit(self.0[j] >> (TEETH * block), teeth(block))
    }
}

/// The signed bits of a scalar.
#[cfg(not(feature = "precomp"))]
struct Digits(SignedBits);

#[cfg(not(feature = "precomp"))]
impl Digits {
    /// With whether they stand for the scalar negated.
    fn new(k: &Scalar) -> (Self, Mask) {
        let (bits, negated) = SignedBits::new(k);
        (Self(bits), negated)
    }

    /// The digit of `block` at stage `j`: see `recode::digit`.
    #[inline(always)]
    fn get(&self, block: usize, j: usize) -> (usize, Mask) {
        self.0.digit(SPACING * TEETH * block + j, SPACING, teeth(block))
    }
}

/// k·G for a secret k, constant time; infinity for k = 0.
///
/// # No exceptional addition
///
/// K, odd and in [1, n], is what is written in digits: K ≡ ±k. Let the accumulator be m·G before an addition of t·G, where m and
/// t are signed sums of powers of two over disjoint sets of exponents (scaled alike). The 2-adic valuation of such a sum is its lowest exponent, so m
/// and t are not 0 and m ≠ ±t as integers. They could agree up to sign mod n only if |m| + |t| ≥ n. In the
/// stages before the last, |m| + |t| < 2^255 < n.
///
/// With the small table, of one block, what is left is the last addition. It is exceptional for K = n + 2·t₀ where all signs of t₀ are negative (and for
/// K = n, k = 0), and handles every case.
///
/// With the large table, |m| + |t| < 2^256 − 2^252 < n in the last stage, until the topmost block, with bit 252, is added. It is
/// added last but one, and the lowest block, of digit t₀, last.
///
/// * Topmost block, of digit t: K = m + t + t₀ and m = ±t + j·n mean K = t₀ + j·n + (2·t or 0) for j = ±1. No K in [1, n] that is of this form for
///   some t and t₀ has the digits t and t₀.
/// * Lowest block: K = m + t₀ and m = ±t₀ + j·n mean K = j·n + (2·t₀ or 0). No K in [1, n] of the form n + 2·t₀ has the digit t₀. K = n is
///   k = 0: m·G = −t₀·G, for which the formula gives infinity, as it should.
///
/// Both were found by trying all t and t₀ (a test does so), and both would fail for most other orders of the blocks.
pub(crate) fn mul<K: Kernels>(k: &Scalar) -> JacobianPoint<K> {
    let (digits, negated) = Digits::new(k);
    let select = |(block, j)| {
        let (index, negative) = digits.get(block, j);
        AffinePoint::<K>::from_table(K::table_select(row(&COMB_TABLE, block), index), negative)
    };
    let begins_stage = |i: usize| ORDER[i].1 < ORDER[i - 1].1;
    let last = ORDER.len() - 1;
    let mut acc = JacobianPoint::from(select(ORDER[0]));
    let mut point = select(ORDER[1]);
    for i in 1..last {
        if begins_stage(i) {
            acc.double_in_place();
        }
        // The digit is added while the one after it is looked up.
        let (block, j) = ORDER[i + 1];
        let (index, negative) = digits.get(block, j);
        let entry = K::point_add_affine_select(&mut acc, &point, row(&COMB_TABLE, block), index);
        point = AffinePoint::from_table(entry, negative);
    }
    if begins_stage(last) {
        acc.double_in_place();
    }
    if cfg!(feature = "precomp") {
        acc.add_distinct(&point);
    } else {
        acc = acc.add_affine(&point);
    }
    acc.negate_if(negated)
}

/// The digits in the order of their additions, as block and stage: the first stage begins with the lowest block, the others end with it.
#[allow(clippy::modulo_one)] // the small table has one block
const ORDER: [(usize, usize); SPACING * BLOCKS] = {
    let mut order = [(0, 0); SPACING * BLOCKS];
    let mut i = 0;
    while i < order.len() {
        let first = if i < BLOCKS { 0 } else { 1 };
        order[i] = ((i + first) % BLOCKS, SPACING - 1 - i / BLOCKS);
        i += 1;
    }
    order
};
// On which the argument above rests.
const _: () = assert!(matches!(ORDER[ORDER.len() - 1], (0, 0)));

/// The signed bits of a public k with a table, to add the comb's digits one by one: `double_base.rs` shares its doublings.
pub(crate) struct CombVartime<'a> {
    table: &'a Table,
    digits: Digits,
    negated: bool,
}

impl<'a> CombVartime<'a> {
    /// For k times the point that `table` is of.
    pub(crate) fn new(k: &Scalar, table: &'a Table) -> Self {
        let (digits, negated) = Digits::new(k);
        Self { table, digits, negated: negated.is_set_vartime() }
    }

    /// The digit of `block` at stage `j`.
    pub(crate) fn digit<K: Kernels>(&self, block: usize, j: usize) -> AffinePoint<K> {
        let (index, negative) = self.digits.get(block, j);
        let point = AffinePoint::from_montgomery(row(self.table, block)[index]);
        if negative.is_set_vartime() != self.negated { -point } else { point }
    }
}
