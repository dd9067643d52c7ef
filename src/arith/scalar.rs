//! Integers mod n, the order of the group.

use crate::arith::limbs::{self, Limbs, adc, mac};
use crate::arith::safegcd;
use crate::backend::{Kernels, mask::Mask};
use subtle::{Choice, ConstantTimeEq};
use zeroize::Zeroize;

/// n.
pub(crate) const ORDER: Limbs =
    [0x53bbf40939d54123, 0x7203df6b21c6052b, 0xffffffffffffffff, 0xfffffffeffffffff];

/// −1/n mod 2^64.
const N0: u64 = 0x327f9e8872350975;

/// 2^512 mod n.
const R2: Limbs = [0x901192af7c114f20, 0x3464504ade6fa2fa, 0x620fc84c3affe0d4, 0x1eb5e412a22b3d3b];

const SAFEGCD_N: safegcd::Modulus = safegcd::Modulus::new(&ORDER, &[1, 0, 0, 0]);

/// An integer in [0, n), in plain form.
///
/// A signature takes one multiplication, so nothing is kept in Montgomery form; the one factor for which that
/// pays, (1 + d)^−1, is a [`MontgomeryScalar`].
#[derive(Clone, Copy)]
pub(crate) struct Scalar(Limbs);

/// a·2^256 mod n, in [0, n): multiplies a plain scalar in one step.
#[derive(Clone, Copy)]
pub(crate) struct MontgomeryScalar(Limbs);

impl Scalar {
    pub(crate) const ZERO: Self = Self([0; 4]);
    pub(crate) const ONE: Self = Self([1, 0, 0, 0]);

    /// From 32 bytes, big-endian, and whether they were below n; the scalar is reduced either way.
    pub(crate) fn from_be_bytes(bytes: &[u8; 32]) -> (Self, Mask) {
        Self::reduce(&limbs::from_be_bytes(bytes))
    }

    /// From 32 bytes, big-endian, reduced mod n.
    pub(crate) fn from_be_bytes_reduced(bytes: &[u8; 32]) -> Self {
        Self::from_be_bytes(bytes).0
    }

    /// From 64 bytes, big-endian, reduced mod n.
    pub(crate) fn from_be_bytes_wide(bytes: &[u8; 64]) -> Self {
        let [high, low] = bytes.as_chunks().0 else { unreachable!("64 bytes are two times 32") };
        // high·2^512/2^256 + low
        Self(montgomery_mul(&limbs::from_be_bytes(high), &R2)) + Self::from_be_bytes_reduced(low)
    }

    /// x mod n, and whether x was below n. One subtraction is enough, as 2^256 < 2n.
    fn reduce(x: &Limbs) -> (Self, Mask) {
        let (reduced, below) = limbs::sub(x, &ORDER);
        let below = Mask::from_bit(below);
        (Self(below.select(&reduced, x)), below)
    }

    pub(crate) fn to_be_bytes(self) -> [u8; 32] {
        limbs::to_be_bytes(&self.0)
    }

    pub(crate) fn limbs(&self) -> &Limbs {
        &self.0
    }

    pub(crate) fn is_zero(&self) -> Mask {
        Mask::is_zero(self.0[0] | self.0[1] | self.0[2] | self.0[3])
    }

    /// 1/self, and 0 for 0. Constant time.
    pub(crate) fn invert<K: Kernels>(&self) -> Self {
        Self(K::invert(&self.0, &SAFEGCD_N))
    }

    pub(crate) fn to_montgomery(self) -> MontgomeryScalar {
        MontgomeryScalar(montgomery_mul(&self.0, &R2))
    }
}

impl MontgomeryScalar {
    /// The product, plain.
    pub(crate) fn mul(&self, other: &Scalar) -> Scalar {
        Scalar(montgomery_mul(&self.0, &other.0))
    }
}

/// x·y/2^256 mod n in [0, n), for x·y < 2^256·n.
///
/// Operand scanning: t ← (t + x[i]·y + q·n)/2^64 keeps t < y + n, below 2^257: five limbs, the fifth 0 or 1.
pub(crate) fn montgomery_mul(x: &Limbs, y: &Limbs) -> Limbs {
    let mut t = [0u64; 5];
    for &xi in x {
        let (t0, c) = mac(t[0], xi, y[0], 0);
        let (t1, c) = mac(t[1], xi, y[1], c);
        let (t2, c) = mac(t[2], xi, y[2], c);
        let (t3, c) = mac(t[3], xi, y[3], c);
        let (t4, t5) = adc(t[4], c, 0);

        let q = t0.wrapping_mul(N0);
        let (_, c) = mac(t0, q, ORDER[0], 0);
        let (t1, c) = mac(t1, q, ORDER[1], c);
        let (t2, c) = mac(t2, q, ORDER[2], c);
        let (t3, c) = mac(t3, q, ORDER[3], c);
        let (t4, c) = adc(t4, c, 0);
        t = [t1, t2, t3, t4, t5 + c];
    }
    // t < (x·y)/2^256 + n < 2n.
    reduce_once(&[t[0], t[1], t[2], t[3]], t[4])
}

/// The value carry·2^256 + t, below 2n, mod n.
#[inline(always)]
fn reduce_once(t: &Limbs, carry: u64) -> Limbs {
    let (reduced, borrow) = limbs::sub(t, &ORDER);
    // Below n if and only if the subtraction borrows more than the carry gives.
    Mask::from_bit(borrow & (carry ^ 1)).select(&reduced, t)
}

impl ConstantTimeEq for Scalar {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

impl Zeroize for Scalar {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl Zeroize for MontgomeryScalar {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl core::ops::Add for Scalar {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (t, c) = limbs::add(&self.0, &other.0);
        Self(reduce_once(&t, c))
    }
}

impl core::ops::Sub for Scalar {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        let (t, borrow) = limbs::sub(&self.0, &other.0);
        let mask = Mask::from_bit(borrow).word();
        Self(limbs::add(&t, &ORDER.map(|limb| limb & mask)).0)
    }
}

impl core::ops::Neg for Scalar {
    type Output = Self;
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}
