//! Field, point and scalar operations, with the kernels that build and processor pick. The layers are mounted as they are.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

#[path = "../src/arith/mod.rs"]
#[allow(dead_code)]
mod arith;
#[path = "../src/backend/mod.rs"]
#[allow(dead_code, unused_imports)]
mod backend;
#[path = "../src/curve/mod.rs"]
#[allow(dead_code)]
mod curve;

use arith::scalar::Scalar;
use backend::{Kernels, dispatch};
use curve::double_base::{FEW, Multiples};
use curve::point::{AffinePoint, JacobianPoint};

fn field<K: Kernels>(c: &mut Criterion) {
    let mut group = c.benchmark_group("field");
    let AffinePoint { mut x, y } = AffinePoint::<K>::GENERATOR;
    group.bench_function("multiply, chain", |b| b.iter(|| x = x * y));
    group.bench_function("square, chain", |b| b.iter(|| x = x.square()));
    group.bench_function("add, chain", |b| b.iter(|| x = x + y));
    group.bench_function("subtract, chain", |b| b.iter(|| x = x - y));
    group.bench_function("invert", |b| b.iter(|| x = x.invert()));
    let mut four = [x; 4];
    group.bench_function("multiply, four at a time", |b| b.iter(|| four = four.map(|x| x * y)));
    group.bench_function("square, four at a time", |b| b.iter(|| four = four.map(|x| x.square())));
}

fn point<K: Kernels>(c: &mut Criterion) {
    let mut group = c.benchmark_group("point");
    let mut p = JacobianPoint::<K>::from(AffinePoint::GENERATOR).double();
    group.bench_function("double", |b| b.iter(|| p.double_in_place()));
    group.bench_function("add affine", |b| b.iter(|| p.add_distinct(&AffinePoint::GENERATOR)));
    group.bench_function("to affine", |b| b.iter(|| black_box(&p).to_affine()));
    let k = Scalar::from_be_bytes_reduced(&[0xa5; 32]);
    let base = p.to_affine();
    group.bench_function("fixed base", |b| b.iter(|| curve::fixed_base::mul::<K>(black_box(&k))));
    group.bench_function("double base, variable time", |b| {
        b.iter(|| {
            let multiples = Multiples::<K, FEW>::new(black_box(&base));
            curve::double_base::mul_vartime(black_box(&k), black_box(&k), &multiples)
        });
    });
}

fn scalar<K: Kernels>(c: &mut Criterion) {
    let mut k = Scalar::from_be_bytes_reduced(&[0xa5; 32]);
    let montgomery = k.to_montgomery();
    c.bench_function("scalar/multiply", |b| b.iter(|| k = montgomery.mul(&k)));
    c.bench_function("scalar/invert", |b| b.iter(|| k = k.invert::<K>()));
}

fn all(c: &mut Criterion) {
    dispatch!(K => {
        field::<K>(c);
        point::<K>(c);
        scalar::<K>(c);
    });
}

criterion_group!(benches, all);
criterion_main!(benches);
