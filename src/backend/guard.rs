//! What surrounds every operation on secrets: timing that does not depend on data while it runs, and nothing left
//! behind when it ends.

#![allow(unsafe_code)]

/// The bytes of the stack that [`guarded`] wipes. `tests/constant_time` measures that this is as far down as operations on secrets leave
/// anything, on the targets that it looks at: 2,700 bytes.
pub(crate) const WIPED: usize = 3072;

/// Runs `work`, which handles secrets: every public operation that does goes through here, at its outermost.
///
/// On AArch64 with FEAT_DIT the processor's state is set to data-independent timing meanwhile, and put back. Afterwards the
/// stack below the caller is zero as far down as [`WIPED`], and so are the registers that calls may leave anything in
/// (where this file knows them). What `work` returns is the caller's to keep or wipe. If `work` unwinds, its stack is left as it is.
#[inline(always)]
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> T {
    guarded_to::<WIPED, T>(work)
}

/// [`guarded`], for work that needs more of the stack: `BYTES` are wiped, a multiple of 1024.
#[inline(always)]
pub(crate) fn guarded_to<const BYTES: usize, T>(work: impl FnOnce() -> T) -> T {
    const { assert!(BYTES.is_multiple_of(1024)) };
    #[cfg(all(target_arch = "aarch64", not(miri)))]
    let _timing = dit::Guard::new();
    let result = in_frames_below(work);
    wipe::<BYTES>();
    result
}

/// Not inlined, so that all that `work` keeps on the stack is below the frame of [`guarded`]'s caller.
#[inline(never)]
fn in_frames_below<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// Zeroes the stack below this frame, and the registers.
#[cfg(all(target_arch = "aarch64", not(miri)))]
#[inline(always)]
fn wipe<const BYTES: usize>() {
    // SAFETY: the stack below the frame is free (without `nostack` the compiler keeps nothing there); sp is put back; the
    // registers that are written are outputs.
    unsafe {
        core::arch::asm!(
            "mov x9, {blocks}",
            "2:",
            "stp xzr, xzr, [sp, #-16]!",
            "stp xzr, xzr, [sp, #-16]!",
            "stp xzr, xzr, [sp, #-16]!",
            "stp xzr, xzr, [sp, #-16]!",
            "subs x9, x9, #1",
            "b.ne 2b",
            "mov x9, {bytes}",
            "add sp, sp, x9",
            // x30 is the return address.
            ".irp i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17",
            "mov x\\i, xzr",
            ".endr",
            blocks = const BYTES / 64,
            bytes = const BYTES,
            out("x0") _, out("x1") _, out("x2") _, out("x3") _, out("x4") _, out("x5") _, out("x6") _, out("x7") _,
            out("x8") _, out("x9") _, out("x10") _, out("x11") _, out("x12") _, out("x13") _, out("x14") _,
            out("x15") _, out("x16") _, out("x17") _,
        );
        // Where it is not the platform's.
        #[cfg(all(any(target_os = "linux", target_os = "none"), not(target_env = "ohos")))]
        core::arch::asm!("mov x18, xzr", out("x18") _, options(nomem, nostack, preserves_flags));
        // The lower halves of v8 to v15 are the caller's.
        #[cfg(target_feature = "neon")]
        core::arch::asm!(
            ".irp i, 0,1,2,3,4,5,6,7,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31",
            "movi v\\i\\().2d, #0",
            ".endr",
            out("v0") _, out("v1") _, out("v2") _, out("v3") _, out("v4") _, out("v5") _, out("v6") _, out("v7") _,
            out("v16") _, out("v17") _, out("v18") _, out("v19") _, out("v20") _, out("v21") _, out("v22") _,
            out("v23") _, out("v24") _, out("v25") _, out("v26") _, out("v27") _, out("v28") _, out("v29") _,
            out("v30") _, out("v31") _,
            options(nomem, nostack, preserves_flags),
        );
    }
}

/// Zeroes the stack below this frame, and the registers.
#[cfg(all(target_arch = "riscv64", not(miri)))]
#[inline(always)]
fn wipe<const BYTES: usize>() {
    // SAFETY: the stack below the frame is free (without `nostack` the compiler keeps nothing there); sp is put back; the
    // registers that are written are outputs.
    unsafe {
        core::arch::asm!(
            "li t0, {blocks}",
            "2:",
            "addi sp, sp, -64",
            ".irp i, 56,48,40,32,24,16,8,0",
            "sd zero, \\i(sp)",
            ".endr",
            "addi t0, t0, -1",
            "bnez t0, 2b",
            "li t1, {bytes}",
            "add sp, sp, t1",
            // t0 is zero, and ra the return address.
            ".irp r, t1,t2,t3,t4,t5,t6,a0,a1,a2,a3,a4,a5,a6,a7",
            "li \\r, 0",
            ".endr",
            blocks = const BYTES / 64,
            bytes = const BYTES,
            out("t0") _, out("t1") _, out("t2") _, out("t3") _, out("t4") _, out("t5") _, out("t6") _, out("a0") _,
            out("a1") _, out("a2") _, out("a3") _, out("a4") _, out("a5") _, out("a6") _, out("a7") _,
        );
    }
}

