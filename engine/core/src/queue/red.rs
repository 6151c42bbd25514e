//! RED: drops or marks some packets early, the more the longer the queue has been on average.
//!
//! The queue in front of each arrival goes into a moving average. Below `min_threshold` nothing happens;
//! between the thresholds the probability rises to `max_probability`; a gentle RED lets it rise on to 1 at
//! twice `max_threshold`. Drops are spread: their gaps are uniform rather than geometric, so that a burst
//! does not lose several packets.
//!
//! Sources: Floyd and Jacobson, "Random Early Detection gateways for congestion avoidance", IEEE/ACM ToN
//! 1(4), 1993; Floyd, "Recommendation on using the gentle variant of RED", 2000; ns-2.35 `queue/red.cc`,
//! whose order of things this follows where they differ:
//!
//! - The average moves on arrival only. An arrival that finds the link idle first lets it decay as if
//!   packets of mean size had come to an empty queue all the while (`REDQueue::enque`, `estimator`).
//! - The first packet above the lower threshold passes and starts the count (`old`), and as long as at most
//!   one packet waits (limit in packets; at most one byte, limit in bytes) all pass, whatever the average.
//! - With `wait`, ns-2's `wait_`, drops keep a distance of 1/p at least and 2/p at most; without, from
//!   1 to 1/p as in the paper.
//! - A limit in bytes has the queue measured in bytes (`queue_in_bytes_`); the average and the thresholds
//!   are then in packets of mean size. A packet's own size never counts (`bytes_ false`; RFC 7141
//!   Section 2.2), nor does the packet in transmission.
//!
//! Where we differ from ns-2.35:
//!
//! - A limit in bytes admits a packet that fits whole, where ns-2 lets the last one overshoot.
//! - Idle time decays by one power instead of a loop, which differs in the last digits.
//! - Marks (`ecn`, ns-2's `setbit_`) are given while the average is below `max_threshold`; above, and to
//!   packets that take none, a drop says the same (RFC 3168 Section 5, RFC 7567 Section 4.2.1). ns-2's
//!   defaults do so too (`use_mark_p_` with `mark_p_` at max_p).
//! - Where the average asks for every packet, the reason is overload and also the first packet above goes,
//!   which is ns-2 without `use_mark_p_`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::limit::{self, Limit};
use super::{Arrival, Backlog, Discipline, Reason, Surroundings, Verdict, Waiting};
use crate::rng::Rng;
use crate::spec::{DefaultValue, Gauge, Kind, Param, Section, Unit};
use crate::time::{Span, Time};

/// Parameters of RED. Exactly one of the limits is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Params {
    /// Largest number of packets waiting, 1 to 10,000,000.
    pub limit_packets: Option<u32>,
    /// Largest number of bytes waiting, 1 to 10^12.
    pub limit_bytes: Option<u64>,
    /// Average from which packets are dropped, 0 to 10,000,000.
    pub min_threshold_packets: f64,
    /// Average at which the probability is `max_probability`; above `min_threshold_packets`.
    pub max_threshold_packets: f64,
    /// Probability at the upper threshold, above 0 up to 1.
    pub max_probability: f64,
    /// Weight of an arrival in the average, above 0 up to 1.
    pub weight: f64,
    /// Whether the probability rises on to 1 at twice the upper threshold instead of jumping there.
    pub gentle: bool,
    /// Whether packets that take marks are marked instead of dropped.
    pub ecn: bool,
    /// Whether drops keep a distance of at least 1/p.
    pub wait: bool,
    /// Size of a typical packet, bytes: the pace of the average while the link is idle.
    pub mean_packet_bytes: u16,
}

/// RED at work.
#[derive(Clone, Debug)]
pub struct Red {
    params: Params,
    rng: Rng,
    rate_bps: f64,
    /// Moving average of the queue, packets.
    average: f64,
    /// Since when the link has nothing to do.
    idle_since: Option<Time>,
    /// Arrivals since the last drop or mark, or since the average rose above the lower threshold.
    count: u32,
    /// Whether the last packet found the average above the lower threshold, and a queue.
    above: bool,
}

const THRESHOLD: Kind = Kind::Number {
    min: 0.0,
    max: 10e6,
    log: true,
    null_label: "",
};

const SHARE: Kind = Kind::Number {
    min: 1e-9,
    max: 1.0,
    log: true,
    null_label: "",
};

