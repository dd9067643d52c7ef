//! Every operation between markers, once for each case, at the same addresses.

use crate::arith::scalar::Scalar;
use crate::cases::{CASES, Case, case};
use crate::curve::recode::SignedBits;
use crate::operations::Visitor;
use crate::{leaks, operations};
use core::hint::black_box;
use sm2p256_machine as machine;

pub fn run() {
    check_coverage();
    // What the processor can do is looked up once.
    black_box(operations::key(&case(0)));
    operations::all(&mut Traces("operation"));
    leaks::all(&mut Traces("control"));
}

struct Traces(&'static str);

impl Visitor for Traces {
    fn operation<const ID: usize, S>(
        &mut self,
        name: &str,
        prepare: impl Fn(&Case) -> S,
        run: impl Fn(&mut S),
    ) {
        machine::print("name ");
        machine::print_number(ID);
        for text in [" ", self.0, " ", name, "\n"] {
            machine::print(text);
        }
        for i in 0..CASES {
            let mut subject = prepare(&case(i));
            call::<ID, S>(&mut subject, &run);
        }
    }
}

/// A function of its own, so that nothing of the loop around it moves between the markers.
#[inline(never)]
fn call<const ID: usize, S>(subject: &mut S, run: &impl Fn(&mut S)) {
    let subject = black_box(subject);
    machine::region::<ID, ()>(|| run(subject));
}

/// Every digit of both combs takes its smallest absolute value and both of its extremes, over the cases: for d
/// and for k.
fn check_coverage() {
    // Six teeth four apart from 24·block + stage (four teeth in the topmost block), and four teeth 64 apart.
    let large =
        (0..11).flat_map(|block| (0..4).map(move |j| (24 * block + j, 4, if block < 10 { 6 } else { 4 })));
    let small = (0..64).map(|j| (j, 64, 4));
    for (start, stride, count) in large.chain(small) {
        let largest = (1 << (count - 1)) - 1;
        // Bit 255 counts positive always.
        let always_positive = start + stride * (count - 1) == 255;
        for secret in [|c: &Case| c.d, |c: &Case| c.k] {
            let (mut smallest, mut positive, mut negative) = (false, false, always_positive);
            for i in 0..CASES {
                let (bits, _) = SignedBits::new(&Scalar::from_be_bytes_reduced(&secret(&case(i))));
                let (index, minus) = bits.digit(start, stride, count);
                let minus = minus.is_set_vartime();
                smallest |= index == 0;
                positive |= index == largest && !minus;
                negative |= index == largest && minus;
            }
            if !(smallest && positive && negative) {
                machine::print("no case has an extreme of the digit at bit ");
                machine::print_number(start);
                machine::print("\n");
                machine::exit(3);
            }
        }
    }
}
