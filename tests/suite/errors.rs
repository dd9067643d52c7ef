//! Bad input gives the error that says what is wrong with it, and the error repeats nothing of it.

use crate::common::{self, MAX_ID, MODULUS, hex, order_minus, unhex_array};
use sm2p256::signature::hazmat::{PrehashSigner, PrehashVerifier, RandomizedPrehashSigner};
use sm2p256::signature::{
    DigestSigner, DigestVerifier, Error as SignatureError, RandomizedDigestSigner, Signer, Verifier,
};
use sm2p256::sm3::Sm3;
use sm2p256::{DistId, Error, Sm2DerSignature, Sm2Signature, Sm2SigningKey, Sm2VerifyingKey};

/// 2^256 − 1.
const ONES: [u8; 32] = [0xff; 32];

fn number(small: u8) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[31] = small;
    bytes
}

/// n.
fn n() -> [u8; 32] {
    order_minus(0)
}

/// p.
fn p() -> [u8; 32] {
    unhex_array(MODULUS)
}

fn signing_key() -> Sm2SigningKey {
    Sm2SigningKey::from_bytes(&[0x42; 32]).expect("in range")
}

#[test]
fn private_key_out_of_range() {
    for d in [number(0), order_minus(1), n(), ONES] {
        assert_eq!(Sm2SigningKey::from_bytes(&d), Err(Error::SecretKeyRange), "{}", hex(&d));
        assert_eq!(Sm2SigningKey::try_from(&d[..]), Err(Error::SecretKeyRange), "{}", hex(&d));
    }
    for d in [number(1), number(2), order_minus(3), order_minus(2)] {
        assert_eq!(*Sm2SigningKey::from_bytes(&d).expect("in range").to_bytes(), d);
    }
}

#[test]
fn private_key_of_another_length() {
    for len in [0, 1, 31, 33, 64] {
        assert_eq!(Sm2SigningKey::try_from(&[1; 64][..len]), Err(Error::Length), "{len}");
    }
}

#[test]
fn identifier_too_long() {
    let bytes = vec![0; 1 << 16];
    assert_eq!(DistId::new(&bytes[..MAX_ID]).map(|id| id.as_bytes().len()), Ok(8191));
    // 8192 bytes are 2^16 bits, where a count of 16 bits begins again.
    for len in [MAX_ID + 1, MAX_ID + 2, 2 * MAX_ID + 2, 1 << 16] {
        assert_eq!(DistId::new(&bytes[..len]), Err(Error::IdTooLong), "{len}");
        assert_eq!(DistId::try_from(&bytes[..len]), Err(Error::IdTooLong), "{len}");
    }
    assert_eq!(DistId::try_from("x".repeat(MAX_ID + 1).as_str()), Err(Error::IdTooLong));
}

#[test]
fn signature_out_of_range() {
    let cases = [
        (number(0), number(1)),
        (number(1), number(0)),
        (number(0), number(0)),
        (n(), number(1)),
        (number(1), n()),
        (ONES, number(1)),
        (number(1), ONES),
        // r + s = n.
        (number(1), order_minus(1)),
        (order_minus(1), number(1)),
        (order_minus(7), number(7)),
    ];
    for (r, s) in cases {
        let raw = [r, s].concat();
        assert_eq!(Sm2Signature::from_slice(&raw), Err(Error::SignatureRange), "{}", hex(&raw));
        assert_eq!(hex(&raw).parse::<Sm2Signature>(), Err(Error::SignatureRange));
        let der = der_signature(&r, &s);
        assert_eq!(Sm2Signature::from_der(&der), Err(Error::SignatureRange), "{}", hex(&der));
        assert_eq!(Sm2DerSignature::from_bytes(&der), Err(Error::SignatureRange));
    }
    // 2^256 and more: good DER of numbers that do not fit.
    let der = der_signature(&[&[1], &[0; 32][..]].concat(), &number(1));
    assert_eq!(Sm2Signature::from_der(&der), Err(Error::SignatureRange));
    let der = der_signature(&number(1), &[1; 40]);
    assert_eq!(Sm2Signature::from_der(&der), Err(Error::SignatureRange));
    for (r, s) in [(number(1), number(1)), (order_minus(1), order_minus(1)), (number(1), order_minus(2))] {
        assert!(Sm2Signature::from_slice(&[r, s].concat()).is_ok());
        assert!(Sm2Signature::from_der(&der_signature(&r, &s)).is_ok());
    }
}

