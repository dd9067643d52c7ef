//! The clock: interleaved rounds of calibrated length.

use std::time::Duration;

/// Processor time of this thread where the system counts it finely, so that being preempted does not count.
#[cfg(unix)]
use cpu_time::ThreadTime as Clock;
#[cfg(not(unix))]
use std::time::Instant as Clock;

use crate::{
    Result,
    contestant::{Contestant, Op},
};

/// How long and how often.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    pub(crate) rounds: usize,
    /// Shortest round of one contestant.
    pub(crate) round: Duration,
}

/// Seconds an iteration, one value a round; `None` where the contestant does not offer the operation.
pub(crate) type Samples = Option<Vec<f64>>;

/// Times `op` on every contestant, one round each in turn, so that a disturbance of the machine that lasts
/// longer than a round falls on all of them alike.
pub(crate) fn measure(contestants: &mut [Box<dyn Contestant>], op: Op, plan: Plan) -> Result<Vec<Samples>> {
    let iterations = contestants
        .iter_mut()
        .map(|contestant| {
            contestant.offers(op).then(|| calibrate(contestant.as_mut(), op, plan.round)).transpose()
        })
        .collect::<Result<Vec<_>>>()?;
    let mut samples: Vec<Samples> = iterations.iter().map(|n| n.map(|_| vec![])).collect();
    for _ in 0..plan.rounds {
        for ((contestant, n), samples) in contestants.iter_mut().zip(&iterations).zip(&mut samples) {
            if let (Some(n), Some(samples)) = (*n, samples) {
                let elapsed = time(contestant.as_mut(), op, n)?;
                samples.push(elapsed.as_secs_f64() / f64::from(n));
            }
        }
    }
    Ok(samples)
}

/// Iterations that take at least `round`, found by doubling; warms up on the way.
fn calibrate(contestant: &mut dyn Contestant, op: Op, round: Duration) -> Result<u32> {
    let mut n = 1;
    while time(contestant, op, n)? < round {
        n *= 2;
    }
    Ok(n)
}

fn time(contestant: &mut dyn Contestant, op: Op, iterations: u32) -> Result<Duration> {
    let start = Clock::now();
    contestant.run(op, iterations)?;
    Ok(start.elapsed())
}

/// The median; `values` must not be empty.
pub(crate) fn median(values: &[f64]) -> f64 {
    let sorted = sorted(values);
    let last = sorted.len() - 1;
    f64::midpoint(sorted[last / 2], sorted[last.div_ceil(2)])
}

/// Width of the middle half of the values, relative to their median; `values` must not be empty.
pub(crate) fn spread(values: &[f64]) -> f64 {
    let sorted = sorted(values);
    let last = sorted.len() - 1;
    (sorted[last - last / 4] - sorted[last / 4]) / median(values)
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values
}

#[cfg(test)]
mod tests {
    use super::{median, spread};

    #[test]
    fn statistics() {
        assert!((median(&[3.0, 1.0, 2.0]) - 2.0).abs() < 1e-12);
        assert!((median(&[4.0, 1.0, 2.0, 3.0]) - 2.5).abs() < 1e-12);
        assert!((spread(&[1.0, 2.0, 3.0, 4.0, 5.0]) - 2.0 / 3.0).abs() < 1e-12);
    }
}
