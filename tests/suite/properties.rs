//! Properties over random input. SM2P256_TEST_ITERATIONS limits the number of cases a property.

use crate::common::rng::{ConstantRng, FailingRng, SeededRng};
use crate::common::verify::{accepts_message, accepts_prehash, cuts, prehash};
use crate::common::{self, MAX_ID, hex, iterations, keys, order_minus, sub_256};
use proptest::prelude::*;
use sm2p256::rand_core::TryCryptoRng;
use sm2p256::signature::hazmat::{PrehashSigner, RandomizedPrehashSigner};
use sm2p256::signature::{
    DigestSigner, MultipartSigner, RandomizedDigestSigner, RandomizedMultipartSigner, RandomizedSigner,
    Signer,
};
use sm2p256::sm3::{Digest, Sm3};
use sm2p256::{DistId, Error, Sm2DerSignature, Sm2Signature, Sm2SigningKey, Sm2VerifyingKey};
use x509_cert::der::{Decode, Encode};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(iterations(cases)) }
}

/// d anywhere in [1, n − 2], and often near its ends.
fn signing_key() -> impl Strategy<Value = Sm2SigningKey> {
    let small = (1..=255u8).prop_map(|small| {
        let mut d = [0; 32];
        d[31] = small;
        d
    });
    prop_oneof![8 => any::<[u8; 32]>(), 1 => small, 1 => (2..=255u8).prop_map(order_minus)]
        .prop_filter_map("d is in range", |d| Sm2SigningKey::from_bytes(&d).ok())
}

/// 0 to 8191 bytes, mostly few, and often the ends.
fn id() -> impl Strategy<Value = Vec<u8>> {
    let repeated = |len: usize, seed: u64| SeededRng::new(seed).bytes(len);
    prop_oneof![
        6 => prop::collection::vec(any::<u8>(), 0..=40),
        1 => (prop::sample::select(vec![0, 1, MAX_ID - 1, MAX_ID]), any::<u64>()).prop_map(move |(l, s)| repeated(l, s)),
        1 => (0..=MAX_ID, any::<u64>()).prop_map(move |(len, seed)| repeated(len, seed)),
    ]
}

fn msg() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..200)
}

fn with_id(key: Sm2SigningKey, id: &[u8]) -> Sm2SigningKey {
    key.with_dist_id(DistId::new(id).expect("at most 8191 bytes"))
}

fn flip(bytes: &mut [u8], bit: usize) {
    let bit = bit % (bytes.len() * 8);
    bytes[bit / 8] ^= 1 << (bit % 8);
}

/// One signature by each deterministic trait, for one form.
fn sign_deterministic<S>(key: &Sm2SigningKey, msg: &[u8]) -> Vec<S>
where
    Sm2SigningKey: Signer<S> + MultipartSigner<S> + DigestSigner<Sm3, S> + PrehashSigner<S>,
{
    let e = prehash(key.verifying_key(), msg);
    let mut all = vec![key.sign(msg), key.sign_prehash(&e).expect("32 bytes")];
    for parts in cuts(msg) {
        all.push(key.multipart_sign(&parts));
        all.push(key.sign_digest(|digest| parts.iter().for_each(|part| Digest::update(digest, part))));
    }
    all
}

/// One signature by each randomized trait, for one form, all from the same stream of `rng`.
fn sign_hedged<S, R>(key: &Sm2SigningKey, rng: impl Fn() -> R, msg: &[u8]) -> Vec<Option<S>>
where
    R: TryCryptoRng,
    Sm2SigningKey: RandomizedSigner<S>
        + RandomizedMultipartSigner<S>
        + RandomizedDigestSigner<Sm3, S>
        + RandomizedPrehashSigner<S>,
{
    let e = prehash(key.verifying_key(), msg);
    let feed = |digest: &mut Sm3| {
        Digest::update(digest, msg);
        Ok(())
    };
    vec![
        key.try_sign_with_rng(&mut rng(), msg).ok(),
        key.try_multipart_sign_with_rng(&mut rng(), &[b"", msg]).ok(),
        key.try_sign_digest_with_rng(&mut rng(), feed).ok(),
        key.sign_prehash_with_rng(&mut rng(), &e).ok(),
    ]
}

