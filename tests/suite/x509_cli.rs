//! The example of a certificate authority: what it makes, checked by `openssl`, and every reason for which it refuses a chain.

use crate::common;
use crate::example;
use crate::openssl_cli::{OpenSsl, text};
use crate::x509::{Profile, key, time, validity};
use sm2p256::pkcs8::der::asn1::{BitString, OctetString};
use sm2p256::pkcs8::der::{self, Encode, EncodePem};
use sm2p256::pkcs8::spki::AlgorithmIdentifierOwned;
use sm2p256::pkcs8::{DecodePrivateKey, LineEnding::LF, ObjectIdentifier};
use sm2p256::signature::Signer;
use sm2p256::{Sm2DerSignature, Sm2SigningKey};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;
use x509_cert::builder::{Builder, CertificateBuilder};
use x509_cert::certificate::{Certificate, Version};
use x509_cert::crl::{CertificateList, RevokedCert, TbsCertList};
use x509_cert::ext::pkix::{BasicConstraints, KeyUsage, KeyUsages};
use x509_cert::ext::{Extension, ToExtension};
use x509_cert::name::Name;
use x509_cert::serial_number::SerialNumber;
use x509_cert::spki::SubjectPublicKeyInfo;

/// A new folder for a test, in which the program runs.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("x509-{test}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn put(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), content).unwrap();
    }

    /// The arguments are separated by single spaces; `''` is an empty one.
    fn x509(&self, arguments: &str) -> Run {
        let words = arguments.split(' ').map(|word| if word == "''" { "" } else { word });
        let command = example::command("x509");
        let output = Command::new(&command[0]).args(&command[1..]).args(words).current_dir(&self.0).output();
        let output = output.unwrap();
        let [stdout, stderr] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        Run { arguments: arguments.into(), code: output.status.code(), stdout, stderr }
    }
}

