//! Points and multiples against big-integer vectors, and the ways to a multiple against each other.

use super::inputs::{Random, bytes, id, iterations, text, unhex, vectors};
use crate::arith::field::FieldElement;
use crate::arith::limbs;
use crate::arith::scalar::{ORDER, Scalar};
use crate::backend::Kernels;
use crate::curve::double_base::{self, FEW, MANY, Multiples};
use crate::curve::fixed_base;
#[cfg(sm2p256_assembly)]
use crate::curve::formulas;
use crate::curve::point::{AffinePoint, JacobianPoint, SumVartime};
#[cfg(feature = "precomp")]
use crate::curve::variable_base;
use std::vec::Vec;
use zeroize::Zeroize;

/// A point of the vectors: `None` for infinity ("00").
fn point<K: Kernels>(v: &serde_json::Value, name: &str) -> Option<AffinePoint<K>> {
    if text(v, name) == "00" {
        return None;
    }
    let [0x04, xy @ ..] = bytes::<65>(v, name) else { panic!("{} is uncompressed", id(v)) };
    let coordinate = |i: usize| {
        FieldElement::from_be_bytes(xy[i..i + 32].try_into().expect("32 bytes")).expect("in range")
    };
    Some(AffinePoint::new(coordinate(0), coordinate(32)).expect("on the curve"))
}

fn encode<K: Kernels>(p: &JacobianPoint<K>) -> Vec<u8> {
    if p.is_infinity().is_set_vartime() {
        return Vec::from([0]);
    }
    let p = p.to_affine();
    [&[4][..], &p.x.to_be_bytes(), &p.y.to_be_bytes()].concat()
}

fn add_vartime<K: Kernels>(p: &JacobianPoint<K>, q: &AffinePoint<K>) -> JacobianPoint<K> {
    let mut sum = SumVartime::from(*p);
    sum.add(q);
    sum.point()
}

/// u·G + v·P in each of the ways in which a verification computes it.
fn verified_sum<K: Kernels>(u: &Scalar, v: &Scalar, p: &AffinePoint<K>) -> JacobianPoint<K> {
    let few = double_base::mul_vartime(u, v, &Multiples::<K, FEW>::new(p));
    let many = double_base::mul_vartime(u, v, &Multiples::<K, MANY>::new(p));
    assert_eq!(encode(&few), encode(&many));
    #[cfg(feature = "precomp")]
    {
        let prepared = double_base::mul_prepared_vartime::<K>(u, v, &fixed_base::table(p));
        assert_eq!(encode(&few), encode(&prepared));
    }
    few
}

fn scalar(k: u64) -> Scalar {
    Scalar::from_be_bytes_reduced(&limbs::to_be_bytes(&[k, 0, 0, 0]))
}

fn multiples_of_vectors<K: Kernels>() {
    let mut ran = 0;
    for v in vectors("edge_point").iter().filter(|v| text(v, "category") == "scalar_mult") {
        let k = Scalar::from_be_bytes_reduced(&bytes(v, "k"));
        let base = point::<K>(v, "base").expect("finite");
        let (k_g, k_b) = (unhex(text(v, "kG")), unhex(text(v, "kB")));
        assert_eq!(encode(&fixed_base::mul::<K>(&k)), k_g, "{}: fixed base", id(v));
        assert_eq!(encode(&verified_sum(&k, &Scalar::ZERO, &base)), k_g, "{}: double, G", id(v));
        assert_eq!(encode(&verified_sum(&Scalar::ZERO, &k, &base)), k_b, "{}: double", id(v));
        ran += 1;
    }
    assert_eq!(ran, 71);
}

