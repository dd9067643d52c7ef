//! Runs every operation on secrets with many of them: between markers, for the plugin to compare (without arguments), or
//! on a stack of its own, to look for what is left there (with one argument). With two it looks at the processor's timing mode.
#![no_std]
#![no_main]

// The layers that the crate does not export, mounted as they are.
#[path = "../../../../src/arith/mod.rs"]
#[allow(dead_code)]
mod arith;
#[path = "../../../../src/backend/mod.rs"]
#[allow(dead_code, unused_imports)]
mod backend;
mod cases;
#[path = "../../../../src/curve/mod.rs"]
#[allow(dead_code)]
mod curve;
mod leaks;
mod operations;
mod residue;
#[cfg(target_arch = "aarch64")]
mod timing;
mod traces;

#[unsafe(no_mangle)]
extern "C" fn guest_main(arguments: usize) -> ! {
    match arguments {
        0 => traces::run(),
        1 => residue::run(),
        #[cfg(target_arch = "aarch64")]
        2 => timing::run(),
        _ => sm2p256_machine::exit(2),
    }
    sm2p256_machine::exit(0)
}
