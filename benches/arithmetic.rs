//! Field, point and scalar operations, with the backend that the build picks. The layers are mounted as they are.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

#[path = "../src/arith/mod.rs"]
#[allow(dead_code)]
mod arith;
#[path = "../src/backend/mod.rs"]
#[allow(dead_code)]
mod backend;
#[path = "../src/curve/mod.rs"]
#[allow(dead_code)]
mod curve;

use arith::scalar::Scalar;
use curve::point::{GENERATOR, JacobianPoint};

fn field(c: &mut Criterion) {
    let mut group = c.benchmark_group("field");
    let (mut x, y) = (GENERATOR.x, GENERATOR.y);
    group.bench_function("multiply, chain", |b| b.iter(|| x = x * y));
    group.bench_function("square, chain", |b| b.iter(|| x = x.square()));
    group.bench_function("add, chain", |b| b.iter(|| x = x + y));
    group.bench_function("subtract, chain", |b| b.iter(|| x = x - y));
    group.bench_function("invert", |b| b.iter(|| x = x.invert()));
    let mut four = [x; 4];
    group.bench_function("multiply, four at a time", |b| b.iter(|| four = four.map(|x| x * y)));
    group.bench_function("square, four at a time", |b| b.iter(|| four = four.map(|x| x.square())));
}

fn point(c: &mut Criterion) {
    let mut group = c.benchmark_group("point");
    let mut p = JacobianPoint::from(GENERATOR).double();
    group.bench_function("double", |b| b.iter(|| p = p.double()));
    group.bench_function("add affine", |b| b.iter(|| p = p.add_affine_distinct(&GENERATOR)));
    group.bench_function("to affine", |b| b.iter(|| black_box(&p).to_affine()));
    let k = Scalar::from_be_bytes_reduced(&[0xa5; 32]);
    let base = p.to_affine();
    group.bench_function("fixed base", |b| b.iter(|| curve::fixed_base::mul(black_box(&k))));
    group.bench_function("double base, variable time", |b| {
        b.iter(|| curve::double_base::mul_vartime(black_box(&k), black_box(&k), &base));
    });
}

fn scalar(c: &mut Criterion) {
    let mut k = Scalar::from_be_bytes_reduced(&[0xa5; 32]);
    let montgomery = k.to_montgomery();
    c.bench_function("scalar/multiply", |b| b.iter(|| k = montgomery.mul(&k)));
    c.bench_function("scalar/invert", |b| b.iter(|| k = k.invert()));
}

criterion_group!(benches, field, point, scalar);
criterion_main!(benches);
