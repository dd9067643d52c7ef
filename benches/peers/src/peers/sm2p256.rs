//! The crate under comparison.

use sm2p256::{
    DistId, Sm2Signature, Sm2SigningKey, Sm2VerifyingKey,
    signature::{
        RandomizedSigner, Verifier,
        hazmat::{PrehashVerifier, RandomizedPrehashSigner},
    },
};

use super::{Block, ID, Peer, Role, with_version};
use crate::Result;

pub(super) struct Sm2p256 {
    signing_key: Sm2SigningKey,
    verifying_key: Sm2VerifyingKey,
}

impl Sm2p256 {
    pub(super) fn new(secret: &Block) -> Result<Self> {
        let id = DistId::new(ID.as_bytes())?;
        let signing_key = Sm2SigningKey::from_bytes(secret)?.with_dist_id(id);
        let verifying_key = *signing_key.verifying_key();
        Ok(Self { signing_key, verifying_key })
    }
}

impl Peer for Sm2p256 {
    type Signature = Sm2Signature;

    const ROLE: Role = Role::Subject;

    fn name() -> String {
        with_version("sm2p256", "sm2p256")
    }

    fn sign_prehash(&mut self, prehash: &Block) -> Result<Sm2Signature> {
        Ok(self.signing_key.sign_prehash_with_rng(&mut rand::rng(), prehash)?)
    }

    fn verify_prehash(&mut self, prehash: &Block, signature: &Sm2Signature) -> bool {
        self.verifying_key.verify_prehash(prehash, signature).is_ok()
    }

    fn sign(&mut self, message: &Block) -> Result<Sm2Signature> {
        Ok(self.signing_key.try_sign_with_rng(&mut rand::rng(), message)?)
    }

    fn verify(&mut self, message: &Block, signature: &Sm2Signature) -> bool {
        self.verifying_key.verify(message, signature).is_ok()
    }

    fn generate(&mut self) -> Result<()> {
        std::hint::black_box(Sm2SigningKey::generate(&mut rand::rng()));
        Ok(())
    }

    fn to_der(signature: &Sm2Signature) -> Vec<u8> {
        signature.to_der().as_bytes().to_vec()
    }

    fn from_der(der: &[u8]) -> Result<Sm2Signature> {
        Ok(Sm2Signature::from_der(der)?)
    }
}
