//! Public keys as their uncompressed SEC1 bytes. The identifier is not in them: a key that is read has the default one.
//! Private keys have no such form: what writes them should say so, by `to_bytes` or PKCS#8.

use super::Sm2VerifyingKey;
use serdect::serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

impl Serialize for Sm2VerifyingKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serdect::slice::serialize_hex_lower_or_bin(&self.to_sec1_bytes(), serializer)
    }
}

impl<'de> Deserialize<'de> for Sm2VerifyingKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut buffer = [0; 65];
        let bytes = serdect::slice::deserialize_hex_or_bin(&mut buffer, deserializer)?;
        Self::from_sec1_bytes(bytes).map_err(D::Error::custom)
    }
}
