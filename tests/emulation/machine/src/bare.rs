//! The entry, two system calls, the markers that the plugins look for, and calls on a stack of their own.

use core::arch::{asm, global_asm};
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, Ordering::Relaxed};

#[cfg(target_arch = "aarch64")]
global_asm!(".globl _start", "_start:", "mov x29, xzr", "mov x30, xzr", "mov x0, sp", "bl {}", "brk #1", sym enter);

#[cfg(target_arch = "riscv64")]
global_asm!(
    ".globl _start",
    "_start:",
    ".option push",
    ".option norelax",
    "la gp, __global_pointer$",
    ".option pop",
    "mv a0, sp",
    "call {}",
    "ebreak",
    sym enter
);

#[cfg(target_arch = "x86_64")]
global_asm!(
    ".globl _start",
    "_start:",
    "xor ebp, ebp",
    "mov rdi, rsp",
    "and rsp, -16",
    "call {}",
    "ud2",
    sym enter
);

unsafe extern "C" {
    safe fn guest_main(arguments: usize) -> !;
}

/// The auxiliary vector.
static AUXILIARY: AtomicPtr<[usize; 2]> = AtomicPtr::new(null_mut());

/// `stack` is as Linux starts a program: the number of arguments with its name, these, 0, the environment, 0, the auxiliary vector.
extern "C" fn enter(stack: *mut usize) -> ! {
    // SAFETY: all that is read is there.
    unsafe {
        let count = *stack;
        let mut word = stack.add(count + 2);
        while *word != 0 {
            word = word.add(1);
        }
        AUXILIARY.store(word.add(1).cast(), Relaxed);
        guest_main(count - 1)
    }
}

/// What libc has under this name: the crate asks for the processor's features there.
#[unsafe(no_mangle)]
extern "C" fn getauxval(kind: usize) -> usize {
    let mut entry = AUXILIARY.load(Relaxed);
    // SAFETY: the vector ends with an entry of kind 0.
    unsafe {
        while (*entry)[0] != 0 {
            if (*entry)[0] == kind {
                return (*entry)[1];
            }
            entry = entry.add(1);
        }
    }
    0
}

/// Marks the begin (EDGE = 0) or the end (EDGE = 1) of region ID: an instruction without effect that compilers do not emit.
/// No memory access moves across it.
#[inline(always)]
fn mark<const ID: usize, const EDGE: usize>() {
    // SAFETY: writes no register and no memory.
    unsafe {
        #[cfg(target_arch = "aarch64")]
        asm!("movz xzr, #{}", const 0x400 + 2 * ID + EDGE, options(nostack, preserves_flags));
        #[cfg(target_arch = "riscv64")]
        asm!("sltiu x0, x0, {}", const 0x400 + 2 * ID + EDGE, options(nostack, preserves_flags));
        #[cfg(target_arch = "x86_64")]
        asm!(".byte 0x0f, 0x1f, 0x80", ".long {}", const 0x536d0400 + 2 * ID + EDGE, options(nostack, preserves_flags));
    }
}

/// Runs `f` as a call of region ID.
#[inline(always)]
pub fn region<const ID: usize, T>(f: impl FnOnce() -> T) -> T {
    mark::<ID, 0>();
    let result = f();
    mark::<ID, 1>();
    result
}

/// Writes to the standard output.
pub fn print(text: &str) {
    const WRITE: usize = if cfg!(target_arch = "x86_64") { 1 } else { 64 };
    system_call(WRITE, 1, text.as_ptr() as usize, text.len());
}

/// Writes a number to the standard output.
pub fn print_number(number: usize) {
    let mut digits = [0; 20];
    let (mut rest, mut start) = (number, digits.len());
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    print(str::from_utf8(&digits[start..]).expect("digits"));
}

/// Ends the program.
pub fn exit(status: usize) -> ! {
    const EXIT_GROUP: usize = if cfg!(target_arch = "x86_64") { 231 } else { 94 };
    system_call(EXIT_GROUP, status, 0, 0);
    unreachable!()
}

fn system_call(number: usize, a: usize, b: usize, c: usize) {
    // SAFETY: the two calls made above read valid memory, or do not return.
    unsafe {
        #[cfg(target_arch = "aarch64")]
        asm!("svc #0", in("x8") number, inlateout("x0") a => _, in("x1") b, in("x2") c, options(nostack));
        #[cfg(target_arch = "riscv64")]
        asm!("ecall", in("a7") number, inlateout("a0") a => _, in("a1") b, in("a2") c, options(nostack));
        #[cfg(target_arch = "x86_64")]
        asm!("syscall", inlateout("rax") number => _, in("rdi") a, in("rsi") b, in("rdx") c, out("rcx") _, out("r11") _, options(nostack));
    }
}

