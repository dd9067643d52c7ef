//! `libsm`. Its random source is its own; its message functions sign under the default identifier.

use std::{error::Error, fmt::Debug};

use libsm::sm2::signature::{Pubkey, Seckey, SigCtx, Signature};

use super::{Block, Peer, with_version};
use crate::Result;

pub(super) struct Libsm {
    context: SigCtx,
    secret: Seckey,
    public: Pubkey,
}

impl Libsm {
    pub(super) fn new(secret: &Block) -> Result<Self> {
        let context = SigCtx::new();
        let secret = context.load_seckey(secret).map_err(failed)?;
        let public = context.pk_from_sk(&secret).map_err(failed)?;
        Ok(Self { context, secret, public })
    }
}

/// The library's errors are not `std::error::Error`s.
fn failed(error: impl Debug) -> Box<dyn Error> {
    format!("{error:?}").into()
}

impl Peer for Libsm {
    type Signature = Signature;

    fn name() -> String {
        with_version("libsm", "libsm")
    }

    fn sign_prehash(&mut self, prehash: &Block) -> Result<Signature> {
        self.context.sign_raw(prehash, &self.secret).map_err(failed)
    }

    fn verify_prehash(&mut self, prehash: &Block, signature: &Signature) -> bool {
        self.context.verify_raw(prehash, &self.public, signature).unwrap_or(false)
    }

    fn sign(&mut self, message: &Block) -> Result<Signature> {
        self.context.sign(message, &self.secret, &self.public).map_err(failed)
    }

    fn verify(&mut self, message: &Block, signature: &Signature) -> bool {
        self.context.verify(message, &self.public, signature).unwrap_or(false)
    }

    fn generate(&mut self) -> Result<()> {
        std::hint::black_box(self.context.new_keypair().map_err(failed)?);
        Ok(())
    }

    fn to_der(signature: &Signature) -> Vec<u8> {
        signature.der_encode()
    }

    fn from_der(der: &[u8]) -> Result<Signature> {
        Signature::der_decode(der).map_err(failed)
    }
}
