//! Certificate requests, certificates and lists of revoked ones: built with `x509-cert`, checked by `openssl`, and the reverse.

use crate::openssl_cli::{OpenSsl, text};
use getrandom::SysRng;
use sm2p256::pkcs8::der::asn1::{BitString, Ia5String};
use sm2p256::pkcs8::der::referenced::OwnedToRef;
use sm2p256::pkcs8::der::{DateTime, Decode, DecodePem, Encode, EncodePem};
use sm2p256::pkcs8::spki::{AlgorithmIdentifierOwned, SubjectPublicKeyInfoRef};
use sm2p256::pkcs8::{DecodePrivateKey, EncodePrivateKey, LineEnding, ObjectIdentifier};
use sm2p256::signature::Verifier;
use sm2p256::signature::rand_core::UnwrapErr;
use sm2p256::{DistId, Sm2DerSignature, Sm2Signature, Sm2SigningKey, Sm2VerifyingKey};
use std::str::FromStr;
use x509_cert::builder::profile::{BuilderProfile, cabf};
use x509_cert::builder::{Builder, CertificateBuilder, CrlBuilder};
use x509_cert::certificate::{Certificate, Rfc5280, TbsCertificate};
use x509_cert::crl::{CertificateList, RevokedCert};
use x509_cert::ext::Extension;
use x509_cert::ext::pkix::name::GeneralName;
use x509_cert::ext::pkix::{CrlNumber, SubjectAltName};
use x509_cert::name::Name;
use x509_cert::request::{CertReq, RequestBuilder};
use x509_cert::serial_number::SerialNumber;
use x509_cert::spki::SubjectPublicKeyInfo;
use x509_cert::time::{Time, Validity};

const SM2_WITH_SM3: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.156.10197.1.501");
const ROOT: &str = "CN=Name of the root,O=sm2p256,C=CN";

pub fn key(byte: u8) -> Sm2SigningKey {
    Sm2SigningKey::from_bytes(&[byte; 32]).unwrap()
}

/// The ways to sign.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Raw,
    Der,
    RawWithRng,
    DerWithRng,
}

const WAYS: [Way; 4] = [Way::Raw, Way::Der, Way::RawWithRng, Way::DerWithRng];

fn build<B: Builder>(way: Way, builder: B, key: &Sm2SigningKey) -> B::Output {
    let mut rng = UnwrapErr(SysRng);
    match way {
        Way::Raw => builder.build::<_, Sm2Signature>(key),
        Way::Der => builder.build::<_, Sm2DerSignature>(key),
        Way::RawWithRng => builder.build_with_rng::<_, Sm2Signature, _>(key, &mut rng),
        Way::DerWithRng => builder.build_with_rng::<_, Sm2DerSignature, _>(key, &mut rng),
    }
    .unwrap()
}

fn request(way: Way, key: &Sm2SigningKey) -> CertReq {
    build(way, RequestBuilder::new(Name::from_str(ROOT).unwrap()).unwrap(), key)
}

/// The beginning of a year.
pub fn time(year: u16) -> Time {
    Time::from(DateTime::new(year, 1, 1, 0, 0, 0).unwrap())
}

/// 2000 to 2049: valid whatever the checking program takes for now.
pub fn validity() -> Validity {
    Validity::new(time(2000), time(2049))
}

fn root(way: Way, key: &Sm2SigningKey) -> Certificate {
    let profile = cabf::Root::new(false, Name::from_str(ROOT).unwrap()).unwrap();
    let public_key = SubjectPublicKeyInfo::from_key(key.verifying_key()).unwrap();
    let serial = SerialNumber::from(42u32);
    build(way, CertificateBuilder::new(profile, serial, validity(), public_key).unwrap(), key)
}

/// A certificate with these names and extensions.
pub struct Profile {
    pub subject: Name,
    pub issuer: Name,
    pub extensions: Vec<Extension>,
}

impl BuilderProfile for Profile {
    fn get_issuer(&self, _: &Name) -> Name {
        self.issuer.clone()
    }

    fn get_subject(&self) -> Name {
        self.subject.clone()
    }

    fn build_extensions(
        &self,
        _: SubjectPublicKeyInfoRef<'_>,
        _: SubjectPublicKeyInfoRef<'_>,
        _: &TbsCertificate,
    ) -> x509_cert::builder::Result<Vec<Extension>> {
        Ok(self.extensions.clone())
    }
}

