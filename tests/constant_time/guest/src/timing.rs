//! Data-independent timing is on while an operation runs, and afterwards as it was before. For a build with the target feature `dit`.

use crate::backend::guard::dit;
use crate::cases::case;
use crate::operations::key;
use core::convert::Infallible;
use sm2p256::Sm2Signature;
use sm2p256::rand_core::{TryCryptoRng, TryRng};
use sm2p256::signature::hazmat::RandomizedPrehashSigner;
use sm2p256_machine as machine;

pub fn run() {
    assert!(cfg!(target_feature = "dit"));
    let case = case(0);
    let key = key(&case);
    for before in [false, true] {
        dit::set(before);
        let mut probe = Probe { was_set: None };
        let signature: Result<Sm2Signature, _> = key.sign_prehash_with_rng(&mut probe, &case.e);
        assert!(signature.is_ok());
        assert_eq!(probe.was_set, Some(true));
        assert_eq!(dit::is_set(), before);
    }
    machine::print("DIT is set and put back\n");
}

/// A random source that looks at the mode when it is asked, in the middle of the operation.
struct Probe {
    was_set: Option<bool>,
}

impl TryRng for Probe {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        unreachable!("the crate asks for bytes")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        unreachable!("the crate asks for bytes")
    }

    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Infallible> {
        self.was_set = Some(dit::is_set());
        dst.fill(1);
        Ok(())
    }
}

impl TryCryptoRng for Probe {}
