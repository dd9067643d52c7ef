//! `qemu-system-aarch64 -M virt`: one core, EL1, MMU off.

use core::arch::{asm, global_asm};

// Without the MMU all memory is of a device, where an access that is not aligned faults. QEMU before 9.0 lets it pass, so
// that SCTLR_EL1.A asks for it. Of the exception vectors one can be taken, the synchronous one from SP_EL1, at 0x200: interrupts are masked.
global_asm!(
    ".section .start, \"ax\"",
    ".balign 0x800",
    ".globl _start",
    "_start:",
    "adr x0, _start",
    "msr vbar_el1, x0",
    "mrs x0, cpacr_el1",
    "orr x0, x0, #3 << 20", // FPEN: no trap of FP and SIMD
    "msr cpacr_el1, x0",
    "mrs x0, sctlr_el1",
    "orr x0, x0, #2", // A
    "msr sctlr_el1, x0",
    "mov x0, #8", // event 8, INST_RETIRED
    "msr pmevtyper0_el0, x0",
    "mov x0, #1",
    "msr pmcntenset_el0, x0",
    "mrs x1, pmcr_el0",
    "orr x1, x1, x0", // E
    "msr pmcr_el0, x1",
    "isb",
    "ldr x0, =__stack_top",
    "mov sp, x0",
    "ldr x0, =__bss_start",
    "ldr x1, =__bss_end",
    "b 1f",
    "0:",
    "str xzr, [x0], #8",
    "1:",
    "cmp x0, x1",
    "b.lo 0b",
    "b {run}",
    ".ltorg",
    ".org 0x200",
    "ldr x0, =__stack_top",
    "mov sp, x0",
    "mrs x0, esr_el1",
    "mrs x1, elr_el1",
    "b {trap}",
    ".ltorg",
    run = sym super::run,
    trap = sym super::trap,
);

/// PL011.
const UART: *mut u32 = 0x0900_0000 as *mut u32;

pub fn put(byte: u8) {
    const FLAGS: usize = 0x18 / 4;
    const CONTROL: usize = 0x30 / 4;
    const TRANSMIT_FULL: u32 = 1 << 5;
    // UARTEN, TXE
    const ON: u32 = 1 | 1 << 8;
    // SAFETY: registers of the device.
    unsafe {
        UART.add(CONTROL).write_volatile(ON);
        while UART.add(FLAGS).read_volatile() & TRANSMIT_FULL != 0 {}
        UART.write_volatile(byte.into());
    }
}

/// QEMU ends with status 0 either way.
pub fn power_off(_passed: bool) -> ! {
    const SYSTEM_OFF: u32 = 0x8400_0008;
    // SAFETY: PSCI's call does not return.
    unsafe { asm!("hvc #0", in("w0") SYSTEM_OFF, options(nomem, nostack)) };
    loop {}
}

#[inline(always)]
pub fn stack_pointer() -> usize {
    let sp;
    // SAFETY: reads a register.
    unsafe { asm!("mov {}, sp", out(reg) sp, options(nomem, nostack, preserves_flags)) };
    sp
}

/// Executed instructions mod 2^32, where QEMU counts them (`-icount`).
#[inline(always)]
pub fn instructions() -> u32 {
    let count: u64;
    // SAFETY: reads a counter. No memory access moves across it.
    unsafe { asm!("mrs {}, pmevcntr0_el0", out(reg) count, options(nostack, preserves_flags)) };
    count as u32
}
