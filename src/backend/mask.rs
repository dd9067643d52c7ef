//! Masks: the one way in which a secret bit selects between two values.
//!
//! What keeps the compiler from making a branch of a selection: the word that it is made with has passed through [`opaque`], so that
//! nothing is known of it, not even that it has but two values. The selections on secrets in Rust are
//!
//! * [`Mask::select`] and the words of masks: field elements, points, reductions mod n, the portable table read;
//! * the signs and swaps of `arith/safegcd.rs`, each made opaque where it is made;
//! * the digits of `curve/recode.rs` and the folds of carries in `backend/portable.rs`, which are sums, shifts and exclusive ors of words
//!   and select nothing.
//!
//! That it does keep it, on the machine code of the targets and compilers in use, `tests/constant_time` shows.

#![allow(unsafe_code)]

use super::taint::declassify;

/// All ones or all zeros, never seen through by the compiler.
///
/// A mask is made from a bit through [`opaque`], so that the optimiser cannot know that it has two values
/// only and cannot turn the selection back into a branch.
#[derive(Clone, Copy)]
pub(crate) struct Mask(u64);

impl Mask {
    /// All ones if `bit` is 1, zero if it is 0. No other value is allowed.
    #[inline(always)]
    pub(crate) fn from_bit(bit: u64) -> Self {
        Self(opaque(bit.wrapping_neg()))
    }

    /// Set if and only if `x` is zero.
    #[inline(always)]
    pub(crate) fn is_zero(x: u64) -> Self {
        // The top bit of x | −x is clear for zero alone.
        Self::from_bit(((x | x.wrapping_neg()) >> 63) ^ 1)
    }

    /// The mask as a word: all ones or zero.
    #[inline(always)]
    pub(crate) fn word(self) -> u64 {
        self.0
    }

    /// The mask as a bit, to use once the answer is public (the caller says why it is).
    #[inline(always)]
    pub(crate) fn is_set_vartime(self) -> bool {
        declassify(self.0) != 0
    }

    /// `b` if the mask is set, else `a`.
    #[inline(always)]
    pub(crate) fn select<const N: usize>(self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        core::array::from_fn(|i| a[i] ^ (self.0 & (a[i] ^ b[i])))
    }
}

impl core::ops::BitAnd for Mask {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl core::ops::BitOr for Mask {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl core::ops::Not for Mask {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Returns `x`, without the optimiser knowing that it does. Costs no instruction where the compiler has
/// inline assembly for the target; elsewhere a store and a load.
#[inline(always)]
pub(crate) fn opaque(x: u64) -> u64 {
    #[cfg(all(not(miri), any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")))]
    {
        let mut y = x;
        // SAFETY: an empty assembly text, which touches neither memory, stack nor flags.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) y, options(pure, nomem, nostack, preserves_flags));
        }
        y
    }
    #[cfg(all(not(miri), any(target_arch = "x86", target_arch = "arm", target_arch = "riscv32")))]
    {
        let (mut lo, mut hi) = (x as u32, (x >> 32) as u32);
        // SAFETY: an empty assembly text, which touches neither memory, stack nor flags.
        unsafe {
            core::arch::asm!("/* {0} {1} */", inout(reg) lo, inout(reg) hi, options(pure, nomem, nostack, preserves_flags));
        }
        (hi as u64) << 32 | lo as u64
    }
    #[cfg(any(
        miri,
        not(any(
            target_arch = "x86_64",
            target_arch = "aarch64",
            target_arch = "riscv64",
            target_arch = "x86",
            target_arch = "arm",
            target_arch = "riscv32"
        ))
    ))]
    core::hint::black_box(x)
}
