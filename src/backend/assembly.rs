//! The kernels in assembly: those of `asm/<architecture>/`, the same names and contracts on each.
//!
//! # Why the calls are sound
//!
//! A kernel reads and writes what its pointer arguments point to, with the sizes in its signature, and its own stack frame;
//! it keeps the callee-saved registers of the C ABI; any limbs will do as input, and the result may lie on an input. So all that
//! a caller owes is pointers that are valid for those sizes, which references and `MaybeUninit` of these types give.

#![allow(unsafe_code)]

use crate::arith::limbs::Limbs;
#[cfg(not(target_arch = "riscv64"))]
use crate::arith::safegcd::Modulus;
use crate::backend::kernels::Kernels;
#[cfg(not(sm2p256_small))]
use crate::curve::point;
use core::mem::MaybeUninit;

#[cfg(target_arch = "aarch64")]
macro_rules! architecture {
    () => {
        "aarch64"
    };
}
#[cfg(target_arch = "riscv64")]
macro_rules! architecture {
    () => {
        "riscv64"
    };
}
#[cfg(target_arch = "x86_64")]
macro_rules! architecture {
    () => {
        "x86_64"
    };
}

/// Declares a kernel: the naked function whose body is the text of `name.s`, between the macros of `field.s` and their removal.
///
/// The compiler gives it symbol, section and ABI. So the files have no directives of an object format, and two versions of
/// the crate can be linked into one program. `[file, …]` after the declaration: its text is of these files instead.
macro_rules! kernel_with_abi {
    ($abi:literal $name:ident($($argument:ty),*)) => {
        kernel_with_abi!($abi $name($($argument),*)[$name]);
    };
    ($abi:literal $name:ident($($argument:ty),*)[$($file:ident),+]) => {
        #[unsafe(naked)]
        unsafe extern $abi fn $name($(_: $argument),*) {
            core::arch::naked_asm!(
                include_str!(concat!("../../asm/", architecture!(), "/field.s")),
                $(include_str!(concat!("../../asm/", architecture!(), "/", stringify!($file), ".s")),)+
                include_str!(concat!("../../asm/", architecture!(), "/purge.s")),
                options(raw)
            )
        }
    };
}

#[cfg(not(target_arch = "x86_64"))]
macro_rules! kernel {
    ($($declaration:tt)*) => { kernel_with_abi!("C" $($declaration)*); };
}
#[cfg(target_arch = "x86_64")]
macro_rules! kernel {
    ($($declaration:tt)*) => { kernel_with_abi!("sysv64" $($declaration)*); };
}

/// Declares a kernel whose first argument is the result, and calls it: references for pointers, values as they are.
macro_rules! call {
    ($name:ident($($input:ident: $type:ty),+ $(; $value:ident: $value_type:ty)?) -> $result:ty) => {{
        kernel!($name(*mut $result, $(*const $type),+ $(, $value_type)?));
        let mut result = MaybeUninit::uninit();
        // SAFETY: the pointers are valid for what the kernel reads and writes, and it writes the whole result.
        unsafe {
            $name(result.as_mut_ptr(), $($input),+ $(, $value)?);
            result.assume_init()
        }
    }};
}

/// The kernels in assembly. On x86-64 they run where [`is_supported`] says so alone: [`dispatch`](super::dispatch) sees to it.
#[derive(Clone, Copy)]
pub(crate) struct Assembly;

#[cfg(not(sm2p256_small))]
type JacobianPoint = point::JacobianPoint<Assembly>;
#[cfg(not(sm2p256_small))]
type AffinePoint = point::AffinePoint<Assembly>;

impl Kernels for Assembly {
    const NAME: &'static str = architecture!();

    #[inline(always)]
    fn fe_mul(x: &Limbs, y: &Limbs) -> Limbs {
        call!(fe_mul(x: Limbs, y: Limbs) -> Limbs)
    }

    #[inline(always)]
    fn fe_sqr(x: &Limbs) -> Limbs {
        call!(fe_sqr(x: Limbs) -> Limbs)
    }

    #[inline(always)]
    fn fe_sqr_n(x: &Limbs, n: usize) -> Limbs {
        call!(fe_sqr_n(x: Limbs; n: usize) -> Limbs)
    }

    #[inline(always)]
    fn fe_add(x: &Limbs, y: &Limbs) -> Limbs {
        call!(fe_add(x: Limbs, y: Limbs) -> Limbs)
    }

    #[inline(always)]
    fn fe_sub(x: &Limbs, y: &Limbs) -> Limbs {
        call!(fe_sub(x: Limbs, y: Limbs) -> Limbs)
    }

    // The kernels of points and of the table read are 12 KiB on RV64, what is written out in Rust is one.
    #[cfg(not(sm2p256_small))]
    #[inline(always)]
    fn point_double(p: &mut JacobianPoint) {
        kernel!(point_double(*mut JacobianPoint, *const JacobianPoint));
        // SAFETY: the pointers are valid, and the result may lie on the input.
        unsafe { point_double(p, p) }
    }

    #[cfg(not(sm2p256_small))]
    #[inline(always)]
    fn point_add_affine(p: &mut JacobianPoint, q: &AffinePoint) {
        kernel!(point_add_affine(*mut JacobianPoint, *const JacobianPoint, *const AffinePoint));
        // SAFETY: the pointers are valid, and the result may lie on the input.
        unsafe { point_add_affine(p, p, q) }
    }

    // Elsewhere one after the other is as fast.
    #[cfg(all(target_arch = "x86_64", not(sm2p256_small)))]
    #[inline(always)]
    fn point_add_affine_select(
        p: &mut JacobianPoint,
        q: &AffinePoint,
        row: &[[u64; 8]],
        index: usize,
    ) -> [u64; 8] {
        kernel!(point_add_affine_select(
            *mut JacobianPoint, *const JacobianPoint, *const AffinePoint, *const [u64; 8], usize, *mut [u64; 8]
        )[beside_select, point_add_affine]);
        if row.len() != 32 {
            Self::point_add_affine(p, q);
            return Self::table_select(row, index);
        }
        let mut entry = MaybeUninit::uninit();
        // SAFETY: the pointers are valid, the result may lie on the input, the row has the 32 entries that the kernel reads, and it
        // writes the whole entry.
        unsafe {
            point_add_affine_select(p, p, q, row.as_ptr(), index, entry.as_mut_ptr());
            entry.assume_init()
        }
    }

    // On RV64 the compiler's code of the Rust serves (asm/README.md).
    #[cfg(not(target_arch = "riscv64"))]
    #[inline(always)]
    fn invert(x: &Limbs, m: &Modulus) -> Limbs {
        call!(invert(x: Limbs, m: Modulus) -> Limbs)
    }

    // On AArch64 the kernel needs NEON, which soft-float targets go without.
    #[cfg(all(not(sm2p256_small), any(not(target_arch = "aarch64"), target_feature = "neon")))]
    #[inline(always)]
    fn table_select(row: &[[u64; 8]], index: usize) -> [u64; 8] {
        kernel!(table_select(*mut [u64; 8], *const [u64; 8], usize, usize));
        let mut result = MaybeUninit::uninit();
        // SAFETY: the kernel reads the `row.len()` entries of the row, and writes the whole result.
        unsafe {
            table_select(result.as_mut_ptr(), row.as_ptr(), row.len(), index);
            result.assume_init()
        }
    }
}

/// Has the processor what the kernels need?
#[cfg(sm2p256_detect)]
#[inline(always)]
pub(crate) fn is_supported() -> bool {
    cpufeatures::new!(processor, "bmi2", "adx", "avx2");
    processor::get()
}
