//! Where a value stops being secret. Nothing in a build, but for the check with Valgrind (`--cfg sm2p256_memcheck`,
//! x86-64 Linux alone), which takes undefined memory for secret and complains of a branch or an address that depends on it.

#![cfg_attr(sm2p256_memcheck, allow(unsafe_code))]

/// The value, public from here on. The caller says why it is.
#[inline(always)]
pub(crate) fn declassify<T: Copy>(value: T) -> T {
    #[cfg(sm2p256_memcheck)]
    return memcheck::mark(value, memcheck::MAKE_MEM_DEFINED);
    #[cfg(not(sm2p256_memcheck))]
    value
}

/// The value, secret from here on: for the check alone.
#[cfg(sm2p256_memcheck)]
#[allow(dead_code)]
pub(crate) fn classify<T: Copy>(value: T) -> T {
    memcheck::mark(value, memcheck::MAKE_MEM_UNDEFINED)
}

/// Valgrind's client requests (valgrind.h and memcheck.h).
#[cfg(sm2p256_memcheck)]
mod memcheck {
    use core::arch::asm;

    const TOOL: usize = (b'M' as usize) << 24 | (b'C' as usize) << 16;
    pub(super) const MAKE_MEM_UNDEFINED: usize = TOOL + 1;
    pub(super) const MAKE_MEM_DEFINED: usize = TOOL + 2;

    #[inline(never)]
    pub(super) fn mark<T: Copy>(mut value: T, request: usize) -> T {
        let arguments = [request, &raw mut value as usize, size_of::<T>(), 0, 0, 0];
        // SAFETY: outside Valgrind this rotates rdi by 128 bits and swaps rbx with itself; inside, it marks `value`.
        unsafe {
            asm!(
                "rol rdi, 3", "rol rdi, 13", "rol rdi, 61", "rol rdi, 51", "xchg rbx, rbx",
                in("rax") &raw const arguments, inout("rdx") 0usize => _, inout("rdi") 0usize => _,
            );
        }
        value
    }
}
