//! Constant-time modular inversion by division steps.
//!
//! Bernstein and Yang, "Fast constant-time gcd computation and modular inversion" (2019), in the variant that
//! starts at δ = 1/2 (Wuille's hull computation in libsecp256k1's `doc/safegcd_implementation.md`): 590 steps
//! bring (f, g) = (m, x) to (±1, 0) for every odd m < 2^256 and 0 ≤ x < m. They are done in 10 batches of 59: a
//! batch looks at the low 64 bits of f and g alone and gives a 2 × 2 matrix, which is then applied to f, g and,
//! mod m, to the cofactors d, e (f ≡ d·x and g ≡ e·x mod m throughout).
//!
//! Numbers are five signed limbs of 62 bits: value Σ limb[i]·2^(62·i), the limbs 0 to 3 in [0, 2^62), the top one signed.

use crate::arith::limbs::Limbs;
use crate::backend::mask::opaque;

const BATCHES: usize = 10;
const STEPS: u32 = 59;
const LIMB_MASK: u64 = u64::MAX >> 2;

type Signed62 = [i64; 5];

/// An odd modulus below 2^256.
pub(crate) struct Modulus {
    limbs: Signed62,
    /// 1/m mod 2^62.
    inverse: u64,
}

impl Modulus {
    pub(crate) const fn new(m: &Limbs) -> Self {
        // Newton: an inverse mod 2^k becomes one mod 2^2k; m·m ≡ 1 mod 2^3 to begin with.
        let mut inverse = m[0];
        let mut bits = 3;
        while bits < 62 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(m[0].wrapping_mul(inverse)));
            bits *= 2;
        }
        Self { limbs: to_signed62(m), inverse: inverse & LIMB_MASK }
    }
}

/// The matrix of 59 steps, times 2^62: (f, g) ↦ (u·f + v·g, q·f + r·g)/2^62. |u| + |v| and |q| + |r| are at most 2^62.
struct Matrix {
    u: i64,
    v: i64,
    q: i64,
    r: i64,
}

/// 1/x mod m in [0, m), and 0 for x = 0. x must be below m.
pub(crate) fn invert(x: &Limbs, m: &Modulus) -> Limbs {
    let (mut f, mut g) = (m.limbs, to_signed62(x));
    let (mut d, mut e): (Signed62, Signed62) = ([0; 5], [1, 0, 0, 0, 0]);
    let mut zeta = -1;
    for _ in 0..BATCHES {
        let (next, matrix) = steps(zeta, low64(&f), low64(&g));
        zeta = next;
        (d, e) = apply_mod(&d, &e, &matrix, m);
        (f, g) = apply(&f, &g, &matrix);
    }
    // g = 0 and f = ±gcd(m, x): the inverse is ±d.
    from_signed62(&normalise(&d, f[4] >> 63, m))
}

/// 59 division steps on the low words of f and g. ζ = −(δ + 1/2), so that δ > 0 if and only if ζ < 0.
#[inline(always)]
fn steps(mut zeta: i64, mut f: u64, mut g: u64) -> (i64, Matrix) {
    // The identity times 2^3, so that 59 doublings end at 2^62.
    let (mut u, mut v, mut q, mut r) = (8u64, 0u64, 0u64, 8u64);
    for _ in 0..STEPS {
        // A step: if g is odd, g gains f, or −f with the roles of f and g swapped where δ > 0; then g halves.
        let positive = opaque((zeta >> 63) as u64);
        let odd = opaque((g & 1).wrapping_neg());
        let signed = |x: u64| (x ^ positive).wrapping_sub(positive);
        g = g.wrapping_add(signed(f) & odd);
        q = q.wrapping_add(signed(u) & odd);
        r = r.wrapping_add(signed(v) & odd);
        let swap = positive & odd;
        zeta = (zeta ^ swap as i64) - 1;
        // With the swap f becomes the old g, which is the new g plus the old f.
        f = f.wrapping_add(g & swap);
        u = u.wrapping_add(q & swap);
        v = v.wrapping_add(r & swap);
        // Halving g is doubling the row of f.
        g >>= 1;
        u <<= 1;
        v <<= 1;
    }
    let matrix = Matrix { u: u as i64, v: v as i64, q: q as i64, r: r as i64 };
    (zeta, matrix)
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
        let k = k - ((m.inverse.wrapping_mul(low as u64).wrapping_add(k as u64)) & LIMB_MASK) as i64;
        let mut out = [0i64; 5];
        let mut acc = (low + wide(m.limbs[0], k)) >> 62;
        for i in 1..5 {
            acc += wide(a, d[i]) + wide(b, e[i]) + wide(m.limbs[i], k);
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
    carry(&core::array::from_fn(|i| d[i] + (m.limbs[i] & negative)))
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
