//! The smallest program that makes a key, signs and verifies: linked for its size, never run.
#![no_std]
#![no_main]

use core::panic::PanicInfo;
use sm2p256::signature::{Signer, Verifier};
use sm2p256::{Sm2Signature, Sm2SigningKey};

/// Signs `message` with the key `d`: 0 if the signature verifies.
#[unsafe(no_mangle)]
extern "C" fn main(d: &[u8; 32], message: &[u8; 32]) -> u32 {
    let Ok(key) = Sm2SigningKey::from_bytes(d) else { return 2 };
    let Ok(signature) = Signer::<Sm2Signature>::try_sign(&key, message) else { return 3 };
    u32::from(key.verifying_key().verify(message, &signature).is_err())
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}
