//! `x509`: a certificate authority with SM2 keys, to start from: it issues certificates and a list of revoked ones, and verifies chains.
//!
//! `cargo run --release --example x509 -- --help` says how it is used.
//!
//! `verify` checks, of RFC 5280, 6.1 and 6.3: names that chain (compared byte for byte), the signatures and their algorithm in both of its places,
//! validity, basicConstraints with pathLenConstraint, keyUsage where there is one, and of the lists that it is given their signatures, dates
//! and entries. It refuses every other extension that is critical. It does not check extendedKeyUsage, host names, name constraints, policies,
//! key identifiers and unique identifiers, and knows no indirect or delta lists and no OCSP. It is an example, and has had no audit.

use sm2p256::getrandom::{SysRng, rand_core::UnwrapErr};
use sm2p256::pkcs8::der::asn1::{Any, BitString, Ia5String};
use sm2p256::pkcs8::der::referenced::OwnedToRef;
use sm2p256::pkcs8::der::{self, AnyRef, DateTime, Decode, Encode, Reader, pem};
use sm2p256::pkcs8::spki::{AlgorithmIdentifier, AssociatedAlgorithmIdentifier, SignatureBitStringEncoding};
use sm2p256::pkcs8::{EncodePrivateKey, LineEnding, ObjectIdentifier};
use sm2p256::signature::{RandomizedSigner, Verifier};
use sm2p256::{DistId, Sm2DerSignature, Sm2SigningKey, Sm2VerifyingKey};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};
use std::{env, fs, io, io::Write, str::FromStr};
use x509_cert::builder::profile::{BuilderProfile, cabf};
use x509_cert::builder::{Builder, CertificateBuilder};
use x509_cert::certificate::{Certificate, TbsCertificate, Version};
use x509_cert::crl::{CertificateList, RevokedCert, TbsCertList};
use x509_cert::ext::pkix::name::GeneralName;
use x509_cert::ext::pkix::{
    AuthorityKeyIdentifier, BasicConstraints, CrlNumber, KeyUsage, SubjectAltName, SubjectKeyIdentifier,
};
use x509_cert::ext::{Extension, ToExtension};
use x509_cert::name::Name;
use x509_cert::request::{CertReq, RequestBuilder};
use x509_cert::serial_number::SerialNumber;
use x509_cert::spki::{SubjectPublicKeyInfo, SubjectPublicKeyInfoRef};
use x509_cert::time::{Time, Validity};

const HELP: &str = "\
X.509 certificates with SM2 keys.

Usage: x509 demo DIR [--id ID]
       x509 verify --root PEM [OPTIONS] CERTIFICATE

demo makes a root, an intermediate authority and two leaves, from requests whose signatures it checks; revokes one of the leaves;
verifies all of it, and writes it to the folder DIR, which must not exist. verify verifies a certificate.

Options:
  --root PEM            the certificate that is trusted
  --intermediate PEM    certificates of authorities between the two; may be given again
  --crl PEM             list of revoked certificates of an issuer in the chain; may be given again
  --id ID               identifier of all that sign certificates; default is 1234567812345678
  --time TIME           moment of the check, like 2030-12-31T23:59:59Z; default is now
  -h, --help            print this text

Exit status: 0 for success and a valid certificate, 1 for an invalid one, 2 for wrong usage and for files that cannot be used.

Example: x509 demo ca && x509 verify --root ca/root.pem --intermediate ca/intermediate.pem ca/leaf.pem
";

/// Why the program does not exit with 0, in one sentence.
enum Failure {
    Invalid(String),
    Other(String),
}

type Result<T> = std::result::Result<T, Failure>;

fn other(sentence: impl Into<String>) -> Failure {
    Failure::Other(sentence.into())
}

fn invalid<T>(why: impl Into<String>) -> Result<T> {
    Err(Failure::Invalid(why.into()))
}

/// The program's own certificates are at fault, if these errors occur.
impl From<der::Error> for Failure {
    fn from(error: der::Error) -> Self {
        other(format!("cannot encode: {error}"))
    }
}

impl From<x509_cert::builder::Error> for Failure {
    fn from(error: x509_cert::builder::Error) -> Self {
        other(format!("cannot build: {error}"))
    }
}

