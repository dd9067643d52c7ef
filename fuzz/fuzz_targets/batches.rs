//! Many signatures in a call, against one at a time, and prepared keys against fresh ones.
//!
//! Input: 32 bytes for the key, a byte for how many more or fewer places than prehashes there are, then for each signature a
//! byte that says what is changed in it and 32 bytes for the prehash.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sm2p256::signature::hazmat::{PrehashSigner, PrehashVerifier};
use sm2p256::{Error, Sm2PreparedVerifyingKey, Sm2Signature, Sm2SigningKey};

fuzz_target!(|data: &[u8]| {
    let Some((d, data)) = data.split_first_chunk() else { return };
    let Some((&difference, data)) = data.split_first() else { return };
    let Ok(key) = Sm2SigningKey::from_bytes(d) else { return };
    let (changes, mut prehashes): (Vec<u8>, Vec<[u8; 32]>) =
        data.as_chunks::<33>().0.iter().take(40).map(|[change, e @ ..]| (*change, *e)).unzip();
    let count = prehashes.len();

    let places = count.saturating_add_signed((difference as i8).into());
    let mut signatures = vec![None; places];
    let answer = key.sign_prehash_batch(&prehashes, &mut signatures);
    if places != count {
        assert_eq!(answer, Err(Error::Length));
        assert_eq!(signatures, vec![None; places]);
        return;
    }
    assert_eq!(answer, Ok(()));
    let mut signatures: Vec<Sm2Signature> = signatures.into_iter().map(Option::unwrap).collect();
    for (e, signature) in prehashes.iter().zip(&signatures) {
        assert_eq!(*signature, key.sign_prehash(e).unwrap());
    }

    let originals = (prehashes.clone(), signatures.clone());
    for ((change, e), signature) in changes.iter().zip(&mut prehashes).zip(&mut signatures) {
        let place = usize::from(change & 31);
        match change >> 5 {
            0 => {}
            1 => e[place] ^= 1,
            bit => {
                let mut raw = signature.to_bytes();
                raw[place + 32 * usize::from(bit & 1)] ^= 1 << bit;
                *signature = Sm2Signature::from_bytes(&raw).unwrap_or(*signature);
            }
        }
    }
    let fresh = *key.verifying_key();
    let prepared = Sm2PreparedVerifyingKey::from(fresh);
    let expected: Vec<bool> = prehashes
        .iter()
        .zip(&signatures)
        .zip(originals.0.iter().zip(&originals.1))
        .map(|(now, original)| {
            let (e, signature) = now;
            let verdict = fresh.verify_prehash(e, signature).is_ok();
            assert_eq!(prepared.verify_prehash(e, &signature.to_der()).is_ok(), verdict);
            assert_eq!(verdict, now == original);
            verdict
        })
        .collect();
    let mut valid: Vec<bool> = expected.iter().map(|valid| !valid).collect();
    fresh.verify_prehash_batch(&prehashes, &signatures, &mut valid).unwrap();
    assert_eq!(valid, expected);
});
