//! PKCS#8, SEC1 `ECPrivateKey` and SubjectPublicKeyInfo (feature `pkcs8`), and what certificate builders ask of keys.
//!
//! Written: algorithm `id-ecPublicKey` with parameter `sm2p256v1` (GM/T 0009-2012; RFC 5480, 2.1.1). Read: the
//! OID of sm2p256v1 in the algorithm's place too, with the same parameter, as some versions of OpenSSL wrote it. Refused: every other
//! curve, explicit parameters (even equal ones), private keys that are not 32 bytes, public keys that do not
//! belong to the private key beside them.

use super::{Sm2SigningKey, Sm2VerifyingKey};
use crate::backend::guard::guarded;
use crate::error::Error;
use crate::signatures::{Sm2DerSignature, Sm2Signature};
use der::AnyRef;
use pkcs8::spki::{
    self, AlgorithmIdentifier, AlgorithmIdentifierRef, AssociatedAlgorithmIdentifier,
    SignatureAlgorithmIdentifier, SubjectPublicKeyInfoRef,
};
use pkcs8::{ObjectIdentifier, PrivateKeyInfoRef};
use sec1::{DecodeEcPrivateKey, EcPrivateKey};

/// id-ecPublicKey (RFC 5480, 2.1.1).
const EC_PUBLIC_KEY: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");
/// sm2p256v1 (GM/T 0006-2012).
const SM2P256V1: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.156.10197.1.301");
/// sm2-with-SM3 (GM/T 0006-2012).
const SM2_WITH_SM3: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.156.10197.1.501");

/// Is it a key of this curve?
fn check_algorithm(algorithm: &AlgorithmIdentifierRef<'_>) -> spki::Result<()> {
    if algorithm.oid != EC_PUBLIC_KEY && algorithm.oid != SM2P256V1 {
        return Err(spki::Error::OidUnknown { oid: algorithm.oid });
    }
    // Explicit parameters are no OID, and end here.
    let curve = algorithm.parameters_oid()?;
    if curve != SM2P256V1 {
        return Err(spki::Error::OidUnknown { oid: curve });
    }
    Ok(())
}

/// From the content of a private key structure: d, the curve if it names one, and the public key if it has one.
fn from_ec_private_key(key: &EcPrivateKey<'_>) -> Result<Sm2SigningKey, Error> {
    let signing_key = Sm2SigningKey::try_from(key.private_key)?;
    if let Some(public_key) = key.public_key {
        check_public_key(&signing_key, public_key)?;
    }
    Ok(signing_key)
}

fn check_public_key(signing_key: &Sm2SigningKey, public_key: &[u8]) -> Result<(), Error> {
    if Sm2VerifyingKey::from_sec1_bytes(public_key)? != *signing_key.verifying_key() {
        return Err(Error::KeyPairMismatch);
    }
    Ok(())
}

/// The curve that an ECPrivateKey names is this one.
fn check_curve(key: &EcPrivateKey<'_>) -> Result<(), ObjectIdentifier> {
    match key.parameters.and_then(sec1::EcParameters::named_curve) {
        Some(curve) if curve != SM2P256V1 => Err(curve),
        _ => Ok(()),
    }
}

impl TryFrom<PrivateKeyInfoRef<'_>> for Sm2SigningKey {
    type Error = pkcs8::Error;

    fn try_from(info: PrivateKeyInfoRef<'_>) -> pkcs8::Result<Self> {
        check_algorithm(&info.algorithm)?;
        let key = EcPrivateKey::try_from(info.private_key.as_bytes())
            .map_err(|_| pkcs8::Error::KeyMalformed(pkcs8::KeyError::Invalid))?;
        check_curve(&key).map_err(|oid| spki::Error::OidUnknown { oid })?;
        let malformed = |_| pkcs8::Error::KeyMalformed(pkcs8::KeyError::Invalid);
        guarded(|| {
            let signing_key = from_ec_private_key(&key).map_err(malformed)?;
            // OneAsymmetricKey (RFC 5958) can hold the public key a second time.
            if let Some(public_key) = info.public_key {
                let public_key =
                    public_key.as_bytes().ok_or(pkcs8::Error::KeyMalformed(pkcs8::KeyError::Invalid))?;
                check_public_key(&signing_key, public_key).map_err(malformed)?;
            }
            Ok(signing_key)
        })
    }
}

