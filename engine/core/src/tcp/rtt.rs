//! Round-trip time and retransmission timeout.
//!
//! Source: RFC 6298, in the fixed-point arithmetic of Jacobson's "Congestion avoidance and control" (SIGCOMM 1988,
//! Appendix A) that BSD and ns-2 use: time is counted in clock ticks, SRTT has three fractional bits and RTTVAR
//! two. The rounding matters: on a path with a nearly constant round-trip time, RTTVAR stays at three quarters of a
//! tick, so the timeout stays three ticks above SRTT. Exact arithmetic would come down to one tick and time out
//! when the queue grows slightly. After more than three doublings of the timeout, the smoothed values are discarded
//! and the next sample starts again: the RFC permits it (Section 5, closing note) and ns-2 does it. The clock of
//! each flow has its own phase, as in ns-2: otherwise equal flows would time out together.

use super::config::TcpConfig;
use crate::time::{Span, Time};

/// RTT estimator with the back-off of its timeout.
#[derive(Clone, Copy, Debug)]
pub struct RttEstimator {
    /// The timeout that follows from all this: every acknowledgment asks for it, and few change it.
    rto: Span,
    /// 8 SRTT, in ticks; 0 before the first sample.
    srtt8: u64,
    /// 4 RTTVAR, in ticks.
    rttvar4: u64,
    /// The smoothed round trip without rounding to ticks, for pacing and display; [`NO_SAMPLE`] before the first.
    exact: Span,
    /// The last sample; [`NO_SAMPLE`] before the first.
    latest: Span,
    /// Phase of the clock at the start of the flow: clocks of hosts do not tick together.
    phase: Span,
    /// Number of doublings of the timeout, at most [`MOST_DOUBLINGS`].
    backoff: u8,
    /// Whether the estimate is forgotten: it gives the timeout until the next sample starts it again.
    forgotten: bool,
    /// Whether a SYN was lost and no round trip has been measured since.
    syn_lost: bool,
    /// Whether the last sample has not been [taken](Self::take_sample).
    is_new: bool,
}

/// Value of a round-trip time before the first sample.
const NO_SAMPLE: Span = Span(u64::MAX);

/// The least timeout for the first data after a lost SYN, seconds: rule (5.7).
const AFTER_LOST_SYN_S: f64 = 3.0;

/// Doublings after which the estimate is forgotten.
const FORGET_AFTER: u8 = 3;

/// Largest number of doublings, far beyond every bound of the timeout.
const MOST_DOUBLINGS: u8 = 32;

impl RttEstimator {
    /// An estimator without samples, whose clock stands at `phase` of a tick (0 to 1) when time begins.
    #[must_use]
    pub fn with_clock_at(phase: f64, config: &TcpConfig) -> RttEstimator {
        let phase = Span((phase * tick(config).0 as f64) as u64);
        RttEstimator::at(phase, config)
    }

    fn at(phase: Span, config: &TcpConfig) -> RttEstimator {
        let mut estimator = RttEstimator {
            rto: Span::ZERO,
            srtt8: 0,
            rttvar4: 0,
            exact: NO_SAMPLE,
            latest: NO_SAMPLE,
            phase,
            backoff: 0,
            forgotten: false,
            syn_lost: false,
            is_new: false,
        };
        estimator.reconfigure(config);
        estimator
    }

    /// Returns the same clock without samples, for a new connection of the same host.
    #[must_use]
    pub fn without_samples(&self, config: &TcpConfig) -> RttEstimator {
        RttEstimator::at(self.phase, config)
    }

    /// Applies changed bounds of the timeout.
    pub fn reconfigure(&mut self, config: &TcpConfig) {
        self.rto = self.bounded_timeout(config);
    }

    /// Applies a round-trip time measured by a timestamp at `now`.
    pub fn sample_elapsed(&mut self, elapsed: Span, now: Time, config: &TcpConfig) {
        self.sample(Time(now.0.saturating_sub(elapsed.0)), now, config);
    }

    /// Applies a round-trip time from `sent` to `now`, and ends any backoff.
    pub fn sample(&mut self, sent: Time, now: Time, config: &TcpConfig) {
        let tick = tick(config);
        let exact = now.since(sent);
        self.latest = exact;
        self.is_new = true;
        self.exact = match self.exact {
            NO_SAMPLE => exact,
            Span(old) => Span((7 * old + exact.0) / 8),
        };
        self.backoff = 0;
        let ticks_at = |time: Time| (time + self.phase).0 / tick.0;
        let measured = (ticks_at(now) - ticks_at(sent)).max(1);
        if self.srtt8 == 0 || self.forgotten {
            // Rule (2.2)
            self.srtt8 = measured << 3;
            self.rttvar4 = measured << 1;
        } else {
            // Rule (2.3): alpha = 1/8, beta = 1/4
            let error = measured.abs_diff(self.srtt8 >> 3);
            let smoothed = if measured >= self.srtt8 >> 3 {
                self.srtt8 + error
            } else {
                self.srtt8.saturating_sub(error)
            };
            self.srtt8 = smoothed.max(1);
            self.rttvar4 = (self.rttvar4 + error - (self.rttvar4 >> 2)).max(1);
        }
        self.forgotten = false;
        self.rto = self.bounded_timeout(config);
    }

