//! OpenSSL's SM2 through EVP, built from source by the `openssl` crate. Its signatures are DER and its
//! random source is its own.

use std::ffi::{c_int, c_void};

use foreign_types::ForeignTypeRef;
use openssl::{
    bn::{BigNum, BigNumContext},
    ec::{EcGroup, EcKey, EcPoint},
    md::Md,
    md_ctx::MdCtx,
    nid::Nid,
    pkey::{HasPrivate, Id, PKey, Private},
    pkey_ctx::{PkeyCtx, PkeyCtxRef},
};

use super::{Block, ID, Peer};
use crate::Result;

/// The longest DER signature: two 33-byte integers and three headers.
const MAX_DER: usize = 72;

unsafe extern "C" {
    /// Copies `len` bytes at `id` into the context as the distinguishing identifier; 1 on success.
    fn EVP_PKEY_CTX_set1_id(ctx: *mut openssl_sys::EVP_PKEY_CTX, id: *const c_void, len: c_int) -> c_int;
}

/// Sets [`ID`] on a context that was just initialized. Without it OpenSSL 3 takes the empty identifier,
/// and the safe bindings have no way to set one.
fn set_id<T: HasPrivate>(context: &mut PkeyCtxRef<T>) -> Result<()> {
    let length = c_int::try_from(ID.len())?;
    // SAFETY: the context is borrowed mutably and valid; `ID` is `length` readable bytes, which are copied.
    let status = unsafe { EVP_PKEY_CTX_set1_id(context.as_ptr(), ID.as_ptr().cast(), length) };
    if status == 1 { Ok(()) } else { Err("EVP_PKEY_CTX_set1_id failed".into()) }
}

pub(super) struct OpenSsl {
    key: PKey<Private>,
    /// Initialized once: a prehash signature or verification leaves them ready for the next.
    signer: PkeyCtx<Private>,
    verifier: PkeyCtx<Private>,
    generator: PkeyCtx<()>,
}

impl OpenSsl {
    pub(super) fn new(secret: &Block) -> Result<Self> {
        let key = key(secret)?;
        let mut signer = PkeyCtx::new(&key)?;
        signer.sign_init()?;
        let mut verifier = PkeyCtx::new(&key)?;
        verifier.verify_init()?;
        let mut generator = PkeyCtx::new_id(Id::SM2)?;
        generator.keygen_init()?;
        Ok(Self { key, signer, verifier, generator })
    }

    fn verify_message(&self, message: &Block, signature: &[u8]) -> Result<bool> {
        let mut context = MdCtx::new()?;
        set_id(context.digest_verify_init(Some(Md::sm3()), &self.key)?)?;
        Ok(context.digest_verify(message, signature)?)
    }
}

fn key(secret: &Block) -> Result<PKey<Private>> {
    let group = EcGroup::from_curve_name(Nid::SM2)?;
    let scalar = BigNum::from_slice(secret)?;
    let mut public = EcPoint::new(&group)?;
    let mut scratch = BigNumContext::new()?;
    public.mul_generator2(&group, &scalar, &mut scratch)?;
    let key = EcKey::from_private_components(&group, &scalar, &public)?;
    Ok(PKey::from_ec_key(key)?)
}

impl Peer for OpenSsl {
    type Signature = Vec<u8>;

    fn name() -> String {
        // "OpenSSL 3.6.3 9 Jun 2026" without its date.
        let version = openssl::version::version();
        version.split(' ').take(2).chain(["SM2"]).collect::<Vec<_>>().join(" ")
    }

    fn sign_prehash(&mut self, prehash: &Block) -> Result<Vec<u8>> {
        let mut signature = vec![0; MAX_DER];
        let length = self.signer.sign(prehash, Some(&mut signature))?;
        signature.truncate(length);
        Ok(signature)
    }

    fn verify_prehash(&mut self, prehash: &Block, signature: &Vec<u8>) -> bool {
        self.verifier.verify(prehash, signature).unwrap_or(false)
    }

    fn sign(&mut self, message: &Block) -> Result<Vec<u8>> {
        let mut context = MdCtx::new()?;
        set_id(context.digest_sign_init(Some(Md::sm3()), &self.key)?)?;
        let mut signature = vec![0; MAX_DER];
        let length = context.digest_sign(message, Some(&mut signature))?;
        signature.truncate(length);
        Ok(signature)
    }

    fn verify(&mut self, message: &Block, signature: &Vec<u8>) -> bool {
        self.verify_message(message, signature).unwrap_or(false)
    }

    fn generate(&mut self) -> Result<()> {
        std::hint::black_box(self.generator.keygen()?);
        Ok(())
    }

    fn to_der(signature: &Vec<u8>) -> Vec<u8> {
        signature.clone()
    }

    fn from_der(der: &[u8]) -> Result<Vec<u8>> {
        Ok(der.to_vec())
    }
}
