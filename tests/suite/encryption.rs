//! Private keys under a password: those of GmSSL and `openssl`, ours to and from them, and what is refused.

use crate::openssl_cli::{OpenSsl, text};
use getrandom::SysRng;
use sm2p256::pkcs8::der::asn1::OctetString;
use sm2p256::pkcs8::der::{Decode, Encode, ErrorKind, SecretDocument};
use sm2p256::pkcs8::pkcs5::pbes2::{self, EncryptionScheme, Pbkdf2Params, Pbkdf2Prf, ScryptParams};
use sm2p256::pkcs8::pkcs5::{self, pbes2::Kdf};
use sm2p256::pkcs8::{
    self, DecodePrivateKey, EncodePrivateKey, EncryptedPrivateKeyInfoOwned, LineEnding, ObjectIdentifier,
    PrivateKeyInfoRef, spki,
};
use sm2p256::{Sm2SigningKey, rand_core};

fn key() -> Sm2SigningKey {
    Sm2SigningKey::from_bytes(&[0x42; 32]).unwrap()
}

fn oid(text: &str) -> ObjectIdentifier {
    ObjectIdentifier::new(text).unwrap()
}

fn unsupported(text: &str) -> pkcs8::Error {
    pkcs5::Error::UnsupportedAlgorithm { oid: oid(text) }.into()
}

fn bad_parameters(text: &str) -> pkcs8::Error {
    pkcs5::Error::AlgorithmParametersInvalid { oid: oid(text) }.into()
}

const DECRYPT_FAILED: pkcs8::Error = pkcs8::Error::EncryptedPrivateKey(pkcs5::Error::DecryptFailed);
const PBKDF2: &str = "1.2.840.113549.1.5.12";
const SCRYPT: &str = "1.3.6.1.4.1.11591.4.11";
const HMAC_SHA1: &str = "1.2.840.113549.2.7";

/// From the manual of GmSSL-Python, under "password": PBKDF2 with HMAC-SM3, 65,536 iterations, SM4-CBC.
pub const GMSSL_PYTHON: &str = "\
-----BEGIN ENCRYPTED PRIVATE KEY-----
MIIBBjBhBgkqhkiG9w0BBQ0wVDA0BgkqhkiG9w0BBQwwJwQQaADudE4Ycenuoth4
ZqcewgIDAQAAAgEQMAsGCSqBHM9VAYMRAjAcBggqgRzPVQFoAgQQ9aUmOaXn0mZD
7xhBdd+FlQSBoKc0GG7US2SsmQIrppPNQeyDFpG8xthNI6G4R/YbSPJCvSMJ/9y3
LQ/jrdUumuKevgg9miAcjbKndm7HC07lMYUk1ZXlaEG/1awER4RJsRvZ64GlBQOV
D7jbu93mSs9t3SDt4TniDua5WyXo5Y8S6DjkkUD5epHRzYZ4uFFC/8pTeehK7X+S
p2b6CndfB6H4LrvCGuRnjX4l5Q5AgfWDmWU=
-----END ENCRYPTED PRIVATE KEY-----
";

/// From the manual of GmSSL-Java.
const GMSSL_JAVA: &str = "\
-----BEGIN ENCRYPTED PRIVATE KEY-----
MIIBBjBhBgkqhkiG9w0BBQ0wVDA0BgkqhkiG9w0BBQwwJwQQxShg35gP7+BVnsLo
NzYroAIDAQAAAgEQMAsGCSqBHM9VAYMRAjAcBggqgRzPVQFoAgQQrZf0pC2mC52m
cEaC9goJUQSBoGENSQLgigHQUFF7qAOnJQP6erD1vTBQYWWD1aiXGFpLvhPunZ3m
oWOagyqiGmsoV9aSTWMp20ZLiDR+s7pRv8NM0+vspmDUvmb+LUh0zjrrtJqkzr+Q
kdfrXD9Utsqx+PqrzBw/PRMDIRKrJeUtqtkerCnsSUN3CpnpAMSTnQUrTt1mQXyU
dDj7NnOwCbab9km8fzbaXfJlWZYZPsyFJqw=
-----END ENCRYPTED PRIVATE KEY-----
";

