//! RustCrypto `sm2`, through its `signature` traits.

use sm2::{
    SecretKey,
    dsa::{
        Signature, SigningKey, VerifyingKey,
        signature::{
            RandomizedSigner, Signer, Verifier,
            hazmat::{PrehashVerifier, RandomizedPrehashSigner},
        },
    },
    elliptic_curve::Generate,
};

use super::{Block, ID, Peer, Role, with_version};
use crate::Result;

pub(super) struct RustCrypto {
    signing_key: SigningKey,
    verifying_key: VerifyingKey,
}

impl RustCrypto {
    pub(super) fn new(secret: &Block) -> Result<Self> {
        let signing_key = SigningKey::from_slice(ID, secret)?;
        let verifying_key = signing_key.verifying_key().clone();
        Ok(Self { signing_key, verifying_key })
    }
}

impl Peer for RustCrypto {
    type Signature = Signature;

    const ROLE: Role = Role::Reference;

    fn name() -> String {
        with_version("RustCrypto sm2", "sm2")
    }

    fn sign_prehash(&mut self, prehash: &Block) -> Result<Signature> {
        Ok(self.signing_key.sign_prehash_with_rng(&mut rand::rng(), prehash)?)
    }

    fn verify_prehash(&mut self, prehash: &Block, signature: &Signature) -> bool {
        self.verifying_key.verify_prehash(prehash, signature).is_ok()
    }

    fn sign_deterministic(&mut self, message: &Block) -> Result<Signature> {
        Ok(self.signing_key.try_sign(message)?)
    }

    fn sign(&mut self, message: &Block) -> Result<Signature> {
        Ok(self.signing_key.try_sign_with_rng(&mut rand::rng(), message)?)
    }

    fn verify(&mut self, message: &Block, signature: &Signature) -> bool {
        self.verifying_key.verify(message, signature).is_ok()
    }

    fn generate(&mut self) -> Result<()> {
        let secret = SecretKey::generate_from_rng(&mut rand::rng());
        std::hint::black_box(SigningKey::new(ID, &secret)?);
        Ok(())
    }

    fn to_der(signature: &Signature) -> Vec<u8> {
        signature.to_der().as_bytes().to_vec()
    }

    fn from_der(der: &[u8]) -> Result<Signature> {
        Ok(Signature::from_der(der)?)
    }
}