fn sums_of_vectors<K: Kernels>() {
    let mut ran = 0;
    for v in vectors("edge_point").iter().filter(|v| text(v, "category") == "point_add") {
        let (a, b) = (point::<K>(v, "a"), point::<K>(v, "b"));
        // Infinity has no affine form, so a sum with it on the right is the left side.
        let sums = match (a, b) {
            (_, None) => Vec::from([a.map_or(JacobianPoint::INFINITY, Into::into)]),
            (a, Some(b)) => {
                let mut sums = Vec::new();
                // Z = 1, and another representative of the same point; for infinity Z = 0 and Z = p.
                for z in [FieldElement::ONE, FieldElement::from_montgomery([5, 6, 7, u64::MAX])] {
                    let a = a.map_or(
                        JacobianPoint {
                            z: FieldElement::from_montgomery(crate::arith::field::MODULUS),
                            ..b.into()
                        },
                        |a| {
                            let zz = z.square();
                            JacobianPoint { x: a.x * zz, y: a.y * zz * z, z }
                        },
                    );
                    sums.extend([a.add_affine(&b), add_vartime(&a, &b)]);
                }
                sums
            }
        };
        for sum in sums {
            assert_eq!(encode(&sum), unhex(text(v, "sum")), "{}", id(v));
        }
        ran += 1;
    }
    assert_eq!(ran, 18);
}

/// Scalars where the digits of the combs are extreme, or an addition is exceptional.
fn edge_scalars() -> Vec<Scalar> {
    let mut scalars: Vec<Scalar> = (0..70).map(scalar).collect();
    for bits in 0..16u64 {
        // Twice the digits of the small comb: for one of them its last addition doubles.
        let power = |i: usize| {
            let mut power = [0; 4];
            power[i] = 2;
            Scalar::from_be_bytes_reduced(&limbs::to_be_bytes(&power))
        };
        scalars.push(
            (0..4).fold(
                Scalar::ZERO,
                |sum, i| {
                    if bits >> i & 1 == 1 { sum + power(i) } else { sum - power(i) }
                },
            ),
        );
        let signed_sum = |limb_bit: u64| {
            (0..4).fold(Scalar::ZERO, |sum, i| {
                let power =
                    Scalar::from_be_bytes_reduced(&limbs::to_be_bytes(&[0, 0, 0, limb_bit << (4 * i)]));
                if bits >> i & 1 == 1 { sum + power } else { sum - power }
            })
        };
        // Twice the digits of the top block of the comb: columns 60 to 63, bits 240, 244, 248, 252.
        scalars.push(signed_sum(1 << 48) + signed_sum(1 << 48));
        scalars.push(signed_sum(1 << 48));
    }
    for i in 0..256 {
        let mut power = [0; 4];
        power[i / 64] = 1 << (i % 64);
        scalars.push(Scalar::from_be_bytes_reduced(&limbs::to_be_bytes(&power)));
        let ones = limbs::sub(&power, &[1, 0, 0, 0]).0;
        scalars.push(Scalar::from_be_bytes_reduced(&limbs::to_be_bytes(&ones)));
    }
    let negatives: Vec<Scalar> = scalars.iter().map(|&k| -k).collect();
    scalars.extend(negatives);
    scalars
}

fn ways_to_a_multiple_agree<K: Kernels>() {
    let mut random = Random(8);
    let random_scalars =
        (0..iterations(300)).map(|_| Scalar::from_be_bytes_reduced(&limbs::to_be_bytes(&random.limbs())));
    for k in edge_scalars().into_iter().chain(random_scalars) {
        let expected = encode(&double_and_add::<K>(&k));
        assert_eq!(encode(&fixed_base::mul::<K>(&k)), expected, "{:x?}", k.limbs());
        assert_eq!(
            encode(&verified_sum::<K>(&k, &Scalar::ZERO, &AffinePoint::GENERATOR)),
            expected,
            "{:x?}",
            k.limbs()
        );
    }
}