/// Self-description for forms, help and validation.
pub static SECTION: Section = Section {
    id: "queue.red",
    label: "RED",
    help: "Drops or marks packets early and at random, the more the longer the queue has been on average.",
    source: "Floyd and Jacobson 1993; ns-2.35 queue/red.cc",
    params: &[
        limit::PACKETS,
        limit::BYTES,
        Param {
            live: true,
            source: "Floyd and Jacobson 1993 Section IV (min_th)",
            ..Param::new(
                "min_threshold_packets",
                "Lower threshold",
                Unit::Packets,
                THRESHOLD,
                DefaultValue::Number(5.0),
                "No packet is dropped early while the average queue is shorter.",
            )
        },
        Param {
            live: true,
            source: "Floyd and Jacobson 1993 Section IV (max_th)",
            ..Param::new(
                "max_threshold_packets",
                "Upper threshold",
                Unit::Packets,
                THRESHOLD,
                DefaultValue::Number(15.0),
                "The probability rises up to this average queue. Three times the lower threshold is usual.",
            )
        },
        Param {
            live: true,
            source: "Floyd and Jacobson 1993 Section IV (max_p); 1/linterm_ of ns-2.35",
            ..Param::new(
                "max_probability",
                "Probability at the upper threshold",
                Unit::Ratio,
                SHARE,
                DefaultValue::Number(0.1),
                "Share of packets dropped or marked when the average reaches the upper threshold.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "Floyd and Jacobson 1993 Section IV (w_q)",
            ..Param::new(
                "weight",
                "Weight of an arrival",
                Unit::Ratio,
                SHARE,
                DefaultValue::Number(0.002),
                "How fast the average follows the queue: it takes about 1/weight packets. 1 is the queue itself.",
            )
        },
        Param {
            live: true,
            source: "Floyd 2000; gentle_ of ns-2.35",
            ..Param::new(
                "gentle",
                "Gentle",
                Unit::None,
                Kind::Flag,
                DefaultValue::Flag(true),
                "On: above the upper threshold the probability rises on, to 1 at twice that threshold. Off: everything is dropped above it.",
            )
        },
        Param {
            live: true,
            source: "RFC 3168 Section 5; setbit_ of ns-2.35",
            ..Param::new(
                "ecn",
                "Mark instead of drop",
                Unit::None,
                Kind::Flag,
                DefaultValue::Flag(false),
                "Packets whose sender uses ECN are marked while the average is below the upper threshold.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "wait_ of ns-2.35",
            ..Param::new(
                "wait",
                "Keep drops apart",
                Unit::None,
                Kind::Flag,
                DefaultValue::Flag(true),
                "On: at probability p, 1/p to 2/p packets lie between drops. Off: 1 to 1/p, as first published.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "mean_pktsize_ of ns-2.35, where it is 500",
            ..Param::new(
                "mean_packet_bytes",
                "Mean packet size",
                Unit::Bytes,
                Kind::Integer {
                    min: 1.0,
                    max: 65_535.0,
                    log: true,
                    null_label: "",
                },
                DefaultValue::Number(1000.0),
                "While the link is idle the average falls as if such packets passed; with a limit in bytes they are the unit of the thresholds.",
            )
        },
    ],
    check,
    ..Section::NEW
};

fn check(fields: &Map<String, Value>, report: &mut dyn FnMut(&str, String)) {
    limit::exactly_one(fields, report);
    let number = |name: &str| fields.get(name).and_then(Value::as_f64).unwrap_or(0.0);
    let (min, max) = (
        number("min_threshold_packets"),
        number("max_threshold_packets"),
    );
    if min >= max {
        report(
            "max_threshold_packets",
            format!("must be above min_threshold_packets, which is {min}, got {max}"),
        );
    }
}

impl Discipline for Red {
    type Params = Params;

    const GAUGES: &'static [Gauge] = &[
        Gauge {
            id: "average_queue_packets",
            label: "Average queue",
            unit: Unit::Packets,
            help: "The moving average of the queue that RED goes by.",
        },
        Gauge {
            id: "drop_probability",
            label: "Drop probability",
            unit: Unit::Ratio,
            help: "Probability of an early drop or mark at this average, before drops are spread.",
        },
    ];

    fn new(params: &Params, around: &Surroundings) -> Red {
        Red {
            params: params.clone(),
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
        self.params.clone_from(params);
        self.rate_bps = around.rate_bps;
    }

    #[inline]
    fn on_arrival(&mut self, arrival: &Arrival) -> Verdict {
        self.take_average(arrival.now, arrival.waiting);
        self.count = self.count.saturating_add(1);
        let verdict = self.decide(arrival);
        if self.limit().admits(arrival) {
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

    fn limit(&self) -> Limit {
        self.params.limit()
    }

    fn gauges(&self, now: Time, _waiting: &Waiting, out: &mut [f64]) {
        let average = self.decayed(now);
        out[0] = average;
        out[1] = self.params.probability(average);
    }
}

impl Params {
    /// How much may wait.
    #[must_use]
    pub fn limit(&self) -> Limit {
        Limit {
            packets: self.limit_packets,
            bytes: self.limit_bytes,
        }
    }

    /// Probability of an early drop at an average queue, before drops are spread, 0 to 1 (Floyd and
    /// Jacobson 1993, p_b; above the upper threshold Floyd 2000).
    #[must_use]
    #[inline]
    pub fn probability(&self, average: f64) -> f64 {
        let (min, max) = (self.min_threshold_packets, self.max_threshold_packets);
        if average < min {
            0.0
        } else if average < max {
            self.max_probability * (average - min) / (max - min)
        } else if average >= self.everything_from() {
            1.0
        } else {
            self.max_probability + (1.0 - self.max_probability) * (average - max) / max
        }
    }

    /// The average from which every packet is dropped, packets.
    fn everything_from(&self) -> f64 {
        if self.gentle {
            2.0 * self.max_threshold_packets
        } else {
            self.max_threshold_packets
        }
    }

    /// The queue in packets, of mean size where the limit is in bytes.
    #[inline]
    fn length(&self, waiting: Backlog) -> f64 {
        if self.limit_bytes.is_some() {
            waiting.bytes as f64 / f64::from(self.mean_packet_bytes)
        } else {
            f64::from(waiting.packets)
        }
    }

    /// Whether so short a queue passes whatever the average, ns-2's `qlen > 1` in the unit of the limit.
    #[inline]
    fn spares(&self, waiting: Backlog) -> bool {
        if self.limit_bytes.is_some() {
            waiting.bytes <= 1
        } else {
            waiting.packets <= 1
        }
    }
}

impl Red {
    /// The average that arrivals go by, packets.
    #[must_use]
    pub fn average(&self) -> f64 {
        self.average
    }

    /// The probability of an early drop or mark at the present average, before drops are spread, 0 to 1.
    #[must_use]
    pub fn probability(&self) -> f64 {
        self.params.probability(self.average)
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
mod tests {
    use super::*;
    use crate::packet::Packet;
    use crate::queue::testing::{packet, surroundings};

    /// The parameters of ns-3's tests, changed.
    fn params(change: impl Fn(&mut Params)) -> Params {
        let mut params = Params {
            limit_packets: Some(300),
            limit_bytes: None,
            min_threshold_packets: 70.0,
            max_threshold_packets: 150.0,
            max_probability: 0.02,
            weight: 0.002,
            gentle: true,
            ecn: false,
            wait: true,
            mean_packet_bytes: 1000,
        };
        change(&mut params);
        params
    }

    fn red(params: &Params, seed: u64) -> Red {
        let rng = Rng::for_component(seed, "link/test/queue", 0);
        Red::new(
            params,
            &Surroundings {
                rng,
                ..surroundings()
            },
        )
    }

    /// RED that stays at an average.
    fn settled(average: f64, change: impl Fn(&mut Params)) -> Red {
        let params = params(|p| {
            p.weight = 1e-9;
            change(p);
        });
        Red {
            average,
            ..red(&params, 1)
        }
    }

    fn arrival(packet: &Packet, packets: u32, bytes: u64) -> Arrival<'_> {
        Arrival {
            now: Time::ZERO,
            packet,
            waiting: Backlog { packets, bytes },
            in_service: Some(1000),
        }
    }

    fn arrive(red: &mut Red, waiting: u32, ecn_capable: bool) -> Verdict {
        let packet = packet(1000, ecn_capable);
        red.on_arrival(&arrival(&packet, waiting, u64::from(waiting) * 1000))
    }

    /// Linux `include/net/red.h` and DPDK `app/test/test_red.c`: thresholds 32 and 128, max_p 0.1.
    #[test]
    fn probabilities_are_those_of_linux_and_dpdk() {
        let params = params(|p| {
            (p.min_threshold_packets, p.max_threshold_packets) = (32.0, 128.0);
            p.max_probability = 0.1;
            p.gentle = false;
        });
        for (average, probability) in [
            (31.9, 0.0),
            (36.0, 0.004_166_7),
            (60.0, 0.029_166_7),
            (96.0, 0.066_666_7),
            (128.0, 1.0),
        ] {
            let got = params.probability(average);
            assert!((got - probability).abs() < 1e-7, "{average}: {got}");
        }
    }

    #[test]
    fn gentle_rises_from_max_p_to_1_at_twice_the_upper_threshold() {
        let at = |average| params(|_| ()).probability(average);
        assert!((at(150.0) - 0.02).abs() < 1e-12);
        assert!((at(225.0) - 0.51).abs() < 1e-12, "half of the way");
        assert!(at(299.9) < 1.0);
        assert_eq!([at(300.0), at(1e6)], [1.0, 1.0]);
    }

    /// A queue that is one longer at each arrival, 0 to 299, against values computed independently.
    #[test]
    fn averages_are_exact_to_a_millionth() {
        for (weight, last, first_70) in [(0.002, 74.241_004, 290), (0.02, 250.116_625, 115)] {
            let mut red = red(&params(|p| p.weight = weight), 1);
            let average = |waiting| {
                arrive(&mut red, waiting, false);
                red.average()
            };
            let averages: Vec<f64> = (0..300).map(average).collect();
            assert!((averages[299] - last).abs() < 1e-6, "{}", averages[299]);
            let reached = averages.iter().position(|&average| average >= 70.0);
            assert_eq!(reached, Some(first_70));
        }
    }

    #[test]
    fn the_average_decays_by_the_packets_that_could_have_passed_while_idle() {
        // 20 Mb/s: 2,500 packets of 1,000 bytes a second; three quarters of the last one do not count.
        let later = Time::from_s(3.100_3);
        let mut red = Red {
            average: 80.0,
            ..red(&params(|_| ()), 1)
        };
        red.on_idle(Time::from_s(3.0));
        let mut shown = [0.0; 2];
        red.gauges(later, &Waiting::default(), &mut shown);
        let decayed = 80.0 * libm::pow(0.998, 250.0);
        assert!((shown[0] - decayed).abs() < 1e-9, "{shown:?}");
        red.on_arrival(&Arrival {
            now: later,
            in_service: None,
            ..arrival(&packet(1000, false), 0, 0)
        });
        assert!((red.average() - 0.998 * decayed).abs() < 1e-9);
        red.gauges(Time::from_s(9.0), &Waiting::default(), &mut shown);
        assert_eq!(shown[0], red.average(), "a busy link does not decay");
        assert_eq!(shown[1], red.probability());
    }

    /// 300 packets back to back into an empty queue: how many are dropped, over 20 streams.
    fn drops_of_a_burst(params: &Params) -> u32 {
        let of_stream = |seed| {
            let mut red = red(params, seed);
            let enter = |waiting, _| {
                waiting + u32::from(arrive(&mut red, waiting, false) == Verdict::Enqueue)
            };
            300 - (0..300).fold(0, enter)
        };
        (0..20).map(of_stream).sum()
    }

    /// The orderings of ns-3's `red-queue-disc-test-suite`, summed over streams instead of one.
    #[test]
    fn bursts_lose_more_as_ns_3_says() {
        let quick = params(|p| p.weight = 0.02);
        let base = drops_of_a_burst(&quick);
        assert_eq!(drops_of_a_burst(&params(|_| ())), 0);
        assert!(base > 0);
        type Change = fn(&mut Params);
        let changes: [(&str, Change); 4] = [
            ("upper threshold 100", |p| p.max_threshold_packets = 100.0),
            ("max_p 1/5", |p| p.max_probability = 0.2),
            ("not gentle", |p| p.gentle = false),
            ("no wait", |p| p.wait = false),
        ];
        for (what, change) in changes {
            let mut changed = quick.clone();
            change(&mut changed);
            let drops = drops_of_a_burst(&changed);
            assert!(drops > base, "{what}: {drops}, {base}");
        }
    }

    /// Packets from one drop to the next.
    fn gaps(red: &mut Red) -> Vec<usize> {
        let mut next = || {
            1 + (0..)
                .take_while(|_| arrive(red, 110, false) == Verdict::Enqueue)
                .count()
        };
        // The first one begins below the threshold.
        next();
        (0..20_000).map(|_| next()).collect()
    }

    /// p a trifle above 0.05: gaps uniform over 20 to 39 with `wait`, over 1 to 19 without. The chi-square
    /// of 20 equal bins has mean 19 and standard deviation 6.2; 44 is four of them above.
    #[test]
    fn gaps_between_drops_are_uniform() {
        for (wait, lengths) in [(true, 20..40), (false, 1..20)] {
            let gaps = gaps(&mut settled(110.000_1, |p| {
                p.wait = wait;
                p.max_probability = 0.1;
            }));
            assert!(gaps.iter().all(|gap| lengths.contains(gap)));
            let expected = gaps.len() as f64 / lengths.len() as f64;
            let excess = |length| {
                let seen = gaps.iter().filter(|&&gap| gap == length).count() as f64;
                (seen - expected) * (seen - expected) / expected
            };
            let chi_square: f64 = lengths.map(excess).sum();
            assert!(chi_square < 44.0, "wait {wait}: {chi_square}");
        }
    }

    #[test]
    fn the_first_packet_above_passes_and_starts_the_count() {
        let mut red = settled(149.999, |p| p.max_probability = 1.0);
        assert_eq!(arrive(&mut red, 9, false), Verdict::Enqueue);
        assert_eq!(arrive(&mut red, 9, false), Verdict::Drop(Reason::Early));
        assert_eq!(
            arrive(&mut red, 1, false),
            Verdict::Enqueue,
            "a short queue"
        );
        assert_eq!(arrive(&mut red, 9, false), Verdict::Enqueue, "first again");
    }

    #[test]
    fn marks_below_the_upper_threshold_who_takes_marks_and_drops_the_others() {
        let at = |average| {
            let mut red = settled(average, |p| {
                (p.ecn, p.wait, p.max_probability) = (true, false, 1.0);
            });
            arrive(&mut red, 9, true);
            red
        };
        let mut below = at(149.999);
        assert_eq!(arrive(&mut below, 9, true), Verdict::Mark);
        assert_eq!(arrive(&mut below, 9, false), Verdict::Drop(Reason::Early));
        let early = arrive(&mut at(151.0), 9, true);
        assert_eq!(early, Verdict::Drop(Reason::Early));
        let all = arrive(&mut at(300.1), 9, true);
        assert_eq!(all, Verdict::Drop(Reason::Overload));
    }

    #[test]
    fn the_limit_holds_whatever_the_average() {
        let mut red = red(&params(|_| ()), 1);
        assert_eq!(arrive(&mut red, 299, false), Verdict::Enqueue);
        assert_eq!(arrive(&mut red, 300, false), Verdict::Drop(Reason::Tail));
    }

    #[test]
    fn a_limit_in_bytes_measures_the_queue_in_packets_of_mean_size() {
        let params = params(|p| {
            (p.limit_packets, p.limit_bytes) = (None, Some(20_000));
            p.weight = 1.0;
        });
        let mut red = red(&params, 1);
        for bytes in [2_500, 19_000] {
            red.on_arrival(&arrival(&packet(1000, false), 100, bytes));
            assert!((red.average() - bytes as f64 / 1000.0).abs() < 1e-12);
        }
    }

    #[test]
    fn new_parameters_keep_the_average() {
        let mut red = red(&params(|_| ()), 1);
        for waiting in 0..300 {
            arrive(&mut red, waiting, false);
        }
        let before = red.average();
        let stricter = params(|p| {
            p.limit_packets = Some(100);
            (p.max_threshold_packets, p.gentle) = (74.0, false);
        });
        red.reconfigure(&stricter, &surroundings());
        assert_eq!(red.average(), before);
        assert_eq!(arrive(&mut red, 99, false), Verdict::Drop(Reason::Overload));
        assert_eq!(arrive(&mut red, 100, false), Verdict::Drop(Reason::Tail));
    }

    #[test]
    fn thresholds_must_be_in_order() {
        let of = |min: f64, max: f64| {
            let given = serde_json::json!({
                "limit_packets": 9, "min_threshold_packets": min, "max_threshold_packets": max,
            });
            crate::spec::complete::complete_one(&SECTION, given).map_err(|p| p.to_string())
        };
        assert!(of(0.0, 0.001).is_ok());
        for (min, max) in [(5.0, 5.0), (0.0, 0.0), (10e6, 10e6), (6.0, 5.0)] {
            let refused = of(min, max).expect_err("not in order");
            assert!(refused.starts_with("max_threshold_packets: must be above"));
        }
    }
}
