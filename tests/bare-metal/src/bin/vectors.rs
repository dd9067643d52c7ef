//! Known answers: the vectors of `tests/vectors` that the build script picked.
#![no_std]
#![no_main]

use core::panic::PanicInfo;
use sm2p256::hazmat::sign_prehash_with_nonce;
use sm2p256::signature::hazmat::{PrehashSigner, PrehashVerifier};
use sm2p256::signature::{Signer, Verifier};
use sm2p256::sm3::Digest;
use sm2p256::{DistId, Sm2Signature, Sm2SigningKey, Sm2VerifyingKey};
use sm2p256_bare_metal::{measure, panicked, print, print_number};

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    panicked(info.location())
}

type Bytes = Option<&'static [u8]>;

/// A vector: its fields as they are in the file.
struct Vector {
    id: &'static str,
    check: Check,
    valid: bool,
    d: Bytes,
    identifier: Bytes,
    msg: Bytes,
    e: Bytes,
    k: Bytes,
    public: Bytes,
    raw: Bytes,
    der: Bytes,
    z: Bytes,
}

/// What a file is about.
enum Check {
    /// The verdict on a signature of a prehash or of a message.
    Verify,
    /// Z and the prehash.
    Z,
    /// The signature with the nonce k.
    Nonce,
    /// The signature with the nonce of RFC 6979.
    Deterministic,
}

include!(concat!(env!("OUT_DIR"), "/vectors.rs"));

unsafe extern "C" {
    /// Behind the memory of the firmware; zero, but where run.sh makes it 1 to see the answers refused.
    static turned: u8;
}

#[unsafe(no_mangle)]
fn firmware() -> bool {
    let (failed, _) = measure(|| VECTORS.iter().filter(|vector| !check(vector)).count());
    print("vectors ");
    print_number(VECTORS.len() as u64);
    print(" failed ");
    print_number(failed as u64);
    print("\n");
    failed == 0
}

fn check(vector: &Vector) -> bool {
    let answer = match vector.check {
        Check::Verify => verifies(vector),
        Check::Z => z(vector),
        Check::Nonce => with_nonce(vector).unwrap_or(!vector.valid),
        Check::Deterministic => deterministic(vector) == Some(true),
    };
    // SAFETY: the machine has memory there.
    let right = answer != (unsafe { (&raw const turned).read_volatile() } == 1);
    if !right {
        print("wrong: ");
        print(vector.id);
        print("\n");
    }
    right
}

fn array(bytes: Bytes) -> Option<&'static [u8; 32]> {
    bytes?.try_into().ok()
}

/// All forms of the signature have the verdict of the vector.
fn verifies(vector: &Vector) -> bool {
    let forms = [
        vector.raw.map(|raw| Sm2Signature::from_slice(raw).ok()),
        vector.der.map(|der| Sm2Signature::from_der(der).ok()),
    ];
    let verdict = |signature: Option<Sm2Signature>| {
        let key = Sm2VerifyingKey::from_sec1_bytes(vector.public?).ok()?;
        match (vector.e, vector.msg) {
            (Some(e), _) => key.verify_prehash(e, &signature?).ok(),
            (None, Some(msg)) => key.with_dist_id(identifier(vector)?).verify(msg, &signature?).ok(),
            (None, None) => None,
        }
    };
    forms.iter().flatten().count() > 0
        && forms.into_iter().flatten().all(|form| verdict(form).is_some() == vector.valid)
}

/// The default if there is none, and nothing if it is too long.
fn identifier(vector: &Vector) -> Option<DistId<'static>> {
    vector.identifier.map_or(Some(DistId::DEFAULT), |id| DistId::new(id).ok())
}

fn z(vector: &Vector) -> bool {
    let Some(id) = identifier(vector) else { return vector.z.is_none() };
    let Some(Ok(key)) = vector.public.map(Sm2VerifyingKey::from_sec1_bytes) else { return false };
    let key = key.with_dist_id(id);
    vector.z == Some(&key.z()[..]) && vector.msg.is_some_and(|msg| vector.e == Some(&prehash(&key, msg)[..]))
}

fn prehash(key: &Sm2VerifyingKey, msg: &[u8]) -> [u8; 32] {
    key.digest().chain_update(msg).finalize().into()
}

fn signing_key(vector: &Vector) -> Option<Sm2SigningKey> {
    Some(Sm2SigningKey::try_from(vector.d?).ok()?.with_dist_id(identifier(vector)?))
}

/// `None` if the vector cannot be signed.
fn with_nonce(vector: &Vector) -> Option<bool> {
    let key = signing_key(vector)?;
    let e = match vector.e {
        Some(e) => e.try_into().ok()?,
        None => prehash(key.verifying_key(), vector.msg?),
    };
    let signature = sign_prehash_with_nonce(&key, &e, array(vector.k)?).ok()?;
    Some(vector.valid && is_the_one_of(vector, &key, &signature))
}

fn deterministic(vector: &Vector) -> Option<bool> {
    let key = signing_key(vector)?;
    let of_prehash = key.sign_prehash(vector.e?).ok()?;
    let of_message = vector.msg.map_or(Some(of_prehash), |msg| key.try_sign(msg).ok())?;
    Some(is_the_one_of(vector, &key, &of_prehash) && of_message == of_prehash)
}

fn is_the_one_of(vector: &Vector, key: &Sm2SigningKey, signature: &Sm2Signature) -> bool {
    vector.public == Some(&key.verifying_key().to_sec1_bytes()[..])
        && vector.raw == Some(&signature.to_bytes()[..])
        && vector.der.is_none_or(|der| signature.to_der().as_bytes() == der)
}