#[test]
fn keys_of_gmssl_are_read() {
    for (pem, password, public_key) in [
        (GMSSL_PYTHON, "password", "03e5d8e9f86c3f59d83d2705706038909f502871ecc80b6a93e787ea2413567af0"),
        (GMSSL_JAVA, "Password", "02434e452a371bc2ed8bc0b1e9d9bbda718501528a51875e373eb34c14d4f49483"),
    ] {
        let key = Sm2SigningKey::from_pkcs8_encrypted_pem(pem, password).unwrap();
        let point = key.verifying_key().to_compressed_bytes();
        let hex: String = point.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, public_key);
        let (_, document) = SecretDocument::from_pem(pem).unwrap();
        let der = document.as_bytes();
        assert_eq!(Sm2SigningKey::from_pkcs8_encrypted_der(der, password.as_bytes()), Ok(key));
        assert_eq!(Sm2SigningKey::from_pkcs8_encrypted_der(der, "passw0rd"), Err(DECRYPT_FAILED));
        // The method of the trait, which is pkcs8's own, at least says what it is that it does not know.
        let refused = <Sm2SigningKey as DecodePrivateKey>::from_pkcs8_encrypted_pem(pem, password);
        let Err(pkcs8::Error::Asn1(error)) = refused else { panic!("{refused:?}") };
        assert_eq!(error.kind(), ErrorKind::OidUnknown { oid: oid("1.2.156.10197.1.401.2") });
    }
}

/// What is changed in a file of GmSSL and why it is refused then.
#[test]
fn bad_parameters_of_sm4() {
    let (_, document) = SecretDocument::from_pem(GMSSL_PYTHON).unwrap();
    let read = |old: &[u8], new: &[u8]| {
        let mut der = document.as_bytes().to_vec();
        let at = der.windows(old.len()).position(|window| window == old).unwrap();
        der[at..at + old.len()].copy_from_slice(new);
        Sm2SigningKey::from_pkcs8_encrypted_der(&der, "password")
    };
    let iterations = [2, 3, 1, 0, 0];
    assert_eq!(read(&iterations, &[2, 3, 1, 0, 1]), Err(DECRYPT_FAILED));
    for fewer in [[2, 1, 0], [2, 1, 0x80]] {
        // With a longer salt in front.
        let mut der = document.as_bytes().to_vec();
        let at = der.windows(5).position(|window| window == iterations).unwrap();
        der[at - 17] = 18;
        der[at + 2..at + 5].copy_from_slice(&fewer);
        let refused = Sm2SigningKey::from_pkcs8_encrypted_der(&der, "password");
        match refused {
            Err(pkcs8::Error::Asn1(_)) => assert_eq!(fewer[2], 0x80),
            refused => assert_eq!(refused, Err(bad_parameters(PBKDF2))),
        }
    }
    // The length of the key, the OIDs of HMAC-SM3, PBKDF2 and SM4-CBC, and the length of the IV.
    assert_eq!(read(&[2, 1, 16, 0x30], &[2, 1, 32, 0x30]), Err(bad_parameters(PBKDF2)));
    assert_eq!(read(&[1, 0x83, 0x11, 2], &[1, 0x83, 0x11, 3]), Err(unsupported("1.2.156.10197.1.401.3")));
    assert_eq!(read(&[1, 5, 12], &[1, 5, 14]), Err(unsupported("1.2.840.113549.1.5.14")));
    assert_eq!(read(&[1, 5, 13], &[1, 5, 15]), Err(unsupported("1.2.840.113549.1.5.15")));
    assert!(matches!(
        read(&[0x55, 1, 0x68, 2, 4, 16], &[0x55, 1, 0x68, 2, 4, 15]),
        Err(pkcs8::Error::Asn1(_))
    ));
    assert!(matches!(read(&[0x55, 1, 0x68, 2, 4], &[0x55, 1, 0x68, 2, 5]), Err(pkcs8::Error::Asn1(_))));
}

/// With parameters that cost nothing, unless these are others.
fn encrypt(kdf: Kdf, encryption: EncryptionScheme, password: &str) -> Vec<u8> {
    let document = key().to_pkcs8_der().unwrap();
    let info = PrivateKeyInfoRef::try_from(document.as_bytes()).unwrap();
    let parameters = pbes2::Parameters { kdf, encryption };
    info.encrypt_with_params(parameters, password).unwrap().as_bytes().to_vec()
}

fn pbkdf2(prf: Pbkdf2Prf, iteration_count: u32) -> Kdf {
    Pbkdf2Params { salt: [7; 16].as_slice().try_into().unwrap(), iteration_count, key_length: None, prf }
        .into()
}

fn scrypt(cost_parameter: u64, block_size: u16, parallelization: u16) -> Kdf {
    let salt = [7; 16].as_slice().try_into().unwrap();
    ScryptParams { salt, cost_parameter, block_size, parallelization, key_length: None }.into()
}

