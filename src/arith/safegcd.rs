//! Constant-time modular inversion by division steps.
//!
//! Bernstein and Yang, "Fast constant-time gcd computation and modular inversion" (2019), in the variant that
//! starts at δ = 1/2 (Wuille's hull computation in libsecp256k1's `doc/safegcd_implementation.md`): 590 steps
//! bring (f, g) = (m, x) to (±1, 0) for every odd m < 2^256 and 0 ≤ x < m. They are done in 10 batches of 59: a
//! batch looks at the low 64 bits of f and g alone and gives a 2 × 2 matrix, which is then applied to f, g and,
//! mod m, to the cofactors d, e (c·f ≡ d·x and c·g ≡ e·x mod m throughout, for the numerator c).
//!
//! Numbers are five signed limbs of 62 bits: value Σ limb[i]·2^(62·i), the limbs 0 to 3 in [0, 2^62), the top one signed.

#![cfg_attr(all(sm2p256_assembly, target_arch = "aarch64"), allow(dead_code))]

use crate::arith::limbs::{self, Limbs};
use crate::backend::mask::opaque;

const BATCHES: usize = 10;
const LIMB_MASK: u64 = u64::MAX >> 2;

type Signed62 = [i64; 5];

/// An odd modulus m below 2^256, with the numerator c of the quotients c/x that [`invert`] computes.
#[repr(C)] // The kernel in assembly reads the first three.
pub(crate) struct Modulus {
    limbs: Limbs,
    /// 2^40·c mod m.
    start: Limbs,
    /// −1/m mod 2^64.
    minus_inverse: u64,
    signed: Signed62,
    numerator: Signed62,
}

impl Modulus {
    /// `numerator` is in [0, m).
    pub(crate) const fn new(m: &Limbs, numerator: &Limbs) -> Self {
        // Newton: an inverse mod 2^k becomes one mod 2^2k; m·m ≡ 1 mod 2^3 to begin with.
        let mut inverse = m[0];
        let mut bits = 3;
        while bits < 64 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(m[0].wrapping_mul(inverse)));
            bits *= 2;
        }
        let mut start = *numerator;
        let mut i = 0;
        while i < 40 {
            let (doubled, carry) = limbs::add(&start, &start);
            let (reduced, borrow) = limbs::sub(&doubled, m);
            start = if carry >= borrow { reduced } else { doubled };
            i += 1;
        }
        Self {
            limbs: *m,
            start,
            minus_inverse: inverse.wrapping_neg(),
            signed: to_signed62(m),
            numerator: to_signed62(numerator),
        }
    }
}

/// The matrix of k steps, times 2^k: (f, g) ↦ (u·f + v·g, q·f + r·g)/2^k. |u| + |v| and |q| + |r| are at most 2^k.
#[derive(Clone, Copy)]
struct Matrix {
    u: i64,
    v: i64,
    q: i64,
    r: i64,
}

/// c/x mod m in [0, m), and 0 for x = 0. x must be below m.
pub(crate) fn invert(x: &Limbs, m: &Modulus) -> Limbs {
    let (mut f, mut g) = (m.signed, to_signed62(x));
    let (mut d, mut e) = ([0; 5], m.numerator);
    let mut zeta = -1;
    for _ in 0..BATCHES {
        let (next, matrix) = steps(zeta, low64(&f), low64(&g));
        zeta = next;
        (d, e) = apply_mod(&d, &e, &matrix, m);
        (f, g) = apply(&f, &g, &matrix);
    }
    // g = 0 and f = ±gcd(m, x): the quotient is ±d.
    from_signed62(&normalise(&d, f[4] >> 63, m))
}

impl Matrix {
    /// self after `first`.
    #[inline(always)]
    fn after(&self, first: &Self) -> Self {
        let dot = |a: i64, b: i64, x: i64, y: i64| a.wrapping_mul(x).wrapping_add(b.wrapping_mul(y));
        Self {
            u: dot(self.u, self.v, first.u, first.q),
            v: dot(self.u, self.v, first.v, first.r),
            q: dot(self.q, self.r, first.u, first.q),
            r: dot(self.q, self.r, first.v, first.r),
        }
    }

    /// The low words of f and g after the steps of this matrix, with `k` bits less at the top that mean something.
    #[inline(always)]
    fn apply_low(&self, f: u64, g: u64, k: u32) -> (u64, u64) {
        let row = |a: i64, b: i64| (a as u64).wrapping_mul(f).wrapping_add((b as u64).wrapping_mul(g)) >> k;
        (row(self.u, self.v), row(self.q, self.r))
    }
}

/// 59 division steps on the low words of f and g, with their matrix times 2^62, as 20, 20 and 19.
/// ζ = −(δ + 1/2), so that δ > 0 if and only if ζ < 0.
#[inline(always)]
fn steps(zeta: i64, f: u64, g: u64) -> (i64, Matrix) {
    let (zeta, first) = packed_steps::<20>(zeta, f, g);
    let (f, g) = first.apply_low(f, g, 20);
    let (zeta, second) = packed_steps::<20>(zeta, f, g);
    let (f, g) = second.apply_low(f, g, 20);
    let (zeta, third) = packed_steps::<19>(zeta, f, g);
    let all = third.after(&second.after(&first));
    (zeta, Matrix { u: all.u << 3, v: all.v << 3, q: all.q << 3, r: all.r << 3 })
}

