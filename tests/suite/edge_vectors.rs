//! The vectors computed for this crate, in tests/vectors. `edge_field` and `edge_point` are tested inside the crate.

use crate::common::verify::{accepts_message, accepts_prehash, prehash};
use crate::common::{self, Vector, edge, hex, keys, unhex, verify};
use sm2p256::signature::hazmat::PrehashSigner;
use sm2p256::signature::{DigestSigner, MultipartSigner, Signer};
use sm2p256::sm3::{Digest, Sm3};
use sm2p256::{DistId, Error, Sm2DerSignature, Sm2Signature, Sm2SigningKey, Sm2VerifyingKey};

#[test]
fn verify_gives_every_verdict() {
    edge("edge_verify", 482).check(verify::check);
}

#[test]
fn der_is_strict() {
    edge("edge_der", 80).check(verify::check);
}

#[test]
fn raw_is_64_bytes_in_range() {
    edge("edge_raw", 30).check(verify::check);
}

#[test]
fn identifier_and_message_are_bound() {
    edge("edge_id", 71).check(verify::check);
}

#[test]
fn z_and_e_are_those_of_the_vectors() {
    edge("edge_za", 53).check(check_za);
}

fn check_za(vector: &Vector) {
    let key = Sm2VerifyingKey::from_sec1_bytes(&vector.bytes("pub").expect("pub")).expect("a good key");
    let id = vector.bytes("id").expect("id");
    if vector.text("za").is_none() {
        assert_eq!(DistId::new(&id), Err(Error::IdTooLong));
        return;
    }
    let key = key.with_dist_id(DistId::new(&id).expect("a good identifier"));
    assert_eq!(hex(key.z()), vector.need("za"), "Z");
    assert_eq!(hex(&prehash(&key, &vector.bytes("msg").expect("msg"))), vector.need("e"), "e");
}

#[test]
fn sm3_has_the_digests_of_the_vectors() {
    edge("edge_sm3", 42).check(|vector| {
        let msg = vector.bytes("msg").expect("msg");
        assert_eq!(hex(&Sm3::digest(&msg)), vector.need("digest"));
        let in_parts = msg.chunks(7).fold(Sm3::new(), |digest, part| digest.chain_update(part));
        assert_eq!(hex(&in_parts.finalize()), vector.need("digest"), "in parts");
    });
}

/// The key d of a vector, with its identifier if it has one.
fn signing_key(vector: &Vector) -> Sm2SigningKey {
    let key = Sm2SigningKey::from_bytes(&vector.array("d")).expect("a good key");
    assert_eq!(hex(&key.verifying_key().to_sec1_bytes()), vector.need("pub"), "public key");
    match vector.text("id").map(unhex) {
        Some(id) => key.with_dist_id(DistId::new(&id).expect("a good identifier")),
        None => key,
    }
}

#[test]
#[cfg(feature = "hazmat")]
fn given_nonces_give_the_signatures_of_the_vectors() {
    use sm2p256::hazmat::sign_prehash_with_nonce;
    edge("edge_sign", 66).check(|vector| {
        let (e, k) = (vector.array("e"), vector.array("k"));
        if vector.expected() == Some(true) {
            let signature = sign_prehash_with_nonce(&signing_key(vector), &e, &k);
            assert_eq!(signature, verify::signature(vector));
            verify::check(vector);
            return;
        }
        match Sm2SigningKey::from_bytes(&vector.array("d")) {
            Err(error) => {
                assert_eq!((error, vector.need("category")), (Error::SecretKeyRange, "d_out_of_range"));
            }
            Ok(key) => {
                assert!(matches!(vector.need("category"), "retry" | "k_out_of_range"));
                assert_eq!(sign_prehash_with_nonce(&key, &e, &k), Err(Error::Nonce));
            }
        }
    });
    // The same function with the other files' nonces.
    let with_nonce = edge("edge_id", 71).check_those(
        |vector| vector.text("k").is_some(),
        |vector| {
            let key = signing_key(vector);
            let e = prehash(key.verifying_key(), &vector.bytes("msg").expect("msg"));
            assert_eq!(sign_prehash_with_nonce(&key, &e, &vector.array("k")), verify::signature(vector));
        },
    );
    assert_eq!(with_nonce, 53);
}

#[test]
fn deterministic_signatures_are_those_of_rfc_6979() {
    edge("edge_rfc6979", 30).check(|vector| {
        let key = signing_key(vector);
        let e = vector.array("e");
        let expected = verify::signature(vector).expect("a good signature");
        assert_eq!(key.sign_prehash(&e).ok(), Some(expected));
        assert_eq!(key.sign_prehash(&e).ok(), Some(expected.to_der()));
        assert!(accepts_prehash(key.verifying_key(), &e, &expected));
        #[cfg(feature = "hazmat")]
        assert_eq!(sm2p256::hazmat::sign_prehash_with_nonce(&key, &e, &vector.array("k")), Ok(expected));
        if let Some(msg) = vector.bytes("msg") {
            assert_eq!(Signer::<Sm2Signature>::sign(&key, &msg), expected);
            assert_eq!(Signer::<Sm2DerSignature>::sign(&key, &msg), expected.to_der());
            for parts in verify::cuts(&msg) {
                let feed = |digest: &mut Sm3| parts.iter().for_each(|part| Digest::update(digest, part));
                assert_eq!(MultipartSigner::<Sm2Signature>::multipart_sign(&key, &parts), expected);
                assert_eq!(DigestSigner::<Sm3, Sm2Signature>::sign_digest(&key, feed), expected);
            }
            assert!(accepts_message(key.verifying_key(), &msg, &expected));
        }
    });
}