fn main() -> ExitCode {
    let (code, sentence) = match run(env::args_os().skip(1).map(|argument| argument.into_string().ok())) {
        Ok(text) => match io::stdout().write_all(text.as_bytes()) {
            Ok(()) => return ExitCode::SUCCESS,
            Err(error) => (2, format!("cannot write to standard output: {error}")),
        },
        Err(Failure::Invalid(why)) => (1, format!("invalid: {why}")),
        Err(Failure::Other(sentence)) => (2, sentence),
    };
    // Nobody is left to be told if standard error is closed.
    let _ = writeln!(io::stderr(), "x509: {sentence}");
    ExitCode::from(code)
}

/// Gives the text for standard output.
fn run(mut arguments: impl Iterator<Item = Option<String>>) -> Result<String> {
    const NOT_UTF8: &str = "an argument is not UTF-8";
    let command = arguments.next().ok_or_else(|| other("a command is missing; x509 --help lists them"))?;
    let (mut operands, mut root, mut intermediates, mut crls) = (vec![], None, vec![], vec![]);
    let (mut id, mut time) = (String::from_utf8_lossy(DistId::DEFAULT.as_bytes()).into_owned(), None);
    let command = command.ok_or_else(|| other(NOT_UTF8))?;
    let is_help = |argument: &str| argument == "-h" || argument == "--help";
    if is_help(&command) {
        return Ok(HELP.into());
    }
    while let Some(argument) = arguments.next() {
        let argument = argument.ok_or_else(|| other(NOT_UTF8))?;
        let mut value = || {
            let value = arguments.next().ok_or_else(|| other(format!("option {argument} needs a value")))?;
            value.ok_or_else(|| other(NOT_UTF8))
        };
        match (&*command, &*argument) {
            (_, help) if is_help(help) => return Ok(HELP.into()),
            (_, "--id") => id = value()?,
            ("verify", "--root") => root = Some(value()?),
            ("verify", "--intermediate") => intermediates.push(value()?),
            ("verify", "--crl") => crls.push(value()?),
            ("verify", "--time") => {
                let text = value()?;
                let parsed = DateTime::from_str(&text);
                time = Some(
                    parsed.map_err(|_| other(format!("{text:?} is no time like 2030-12-31T23:59:59Z")))?,
                );
            }
            (_, option) if option.starts_with('-') => {
                return Err(other(format!("x509 {command} has no option {option:?}")));
            }
            _ => operands.push(argument),
        }
    }
    let id = DistId::new(id.as_bytes()).map_err(|error| other(error.to_string()))?;
    match (&*command, &*operands) {
        ("demo", [dir]) => demo(Path::new(dir), id),
        ("demo", _) => Err(other("x509 demo needs a folder, and nothing else; x509 --help tells more")),
        ("verify", [leaf]) => {
            let root = root.ok_or_else(|| other("x509 verify needs --root PEM; x509 --help tells more"))?;
            let read_all = |names: &[String]| {
                let read: Result<Vec<_>> = names.iter().map(|name| read_pem(name, "CERTIFICATE")).collect();
                Ok::<_, Failure>(read?.concat())
            };
            let lists: Result<Vec<_>> = crls.iter().map(|name| read_pem(name, "X509 CRL")).collect();
            let path = Chain {
                root: read_all(&[root])?.swap_remove(0),
                intermediates: read_all(&intermediates)?,
                crls: lists?.concat(),
                id,
                time: time.map_or_else(now, Ok)?,
            }
            .verify(&read_all(std::slice::from_ref(leaf))?[0])?;
            Ok(format!("valid: {}\n", path.join(" <- ")))
        }
        ("verify", _) => Err(other("x509 verify needs one certificate; x509 --help tells more")),
        _ => Err(other(format!("unknown command {command:?}; x509 --help lists them"))),
    }
}

fn now() -> Result<DateTime> {
    Ok(DateTime::from_system_time(SystemTime::now())?)
}

// ---------------------------------------------------------------------------------------------------------------------
// What is signed: certificates, requests and lists of revoked certificates

