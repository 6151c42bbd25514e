//! How long a sweep will take: a few of its runs are begun and timed.

use std::time::Duration;

use bufferlab_core::study::{CaseRun, Study};

use crate::progress::{Progress, about};

/// Runs that are begun: the first, the last, and some between.
const PROBES: usize = 5;
/// Longest time for each.
const TIME: Duration = Duration::from_millis(200);
/// Events between two looks at the clock: about a millisecond.
const SLICE: u64 = 10_000;

/// A sentence about the runs with these numbers on so many threads.
pub fn estimate(study: &Study, numbers: &[u64], jobs: usize) -> String {
    let each = mean_s(study, numbers);
    let s = each * (numbers.len() as f64 / jobs as f64).ceil();
    let runs = numbers.len();
    let most = if study.stop().is_some() {
        "at most "
    } else {
        ""
    };
    format!(
        "bufferlab: {most}{runs} runs, some {} with {jobs} at a time",
        about(s)
    )
}

/// Mean time of a run, seconds, from how far the first moments of a few get.
fn mean_s(study: &Study, numbers: &[u64]) -> f64 {
    let probes = PROBES.min(numbers.len());
    let place = |i: usize| i * (numbers.len() - 1) / (probes - 1).max(1);
    let times = (0..probes).filter_map(|i| {
        let mut run = CaseRun::new(study.case(numbers[place(i)])?);
        let clock = Progress::begin();
        while clock.wall_s() < TIME.as_secs_f64() && !run.advance(SLICE) {}
        let done = run.done();
        (done > 0.0).then(|| clock.wall_s() / done)
    });
    let times: Vec<f64> = times.collect();
    times.iter().sum::<f64>() / (times.len().max(1)) as f64
}
