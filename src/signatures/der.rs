//! SEQUENCE { r INTEGER, s INTEGER }.

use super::Sm2Signature;
use crate::error::{Error, Result};
use core::fmt;
use core::hash::{Hash, Hasher};
use der::asn1::UintRef;
use der::{
    Decode, Encode, EncodeValue, FixedTag, Header, Length, Reader, SliceReader, SliceWriter, Tag, Writer,
};
use signature::SignatureEncoding;

/// A signature in DER (GM/T 0009-2012, 7.3), as certificates and TLS carry it: 8 to 72 bytes, without a heap.
///
/// The same signatures as [`Sm2Signature`], with r and s in range; each has one encoding.
#[derive(Clone, Copy)]
pub struct Sm2DerSignature {
    bytes: [u8; Self::MAX_LEN],
    len: u8,
}

impl Sm2DerSignature {
    /// 72 bytes: two of header, and twice an INTEGER of two bytes of header, a sign byte and 32 more.
    pub const MAX_LEN: usize = 2 + 2 * (2 + 1 + 32);

    /// From DER, strict.
    ///
    /// # Errors
    ///
    /// As [`Sm2Signature::from_der`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        decode(bytes).map(Self::from)
    }

    /// The DER.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

/// Strict: the decoder takes minimal lengths and integers alone.
pub(super) fn decode(bytes: &[u8]) -> Result<Sm2Signature> {
    let parse = || {
        let mut reader = SliceReader::new(bytes)?;
        let pair = reader
            .sequence(|reader| Ok::<_, der::Error>((UintRef::decode(reader)?, UintRef::decode(reader)?)))?;
        reader.finish()?;
        Ok(pair)
    };
    let (r, s) = parse().map_err(|_: der::Error| Error::SignatureEncoding)?;
    let mut raw = [0; 64];
    let (r_out, s_out) = raw.split_at_mut(32);
    for (out, value) in [(r_out, r.as_bytes()), (s_out, s.as_bytes())] {
        // More than 32 bytes are more than n.
        let start = 32usize.checked_sub(value.len()).ok_or(Error::SignatureRange)?;
        out[start..].copy_from_slice(value);
    }
    Sm2Signature::from_bytes(&raw)
}

impl From<Sm2Signature> for Sm2DerSignature {
    fn from(signature: Sm2Signature) -> Self {
        let encode = |buffer: &mut [u8; Self::MAX_LEN]| {
            let (r, s) = signature.split();
            let (r, s) = (UintRef::new(r)?, UintRef::new(s)?);
            let mut writer = SliceWriter::new(buffer);
            writer.sequence((r.encoded_len()? + s.encoded_len()?)?, |writer| {
                r.encode(writer)?;
                s.encode(writer)
            })?;
            writer.finish().map(<[u8]>::len)
        };
        let mut bytes = [0; Self::MAX_LEN];
        let len = encode(&mut bytes).expect("two integers of 256 bits fit into 72 bytes");
        Self { bytes, len: len as u8 }
    }
}

impl From<Sm2DerSignature> for Sm2Signature {
    fn from(signature: Sm2DerSignature) -> Self {
        decode(signature.as_bytes()).expect("was decoded or encoded here")
    }
}

impl SignatureEncoding for Sm2DerSignature {
    type Repr = Self;
}

impl TryFrom<&[u8]> for Sm2DerSignature {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self> {
        Self::from_bytes(bytes)
    }
}

impl AsRef<[u8]> for Sm2DerSignature {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl FixedTag for Sm2DerSignature {
    const TAG: Tag = Tag::Sequence;
}

impl Sm2DerSignature {
    /// What follows the header; all lengths are below 128, so the header has two bytes.
    fn value(&self) -> &[u8] {
        &self.as_bytes()[2..]
    }
}

impl EncodeValue for Sm2DerSignature {
    fn value_len(&self) -> der::Result<Length> {
        Length::try_from(self.value().len())
    }

    fn encode_value(&self, writer: &mut impl Writer) -> der::Result<()> {
        writer.write(self.value())
    }
}

impl<'a> der::DecodeValue<'a> for Sm2DerSignature {
    type Error = der::Error;

    fn decode_value<R: Reader<'a>>(reader: &mut R, header: Header) -> der::Result<Self> {
        let value = reader.read_slice(header.length())?;
        let mut buffer = [0; Self::MAX_LEN];
        let mut writer = SliceWriter::new(&mut buffer);
        Header::new(Self::TAG, header.length()).encode(&mut writer)?;
        writer.write(value)?;
        Self::from_bytes(writer.finish()?).map_err(|_| Self::TAG.value_error().into())
    }
}

impl PartialEq for Sm2DerSignature {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Sm2DerSignature {}

impl Hash for Sm2DerSignature {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

impl fmt::Debug for Sm2DerSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sm2DerSignature(")?;
        self.as_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}
