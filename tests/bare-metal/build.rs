//! The linker's arguments, and vectors of `tests/vectors` as a static table.

use serde_json::Value;
use std::path::Path;
use std::{env, fs};

/// The files, and what is checked of each of their vectors.
const FILES: [(&str, &str); 7] = [
    ("edge_verify", "Verify"),
    ("edge_der", "Verify"),
    ("edge_raw", "Verify"),
    ("edge_id", "Verify"),
    ("edge_za", "Z"),
    ("edge_sign", "Nonce"),
    ("edge_rfc6979", "Deterministic"),
];

fn main() {
    let folder = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let architecture = env::var("CARGO_CFG_TARGET_ARCH").expect("cargo sets it");
    println!("cargo::rerun-if-changed=build.rs");
    for argument in ["--gc-sections", "-L", &folder, "-T", &format!("{folder}/{architecture}.ld")] {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
    for script in ["common", &architecture] {
        println!("cargo::rerun-if-changed={script}.ld");
    }
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("vectors.rs"), table(&Path::new(&folder).join("../vectors")))
        .expect("OUT_DIR can be written");
}

/// `static VECTORS: [Vector; …]`.
fn table(folder: &Path) -> String {
    let mut entries = Vec::new();
    for (file, check) in FILES {
        let path = folder.join(file).with_extension("json");
        println!("cargo::rerun-if-changed={}", path.display());
        let text = fs::read_to_string(&path).expect("the file is there");
        let json: Value = serde_json::from_str(&text).expect("JSON");
        for vector in json["vectors"].as_array().expect("a list") {
            entries.push(entry(vector, check));
            // The same for the nonce that the signature was made with.
            if file == "edge_id" && vector.get("k").is_some() {
                entries.push(entry(vector, "Nonce"));
            }
        }
    }
    format!("static VECTORS: [Vector; {}] = [\n{}];\n", entries.len(), entries.concat())
}

fn entry(vector: &Value, check: &str) -> String {
    let text = |field: &str| vector.get(field).and_then(Value::as_str);
    let option = |bytes: Option<Vec<u8>>| match bytes {
        Some(bytes) => format!("Some(b\"{}\")", bytes.escape_ascii()),
        None => "None".into(),
    };
    let field = |name: &str| option(text(name).map(unhex));
    // r ‖ s where there is no sig_raw, unless one has too many bytes.
    let raw = text("sig_raw").map(unhex).or_else(|| {
        let both = [unhex(text("r")?), unhex(text("s")?)].concat();
        (both.len() == 64).then_some(both)
    });
    format!(
        "Vector {{ id: {:?}, check: Check::{check}, valid: {}, d: {}, identifier: {}, msg: {}, e: {}, k: {}, \
         public: {}, raw: {}, der: {}, z: {} }},\n",
        text("tcId").expect("every vector has one"),
        text("result").is_none_or(|result| result == "valid"),
        field("d"),
        field("id"),
        field("msg"),
        field("e"),
        field("k"),
        field("pub"),
        option(raw),
        field("sig_der"),
        field("za"),
    )
}

fn unhex(text: &str) -> Vec<u8> {
    assert!(text.len().is_multiple_of(2), "an odd number of hexadecimal digits");
    let digit = |c: u8| char::from(c).to_digit(16).expect("a hexadecimal digit") as u8;
    text.as_bytes().chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}
