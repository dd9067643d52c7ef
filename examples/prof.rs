#![allow(dead_code, unused)]
use std::hint::black_box;
use std::time::Instant;
#[path = "../src/arith"]
mod arith {
    pub(crate) mod field;
    pub(crate) mod limbs;
    pub(crate) mod safegcd;
    pub(crate) mod scalar;
}
#[path = "../src/backend"]
mod backend {
    pub(crate) mod mask;
    mod portable;
    pub(crate) use portable::*;
}
#[path = "../src/curve"]
mod curve {
    pub(crate) mod formulas;
    pub(crate) mod point;
}
fn bench(name: &str, n: u32, mut f: impl FnMut()) {
    for _ in 0..n / 10 {
        f()
    }
    let mut best = f64::MAX;
    for _ in 0..7 {
        let t = Instant::now();
        for _ in 0..n {
            f()
        }
        best = best.min(t.elapsed().as_secs_f64() / n as f64 * 1e9);
    }
    println!("{name:16} {best:.1} ns");
}
fn main() {
    let mut x = curve::point::GENERATOR.x;
    let y = curve::point::GENERATOR.y;
    let n = 100000;
    bench("mul chain", n, || {
        x = x * y;
    });
    bench("sqr chain", n, || {
        x = x.square();
    });
    bench("add chain", n, || {
        x = x + y;
    });
    bench("sub chain", n, || {
        x = x - y;
    });
    bench("half chain", n, || {
        x = x.half();
    });
    let mut a = [x; 4];
    bench("mul 4 indep /4", n, || {
        for i in 0..4 {
            a[i] = a[i] * y;
        }
    });
    bench("sqr 4 indep /4", n, || {
        for i in 0..4 {
            a[i] = a[i].square();
        }
    });
    bench("invert", n / 100, || {
        x = x.invert();
    });
    let mut p = curve::point::JacobianPoint::from(curve::point::GENERATOR).double();
    bench("double", n / 10, || {
        p = p.double();
    });
    let g = curve::point::GENERATOR;
    bench("mixed add", n / 10, || {
        p = p.add_affine_distinct(&g);
    });
    let row = [[7u64; 8]; 32];
    let mut i = 3;
    bench("gather32", n / 10, || {
        let z = backend::table_select(black_box(&row), i);
        i = (z[0] ^ 7) as usize + (i + 1) % 32 & 31;
    });
    black_box((x, a, p.x, i));
}
