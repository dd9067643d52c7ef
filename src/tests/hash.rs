//! The small SM3 against the vectors and the crate `sm3`.

use super::inputs::{Random, id, text, unhex, vectors};
use crate::scheme::hash::small::Sm3;
use sm3::Digest;
use std::vec::Vec;

#[test]
fn the_small_sm3_gives_the_digests_of_the_vectors() {
    let vectors = vectors("edge_sm3");
    assert_eq!(vectors.len(), 42);
    for v in &vectors {
        let msg = unhex(text(v, "msg"));
        assert_eq!(Sm3::digest(&msg)[..], unhex(text(v, "digest")), "{}", id(v));
    }
}

#[test]
fn the_small_sm3_is_the_crate_s_for_every_length_and_cut() {
    let mut random = Random(11);
    let msg: Vec<u8> = (0..80).flat_map(|_| random.limbs()).flat_map(u64::to_be_bytes).collect();
    for len in 0..=msg.len().min(300) {
        let msg = &msg[..len];
        let (head, tail) = msg.split_at(len / 3);
        let in_parts = Sm3::new().chain_update(head).chain_update(b"").chain_update(tail);
        let copy = in_parts.clone();
        let expected = sm3::Sm3::digest(msg);
        for digest in [Sm3::digest(msg), in_parts.finalize(), copy.finalize()] {
            assert_eq!(digest, expected, "{len} bytes");
        }
    }
}
