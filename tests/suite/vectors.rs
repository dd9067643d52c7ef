//! The vectors alone, without the libraries that the rest of the suite needs: see `step_words` in tests/run.sh.
#![allow(clippy::unwrap_used, dead_code)]

mod common;
mod edge_vectors;
mod published_vectors;
