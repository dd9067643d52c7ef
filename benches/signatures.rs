//! Keys, signatures and verifications, as users call them.

use criterion::{Criterion, criterion_group, criterion_main};
use getrandom::{SysRng, rand_core::UnwrapErr};
use sm2p256::signature::hazmat::{PrehashSigner, PrehashVerifier, RandomizedPrehashSigner};
use sm2p256::signature::{RandomizedSigner, Signer, Verifier};
use sm2p256::{Sm2Signature, Sm2SigningKey, Sm2VerifyingKey};
use std::hint::black_box;

const MESSAGE: &[u8; 32] = b"a message of thirty-two bytes...";
/// Any prehash will do.
const E: &[u8; 32] = MESSAGE;

fn keys(c: &mut Criterion) {
    let mut rng = UnwrapErr(SysRng);
    let key = Sm2SigningKey::generate(&mut rng);
    let mut group = c.benchmark_group("key");
    group.bench_function("generate", |b| b.iter(|| Sm2SigningKey::generate(&mut rng)));
    let (full, compressed) = (key.verifying_key().to_sec1_bytes(), key.verifying_key().to_compressed_bytes());
    group.bench_function("public key from 65 bytes", |b| {
        b.iter(|| Sm2VerifyingKey::from_sec1_bytes(black_box(&full)))
    });
    group.bench_function("public key from 33 bytes", |b| {
        b.iter(|| Sm2VerifyingKey::from_sec1_bytes(black_box(&compressed)));
    });
}

fn sign(c: &mut Criterion) {
    let mut rng = UnwrapErr(SysRng);
    let key = Sm2SigningKey::generate(&mut rng);
    let mut group = c.benchmark_group("sign");
    group
        .bench_function("message, deterministic", |b| b.iter(|| Signer::<Sm2Signature>::sign(&key, MESSAGE)));
    group.bench_function("message, hedged", |b| {
        b.iter(|| -> Sm2Signature { key.sign_with_rng(&mut rng, MESSAGE) });
    });
    group.bench_function("prehash, deterministic", |b| {
        b.iter(|| PrehashSigner::<Sm2Signature>::sign_prehash(&key, E));
    });
    group.bench_function("prehash, hedged", |b| {
        b.iter(|| RandomizedPrehashSigner::<Sm2Signature>::sign_prehash_with_rng(&key, &mut rng, E));
    });
}

fn verify(c: &mut Criterion) {
    let key = Sm2SigningKey::generate(&mut UnwrapErr(SysRng));
    let signature: Sm2Signature = key.sign(MESSAGE);
    let of_prehash: Sm2Signature = key.sign_prehash(E).expect("32 bytes");
    let key = key.verifying_key();
    let mut group = c.benchmark_group("verify");
    group.bench_function("message", |b| b.iter(|| key.verify(MESSAGE, black_box(&signature))));
    group.bench_function("prehash", |b| b.iter(|| key.verify_prehash(E, black_box(&of_prehash))));
}

criterion_group!(benches, keys, sign, verify);
criterion_main!(benches);