#[derive(Debug)]
struct Run {
    arguments: String,
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Run {
    #[track_caller]
    fn prints(self) -> String {
        assert_eq!((self.code, &*self.stderr), (Some(0), ""), "x509 {}", self.arguments);
        self.stdout
    }

    /// One line on standard error with `why` in it, and nothing on standard output.
    #[track_caller]
    fn fails(self, code: i32, why: &str) {
        assert_eq!((self.code, &*self.stdout), (Some(code), ""), "{self:?}");
        let line = self.stderr.strip_prefix("x509: ").and_then(|line| line.strip_suffix('\n'));
        let line = line.unwrap_or_else(|| panic!("not a line from x509: {self:?}"));
        assert!(!line.contains('\n') && line.contains(why), "{why:?} is not in {self:?}");
        assert_eq!(line.starts_with("invalid: "), code == 1, "{self:?}");
    }
}

#[test]
fn wrong_usage_exits_with_2() {
    let folder = Folder::new("usage");
    for help in ["-h", "--help", "demo --help", "verify -h"] {
        assert!(folder.x509(help).prints().contains("Usage: x509 demo DIR"), "{help}");
    }
    folder.put("text", "no PEM");
    folder.put("bad.pem", "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n");
    for (arguments, why) in [
        ("''", "unknown command \"\""),
        ("issue", "unknown command \"issue\""),
        ("demo", "x509 demo needs a folder"),
        ("demo a b", "x509 demo needs a folder"),
        ("demo a --time now", "x509 demo has no option \"--time\""),
        ("demo text", "cannot make the folder \"text\""),
        ("verify leaf.pem", "x509 verify needs --root PEM"),
        ("verify --root", "option --root needs a value"),
        ("verify --root a", "x509 verify needs one certificate"),
        ("verify --root a b c", "x509 verify needs one certificate"),
        ("verify --root a --time 2030-02-30T00:00:00Z b", "is no time like 2030-12-31T23:59:59Z"),
        ("verify --roots a b", "x509 verify has no option \"--roots\""),
        ("verify --root nothing text", "cannot read \"nothing\""),
        ("verify --root text text", "\"text\" holds no CERTIFICATE in PEM"),
        ("verify --root bad.pem bad.pem", "\"bad.pem\" holds a malformed CERTIFICATE"),
    ] {
        folder.x509(arguments).fails(2, why);
    }
    folder.x509(&format!("verify --root a b --id {}", "x".repeat(8192))).fails(2, "longer than 8191 bytes");
}

const VERIFY: &str = "verify --root ca/root.pem --intermediate ca/intermediate.pem --crl ca/intermediate.crl";

#[test]
fn what_the_demonstration_makes_is_verified() {
    let folder = Folder::new("demo");
    let printed = folder.x509("demo ca").prints();
    let path = "\"CN=example.org,C=CN\" <- \"CN=Example intermediate,O=Example,C=CN\" <- \"CN=Example root,O=Example,C=CN\"";
    assert!(printed.contains(&format!("valid:   {path}\n")), "{printed}");
    assert!(printed.contains("\"CN=revoked.example.org,C=CN\" has been revoked on "), "{printed}");
    assert!(printed.contains("refused: the request has a signature that does not belong"), "{printed}");
    assert!(printed.contains("\"TLSv1.3+GM+Cipher+Suite\""), "{printed}");
    assert_eq!(folder.x509(&format!("{VERIFY} ca/leaf.pem")).prints(), format!("valid: {path}\n"));
    folder.x509(&format!("{VERIFY} ca/revoked.pem")).fails(1, "has been revoked on ");
    folder.x509(&format!("{VERIFY} ca/leaf.pem --id another")).fails(1, "its issuer's key and identifier");
    folder.x509("demo ca").fails(2, "cannot make the folder \"ca\"");
    for name in ["root", "intermediate", "leaf"] {
        let file = folder.0.join(format!("ca/{name}-key.pem"));
        Sm2SigningKey::from_pkcs8_pem(&fs::read_to_string(&file).unwrap()).unwrap();
        #[cfg(unix)]
        {
            let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&file).unwrap().permissions());
            assert_eq!(mode & 0o777, 0o600, "{name}");
        }
    }

    folder.x509("demo tls --id TLSv1.3+GM+Cipher+Suite").prints();
    let verify = VERIFY.replace("ca/", "tls/");
    folder.x509(&format!("{verify} tls/leaf.pem --id TLSv1.3+GM+Cipher+Suite")).prints();
    folder.x509(&format!("{verify} tls/leaf.pem")).fails(1, "its issuer's key and identifier");
}

#[test]
fn openssl_verifies_what_the_demonstration_makes() {
    let Some(openssl) = OpenSsl::find("x509_cli") else { return };
    let folder = Folder::new("openssl");
    let run = |line: &str| openssl.run(&line.split(' ').collect::<Vec<_>>());
    let mut whole_chains = Vec::new();
    for (id, option) in [("1234567812345678", "1234567812345678"), ("''", "")] {
        let name = format!("id{option}");
        folder.x509(&format!("demo {name} --id {id}")).prints();
        let file = |file: &str| folder.0.join(&name).join(file).to_str().unwrap().to_owned();
        let [root, intermediate, leaf] = ["root.pem", "intermediate.pem", "leaf.pem"].map(file);
        let [csr, crl, revoked] = ["leaf.csr", "intermediate.crl", "revoked.pem"].map(file);
        for (id, good) in [(option, true), ("another", false)] {
            let request =
                text(&run(&format!("req -verify -noout -in {csr} -vfyopt distid:{id}"))).to_lowercase();
            assert_eq!(request.contains("verify ok"), good, "{request}");
            for (issuer, certificate) in
                [(&root, &intermediate), (&intermediate, &leaf), (&intermediate, &revoked)]
            {
                let line =
                    format!("verify -partial_chain -vfyopt distid:{id} -CAfile {issuer} {certificate}");
                assert_eq!(run(&line).status.success(), good, "{line}");
            }
        }
        // `verify` of version 3 gives the id to the last certificate alone, and `crl` takes none (openssl/openssl #23471).
        let chain = format!("verify -crl_check -CAfile {root} -untrusted {intermediate} -CRLfile {crl}");
        let output = run(&format!("{chain} {leaf}"));
        whole_chains.push(output.status.success());
        if output.status.success() {
            assert!(text(&run(&format!("{chain} {revoked}"))).contains("certificate revoked"));
            assert!(
                text(&run(&format!("crl -noout -verify -in {crl} -CAfile {intermediate}")))
                    .contains("verify OK")
            );
        }
    }
    // Of the two ids one is OpenSSL's default: the empty one before version 4.
    assert_eq!(whole_chains.iter().filter(|valid| **valid).count(), 1, "{whole_chains:?}");
}

