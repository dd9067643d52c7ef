//! Against RustCrypto's `sm2`, which takes its nonces in the same way (RFC 6979 with HMAC-SM3).
//! SM2P256_TEST_ITERATIONS limits the number of random cases.

use crate::common::rng::SeededRng;
use crate::common::verify::{accepts_message, accepts_prehash};
use crate::common::{self, hex, iterations, order_minus};
use sm2::dsa;
use sm2::elliptic_curve::sec1::ToSec1Point;
use sm2p256::signature::hazmat::{PrehashSigner, PrehashVerifier};
use sm2p256::signature::{MultipartSigner, RandomizedSigner, Signer, Verifier};
use sm2p256::{DistId, Sm2DerSignature, Sm2Signature, Sm2SigningKey, Sm2VerifyingKey};

/// A key of both crates. RustCrypto's identifiers are UTF-8.
struct Pair {
    ours: Sm2SigningKey,
    theirs: dsa::SigningKey,
}

impl Pair {
    fn new(d: &[u8; 32], id: &str) -> Self {
        let id_ours = DistId::try_from(id).expect("a good identifier");
        Self {
            ours: Sm2SigningKey::from_bytes(d).expect("a good key").with_dist_id(id_ours),
            theirs: dsa::SigningKey::from_slice(id, d).expect("a good key"),
        }
    }

    fn random(rng: &mut SeededRng) -> Self {
        Self::new(&random_d(rng), &random_id(rng))
    }
}

/// One in four is near an end of the range.
fn random_d(rng: &mut SeededRng) -> [u8; 32] {
    let small = 1 + rng.below(250) as u8;
    match rng.below(8) {
        0 => {
            let mut d = [0; 32];
            d[31] = small;
            d
        }
        1 => order_minus(small + 1),
        _ => loop {
            let d = rng.array();
            if Sm2SigningKey::from_bytes(&d).is_ok() {
                break d;
            }
        },
    }
}

fn random_id(rng: &mut SeededRng) -> String {
    match rng.below(8) {
        0 => DistId::DEFAULT,
        1 => DistId::TLS13,
        2 => return "\u{4e2d}".repeat(rng.below(20)),
        3 => return "x".repeat(common::MAX_ID - rng.below(3)),
        _ => {
            let len = rng.below(40);
            return rng.bytes(len).iter().map(|byte| char::from(byte & 0x7f)).collect();
        }
    }
    .as_bytes()
    .iter()
    .map(|byte| char::from(*byte))
    .collect()
}

/// Half of them at the ends of the range and around n.
fn random_e(rng: &mut SeededRng) -> [u8; 32] {
    let small = rng.below(3) as u8;
    match rng.below(8) {
        0 => [0; 32],
        1 => [0xff; 32],
        2 => order_minus(small),
        3 => common::sub_256(&order_minus(0), &[0xff; 32]), // n + 1
        _ => rng.array(),
    }
}

/// Runs cases of one seed each, and names the one that fails.
fn each_case(test: impl Fn(&mut SeededRng)) {
    for seed in 0..u64::from(iterations(200)) {
        let case = std::panic::AssertUnwindSafe(|| test(&mut SeededRng::new(seed)));
        if let Err(cause) = std::panic::catch_unwind(case) {
            eprintln!("failed: seed {seed}");
            std::panic::resume_unwind(cause);
        }
    }
}

fn theirs_accepts(key: &dsa::VerifyingKey, e: &[u8], signature: &[u8; 64]) -> bool {
    dsa::Signature::from_slice(signature).is_ok_and(|signature| key.verify_prehash(e, &signature).is_ok())
}

fn ours_accepts(key: &Sm2VerifyingKey, e: &[u8], signature: &[u8; 64]) -> bool {
    Sm2Signature::from_bytes(signature).is_ok_and(|signature| accepts_prehash(key, e, &signature))
}

#[test]
fn public_keys_are_equal() {
    each_case(|rng| {
        let pair = Pair::random(rng);
        let ours = pair.ours.verifying_key();
        let theirs = pair.theirs.verifying_key();
        assert_eq!(hex(&ours.to_sec1_bytes()), hex(theirs.to_sec1_point(false).as_bytes()));
        assert_eq!(hex(&ours.to_compressed_bytes()), hex(theirs.to_sec1_point(true).as_bytes()));
        assert_eq!(hex(&*pair.ours.to_bytes()), hex(&pair.theirs.to_bytes()));
    });
}

