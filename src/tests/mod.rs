//! Unit tests of what is private. They stand apart from the layers, which the build script and the benches mount as well.

mod arith;
mod backend;
mod curve;
mod inputs;
