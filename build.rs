//! Checks the backend override, and writes the tables of multiples of G.

use curve::point::AffinePoint;
use std::env;

// The library's own arithmetic, with the portable backend: these files use `core` alone.
#[path = "src/arith"]
#[allow(dead_code)]
mod arith {
    pub(crate) mod field;
    pub(crate) mod limbs;
    pub(crate) mod safegcd;
}
#[path = "src/backend"]
#[allow(dead_code)]
mod backend {
    mod kernels;
    pub(crate) mod mask;
    pub(crate) mod portable;
    pub(crate) mod taint;
    pub(crate) use kernels::Kernels;
    pub(crate) use portable::Portable as Native;
}
#[path = "src/curve"]
#[allow(dead_code)]
mod curve {
    pub(crate) mod formulas;
    pub(crate) mod point;
    #[cfg(feature = "precomp")]
    pub(crate) mod variable_base;
}
#[path = "precomp/comb.rs"]
#[allow(dead_code)]
mod comb;

fn main() {
    for path in ["build.rs", "precomp/comb.rs", "src/arith", "src/backend", "src/curve"] {
        println!("cargo::rerun-if-changed={path}");
    }
    println!("cargo::rerun-if-env-changed=CARGO_CFG_SM2P256_BACKEND");

    // Given by the user: sm2p256_backend, sm2p256_memcheck. Given here: sm2p256_assembly, where there are kernels in assembly,
    // sm2p256_detect, where the processor decides at run time, and sm2p256_small, where size comes before speed.
    let backend = env::var("CARGO_CFG_SM2P256_BACKEND");
    match (backend.as_deref(), assembly()) {
        (Ok("portable"), _) | (Err(_), Assembly::Missing) => {}
        (Ok("assembly"), Assembly::Missing) => {
            println!("cargo::error=--cfg sm2p256_backend=\"assembly\": there is none for this target");
        }
        (Err(_), Assembly::Detected) => {
            println!("cargo::rustc-cfg=sm2p256_assembly");
            println!("cargo::rustc-cfg=sm2p256_detect");
        }
        (Ok("assembly"), _) | (Err(_), Assembly::Always) => println!("cargo::rustc-cfg=sm2p256_assembly"),
        (Ok(other), _) => {
            println!(
                "cargo::error=--cfg sm2p256_backend=\"{other}\" names no backend: the values are \"portable\" and \"assembly\""
            );
        }
    }

    if cfg!(not(feature = "precomp")) && env::var("OPT_LEVEL").is_ok_and(|level| level == "z") {
        println!("cargo::rustc-cfg=sm2p256_small");
    }

    let out_dir = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    let path = std::path::Path::new(&out_dir).join("tables.rs");
    std::fs::write(path, tables_source()).expect("OUT_DIR can be written");
}

enum Assembly {
    Missing,
    /// On every processor of the target.
    Always,
    /// On processors that have some extensions.
    Detected,
}

/// Is there assembly for the target? RV64 needs M alone; big-endian Arm has its limbs the other way round in memory; programs for x86-64
/// that stay away from vector registers (kernels) have to be left alone.
fn assembly() -> Assembly {
    let cfg = |name: &str| env::var(format!("CARGO_CFG_{name}")).unwrap_or_default();
    let has = |feature| cfg("TARGET_FEATURE").split(',').any(|f| f == feature);
    // Pointers of 32 bits (ILP32, arm64_32, x32) would need kernels of their own.
    if cfg("TARGET_POINTER_WIDTH") != "64" || env::var_os("CARGO_CFG_MIRI").is_some() {
        return Assembly::Missing;
    }
    match cfg("TARGET_ARCH").as_str() {
        "aarch64" if cfg("TARGET_ENDIAN") == "little" => Assembly::Always,
        "riscv64" if has("m") => Assembly::Always,
        "x86_64" if has("sse2") => Assembly::Detected,
        _ => Assembly::Missing,
    }
}

/// The tables as Rust source: COMB_TABLE and, with the feature `precomp`, the odd multiples of G below 128·G.
fn tables_source() -> String {
    let generator = AffinePoint::<backend::Native>::GENERATOR;
    let source = table_source("COMB_TABLE: Table", &comb::table(&generator));
    #[cfg(feature = "precomp")]
    let source = {
        let multiples: [AffinePoint; 64] = curve::variable_base::odd_multiples(&generator);
        source + &table_source("ODD_MULTIPLES: [[u64; 8]; 64]", &multiples.map(AffinePoint::to_montgomery))
    };
    source
}

fn table_source(declaration: &str, entries: &[[u64; 8]]) -> String {
    let mut source = format!("pub(crate) static {declaration} = [\n");
    for entry in entries {
        source += &format!("    {entry:#018x?},\n").replace('\n', " ").replace("    ", "");
        source.push('\n');
    }
    source + "];\n"
}
