//! What the unit tests share: the edge vectors, directed limbs and a stream of random ones.

use crate::arith::limbs::{self, Limbs};
use serde_json::Value;
use std::string::String;
use std::vec::Vec;

/// The vectors of `tests/vectors/<name>.json`, checked against the file's own count.
pub(crate) fn vectors(name: &str) -> Vec<Value> {
    let path = std::format!("{}/tests/vectors/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the vectors come with the sources");
    let mut file: Value = serde_json::from_str(&text).expect("vectors are JSON");
    let Value::Array(vectors) = file["vectors"].take() else { panic!("{name} has vectors") };
    assert_eq!(Some(vectors.len() as u64), file["count"].as_u64());
    vectors
}

pub(crate) fn text<'a>(vector: &'a Value, field: &str) -> &'a str {
    vector[field].as_str().unwrap_or_else(|| panic!("{vector} has a text {field}"))
}

pub(crate) fn unhex(hex: &str) -> Vec<u8> {
    assert_eq!(hex.len() % 2, 0);
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).expect("hex")).collect()
}

/// An integer of `N` bytes, big-endian.
pub(crate) fn bytes<const N: usize>(vector: &Value, field: &str) -> [u8; N] {
    unhex(text(vector, field)).try_into().unwrap_or_else(|_| panic!("{vector}: {field} has {N} bytes"))
}

pub(crate) fn integer(vector: &Value, field: &str) -> Limbs {
    limbs::from_be_bytes(&bytes(vector, field))
}

/// How many random cases a test runs: `full`, or less where SM2P256_TEST_ITERATIONS says so (under emulation).
pub(crate) fn iterations(full: usize) -> usize {
    match std::env::var("SM2P256_TEST_ITERATIONS") {
        Err(_) => full,
        Ok(n) => full.min(n.parse().unwrap_or_else(|_| panic!("SM2P256_TEST_ITERATIONS={n} is no number"))),
    }
}

/// The same where no kernel is tested: a tenth of what SM2P256_TEST_ITERATIONS says.
pub(crate) fn iterations_beside(full: usize) -> usize {
    full.min(iterations(10 * full) / 10)
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same stream in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58476d1ce4e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d049bb133111eb);
        z ^ z >> 31
    }

    pub(crate) fn limbs(&mut self) -> Limbs {
        core::array::from_fn(|_| self.word())
    }

    /// Limbs that are extreme one time in two: random ones alone hardly ever carry far.
    pub(crate) fn edgy_limbs(&mut self) -> Limbs {
        core::array::from_fn(|_| {
            let w = self.word();
            if w & 1 == 0 { self.word() } else { LIMBS[(w >> 32) as usize % LIMBS.len()] }
        })
    }
}

/// Limbs at which carries start and stop, those of p and of 2^256 − p among them.
pub(crate) const LIMBS: [u64; 9] =
    [0, 1, (1 << 32) - 1, 1 << 32, 1 << 63, 0xfffffffeffffffff, 0xffffffff00000000, u64::MAX - 1, u64::MAX];

/// Every value with four of these limbs, and the neighbours of 0, m, 2^256 − m and 2^256 for a modulus m.
pub(crate) fn directed(modulus: &Limbs, per_limb: &[u64]) -> Vec<Limbs> {
    let n = per_limb.len();
    let mut values: Vec<Limbs> =
        (0..n.pow(4)).map(|i| core::array::from_fn(|j| per_limb[i / n.pow(j as u32) % n])).collect();
    let complement = limbs::sub(&[0; 4], modulus).0;
    for centre in [[0; 4], *modulus, complement] {
        for distance in 0..4 {
            values.push(limbs::add(&centre, &[distance, 0, 0, 0]).0);
            values.push(limbs::sub(&centre, &[distance, 0, 0, 0]).0);
        }
    }
    values
}

/// `check` on all pairs of these values; on as many at random as two an iteration where SM2P256_TEST_ITERATIONS allows fewer than all.
pub(crate) fn pairs(values: &[Limbs], check: impl Fn(&Limbs, &Limbs)) {
    let all = values.len().pow(2);
    let allowed = 2 * iterations(all);
    if allowed >= all {
        values.iter().for_each(|x| values.iter().for_each(|y| check(x, y)));
        return;
    }
    let mut random = Random(11);
    let mut pick = || &values[(random.word() % values.len() as u64) as usize];
    (0..allowed).for_each(|_| check(pick(), pick()));
}

/// The name of a test vector, for messages.
pub(crate) fn id(vector: &Value) -> String {
    std::format!("{} {}", text(vector, "tcId"), vector["comment"].as_str().unwrap_or_default())
}
