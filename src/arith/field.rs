//! The field mod p = 2^256 − 2^224 − 2^96 + 2^64 − 1.

use crate::arith::limbs::{self, Limbs};
use crate::arith::safegcd;
use crate::backend::{Kernels, Native, mask::Mask};
use core::marker::PhantomData;

/// p.
pub(crate) const MODULUS: Limbs =
    [0xffffffffffffffff, 0xffffffff00000000, 0xffffffffffffffff, 0xfffffffeffffffff];

/// 2^512 mod p, which takes a value into Montgomery form.
const R2: Limbs = [0x0000000200000003, 0x00000002ffffffff, 0x0000000100000001, 0x0000000400000002];

/// c = R^2: the quotient R^2/(a·R) is the inverse in Montgomery form.
const SAFEGCD_P: safegcd::Modulus = safegcd::Modulus::new(&MODULUS, &R2);

/// An element of the field: a·2^256 mod p (Montgomery form), as any integer in [0, 2^256), see the backend's
/// ranges. One element has two representations where both are in that range, so equality goes through
/// [`is_equal`](Self::is_equal), and bytes are canonical.
///
/// `K` computes with it.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct FieldElement<K = Native>(pub(crate) Limbs, PhantomData<K>);

impl<K: Kernels> FieldElement<K> {
    pub(crate) const ZERO: Self = Self::from_montgomery([0; 4]);
    pub(crate) const ONE: Self = Self::from_montgomery([1, 0x00000000ffffffff, 0, 0x0000000100000000]);

    /// From Montgomery form.
    pub(crate) const fn from_montgomery(limbs: Limbs) -> Self {
        Self(limbs, PhantomData)
    }

    /// The same element, for other kernels.
    #[inline(always)]
    pub(crate) fn cast<L: Kernels>(self) -> FieldElement<L> {
        FieldElement::from_montgomery(self.0)
    }

    /// From 32 bytes, big-endian; `None` for p and above. The answer, not the value, is taken to be public.
    pub(crate) fn from_be_bytes(bytes: &[u8; 32]) -> Option<Self> {
        let x = limbs::from_be_bytes(bytes);
        let (_, below_p) = limbs::sub(&x, &MODULUS);
        (below_p == 1).then(|| Self::from_integer(&x))
    }

    /// From any integer below 2^256, reduced mod p.
    pub(crate) fn from_integer(x: &Limbs) -> Self {
        Self::from_montgomery(K::fe_mul(x, &R2))
    }

    /// The canonical bytes, big-endian, below p.
    pub(crate) fn to_be_bytes(self) -> [u8; 32] {
        limbs::to_be_bytes(&self.to_integer())
    }

    /// The integer in [0, p).
    pub(crate) fn to_integer(self) -> Limbs {
        Self::from_montgomery(K::fe_mul(&self.0, &[1, 0, 0, 0])).canonical()
    }

    /// The representative in [0, p) of the Montgomery form, which is below 2^256 < 2p.
    pub(crate) fn canonical(&self) -> Limbs {
        let (reduced, below_p) = limbs::sub(&self.0, &MODULUS);
        Mask::from_bit(below_p).select(&reduced, &self.0)
    }

    #[inline(always)]
    pub(crate) fn square(&self) -> Self {
        Self::from_montgomery(K::fe_sqr(&self.0))
    }

    /// self^(2^n); n is public.
    #[inline(always)]
    pub(crate) fn square_n(&self, n: usize) -> Self {
        Self::from_montgomery(K::fe_sqr_n(&self.0, n))
    }

    #[inline(always)]
    pub(crate) fn double(&self) -> Self {
        *self + *self
    }

    /// self/2: (self + p)/2 if the integer is odd. Below (2^256 + p)/2.
    #[cfg_attr(sm2p256_assembly, allow(dead_code))]
    #[inline(always)]
    pub(crate) fn half(&self) -> Self {
        let odd = Mask::from_bit(self.0[0] & 1).word();
        let (t, c) = limbs::add(&self.0, &MODULUS.map(|limb| limb & odd));
        Self::from_montgomery([
            t[0] >> 1 | t[1] << 63,
            t[1] >> 1 | t[2] << 63,
            t[2] >> 1 | t[3] << 63,
            t[3] >> 1 | c << 63,
        ])
    }

    pub(crate) fn is_zero(&self) -> Mask {
        let word = |x: &Limbs| x[0] | x[1] | x[2] | x[3];
        let minus_p = core::array::from_fn(|i| self.0[i] ^ MODULUS[i]);
        Mask::is_zero(word(&self.0)) | Mask::is_zero(word(&minus_p))
    }

    pub(crate) fn is_equal(&self, other: &Self) -> Mask {
        (*self - *other).is_zero()
    }

    /// `b` if the mask is set, else `a`.
    #[inline(always)]
    pub(crate) fn select(mask: Mask, a: &Self, b: &Self) -> Self {
        Self::from_montgomery(mask.select(&a.0, &b.0))
    }

    /// 1/self, and 0 for 0. Constant time.
    pub(crate) fn invert(&self) -> Self {
        Self::from_montgomery(K::invert(&self.canonical(), &SAFEGCD_P))
    }

    /// A square root, if there is one (which, is open). The answer, not the value, is taken to be public.
    ///
    /// p ≡ 3 mod 4, so the candidate is self^((p + 1)/4), and (p + 1)/4 = 2^62·(2^32 − 1)·(2^160 − 1).
    pub(crate) fn sqrt(&self) -> Option<Self> {
        // x ↦ x^(2^(2m) − 1), given a = x^(2^m − 1).
        let twice = |a: Self, m: usize| a.square_n(m) * a;
        // x ↦ x^(2^160 − 1).
        let ones_160 = |x: Self| {
            let ones_4 = twice(twice(x, 1), 2);
            let ones_5 = ones_4.square() * x;
            [5, 10, 20, 40, 80].into_iter().fold(ones_5, twice)
        };
        let ones_32 = [1, 2, 4, 8, 16].into_iter().fold(*self, twice);
        let root = ones_160(ones_32).square_n(62);
        root.square().is_equal(self).is_set_vartime().then_some(root)
    }
}

impl<K: Kernels> core::ops::Add for FieldElement<K> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::from_montgomery(K::fe_add(&self.0, &other.0))
    }
}

impl<K: Kernels> core::ops::Sub for FieldElement<K> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::from_montgomery(K::fe_sub(&self.0, &other.0))
    }
}

impl<K: Kernels> core::ops::Mul for FieldElement<K> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self::from_montgomery(K::fe_mul(&self.0, &other.0))
    }
}

impl<K: Kernels> core::ops::Neg for FieldElement<K> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}