    /// Returns the last sample, once.
    #[inline]
    pub fn take_sample(&mut self) -> Option<Span> {
        std::mem::take(&mut self.is_new).then_some(self.latest)
    }

    /// Doubles the timeout: rule (5.5).
    pub fn back_off(&mut self, config: &TcpConfig) {
        self.backoff = (self.backoff + 1).min(MOST_DOUBLINGS);
        self.forgotten |= self.backoff > FORGET_AFTER;
        self.rto = self.bounded_timeout(config);
    }

    /// Data follows a SYN that was lost. No round trip has been timed, and one that exceeds a short first timeout may
    /// be why: rule (5.7). A timeout that was long already stays as it is.
    pub fn after_lost_syn(&mut self, config: &TcpConfig) {
        if self.exact == NO_SAMPLE && config.initial_rto_s < AFTER_LOST_SYN_S {
            self.syn_lost = true;
            self.backoff = 0;
            self.rto = self.bounded_timeout(config);
        }
    }

    /// Ends the back-off without a sample, when what was timed has been acknowledged.
    pub fn end_back_off(&mut self, config: &TcpConfig) {
        self.backoff = 0;
        self.rto = self.bounded_timeout(config);
    }

    /// The timeout with bounds and back-off.
    #[must_use]
    #[inline]
    pub fn rto(&self) -> Span {
        self.rto
    }

    /// Rules (2.4), (2.5) and (5.5).
    fn bounded_timeout(&self, config: &TcpConfig) -> Span {
        let floor = Span::from_s(config.min_rto_s);
        let base = match self.srtt() {
            Some(srtt) => {
                let floor = if config.rto_is_above_srtt() {
                    floor + srtt
                } else {
                    floor
                };
                let ticks = ((self.rttvar4 << 3) + self.srtt8) >> 3;
                Span(ticks.saturating_mul(tick(config).0)).max(floor)
            }
            None if self.syn_lost => Span::from_s(AFTER_LOST_SYN_S),
            None => Span::from_s(config.initial_rto_s),
        };
        let doubled = Span(base.0.saturating_mul(1 << self.backoff));
        doubled.min(Span::from_s(config.max_rto_s).max(floor))
    }

    /// The smoothed round trip, not rounded to ticks: what pacing needs is a finer clock than the
    /// retransmission timer's (ganjali-2007 Section 3.4).
    #[must_use]
    #[inline]
    pub fn srtt(&self) -> Option<Span> {
        (self.exact != NO_SAMPLE).then_some(self.exact)
    }

    /// The latest round trip, exact.
    #[must_use]
    pub fn latest(&self) -> Option<Span> {
        (self.latest != NO_SAMPLE).then_some(self.latest)
    }
}

/// The clock's tick; a granularity of 0 counts nanoseconds.
fn tick(config: &TcpConfig) -> Span {
    Span::from_s(config.clock_granularity_s).max(Span(1000))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tcp::testing::config;

    #[test]
    fn a_constant_round_trip_leads_to_srtt_plus_three_ticks() {
        let config = TcpConfig {
            min_rto_s: 0.001,
            ..config()
        };
        let mut rtt = RttEstimator::with_clock_at(0.0, &config);
        let at = |ms: u64| Time(ms * 1_000_000_000);
        rtt.sample(at(0), at(100), &config);
        assert_eq!(rtt.rto(), Span::from_s(0.3), "first sample: R + 4 R/2");
        for k in 1..60 {
            rtt.sample(at(100 * k), at(100 * k + 100), &config);
        }
        assert_eq!(rtt.srtt(), Some(Span::from_s(0.1)));
        assert_eq!(rtt.rto(), Span::from_s(0.13));
    }

    #[test]
    fn the_shortest_timeout_counts_from_nothing_or_from_the_round_trip() {
        let plain = config();
        let mut rtt = RttEstimator::with_clock_at(0.0, &plain);
        for k in 0..60 {
            rtt.sample(
                Time::from_s(f64::from(k)),
                Time::from_s(f64::from(k) + 0.1),
                &plain,
            );
        }
        assert_eq!(rtt.rto(), Span::from_s(0.2));
        let above = TcpConfig {
            min_rto_above_srtt: true,
            ..plain
        };
        rtt.reconfigure(&above);
        assert_eq!(rtt.rto(), Span::from_s(0.3));
    }

    #[test]
    fn timeouts_double_up_to_the_longest_and_end_with_a_sample() {
        let config = config();
        let mut rtt = RttEstimator::with_clock_at(0.0, &config);
        rtt.sample(Time::ZERO, Time::from_s(0.1), &config);
        let first = rtt.rto();
        rtt.back_off(&config);
        assert_eq!(rtt.rto(), Span(first.0 * 2));
        for _ in 0..20 {
            rtt.back_off(&config);
        }
        assert_eq!(rtt.rto(), Span::from_s(60.0));
        rtt.sample(Time::from_s(100.0), Time::from_s(100.1), &config);
        assert_eq!(
            rtt.rto(),
            Span::from_s(0.3),
            "the old estimate was forgotten"
        );
    }
}
