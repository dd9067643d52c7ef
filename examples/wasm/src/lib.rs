//! SM2 for JavaScript: the exports that `sm2.mjs` calls. No heap, no `std`, no generated glue.
//!
//! Bytes go in and out through one [`buffer`] of the linear memory. The caller puts the arguments there, one behind the other, and tells each
//! export their lengths; the export puts its answer at the start of the buffer and returns the number of its bytes. One that fails
//! returns minus the number of bytes of a message (UTF-8) there. Wiping the buffer and the stack afterwards is the caller's.
//!
//! Private keys stay in here, and go by a number; public keys are their 65 bytes.

#![no_std]

#[cfg(not(all(target_arch = "wasm32", not(target_feature = "atomics"))))]
compile_error!("for wasm32 with one thread");

use core::cell::RefCell;
use core::fmt::{self, Write};
use core::panic::PanicInfo;
use sm2p256::rand_core::{TryCryptoRng, TryRng};
use sm2p256::signature::hazmat::{PrehashSigner, PrehashVerifier, RandomizedPrehashSigner};
use sm2p256::sm3::{Digest, Sm3};
use sm2p256::{DistId, Error, Sm2Signature, Sm2SigningKey, Sm2VerifyingKey};

/// Room for the longest identifier, 8191 bytes, and a key.
const BUFFER_LEN: usize = 16384;
/// How many private keys there can be at a time.
const SIGNING_KEYS: usize = 64;

struct Instance {
    buffer: [u8; BUFFER_LEN],
    signing_keys: [Option<Sm2SigningKey>; SIGNING_KEYS],
    /// SM3 of Z and what has been fed of a message.
    prehash: Option<Sm3>,
}

struct OneThread<T>(T);

// SAFETY: there is one thread, see above.
unsafe impl<T> Sync for OneThread<T> {}

/// Borrowed while an export runs: one that is called from within another, by the random source, traps.
static INSTANCE: OneThread<RefCell<Instance>> = OneThread(RefCell::new(Instance {
    buffer: [0; BUFFER_LEN],
    signing_keys: [const { None }; SIGNING_KEYS],
    prehash: None,
}));

/// Why an export fails.
enum Failure {
    Sm2(Error),
    Other(&'static str),
}

type Result<T> = core::result::Result<T, Failure>;

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Sm2(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sm2(error) => error.fmt(f),
            Self::Other(message) => f.write_str(message),
        }
    }
}

/// An export: its answer's length, or minus that of the message.
fn export(work: impl FnOnce(&mut Instance) -> Result<usize>) -> i32 {
    let instance = &mut *INSTANCE.0.borrow_mut();
    match work(instance) {
        Ok(len) => len as i32,
        Err(failure) => {
            let mut message = Text { buffer: &mut instance.buffer, len: 0 };
            // A message that is cut off is one still.
            let _ = write!(message, "{failure}");
            -(message.len as i32)
        }
    }
}

struct Text<'a> {
    buffer: &'a mut [u8],
    len: usize,
}

impl Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = self.buffer.get_mut(self.len..).and_then(|rest| rest.get_mut(..text.len()));
        room.ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len += text.len();
        Ok(())
    }
}

impl Instance {
    /// The arguments, of these lengths.
    fn arguments<const N: usize>(&self, lens: [usize; N]) -> Result<[&[u8]; N]> {
        let mut rest = &self.buffer[..];
        let mut arguments = [&[][..]; N];
        for (argument, len) in arguments.iter_mut().zip(lens) {
            (*argument, rest) =
                rest.split_at_checked(len).ok_or(Failure::Other("arguments longer than the buffer"))?;
        }
        Ok(arguments)
    }

    fn answer(&mut self, bytes: &[u8]) -> Result<usize> {
        self.buffer[..bytes.len()].copy_from_slice(bytes);
        Ok(bytes.len())
    }

    fn answer_signature(&mut self, signature: &Sm2Signature, der: u32) -> Result<usize> {
        match der {
            0 => self.answer(&signature.to_bytes()),
            _ => self.answer(signature.to_der().as_bytes()),
        }
    }

    fn signing_key(&self, key: usize) -> Result<&Sm2SigningKey> {
        self.signing_keys.get(key).and_then(Option::as_ref).ok_or(Failure::Other("no such private key"))
    }

    /// Keeps a key; the answer is its number, in one byte.
    fn keep(&mut self, signing_key: Sm2SigningKey) -> Result<usize> {
        let free = self.signing_keys.iter().position(Option::is_none);
        let number = free.ok_or(Failure::Other("too many private keys: dispose of those no longer used"))?;
        self.signing_keys[number] = Some(signing_key);
        self.answer(&[number as u8])
    }
}

