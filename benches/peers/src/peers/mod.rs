//! The libraries compared, one adapter a file, behind one trait.

#[cfg(feature = "aws-lc-rs")]
mod aws_lc;
#[cfg(feature = "gmcrypto")]
mod gmcrypto;
#[cfg(feature = "libsm")]
mod libsm;
#[cfg(feature = "openssl")]
mod openssl;
#[cfg(feature = "ring")]
mod ring;
#[cfg(feature = "rustcrypto")]
mod rustcrypto;
mod sm2p256;

use crate::{Result, contestant::Contestant};

/// The distinguishing identifier every SM2 peer signs under, the default of GM/T 0009.
pub(crate) const ID: &str = "1234567812345678";

/// A 32-byte message, a prehash, or a secret key.
pub(crate) type Block = [u8; 32];

/// What a peer is to the others in the tables.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The crate that is being compared.
    Subject,
    /// SM2, and the first base of the ratios; signatures are checked against it.
    Reference,
    /// SM2.
    Rival,
    /// P-256, the second base of the ratios; shares no signatures with the others.
    Yardstick,
    /// P-256; shares no signatures with the others either.
    #[cfg_attr(not(feature = "ring"), allow(dead_code))]
    OtherCurve,
}

/// One library with one key loaded.
///
/// The methods are what gets timed: each is the shortest way through the library's public interface,
/// with all that can be done once for a key done in the constructor.
pub(crate) trait Peer {
    /// What the library verifies: its own signature type, or DER where it takes bytes.
    type Signature;

    const ROLE: Role = Role::Rival;

    /// Whether the library signs and verifies a prehash.
    const PREHASH: bool = true;

    fn name() -> String;

    /// Signs the SM2 digest `e` (for P-256: the SHA-256 digest), with a randomized nonce.
    fn sign_prehash(&mut self, prehash: &Block) -> Result<Self::Signature>;

    fn verify_prehash(&mut self, prehash: &Block, signature: &Self::Signature) -> bool;

    /// Signs many digests. Where the library has no such form, one by one.
    fn sign_prehash_batch(&mut self, prehashes: &[Block]) -> Result<()> {
        prehashes.iter().try_for_each(|prehash| {
            std::hint::black_box(self.sign_prehash(prehash)?);
            Ok(())
        })
    }

    /// Verifies with a key that has been prepared for it, where the library has such a form.
    fn verify_prehash_prepared(&mut self, prehash: &Block, signature: &Self::Signature) -> bool {
        self.verify_prehash(prehash, signature)
    }

    /// Are all signatures valid? Where the library has no such form, one by one.
    fn verify_prehash_batch(&mut self, prehashes: &[Block], signatures: &[&Self::Signature]) -> bool {
        prehashes.iter().zip(signatures).all(|(prehash, signature)| self.verify_prehash(prehash, signature))
    }

    /// Signs a message under [`ID`], with a randomized nonce.
    fn sign(&mut self, message: &Block) -> Result<Self::Signature>;

    /// The same with the nonce of RFC 6979, where the library has such a form.
    fn sign_deterministic(&mut self, message: &Block) -> Result<Self::Signature> {
        self.sign(message)
    }

    fn verify(&mut self, message: &Block, signature: &Self::Signature) -> bool;

    /// Makes a key pair and drops it.
    fn generate(&mut self) -> Result<()>;

    /// A random k and the affine coordinates of k·G, without what a key holds beside. Where the library gives no part of a key pair by itself,
    /// a key pair.
    fn generate_point(&mut self) -> Result<()> {
        self.generate()
    }

    fn to_der(signature: &Self::Signature) -> Vec<u8>;

    fn from_der(der: &[u8]) -> Result<Self::Signature>;
}

/// Every peer that is compiled in, ours first. SM2 peers hold the key `secret`.
pub(crate) fn all(secret: &Block) -> Result<Vec<Box<dyn Contestant>>> {
    use crate::contestant::load;

    Ok(vec![
        load(sm2p256::Sm2p256::new(secret)?)?,
        #[cfg(feature = "rustcrypto")]
        load(rustcrypto::RustCrypto::new(secret)?)?,
        #[cfg(feature = "libsm")]
        load(libsm::Libsm::new(secret)?)?,
        #[cfg(feature = "gmcrypto")]
        load(gmcrypto::Gmcrypto::new(secret)?)?,
        #[cfg(feature = "openssl")]
        load(openssl::OpenSsl::new(secret)?)?,
        #[cfg(feature = "aws-lc-rs")]
        load(aws_lc::AwsLc::new()?)?,
        #[cfg(feature = "ring")]
        load(ring::Ring::new()?)?,
    ])
}

/// The cargo features, and so the peers, that this build was made without.
pub(crate) fn left_out() -> Vec<&'static str> {
    [
        ("rustcrypto", cfg!(feature = "rustcrypto")),
        ("libsm", cfg!(feature = "libsm")),
        ("gmcrypto", cfg!(feature = "gmcrypto")),
        ("openssl", cfg!(feature = "openssl")),
        ("aws-lc-rs", cfg!(feature = "aws-lc-rs")),
        ("ring", cfg!(feature = "ring")),
    ]
    .into_iter()
    .filter_map(|(feature, built)| (!built).then_some(feature))
    .collect()
}

/// `package` and the version of it in the lock file.
fn with_version(label: &str, package: &str) -> String {
    let entry = format!("name = \"{package}\"\nversion = \"");
    let version =
        include_str!("../../Cargo.lock").split_once(&entry).and_then(|(_, rest)| rest.split('"').next());
    match version {
        Some(version) => format!("{label} {version}"),
        None => label.to_owned(),
    }
}
