//! `sm2`: SM2 keys and signatures on files, in the formats that other tools read.
//!
//! `cargo run --release --example sm2 -- --help` says how it is used.

use sm2p256::getrandom::SysRng;
use sm2p256::pkcs8::der::asn1::OctetStringRef;
use sm2p256::pkcs8::der::{self, AnyRef, Decode, SecretDocument};
use sm2p256::pkcs8::spki::{self, AlgorithmIdentifierRef, SubjectPublicKeyInfoRef};
use sm2p256::pkcs8::{self, EncodePrivateKey, EncodePublicKey, LineEnding, PrivateKeyInfoRef};
use sm2p256::sec1::{DecodeEcPrivateKey, EcPrivateKey, EncodeEcPrivateKey};
use sm2p256::signature::hazmat::{PrehashSigner, PrehashVerifier, RandomizedPrehashSigner};
use sm2p256::signature::{self, RandomizedSigner, Verifier};
use sm2p256::sm3::Digest;
use sm2p256::zeroize::Zeroizing;
use sm2p256::{DistId, Error, Sm2DerSignature, Sm2Signature, Sm2SigningKey, Sm2VerifyingKey};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fmt, process};

fn main() -> ExitCode {
    match run(env::args_os().skip(1).collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let (code, sentence) = match failure {
                Failure::InvalidSignature(why) => (1, format!("invalid signature: {why}")),
                Failure::Other(sentence) => (2, sentence),
            };
            // Nobody is left to be told if standard error is closed.
            let _ = writeln!(io::stderr(), "sm2: {sentence}");
            ExitCode::from(code)
        }
    }
}