/// The one hedged signature that all randomized traits make from this stream.
fn hedged<R: TryCryptoRng>(key: &Sm2SigningKey, rng: impl Fn() -> R, msg: &[u8]) -> Sm2Signature {
    let all = sign_hedged::<Sm2Signature, R>(key, &rng, msg);
    let first = all[0].expect("the source works");
    assert!(all.iter().all(|signature| *signature == Some(first)), "{all:?}");
    let all = sign_hedged::<Sm2DerSignature, R>(key, &rng, msg);
    assert!(all.iter().all(|signature| *signature == Some(first.to_der())), "{all:?}");
    first
}

proptest! {
    #![proptest_config(config(48))]

    #[test]
    fn what_is_signed_verifies_everywhere(key in signing_key(), id in id(), msg in msg(), seed in any::<u64>()) {
        let key = with_id(key, &id);
        let all = sign_deterministic::<Sm2Signature>(&key, &msg);
        prop_assert!(all.iter().all(|signature| *signature == all[0]));
        let all_der = sign_deterministic::<Sm2DerSignature>(&key, &msg);
        prop_assert!(all_der.iter().all(|signature| *signature == all[0].to_der()));
        prop_assert!(accepts_message(key.verifying_key(), &msg, &all[0]));

        let signature = hedged(&key, || SeededRng::new(seed), &msg);
        prop_assert!(accepts_message(key.verifying_key(), &msg, &signature));
        prop_assert_ne!(signature, all[0]);
    }

    #[test]
    fn any_prehash_is_signed(key in signing_key(), e in any::<[u8; 32]>(), seed in any::<u64>()) {
        let deterministic: Sm2Signature = key.sign_prehash(&e).expect("32 bytes");
        prop_assert!(accepts_prehash(key.verifying_key(), &e, &deterministic));
        let hedged: Sm2Signature = key.sign_prehash_with_rng(&mut SeededRng::new(seed), &e).expect("32 bytes");
        prop_assert!(accepts_prehash(key.verifying_key(), &e, &hedged));
    }

    #[test]
    fn a_flipped_bit_does_not_verify(key in signing_key(), id in id(), msg in msg(), bit in any::<usize>()) {
        let key = with_id(key, &id);
        let verifying_key = key.verifying_key();
        let signature: Sm2Signature = key.sign(&msg);

        let mut raw = signature.to_bytes();
        flip(&mut raw, bit);
        if let Ok(other) = Sm2Signature::from_bytes(&raw) {
            prop_assert!(!accepts_message(verifying_key, &msg, &other));
        }
        let mut der = signature.to_der().as_bytes().to_vec();
        flip(&mut der, bit);
        if let Ok(other) = Sm2Signature::from_der(&der) {
            prop_assert!(!accepts_message(verifying_key, &msg, &other));
        }
        if !msg.is_empty() {
            let mut other = msg.clone();
            flip(&mut other, bit);
            prop_assert!(!accepts_message(verifying_key, &other, &signature));
        }
        if !id.is_empty() {
            let mut other = id.clone();
            flip(&mut other, bit);
            prop_assert!(!accepts_message(with_id(key.clone(), &other).verifying_key(), &msg, &signature));
        }
        let mut point = verifying_key.to_compressed_bytes();
        flip(&mut point, bit);
        if let Ok(other) = Sm2VerifyingKey::from_sec1_bytes(&point) {
            let other = other.with_dist_id(DistId::new(&id).expect("at most 8191 bytes"));
            prop_assert!(!accepts_message(&other, &msg, &signature));
        }
    }

    /// SM2 signatures have no second form: negating s, as makers of low-s ECDSA signatures do, breaks them.
    #[test]
    fn negated_s_does_not_verify(key in signing_key(), msg in msg()) {
        let signature: Sm2Signature = key.sign(&msg);
        let mut raw = signature.to_bytes();
        raw[32..].copy_from_slice(&sub_256(&order_minus(0), &signature.s_bytes()));
        // n − s is in range; only r + n − s = n could be refused earlier.
        let negated = Sm2Signature::from_bytes(&raw).expect("in range");
        prop_assert!(!accepts_message(key.verifying_key(), &msg, &negated));
    }

    #[test]
    fn hedged_nonces_follow_the_random_stream(key in signing_key(), msg in msg(), seed in any::<u64>()) {
        let signature = hedged(&key, || SeededRng::new(seed), &msg);
        prop_assert_eq!(signature, hedged(&key, || SeededRng::new(seed), &msg));
        let other = hedged(&key, || SeededRng::new(seed ^ 1), &msg);
        prop_assert_ne!(signature.r_bytes(), other.r_bytes());
        // Another key or identifier with the same stream.
        let other = hedged(&with_id(key, b"other"), || SeededRng::new(seed), &msg);
        prop_assert_ne!(signature.r_bytes(), other.r_bytes());
    }

    /// A dead random source does no harm: valid signatures, and no nonce twice for two messages or two keys.
    #[test]
    fn hedged_nonces_survive_a_constant_source(
        key in signing_key(), other_key in signing_key(), e in any::<[u8; 32]>(), other_e in any::<[u8; 32]>(),
        byte in prop_oneof![Just(0), Just(0xff)],
    ) {
        prop_assume!(e != other_e && key.to_bytes() != other_key.to_bytes());
        let sign = |key: &Sm2SigningKey, e: &[u8; 32]| -> Sm2Signature {
            let signature = key.sign_prehash_with_rng(&mut ConstantRng(byte), e).expect("the source works");
            assert!(accepts_prehash(key.verifying_key(), e, &signature));
            signature
        };
        // r − e is the x coordinate of k·G, reduced: equal for equal nonces.
        let x1 = |key: &Sm2SigningKey, e: &[u8; 32]| sub_mod_n(&sign(key, e).r_bytes(), e);
        let all = [x1(&key, &e), x1(&key, &other_e), x1(&other_key, &e)];
        prop_assert!(all[0] != all[1] && all[0] != all[2] && all[1] != all[2]);
        prop_assert_eq!(sign(&key, &e), sign(&key, &e));
        prop_assert_ne!(sign(&key, &e).r_bytes(), sign(&key, &other_e).r_bytes());
    }

    #[test]
    fn keys_survive_encodings(key in signing_key()) {
        keys::survives_encodings(&key);
    }

    #[test]
    fn signatures_survive_encodings(r in any::<[u8; 32]>(), s in any::<[u8; 32]>(), zeros in 0..64usize) {
        let mut raw = [r, s].concat();
        // Short numbers too.
        let zeroed = &mut raw[zeros / 32 * 32..];
        zeroed[..zeros % 32].fill(0);
        if let Ok(signature) = Sm2Signature::from_slice(&raw) {
            prop_assert_eq!(signature.to_bytes().to_vec(), raw);
            let der = signature.to_der();
            prop_assert!((8..=Sm2DerSignature::MAX_LEN).contains(&der.as_bytes().len()));
            prop_assert_eq!(Sm2Signature::from_der(der.as_bytes()), Ok(signature));
            prop_assert_eq!(Sm2DerSignature::from_bytes(der.as_bytes()), Ok(der));
            prop_assert_eq!(Sm2Signature::from(der), signature);
            prop_assert_eq!(signature.to_string().parse(), Ok(signature));
            prop_assert_eq!(format!("{signature:X}").parse(), Ok(signature));
            prop_assert_eq!(&der.to_der().expect("DER")[..], der.as_bytes());
            prop_assert_eq!(Sm2DerSignature::from_der(der.as_bytes()).ok(), Some(der));
        }
    }
}

