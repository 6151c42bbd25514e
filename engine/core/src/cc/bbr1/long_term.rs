//! Long-term bandwidth sampling: detects a token bucket policer and sends at its rate, to lose little there.
//!
//! The largest rate of ten round trips is that of a burst which found tokens, so a policed flow sends too fast and loses
//! much. From the first loss on, intervals of four to sixteen round trips that end with a loss are compared. If two in a
//! row lose a fifth and deliver at about one rate, the flow takes the mean of both for the bandwidth, without gains, for
//! 48 round trips, and then looks again.
//!
//! Source: Linux `net/ipv4/tcp_bbr.c` (`bbr_lt_bw_sampling`, `bbr_lt_bw_interval_done`); Flach et al., "An Internet-wide
//! analysis of traffic policing", SIGCOMM 2016. Deviation: rates are also consistent there if they differ by 4 kb/s, which
//! matters below 32 kb/s; volumes are packets here.

use super::{Ack, Model, State};
use crate::time::{Span, Time};

/// Fewest round trips of an interval (`bbr_lt_intvl_min_rtts`); it is given up after four times as many.
const FEWEST_ROUNDS: u32 = 4;
/// Lost packets per delivered packet from which an interval counts (`bbr_lt_loss_thresh`: 50/256).
const LOSS_RATIO: f64 = 50.0 / 256.0;
/// Largest difference of the rates of two intervals, as a share of the first (`bbr_lt_bw_ratio`).
const DIFFERENCE: f64 = 1.0 / 8.0;
/// Round trips for which the rate is used (`bbr_lt_bw_max_rtts`).
const ROUNDS_IN_USE: u32 = 48;
/// Shortest interval: the clock of Linux counts milliseconds.
const SHORTEST: Span = Span(1_000_000_000);

/// State of the detection.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LongTerm {
    /// Whether an interval has begun (`lt_is_sampling`).
    is_sampling: bool,
    /// Whether the rate is used as the bandwidth (`lt_use_bw`).
    is_used: bool,
    /// Rate of the last interval, packets per second; 0 before the first (`lt_bw`).
    rate: f64,
    /// Round trips in the interval, or with the rate in use (`lt_rtt_cnt`).
    rounds: u32,
    /// Time of the last delivery, packets delivered and packets lost, when the interval began.
    began: Totals,
    /// The same at present.
    now: Totals,
}

/// Packets of a flow so far.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    at: Time,
    delivered: u64,
    lost: u64,
}

/// Facts that an acknowledgment or a timeout shows.
#[derive(Clone, Copy, Debug)]
struct Sample {
    begins_round: bool,
    shows_loss: bool,
    app_limited: bool,
}

impl LongTerm {
    /// Counts a lost packet.
    pub(super) fn note_loss(&mut self) {
        self.now.lost += 1;
    }

    /// Returns the rate of the policer, packets per second, if there seems to be one.
    pub(super) fn rate(&self) -> Option<f64> {
        self.is_used.then_some(self.rate)
    }

    /// Implements `bbr_lt_bw_sampling`. Returns whether the rate has been in use for long enough and the cycle of gains
    /// begins again.
    fn sample(&mut self, sample: Sample, is_cycling: bool) -> bool {
        if self.is_used {
            self.rounds += u32::from(is_cycling && sample.begins_round);
            let is_over = self.rounds >= ROUNDS_IN_USE;
            if is_over {
                self.restart();
            }
            return is_over;
        }
        if !self.is_sampling {
            if !sample.shows_loss {
                return false;
            }
            self.begin_interval();
            self.is_sampling = true;
        }
        self.rounds += u32::from(sample.begins_round);
        if sample.app_limited || self.rounds > 4 * FEWEST_ROUNDS {
            self.restart();
        } else if self.rounds >= FEWEST_ROUNDS && sample.shows_loss {
            self.end_interval();
        }
        false
    }

    /// An interval that is long enough ends with a loss, if enough was lost in it (`bbr_lt_bw_interval_done`).
    fn end_interval(&mut self) {
        let delivered = (self.now.delivered - self.began.delivered) as f64;
        let lost = (self.now.lost - self.began.lost) as f64;
        let lasted = self.now.at.since(self.began.at);
        if delivered == 0.0 || lost < LOSS_RATIO * delivered || lasted < SHORTEST {
            return;
        }
        let rate = delivered / lasted.s();
        let is_consistent = (rate - self.rate).abs() <= DIFFERENCE * self.rate;
        if self.rate > 0.0 && is_consistent {
            self.rate = (rate + self.rate) / 2.0;
            self.is_used = true;
            self.rounds = 0;
        } else {
            self.rate = rate;
            self.begin_interval();
        }
    }

