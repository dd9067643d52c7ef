//! The secrets: directed ones, and random ones that are the same in every run.

use crate::arith::limbs::{self, Limbs};
use crate::arith::scalar::{ORDER, Scalar};
use sm2p256_machine::random::SplitMix64;

/// What an operation is given.
pub struct Case {
    pub d: [u8; 32],
    pub k: [u8; 32],
    /// The prehash.
    pub e: [u8; 32],
    /// What the random source gives.
    pub random: [u8; 32],
}

/// How many cases there are.
pub const CASES: usize = 240;

/// Case `i`. The directed values of d and of k meet random ones of the other and, further on, each other.
pub fn case(i: usize) -> Case {
    let mut random = SplitMix64(i as u64);
    let secret = |i: usize, random: &mut SplitMix64| {
        let limbs = directed(i).unwrap_or_else(|| random.words());
        // In [1, n − 2], as both a key and a nonce may be.
        let in_range = Scalar::from_be_bytes_reduced(&limbs::to_be_bytes(&limbs));
        let one_more = in_range + Scalar::ONE;
        let bad = in_range.is_zero() | one_more.is_zero();
        if bad.is_set_vartime() { Scalar::ONE.to_be_bytes() } else { in_range.to_be_bytes() }
    };
    Case {
        d: secret(i, &mut random),
        k: secret((i + CASES / 3) % CASES, &mut random),
        e: match i % 8 {
            0 => [0; 32],
            1 => limbs::to_be_bytes(&ORDER),
            2 => [0xff; 32],
            _ => limbs::to_be_bytes(&random.words()),
        },
        random: limbs::to_be_bytes(&random.words()),
    }
}

const SMALL: usize = 8;
const POWERS: usize = 32;
const RUNS: usize = 32;
const PATTERNS: usize = 60;

/// Directed value `i`, if there are so many.
fn directed(i: usize) -> Option<Limbs> {
    let minus_n = |x: u64| limbs::sub(&ORDER, &[x, 0, 0, 0]).0;
    let power = |i: usize| core::array::from_fn(|j| if j == i / 64 { 1 << (i % 64) } else { 0 });
    match i {
        0..4 => Some([i as u64 + 1, 0, 0, 0]),
        4..SMALL => Some(minus_n(i as u64 - 2)),
        _ if i - SMALL < POWERS => Some(power(8 * (i - SMALL) + i % 8)),
        // 2^j − 1, and n less that.
        _ if i - SMALL - POWERS < RUNS => {
            let i = i - SMALL - POWERS;
            let ones = limbs::sub(&power(16 * (i / 2) + 15), &[1, 0, 0, 0]).0;
            Some(if i % 2 == 0 { ones } else { limbs::sub(&ORDER, &ones).0 })
        }
        _ if i - SMALL - POWERS - RUNS < PATTERNS => Some(pattern(i - SMALL - POWERS - RUNS)),
        _ => None,
    }
}

/// Scalars whose signed bits (curve/recode.rs) are such that the digits of both combs are extreme: v has bit 255 set, and
/// K = 2·v − (2^256 − 1) is at most n.
fn pattern(i: usize) -> Limbs {
    // The bits of v that are the tops of digits. Large comb: six teeth four apart, in groups of 24 bits, the topmost of 16; small comb: four
    // teeth 64 apart.
    let tops: [u64; 4] = {
        let mut limbs = [0; 4];
        for bit in 0..256 {
            let top =
                if i % 4 < 2 { if bit < 240 { bit % 24 >= 20 } else { bit >= 252 } } else { bit >= 192 };
            limbs[bit / 64] |= u64::from(top) << (bit % 64);
        }
        limbs
    };
    // Tops alone, all but the tops, nothing, everything.
    let mut v: Limbs = match i / 4 % 4 {
        0 => tops,
        1 => tops.map(|limb| !limb),
        2 => [0; 4],
        _ => [u64::MAX; 4],
    };
    // Below n if one of the topmost 32 bits is clear: another one each time, so that every digit is extreme in some.
    let clear = [224, 230, 235, 239, 241, 252][i % 6];
    v[clear / 64] &= !(1 << (clear % 64));
    v[3] |= 1 << 63;
    let doubled = limbs::add(&v, &v).0;
    // 2·v − 2^256 + 1: the carry out is the 2^256.
    limbs::add(&doubled, &[1, 0, 0, 0]).0
}
