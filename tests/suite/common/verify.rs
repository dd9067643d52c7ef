//! A signature through every entry that verifies.

use super::Vector;
use sm2p256::signature::hazmat::PrehashVerifier;
use sm2p256::signature::{DigestVerifier, MultipartVerifier, Verifier};
use sm2p256::sm3::{Digest, Sm3};
use sm2p256::{DistId, Error, Sm2DerSignature, Sm2Signature, Sm2VerifyingKey};
use std::cell::Cell;

/// A message cut into parts: whole, with empty parts, in halves, in parts of 1, 63, 64 and 65 bytes.
pub fn cuts(msg: &[u8]) -> Vec<Vec<&[u8]>> {
    let (head, tail) = msg.split_at(msg.len() / 2);
    let mut cuts = vec![vec![msg], vec![b"", msg, b""], vec![head, tail]];
    cuts.extend([1, 63, 64, 65].map(|len| msg.chunks(len).collect()));
    cuts
}

/// e = SM3(Z ‖ message), as the key makes it.
pub fn prehash(key: &Sm2VerifyingKey, msg: &[u8]) -> [u8; 32] {
    let e = Cell::new([0; 32]);
    // The verdict plays no part: the closure is given the digest that would be judged.
    let any = Sm2Signature::from_bytes(&[1; 64]).expect("in range");
    let _ = key.verify_digest(
        |digest: &mut Sm3| {
            Digest::update(digest, msg);
            e.set(digest.clone().finalize().into());
            Ok(())
        },
        &any,
    );
    let digest: [u8; 32] = key.digest().chain_update(msg).finalize().into();
    assert_eq!(e.get(), digest, "the digest that the key hands out");
    e.get()
}

/// Does the key take the signature of the prehash? Both forms of the signature must have the same verdict, and so must the prepared key,
/// batches, small and large, and the recovery of keys: the key is among them where the signature is valid, and only then.
pub fn accepts_prehash(key: &Sm2VerifyingKey, e: &[u8], signature: &Sm2Signature) -> bool {
    let verdict = key.verify_prehash(e, signature).is_ok();
    assert_eq!(key.verify_prehash(e, &signature.to_der()).is_ok(), verdict, "DER and raw, prehash");
    #[cfg(feature = "precomp")]
    let prepared = sm2p256::Sm2PreparedVerifyingKey::from(key);
    #[cfg(feature = "precomp")]
    {
        assert_eq!(prepared.verify_prehash(e, signature).is_ok(), verdict, "prepared");
        assert_eq!(prepared.verify_prehash(e, &signature.to_der()).is_ok(), verdict, "prepared, DER");
    }
    if let Ok(e) = e.try_into() {
        for size in [1, 4] {
            let (e, signatures) = (vec![e; size], vec![*signature; size]);
            let mut valid = vec![!verdict; size];
            key.verify_prehash_batch(&e, &signatures, &mut valid).expect("equally many");
            assert_eq!(valid, vec![verdict; size], "batch of {size}");
            #[cfg(feature = "precomp")]
            {
                valid.fill(!verdict);
                prepared.verify_prehash_batch(&e, &signatures, &mut valid).expect("equally many");
                assert_eq!(valid, vec![verdict; size], "batch of {size}, prepared");
            }
        }
        let is_this = |candidate: &Sm2VerifyingKey| candidate.to_sec1_bytes() == key.to_sec1_bytes();
        let found = Sm2VerifyingKey::recover_from_prehash(&e, signature).filter(is_this).count();
        assert_eq!(found, usize::from(verdict), "recovery");
    }
    verdict
}