/// DER of SEQUENCE { r, s }, for numbers that give less than 128 bytes.
fn der_signature(r: &[u8], s: &[u8]) -> Vec<u8> {
    let integer = |value: &[u8]| {
        let start = value.iter().position(|byte| *byte != 0).unwrap_or(value.len() - 1);
        let value = &value[start..];
        let sign = if value[0] >= 0x80 { &[0][..] } else { &[] };
        [&[2, (sign.len() + value.len()) as u8], sign, value].concat()
    };
    let content = [integer(r), integer(s)].concat();
    [vec![0x30, content.len() as u8], content].concat()
}

#[test]
fn signature_not_der() {
    let good = der_signature(&number(1), &number(0x80));
    assert_eq!(good, [0x30, 7, 2, 1, 1, 2, 2, 0, 0x80]);
    assert!(Sm2Signature::from_der(&good).is_ok());
    let cases: [&[u8]; 15] = [
        b"",
        &[0x30],
        &[0x30, 0],
        &[0x30, 3, 2, 1, 1],
        &[0x30, 6, 2, 1, 1, 2, 1, 0x80],             // a negative s
        &[0x30, 7, 2, 2, 0, 1, 2, 1, 1],             // a zero too many
        &[0x30, 7, 2, 1, 1, 2, 2, 0, 0x80, 0],       // one byte behind
        &[0x30, 8, 2, 1, 1, 2, 2, 0, 0x80, 0],       // one byte inside
        &[0x30, 9, 2, 1, 1, 2, 1, 1, 2, 1, 1],       // three integers
        &[0x30, 0x81, 6, 2, 1, 1, 2, 1, 1],          // a long length
        &[0x30, 0x80, 2, 1, 1, 2, 1, 1, 0, 0],       // an indefinite length
        &[0x31, 6, 2, 1, 1, 2, 1, 1],                // SET
        &[0x30, 6, 4, 1, 1, 2, 1, 1],                // OCTET STRING
        &[0x30, 5, 2, 0, 2, 1, 1],                   // an integer without bytes
        &[0x30, 0x84, 0xff, 0xff, 0xff, 0xff, 2, 1], // a length beyond all
    ];
    for bytes in cases {
        assert_eq!(Sm2Signature::from_der(bytes), Err(Error::SignatureEncoding), "{}", hex(bytes));
        assert_eq!(Sm2DerSignature::from_bytes(bytes), Err(Error::SignatureEncoding), "{}", hex(bytes));
    }
    for len in 0..good.len() {
        assert_eq!(Sm2Signature::from_der(&good[..len]), Err(Error::SignatureEncoding), "{len}");
    }
    assert_eq!(Sm2Signature::from_der(&[1; 64]), Err(Error::SignatureEncoding), "raw");
}

#[test]
fn raw_signature_of_another_length() {
    for len in [0, 32, 63, 65, 71, 128] {
        assert_eq!(Sm2Signature::from_slice(&[1; 128][..len]), Err(Error::Length), "{len}");
        assert_eq!(Sm2Signature::try_from(&[1; 128][..len]), Err(Error::Length), "{len}");
    }
}

#[test]
fn signature_text() {
    let good = "11".repeat(64);
    assert!(good.parse::<Sm2Signature>().is_ok());
    for text in ["", "11", &"11".repeat(63), &"11".repeat(65), &good[1..]] {
        assert_eq!(text.parse::<Sm2Signature>(), Err(Error::Length), "{}", text.len());
    }
    for (place, digit) in [(0, "g"), (127, " "), (64, "+"), (3, "\n"), (0, "\u{e9}")] {
        let text = format!("{}{digit}{}", &good[..place], &good[place + digit.len()..]);
        assert_eq!(text.parse::<Sm2Signature>(), Err(Error::SignatureEncoding), "{text}");
    }
}