/// The scalars for which an addition of the comb would be exceptional if they had the digits they were made from: they have not, and the
/// multiple is right. See `fixed_base::mul`.
#[cfg(feature = "precomp")]
fn no_addition_of_the_comb_is_exceptional<K: Kernels>() {
    use crate::curve::recode::SignedBits;
    // The digits of the lowest and of the topmost block at stage 0: all signs of columns four bits apart.
    let digits = |first: usize, columns: usize| -> Vec<Scalar> {
        (0..1 << columns)
            .map(|signs: u32| {
                (0..columns).fold(Scalar::ZERO, |sum, c| {
                    let mut power = [0; 4];
                    power[(first + 4 * c) / 64] = 1 << ((first + 4 * c) % 64);
                    let power = Scalar::from_be_bytes_reduced(&limbs::to_be_bytes(&power));
                    if signs >> c & 1 == 1 { sum + power } else { sum - power }
                })
            })
            .collect()
    };
    let (lowest, topmost) = (digits(0, 6), digits(240, 4));
    let has = |k: &Scalar, first: usize, columns: usize, digit: &Scalar| {
        // K itself, which is k or n − k: only an odd one is written in these digits.
        let (bits, even) = SignedBits::new(k);
        let (index, negative) = bits.digit(first, 4, columns);
        let top = if negative.is_set_vartime() { 0 } else { 1 << (columns - 1) };
        let below = if negative.is_set_vartime() { !index & ((1 << (columns - 1)) - 1) } else { index };
        let of_all = digits(first, columns)[top | below];
        !even.is_set_vartime() && (of_all - *digit).is_zero().is_set_vartime()
    };
    let mut tried = 0;
    let mut check = |k: Scalar, exceptional: bool| {
        assert!(!exceptional, "{:x?}", k.limbs());
        assert_eq!(encode(&fixed_base::mul::<K>(&k)), encode(&double_and_add::<K>(&k)), "{:x?}", k.limbs());
        tried += 1;
    };
    for t0 in &lowest {
        let k = *t0 + *t0;
        check(k, has(&k, 0, 6, t0));
        for t in &topmost {
            for k in [*t0, *t + *t + *t0] {
                check(k, has(&k, 240, 4, t) && has(&k, 0, 6, t0));
            }
        }
    }
    assert_eq!(tried, 64 + 2 * 64 * 16);
}

/// k·G bit by bit, with every case handled.
fn double_and_add<K: Kernels>(k: &Scalar) -> JacobianPoint<K> {
    (0..256).rev().fold(JacobianPoint::INFINITY, |acc, i| {
        let acc = acc.double();
        if k.limbs()[i / 64] >> (i % 64) & 1 == 1 { add_vartime(&acc, &AffinePoint::GENERATOR) } else { acc }
    })
}

/// u·G + v·(c·G) = (u + c·v)·G, where the two halves meet in small and opposite multiples.
fn double_base_sums<K: Kernels>() {
    let mut random = Random(9);
    let check = |u: Scalar, v: Scalar, c: Scalar| {
        let base = double_and_add::<K>(&c).to_affine();
        let expected = double_and_add::<K>(&(u + c.to_montgomery().mul(&v)));
        assert_eq!(encode(&verified_sum(&u, &v, &base)), encode(&expected));
    };
    for c in [1, 2, 3, 5, 31] {
        for u in 0..6 {
            for v in 0..6 {
                for (su, sv) in [(false, false), (true, false), (false, true)] {
                    let sign = |minus: bool, x| if minus { -scalar(x) } else { scalar(x) };
                    check(sign(su, u), sign(sv, v), scalar(c));
                    check(sign(su, u), sign(sv, v), -scalar(c));
                }
            }
        }
    }
    let mut next = || Scalar::from_be_bytes_reduced(&limbs::to_be_bytes(&random.limbs()));
    for _ in 0..iterations(200) {
        let (u, v, c) = (next(), next(), next());
        check(u, v, c);
        // The sum is infinity.
        check(-c.to_montgomery().mul(&v), v, c);
    }
}

fn exceptional_sums<K: Kernels>() {
    let g = JacobianPoint::<K>::from(AffinePoint::GENERATOR);
    let double = g.double();
    let minus = -AffinePoint::<K>::GENERATOR;
    for add in [JacobianPoint::add_affine, add_vartime] {
        assert_eq!(encode(&add(&g, &AffinePoint::GENERATOR)), encode(&double));
        assert_eq!(encode(&add(&g, &minus)), [0]);
        assert_eq!(encode(&add(&JacobianPoint::INFINITY, &AffinePoint::GENERATOR)), encode(&g));
        assert_eq!(encode(&add(&double, &minus)), encode(&g));
    }
    assert_eq!(encode(&JacobianPoint::<K>::INFINITY.double()), [0]);
    assert_eq!(encode(&fixed_base::mul::<K>(&Scalar::ZERO)), [0]);
    let n_minus_1 = Scalar::from_be_bytes_reduced(&limbs::to_be_bytes(&limbs::sub(&ORDER, &[1, 0, 0, 0]).0));
    assert_eq!(encode(&fixed_base::mul::<K>(&n_minus_1)), encode(&minus.into()));
}