/// Without extensions, issued by the root.
fn leaf(way: Way, issuer: &Sm2SigningKey, key: &Sm2VerifyingKey) -> Certificate {
    let name = |text| Name::from_str(text).unwrap();
    let profile =
        Profile { subject: name("CN=Name of the leaf"), issuer: name(ROOT), extensions: Vec::new() };
    let public_key = SubjectPublicKeyInfo::from_key(key).unwrap();
    let serial = SerialNumber::from(43u32);
    build(way, CertificateBuilder::new(profile, serial, validity(), public_key).unwrap(), issuer)
}

const INTERMEDIATE: &str = "CN=Name of the intermediate,O=sm2p256,C=CN";

/// An authority below the root.
fn intermediate(way: Way, issuer: &Sm2SigningKey, key: &Sm2VerifyingKey) -> Certificate {
    let profile = cabf::tls::Subordinate {
        issuer: Name::from_str(ROOT).unwrap(),
        subject: Name::from_str(INTERMEDIATE).unwrap(),
        path_len_constraint: Some(0),
        emits_ocsp_response: false,
        client_auth: true,
    };
    let public_key = SubjectPublicKeyInfo::from_key(key).unwrap();
    let serial = SerialNumber::from(44u32);
    build(way, CertificateBuilder::new(profile, serial, validity(), public_key).unwrap(), issuer)
}

/// A certificate of a server, issued by the intermediate authority.
fn end_entity(way: Way, issuer: &Sm2SigningKey, key: &Sm2VerifyingKey, serial: u32) -> Certificate {
    let subject = Name::from_str("CN=Name of the server,C=CN").unwrap();
    let names = vec![GeneralName::DnsName(Ia5String::new("example.org").unwrap())];
    let profile = cabf::tls::Subscriber {
        certificate_type: cabf::tls::CertificateType::domain_validated(subject, names.clone()).unwrap(),
        issuer: Name::from_str(INTERMEDIATE).unwrap(),
        client_auth: true,
    };
    let public_key = SubjectPublicKeyInfo::from_key(key).unwrap();
    let serial = SerialNumber::from(serial);
    let mut builder = CertificateBuilder::new(profile, serial, validity(), public_key).unwrap();
    builder.add_extension(&SubjectAltName(names)).unwrap();
    build(way, builder, issuer)
}

/// A list of revoked certificates. `CrlBuilder` takes the authority key identifier from the issuer's certificate, where it is that of the key
/// which signed this: right for a self-signed certificate, so that an intermediate authority needs one here for its list.
fn list(way: Way, issuer: &str, key: &Sm2SigningKey, revoked: &[u32]) -> CertificateList {
    let profile = cabf::Root::new(false, Name::from_str(issuer).unwrap()).unwrap();
    let public_key = SubjectPublicKeyInfo::from_key(key.verifying_key()).unwrap();
    let serial = SerialNumber::from(1u32);
    let builder = CertificateBuilder::new(profile, serial, validity(), public_key).unwrap();
    let self_signed = build(way, builder, key);
    let Validity { not_before, not_after, .. } = validity();
    let revoked = revoked.iter().map(|serial| RevokedCert {
        serial_number: SerialNumber::from(*serial),
        revocation_date: not_before,
        crl_entry_extensions: None,
    });
    let number = CrlNumber::try_from(7u32).unwrap();
    let builder = CrlBuilder::<Rfc5280>::new_with_this_update(&self_signed, number, not_before).unwrap();
    build(way, builder.with_next_update(Some(not_after)).with_certificates(revoked), key)
}

/// The parts of a request, certificate or list that matter here.
struct Signed {
    tbs: Vec<u8>,
    algorithms: Vec<AlgorithmIdentifierOwned>,
    key: Sm2VerifyingKey,
    signature: BitString,
}

impl Signed {
    fn request(request: &CertReq) -> Self {
        Self {
            tbs: request.info.to_der().unwrap(),
            algorithms: vec![request.algorithm.clone()],
            key: request.info.public_key.owned_to_ref().try_into().unwrap(),
            signature: request.signature.clone(),
        }
    }

    fn certificate(certificate: &Certificate) -> Self {
        let tbs = certificate.tbs_certificate();
        Self {
            tbs: tbs.to_der().unwrap(),
            algorithms: vec![certificate.signature_algorithm().clone(), tbs.signature().clone()],
            key: tbs.subject_public_key_info().owned_to_ref().try_into().unwrap(),
            signature: certificate.signature().clone(),
        }
    }

