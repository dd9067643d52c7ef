//! The distinguishing identifier.

use crate::error::{Error, Result};
use crate::scheme::identity::MAX_ID_LEN;

/// The signer's distinguishing identifier, which both sides must agree on: a string of 0 to 8191 bytes that goes
/// into every message hash with the public key (GB/T 32918.2-2016, 5.5).
///
/// The empty identifier is one like any other, and not the default. Keys use [`DistId::DEFAULT`] until
/// [`with_dist_id`](crate::Sm2SigningKey::with_dist_id) says otherwise.
///
/// ```
/// use sm2p256::{DistId, Error};
///
/// assert_eq!(DistId::new(b"ALICE123@YAHOO.COM")?.as_bytes(), b"ALICE123@YAHOO.COM");
/// assert_eq!(DistId::new(&[0; 8192]), Err(Error::IdTooLong));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DistId<'a>(&'a [u8]);

impl<'a> DistId<'a> {
    /// `1234567812345678`, 16 bytes: what certificates use (GM/T 0009-2012, 10; GM/T 0015-2012).
    pub const DEFAULT: DistId<'static> = DistId(b"1234567812345678");

    /// `TLSv1.3+GM+Cipher+Suite`: what TLS 1.3 uses in its handshake signatures (RFC 8998, 3.2.1).
    pub const TLS13: DistId<'static> = DistId(b"TLSv1.3+GM+Cipher+Suite");

    /// The identifier made of these bytes.
    ///
    /// # Errors
    ///
    /// [`Error::IdTooLong`] for more than 8191 bytes.
    pub const fn new(id: &'a [u8]) -> Result<Self> {
        if id.len() > MAX_ID_LEN {
            return Err(Error::IdTooLong);
        }
        Ok(Self(id))
    }

    /// Its bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &'a [u8] {
        self.0
    }
}

/// [`DistId::DEFAULT`].
impl Default for DistId<'_> {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl<'a> TryFrom<&'a [u8]> for DistId<'a> {
    type Error = Error;

    fn try_from(id: &'a [u8]) -> Result<Self> {
        Self::new(id)
    }
}

impl<'a> TryFrom<&'a str> for DistId<'a> {
    type Error = Error;

    fn try_from(id: &'a str) -> Result<Self> {
        Self::new(id.as_bytes())
    }
}

impl AsRef<[u8]> for DistId<'_> {
    fn as_ref(&self) -> &[u8] {
        self.0
    }
}
