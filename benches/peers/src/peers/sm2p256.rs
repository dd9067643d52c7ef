//! The crate under comparison.

use sm2p256::{
    DistId, Sm2PreparedVerifyingKey, Sm2Signature, Sm2SigningKey, Sm2VerifyingKey,
    signature::{
        RandomizedSigner, Signer, Verifier,
        hazmat::{PrehashVerifier, RandomizedPrehashSigner},
    },
};

use super::{Block, ID, Peer, Role, with_version};
use crate::Result;
use crate::arith::scalar::Scalar;
use crate::backend::{dispatch, guard::guarded};
use crate::contestant::random_block;
use crate::curve::{fixed_base, point::AffinePoint};

pub(super) struct Sm2p256 {
    signer: Sm2SigningKey,
    verifier: Sm2VerifyingKey,
    prepared: Sm2PreparedVerifyingKey,
}

impl Sm2p256 {
    pub(super) fn new(secret: &Block) -> Result<Self> {
        let id = DistId::new(ID.as_bytes())?;
        let signer = Sm2SigningKey::from_bytes(secret)?.with_dist_id(id);
        let verifier = *signer.verifying_key();
        Ok(Self { signer, verifier, prepared: verifier.into() })
    }
}

impl Peer for Sm2p256 {
    type Signature = Sm2Signature;

    const ROLE: Role = Role::Subject;

    fn name() -> String {
        with_version("sm2p256", "sm2p256")
    }

    fn sign_prehash(&mut self, prehash: &Block) -> Result<Sm2Signature> {
        Ok(self.signer.sign_prehash_with_rng(&mut rand::rng(), prehash)?)
    }

    fn verify_prehash(&mut self, prehash: &Block, signature: &Sm2Signature) -> bool {
        self.verifier.verify_prehash(prehash, signature).is_ok()
    }

    fn sign_prehash_batch(&mut self, prehashes: &[Block]) -> Result<()> {
        let mut signatures = [None; 32];
        self.signer.sign_prehash_batch_with_rng(&mut rand::rng(), prehashes, &mut signatures)?;
        std::hint::black_box(signatures);
        Ok(())
    }

    fn verify_prehash_prepared(&mut self, prehash: &Block, signature: &Sm2Signature) -> bool {
        self.prepared.verify_prehash(prehash, signature).is_ok()
    }

    fn verify_prehash_batch(&mut self, prehashes: &[Block], signatures: &[&Sm2Signature]) -> bool {
        let signatures: Vec<Sm2Signature> = signatures.iter().map(|&signature| *signature).collect();
        let mut valid = [false; 32];
        self.verifier.verify_prehash_batch(prehashes, &signatures, &mut valid).is_ok() && valid == [true; 32]
    }

    fn sign_deterministic(&mut self, message: &Block) -> Result<Sm2Signature> {
        Ok(self.signer.try_sign(message)?)
    }

    fn sign(&mut self, message: &Block) -> Result<Sm2Signature> {
        Ok(self.signer.try_sign_with_rng(&mut rand::rng(), message)?)
    }

    fn verify(&mut self, message: &Block, signature: &Sm2Signature) -> bool {
        self.verifier.verify(message, signature).is_ok()
    }

    fn generate(&mut self) -> Result<()> {
        std::hint::black_box(Sm2SigningKey::generate(&mut rand::rng()));
        Ok(())
    }

    fn generate_point(&mut self) -> Result<()> {
        let point = guarded(|| {
            let (k, below_n) = Scalar::from_be_bytes(&random_block());
            if !below_n.is_set_vartime() {
                return Err("a random number was not below n");
            }
            dispatch!(K => {
                let AffinePoint { x, y } = fixed_base::mul::<K>(&k).to_affine();
                Ok((x.to_be_bytes(), y.to_be_bytes()))
            })
        })?;
        std::hint::black_box(point);
        Ok(())
    }

    fn to_der(signature: &Sm2Signature) -> Vec<u8> {
        signature.to_der().as_bytes().to_vec()
    }

    fn from_der(der: &[u8]) -> Result<Sm2Signature> {
        Ok(Sm2Signature::from_der(der)?)
    }
}
