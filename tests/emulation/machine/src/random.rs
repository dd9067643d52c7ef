//! Random sources that are the same in every run.

use core::convert::Infallible;
use rand_core::{TryCryptoRng, TryRng};

/// SplitMix64 (Steele, Lea, Flood 2014).
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58476d1ce4e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d049bb133111eb);
        z ^ z >> 31
    }

    pub fn words<const N: usize>(&mut self) -> [u64; N] {
        core::array::from_fn(|_| self.word())
    }
}

/// A source that does what the function does to the bytes it is to fill.
pub struct Source<F>(pub F);

/// One that costs next to nothing: gives these bytes.
pub fn script(bytes: &[u8; 32]) -> Source<impl FnMut(&mut [u8])> {
    Source(|dst: &mut [u8]| dst.copy_from_slice(&bytes[..dst.len()]))
}

impl<F: FnMut(&mut [u8])> TryRng for Source<F> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        unreachable!("the crate asks for bytes")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        unreachable!("the crate asks for bytes")
    }

    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Infallible> {
        self.0(dst);
        Ok(())
    }
}

impl<F: FnMut(&mut [u8])> TryCryptoRng for Source<F> {}
