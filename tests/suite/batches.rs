//! Many signatures at a time: the same as one at a time.

use crate::common::rng::{FailingRng, SeededRng};
use sm2p256::signature::hazmat::{PrehashSigner, PrehashVerifier, RandomizedPrehashSigner};
use sm2p256::{Error, Sm2Signature, Sm2SigningKey};

fn key() -> Sm2SigningKey {
    Sm2SigningKey::from_bytes(&[0x42; 32]).expect("in range")
}

fn prehashes(count: usize) -> Vec<[u8; 32]> {
    let mut rng = SeededRng::new(count as u64);
    (0..count).map(|_| rng.array()).collect()
}

/// Around the size of a chunk, and several chunks.
const SIZES: [usize; 9] = [0, 1, 2, 16, 31, 32, 33, 64, 70];

#[test]
fn deterministic_signatures_are_those_of_single_calls() {
    let key = key();
    for size in SIZES {
        let prehashes = prehashes(size);
        let mut signatures = vec![None; size];
        key.sign_prehash_batch(&prehashes, &mut signatures).expect("equally many");
        for (e, signature) in prehashes.iter().zip(signatures) {
            assert_eq!(signature, Some(key.sign_prehash(e).expect("32 bytes")));
        }
    }
}

/// The same bytes of the random source for each, and the same nonces, which e is part of.
#[test]
fn hedged_signatures_are_those_of_single_calls() {
    let key = key();
    for size in SIZES {
        let prehashes = prehashes(size);
        let mut signatures = vec![None; size];
        key.sign_prehash_batch_with_rng(&mut SeededRng::new(2), &prehashes, &mut signatures)
            .expect("the source does not fail");
        let mut rng = SeededRng::new(2);
        for (e, signature) in prehashes.iter().zip(signatures) {
            assert_eq!(signature, Some(key.sign_prehash_with_rng(&mut rng, e).expect("32 bytes")));
        }
    }
}

#[test]
fn hedged_signatures_verify_and_differ() {
    let key = key();
    for size in SIZES {
        let mut prehashes = prehashes(size);
        // The same prehash twice: fresh randomness makes another signature.
        prehashes.extend_from_within(..size.min(1));
        let mut signatures = vec![None; prehashes.len()];
        key.sign_prehash_batch_with_rng(&mut SeededRng::new(1), &prehashes, &mut signatures)
            .expect("the source does not fail");
        let signatures: Vec<Sm2Signature> = signatures.into_iter().map(|s| s.expect("written")).collect();
        for (e, signature) in prehashes.iter().zip(&signatures) {
            assert!(key.verifying_key().verify_prehash(e, signature).is_ok());
        }
        if size > 0 {
            assert_ne!(signatures[0], signatures[size]);
        }
        let mut valid = vec![false; prehashes.len()];
        key.verifying_key().verify_prehash_batch(&prehashes, &signatures, &mut valid).expect("equally many");
        assert_eq!(valid, vec![true; prehashes.len()]);
    }
}

#[test]
fn a_batch_tells_which_signatures_are_bad() {
    let key = key();
    for size in [1, 3, 4, 20] {
        let mut prehashes = prehashes(size);
        let mut signatures = vec![None; size];
        key.sign_prehash_batch(&prehashes, &mut signatures).expect("equally many");
        let signatures: Vec<Sm2Signature> = signatures.into_iter().map(|s| s.expect("written")).collect();
        let mut expected = vec![true; size];
        for bad in (0..size).step_by(3) {
            prehashes[bad][31] ^= 1;
            expected[bad] = false;
        }
        let mut valid: Vec<bool> = expected.iter().map(|valid| !valid).collect();
        key.verifying_key().verify_prehash_batch(&prehashes, &signatures, &mut valid).expect("equally many");
        assert_eq!(valid, expected);
    }
}

#[test]
fn counts_that_differ_are_errors_and_nothing_is_written() {
    let key = key();
    let e = prehashes(3);
    let signature: Sm2Signature = key.sign_prehash(&e[0]).expect("32 bytes");
    let mut signatures = [None; 2];
    assert_eq!(key.sign_prehash_batch(&e, &mut signatures), Err(Error::Length));
    let mut rng = FailingRng { good_calls: 0 };
    assert_eq!(key.sign_prehash_batch_with_rng(&mut rng, &e, &mut signatures), Err(Error::Length));
    assert_eq!(signatures, [None; 2]);
    for (given, places) in [(2, 3), (3, 2), (2, 2)] {
        let mut valid = vec![false; places];
        let answer = key.verifying_key().verify_prehash_batch(&e, &vec![signature; given], &mut valid);
        assert_eq!(answer, Err(Error::Length));
        #[cfg(feature = "precomp")]
        {
            let prepared = sm2p256::Sm2PreparedVerifyingKey::from(key.verifying_key());
            let answer = prepared.verify_prehash_batch(&e, &vec![signature; given], &mut valid);
            assert_eq!(answer, Err(Error::Length));
        }
        assert_eq!(valid, vec![false; places]);
    }
}

#[test]
fn a_random_source_that_fails_leaves_good_signatures_alone() {
    let key = key();
    let e = prehashes(40);
    for good_calls in [0, 1, 31, 32, 39] {
        let mut signatures = vec![None; e.len()];
        let mut rng = FailingRng { good_calls };
        assert_eq!(key.sign_prehash_batch_with_rng(&mut rng, &e, &mut signatures), Err(Error::Rng));
        let written = signatures.iter().flatten().count();
        assert_eq!(written, good_calls / 32 * 32);
        for (e, signature) in e.iter().zip(signatures.iter().take(written)) {
            assert!(key.verifying_key().verify_prehash(e, &signature.expect("written")).is_ok());
        }
    }
}
