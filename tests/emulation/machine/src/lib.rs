//! For the programs that are looked at while they run. Those without libc, on Linux or under its emulation, use the feature `bare`: they
//! define `extern "C" fn guest_main(arguments: usize) -> !`, not mangled, where `arguments` is how many they were given.
#![no_std]

#[cfg(feature = "bare")]
mod bare;
pub mod random;

#[cfg(feature = "bare")]
pub use bare::*;
