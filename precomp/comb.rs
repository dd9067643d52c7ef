//! The comb: its shape, and the generator of its tables. `README.md` in this folder derives it.

use crate::backend::Kernels;
use crate::curve::point::{AffinePoint, JacobianPoint, SumVartime, normalise};

/// Doublings between the stages, plus one: stage j uses the bits SPACING·c + j, one for each column c.
pub(crate) const SPACING: usize = if cfg!(feature = "precomp") { 4 } else { 64 };
/// Columns looked up together.
pub(crate) const TEETH: usize = if cfg!(feature = "precomp") { 6 } else { 4 };
/// 256 bits are 64 columns of 4, or 4 of 64.
pub(crate) const COLUMNS: usize = 256 / SPACING;
/// Ten blocks of six columns, and one of the four that are left; or one of all.
pub(crate) const BLOCKS: usize = COLUMNS.div_ceil(TEETH);
/// Points in the table: half of the sign patterns of each block.
pub(crate) const ENTRIES: usize = (BLOCKS - 1) * entries(0) + entries(BLOCKS - 1);

/// Affine points in Montgomery form, x ‖ y.
pub(crate) type Table = [[u64; 8]; ENTRIES];

/// The columns of a block.
pub(crate) const fn teeth(block: usize) -> usize {
    if block + 1 < BLOCKS { TEETH } else { COLUMNS - (BLOCKS - 1) * TEETH }
}

/// The points of a block.
pub(crate) const fn entries(block: usize) -> usize {
    1 << (teeth(block) - 1)
}

/// The table of a point P: block after block; entry i of block b is
///
/// 2^(S·c_top)·P + Σ ±2^(S·c)·P for S = SPACING, c from T·b, T = TEETH, to the block's last column c_top, + where bit c − T·b of i is set.
///
/// All additions are of public points and handle every case; no sum is infinity, as the signed sums of
/// distinct powers of two below 2^253 are neither 0 nor multiples of n.
#[cfg_attr(not(feature = "precomp"), allow(dead_code))] // but in the build script and in tests
pub(crate) fn table<K: Kernels>(p: &AffinePoint<K>) -> Table {
    // columns[c] = 2^(S·c)·P and doubled[c] = 2·columns[c]
    let mut columns = [JacobianPoint::INFINITY; COLUMNS];
    let mut doubled = columns;
    let mut point = JacobianPoint::from(*p);
    for (column, twice) in columns.iter_mut().zip(&mut doubled) {
        *column = point;
        *twice = point.double();
        point = *twice;
        (1..SPACING).for_each(|_| point.double_in_place());
    }
    let columns = normalise(&columns);
    let doubled = normalise(&doubled);

    let mut table = [JacobianPoint::INFINITY; ENTRIES];
    let mut rest = &mut table[..];
    for block in 0..BLOCKS {
        let (row, tail) = rest.split_at_mut(entries(block));
        rest = tail;
        let first = block * TEETH;
        let top = first + teeth(block) - 1;
        let mut sum = SumVartime::from(JacobianPoint::from(columns[top]));
        columns[first..top].iter().for_each(|column| sum.add(&-*column));
        row[0] = sum.point();
        // Setting bit t of an index turns −2^(S·c) into +2^(S·c).
        for i in 1..row.len() {
            let t = i.ilog2() as usize;
            let mut sum = SumVartime::from(row[i - (1 << t)]);
            sum.add(&doubled[first + t]);
            row[i] = sum.point();
        }
    }
    normalise(&table).map(AffinePoint::to_montgomery)
}
