//! How much of many runs is done, while several threads run them.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use bufferlab_core::study::{Case, Line, run_case};

/// Parts of a run that are counted.
const PARTS: f64 = 1e6;

/// The share of a number of runs that is done, those under way included.
pub struct Share {
    parts: AtomicU64,
    runs: f64,
}

impl Share {
    /// Nothing of `runs` runs.
    pub fn of(runs: usize) -> Share {
        Share {
            parts: AtomicU64::new(0),
            runs: runs as f64,
        }
    }

    /// From 0 to 1.
    pub fn done(&self) -> f64 {
        self.parts.load(Ordering::Relaxed) as f64 / PARTS / self.runs
    }

    /// A run is there that needs not be run.
    pub fn skip(&self) {
        self.parts.fetch_add(PARTS as u64, Ordering::Relaxed);
    }

    /// Runs a case, and counts; `None` if it was broken off since `stopped`.
    pub fn run(&self, case: Case, stopped: impl Fn() -> bool) -> Option<Line> {
        let mut counted = 0;
        let mut count = |share: f64| {
            let now = (share * PARTS) as u64;
            self.parts.fetch_add(now - counted, Ordering::Relaxed);
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