fn cheap() -> Kdf {
    pbkdf2(Pbkdf2Prf::HmacWithSha256, 1)
}

const AES: EncryptionScheme = EncryptionScheme::Aes256Cbc { iv: [9; 16] };

#[test]
fn every_scheme_of_pkcs5_is_read() {
    let kdfs = [
        pbkdf2(Pbkdf2Prf::HmacWithSha224, 2),
        pbkdf2(Pbkdf2Prf::HmacWithSha256, 2),
        pbkdf2(Pbkdf2Prf::HmacWithSha384, 2),
        pbkdf2(Pbkdf2Prf::HmacWithSha512, 2),
        scrypt(16, 2, 3),
    ];
    let ciphers = [
        EncryptionScheme::Aes128Cbc { iv: [9; 16] },
        EncryptionScheme::Aes192Cbc { iv: [9; 16] },
        AES,
        EncryptionScheme::Aes128Gcm { nonce: [9; 12] },
        EncryptionScheme::Aes256Gcm { nonce: [9; 12] },
    ];
    for (kdf, cipher) in kdfs.iter().flat_map(|kdf| ciphers.map(|cipher| (kdf.clone(), cipher))) {
        for password in ["", "password", "口令", &"long".repeat(100)] {
            let der = encrypt(kdf.clone(), cipher, password);
            assert_eq!(
                Sm2SigningKey::from_pkcs8_encrypted_der(&der, password),
                Ok(key()),
                "{kdf:?} {cipher:?}"
            );
            let wrong = Sm2SigningKey::from_pkcs8_encrypted_der(&der, password.to_owned() + "!");
            assert_eq!(wrong, Err(DECRYPT_FAILED), "{kdf:?} {cipher:?}");
        }
    }
}

/// With some of them the padding is right by chance: 8 of 2,000.
#[test]
fn no_wrong_password_gives_another_error() {
    let der = encrypt(cheap(), AES, "password");
    for i in 0..2000 {
        let wrong = Sm2SigningKey::from_pkcs8_encrypted_der(&der, format!("password {i}"));
        assert_eq!(wrong, Err(DECRYPT_FAILED), "{i}");
    }
}

#[test]
fn what_costs_too_much_is_refused_at_once() {
    let encode = |kdf: Kdf| {
        let encryption_algorithm = pbes2::Parameters { kdf, encryption: AES }.into();
        let encrypted_data = OctetString::new([0; 144]).unwrap();
        EncryptedPrivateKeyInfoOwned { encryption_algorithm, encrypted_data }.to_der().unwrap()
    };
    let read = |kdf| Sm2SigningKey::from_pkcs8_encrypted_der(&encode(kdf), "password");
    for iterations in [0, 10_000_001, u32::MAX] {
        let kdf = pbkdf2(Pbkdf2Prf::HmacWithSha256, iterations);
        assert_eq!(read(kdf), Err(bad_parameters(PBKDF2)), "{iterations}");
    }
    for (n, r, p) in [
        (0, 8, 1),
        (3, 8, 1),
        (1 << 14, 0, 1),
        (1 << 14, 8, 0),
        (1 << 18, 8, 2),
        (1 << 22, 1, 1),
        (1 << 63, 1, 1),
        (1 << 63, u16::MAX, u16::MAX),
        (2, u16::MAX, u16::MAX),
        (u64::MAX, 1, 1),
    ] {
        assert_eq!(read(scrypt(n, r, p)), Err(bad_parameters(SCRYPT)), "{n} {r} {p}");
    }
    // Known, and left out by pkcs5.
    assert_eq!(read(pbkdf2(Pbkdf2Prf::HmacWithSha1, 1)), Err(unsupported(HMAC_SHA1)));
}