/// K ≤ 20 division steps on the low bits of f and g, with their matrix times 2^K.
///
/// f and the row of the matrix that gives it are one word, F = f − 2^21·u − 2^42·v, and so are g and its row. A step is linear, so it
/// does to the words what it does to their parts: f and g stay in (−2^20, 2^20), having begun with 20 bits; u and v, which
/// begin as 2^K and end with as many halvings behind them as g, stay in (−2^20, 2^20] (Bernstein and Yang, 12; the packing is
/// that of s2n-bignum).
#[inline(always)]
fn packed_steps<const K: u32>(mut zeta: i64, f: u64, g: u64) -> (i64, Matrix) {
    const LOW: u64 = (1 << 20) - 1;
    let mut f = (f & LOW) as i64 - (1 << (21 + K));
    let mut g = (g & LOW) as i64 - (1 << (42 + K));
    for _ in 0..K {
        // If g is odd, it gains f, or −f with the roles of f and g swapped where δ > 0; then it halves.
        let positive = opaque((zeta >> 63) as u64) as i64;
        let odd = opaque((g as u64 & 1).wrapping_neg()) as i64;
        g += ((f ^ positive) - positive) & odd;
        let swap = positive & odd;
        zeta = (zeta ^ swap) - 1;
        // With the swap f becomes the old g, which is the new g plus the old f.
        f += g & swap;
        g >>= 1;
    }
    // The parts: what is below one is at least minus half its unit, and less than half.
    let high = |x: i64| -((x + (1 << 20) + (1 << 41)) >> 42);
    let middle = |x: i64| -(((x + (1 << 20)) << 22) >> 43);
    (zeta, Matrix { u: middle(f), v: high(f), q: middle(g), r: high(g) })
}

/// (f, g) ↦ (u·f + v·g, q·f + r·g)/2^62; both divisions are exact.
#[inline(always)]
fn apply(f: &Signed62, g: &Signed62, t: &Matrix) -> (Signed62, Signed62) {
    let row = |a: i64, b: i64| {
        let mut out = [0i64; 5];
        let mut acc = (wide(a, f[0]) + wide(b, g[0])) >> 62;
        for i in 1..5 {
            acc += wide(a, f[i]) + wide(b, g[i]);
            out[i - 1] = (acc as u64 & LIMB_MASK) as i64;
            acc >>= 62;
        }
        out[4] = acc as i64;
        out
    };
    (row(t.u, t.v), row(t.q, t.r))
}

/// (d, e) ↦ (u·d + v·e, q·d + r·e)/2^62 mod m, for d and e in (−2m, m), which the results are in again.
#[inline(always)]
fn apply_mod(d: &Signed62, e: &Signed62, t: &Matrix, m: &Modulus) -> (Signed62, Signed62) {
    let (d_sign, e_sign) = (d[4] >> 63, e[4] >> 63);
    let row = |a: i64, b: i64| {
        let low = wide(a, d[0]) + wide(b, e[0]);
        // Adding m where d or e is negative moves them to (−m, m), so that |a·d + b·e| < 2^62·m. The multiple
        // of m that makes the sum divisible by 2^62 is then taken in (−2^62, 0]: the quotient is in (−2m, m).
        let k = (a & d_sign) + (b & e_sign);
        let k = k - ((k as u64).wrapping_sub(m.minus_inverse.wrapping_mul(low as u64)) & LIMB_MASK) as i64;
        let mut out = [0i64; 5];
        let mut acc = (low + wide(m.signed[0], k)) >> 62;
        for i in 1..5 {
            acc += wide(a, d[i]) + wide(b, e[i]) + wide(m.signed[i], k);
            out[i - 1] = (acc as u64 & LIMB_MASK) as i64;
            acc >>= 62;
        }
        out[4] = acc as i64;
        out
    };
    (row(t.u, t.v), row(t.q, t.r))
}

/// d or −d (`sign` = −1), from (−2m, m) to [0, m).
fn normalise(d: &Signed62, sign: i64, m: &Modulus) -> Signed62 {
    let d = add_modulus_if_negative(d, m);
    let sign = opaque(sign as u64) as i64;
    let d = carry(&d.map(|limb| (limb ^ sign) - sign));
    add_modulus_if_negative(&d, m)
}

fn add_modulus_if_negative(d: &Signed62, m: &Modulus) -> Signed62 {
    let negative = opaque((d[4] >> 63) as u64) as i64;
    carry(&core::array::from_fn(|i| d[i] + (m.signed[i] & negative)))
}

/// Brings limbs 0 to 3 into [0, 2^62).
fn carry(d: &Signed62) -> Signed62 {
    let mut out = *d;
    for i in 0..4 {
        out[i + 1] += out[i] >> 62;
        out[i] &= LIMB_MASK as i64;
    }
    out
}

#[inline(always)]
fn wide(a: i64, b: i64) -> i128 {
    a as i128 * b as i128
}

/// The number mod 2^64.
#[inline(always)]
fn low64(x: &Signed62) -> u64 {
    x[0] as u64 | (x[1] as u64) << 62
}

const fn to_signed62(x: &Limbs) -> Signed62 {
    [
        (x[0] & LIMB_MASK) as i64,
        ((x[0] >> 62 | x[1] << 2) & LIMB_MASK) as i64,
        ((x[1] >> 60 | x[2] << 4) & LIMB_MASK) as i64,
        ((x[2] >> 58 | x[3] << 6) & LIMB_MASK) as i64,
        (x[3] >> 56) as i64,
    ]
}

/// For a number in [0, 2^256) with its limbs carried.
fn from_signed62(x: &Signed62) -> Limbs {
    let x = x.map(|limb| limb as u64);
    [x[0] | x[1] << 62, x[1] >> 2 | x[2] << 60, x[2] >> 4 | x[3] << 58, x[3] >> 6 | x[4] << 56]
}