#[panic_handler]
fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
    if let Some(location) = info.location() {
        print("panicked at ");
        print(location.file());
        print(":");
        print_number(location.line() as usize);
        print("\n");
    }
    exit(101)
}

/// The registers that a call may leave anything in, as [`call`] finds them afterwards.
pub type Registers = [u64; REGISTERS];

// AArch64: x0 to x18 and a filler, q0 to q31. RV64: t0 to t6, a0 to a7. x86-64: nine, a filler, xmm0 to xmm15.
#[cfg(target_arch = "aarch64")]
const REGISTERS: usize = 20 + 64;
#[cfg(target_arch = "riscv64")]
const REGISTERS: usize = 15;
#[cfg(target_arch = "x86_64")]
const REGISTERS: usize = 10 + 32;

unsafe extern "C" {
    fn call_on_stack(top: *mut u8, function: extern "C" fn(*mut u8), argument: *mut u8, registers: *mut u64);
}

/// Calls `f` with `stack` as its stack and nothing in the caller-saved registers, and gives what these held when it returned.
pub fn call<F: FnMut()>(stack: &mut [u8], mut f: F) -> Registers {
    extern "C" fn enter<F: FnMut()>(f: *mut u8) {
        // SAFETY: the argument that is given below.
        unsafe { (*f.cast::<F>())() }
    }
    let mut registers = [0; REGISTERS];
    let range = stack.as_mut_ptr_range();
    let top = range.end.wrapping_sub(range.end as usize % 64);
    // SAFETY: the top is aligned, the function takes this argument, and `registers` has the size that is written.
    unsafe { call_on_stack(top, enter::<F>, (&raw mut f).cast(), registers.as_mut_ptr()) };
    registers
}

#[cfg(target_arch = "aarch64")]
global_asm!(
    ".globl call_on_stack",
    "call_on_stack:",
    "stp x29, x30, [sp, #-32]!",
    "stp x19, x20, [sp, #16]",
    "mov x19, sp",
    "mov x20, x3",
    "mov sp, x0",
    "mov x0, x2",
    "mov x30, x1",
    ".irp i, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18",
    "mov x\\i, xzr",
    ".endr",
    ".irp i, 0,1,2,3,4,5,6,7,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31",
    "movi v\\i\\().2d, #0",
    ".endr",
    "blr x30",
    "mov sp, x19",
    ".irp i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18",
    "str x\\i, [x20, #8 * \\i]",
    ".endr",
    "add x20, x20, #160",
    ".irp i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31",
    "str q\\i, [x20], #16",
    ".endr",
    "ldp x19, x20, [sp, #16]",
    "ldp x29, x30, [sp], #32",
    "ret"
);

#[cfg(target_arch = "riscv64")]
global_asm!(
    ".globl call_on_stack",
    "call_on_stack:",
    "addi sp, sp, -32",
    "sd ra, 0(sp)",
    "sd s0, 8(sp)",
    "sd s1, 16(sp)",
    "mv s0, sp",
    "mv s1, a3",
    "mv sp, a0",
    "mv a0, a2",
    "mv ra, a1",
    ".irp r, t0,t1,t2,t3,t4,t5,t6,a1,a2,a3,a4,a5,a6,a7",
    "li \\r, 0",
    ".endr",
    "jalr ra",
    "mv sp, s0",
    ".irp r, t0,t1,t2,t3,t4,t5,t6,a0,a1,a2,a3,a4,a5,a6,a7",
    "sd \\r, 0(s1)",
    "addi s1, s1, 8",
    ".endr",
    "ld ra, 0(sp)",
    "ld s0, 8(sp)",
    "ld s1, 16(sp)",
    "addi sp, sp, 32",
    "ret"
);

#[cfg(target_arch = "x86_64")]
global_asm!(
    ".globl call_on_stack",
    "call_on_stack:",
    "push rbx",
    "push rbp",
    "mov rbp, rsp",
    "mov rbx, rcx",
    "mov rsp, rdi",
    "mov rdi, rdx",
    "mov rax, rsi",
    ".irp r, ecx,edx,esi,r8d,r9d,r10d,r11d",
    "xor \\r, \\r",
    ".endr",
    ".irp i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15",
    "pxor xmm\\i, xmm\\i",
    ".endr",
    "call rax",
    "mov rsp, rbp",
    ".irp r, rax,rcx,rdx,rsi,rdi,r8,r9,r10,r11",
    "mov [rbx], \\r",
    "add rbx, 8",
    ".endr",
    "add rbx, 8",
    ".irp i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15",
    "movups [rbx], xmm\\i",
    "add rbx, 16",
    ".endr",
    "pop rbp",
    "pop rbx",
    "ret"
);
