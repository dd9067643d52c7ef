//! Checks the backend override and, for the feature `precomp`, writes the fixed-base table.

use std::{env, fs, path::Path};

// The library's own arithmetic, with the portable backend: these files use `core` alone.
#[path = "src/arith"]
#[allow(dead_code)]
mod arith {
    pub(crate) mod field;
    pub(crate) mod limbs;
    pub(crate) mod safegcd;
}
#[path = "src/backend"]
#[allow(dead_code, unused_imports)]
mod backend {
    pub(crate) mod mask;
    mod portable;
    pub(crate) mod taint;
    pub(crate) use portable::*;
}
#[path = "src/curve"]
#[allow(dead_code)]
mod curve {
    pub(crate) mod formulas;
    pub(crate) mod point;
}
#[path = "precomp/comb.rs"]
#[allow(dead_code)]
mod comb;

fn main() {
    for path in ["build.rs", "precomp/comb.rs", "src/arith", "src/backend", "src/curve"] {
        println!("cargo::rerun-if-changed={path}");
    }
    println!("cargo::rerun-if-env-changed=CARGO_CFG_SM2P256_BACKEND");

    match env::var("CARGO_CFG_SM2P256_BACKEND").as_deref() {
        Err(_) if has_assembly() => println!("cargo::rustc-cfg=sm2p256_assembly"),
        Err(_) | Ok("portable") => {}
        Ok(other) => {
            println!(
                "cargo::error=--cfg sm2p256_backend=\"{other}\" names no backend: the one value is \"portable\""
            );
            return;
        }
    }

    if env::var_os("CARGO_FEATURE_PRECOMP").is_some() {
        let out_dir = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
        fs::write(Path::new(&out_dir).join("comb_table.rs"), table_source()).expect("OUT_DIR can be written");
    }
}

/// Is there assembly for the target? RV64 needs M alone; big-endian Arm has its limbs the other way round in memory.
fn has_assembly() -> bool {
    let cfg = |name: &str| env::var(format!("CARGO_CFG_{name}")).unwrap_or_default();
    let features = cfg("TARGET_FEATURE");
    match cfg("TARGET_ARCH").as_str() {
        // Pointers of 32 bits (ILP32, arm64_32) would need kernels of their own.
        _ if cfg("TARGET_POINTER_WIDTH") != "64" || env::var_os("CARGO_CFG_MIRI").is_some() => false,
        "aarch64" => cfg("TARGET_ENDIAN") == "little",
        "riscv64" => features.split(',').any(|feature| feature == "m"),
        _ => false,
    }
}

fn table_source() -> String {
    let mut source = format!("pub(crate) static COMB_TABLE: [[u64; 8]; {}] = [\n", comb::ENTRIES);
    for entry in comb::table() {
        source += &format!("    {entry:#018x?},\n").replace('\n', " ").replace("    ", "");
        source.push('\n');
    }
    source + "];\n"
}