/// SEQUENCE { what is signed, algorithm, BIT STRING }, decoded, with the bytes that the signature is of: what is encoded again could differ.
#[derive(Clone)]
struct Signed<T> {
    content: T,
    tbs: Vec<u8>,
    algorithm: AlgorithmIdentifier<Any>,
    signature: BitString,
}

impl<T: for<'a> Decode<'a, Error = der::Error>> Signed<T> {
    fn from_der(der: &[u8]) -> der::Result<Self> {
        let (tbs, algorithm, signature) = AnyRef::from_der(der)?.sequence(|reader| {
            der::Result::Ok((reader.tlv_bytes()?, Decode::decode(reader)?, BitString::decode(reader)?))
        })?;
        Ok(Self { content: T::from_der(der)?, tbs: tbs.into(), algorithm, signature })
    }

    /// Is it signed by this key, and with the algorithm that it names?
    fn check_signature(
        &self,
        what: &str,
        inner: &AlgorithmIdentifier<Any>,
        key: &Sm2VerifyingKey,
    ) -> Result<()> {
        if self.algorithm != *inner {
            return invalid(format!("{what} names two algorithms"));
        }
        let oid = Sm2DerSignature::ALGORITHM_IDENTIFIER.oid;
        // Some write NULL where there should be nothing.
        if inner.oid != oid || inner.parameters.as_ref().is_some_and(|parameters| !parameters.is_null()) {
            let oid = inner.oid;
            return invalid(format!("{what} is signed with another algorithm than SM2 with SM3 (OID {oid})"));
        }
        let signature = self.signature.as_bytes().map(Sm2DerSignature::from_bytes);
        let Some(Ok(signature)) = signature else {
            return invalid(format!("{what} has a malformed signature"));
        };
        let verified = key.verify(&self.tbs, &signature);
        verified.or_else(|_| {
            invalid(format!("{what} has a signature that does not belong to its issuer's key and identifier"))
        })
    }
}

fn decode_key(what: &str, info: SubjectPublicKeyInfoRef<'_>, id: DistId<'_>) -> Result<Sm2VerifyingKey> {
    let key = Sm2VerifyingKey::try_from(info)
        .map_err(|error| Failure::Invalid(format!("{what} has no good SM2 key: {error}")))?;
    Ok(key.with_dist_id(id))
}

/// Every block of a file that has this label, at least one.
fn read_pem<T: for<'a> Decode<'a, Error = der::Error>>(name: &str, label: &str) -> Result<Vec<Signed<T>>> {
    let text = fs::read_to_string(name).map_err(|error| other(format!("cannot read {name:?}: {error}")))?;
    let (begin, end) = (format!("-----BEGIN {label}-----"), format!("-----END {label}-----"));
    let mut blocks = Vec::new();
    for block in text.split_inclusive(&end) {
        let Some(start) = block.find(&begin) else { continue };
        let decoded = pem::decode_vec(&block.as_bytes()[start..]).map_err(der::Error::from);
        let signed = decoded.and_then(|(_, der)| Signed::from_der(&der));
        blocks.push(signed.map_err(|error| other(format!("{name:?} holds a malformed {label}: {error}")))?);
    }
    if blocks.is_empty() { Err(other(format!("{name:?} holds no {label} in PEM"))) } else { Ok(blocks) }
}

// ---------------------------------------------------------------------------------------------------------------------
// Verification

struct Chain<'a> {
    root: Signed<Certificate>,
    intermediates: Vec<Signed<Certificate>>,
    crls: Vec<Signed<CertificateList>>,
    /// Of all that sign.
    id: DistId<'a>,
    time: DateTime,
}

