//! Runs the operations on secrets that Valgrind takes for undefined. Without an argument all of them, with one the control of
//! that name. Prints what it runs.

#[path = "../../../../src/arith/mod.rs"]
#[allow(dead_code)]
mod arith;
#[path = "../../../../src/backend/mod.rs"]
#[allow(dead_code, unused_imports)]
mod backend;
#[path = "../../guest/src/cases.rs"]
mod cases;
#[path = "../../../../src/curve/mod.rs"]
#[allow(dead_code)]
mod curve;
#[path = "../../guest/src/leaks.rs"]
mod leaks;
#[path = "../../guest/src/operations.rs"]
mod operations;

use backend::taint::classify;
use cases::{CASES, Case, case};
use operations::Visitor;

fn main() {
    match std::env::args().nth(1) {
        None => operations::all(&mut Secretly { only: None }),
        Some(name) => leaks::all(&mut Secretly { only: Some(name) }),
    }
}

struct Secretly {
    only: Option<String>,
}

impl Visitor for Secretly {
    fn operation<const ID: usize, S>(
        &mut self,
        name: &str,
        prepare: impl Fn(&Case) -> S,
        run: impl Fn(&mut S),
    ) {
        if self.only.as_ref().is_some_and(|only| only != name) {
            return;
        }
        println!("{name}");
        // Undefined memory stands for every value that it could have: few cases do.
        for i in [0, CASES / 2, CASES - 1] {
            let Case { d, k, e, random } = case(i);
            let mut subject = prepare(&Case { d: classify(d), k: classify(k), e, random: classify(random) });
            run(&mut subject);
        }
    }
}