/// `ECPrivateKey` (RFC 5915). A curve that is named must be sm2p256v1; one that is not is taken to be.
///
/// In PEM, a block of `EC PARAMETERS` in front must name the curve, as the one does that `openssl ecparam -genkey` writes; the label
/// `SM2 PRIVATE KEY`, as OpenSSL 3 writes it, is read like `EC PRIVATE KEY`.
impl DecodeEcPrivateKey for Sm2SigningKey {
    fn from_sec1_der(bytes: &[u8]) -> sec1::Result<Self> {
        let key = EcPrivateKey::try_from(bytes)?;
        check_curve(&key).map_err(|_| sec1::Error::Crypto)?;
        guarded(|| from_ec_private_key(&key).map_err(|_| sec1::Error::Crypto))
    }

    #[cfg(feature = "pem")]
    fn from_sec1_pem(pem: &str) -> sec1::Result<Self> {
        use der::pem::PemLabel;
        use der::{Decode, SecretDocument};
        const PARAMETERS_END: &str = "-----END EC PARAMETERS-----";

        let mut key = pem;
        if let Some(end) = pem.find(PARAMETERS_END) {
            let (parameters, rest) = pem.split_at(end + PARAMETERS_END.len());
            let (_, parameters) = der::pem::decode_vec(parameters.as_bytes()).map_err(der::Error::from)?;
            if ObjectIdentifier::from_der(&parameters)? != SM2P256V1 {
                return Err(sec1::Error::Crypto);
            }
            key = rest.trim_start();
        }
        let (label, document) = SecretDocument::from_pem(key)?;
        if label != "SM2 PRIVATE KEY" {
            EcPrivateKey::validate_pem_label(label)?;
        }
        Self::from_sec1_der(document.as_bytes())
    }
}

/// PKCS#8 in PEM.
#[cfg(feature = "pem")]
impl core::str::FromStr for Sm2SigningKey {
    type Err = pkcs8::Error;

    fn from_str(pem: &str) -> pkcs8::Result<Self> {
        pkcs8::DecodePrivateKey::from_pkcs8_pem(pem)
    }
}

/// SubjectPublicKeyInfo in PEM.
#[cfg(feature = "pem")]
impl core::str::FromStr for Sm2VerifyingKey {
    type Err = spki::Error;

    fn from_str(pem: &str) -> spki::Result<Self> {
        spki::DecodePublicKey::from_public_key_pem(pem)
    }
}

impl TryFrom<SubjectPublicKeyInfoRef<'_>> for Sm2VerifyingKey {
    type Error = spki::Error;

    fn try_from(info: SubjectPublicKeyInfoRef<'_>) -> spki::Result<Self> {
        check_algorithm(&info.algorithm)?;
        let bytes = info.subject_public_key.as_bytes().ok_or(spki::Error::KeyMalformed)?;
        Self::from_sec1_bytes(bytes).map_err(|_| spki::Error::KeyMalformed)
    }
}

#[cfg(feature = "alloc")]
mod encode {
    use super::*;
    use der::asn1::{BitString, BitStringRef, OctetStringRef};
    use der::{Document, SecretDocument};
    use pkcs8::EncodePrivateKey;
    use pkcs8::spki::{EncodePublicKey, SignatureBitStringEncoding, SubjectPublicKeyInfo};
    use sec1::EncodeEcPrivateKey;

    const KEY_ALGORITHM: AlgorithmIdentifier<ObjectIdentifier> =
        AlgorithmIdentifier { oid: EC_PUBLIC_KEY, parameters: Some(SM2P256V1) };

