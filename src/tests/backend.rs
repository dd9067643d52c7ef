//! The kernels of the backend in use against the portable one, and that one against fiat-crypto and big-integer vectors.

use super::inputs::{LIMBS, Random, directed, id, integer, iterations, pairs, text, unhex, vectors};
use crate::arith::field::{FieldElement, MODULUS};
use crate::arith::limbs::{self, Limbs};
use crate::backend::{Kernels, Portable, dispatch};
use crate::curve::point::{AffinePoint, JacobianPoint};
use fiat_crypto::sm2_64 as fiat;

fn canonical(x: Limbs) -> Limbs {
    FieldElement::<Portable>::from_montgomery(x).canonical()
}

/// fiat-crypto's answers for canonical inputs: x·y/2^256, x²/2^256, x + y, x − y.
fn oracle(x: &Limbs, y: &Limbs) -> [Limbs; 4] {
    use fiat::fiat_sm2_montgomery_domain_field_element as Element;
    let (x, y) = (Element(canonical(*x)), Element(canonical(*y)));
    let mut out = [Element([0; 4]); 4];
    fiat::fiat_sm2_mul(&mut out[0], &x, &y);
    fiat::fiat_sm2_square(&mut out[1], &x);
    fiat::fiat_sm2_add(&mut out[2], &x, &y);
    fiat::fiat_sm2_sub(&mut out[3], &x, &y);
    out.map(|element| element.0)
}

fn check<K: Kernels>(x: &Limbs, y: &Limbs) {
    fn results<K: Kernels>(x: &Limbs, y: &Limbs) -> [Limbs; 4] {
        [K::fe_mul(x, y), K::fe_sqr(x), K::fe_add(x, y), K::fe_sub(x, y)].map(canonical)
    }
    let expected = oracle(x, y);
    assert_eq!(results::<Portable>(x, y), expected, "portable: {x:x?} {y:x?}");
    assert_eq!(results::<K>(x, y), expected, "{}: {x:x?} {y:x?}", K::NAME);
}

/// The pairs of a smaller set, 421,201, and each value of the full set with a few partners.
fn kernels_at_directed_limbs<K: Kernels>() {
    pairs(&directed(&MODULUS, &[0, 1, 0xfffffffeffffffff, 0xffffffff00000000, u64::MAX]), check::<K>);
    let full = directed(&MODULUS, &LIMBS);
    let mut random = Random(1);
    for x in &full {
        check::<K>(x, x);
        check::<K>(x, &random.limbs());
        for _ in 0..8 {
            check::<K>(x, &full[random.word() as usize % full.len()]);
        }
    }
}

fn kernels_at_random_limbs<K: Kernels>() {
    let mut random = Random(2);
    for _ in 0..iterations(1_000_000) {
        check::<K>(&random.limbs(), &random.limbs());
        check::<K>(&random.edgy_limbs(), &random.edgy_limbs());
    }
}

/// Long chains keep to the range: the result of one kernel is the input of the next.
fn kernels_in_chains<K: Kernels>() {
    let mut random = Random(3);
    for _ in 0..iterations(2_000) {
        let (mut x, y) = (random.edgy_limbs(), random.edgy_limbs());
        for n in 1..20 {
            let squared = (0..n).fold(x, |z, _| Portable::fe_sqr(&z));
            assert_eq!(canonical(K::fe_sqr_n(&x, n)), canonical(squared), "{x:x?} {n}");
            x = K::fe_sub(&K::fe_mul(&K::fe_add(&squared, &y), &x), &K::fe_sqr(&y));
        }
    }
}

fn montgomery_products_of_vectors<K: Kernels>() {
    let mut ran = 0;
    for v in vectors("edge_field").iter().filter(|v| text(v, "category") == "arith_mod_p") {
        let (a, b) = (integer(v, "a"), integer(v, "b"));
        for (name, result) in [
            ("montmul", K::fe_mul(&a, &b)),
            ("montsqr_a", K::fe_sqr(&a)),
            ("add", K::fe_add(&a, &b)),
            ("sub", K::fe_sub(&a, &b)),
            ("dbl_a", K::fe_add(&a, &a)),
            ("neg_a", K::fe_sub(&[0; 4], &a)),
        ] {
            assert_eq!(canonical(result), integer(v, name), "{}: {name}", id(v));
        }
        ran += 1;
    }
    assert_eq!(ran, 160);
}

