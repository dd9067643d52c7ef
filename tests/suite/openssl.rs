//! Keys and signatures, from and to the `openssl` command line (3.0 and later).

use crate::openssl_cli::{OpenSsl, text};
use hex_literal::hex;
use sm2p256::pkcs8::{
    DecodePrivateKey, DecodePublicKey, EncodePrivateKey, EncodePublicKey, LineEnding, der::pem,
};
use sm2p256::sec1::{DecodeEcPrivateKey, EncodeEcPrivateKey};
use sm2p256::signature::{Signer, Verifier};
use sm2p256::{DistId, Sm2DerSignature, Sm2Signature, Sm2SigningKey, Sm2VerifyingKey};

/// n − 2, the largest private key.
const D_MAX: [u8; 32] = hex!("fffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54121");

fn key(d: [u8; 32]) -> Sm2SigningKey {
    Sm2SigningKey::from_bytes(&d).unwrap()
}

/// The first key from d = 2 on whose public key has this property.
fn key_where(property: impl Fn(&[u8; 65]) -> bool) -> Sm2SigningKey {
    (2..)
        .map(|d: u64| {
            let mut bytes = [0; 32];
            bytes[24..].copy_from_slice(&d.to_be_bytes());
            key(bytes)
        })
        .find(|key| property(&key.verifying_key().to_sec1_bytes()))
        .unwrap()
}

/// Keys at the ends of the range, and with zeros in front of d, x or y.
fn awkward_keys() -> Vec<Sm2SigningKey> {
    let mut one = [0; 32];
    one[31] = 1;
    let mut short = [0x5a; 32];
    short[0] = 0;
    let mut keys: Vec<_> = [one, D_MAX, short, [0x42; 32]].into_iter().map(key).collect();
    keys.push(key_where(|public_key| public_key[1] == 0));
    keys.push(key_where(|public_key| public_key[33] == 0));
    keys.push(key_where(|public_key| public_key[1] >= 0x80 && public_key[64] & 1 == 0));
    keys
}

/// d and the public key as `openssl pkey -text` prints them: "name:", then lines of "xx:xx:…".
fn printed(openssl: &OpenSsl, options: &str) -> (Option<[u8; 32]>, Vec<u8>) {
    let text = String::from_utf8(openssl.sh(&format!("pkey -text -noout {options}"))).unwrap();
    let field = |name: &str| -> Option<Vec<u8>> {
        let digits: String = text
            .lines()
            .skip_while(|line| *line != name)
            .skip(1)
            .take_while(|line| line.starts_with(' '))
            .flat_map(|line| line.chars().filter(char::is_ascii_hexdigit))
            .collect();
        let byte = |i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).unwrap();
        (!digits.is_empty()).then(|| (0..digits.len() / 2).map(byte).collect())
    };
    // Some versions print d without the zeros in front, or with one more.
    let d = field("priv:").map(|bytes| {
        let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
        let mut d = [0; 32];
        d[32 - (bytes.len() - zeros)..].copy_from_slice(&bytes[zeros..]);
        d
    });
    (d, field("pub:").unwrap())
}

/// The label and the DER of the last block of a PEM file: `ecparam -genkey` puts the parameters in front.
fn last_pem_block(pem: &str) -> (&str, Vec<u8>) {
    pem::decode_vec(&pem.as_bytes()[pem.rfind("-----BEGIN ").unwrap()..]).unwrap()
}

