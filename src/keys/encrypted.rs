//! PKCS#8 encrypted under a password (feature `encryption`): EncryptedPrivateKeyInfo (RFC 5958, 3) with PBES2 (RFC 8018, 6.2).
//!
//! The crate `pkcs5` does scrypt and PBKDF2 with AES. Read here besides: SM4-CBC under PBKDF2 with HMAC-SM3, which is what GmSSL writes,
//! or with HMAC-SHA-256, as OpenSSL does. What a file may cost to read is bounded here for all of them.

use super::Sm2SigningKey;
use crate::backend::guard::guarded_to;
use cbc::cipher::{BlockModeDecrypt, KeyIvInit, block_padding::Pkcs7};
use der::asn1::OctetStringRef;
use der::{AnyRef, Decode, Reader, SecretDocument};
use pbkdf2::pbkdf2_hmac;
use pkcs8::pkcs5::pbes2::{
    HMAC_WITH_SHA1_OID, HMAC_WITH_SHA256_OID, Kdf, PBES2_OID, PBKDF2_OID, Parameters, SCRYPT_OID,
};
use pkcs8::spki::AlgorithmIdentifierRef as Algorithm;
use pkcs8::{EncodePrivateKey, ObjectIdentifier, PrivateKeyInfoRef, pkcs5};
use rand_core::TryCryptoRng;
use sha2::Sha256;
use sm3::Sm3;
use sm4::Sm4;
use zeroize::Zeroizing;

/// SM4-CBC, in the arc of GM/T 0006-2012.
const SM4_CBC: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.156.10197.1.104.2");
/// HMAC-SM3, in the arc of GM/T 0006-2012.
const HMAC_WITH_SM3: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.156.10197.1.401.2");

/// Some seconds of work; usual are 2,048 to 1,000,000.
const MAX_ITERATIONS: u32 = 10_000_000;
/// N·r·p of scrypt, each of which is 128 bytes of work and, but for p, of memory: 256 MiB. Usual is 2^17.
const MAX_SCRYPT_COST: u64 = 1 << 21;

/// Of the stack, for keys that `pkcs5` leaves there: measured on x86-64 are 5,100 bytes, and 15,100 in a build that is not optimised.
const PASSWORD_WIPED: usize = 16384;

fn unsupported(oid: ObjectIdentifier) -> pkcs8::Error {
    pkcs5::Error::UnsupportedAlgorithm { oid }.into()
}

fn bad_parameters(oid: ObjectIdentifier) -> pkcs8::Error {
    pkcs5::Error::AlgorithmParametersInvalid { oid }.into()
}

/// Keys under a password. A file decides how much work its decryption is, up to 10,000,000 iterations of PBKDF2, or N·r·p = 2^21 for scrypt
/// (256 MiB of memory).
///
/// ```
/// # #[cfg(all(feature = "pem", feature = "getrandom"))] {
/// use sm2p256::pkcs8::LineEnding;
/// use sm2p256::{Sm2SigningKey, getrandom::SysRng};
///
/// let key = Sm2SigningKey::try_generate(&mut SysRng)?;
/// let pem = key.to_pkcs8_encrypted_pem_with_rng(&mut SysRng, "password", LineEnding::LF)?;
/// assert!(pem.starts_with("-----BEGIN ENCRYPTED PRIVATE KEY-----\n"));
/// assert_eq!(Sm2SigningKey::from_pkcs8_encrypted_pem(&pem, "password")?, key);
/// assert!(Sm2SigningKey::from_pkcs8_encrypted_pem(&pem, "Password").is_err());
/// # }
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
impl Sm2SigningKey {
    /// From EncryptedPrivateKeyInfo (RFC 5958, 3) in DER: PBES2 with AES-CBC or AES-GCM under scrypt or PBKDF2 with HMAC-SHA-2, or with
    /// SM4-CBC under PBKDF2 with HMAC-SM3 or HMAC-SHA-256. The identifier is [`DistId::DEFAULT`](crate::DistId::DEFAULT).
    ///
    /// It goes before the method of that name of [`DecodePrivateKey`](pkcs8::DecodePrivateKey), which knows no SM4 and bounds nothing.
    ///
    /// # Errors
    ///
    /// In [`pkcs8::Error::EncryptedPrivateKey`]: `DecryptFailed` if the password is wrong or no PKCS#8 comes out, `UnsupportedAlgorithm` with
    /// the OID of the one that is not known here, `AlgorithmParametersInvalid` also if they ask for too much work. Else
    /// [`pkcs8::Error::Asn1`], or what [`from_pkcs8_der`](pkcs8::DecodePrivateKey::from_pkcs8_der) says about the key that was encrypted.
    pub fn from_pkcs8_encrypted_der(bytes: &[u8], password: impl AsRef<[u8]>) -> pkcs8::Result<Self> {
        let (scheme, ciphertext) = decode_pair::<Algorithm<'_>, &OctetStringRef>(AnyRef::from_der(bytes)?)?;
        let mut buffer = Zeroizing::new(ciphertext.as_bytes().to_vec());
        guarded_to::<PASSWORD_WIPED, _>(|| {
            let plaintext = decrypt_in_place(scheme, password.as_ref(), &mut buffer)?;
            // Under a wrong password the padding is right by chance once in 256 times.
            let info = PrivateKeyInfoRef::try_from(plaintext).map_err(|_| pkcs5::Error::DecryptFailed)?;
            Self::try_from(info)
        })
    }

