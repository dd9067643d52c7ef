//! Signatures, keys and files that other projects published, from the folder that [`common::shared_folder`] finds.

use crate::common::{self, Vector, hex, keys, published, unhex, verify};
use sm2p256::signature::hazmat::PrehashVerifier;
use sm2p256::{DistId, Sm2DerSignature, Sm2Signature, Sm2SigningKey, Sm2VerifyingKey};
use x509_cert::der::asn1::{BitStringRef, ObjectIdentifier};
use x509_cert::der::pem::decode_vec;
use x509_cert::der::{self, Decode, Reader, SliceReader, Tag};
use x509_cert::spki::AlgorithmIdentifierRef;

#[test]
fn signatures_give_every_verdict() {
    let Some(vectors) = published("published_signatures") else { return };
    vectors.check(|vector| {
        verify::check(vector);
        let Some(d) = vector.text("d") else { return };
        let key = Sm2SigningKey::try_from(unhex(d).as_slice()).expect("a good key");
        assert_eq!(hex(&key.verifying_key().to_sec1_bytes()), vector.need("pub"));
        check_signing(vector, &key);
    });
}

/// What the vector tells about how its signature was made.
fn check_signing(vector: &Vector, key: &Sm2SigningKey) {
    let signature = verify::signature(vector);
    if vector.need("category") == "deterministic" {
        use sm2p256::signature::hazmat::PrehashSigner;
        assert_eq!(key.sign_prehash(&vector.array("e")).ok(), signature.ok());
    }
    #[cfg(feature = "hazmat")]
    if vector.text("k").is_some() {
        let made = sm2p256::hazmat::sign_prehash_with_nonce(key, &vector.array("e"), &vector.array("k"));
        assert_eq!(made, signature);
    }
}

#[test]
fn prehashes_that_are_not_32_bytes_are_refused() {
    let Some(vectors) = published("published_signatures") else { return };
    // Their e is the integer that another library took the digest for.
    let ran = vectors.check_those(
        |vector| matches!(vector.need("category"), "long_digest" | "short_digest"),
        |vector| {
            let key = Sm2VerifyingKey::from_sec1_bytes(&unhex(vector.need("pub"))).expect("a good key");
            let signature = verify::signature(vector).expect("a good signature");
            let e = vector.array("e");
            let unpadded = e.iter().position(|byte| *byte != 0).map_or(&[][..], |start| &e[start..]);
            let padded = [&[0; 32][..], &e].concat();
            for (prehash, accept) in [(&e[..], true), (&padded, false), (unpadded, unpadded.len() == 32)] {
                assert_eq!(
                    key.verify_prehash(prehash, &signature).is_ok(),
                    accept,
                    "{} bytes",
                    prehash.len()
                );
            }
        },
    );
    assert_eq!(ran, 2);
}

#[test]
fn certificates_give_every_verdict() {
    let Some(vectors) = published("published_certificates") else { return };
    vectors.check(verify::check);
    // The certificate without Z, which verify::check puts through the message entries too.
    assert_eq!(vectors.iter().filter(|vector| vector.text("msg_no_z").is_some()).count(), 1);
}