#[test]
fn damaged_files_are_refused() {
    let der = encrypt(cheap(), AES, "password");
    for len in 0..der.len() {
        assert!(Sm2SigningKey::from_pkcs8_encrypted_der(&der[..len], "password").is_err(), "{len}");
    }
    assert!(Sm2SigningKey::from_pkcs8_encrypted_der(&[&der[..], &[0]].concat(), "password").is_err());
    for at in 0..8 * der.len() {
        let mut der = der.clone();
        der[at / 8] ^= 1 << (at % 8);
        // One bit of the IV makes the version of PKCS#8 a 1, which is another good one.
        if let Ok(read) = Sm2SigningKey::from_pkcs8_encrypted_der(&der, "password") {
            assert_eq!(read, key(), "bit {at}");
        }
    }
    for bytes in
        [&b""[..], &[0x30, 0], &[0x30, 0x80, 0, 0], &[0xff; 100], key().to_pkcs8_der().unwrap().as_bytes()]
    {
        assert!(matches!(
            Sm2SigningKey::from_pkcs8_encrypted_der(bytes, "password"),
            Err(pkcs8::Error::Asn1(_))
        ));
    }
    let pem = key().to_pkcs8_pem(LineEnding::LF).unwrap();
    for pem in
        ["", "no PEM", &*pem, &pem.replace("PRIVATE", "ENCRYPTED PRIVATE"), &GMSSL_JAVA.replace('=', "")]
    {
        let refused = Sm2SigningKey::from_pkcs8_encrypted_pem(pem, "password");
        assert!(matches!(refused, Err(pkcs8::Error::Asn1(_))), "{refused:?}");
    }
    // And the other way round.
    assert!(matches!(Sm2SigningKey::from_pkcs8_pem(GMSSL_JAVA), Err(pkcs8::Error::Asn1(_))));
}

#[test]
fn the_key_inside_is_checked() {
    let mut der = key().to_pkcs8_der().unwrap().as_bytes().to_vec();
    let mut read = |at: usize| {
        der[at] ^= 1;
        let info = PrivateKeyInfoRef::try_from(&der[..]).unwrap();
        let parameters = pbes2::Parameters { kdf: cheap(), encryption: AES };
        let encrypted = info.encrypt_with_params(parameters, "password").unwrap();
        der[at] ^= 1;
        Sm2SigningKey::from_pkcs8_encrypted_der(encrypted.as_bytes(), "password")
    };
    // The curve's OID, and d, to which the public key then does not belong.
    let other_curve = spki::Error::OidUnknown { oid: oid("1.2.156.10197.1.300") };
    assert_eq!(read(26), Err(pkcs8::Error::PublicKey(other_curve)));
    assert_eq!(read(40), Err(pkcs8::Error::KeyMalformed(pkcs8::KeyError::Invalid)));
}

#[test]
fn keys_are_written() {
    let key = key();
    let pem = key.to_pkcs8_encrypted_pem_with_rng(&mut SysRng, "password", LineEnding::LF).unwrap();
    assert_eq!(Sm2SigningKey::from_pkcs8_encrypted_pem(&pem, "password"), Ok(key.clone()));
    let der = key.to_pkcs8_encrypted_der_with_rng(&mut SysRng, "password").unwrap();
    assert_eq!(Sm2SigningKey::from_pkcs8_encrypted_der(der.as_bytes(), "password"), Ok(key.clone()));
    // Read by pkcs8 alone, and its recommended scheme with a salt and an IV of its own each time.
    let again = <Sm2SigningKey as DecodePrivateKey>::from_pkcs8_encrypted_der(der.as_bytes(), "password");
    assert_eq!(again, Ok(key.clone()));
    let schemes = [der.as_bytes(), SecretDocument::from_pem(&pem).unwrap().1.as_bytes()]
        .map(|der| EncryptedPrivateKeyInfoOwned::from_der(der).unwrap().encryption_algorithm);
    let [first, second] = schemes.each_ref().map(|scheme| scheme.pbes2().unwrap());
    let scrypt = first.kdf.scrypt().unwrap();
    assert_eq!((scrypt.cost_parameter, scrypt.block_size, scrypt.parallelization), (1 << 14, 8, 1));
    assert_eq!(scrypt.salt.as_ref().len(), 16);
    assert_eq!(first.encryption.oid(), pbes2::AES_256_CBC_OID);
    assert_ne!(first.encryption, second.encryption);
    assert_ne!(first.kdf, second.kdf);

    /// A random source that fails.
    struct Broken;
    impl rand_core::TryRng for Broken {
        type Error = std::fmt::Error;
        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            Err(std::fmt::Error)
        }
        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            Err(std::fmt::Error)
        }
        fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
            Err(std::fmt::Error)
        }
    }
    impl rand_core::TryCryptoRng for Broken {}
    let broken = key.to_pkcs8_encrypted_der_with_rng(&mut Broken, "password");
    assert_eq!(broken.err(), Some(pkcs5::Error::Rng.into()));
}