fn run(mut arguments: Vec<OsString>) -> Result<()> {
    if arguments.is_empty() {
        return Err(Failure::other("a command is missing; sm2 --help lists them"));
    }
    let first = arguments.remove(0);
    if is_help(&first) {
        return print(HELP);
    }
    if first == "--version" {
        return print(concat!("sm2 (sm2p256 ", env!("CARGO_PKG_VERSION"), ")\n"));
    }
    let Some(command) = COMMANDS.iter().find(|command| first == command.name) else {
        return Err(Failure::other(format!("unknown command {first:?}; sm2 --help lists them")));
    };
    match Arguments::parse(command, arguments)? {
        Some(arguments) => (command.run)(&arguments),
        None => print(command.help),
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// What goes wrong

/// Why the program does not exit with 0, in one sentence. Names are quoted by `{:?}`, so that it stays on one line.
enum Failure {
    InvalidSignature(String),
    Other(String),
}

type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    fn other(sentence: impl Into<String>) -> Self {
        Self::Other(sentence.into())
    }

    fn io(action: &str, name: impl fmt::Display, error: &io::Error) -> Self {
        let why = error.to_string();
        let why = why.split(" (os error").next().unwrap_or_default();
        Self::Other(format!("cannot {action} {name}: {why}"))
    }

    fn random_source() -> Self {
        Self::other("the random source of the system failed")
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The command line

struct Command {
    name: &'static str,
    help: &'static str,
    /// The first `required` of them must be there.
    operands: &'static [&'static str],
    required: usize,
    options: &'static [Opt],
    run: fn(&Arguments) -> Result<()>,
}

#[derive(Clone, Copy)]
struct Opt {
    long: &'static str,
    short: Option<&'static str>,
    has_value: bool,
}

impl Opt {
    const fn flag(long: &'static str) -> Self {
        Self { long, short: None, has_value: false }
    }

    const fn value(long: &'static str) -> Self {
        Self { long, short: None, has_value: true }
    }
}

const DETERMINISTIC: Opt = Opt::flag("--deterministic");
const FORCE: Opt = Opt::flag("--force");
const FORMAT: Opt = Opt::value("--format");
const ID: Opt = Opt::value("--id");
const ID_HEX: Opt = Opt::value("--id-hex");
const OUT: Opt = Opt { long: "--out", short: Some("-o"), has_value: true };
const OUTFORM: Opt = Opt::value("--outform");
const PASSWORD_FILE: Opt = Opt::value("--password-file");
const RAW: Opt = Opt::flag("--raw");

const COMMANDS: &[Command] = &[
    Command {
        name: "keygen",
        help: KEYGEN_HELP,
        operands: &[],
        required: 0,
        options: &[OUT, FORCE, FORMAT, OUTFORM, PASSWORD_FILE],
        run: keygen,
    },
    Command {
        name: "pubkey",
        help: PUBKEY_HELP,
        operands: &["KEY"],
        required: 1,
        options: &[OUT, FORCE, OUTFORM, PASSWORD_FILE],
        run: pubkey,
    },
    Command {
        name: "sign",
        help: SIGN_HELP,
        operands: &["KEY", "MESSAGE"],
        required: 1,
        options: &[OUT, FORCE, RAW, DETERMINISTIC, ID, ID_HEX, PASSWORD_FILE],
        run: sign,
    },
    Command {
        name: "verify",
        help: VERIFY_HELP,
        operands: &["KEY", "SIGNATURE", "MESSAGE"],
        required: 2,
        options: &[RAW, ID, ID_HEX, PASSWORD_FILE],
        run: verify,
    },
    Command { name: "demo", help: DEMO_HELP, operands: &[], required: 0, options: &[], run: demo },
];

const HELP: &str = "\
SM2 signatures (GB/T 32918.2, GM/T 0003.2) on files.

Usage: sm2 COMMAND [ARGUMENTS]

Commands:
  keygen    make a private key
  pubkey    write the public key of a private key
  sign      sign a message
  verify    verify the signature of a message
  demo      make a key, sign and verify, and say what happens

Options:
  -h, --help    print this text; after a command, the text on that command
  --version     print the version

The name - stands for standard input, and after -o for standard output. Encrypted keys (PKCS#8) are read and written if the program
has been built with the feature encryption.

Exit status: 0 for success and a valid signature, 1 for an invalid signature, 2 for wrong usage and for files that
cannot be used. One sentence on standard error says why it is not 0.

Example: sm2 keygen -o key.pem && sm2 pubkey key.pem -o pub.pem
         sm2 sign key.pem letter.txt -o letter.sig && sm2 verify pub.pem letter.sig letter.txt
";

const KEYGEN_HELP: &str = "\
Make a private key with the random source of the system.

Usage: sm2 keygen -o FILE [OPTIONS]

Options:
  -o, --out FILE       where the key goes; on Unix the file is readable by its owner alone
  --force              replace FILE if it exists
  --format FORMAT      pkcs8 (default) or sec1
  --outform ENCODING   pem (default) or der
  --password-file FILE
                       the first line is the password under which the key is encrypted (PKCS#8 alone)
  -h, --help           print this text

Example: sm2 keygen -o key.pem
";

const PUBKEY_HELP: &str = "\
Write the public key of a key as SubjectPublicKeyInfo.

Usage: sm2 pubkey KEY [OPTIONS]

KEY is a file with a private key (PKCS#8 or SEC1) or a public key (SubjectPublicKeyInfo), in PEM or DER.

Options:
  -o, --out FILE       where the public key goes; default is standard output
  --force              replace FILE if it exists
  --outform ENCODING   pem (default) or der
  --password-file FILE
                       the first line is the password of an encrypted private key
  -h, --help           print this text

Example: sm2 pubkey key.pem -o pub.pem
";

const SIGN_HELP: &str = "\
Sign a message.

Usage: sm2 sign KEY [MESSAGE] [OPTIONS]

KEY is a file with a private key (PKCS#8 or SEC1, in PEM or DER). Without MESSAGE, standard input is signed.

Options:
  -o, --out FILE     where the signature goes; default is standard output
  --force            replace FILE if it exists
  --raw              write r and s, 64 bytes; default is DER
  --deterministic    take no randomness: the same message has the same signature (RFC 6979)
  --id TEXT          identifier of the signer, 0 to 8191 bytes; default is 1234567812345678
  --id-hex HEX       the same in hexadecimal digits
  --password-file FILE
                     the first line is the password of an encrypted private key
  -h, --help         print this text

Example: sm2 sign key.pem letter.txt -o letter.sig
";

const VERIFY_HELP: &str = "\
Verify the signature of a message.

Usage: sm2 verify KEY SIGNATURE [MESSAGE] [OPTIONS]

KEY is a file with a public key (SubjectPublicKeyInfo) or a private key (PKCS#8 or SEC1), in PEM or DER. Without MESSAGE,
standard input is verified.

Options:
  --raw          the signature is r and s, 64 bytes; default is DER
  --id TEXT      identifier of the signer, 0 to 8191 bytes; default is 1234567812345678
  --id-hex HEX   the same in hexadecimal digits
  --password-file FILE
                 the first line is the password of an encrypted private key
  -h, --help     print this text

Example: sm2 verify pub.pem letter.sig letter.txt
";

const DEMO_HELP: &str = "\
Make a key, sign a message, verify it, verify a changed message, and print all of it. No file is read or written.

Usage: sm2 demo

Options:
  -h, --help    print this text

Example: sm2 demo
";

fn is_help(argument: &OsStr) -> bool {
    argument == "-h" || argument == "--help"
}

/// What follows the command.
#[derive(Default)]
struct Arguments {
    operands: Vec<OsString>,
    options: Vec<(&'static str, OsString)>,
}

impl Arguments {
    /// `None` if help is asked for. Options and operands may come in any order; after `--` come operands alone.
    fn parse(command: &Command, arguments: Vec<OsString>) -> Result<Option<Self>> {
        let mut parsed = Self::default();
        let mut arguments = arguments.into_iter();
        let mut options_end = false;
        while let Some(argument) = arguments.next() {
            if options_end || argument == "-" || !argument.as_encoded_bytes().starts_with(b"-") {
                parsed.operands.push(argument);
            } else if argument == "--" {
                options_end = true;
            } else if is_help(&argument) {
                return Ok(None);
            } else {
                parsed.option(command, &argument, &mut arguments)?;
            }
        }
        parsed.check_operands(command)?;
        Ok(Some(parsed))
    }

    /// One option: `--name`, `--name VALUE`, `--name=VALUE`, or its short name.
    fn option(
        &mut self,
        command: &Command,
        argument: &OsStr,
        rest: &mut impl Iterator<Item = OsString>,
    ) -> Result<()> {
        let unknown = || Failure::other(format!("sm2 {} has no option {argument:?}", command.name));
        let text = argument.to_str().ok_or_else(unknown)?;
        let (name, value) = match text.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value.into())),
            _ => (text, None),
        };
        let option = command.options.iter().find(|option| option.long == name || option.short == Some(name));
        let Opt { long, has_value, .. } = *option.ok_or_else(unknown)?;
        if self.value(long).is_some() {
            return Err(Failure::other(format!("option {long} is given twice")));
        }
        let value = match (has_value, value) {
            (true, Some(value)) => value,
            (true, None) => {
                rest.next().ok_or_else(|| Failure::other(format!("option {name} needs a value")))?
            }
            (false, None) => OsString::new(),
            (false, Some(_)) => return Err(Failure::other(format!("option {long} takes no value"))),
        };
        self.options.push((long, value));
        Ok(())
    }

    fn check_operands(&self, command: &Command) -> Result<()> {
        let given = self.operands.len();
        if given < command.required {
            return Err(Failure::other(format!(
                "sm2 {0} needs {1}; sm2 {0} --help tells more",
                command.name, command.operands[given]
            )));
        }
        if let Some(extra) = self.operands.get(command.operands.len()) {
            return Err(Failure::other(format!("sm2 {} does not take the argument {extra:?}", command.name)));
        }
        Ok(())
    }

    fn value(&self, long: &str) -> Option<&OsStr> {
        self.options.iter().find(|(name, _)| *name == long).map(|(_, value)| value.as_os_str())
    }

    fn flag(&self, option: Opt) -> bool {
        self.value(option.long).is_some()
    }

    /// Is the value of the option the second one of the two that it can have? The first is the default.
    fn is_second(&self, option: Opt, first: &str, second: &str) -> Result<bool> {
        match self.value(option.long) {
            Some(value) if value == second => Ok(true),
            Some(value) if value != first => Err(Failure::other(format!(
                "option {} takes {first} or {second}, and not {value:?}",
                option.long
            ))),
            _ => Ok(false),
        }
    }

    fn is_der(&self) -> Result<bool> {
        self.is_second(OUTFORM, "pem", "der")
    }

    /// Every input of the command; a message left out is standard input.
    fn inputs<const N: usize>(&self) -> Result<[Input<'_>; N]> {
        let inputs: [Input<'_>; N] = std::array::from_fn(|i| match self.operands.get(i) {
            Some(name) if name != "-" => Input::File(Path::new(name)),
            _ => Input::Stdin,
        });
        let password = self.value(PASSWORD_FILE.long).is_some_and(|name| name == "-");
        let stdin = inputs.iter().filter(|input| matches!(input, Input::Stdin)).count();
        if stdin + usize::from(password) > 1 {
            return Err(Failure::other("only one of the inputs can be standard input"));
        }
        Ok(inputs)
    }

    fn output(&self) -> Output<'_> {
        match self.value(OUT.long) {
            Some(name) if name != "-" => Output::File { path: Path::new(name), force: self.flag(FORCE) },
            _ => Output::Stdout,
        }
    }

    /// The first line of the file, if one is named.
    fn password(&self) -> Result<Option<Zeroizing<Vec<u8>>>> {
        let Some(name) = self.value(PASSWORD_FILE.long) else { return Ok(None) };
        if cfg!(not(feature = "encryption")) {
            return Err(Failure::other(format!("option {} {NEEDS_ENCRYPTION}", PASSWORD_FILE.long)));
        }
        let input = if name == "-" { Input::Stdin } else { Input::File(Path::new(name)) };
        let mut password = input.read(MAX_PASSWORD_LEN)?;
        if let Some(end) = password.iter().position(|&byte| byte == b'\n') {
            let end = end - usize::from(password[..end].ends_with(b"\r"));
            password.truncate(end);
        }
        if password.len() > MAX_PASSWORD_LEN {
            return Err(Failure::Other(format!("{input} is too long for a password")));
        }
        Ok(Some(password))
    }

    /// The bytes of the identifier.
    fn id(&self) -> Result<Vec<u8>> {
        match (self.value(ID.long), self.value(ID_HEX.long)) {
            (Some(_), Some(_)) => Err(Failure::other("options --id and --id-hex exclude each other")),
            (Some(id), None) => match id.to_str() {
                Some(id) => Ok(id.into()),
                None => Err(Failure::other("the value of --id is not UTF-8; --id-hex takes any bytes")),
            },
            (None, Some(hex)) => hex
                .to_str()
                .and_then(from_hex)
                .ok_or_else(|| Failure::other("the value of --id-hex is not pairs of hexadecimal digits")),
            (None, None) => Ok(DistId::DEFAULT.as_bytes().into()),
        }
    }
}

fn dist_id(bytes: &[u8]) -> Result<DistId<'_>> {
    DistId::new(bytes).map_err(|error| Failure::other(format!("{error}")))
}

fn from_hex(hex: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| char::from(c).to_digit(16).map(|digit| digit as u8);
    let (pairs, rest) = hex.as_bytes().as_chunks();
    rest.is_empty().then_some(())?;
    pairs.iter().map(|&[high, low]| Some(digit(high)? << 4 | digit(low)?)).collect()
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

// ---------------------------------------------------------------------------------------------------------------------
// Files

/// Read of a message at a time.
const BUFFER_LEN: usize = 64 * 1024;
/// A key in any of the formats is far shorter.
const MAX_KEY_FILE_LEN: usize = 64 * 1024;
const MAX_PASSWORD_LEN: usize = 1024;

enum Input<'a> {
    Stdin,
    File(&'a Path),
}

impl fmt::Display for Input<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdin => f.write_str("standard input"),
            Self::File(path) => write!(f, "{path:?}"),
        }
    }
}