/// Each is read by `x509-cert`, and verified by the key that it holds, or that the published certificate of its issuer holds.
#[test]
#[cfg(feature = "pkcs8")]
fn certificates_chain() {
    use x509_cert::certificate::{Rfc5280, TbsCertificate};
    use x509_cert::crl::TbsCertList;
    use x509_cert::der::{Encode, referenced::OwnedToRef};
    use x509_cert::name::Name;
    use x509_cert::request::CertReqInfo;
    use x509_cert::spki::SubjectPublicKeyInfoRef;

    /// What is signed; the vectors for which it cannot be read, or is not what is encoded again, are noted.
    fn read<'a, T>(vectors: &[&'a Vector], object: &str, odd: &mut Vec<&'a str>) -> Vec<(&'a Vector, T)>
    where
        T: for<'b> Decode<'b, Error = der::Error> + Encode,
    {
        let mut all = Vec::new();
        for vector in vectors.iter().filter(|vector| vector.need("object") == object) {
            let msg = unhex(vector.need("msg"));
            let content = T::from_der(&msg);
            if content.as_ref().map_or(true, |content| content.to_der().as_ref() != Ok(&msg)) {
                odd.push(vector.id());
            }
            all.extend(content.map(|content| (*vector, content)));
        }
        all
    }

    let Some(vectors) = published("published_certificates") else { return };
    let good = |vector: &&Vector| vector.expected() == Some(true) && vector.text("msg").is_some();
    let good: Vec<_> = vectors.iter().filter(good).collect();
    let mut odd = Vec::new();
    let certificates = read::<TbsCertificate>(&good, "cert", &mut odd);
    let requests = read::<CertReqInfo>(&good, "csr", &mut odd);
    let lists = read::<TbsCertList<Rfc5280>>(&good, "crl", &mut odd);
    // A certificate with GeneralizedTime before 2050; a request of CFCA's tools, with an attribute that is no SET.
    assert_eq!(odd, ["published_certificates-o-0048", "published_certificates-o-0051"]);

    let verifies = |vector: &Vector, key: SubjectPublicKeyInfoRef<'_>| {
        let id = unhex(vector.need("id"));
        let key = Sm2VerifyingKey::try_from(key).expect("an SM2 key");
        let key = key.with_dist_id(DistId::new(&id).expect("a good identifier"));
        let signature = verify::signature(vector).expect("a good signature");
        verify::accepts_message(&key, &unhex(vector.need("msg")), &signature)
    };
    // Many authorities of one name are among the vectors: the issuer is the one whose certificate holds the key that the vector names.
    let verified_by_issuer = |vector: &Vector, name: &Name| {
        let key = |tbs: &TbsCertificate| {
            let key = Sm2VerifyingKey::try_from(tbs.subject_public_key_info().owned_to_ref());
            key.is_ok_and(|key| hex(&key.to_sec1_bytes()) == vector.need("pub"))
        };
        let issuer = certificates.iter().find(|(_, tbs)| tbs.subject() == name && key(tbs));
        issuer.map(|(_, tbs)| verifies(vector, tbs.subject_public_key_info().owned_to_ref()))
    };
    let (mut self_signed, mut issued, mut listed) = (0, 0, 0);
    for (vector, tbs) in &certificates {
        assert_eq!(tbs.signature().oid, SM2_WITH_SM3);
        if let Some(verified) = verified_by_issuer(vector, tbs.issuer()) {
            assert!(verified, "{}", vector.describe());
            *(if tbs.issuer() == tbs.subject() { &mut self_signed } else { &mut issued }) += 1;
        }
    }
    for (vector, info) in &requests {
        assert!(verifies(vector, info.public_key.owned_to_ref()), "{}", vector.describe());
    }
    for (vector, list) in &lists {
        assert_eq!(list.signature.oid, SM2_WITH_SM3);
        if let Some(verified) = verified_by_issuer(vector, &list.issuer) {
            assert!(verified, "{}", vector.describe());
            listed += 1;
        }
    }
    assert_eq!((certificates.len(), requests.len(), lists.len()), (122, 7, 15));
    assert_eq!((self_signed, issued, listed), (37, 43, 7));
}

#[test]
fn z_and_e_are_those_published() {
    let Some(vectors) = published("published_z") else { return };
    vectors.check(|vector| {
        let id = unhex(vector.need("id"));
        let key = Sm2VerifyingKey::from_sec1_bytes(&unhex(vector.need("pub"))).expect("a good key");
        let key = key.with_dist_id(DistId::new(&id).expect("a good identifier"));
        assert_eq!(hex(key.z()), vector.need("za"));
        assert_eq!(hex(&verify::prehash(&key, &unhex(vector.need("msg")))), vector.need("e"));
    });
}

/// As in edge_vectors.rs.
const KEY_POLICY: &[common::Policy] = &[common::Policy {
    format: "spki",
    comment: "explicit curve parameters equal to sm2p256v1",
    accept: false,
    reason: "RFC 5480 allows named curves alone (CVE-2020-0601)",
}];

fn check_key(vector: &Vector) {
    let key = keys::read(vector.need("format"), &unhex(vector.need("der")));
    keys::check(vector, common::expected(vector, KEY_POLICY), key);
}

#[test]
fn scalars_and_points_give_every_verdict() {
    let Some(vectors) = published("published_keys") else { return };
    let wanted = vectors.iter().filter(|vector| keys::is_plain(vector)).count();
    assert!(wanted > 0);
    assert_eq!(vectors.check_those(keys::is_plain, check_key), wanted);
}

#[test]
#[cfg(feature = "pkcs8")]
fn key_structures_give_every_verdict() {
    let Some(vectors) = published("published_keys") else { return };
    let ran = vectors.check_those(|vector| !keys::is_plain(vector), check_key);
    assert_eq!(ran, vectors.iter().filter(|vector| !keys::is_plain(vector)).count());
}

