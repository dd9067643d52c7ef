//! PKCS#8 and SEC1 `ECPrivateKey`, in DER and PEM.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sm2p256::Sm2SigningKey;
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
