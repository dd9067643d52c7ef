//! Data-independent timing is on while an operation runs, and afterwards as it was before. For a build with the target feature `dit`.

use crate::backend::guard::dit;
use crate::cases::case;
use crate::operations::key;
use sm2p256::Sm2Signature;
use sm2p256::signature::hazmat::RandomizedPrehashSigner;
use sm2p256_machine::{self as machine, random::Source};

pub fn run() {
    assert!(cfg!(target_feature = "dit"));
    let case = case(0);
    let key = key(&case);
    for before in [false, true] {
        dit::set(before);
        // A random source that looks at the mode when it is asked, in the middle of the operation.
        let mut was_set = None;
        let mut source = Source(|dst: &mut [u8]| {
            was_set = Some(dit::is_set());
            dst.fill(1);
        });
        let signature: Result<Sm2Signature, _> = key.sign_prehash_with_rng(&mut source, &case.e);
        assert!(signature.is_ok());
        assert_eq!(was_set, Some(true));
        assert_eq!(dit::is_set(), before);
    }
    machine::print("DIT is set and put back\n");
}