impl Chain<'_> {
    /// The names from the leaf to the root.
    fn verify(&self, leaf: &Signed<Certificate>) -> Result<Vec<String>> {
        let mut path = vec![leaf];
        let mut crls_used = 0;
        loop {
            let tbs = path[path.len() - 1].content.tbs_certificate();
            self.check_certificate(tbs)?;
            let candidates = [&self.root].into_iter().chain(&self.intermediates);
            let unused =
                |issuer: &&Signed<Certificate>| !path[1..].iter().any(|used| used.content == issuer.content);
            let named =
                |issuer: &&Signed<Certificate>| issuer.content.tbs_certificate().subject() == tbs.issuer();
            let issuer = quoted(tbs.issuer());
            let missing =
                format!("the certificate of {issuer}, which issued {}, is missing", quoted(tbs.subject()));
            let mut found = Err(Failure::Invalid(missing));
            // An authority that has changed its key has several.
            for issuer in candidates.filter(named).filter(unused) {
                found = self.check_link(&path, issuer).map(|crls| (issuer, crls));
                if found.is_ok() {
                    break;
                }
            }
            let (issuer, crls) = found?;
            crls_used += crls;
            path.push(issuer);
            if std::ptr::eq(issuer, &self.root) {
                break;
            }
        }
        if crls_used < self.crls.len() {
            return invalid("a list of revoked certificates has no issuer in the chain");
        }
        Ok(path.iter().map(|cert| quoted(cert.content.tbs_certificate().subject())).collect())
    }

    /// Did this authority issue the last certificate of the path, and has it not revoked it? Gives the number of its lists.
    fn check_link(&self, path: &[&Signed<Certificate>], issuer: &Signed<Certificate>) -> Result<usize> {
        let cert = path[path.len() - 1];
        let (tbs, issuer_tbs) = (cert.content.tbs_certificate(), issuer.content.tbs_certificate());
        let (what, issuer_name) = (quoted(tbs.subject()), quoted(issuer_tbs.subject()));
        let key = decode_key(&issuer_name, issuer_tbs.subject_public_key_info().owned_to_ref(), self.id)?;
        cert.check_signature(&what, tbs.signature(), &key)?;
        let between = path[1..].iter().map(|cert| cert.content.tbs_certificate());
        check_authority(issuer_tbs, between.filter(|tbs| tbs.subject() != tbs.issuer()).count())?;
        if std::ptr::eq(issuer, &self.root) {
            self.check_certificate(issuer_tbs)?;
            issuer.check_signature(&issuer_name, issuer_tbs.signature(), &key)?;
        }
        self.check_revocation(tbs, issuer_tbs, &key)
    }

    /// What every certificate has to fulfil.
    fn check_certificate(&self, tbs: &TbsCertificate) -> Result<()> {
        let what = quoted(tbs.subject());
        let (first, last) = (tbs.validity().not_before, tbs.validity().not_after);
        self.check_dates(&what, first, Some(last))?;
        let known = [BASIC_CONSTRAINTS, KEY_USAGE];
        for extension in tbs.extensions().into_iter().flatten() {
            if extension.critical && !known.contains(&extension.extn_id) {
                let oid = extension.extn_id;
                return invalid(format!(
                    "{what} has a critical extension that is not known here (OID {oid})"
                ));
            }
        }
        Ok(())
    }

    fn check_dates(&self, what: &str, first: Time, last: Option<Time>) -> Result<()> {
        let time = self.time.unix_duration();
        if time < first.to_unix_duration() {
            return invalid(format!("{what} is not valid before {first}"));
        }
        match last {
            Some(last) if time > last.to_unix_duration() => {
                invalid(format!("{what} is not valid after {last}"))
            }
            _ => Ok(()),
        }
    }

    /// How many lists of this issuer there are, none of which has the certificate in it.
    fn check_revocation(
        &self,
        tbs: &TbsCertificate,
        issuer: &TbsCertificate,
        key: &Sm2VerifyingKey,
    ) -> Result<usize> {
        let mut used = 0;
        for crl in self.crls.iter().filter(|crl| crl.content.tbs_cert_list.issuer == *issuer.subject()) {
            used += 1;
            let list = &crl.content.tbs_cert_list;
            let what = format!("the list of revoked certificates of {}", quoted(issuer.subject()));
            crl.check_signature(&what, &list.signature, key)?;
            self.check_dates(&what, list.this_update, list.next_update)?;
            if key_usage(issuer)?.is_some_and(|usage| !usage.crl_sign()) {
                return invalid(format!("{what} is signed by a key that is not for lists"));
            }
            let entries = list.revoked_certificates.iter().flatten();
            let of_entries = entries.clone().flat_map(|entry| entry.crl_entry_extensions.iter().flatten());
            if list.crl_extensions.iter().flatten().chain(of_entries).any(|extension| extension.critical) {
                return invalid(format!("{what} has a critical extension that is not known here"));
            }
            if let Some(entry) = entries.clone().find(|entry| entry.serial_number == *tbs.serial_number()) {
                let (what, date) = (quoted(tbs.subject()), entry.revocation_date);
                return invalid(format!("{what} has been revoked on {date}"));
            }
        }
        Ok(used)
    }
}

