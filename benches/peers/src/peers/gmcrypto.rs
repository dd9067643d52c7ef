//! `gmcrypto-core`. It has no prehash interface, and its signatures are DER.

use gmcrypto_core::sm2::{Sm2PrivateKey, Sm2PublicKey, sign_with_id, verify_with_id};
use rand::Rng;

use super::{Block, ID, Peer, with_version};
use crate::Result;

pub(super) struct Gmcrypto {
    private: Sm2PrivateKey,
    public: Sm2PublicKey,
}

impl Gmcrypto {
    pub(super) fn new(secret: &Block) -> Result<Self> {
        let private = key(secret).ok_or("secret key out of range")?;
        let public = private.public_key();
        Ok(Self { private, public })
    }
}

fn key(secret: &Block) -> Option<Sm2PrivateKey> {
    Sm2PrivateKey::from_bytes_be(secret).into()
}

impl Peer for Gmcrypto {
    type Signature = Vec<u8>;

    const PREHASH: bool = false;

    fn name() -> String {
        with_version("gmcrypto-core", "gmcrypto-core")
    }

    fn sign_prehash(&mut self, _: &Block) -> Result<Vec<u8>> {
        Err("no prehash interface".into())
    }

    fn verify_prehash(&mut self, _: &Block, _: &Vec<u8>) -> bool {
        false
    }

    fn sign(&mut self, message: &Block) -> Result<Vec<u8>> {
        sign_with_id(&self.private, ID.as_bytes(), message, &mut rand::rng())
            .map_err(|error| format!("{error:?}").into())
    }

    fn verify(&mut self, message: &Block, signature: &Vec<u8>) -> bool {
        verify_with_id(&self.public, ID.as_bytes(), message, signature)
    }

    /// The crate leaves drawing the secret to its user; so does this, with rejection.
    fn generate(&mut self) -> Result<()> {
        let mut secret = Block::default();
        loop {
            rand::rng().fill_bytes(&mut secret);
            if let Some(key) = key(&secret) {
                std::hint::black_box(key);
                return Ok(());
            }
        }
    }

    fn to_der(signature: &Vec<u8>) -> Vec<u8> {
        signature.clone()
    }

    fn from_der(der: &[u8]) -> Result<Vec<u8>> {
        Ok(der.to_vec())
    }
}
