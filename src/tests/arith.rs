//! Field, scalars and inversion against big-integer vectors and fiat-crypto.

use super::inputs::{
    LIMBS, Random, bytes, directed, id, integer, iterations, iterations_beside, pairs, text, vectors,
};
use crate::arith::field::{self, FieldElement};
use crate::arith::limbs::{self, Limbs};
use crate::arith::scalar::{self, ORDER, Scalar};
use crate::backend::Kernels;
use fiat_crypto::sm2_scalar_64 as fiat;

fn element<K: Kernels>(v: &serde_json::Value, name: &str) -> FieldElement<K> {
    FieldElement::from_integer(&integer(v, name))
}

fn field_vectors<K: Kernels>() {
    let mut ran = 0;
    for v in vectors("edge_field").iter().filter(|v| text(v, "category") == "arith_mod_p") {
        let (a, b) = (element::<K>(v, "a"), element::<K>(v, "b"));
        for (name, result) in [
            ("add", a + b),
            ("sub", a - b),
            ("neg_a", -a),
            ("dbl_a", a.double()),
            ("half_a", a.half()),
            ("tri_a", a.double() + a),
            ("mul", a * b),
            ("sqr_a", a.square()),
            ("inv_a", a.invert()),
        ] {
            assert_eq!(result.to_be_bytes(), bytes(v, name), "{}: {name}", id(v));
        }
        assert_eq!(a.canonical(), integer(v, "tomont_a"), "{}", id(v));
        assert_eq!(
            FieldElement::<K>::from_montgomery(integer(v, "a")).to_integer(),
            integer(v, "frommont_a"),
            "{}",
            id(v)
        );
        ran += 1;
    }
    assert_eq!(ran, 160);
}

fn square_root_vectors<K: Kernels>() {
    let mut ran = 0;
    for v in vectors("edge_field").iter().filter(|v| text(v, "category") == "sqrt_mod_p") {
        let root = element::<K>(v, "a").sqrt();
        assert_eq!(Some(root.is_some()), v["is_square"].as_bool(), "{}", id(v));
        if let Some(root) = root {
            let expected = bytes(v, "sqrt_either");
            assert!([root.to_be_bytes(), (-root).to_be_bytes()].contains(&expected), "{}", id(v));
        }
        ran += 1;
    }
    assert_eq!(ran, 40);
}

fn field_bytes_are_canonical<K: Kernels>() {
    let p = limbs::to_be_bytes(&field::MODULUS);
    let mut p_minus_1 = p;
    p_minus_1[31] -= 1;
    assert!(FieldElement::<K>::from_be_bytes(&p).is_none());
    assert!(FieldElement::<K>::from_be_bytes(&[0xff; 32]).is_none());
    let largest = FieldElement::<K>::from_be_bytes(&p_minus_1).expect("p - 1 is in range");
    assert_eq!(largest.to_be_bytes(), p_minus_1);
    assert!((largest + FieldElement::ONE).is_zero().is_set_vartime());
    // Both representations of zero, and of a value that has two.
    for x in [[0; 4], field::MODULUS] {
        assert!(FieldElement::<K>::from_montgomery(x).is_zero().is_set_vartime());
        assert_eq!(FieldElement::<K>::from_montgomery(x).to_be_bytes(), [0; 32]);
    }
    let one_plus_p = limbs::add(&field::MODULUS, &[1, 0, 0, 0]).0;
    assert!(
        FieldElement::<K>::from_montgomery(one_plus_p)
            .is_equal(&FieldElement::<K>::from_montgomery([1, 0, 0, 0]))
            .is_set_vartime()
    );
    assert!(!FieldElement::<K>::from_montgomery(one_plus_p).is_equal(&FieldElement::ZERO).is_set_vartime());
    assert_eq!(
        FieldElement::<K>::from_montgomery(one_plus_p).invert().canonical(),
        FieldElement::<K>::from_montgomery([1, 0, 0, 0]).invert().canonical()
    );
}

fn halves_double_to_the_value<K: Kernels>() {
    let mut random = Random(5);
    let check = |x: Limbs| {
        let x = FieldElement::<K>::from_montgomery(x);
        assert!(x.half().double().is_equal(&x).is_set_vartime(), "{:x?}", x.0);
    };
    directed(&field::MODULUS, &LIMBS).into_iter().for_each(check);
    (0..iterations(100_000)).for_each(|_| check(random.limbs()));
}

