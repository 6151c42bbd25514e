//! Ramp of a responsiveness test: when to add a connection, and when the network is under working conditions.
//!
//! The goodput is stable when the last four moving averages, each over up to four intervals, have a standard deviation of
//! at most 5 % of the last one.
//!
//! Source: draft-ietf-ippm-responsiveness-09, with its settings: four intervals, 5 %, one connection more each interval.

use std::collections::VecDeque;

use crate::time::{Span, Time};

/// Number of intervals of a moving average, and of moving averages that are compared .
const INTERVALS: usize = 4;
/// Largest standard deviation of the moving averages, as a share of the last one.
const TOLERANCE: f64 = 0.05;

/// State of the ramp of a group.
#[derive(Clone, Debug)]
pub struct Ramp {
    pub(super) interval: Span,
    /// Bytes that were delivered until the end of the last interval; `None` before the first begins.
    delivered: Option<u64>,
    /// Goodput of the last intervals, and the moving averages after them, in bytes per interval.
    goodputs: VecDeque<f64>,
    averages: VecDeque<f64>,
    /// Number of connections so far.
    connections: u32,
    /// Time since which the goodput is stable.
    stable_since: Option<Time>,
}

impl Ramp {
    /// Creates a ramp that has not begun.
    #[must_use]
    pub fn new(interval: Span) -> Ramp {
        Ramp {
            interval,
            delivered: None,
            goodputs: VecDeque::new(),
            averages: VecDeque::new(),
            connections: 0,
            stable_since: None,
        }
    }

    /// Ends an interval at `now`, when `delivered` bytes have been delivered, and begins the next. Returns whether the
    /// goodput has become stable.
    pub fn end_interval(&mut self, now: Time, delivered: u64) -> bool {
        let Some(before) = self.delivered.replace(delivered) else {
            return false;
        };
        keep(&mut self.goodputs, (delivered - before) as f64);
        keep(&mut self.averages, mean(&self.goodputs));
        let is_stable = self.averages.len() == INTERVALS && self.deviation() <= TOLERANCE;
        if is_stable {
            self.stable_since = Some(now);
        }
        is_stable
    }

    /// Counts a connection that was added.
    pub fn add(&mut self) {
        self.connections += 1;
    }

    /// Returns the time of the next interval's end, or of the begin of the first; [`Time::NEVER`] after the last.
    #[must_use]
    pub fn next_at(&self, now: Time) -> Time {
        match (self.stable_since, self.delivered) {
            (Some(_), _) => Time::NEVER,
            (None, None) => now,
            (None, Some(_)) => now + self.interval,
        }
    }

    /// Returns the number of connections so far.
    #[must_use]
    pub fn connections(&self) -> u32 {
        self.connections
    }

    /// Returns the time since which the network is under working conditions, if it is.
    #[must_use]
    pub fn stable_since(&self) -> Option<Time> {
        self.stable_since
    }

    /// Returns the standard deviation of the moving averages as a share of the last one; infinite without goodput.
    fn deviation(&self) -> f64 {
        let center = mean(&self.averages);
        let squares = self.averages.iter().map(|it| (it - center) * (it - center));
        let deviation = libm::sqrt(squares.sum::<f64>() / self.averages.len() as f64);
        match self.averages.back() {
            Some(&last) if last > 0.0 => deviation / last,
            _ => f64::INFINITY,
        }
    }
}

/// Adds a value, and forgets the oldest one of more than [`INTERVALS`].
fn keep(values: &mut VecDeque<f64>, value: f64) {
    values.push_back(value);
    if values.len() > INTERVALS {
        values.pop_front();
    }
}

fn mean(values: &VecDeque<f64>) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(goodputs: &[u64]) -> Option<usize> {
        let mut ramp = Ramp::new(Span::from_s(1.0));
        let mut delivered = 0;
        ramp.end_interval(Time::ZERO, delivered);
        goodputs.iter().position(|goodput| {
            delivered += goodput;
            ramp.end_interval(Time::from_s(1.0), delivered)
        })
    }

    #[test]
    fn goodput_is_stable_when_four_moving_averages_are_within_five_percent() {
        assert_eq!(ends(&[100, 200, 240, 260, 240]), None);
        assert_eq!(ends(&[100, 100, 100]), None, "three are not enough");
        assert_eq!(ends(&[100, 100, 100, 100]), Some(3));
        assert_eq!(ends(&[0, 0, 0, 0, 0, 0]), None, "nothing arrives");
        let doubling = [100, 200, 400, 400, 400, 400, 400, 400, 400];
        // Averages 100, 150, 233, 275, 350, 400, 400, 400: the last four deviate by 21.7 of 400, then by 0.
        assert_eq!(ends(&doubling), Some(8));
    }
}
