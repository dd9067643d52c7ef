//! The command-line example for keys and signatures.

use crate::example;
use sm2p256::pkcs8::{DecodePrivateKey, DecodePublicKey, EncodePrivateKey, EncodePublicKey, LineEnding::LF};
use sm2p256::sec1::{DecodeEcPrivateKey, EncodeEcPrivateKey};
use sm2p256::signature::{Signer, Verifier};
use sm2p256::{DistId, Sm2DerSignature, Sm2Signature, Sm2SigningKey, Sm2VerifyingKey};
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const MESSAGE: &[u8] = b"a message";

/// The key that every fixture below holds.
fn key() -> Sm2SigningKey {
    Sm2SigningKey::from_bytes(&hex_literal::hex!(
        "1b8d4105bbd2b5ac5f6d856b21a7ff3e97ba925452b4eab4478759e94c6bef1e"
    ))
    .expect("in range")
}

/// Another key.
fn stranger() -> Sm2SigningKey {
    Sm2SigningKey::from_bytes(&[0x42; 32]).expect("in range")
}

/// `openssl ecparam -name SM2 -genkey` of OpenSSL 1.1.
const PARAMETERS_AND_SEC1: &str = "\
-----BEGIN EC PARAMETERS-----
BggqgRzPVQGCLQ==
-----END EC PARAMETERS-----
-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIBuNQQW70rWsX22FayGn/z6XupJUUrTqtEeHWelMa+8eoAoGCCqBHM9V
AYItoUQDQgAERO4+UKAqEvY6+DmC8DojVhHCoXGZNVUT9YIvmiuNjS0qkHL6lBPe
kLbdbuDXU7b6HiO1eaYB38I49nRwmO75cA==
-----END EC PRIVATE KEY-----
";

/// The same of OpenSSL 3.0.
const PARAMETERS_AND_PKCS8: &str = "\
-----BEGIN SM2 PARAMETERS-----
BggqgRzPVQGCLQ==
-----END SM2 PARAMETERS-----
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqBHM9VAYItBG0wawIBAQQgG41BBbvStaxfbYVr
Iaf/Ppe6klRStOq0R4dZ6Uxr7x6hRANCAARE7j5QoCoS9jr4OYLwOiNWEcKhcZk1
VRP1gi+aK42NLSqQcvqUE96Qtt1u4NdTtvoeI7V5pgHfwjj2dHCY7vlw
-----END PRIVATE KEY-----
";

/// `openssl ec` of OpenSSL 3.0.
const SEC1_LABELLED_SM2: &str = "\
-----BEGIN SM2 PRIVATE KEY-----
MHcCAQEEIBuNQQW70rWsX22FayGn/z6XupJUUrTqtEeHWelMa+8eoAoGCCqBHM9V
AYItoUQDQgAERO4+UKAqEvY6+DmC8DojVhHCoXGZNVUT9YIvmiuNjS0qkHL6lBPe
kLbdbuDXU7b6HiO1eaYB38I49nRwmO75cA==
-----END SM2 PRIVATE KEY-----
";

const P256_KEY: &str = "\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgdTy/b9V+//AUOGKg
Z4qxCYo4szS1DlO3Lh19M4/NOoWhRANCAARXepTLHcUUqTCx4ku5d5ITfKt0nQj2
S3uvKwKYY+dNrMo2vRR11BBX5c7zPsNgdyR9r1ETG+fvchlv0toH+IEl
-----END PRIVATE KEY-----
";

const ENCRYPTED_PKCS8: &str = "\
-----BEGIN ENCRYPTED PRIVATE KEY-----
MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAjUlPwJ1pKqKAICCAAw
DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEH9U70JKsCvQKukdTzXUsaIEgZDy
FJANbZ1peUJwrWM20TGlNQS+/pS3hnkVc4IfLIiWxapA5gtlro+fBgkwlNhQQTUt
LSgCIymwfW7MFGhMoyFC231FXGogM7ECSrTJpROxGod0SeIh6vS4/TisYfownvhf
EuX/fdzU4mw9FBMh0OexsyTJl3JwJKCqlRR7p1hCqsBItj1HMIxfagB+UMCP8GE=
-----END ENCRYPTED PRIVATE KEY-----
";

const ENCRYPTED_SEC1: &str = "\
-----BEGIN SM2 PRIVATE KEY-----
Proc-Type: 4,ENCRYPTED
DEK-Info: AES-128-CBC,7B9A64DC68D2D1E5E4F89F50B83FA78B

nRS1JON/vbc1QlfmF4AKZDigL9mR0K12ziIjbu4ThGDHU30ahZ+bi27NSsq05PiR
ykNk2Xv6KVzB5O+66eHNJG0iMgSDqXWXcqRxNAFgfL9dsUcLRQ89SpayEL4EsCsb
Z9rprTDFi+BO7wKMU6X628Uxu8wTa+O74I8g0refiSI=
-----END SM2 PRIVATE KEY-----
";