fn inverses_multiply_to_one<K: Kernels>() {
    let mut random = Random(6);
    let one = [1, 0, 0, 0];
    let check = |x: Limbs| {
        let element = FieldElement::<K>::from_montgomery(x);
        let product = element * element.invert();
        if element.is_zero().is_set_vartime() {
            assert_eq!(product.to_integer(), [0; 4]);
        } else {
            assert_eq!(product.to_integer(), one, "mod p: {x:x?}");
        }
        let scalar = Scalar::from_be_bytes_reduced(&limbs::to_be_bytes(&x));
        let product = scalar.to_montgomery().mul(&scalar.invert::<K>());
        if scalar.is_zero().is_set_vartime() {
            assert_eq!(*product.limbs(), [0; 4]);
        } else {
            assert_eq!(*product.limbs(), one, "mod n: {x:x?}");
        }
    };
    directed(&field::MODULUS, &[0, 1, 1 << 63, 0xffffffff00000000, u64::MAX]).into_iter().for_each(check);
    directed(&ORDER, &[0, u64::MAX]).into_iter().for_each(check);
    (0..64).for_each(|i| {
        check(limbs::sub(&[0; 4], &core::array::from_fn(|j| ((j == i / 16) as u64) << (i % 16 * 4))).0)
    });
    (0..iterations(100_000)).for_each(|_| check(random.limbs()));
}

fn scalar_vectors<K: Kernels>() {
    let mut ran = 0;
    for v in vectors("edge_field").iter().filter(|v| text(v, "category") == "arith_mod_n") {
        let scalar = |name| Scalar::from_be_bytes_reduced(&bytes(v, name));
        let (a, b) = (scalar("a"), scalar("b"));
        for (name, result) in [
            ("add", a + b),
            ("sub", a - b),
            ("neg_a", -a),
            ("dbl_a", a + a),
            ("mul", a.to_montgomery().mul(&b)),
            ("sqr_a", a.to_montgomery().mul(&a)),
            ("inv_a", a.invert::<K>()),
        ] {
            assert_eq!(result.to_be_bytes(), bytes(v, name), "{}: {name}", id(v));
        }
        for (name, x, y) in [("montmul", a, b), ("montsqr_a", a, a), ("frommont_a", a, Scalar::ONE)] {
            let product = scalar::montgomery_mul(x.limbs(), y.limbs());
            assert_eq!(product, integer(v, name), "{}: {name}", id(v));
        }
        ran += 1;
    }
    assert_eq!(ran, 160);
}

#[test]
fn scalar_reductions_of_vectors() {
    let mut ran = 0;
    for v in vectors("edge_field").iter().filter(|v| text(v, "category") == "reduce_mod_n") {
        let reduced = Scalar::from_be_bytes_wide(&bytes(v, "wide"));
        assert_eq!(reduced.to_be_bytes(), bytes(v, "mod"), "{}", id(v));
        ran += 1;
    }
    assert_eq!(ran, 40);
}

/// Montgomery product, sum and difference mod n against fiat-crypto.
fn check_scalars(x: &Limbs, y: &Limbs) {
    use fiat::fiat_sm2_scalar_montgomery_domain_field_element as Element;
    let reduce = |x: &Limbs| Scalar::from_be_bytes_reduced(&limbs::to_be_bytes(x));
    let (x, y) = (reduce(x), reduce(y));
    let (fx, fy) = (Element(*x.limbs()), Element(*y.limbs()));
    let mut out = [Element([0; 4]); 3];
    fiat::fiat_sm2_scalar_mul(&mut out[0], &fx, &fy);
    fiat::fiat_sm2_scalar_add(&mut out[1], &fx, &fy);
    fiat::fiat_sm2_scalar_sub(&mut out[2], &fx, &fy);
    let ours = [scalar::montgomery_mul(x.limbs(), y.limbs()), *(x + y).limbs(), *(x - y).limbs()];
    assert_eq!(ours, out.map(|element| element.0), "{:x?} {:x?}", x.limbs(), y.limbs());
}

#[test]
fn scalars_at_directed_limbs() {
    pairs(&directed(&ORDER, &[0, 1, ORDER[0], ORDER[1], u64::MAX]), check_scalars);
}

#[test]
fn scalars_at_random_limbs() {
    let mut random = Random(7);
    for _ in 0..iterations_beside(1_000_000) {
        check_scalars(&random.limbs(), &random.limbs());
        check_scalars(&random.edgy_limbs(), &random.edgy_limbs());
    }
}

on_this_machine!(
    field_vectors,
    square_root_vectors,
    field_bytes_are_canonical,
    halves_double_to_the_value,
    inverses_multiply_to_one,
    scalar_vectors,
);