impl Input<'_> {
    fn open(&self) -> Result<Box<dyn Read>> {
        match self {
            Self::Stdin => Ok(Box::new(io::stdin().lock())),
            Self::File(path) => match File::open(path) {
                Ok(file) => Ok(Box::new(file)),
                Err(error) => Err(self.unreadable(&error)),
            },
        }
    }

    fn unreadable(&self, error: &io::Error) -> Failure {
        Failure::io("read", self, error)
    }

    /// All of it, but no more than `max` + 1 bytes. The buffer, which may hold a secret, is never moved.
    fn read(&self, max: usize) -> Result<Zeroizing<Vec<u8>>> {
        let mut bytes = Zeroizing::new(Vec::with_capacity(max + 2));
        let mut limited = self.open()?.take(max as u64 + 1);
        limited.read_to_end(&mut bytes).map_err(|error| self.unreadable(&error))?;
        Ok(bytes)
    }
}

enum Output<'a> {
    Stdout,
    File { path: &'a Path, force: bool },
}

/// Who may read a file that is made here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Owner,
    Default,
}

impl Output<'_> {
    fn write(&self, bytes: &[u8], access: Access) -> Result<()> {
        match *self {
            Self::Stdout => {
                let mut stdout = io::stdout().lock();
                stdout
                    .write_all(bytes)
                    .and_then(|()| stdout.flush())
                    .map_err(|error| Failure::io("write", "to standard output", &error))
            }
            Self::File { path, force } => {
                write_file(path, force, bytes, access).map_err(|error| match error.kind() {
                    io::ErrorKind::AlreadyExists if !force => {
                        Failure::other(format!("{path:?} exists already; option --force replaces it"))
                    }
                    _ => Failure::io("write", format_args!("{path:?}"), &error),
                })
            }
        }
    }
}