const BASIC_CONSTRAINTS: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.29.19");
const KEY_USAGE: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.29.15");

/// On one line, whatever is in it.
fn quoted(name: &Name) -> String {
    format!("{:?}", name.to_string())
}

fn malformed(tbs: &TbsCertificate) -> impl Fn(der::Error) -> Failure {
    let what = quoted(tbs.subject());
    move |error| Failure::Invalid(format!("{what} has a malformed extension: {error}"))
}

fn key_usage(tbs: &TbsCertificate) -> Result<Option<KeyUsage>> {
    Ok(tbs.get_extension::<KeyUsage>().map_err(malformed(tbs))?.map(|(_, usage)| usage))
}

/// May it issue a certificate with so many intermediate ones between the two of them and the leaf?
fn check_authority(tbs: &TbsCertificate, between: usize) -> Result<()> {
    let what = quoted(tbs.subject());
    let constraints = tbs.get_extension::<BasicConstraints>().map_err(malformed(tbs))?;
    match constraints {
        Some((_, BasicConstraints { ca: true, path_len_constraint })) => {
            if path_len_constraint.is_some_and(|max| between > usize::from(max)) {
                return invalid(format!("{what} does not allow so many certificates below it"));
            }
        }
        _ => return invalid(format!("{what} is no authority")),
    }
    if key_usage(tbs)?.is_some_and(|usage| !usage.key_cert_sign()) {
        return invalid(format!("{what} has a key that is not for certificates"));
    }
    Ok(())
}

// ---------------------------------------------------------------------------------------------------------------------
// Issuing

/// A key with its certificate.
struct Authority {
    key: Sm2SigningKey,
    certificate: Certificate,
}

/// Panics if the random source of the system fails.
fn rng() -> UnwrapErr<SysRng> {
    UnwrapErr(SysRng)
}

fn new_key(id: DistId<'_>) -> Result<Sm2SigningKey> {
    let key = Sm2SigningKey::try_generate(&mut SysRng);
    Ok(key.map_err(|_| other("the random source of the system failed"))?.with_dist_id(id))
}

fn days(days: u64) -> Result<Validity> {
    Ok(Validity::from_now(Duration::from_secs(days * 24 * 60 * 60))?)
}

/// Fresh random bits go into the signature as well as into the serial number.
fn certify(
    profile: impl BuilderProfile,
    days_valid: u64,
    subject_key: &Sm2VerifyingKey,
    extra: Option<SubjectAltName>,
    issuer: &Sm2SigningKey,
) -> Result<Certificate> {
    let public_key = SubjectPublicKeyInfo::from_key(subject_key).map_err(x509_cert::builder::Error::from)?;
    let serial = SerialNumber::generate(&mut rng());
    let mut builder = CertificateBuilder::new(profile, serial, days(days_valid)?, public_key)?;
    if let Some(names) = extra {
        builder.add_extension(&names)?;
    }
    Ok(builder.build_with_rng::<_, Sm2DerSignature, _>(issuer, &mut rng())?)
}

/// A certificate for a TLS server. Of what a request holds, name and key are taken: an authority decides about extensions itself.
fn issue(issuer: &Authority, request: &Signed<CertReq>, id: DistId<'_>, host: &str) -> Result<Certificate> {
    let info = &request.content.info;
    let key = decode_key("the request", info.public_key.owned_to_ref(), id)?;
    // Who asks has the private key.
    request.check_signature("the request", &request.content.algorithm, &key)?;
    let names = SubjectAltName(vec![GeneralName::DnsName(Ia5String::new(host)?)]);
    let profile = cabf::tls::Subscriber {
        certificate_type: cabf::tls::CertificateType::domain_validated(
            info.subject.clone(),
            names.0.clone(),
        )?,
        issuer: issuer.certificate.tbs_certificate().subject().clone(),
        client_auth: false,
    };
    certify(profile, 365, &key, Some(names), &issuer.key)
}