#[test]
fn keys_that_openssl_encrypts_are_read() {
    let Some(openssl) = OpenSsl::find("encrypted_keys") else { return };
    openssl.write("key.pem", key().to_pkcs8_pem(LineEnding::LF).unwrap().as_bytes());
    for options in [
        "-v2 aes-128-cbc",
        "-v2 aes-192-cbc",
        "-v2 aes-256-cbc",
        "-v2 aes-256-cbc -iter 1",
        "-v2 aes-256-cbc -iter 20000 -v2prf hmacWithSHA224",
        "-v2 aes-256-cbc -v2prf hmacWithSHA384",
        "-v2 aes-256-cbc -v2prf hmacWithSHA512",
        "-v2 aes-256-cbc -scrypt",
        "-v2 aes-128-cbc -scrypt_N 1024 -scrypt_r 4 -scrypt_p 2",
        "-v2 sm4-cbc",
        "-v2 sm4-cbc -iter 20000",
    ] {
        for password in ["password", "口令", "!"] {
            let command = format!("pkcs8 -topk8 -in key.pem {options} -passout pass:{password}");
            let pem = String::from_utf8(openssl.sh(&command)).unwrap();
            let read = |password| Sm2SigningKey::from_pkcs8_encrypted_pem(&pem, password);
            assert_eq!(read(password), Ok(key()), "{options} {password}");
            assert_eq!(read("another"), Err(DECRYPT_FAILED), "{options} {password}");
            let der = openssl.sh(&format!("{command} -outform DER"));
            assert_eq!(Sm2SigningKey::from_pkcs8_encrypted_der(&der, password), Ok(key()), "{options}");
        }
    }
    for (options, error) in [
        ("-v2 aes-256-cbc -v2prf hmacWithSHA1", unsupported(HMAC_SHA1)),
        ("-v2 sm4-cbc -v2prf hmacWithSHA1", unsupported(HMAC_SHA1)),
        ("-v2 sm4-cbc -v2prf hmacWithSHA512", unsupported("1.2.840.113549.2.11")),
        ("-v2 sm4-cbc -scrypt", unsupported(SCRYPT)),
        ("-v2 des3", unsupported("1.2.840.113549.3.7")),
        ("-v2 camellia-256-cbc", unsupported("1.2.392.200011.61.1.1.1.4")),
        ("-v1 PBE-SHA1-3DES", unsupported("1.2.840.113549.1.12.1.3")),
    ] {
        let der =
            openssl.sh(&format!("pkcs8 -topk8 -in key.pem {options} -passout pass:password -outform DER"));
        assert_eq!(Sm2SigningKey::from_pkcs8_encrypted_der(&der, "password"), Err(error), "{options}");
    }
    // The right password, and the key of another curve.
    openssl.sh("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out p256.pem");
    let der = openssl.sh("pkcs8 -topk8 -in p256.pem -passout pass:password -outform DER");
    let p256 = spki::Error::OidUnknown { oid: oid("1.2.840.10045.3.1.7") };
    assert_eq!(Sm2SigningKey::from_pkcs8_encrypted_der(&der, "password"), Err(pkcs8::Error::PublicKey(p256)));
}

#[test]
fn openssl_reads_what_we_encrypt() {
    let Some(openssl) = OpenSsl::find("our_encrypted_keys") else { return };
    let plain = key().to_pkcs8_der().unwrap();
    for password in ["password", "口令"] {
        let pem = key().to_pkcs8_encrypted_pem_with_rng(&mut SysRng, password, LineEnding::LF).unwrap();
        openssl.write("key.pem", &*pem);
        let der = key().to_pkcs8_encrypted_der_with_rng(&mut SysRng, password).unwrap();
        openssl.write("key.der", der.as_bytes());
        for (file, form) in [("key.pem", "PEM"), ("key.der", "DER")] {
            let decrypt = |password| {
                let command = format!(
                    "pkcs8 -topk8 -nocrypt -in {file} -inform {form} -outform DER -passin pass:{password}"
                );
                openssl.run(&command.split(' ').collect::<Vec<_>>())
            };
            let decrypted = decrypt(password);
            assert!(decrypted.status.success(), "{}", text(&decrypted));
            assert_eq!(Sm2SigningKey::from_pkcs8_der(&decrypted.stdout), Ok(key()));
            assert!(!decrypt("another").status.success());
            let public_key =
                openssl.sh(&format!("pkey -in {file} -inform {form} -passin pass:{password} -pubout"));
            openssl.write("plain.der", plain.as_bytes());
            assert_eq!(public_key, openssl.sh("pkey -in plain.der -inform DER -pubout"));
        }
    }
}
