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

fn table_source() -> String {
    let mut source = format!("pub(crate) static COMB_TABLE: [[u64; 8]; {}] = [\n", comb::ENTRIES);
    for entry in comb::table() {
        source += &format!("    {entry:#018x?},\n").replace('\n', " ").replace("    ", "");
        source.push('\n');
    }
    source + "];\n"
}
