//! RED: drops or marks some packets early, with a probability that grows with the average queue.
//!
//! Each arrival adds the queue in front of it to a moving average. Below `min_threshold` no packet is dropped. Between
//! the thresholds the probability rises to `max_probability`; gentle RED continues to 1 at twice `max_threshold`. Gaps
//! between drops are uniform and not geometric, so a burst rarely loses several packets.
//!
//! The [parameters](section) and their [adaptation](adaptive) have their own files.
//!
//! Sources: Floyd and Jacobson, "Random Early Detection gateways for congestion avoidance", IEEE/ACM ToN 1(4), 1993;
//! Floyd, "Recommendation on using the gentle variant of RED", 2000. Where they differ from ns-2.35 `queue/red.cc`, we
//! follow ns-2.35:
//!
//! - The average changes only on arrival. If the link was idle, the average first decays as if packets of mean size had
//!   arrived at an empty queue during that time (`REDQueue::enque`, `estimator`).
//! - The first packet above the lower threshold passes and starts the count (`old`). All packets pass while at most one
//!   packet waits (limit in packets) or at most one byte (limit in bytes).
//! - With `wait` (ns-2's `wait_`), the distance between drops is 1/p to 2/p packets; otherwise it is 1 to 1/p, as in
//!   the paper.
//! - With a limit in bytes, the queue is measured in bytes (`queue_in_bytes_`); average and thresholds are then in
//!   packets of mean size. The size of the arriving packet does not count (`bytes_ false`; RFC 7141 Section 2.2), nor
//!   does the packet in transmission.
//!
//! Deviations from ns-2.35:
//!
//! - A limit in bytes admits packets that fit completely; in ns-2 the last packet may exceed the limit.
//! - The average decays by one power and not in a loop, which differs in the last digits.
//! - Packets are marked (`ecn`, ns-2's `setbit_`) only while the average is below `max_threshold`. Above it, and
//!   without ECN, they are dropped (RFC 3168 Section 5, RFC 7567 Section 4.2.1), as with the defaults of ns-2
//!   (`use_mark_p_` with `mark_p_` at max_p).
//! - If the probability is 1, the drop reason is overload, and the first packet above is dropped too, as in ns-2
//!   without `use_mark_p_`.

mod adaptive;
pub mod section;

use super::periods::Periods;
use super::{Arrival, Backlog, Discipline, Reason, Surroundings, Verdict, Waiting};
use crate::rng::Rng;
use crate::spec::Gauge;
use crate::spec::gauge::rows;
use crate::time::{Span, Time};
pub use section::{Params, SECTION};

/// State of a RED queue.
#[derive(Clone, Debug)]
pub struct Red {
    params: Box<Params>,
    /// Probability at the upper threshold.
    max_probability: f64,
    adaptations: Periods,
    rng: Rng,
    rate_bps: f64,
    /// Moving average of the queue, packets.
    average: f64,
    /// Time since which the link is idle.
    idle_since: Option<Time>,
    /// Arrivals since the last drop or mark, or since the average rose above the lower threshold.
    count: u32,
    /// Whether the last packet arrived at an average above the lower threshold and a nonempty queue.
    above: bool,
}

impl Discipline for Red {
    type Params = Params;

    const GAUGES: &'static [Gauge] = rows![Gauge:
        /// Moving average of the queue length that RED uses.
        "average_queue_packets", "Average queue", Packets;
        /// Probability of an early drop or mark at the current average, before drops are spread.
        "drop_probability", "Drop probability", Ratio;
        /// Maximum probability, as set or as adapted.
        "max_probability", "Maximum probability", Ratio;
    ];

    fn may_mark(params: &Params) -> bool {
        params.ecn
    }

    fn new(params: &Params, around: &Surroundings) -> Red {
        Red {
            params: Box::new(params.clone()),
            max_probability: params.max_probability,
            adaptations: params.adaptations(around.now),
            rng: around.rng.clone(),
            rate_bps: around.rate_bps,
            average: 0.0,
            // Idle or not, an average of 0 stays 0 until a packet waits.
            idle_since: None,
            count: 0,
            above: false,
        }
    }

    fn reconfigure(&mut self, params: &Params, around: &Surroundings) {
        self.adapt(around.now);
        if !params.adaptive || params.max_probability != self.params.max_probability {
            self.max_probability = params.max_probability;
        }
        let begins = params.adaptive && !self.params.adaptive;
        if begins || params.adapt_every_s != self.params.adapt_every_s {
            self.adaptations = params.adaptations(around.now);
        }
        (*self.params).clone_from(params);
        self.rate_bps = around.rate_bps;
    }

    #[inline]
    fn on_arrival(&mut self, arrival: &Arrival) -> Verdict {
        self.adapt(arrival.now);
        self.take_average(arrival.now, arrival.waiting);
        self.count = self.count.saturating_add(1);
        let verdict = self.decide(arrival);
        if self.params.limit.admits(arrival) {
            return verdict;
        }
        self.count = 0;
        Verdict::Drop(Reason::Tail)
    }

    #[inline]
    fn on_idle(&mut self, now: Time) {
        self.idle_since = Some(now);
    }

    fn rate_changed(&mut self, rate_bps: f64) {
        self.rate_bps = rate_bps;
    }

    fn gauges(&self, now: Time, _waiting: &Waiting, out: &mut [f64]) {
        let average = self.decayed(now);
        out[0] = average;
        let mut adapted = self.clone();
        adapted.adapt(now);
        out[1] = self.params.probability(average, adapted.max_probability);
        out[2] = adapted.max_probability;
    }
}

