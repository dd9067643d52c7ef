//! The programs in `examples`, run as their users run them.
//!
//! `cargo test` builds them; `cargo test --test suite` alone does not, and needs `cargo build --examples` before it. Where the system
//! cannot start a program itself, SM2P256_TEST_RUNNER is the command that does (an emulator, its arguments separated by single spaces).

use std::ffi::OsString;

/// The words of the command that runs the program.
pub fn command(name: &str) -> Vec<OsString> {
    // cargo gives tests no path to an example; it lies beside the folder of the tests.
    let test = std::env::current_exe().expect("the test has a path");
    let profile = test.ancestors().nth(2).expect("tests are built into <profile>/deps");
    let program = profile.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(
        program.is_file(),
        "{program:?} is missing: run `cargo build --examples` in the profile of this test"
    );
    let runner = std::env::var("SM2P256_TEST_RUNNER").unwrap_or_default();
    runner.split(' ').filter(|word| !word.is_empty()).map(OsString::from).chain([program.into()]).collect()
}
