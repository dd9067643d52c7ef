//! A public key with a table of its own.

use super::verifying::{VerifyPrehash, pairs, verify_with};
use super::{DistId, Sm2VerifyingKey};
use crate::backend::dispatch;
use crate::curve::{double_base, fixed_base};
use crate::error::Result;
use crate::signatures::Sm2Signature;
use core::fmt;

/// A public key with its identifier, prepared for many verifications: a table of multiples saves all but three of the doublings, so that a
/// verification takes about a third of the time. Needs the feature `precomp`.
///
/// It is 20.6 KiB large, and needs some 100 KiB of stack to be made, which takes as long as three and a half verifications without: it pays from
/// the sixth signature of a key on.
///
/// ```
/// use sm2p256::{Sm2PreparedVerifyingKey, Sm2Signature, Sm2SigningKey, signature::{Signer, Verifier}};
///
/// let signing_key = Sm2SigningKey::from_bytes(&[0x42; 32])?;
/// let key = Sm2PreparedVerifyingKey::from(signing_key.verifying_key());
/// let signature: Sm2Signature = signing_key.sign(b"message");
/// assert!(key.verify(b"message", &signature).is_ok());
/// assert!(key.verify(b"another message", &signature).is_err());
/// # Ok::<(), sm2p256::Error>(())
/// ```
#[derive(Clone)]
pub struct Sm2PreparedVerifyingKey {
    key: Sm2VerifyingKey,
    table: fixed_base::Table,
}

impl Sm2PreparedVerifyingKey {
    /// The key that was prepared.
    #[must_use]
    pub fn verifying_key(&self) -> &Sm2VerifyingKey {
        &self.key
    }

    /// The same key under another identifier. The table stays as it is.
    #[must_use]
    pub fn with_dist_id(mut self, id: DistId<'_>) -> Self {
        self.key = self.key.with_dist_id(id);
        self
    }

    /// As [`Sm2VerifyingKey::verify_prehash_batch`]. The table is shared already: this takes as long as one call for each.
    ///
    /// # Errors
    ///
    /// [`Error::Length`](crate::Error::Length) if the three are not equally many; nothing is written then.
    pub fn verify_prehash_batch(
        &self,
        prehashes: &[[u8; 32]],
        signatures: &[Sm2Signature],
        valid: &mut [bool],
    ) -> Result<()> {
        for ((e, signature), valid) in pairs(prehashes, signatures, valid)?.zip(valid) {
            *valid = self.is_valid(e, signature);
        }
        Ok(())
    }
}

impl From<&Sm2VerifyingKey> for Sm2PreparedVerifyingKey {
    fn from(key: &Sm2VerifyingKey) -> Self {
        Self { key: *key, table: dispatch!(K => fixed_base::table::<K>(&key.point.cast())) }
    }
}

impl From<Sm2VerifyingKey> for Sm2PreparedVerifyingKey {
    fn from(key: Sm2VerifyingKey) -> Self {
        Self::from(&key)
    }
}

impl AsRef<Sm2VerifyingKey> for Sm2PreparedVerifyingKey {
    fn as_ref(&self) -> &Sm2VerifyingKey {
        &self.key
    }
}

impl VerifyPrehash for Sm2PreparedVerifyingKey {
    fn key(&self) -> &Sm2VerifyingKey {
        &self.key
    }

    fn is_valid(&self, e: &[u8; 32], signature: &Sm2Signature) -> bool {
        dispatch!(K => {
            verify_with::<K>(e, signature, |u, v| double_base::mul_prepared_vartime(u, v, &self.table))
        })
    }
}

/// Two are equal if the keys and identifiers are.
impl PartialEq for Sm2PreparedVerifyingKey {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Sm2PreparedVerifyingKey {}

impl fmt::Debug for Sm2PreparedVerifyingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sm2PreparedVerifyingKey").field("key", &self.key).finish_non_exhaustive()
    }
}