impl Params {
    /// Probability of an early drop at an average queue, before drops are spread, 0 to 1, where it is `max_p` at
    /// the upper threshold (Floyd and Jacobson 1993, p_b; above the upper threshold Floyd 2000).
    #[must_use]
    #[inline]
    pub fn probability(&self, average: f64, max_p: f64) -> f64 {
        let (min, max) = (self.min_threshold_packets, self.max_threshold_packets);
        if average < min {
            0.0
        } else if average < max {
            max_p * (average - min) / (max - min)
        } else if average >= self.everything_from() {
            1.0
        } else {
            max_p + (1.0 - max_p) * (average - max) / max
        }
    }

    /// Returns the average above which every packet is dropped, in packets.
    fn everything_from(&self) -> f64 {
        if self.gentle {
            2.0 * self.max_threshold_packets
        } else {
            self.max_threshold_packets
        }
    }

    /// Returns the queue in packets; with a limit in bytes, in packets of mean size.
    #[inline]
    fn length(&self, waiting: Backlog) -> f64 {
        if self.limit.bytes.is_some() {
            waiting.bytes as f64 / f64::from(self.mean_packet_bytes)
        } else {
            f64::from(waiting.packets)
        }
    }

    /// Returns whether the queue is so short that packets are admitted with any average (ns-2: `qlen > 1`, in the unit
    /// of the limit).
    #[inline]
    fn spares(&self, waiting: Backlog) -> bool {
        if self.limit.bytes.is_some() {
            waiting.bytes <= 1
        } else {
            waiting.packets <= 1
        }
    }
}

impl Red {
    /// Returns the average that decides about arrivals, in packets.
    #[must_use]
    pub fn average(&self) -> f64 {
        self.average
    }

    /// The probability of an early drop or mark at the present average, before drops are spread, 0 to 1.
    #[must_use]
    pub fn probability(&self) -> f64 {
        self.params.probability(self.average, self.max_probability)
    }

    /// avg ← (1 − w)^m avg, then avg ← (1 − w) avg + w q (Floyd and Jacobson 1993 Section IV).
    #[inline]
    fn take_average(&mut self, now: Time, waiting: Backlog) {
        if self.idle_since.is_some() {
            self.average = self.decayed(now);
            self.idle_since = None;
        }
        let weight = self.params.weight;
        self.average = self.average * (1.0 - weight) + weight * self.params.length(waiting);
    }

    /// The average after idle time, in which m packets of mean size would have passed, m being whole.
    fn decayed(&self, now: Time) -> f64 {
        let Some(since) = self.idle_since else {
            return self.average;
        };
        let packet = Span::of_transmission(
            u32::from(self.params.mean_packet_bytes),
            Some(self.rate_bps),
        );
        let missed = now.since(since).0 / packet.0.max(1);
        self.average * libm::pow(1.0 - self.params.weight, missed as f64)
    }

    #[inline]
    fn decide(&mut self, arrival: &Arrival) -> Verdict {
        let params = &self.params;
        if self.average < params.min_threshold_packets || params.spares(arrival.waiting) {
            self.above = false;
            return Verdict::Enqueue;
        }
        if self.average >= params.everything_from() {
            self.count = 0;
            return Verdict::Drop(Reason::Overload);
        }
        if !self.above {
            self.above = true;
            self.count = 1;
            return Verdict::Enqueue;
        }
        if self.rng.uniform() >= self.spread(self.probability()) {
            return Verdict::Enqueue;
        }
        self.count = 0;
        self.mark_or_drop(arrival)
    }

    fn mark_or_drop(&self, arrival: &Arrival) -> Verdict {
        let marks = self.params.ecn && self.average < self.params.max_threshold_packets;
        if marks && arrival.packet.header().is_ecn_capable() {
            Verdict::Mark
        } else {
            Verdict::Drop(Reason::Early)
        }
    }

    /// The probability that makes gaps between drops uniform (Floyd and Jacobson 1993, p_a = p_b/(1 − count
    /// p_b)), or with `wait` uniform from 1/p to 2/p (ns-2.35 `modify_p`).
    #[inline]
    fn spread(&self, p: f64) -> f64 {
        let expected = f64::from(self.count) * p;
        let whole = if self.params.wait { 2.0 } else { 1.0 };
        if self.params.wait && expected < 1.0 {
            0.0
        } else if expected < whole {
            p / (whole - expected)
        } else {
            1.0
        }
    }
}

#[cfg(test)]
mod tests;
