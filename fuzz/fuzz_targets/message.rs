//! Messages under identifiers, against RustCrypto's `sm2`, and through every way to feed a message.
//!
//! Input: 32 bytes for the key; a byte each for the identifier's length, how often it is repeated, a byte of it that is changed,
//! where the message is cut, and what the random source gives; then identifier and message.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sm2p256::rand_core::{TryCryptoRng, TryRng};
use sm2p256::signature::{
    DigestSigner, DigestVerifier, MultipartSigner, MultipartVerifier, RandomizedSigner, Signer, Verifier,
};
use sm2p256::sm3::{Digest, Sm3};
use sm2p256::{DistId, Sm2DerSignature, Sm2PreparedVerifyingKey, Sm2Signature, Sm2SigningKey};
use std::convert::Infallible;

/// The same byte for ever.
struct Constant(u8);

impl TryRng for Constant {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(u32::from_ne_bytes([self.0; 4]))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(u64::from_ne_bytes([self.0; 8]))
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        out.fill(self.0);
        Ok(())
    }
}

impl TryCryptoRng for Constant {}

fuzz_target!(|data: &[u8]| {
    let Some((d, data)) = data.split_first_chunk() else { return };
    let Some((&[id_len, times, changed, cut, random], data)) = data.split_first_chunk() else { return };
    let Ok(key) = Sm2SigningKey::from_bytes(d) else { return };
    let (id, msg) = data.split_at(usize::from(id_len).min(data.len()));
    let mut id = id.repeat(usize::from(times));

    let Ok(dist_id) = DistId::new(&id) else {
        assert!(id.len() > 8191);
        return;
    };
    let key = key.with_dist_id(dist_id);
    let signature: Sm2Signature = key.sign(msg);
    if let Ok(id) = str::from_utf8(&id) {
        let theirs = sm2::dsa::SigningKey::from_slice(id, d).unwrap();
        let theirs_made: sm2::dsa::Signature = theirs.sign(msg);
        assert_eq!(signature.to_bytes()[..], theirs_made.to_bytes()[..]);
        let hedged: Sm2Signature = key.sign_with_rng(&mut Constant(random), msg);
        let hedged = sm2::dsa::Signature::from_slice(&hedged.to_bytes()).unwrap();
        assert!(theirs.verifying_key().verify(msg, &hedged).is_ok());
    }

    let (head, tail) = msg.split_at(usize::from(cut).min(msg.len()));
    let feed = |digest: &mut Sm3| {
        digest.update(head);
        digest.update(tail);
    };
    assert_eq!(signature, key.multipart_sign(&[head, b"", tail]));
    assert_eq!(signature.to_der(), DigestSigner::<Sm3, Sm2DerSignature>::sign_digest(&key, feed));

    let prepared = Sm2PreparedVerifyingKey::from(key.verifying_key());
    assert!(key.verifying_key().verify(msg, &signature).is_ok());
    assert!(key.verifying_key().multipart_verify(&[head, tail], &signature.to_der()).is_ok());
    assert!(prepared.verify_digest(|digest: &mut Sm3| Ok(feed(digest)), &signature).is_ok());
    // Another message, and another identifier.
    assert!(prepared.verify(&[msg, &[0]].concat(), &signature).is_err());
    let place = usize::from(changed).min(id.len().saturating_sub(1));
    match id.get_mut(place) {
        Some(byte) => *byte ^= 1,
        None => id.push(changed),
    }
    let other = prepared.with_dist_id(DistId::new(&id).unwrap());
    assert!(other.verify(msg, &signature).is_err());
    assert!(other.verifying_key().verify(msg, &signature).is_err());
});