/// Zeroes the stack below this frame, and the registers.
#[cfg(all(target_arch = "x86_64", target_feature = "sse", not(miri)))]
#[inline(always)]
fn wipe<const BYTES: usize>() {
    // SAFETY: the stack below the frame is free (without `nostack` the compiler keeps nothing there, nor in the red zone); rsp
    // is put back; the registers that are written are outputs.
    unsafe {
        core::arch::asm!(
            ".irp i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15",
            "pxor xmm\\i, xmm\\i",
            ".endr",
            "mov ecx, {blocks}",
            "2:",
            "sub rsp, 64",
            "movups [rsp + 48], xmm0",
            "movups [rsp + 32], xmm0",
            "movups [rsp + 16], xmm0",
            "movups [rsp], xmm0",
            "dec ecx",
            "jnz 2b",
            "add rsp, {bytes}",
            ".irp r, eax,edx,esi,edi,r8d,r9d,r10d,r11d",
            "xor \\r, \\r",
            ".endr",
            blocks = const BYTES / 64,
            bytes = const BYTES,
            out("rax") _, out("rcx") _, out("rdx") _, out("rsi") _, out("rdi") _, out("r8") _, out("r9") _,
            out("r10") _, out("r11") _,
            out("xmm0") _, out("xmm1") _, out("xmm2") _, out("xmm3") _, out("xmm4") _, out("xmm5") _,
            out("xmm6") _, out("xmm7") _, out("xmm8") _, out("xmm9") _, out("xmm10") _, out("xmm11") _,
            out("xmm12") _, out("xmm13") _, out("xmm14") _, out("xmm15") _,
        );
    }
}

/// Zeroes the stack below the caller's frame. No more than Rust can say: registers are left.
#[cfg(any(
    miri,
    not(any(
        target_arch = "aarch64",
        target_arch = "riscv64",
        all(target_arch = "x86_64", target_feature = "sse")
    ))
))]
#[inline(never)]
fn wipe<const BYTES: usize>() {
    use zeroize::Zeroize;
    // In steps, as the size of an array cannot be computed from a parameter.
    fn step(left: usize) {
        let mut area = [0u64; 128];
        area.zeroize();
        if left > 1024 {
            step(core::hint::black_box(left - 1024));
        }
        core::hint::black_box(&area);
    }
    step(BYTES);
}

/// FEAT_DIT: PSTATE.DIT, which promises that the instructions of Arm's list take no time that depends on their data.
#[cfg(all(target_arch = "aarch64", not(miri)))]
pub(crate) mod dit {
    use core::arch::asm;

    cpufeatures::new!(dit, "dit");

    /// PSTATE.DIT as `mrs` reads it.
    const SET: u64 = 1 << 24;

    /// Sets the bit, where the processor has it; dropped, puts it back as it was.
    pub(super) struct Guard {
        restore: bool,
    }

    impl Guard {
        #[inline(always)]
        pub(super) fn new() -> Self {
            if !dit::get() {
                return Self { restore: false };
            }
            let before = is_set();
            set(true);
            Self { restore: !before }
        }
    }

    impl Drop for Guard {
        #[inline(always)]
        fn drop(&mut self) {
            if self.restore {
                set(false);
            }
        }
    }

    /// Is the bit set? Where the processor has it.
    #[inline(always)]
    pub(crate) fn is_set() -> bool {
        let state: u64;
        // SAFETY: reads the register DIT (S3_3_C4_C2_5), which processors with FEAT_DIT have.
        unsafe { asm!("mrs {}, S3_3_C4_C2_5", out(reg) state, options(nostack, preserves_flags)) };
        state & SET != 0
    }

    #[inline(always)]
    pub(crate) fn set(on: bool) {
        // SAFETY: writes that register, whose one bit changes no result.
        unsafe {
            asm!("msr S3_3_C4_C2_5, {}", in(reg) if on { SET } else { 0 }, options(nostack, preserves_flags))
        };
    }
}
