//! Two versions of the crate in one program: each verifies what the other signs.

use first::signature::{Signer, Verifier};

const KEY: [u8; 32] = [0x42; 32];
const MESSAGE: &[u8] = b"two versions";

fn main() {
    let key_1 = first::Sm2SigningKey::from_bytes(&KEY).expect("in range");
    let key_2 = second::Sm2SigningKey::from_bytes(&KEY).expect("in range");
    let signature_1: first::Sm2Signature = key_1.sign(MESSAGE);
    let signature_2: second::Sm2Signature = key_2.sign(MESSAGE);
    assert_eq!(signature_1.to_bytes(), signature_2.to_bytes());

    let signature_1 = second::Sm2Signature::from_bytes(&signature_1.to_bytes()).expect("in range");
    let signature_2 = first::Sm2Signature::from_bytes(&signature_2.to_bytes()).expect("in range");
    key_1.verifying_key().verify(MESSAGE, &signature_2).expect("the second version's signature");
    key_2.verifying_key().verify(MESSAGE, &signature_1).expect("the first version's signature");
}
