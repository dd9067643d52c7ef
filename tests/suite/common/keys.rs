//! Keys in every format: reading, and writing again what was read.

use super::Vector;
#[cfg(feature = "pem")]
use sm2p256::pkcs8::LineEnding;
#[cfg(feature = "pkcs8")]
use sm2p256::pkcs8::{DecodePrivateKey, DecodePublicKey};
#[cfg(feature = "pkcs8")]
use sm2p256::sec1::DecodeEcPrivateKey;
use sm2p256::{Sm2SigningKey, Sm2VerifyingKey};

#[cfg(feature = "pem")]
const LINE_ENDINGS: [LineEnding; 2] = [LineEnding::LF, LineEnding::CRLF];

/// What came out of an encoding.
#[derive(Debug, PartialEq)]
pub enum Key {
    Signing(Box<Sm2SigningKey>),
    Verifying(Sm2VerifyingKey),
}

/// A key that was refused, with the reason.
pub type Read = Result<Key, String>;

pub fn signing<E: std::fmt::Display>(key: Result<Sm2SigningKey, E>) -> Read {
    key.map(|key| Key::Signing(Box::new(key))).map_err(|error| error.to_string())
}

pub fn verifying<E: std::fmt::Display>(key: Result<Sm2VerifyingKey, E>) -> Read {
    key.map(Key::Verifying).map_err(|error| error.to_string())
}

/// Formats that need no feature.
pub fn is_plain(vector: &Vector) -> bool {
    matches!(vector.need("format"), "point" | "scalar")
}

/// The bytes `der` of a vector through the reader of its format.
pub fn read(format: &str, bytes: &[u8]) -> Read {
    match format {
        "point" => verifying(Sm2VerifyingKey::from_sec1_bytes(bytes)),
        "scalar" => signing(Sm2SigningKey::try_from(bytes)),
        #[cfg(feature = "pkcs8")]
        "sec1" => signing(Sm2SigningKey::from_sec1_der(bytes)),
        #[cfg(feature = "pkcs8")]
        "pkcs8" => signing(Sm2SigningKey::from_pkcs8_der(bytes)),
        #[cfg(feature = "pkcs8")]
        "spki" => verifying(Sm2VerifyingKey::from_public_key_der(bytes)),
        _ => panic!("no reader for {format}"),
    }
}

/// PEM text through the reader of its format, and through `FromStr` where that reads the same.
#[cfg(feature = "pem")]
pub fn read_pem(format: &str, pem: &str) -> Read {
    let (read, parsed) = match format {
        "sec1" => return signing(Sm2SigningKey::from_sec1_pem(pem)),
        "pkcs8" => (signing(Sm2SigningKey::from_pkcs8_pem(pem)), signing(pem.parse())),
        "spki" => (verifying(Sm2VerifyingKey::from_public_key_pem(pem)), verifying(pem.parse())),
        _ => panic!("no reader for {format}"),
    };
    assert_eq!(read, parsed, "FromStr");
    read
}

/// A key is accepted or refused as it should be, has the vector's d and public key, and survives every encoding.
pub fn check(vector: &Vector, accept: bool, key: Read) {
    match key {
        Err(reason) => assert!(!accept, "refused: {reason}"),
        Ok(key) => {
            assert!(accept, "accepted");
            let public_key = match &key {
                Key::Signing(key) => {
                    assert_eq!(*key.to_bytes(), vector.array("d"), "d");
                    survives_encodings(key);
                    key.verifying_key()
                }
                Key::Verifying(key) => {
                    public_survives_encodings(key);
                    key
                }
            };
            assert_eq!(public_key.to_sec1_bytes().to_vec(), vector.bytes("pub").expect("pub"), "public key");
        }
    }
}

/// A private key is the same after each of its encodings, and so is its public key.
pub fn survives_encodings(key: &Sm2SigningKey) {
    let is_same = |read: Result<Sm2SigningKey, String>| assert_eq!(read.as_ref(), Ok(key));
    is_same(Sm2SigningKey::from_bytes(&key.to_bytes()).map_err(|error| error.to_string()));
    #[cfg(all(feature = "pkcs8", feature = "alloc"))]
    {
        use sm2p256::{pkcs8::EncodePrivateKey, sec1::EncodeEcPrivateKey};
        let is_same = |read: Read| match read {
            Ok(Key::Signing(read)) => is_same(Ok(*read)),
            other => panic!("{other:?}"),
        };
        is_same(read("pkcs8", key.to_pkcs8_der().expect("PKCS#8").as_bytes()));
        is_same(read("sec1", key.to_sec1_der().expect("SEC1").as_bytes()));
        #[cfg(feature = "pem")]
        for end in LINE_ENDINGS {
            is_same(read_pem("pkcs8", &key.to_pkcs8_pem(end).expect("PKCS#8")));
            is_same(read_pem("sec1", &key.to_sec1_pem(end).expect("SEC1")));
        }
    }
    public_survives_encodings(key.verifying_key());
}

/// A public key is the same after each of its encodings.
pub fn public_survives_encodings(key: &Sm2VerifyingKey) {
    let is_same = |read: Read| match read {
        Ok(Key::Verifying(read)) => assert_eq!(read, *key),
        other => panic!("{other:?}"),
    };
    is_same(read("point", &key.to_sec1_bytes()));
    is_same(read("point", &key.to_compressed_bytes()));
    #[cfg(all(feature = "pkcs8", feature = "alloc"))]
    {
        use sm2p256::pkcs8::EncodePublicKey;
        is_same(read("spki", key.to_public_key_der().expect("SPKI").as_bytes()));
        #[cfg(feature = "pem")]
        for end in LINE_ENDINGS {
            is_same(read_pem("spki", &key.to_public_key_pem(end).expect("SPKI")));
        }
    }
}
