//! Times sm2p256 side by side with other SM2 libraries and with P-256. See the README.

// The layers that sm2p256 does not export, mounted as they are.
#[path = "../../../src/arith/mod.rs"]
#[allow(dead_code)]
mod arith;
#[path = "../../../src/backend/mod.rs"]
#[allow(dead_code, unused_imports)]
mod backend;
#[path = "../../../src/curve/mod.rs"]
#[allow(dead_code)]
mod curve;

mod chart;
mod check;
mod contestant;
mod measure;
mod options;
mod peers;
mod report;

#[cfg(not(feature = "precomp"))]
compile_error!("`precomp` has to be among the features");

use std::{env, error::Error, fs, process::ExitCode};

use contestant::{Op, random_block};
use options::{Options, USAGE};
use report::Report;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let options = Options::parse(env::args().skip(1))?;
    if options.help {
        print!("{USAGE}");
        return Ok(());
    }

    let left_out = peers::left_out();
    if !left_out.is_empty() {
        println!("left out of this build: {}", left_out.join(", "));
    }
    if cfg!(debug_assertions) {
        println!("not a release build: the figures mean nothing");
    }

    // A random secret is below the order of the curve but for a chance of 2^-32.
    let mut contestants = peers::all(&random_block())?;
    check::agree(&mut contestants)?;
    println!("checked: the SM2 peers verify each other's signatures\n");

    let mut results = Vec::new();
    for op in Op::ALL {
        eprintln!("timing: {}", op.label());
        results.push((op, measure::measure(&mut contestants, op, options.plan)?));
    }
    let report = Report::new(&contestants, results);
    println!(
        "{} rounds of at least {} ms each, on {}\n",
        options.plan.rounds,
        options.plan.round.as_millis(),
        env::consts::ARCH
    );
    print!("{}", report.tables());

    if let Some(svg) = chart::svg(&report) {
        fs::write(&options.svg, svg)?;
        println!("\nPicture: {}", options.svg.display());
    } else {
        println!("\nNo picture: neither P-256 nor RustCrypto sm2 is built in.");
    }
    Ok(())
}
