//! Runs every operation between markers, for the plugin to count. A static program without libc: the crate and `core`.
#![no_std]
#![no_main]

// The layers that the crate does not export, mounted as they are.
#[path = "../../../../src/arith/mod.rs"]
#[allow(dead_code)]
mod arith;
#[path = "../../../../src/backend/mod.rs"]
#[allow(dead_code, unused_imports)]
mod backend;
#[path = "../../../../src/curve/mod.rs"]
#[allow(dead_code)]
mod curve;

use arith::field::FieldElement;
use arith::scalar::Scalar;
use backend::{Kernels, dispatch};
use core::array::from_fn;
use core::hint::black_box;
use curve::double_base::{FEW, Multiples};
use sm2p256::hazmat::sign_prehash_with_nonce;
use sm2p256::signature::hazmat::{PrehashSigner, PrehashVerifier, RandomizedPrehashSigner};
use sm2p256::{Sm2Signature, Sm2SigningKey, Sm2VerifyingKey};
use sm2p256_machine as machine;
use sm2p256_machine::random::{SplitMix64, script};

/// Calls of each operation, each with inputs of its own.
const CALLS: usize = 16;
/// Signatures in a batch.
const BATCH: usize = 32;

#[unsafe(no_mangle)]
extern "C" fn guest_main(_arguments: usize) -> ! {
    let mut random = Random(SplitMix64(0));
    dispatch!(K => arithmetic::<K>(&mut random));
    signatures(&mut random);
    machine::exit(0)
}

fn arithmetic<K: Kernels>(random: &mut Random) {
    let fields: [_; CALLS] = from_fn(|_| (random.field::<K>(), random.field::<K>()));
    let scalars: [_; CALLS] = from_fn(|_| (random.scalar(), random.scalar()));
    let points =
        scalars.map(|(k, l)| (curve::fixed_base::mul::<K>(&k), curve::fixed_base::mul::<K>(&l).to_affine()));
    let sums: [_; CALLS] = from_fn(|i| (scalars[i].0, scalars[i].1, points[i].1));
    let table: [[u64; 8]; 32] = from_fn(|_| from_fn(|_| random.word()));
    let lookups: [_; CALLS] = from_fn(|i| (&table[..], 2 * i + i % 2));

    count::<0, _, _>("same", "nothing", &fields, |_| ());
    count::<1, _, _>("same", "field multiplication", &fields, |(x, y)| K::fe_mul(&x.0, &y.0));
    count::<2, _, _>("same", "field squaring", &fields, |(x, _)| K::fe_sqr(&x.0));
    count::<3, _, _>("same", "field addition", &fields, |(x, y)| K::fe_add(&x.0, &y.0));
    count::<4, _, _>("same", "field subtraction", &fields, |(x, y)| K::fe_sub(&x.0, &y.0));
    count::<5, _, _>("same", "inversion mod p", &fields, |(x, _)| x.invert());
    count::<6, _, _>("same", "inversion mod n", &scalars, |(k, _)| k.invert::<K>());
    count::<7, _, _>("same", "point doubling", &points, |(p, _)| K::point_double(p));
    count::<8, _, _>("same", "mixed addition", &points, |(p, q)| K::point_add_affine(p, q));
    count::<9, _, _>("same", "table gather, 32 entries", &lookups, |(row, i)| K::table_select(row, *i));
    count::<10, _, _>("same", "k·G, Jacobian", &scalars, |(k, _)| curve::fixed_base::mul::<K>(k));
    count::<11, _, _>("differs", "u·G + v·P", &sums, |(u, v, p)| {
        curve::double_base::mul_vartime(u, v, &Multiples::<K, FEW>::new(p))
    });
}