fn new_request(key: &Sm2SigningKey, subject: &str) -> Result<CertReq> {
    let builder = RequestBuilder::new(Name::from_str(subject)?)?;
    Ok(builder.build_with_rng::<_, Sm2DerSignature, _>(key, &mut rng())?)
}

/// `CrlBuilder` of x509-cert would name the key that signed the issuer's certificate, not the issuer's own.
fn revoke(issuer: &Authority, revoked: &[&Certificate], number: u64) -> Result<CertificateList> {
    let issuer_tbs = issuer.certificate.tbs_certificate();
    let subject = issuer_tbs.subject();
    let SubjectKeyIdentifier(key_id) =
        SubjectKeyIdentifier::try_from(issuer_tbs.subject_public_key_info().owned_to_ref())?;
    let key_id = AuthorityKeyIdentifier { key_identifier: Some(key_id), ..Default::default() };
    let extensions: [Extension; 2] =
        [key_id.to_extension(subject, &[])?, CrlNumber::try_from(number)?.to_extension(subject, &[])?];
    let Validity { not_before: this_update, not_after: next_update, .. } = days(30)?;
    let revoked = revoked.iter().map(|certificate| RevokedCert {
        serial_number: certificate.tbs_certificate().serial_number().clone(),
        revocation_date: this_update,
        crl_entry_extensions: None,
    });
    let AlgorithmIdentifier { oid, .. } = Sm2DerSignature::ALGORITHM_IDENTIFIER;
    let algorithm = AlgorithmIdentifier { oid, parameters: None };
    let list = TbsCertList {
        version: Version::V2,
        signature: algorithm.clone(),
        issuer: subject.clone(),
        this_update,
        next_update: Some(next_update),
        // RFC 5280, 5.1.2.6: absent where it would be empty.
        revoked_certificates: Some(revoked.collect::<Vec<_>>()).filter(|revoked| !revoked.is_empty()),
        crl_extensions: Some(extensions.into()),
    };
    let signature: Sm2DerSignature = issuer.key.sign_with_rng(&mut rng(), &list.to_der()?);
    Ok(CertificateList {
        tbs_cert_list: list,
        signature_algorithm: algorithm,
        signature: signature.to_bitstring()?,
    })
}

// ---------------------------------------------------------------------------------------------------------------------
// The demonstration