/// The bytes of a file of files.json.
fn file(vector: &Vector) -> Vec<u8> {
    let path = common::shared_folder().expect("files.json was there").join(vector.need("file"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The first block of a PEM file that has this label, or any, in lines of 64 columns.
fn pem_block(text: &str, label: &str) -> String {
    let begin = text.find(&format!("-----BEGIN {label}")).expect("a block");
    let (begin_line, rest) = text[begin..].split_once('\n').expect("lines");
    let (base64, rest) = rest.split_once("-----END").expect("an end");
    let end_line = rest.lines().next().expect("an end line");
    let base64: Vec<char> = base64.chars().filter(|c| !c.is_whitespace()).collect();
    let lines: Vec<String> = base64.chunks(64).map(String::from_iter).collect();
    format!("{}\n{}\n-----END{end_line}\n", begin_line.trim_end(), lines.join("\n"))
}

fn file_text(vector: &Vector) -> String {
    String::from_utf8(file(vector)).expect("PEM is text")
}

/// The DER of a file: of its first block with this label, if it is PEM.
fn file_der(vector: &Vector, label: &str) -> Vec<u8> {
    match vector.need("encoding") {
        "pem" => decode_vec(pem_block(&file_text(vector), label).as_bytes()).expect("PEM").1,
        _ => file(vector),
    }
}

/// sm2-with-SM3.
const SM2_WITH_SM3: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.156.10197.1.501");

/// Certificates, requests and lists alike: SEQUENCE { what is signed, algorithm, BIT STRING }.
fn split_signed(der: &[u8]) -> der::Result<(&[u8], AlgorithmIdentifierRef<'_>, &[u8])> {
    SliceReader::new(der)?.sequence(|reader| {
        let signed = reader.tlv_bytes()?;
        let algorithm = AlgorithmIdentifierRef::decode(reader)?;
        let signature =
            BitStringRef::decode(reader)?.as_bytes().ok_or_else(|| Tag::BitString.value_error())?;
        Ok((signed, algorithm, signature))
    })
}

#[test]
fn signed_files_verify() {
    let Some(vectors) = published("files") else { return };
    let signed = |vector: &Vector| matches!(vector.need("format"), "cert" | "csr" | "crl");
    let ran = vectors.check_those(signed, |vector| {
        let der = file_der(vector, "");
        let (msg, algorithm, signature) = split_signed(&der).expect("a signed structure");
        assert_eq!(algorithm.oid, SM2_WITH_SM3);
        let parameters = algorithm.parameters;
        assert!(parameters.is_none_or(|parameters| parameters.is_null()), "parameters absent or NULL");
        let signature = Sm2DerSignature::from_bytes(signature).map(Sm2Signature::from).expect("a signature");
        let id = unhex(vector.need("id"));
        let key = Sm2VerifyingKey::from_sec1_bytes(&unhex(vector.need("signer_pub"))).expect("a good key");
        let key = key.with_dist_id(DistId::new(&id).expect("a good identifier"));
        assert_eq!(verify::accepts_message(&key, msg, &signature), vector.expected() == Some(true));
        // Not under another identifier, and not a byte less.
        let other = DistId::new(b"other").expect("a good identifier");
        assert!(!verify::accepts_message(&key.with_dist_id(other), msg, &signature));
        assert!(!verify::accepts_message(&key, &msg[..msg.len() - 1], &signature));
    });
    assert_eq!(ran, vectors.iter().filter(|vector| signed(vector)).count());
}

#[test]
#[cfg(feature = "pkcs8")]
fn key_files_give_every_verdict() {
    let Some(vectors) = published("files") else { return };
    let is_key = |vector: &Vector| matches!(vector.need("format"), "pkcs8" | "spki" | "sec1");
    let ran = vectors.check_those(is_key, |vector| {
        let format = vector.need("format");
        let accept = vector.expected().expect("no policy cases");
        let label = vector.need("label");
        keys::check(vector, accept, keys::read(format, &file_der(vector, label)));
        #[cfg(feature = "pem")]
        if vector.need("encoding") == "pem" {
            let text = file_text(vector);
            keys::check(vector, accept, keys::read_pem(format, &pem_block(&text, label)));
            // Policy: the block stands alone, but for parameters in front of SEC1.
            let alone = text.matches("-----BEGIN").count() == 1;
            let alone = alone || format == "sec1" && text.starts_with("-----BEGIN EC PARAMETERS-----");
            keys::check(vector, accept && alone, keys::read_pem(format, &text));
        }
    });
    assert_eq!(ran, vectors.iter().filter(|vector| is_key(vector)).count());
}

/// Policy: domain parameters are no key, named or explicit, and there is no reader for them alone.
#[test]
#[cfg(feature = "pem")]
fn parameter_files_are_refused() {
    let Some(vectors) = published("files") else { return };
    let ran = vectors.check_those(
        |vector| vector.need("format") == "other",
        |vector| {
            assert_eq!(vector.expected(), None);
            for format in ["pkcs8", "spki", "sec1"] {
                assert!(keys::read_pem(format, &file_text(vector)).is_err(), "{format}");
                assert!(keys::read(format, &file_der(vector, "")).is_err(), "{format}");
            }
        },
    );
    assert_eq!(ran, 2);
}

#[test]
fn no_file_is_left_out() {
    let Some(vectors) = published("files") else { return };
    for vector in vectors.iter() {
        let known = ["pkcs8", "spki", "sec1", "cert", "csr", "crl", "other"];
        assert!(known.contains(&vector.need("format")), "{}", vector.describe());
    }
}
