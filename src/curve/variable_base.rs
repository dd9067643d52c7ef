//! Odd multiples of a point that has no table in the binary.

use super::point::{AffinePoint, JacobianPoint, normalise};
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
