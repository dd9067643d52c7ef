//! Signatures and public keys through serde, in JSON and CBOR, and signatures as text: the verdict is that on the bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde::{Serialize, de::DeserializeOwned};
use sm2p256::{Sm2DerSignature, Sm2Signature, Sm2VerifyingKey};
use std::fmt::Debug;

fuzz_target!(|data: &[u8]| {
    check(data, Sm2Signature::from_slice(data).ok());
    check(data, Sm2DerSignature::from_bytes(data).ok());
    check(data, Sm2VerifyingKey::from_sec1_bytes(data).ok());
    if let Ok(text) = str::from_utf8(data) {
        check_text(text);
    }
});

/// The bytes as a value of each format, and the input as a document of each.
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(bytes: &[u8], expected: Option<T>) {
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    for hex in [hex.to_uppercase(), hex] {
        assert_eq!(serde_json::from_str(&format!("\"{hex}\"")).ok(), expected);
    }
    assert_eq!(from_cbor(&to_cbor(&ciborium::Value::Bytes(bytes.to_vec()))), expected);
    for value in [expected, from_cbor(bytes), serde_json::from_slice(bytes).ok()].into_iter().flatten() {
        let json = serde_json::to_string(&value).unwrap();
        assert_eq!(serde_json::from_str::<T>(&json).unwrap(), value);
        assert_eq!(from_cbor::<T>(&to_cbor(&value)).unwrap(), value);
    }
}

fn to_cbor<T: Serialize>(value: &T) -> Vec<u8> {
    let mut cbor = Vec::new();
    ciborium::into_writer(value, &mut cbor).unwrap();
    cbor
}

fn from_cbor<T: DeserializeOwned>(cbor: &[u8]) -> Option<T> {
    ciborium::from_reader(cbor).ok()
}

/// `FromStr` takes what serde takes from a text, and `Display` gives it back.
fn check_text(text: &str) {
    let signature = text.parse::<Sm2Signature>().ok();
    let json = serde_json::to_string(text).unwrap();
    assert_eq!(serde_json::from_str(&json).ok(), signature);
    if let Some(signature) = signature {
        assert_eq!(signature.to_string(), text.to_ascii_lowercase());
    }
}
