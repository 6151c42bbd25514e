//! PIE: drops or marks arriving packets with a probability that holds the delay at its reference.
//!
//! Sources: RFC 8033; Linux `sch_pie.c`. The [controller](control) is a file of its own.
//!
//! - The delay is that of the packet that left last, from its timestamp (RFC 8033 Section 4.3), as with Linux
//!   and ns-3 by default; the rate of departure is not estimated.
//! - An idle period leaves 0.98 of the probability (RFC 8033 Section 4.2), where Linux leaves 63/64.
//! - Drops are spread (Section 5.4, `derandomize`): none before probabilities add up to 0.85, and one at 8.5.
//! - Marks (`ecn`) are given up to a probability of 0.1 (Section 5.1); above, packets that take marks are dropped
//!   too.
//! - Small packets are dropped as often as large ones (RFC 7141 Section 2.2), as with Linux's `bytemode` off.
//! - PIE is always active: it is not switched on by a third of the buffer (Section 5.3, optional).

pub mod control;

use super::codel::ECN;
use super::limit::{self, Limit};
use super::{Arrival, Departure, Discipline, Fate, Reason, Surroundings, Verdict, Waiting};
use crate::rng::Rng;
use crate::spec::Gauge;
use crate::spec::gauge::rows;
use crate::spec::parameters::{integer, number, parameters};
use crate::time::{Span, Time};
use control::{Controller, Settings};

parameters! {
    /// Drops or marks arriving packets at random, and adjusts the probability so that the queueing delay stays near a
    /// target.
    #[section("queue.pie", "PIE", source: "RFC 8033", check: limit::exactly_one)]
    pub struct Params {
        #[serde(flatten)]
        limit: Limit,

        /// Queueing delay that PIE tries to keep. The drop probability grows above it and falls below it.
        target_s: f64 = 0.015, "Target", Seconds, number(1e-5..=100.0).log(),
            [live, gauged, source: "RFC 8033 Section 4.2 (QDELAY_REF)"],

        /// Time between two updates of the drop probability.
        update_s: f64 = 0.015, "Update interval", Seconds, number(1e-4..=100.0).log(),
            [live, advanced, source: "RFC 8033 Section 4.2 (T_UPDATE)"],

        /// Change of the probability per update, for each second of difference between delay and target.
        alpha: f64 = 0.125, "Integral gain", None, number(0.0..=1000.0),
            [live, advanced, source: "RFC 8033 Section 4.2"],

        /// Change of the probability per update, for each second by which the delay has grown since the last update.
        beta: f64 = 1.25, "Proportional gain", None, number(0.0..=1000.0),
            [live, advanced, source: "RFC 8033 Section 4.2"],

        /// Time without early drops after a period without congestion.
        max_burst_s: f64 = 0.15, "Burst allowance", Seconds, number(0.0..=100.0),
            [live, advanced, source: "RFC 8033 Section 4.4 (MAX_BURST)"],

        ecn: bool => ECN,

        /// Above this drop probability, packets of flows with ECN are dropped and not marked.
        mark_up_to: f64 = 0.1, "Marking limit", Ratio, number(0.0..=1.0),
            [live, advanced, source: "RFC 8033 Section 5.1 (mark_ecnth)"],

        /// On: no drop before the sum of the probabilities since the last drop is 0.85, and a certain drop at 8.5. Off:
        /// the drops are independent.
        derandomize: bool = true, "Spread drops", [live, advanced, source: "RFC 8033 Section 5.4"],

        /// With a queue of at most this size no packet is dropped early. The default is two packets of the largest
        /// size.
        spare_bytes: u64 = 3000, "No drops up to", Bytes, integer(0..=1_000_000_000).log(),
            [live, advanced, source: "RFC 8033 Section 4.1 (2 * MEAN_PKTSIZE)"],
    }
}

/// State of a PIE queue.
#[derive(Clone, Debug)]
pub struct Pie(Box<State>);

#[derive(Clone, Debug)]
struct State {
    params: Params,
    settings: Settings,
    controller: Controller,
    /// Probabilities added up since the last drop (RFC 8033 Section 5.4).
    accumulated: f64,
    rng: Rng,
}

impl Discipline for Pie {
    type Params = Params;

