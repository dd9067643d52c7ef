//! The kernels in assembly: those of `asm/<architecture>/`, the same names and contracts on each.
//!
//! # Why the calls are sound
//!
//! A kernel reads and writes what its pointer arguments point to, with the sizes in its signature, and its own stack frame;
//! it keeps the callee-saved registers of the C ABI; any limbs will do as input, and the result may lie on an input. So all that
//! a caller owes is pointers that are valid for those sizes, which references and `MaybeUninit` of these types give.

#![allow(unsafe_code)]

use crate::arith::limbs::Limbs;
#[cfg(target_arch = "aarch64")]
use crate::arith::safegcd::Modulus;
use crate::curve::point::{AffinePoint, JacobianPoint};
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

/// The name of this backend.
#[cfg(test)]
pub(crate) const NAME: &str = architecture!();

/// Declares a kernel: the naked function whose body is the text of `name.s`, between the macros of `field.s` and their removal.
///
/// The compiler gives it symbol, section and ABI. So the files have no directives of an object format, and two versions of
/// the crate can be linked into one program.
macro_rules! kernel {
    ($name:ident($($argument:ty),*)) => {
        #[unsafe(naked)]
        unsafe extern "C" fn $name($(_: $argument),*) {
            core::arch::naked_asm!(
                include_str!(concat!("../../asm/", architecture!(), "/field.s")),
                include_str!(concat!("../../asm/", architecture!(), "/", stringify!($name), ".s")),
                include_str!(concat!("../../asm/", architecture!(), "/purge.s")),
                options(raw)
            )
        }
    };
}

/// Declares a kernel whose first argument is the result, and the function that calls it: references for pointers, values as they are.
macro_rules! function {
    (fn $name:ident($($input:ident: &$type:ty),+ $(; $value:ident: $value_type:ty)?) -> $result:ty) => {
        #[inline(always)]
        pub(crate) fn $name($($input: &$type),+ $(, $value: $value_type)?) -> $result {
            kernel!($name(*mut $result, $(*const $type),+ $(, $value_type)?));
            let mut result = MaybeUninit::uninit();
            // SAFETY: the pointers are valid for what the kernel reads and writes, and it writes the whole result.
            unsafe {
                $name(result.as_mut_ptr(), $($input),+ $(, $value)?);
                result.assume_init()
            }
        }
    };
}

function!(fn fe_mul(x: &Limbs, y: &Limbs) -> Limbs);
function!(fn fe_sqr(x: &Limbs) -> Limbs);
function!(fn fe_sqr_n(x: &Limbs; n: usize) -> Limbs);
function!(fn fe_add(x: &Limbs, y: &Limbs) -> Limbs);
function!(fn fe_sub(x: &Limbs, y: &Limbs) -> Limbs);
function!(fn point_double(p: &JacobianPoint) -> JacobianPoint);
function!(fn point_add_affine(p: &JacobianPoint, q: &AffinePoint) -> JacobianPoint);
#[cfg(target_arch = "aarch64")]
function!(fn invert(x: &Limbs, m: &Modulus) -> Limbs);
// On RV64 the compiler's code of the Rust serves (asm/README.md).
#[cfg(target_arch = "riscv64")]
pub(crate) use crate::arith::safegcd::invert;

/// `row[index]`, every entry read. `index` is secret and below the row's length, which is public and not 0.
#[cfg(any(target_arch = "riscv64", target_feature = "neon"))]
#[inline(always)]
pub(crate) fn table_select(row: &[[u64; 8]], index: usize) -> [u64; 8] {
    kernel!(table_select(*mut [u64; 8], *const [u64; 8], usize, usize));
    let mut result = MaybeUninit::uninit();
    // SAFETY: the kernel reads the `row.len()` entries of the row, and writes the whole result.
    unsafe {
        table_select(result.as_mut_ptr(), row.as_ptr(), row.len(), index);
        result.assume_init()
    }
}

// The kernel needs NEON, which soft-float targets go without.
#[cfg(not(any(target_arch = "riscv64", target_feature = "neon")))]
pub(crate) use super::portable::table_select;