/// a − b mod n, for any two numbers of 256 bits.
fn sub_mod_n(a: &[u8; 32], b: &[u8; 32]) -> [u8; 32] {
    let n = order_minus(0);
    let reduce = |x: &[u8; 32]| if *x >= n { sub_256(x, &n) } else { *x };
    let (a, b) = (reduce(a), reduce(b));
    if a >= b { sub_256(&a, &b) } else { sub_256(&n, &sub_256(&b, &a)) }
}

#[test]
fn failing_source_is_an_error_everywhere() {
    let key = Sm2SigningKey::from_bytes(&[0x42; 32]).expect("in range");
    let failing = || FailingRng { good_calls: 0 };
    assert!(sign_hedged::<Sm2Signature, _>(&key, failing, b"message").iter().all(Option::is_none));
    assert!(sign_hedged::<Sm2DerSignature, _>(&key, failing, b"message").iter().all(Option::is_none));
    // At once, and after candidates that were out of range.
    for good_calls in [0, 1, 15] {
        assert_eq!(Sm2SigningKey::try_generate(&mut FailingRng { good_calls }), Err(Error::Rng));
    }
}

#[test]
fn stuck_source_gives_no_key() {
    assert_eq!(Sm2SigningKey::try_generate(&mut ConstantRng(0xff)), Err(Error::Rng));
    assert_eq!(Sm2SigningKey::try_generate(&mut ConstantRng(0)), Err(Error::Rng));
    // It is asked 16 times.
    let mut rng = FailingRng { good_calls: 17 };
    assert_eq!(Sm2SigningKey::try_generate(&mut rng), Err(Error::Rng));
    assert_eq!(rng.good_calls, 1);
}