fn signatures(random: &mut Random) {
    let secrets: [[u8; 32]; CALLS] = from_fn(|_| random.bytes());
    let inputs = secrets.map(|d| (key(&d), random.bytes(), random.bytes()));
    let signed: [_; CALLS] = from_fn(|i| {
        let (key, e, k) = &inputs[i];
        (key.verifying_key(), e, sign_prehash_with_nonce(key, e, k))
    });

    count::<12, _, _>("same", "key from bytes", &secrets, |d| key(d));
    count::<13, _, _>("same", "sign prehash, nonce given", &inputs, |(key, e, k)| {
        sign_prehash_with_nonce(key, e, k)
    });
    count::<14, _, _>("same", "sign prehash, deterministic", &inputs, |(key, e, _)| {
        PrehashSigner::<Sm2Signature>::sign_prehash(key, e)
    });
    count::<15, _, _>("same", "sign prehash, hedged", &inputs, |(key, e, k)| {
        RandomizedPrehashSigner::<Sm2Signature>::sign_prehash_with_rng(key, &mut script(k), e)
    });
    count::<16, _, _>("differs", "verify prehash", &signed, |(key, e, signature)| {
        key.verify_prehash(*e, signature.as_ref().expect("signed")).expect("valid");
    });
    let verifying = inputs.each_ref().map(|(key, e, k)| (key.clone().with_verify_after_sign(true), *e, *k));
    count::<21, _, _>("differs", "sign prehash, hedged, verify after", &verifying, |(key, e, k)| {
        RandomizedPrehashSigner::<Sm2Signature>::sign_prehash_with_rng(key, &mut script(k), e)
    });
    count::<22, _, _>("differs", "recover keys", &signed, |(_, e, signature)| {
        Sm2VerifyingKey::recover_from_prehash(*e, signature.as_ref().expect("signed")).count()
    });
    let batch: [[u8; 32]; BATCH] = from_fn(|_| random.bytes());
    count::<17, _, _>("same", "32 hedged signatures", &inputs, |(key, _, k)| {
        let mut signatures = [None; BATCH];
        key.sign_prehash_batch_with_rng(&mut script(k), &batch, &mut signatures).expect("signs");
        signatures
    });
    count::<18, _, _>("differs", "32 verifications of one key", &signed, |(key, e, signature)| {
        let mut valid = [false; BATCH];
        let signatures = [*signature.as_ref().expect("signed"); BATCH];
        key.verify_prehash_batch(&[**e; BATCH], &signatures, &mut valid).expect("equally many");
        assert_eq!(valid, [true; BATCH]);
    });
    #[cfg(feature = "precomp")]
    {
        use sm2p256::Sm2PreparedVerifyingKey;
        count::<19, _, _>("differs", "prepare a key", &signed, |(key, ..)| {
            Sm2PreparedVerifyingKey::from(*key)
        });
        let prepared =
            signed.each_ref().map(|(key, e, signature)| (Sm2PreparedVerifyingKey::from(*key), e, signature));
        count::<20, _, _>("differs", "verify prehash, prepared key", &prepared, |(key, e, signature)| {
            key.verify_prehash(**e, signature.as_ref().expect("signed")).expect("valid");
        });
    }
}

fn key(d: &[u8; 32]) -> Sm2SigningKey {
    Sm2SigningKey::from_bytes(d).expect("in range")
}

/// Calls `operation` as region ID, once for each input, and tells its name.
///
/// `counts` is "same" if the counts must be the same for all inputs (which are then taken as secret), else "differs".
fn count<const ID: usize, I: Clone, O>(
    counts: &str,
    name: &str,
    inputs: &[I; CALLS],
    operation: impl Fn(&mut I) -> O,
) {
    let id = [100, 10, 1].map(|unit| b'0' + (ID / unit % 10) as u8);
    for text in ["name ", str::from_utf8(&id).expect("digits"), " ", counts, " ", name, "\n"] {
        machine::print(text);
    }
    for input in inputs {
        call::<ID, _, _>(&mut input.clone(), &operation);
    }
}

/// A function of its own, so that nothing of the loop around it moves between the markers.
#[inline(never)]
fn call<const ID: usize, I, O>(input: &mut I, operation: &impl Fn(&mut I) -> O) {
    let input = black_box(input);
    let output = machine::region::<ID, O>(|| operation(input));
    black_box(&output);
}

struct Random(SplitMix64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0.word()
    }

    /// 32 bytes that are below n as a number, and not 0.
    fn bytes(&mut self) -> [u8; 32] {
        self.scalar().to_be_bytes()
    }

    fn scalar(&mut self) -> Scalar {
        let bytes: [u8; 32] = from_fn(|_| self.word() as u8);
        Scalar::from_be_bytes_reduced(&bytes)
    }

    fn field<K: Kernels>(&mut self) -> FieldElement<K> {
        FieldElement::from_montgomery(self.0.words())
    }
}