    impl Sm2SigningKey {
        /// The DER of an ECPrivateKey with the public key.
        fn ec_private_key(&self, parameters: Option<sec1::EcParameters>) -> sec1::Result<SecretDocument> {
            let d = self.to_bytes();
            let public_key = self.verifying_key().to_sec1_bytes();
            EcPrivateKey { private_key: &*d, parameters, public_key: Some(&public_key) }.try_into()
        }
    }

    /// PrivateKeyInfo (RFC 5208), which holds an ECPrivateKey with the public key and, as RFC 5915 allows here, without parameters.
    impl EncodePrivateKey for Sm2SigningKey {
        fn to_pkcs8_der(&self) -> pkcs8::Result<SecretDocument> {
            let malformed = |_| pkcs8::Error::KeyMalformed(pkcs8::KeyError::Invalid);
            let key = self.ec_private_key(None).map_err(malformed)?;
            let key = OctetStringRef::new(key.as_bytes())?;
            let info = pkcs8::PrivateKeyInfo::new(
                AlgorithmIdentifierRef { oid: KEY_ALGORITHM.oid, parameters: Some((&SM2P256V1).into()) },
                key,
            );
            SecretDocument::encode_msg::<PrivateKeyInfoRef<'_>>(&info).map_err(Into::into)
        }
    }

    /// ECPrivateKey (RFC 5915) with curve and public key.
    impl EncodeEcPrivateKey for Sm2SigningKey {
        fn to_sec1_der(&self) -> sec1::Result<SecretDocument> {
            self.ec_private_key(Some(SM2P256V1.into()))
        }
    }

    /// SubjectPublicKeyInfo (RFC 5280, 4.1), with the point uncompressed.
    impl EncodePublicKey for Sm2VerifyingKey {
        fn to_public_key_der(&self) -> spki::Result<Document> {
            let point = self.to_sec1_bytes();
            let subject_public_key = BitStringRef::from_bytes(&point)?;
            Document::encode_msg(&SubjectPublicKeyInfo { algorithm: KEY_ALGORITHM, subject_public_key })
                .map_err(Into::into)
        }
    }

    /// DER, as certificates hold it: also for the raw form.
    impl SignatureBitStringEncoding for Sm2Signature {
        fn to_bitstring(&self) -> der::Result<BitString> {
            self.to_der().to_bitstring()
        }
    }

    /// DER, as certificates hold it.
    impl SignatureBitStringEncoding for Sm2DerSignature {
        fn to_bitstring(&self) -> der::Result<BitString> {
            BitString::from_bytes(self.as_bytes())
        }
    }
}

/// sm2-with-SM3, written without parameters.
const SIGNATURE_ALGORITHM: AlgorithmIdentifier<AnyRef<'static>> =
    AlgorithmIdentifier { oid: SM2_WITH_SM3, parameters: None };

macro_rules! signature_algorithm {
    ($trait:ident::$constant:ident for $($type:ty),+) => {$(
        /// sm2-with-SM3 (1.2.156.10197.1.501), without parameters.
        impl $trait for $type {
            type Params = AnyRef<'static>;
            const $constant: AlgorithmIdentifier<Self::Params> = SIGNATURE_ALGORITHM;
        }
    )+};
}

signature_algorithm!(AssociatedAlgorithmIdentifier::ALGORITHM_IDENTIFIER for Sm2Signature, Sm2DerSignature);
signature_algorithm!(
    SignatureAlgorithmIdentifier::SIGNATURE_ALGORITHM_IDENTIFIER for Sm2SigningKey, Sm2VerifyingKey
);

macro_rules! key_algorithm {
    ($($type:ty),+) => {$(
        /// id-ecPublicKey with sm2p256v1 (1.2.156.10197.1.301).
        impl AssociatedAlgorithmIdentifier for $type {
            type Params = ObjectIdentifier;
            const ALGORITHM_IDENTIFIER: AlgorithmIdentifier<Self::Params> =
                AlgorithmIdentifier { oid: EC_PUBLIC_KEY, parameters: Some(SM2P256V1) };
        }
    )+};
}

key_algorithm!(Sm2SigningKey, Sm2VerifyingKey);