#[test]
fn generated_key_is_the_first_candidate_in_range() {
    let mut rng = SeededRng::new(7);
    let d = *Sm2SigningKey::generate(&mut rng).to_bytes();
    assert_eq!(d, SeededRng::new(7).array());
    assert_ne!(d, *Sm2SigningKey::generate(&mut rng).to_bytes());
}

/// Every parser of bytes, with what must hold of what it takes.
fn parse(bytes: &[u8]) {
    if let Ok(signature) = Sm2Signature::from_der(bytes) {
        assert_eq!(signature.to_der().as_bytes(), bytes);
    }
    let der = Sm2DerSignature::from_bytes(bytes);
    assert_eq!(der.map(Sm2Signature::from), Sm2Signature::from_der(bytes));
    assert_eq!(Sm2DerSignature::from_der(bytes).ok(), der.ok());
    if let Ok(signature) = Sm2Signature::from_slice(bytes) {
        assert_eq!(signature.to_bytes(), bytes);
    }
    if let Ok(key) = Sm2VerifyingKey::from_sec1_bytes(bytes) {
        assert!(key.to_sec1_bytes() == bytes || key.to_compressed_bytes() == bytes);
        keys::public_survives_encodings(&key);
    }
    if let Ok(key) = Sm2SigningKey::try_from(bytes) {
        assert_eq!(key.to_bytes()[..], *bytes);
    }
    assert_eq!(DistId::new(bytes).is_ok(), bytes.len() <= MAX_ID);
    #[cfg(feature = "pkcs8")]
    for format in ["pkcs8", "sec1", "spki"] {
        survives(keys::read(format, bytes));
    }
}

#[cfg(feature = "pkcs8")]
fn survives(read: keys::Read) {
    match read {
        Ok(keys::Key::Signing(key)) => keys::survives_encodings(&key),
        Ok(keys::Key::Verifying(key)) => keys::public_survives_encodings(&key),
        Err(_) => {}
    }
}

/// Every parser of text.
fn parse_text(text: &str) {
    if let Ok(signature) = text.parse::<Sm2Signature>() {
        assert_eq!(signature.to_string(), text.to_ascii_lowercase());
    }
    #[cfg(feature = "pem")]
    for format in ["pkcs8", "sec1", "spki"] {
        survives(keys::read_pem(format, text));
    }
    #[cfg(feature = "serde")]
    {
        let json = serde_json::to_string(text).expect("JSON");
        if let Ok(signature) = serde_json::from_str::<Sm2Signature>(&json) {
            assert_eq!(signature.to_string(), text.to_ascii_lowercase());
        }
        let _ = serde_json::from_str::<Sm2DerSignature>(&json);
        let _ = serde_json::from_str::<Sm2VerifyingKey>(&json);
    }
}

