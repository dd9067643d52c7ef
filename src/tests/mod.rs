//! Unit tests of what is private. They stand apart from the layers, which the build script and the benches mount as well.

/// Makes tests of generic functions: with the kernels that `dispatch` picks on this machine. `--cfg sm2p256_backend` makes it others.
macro_rules! on_this_machine {
    ($($(#[$attribute:meta])* $name:ident),+ $(,)?) => {
        mod on_this_machine {
            $(
                $(#[$attribute])*
                #[test]
                fn $name() {
                    crate::backend::dispatch!(K => super::$name::<K>());
                }
            )+
        }
    };
}

mod arith;
mod backend;
mod curve;
mod faults;
mod hash;
mod inputs;
mod recovery;
mod scheme;