    /// From PEM with the label `ENCRYPTED PRIVATE KEY`, else as [`from_pkcs8_encrypted_der`](Self::from_pkcs8_encrypted_der).
    ///
    /// # Errors
    ///
    /// The same, and [`pkcs8::Error::Asn1`] for what is no such PEM.
    #[cfg(feature = "pem")]
    pub fn from_pkcs8_encrypted_pem(pem: &str, password: impl AsRef<[u8]>) -> pkcs8::Result<Self> {
        use der::pem::PemLabel;
        let (label, document) = SecretDocument::from_pem(pem)?;
        pkcs8::EncryptedPrivateKeyInfoRef::validate_pem_label(label)?;
        Self::from_pkcs8_encrypted_der(document.as_bytes(), password)
    }

    /// EncryptedPrivateKeyInfo (RFC 5958, 3) in DER, with the parameters that the crate `pkcs8` recommends, which OpenSSL from 1.1 on reads
    /// too: scrypt with N = 2^14, r = 8 and p = 1, AES-256-CBC, salt and IV from `rng`. Others can be had by
    /// [`PrivateKeyInfoRef::encrypt_with_params`]. The identifier is not in it.
    ///
    /// # Errors
    ///
    /// [`pkcs8::Error::EncryptedPrivateKey`] with `Rng` if the random source fails.
    pub fn to_pkcs8_encrypted_der_with_rng<R: TryCryptoRng + ?Sized>(
        &self,
        mut rng: &mut R,
        password: impl AsRef<[u8]>,
    ) -> pkcs8::Result<SecretDocument> {
        let document = self.to_pkcs8_der()?;
        guarded_to::<PASSWORD_WIPED, _>(|| {
            PrivateKeyInfoRef::try_from(document.as_bytes())?.encrypt_with_rng(&mut rng, password)
        })
    }

    /// PEM with the label `ENCRYPTED PRIVATE KEY`, else as [`to_pkcs8_encrypted_der_with_rng`](Self::to_pkcs8_encrypted_der_with_rng).
    ///
    /// # Errors
    ///
    /// The same.
    #[cfg(feature = "pem")]
    pub fn to_pkcs8_encrypted_pem_with_rng<R: TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
        password: impl AsRef<[u8]>,
        line_ending: pkcs8::LineEnding,
    ) -> pkcs8::Result<Zeroizing<alloc::string::String>> {
        use der::pem::PemLabel;
        let document = self.to_pkcs8_encrypted_der_with_rng(rng, password)?;
        Ok(document.to_pem(pkcs8::EncryptedPrivateKeyInfoRef::PEM_LABEL, line_ending)?)
    }
}