    /// A list has no key but its issuer's.
    fn list(list: &CertificateList, issuer: &Sm2VerifyingKey) -> Self {
        Self {
            tbs: list.tbs_cert_list.to_der().unwrap(),
            algorithms: vec![list.signature_algorithm.clone(), list.tbs_cert_list.signature.clone()],
            key: *issuer,
            signature: list.signature.clone(),
        }
    }

    /// Checks algorithm and signature, with this key and id and not with others.
    #[track_caller]
    fn check(&self, issuer: &Sm2VerifyingKey, id: DistId<'_>) {
        for algorithm in &self.algorithms {
            assert_eq!((algorithm.oid, &algorithm.parameters), (SM2_WITH_SM3, &None));
        }
        let der = Sm2DerSignature::from_bytes(self.signature.as_bytes().unwrap()).unwrap();
        let issuer = issuer.with_dist_id(id);
        assert!(issuer.verify(&self.tbs, &der).is_ok());
        assert!(issuer.verify(&self.tbs, &Sm2Signature::from(der)).is_ok());
        assert!(issuer.verify(&self.tbs[1..], &der).is_err());
        assert!(issuer.with_dist_id(DistId::new(b"another").unwrap()).verify(&self.tbs, &der).is_err());
        assert!(key(0x55).verifying_key().with_dist_id(id).verify(&self.tbs, &der).is_err());
    }
}

/// `pem` with a letter of the subject's common name changed.
fn with_changed_name<T: EncodePem + for<'a> Decode<'a>>(value: &T) -> String {
    let mut der = value.to_der().unwrap();
    // In a certificate, the issuer comes first.
    let place = der.windows(4).rposition(|window| window == b"Name").unwrap();
    der[place] = b'G';
    T::from_der(&der).ok().unwrap().to_pem(LineEnding::LF).unwrap()
}

/// `pem` with the last bit of the signature, which ends the DER, changed.
fn with_changed_signature<T: EncodePem + for<'a> Decode<'a>>(value: &T) -> String {
    let mut der = value.to_der().unwrap();
    *der.last_mut().unwrap() ^= 1;
    T::from_der(&der).ok().unwrap().to_pem(LineEnding::LF).unwrap()
}

impl OpenSsl {
    /// Does `openssl req -verify` take the request? Its exit code says so from 3.2 on alone; its output always does.
    fn takes_request(&self, pem: &str, id: &str) -> bool {
        self.write("request.pem", pem);
        let id = format!("distid:{id}");
        let output = self.run(&["req", "-in", "request.pem", "-verify", "-noout", "-vfyopt", &id]);
        let text = text(&output);
        let verdict = |verdict| text.lines().any(|line| line.to_lowercase().ends_with(verdict));
        let (ok, failed) = (verdict("verify ok"), verdict("verify failure"));
        assert!(ok != failed, "{text}");
        ok
    }

    /// Does `openssl verify` take the certificate, issued by this root? A root itself is only looked up, not verified:
    /// -check_ss_sig would do it, but forgets the id.
    fn takes_certificate(&self, root: &str, pem: &str, id: &str) -> bool {
        self.write("root.pem", root);
        self.write("certificate.pem", pem);
        let id = format!("distid:{id}");
        let output = self.run(&["verify", "-vfyopt", &id, "-CAfile", "root.pem", "certificate.pem"]);
        let text = text(&output);
        let ok = output.status.success();
        let verdict = if ok { "certificate.pem: OK" } else { "certificate signature failure" };
        assert!(text.contains(verdict), "{text}");
        ok
    }

    /// Does `openssl pkeyutl` take the signature of a certificate by its own key?
    fn takes_self_signature(&self, pem: &str, id: &str) -> bool {
        self.takes_signature(&Signed::certificate(&Certificate::from_pem(pem).unwrap()), pem, id)
    }

    /// Does `openssl pkeyutl` take the signature by the key of this certificate?
    fn takes_signature(&self, signed: &Signed, issuer: &str, id: &str) -> bool {
        self.write("certificate.pem", issuer);
        self.write("tbs", &signed.tbs);
        self.write("sig", signed.signature.as_bytes().unwrap());
        let command =
            "pkeyutl -verify -rawin -digest sm3 -certin -inkey certificate.pem -in tbs -sigfile sig";
        let id = format!("distid:{id}");
        let args: Vec<_> = command.split(' ').chain(["-pkeyopt", &id]).collect();
        let output = self.run(&args);
        let ok = output.status.success();
        let verdict = if ok { "Signature Verified Successfully" } else { "Signature Verification Failure" };
        assert!(text(&output).contains(verdict), "{}", text(&output));
        ok
    }
}