    fn begin_interval(&mut self) {
        self.began = self.now;
        self.rounds = 0;
    }

    /// Forgets all intervals, as at the start of the flow (`bbr_reset_lt_bw_sampling`).
    fn restart(&mut self) {
        let now = self.now;
        *self = LongTerm {
            now,
            began: now,
            ..LongTerm::default()
        };
    }
}

impl Model {
    /// The bandwidth to send at, packets per second: that of a policer, or the largest of the last round trips
    /// (`bbr_bw`).
    pub(super) fn bandwidth_to_use(&self) -> f64 {
        self.policed_rate().unwrap_or(self.bandwidth.get())
    }

    /// Returns the rate of the policer, if there seems to be one.
    pub(super) fn policed_rate(&self) -> Option<f64> {
        self.long_term.as_ref()?.rate()
    }

    /// An acknowledgment that tells a rate.
    pub(super) fn sample_long_term(&mut self, ack: &Ack) {
        let Some(long_term) = &mut self.long_term else {
            return;
        };
        long_term.now.at = ack.now;
        long_term.now.delivered = ack.rate.delivered;
        let sample = Sample {
            begins_round: self.rounds.started,
            shows_loss: ack.lost > 0.0,
            app_limited: ack.rate.app_limited,
        };
        if long_term.sample(sample, matches!(self.state, State::ProbeBw(_))) {
            self.enter_probe_bw(ack.now);
        }
    }

    /// A timeout counts as the end of a round trip with a loss (`bbr_set_state`).
    pub(super) fn sample_timeout(&mut self, now: Time) {
        let sample = Sample {
            begins_round: true,
            shows_loss: true,
            app_limited: false,
        };
        if let Some(long_term) = &mut self.long_term
            && long_term.sample(sample, matches!(self.state, State::ProbeBw(_)))
        {
            self.enter_probe_bw(now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds round trips of 100 ms, each with so many packets delivered and then so many lost.
    fn feed(long_term: &mut LongTerm, rounds: u32, delivered: u64, lost: u64) -> bool {
        let mut is_over = false;
        for _ in 0..rounds {
            long_term.now.at += Span::from_s(0.1);
            long_term.now.delivered += delivered;
            (0..lost).for_each(|_| long_term.note_loss());
            let sample = Sample {
                begins_round: true,
                shows_loss: lost > 0,
                app_limited: false,
            };
            is_over |= long_term.sample(sample, true);
        }
        is_over
    }

    #[test]
    fn two_intervals_in_a_row_with_a_fifth_lost_and_one_rate_show_a_policer() {
        let mut long_term = LongTerm::default();
        // The first loss begins the interval; the fourth round trip after it ends it.
        feed(&mut long_term, 1, 100, 25);
        feed(&mut long_term, 3, 100, 25);
        assert_eq!((long_term.rate, long_term.rate()), (1000.0, None));
        feed(&mut long_term, 4, 110, 25);
        assert_eq!(long_term.rate(), Some(1050.0));
    }

    #[test]
    fn less_loss_or_other_rates_show_none() {
        let mut long_term = LongTerm::default();
        // 19 of 100 delivered are below 50/256. After sixteen round trips it begins anew.
        feed(&mut long_term, 40, 100, 19);
        assert_eq!((long_term.rate, long_term.rate()), (0.0, None));
        long_term.restart();
        for delivered in [100, 120, 140, 120, 100] {
            feed(&mut long_term, 4, delivered, 40);
            assert_eq!(long_term.rate(), None);
        }
    }

    #[test]
    fn the_rate_is_used_for_48_round_trips() {
        let mut long_term = LongTerm::default();
        feed(&mut long_term, 8, 100, 25);
        assert_eq!(long_term.rate(), Some(1000.0));
        assert!(!feed(&mut long_term, 47, 100, 0));
        assert!(feed(&mut long_term, 1, 100, 0));
        assert_eq!((long_term.rate, long_term.is_sampling), (0.0, false));
    }

    #[test]
    fn a_flow_without_data_begins_anew() {
        let mut long_term = LongTerm::default();
        feed(&mut long_term, 7, 100, 25);
        let limited = Sample {
            begins_round: true,
            shows_loss: true,
            app_limited: true,
        };
        long_term.sample(limited, true);
        assert_eq!((long_term.rate, long_term.rate()), (0.0, None));
    }
}
