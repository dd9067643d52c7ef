//! Points, and their sums with every exceptional case.

use crate::arith::field::{FieldElement, MODULUS};
use crate::arith::limbs::{self, Limbs};
use crate::backend::{Kernels, Native, mask::Mask};

/// A finite point of the curve.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct AffinePoint<K = Native> {
    pub(crate) x: FieldElement<K>,
    pub(crate) y: FieldElement<K>,
}

/// A point of the curve as (X/Z², Y/Z³), or infinity (Z ≡ 0).
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct JacobianPoint<K = Native> {
    pub(crate) x: FieldElement<K>,
    pub(crate) y: FieldElement<K>,
    pub(crate) z: FieldElement<K>,
}

/// b of y² = x³ − 3x + b, in Montgomery form.
const B: Limbs = [0x90d230632bc0dd42, 0x71cf379ae9b537ab, 0x527981505ea51c3c, 0x240fe188ba20e2c8];

impl<K: Kernels> AffinePoint<K> {
    /// G.
    pub(crate) const GENERATOR: Self = Self::from_montgomery([
        0x61328990f418029e,
        0x3e7981eddca6c050,
        0xd6a1ed99ac24c3c3,
        0x91167a5ee1c13b05,
        0xc1354e593c2d0ddd,
        0xc1f5e5788d3295fa,
        0x8d4cfb066e2a48f8,
        0x63cd65d481d735bd,
    ]);

    /// From x ‖ y in Montgomery form, as tables hold them.
    #[inline(always)]
    pub(crate) const fn from_montgomery(l: [u64; 8]) -> Self {
        Self {
            x: FieldElement::from_montgomery([l[0], l[1], l[2], l[3]]),
            y: FieldElement::from_montgomery([l[4], l[5], l[6], l[7]]),
        }
    }

    /// x ‖ y in Montgomery form, each in [0, p).
    #[cfg_attr(not(feature = "precomp"), allow(dead_code))] // but in the build script and in tests
    pub(crate) fn to_montgomery(self) -> [u64; 8] {
        let ([x0, x1, x2, x3], [y0, y1, y2, y3]) = (self.x.canonical(), self.y.canonical());
        [x0, x1, x2, x3, y0, y1, y2, y3]
    }

    /// The same point, for other kernels.
    #[inline(always)]
    pub(crate) fn cast<L: Kernels>(&self) -> AffinePoint<L> {
        AffinePoint { x: self.x.cast(), y: self.y.cast() }
    }

    /// The point with these coordinates, if the curve has it.
    pub(crate) fn new(x: FieldElement<K>, y: FieldElement<K>) -> Option<Self> {
        y.square().is_equal(&right_side(&x)).is_set_vartime().then_some(Self { x, y })
    }

    /// The point with this x and a y of this parity, if the curve has one.
    ///
    /// y = 0 does not occur: a point with it would have order 2, and the order of the group is odd.
    pub(crate) fn decompress(x: FieldElement<K>, y_is_odd: bool) -> Option<Self> {
        let y = right_side(&x).sqrt()?;
        let flip = (y.to_integer()[0] & 1 == 1) != y_is_odd;
        Some(Self { x, y: if flip { -y } else { y } })
    }

    /// The point P of a table entry or, if the mask is set, −P. Entries are canonical, so that p − y will do for −y.
    #[inline(always)]
    pub(crate) fn from_table(entry: [u64; 8], negative: Mask) -> Self {
        let Self { x, y } = Self::from_montgomery(entry);
        let (minus_y, _) = limbs::sub(&MODULUS, &y.0);
        Self { x, y: FieldElement::from_montgomery(negative.select(&y.0, &minus_y)) }
    }
}

impl<K: Kernels> core::ops::Neg for AffinePoint<K> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self { x: self.x, y: -self.y }
    }
}

/// x³ − 3x + b.
fn right_side<K: Kernels>(x: &FieldElement<K>) -> FieldElement<K> {
    let three_x = x.double() + *x;
    x.square() * *x - three_x + FieldElement::from_montgomery(B)
}

impl<K: Kernels> From<AffinePoint<K>> for JacobianPoint<K> {
    #[inline(always)]
    fn from(p: AffinePoint<K>) -> Self {
        Self { x: p.x, y: p.y, z: FieldElement::ONE }
    }
}

impl<K: Kernels> JacobianPoint<K> {
    pub(crate) const INFINITY: Self =
        Self { x: FieldElement::ONE, y: FieldElement::ONE, z: FieldElement::ZERO };

    /// 2·P.
    #[inline(always)]
    pub(crate) fn double(mut self) -> Self {
        self.double_in_place();
        self
    }