#[test]
fn point_encoding() {
    let key = *signing_key().verifying_key();
    let good = key.to_sec1_bytes();
    let parity = good[64] & 1;
    let with_tag = |tag: u8| [&[tag], &good[1..]].concat();
    let cases = [
        vec![],
        vec![0],                    // infinity
        vec![0; 65],                // infinity, padded
        vec![4],                    //
        good[1..].to_vec(),         // x ‖ y alone
        good[..64].to_vec(),        // one byte less
        [&good[..], &[0]].concat(), // one byte more
        with_tag(6 | parity),       // hybrid
        with_tag(6 | (parity ^ 1)), // hybrid, the other parity
        with_tag(1),                //
        with_tag(5),                //
        with_tag(2),                // 02 with x and y
        good[..33].to_vec(),        // 04 with x alone
        key.to_compressed_bytes()[..32].to_vec(),
        key.to_compressed_bytes()[1..].to_vec(),
        [&key.to_compressed_bytes()[..], &[0]].concat(),
    ];
    for bytes in cases {
        assert_eq!(Sm2VerifyingKey::from_sec1_bytes(&bytes), Err(Error::PointEncoding), "{}", hex(&bytes));
        assert_eq!(Sm2VerifyingKey::try_from(&bytes[..]), Err(Error::PointEncoding));
    }
    assert_eq!(Sm2VerifyingKey::from_sec1_bytes(&good), Ok(key));
    assert_eq!(Sm2VerifyingKey::from_sec1_bytes(&key.to_compressed_bytes()), Ok(key));
}

#[test]
fn coordinate_out_of_range() {
    let good = signing_key().verifying_key().to_sec1_bytes();
    for coordinate in [p(), ONES] {
        let cases = [
            [&[4], &coordinate[..], &good[33..]].concat(),
            [&good[..33], &coordinate].concat(),
            [&[2], &coordinate[..]].concat(),
            [&[3], &coordinate[..]].concat(),
        ];
        for bytes in cases {
            assert_eq!(
                Sm2VerifyingKey::from_sec1_bytes(&bytes),
                Err(Error::CoordinateRange),
                "{}",
                hex(&bytes)
            );
        }
    }
}

#[test]
fn point_not_on_curve() {
    let good = signing_key().verifying_key().to_sec1_bytes();
    let mut y_changed = good;
    y_changed[64] ^= 1;
    let swapped = [&[4], &good[33..], &good[1..33]].concat();
    let zeros = [&[4][..], &[0; 64]].concat();
    // x = 2 has no y (edge_keys has more of them).
    let without_root = [[&[2], &number(2)[..]].concat(), [&[3], &number(2)[..]].concat()];
    for bytes in [y_changed.to_vec(), swapped, zeros].into_iter().chain(without_root) {
        assert_eq!(Sm2VerifyingKey::from_sec1_bytes(&bytes), Err(Error::PointNotOnCurve), "{}", hex(&bytes));
    }
}

#[test]
#[cfg(feature = "hazmat")]
fn nonce() {
    use sm2p256::hazmat::sign_prehash_with_nonce;
    for k in [number(0), n(), ONES] {
        assert_eq!(sign_prehash_with_nonce(&signing_key(), &number(1), &k), Err(Error::Nonce), "{}", hex(&k));
    }
    assert!(sign_prehash_with_nonce(&signing_key(), &number(1), &number(1)).is_ok());
    assert!(sign_prehash_with_nonce(&signing_key(), &number(1), &order_minus(1)).is_ok());
}

/// `signature::Error` hides the kind; that there is one must not be lost.
#[test]
fn prehash_of_another_length() {
    let key = signing_key();
    let signature: Sm2Signature = key.sign_prehash(&[7; 32]).expect("32 bytes");
    for len in [0, 1, 20, 31, 33, 64] {
        let prehash = &[7; 64][..len];
        let rng = &mut common::rng::SeededRng::new(1);
        assert!(PrehashSigner::<Sm2Signature>::sign_prehash(&key, prehash).is_err(), "{len}");
        assert!(PrehashSigner::<Sm2DerSignature>::sign_prehash(&key, prehash).is_err(), "{len}");
        assert!(
            RandomizedPrehashSigner::<Sm2Signature>::sign_prehash_with_rng(&key, rng, prehash).is_err(),
            "{len}"
        );
        assert!(
            RandomizedPrehashSigner::<Sm2DerSignature>::sign_prehash_with_rng(&key, rng, prehash).is_err()
        );
        assert!(key.verifying_key().verify_prehash(prehash, &signature).is_err(), "{len}");
        assert!(key.verifying_key().verify_prehash(prehash, &signature.to_der()).is_err(), "{len}");
    }
    assert!(key.verifying_key().verify_prehash(&[7; 32], &signature).is_ok());
}