    const GAUGES: &'static [Gauge] = rows![Gauge:
        /// Probability that PIE drops or marks an arriving packet.
        "drop_probability", "Drop probability", Ratio;
        /// Queueing delay of the packet that left last. PIE compares it with its target.
        "delay_s", "Delay", Seconds;
        /// Time left in which PIE drops no packets early, to let a burst pass.
        "burst_s", "Burst allowance", Seconds;
    ];

    fn may_mark(params: &Params) -> bool {
        params.ecn
    }

    fn new(params: &Params, around: &Surroundings) -> Pie {
        let settings = params.settings();
        Pie(Box::new(State {
            params: params.clone(),
            settings,
            controller: Controller::new(&settings, around.now),
            accumulated: 0.0,
            rng: around.rng.clone(),
        }))
    }

    fn reconfigure(&mut self, params: &Params, around: &Surroundings) {
        let state = &mut *self.0;
        state.controller.catch_up(&state.settings, around.now);
        let settings = params.settings();
        if settings != state.settings {
            state.controller.restart_period(&settings, around.now);
        }
        state.settings = settings;
        state.params.clone_from(params);
    }

    fn on_arrival(&mut self, arrival: &Arrival) -> Verdict {
        let state = &mut *self.0;
        state.controller.catch_up(&state.settings, arrival.now);
        if !state.params.limit.admits(arrival) {
            Verdict::Drop(Reason::Tail)
        } else if state.is_early(arrival) {
            state.mark_or_drop(arrival)
        } else {
            Verdict::Enqueue
        }
    }

    fn on_departure(&mut self, departure: &Departure) -> Fate {
        let state = &mut *self.0;
        state.controller.catch_up(&state.settings, departure.now);
        state.controller.see(departure.waited);
        Fate::Send
    }

    fn on_idle(&mut self, now: Time) {
        let state = &mut *self.0;
        state.controller.catch_up(&state.settings, now);
        state.controller.see(Span::ZERO);
    }

    /// Returns true: the controller observes the queueing delay of each packet that leaves.
    fn decides_at_dequeue(&self) -> bool {
        true
    }

    fn gauges(&self, now: Time, _waiting: &Waiting, out: &mut [f64]) {
        let mut controller = self.0.controller;
        controller.catch_up(&self.0.settings, now);
        out[0] = controller.probability();
        out[1] = controller.delay().s();
        out[2] = controller.burst().s();
    }
}

impl Params {
    fn settings(&self) -> Settings {
        Settings {
            target_s: self.target_s,
            update: Span::from_s(self.update_s),
            alpha: self.alpha,
            beta: self.beta,
            max_burst: Span::from_s(self.max_burst_s),
        }
    }
}

impl State {
    /// Returns whether a packet that fits must be dropped or marked (RFC 8033 Sections 4.1 and 5.4).
    fn is_early(&mut self, arrival: &Arrival) -> bool {
        let few = arrival.waiting.bytes <= self.params.spare_bytes;
        if few || self.controller.spares(&self.settings) {
            return false;
        }
        let is_early = self.draw(self.controller.probability());
        if is_early {
            self.accumulated = 0.0;
        }
        is_early
    }

    fn draw(&mut self, p: f64) -> bool {
        if !self.params.derandomize {
            return self.rng.uniform() < p;
        }
        self.accumulated = if p > 0.0 { self.accumulated + p } else { 0.0 };
        if self.accumulated < 0.85 {
            false
        } else if self.accumulated >= 8.5 {
            true
        } else {
            self.rng.uniform() < p
        }
    }

