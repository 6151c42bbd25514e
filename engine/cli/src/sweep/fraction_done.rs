//! Fraction of the work of many runs that several threads have done.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use bufferlab_core::study::{Case, Line, run_case};

/// Resolution of the fraction: units per run.
const UNITS_PER_RUN: f64 = 1e6;

/// Counter of the work that is done, including parts of runs in progress.
pub struct FractionDone {
    units: AtomicU64,
    runs: f64,
}

impl FractionDone {
    /// Creates a counter for `runs` runs, at 0.
    pub fn of(runs: usize) -> FractionDone {
        FractionDone {
            units: AtomicU64::new(0),
            runs: runs as f64,
        }
    }

    /// Returns the fraction, from 0 to 1.
    pub fn done(&self) -> f64 {
        self.units.load(Ordering::Relaxed) as f64 / UNITS_PER_RUN / self.runs
    }

    /// Counts a run whose result is known already.
    pub fn skip(&self) {
        self.units
            .fetch_add(UNITS_PER_RUN as u64, Ordering::Relaxed);
    }

    /// Runs a case and counts its progress. Returns `None` if `stopped` became true first.
    pub fn run(&self, case: Case, stopped: impl Fn() -> bool) -> Option<Line> {
        let mut counted = 0;
        let mut count = |share: f64| {
            let now = (share * UNITS_PER_RUN) as u64;
            self.units.fetch_add(now - counted, Ordering::Relaxed);
            counted = now;
        };
        let line = run_case(case, &mut |share| {
            count(share);
            if stopped() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        count(1.0);
        Some(line)
    }
}