/// Encodings to damage: of one key and a signature of it.
fn encodings(key: &Sm2SigningKey) -> Vec<Vec<u8>> {
    let signature: Sm2Signature = key.sign(b"message");
    let public_key = key.verifying_key();
    let mut all = vec![
        signature.to_bytes().to_vec(),
        signature.to_der().as_bytes().to_vec(),
        public_key.to_sec1_bytes().to_vec(),
        public_key.to_compressed_bytes().to_vec(),
        key.to_bytes().to_vec(),
    ];
    #[cfg(all(feature = "pkcs8", feature = "alloc"))]
    {
        use sm2p256::pkcs8::{EncodePrivateKey, EncodePublicKey};
        use sm2p256::sec1::EncodeEcPrivateKey;
        all.push(key.to_pkcs8_der().expect("PKCS#8").as_bytes().to_vec());
        all.push(key.to_sec1_der().expect("SEC1").as_bytes().to_vec());
        all.push(public_key.to_public_key_der().expect("SPKI").into_vec());
    }
    // Structures of other writers: parameters twice, a second public key, attributes.
    let vectors = common::edge("edge_keys", 174);
    all.extend(vectors.iter().filter(|v| v.expected() == Some(true)).filter_map(|v| v.bytes("der")));
    all
}

fn text_encodings(key: &Sm2SigningKey) -> Vec<String> {
    let signature: Sm2Signature = key.sign(b"message");
    let mut all = vec![signature.to_string(), hex(&key.verifying_key().to_sec1_bytes())];
    let vectors = common::edge("edge_pem", 100);
    all.extend(vectors.iter().filter_map(|v| v.text("pem").map(String::from)));
    all
}

#[derive(Clone, Debug)]
enum Damage {
    Set(u8),
    Flip(u8),
    Insert(u8),
    Remove,
    Truncate,
    Repeat,
}

fn damage() -> impl Strategy<Value = Vec<(prop::sample::Index, Damage)>> {
    let kind = prop_oneof![
        any::<u8>().prop_map(Damage::Set),
        (0..8u8).prop_map(|bit| Damage::Flip(1 << bit)),
        any::<u8>().prop_map(Damage::Insert),
        Just(Damage::Remove),
        Just(Damage::Truncate),
        Just(Damage::Repeat),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), kind), 0..4)
}

fn apply(mut bytes: Vec<u8>, damages: &[(prop::sample::Index, Damage)]) -> Vec<u8> {
    for (index, damage) in damages {
        if bytes.is_empty() {
            break;
        }
        let at = index.index(bytes.len());
        match damage {
            Damage::Set(byte) => bytes[at] = *byte,
            Damage::Flip(bits) => bytes[at] ^= bits,
            Damage::Insert(byte) => bytes.insert(at, *byte),
            Damage::Remove => drop(bytes.remove(at)),
            Damage::Truncate => bytes.truncate(at),
            Damage::Repeat => bytes.extend_from_within(at..),
        }
    }
    bytes
}

fn key_42() -> Sm2SigningKey {
    Sm2SigningKey::from_bytes(&[0x42; 32]).expect("in range")
}

#[test]
fn parsers_take_the_encodings_that_are_damaged_below() {
    encodings(&key_42()).iter().for_each(|bytes| parse(bytes));
    text_encodings(&key_42()).iter().for_each(|text| parse_text(text));
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn parsers_stand_any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        parse(&bytes);
    }

    #[test]
    fn parsers_stand_damaged_encodings(index in any::<prop::sample::Index>(), damages in damage()) {
        thread_local!(static ENCODINGS: Vec<Vec<u8>> = encodings(&key_42()));
        parse(&apply(ENCODINGS.with(|all| index.get(all).clone()), &damages));
    }

    #[test]
    fn parsers_stand_any_text(text in ".{0,200}") {
        parse_text(&text);
    }

    #[test]
    fn parsers_stand_damaged_text(index in any::<prop::sample::Index>(), damages in damage()) {
        thread_local!(static TEXTS: Vec<String> = text_encodings(&key_42()));
        let damaged = apply(TEXTS.with(|all| index.get(all).clone().into_bytes()), &damages);
        parse_text(&String::from_utf8_lossy(&damaged));
    }

    #[test]
    fn hexadecimal_of_the_right_length_is_read(bytes in prop::collection::vec(any::<u8>(), 64), upper in any::<bool>()) {
        let text = if upper { hex(&bytes).to_uppercase() } else { hex(&bytes) };
        prop_assert_eq!(text.parse::<Sm2Signature>(), Sm2Signature::from_slice(&bytes));
    }
}
