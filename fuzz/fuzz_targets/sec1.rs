//! Public keys as SEC1 points and private keys as bare scalars, against RustCrypto's `sm2`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sm2p256::{Error, Sm2SigningKey, Sm2VerifyingKey};

/// n − 1.
const N_MINUS_1: [u8; 32] = [
    0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x72,
    0x03, 0xdf, 0x6b, 0x21, 0xc6, 0x05, 0x2b, 0x53, 0xbb, 0xf4, 0x09, 0x39, 0xd5, 0x41, 0x22,
];

fuzz_target!(|data: &[u8]| {
    check_point(data);
    if let Ok(d) = data.try_into() {
        check_scalar(d);
        // Half of all x coordinates are on the curve.
        for tag in [2, 3] {
            let compressed = [&[tag], data].concat();
            if let Some(key) = check_point(&compressed) {
                assert_eq!(key.to_compressed_bytes(), *compressed);
            }
        }
    }
});

fn check_point(bytes: &[u8]) -> Option<Sm2VerifyingKey> {
    let ours = Sm2VerifyingKey::from_sec1_bytes(bytes);
    // RustCrypto reads the compact form (tag 5) too, which is none of SM2's.
    if bytes.first() != Some(&5) {
        assert_eq!(ours.is_ok(), sm2::PublicKey::from_sec1_bytes(bytes).is_ok());
    }
    match ours {
        Ok(key) => {
            let (uncompressed, compressed) = (key.to_sec1_bytes(), key.to_compressed_bytes());
            assert!(bytes == uncompressed || bytes == compressed);
            assert_eq!(Sm2VerifyingKey::from_sec1_bytes(&uncompressed), Ok(key));
            assert_eq!(Sm2VerifyingKey::from_sec1_bytes(&compressed), Ok(key));
            // The other root is the negative, another key.
            let mut negative = compressed;
            negative[0] ^= 1;
            let negative = Sm2VerifyingKey::from_sec1_bytes(&negative).unwrap();
            assert_ne!(negative, key);
            assert_eq!(negative.to_sec1_bytes()[..33], uncompressed[..33]);
            Some(key)
        }
        Err(error) => {
            assert!(matches!(error, Error::PointEncoding | Error::CoordinateRange | Error::PointNotOnCurve));
            None
        }
    }
}

fn check_scalar(d: &[u8; 32]) {
    let ours = Sm2SigningKey::from_bytes(d);
    let theirs = sm2::SecretKey::from_slice(d);
    if *d == N_MINUS_1 {
        // RustCrypto takes it, though no signature can be made with it.
        assert_eq!(ours, Err(Error::SecretKeyRange));
        return;
    }
    assert_eq!(ours.is_ok(), theirs.is_ok());
    if let (Ok(ours), Ok(theirs)) = (ours, theirs) {
        assert_eq!(*ours.to_bytes(), *d);
        assert_eq!(ours.verifying_key().to_sec1_bytes()[..], theirs.public_key().to_sec1_bytes()[..]);
    }
}