/// Where the standards leave a choice, or readers differ: what this crate does with keys.
#[rustfmt::skip]
const KEY_POLICY: &[common::Policy] = &[
    common::Policy { format: "point", comment: "hybrid form", accept: false,
        reason: "SM2 standards write 04; a third form of one key is only ambiguity" },
    common::Policy { format: "sec1", comment: "privateKey with the leading zeros dropped", accept: false,
        reason: "RFC 5915 fixes 32 bytes" },
    common::Policy { format: "sec1", comment: "privateKey of 33 bytes with 00", accept: false,
        reason: "RFC 5915 fixes 32 bytes" },
    common::Policy { format: "pkcs8", comment: "PKCS#8, privateKey with the leading zeros dropped", accept: false,
        reason: "RFC 5915 fixes 32 bytes" },
    common::Policy { format: "pkcs8", comment: "PKCS#8, privateKey of 33 bytes", accept: false,
        reason: "RFC 5915 fixes 32 bytes" },
    common::Policy { format: "spki", comment: "explicit parameters equal", accept: false,
        reason: "RFC 5480 allows named curves alone (CVE-2020-0601)" },
    common::Policy { format: "pkcs8", comment: "PKCS#8 with explicit parameters equal", accept: false,
        reason: "RFC 5480 allows named curves alone (CVE-2020-0601)" },
];

fn check_key(vector: &Vector) {
    let bytes = vector.bytes("der").expect("der");
    keys::check(vector, common::expected(vector, KEY_POLICY), keys::read(vector.need("format"), &bytes));
}

#[test]
fn scalars_and_points_give_every_verdict() {
    assert_eq!(edge("edge_keys", 174).check_those(keys::is_plain, check_key), 44);
}

#[test]
#[cfg(feature = "pkcs8")]
fn key_structures_give_every_verdict() {
    assert_eq!(edge("edge_keys", 174).check_those(|vector| !keys::is_plain(vector), check_key), 130);
}

/// What this crate does with PEM that RFC 7468 lets a reader take or leave.
#[rustfmt::skip]
#[cfg(feature = "pem")]
const PEM_POLICY: &[common::Policy] = &[
    common::Policy { format: "pkcs8", comment: "76 columns", accept: false,
        reason: "lines are of 64 columns" },
    common::Policy { format: "pkcs8", comment: "one long line", accept: false,
        reason: "lines are of 64 columns" },
    common::Policy { format: "pkcs8", comment: "text before the block", accept: true,
        reason: "RFC 7468 allows explanatory text" },
    common::Policy { format: "pkcs8", comment: "text after the block", accept: false,
        reason: "a second key there would be passed over" },
    common::Policy { format: "pkcs8", comment: "UTF-8 BOM in front", accept: false,
        reason: "PEM is ASCII; no tool writes it" },
    common::Policy { format: "spki", comment: "76 columns", accept: false,
        reason: "lines are of 64 columns" },
    common::Policy { format: "spki", comment: "one long line", accept: false,
        reason: "lines are of 64 columns" },
    common::Policy { format: "spki", comment: "text before the block", accept: true,
        reason: "RFC 7468 allows explanatory text" },
    common::Policy { format: "spki", comment: "text after the block", accept: false,
        reason: "a second key there would be passed over" },
    common::Policy { format: "spki", comment: "UTF-8 BOM in front", accept: false,
        reason: "PEM is ASCII; no tool writes it" },
    common::Policy { format: "sec1", comment: "76 columns", accept: false,
        reason: "lines are of 64 columns" },
    common::Policy { format: "sec1", comment: "one long line", accept: false,
        reason: "lines are of 64 columns" },
    common::Policy { format: "sec1", comment: "text before the block", accept: true,
        reason: "RFC 7468 allows explanatory text" },
    common::Policy { format: "sec1", comment: "text after the block", accept: false,
        reason: "a second key there would be passed over" },
    common::Policy { format: "sec1", comment: "UTF-8 BOM in front", accept: false,
        reason: "PEM is ASCII; no tool writes it" },
    common::Policy { format: "sec1", comment: "EC PARAMETERS block first", accept: true,
        reason: "openssl ecparam -genkey writes it" },
    common::Policy { format: "sec1", comment: "label SM2 PRIVATE KEY", accept: true,
        reason: "OpenSSL 3 and Tongsuo write it" },
];

#[test]
#[cfg(feature = "pem")]
fn pem_gives_every_verdict() {
    edge("edge_pem", 100).check(|vector| {
        let key = keys::read_pem(vector.need("format"), vector.need("pem"));
        keys::check(vector, common::expected(vector, PEM_POLICY), key);
    });
}