#[test]
fn decompression_agrees_on_any_x() {
    each_case(|rng| {
        let mut bytes = [2 + rng.below(2) as u8; 33];
        bytes[1..].copy_from_slice(&rng.array::<32>());
        let ours = Sm2VerifyingKey::from_sec1_bytes(&bytes);
        let theirs = sm2::PublicKey::from_sec1_bytes(&bytes);
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{}", hex(&bytes));
        if let (Ok(ours), Ok(theirs)) = (ours, theirs) {
            assert_eq!(hex(&ours.to_sec1_bytes()), hex(theirs.to_sec1_point(false).as_bytes()));
        }
    });
}

#[test]
fn deterministic_message_signatures_are_identical() {
    each_case(|rng| {
        let pair = Pair::random(rng);
        let len = rng.below(300);
        let msg = rng.bytes(len);
        let ours: Sm2Signature = pair.ours.sign(&msg);
        let theirs: dsa::Signature = pair.theirs.sign(&msg);
        assert_eq!(hex(&ours.to_bytes()), hex(&theirs.to_bytes()));
        let ours_der: Sm2DerSignature = pair.ours.sign(&msg);
        assert_eq!(hex(ours_der.as_bytes()), hex(theirs.to_der().as_bytes()));
        let parts: [&[u8]; 2] = [&msg[..len / 3], &msg[len / 3..]];
        assert_eq!(MultipartSigner::<Sm2Signature>::multipart_sign(&pair.ours, &parts), ours);
        assert_eq!(MultipartSigner::<dsa::Signature>::multipart_sign(&pair.theirs, &parts), theirs);
    });
}

#[test]
fn deterministic_prehash_signatures_are_identical() {
    each_case(|rng| {
        let pair = Pair::random(rng);
        let e = random_e(rng);
        let ours: Sm2Signature = pair.ours.sign_prehash(&e).expect("32 bytes");
        let theirs: dsa::Signature = pair.theirs.sign_prehash(&e).expect("32 bytes");
        assert_eq!(hex(&ours.to_bytes()), hex(&theirs.to_bytes()));
    });
}

#[test]
fn each_verifies_the_other() {
    each_case(|rng| {
        let pair = Pair::random(rng);
        let msg = rng.bytes(100);
        // Randomized ones: the deterministic are equal anyway.
        let ours: Sm2DerSignature = pair.ours.sign_with_rng(rng, &msg);
        let ours_there = dsa::Signature::from_der(ours.as_bytes()).expect("a good signature");
        assert!(pair.theirs.verifying_key().verify(&msg, &ours_there).is_ok());
        let theirs: dsa::Signature = pair.theirs.sign_with_rng(rng, &msg);
        let theirs_here = Sm2Signature::from_der(theirs.to_der().as_bytes()).expect("a good signature");
        assert!(accepts_message(pair.ours.verifying_key(), &msg, &theirs_here));
        assert_ne!(hex(&ours_there.to_bytes()), hex(&theirs.to_bytes()));
    });
}

#[test]
fn verdicts_agree_on_altered_signatures_and_keys() {
    each_case(|rng| {
        let pair = Pair::random(rng);
        let e = random_e(rng);
        let signature: Sm2Signature = pair.ours.sign_prehash(&e).expect("32 bytes");
        let (r, s) = (signature.r_bytes(), signature.s_bytes());
        let n_minus = |x| common::sub_256(&order_minus(0), x);
        let mut flipped = signature.to_bytes();
        let bit = rng.below(512);
        flipped[bit / 8] ^= 1 << (bit % 8);
        let altered = [
            (signature.to_bytes(), true),
            (flipped, false),
            (rng.array(), false),
            (join(&s, &r), r == s),
            (join(&r, &n_minus(&s)), false),
            (join(&n_minus(&r), &s), false),
            (join(&r, &n_minus(&r)), false),
        ];
        for (bytes, valid) in altered {
            assert_eq!(ours_accepts(pair.ours.verifying_key(), &e, &bytes), valid, "ours {}", hex(&bytes));
            assert_eq!(
                theirs_accepts(pair.theirs.verifying_key(), &e, &bytes),
                valid,
                "theirs {}",
                hex(&bytes)
            );
        }
        let other = Pair::random(rng);
        let ours = ours_accepts(other.ours.verifying_key(), &e, &altered[0].0);
        assert_eq!(ours, theirs_accepts(other.theirs.verifying_key(), &e, &altered[0].0), "another key");
        assert_eq!(ours, other.ours.to_bytes() == pair.ours.to_bytes());
    });
}

fn join(r: &[u8; 32], s: &[u8; 32]) -> [u8; 64] {
    let mut bytes = [0; 64];
    bytes[..32].copy_from_slice(r);
    bytes[32..].copy_from_slice(s);
    bytes
}
