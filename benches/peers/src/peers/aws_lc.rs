//! P-256 ECDSA of `aws-lc-rs`, the yardstick: what a curve of this size costs in a well-tuned library.
//! Its signatures are DER and its random source is its own.

use aws_lc_rs::{
    digest::{self, Digest},
    rand::SystemRandom,
    signature::{
        ECDSA_P256_SHA256_ASN1, ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair, ParsedPublicKey,
        Signature,
    },
};

use super::{Block, Peer, Role, with_version};
use crate::Result;

pub(super) struct AwsLc {
    pair: EcdsaKeyPair,
    public: ParsedPublicKey,
    random: SystemRandom,
}

impl AwsLc {
    pub(super) fn new() -> Result<Self> {
        let pair = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_ASN1_SIGNING)?;
        let public = ParsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, pair.public_key().as_ref())?;
        Ok(Self { pair, public, random: SystemRandom::new() })
    }
}

fn import(prehash: &Block) -> Result<Digest> {
    Ok(Digest::import_less_safe(prehash, &digest::SHA256)?)
}

impl Peer for AwsLc {
    type Signature = Signature;

    const ROLE: Role = Role::Yardstick;

    fn name() -> String {
        with_version("aws-lc-rs", "aws-lc-rs") + " P-256"
    }

    fn sign_prehash(&mut self, prehash: &Block) -> Result<Signature> {
        Ok(self.pair.sign_digest(&import(prehash)?)?)
    }

    fn verify_prehash(&mut self, prehash: &Block, signature: &Signature) -> bool {
        import(prehash).is_ok_and(|digest| self.public.verify_digest_sig(&digest, signature.as_ref()).is_ok())
    }

    fn sign(&mut self, message: &Block) -> Result<Signature> {
        Ok(self.pair.sign(&self.random, message)?)
    }

    fn verify(&mut self, message: &Block, signature: &Signature) -> bool {
        self.public.verify_sig(message, signature.as_ref()).is_ok()
    }

    fn generate(&mut self) -> Result<()> {
        std::hint::black_box(EcdsaKeyPair::generate(&ECDSA_P256_SHA256_ASN1_SIGNING)?);
        Ok(())
    }

    fn to_der(signature: &Signature) -> Vec<u8> {
        signature.as_ref().to_vec()
    }

    /// Nobody else signs with this key, so there is nothing to decode.
    fn from_der(_: &[u8]) -> Result<Signature> {
        Err("the P-256 peer takes no foreign signatures".into())
    }
}