/// The kernels agree with the formulas written out, over random representatives.
#[cfg(sm2p256_assembly)]
fn point_kernels_agree_with_the_formulas<K: Kernels>() {
    let mut random = Random(10);
    // One point, with Z scaled as each likes: X₁·Z₂² = X₂·Z₁², Y₁·Z₂³ = Y₂·Z₁³, and both infinity or none.
    let same = |a: &JacobianPoint<K>, b: &JacobianPoint<K>| {
        let (aa, bb) = (a.z.square(), b.z.square());
        let same_x = (a.x * bb).is_equal(&(b.x * aa));
        let same_y = (a.y * (bb * b.z)).is_equal(&(b.y * (aa * a.z)));
        let infinity = [a, b].map(|point| point.is_infinity().is_set_vartime());
        (same_x & same_y).is_set_vartime() && infinity[0] == infinity[1]
    };
    for _ in 0..iterations(1_000_000) {
        for edgy in [false, true] {
            // The formulas are identities of polynomials: the points need not be on the curve.
            let mut element = || {
                FieldElement::<K>::from_montgomery(if edgy { random.edgy_limbs() } else { random.limbs() })
            };
            let p = JacobianPoint { x: element(), y: element(), z: element() };
            let q = AffinePoint { x: element(), y: element() };
            let mut sum = p;
            sum.add_distinct(&q);
            for (kernel, formula) in
                [(p.double(), formulas::point_double(&p)), (sum, formulas::point_add_affine(&p, &q))]
            {
                assert!(same(&kernel, &formula), "{:x?}", [p.x, p.y, p.z, q.x, q.y].map(|x| x.0));
            }
        }
    }
}

fn decompression_gives_the_other_root_too<K: Kernels>() {
    for k in 1..50 {
        let p = fixed_base::mul::<K>(&scalar(k)).to_affine();
        let odd = p.y.to_integer()[0] & 1 == 1;
        let same = AffinePoint::<K>::decompress(p.x, odd).expect("on the curve");
        let other = AffinePoint::<K>::decompress(p.x, !odd).expect("on the curve");
        assert_eq!(same.y.to_be_bytes(), p.y.to_be_bytes());
        assert_eq!(other.y.to_be_bytes(), (-p.y).to_be_bytes());
    }
}

fn points_are_wiped<K: Kernels>() {
    let mut p = JacobianPoint::<K>::from(AffinePoint::GENERATOR).double();
    p.zeroize();
    assert_eq!([p.x, p.y, p.z].map(|coordinate| coordinate.0), [[0; 4]; 3]);
}

fn table_is_what_the_runtime_backend_computes<K: Kernels>() {
    use sm3::{Digest, Sm3};
    #[cfg(feature = "precomp")]
    {
        let multiples = variable_base::odd_multiples::<K, 64>(&AffinePoint::GENERATOR);
        assert!(fixed_base::ODD_MULTIPLES == multiples.map(AffinePoint::to_montgomery));
    }
    let table = fixed_base::table::<K>(&AffinePoint::GENERATOR);
    assert!(fixed_base::COMB_TABLE == table);
    let bytes: Vec<u8> = table.iter().flatten().flat_map(|limb| limb.to_le_bytes()).collect();
    // Recomputed with big-integer arithmetic, apart from this crate.
    let (length, digest) = if cfg!(feature = "precomp") {
        (20_992, hex_literal::hex!("716af4bf6e12e411b86f3d72d625f3e1f0da109a79a80d953ffb9e90b9fffe65"))
    } else {
        (512, hex_literal::hex!("5b0b5fe38effb55f6cc99a38ede69fa340bad20a82297e43a1eda86512174fda"))
    };
    assert_eq!(bytes.len(), length);
    assert_eq!(Sm3::digest(&bytes)[..], digest);
}

on_this_machine!(
    multiples_of_vectors,
    sums_of_vectors,
    ways_to_a_multiple_agree,
    double_base_sums,
    exceptional_sums,
    decompression_gives_the_other_root_too,
    points_are_wiped,
    #[cfg(feature = "precomp")]
    no_addition_of_the_comb_is_exceptional,
    table_is_what_the_runtime_backend_computes,
    #[cfg(sm2p256_assembly)]
    point_kernels_agree_with_the_formulas,
);
