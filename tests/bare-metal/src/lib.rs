//! The board: entry, console, power, traps, and what an operation needs of the stack and of the processor.
//!
//! A program defines `fn firmware() -> bool`, not mangled: whether all went well. The last line on the console is `pass` or `fail`. Its
//! handler of panics calls [`panicked`].
#![no_std]

#[cfg(target_arch = "aarch64")]
#[path = "aarch64.rs"]
mod machine;
#[cfg(target_arch = "riscv64")]
#[path = "riscv64.rs"]
mod machine;

use core::hint::black_box;
use core::panic::Location;

unsafe extern "Rust" {
    safe fn firmware() -> bool;
}

/// What the entry calls, with a stack and zeroed memory.
extern "C" fn run() -> ! {
    end(firmware())
}

/// What a processor exception calls, on a stack begun anew.
extern "C" fn trap(cause: u64, address: u64) -> ! {
    print("trap ");
    print_number(cause);
    print(" at ");
    print_number(address);
    print("\n");
    end(false)
}

/// Tells where a panic happened, if that is given, and ends.
#[inline(always)]
pub fn panicked(location: Option<&Location<'_>>) -> ! {
    print("panic");
    if let Some(location) = location {
        print(" at ");
        print(location.file());
        print(":");
        print_number(location.line().into());
    }
    print("\n");
    end(false)
}

fn end(passed: bool) -> ! {
    print(if passed { "pass\n" } else { "fail\n" });
    machine::power_off(passed)
}

/// Writes to the console.
pub fn print(text: &str) {
    text.bytes().for_each(machine::put);
}

/// Writes a number to the console, in decimal digits.
#[inline(never)]
pub fn print_number(number: u64) {
    if number > 9 {
        print_number(number / 10);
    }
    machine::put(b'0' + (number % 10) as u8);
}

unsafe extern "C" {
    /// The stack's lowest word, from the linker script.
    static mut __stack_bottom: u64;
}

/// What unused words of the stack hold.
const PAINT: u64 = 0x5ca1_ab1e_0ddb_a115;
/// The stack below a caller that the painting itself may use, so that less than this is not told apart.
const UNPAINTED: usize = 256;

/// What an operation needed.
pub struct Cost {
    /// Bytes of stack below its caller, down to the lowest that was written.
    pub stack: usize,
    /// Executed instructions.
    pub instructions: u64,
}

/// Runs `operation` on a painted stack. Panics if it used all of it.
#[inline(never)]
pub fn measure<T>(operation: impl FnOnce() -> T) -> (T, Cost) {
    let top = machine::stack_pointer();
    paint(top - UNPAINTED);
    let start = machine::instructions();
    let result = below(operation);
    let instructions = machine::instructions().wrapping_sub(start);
    let lowest = lowest_written();
    assert!(lowest > &raw const __stack_bottom as usize, "the stack overflowed");
    (result, Cost { stack: top - lowest, instructions: instructions.into() })
}

/// Not inlined, so that the operation's frames are all below the caller's.
#[inline(never)]
fn below<T>(operation: impl FnOnce() -> T) -> T {
    black_box(operation())
}

#[inline(never)]
fn paint(limit: usize) {
    let mut word = &raw mut __stack_bottom;
    while (word as usize) < limit {
        // SAFETY: between the end of the stack and all frames in use.
        unsafe { word.write_volatile(PAINT) };
        word = word.wrapping_add(1);
    }
}

#[inline(never)]
fn lowest_written() -> usize {
    let mut word = &raw const __stack_bottom;
    // SAFETY: ends at the frame of this function at the latest.
    while unsafe { word.read_volatile() } == PAINT {
        word = word.wrapping_add(1);
    }
    word as usize
}
