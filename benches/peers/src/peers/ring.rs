//! P-256 ECDSA of `ring`: the other well-tuned library that Rust programs use. It has no interface for prehashes.

use ring::{
    rand::SystemRandom,
    signature::{
        ECDSA_P256_SHA256_ASN1, ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair, Signature,
        UnparsedPublicKey,
    },
};

use super::{Block, Peer, Role, with_version};
use crate::Result;

pub(super) struct Ring {
    pair: EcdsaKeyPair,
    public: UnparsedPublicKey<Vec<u8>>,
    random: SystemRandom,
}

impl Ring {
    pub(super) fn new() -> Result<Self> {
        let random = SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random)
            .map_err(|_| "ring makes no key")?;
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, pkcs8.as_ref(), &random)
            .map_err(|_| "ring refuses its own key")?;
        let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, pair.public_key().as_ref().to_vec());
        Ok(Self { pair, public, random })
    }
}

impl Peer for Ring {
    type Signature = Signature;

    const ROLE: Role = Role::OtherCurve;
    const PREHASH: bool = false;

    fn name() -> String {
        with_version("ring", "ring") + " P-256"
    }

    fn sign_prehash(&mut self, _: &Block) -> Result<Signature> {
        Err("ring signs no prehashes".into())
    }

    fn verify_prehash(&mut self, _: &Block, _: &Signature) -> bool {
        false
    }

    fn sign(&mut self, message: &Block) -> Result<Signature> {
        Ok(self.pair.sign(&self.random, message).map_err(|_| "ring does not sign")?)
    }

    fn verify(&mut self, message: &Block, signature: &Signature) -> bool {
        self.public.verify(message, signature.as_ref()).is_ok()
    }

    fn generate(&mut self) -> Result<()> {
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &self.random);
        std::hint::black_box(pkcs8.map_err(|_| "ring makes no key")?);
        Ok(())
    }

    fn to_der(signature: &Signature) -> Vec<u8> {
        signature.as_ref().to_vec()
    }

    /// Nobody else signs with this key, so there is nothing to decode.
    fn from_der(_: &[u8]) -> Result<Signature> {
        Err("the P-256 peers take no foreign signatures".into())
    }
}
