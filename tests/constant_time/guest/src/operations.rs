//! The operations on secrets.

use crate::cases::{Case, case};
use core::hint::black_box;
use core::mem::ManuallyDrop;
use sm2p256::hazmat::sign_prehash_with_nonce;
use sm2p256::pkcs8::DecodePrivateKey;
use sm2p256::sec1::DecodeEcPrivateKey;
use sm2p256::signature::hazmat::{PrehashSigner, RandomizedPrehashSigner};
use sm2p256::{Sm2Signature, Sm2SigningKey};
use sm2p256_machine::random::script;

/// What is done with each operation.
pub trait Visitor {
    /// `prepare` makes what `run` works on, from a case; region ID is the operation's.
    fn operation<const ID: usize, S>(
        &mut self,
        name: &str,
        prepare: impl Fn(&Case) -> S,
        run: impl Fn(&mut S),
    );
}

/// Shows every operation to the visitor.
pub fn all(visitor: &mut impl Visitor) {
    visitor.operation::<0, _>("key from bytes", |c| c.d, |d| done(Sm2SigningKey::from_bytes(d)));
    visitor.operation::<1, _>("key from PKCS#8", pkcs8, |der| done(Sm2SigningKey::from_pkcs8_der(der)));
    visitor.operation::<2, _>("key from SEC1", sec1, |der| done(Sm2SigningKey::from_sec1_der(der)));
    visitor.operation::<3, _>("key to bytes", key, |key| done(key.to_bytes()));
    visitor.operation::<4, _>(
        "sign, RFC 6979",
        |c| (key(c), c.e),
        |(key, e)| done(PrehashSigner::<Sm2Signature>::sign_prehash(key, e)),
    );
    visitor.operation::<5, _>(
        "sign, hedged",
        |c| (key(c), c.e, c.random),
        |(key, e, random)| {
            done(RandomizedPrehashSigner::<Sm2Signature>::sign_prehash_with_rng(key, &mut script(random), e));
        },
    );
    visitor.operation::<6, _>(
        "sign, nonce given",
        |c| (key(c), c.e, c.k),
        |(key, e, k)| done(sign_prehash_with_nonce(key, e, k)),
    );
    visitor.operation::<10, _>(
        "sign a batch, hedged",
        |c| (key(c), [c.e; BATCH], c.random, [None; BATCH]),
        |(key, e, random, signatures)| {
            done(key.sign_prehash_batch_with_rng(&mut script(random), e, signatures));
        },
    );
    visitor.operation::<11, _>(
        "sign a batch, RFC 6979",
        |c| (key(c), [c.e; BATCH], [None; BATCH]),
        |(key, e, signatures)| done(key.sign_prehash_batch(e, signatures)),
    );
    visitor.operation::<7, _>(
        "compare keys",
        |c| (key(c), key(&case(usize::from(c.e[0])))),
        |(a, b)| done(*a == *b),
    );
    visitor.operation::<8, _>("compare equal keys", |c| (key(c), key(c)), |(a, b)| done(*a == *b));
    visitor.operation::<9, _>(
        "drop",
        |c| ManuallyDrop::new(key(c)),
        // SAFETY: each key is dropped once.
        |key| unsafe { ManuallyDrop::drop(black_box(key)) },
    );
}

/// Prehashes in a batch.
const BATCH: usize = 3;

/// Drops a result where it lies, so that this program makes no copy of it.
#[inline(always)]
pub fn done<T>(result: T) {
    black_box(&result);
}

pub fn key(case: &Case) -> Sm2SigningKey {
    Sm2SigningKey::from_bytes(&case.d).expect("in range")
}

fn pkcs8(case: &Case) -> [u8; 138] {
    const HEAD: [u8; 36] = [
        0x30, 0x81, 0x87, 2, 1, 0, 0x30, 0x13, 6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1, 6, 8, 0x2a, 0x81,
        0x1c, 0xcf, 0x55, 1, 0x82, 0x2d, 4, 0x6d, 0x30, 0x6b, 2, 1, 1, 4, 0x20,
    ];
    joined([&HEAD, &case.d, &[0xa1, 0x44, 3, 0x42, 0], &key(case).verifying_key().to_sec1_bytes()])
}

fn sec1(case: &Case) -> [u8; 121] {
    const HEAD: [u8; 7] = [0x30, 0x77, 2, 1, 1, 4, 0x20];
    const CURVE: [u8; 12] = [0xa0, 0x0a, 6, 8, 0x2a, 0x81, 0x1c, 0xcf, 0x55, 1, 0x82, 0x2d];
    joined([&HEAD, &case.d, &CURVE, &[0xa1, 0x44, 3, 0x42, 0], &key(case).verifying_key().to_sec1_bytes()])
}

fn joined<const N: usize, const PARTS: usize>(parts: [&[u8]; PARTS]) -> [u8; N] {
    let mut out = [0; N];
    let mut at = 0;
    for part in parts {
        out[at..at + part.len()].copy_from_slice(part);
        at += part.len();
    }
    assert_eq!(at, N);
    out
}