/// Does the key take the signature of the message? All entries must have the same verdict, and so must the prepared key.
pub fn accepts_message(key: &Sm2VerifyingKey, msg: &[u8], signature: &Sm2Signature) -> bool {
    fn each<S>(key: &Sm2VerifyingKey, msg: &[u8], signature: &S, verdict: bool)
    where
        Sm2VerifyingKey: Verifier<S> + MultipartVerifier<S> + DigestVerifier<Sm3, S>,
    {
        assert_eq!(key.verify(msg, signature).is_ok(), verdict, "Verifier");
        for parts in cuts(msg) {
            assert_eq!(key.multipart_verify(&parts, signature).is_ok(), verdict, "MultipartVerifier");
            let feed = |digest: &mut Sm3| {
                parts.iter().for_each(|part| Digest::update(digest, part));
                Ok(())
            };
            assert_eq!(key.verify_digest(feed, signature).is_ok(), verdict, "DigestVerifier");
        }
    }
    let verdict = accepts_prehash(key, &prehash(key, msg), signature);
    each(key, msg, signature, verdict);
    each(key, msg, &signature.to_der(), verdict);
    #[cfg(feature = "precomp")]
    {
        let prepared = sm2p256::Sm2PreparedVerifyingKey::from(key);
        assert_eq!(prepared.verify(msg, signature).is_ok(), verdict, "prepared, Verifier");
    }
    verdict
}

/// The signature of a vector out of each of its forms; they must agree.
pub fn signature(vector: &Vector) -> Result<Sm2Signature, Error> {
    let mut forms = Vec::new();
    if let Some(der) = vector.bytes("sig_der") {
        forms.push(("sig_der", Sm2Signature::from_der(&der)));
        forms.push(("sig_der, DER type", Sm2DerSignature::from_bytes(&der).map(Sm2Signature::from)));
        if let Ok(signature) = Sm2Signature::from_der(&der) {
            assert_eq!(signature.to_der().as_bytes(), der, "DER again");
        }
    }
    if let Some(raw) = vector.bytes("sig_raw") {
        forms.push(("sig_raw", Sm2Signature::from_slice(&raw)));
    }
    if let (Some(r), Some(s)) = (vector.bytes("r"), vector.bytes("s"))
        && (r.len(), s.len()) == (32, 32)
    {
        forms.push(("r, s", Sm2Signature::from_slice(&[r, s].concat())));
    }
    let (first, expected) = *forms.first().expect("a vector has a signature");
    for (form, signature) in forms {
        assert_eq!(signature, expected, "{form} and {first}");
    }
    expected
}

/// The verdict on a vector of the kind `verify`, through every entry that applies.
pub fn check(vector: &Vector) {
    let valid = vector.expected().expect("a verdict");
    let key = Sm2VerifyingKey::from_sec1_bytes(&vector.bytes("pub").expect("a public key"));
    let (Ok(key), Ok(signature)) = (key, signature(vector)) else {
        assert!(!valid, "the key or the signature was refused");
        return;
    };
    let e = vector.bytes("e");
    let id_msg = vector.bytes("id").zip(vector.bytes("msg"));
    assert!(e.is_some() || id_msg.is_some() || vector.text("msg_no_z").is_some(), "nothing to verify");
    if let Some(e) = &e {
        assert_eq!(accepts_prehash(&key, e, &signature), valid, "prehash");
    }
    if let Some((id, msg)) = &id_msg {
        let Ok(id) = DistId::new(id) else {
            assert!(!valid, "the identifier was refused");
            return;
        };
        let key_with_id = key.with_dist_id(id);
        // Z and e made with another hash: not what this crate's messages mean.
        let other_hash = vector.text("hash").is_some();
        assert_eq!(accepts_message(&key_with_id, msg, &signature), valid && !other_hash, "message");
        if let Some(e) = e {
            assert_eq!(prehash(&key_with_id, msg) == *e, !other_hash, "e and SM3(Z || message)");
        }
        if id == DistId::DEFAULT {
            assert_eq!(key, key_with_id, "the identifier of a key that was given none");
        }
    }
    if let Some(msg) = vector.bytes("msg_no_z") {
        assert_eq!(e_of(&msg), vector.array("e"), "SM3(message)");
        assert!(!accepts_message(&key, &msg, &signature), "default identifier");
        assert!(!accepts_message(&key.with_dist_id(EMPTY_ID), &msg, &signature), "empty identifier");
    }
}

const EMPTY_ID: DistId<'static> = match DistId::new(b"") {
    Ok(id) => id,
    Err(_) => panic!(),
};

fn e_of(msg: &[u8]) -> [u8; 32] {
    Sm3::digest(msg).into()
}