const ID: &str = "1234567812345678";

#[test]
fn requests() {
    let key = key(0x42);
    for way in WAYS {
        let request = request(way, &key);
        let parsed = CertReq::from_der(&request.to_der().unwrap()).unwrap();
        assert_eq!(parsed, request);
        let signed = Signed::request(&parsed);
        assert_eq!(signed.key, *key.verifying_key());
        signed.check(&signed.key, DistId::DEFAULT);
    }
    // Without a random source, the same each time and in both forms; with one, new each time.
    assert_eq!(request(Way::Raw, &key), request(Way::Raw, &key));
    assert_eq!(request(Way::Raw, &key), request(Way::Der, &key));
    assert_ne!(request(Way::RawWithRng, &key), request(Way::RawWithRng, &key));
    assert_ne!(request(Way::DerWithRng, &key), request(Way::DerWithRng, &key));
}

#[test]
fn certificates() {
    let key = key(0x42);
    let leaf_key = *self::key(0x43).verifying_key();
    for way in WAYS {
        let certificate = root(way, &key);
        let parsed = Certificate::from_der(&certificate.to_der().unwrap()).unwrap();
        assert_eq!(parsed, certificate);
        let signed = Signed::certificate(&parsed);
        assert_eq!(signed.key, *key.verifying_key());
        signed.check(&signed.key, DistId::DEFAULT);

        let signed = Signed::certificate(&leaf(way, &key, &leaf_key));
        assert_eq!(signed.key, leaf_key);
        signed.check(key.verifying_key(), DistId::DEFAULT);
    }
}

#[test]
fn openssl_takes_our_requests() {
    let Some(openssl) = OpenSsl::find("our_requests") else { return };
    for way in WAYS {
        let request = request(way, &key(0x42));
        let pem = request.to_pem(LineEnding::LF).unwrap();
        assert!(openssl.takes_request(&pem, ID), "{way:?}");
        assert!(!openssl.takes_request(&pem, "another"), "{way:?}");
        assert!(!openssl.takes_request(&with_changed_name(&request), ID), "{way:?}");
        assert!(!openssl.takes_request(&with_changed_signature(&request), ID), "{way:?}");
    }
    let key = key(0x42).with_dist_id(DistId::new(b"another").unwrap());
    let pem = request(Way::Der, &key).to_pem(LineEnding::LF).unwrap();
    assert!(openssl.takes_request(&pem, "another"));
    assert!(!openssl.takes_request(&pem, ID));
}

#[test]
fn openssl_takes_our_certificates() {
    let Some(openssl) = OpenSsl::find("our_certificates") else { return };
    let key = key(0x42);
    let leaf_key = *self::key(0x43).verifying_key();
    for way in WAYS {
        let root = root(way, &key);
        let root_pem = root.to_pem(LineEnding::LF).unwrap();
        assert!(openssl.takes_certificate(&root_pem, &root_pem, ID), "{way:?}");
        assert!(openssl.takes_self_signature(&root_pem, ID), "{way:?}");
        assert!(!openssl.takes_self_signature(&root_pem, "another"), "{way:?}");
        for changed in [with_changed_name(&root), with_changed_signature(&root)] {
            assert!(!openssl.takes_self_signature(&changed, ID), "{way:?}");
        }

        let leaf = leaf(way, &key, &leaf_key);
        let leaf_pem = leaf.to_pem(LineEnding::LF).unwrap();
        assert!(openssl.takes_certificate(&root_pem, &leaf_pem, ID), "{way:?}");
        assert!(!openssl.takes_certificate(&root_pem, &leaf_pem, "another"), "{way:?}");
        for changed in [with_changed_name(&leaf), with_changed_signature(&leaf)] {
            assert!(!openssl.takes_certificate(&root_pem, &changed, ID), "{way:?}");
        }
    }
}

