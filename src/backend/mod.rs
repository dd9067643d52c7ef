//! The kernels that everything above is built from, once for each kind of machine.
//!
//! `kernels` is the interface, `portable` and `assembly` are what implements it, and field elements and points name the one that
//! computes with them. Which that is, the build decides ([`Native`]), but on x86-64, where both are there: [`dispatch`] asks the
//! processor, once for each public operation.
//!
//! Beside them, for every backend: `mask` selects on secret bits, `guard` surrounds the operations on secrets, `taint`
//! says where a value stops being one. This folder is the only place with `unsafe` code.

#[cfg(sm2p256_assembly)]
mod assembly;
pub(crate) mod guard;
mod kernels;
pub(crate) mod mask;
#[cfg_attr(sm2p256_assembly, allow(dead_code))]
pub(crate) mod portable;
pub(crate) mod taint;

#[cfg(sm2p256_assembly)]
pub(crate) use assembly::*;
pub(crate) use kernels::Kernels;
#[allow(unused_imports)]
pub(crate) use portable::Portable;

/// What computes where nothing else is said.
#[cfg(all(sm2p256_assembly, not(sm2p256_detect)))]
pub(crate) type Native = Assembly;
#[cfg(not(all(sm2p256_assembly, not(sm2p256_detect))))]
pub(crate) type Native = Portable;

/// `dispatch!(K => value)`: the value, where `K` stands for the kernels that are best on this machine.
#[cfg(sm2p256_detect)]
#[allow(unused_macros)] // where this is mounted elsewhere
macro_rules! dispatch {
    ($kernels:ident => $value:expr) => {
        if $crate::backend::is_supported() {
            type $kernels = $crate::backend::Assembly;
            $value
        } else {
            type $kernels = $crate::backend::Portable;
            $value
        }
    };
}

/// `dispatch!(K => value)`: the value, where `K` stands for the kernels of this build.
#[cfg(not(sm2p256_detect))]
#[allow(unused_macros)]
macro_rules! dispatch {
    ($kernels:ident => $value:expr) => {{
        type $kernels = $crate::backend::Native;
        $value
    }};
}

pub(crate) use dispatch;
