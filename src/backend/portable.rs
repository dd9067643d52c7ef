//! The kernels in Rust: what every other backend is tested against, and what the build script runs.
//!
//! # Ranges
//!
//! A field value is any integer in [0, 2^256), congruent to what it stands for mod p: all kernels accept and
//! return that range. p = 2^256 − 2^224 − 2^96 + 2^64 − 1, so that 2^256 ≡ 2^224 + 2^96 − 2^64 + 1, called δ here.

use crate::arith::limbs::{self, Limbs, adc, sbb};
use crate::backend::kernels::Kernels;
use crate::backend::mask::Mask;

/// The kernels of this file.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Kernels for Portable {
    const NAME: &'static str = "portable";

    fn fe_mul(x: &Limbs, y: &Limbs) -> Limbs {
        fe_mul(x, y)
    }

    fn fe_sqr(x: &Limbs) -> Limbs {
        fe_sqr(x)
    }

    #[inline(always)]
    fn fe_add(x: &Limbs, y: &Limbs) -> Limbs {
        fe_add(x, y)
    }

    #[inline(always)]
    fn fe_sub(x: &Limbs, y: &Limbs) -> Limbs {
        fe_sub(x, y)
    }
}

/// t + carry·2^256 ↦ t + carry·δ: (result, carry out). `carry` is 0 or 1.
#[inline(always)]
const fn fold_carry(t: &Limbs, carry: u64) -> (Limbs, u64) {
    // δ in limbs: 1, 2^32 − 1, 0, 2^32.
    let (r0, c) = adc(t[0], carry, 0);
    let (r1, c) = adc(t[1], (carry << 32) - carry, c);
    let (r2, c) = adc(t[2], 0, c);
    let (r3, c) = adc(t[3], carry << 32, c);
    ([r0, r1, r2, r3], c)
}

/// t − borrow·2^256 ↦ t − borrow·δ: (result, borrow out). `borrow` is 0 or 1.
#[inline(always)]
const fn fold_borrow(t: &Limbs, borrow: u64) -> (Limbs, u64) {
    let (r0, c) = sbb(t[0], borrow, 0);
    let (r1, c) = sbb(t[1], (borrow << 32) - borrow, c);
    let (r2, c) = sbb(t[2], 0, c);
    let (r3, c) = sbb(t[3], borrow << 32, c);
    ([r0, r1, r2, r3], c)
}

/// One Montgomery step: (t + q·p)/2^64, where q = t mod 2^64 since p ≡ −1 mod 2^64.
///
/// q·p/2^64 with the low limb, which cancels t[0], left out: q·(2^192 − 2^160 − 2^32 + 1), that is
/// q·2^192 + q less q·2^32 at limbs 0 and 2. For t < 2^256 the result is below 2^192 + p: four limbs, no carry.
#[inline(always)]
const fn reduce_limb(t: &Limbs) -> Limbs {
    let q = t[0];
    let (lo, hi) = (q << 32, q >> 32);
    // The carry out of the sum and the borrow out of the difference cancel.
    let (r0, c) = adc(t[1], q, 0);
    let (r1, c) = adc(t[2], 0, c);
    let (r2, c) = adc(t[3], 0, c);
    let (r3, _) = adc(q, 0, c);
    let (r0, b) = sbb(r0, lo, 0);
    let (r1, b) = sbb(r1, hi, b);
    let (r2, b) = sbb(r2, lo, b);
    let (r3, _) = sbb(r3, hi, b);
    [r0, r1, r2, r3]
}

/// (lo + hi·2^256)/2^256 mod p, for any lo and hi.
///
/// The low half reduces to at most p, since (lo + q·p)/2^256 ≤ (2^256 − 1)(p + 1)/2^256; with hi that is
/// below 2^256 + p, so that one fold of the carry ends below 2^256.
#[inline(always)]
pub(crate) const fn montgomery_reduce(lo: &Limbs, hi: &Limbs) -> Limbs {
    let t = reduce_limb(&reduce_limb(&reduce_limb(&reduce_limb(lo))));
    let (t, c) = limbs::add(&t, hi);
    fold_carry(&t, c).0
}

/// x·y/2^256 mod p.
///
/// Not inlined, nor is the square: a point formula holds a dozen of them, and on 32-bit machines each is two kilobytes.
#[inline(never)]
pub(crate) const fn fe_mul(x: &Limbs, y: &Limbs) -> Limbs {
    let (lo, hi) = limbs::mul_wide(x, y);
    montgomery_reduce(&lo, &hi)
}

/// x²/2^256 mod p.
#[inline(never)]
pub(crate) const fn fe_sqr(x: &Limbs) -> Limbs {
    let (lo, hi) = limbs::sqr_wide(x);
    montgomery_reduce(&lo, &hi)
}

/// x + y mod p.
///
/// The first fold can carry again when the sum was at least 2^256 + p; what is left then is below δ − 1, so
/// that the second one cannot.
#[inline]
pub(crate) const fn fe_add(x: &Limbs, y: &Limbs) -> Limbs {
    let (t, c) = limbs::add(x, y);
    let (t, c) = fold_carry(&t, c);
    fold_carry(&t, c).0
}

/// x − y mod p. Two folds, as in [`fe_add`]: the first borrows again when x − y < −p.
#[inline]
pub(crate) const fn fe_sub(x: &Limbs, y: &Limbs) -> Limbs {
    let (t, b) = limbs::sub(x, y);
    let (t, b) = fold_borrow(&t, b);
    fold_borrow(&t, b).0
}

/// The affine point `row[index]` (x ‖ y), every entry read. `index` is secret and below the row's length, which is public.
#[inline]
pub(crate) fn table_select(row: &[[u64; 8]], index: usize) -> [u64; 8] {
    let mut z = [0u64; 8];
    for (i, entry) in row.iter().enumerate() {
        let mask = Mask::is_zero((i ^ index) as u64).word();
        for (z, x) in z.iter_mut().zip(entry) {
            *z |= x & mask;
        }
    }
    z
}