#[test]
fn keys_that_openssl_makes_are_read() {
    let Some(openssl) = OpenSsl::find("keys_that_openssl_makes") else { return };
    for generate in [
        "genpkey -algorithm SM2",
        "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:SM2",
        "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:SM2 -pkeyopt ec_param_enc:named_curve",
        "ecparam -name SM2 -genkey -noout",
        "ecparam -name SM2 -genkey",
    ] {
        openssl.sh(&format!("{generate} -out key.pem"));
        let (d, public_key) = printed(&openssl, "-in key.pem");
        let expected = key(d.unwrap());
        assert_eq!(public_key, expected.verifying_key().to_sec1_bytes(), "{generate}");

        // The file itself: PKCS#8, or SEC1 in some versions after `ecparam`.
        let pem = openssl.read_text("key.pem");
        let (label, der) = last_pem_block(&pem);
        let read = match label {
            "PRIVATE KEY" => Sm2SigningKey::from_pkcs8_der(&der).unwrap(),
            _ => Sm2SigningKey::from_sec1_der(&der).unwrap(),
        };
        assert_eq!(read, expected, "{generate}");

        openssl.sh("pkcs8 -topk8 -nocrypt -in key.pem -out pkcs8.pem");
        openssl.sh("pkcs8 -topk8 -nocrypt -in key.pem -outform DER -out pkcs8.der");
        assert_eq!(Sm2SigningKey::from_pkcs8_pem(&openssl.read_text("pkcs8.pem")).unwrap(), expected);
        assert_eq!(Sm2SigningKey::from_pkcs8_der(&openssl.read("pkcs8.der")).unwrap(), expected);

        // SEC1, with the public key in either form and without.
        for form in ["", "-conv_form compressed", "-no_public"] {
            openssl.sh(&format!("ec -in key.pem {form} -out sec1.pem"));
            openssl.sh(&format!("ec -in key.pem {form} -outform DER -out sec1.der"));
            let der = openssl.read("sec1.der");
            assert_eq!(Sm2SigningKey::from_sec1_der(&der).unwrap(), expected, "{generate}, {form}");
            // The label is "EC PRIVATE KEY", or "SM2 PRIVATE KEY" in OpenSSL 3.0.
            let pem = openssl.read_text("sec1.pem");
            assert_eq!(last_pem_block(&pem).1, der, "{generate}, {form}");
            assert_eq!(Sm2SigningKey::from_sec1_pem(&pem).unwrap(), expected, "{generate}, {form}");

            openssl.sh("pkcs8 -topk8 -nocrypt -inform DER -in sec1.der -outform DER -out pkcs8.der");
            assert_eq!(Sm2SigningKey::from_pkcs8_der(&openssl.read("pkcs8.der")).unwrap(), expected);
        }
        // SEC1 in OpenSSL 3.0, though PEM is PKCS#8.
        let der = openssl.sh("pkey -in key.pem -outform DER");
        let read = Sm2SigningKey::from_sec1_der(&der).ok().or(Sm2SigningKey::from_pkcs8_der(&der).ok());
        assert_eq!(read, Some(expected.clone()), "{generate}");

        openssl.sh("ec -in key.pem -outform DER -out sec1.der");
        assert_eq!(*expected.to_sec1_der().unwrap().as_bytes(), openssl.read("sec1.der"), "{generate}");

        // SubjectPublicKeyInfo.
        for form in ["uncompressed", "compressed"] {
            openssl.sh(&format!("ec -in key.pem -pubout -conv_form {form} -out pub.pem"));
            openssl.sh(&format!("ec -in key.pem -pubout -conv_form {form} -outform DER -out pub.der"));
            let der = openssl.read("pub.der");
            let point = match form {
                "compressed" => expected.verifying_key().to_compressed_bytes().to_vec(),
                _ => expected.verifying_key().to_sec1_bytes().to_vec(),
            };
            assert!(der.ends_with(&point), "{generate}, {form}");
            assert_eq!(printed(&openssl, "-pubin -in pub.pem"), (None, point), "{generate}, {form}");
            let expected = *expected.verifying_key();
            assert_eq!(Sm2VerifyingKey::from_public_key_der(&der).unwrap(), expected);
            assert_eq!(
                Sm2VerifyingKey::from_public_key_pem(&openssl.read_text("pub.pem")).unwrap(),
                expected
            );
        }
    }
}

#[test]
fn keys_of_other_kinds_are_refused() {
    let Some(openssl) = OpenSsl::find("keys_of_other_kinds") else { return };
    for (generate, parameters) in [
        ("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256", "named_curve"),
        ("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:SM2", "explicit"),
    ] {
        openssl.sh(&format!("{generate} -out key.pem"));
        openssl.sh(&format!("ec -in key.pem -param_enc {parameters} -outform DER -out sec1.der"));
        openssl.sh(&format!("ec -in key.pem -param_enc {parameters} -pubout -outform DER -out pub.der"));
        openssl.sh("pkcs8 -topk8 -nocrypt -inform DER -in sec1.der -outform DER -out pkcs8.der");
        assert!(Sm2SigningKey::from_sec1_der(&openssl.read("sec1.der")).is_err(), "{generate}");
        assert!(Sm2SigningKey::from_pkcs8_der(&openssl.read("pkcs8.der")).is_err(), "{generate}");
        assert!(Sm2VerifyingKey::from_public_key_der(&openssl.read("pub.der")).is_err(), "{generate}");
    }
}

