//! Verification and signing of prehashes, against RustCrypto's `sm2`.
//!
//! Input: a byte of options, then 32 bytes each for the key, e, r or s or a nonce, and s or t; then, if options say so, a place and a
//! mask to change the signature. What is missing is zero.
//!
//! Where the two are known to differ, and what is done about it:
//! - d = n − 1 is no private key here. Its public key −G is one for both, so the key is made by RustCrypto.
//! - r + s = n is refused here by the constructor of the signature, there by `verify`. One verdict is taken of both steps.
//! - RustCrypto reads points of tag 5 (compact): the input makes compressed ones alone.
//! - s·G + t·P at infinity has no x: RustCrypto refuses it since 0.14.0.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sm2::elliptic_curve::ops::Reduce;
use sm2::elliptic_curve::point::AffineCoordinates;
use sm2::elliptic_curve::{Group, PrimeField};
use sm2::{FieldBytes, ProjectivePoint, PublicKey, Scalar, SecretKey, dsa};
use sm2p256::signature::hazmat::{PrehashSigner, PrehashVerifier};
use sm2p256::{Sm2PreparedVerifyingKey, Sm2Signature, Sm2SigningKey, Sm2VerifyingKey, hazmat};

const ID: &str = "1234567812345678";

fn reduce(bytes: &[u8; 32]) -> Scalar {
    Scalar::reduce(&FieldBytes::from(*bytes))
}

fn take(data: &mut &[u8]) -> [u8; 32] {
    let (bytes, rest) = data.split_at(data.len().min(32));
    *data = rest;
    let mut array = [0; 32];
    array[..bytes.len()].copy_from_slice(bytes);
    array
}

/// All verdicts, which have to be the same one.
fn verdict(public_key: &PublicKey, e: &[u8], signature: &[u8; 64]) -> bool {
    let theirs = dsa::VerifyingKey::new(ID, *public_key).unwrap();
    let theirs = dsa::Signature::from_slice(signature).is_ok_and(|signature| {
        sm2::dsa::signature::hazmat::PrehashVerifier::verify_prehash(&theirs, e, &signature).is_ok()
    });
    let ours = Sm2VerifyingKey::from_sec1_bytes(&public_key.to_sec1_bytes()).unwrap();
    let ours = Sm2Signature::from_bytes(signature).is_ok_and(|signature| our_verdict(&ours, e, signature));
    assert_eq!(ours, theirs);
    ours
}

/// The one of the key as it is, prepared, and in batches, small and large.
fn our_verdict(key: &Sm2VerifyingKey, e: &[u8], signature: Sm2Signature) -> bool {
    let verdict = key.verify_prehash(e, &signature).is_ok();
    let prepared = Sm2PreparedVerifyingKey::from(key);
    assert_eq!(prepared.verify_prehash(e, &signature).is_ok(), verdict);
    if let Ok(e) = e.try_into() {
        for size in [1, 4] {
            let mut valid = vec![!verdict; size];
            key.verify_prehash_batch(&vec![e; size], &vec![signature; size], &mut valid).unwrap();
            assert_eq!(valid, vec![verdict; size]);
        }
    }
    verdict
}

fn signature(r: [u8; 32], s: [u8; 32]) -> [u8; 64] {
    [r, s].concat().try_into().unwrap()
}

/// The signatures of both signers are the same one, and valid.
fn check_signers(d: &[u8; 32], secret_key: &SecretKey, e: &[u8; 32]) {
    let Ok(ours) = Sm2SigningKey::from_bytes(d) else {
        assert_eq!(Scalar::ONE + *secret_key.to_nonzero_scalar(), Scalar::ZERO);
        return;
    };
    let theirs = dsa::SigningKey::new(ID, secret_key).unwrap();
    let theirs: dsa::Signature =
        sm2::dsa::signature::hazmat::PrehashSigner::sign_prehash(&theirs, e).unwrap();
    let ours: Sm2Signature = ours.sign_prehash(e).unwrap();
    assert_eq!(ours.to_bytes()[..], theirs.to_bytes()[..]);
    assert!(verdict(&secret_key.public_key(), e, &ours.to_bytes()));
}

