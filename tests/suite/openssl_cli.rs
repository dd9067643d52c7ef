//! The `openssl` command line, run in a folder of its own for each test.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::OnceLock;

/// `openssl`, with a folder in which it runs and which holds its files.
pub struct OpenSsl {
    dir: PathBuf,
}

impl OpenSsl {
    /// None, after one line on standard error, where there is no OpenSSL with SM2. Fails instead if `CI` is "true".
    pub fn find(test: &str) -> Option<Self> {
        static MISSING: OnceLock<Option<String>> = OnceLock::new();
        let missing = MISSING.get_or_init(|| {
            let reason = why_missing();
            if let Some(reason) = &reason {
                // Not `eprintln!`, whose output the test harness keeps to itself.
                let line = format!("SKIPPED: the tests against OpenSSL: {reason}\n");
                io::stderr().write_all(line.as_bytes()).unwrap();
            }
            reason
        });
        if let Some(reason) = missing {
            assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "CI needs OpenSSL 3: {reason}");
            return None;
        }
        let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("openssl-{test}"));
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).unwrap();
        Some(Self { dir })
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.dir.join(name), bytes).unwrap();
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.dir.join(name)).unwrap()
    }

    pub fn read_text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).unwrap()
    }

    /// Runs `openssl args`, which may fail.
    pub fn run<A: AsRef<OsStr>>(&self, args: &[A]) -> Output {
        Command::new("openssl").args(args).current_dir(&self.dir).output().unwrap()
    }

    /// Runs `openssl args`, which has to succeed, and returns what it writes to standard output.
    #[track_caller]
    pub fn ok<A: AsRef<OsStr>>(&self, args: &[A]) -> Vec<u8> {
        let output = self.run(args);
        let args: Vec<_> = args.iter().map(AsRef::as_ref).collect();
        assert!(output.status.success(), "openssl {args:?}: {}", text(&output));
        output.stdout
    }

    /// Runs a command line without quoting, which has to succeed.
    #[track_caller]
    pub fn sh(&self, line: &str) -> Vec<u8> {
        self.ok(&line.split_whitespace().collect::<Vec<_>>())
    }
}

/// What a command wrote, to standard output and standard error.
pub fn text(output: &Output) -> String {
    [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat()
}

fn why_missing() -> Option<String> {
    let version = match Command::new("openssl").arg("version").output() {
        Ok(output) => text(&output),
        Err(error) => return Some(format!("`openssl` does not run: {error}")),
    };
    let major = version.strip_prefix("OpenSSL ").and_then(|rest| rest.split('.').next()?.parse::<u32>().ok());
    if major.is_none_or(|major| major < 3) {
        return Some(format!("`openssl` is not OpenSSL 3: {}", version.trim()));
    }
    let sm2 = Command::new("openssl").args(["genpkey", "-algorithm", "SM2"]).output();
    (!sm2.is_ok_and(|output| output.status.success())).then(|| format!("no SM2 in {}", version.trim()))
}