/// SEQUENCE { A, B }.
fn decode_pair<'a, A, B>(sequence: AnyRef<'a>) -> der::Result<(A, B)>
where
    A: Decode<'a, Error = der::Error>,
    B: Decode<'a, Error = der::Error>,
{
    sequence.sequence(|reader| Ok((reader.decode()?, reader.decode()?)))
}

/// The plaintext, in the place of the ciphertext.
fn decrypt_in_place<'a>(
    scheme: Algorithm<'_>,
    password: &[u8],
    buffer: &'a mut [u8],
) -> pkcs8::Result<&'a [u8]> {
    if scheme.oid != PBES2_OID {
        return Err(unsupported(scheme.oid));
    }
    let parameters = scheme.parameters_any()?;
    let (kdf, cipher) = decode_pair::<Algorithm<'_>, Algorithm<'_>>(parameters)?;
    if cipher.oid == SM4_CBC {
        return decrypt_sm4_cbc(kdf, cipher, password, buffer);
    }
    let parameters = Parameters::try_from(parameters).map_err(|error| match error.kind() {
        der::ErrorKind::OidUnknown { oid } => unsupported(oid),
        _ => error.into(),
    })?;
    check_cost(&parameters.kdf)?;
    Ok(parameters.decrypt_in_place(password, buffer)?)
}

/// `pkcs5` takes any cost, and panics for N = 0.
fn check_cost(kdf: &Kdf) -> pkcs8::Result<()> {
    match kdf {
        Kdf::Pbkdf2(parameters) => check_iterations(parameters.iteration_count),
        Kdf::Scrypt(parameters) => {
            let n = parameters.cost_parameter;
            let lanes = u64::from(parameters.block_size) * u64::from(parameters.parallelization);
            let bounded = n.checked_mul(lanes).is_some_and(|cost| cost <= MAX_SCRYPT_COST);
            if n.is_power_of_two() && bounded { Ok(()) } else { Err(bad_parameters(SCRYPT_OID)) }
        }
        _ => Err(unsupported(kdf.oid())),
    }
}

fn check_iterations(iterations: u32) -> pkcs8::Result<()> {
    if (1..=MAX_ITERATIONS).contains(&iterations) { Ok(()) } else { Err(bad_parameters(PBKDF2_OID)) }
}

/// SM4-CBC with PKCS#7 padding, the key by PBKDF2 (RFC 8018, A.2).
fn decrypt_sm4_cbc<'a>(
    kdf: Algorithm<'_>,
    cipher: Algorithm<'_>,
    password: &[u8],
    buffer: &'a mut [u8],
) -> pkcs8::Result<&'a [u8]> {
    if kdf.oid != PBKDF2_OID {
        return Err(unsupported(kdf.oid));
    }
    let (salt, iterations, key_len, prf) = kdf.parameters_any()?.sequence(|reader| {
        der::Result::Ok((
            <&OctetStringRef>::decode(reader)?.as_bytes(),
            u32::decode(reader)?,
            Option::<u16>::decode(reader)?,
            Option::<Algorithm<'_>>::decode(reader)?,
        ))
    })?;
    check_iterations(iterations)?;
    let mut key = Zeroizing::new([0; 16]);
    if key_len.is_some_and(|len| usize::from(len) != key.len()) {
        return Err(bad_parameters(PBKDF2_OID));
    }
    match prf.map_or(HMAC_WITH_SHA1_OID, |prf| prf.oid) {
        HMAC_WITH_SM3 => pbkdf2_hmac::<Sm3>(password, salt, iterations, &mut *key),
        HMAC_WITH_SHA256_OID => pbkdf2_hmac::<Sha256>(password, salt, iterations, &mut *key),
        oid => return Err(unsupported(oid)),
    }
    let iv = cipher.parameters_any()?.decode_as::<&OctetStringRef>()?;
    cbc::Decryptor::<Sm4>::new_from_slices(&*key, iv.as_bytes())
        .map_err(|_| bad_parameters(SM4_CBC))?
        .decrypt_padded::<Pkcs7>(buffer)
        .map_err(|_| pkcs5::Error::DecryptFailed.into())
}