/// `openssl verify` gives an id to the last certificate alone (openssl/openssl #23471), and `openssl crl` takes none: whole chains and lists
/// are checked under the id that it has as its own, links and signatures under every id.
#[test]
fn openssl_takes_our_chains_and_lists() {
    let Some(openssl) = OpenSsl::find("our_chains") else { return };
    let pem = |certificate: &Certificate| certificate.to_pem(LineEnding::LF).unwrap();
    let mut default_ids = Vec::new();
    for id in [DistId::DEFAULT, DistId::TLS13, DistId::new(b"").unwrap()] {
        let [root_key, intermediate_key] = [0x42, 0x43].map(|byte| key(byte).with_dist_id(id));
        let id_text = std::str::from_utf8(id.as_bytes()).unwrap();
        let mut verdicts = Vec::new();
        for way in WAYS {
            let root = root(way, &root_key);
            let intermediate = intermediate(way, &root_key, intermediate_key.verifying_key());
            let leaf = end_entity(way, &intermediate_key, key(0x44).verifying_key(), 45);
            let lists =
                [list(way, ROOT, &root_key, &[7]), list(way, INTERMEDIATE, &intermediate_key, &[8, 9])];
            Signed::certificate(&intermediate).check(root_key.verifying_key(), id);
            Signed::certificate(&leaf).check(intermediate_key.verifying_key(), id);

            let [root_pem, intermediate_pem, leaf_pem] = [&root, &intermediate, &leaf].map(pem);
            assert!(openssl.takes_certificate(&root_pem, &intermediate_pem, id_text), "{way:?}");
            for (list, issuer, issuer_pem) in [
                (&lists[0], root_key.verifying_key(), &root_pem),
                (&lists[1], intermediate_key.verifying_key(), &intermediate_pem),
            ] {
                let parsed = CertificateList::from_der(&list.to_der().unwrap()).unwrap();
                assert_eq!(parsed, *list);
                let signed = Signed::list(&parsed, issuer);
                signed.check(issuer, id);
                assert!(openssl.takes_signature(&signed, issuer_pem, id_text), "{way:?}");
                assert!(!openssl.takes_signature(&signed, issuer_pem, "another"), "{way:?}");
            }

            openssl.write("root.pem", &root_pem);
            openssl.write("intermediate.pem", &intermediate_pem);
            openssl.write("leaf.pem", &leaf_pem);
            openssl.write("lists.pem", lists.map(|list| list.to_pem(LineEnding::LF).unwrap()).concat());
            let link = |id: &str| {
                let line =
                    format!("verify -partial_chain -CAfile intermediate.pem -vfyopt distid:{id} leaf.pem");
                openssl.run(&line.split(' ').collect::<Vec<_>>())
            };
            assert!(link(id_text).status.success(), "{way:?}");
            assert!(text(&link("another")).contains("certificate signature failure"), "{way:?}");

            let whole = "verify -crl_check_all -CRLfile lists.pem -CAfile root.pem -untrusted intermediate.pem leaf.pem";
            let whole = || openssl.run(&whole.split(' ').collect::<Vec<_>>());
            verdicts.push(whole().status.success());
            if *verdicts.last().unwrap() {
                let revoked = list(way, INTERMEDIATE, &intermediate_key, &[8, 45]);
                let root_list = list(way, ROOT, &root_key, &[]);
                let with = |list: String| {
                    openssl.write("lists.pem", list + &root_list.to_pem(LineEnding::LF).unwrap());
                    text(&whole())
                };
                assert!(
                    with(revoked.to_pem(LineEnding::LF).unwrap()).contains("certificate revoked"),
                    "{way:?}"
                );
                assert!(with(with_changed_signature(&revoked)).contains("CRL signature failure"), "{way:?}");
                openssl.write("list.pem", revoked.to_pem(LineEnding::LF).unwrap());
                let crl = "crl -noout -verify -in list.pem -CAfile intermediate.pem";
                assert!(
                    text(&openssl.run(&crl.split(' ').collect::<Vec<_>>())).contains("verify OK"),
                    "{way:?}"
                );
            }
        }
        assert!(verdicts.iter().all(|verdict| *verdict == verdicts[0]), "{verdicts:?}");
        default_ids.extend(verdicts[0].then_some(id_text));
    }
    // The empty one before version 4.
    assert!(default_ids == [""] || default_ids == [ID], "{default_ids:?}");
}

/// What `openssl req` and `openssl ca` need, so that no installed file is read.
const CONFIG: &str = "\
[req]
distinguished_name = name
x509_extensions = root
[name]
[root]
subjectKeyIdentifier = hash
basicConstraints = critical, CA:true
[leaf]
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
basicConstraints = CA:false
[ca]
default_ca = lists
[lists]
database = index.txt
crlnumber = number
default_md = sm3
default_crl_days = 1
";

