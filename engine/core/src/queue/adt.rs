//! Adaptive drop-tail (ADT): a drop-tail queue that changes its limit to keep the utilization near a target.
//!
//! At the end of each interval the limit grows by a factor if the utilization was below the target, and shrinks by
//! the same factor otherwise. A link with few flows gets a large buffer, and one with many flows a small one.
//!
//! Source: Vu-Brugier et al., "A critique of recently proposed buffer-sizing strategies", 2007, Algorithm 1, after
//! Stanojević, Shorten and Kellett, "Adaptive tuning of drop-tail buffers for reducing queueing delays", 2006.
//!
//! - The limit is a real number. Algorithm 1 rounds it down to an integer, with which 9 · 1.1 is 9 again: a limit
//!   that has fallen to 9 packets never grows (`whole`).
//! - The paper prints an interval of 3,000 s and "5 minutes"; its figures have one value per five minutes, which we
//!   use.
//! - The limit starts at its maximum. The paper does not state the start.
//! - The conclusion of the paper asks for a loss target, but no algorithm of the paper has one: here, too much loss
//!   makes the limit grow like too low utilization (`max_loss`).
//! - A packet counts as carried when its transmission begins.

use super::limit::{self, Limit};
use super::periods::Periods;
use super::{Arrival, Departure, Discipline, Fate, Reason, Surroundings, Verdict, Waiting};
use crate::spec::Gauge;
use crate::spec::gauge::rows;
use crate::spec::parameters::{integer, number, parameters};
use crate::time::{Span, Time};

parameters! {
    /// Drop-tail with a limit that changes until the utilization is near a target.
    #[section("queue.adt", "Adaptive drop-tail (ADT)",
        source: "vu-brugier-2007 Algorithm 1; Stanojević et al. 2006", check: limit::exactly_one)]
    // Exactly one of the limits is given: the largest that ADT may set, in its unit.
    pub struct Params {
        #[serde(flatten)]
        limit: Limit => &limit::maximum(
            "vu-brugier-2007 Algorithm 1 (qmax)",
            "Largest value of the limit, and its value at the start. Setting it replaces the limit in bytes.",
            "Largest value of the limit, and its value at the start. Setting it replaces the limit in packets.",
        ),

        /// Smallest value of a limit in packets. If the maximum is smaller, the maximum counts.
        min_packets: u32 = 2, "Minimum limit, packets", Packets, integer(1..=10_000_000).log(),
            [live, advanced, source: "vu-brugier-2007 Algorithm 1 (qmin, which is not given)"],

        /// Smallest value of a limit in bytes. If the maximum is smaller, the maximum counts.
        min_bytes: u64 = 3000, "Minimum limit, bytes", Bytes, integer(1..=1_000_000_000_000).log(),
            [live, advanced, source: "vu-brugier-2007 Algorithm 1 (qmin, which is not given)"],

        /// The limit grows after an interval with a lower utilization, and shrinks after an interval with at least this
        /// one.
        target_utilization: f64 = 0.95, "Target utilization", Ratio, number(0.01..=1.0),
            [live, gauged, source: "vu-brugier-2007 Algorithm 1"],

        /// Time over which the utilization is measured before each change of the limit. It should be many round-trip
        /// times; with a few seconds the effect is visible sooner.
        interval_s: f64 = 300.0, "Update interval", Seconds, number(0.01..=1e5).log(),
            [live, source: "vu-brugier-2007 Algorithm 1 (dT)"],

        /// Factor by which the limit is multiplied or divided at each change.
        gain: f64 = 1.1, "Gain", None, number(1.001..=10.0).log(), [live, source: "vu-brugier-2007 Algorithm 1 (c)"],

        /// The limit also grows if a larger share of the packets was dropped.
        max_loss: Option<f64> = None, "Tolerated loss ratio", Ratio, number(0.0..=1.0).or_null("any"),
            [live, gauged, source: "vu-brugier-2007 Section 4, which asks for it"],

        /// On: the limit is rounded down at each change, as in the paper. With a gain of 1.1 it then never grows from 9
        /// packets or fewer.
        whole: bool = false, "Round down", [live, advanced, source: "vu-brugier-2007 Algorithm 1 (int)"],
    }
}

/// State of an ADT queue.
#[derive(Clone, Debug)]
pub struct Adt(Box<State>);

#[derive(Clone, Debug)]
struct State {
    params: Params,
    rate_bps: f64,
    periods: Periods,
    /// The limit, in packets or bytes.
    limit: f64,
    /// Measurements of the current interval.
    now: Measured,
    /// Measurements of the last interval.
    utilization: f64,
    loss: f64,
}

/// Measurements of an interval so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Measured {
    sent_bytes: u64,
    arrived: u64,
    dropped: u64,
}

impl Discipline for Adt {
    type Params = Params;

