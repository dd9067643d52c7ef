//! The tests of what is public, in one program: by far most of the time goes into compiling and linking.
#![allow(clippy::unwrap_used)]

mod common;
#[cfg(all(feature = "pem", feature = "getrandom"))]
mod example;
#[cfg(feature = "pem")]
mod openssl_cli;

mod batches;
mod differential;
mod edge_vectors;
mod errors;
mod properties;
mod published_vectors;
mod traits;

#[cfg(all(feature = "encryption", feature = "pem"))]
mod encryption;
#[cfg(feature = "pem")]
mod openssl;
#[cfg(feature = "pem")]
mod x509;

// The programs of `examples/`.
#[cfg(all(feature = "pem", feature = "getrandom"))]
mod cli;
#[cfg(all(feature = "pem", feature = "getrandom"))]
mod x509_cli;