    fn mark_or_drop(&self, arrival: &Arrival) -> Verdict {
        let marks = self.params.ecn && self.controller.probability() <= self.params.mark_up_to;
        if marks && arrival.packet.header().is_ecn_capable() {
            Verdict::Mark
        } else {
            Verdict::Drop(Reason::Early)
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

    /// PIE without the burst, of the given parameters.
    fn pie(given: Value) -> Pie {
        let mut fields = json!({ "limit_packets": 1000, "max_burst_s": 0.0 });
        let fields_given = given.as_object().expect("an object").clone();
        fields.as_object_mut().expect("one").extend(fields_given);
        let complete = complete_one(&SECTION, fields).expect("accepted");
        let params = serde_json::from_value(complete).expect("of PIE");
        Pie::new(&params, &surroundings())
    }

    fn arrive(pie: &mut Pie, at_s: f64, waiting_bytes: u64, ecn_capable: bool) -> Verdict {
        pie.on_arrival(&Arrival {
            now: Time::from_s(at_s),
            packet: &packet(1000, ecn_capable),
            waiting: Backlog {
                packets: 30,
                bytes: waiting_bytes,
            },
            in_service: Some(1000),
        })
    }

    /// Packets wait for so long over so many periods.
    fn settle(pie: &mut Pie, delay_s: f64, periods: u32) -> f64 {
        pie.0.controller.see(Span::from_s(delay_s));
        let now = 0.015 * f64::from(periods) + 0.001;
        arrive(pie, now, 0, false);
        now
    }

    #[test]
    fn spread_drops_have_the_same_probability() {
        let mut shares = Vec::new();
        for derandomize in [true, false] {
            let mut pie = pie(json!({ "derandomize": derandomize }));
            let now = settle(&mut pie, 0.03, 80);
            let p = pie.0.controller.probability();
            assert!(p > 0.01 && p < 0.5, "{p}");
            let mut gap = 0u32;
            let (mut drops, mut least) = (0u32, u32::MAX);
            for _ in 0..200_000 {
                gap += 1;
                if arrive(&mut pie, now, 50_000, false) == Verdict::Drop(Reason::Early) {
                    drops += 1;
                    least = least.min(gap);
                    gap = 0;
                }
            }
            shares.push(f64::from(drops) / 200_000.0 / p);
            if derandomize {
                assert!(f64::from(least) >= (0.85 / p).floor(), "{least} at {p}");
            } else {
                assert_eq!(least, 1);
            }
        }
        // Kept apart: 0.85/p packets are safe, then each goes with p, so a gap is 1.85/p. Drawn for by itself:
        // 1/p; 200,000 draws have it to 1.5 %, three standard errors of the smallest p.
        assert!((shares[0] - 1.0 / 1.85).abs() < 0.05, "{shares:?}");
        assert!((shares[1] - 1.0).abs() < 0.05, "{shares:?}");
    }

    #[test]
    fn short_queues_have_no_early_drops_and_full_buffers_tail_drops() {
        let mut pie = pie(json!({ "derandomize": false, "limit_packets": 31 }));
        let now = settle(&mut pie, 0.4, 2000);
        assert_eq!(pie.0.controller.probability(), 1.0);
        assert_eq!(arrive(&mut pie, now, 3000, false), Verdict::Enqueue);
        let early = arrive(&mut pie, now, 3001, false);
        assert_eq!(early, Verdict::Drop(Reason::Early));
        pie.0.params.limit.packets = Some(30);
        let full = arrive(&mut pie, now, 3001, false);
        assert_eq!(full, Verdict::Drop(Reason::Tail));
    }

    #[test]
    fn pie_marks_packets_with_ecn_up_to_a_probability() {
        let mut pie = pie(json!({ "ecn": true, "derandomize": false, "mark_up_to": 1.0 }));
        let now = settle(&mut pie, 0.4, 2000);
        assert_eq!(arrive(&mut pie, now, 9000, true), Verdict::Mark);
        let other = arrive(&mut pie, now, 9000, false);
        assert_eq!(other, Verdict::Drop(Reason::Early));
        pie.0.params.mark_up_to = 0.99;
        let above = arrive(&mut pie, now, 9000, true);
        assert_eq!(above, Verdict::Drop(Reason::Early));
    }

    #[test]
    fn idle_link_has_no_delay() {
        let mut pie = pie(json!({}));
        let now = settle(&mut pie, 0.03, 60);
        pie.on_idle(Time::from_s(now));
        let mut shown = [0.0; 3];
        pie.gauges(Time::from_s(now + 0.1), &Waiting::default(), &mut shown);
        let soon = shown[0];
        pie.gauges(Time::from_s(now + 60.0), &Waiting::default(), &mut shown);
        assert!(soon > 0.0 && shown[0] == 0.0 && shown[1] == 0.0);
    }
}
