//! What the integration tests share: the vectors, the checks that they go through, and random sources under control.

pub mod keys;
pub mod rng;
pub mod verify;

use serde_json::Value;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Once;

/// n, the order of the base point.
pub const ORDER: &str = "fffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123";
/// p, the modulus of the coordinates.
pub const MODULUS: &str = "fffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffff";
/// The longest identifier.
pub const MAX_ID: usize = 8191;

/// Panics unless `text` is an even number of hexadecimal digits.
pub fn unhex(text: &str) -> Vec<u8> {
    assert!(text.len().is_multiple_of(2), "an odd number of hexadecimal digits");
    let digit = |c: u8| char::from(c).to_digit(16).expect("a hexadecimal digit") as u8;
    text.as_bytes().chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

pub fn unhex_array<const N: usize>(text: &str) -> [u8; N] {
    unhex(text).try_into().expect("as many bytes as the array has")
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// a − b of two big-endian numbers of 256 bits, mod 2^256.
pub fn sub_256(a: &[u8; 32], b: &[u8; 32]) -> [u8; 32] {
    let mut out = [0; 32];
    let mut borrow = false;
    for i in (0..32).rev() {
        let (difference, borrow_b) = a[i].overflowing_sub(b[i]);
        let (difference, borrow_in) = difference.overflowing_sub(borrow.into());
        out[i] = difference;
        borrow = borrow_b | borrow_in;
    }
    out
}

/// n − `small`.
pub fn order_minus(small: u8) -> [u8; 32] {
    let mut b = [0; 32];
    b[31] = small;
    sub_256(&unhex_array(ORDER), &b)
}

/// How many random cases to run: `default`, or a ten-thousandth of SM2P256_TEST_ITERATIONS, rounded up, if that is less. The variable counts
/// cases of field kernels, and a case here is some ten thousand of them.
pub fn iterations(default: u32) -> u32 {
    match std::env::var("SM2P256_TEST_ITERATIONS") {
        Ok(number) => {
            let number: u32 = number.parse().expect("SM2P256_TEST_ITERATIONS is a number");
            default.min(number.div_ceil(10_000))
        }
        Err(_) => default,
    }
}

/// One entry of a vector file.
pub struct Vector(Value);

impl Vector {
    pub fn text(&self, field: &str) -> Option<&str> {
        self.0.get(field).and_then(Value::as_str)
    }

    /// The text of a field that has to be there.
    pub fn need(&self, field: &str) -> &str {
        self.text(field).unwrap_or_else(|| panic!("{}: no {field}", self.id()))
    }

    pub fn bytes(&self, field: &str) -> Option<Vec<u8>> {
        self.text(field).map(unhex)
    }

    /// 32 bytes in a field that has to be there.
    pub fn array(&self, field: &str) -> [u8; 32] {
        unhex_array(self.need(field))
    }

    pub fn id(&self) -> &str {
        self.text("tcId").expect("every vector has a tcId")
    }

    /// What the vector is about, for messages.
    pub fn describe(&self) -> String {
        let about =
            ["category", "format", "file", "comment"].map(|field| self.text(field).unwrap_or_default());
        format!("{}: {}", self.id(), about.join(" "))
    }

    /// `None` for a policy case.
    pub fn expected(&self) -> Option<bool> {
        match self.need("result") {
            "valid" => Some(true),
            "invalid" => Some(false),
            "policy" => None,
            other => panic!("{}: result {other}", self.id()),
        }
    }
}

/// A vector file.
pub struct Vectors {
    name: String,
    vectors: Vec<Vector>,
}

impl Vectors {
    fn load(path: &Path) -> Self {
        let text =
            std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut file: Value = serde_json::from_str(&text).expect("a vector file is JSON");
        let Value::Array(vectors) = file["vectors"].take() else { panic!("{}: no vectors", path.display()) };
        assert_eq!(file["count"], vectors.len(), "{}: count", path.display());
        Self { name: path.display().to_string(), vectors: vectors.into_iter().map(Vector).collect() }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Vector> {
        self.vectors.iter()
    }

    /// The one vector whose fields have these texts.
    #[cfg_attr(not(feature = "pem"), allow(dead_code))]
    pub fn find(&self, fields: &[(&str, &str)]) -> &Vector {
        let found = |v: &&Vector| fields.iter().all(|(field, text)| v.text(field) == Some(*text));
        self.iter().find(found).unwrap_or_else(|| panic!("{}: no vector with {fields:?}", self.name))
    }

    /// Runs `check` on every vector; at the end names those for which it panicked.
    pub fn check(&self, check: impl Fn(&Vector)) {
        assert_eq!(self.check_those(|_| true, check), self.vectors.len());
    }

    /// As [`Self::check`], for those that `wanted` picks. How many they were.
    #[must_use]
    pub fn check_those(&self, wanted: impl Fn(&Vector) -> bool, check: impl Fn(&Vector)) -> usize {
        let mut ran = 0;
        let mut failed = Vec::new();
        for vector in self.iter().filter(|v| wanted(v)) {
            ran += 1;
            if catch_unwind(AssertUnwindSafe(|| check(vector))).is_err() {
                eprintln!("failed: {}", vector.describe());
                failed.push(vector.id());
            }
        }
        assert!(failed.is_empty(), "{}: {} of {ran} failed: {failed:?}", self.name, failed.len());
        ran
    }
}

/// One of this crate's own vector files, which holds `count` vectors.
pub fn edge(name: &str, count: usize) -> Vectors {
    let vectors =
        Vectors::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/vectors/{name}.json")));
    assert_eq!(vectors.vectors.len(), count, "{name}: number of vectors");
    vectors
}

/// The folder of other projects' vectors: the one that SM2P256_VECTORS names, else `../shared/vectors` beside the
/// checkout. When there is none this says so once, and fails where the environment variable CI is "true".
pub fn shared_folder() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("SM2P256_VECTORS").map(PathBuf::from) {
        assert!(folder.is_dir(), "SM2P256_VECTORS is not a folder: {}", folder.display());
        return Some(folder);
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/vectors");
    if folder.is_dir() {
        return Some(folder);
    }
    assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "no {}, and CI is true", folder.display());
    static SAID: Once = Once::new();
    // Straight to stderr: the harness swallows what a passing test prints.
    SAID.call_once(|| {
        let folder = folder.display();
        let _ = writeln!(
            std::io::stderr(),
            "published vectors SKIPPED: no {folder}, and SM2P256_VECTORS is not set"
        );
    });
    None
}

/// A file of other projects' vectors, if they are there.
pub fn published(name: &str) -> Option<Vectors> {
    shared_folder().map(|folder| Vectors::load(&folder.join(format!("{name}.json"))))
}

/// What this crate does in a case where accepting and refusing are both defensible.
pub struct Policy {
    /// `format` of the vector.
    pub format: &'static str,
    /// Start of its comment.
    pub comment: &'static str,
    pub accept: bool,
    #[allow(dead_code)] // for who reads it here
    pub reason: &'static str,
}

/// The verdict that a vector must get: its own, or that of the one line of `table` that is about it.
pub fn expected(vector: &Vector, table: &[Policy]) -> bool {
    vector.expected().unwrap_or_else(|| {
        let (format, comment) = (vector.need("format"), vector.text("comment").unwrap_or_default());
        let mut lines =
            table.iter().filter(|line| line.format == format && comment.starts_with(line.comment));
        let line = lines.next().unwrap_or_else(|| panic!("{}: no policy", vector.describe()));
        assert!(lines.next().is_none(), "{}: two policies", vector.describe());
        line.accept
    })
}
