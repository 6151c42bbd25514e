//! Round-trip time and the retransmission timeout.
//!
//! Source: RFC 6298. Samples are rounded to the clock's granularity G as a timer that counts ticks
//! would see them. When the timeout has been backed off more than threefold, the smoothed values
//! are forgotten and the next sample starts afresh: the RFC allows it (Section 5, closing note) and
//! ns-2 does it.

use super::config::TcpConfig;
use crate::time::{Span, Time};

/// RTT estimator with the back-off of its timeout.
#[derive(Clone, Copy, Debug, Default)]
pub struct RttEstimator {
    smoothed: Option<Smoothed>,
    /// Timeout before back-off; kept while a forgotten estimate waits for its next sample.
    rto: Option<Span>,
    /// Number of doublings.
    backoff: u32,
    latest: Option<Span>,
}

#[derive(Clone, Copy, Debug)]
struct Smoothed {
    srtt: Span,
    rttvar: Span,
}

/// Doublings after which the estimate is forgotten.
const FORGET_AFTER: u32 = 3;

impl RttEstimator {
    /// Takes a round trip from `sent` to `now` into account and ends any back-off.
    pub fn sample(&mut self, sent: Time, now: Time, config: &TcpConfig) {
        let granularity = Span::from_s(config.clock_granularity_s);
        let measured = in_ticks(sent, now, granularity);
        self.latest = Some(now.since(sent));
        self.backoff = 0;
        let smoothed = match self.smoothed {
            // Rule (2.2)
            None => Smoothed {
                srtt: measured,
                rttvar: Span(measured.0 / 2),
            },
            // Rule (2.3): beta = 1/4, alpha = 1/8
            Some(Smoothed { srtt, rttvar }) => Smoothed {
                rttvar: Span((3 * rttvar.0 + srtt.0.abs_diff(measured.0)) / 4),
                srtt: Span((7 * srtt.0 + measured.0) / 8),
            },
        };
        self.smoothed = Some(smoothed);
        let spread = Span(4 * smoothed.rttvar.0).max(granularity);
        self.rto = Some(smoothed.srtt + spread);
    }

    /// Doubles the timeout: rule (5.5).
    pub fn back_off(&mut self) {
        self.backoff = (self.backoff + 1).min(32);
        if self.backoff > FORGET_AFTER {
            self.smoothed = None;
        }
    }

    /// Ends the back-off without a sample, when what was timed has been acknowledged.
    pub fn end_back_off(&mut self) {
        self.backoff = 0;
    }

    /// The timeout with bounds (rules 2.4 and 2.5) and back-off.
    #[must_use]
    pub fn rto(&self, config: &TcpConfig) -> Span {
        let floor = Span::from_s(config.min_rto_s);
        let base = match self.rto {
            Some(rto) => rto.max(floor),
            None => Span::from_s(config.initial_rto_s),
        };
        let doubled = Span(base.0.saturating_mul(1 << self.backoff));
        doubled.min(Span::from_s(config.max_rto_s).max(floor))
    }

    /// The smoothed round trip.
    #[must_use]
    pub fn srtt(&self) -> Option<Span> {
        self.smoothed.map(|s| s.srtt)
    }

    /// The latest round trip, exact.
    #[must_use]
    pub fn latest(&self) -> Option<Span> {
        self.latest
    }
}

/// Ticks that a clock of the given granularity counts between two instants, at least one.
fn in_ticks(sent: Time, now: Time, granularity: Span) -> Span {
    if granularity == Span::ZERO {
        return now.since(sent);
    }
    let ticks = now.0 / granularity.0 - sent.0 / granularity.0;
    Span(ticks.max(1) * granularity.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tcp::sender::tests::config;

    #[test]
    fn a_constant_round_trip_leads_to_srtt_plus_one_tick() {
        let config = TcpConfig {
            min_rto_s: 0.001,
            ..config()
        };
        let mut rtt = RttEstimator::default();
        let at = |ms: u64| Time(ms * 1_000_000_000);
        rtt.sample(at(0), at(100), &config);
        assert_eq!(
            rtt.rto(&config),
            Span::from_s(0.3),
            "first sample: R + 4 R/2"
        );
        for k in 1..60 {
            rtt.sample(at(100 * k), at(100 * k + 100), &config);
        }
        assert!(rtt.rto(&config) <= Span::from_s(0.1101));
        assert!(rtt.rto(&config) >= Span::from_s(0.11));
    }

    #[test]
    fn timeouts_double_up_to_the_longest_and_end_with_a_sample() {
        let config = config();
        let mut rtt = RttEstimator::default();
        rtt.sample(Time::ZERO, Time::from_s(0.1), &config);
        let first = rtt.rto(&config);
        rtt.back_off();
        assert_eq!(rtt.rto(&config), Span(first.0 * 2));
        for _ in 0..20 {
            rtt.back_off();
        }
        assert_eq!(rtt.rto(&config), Span::from_s(60.0));
        rtt.sample(Time::from_s(100.0), Time::from_s(100.1), &config);
        assert_eq!(
            rtt.rto(&config),
            Span::from_s(0.3),
            "the old estimate was forgotten"
        );
    }
}
