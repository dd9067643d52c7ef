//! What of the scheme no input from outside reaches, or one in 2^32: nonces that are refused, and x1 from n up. What hedged nonces are.

use crate::arith::field::{FieldElement, MODULUS};
use crate::arith::limbs::{self, Limbs};
use crate::arith::scalar::{ORDER, Scalar};
use crate::backend::{Kernels, dispatch};
use crate::curve::point::JacobianPoint;
use crate::keys::Sm2SigningKey;
use crate::scheme;
use crate::scheme::nonce::{HedgingKey, is_nonce};
use crate::signatures::Sm2Signature;
use core::convert::Infallible;
use hex_literal::hex;
use rand_core::{TryCryptoRng, TryRng};
use std::vec::Vec;
use zeroize::Zeroizing;

#[test]
fn nonces_are_in_range() {
    let n = |distance| limbs::to_be_bytes(&limbs::add(&ORDER, &[distance, 0, 0, 0]).0);
    let small = |k| limbs::to_be_bytes(&[k, 0, 0, 0]);
    let n_minus_1 = limbs::to_be_bytes(&limbs::sub(&ORDER, &[1, 0, 0, 0]).0);
    let cases = [
        (small(0), false),
        (small(1), true),
        (n_minus_1, true),
        (n(0), false),
        (n(1), false),
        ([0xff; 32], false),
    ];
    for (bytes, expected) in cases {
        let (k, below_n) = Scalar::from_be_bytes(&bytes);
        assert_eq!(is_nonce(&k, below_n).is_set_vartime(), expected, "{bytes:02x?}");
    }
}

/// Gives 0, 1, 2, ….
struct Counting(u8);

impl TryRng for Counting {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        unreachable!("nonces take bytes")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        unreachable!("nonces take bytes")
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        for byte in out {
            *byte = self.0;
            self.0 += 1;
        }
        Ok(())
    }
}

impl TryCryptoRng for Counting {}

/// The first and the second of d = 42…42, e = 07…07 and the random bytes 0 to 21, computed apart from this crate.
#[test]
fn hedged_nonces_are_those_of_the_formula() {
    let mut rng = Counting(0);
    let mut nonces =
        HedgingKey::new(&[0x42; 32]).nonces(&[7; 32], &mut rng).expect("the source does not fail");
    assert_eq!(rng.0, 22);
    for expected in [
        hex!("dbce876af202863817988b8faa4fefd997a3350339a8deb909050d5d8452c56a"),
        hex!("08e626b9b2fefa0c4efc4eaeb80df275f23a7c8f4a0dccede63871da0f90b3a9"),
    ] {
        assert_eq!(nonces().to_be_bytes(), expected);
    }
}

#[test]
fn refused_nonces_of_a_batch_are_drawn_again() {
    let key = Sm2SigningKey::from_bytes(&[0x42; 32]).expect("in range");
    let scalar = |k| Scalar::from_be_bytes_reduced(&limbs::to_be_bytes(&[k, 0, 0, 0]));
    let sign = |e: &[u8; 32], k| dispatch!(K => key.sign_with_nonce::<K>(e, &scalar(k)));
    // r = e + x1 is 0 for k = 7.
    let x1 = sign(&[0; 32], 7).expect("r is not 0").r_bytes();
    let e = [[1; 32], [2; 32], (-Scalar::from_be_bytes_reduced(&x1)).to_be_bytes(), [3; 32]];
    assert_eq!(sign(&e[2], 7), None);

    // A stream for each prehash, and another for each of those whose nonce was 0 or gave r = 0.
    let mut streams =
        [(0, &[5][..]), (1, &[0]), (2, &[7]), (3, &[11]), (1, &[0, 0, 13]), (2, &[7, 17])].into_iter();
    let nonces = |of: &[u8; 32]| {
        let (i, stream) = streams.next().expect("a stream");
        assert_eq!(*of, e[i]);
        let mut stream = stream.iter();
        Ok(move || Zeroizing::new(scalar(*stream.next().expect("a nonce"))))
    };
    let mut signatures = [None; 4];
    assert_eq!(key.sign_batch(&e, &mut signatures, nonces), Ok(()));
    let expected: Vec<Option<Sm2Signature>> =
        e.iter().zip([5, 13, 17, 11]).map(|(e, k)| sign(e, k)).collect();
    assert!(expected.iter().all(Option::is_some));
    assert_eq!(signatures[..], expected);
}

/// Step B7 compares r − e with x1 mod n, for x1 anywhere in [0, p).
fn x1_is_taken_mod_n<K: Kernels>() {
    let small = |x| [x, 0, 0, 0];
    let n_plus = |x| limbs::add(&ORDER, &small(x)).0;
    let minus = |x: &Limbs, y| limbs::sub(x, &small(y)).0;
    let p_minus_n = limbs::sub(&MODULUS, &ORDER).0;
    // v = r − e, x1, and whether they agree.
    let cases = [
        (small(0), small(0), true),
        (small(3), small(3), true),
        (minus(&ORDER, 1), minus(&ORDER, 1), true),
        (small(0), ORDER, true),
        (small(3), n_plus(3), true),
        (minus(&p_minus_n, 1), minus(&MODULUS, 1), true),
        (small(3), small(4), false),
        (small(3), n_plus(4), false),
        (small(0), small(1), false),
        // v + n = p ≡ 0, and p + 1 ≡ 1.
        (p_minus_n, small(0), false),
        (limbs::add(&p_minus_n, &small(1)).0, small(1), false),
        // v + n − 2^256.
        (minus(&ORDER, 1), limbs::add(&ORDER, &minus(&ORDER, 1)).0, false),
    ];
    // r + s is never 0.
    let s = Scalar::ONE + Scalar::ONE;
    for (v, x1, expected) in cases {
        for e in [0, 1, 0xffff] {
            let e = limbs::to_be_bytes(&small(e));
            let r =
                Scalar::from_be_bytes_reduced(&limbs::to_be_bytes(&v)) + Scalar::from_be_bytes_reduced(&e);
            for z in [FieldElement::ONE, FieldElement::from_montgomery(small(5))] {
                let x = FieldElement::from_be_bytes(&limbs::to_be_bytes(&x1)).expect("below p") * z.square();
                let sum = |_: &Scalar, _: &Scalar| JacobianPoint::<K> { x, y: z, z };
                assert_eq!(scheme::verify(&e, &r, &s, sum), expected, "{v:x?} {x1:x?}");
            }
        }
    }
}

/// Steps B5 and B6 refuse by themselves, though no signature with r + s = n is made, and no sum at infinity has X ≡ 0.
fn what_has_no_x1_is_refused<K: Kernels>() {
    let (one, zero) = (FieldElement::<K>::ONE, FieldElement::ZERO);
    let infinity = |_: &Scalar, _: &Scalar| JacobianPoint { x: zero, y: one, z: zero };
    let finite = |_: &Scalar, _: &Scalar| JacobianPoint { x: zero, y: one, z: one };
    let e = Scalar::ONE.to_be_bytes();
    assert!(!scheme::verify(&e, &Scalar::ONE, &Scalar::ONE, infinity));
    assert!(scheme::verify(&e, &Scalar::ONE, &Scalar::ONE, finite));
    assert!(!scheme::verify(&e, &Scalar::ONE, &-Scalar::ONE, finite));
}

on_this_machine!(x1_is_taken_mod_n, what_has_no_x1_is_refused);
