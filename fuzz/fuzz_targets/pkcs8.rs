//! PKCS#8 and SEC1 `ECPrivateKey`, in DER and PEM.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sm2p256::Sm2SigningKey;
use sm2p256::pkcs8::der::pem;
use sm2p256::pkcs8::{DecodePrivateKey, EncodePrivateKey, LineEnding};
use sm2p256::sec1::{DecodeEcPrivateKey, EncodeEcPrivateKey};

fuzz_target!(|data: &[u8]| {
    let pkcs8 = Sm2SigningKey::from_pkcs8_der(data).ok();
    let sec1 = Sm2SigningKey::from_sec1_der(data).ok();
    assert!(pkcs8.is_none() || sec1.is_none());
    for key in pkcs8.iter().chain(&sec1) {
        // d stands in the input as it is.
        assert!(data.windows(32).any(|bytes| bytes == *key.to_bytes()));
        check(key);
    }
    check_wrapped(data, pkcs8.as_ref(), sec1.as_ref());
    if let Ok(pem) = str::from_utf8(data) {
        let pkcs8 = Sm2SigningKey::from_pkcs8_pem(pem).ok();
        let sec1 = Sm2SigningKey::from_sec1_pem(pem).ok();
        assert!(pkcs8.is_none() || sec1.is_none());
        pkcs8.iter().chain(&sec1).for_each(check);
    }
});

/// Each encoding is read as the same key.
fn check(key: &Sm2SigningKey) {
    let pkcs8 = key.to_pkcs8_der().unwrap();
    let sec1 = key.to_sec1_der().unwrap();
    let pkcs8_pem = key.to_pkcs8_pem(LineEnding::LF).unwrap();
    let sec1_pem = key.to_sec1_pem(LineEnding::LF).unwrap();
    assert_eq!(Sm2SigningKey::from_pkcs8_der(pkcs8.as_bytes()).unwrap(), *key);
    assert_eq!(Sm2SigningKey::from_sec1_der(sec1.as_bytes()).unwrap(), *key);
    assert_eq!(Sm2SigningKey::from_pkcs8_pem(&pkcs8_pem).unwrap(), *key);
    assert_eq!(Sm2SigningKey::from_sec1_pem(&sec1_pem).unwrap(), *key);
}

/// What `openssl ecparam -genkey` writes in front of a key.
const PARAMETERS: &str = "-----BEGIN EC PARAMETERS-----\nBggqgRzPVQGCLQ==\n-----END EC PARAMETERS-----\n";

/// In PEM the verdict on the bytes is the same, under the labels of their form and no other.
fn check_wrapped(der: &[u8], pkcs8: Option<&Sm2SigningKey>, sec1: Option<&Sm2SigningKey>) {
    for ending in [LineEnding::LF, LineEnding::CRLF, LineEnding::CR] {
        for (label, pkcs8, sec1) in [
            ("PRIVATE KEY", pkcs8, None),
            ("EC PRIVATE KEY", None, sec1),
            ("SM2 PRIVATE KEY", None, sec1),
            ("PUBLIC KEY", None, None),
        ] {
            let text = pem::encode_string(label, ending, der).unwrap();
            assert_eq!(Sm2SigningKey::from_pkcs8_pem(&text).ok().as_ref(), pkcs8);
            assert_eq!(Sm2SigningKey::from_sec1_pem(&text).ok().as_ref(), sec1);
            let behind_parameters = PARAMETERS.to_owned() + &text;
            assert_eq!(Sm2SigningKey::from_sec1_pem(&behind_parameters).ok().as_ref(), sec1);
        }
    }
}