    /// P becomes 2·P.
    #[inline(always)]
    pub(crate) fn double_in_place(&mut self) {
        K::point_double(self);
    }

    /// P becomes P + Q, for finite P ≠ ±Q. The caller's comment says why that holds.
    #[inline(always)]
    pub(crate) fn add_distinct(&mut self, q: &AffinePoint<K>) {
        K::point_add_affine(self, q);
    }

    /// P + Q in constant time, every case: P at infinity gives Q, P = Q doubles, P = −Q has Z ≡ 0 by itself.
    pub(crate) fn add_affine(&self, q: &AffinePoint<K>) -> Self {
        let zz = self.z.square();
        let same = (q.x * zz).is_equal(&self.x) & (q.y * (zz * self.z)).is_equal(&self.y);
        let mut sum = *self;
        sum.add_distinct(q);
        let sum = Self::select(same, &sum, &self.double());
        Self::select(self.is_infinity(), &sum, &(*q).into())
    }

    pub(crate) fn is_infinity(&self) -> Mask {
        self.z.is_zero()
    }

    /// −P if the mask is set, else P.
    pub(crate) fn negate_if(&self, mask: Mask) -> Self {
        Self { x: self.x, y: FieldElement::select(mask, &self.y, &-self.y), z: self.z }
    }

    fn select(mask: Mask, a: &Self, b: &Self) -> Self {
        Self {
            x: FieldElement::select(mask, &a.x, &b.x),
            y: FieldElement::select(mask, &a.y, &b.y),
            z: FieldElement::select(mask, &a.z, &b.z),
        }
    }

    /// The affine point, constant time; (0, 0) for infinity.
    pub(crate) fn to_affine(self) -> AffinePoint<K> {
        self.scale(&self.z.invert())
    }

    /// The affine x, constant time, given 1/Z.
    pub(crate) fn affine_x(&self, z_inv: &FieldElement<K>) -> FieldElement<K> {
        self.x * z_inv.square()
    }

    /// The affine point, given 1/Z.
    fn scale(&self, z_inv: &FieldElement<K>) -> AffinePoint<K> {
        let zz_inv = z_inv.square();
        AffinePoint { x: self.x * zz_inv, y: self.y * (zz_inv * *z_inv) }
    }
}

/// All of `points`, which must be finite, as affine points with one inversion, constant time.
pub(crate) fn normalise<K: Kernels, const N: usize>(points: &[JacobianPoint<K>; N]) -> [AffinePoint<K>; N] {
    let inverses = inverses(points);
    core::array::from_fn(|i| points[i].scale(&inverses[i]))
}

/// 1/Z for all of `points`, which must be finite, with one inversion (Montgomery's trick), constant time.
pub(crate) fn inverses<K: Kernels, const N: usize>(points: &[JacobianPoint<K>; N]) -> [FieldElement<K>; N] {
    // 1. inverses[i] = Z_0·…·Z_(i−1), for now
    let mut product = FieldElement::ONE;
    let mut inverses = points.each_ref().map(|point| {
        let so_far = product;
        product = product * point.z;
        so_far
    });
    // 2. From the back: 1/(Z_0·…·Z_i)·(Z_0·…·Z_(i−1)) = 1/Z_i
    let mut inverse = product.invert();
    for i in (0..N).rev() {
        inverses[i] = inverses[i] * inverse;
        inverse = inverse * points[i].z;
    }
    inverses
}

/// A sum of public points, every case.
pub(crate) struct SumVartime<K> {
    point: JacobianPoint<K>,
    is_infinity: bool,
}

impl<K: Kernels> SumVartime<K> {
    /// The empty sum: infinity.
    pub(crate) fn new() -> Self {
        Self { point: JacobianPoint::INFINITY, is_infinity: true }
    }

    #[inline(always)]
    pub(crate) fn double(&mut self) {
        if !self.is_infinity {
            self.point.double_in_place();
        }
    }

    /// Z ≡ 0 in the sum of finite points tells that they were the same up to sign.
    #[inline(always)]
    pub(crate) fn add(&mut self, q: &AffinePoint<K>) {
        if self.is_infinity {
            *self = JacobianPoint::from(*q).into();
            return;
        }
        let before = self.point;
        self.point.add_distinct(q);
        if self.point.is_infinity().is_set_vartime() {
            *self = before.add_affine(q).into();
        }
    }

    pub(crate) fn point(self) -> JacobianPoint<K> {
        self.point
    }
}

impl<K: Kernels> From<JacobianPoint<K>> for SumVartime<K> {
    fn from(point: JacobianPoint<K>) -> Self {
        Self { is_infinity: point.is_infinity().is_set_vartime(), point }
    }
}
