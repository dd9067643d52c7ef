//! A peer with its inputs prepared, behind an object-safe trait: what the checks and the clock work on.

use std::hint::black_box;

use rand::Rng;

use crate::{
    Result,
    peers::{Block, Peer, Role},
};

/// Different inputs an operation cycles through, so that no branch predictor learns one by heart.
const CASES: usize = 64;

/// Signatures in a batch.
const BATCH: usize = 32;

/// What is timed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Op {
    SignPrehash,
    SignBatch,
    SignMessage,
    SignDeterministic,
    VerifyPrehash,
    VerifyPrepared,
    VerifyBatch,
    VerifyMessage,
    Generate,
    GeneratePoint,
}

impl Op {
    pub(crate) const ALL: [Self; 10] = [
        Self::SignPrehash,
        Self::SignBatch,
        Self::SignMessage,
        Self::SignDeterministic,
        Self::VerifyPrehash,
        Self::VerifyPrepared,
        Self::VerifyBatch,
        Self::VerifyMessage,
        Self::Generate,
        Self::GeneratePoint,
    ];

    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::SignPrehash => "sign prehash",
            Self::SignBatch => "sign 32 prehashes",
            Self::SignMessage => "sign message",
            Self::SignDeterministic => "sign message, RFC 6979",
            Self::VerifyPrehash => "verify prehash",
            Self::VerifyPrepared => "verify prehash, prepared",
            Self::VerifyBatch => "verify 32 prehashes",
            Self::VerifyMessage => "verify message",
            Self::Generate => "generate key",
            Self::GeneratePoint => "generate key, k·G alone",
        }
    }
}

/// What a signature is over.
#[derive(Clone, Copy)]
pub(crate) enum Input<'a> {
    Prehash(&'a Block),
    Message(&'a Block),
}

pub(crate) trait Contestant {
    fn name(&self) -> String;

    fn role(&self) -> Role;

    fn signs_prehash(&self) -> bool;

    /// Runs `op` `iterations` times, a batch counting as many times as it has signatures; an error if any of them fails.
    fn run(&mut self, op: Op, iterations: u32) -> Result<()>;

    /// Signs, to DER.
    fn sign(&mut self, input: Input<'_>) -> Result<Vec<u8>>;

    /// Verifies a DER signature of anyone who holds the same key.
    fn verify(&mut self, input: Input<'_>, der: &[u8]) -> Result<bool>;

    fn offers(&self, op: Op) -> bool {
        self.signs_prehash()
            || matches!(
                op,
                Op::SignMessage
                    | Op::SignDeterministic
                    | Op::VerifyMessage
                    | Op::Generate
                    | Op::GeneratePoint
            )
    }
}

/// An input of 32 bytes and the peer's own signatures over it.
struct Case<S> {
    block: Block,
    over_message: S,
    over_prehash: Option<S>,
}

struct Loaded<P: Peer> {
    peer: P,
    cases: Vec<Case<P::Signature>>,
}

/// Prepares the inputs of `peer`.
pub(crate) fn load<P: Peer + 'static>(mut peer: P) -> Result<Box<dyn Contestant>> {
    let cases = (0..CASES)
        .map(|_| {
            let block = random_block();
            Ok(Case {
                block,
                over_message: peer.sign(&block)?,
                over_prehash: P::PREHASH.then(|| peer.sign_prehash(&block)).transpose()?,
            })
        })
        .collect::<Result<_>>()?;
    Ok(Box::new(Loaded { peer, cases }))
}

pub(crate) fn random_block() -> Block {
    let mut block = Block::default();
    rand::rng().fill_bytes(&mut block);
    block
}

impl<P: Peer> Contestant for Loaded<P> {
    fn name(&self) -> String {
        P::name()
    }

    fn role(&self) -> Role {
        P::ROLE
    }

    fn signs_prehash(&self) -> bool {
        P::PREHASH
    }

    fn run(&mut self, op: Op, iterations: u32) -> Result<()> {
        let Self { peer, cases } = self;
        let batches = cases.chunks_exact(BATCH).cycle().take((iterations as usize).div_ceil(BATCH));
        let cases = cases.iter().cycle().take(iterations as usize);
        match op {
            Op::SignPrehash => {
                for case in cases {
                    black_box(peer.sign_prehash(black_box(&case.block))?);
                }
            }
            Op::SignBatch => {
                for batch in batches {
                    let blocks: [Block; BATCH] = std::array::from_fn(|i| batch[i].block);
                    peer.sign_prehash_batch(black_box(&blocks))?;
                }
            }
            Op::SignMessage => {
                for case in cases {
                    black_box(peer.sign(black_box(&case.block))?);
                }
            }
            Op::SignDeterministic => {
                for case in cases {
                    black_box(peer.sign_deterministic(black_box(&case.block))?);
                }
            }
            Op::VerifyPrepared => {
                for case in cases {
                    let signature = case.over_prehash.as_ref().ok_or("no prehash interface")?;
                    if !peer.verify_prehash_prepared(black_box(&case.block), black_box(signature)) {
                        return Err("a valid signature over a prehash was refused".into());
                    }
                }
            }
            Op::VerifyBatch => {
                for batch in batches {
                    let blocks: [Block; BATCH] = std::array::from_fn(|i| batch[i].block);
                    let signatures = batch.iter().map(|case| case.over_prehash.as_ref());
                    let signatures: Vec<_> =
                        signatures.collect::<Option<_>>().ok_or("no prehash interface")?;
                    if !peer.verify_prehash_batch(black_box(&blocks), black_box(&signatures)) {
                        return Err("a valid signature in a batch was refused".into());
                    }
                }
            }
            Op::VerifyPrehash => {
                for case in cases {
                    let signature = case.over_prehash.as_ref().ok_or("no prehash interface")?;
                    if !peer.verify_prehash(black_box(&case.block), black_box(signature)) {
                        return Err("a valid signature over a prehash was refused".into());
                    }
                }
            }
            Op::VerifyMessage => {
                for case in cases {
                    if !peer.verify(black_box(&case.block), black_box(&case.over_message)) {
                        return Err("a valid signature over a message was refused".into());
                    }
                }
            }
            Op::Generate => {
                for _ in cases {
                    peer.generate()?;
                }
            }
            Op::GeneratePoint => {
                for _ in cases {
                    peer.generate_point()?;
                }
            }
        }
        Ok(())
    }

    fn sign(&mut self, input: Input<'_>) -> Result<Vec<u8>> {
        let signature = match input {
            Input::Prehash(block) => self.peer.sign_prehash(block),
            Input::Message(block) => self.peer.sign(block),
        }?;
        Ok(P::to_der(&signature))
    }

    fn verify(&mut self, input: Input<'_>, der: &[u8]) -> Result<bool> {
        let signature = P::from_der(der)?;
        Ok(match input {
            Input::Prehash(block) => self.peer.verify_prehash(block, &signature),
            Input::Message(block) => self.peer.verify(block, &signature),
        })
    }
}