fn print(text: &str) -> Result<()> {
    Output::Stdout.write(text.as_bytes(), Access::Default)
}

/// An existing file is replaced with `force` alone, and at once: it is never seen half-written.
fn write_file(path: &Path, force: bool, bytes: &[u8], access: Access) -> io::Result<()> {
    match write_new(path, bytes, access) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            // Nothing in a device or a pipe can be lost, and it must not be replaced by a file.
            if let Ok(mut file) = OpenOptions::new().write(true).open(path)
                && !file.metadata()?.is_file()
            {
                return file.write_all(bytes);
            }
            if !force {
                return Err(error);
            }
            // A symbolic link stays one.
            let path = fs::canonicalize(path).unwrap_or_else(|_| path.into());
            let temporary = temporary_beside(&path);
            write_new(&temporary, bytes, access)?;
            fs::rename(&temporary, &path).inspect_err(|_| discard(&temporary))
        }
        done => done,
    }
}

fn temporary_beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", process::id()));
    path.with_file_name(name)
}

/// The file has its access rights from the moment it exists.
fn write_new(path: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if access == Access::Owner {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = access;
    let mut file = options.open(path)?;
    file.write_all(bytes).and_then(|()| file.sync_all()).inspect_err(|_| discard(path))
}

/// Removes what this program made and could not finish; the failure that is reported is the one that led here.
fn discard(path: &Path) {
    let _ = fs::remove_file(path);
}

// ---------------------------------------------------------------------------------------------------------------------
// Keys

enum Key {
    Private(Box<Sm2SigningKey>),
    Public(Sm2VerifyingKey),
}

impl Key {
    fn into_public(self) -> Sm2VerifyingKey {
        match self {
            Self::Private(key) => *key.verifying_key(),
            Self::Public(key) => key,
        }
    }
}

/// The first key of a file, PEM or DER, as which it is taken by its content.
fn read_key(input: &Input<'_>, password: Option<&[u8]>) -> Result<Key> {
    let bytes = input.read(MAX_KEY_FILE_LEN)?;
    let key = if bytes.len() > MAX_KEY_FILE_LEN {
        Err("is too long for a key".into())
    } else if bytes.windows(PEM_BEGIN.len()).any(|window| window == PEM_BEGIN.as_bytes()) {
        decode_pem(&bytes, password)
    } else {
        decode_der(&bytes, password)
    };
    key.map_err(|why| Failure::Other(format!("{input} {why}")))
}

const PEM_BEGIN: &str = "-----BEGIN ";

/// The error goes on from the name of the file.
fn decode_pem(bytes: &[u8], password: Option<&[u8]>) -> std::result::Result<Key, String> {
    const MALFORMED: &str = "has malformed PEM";
    let mut rest = std::str::from_utf8(bytes).map_err(|_| MALFORMED)?;
    while let Some(start) = rest.find(PEM_BEGIN) {
        rest = &rest[start..];
        let (label, _) = rest[PEM_BEGIN.len()..].split_once("-----").ok_or(MALFORMED)?;
        let end = format!("-----END {label}-----");
        let block_len = rest.find(&end).ok_or(MALFORMED)? + end.len();
        let (block, behind) = rest.split_at(block_len);
        match label {
            // `openssl ecparam -genkey` writes them before the key, which names its curve as well.
            "EC PARAMETERS" | "SM2 PARAMETERS" => rest = behind,
            // The one with SM2 is SEC1 as `openssl ec` of OpenSSL 3 labels it.
            "PRIVATE KEY" | "ENCRYPTED PRIVATE KEY" | "EC PRIVATE KEY" | "SM2 PRIVATE KEY" | "PUBLIC KEY" => {
                if block.contains("Proc-Type:") {
                    return Err("is encrypted as OpenSSL does without PKCS#8, which is not read".into());
                }
                let (_, document) = SecretDocument::from_pem(block).map_err(|_| MALFORMED)?;
                return decode_der(document.as_bytes(), password);
            }
            _ => break,
        }
    }
    Err(NO_KEY.into())
}

const NEEDS_ENCRYPTION: &str = "needs an sm2 that has been built with the feature encryption";
const BAD_PRIVATE_KEY: &str =
    "holds a private key that is malformed, out of range or not on the curve of SM2";
const NO_KEY: &str = "holds no key in PKCS#8, SEC1 or SubjectPublicKeyInfo";

/// The error goes on from the name of the file.
fn decode_der(der: &[u8], password: Option<&[u8]>) -> std::result::Result<Key, String> {
    if let Ok(info) = PrivateKeyInfoRef::try_from(der) {
        let key = Sm2SigningKey::try_from(info).map_err(describe_pkcs8)?;
        Ok(Key::Private(key.into()))
    } else if is_encrypted(der) {
        decrypt(der, password).map(|key| Key::Private(key.into()))
    } else if EcPrivateKey::try_from(der).is_ok() {
        let key = Sm2SigningKey::from_sec1_der(der).map_err(|_| BAD_PRIVATE_KEY)?;
        Ok(Key::Private(key.into()))
    } else if let Ok(info) = SubjectPublicKeyInfoRef::try_from(der) {
        Sm2VerifyingKey::try_from(info).map(Key::Public).map_err(describe)
    } else {
        Err(NO_KEY.into())
    }
}

/// EncryptedPrivateKeyInfo: SEQUENCE { AlgorithmIdentifier, OCTET STRING }, under whatever algorithm.
fn is_encrypted(der: &[u8]) -> bool {
    let parts = AnyRef::from_der(der).and_then(|any| {
        any.sequence(|reader| {
            let scheme = AlgorithmIdentifierRef::decode(reader)?;
            der::Result::Ok((scheme, <&OctetStringRef>::decode(reader)?))
        })
    });
    parts.is_ok()
}

#[cfg(feature = "encryption")]
fn decrypt(der: &[u8], password: Option<&[u8]>) -> std::result::Result<Sm2SigningKey, String> {
    let Some(password) = password else {
        return Err(format!(
            "is encrypted, and option {} names no file with its password",
            PASSWORD_FILE.long
        ));
    };
    Sm2SigningKey::from_pkcs8_encrypted_der(der, password).map_err(|error| {
        let pkcs8::Error::EncryptedPrivateKey(error) = error else { return describe_pkcs8(error) };
        match error {
            pkcs8::pkcs5::Error::DecryptFailed => "is encrypted under another password".into(),
            pkcs8::pkcs5::Error::AlgorithmParametersInvalid { oid } => {
                format!("is encrypted with parameters that are malformed or cost too much (OID {oid})")
            }
            pkcs8::pkcs5::Error::UnsupportedAlgorithm { oid } => {
                format!("is encrypted with an algorithm that is not known here (OID {oid})")
            }
            error => format!("is encrypted in a way that is not known here: {error}"),
        }
    })
}

#[cfg(not(feature = "encryption"))]
fn decrypt(_: &[u8], _: Option<&[u8]>) -> std::result::Result<Sm2SigningKey, String> {
    Err(format!("is encrypted, and {NEEDS_ENCRYPTION}"))
}

fn describe_pkcs8(error: pkcs8::Error) -> String {
    match error {
        pkcs8::Error::PublicKey(error) => describe(error),
        _ => BAD_PRIVATE_KEY.into(),
    }
}

fn describe(error: spki::Error) -> String {
    match error {
        spki::Error::OidUnknown { oid } => {
            format!("holds a key of another algorithm or curve than SM2 (OID {oid})")
        }
        spki::Error::KeyMalformed => "holds a public key that is malformed or not on the curve of SM2".into(),
        _ => "holds a key that does not name the curve of SM2".into(),
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The commands

fn keygen(arguments: &Arguments) -> Result<()> {
    let (sec1, der) = (arguments.is_second(FORMAT, "pkcs8", "sec1")?, arguments.is_der()?);
    // A private key goes to a terminal if that is wanted, and not by accident.
    if arguments.value(OUT.long).is_none() {
        return Err(Failure::other("sm2 keygen needs -o FILE, or -o - for standard output"));
    }
    let password = arguments.password()?;
    if sec1 && password.is_some() {
        return Err(Failure::other("keys in SEC1 are not encrypted; leave --format or --password-file out"));
    }
    let key = Sm2SigningKey::try_generate(&mut SysRng).map_err(|_| Failure::random_source())?;
    #[cfg(feature = "encryption")]
    if let Some(password) = password {
        return write_encrypted(arguments, &key, &password, der);
    }
    let unwritable = || Failure::other("the private key cannot be encoded");
    let write = |bytes: &[u8]| arguments.output().write(bytes, Access::Owner);
    match (sec1, der) {
        (false, false) => write(key.to_pkcs8_pem(LineEnding::LF).map_err(|_| unwritable())?.as_bytes()),
        (false, true) => write(key.to_pkcs8_der().map_err(|_| unwritable())?.as_bytes()),
        (true, false) => write(key.to_sec1_pem(LineEnding::LF).map_err(|_| unwritable())?.as_bytes()),
        (true, true) => write(key.to_sec1_der().map_err(|_| unwritable())?.as_bytes()),
    }
}

#[cfg(feature = "encryption")]
fn write_encrypted(arguments: &Arguments, key: &Sm2SigningKey, password: &[u8], der: bool) -> Result<()> {
    if password.is_empty() {
        return Err(Failure::other("the password is empty"));
    }
    let unwritable = |_| Failure::other("the private key cannot be encrypted");
    let write = |bytes: &[u8]| arguments.output().write(bytes, Access::Owner);
    if der {
        write(key.to_pkcs8_encrypted_der_with_rng(&mut SysRng, password).map_err(unwritable)?.as_bytes())
    } else {
        let pem = key.to_pkcs8_encrypted_pem_with_rng(&mut SysRng, password, LineEnding::LF);
        write(pem.map_err(unwritable)?.as_bytes())
    }
}

fn pubkey(arguments: &Arguments) -> Result<()> {
    let der = arguments.is_der()?;
    let [key] = arguments.inputs()?;
    let password = arguments.password()?;
    let key = read_key(&key, password.as_deref().map(Vec::as_slice))?.into_public();
    let unwritable = |_| Failure::other("the public key cannot be encoded");
    let write = |bytes: &[u8]| arguments.output().write(bytes, Access::Default);
    if der {
        write(key.to_public_key_der().map_err(unwritable)?.as_bytes())
    } else {
        write(key.to_public_key_pem(LineEnding::LF).map_err(unwritable)?.as_bytes())
    }
}

/// e = SM3(Z ‖ message), of a message of any length.
///
/// `DigestSigner` and `DigestVerifier` do the same with a closure, but cannot report that a file could not be read.
fn prehash(key: &Sm2VerifyingKey, input: &Input<'_>, mut message: impl Read) -> Result<[u8; 32]> {
    let mut digest = key.digest();
    let mut buffer = vec![0; BUFFER_LEN];
    loop {
        match message.read(&mut buffer) {
            Ok(0) => return Ok(digest.finalize().into()),
            Ok(len) => digest.update(&buffer[..len]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(input.unreadable(&error)),
        }
    }
}

fn sign(arguments: &Arguments) -> Result<()> {
    let id = arguments.id()?;
    let id = dist_id(&id)?;
    let [key, message] = arguments.inputs()?;
    let password = arguments.password()?;
    let Key::Private(private_key) = read_key(&key, password.as_deref().map(Vec::as_slice))? else {
        return Err(Failure::Other(format!("{key} holds a public key, and signing needs a private key")));
    };
    let private_key = private_key.with_dist_id(id);
    let e = prehash(private_key.verifying_key(), &message, message.open()?)?;
    let signature: signature::Result<Sm2Signature> = if arguments.flag(DETERMINISTIC) {
        private_key.sign_prehash(&e)
    } else {
        private_key.sign_prehash_with_rng(&mut SysRng, &e)
    };
    let signature = signature.map_err(|_| Failure::random_source())?;
    let write = |bytes: &[u8]| arguments.output().write(bytes, Access::Default);
    if arguments.flag(RAW) { write(&signature.to_bytes()) } else { write(signature.to_der().as_bytes()) }
}

fn verify(arguments: &Arguments) -> Result<()> {
    let id = arguments.id()?;
    let id = dist_id(&id)?;
    let [key, signature, message] = arguments.inputs()?;
    let password = arguments.password()?;
    let key = read_key(&key, password.as_deref().map(Vec::as_slice))?.into_public().with_dist_id(id);
    let signature = signature.read(Sm2DerSignature::MAX_LEN)?;
    let opened = message.open()?;
    let signature = decode_signature(&signature, arguments.flag(RAW))
        .map_err(|why| Failure::InvalidSignature(why.to_string()))?;
    let e = prehash(&key, &message, opened)?;
    key.verify_prehash(&e, &signature).map_err(|_| {
        Failure::InvalidSignature("it does not belong to this message, key and identifier".into())
    })?;
    print("valid signature\n")
}

/// The two forms are never taken for one another, but an error tells if it looks like a mistake of that kind.
fn decode_signature(bytes: &[u8], raw: bool) -> std::result::Result<Sm2Signature, String> {
    let as_der = Sm2Signature::from_der(bytes);
    let as_raw = Sm2Signature::from_slice(bytes);
    let (wanted, is_the_other, hint) = if raw {
        (as_raw, as_der.is_ok(), "; it is DER, which is read without --raw")
    } else {
        (as_der, as_raw.is_ok(), "; it has the 64 bytes of a raw one, which is read with --raw")
    };
    wanted.map_err(|error| {
        let why = match error {
            Error::Length => "it does not have the 64 bytes of a raw one".into(),
            Error::SignatureEncoding => "it is not the strict DER of two positive integers".into(),
            Error::SignatureRange => "its numbers are out of range".into(),
            error => error.to_string(),
        };
        why + if is_the_other { hint } else { "" }
    })
}

fn demo(_: &Arguments) -> Result<()> {
    let message = "Pay 100 yuan to Alice.";
    let changed = "Pay 900 yuan to Alice.";

    let private_key = Sm2SigningKey::try_generate(&mut SysRng).map_err(|_| Failure::random_source())?;
    let signature: Sm2DerSignature = private_key
        .try_sign_with_rng(&mut SysRng, message.as_bytes())
        .map_err(|_| Failure::random_source())?;

    // All that the other side needs.
    let public_key = *private_key.verifying_key();
    public_key.verify(message.as_bytes(), &signature).map_err(|_| {
        Failure::InvalidSignature("the one just made is refused, which is a fault in sm2p256".into())
    })?;
    if public_key.verify(changed.as_bytes(), &signature).is_ok() {
        return Err(Failure::InvalidSignature(
            "it is accepted for a changed message, which is a fault in sm2p256".into(),
        ));
    }

    print(&format!(
        "\
A new SM2 key pair signs a message, and the public key verifies it.

Public key:  {}
Identifier:  {}
Message:     {message}
Signature:   {}

Verified:    the signature is valid for this message
Refused:     the same signature is invalid for \"{changed}\"
",
        to_hex(&public_key.to_sec1_bytes()),
        String::from_utf8_lossy(DistId::DEFAULT.as_bytes()),
        to_hex(signature.as_bytes()),
    ))
}
