//! Adaptive RED: the probability at the upper threshold follows the load.
//!
//! With a fixed probability the average queue depends on the load. Twice a second, the probability is therefore raised
//! a little if the average is above its target range, and lowered if it is below.
//!
//! Source: Floyd, Gummadi and Shenker, "Adaptive RED: An algorithm for increasing the robustness of RED's active
//! queue management", 2001, Section 3. Deviation: adaptation happens at the
//! end of each interval; ns-2.35 (`updateMaxP`) adapts at the first arrival after it. Weight and thresholds do not
//! change.

use super::{Params, Red};
use crate::queue::periods::Periods;
use crate::time::{Span, Time};

/// Target range of the average, as parts of the distance between the thresholds.
const TARGET: (f64, f64) = (0.4, 0.6);
/// Bounds of the adapted probability.
const RANGE: (f64, f64) = (0.01, 0.5);

impl Params {
    pub(super) fn adaptations(&self, now: Time) -> Periods {
        Periods::new(Span::from_s(self.adapt_every_s), now)
    }

    /// Returns max_p after one interval at an average.
    #[must_use]
    pub fn adapted(&self, max_p: f64, average: f64) -> f64 {
        let (min, max) = (self.min_threshold_packets, self.max_threshold_packets);
        let (low, high) = (min + TARGET.0 * (max - min), min + TARGET.1 * (max - min));
        if average > high && max_p <= RANGE.1 {
            let quarter = max_p / 4.0;
            let by = if quarter < self.adapt_increment {
                quarter
            } else {
                self.adapt_increment
            };
            (max_p + by).clamp(0.0, 1.0)
        } else if average < low && max_p >= RANGE.0 {
            max_p * self.adapt_factor
        } else {
            max_p
        }
    }
}

impl Red {
    /// Processes the intervals that ended by `now`, during which the average did not change.
    #[inline]
    pub(super) fn adapt(&mut self, now: Time) {
        if !self.params.adaptive {
            return;
        }
        while self.adaptations.ended(now).is_some() {
            let adapted = self.params.adapted(self.max_probability, self.average);
            if adapted == self.max_probability {
                self.adaptations.skip(now);
            }
            self.max_probability = adapted;
        }
    }
}
