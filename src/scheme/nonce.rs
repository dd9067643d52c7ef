//! Nonces: deterministic, by RFC 6979 with HMAC-SM3, and hedged, by a keyed SM3 over fresh randomness and e.
//!
//! # The hedged nonce
//!
//! k = (SM3(B ‖ rand ‖ e ‖ 2i) ‖ SM3(B ‖ rand ‖ e ‖ 2i + 1)) mod n for attempt i = 0, 1, …, where B = d ‖ label is one
//! block of SM3, rand 22 fresh random bytes (176 bits), and the counter one byte: with its padding, the rest is one block too.
//!
//! B is absorbed once a key, so that a nonce costs two compressions where RFC 6979 with additional data (3.6 there)
//! costs 25, which is as much as the rest of a signature.
//!
//! * All inputs have one length, so no input is a prefix of another, and the cascade keyed by the state behind B is
//!   a pseudo-random function if the compression function is one (Bellare, Canetti, Krawczyk, "Pseudorandom
//!   functions revisited", 1996). That the state behind B is a key as good as d is what HMAC assumes of its key block too.
//! * 512 bits mod n are uniform up to 2^−256: no rejection, no bias.
//! * With a random source that is dead, k is still a secret function of d and e, as in RFC 6979: distinct messages have
//!   unrelated nonces. With a live one, k is unpredictable even to who knows d, and a fault in one of two signatures of
//!   the same e finds another nonce in each.
//! * The label separates these hashes from every other use of d: RFC 6979 keys HMAC with zeros first, and Z begins
//!   with the length of an identifier and holds public data alone.

use super::hash::Hash;
use crate::arith::scalar::Scalar;
use crate::backend::mask::Mask;
use crate::error::{Error, Result};
use hmac::{Hmac, KeyInit, Mac};
use rand_core::TryCryptoRng;
use sm3::Digest;
use zeroize::{ZeroizeOnDrop, Zeroizing};

/// The nonces of RFC 6979, 3.2, for the key d and the prehash e, in order: the same every time.
///
/// Each key of HMAC is absorbed once, and what follows a nonce is computed if there is a next one: 18 compressions.
pub(crate) fn deterministic(d: &Scalar, e: &[u8; 32]) -> impl FnMut() -> Zeroizing<Scalar> + use<> {
    // a. e has as many bits as n: bits2octets reduces it, no more.
    let d = Zeroizing::new(d.to_be_bytes());
    let e = Scalar::from_be_bytes_reduced(e).to_be_bytes();
    // b. V is ones,  c. K zeros
    let mut v = Zeroizing::new([1; 32]);
    let mut mac = keyed(&[0; 32]);
    // d. to g.
    for separator in [0, 1] {
        mac = keyed(&authenticate(&mac, &[&*v, &[separator], &*d, &e]));
        v = authenticate(&mac, &[&*v]);
    }
    let mut first = true;
    // h.
    move || loop {
        if !first {
            mac = keyed(&authenticate(&mac, &[&*v, &[0]]));
            v = authenticate(&mac, &[&*v]);
        }
        first = false;
        v = authenticate(&mac, &[&*v]);
        let (k, below_n) = Scalar::from_be_bytes(&v);
        let k = Zeroizing::new(k);
        // That a candidate is refused, which happens once in 2^32 times, is no secret of the one that is used.
        if is_nonce(&k, below_n).is_set_vartime() {
            return k;
        }
    }
}

/// Is the candidate in [1, n − 1]? RFC 6979 refuses one in 2^32.
pub(crate) fn is_nonce(k: &Scalar, below_n: Mask) -> Mask {
    below_n & !k.is_zero()
}

fn keyed(key: &[u8; 32]) -> Hmac<Hash> {
    KeyInit::new_from_slice(key).expect("HMAC takes keys of any length")
}

/// HMAC-SM3 of the parts joined together.
fn authenticate(mac: &Hmac<Hash>, parts: &[&[u8]]) -> Zeroizing<[u8; 32]> {
    let mac = parts.iter().fold(mac.clone(), |mac, part| mac.chain_update(part));
    Zeroizing::new(mac.finalize().into_bytes().into())
}

const LABEL: &[u8; 32] = b"sm2p256 hedged signature nonce 1";

/// What hedged nonces are made with: SM3 behind the block B. As secret as d.
#[derive(Clone)]
pub(crate) struct HedgingKey(Hash);

impl HedgingKey {
    pub(crate) fn new(d: &[u8; 32]) -> Self {
        Self(Hash::new().chain_update(d).chain_update(LABEL))
    }

    /// The hedged nonces for the prehash e, in order. Fails if and only if the random source does.
    pub(crate) fn nonces<R: TryCryptoRng + ?Sized>(
        &self,
        e: &[u8; 32],
        rng: &mut R,
    ) -> Result<impl FnMut() -> Zeroizing<Scalar> + use<R>> {
        let mut rand = Zeroizing::new([0u8; 22]);
        rng.try_fill_bytes(&mut *rand).map_err(|_| Error::Rng)?;
        let seeded = self.0.clone().chain_update(*rand).chain_update(e);
        let mut counter = 0u8;
        let mut half = move |out: &mut [u8]| {
            out.copy_from_slice(&seeded.clone().chain_update([counter]).finalize());
            counter = counter.wrapping_add(1);
        };
        Ok(move || {
            let mut wide = Zeroizing::new([0u8; 64]);
            let (high, low) = wide.split_at_mut(32);
            half(high);
            half(low);
            Zeroizing::new(Scalar::from_be_bytes_wide(&wide))
        })
    }
}

impl ZeroizeOnDrop for HedgingKey {}

// The state is wiped by its own type.
const _: fn() = || {
    fn wiped<T: ZeroizeOnDrop>() {}
    wiped::<Hash>();
};
