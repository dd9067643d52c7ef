//! Keys that the machine has spoilt.

use crate::{Error, Sm2Signature, Sm2SigningKey};
use rand_core::UnwrapErr;
use signature::hazmat::{PrehashSigner, PrehashVerifier, RandomizedPrehashSigner};

/// A key whose (1 + d)^−1 is a bit off signs wrongly, which it notices if it is told to look.
#[test]
fn faulty_signatures_are_not_given_out() {
    let good = Sm2SigningKey::from_bytes(&[0x42; 32]).expect("in range");
    let e = [[1; 32], [2; 32]];
    let mut rng = UnwrapErr(getrandom::SysRng);
    let bad = good.clone().spoil();
    let signature: Sm2Signature = bad.sign_prehash(&e[0]).expect("nothing is checked");
    assert!(bad.verifying_key().verify_prehash(&e[0], &signature).is_err());

    for (key, fine) in [(good, true), (bad, false)] {
        let key = key.with_verify_after_sign(true);
        let expected = if fine { Ok(()) } else { Err(Error::Fault) };
        let signature: signature::Result<Sm2Signature> = key.sign_prehash(&e[0]);
        assert_eq!(signature.is_ok(), fine);
        let signature: signature::Result<Sm2Signature> = key.sign_prehash_with_rng(&mut rng, &e[0]);
        assert_eq!(signature.is_ok(), fine);
        let mut signatures = [None; 2];
        assert_eq!(key.sign_prehash_batch(&e, &mut signatures), expected);
        assert_eq!(signatures.map(|s| s.is_some()), [fine; 2]);
        assert_eq!(key.sign_prehash_batch_with_rng(&mut rng, &e, &mut signatures), expected);
        assert_eq!(signatures.map(|s| s.is_some()), [fine; 2]);
        #[cfg(feature = "hazmat")]
        assert_eq!(crate::hazmat::sign_prehash_with_nonce(&key, &e[0], &[3; 32]).map(|_| ()), expected);
        // The setting can be taken back.
        let signature: signature::Result<Sm2Signature> =
            key.with_verify_after_sign(false).sign_prehash(&e[0]);
        assert!(signature.is_ok());
    }
}
