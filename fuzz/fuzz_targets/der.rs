//! Signatures: an accepted encoding is the only one of its signature.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sm2p256::pkcs8::der::{Decode, Encode};
use sm2p256::{Error, Sm2DerSignature, Sm2Signature};

fuzz_target!(|data: &[u8]| {
    let raw = Sm2Signature::from_der(data);
    let der = Sm2DerSignature::from_bytes(data);
    assert_eq!(raw.map(|raw| raw.to_der()), der);
    // As a part of a larger structure it is read by the trait.
    assert_eq!(<Sm2DerSignature as Decode>::from_der(data).ok(), der.ok());
    match der {
        Ok(der) => {
            assert_eq!(der.as_bytes(), data);
            assert_eq!(der.to_der().unwrap(), data);
            assert!((8..=Sm2DerSignature::MAX_LEN).contains(&data.len()));
            check_raw(&Sm2Signature::from(der).to_bytes(), true);
        }
        Err(error) => assert!(matches!(error, Error::SignatureEncoding | Error::SignatureRange)),
    }
    check_raw(data, false);
});

/// The same for the raw form.
fn check_raw(bytes: &[u8], valid: bool) {
    match Sm2Signature::from_slice(bytes) {
        Ok(raw) => {
            assert_eq!(raw.to_bytes(), bytes);
            assert_eq!([raw.r_bytes(), raw.s_bytes()].concat(), bytes);
            assert_eq!(Sm2Signature::from_der(raw.to_der().as_bytes()), Ok(raw));
            assert_eq!(raw.to_string().parse(), Ok(raw));
        }
        Err(error) => {
            assert!(!valid);
            assert_eq!(error == Error::Length, bytes.len() != 64);
        }
    }
}
