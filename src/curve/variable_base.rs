//! k·P without a table in the binary.

use super::point::{AffinePoint, JacobianPoint, normalise};
#[cfg(any(test, not(feature = "precomp")))]
use super::recode::SignedBits;
#[cfg(any(test, not(feature = "precomp")))]
use crate::arith::scalar::Scalar;
use crate::backend::Kernels;

/// The multiples P, 3P, …, (2N − 1)·P. N at least 1; far below n/2, so that none of the points on the way
/// coincide up to sign or are infinity.
pub(crate) fn odd_multiples<K: Kernels, const N: usize>(p: &AffinePoint<K>) -> [AffinePoint<K>; N] {
    // (2i + 1)·P = 2·(i·P) + P, where i·P is odd and in the table, or even and the double of one that was
    // made on the way: evens[i/2] = i·P.
    let mut odds = [JacobianPoint::from(*p); N];
    let mut evens = [JacobianPoint::INFINITY; N];
    for i in 1..N {
        let half = if i % 2 == 1 { odds[i / 2] } else { evens[i / 2] };
        evens[i] = half.double();
        odds[i] = evens[i];
        odds[i].add_distinct(p);
    }
    normalise(&odds)
}

/// Bits in a window of [`mul`].
#[cfg(any(test, not(feature = "precomp")))]
const WINDOW: usize = 5;

/// k·P for a secret k, constant time; infinity for k = 0.
///
/// # No exceptional addition but the last
///
/// Before an addition the accumulator is 32·m·P with m ≠ 0, the digit is odd and at most 31 in absolute value:
/// 32·|m| ≥ 32, so as integers they are not ± the same. Mod n they could be only if 32·|m| + 31 ≥ n, which
/// needs all 256 bits: the last addition, and that one handles every case.
#[cfg(any(test, not(feature = "precomp")))]
pub(crate) fn mul<K: Kernels>(p: &AffinePoint<K>, k: &Scalar) -> JacobianPoint<K> {
    let table: [AffinePoint<K>; 1 << (WINDOW - 1)] = odd_multiples(p);
    let table = table.map(AffinePoint::to_montgomery);
    let (bits, negated) = SignedBits::new(k);
    // Bit 255 always counts +2^255: the first window is P itself.
    let mut acc = JacobianPoint::from(*p);
    for start in (0..255).step_by(WINDOW).rev() {
        for _ in 0..WINDOW {
            acc.double_in_place();
        }
        let (index, negative) = bits.digit(start, 1, WINDOW);
        let digit = AffinePoint::from_table(K::table_select(&table, index), negative);
        if start == 0 {
            acc = acc.add_affine(&digit);
        } else {
            acc.add_distinct(&digit);
        }
    }
    acc.negate_if(negated)
}