fn demo(dir: &Path, id: DistId<'_>) -> Result<String> {
    let root_name = Name::from_str("CN=Example root,O=Example,C=CN")?;
    let root_key = new_key(id)?;
    let profile = cabf::Root::new(false, root_name.clone())?;
    let root = certify(profile, 20 * 365, root_key.verifying_key(), None, &root_key)?;
    let root = Authority { key: root_key, certificate: root };

    let key = new_key(id)?;
    let profile = cabf::tls::Subordinate {
        issuer: root_name,
        subject: Name::from_str("CN=Example intermediate,O=Example,C=CN")?,
        path_len_constraint: Some(0),
        emits_ocsp_response: false,
        client_auth: false,
    };
    let certificate = certify(profile, 10 * 365, key.verifying_key(), None, &root.key)?;
    let intermediate = Authority { key, certificate };

    let leaf_key = new_key(id)?;
    let request = new_request(&leaf_key, "CN=example.org,C=CN")?;
    let leaf = issue(&intermediate, &Signed::from_der(&request.to_der()?)?, id, "example.org")?;
    let mut forged = Signed::from_der(&request.to_der()?)?;
    forged.tbs[20] ^= 1;
    let Err(Failure::Invalid(not_issued)) = issue(&intermediate, &forged, id, "example.org") else {
        return Err(other("a forged request is not refused, which is a fault in this program"));
    };
    let request_2 = new_request(&new_key(id)?, "CN=revoked.example.org,C=CN")?;
    let revoked = issue(&intermediate, &Signed::from_der(&request_2.to_der()?)?, id, "revoked.example.org")?;
    let crl = revoke(&intermediate, &[&revoked], 1)?;

    let chain = Chain {
        root: Signed::from_der(&root.certificate.to_der()?)?,
        intermediates: vec![Signed::from_der(&intermediate.certificate.to_der()?)?],
        crls: vec![Signed::from_der(&crl.to_der()?)?],
        id,
        time: now()?,
    };
    let path = chain.verify(&Signed::from_der(&leaf.to_der()?)?)?.join(" <- ");
    let Err(Failure::Invalid(refused)) = chain.verify(&Signed::from_der(&revoked.to_der()?)?) else {
        return Err(other("the revoked certificate is not refused, which is a fault in this program"));
    };

    handshake(&leaf_key, &leaf)?;

    fs::create_dir(dir).map_err(|error| other(format!("cannot make the folder {dir:?}: {error}")))?;
    let file = |name: &str| dir.join(name);
    write(&file("root.pem"), "CERTIFICATE", &root.certificate.to_der()?)?;
    write(&file("intermediate.pem"), "CERTIFICATE", &intermediate.certificate.to_der()?)?;
    write(&file("leaf.csr"), "CERTIFICATE REQUEST", &request.to_der()?)?;
    write(&file("leaf.pem"), "CERTIFICATE", &leaf.to_der()?)?;
    write(&file("revoked.pem"), "CERTIFICATE", &revoked.to_der()?)?;
    write(&file("intermediate.crl"), "X509 CRL", &crl.to_der()?)?;
    for (name, key) in [("root", &root.key), ("intermediate", &intermediate.key), ("leaf", &leaf_key)] {
        let pem = key.to_pkcs8_pem(LineEnding::LF).map_err(|_| other("a key cannot be encoded"))?;
        write_new(&file(&format!("{name}-key.pem")), pem.as_bytes(), 0o600)?;
    }
    let (id, tls13) =
        (String::from_utf8_lossy(id.as_bytes()), String::from_utf8_lossy(DistId::TLS13.as_bytes()));
    Ok(format!(
        "\
Certificates, requests and lists of revoked certificates are signed under the identifier {id:?}:
  valid:   {path}
  refused: {refused}
  refused: {not_issued}
Handshakes of TLS 1.3 are signed with the key of the same leaf under {tls13:?}:
  valid under that identifier, and refused under that of certificates
All is in {dir:?}.
"
    ))
}

/// What signs a handshake of TLS 1.3 (RFC 8446, 4.4.3) is the leaf's key under an identifier that is not that of certificates (RFC 8998, 3.2.1).
fn handshake(key: &Sm2SigningKey, certificate: &Certificate) -> Result<()> {
    let transcript_hash = [0x5a; 32];
    let content = [&[b' '; 64][..], b"TLS 1.3, server CertificateVerify\0", &transcript_hash].concat();
    let key = key.clone().with_dist_id(DistId::TLS13);
    let signature: Sm2DerSignature = key.sign_with_rng(&mut rng(), &content);

    let public_key = certificate.tbs_certificate().subject_public_key_info().owned_to_ref();
    let public_key = decode_key("the leaf", public_key, DistId::TLS13)?;
    let elsewhere = public_key.with_dist_id(DistId::DEFAULT);
    if public_key.verify(&content, &signature).is_err() || elsewhere.verify(&content, &signature).is_ok() {
        return Err(other("the handshake is not verified as it should be, which is a fault in sm2p256"));
    }
    Ok(())
}

fn write(path: &Path, label: &'static str, der: &[u8]) -> Result<()> {
    let pem = pem::encode_string(label, LineEnding::LF, der).map_err(der::Error::from)?;
    write_new(path, pem.as_bytes(), 0o644)
}

/// The file has its access rights from the moment it exists.
fn write_new(path: &Path, bytes: &[u8], mode: u32) -> Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    #[cfg(not(unix))]
    let _ = mode;
    options
        .open(path)
        .and_then(|mut file| file.write_all(bytes))
        .map_err(|error| other(format!("cannot write {path:?}: {error}")))
}
