//! Every operation on a stack of its own, which is then looked through, with the registers, for what the operation knew.

use crate::arith::field::FieldElement;
use crate::arith::limbs::{self, Limbs};
use crate::arith::scalar::{ORDER, Scalar};
use crate::backend::{Kernels, Native, dispatch};
use crate::cases::Case;
use crate::curve::fixed_base;
use crate::leaks;
use crate::operations::{self, Visitor};
use hmac::{Hmac, KeyInit, Mac};
use sm2p256::sm3::{Digest, Sm3};
use sm2p256_machine as machine;
use sm2p256_machine::random::SplitMix64;

/// How many cases each operation is run with.
const CASES: u64 = 4;
const STACK: usize = 1 << 16;
/// What the stack holds before.
const PAINT: u8 = 0xa5;

#[repr(align(64))]
struct Stack([u8; STACK]);

pub fn run() {
    let mut looker = Residue { stack: Stack([PAINT; STACK]) };
    operations::all(&mut looker);
    leaks::all(&mut looker);
}

struct Residue {
    stack: Stack,
}

impl Visitor for Residue {
    fn operation<const ID: usize, S>(
        &mut self,
        _name: &str,
        prepare: impl Fn(&Case) -> S,
        run: impl Fn(&mut S),
    ) {
        let (mut pieces, mut used, mut example) = (0, 0, None);
        for i in 0..CASES {
            let case = case(i);
            let known = Known::of(&case);
            let mut subject = prepare(&case);
            self.stack.0.fill(PAINT);
            let registers = machine::call(&mut self.stack.0, || run(&mut subject));

            let untouched = self.stack.0.iter().take_while(|byte| **byte == PAINT).count();
            used = used.max(STACK - untouched);
            for (at, window) in self.stack.0.windows(8).enumerate().skip(untouched.saturating_sub(8)) {
                let window = u64::from_le_bytes(window.try_into().expect("8 bytes"));
                if let Some(name) = known.name(window) {
                    pieces += 1;
                    example.get_or_insert((name, STACK - at));
                }
            }
            for (i, register) in registers.iter().enumerate() {
                if let Some(name) = known.name(*register) {
                    pieces += 1;
                    example.get_or_insert((name, i));
                }
            }
        }
        machine::print("residue ");
        for number in [ID, pieces, used] {
            machine::print_number(number);
            machine::print(" ");
        }
        if let Some((name, at)) = example {
            machine::print(name);
            machine::print(" at ");
            machine::print_number(at);
        }
        machine::print("\n");
    }
}

/// All random: pieces of them are found nowhere by chance.
fn case(i: u64) -> Case {
    let mut random = SplitMix64(1 << 32 | i);
    let mut bytes = || limbs::to_be_bytes(&random.words());
    Case { d: bytes(), k: bytes(), e: bytes(), random: bytes() }
}

const PIECES: usize = 8192;

