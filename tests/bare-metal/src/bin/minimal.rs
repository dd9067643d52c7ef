//! Makes a key from bytes, signs, reads the public key and the signature from bytes, verifies; and what each of that needs.
#![no_std]
#![no_main]

use core::hint::black_box;
use core::panic::PanicInfo;
use sm2p256::signature::{Signer, Verifier};
use sm2p256::{Sm2Signature, Sm2SigningKey, Sm2VerifyingKey};
use sm2p256_bare_metal::{Cost, measure, panicked, print, print_number};

/// Without its place, whose text would be in the flash.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    panicked(None)
}

const SEED: [u8; 32] = *b"a fixed seed, for this test only";
const MESSAGE: [u8; 32] = *b"a message that the firmware sign";

#[unsafe(no_mangle)]
fn firmware() -> bool {
    let seed = black_box(SEED);
    let (key, cost) = measure(|| Sm2SigningKey::from_bytes(&seed));
    report("make-key", cost);
    let Ok(key) = key else { return false };

    let mut message = black_box(MESSAGE);
    let (signature, cost) = measure(|| key.try_sign(&message));
    report("sign", cost);
    let Ok::<Sm2Signature, _>(signature) = signature else { return false };

    // From somewhere else, for all that the compiler knows.
    let public_key = black_box(key.verifying_key().to_sec1_bytes());
    let mut signature = black_box(signature.to_bytes());
    let (valid, cost) = measure(|| verify(&public_key, &message, &signature));
    report("verify", cost);

    // Neither another signature nor another message is taken.
    signature[63] ^= 1;
    let other_signature = verify(&public_key, &message, &signature);
    signature[63] ^= 1;
    message[31] ^= 1;
    let other_message = verify(&public_key, &message, &signature);
    valid && !other_signature && !other_message
}

#[inline(never)]
fn verify(public_key: &[u8; 65], message: &[u8], signature: &[u8; 64]) -> bool {
    let Ok(key) = Sm2VerifyingKey::from_sec1_bytes(public_key) else { return false };
    let Ok(signature) = Sm2Signature::from_bytes(signature) else { return false };
    key.verify(message, &signature).is_ok()
}

#[inline(never)]
fn report(operation: &str, cost: Cost) {
    print(operation);
    for number in [cost.stack as u64, cost.instructions] {
        print(" ");
        print_number(number);
    }
    print("\n");
}