/// Two that other projects published.
#[test]
fn published_chains_are_verified() {
    let Some(folder) = common::shared_folder() else { return };
    let files = folder.join("files");
    let file = |name: &str| files.join(name).to_str().unwrap().to_owned();
    for (root, leaf, chain) in [
        (
            "060_openssl-openssl_sm2-ca-cert.pem",
            "061_openssl-openssl_sm2.pem",
            "\"CN=Test SM2 Sign Cert,OU=Test OU,O=Test Org,L=Shenyang,ST=LN,C=CN\" <- \
             \"CN=Test SM2 CA,OU=Test OU,O=Test Org,L=Shenyang,ST=LN,C=CN\"",
        ),
        (
            "057_tjfoc-gmsm_SM2_CA.cer",
            "058_tjfoc-gmsm_sm2_auth_cert.cer",
            "\"CN=client auth,L=杭州,ST=浙江,C=CN\" <- \"O=测试CA,L=杭州,ST=浙江,C=CN\"",
        ),
    ] {
        let verify = format!("verify --time 2025-01-01T00:00:00Z --root {} {}", file(root), file(leaf));
        let folder = Folder::new("published");
        assert_eq!(folder.x509(&verify).prints(), format!("valid: {chain}\n"));
        folder.x509(&format!("{verify} --id ''")).fails(1, "its issuer's key and identifier");
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Every check

fn extension(extension: impl ToExtension<Error = der::Error>) -> Extension {
    extension.to_extension(&Name::default(), &[]).unwrap()
}

fn constraints(ca: bool, path_len_constraint: Option<u8>) -> Extension {
    extension(&BasicConstraints { ca, path_len_constraint })
}

fn usage(usage: KeyUsages) -> Extension {
    extension(&KeyUsage(usage.into()))
}

/// Critical or not, and known to nobody.
fn unknown(critical: bool) -> Extension {
    let extn_id = ObjectIdentifier::new_unwrap("1.2.3.4");
    Extension { extn_id, critical, extn_value: OctetString::new(*b"\x05\0").unwrap() }
}

/// The subject with its key, and the issuer with its own. The serial number is the byte of the key.
fn certificate(subject: (&str, u8), issuer: (&str, u8), extensions: Vec<Extension>) -> Certificate {
    let name = |name| Name::from_str(&format!("CN={name}")).unwrap();
    let profile = Profile { subject: name(subject.0), issuer: name(issuer.0), extensions };
    let public_key = SubjectPublicKeyInfo::from_key(key(subject.1).verifying_key()).unwrap();
    let builder =
        CertificateBuilder::new(profile, SerialNumber::from(subject.1), validity(), public_key).unwrap();
    builder.build::<_, Sm2DerSignature>(&key(issuer.1)).unwrap()
}

const ROOT: (&str, u8) = ("root", 1);
const INTERMEDIATE: (&str, u8) = ("intermediate", 2);
const LEAF: (&str, u8) = ("leaf", 3);

/// Files of a good chain, with what it takes to verify it.
fn chain(test: &str) -> Folder {
    let folder = Folder::new(test);
    folder.put("root.pem", pem(&certificate(ROOT, ROOT, vec![constraints(true, Some(1))])));
    folder.put("intermediate.pem", pem(&certificate(INTERMEDIATE, ROOT, vec![constraints(true, Some(0))])));
    folder.put("leaf.pem", pem(&certificate(LEAF, INTERMEDIATE, vec![unknown(false)])));
    folder
}

fn pem(value: &impl EncodePem) -> String {
    value.to_pem(LF).unwrap()
}

const CHAIN: &str = "verify --root root.pem --intermediate intermediate.pem leaf.pem";
const VALID: &str = "valid: \"CN=leaf\" <- \"CN=intermediate\" <- \"CN=root\"\n";

#[test]
fn validity_is_checked_to_the_second() {
    let folder = chain("validity");
    assert_eq!(folder.x509(CHAIN).prints(), VALID);
    for time in ["2000-01-01T00:00:00Z", "2049-01-01T00:00:00Z"] {
        assert_eq!(folder.x509(&format!("{CHAIN} --time {time}")).prints(), VALID);
    }
    let before = "\"CN=leaf\" is not valid before 2000-01-01T00:00:00Z";
    folder.x509(&format!("{CHAIN} --time 1999-12-31T23:59:59Z")).fails(1, before);
    let after = "\"CN=leaf\" is not valid after 2049-01-01T00:00:00Z";
    folder.x509(&format!("{CHAIN} --time 2049-01-01T00:00:01Z")).fails(1, after);
}

#[test]
fn every_check_of_a_certificate_refuses() {
    let folder = chain("checks");
    let missing = "the certificate of \"CN=intermediate\", which issued \"CN=leaf\", is missing";
    folder.x509("verify --root root.pem leaf.pem").fails(1, missing);
    folder.x509("verify --root root.pem --intermediate leaf.pem leaf.pem").fails(1, missing);
    folder.x509(&format!("{CHAIN} --id ''")).fails(1, "its issuer's key and identifier");

    let ca = || constraints(true, None);
    let not_issuers = "has a signature that does not belong to its issuer's key and identifier";
    let critical = "has a critical extension that is not known here (OID 1.2.3.4)";
    for (file, certificate, why) in [
        ("leaf.pem", certificate(LEAF, ("intermediate", 9), vec![]), not_issuers),
        ("leaf.pem", certificate(LEAF, INTERMEDIATE, vec![unknown(true)]), critical),
        ("leaf.pem", certificate(LEAF, LEAF, vec![ca()]), "the certificate of \"CN=leaf\""),
        ("intermediate.pem", certificate(INTERMEDIATE, ("root", 9), vec![ca()]), not_issuers),
        ("intermediate.pem", certificate(("intermediate", 9), ROOT, vec![ca()]), not_issuers),
        ("intermediate.pem", certificate(INTERMEDIATE, ROOT, vec![ca(), unknown(true)]), critical),
        ("intermediate.pem", certificate(INTERMEDIATE, ROOT, vec![]), "\"CN=intermediate\" is no authority"),
        (
            "intermediate.pem",
            certificate(INTERMEDIATE, ROOT, vec![constraints(false, None)]),
            "is no authority",
        ),
        (
            "intermediate.pem",
            certificate(INTERMEDIATE, ROOT, vec![ca(), usage(KeyUsages::CRLSign)]),
            "\"CN=intermediate\" has a key that is not for certificates",
        ),
        ("intermediate.pem", certificate(INTERMEDIATE, ROOT, vec![ca(), ca()]), "has a malformed extension"),
        ("root.pem", certificate(ROOT, ROOT, vec![constraints(true, Some(0))]), "does not allow so many"),
        ("root.pem", certificate(ROOT, ROOT, vec![]), "\"CN=root\" is no authority"),
        ("root.pem", certificate(ROOT, ROOT, vec![ca(), unknown(true)]), critical),
        ("root.pem", certificate(ROOT, ("root", 9), vec![ca()]), "\"CN=root\" has a signature"),
        ("root.pem", certificate(("root", 9), ROOT, vec![ca()]), not_issuers),
    ] {
        let folder = chain("checks");
        folder.put(file, pem(&certificate));
        folder.x509(CHAIN).fails(1, why);
    }
    // What is allowed.
    for (file, certificate) in [
        ("intermediate.pem", certificate(INTERMEDIATE, ROOT, vec![ca(), usage(KeyUsages::KeyCertSign)])),
        ("root.pem", certificate(ROOT, ROOT, vec![ca()])),
        (
            "leaf.pem",
            certificate(
                LEAF,
                INTERMEDIATE,
                vec![constraints(false, None), usage(KeyUsages::DigitalSignature)],
            ),
        ),
    ] {
        let folder = chain("checks");
        folder.put(file, pem(&certificate));
        assert_eq!(folder.x509(CHAIN).prints(), VALID);
    }
}

#[test]
fn longer_chains() {
    let folder = chain("longer");
    let ca = |path_len| vec![constraints(true, path_len)];
    let lower = ("lower", 4);
    folder.put("leaf.pem", pem(&certificate(LEAF, lower, vec![])));
    folder.put("root.pem", pem(&certificate(ROOT, ROOT, ca(Some(2)))));
    // In any order, in one file or in several, and an authority's older key among them.
    let lower_pem = pem(&certificate(lower, INTERMEDIATE, ca(None)));
    let older = pem(&certificate(("intermediate", 5), ROOT, ca(Some(1))));
    folder.put("lower.pem", format!("{older}a comment\n{lower_pem}"));
    folder.put("intermediate.pem", pem(&certificate(INTERMEDIATE, ROOT, ca(Some(1)))));
    let verify = "verify --root root.pem --intermediate lower.pem --intermediate intermediate.pem leaf.pem";
    let valid = "valid: \"CN=leaf\" <- \"CN=lower\" <- \"CN=intermediate\" <- \"CN=root\"\n";
    assert_eq!(folder.x509(verify).prints(), valid);
    // One more than is allowed, unless it is of the authority itself, with another key.
    folder.put("intermediate.pem", pem(&certificate(INTERMEDIATE, ROOT, ca(Some(0)))));
    folder.x509(verify).fails(1, "\"CN=intermediate\" does not allow so many certificates below it");
    let renewed = ("intermediate", 4);
    folder.put("lower.pem", pem(&certificate(renewed, INTERMEDIATE, ca(None))));
    folder.put("leaf.pem", pem(&certificate(LEAF, renewed, vec![])));
    let valid = "valid: \"CN=leaf\" <- \"CN=intermediate\" <- \"CN=intermediate\" <- \"CN=root\"\n";
    assert_eq!(folder.x509(verify).prints(), valid);
    // Round and round.
    folder.put("lower.pem", pem(&certificate(lower, INTERMEDIATE, ca(None))));
    folder.put("leaf.pem", pem(&certificate(LEAF, lower, vec![])));
    folder.put("intermediate.pem", pem(&certificate(INTERMEDIATE, lower, ca(None))));
    folder
        .x509(verify)
        .fails(1, "the certificate of \"CN=lower\", which issued \"CN=intermediate\", is missing");
}

/// The leaf with bytes changed, of which these are the last in it.
fn leaf_with(changes: &[(usize, &[u8], &[u8])]) -> String {
    let mut der = certificate(LEAF, INTERMEDIATE, vec![]).to_der().unwrap();
    for (nth, old, new) in changes {
        let places: Vec<_> = (0..der.len() - old.len()).filter(|at| der[*at..].starts_with(old)).collect();
        der[places[*nth]..places[*nth] + old.len()].copy_from_slice(new);
    }
    der::pem::encode_string("CERTIFICATE", LF, &der).unwrap()
}

#[test]
fn the_algorithm_is_checked_in_both_places() {
    let folder = chain("algorithm");
    // The end of the OID of SM2 with SM3, and of SM2 with SHA-256.
    let (sm3, sha256): (&[u8], &[u8]) = (&[0x55, 1, 0x83, 0x75], &[0x55, 1, 0x83, 0x76]);
    for changes in [&[(0, sm3, sha256)][..], &[(1, sm3, sha256)]] {
        folder.put("leaf.pem", leaf_with(changes));
        folder.x509(CHAIN).fails(1, "\"CN=leaf\" names two algorithms");
    }
    folder.put("leaf.pem", leaf_with(&[(1, sm3, sha256), (0, sm3, sha256)]));
    folder.x509(CHAIN).fails(1, "another algorithm than SM2 with SM3 (OID 1.2.156.10197.1.502)");
    // The tag of r.
    folder.put("leaf.pem", leaf_with(&[(0, &[0x03, 0x48, 0, 0x30, 0x45], &[0x03, 0x48, 0, 0x31, 0x45])]));
    folder.x509(CHAIN).fails(1, "\"CN=leaf\" has a malformed signature");
}

/// A list of the intermediate authority, or of another.
fn list(
    issuer: (&str, u8),
    revoked: &[u8],
    extensions: Option<Vec<Extension>>,
    next_update: u16,
) -> CertificateList {
    let algorithm = AlgorithmIdentifierOwned {
        oid: ObjectIdentifier::new_unwrap("1.2.156.10197.1.501"),
        parameters: None,
    };
    let revoked = revoked.iter().map(|serial| RevokedCert {
        serial_number: SerialNumber::from(*serial),
        revocation_date: time(2001),
        crl_entry_extensions: None,
    });
    let list = TbsCertList {
        version: Version::V2,
        signature: algorithm.clone(),
        issuer: Name::from_str(&format!("CN={}", issuer.0)).unwrap(),
        this_update: time(2002),
        next_update: Some(time(next_update)),
        revoked_certificates: Some(revoked.collect()),
        crl_extensions: extensions,
    };
    let signature: Sm2DerSignature = key(issuer.1).sign(&list.to_der().unwrap());
    let signature = BitString::from_bytes(signature.as_bytes()).unwrap();
    CertificateList { tbs_cert_list: list, signature_algorithm: algorithm, signature }
}

#[test]
fn every_check_of_a_list_refuses() {
    let folder = chain("lists");
    let verify = format!("{CHAIN} --crl list.pem");
    let mut entry = list(INTERMEDIATE, &[9], None, 2049);
    entry.tbs_cert_list.revoked_certificates.as_mut().unwrap()[0].crl_entry_extensions =
        Some(vec![unknown(true)]);
    let signature: Sm2DerSignature = key(2).sign(&entry.tbs_cert_list.to_der().unwrap());
    entry.signature = BitString::from_bytes(signature.as_bytes()).unwrap();
    let critical = "the list of revoked certificates of \"CN=intermediate\" has a critical extension";
    for (list, why) in [
        (list(INTERMEDIATE, &[7, 3], None, 2049), "\"CN=leaf\" has been revoked on 2001-01-01T00:00:00Z"),
        (list(ROOT, &[7, 2], None, 2049), "\"CN=intermediate\" has been revoked on 2001-01-01T00:00:00Z"),
        (list(("intermediate", 9), &[], None, 2049), "does not belong to its issuer's key and identifier"),
        (list(("other", 2), &[], None, 2049), "a list of revoked certificates has no issuer in the chain"),
        (list(LEAF, &[], None, 2049), "a list of revoked certificates has no issuer in the chain"),
        (list(INTERMEDIATE, &[], None, 2003), "\"CN=intermediate\" is not valid after 2003-01-01T00:00:00Z"),
        (list(INTERMEDIATE, &[], Some(vec![unknown(true)]), 2049), critical),
        (entry, critical),
    ] {
        folder.put("list.pem", pem(&list));
        folder.x509(&verify).fails(1, why);
    }
    folder.put("list.pem", pem(&list(INTERMEDIATE, &[2, 4], Some(vec![unknown(false)]), 2049)));
    assert_eq!(folder.x509(&verify).prints(), VALID);
    folder
        .x509(&format!("{verify} --time 2001-12-31T23:59:59Z"))
        .fails(1, "is not valid before 2002-01-01T00:00:00Z");
    folder.put("list2.pem", pem(&list(ROOT, &[3], None, 2049)));
    assert_eq!(folder.x509(&format!("{verify} --crl list2.pem")).prints(), VALID);
    folder.x509(&format!("{CHAIN} --crl root.pem")).fails(2, "\"root.pem\" holds no X509 CRL in PEM");
    // Its key is not for lists.
    let extensions = vec![constraints(true, None), usage(KeyUsages::KeyCertSign)];
    folder.put("intermediate.pem", pem(&certificate(INTERMEDIATE, ROOT, extensions)));
    folder.x509(&verify).fails(1, "is signed by a key that is not for lists");
}