#[test]
fn our_keys_are_read_by_openssl() {
    let Some(openssl) = OpenSsl::find("our_keys") else { return };
    for key in awkward_keys() {
        let d = *key.to_bytes();
        let public_key = key.verifying_key();
        let point = public_key.to_sec1_bytes();
        let spki_der = public_key.to_public_key_der().unwrap();
        let spki_pem = public_key.to_public_key_pem(LineEnding::LF).unwrap();

        openssl.write("pkcs8.der", key.to_pkcs8_der().unwrap().as_bytes());
        openssl.write("pkcs8.pem", key.to_pkcs8_pem(LineEnding::LF).unwrap().as_bytes());
        openssl.write("crlf.pem", key.to_pkcs8_pem(LineEnding::CRLF).unwrap().as_bytes());
        openssl.write("sec1.der", key.to_sec1_der().unwrap().as_bytes());
        openssl.write("sec1.pem", key.to_sec1_pem(LineEnding::LF).unwrap().as_bytes());
        for file in ["pkcs8.der", "pkcs8.pem", "crlf.pem", "sec1.der", "sec1.pem"] {
            let form = if file.ends_with("der") { "DER" } else { "PEM" };
            let input = format!("-in {file} -inform {form}");
            assert_eq!(printed(&openssl, &input), (Some(d), point.to_vec()), "{file}");
            assert_eq!(openssl.sh(&format!("pkey {input} -pubout")), spki_pem.as_bytes(), "{file}");
            assert_eq!(openssl.sh(&format!("pkey {input} -pubout -outform DER")), *spki_der.as_bytes());
            // d = n − 2 is in range, and OpenSSL agrees.
            let check = openssl.run(&["pkey", "-in", file, "-inform", form, "-check", "-noout"]);
            assert!(check.status.success() && text(&check).contains("Key is valid"), "{file}: {check:?}");
            // Read and written by OpenSSL, it is the same key.
            let again = openssl.sh(&format!("pkcs8 -topk8 -nocrypt {input} -outform DER"));
            assert_eq!(Sm2SigningKey::from_pkcs8_der(&again).unwrap(), key, "{file}");
        }

        openssl.write("pub.der", spki_der.as_bytes());
        openssl.write("pub.pem", &spki_pem);
        for (file, form) in [("pub.der", "DER"), ("pub.pem", "PEM")] {
            let input = format!("-pubin -in {file} -inform {form}");
            assert_eq!(printed(&openssl, &input), (None, point.to_vec()), "{file}");
            openssl.sh(&format!("pkey {input} -pubcheck -noout"));
            assert_eq!(openssl.sh(&format!("pkey {input} -outform DER")), *spki_der.as_bytes(), "{file}");
        }
    }
}

/// The option that sets an id. OpenSSL 3.0 has the empty one as its default, so it is always set.
fn id_option(id: &[u8]) -> String {
    match std::str::from_utf8(id) {
        Ok(text) if text.chars().all(|c| c.is_ascii_graphic()) => format!("distid:{text}"),
        _ => format!("hexdistid:{}", id.iter().map(|byte| format!("{byte:02x}")).collect::<String>()),
    }
}

const SIGN: [&str; 7] = ["pkeyutl", "-sign", "-rawin", "-digest", "sm3", "-inkey", "key.pem"];
const VERIFY: [&str; 10] =
    ["pkeyutl", "-verify", "-rawin", "-digest", "sm3", "-pubin", "-inkey", "pub.pem", "-sigfile", "sig"];

impl OpenSsl {
    fn write_keys(&self, key: &Sm2SigningKey) {
        self.write("key.pem", key.to_pkcs8_pem(LineEnding::LF).unwrap().as_bytes());
        self.write("pub.pem", key.verifying_key().to_public_key_pem(LineEnding::LF).unwrap());
    }

    fn sign(&self, message: &[u8], option: &str) -> Sm2DerSignature {
        self.write("message", message);
        let der = self.ok(&[&SIGN[..], &["-in", "message", "-pkeyopt", option]].concat());
        let signature = Sm2DerSignature::from_bytes(&der).unwrap();
        assert_eq!(signature.as_bytes(), der);
        signature
    }

    fn verify(&self, message: &[u8], option: &str, signature: &[u8]) -> bool {
        self.write("message", message);
        self.write("sig", signature);
        let output = self.run(&[&VERIFY[..], &["-in", "message", "-pkeyopt", option]].concat());
        let valid = output.status.success();
        // A verdict, and not a file that is missing or an option that is unknown.
        let verdict =
            if valid { "Signature Verified Successfully" } else { "Signature Verification Failure" };
        assert!(text(&output).contains(verdict), "{}", text(&output));
        valid
    }
}