/// Eight bytes of something secret, as a word, and what it is.
struct Known {
    pieces: [(u64, &'static str); PIECES],
    count: usize,
}

impl Known {
    /// What the operations know in this case.
    fn of(case: &Case) -> Self {
        let mut known = Self { pieces: [(0, ""); PIECES], count: 0 };
        let d = Scalar::from_be_bytes_reduced(&case.d);
        known.scalar("d", &d);
        known.point("the public key's point", &d);
        let one_plus_d = d + Scalar::ONE;
        known.scalar("1 + d", &one_plus_d);
        known.scalar("1/(1 + d)", &one_plus_d.invert::<Native>());

        let given = Scalar::from_be_bytes_reduced(&case.k);
        let deterministic = known.deterministic(case);
        let hedged = known.hedged(case);
        for k in [given, deterministic, hedged] {
            known.nonce(&k, case);
        }
        known.pieces[..known.count].sort_unstable_by_key(|piece| piece.0);
        known
    }

    fn name(&self, word: u64) -> Option<&'static str> {
        let pieces = &self.pieces[..self.count];
        pieces.binary_search_by_key(&word, |piece| piece.0).ok().map(|i| pieces[i].1)
    }

    /// All pieces of 32 bytes: as they are, reversed (limbs in memory), and in words of 32 bits (SM3's state and blocks).
    fn bytes(&mut self, name: &'static str, bytes: &[u8; 32]) {
        let mut reversed = *bytes;
        reversed.reverse();
        let mut words = *bytes;
        words.as_chunks_mut::<4>().0.iter_mut().for_each(|word| word.reverse());
        for form in [*bytes, reversed, words] {
            for window in form.windows(8) {
                let word = u64::from_le_bytes(window.try_into().expect("8 bytes"));
                self.pieces[self.count] = (word, name);
                self.count += 1;
            }
        }
    }

    fn limbs(&mut self, name: &'static str, limbs: &Limbs) {
        self.bytes(name, &limbs::to_be_bytes(limbs));
    }

    /// Plain and in Montgomery form.
    fn scalar(&mut self, name: &'static str, scalar: &Scalar) {
        self.limbs(name, scalar.limbs());
        let mut shifted = [0; 64];
        shifted[..32].copy_from_slice(&scalar.to_be_bytes());
        self.limbs(name, Scalar::from_be_bytes_wide(&shifted).limbs());
    }

    /// As it is, canonical, and out of Montgomery form.
    fn field<K: Kernels>(&mut self, name: &'static str, element: &FieldElement<K>) {
        self.limbs(name, &element.0);
        self.limbs(name, &element.canonical());
        self.limbs(name, &element.to_integer());
    }

    /// The coordinates of k·G, as the multiplication leaves them.
    fn point(&mut self, name: &'static str, k: &Scalar) {
        dispatch!(K => self.point_of::<K>(name, k));
    }

    fn point_of<K: Kernels>(&mut self, name: &'static str, k: &Scalar) {
        let point = fixed_base::mul::<K>(k);
        for coordinate in [point.x, point.y, point.z, point.z.invert()] {
            self.field(name, &coordinate);
        }
    }

    fn nonce(&mut self, k: &Scalar, case: &Case) {
        self.scalar("k", k);
        self.scalar("-k", &-*k);
        // The signed bits of k.
        let odd = if k.limbs()[0] & 1 == 1 { *k.limbs() } else { limbs::sub(&ORDER, k.limbs()).0 };
        self.limbs(
            "k",
            &core::array::from_fn(|i| odd[i] >> 1 | if i < 3 { odd[i + 1] << 63 } else { 1 << 63 }),
        );
        self.point("the nonce point", k);
        let x1 = fixed_base::mul::<Native>(k).to_affine().x.to_be_bytes();
        let r = Scalar::from_be_bytes_reduced(&case.e) + Scalar::from_be_bytes_reduced(&x1);
        self.scalar("r + k", &(r + *k));
    }

    /// RFC 6979, 3.2: the nonce, with the state on the way to it.
    fn deterministic(&mut self, case: &Case) -> Scalar {
        let e = Scalar::from_be_bytes_reduced(&case.e).to_be_bytes();
        let mac = |key: &[u8; 32], parts: &[&[u8]]| -> [u8; 32] {
            let mut mac = <Hmac<Sm3> as KeyInit>::new_from_slice(key).expect("any length");
            parts.iter().for_each(|part| mac.update(part));
            mac.finalize().into_bytes().into()
        };
        let (mut key, mut v) = ([0; 32], [1; 32]);
        for separator in [0u8, 1] {
            key = mac(&key, &[&v, &[separator], &case.d, &e]);
            v = mac(&key, &[&v]);
            self.hmac_state(&key, &v);
        }
        v = mac(&key, &[&v]);
        self.hmac_state(&key, &v);
        let next = mac(&key, &[&v, &[0]]);
        self.hmac_state(&next, &mac(&next, &[&v]));
        Scalar::from_be_bytes_reduced(&v)
    }

    fn hmac_state(&mut self, key: &[u8; 32], v: &[u8; 32]) {
        self.bytes("RFC 6979's K", key);
        self.bytes("RFC 6979's K", &key.map(|byte| byte ^ 0x36));
        self.bytes("RFC 6979's K", &key.map(|byte| byte ^ 0x5c));
        self.bytes("RFC 6979's V", v);
    }

    /// src/scheme/nonce.rs: the hedged nonce, with the hashes and the randomness it is made of.
    fn hedged(&mut self, case: &Case) -> Scalar {
        let label = b"sm2p256 hedged signature nonce 1";
        let half = |counter: u8| -> [u8; 32] {
            let parts: [&[u8]; 5] = [&case.d, label, &case.random[..22], &case.e, &[counter]];
            parts.iter().fold(Sm3::new(), |hash, part| hash.chain_update(part)).finalize().into()
        };
        let mut wide = [0; 64];
        for (counter, half_of_wide) in wide.as_chunks_mut::<32>().0.iter_mut().enumerate() {
            *half_of_wide = half(counter as u8);
            self.bytes("the hash for a nonce", half_of_wide);
        }
        self.bytes("the randomness of a nonce", &case.random);
        Scalar::from_be_bytes_wide(&wide)
    }
}