    const GAUGES: &'static [Gauge] = rows![Gauge:
        /// Current limit in packets; 0 if the limit is in bytes.
        "moving_limit_packets", "Limit", Packets;
        /// Current limit in bytes; 0 if the limit is in packets.
        "moving_limit_bytes", "Limit", Bytes;
        /// Utilization in the last complete interval. ADT compares it with its target.
        "interval_utilization", "Utilization, last interval", Ratio;
        /// Share of the packets that were dropped in the last complete interval.
        "interval_loss", "Loss ratio, last interval", Ratio;
    ];

    fn new(params: &Params, around: &Surroundings) -> Adt {
        Adt(Box::new(State {
            params: params.clone(),
            rate_bps: around.rate_bps,
            periods: params.periods(around.now),
            limit: params.range().1,
            now: Measured::default(),
            utilization: 0.0,
            loss: 0.0,
        }))
    }

    /// Keeps the limit if it is within the new range. With another unit it starts anew.
    fn reconfigure(&mut self, params: &Params, around: &Surroundings) {
        let state = &mut *self.0;
        state.catch_up(around.now);
        if params.interval_s != state.params.interval_s {
            state.periods = params.periods(around.now);
            state.now = Measured::default();
        }
        let (least, most) = params.range();
        let same_unit = params.limit.bytes.is_some() == state.params.limit.bytes.is_some();
        state.limit = if same_unit {
            state.limit.clamp(least, most)
        } else {
            most
        };
        state.params.clone_from(params);
        state.rate_bps = around.rate_bps;
    }

    fn on_arrival(&mut self, arrival: &Arrival) -> Verdict {
        let state = &mut *self.0;
        state.catch_up(arrival.now);
        state.now.arrived += 1;
        if state.at_present().admits(arrival) {
            Verdict::Enqueue
        } else {
            state.now.dropped += 1;
            Verdict::Drop(Reason::Tail)
        }
    }

    fn on_departure(&mut self, departure: &Departure) -> Fate {
        self.0.catch_up(departure.now);
        self.0.now.sent_bytes += u64::from(departure.packet.bytes);
        Fate::Send
    }

    fn rate_changed(&mut self, rate_bps: f64) {
        self.0.rate_bps = rate_bps;
    }

    /// Returns true: the measured utilization counts departures.
    fn decides_at_dequeue(&self) -> bool {
        true
    }

    fn gauges(&self, now: Time, _waiting: &Waiting, out: &mut [f64]) {
        let mut state = self.0.clone();
        state.catch_up(now);
        let limit = state.at_present();
        out[0] = f64::from(limit.packets.unwrap_or(0));
        out[1] = limit.bytes.unwrap_or(0) as f64;
        out[2] = state.utilization;
        out[3] = state.loss;
    }
}

impl Params {
    /// Returns the smallest and the largest limit, in its unit; the smallest is not above the largest.
    fn range(&self) -> (f64, f64) {
        match (self.limit.packets, self.limit.bytes) {
            (Some(most), _) => (f64::from(self.min_packets.min(most)), f64::from(most)),
            (None, Some(most)) => (self.min_bytes.min(most) as f64, most as f64),
            (None, None) => unreachable!("the section's check wants one"),
        }
    }

    fn periods(&self, now: Time) -> Periods {
        Periods::new(Span::from_s(self.interval_s), now)
    }

    /// Returns the limit after an interval, in its unit (vu-brugier-2007 Algorithm 1).
    #[must_use]
    pub fn tuned(&self, limit: f64, utilization: f64, loss: f64) -> f64 {
        let too_much_loss = self.max_loss.is_some_and(|most| loss > most);
        let tuned = if utilization < self.target_utilization || too_much_loss {
            limit * self.gain
        } else {
            limit / self.gain
        };
        let (least, most) = self.range();
        let tuned = if self.whole { tuned.floor() } else { tuned };
        tuned.clamp(least, most)
    }
}

impl State {
    /// Processes the intervals that ended by `now`.
    #[inline]
    fn catch_up(&mut self, now: Time) {
        while self.periods.ended(now).is_some() {
            let before = self.limit;
            let was_idle = self.now == Measured::default();
            self.tune();
            if was_idle && self.limit == before {
                self.periods.skip(now);
            }
        }
    }

    /// Changes the limit at the end of an interval.
    fn tune(&mut self) {
        let Measured {
            sent_bytes,
            arrived,
            dropped,
        } = std::mem::take(&mut self.now);
        let bits = self.rate_bps * self.periods.every().s();
        self.utilization = 8.0 * sent_bytes as f64 / bits;
        self.loss = dropped as f64 / arrived.max(1) as f64;
        self.limit = self.params.tuned(self.limit, self.utilization, self.loss);
    }

