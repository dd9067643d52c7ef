//! Which traits the public types have, what Debug shows, equality, order, hash and serde.

use crate::common::rng::SeededRng;
use crate::common::{self, hex, order_minus};
use sm2p256::signature::hazmat::{PrehashSigner, PrehashVerifier, RandomizedPrehashSigner};
use sm2p256::signature::{
    DigestSigner, DigestVerifier, Error as SignatureError, Keypair, KeypairRef, MultipartSigner,
    MultipartVerifier, RandomizedDigestSigner, RandomizedMultipartSigner, RandomizedSigner,
    SignatureEncoding, Signer, Verifier,
};
use sm2p256::sm3::Sm3;
use sm2p256::{DistId, Error, Sm2DerSignature, Sm2Signature, Sm2SigningKey, Sm2VerifyingKey};
use static_assertions::{assert_impl_all, assert_not_impl_any};
use std::cmp::Ordering;
use std::fmt::{Debug, Display, LowerHex, UpperHex};
use std::hash::{BuildHasher, Hash, RandomState};
use std::mem::ManuallyDrop;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::ptr;
use std::str::FromStr;

assert_impl_all!(Sm2SigningKey: Send, Sync, Unpin, UnwindSafe, RefUnwindSafe, Clone, Debug, Eq);
assert_impl_all!(Sm2VerifyingKey: Send, Sync, Unpin, UnwindSafe, RefUnwindSafe, Copy, Debug, Eq, Ord, Hash);
assert_impl_all!(Sm2Signature: Send, Sync, Unpin, UnwindSafe, RefUnwindSafe, Copy, Debug, Eq, Hash);
assert_impl_all!(Sm2DerSignature: Send, Sync, Unpin, UnwindSafe, RefUnwindSafe, Copy, Debug, Eq, Hash);
assert_impl_all!(DistId<'static>: Send, Sync, Unpin, UnwindSafe, RefUnwindSafe, Copy, Debug, Eq, Ord, Hash, Default);
assert_impl_all!(Error: Send, Sync, Unpin, UnwindSafe, RefUnwindSafe, Copy, Debug, Eq, Hash, std::error::Error);

// Secrets are wiped, and neither copied, printed nor ordered.
assert_impl_all!(Sm2SigningKey: zeroize::ZeroizeOnDrop, subtle::ConstantTimeEq);
assert_not_impl_any!(Sm2SigningKey: Copy, Display, LowerHex, UpperHex, Hash, PartialOrd);

assert_impl_all!(Sm2SigningKey: KeypairRef<VerifyingKey = Sm2VerifyingKey>, Keypair<VerifyingKey = Sm2VerifyingKey>);
assert_impl_all!(Sm2SigningKey: AsRef<Sm2VerifyingKey>, TryFrom<&'static [u8]>);
assert_impl_all!(Sm2VerifyingKey: TryFrom<&'static [u8]>);
assert_impl_all!(Sm2Signature: Display, LowerHex, UpperHex, FromStr, TryFrom<&'static [u8]>, Into<[u8; 64]>);
assert_impl_all!(Sm2Signature: From<Sm2DerSignature>, Into<Sm2DerSignature>);
assert_impl_all!(Sm2DerSignature: AsRef<[u8]>, TryFrom<&'static [u8]>);
assert_impl_all!(Sm2DerSignature: der::Encode, der::Decode<'static>);
assert_impl_all!(SignatureError: From<Error>);

macro_rules! assert_signature_traits {
    ($($form:ty),+) => {$(
        assert_impl_all!($form: SignatureEncoding);
        assert_impl_all!(Sm2SigningKey: Signer<$form>, MultipartSigner<$form>, DigestSigner<Sm3, $form>);
        assert_impl_all!(Sm2SigningKey: RandomizedSigner<$form>, RandomizedMultipartSigner<$form>);
        assert_impl_all!(Sm2SigningKey: RandomizedDigestSigner<Sm3, $form>);
        assert_impl_all!(Sm2SigningKey: PrehashSigner<$form>, RandomizedPrehashSigner<$form>);
        assert_impl_all!(Sm2VerifyingKey: Verifier<$form>, MultipartVerifier<$form>);
        assert_impl_all!(Sm2VerifyingKey: DigestVerifier<Sm3, $form>, PrehashVerifier<$form>);
    )+};
}

assert_signature_traits!(Sm2Signature, Sm2DerSignature);

#[cfg(feature = "precomp")]
mod prepared {
    use super::*;
    use sm2p256::Sm2PreparedVerifyingKey;

    assert_impl_all!(Sm2PreparedVerifyingKey: Send, Sync, Unpin, UnwindSafe, RefUnwindSafe, Clone, Debug, Eq);
    assert_impl_all!(Sm2PreparedVerifyingKey: From<Sm2VerifyingKey>, From<&'static Sm2VerifyingKey>, AsRef<Sm2VerifyingKey>);
    assert_impl_all!(Sm2PreparedVerifyingKey: Verifier<Sm2Signature>, MultipartVerifier<Sm2Signature>);
    assert_impl_all!(Sm2PreparedVerifyingKey: DigestVerifier<Sm3, Sm2Signature>, PrehashVerifier<Sm2DerSignature>);

    #[test]
    fn prepared_keys_keep_key_and_identifier() {
        let key = *Sm2SigningKey::from_bytes(&[0x42; 32]).expect("in range").verifying_key();
        let prepared = Sm2PreparedVerifyingKey::from(&key);
        assert_eq!(*prepared.verifying_key(), key);
        let other = prepared.clone().with_dist_id(DistId::TLS13);
        assert_eq!(*other.verifying_key(), key.with_dist_id(DistId::TLS13));
        assert_eq!(other, Sm2PreparedVerifyingKey::from(key.with_dist_id(DistId::TLS13)));
        assert_ne!(other, prepared);
        assert!(format!("{prepared:?}").starts_with("Sm2PreparedVerifyingKey { key: Sm2VerifyingKey {"));
    }
}

#[cfg(all(feature = "pkcs8", feature = "alloc"))]
mod encodings {
    use super::*;
    use sm2p256::pkcs8::spki::{
        AssociatedAlgorithmIdentifier, DynSignatureAlgorithmIdentifier, SignatureAlgorithmIdentifier,
        SignatureBitStringEncoding,
    };
    use sm2p256::pkcs8::{DecodePrivateKey, DecodePublicKey, EncodePrivateKey, EncodePublicKey};
    use sm2p256::rand_core::CryptoRng;
    use sm2p256::sec1::{DecodeEcPrivateKey, EncodeEcPrivateKey};
    use x509_cert::builder::{Builder, CertificateBuilder, profile::BuilderProfile};

    assert_impl_all!(Sm2SigningKey: DecodePrivateKey, EncodePrivateKey, DecodeEcPrivateKey, EncodeEcPrivateKey);
    assert_impl_all!(Sm2VerifyingKey: DecodePublicKey, EncodePublicKey);
    assert_impl_all!(Sm2SigningKey: AssociatedAlgorithmIdentifier, SignatureAlgorithmIdentifier);
    assert_impl_all!(Sm2VerifyingKey: AssociatedAlgorithmIdentifier, SignatureAlgorithmIdentifier);
    assert_impl_all!(Sm2Signature: AssociatedAlgorithmIdentifier, SignatureBitStringEncoding);
    assert_impl_all!(Sm2DerSignature: AssociatedAlgorithmIdentifier, SignatureBitStringEncoding);

    #[cfg(feature = "pem")]
    const _: () = {
        use sm2p256::pkcs8::{self, spki};
        assert_impl_all!(Sm2SigningKey: FromStr<Err = pkcs8::Error>);
        assert_impl_all!(Sm2VerifyingKey: FromStr<Err = spki::Error>);
    };

    /// The builder of x509-cert takes key and signature: this has to compile for both forms.
    fn builds<S: SignatureBitStringEncoding, P: BuilderProfile>(
        builder: CertificateBuilder<P>,
        key: &Sm2SigningKey,
    ) where
        Sm2SigningKey: Signer<S> + Keypair + DynSignatureAlgorithmIdentifier,
    {
        let _ = builder.build::<_, S>(key);
    }

    /// The same with a random source.
    fn builds_with_rng<S: SignatureBitStringEncoding, P: BuilderProfile, R: CryptoRng>(
        builder: CertificateBuilder<P>,
        key: &Sm2SigningKey,
        rng: &mut R,
    ) where
        Sm2SigningKey: RandomizedSigner<S> + Keypair + DynSignatureAlgorithmIdentifier,
    {
        let _ = builder.build_with_rng::<_, S, _>(key, rng);
    }

    #[test]
    fn certificate_builder_takes_both_forms() {
        use x509_cert::builder::profile::cabf::Root;
        let _ = [builds::<Sm2Signature, Root>, builds::<Sm2DerSignature, Root>];
        let _ = [
            builds_with_rng::<Sm2Signature, Root, SeededRng>,
            builds_with_rng::<Sm2DerSignature, Root, SeededRng>,
        ];
    }

    #[test]
    fn bit_strings_hold_der_for_both_forms() {
        let signature: Sm2Signature = key(1).sign(b"message");
        let der = signature.to_der();
        for bits in [signature.to_bitstring(), der.to_bitstring()] {
            assert_eq!(bits.expect("a bit string").as_bytes(), Some(der.as_bytes()));
        }
    }

    #[test]
    fn algorithm_identifiers_are_those_of_the_standards() {
        let sm2_with_sm3 = "1.2.156.10197.1.501";
        for algorithm in [
            <Sm2Signature as AssociatedAlgorithmIdentifier>::ALGORITHM_IDENTIFIER,
            <Sm2DerSignature as AssociatedAlgorithmIdentifier>::ALGORITHM_IDENTIFIER,
            <Sm2SigningKey as SignatureAlgorithmIdentifier>::SIGNATURE_ALGORITHM_IDENTIFIER,
            <Sm2VerifyingKey as SignatureAlgorithmIdentifier>::SIGNATURE_ALGORITHM_IDENTIFIER,
        ] {
            assert_eq!(algorithm.oid.to_string(), sm2_with_sm3);
            assert!(algorithm.parameters.is_none());
        }
        for algorithm in [
            <Sm2SigningKey as AssociatedAlgorithmIdentifier>::ALGORITHM_IDENTIFIER,
            <Sm2VerifyingKey as AssociatedAlgorithmIdentifier>::ALGORITHM_IDENTIFIER,
        ] {
            assert_eq!(algorithm.oid.to_string(), "1.2.840.10045.2.1");
            assert_eq!(algorithm.parameters.expect("a curve").to_string(), "1.2.156.10197.1.301");
        }
    }
}

/// Keys with d of any size.
fn key(seed: u64) -> Sm2SigningKey {
    Sm2SigningKey::generate(&mut SeededRng::new(seed))
}

#[test]
fn debug_of_a_signing_key_shows_the_public_key_alone() {
    let ends = [order_minus(2), common::unhex_array(&format!("{:0>64}", "1234567890abcdef1234567890"))];
    let ends = ends.map(|d| Sm2SigningKey::from_bytes(&d).expect("in range"));
    for key in (0..20).map(key).chain(ends) {
        let d = key.to_bytes();
        for shown in [format!("{key:?}"), format!("{key:#?}")] {
            assert!(shown.contains(&hex(&key.verifying_key().to_sec1_bytes())), "{shown}");
            let shown = shown.to_lowercase();
            // No eight bytes of d in a row: as digits, and as lists of numbers, from either end.
            for part in d.windows(8).filter(|part| part.iter().any(|byte| *byte != 0)) {
                let reversed: Vec<u8> = part.iter().rev().copied().collect();
                for part in [part, &reversed] {
                    assert!(!shown.contains(&hex(part)), "{shown}");
                    let list = format!("{part:?}");
                    assert!(!shown.contains(list.trim_matches(['[', ']'])), "{shown}");
                    let limb = u64::from_be_bytes(part.try_into().expect("eight bytes"));
                    assert!(limb < 1 << 32 || !shown.contains(&limb.to_string()), "{shown}");
                }
            }
        }
    }
}

#[test]
fn debug_and_display_of_public_values_are_their_bytes() {
    let key = key(1);
    let signature: Sm2Signature = key.sign(b"message");
    let raw = hex(&signature.to_bytes());
    assert_eq!(signature.to_string(), raw);
    assert_eq!(format!("{signature:x}"), raw);
    assert_eq!(format!("{signature:X}"), raw.to_uppercase());
    assert_eq!(format!("{signature:?}"), format!("Sm2Signature({raw})"));
    assert_eq!(
        format!("{:?}", signature.to_der()),
        format!("Sm2DerSignature({})", hex(signature.to_der().as_bytes()))
    );
    let (point, z) = (hex(&key.verifying_key().to_sec1_bytes()), hex(key.verifying_key().z()));
    assert_eq!(format!("{:?}", key.verifying_key()), format!("Sm2VerifyingKey {{ point: {point}, z: {z} }}"));
}

#[test]
fn signing_keys_are_equal_if_d_and_identifier_are() {
    let same = Sm2SigningKey::from_bytes(&key(1).to_bytes()).expect("in range");
    assert_eq!(key(1), same);
    assert_ne!(key(1), key(2));
    assert_ne!(key(1), key(1).with_dist_id(DistId::TLS13));
    assert_eq!(key(1), key(1).with_dist_id(DistId::TLS13).with_dist_id(DistId::DEFAULT));
    assert_eq!(Keypair::verifying_key(&key(1)), *key(1).verifying_key());
}

/// d, (1 + d)^−1 and what hedged nonces are made from are gone from where a dropped key was.
#[test]
#[allow(unsafe_code)]
fn dropped_keys_are_wiped() {
    let place = Box::into_raw(Box::new(ManuallyDrop::new(key(1)))).cast::<Sm2SigningKey>();
    let words = size_of::<Sm2SigningKey>() / 4;
    // SAFETY: the key lies there, dropped or not.
    let memory = || (0..words).map(|i| unsafe { place.cast::<u32>().add(i).read_volatile() });
    // SAFETY: it is not dropped yet.
    let public = ptr::from_ref(unsafe { &*place }.verifying_key()).addr() - place.addr();
    let public = public / 4..(public + size_of::<Sm2VerifyingKey>()) / 4;
    let before: Vec<u32> = memory().collect();
    // SAFETY: it is dropped once, and its memory freed without.
    unsafe { ptr::drop_in_place(place) };
    let words = before.iter().zip(memory()).enumerate();
    let secret = words.filter(|(i, (before, _))| !public.contains(i) && **before != 0);
    let (kept, wiped): (Vec<_>, Vec<_>) = secret.partition(|(_, (before, now))| *before == now);
    // SAFETY: as above.
    drop(unsafe { Box::from_raw(place.cast::<ManuallyDrop<Sm2SigningKey>>()) });
    // Two scalars and a state of SM3; two words of padding may stay.
    assert!(wiped.len() >= 24 && kept.len() <= 2, "{} words wiped, {} kept", wiped.len(), kept.len());
}

#[test]
fn equality_order_and_hash_of_public_keys_agree() {
    let ids = [DistId::DEFAULT, DistId::TLS13, DistId::new(b"").expect("short")];
    let keys: Vec<Sm2VerifyingKey> =
        (0..6).flat_map(|seed| ids.map(|id| key(seed).verifying_key().with_dist_id(id))).collect();
    let state = RandomState::new();
    for (i, a) in keys.iter().enumerate() {
        let again = Sm2VerifyingKey::from_sec1_bytes(&a.to_compressed_bytes())
            .expect("a key")
            .with_dist_id(ids[i % 3]);
        assert_eq!((a, a.cmp(&again)), (&again, Ordering::Equal));
        assert_eq!(state.hash_one(a), state.hash_one(again));
        for (j, b) in keys.iter().enumerate() {
            assert_eq!(a == b, i == j);
            assert_eq!(state.hash_one(a) == state.hash_one(b), i == j);
            assert_eq!(a.cmp(b) == Ordering::Equal, i == j);
            assert_eq!(a.cmp(b), b.cmp(a).reverse());
            assert_eq!(a.partial_cmp(b), Some(a.cmp(b)));
            if a.to_sec1_bytes() != b.to_sec1_bytes() {
                assert_eq!(a.cmp(b), a.to_sec1_bytes().cmp(&b.to_sec1_bytes()));
            }
        }
    }
}

#[test]
fn equality_and_hash_of_signatures_agree() {
    let state = RandomState::new();
    let signatures: Vec<Sm2Signature> = (0..6).map(|seed| key(seed).sign(b"message")).collect();
    for (i, a) in signatures.iter().enumerate() {
        for (j, b) in signatures.iter().enumerate() {
            assert_eq!((a == b, a.to_der() == b.to_der()), (i == j, i == j));
            let same_hash = [
                state.hash_one(a) == state.hash_one(b),
                state.hash_one(a.to_der()) == state.hash_one(b.to_der()),
            ];
            assert_eq!(same_hash, [i == j; 2]);
        }
        let again = Sm2Signature::from_der(a.to_der().as_bytes()).expect("a signature");
        assert_eq!(state.hash_one(a), state.hash_one(again));
        assert_eq!(state.hash_one(a.to_der()), state.hash_one(again.to_der()));
    }
}

/// What generic code reads from both forms.
#[test]
fn signature_encoding_gives_the_bytes_of_each_form() {
    fn bytes<S: SignatureEncoding>(signature: &S) -> Vec<u8> {
        assert_eq!(signature.encoded_len(), signature.to_bytes().as_ref().len());
        let bytes = signature.to_bytes().as_ref().to_vec();
        assert!(S::try_from(&bytes).is_ok_and(|again| again.to_bytes().as_ref() == bytes));
        bytes
    }
    let signature: Sm2Signature = key(1).sign(b"message");
    assert_eq!(bytes(&signature), Sm2Signature::to_bytes(&signature));
    assert_eq!(bytes(&signature.to_der()), signature.to_der().as_bytes());
    assert_eq!([signature.r_bytes(), signature.s_bytes()].concat(), bytes(&signature));
    let longest = Sm2Signature::from_bytes(&[0x81; 64]).expect("in range").to_der();
    assert_eq!((bytes(&longest).len(), Sm2DerSignature::MAX_LEN), (72, 72));
}

#[test]
fn identifiers_have_their_names() {
    assert_eq!(DistId::DEFAULT.as_bytes(), b"1234567812345678");
    assert_eq!(DistId::TLS13.as_bytes(), b"TLSv1.3+GM+Cipher+Suite");
    assert_eq!(DistId::default(), DistId::DEFAULT);
    assert_ne!(DistId::new(b"").expect("short"), DistId::DEFAULT);
    assert_eq!(DistId::try_from("ALICE"), DistId::try_from(&b"ALICE"[..]));
}

#[cfg(feature = "serde")]
mod serde {
    use super::*;
    use serdect::serde::{Serialize, de::DeserializeOwned};

    assert_not_impl_any!(Sm2SigningKey: Serialize);

    /// Hexadecimal in JSON, the bytes in CBOR, and back.
    fn survives<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, bytes: &[u8]) {
        let json = serde_json::to_string(value).expect("JSON");
        assert_eq!(json, format!("\"{}\"", hex(bytes)));
        assert_eq!(serde_json::from_str::<T>(&json).expect("JSON"), *value);
        let mut cbor = Vec::new();
        ciborium::into_writer(value, &mut cbor).expect("CBOR");
        assert!(cbor.ends_with(bytes) && cbor.len() == bytes.len() + 2, "{cbor:02x?}");
        assert_eq!(ciborium::from_reader::<T, _>(&*cbor).expect("CBOR"), *value);
        // One byte less or more is another length.
        for other in [hex(&bytes[1..]), hex(&[bytes, &[0]].concat())] {
            assert!(serde_json::from_str::<T>(&format!("\"{other}\"")).is_err());
        }
    }

    #[test]
    fn public_values_survive_serde() {
        for seed in 0..20 {
            let signature: Sm2Signature = key(seed).sign(b"message");
            survives(&signature, &signature.to_bytes());
            survives(&signature.to_der(), signature.to_der().as_bytes());
            survives(key(seed).verifying_key(), &key(seed).verifying_key().to_sec1_bytes());
        }
    }

    #[test]
    fn values_out_of_range_are_refused() {
        let json = |bytes: &[u8]| format!("\"{}\"", hex(bytes));
        assert!(serde_json::from_str::<Sm2Signature>(&json(&[0; 64])).is_err());
        assert!(serde_json::from_str::<Sm2DerSignature>(&json(&[0x30, 6, 2, 1, 0, 2, 1, 1])).is_err());
        assert!(serde_json::from_str::<Sm2VerifyingKey>(&json(&[4; 65])).is_err());
    }

    /// The identifier is not part of a key's encoding.
    #[test]
    fn public_keys_are_read_with_the_default_identifier() {
        let tls = key(1).verifying_key().with_dist_id(DistId::TLS13);
        let json = serde_json::to_string(&tls).expect("JSON");
        assert_eq!(serde_json::from_str::<Sm2VerifyingKey>(&json).expect("JSON"), *key(1).verifying_key());
    }
}