/// The signature with the nonce k, if there is one, is that of the equations.
fn check_nonce(d: &[u8; 32], secret_key: &SecretKey, e: &[u8; 32], k: &[u8; 32]) {
    let Ok(ours) = Sm2SigningKey::from_bytes(d) else { return };
    let ours = hazmat::sign_prehash_with_nonce(&ours, e, k).ok().map(|signature| signature.to_bytes());
    let theirs = Option::from(Scalar::from_repr(FieldBytes::from(*k))).and_then(|k: Scalar| {
        let d = *secret_key.to_nonzero_scalar();
        let point = ProjectivePoint::GENERATOR * k;
        let r = reduce(e) + Scalar::reduce(&point.to_affine().x());
        let s = (Scalar::ONE + d).invert().unwrap() * (k - r * d);
        let refused = k.is_zero() | r.is_zero() | (r + k).is_zero() | s.is_zero();
        (!bool::from(refused)).then(|| signature(r.to_repr().into(), s.to_repr().into()))
    });
    assert_eq!(ours, theirs);
}

fuzz_target!(|data: &[u8]| {
    let Some((options, mut data)) = data.split_first() else { return };
    let [key, mut e, first, second] = std::array::from_fn(|_| take(&mut data));

    let secret_key = (options & 1 == 0).then(|| SecretKey::from_slice(&key));
    let public_key = match &secret_key {
        Some(Ok(secret_key)) => secret_key.public_key(),
        Some(Err(_)) => return,
        None => match PublicKey::from_sec1_bytes(&[&[2 | (options >> 1 & 1)], &key[..]].concat()) {
            Ok(public_key) => public_key,
            Err(_) => return,
        },
    };
    let point = ProjectivePoint::from(&public_key);

    let mut signature = match options >> 2 & 3 {
        // r and s as they come.
        0 => {
            let signature = signature(first, second);
            verdict(&public_key, &e, &signature);
            signature
        }
        // A valid one for any key: s and t are chosen, and r and e made to fit.
        1 => {
            let (s, t) = (reduce(&first), reduce(&second));
            let (r, sum) = (t - s, ProjectivePoint::GENERATOR * s + point * t);
            let x =
                if sum.is_identity().into() { Scalar::ZERO } else { Scalar::reduce(&sum.to_affine().x()) };
            e = (r - x).to_repr().into();
            let signature = signature(r.to_repr().into(), s.to_repr().into());
            let valid = !bool::from(r.is_zero() | s.is_zero() | t.is_zero() | sum.is_identity());
            assert_eq!(verdict(&public_key, &e, &signature), valid);
            signature
        }
        // s·G + t·P = O, which would verify if infinity had x = 0.
        2 => {
            let Some(Ok(secret_key)) = &secret_key else { return };
            let t = reduce(&second);
            let s = -(*secret_key.to_nonzero_scalar() * t);
            let r = t - s;
            e = r.to_repr().into();
            let signature = signature(r.to_repr().into(), s.to_repr().into());
            assert!(!verdict(&public_key, &e, &signature));
            signature
        }
        // Those that signers make, with nonces of their own and with the first number.
        _ => {
            let Some(Ok(secret_key)) = &secret_key else { return };
            check_signers(&key, secret_key, &e);
            check_nonce(&key, secret_key, &e, &first);
            return;
        }
    };

    // Changed in one byte.
    if let [place, mask, ..] = data {
        signature[usize::from(place & 63)] ^= mask;
        verdict(&public_key, &e, &signature);
    }
    // A prehash of another length.
    let len = usize::from(options >> 4) * 4;
    assert!(len == 32 || !verdict(&public_key, &[0; 64][..len], &signature));
});