/// Both directions for one message.
fn check_signatures(openssl: &OpenSsl, key: &Sm2SigningKey, id: &[u8], option: &str, message: &[u8]) {
    let key = key.clone().with_dist_id(DistId::new(id).unwrap());
    let what = || format!("{option:.80}, {} bytes, {key:?}", message.len());

    let theirs = openssl.sign(message, option);
    assert!(key.verifying_key().verify(message, &theirs).is_ok(), "{}", what());
    assert!(key.verifying_key().verify(message, &Sm2Signature::from(theirs)).is_ok(), "{}", what());

    let ours: Sm2DerSignature = key.sign(message);
    assert!(openssl.verify(message, option, ours.as_bytes()), "{}", what());

    // One more byte in the message.
    let longer = [message, b"."].concat();
    assert!(key.verifying_key().verify(&longer, &theirs).is_err(), "{}", what());
    assert!(!openssl.verify(&longer, option, ours.as_bytes()), "{}", what());
}

#[test]
fn signatures_of_messages_of_many_lengths() {
    let Some(openssl) = OpenSsl::find("message_lengths") else { return };
    let key = key([0x42; 32]);
    openssl.write_keys(&key);
    let id = DistId::DEFAULT.as_bytes();
    let bytes: Vec<u8> = (0..1_000_000u32).map(|i| (i.wrapping_mul(0x9e37_79b9) >> 24) as u8).collect();
    // About SM3's block of 64 bytes, of which 32 are Z.
    for len in [0, 1, 22, 23, 24, 31, 32, 33, 63, 64, 65, 1000, bytes.len()] {
        check_signatures(&openssl, &key, id, "distid:1234567812345678", &bytes[..len]);
    }
}

#[test]
fn signatures_of_awkward_keys() {
    let Some(openssl) = OpenSsl::find("awkward_keys") else { return };
    for key in awkward_keys() {
        openssl.write_keys(&key);
        for i in 0..3 {
            let message = format!("message {i}");
            let id = DistId::DEFAULT.as_bytes();
            check_signatures(&openssl, &key, id, "distid:1234567812345678", message.as_bytes());
        }
    }
}

#[test]
fn identifiers() {
    let Some(openssl) = OpenSsl::find("identifiers") else { return };
    let key = key([0x42; 32]);
    openssl.write_keys(&key);
    // 8190 bytes: OpenSSL refuses the 8191 that the standard allows (openssl/openssl #26531).
    let long = [0xa5; 8190];
    let ids: [&[u8]; 8] = [
        DistId::DEFAULT.as_bytes(),
        b"ALICE123@YAHOO.COM",
        DistId::TLS13.as_bytes(),
        b"",
        b"\0",
        b"ab\0cd\0",
        b"ab",
        &long,
    ];
    for id in ids {
        let option = id_option(id);
        for message in [&b""[..], b"message"] {
            check_signatures(&openssl, &key, id, &option, message);
        }
        if !id.is_empty() {
            let hex: String = id.iter().map(|byte| format!("{byte:02x}")).collect();
            check_signatures(&openssl, &key, id, &format!("hexdistid:{hex}"), b"message");
        }
    }
    // Every id but the signer's own is refused, on both sides.
    for signed in ids {
        let key = key.clone().with_dist_id(DistId::new(signed).unwrap());
        let ours: Sm2DerSignature = key.sign(b"message");
        let theirs = openssl.sign(b"message", &id_option(signed));
        for id in ids {
            let public_key = key.verifying_key().with_dist_id(DistId::new(id).unwrap());
            assert_eq!(public_key.verify(b"message", &theirs).is_ok(), id == signed, "{signed:?} {id:?}");
            let verdict = openssl.verify(b"message", &id_option(id), ours.as_bytes());
            assert_eq!(verdict, id == signed, "{signed:?} {id:?}");
        }
    }
}

#[test]
fn a_changed_signature_is_refused_by_both() {
    let Some(openssl) = OpenSsl::find("changed_signature") else { return };
    let key = key([0x42; 32]);
    openssl.write_keys(&key);
    let option = id_option(DistId::DEFAULT.as_bytes());
    let signature: Sm2Signature = key.sign(b"message");
    for i in [0, 15, 31, 32, 47, 63] {
        let mut bytes = signature.to_bytes();
        bytes[i] ^= 1;
        let changed = Sm2Signature::from_bytes(&bytes).unwrap();
        assert!(key.verifying_key().verify(b"message", &changed).is_err(), "byte {i}");
        assert!(!openssl.verify(b"message", &option, changed.to_der().as_bytes()), "byte {i}");
    }
}