    /// Returns the current limit in whole packets or bytes.
    fn at_present(&self) -> Limit {
        let in_bytes = self.params.limit.bytes.is_some();
        Limit {
            packets: (!in_bytes).then_some(self.limit as u32),
            bytes: in_bytes.then_some(self.limit as u64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::Backlog;
    use crate::queue::testing::{packet, surroundings};
    use crate::spec::complete::complete_one;
    use serde_json::{Value, json};

    fn params(given: Value) -> Params {
        let complete = complete_one(&SECTION, given).expect("accepted");
        serde_json::from_value(complete).expect("of ADT")
    }

    /// Lets packets of 1,000 bytes leave, spread over the second from `from_s`; 2,500 packets fill the link.
    fn carry(adt: &mut Adt, from_s: u32, packets: u32) {
        for number in 0..packets {
            let at_s = f64::from(from_s) + f64::from(number) / f64::from(packets);
            let waiting = Backlog::default();
            let (now, packet) = (Time::from_s(at_s), &packet(1000, false));
            adt.on_arrival(&Arrival {
                now,
                packet,
                waiting,
                in_service: None,
            });
            adt.on_departure(&Departure {
                now,
                packet,
                waited: Span::ZERO,
                left: waiting,
            });
        }
    }

    fn shown(adt: &Adt, at_s: u32) -> [f64; 4] {
        let mut out = [0.0; 4];
        adt.gauges(Time::from_s(f64::from(at_s)), &Waiting::default(), &mut out);
        out
    }

    #[test]
    fn adt_multiplies_or_divides_the_limit_within_its_bounds() {
        let params = params(json!({ "limit_packets": 100, "min_packets": 20 }));
        for (limit, utilization, wanted) in [
            (50.0, 0.949, 55.0),
            (55.0, 0.95, 50.0),
            (95.0, 0.5, 100.0),
            (21.0, 1.0, 20.0),
        ] {
            let tuned = params.tuned(limit, utilization, 0.5);
            assert!((tuned - wanted).abs() < 1e-9, "{limit}: {tuned}");
        }
    }

    /// A factor of 10 takes ln 10/ln 1.1 = 24.2 changes.
    #[test]
    fn adt_reaches_a_tenth_of_the_limit_after_25_intervals() {
        let params = params(json!({ "limit_bytes": 100_000 }));
        let limits = std::iter::successors(Some(100_000.0), |&q| Some(params.tuned(q, 1.0, 0.0)));
        let steps = limits.take_while(|&q| q > 10_000.0).count();
        assert_eq!(steps, 25);
    }

    #[test]
    fn adt_with_rounding_never_grows_from_9_packets() {
        for (whole, stuck) in [(true, true), (false, false)] {
            let params = params(json!({ "limit_packets": 100, "whole": whole }));
            for limit in 1..=12 {
                let limit = f64::from(limit);
                let rises = params.tuned(limit.floor(), 0.1, 0.0) > limit;
                assert_eq!(rises, !stuck || !(2.0..=9.0).contains(&limit), "{limit}");
            }
        }
    }

    #[test]
    fn adt_limit_follows_the_utilization() {
        let params = params(json!({ "limit_packets": 100, "interval_s": 1.0 }));
        let mut adt = Adt::new(&params, &surroundings());
        carry(&mut adt, 0, 2500);
        assert_eq!(shown(&adt, 1), [90.0, 0.0, 1.0, 0.0], "of 90.9");
        carry(&mut adt, 1, 2400);
        assert_eq!(shown(&adt, 2)[..3], [82.0, 0.0, 0.96]);
        carry(&mut adt, 2, 1250);
        assert_eq!(shown(&adt, 3)[..3], [90.0, 0.0, 0.5]);
        assert_eq!(shown(&adt, 4)[..3], [100.0, 0.0, 0.0], "an idle link");
        carry(&mut adt, 1_000_000, 1);
        assert_eq!(shown(&adt, 1_000_000)[0], 100.0);
    }

    #[test]
    fn adt_limit_grows_after_too_much_loss() {
        let params = params(json!({
            "limit_bytes": 10_000, "interval_s": 1.0, "max_loss": 0.1,
        }));
        assert!(params.tuned(5000.0, 1.0, 0.11) > 5000.0);
        assert!(params.tuned(5000.0, 1.0, 0.1) < 5000.0);
        let mut adt = Adt::new(&params, &surroundings());
        let mut arrive = |bytes| {
            adt.on_arrival(&Arrival {
                now: Time::from_s(0.5),
                packet: &packet(1000, false),
                waiting: Backlog { packets: 9, bytes },
                in_service: Some(1000),
            })
        };
        assert_eq!(arrive(9000), Verdict::Enqueue);
        assert_eq!(arrive(9001), Verdict::Drop(Reason::Tail));
        assert_eq!(shown(&adt, 1)[3], 0.5);
    }

    #[test]
    fn adt_minimum_limit_is_at_most_the_maximum() {
        let params = params(json!({ "limit_packets": 5, "min_packets": 6 }));
        assert_eq!(params.tuned(5.0, 1.0, 0.0), 5.0);
    }
}
