//! `qemu-system-riscv64 -M virt -bios none`: one hart, M mode.

use core::arch::{asm, global_asm};

global_asm!(
    ".section .start, \"ax\"",
    ".globl _start",
    "_start:",
    ".option push",
    ".option norelax",
    "la gp, __global_pointer$",
    ".option pop",
    "la t0, 2f",
    "csrw mtvec, t0",
    "la sp, __stack_top",
    "la t0, __bss_start",
    "la t1, __bss_end",
    "j 1f",
    "0:",
    "sd zero, 0(t0)",
    "addi t0, t0, 8",
    "1:",
    "bltu t0, t1, 0b",
    "call {run}",
    ".balign 4",
    "2:",
    "la sp, __stack_top",
    "csrr a0, mcause",
    "csrr a1, mepc",
    "call {trap}",
    run = sym super::run,
    trap = sym super::trap,
);

/// ns16550.
const UART: *mut u8 = 0x1000_0000 as *mut u8;
/// SiFive test device.
const TEST: *mut u32 = 0x10_0000 as *mut u32;

pub fn put(byte: u8) {
    const LINE_STATUS: usize = 5;
    const TRANSMITTER_EMPTY: u8 = 0x20;
    // SAFETY: registers of the device.
    unsafe {
        while UART.add(LINE_STATUS).read_volatile() & TRANSMITTER_EMPTY == 0 {}
        UART.write_volatile(byte);
    }
}

/// QEMU ends with status 0 or 1.
pub fn power_off(passed: bool) -> ! {
    const PASS: u32 = 0x5555;
    const FAIL: u32 = 0x3333;
    // SAFETY: a register of the device.
    unsafe { TEST.write_volatile(if passed { PASS } else { 1 << 16 | FAIL }) };
    loop {}
}

#[inline(always)]
pub fn stack_pointer() -> usize {
    let sp;
    // SAFETY: reads a register.
    unsafe { asm!("mv {}, sp", out(reg) sp, options(nomem, nostack, preserves_flags)) };
    sp
}

/// Executed instructions, where QEMU counts them (`-icount`).
#[inline(always)]
pub fn instructions() -> u64 {
    let count;
    // SAFETY: reads a counter. No memory access moves across it.
    unsafe { asm!("csrr {}, minstret", out(reg) count, options(nostack, preserves_flags)) };
    count
}
