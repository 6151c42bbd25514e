//! Estimate of the time that a sweep takes, from the first moments of a few of its runs.

use std::time::Duration;

use bufferlab_core::study::{CaseRun, Study};

use crate::progress::{Progress, about};

/// Number of runs that are timed: the first, the last, and some between them.
const PROBES: usize = 5;
/// Longest real time spent on each of them.
const TIME: Duration = Duration::from_millis(200);
/// Events between two readings of the clock; they take about a millisecond.
const SLICE: u64 = 10_000;

/// Returns a sentence about the time of the runs with these numbers on `jobs` threads.
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
        "bufferlab: {most}{runs} runs, about {} with {jobs} in parallel",
        about(s)
    )
}

/// Returns the mean real time of a run in seconds, extrapolated from the part of each timed run that was done.
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
