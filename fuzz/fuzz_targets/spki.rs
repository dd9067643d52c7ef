//! SubjectPublicKeyInfo, in DER and PEM.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sm2p256::Sm2VerifyingKey;
use sm2p256::pkcs8::der::pem;
use sm2p256::pkcs8::{DecodePublicKey, EncodePublicKey, LineEnding};

fuzz_target!(|data: &[u8]| {
    let key = Sm2VerifyingKey::from_public_key_der(data).ok();
    // In PEM the verdict on the bytes is the same.
    for ending in [LineEnding::LF, LineEnding::CRLF, LineEnding::CR] {
        for (label, key) in [("PUBLIC KEY", key), ("EC PUBLIC KEY", None)] {
            let text = pem::encode_string(label, ending, data).unwrap();
            assert_eq!(Sm2VerifyingKey::from_public_key_pem(&text).ok(), key);
        }
    }
    if let Some(key) = key {
        // The point ends the input as it is.
        let uncompressed = data.ends_with(&key.to_sec1_bytes());
        assert!(uncompressed || data.ends_with(&key.to_compressed_bytes()));
        // Written again, the input differs in the form of the point and in the algorithm's OID, of equal lengths but by one.
        let der = key.to_public_key_der().unwrap();
        assert_eq!(Sm2VerifyingKey::from_public_key_der(der.as_bytes()).unwrap(), key);
        if uncompressed && data.len() == der.as_bytes().len() {
            assert_eq!(data, der.as_bytes());
        }
    }
    if let Some(key) =
        str::from_utf8(data).ok().and_then(|pem| Sm2VerifyingKey::from_public_key_pem(pem).ok())
    {
        let pem = key.to_public_key_pem(LineEnding::LF).unwrap();
        assert_eq!(Sm2VerifyingKey::from_public_key_pem(&pem).unwrap(), key);
    }
});
