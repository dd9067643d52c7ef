//! Recovery of public keys where no vector reaches.

use super::inputs::Random;
use crate::arith::field::{FieldElement, MODULUS};
use crate::arith::limbs;
use crate::arith::scalar::{ORDER, Scalar};
use crate::backend::Kernels;
use crate::curve::double_base::{self, FEW, Multiples};
use crate::curve::fixed_base;
use crate::curve::point::AffinePoint;
use crate::scheme;
use std::vec::Vec;

fn scalar(random: &mut Random) -> Scalar {
    Scalar::from_be_bytes_reduced(&limbs::to_be_bytes(&random.limbs()))
}

/// The candidates for e = r − x1 as SEC1 bytes, each checked by a verification.
fn candidates<K: Kernels>(x1: &limbs::Limbs, r: &Scalar, s: &Scalar) -> [Option<[u8; 64]>; 4] {
    let e = (*r - Scalar::from_be_bytes_reduced(&limbs::to_be_bytes(x1))).to_be_bytes();
    scheme::recover::<K>(&e, r, s).map(|point| {
        let point = point?;
        let multiples = Multiples::<K, FEW>::new(&point);
        assert!(scheme::verify::<K>(&e, r, s, |u, v| double_base::mul_vartime(u, v, &multiples)));
        let mut xy = [0; 64];
        xy[..32].copy_from_slice(&point.x.to_be_bytes());
        xy[32..].copy_from_slice(&point.y.to_be_bytes());
        Some(xy)
    })
}

/// Of the two integers x1 and x1 + n either, both or none can be the x of a point: with x1 from 0 on all of it happens.
fn recovery_finds_every_candidate<K: Kernels>() {
    let mut random = Random(11);
    let is_x =
        |x: &limbs::Limbs| AffinePoint::<K>::decompress(FieldElement::from_integer(x), false).is_some();
    let mut seen = [0; 4];
    for x1 in 0..40 {
        let small = [x1, 0, 0, 0];
        let (large, carry) = limbs::add(&small, &ORDER);
        assert!(carry == 0 && limbs::sub(&large, &MODULUS).1 == 1);
        let (r, s) = (scalar(&mut random), scalar(&mut random));
        let found = candidates::<K>(&small, &r, &s);
        let expected = [is_x(&small), is_x(&small), is_x(&large), is_x(&large)];
        assert_eq!(found.map(|key| key.is_some()), expected);
        let mut distinct: Vec<_> = found.iter().flatten().collect();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), found.iter().flatten().count());
        seen[usize::from(expected[0]) + 2 * usize::from(expected[2])] += 1;
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
    // p − n and above: x1 + n is no coordinate.
    let (beyond, _) = limbs::sub(&MODULUS, &ORDER);
    let found = candidates::<K>(&beyond, &Scalar::ONE, &Scalar::ONE);
    assert_eq!(found.map(|key| key.is_some()), [is_x(&beyond), is_x(&beyond), false, false]);
}

/// R = s·G leaves infinity as one candidate, which is no key, and for −R stays the other.
fn recovery_gives_no_infinity<K: Kernels>() {
    let mut random = Random(12);
    let (r, s) = (scalar(&mut random), scalar(&mut random));
    let point = fixed_base::mul::<K>(&s).to_affine();
    let odd = usize::from(point.y.to_integer()[0] & 1 == 1);
    let found = candidates::<K>(&point.x.to_integer(), &r, &s);
    assert!(found[odd].is_none() && found[1 - odd].is_some());
}

on_this_machine!(recovery_finds_every_candidate, recovery_gives_no_infinity);