#[test]
fn reductions_of_vectors() {
    let mut ran = 0;
    for v in vectors("edge_field").iter().filter(|v| text(v, "category") == "reduce_mod_p") {
        let wide = unhex(text(v, "wide"));
        let (high, low) = wide.split_first_chunk::<32>().expect("64 bytes");
        let low = limbs::from_be_bytes(low.try_into().expect("64 bytes"));
        let reduced = crate::backend::portable::montgomery_reduce(&low, &limbs::from_be_bytes(high));
        assert_eq!(canonical(reduced), integer(v, "montred"), "{}", id(v));
        ran += 1;
    }
    assert_eq!(ran, 40);
}

fn table_select_reads_the_entry<K: Kernels>() {
    let mut random = Random(4);
    for entries in [1, 2, 8, 16, 32] {
        let row: std::vec::Vec<[u64; 8]> =
            (0..entries).map(|_| core::array::from_fn(|_| random.word())).collect();
        for (index, entry) in row.iter().enumerate() {
            assert_eq!(K::table_select(&row, index), *entry);
        }
    }
}

/// The two that may be done side by side give what they give one after the other.
fn addition_and_selection_side_by_side<K: Kernels>() {
    let mut random = Random(5);
    for entries in [1, 8, 31, 32, 33] {
        for index in 0..entries {
            let row: std::vec::Vec<[u64; 8]> =
                (0..entries).map(|_| core::array::from_fn(|_| random.word())).collect();
            let mut element = || FieldElement::<K>::from_montgomery(random.edgy_limbs());
            let mut p = JacobianPoint { x: element(), y: element(), z: element() };
            let q = AffinePoint { x: element(), y: element() };
            let mut sum = p;
            K::point_add_affine(&mut sum, &q);
            assert_eq!(K::point_add_affine_select(&mut p, &q, &row, index), row[index]);
            assert_eq!([p.x.0, p.y.0, p.z.0], [sum.x.0, sum.y.0, sum.z.0]);
        }
    }
}

/// The build, and on x86-64 the processor, pick the backend that they should: `--cfg sm2p256_backend` decides, else the target.
#[test]
fn selection() {
    let arch = std::env::consts::ARCH;
    let always =
        cfg!(all(target_arch = "aarch64", target_endian = "little")) || cfg!(target_arch = "riscv64");
    #[cfg(target_arch = "x86_64")]
    let detected = std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("adx")
        && std::arch::is_x86_feature_detected!("avx2");
    #[cfg(not(target_arch = "x86_64"))]
    let detected = false;
    // Where the tests are relied on, the assembly has to be among what they test.
    assert!(always || detected || std::env::var_os("CI").is_none() || arch != "x86_64");
    let assembly = cfg!(sm2p256_backend = "assembly")
        || (cfg!(not(sm2p256_backend = "portable")) && (always || detected));
    let expected = if assembly { arch } else { "portable" };
    assert_eq!(dispatch!(K => K::NAME), expected);
}

/// Data-independent timing is on while an operation runs, and afterwards as it was before; where the processor has no FEAT_DIT, the register,
/// which would be undefined, is left alone. (QEMU's user mode does not tell of FEAT_DIT: `tests/constant_time` builds for it.)
#[cfg(all(target_arch = "aarch64", not(miri)))]
#[test]
fn timing_is_independent_of_data() {
    use crate::backend::guard::{dit, guarded};
    if !std::arch::is_aarch64_feature_detected!("dit") {
        assert_eq!(guarded(|| 1), 1);
        std::println!("FEAT_DIT is not there: nothing but that was tested");
        return;
    }
    for before in [false, true] {
        dit::set(before);
        let (inside, nested) = guarded(|| (dit::is_set(), guarded(dit::is_set) && dit::is_set()));
        assert!(inside && nested);
        assert_eq!(dit::is_set(), before);
        let panicked = std::panic::catch_unwind(|| guarded(|| panic!("on purpose")));
        assert!(panicked.is_err());
        assert_eq!(dit::is_set(), before);
    }
    dit::set(false);
}

on_this_machine!(
    kernels_at_directed_limbs,
    kernels_at_random_limbs,
    kernels_in_chains,
    montgomery_products_of_vectors,
    table_select_reads_the_entry,
    addition_and_selection_side_by_side,
);