fn prehash(bytes: &[u8]) -> Result<&[u8; 32]> {
    bytes.try_into().map_err(|_| Error::Length.into())
}

fn signature(bytes: &[u8], der: u32) -> Result<Sm2Signature> {
    Ok(if der == 0 { Sm2Signature::from_slice(bytes)? } else { Sm2Signature::from_der(bytes)? })
}

/// The random source of JavaScript.
struct HostRng;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Writes `len` random bytes to `at`. Returns 0; anything else if it could not. Must return.
    fn fill_random(at: *mut u8, len: usize) -> u32;
}

impl TryRng for HostRng {
    type Error = Error;

    fn try_next_u32(&mut self) -> sm2p256::Result<u32> {
        let mut bytes = [0; 4];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> sm2p256::Result<u64> {
        let mut bytes = [0; 8];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> sm2p256::Result<()> {
        // SAFETY: sm2.mjs writes these bytes and no others.
        match unsafe { fill_random(out.as_mut_ptr(), out.len()) } {
            0 => Ok(()),
            _ => Err(Error::Rng),
        }
    }
}

impl TryCryptoRng for HostRng {}

/// Where the buffer is.
#[unsafe(no_mangle)]
extern "C" fn buffer() -> *mut u8 {
    INSTANCE.0.borrow_mut().buffer.as_mut_ptr()
}

#[unsafe(no_mangle)]
extern "C" fn buffer_len() -> usize {
    BUFFER_LEN
}

/// identifier ↦ number of a new private key.
#[unsafe(no_mangle)]
extern "C" fn signing_key_generate(id_len: usize) -> i32 {
    export(|instance| {
        let [id] = instance.arguments([id_len])?;
        let key = Sm2SigningKey::try_generate(&mut HostRng)?.with_dist_id(DistId::new(id)?);
        instance.keep(key)
    })
}

/// d ‖ identifier ↦ number of the private key.
#[unsafe(no_mangle)]
extern "C" fn signing_key_from_bytes(d_len: usize, id_len: usize) -> i32 {
    export(|instance| {
        let [d, id] = instance.arguments([d_len, id_len])?;
        let key = Sm2SigningKey::try_from(d)?.with_dist_id(DistId::new(id)?);
        instance.keep(key)
    })
}

/// d, 32 bytes.
#[unsafe(no_mangle)]
extern "C" fn signing_key_to_bytes(key: usize) -> i32 {
    export(|instance| {
        let d = instance.signing_key(key)?.to_bytes();
        instance.answer(&*d)
    })
}

/// The public key, 65 bytes.
#[unsafe(no_mangle)]
extern "C" fn signing_key_public(key: usize) -> i32 {
    export(|instance| {
        let point = instance.signing_key(key)?.verifying_key().to_sec1_bytes();
        instance.answer(&point)
    })
}

/// Wipes the private key. Its number is free for another one.
#[unsafe(no_mangle)]
extern "C" fn signing_key_dispose(key: usize) -> i32 {
    export(|instance| {
        instance.signing_key(key)?;
        instance.signing_keys[key] = None;
        Ok(0)
    })
}

/// Public key, compressed or not ↦ 65 bytes.
#[unsafe(no_mangle)]
extern "C" fn verifying_key_from_sec1(len: usize) -> i32 {
    export(|instance| {
        let [bytes] = instance.arguments([len])?;
        let point = Sm2VerifyingKey::from_sec1_bytes(bytes)?.to_sec1_bytes();
        instance.answer(&point)
    })
}

/// Starts the prehash e = SM3(Z ‖ message) of a message that this private key shall sign.
#[unsafe(no_mangle)]
extern "C" fn prehash_begin_signing(key: usize) -> i32 {
    export(|instance| {
        instance.prehash = Some(instance.signing_key(key)?.verifying_key().digest());
        Ok(0)
    })
}

/// public key ‖ identifier: starts the prehash of a message whose signature shall be verified.
#[unsafe(no_mangle)]
extern "C" fn prehash_begin_verifying(point_len: usize, id_len: usize) -> i32 {
    export(|instance| {
        let [point, id] = instance.arguments([point_len, id_len])?;
        let key = Sm2VerifyingKey::from_sec1_bytes(point)?.with_dist_id(DistId::new(id)?);
        instance.prehash = Some(key.digest());
        Ok(0)
    })
}

/// The next part of the message.
#[unsafe(no_mangle)]
extern "C" fn prehash_update(len: usize) -> i32 {
    export(|instance| {
        let mut digest = instance.prehash.take().ok_or(NO_PREHASH)?;
        let [part] = instance.arguments([len])?;
        digest.update(part);
        instance.prehash = Some(digest);
        Ok(0)
    })
}

/// e, 32 bytes.
#[unsafe(no_mangle)]
extern "C" fn prehash_end() -> i32 {
    export(|instance| {
        let e = instance.prehash.take().ok_or(NO_PREHASH)?.finalize();
        instance.answer(&e)
    })
}

const NO_PREHASH: Failure = Failure::Other("no prehash was begun");

/// e ↦ signature, hedged: JavaScript's random bytes go into the nonce with key and e.
#[unsafe(no_mangle)]
extern "C" fn sign_prehash(key: usize, der: u32, e_len: usize) -> i32 {
    export(|instance| {
        let [e] = instance.arguments([e_len])?;
        // With 32 bytes nothing else can fail.
        let signature = instance.signing_key(key)?.sign_prehash_with_rng(&mut HostRng, prehash(e)?);
        instance.answer_signature(&signature.map_err(|_| Error::Rng)?, der)
    })
}

/// e ↦ signature, deterministic (RFC 6979).
#[unsafe(no_mangle)]
extern "C" fn sign_prehash_deterministic(key: usize, der: u32, e_len: usize) -> i32 {
    export(|instance| {
        let [e] = instance.arguments([e_len])?;
        let signature = instance.signing_key(key)?.sign_prehash(e).map_err(|_| Error::Length)?;
        instance.answer_signature(&signature, der)
    })
}

/// public key ‖ e ‖ signature ↦ one byte, 1 if the signature is valid, else 0.
#[unsafe(no_mangle)]
extern "C" fn verify_prehash(der: u32, point_len: usize, e_len: usize, signature_len: usize) -> i32 {
    export(|instance| {
        let [point, e, bytes] = instance.arguments([point_len, e_len, signature_len])?;
        let key = Sm2VerifyingKey::from_sec1_bytes(point)?;
        let valid = key.verify_prehash(prehash(e)?, &signature(bytes, der)?).is_ok();
        instance.answer(&[valid.into()])
    })
}

#[cfg(feature = "pkcs8")]
mod structures {
    use super::*;
    use sm2p256::pkcs8::{DecodePrivateKey, DecodePublicKey};
    use sm2p256::sec1::DecodeEcPrivateKey;

    const MALFORMED: Failure = Failure::Other("not the DER of an SM2 key in this format");

    /// PKCS#8 ‖ identifier ↦ number of the private key.
    #[unsafe(no_mangle)]
    extern "C" fn signing_key_from_pkcs8(der_len: usize, id_len: usize) -> i32 {
        export(|instance| {
            let [der, id] = instance.arguments([der_len, id_len])?;
            let key = Sm2SigningKey::from_pkcs8_der(der).map_err(|_| MALFORMED)?;
            let key = key.with_dist_id(DistId::new(id)?);
            instance.keep(key)
        })
    }

    /// SEC1 `ECPrivateKey` ‖ identifier ↦ number of the private key.
    #[unsafe(no_mangle)]
    extern "C" fn signing_key_from_sec1(der_len: usize, id_len: usize) -> i32 {
        export(|instance| {
            let [der, id] = instance.arguments([der_len, id_len])?;
            let key = Sm2SigningKey::from_sec1_der(der).map_err(|_| MALFORMED)?;
            let key = key.with_dist_id(DistId::new(id)?);
            instance.keep(key)
        })
    }

    /// SubjectPublicKeyInfo ↦ public key, 65 bytes.
    #[unsafe(no_mangle)]
    extern "C" fn verifying_key_from_spki(len: usize) -> i32 {
        export(|instance| {
            let [der] = instance.arguments([len])?;
            let key = Sm2VerifyingKey::from_public_key_der(der).map_err(|_| MALFORMED)?;
            instance.answer(&key.to_sec1_bytes())
        })
    }
}

/// e ‖ k ↦ signature with the nonce k. For known-answer tests alone.
#[cfg(feature = "hazmat")]
#[unsafe(no_mangle)]
extern "C" fn sign_prehash_with_nonce(key: usize, der: u32, e_len: usize, k_len: usize) -> i32 {
    export(|instance| {
        let [e, k] = instance.arguments([e_len, k_len])?;
        let key = instance.signing_key(key)?;
        let signature = sm2p256::hazmat::sign_prehash_with_nonce(key, prehash(e)?, prehash(k)?)?;
        instance.answer_signature(&signature, der)
    })
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