#[test]
fn we_take_what_openssl_makes() {
    let Some(openssl) = OpenSsl::find("their_certificates") else { return };
    openssl.write("req.cnf", CONFIG);
    for (id, ours) in [(ID, false), (ID, true), ("another-id", false)] {
        if ours {
            let pem = key(0x42).to_pkcs8_pem(LineEnding::LF).unwrap();
            openssl.write("key.pem", pem.as_bytes());
        } else {
            openssl.sh("genpkey -algorithm SM2 -out key.pem");
        }
        let key = Sm2SigningKey::from_pkcs8_pem(&openssl.read_text("key.pem")).unwrap();
        let options = format!(
            "-config req.cnf -key key.pem -subj /CN=Root -sm3 -sigopt distid:{id} -vfyopt distid:{id}"
        );
        let dist_id = DistId::new(id.as_bytes()).unwrap();

        openssl.sh(&format!("req -new {options} -outform DER -out request.der"));
        let der = openssl.read("request.der");
        let request = CertReq::from_der(&der).unwrap();
        assert_eq!(request.to_der().unwrap(), der);
        let signed = Signed::request(&request);
        assert_eq!(signed.key, *key.verifying_key());
        signed.check(&signed.key, dist_id);

        openssl.sh(&format!("req -x509 -days 1 {options} -outform DER -out certificate.der"));
        let der = openssl.read("certificate.der");
        let certificate = Certificate::from_der(&der).unwrap();
        assert_eq!(certificate.to_der().unwrap(), der);
        let signed = Signed::certificate(&certificate);
        assert_eq!(signed.key, *key.verifying_key());
        signed.check(&signed.key, dist_id);
    }
}

#[test]
fn we_take_chains_and_lists_that_openssl_makes() {
    let Some(openssl) = OpenSsl::find("their_chains") else { return };
    openssl.write("req.cnf", CONFIG);
    for id in [ID, "TLSv1.3+GM+Cipher+Suite", "another-id"] {
        let dist_id = DistId::new(id.as_bytes()).unwrap();
        let options = format!("-sm3 -sigopt distid:{id} -vfyopt distid:{id}");
        for name in ["root", "intermediate", "leaf"] {
            openssl.sh(&format!("genpkey -algorithm SM2 -out {name}.key"));
            let key = format!("-config req.cnf -key {name}.key -subj /CN={name}");
            openssl.sh(&format!("req -new {key} {options} -out {name}.csr"));
        }
        openssl.sh(&format!(
            "req -x509 -days 1 -config req.cnf -key root.key -subj /CN=root {options} -out root.pem"
        ));
        for (issuer, name, extensions) in [("root", "intermediate", "root"), ("intermediate", "leaf", "leaf")]
        {
            let issuer = format!("-CA {issuer}.pem -CAkey {issuer}.key -set_serial 7 -days 1");
            let extensions = format!("-extfile req.cnf -extensions {extensions}");
            openssl.sh(&format!("x509 -req -in {name}.csr {issuer} {extensions} {options} -out {name}.pem"));
        }
        let mut issuer =
            *Sm2SigningKey::from_pkcs8_pem(&openssl.read_text("root.key")).unwrap().verifying_key();
        for (name, lists) in [("root", true), ("intermediate", true), ("leaf", false)] {
            let certificate = Certificate::from_pem(openssl.read_text(&format!("{name}.pem"))).unwrap();
            let signed = Signed::certificate(&certificate);
            signed.check(&issuer, dist_id);
            issuer = signed.key;
            if lists {
                // One certificate is revoked.
                openssl.write("index.txt", "R\t491231235959Z\t260101000000Z\t2A\tunknown\t/CN=revoked\n");
                openssl.write("number", "01\n");
                let signer = format!("-config req.cnf -keyfile {name}.key -cert {name}.pem");
                openssl.sh(&format!("ca -gencrl {signer} -sigopt distid:{id} -out list.pem"));
                let list = CertificateList::from_pem(openssl.read_text("list.pem")).unwrap();
                let revoked = list.tbs_cert_list.revoked_certificates.as_ref().unwrap();
                assert_eq!(revoked[0].serial_number, SerialNumber::from(0x2au8));
                Signed::list(&list, &issuer).check(&issuer, dist_id);
            }
        }
    }
}
