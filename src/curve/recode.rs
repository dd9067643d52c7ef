//! A scalar as a sum of ±2^i with every sign used: no digit is zero, so no step is skipped.

use crate::arith::limbs::{self, Limbs};
use crate::arith::scalar::{ORDER, Scalar};
use crate::backend::mask::Mask;

/// K = Σ ±2^i over i = 0 … 255, an odd integer in [1, n], with K ≡ k or K ≡ −k mod n.
///
/// Bit i of `signs` is set where 2^i counts positive: Σ (2·v_i − 1)·2^i = 2·v − (2^256 − 1) = K for
/// v = (K + 2^256 − 1)/2, which is K/2 rounded down, with bit 255 set.
pub(crate) struct SignedBits {
    signs: Limbs,
}

impl SignedBits {
    /// K and whether it stands for −k: K is k where k is odd, else n − k, as n is odd (n for k = 0).
    pub(crate) fn new(k: &Scalar) -> (Self, Mask) {
        let k = k.limbs();
        let even = Mask::from_bit((k[0] & 1) ^ 1);
        let (negated, _) = limbs::sub(&ORDER, k);
        let odd = even.select(k, &negated);
        let signs = [
            odd[0] >> 1 | odd[1] << 63,
            odd[1] >> 1 | odd[2] << 63,
            odd[2] >> 1 | odd[3] << 63,
            odd[3] >> 1 | 1 << 63,
        ];
        (Self { signs }, even)
    }

    /// The digit Σ ±2^(i·`stride`) over the bits `start`, `start` + `stride`, … (`count` of them).
    #[cfg_attr(feature = "precomp", allow(dead_code))] // `every_fourth` serves, but for tests
    #[inline(always)]
    pub(crate) fn digit(&self, start: usize, stride: usize, count: usize) -> (usize, Mask) {
        let bit = |i: usize| self.signs[i / 64] >> (i % 64) & 1;
        digit((0..count).rev().fold(0, |signs, i| signs << 1 | bit(start + stride * i)), count)
    }

    /// The bits j, j + 4, j + 8, … as a word, for j from 0 to 3.
    #[cfg_attr(not(feature = "precomp"), allow(dead_code))]
    #[inline]
    pub(crate) fn every_fourth(&self) -> [u64; 4] {
        // Every fourth bit of a word, moved together in pairs, then in fours, eights and sixteens.
        let compress = |x: u64| {
            let x = x & 0x1111111111111111;
            let x = (x | x >> 3) & 0x0303030303030303;
            let x = (x | x >> 6) & 0x000f000f000f000f;
            let x = (x | x >> 12) & 0x000000ff000000ff;
            (x | x >> 24) & 0xffff
        };
        core::array::from_fn(|j| {
            self.signs.iter().rev().fold(0, |word, limb| word << 16 | compress(limb >> j))
        })
    }
}

/// The digit whose signs are the lowest `count` bits, as the index of its absolute value and whether it is negative.
///
/// The sign is that of the topmost bit; the index has bit i set where bit i below it has that same sign.
#[inline(always)]
pub(crate) fn digit(signs: u64, count: usize) -> (usize, Mask) {
    let below = count - 1;
    let negative = (signs >> below & 1) ^ 1;
    let index = (signs ^ negative.wrapping_neg()) & ((1 << below) - 1);
    (index as usize, Mask::from_bit(negative))
}