#[test]
fn error_of_the_one_who_feeds_the_digest_is_passed_on() {
    let key = signing_key();
    let fail = |_: &mut Sm3| Err(SignatureError::new());
    let rng = &mut common::rng::SeededRng::new(1);
    assert!(DigestSigner::<Sm3, Sm2Signature>::try_sign_digest(&key, fail).is_err());
    assert!(RandomizedDigestSigner::<Sm3, Sm2Signature>::try_sign_digest_with_rng(&key, rng, fail).is_err());
    // A signature of the empty message, which is what was fed.
    let signature: Sm2Signature = key.sign(b"");
    assert!(key.verifying_key().verify(b"", &signature).is_ok());
    assert!(key.verifying_key().verify_digest(fail, &signature).is_err());
}

#[cfg(feature = "pkcs8")]
mod structures {
    use super::*;
    use crate::common::edge;
    use sm2p256::pkcs8::{self, DecodePrivateKey, DecodePublicKey, KeyError, spki};
    use sm2p256::sec1::{self, DecodeEcPrivateKey};

    /// The input of the first vector of edge_keys with this format and comment.
    fn input(format: &str, comment: &str) -> Vec<u8> {
        edge("edge_keys", 174).find(&[("format", format), ("comment", comment)]).bytes("der").expect("der")
    }

    fn unknown(oid: &str) -> spki::Error {
        spki::Error::OidUnknown { oid: oid.parse().expect("an object identifier") }
    }

    const P256: &str = "1.2.840.10045.3.1.7";
    const RSA: &str = "1.2.840.113549.1.1.1";

    #[test]
    fn pkcs8() {
        let malformed = pkcs8::Error::KeyMalformed(KeyError::Invalid);
        let cases = [
            ("public key of another private key", malformed),
            ("PKCS#8, d = 0", malformed),
            ("PKCS#8, d = n-1", malformed),
            ("PKCS#8, d = n", malformed),
            ("PKCS#8, d = 2^256-1", malformed),
            ("bare scalar in place of ECPrivateKey", malformed),
            ("curve P-256", pkcs8::Error::PublicKey(unknown(P256))),
            ("inner parameters P-256, outer sm2", pkcs8::Error::PublicKey(unknown(P256))),
            ("rsaEncryption", pkcs8::Error::PublicKey(unknown(RSA))),
            ("no curve parameters", pkcs8::Error::PublicKey(spki::Error::AlgorithmParametersMissing)),
        ];
        for (comment, error) in cases {
            assert_eq!(Sm2SigningKey::from_pkcs8_der(&input("pkcs8", comment)), Err(error), "{comment}");
        }
    }

    /// The public key behind the private key (RFC 5958) is looked at like the one inside.
    #[test]
    fn pkcs8_second_public_key() {
        let good = input("pkcs8", "version 1 (RFC 5958) with [1] public key");
        let read = Sm2SigningKey::from_pkcs8_der(&good).expect("a good key");
        let start = good.len() - 65;
        assert_eq!(good[start..], read.verifying_key().to_sec1_bytes());
        let with_end = |end: &[u8]| [&good[..start], end].concat();
        let mut off_curve = read.verifying_key().to_sec1_bytes();
        off_curve[64] ^= 1;
        for end in [signing_key().verifying_key().to_sec1_bytes(), off_curve] {
            let error = pkcs8::Error::KeyMalformed(KeyError::Invalid);
            assert_eq!(Sm2SigningKey::from_pkcs8_der(&with_end(&end)), Err(error));
        }
    }

    #[test]
    #[cfg(feature = "pem")]
    fn parameters_in_front_of_a_key() {
        use sm2p256::pkcs8::LineEnding;
        use sm2p256::sec1::EncodeEcPrivateKey;
        let key = signing_key();
        let pem = key.to_sec1_pem(LineEnding::LF).expect("PEM");
        let behind = |label: &str, parameters: &str| {
            let block = format!("-----BEGIN {label}-----\n{parameters}\n-----END {label}-----\n");
            Sm2SigningKey::from_sec1_pem(&(block + &pem))
        };
        assert_eq!(behind("EC PARAMETERS", "BggqgRzPVQGCLQ=="), Ok(key));
        // P-256; NULL; a byte too many; nothing; not base64.
        assert_eq!(behind("EC PARAMETERS", "BggqhkjOPQMBBw=="), Err(sec1::Error::Crypto));
        for parameters in ["BQA=", "BggqgRzPVQGCLQA=", "", "BggqgRzPVQGCL!=="] {
            let read = behind("EC PARAMETERS", parameters);
            assert!(matches!(read, Err(sec1::Error::Asn1(_))), "{parameters}: {read:?}");
        }
        assert!(behind("SM2 PARAMETERS", "BggqgRzPVQGCLQ==").is_err());
        assert!(behind("CERTIFICATE", "BggqgRzPVQGCLQ==").is_err());
    }

