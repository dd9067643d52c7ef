//! Signatures as their bytes: hexadecimal in text formats.

use super::{Sm2DerSignature, Sm2Signature};
use serdect::serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

impl Serialize for Sm2Signature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serdect::array::serialize_hex_lower_or_bin(&self.to_bytes(), serializer)
    }
}

impl<'de> Deserialize<'de> for Sm2Signature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut buffer = [0; 64];
        let bytes = serdect::array::deserialize_hex_or_bin(&mut buffer, deserializer)?;
        Self::from_slice(bytes).map_err(D::Error::custom)
    }
}

impl Serialize for Sm2DerSignature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serdect::slice::serialize_hex_lower_or_bin(&self.as_bytes(), serializer)
    }
}

impl<'de> Deserialize<'de> for Sm2DerSignature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut buffer = [0; Self::MAX_LEN];
        let bytes = serdect::slice::deserialize_hex_or_bin(&mut buffer, deserializer)?;
        Self::from_bytes(bytes).map_err(D::Error::custom)
    }
}