/// A folder of its own for a test, with key.pem, pub.pem, message and signature in it; removed if the test succeeds.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("the folder can be made");
        let folder = Self(path);
        folder.put("key.pem", &*key().to_pkcs8_pem(LF).expect("encodes"));
        folder.put("pub.pem", key().verifying_key().to_public_key_pem(LF).expect("encodes"));
        folder.put("message", MESSAGE);
        folder.put("signature", sign(MESSAGE).to_der().as_bytes());
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn put(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).expect("the file can be written");
    }

    fn get(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("the file can be read")
    }

    fn get_text(&self, name: &str) -> String {
        String::from_utf8(self.get(name)).expect("UTF-8")
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder can be read");
        let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<_> = entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// The program in this folder; the arguments are separated by single spaces.
    fn sm2(&self, arguments: &str) -> Run {
        self.sm2_with_stdin(arguments, b"")
    }

    fn sm2_with_stdin(&self, arguments: &str, stdin: &[u8]) -> Run {
        self.run(&arguments.split(' ').collect::<Vec<_>>(), stdin)
    }

    fn run(&self, arguments: &[impl AsRef<OsStr>], stdin: &[u8]) -> Run {
        let command = example::command("sm2");
        let mut child = Command::new(&command[0])
            .args(&command[1..])
            .args(arguments)
            .current_dir(&self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut pipe = child.stdin.take().expect("piped");
        // The output is far shorter than a pipe, so that writing all of the input first cannot block both; a program
        // that ends before it has read the input is no failure of the test.
        let _ = pipe.write_all(stdin);
        drop(pipe);
        let output = child.wait_with_output().expect("the program ends");
        let arguments = arguments.iter().map(|argument| argument.as_ref().to_string_lossy());
        Run {
            arguments: arguments.collect::<Vec<_>>().join(" ").chars().take(200).collect(),
            code: output.status.code(),
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

#[derive(Debug)]
struct Run {
    arguments: String,
    code: Option<i32>,
    stdout: Vec<u8>,
    stderr: String,
}

impl Run {
    /// Standard output of a run that succeeded.
    #[track_caller]
    fn succeeds(self) -> Vec<u8> {
        assert_eq!((self.code, self.stderr.as_str()), (Some(0), ""), "sm2 {}", self.arguments);
        self.stdout
    }

    #[track_caller]
    fn prints(self) -> String {
        String::from_utf8(self.succeeds()).expect("UTF-8")
    }

    /// One line on standard error with `why` in it, and nothing on standard output.
    #[track_caller]
    fn fails(self, code: i32, why: &str) {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert!(self.stdout.is_empty(), "{self:?}");
        let line = self.stderr.strip_prefix("sm2: ").and_then(|line| line.strip_suffix('\n'));
        let line = line.unwrap_or_else(|| panic!("not a line from sm2: {self:?}"));
        assert!(!line.contains('\n') && line.contains(why), "{why:?} is not in {self:?}");
    }

    #[track_caller]
    fn refuses(self, why: &str) {
        assert!(self.stderr.starts_with("sm2: invalid signature: "), "{self:?}");
        self.fails(1, why);
    }
}

/// Deterministic, as `--deterministic` has to be.
fn sign(message: &[u8]) -> Sm2Signature {
    key().sign(message)
}

fn sign_with_id(message: &[u8], id: &[u8]) -> Vec<u8> {
    let key = key().with_dist_id(DistId::new(id).expect("short enough"));
    Signer::<Sm2DerSignature>::sign(&key, message).as_bytes().to_vec()
}

const COMMANDS: [&str; 5] = ["keygen", "pubkey", "sign", "verify", "demo"];

#[test]
fn help_and_version() {
    let folder = Folder::new("help");
    for flag in ["-h", "--help"] {
        let text = folder.sm2(flag).prints();
        assert!(text.contains("Usage: sm2 COMMAND") && text.contains("Example: sm2 keygen"), "{text}");
        assert!(COMMANDS.iter().all(|command| text.contains(&format!("\n  {command} "))), "{text}");
        for command in COMMANDS {
            let text = folder.sm2(&format!("{command} {flag}")).prints();
            assert!(text.contains(&format!("Usage: sm2 {command}")), "{text}");
            assert!(text.contains(&format!("Example: sm2 {command}")), "{text}");
        }
    }
    assert!(folder.sm2("sign key.pem --raw --help").prints().contains("Usage: sm2 sign"));
    assert_eq!(folder.sm2("--version").prints(), concat!("sm2 (sm2p256 ", env!("CARGO_PKG_VERSION"), ")\n"));
}

#[test]
fn the_examples_of_the_help_work() {
    let folder = Folder::new("examples");
    for name in ["key.pem", "pub.pem"] {
        fs::remove_file(folder.path(name)).expect("is there");
    }
    folder.put("letter.txt", "a letter");
    for command in COMMANDS {
        let help = folder.sm2(&format!("{command} --help")).prints();
        let example = help.lines().find_map(|line| line.strip_prefix("Example: sm2 ")).expect("an example");
        folder.sm2(example).succeeds();
    }
}

#[test]
fn demo_shows_a_signature_that_verifies() {
    let folder = Folder::new("demo");
    let demo = || {
        let text = folder.sm2("demo").prints();
        let field = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name));
            line.unwrap_or_else(|| panic!("{name} is not in {text}")).trim().to_owned()
        };
        let public_key = Sm2VerifyingKey::from_sec1_bytes(&unhex(&field("Public key:"))).expect("a key");
        let id = field("Identifier:");
        let public_key = public_key.with_dist_id(DistId::new(id.as_bytes()).expect("an identifier"));
        let signature = Sm2DerSignature::from_bytes(&unhex(&field("Signature:"))).expect("a signature");
        public_key.verify(field("Message:").as_bytes(), &signature).expect("valid");
        assert!(field("Verified:").contains("valid"));
        let refused = field("Refused:");
        let changed = refused.split('"').nth(1).expect("the changed message");
        assert_ne!(changed, field("Message:"));
        assert!(public_key.verify(changed.as_bytes(), &signature).is_err());
        public_key
    };
    assert_ne!(demo(), demo(), "the key is new every time");
}

fn unhex(hex: &str) -> Vec<u8> {
    let byte = |i| u8::from_str_radix(&hex[i..i + 2], 16).expect("hexadecimal digits");
    (0..hex.len()).step_by(2).map(byte).collect()
}

#[test]
fn keys_of_every_format_are_written_and_read() {
    let folder = Folder::new("formats");
    for (i, (options, label)) in [
        ("", "PRIVATE KEY"),
        (" --format pkcs8", "PRIVATE KEY"),
        (" --format pkcs8 --outform pem", "PRIVATE KEY"),
        (" --format sec1", "EC PRIVATE KEY"),
        (" --outform der", ""),
        (" --format sec1 --outform der", ""),
    ]
    .into_iter()
    .enumerate()
    {
        let (private, public) = (format!("private{i}"), format!("public{i}"));
        assert!(folder.sm2(&format!("keygen -o {private}{options}")).succeeds().is_empty());
        let sec1 = options.contains("sec1");
        let key = if label.is_empty() {
            let bytes = folder.get(&private);
            if sec1 {
                Sm2SigningKey::from_sec1_der(&bytes).expect("SEC1")
            } else {
                Sm2SigningKey::from_pkcs8_der(&bytes).expect("PKCS#8")
            }
        } else {
            let text = folder.get_text(&private);
            assert!(
                text.starts_with(&format!("-----BEGIN {label}-----\n")) && text.ends_with("-----\n"),
                "{text}"
            );
            if sec1 {
                Sm2SigningKey::from_sec1_pem(&text).expect("SEC1")
            } else {
                Sm2SigningKey::from_pkcs8_pem(&text).expect("PKCS#8")
            }
        };

        let pem = folder.sm2(&format!("pubkey {private}")).prints();
        assert_eq!(Sm2VerifyingKey::from_public_key_pem(&pem), Ok(*key.verifying_key()));
        let der = folder.sm2(&format!("pubkey {private} --outform der")).succeeds();
        assert_eq!(Sm2VerifyingKey::from_public_key_der(&der), Ok(*key.verifying_key()));
        // A public key is read as well, in both encodings.
        folder.sm2(&format!("pubkey {private} -o {public}.pem --outform pem")).succeeds();
        folder.sm2(&format!("pubkey {public}.pem --outform der --out {public}.der")).succeeds();
        assert_eq!(folder.get_text(&format!("{public}.pem")), pem);
        assert_eq!(folder.get(&format!("{public}.der")), der);
        assert_eq!(folder.sm2(&format!("pubkey {public}.der")).prints(), pem);

        folder.sm2(&format!("sign {private} message -o signature{i}")).succeeds();
        for key in [private, format!("{public}.pem"), format!("{public}.der")] {
            let text = folder.sm2(&format!("verify {key} signature{i} message")).prints();
            assert_eq!(text, "valid signature\n");
        }
    }
}

#[test]
fn keys_of_openssl_are_read() {
    let folder = Folder::new("openssl");
    let expected = folder.get_text("pub.pem");
    let sm2_oid_as_algorithm = {
        // Of OpenSSL 3.0: id-ecPublicKey, which is one byte shorter, becomes the OID of the curve.
        let oid = hex_literal::hex!("06 08 2a 81 1c cf 55 01 82 2d");
        let mut der = key().verifying_key().to_public_key_der().expect("encodes").as_bytes().to_vec();
        der.splice(4..13, oid);
        (der[1], der[3]) = (der[1] + 1, der[3] + 1);
        der
    };
    for (name, content) in [
        ("ecparam of OpenSSL 1.1", PARAMETERS_AND_SEC1.as_bytes()),
        ("ecparam of OpenSSL 3.0", PARAMETERS_AND_PKCS8.as_bytes()),
        ("ec of OpenSSL 3.0", SEC1_LABELLED_SM2.as_bytes()),
        ("CRLF", PARAMETERS_AND_SEC1.replace('\n', "\r\n").as_bytes()),
        ("no newline at the end", PARAMETERS_AND_SEC1.trim_end().as_bytes()),
        ("text around", format!("Key of Alice:\n\n{SEC1_LABELLED_SM2}\nand more\n").as_bytes()),
        ("private and public key", (SEC1_LABELLED_SM2.to_owned() + &expected).as_bytes()),
        ("sm2 as algorithm", &sm2_oid_as_algorithm),
    ] {
        folder.put("foreign", content);
        assert_eq!(folder.sm2("pubkey foreign").prints(), expected, "{name}");
        assert_eq!(folder.sm2_with_stdin("pubkey -", content).prints(), expected, "{name}");
        folder.sm2("verify foreign signature message").succeeds();
    }
}

#[test]
fn signatures_are_der_or_raw() {
    let folder = Folder::new("raw");
    folder.sm2("sign key.pem message -o der").succeeds();
    folder.sm2("sign key.pem message -o raw --raw").succeeds();
    let der = Sm2Signature::from_der(&folder.get("der")).expect("DER");
    let raw = Sm2Signature::from_slice(&folder.get("raw")).expect("64 bytes");
    for signature in [der, raw] {
        key().verifying_key().verify(MESSAGE, &signature).expect("valid");
    }
    assert_ne!(der, raw, "nonces are random");
    folder.sm2("verify pub.pem der message").succeeds();
    folder.sm2("verify pub.pem raw message --raw").succeeds();

    let expected = sign(MESSAGE);
    assert_eq!(folder.sm2("sign --deterministic key.pem message").succeeds(), expected.to_der().as_bytes());
    assert_eq!(folder.sm2("sign key.pem message --raw --deterministic").succeeds(), expected.to_bytes());
}

#[test]
fn standard_input_and_output() {
    let folder = Folder::new("stdio");
    let (private_key, signature) = (folder.get("key.pem"), folder.get("signature"));
    for arguments in ["sign key.pem --deterministic", "sign key.pem - -o - --deterministic"] {
        assert_eq!(folder.sm2_with_stdin(arguments, MESSAGE).succeeds(), signature);
    }
    assert_eq!(folder.sm2_with_stdin("sign - message --deterministic", &private_key).succeeds(), signature);
    folder.sm2_with_stdin("verify pub.pem signature", MESSAGE).succeeds();
    folder.sm2_with_stdin("verify pub.pem signature -", MESSAGE).succeeds();
    folder.sm2_with_stdin("verify pub.pem - message", &signature).succeeds();
    folder.sm2_with_stdin("verify - signature message", &private_key).succeeds();
    let pem = folder.sm2("keygen -o -").prints();
    Sm2SigningKey::from_pkcs8_pem(&pem).expect("PKCS#8");
    let der = folder.sm2("keygen --out=- --format=sec1 --outform=der").succeeds();
    Sm2SigningKey::from_sec1_der(&der).expect("SEC1");
    assert!(!folder.path("-").exists());

    for arguments in
        ["sign -", "sign - -", "verify - - message", "verify - signature", "verify pub.pem -", "verify - - -"]
    {
        folder.sm2_with_stdin(arguments, MESSAGE).fails(2, "only one of the inputs can be standard input");
    }
}

#[test]
fn identifiers() {
    let folder = Folder::new("ids");
    let sign = |options: &[&str]| {
        folder.run(&[&["sign", "key.pem", "message", "--deterministic"], options].concat(), b"")
    };
    let alice = "ALICE123@YAHOO.COM";
    let alice_hex = "414c494345313233405941484f4f2e434f4d";
    let longest = "x".repeat(8191);
    for (options, id) in [
        (&[][..], "1234567812345678"),
        (&["--id", "1234567812345678"], "1234567812345678"),
        (&["--id", alice], alice),
        (&["--id-hex", alice_hex], alice),
        (&["--id-hex", &alice_hex.to_uppercase()], alice),
        (&["--id", ""], ""),
        (&["--id-hex", ""], ""),
        (&["--id="], ""),
        (&["--id-hex="], ""),
        (&["--id=--raw"], "--raw"),
        (&["--id", "-"], "-"),
        (&["--id", "a=b"], "a=b"),
        (&["--id=a=b"], "a=b"),
        (&["--id", "李四"], "李四"),
        (&["--id-hex", "00"], "\0"),
        (&["--id", &longest], &longest),
        (&["--id-hex", &"78".repeat(8191)], &longest),
    ] {
        let signature = sign(options).succeeds();
        assert_eq!(signature, sign_with_id(MESSAGE, id.as_bytes()), "{options:?}");
        folder.put("signature", signature);
        let verify = |options: &[&str]| {
            folder.run(&[&["verify", "pub.pem", "signature", "message"], options].concat(), b"")
        };
        verify(options).succeeds();
        verify(&["--id", "another"]).refuses("this message, key and identifier");
        if id != "1234567812345678" {
            verify(&[]).refuses("this message, key and identifier");
        }
    }
    assert_eq!(sign(&["--id-hex", "ff00"]).succeeds(), sign_with_id(MESSAGE, &[0xff, 0]));

    for options in [["--id", &"x".repeat(8192)], ["--id-hex", &"78".repeat(8192)]] {
        sign(&options).fails(2, "longer than 8191 bytes");
        let verify = ["verify", "pub.pem", "signature", "message"];
        folder.run(&[&verify[..], &options].concat(), b"").fails(2, "longer than 8191 bytes");
    }
    for hex in ["0", "0g", "+1", "0x12", "1 2", "é", "ééé"] {
        sign(&["--id-hex", hex]).fails(2, "--id-hex is not pairs of hexadecimal digits");
    }
    sign(&["--id", "a", "--id-hex", "61"]).fails(2, "exclude each other");
}

#[test]
fn messages_of_any_length_are_streamed() {
    let folder = Folder::new("streamed");
    const BUFFER_LEN: usize = 64 * 1024;
    for len in [0, 1, BUFFER_LEN - 1, BUFFER_LEN, BUFFER_LEN + 1, 2 * BUFFER_LEN, 3 * 1024 * 1024 + 5] {
        let message: Vec<u8> = (0..len as u32).map(|i| (i.wrapping_mul(0x9e37_79b1) >> 24) as u8).collect();
        let expected = sign(&message).to_bytes();
        let signature = folder.sm2_with_stdin("sign key.pem --deterministic --raw", &message).succeeds();
        assert_eq!(signature, expected, "{len}");
        folder.put("long", &message);
        folder.put("signature", expected);
        assert_eq!(folder.sm2("sign key.pem long --deterministic --raw").succeeds(), expected, "{len}");
        folder.sm2("verify pub.pem signature long --raw").succeeds();
        folder.sm2_with_stdin("verify pub.pem signature --raw", &message).succeeds();
        if let Some((_, shorter)) = message.split_last() {
            folder
                .sm2_with_stdin("verify pub.pem signature --raw", shorter)
                .refuses("this message, key and identifier");
        }
    }
}

#[test]
fn invalid_signatures_exit_with_1() {
    let folder = Folder::new("invalid");
    let not_this = "this message, key and identifier";
    folder.sm2_with_stdin("verify pub.pem signature", b"another message").refuses(not_this);
    folder.sm2_with_stdin("verify pub.pem signature", b"").refuses(not_this);
    folder.put("stranger.der", stranger().verifying_key().to_public_key_der().expect("encodes").as_bytes());
    folder.sm2("verify stranger.der signature message").refuses(not_this);

    let valid = sign(MESSAGE);
    let (der, raw) = (valid.to_der(), valid.to_bytes());
    let changed = |bytes: &[u8], at: usize| {
        let mut bytes = bytes.to_vec();
        bytes[at] ^= 1;
        bytes
    };
    let with = |range: std::ops::Range<usize>, byte| {
        let mut raw = raw;
        raw[range].fill(byte);
        raw.to_vec()
    };
    let (not_der, range, length) = ("not the strict DER", "out of range", "does not have the 64 bytes");
    for (signature, why) in [
        (b"".to_vec(), not_der),
        (b"no signature\n".to_vec(), not_der),
        (vec![0x30], not_der),
        (vec![0x30; 10_000], not_der),
        (der.as_bytes()[..der.as_bytes().len() - 1].to_vec(), not_der),
        ([der.as_bytes(), b"\n"].concat(), not_der),
        (changed(der.as_bytes(), 0), not_der),
        (b"\x30\x06\x02\x01\x01\x02\x01\xff".to_vec(), not_der),
        (b"\x30\x06\x02\x01\x00\x02\x01\x01".to_vec(), range),
        (changed(der.as_bytes(), der.as_bytes().len() - 1), not_this),
        (raw.to_vec(), "not the strict DER of two positive integers; it has the 64 bytes of a raw one"),
    ] {
        folder.put("bad", &signature);
        folder.sm2("verify pub.pem bad message").refuses(why);
        folder.sm2_with_stdin("verify pub.pem - message", &signature).refuses(why);
    }
    for (signature, why) in [
        (b"".to_vec(), length),
        (raw[..63].to_vec(), length),
        ([&raw[..], b"\n"].concat(), length),
        (vec![7; 10_000], length),
        (with(0..32, 0), range),
        (with(32..64, 0), range),
        (with(0..32, 0xff), range),
        (with(32..64, 0xff), range),
        (changed(&raw, 31), not_this),
        (changed(&raw, 63), not_this),
        (der.as_bytes().to_vec(), "it is DER, which is read without --raw"),
    ] {
        folder.put("bad", &signature);
        folder.sm2("verify --raw pub.pem bad message").refuses(why);
    }
}

#[test]
fn wrong_usage_exits_with_2() {
    let folder = Folder::new("usage");
    folder.run(&[""; 0], b"").fails(2, "a command is missing");
    for (arguments, why) in [
        ("", "unknown command \"\""),
        ("frobnicate", "unknown command \"frobnicate\""),
        ("--frobnicate", "unknown command \"--frobnicate\""),
        ("keygen", "needs -o FILE"),
        ("keygen -o", "option -o needs a value"),
        ("keygen --out", "option --out needs a value"),
        ("keygen -o a -o b", "option --out is given twice"),
        ("keygen -o a --out b", "option --out is given twice"),
        ("keygen -o a --force --force", "option --force is given twice"),
        ("keygen -o a --force=yes", "option --force takes no value"),
        ("keygen -o a extra", "does not take the argument \"extra\""),
        ("keygen -o a --format spki", "option --format takes pkcs8 or sec1, and not \"spki\""),
        ("keygen -o a --outform PEM", "option --outform takes pem or der, and not \"PEM\""),
        ("keygen -o a --password-file", "option --password-file needs a value"),
        ("keygen -o a --id b", "sm2 keygen has no option \"--id\""),
        ("pubkey", "sm2 pubkey needs KEY"),
        ("pubkey key.pem extra", "does not take the argument \"extra\""),
        ("pubkey key.pem --format sec1", "sm2 pubkey has no option \"--format\""),
        ("pubkey key.pem --outform text", "option --outform takes pem or der"),
        ("sign", "sm2 sign needs KEY"),
        ("sign key.pem message signature", "does not take the argument \"signature\""),
        ("sign key.pem message --hash sm3", "sm2 sign has no option \"--hash\""),
        ("sign key.pem message --raw --raw", "option --raw is given twice"),
        ("sign key.pem message --id", "option --id needs a value"),
        ("sign key.pem message --id a --id b", "option --id is given twice"),
        ("sign key.pem message -x", "sm2 sign has no option \"-x\""),
        ("sign key.pem message -ofile", "sm2 sign has no option \"-ofile\""),
        ("sign key.pem message --i", "sm2 sign has no option \"--i\""),
        ("verify", "sm2 verify needs KEY"),
        ("verify pub.pem", "sm2 verify needs SIGNATURE"),
        ("verify pub.pem signature message extra", "does not take the argument \"extra\""),
        ("verify pub.pem signature message --deterministic", "sm2 verify has no option \"--deterministic\""),
        ("verify pub.pem signature message -o a", "sm2 verify has no option \"-o\""),
        ("demo now", "does not take the argument \"now\""),
        ("demo --id a", "sm2 demo has no option \"--id\""),
    ] {
        folder.sm2(arguments).fails(2, why);
    }
    // Also a line break in a name leaves the message on one line.
    folder.run(&["one\ntwo"], b"").fails(2, "unknown command");
    folder.run(&["sign", "one\ntwo"], b"").fails(2, "cannot read");
    assert_eq!(folder.names(), ["key.pem", "message", "pub.pem", "signature"], "nothing was written");
}

#[test]
fn operands_that_look_like_options() {
    let folder = Folder::new("dashes");
    folder.put("--raw", MESSAGE);
    folder.sm2("verify pub.pem signature -- --raw").succeeds();
    folder.sm2("sign -o out --deterministic -- key.pem --raw").succeeds();
    assert_eq!(folder.get("out"), folder.get("signature"));
}

#[test]
fn bad_files_exit_with_2() {
    let folder = Folder::new("files");
    for (arguments, why) in [
        ("pubkey nothing", "cannot read \"nothing\": "),
        ("sign nothing message", "cannot read \"nothing\": "),
        ("sign key.pem nothing", "cannot read \"nothing\": "),
        ("verify nothing signature message", "cannot read \"nothing\": "),
        ("verify pub.pem nothing message", "cannot read \"nothing\": "),
        ("verify pub.pem signature nothing", "cannot read \"nothing\": "),
        ("sign key.pem .", "cannot read \".\": "),
        ("verify . signature message", "cannot read \".\": "),
        ("verify pub.pem signature .", "cannot read \".\": "),
        ("sign pub.pem message", "\"pub.pem\" holds a public key, and signing needs a private key"),
        ("sign key.pem message -o nothing/signature", "cannot write \"nothing/signature\": "),
        ("keygen -o nothing/key.pem", "cannot write \"nothing/key.pem\": "),
        ("keygen -o nothing/key.pem --force", "cannot write \"nothing/key.pem\": "),
        ("keygen -o . --force", "cannot write \".\": "),
    ] {
        folder.sm2(arguments).fails(2, why);
    }

    let pkcs8 = key().to_pkcs8_der().expect("encodes");
    let spki = key().verifying_key().to_public_key_der().expect("encodes");
    let sec1 = key().to_sec1_der().expect("encodes");
    let changed = |der: &[u8], at: usize| {
        let mut der = der.to_vec();
        der[at] ^= 1;
        der
    };
    let n_minus_1 = hex_literal::hex!(
        "3025 0201 01 0420 fffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54122"
    );
    let (no_key, malformed) = ("holds no key in PKCS#8, SEC1 or SubjectPublicKeyInfo", "has malformed PEM");
    let (bad_private, bad_public) =
        ("holds a private key that is malformed", "holds a public key that is malformed");
    let broken_base64 = PARAMETERS_AND_SEC1.replace("MHcC", "MH!C");
    let other_end = PARAMETERS_AND_SEC1.replace("END EC PRIVATE", "END PRIVATE");
    // The label of such a file would hold the key.
    let broken_label = PARAMETERS_AND_SEC1.replace("EC PRIVATE KEY-----\nMHc", "EC PRIVATE KEY\nMHc");
    let certificate = PARAMETERS_AND_SEC1.replace("EC PRIVATE KEY", "CERTIFICATE");
    for (content, why) in [
        (&b""[..], no_key),
        (b"no key", no_key),
        (&[0xff; 300], no_key),
        (&vec![b'x'; 100_000], "is too long for a key"),
        (MESSAGE, no_key),
        (&sec1.as_bytes()[..sec1.as_bytes().len() - 1], no_key),
        (&[pkcs8.as_bytes(), b"\n"].concat(), no_key),
        (&n_minus_1, bad_private),
        // The public key in it is another one, and is not on the curve.
        (&changed(pkcs8.as_bytes(), 40), bad_private),
        (&changed(pkcs8.as_bytes(), 100), bad_private),
        (&changed(sec1.as_bytes(), 10), bad_private),
        (&changed(spki.as_bytes(), 50), bad_public),
        (&changed(spki.as_bytes(), 22), "another algorithm or curve than SM2"),
        (P256_KEY.as_bytes(), "another algorithm or curve than SM2 (OID 1.2.840.10045.3.1.7)"),
        (ENCRYPTED_PKCS8.as_bytes(), "is encrypted"),
        (ENCRYPTED_SEC1.as_bytes(), "is encrypted"),
        (broken_base64.as_bytes(), malformed),
        (other_end.as_bytes(), malformed),
        (broken_label.as_bytes(), malformed),
        (b"-----BEGIN PRIVATE KEY", malformed),
        (b"-----BEGIN PRIVATE KEY-----", malformed),
        (b"-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n", malformed),
        (b"\xff\n-----BEGIN PRIVATE KEY-----", malformed),
        (b"-----BEGIN EC PARAMETERS-----\nBggqgRzPVQGCLQ==\n-----END EC PARAMETERS-----\n", no_key),
        (certificate.as_bytes(), no_key),
    ] {
        folder.put("bad", content);
        for arguments in ["pubkey bad", "sign bad message", "verify bad signature message"] {
            let run = folder.sm2(arguments);
            assert!(!run.stderr.contains("BuNQQW70rWs") && !run.stderr.contains("1b8d4105"), "{run:?}");
            run.fails(2, why);
        }
    }
}

#[cfg(feature = "encryption")]
#[test]
fn encrypted_keys() {
    let folder = Folder::new("encrypted");
    folder.put("password", "two words");
    folder.put("lines", "two words\r\nand more\n");
    folder.put("another", "two words \n");
    let (pem, der) = ("private.pem", "private.der");
    assert!(folder.sm2("keygen -o private.pem --password-file password").succeeds().is_empty());
    folder.sm2("keygen -o private.der --outform der --password-file lines").succeeds();
    let pem_key = Sm2SigningKey::from_pkcs8_encrypted_pem(&folder.get_text(pem), "two words").expect("PEM");
    let der_key = Sm2SigningKey::from_pkcs8_encrypted_der(&folder.get(der), "two words").expect("DER");
    for (private, key) in [(pem, &pem_key), (der, &der_key)] {
        for password in ["password", "lines"] {
            let public = folder.sm2(&format!("pubkey {private} --password-file {password}")).prints();
            assert_eq!(Sm2VerifyingKey::from_public_key_pem(&public), Ok(*key.verifying_key()));
        }
        folder.sm2(&format!("sign {private} message -o s --force --password-file password")).succeeds();
        folder.sm2(&format!("verify {private} s message --password-file=lines")).succeeds();
        // Password, key or message from standard input.
        let sign = format!("sign {private} message --deterministic --password-file");
        let signature = Signer::<Sm2DerSignature>::sign(key, MESSAGE).as_bytes().to_vec();
        assert_eq!(folder.sm2_with_stdin(&format!("{sign} -"), b"two words\n").succeeds(), signature);
        let sign = "sign - message --deterministic --password-file password";
        assert_eq!(folder.sm2_with_stdin(sign, &folder.get(private)).succeeds(), signature);
        let sign = format!("sign {private} --deterministic --password-file password");
        assert_eq!(folder.sm2_with_stdin(&sign, MESSAGE).succeeds(), signature);

        let why = "is encrypted, and option --password-file names no file with its password";
        folder.sm2(&format!("sign {private} message")).fails(2, why);
        let why = "is encrypted under another password";
        folder.sm2(&format!("sign {private} message --password-file another")).fails(2, why);
        folder
            .sm2(&format!("sign {private} message --password-file nothing"))
            .fails(2, "cannot read \"nothing\"");
    }
    folder.put("gmssl.pem", crate::encryption::GMSSL_PYTHON);
    folder.put("password", "password");
    let public = folder.sm2("pubkey gmssl.pem --password-file password").prints();
    let key =
        Sm2SigningKey::from_pkcs8_encrypted_pem(crate::encryption::GMSSL_PYTHON, "password").expect("PEM");
    assert_eq!(Sm2VerifyingKey::from_public_key_pem(&public), Ok(*key.verifying_key()));
    // A password that is not needed does no harm.
    folder.sm2("sign key.pem message --password-file password").succeeds();

    folder.put("empty", "\nsecond line");
    folder.put("long", [b'x'; 1025]);
    folder.put("other.pem", crate::encryption::GMSSL_PYTHON.replace("BBQwwJw", "BBQ0wJw"));
    for (arguments, why) in [
        ("keygen -o a --password-file empty", "the password is empty"),
        ("keygen -o a --password-file long", "\"long\" is too long for a password"),
        ("keygen -o a --format sec1 --password-file password", "keys in SEC1 are not encrypted"),
        ("pubkey gmssl.pem --password-file empty", "is encrypted under another password"),
        (
            "pubkey other.pem --password-file password",
            "an algorithm that is not known here (OID 1.2.840.113549.1.5.13)",
        ),
        ("sign - --password-file -", "only one of the inputs can be standard input"),
        ("sign gmssl.pem --password-file -", "only one of the inputs can be standard input"),
        ("verify gmssl.pem - message --password-file -", "only one of the inputs can be standard input"),
    ] {
        folder.sm2(arguments).fails(2, why);
    }
    assert!(!folder.path("a").exists());
}

#[cfg(not(feature = "encryption"))]
#[test]
fn encrypted_keys_need_the_feature() {
    let folder = Folder::new("unencrypted");
    folder.put("password", "two words");
    folder.put("encrypted.pem", ENCRYPTED_PKCS8);
    let why = "needs an sm2 that has been built with the feature encryption";
    for command in ["keygen -o a", "pubkey encrypted.pem", "sign key.pem message"] {
        folder.sm2(&format!("{command} --password-file password")).fails(2, why);
    }
    folder.sm2("pubkey encrypted.pem").fails(2, why);
    assert!(!folder.path("a").exists());
}

#[test]
fn existing_files_are_kept_unless_forced() {
    let folder = Folder::new("force");
    let before = folder.get("key.pem");
    for arguments in ["keygen -o key.pem", "pubkey key.pem -o key.pem", "sign key.pem message --out key.pem"]
    {
        folder.sm2(arguments).fails(2, "\"key.pem\" exists already; option --force replaces it");
        assert_eq!(folder.get("key.pem"), before);
    }
    folder.sm2("keygen -o key.pem --force").succeeds();
    assert_ne!(folder.get("key.pem"), before);
    folder.sm2("pubkey key.pem -o pub.pem --force").succeeds();
    folder.sm2("sign key.pem message -o signature --force").succeeds();
    folder.sm2("verify pub.pem signature message").succeeds();
    folder.sm2("keygen -o new.pem --force").succeeds();
    assert_eq!(folder.names(), ["key.pem", "message", "new.pem", "pub.pem", "signature"]);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

    impl Folder {
        fn mode(&self, name: &str) -> u32 {
            fs::metadata(self.path(name)).expect("is there").permissions().mode() & 0o777
        }

        /// The program in a shell, where `"$@"` stands for it.
        fn shell(&self, script: &str) {
            let status = Command::new("sh")
                .args(["-c", script, "sh"])
                .args(example::command("sm2"))
                .current_dir(&self.0)
                .status();
            assert!(status.expect("sh is there").success(), "{script}");
        }
    }

    #[test]
    fn private_keys_are_readable_by_their_owner_alone() {
        let folder = Folder::new("mode");
        folder.put("password", "two words");
        let mut every = vec!["", " --outform der", " --format sec1", " --format sec1 --outform der"];
        if cfg!(feature = "encryption") {
            every.extend([" --password-file password", " --password-file password --outform der"]);
        }
        for options in every {
            folder.shell(&format!("umask 0; exec \"$@\" keygen -o a{options}"));
            assert_eq!(folder.mode("a"), 0o600);
            // Also if the file that is replaced is not.
            folder.put("b", "");
            fs::set_permissions(folder.path("b"), PermissionsExt::from_mode(0o666)).expect("is ours");
            folder.shell(&format!("umask 0; exec \"$@\" keygen -o b --force{options}"));
            assert_eq!(folder.mode("b"), 0o600);
            fs::remove_file(folder.path("a")).expect("is there");
        }
        folder.shell("umask 022; exec \"$@\" pubkey key.pem -o c");
        assert_eq!(folder.mode("c"), 0o644);
    }

    #[test]
    fn symbolic_links() {
        let folder = Folder::new("links");
        symlink("key.pem", folder.path("link")).expect("can be made");
        symlink("nothing", folder.path("dangling")).expect("can be made");
        let before = folder.get("key.pem");
        for link in ["link", "dangling"] {
            folder.sm2(&format!("keygen -o {link}")).fails(2, "exists already");
        }
        assert_eq!(folder.get("key.pem"), before);
        assert!(!folder.path("nothing").exists());

        folder.sm2("keygen -o link --force").succeeds();
        assert!(fs::symlink_metadata(folder.path("link")).expect("is there").is_symlink());
        assert_ne!(folder.get("key.pem"), before);
        folder.sm2("pubkey link").succeeds();
    }

    #[test]
    fn devices_are_written_and_not_replaced() {
        let folder = Folder::new("devices");
        for options in ["", " --force"] {
            folder.sm2(&format!("sign key.pem message -o /dev/null{options}")).succeeds();
            let device = fs::metadata("/dev/null").expect("is there");
            assert!(device.file_type().is_char_device());
        }
        folder
            .shell("\"$@\" sign key.pem message -o /dev/stdout | \"$@\" verify pub.pem - message >/dev/null");
    }

    #[test]
    fn names_that_are_not_utf_8() {
        let folder = Folder::new("bytes");
        let id = OsStr::from_bytes(b"\xff");
        let sign = |name: &OsStr, value: &OsStr| {
            folder.run(&["sign".as_ref(), "key.pem".as_ref(), "message".as_ref(), name, value], b"")
        };
        sign("--id".as_ref(), id).fails(2, "--id is not UTF-8; --id-hex takes any bytes");
        sign("--id-hex".as_ref(), id).fails(2, "--id-hex is not pairs of hexadecimal digits");
        sign(OsStr::from_bytes(b"--\xff"), id).fails(2, "has no option");
        folder.run(&["pubkey".as_ref(), OsStr::from_bytes(b"no\xff")], b"").fails(2, "cannot read");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn output_that_cannot_be_written_exits_with_2() {
        let folder = Folder::new("full");
        for arguments in
            ["--help", "demo", "keygen -o -", "sign key.pem message", "verify pub.pem signature message"]
        {
            folder.shell(&format!(
                "\"$@\" {arguments} >/dev/full 2>error; test $? = 2 && grep -q '^sm2: cannot write' error"
            ));
        }
        folder.sm2("keygen -o /dev/full").fails(2, "cannot write \"/dev/full\": ");
    }
}
