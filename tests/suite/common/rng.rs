//! Random sources that do what a test says.

use sm2p256::rand_core::{TryCryptoRng, TryRng};
use sm2p256::sm3::{Digest, Sm3};
use std::convert::Infallible;
use std::fmt;

/// The same stream for the same seed: SM3 over seed and counter.
#[derive(Clone)]
pub struct SeededRng {
    seed: u64,
    counter: u64,
}

impl SeededRng {
    pub fn new(seed: u64) -> Self {
        Self { seed, counter: 0 }
    }

    fn fill(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        for chunk in out.chunks_mut(32) {
            let block =
                Sm3::new().chain_update(self.seed.to_be_bytes()).chain_update(self.counter.to_be_bytes());
            chunk.copy_from_slice(&block.finalize()[..chunk.len()]);
            self.counter += 1;
        }
        Ok(())
    }

    pub fn bytes(&mut self, len: usize) -> Vec<u8> {
        let mut out = vec![0; len];
        let Ok(()) = self.fill(&mut out);
        out
    }

    pub fn array<const N: usize>(&mut self) -> [u8; N] {
        self.bytes(N).try_into().expect("N bytes")
    }

    /// Below `bound`, which is small.
    pub fn below(&mut self, bound: usize) -> usize {
        (u64::from_be_bytes(self.array()) % bound as u64) as usize
    }
}

/// The same byte for ever.
pub struct ConstantRng(pub u8);

impl ConstantRng {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        out.fill(self.0);
        Ok(())
    }
}

/// Fails after a number of calls that gave ones, and leaves rubbish behind.
pub struct FailingRng {
    pub good_calls: usize,
}

#[derive(Debug)]
pub struct Failed;

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("failed, as told")
    }
}

impl std::error::Error for Failed {}

impl FailingRng {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), Failed> {
        match self.good_calls.checked_sub(1) {
            Some(left) => {
                self.good_calls = left;
                out.fill(0xff);
                Ok(())
            }
            None => {
                out.fill(0x55);
                Err(Failed)
            }
        }
    }
}

macro_rules! rng {
    ($type:ty, $error:ty) => {
        impl TryRng for $type {
            type Error = $error;

            fn try_next_u32(&mut self) -> Result<u32, $error> {
                let mut bytes = [0; 4];
                self.fill(&mut bytes).map(|()| u32::from_le_bytes(bytes))
            }

            fn try_next_u64(&mut self) -> Result<u64, $error> {
                let mut bytes = [0; 8];
                self.fill(&mut bytes).map(|()| u64::from_le_bytes(bytes))
            }

            fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), $error> {
                self.fill(out)
            }
        }

        impl TryCryptoRng for $type {}
    };
}

rng!(SeededRng, Infallible);
rng!(ConstantRng, Infallible);
rng!(FailingRng, Failed);