    #[test]
    fn sec1() {
        for comment in [
            "public key of another private key",
            "curve P-256",
            "SEC1, d = 0",
            "SEC1, d = n-1",
            "SEC1, d = n",
            "SEC1, d = 2^256-1",
            "privateKey empty",
            "public key off the curve",
        ] {
            let error = Sm2SigningKey::from_sec1_der(&input("sec1", comment));
            assert_eq!(error, Err(sec1::Error::Crypto), "{comment}");
        }
        for comment in ["trailing byte", "truncated", "[1] before [0]", "PKCS#8 through the SEC1 reader"] {
            let error = Sm2SigningKey::from_sec1_der(&input("sec1", comment));
            assert!(matches!(error, Err(sec1::Error::Asn1(_))), "{comment}: {error:?}");
        }
    }

    #[test]
    fn spki() {
        let cases = [
            ("point off the curve", spki::Error::KeyMalformed),
            ("infinity", spki::Error::KeyMalformed),
            ("64-byte point", spki::Error::KeyMalformed),
            ("unused bits 7", spki::Error::KeyMalformed),
            ("curve P-256", unknown(P256)),
            ("rsaEncryption with curve", unknown(RSA)),
            ("no parameters", spki::Error::AlgorithmParametersMissing),
        ];
        for (comment, error) in cases {
            assert_eq!(
                Sm2VerifyingKey::from_public_key_der(&input("spki", comment)),
                Err(error),
                "{comment}"
            );
        }
    }

    /// Private key structures of which the errors must not tell.
    #[test]
    fn errors_hold_no_part_of_a_key() {
        let vectors = edge("edge_keys", 174);
        let ran = vectors.check_those(
            |vector| !common::keys::is_plain(vector) && vector.expected() != Some(true),
            |vector| {
                let bytes = vector.bytes("der").expect("der");
                let Err(text) = common::keys::read(vector.need("format"), &bytes) else { return };
                for part in bytes.windows(4).filter(|part| *part != [0; 4]) {
                    assert!(!text.to_lowercase().contains(&hex(part)), "{text}");
                }
            },
        );
        assert!(ran > 90);
    }
}

#[test]
fn texts_hold_nothing_of_the_input() {
    let input = [0xab; 200];
    let errors = [
        Sm2SigningKey::try_from(&input[..]).err(),
        Sm2SigningKey::from_bytes(&ONES).err(),
        Sm2VerifyingKey::from_sec1_bytes(&input).err(),
        Sm2Signature::from_der(&input).err(),
        Sm2Signature::from_slice(&input).err(),
        Sm2DerSignature::from_bytes(&input).err(),
        hex(&input[..64]).replace('a', "g").parse::<Sm2Signature>().err(),
        DistId::new(&[0xab; 9000]).err(),
    ];
    for error in errors {
        let error = error.expect("bad input");
        for text in [error.to_string(), format!("{error:?}")] {
            let text = text.to_lowercase();
            assert!(!text.contains("abab") && !text.contains("ffff") && !text.contains("171"), "{text}");
        }
    }
}

/// Each kind has a text of its own, and converts into what the traits report.
#[test]
fn kinds_have_texts_of_their_own() {
    let kinds = [
        Error::Length,
        Error::SecretKeyRange,
        Error::KeyPairMismatch,
        Error::PointEncoding,
        Error::CoordinateRange,
        Error::PointNotOnCurve,
        Error::IdTooLong,
        Error::SignatureEncoding,
        Error::SignatureRange,
        Error::Nonce,
        Error::Rng,
    ];
    let texts: std::collections::BTreeSet<String> = kinds.iter().map(Error::to_string).collect();
    assert_eq!(texts.len(), kinds.len());
    let _: SignatureError = Error::Length.into();
}
