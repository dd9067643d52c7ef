//! The SM3 that Z, prehashes of messages and nonces are made with: that of the crate `sm3`, but in builds where size comes before speed.

#[cfg(not(sm2p256_small))]
pub(crate) use sm3::Sm3 as Hash;
#[cfg(sm2p256_small)]
pub(crate) use small::Sm3 as Hash;

/// SM3 (GB/T 32905-2016) with its rounds in a loop: half a kilobyte where the crate `sm3`, which has them written out, takes seven.
#[cfg(any(test, sm2p256_small))]
pub(crate) mod small {
    use sm3::digest::block_api::{
        Block, BlockSizeUser, Buffer, BufferKindUser, Eager, FixedOutputCore, OutputSizeUser, UpdateCore,
    };
    use sm3::digest::typenum::{U32, U64};
    use sm3::digest::{HashMarker, Output, buffer_fixed};
    use zeroize::{Zeroize, ZeroizeOnDrop};

    buffer_fixed!(
        /// As the type of this name in the crate `sm3`.
        pub(crate) struct Sm3(Core);
        impl: BaseFixedTraits Default Clone HashMarker;
    );

    impl ZeroizeOnDrop for Sm3 {}

    #[derive(Clone)]
    pub(crate) struct Core {
        state: [u32; 8],
        blocks: u64,
    }

    impl HashMarker for Core {}

    impl BlockSizeUser for Core {
        type BlockSize = U64;
    }

    impl BufferKindUser for Core {
        type BufferKind = Eager;
    }

    impl OutputSizeUser for Core {
        type OutputSize = U32;
    }

    impl Default for Core {
        fn default() -> Self {
            let state = [
                0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d,
                0xb0fb0e4e,
            ];
            Self { state, blocks: 0 }
        }
    }

    impl UpdateCore for Core {
        fn update_blocks(&mut self, blocks: &[Block<Self>]) {
            self.blocks += blocks.len() as u64;
            blocks.iter().for_each(|block| compress(&mut self.state, &block.0));
        }
    }

    impl FixedOutputCore for Core {
        fn finalize_fixed_core(&mut self, buffer: &mut Buffer<Self>, out: &mut Output<Self>) {
            let bits = 8 * (64 * self.blocks + buffer.get_pos() as u64);
            buffer.len64_padding_be(bits, |block| compress(&mut self.state, &block.0));
            for (out, word) in out.as_chunks_mut().0.iter_mut().zip(self.state) {
                *out = word.to_be_bytes();
            }
        }
    }

    impl Drop for Core {
        fn drop(&mut self) {
            self.state.zeroize();
            self.blocks.zeroize();
        }
    }

    impl ZeroizeOnDrop for Core {}

    /// The compression function (5.3). No branch and no address depends on the data.
    #[inline(never)]
    fn compress(state: &mut [u32; 8], block: &[u8; 64]) {
        // W_j to W_(j + 15): W_i is at i mod 16.
        let mut w = [0; 16];
        for (word, bytes) in w.iter_mut().zip(block.as_chunks().0) {
            *word = u32::from_be_bytes(*bytes);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
        // T_j <<< j
        let mut t: u32 = 0x79cc4519;
        for j in 0..64 {
            if j == 16 {
                t = 0x7a879d8au32.rotate_left(16);
            }
            let (ff, gg) =
                if j < 16 { (a ^ b ^ c, e ^ f ^ g) } else { (a & b | c & (a | b), e & (f ^ g) ^ g) };
            let ss1 = a.rotate_left(12).wrapping_add(e).wrapping_add(t).rotate_left(7);
            let ss2 = ss1 ^ a.rotate_left(12);
            let at = |i: usize| w[(j + i) % 16];
            let tt1 = ff.wrapping_add(d).wrapping_add(ss2).wrapping_add(at(0) ^ at(4));
            let tt2 = gg.wrapping_add(h).wrapping_add(ss1).wrapping_add(at(0));
            (d, c, b, a) = (c, b.rotate_left(9), a, tt1);
            (h, g, f, e) = (g, f.rotate_left(19), e, tt2 ^ tt2.rotate_left(9) ^ tt2.rotate_left(17));
            t = t.rotate_left(1);
            // W_(j + 16)
            let x = at(0) ^ at(7) ^ at(13).rotate_left(15);
            let next = x ^ x.rotate_left(15) ^ x.rotate_left(23) ^ at(3).rotate_left(7) ^ at(10);
            w[j % 16] = next;
        }
        for (state, x) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *state ^= x;
        }
    }
}
