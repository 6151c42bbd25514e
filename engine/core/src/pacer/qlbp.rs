//! Queue-length based pacing (QLBP): the shorter the queue, the slower it is sent.
//!
//! A burst is let out at `min_rate` and a little, a standing queue faster, and beyond `max_queue` packets
//! nothing is held back. So the delay is bounded, and small where it is not worth smoothing: traffic below
//! `min_rate` passes untouched, and at a steady rate λ the queue settles where μ(q) = λ.
//!
//! Source: cai-2010 (Cai, Jiang, Wolf, Gong, "A practical on-line pacing scheme at edges of small buffer
//! networks", 2010), Equation 1 for the rate and Algorithm 1 for when it is looked at. The two do not say the
//! same, so there is a choice:
//!
//! - `algorithm`: a packet leaves t_last + S/μ(q), with q as it is now. An arrival moves the time for the
//!   whole gap, itself counted (lines 7 and 31).
//! - `equation`: the rate is what Equation 1 says at every instant. A packet leaves when the rate since the
//!   last one left adds up to S. Its steady delays are those of Equation 1: Qmax (λ − μmin) / (λ (μmax − μmin)).
//!
//! Table II of the paper, which has 10 for Qmax, is what `algorithm` gives with 9 (and `equation` with 8).
//!
//! Where Algorithm 1 as printed cannot be followed:
//!
//! - It lacks Equation 1's branch q > Qmax and goes on along the ramp. We take the branch: packets leave as
//!   fast as the link sends.
//! - t_next has no value before the first packet has left. It may leave at once.
//! - Line 52 has the link ready at once; here the port asks when the last bit has left, S/C later.
//! - S is the packet at the head of the queue (Table I), of which there is none in an empty queue, and with
//!   μmin = 0 its rate is 0. Nothing waits for that time: the next arrival makes a head and a rate, and its
//!   time is worked out from those. Hence `algorithm` delays no packet that comes at a rate below μ(1).
//! - With `equation` and μmin = 0 nothing adds up while the queue is empty, so that even a lone packet waits
//!   S/μ(1), which with equal packets is the bound of Theorem 1, Qmax/μmax.
//!
//! Theorem 1 holds in the steady state it is stated for. A queue of Qmax packets that drains alone takes up
//! to Σ S/μ(i), i from 1 to Qmax, which is longer than Qmax/μmax.

use serde_json::{Map, Value};

use super::{Gate, HELD, Surroundings, packets_held};
use crate::packet::Backlog;
use crate::spec::Gauge;
use crate::spec::gauge::rows;
use crate::spec::parameters::{choices, integer, number, parameters};
use crate::time::{Span, Time};

parameters! {
    /// Holds packets back at a rate that grows with the queue length. Bursts become smoother, and a long queue is not
    /// slowed down.
    #[section("pacer.qlbp", "QLBP", source: "cai-2010 Equation 1 and Algorithm 1", check: check)]
    pub struct Params {
        /// Rate with an empty queue. Slower traffic is not held back.
        min_rate_bps: f64 = 1e6, "Lowest rate", BitsPerSecond, number(0.0..=1e13).log(),
            [live, gauged, source: "cai-2010 Equation 1 (μmin)"],

        /// Rate at the longest queue that is paced.
        max_rate_bps: f64 = 1e8, "Highest rate", BitsPerSecond, number(1e3..=1e13).log(),
            [live, gauged, source: "cai-2010 Equation 1 (μmax)"],

        /// Queue length above which nothing is held back. A larger value smooths longer bursts and adds delay.
        max_queue_packets: u32 = 10, "Longest queue paced", Packets, integer(1..=10_000_000).log(),
            [live, gauged, source: "cai-2010 Equation 1 (Qmax)"],

        /// Rule for computing departures. Algorithm and equation of the paper differ: the algorithm sends a packet
        /// earlier, by up to one gap.
        rule: Rule = Text("algorithm"), "Update of the rate", None, Rule::KIND,
            [live, advanced, source: "cai-2010 Section III-D"],
    }
}

choices! {
    /// Rule for updating the rate.
    pub enum Rule {
        /// Each arrival and each departure computes the whole gap again, from the current queue length.
        Algorithm = "algorithm", "at each event (Algorithm 1)",
        /// A packet leaves when the integral of the rate since the last departure reaches its size.
        Equation = "equation", "continuous (Equation 1)",
    }
}

/// A QLBP gate at work.
#[derive(Clone, Debug)]
pub struct Qlbp {
    params: Params,
    /// Rate of the link, C, bits per second.
    link_bps: f64,
    /// Time of the last departure, t_last; `None` before the first.
    last: Option<Time>,
    /// ∫μ dt from then to `since`, bits.
    served_bits: f64,
    since: Time,
    /// Packets waiting since then.
    length: u32,
}

fn check(fields: &Map<String, Value>, report: &mut dyn FnMut(&str, String)) {
    let number = |name: &str| fields.get(name).and_then(Value::as_f64).unwrap_or(0.0);
    let (min, max) = (number("min_rate_bps"), number("max_rate_bps"));
    if min > max {
        report(
            "max_rate_bps",
            format!("must not be below min_rate_bps, which is {min}, got {max}"),
        );
    }
}

impl Gate for Qlbp {
    type Params = Params;

    const GAUGES: &'static [Gauge] = rows![Gauge:
        /// Rate at which the pacer lets packets out, the link's where it holds none back.
        "pacing_rate_bps", "Pacing rate", BitsPerSecond;
        => HELD;
    ];

    fn new(params: &Params, around: &Surroundings) -> Qlbp {
        Qlbp {
            params: params.clone(),
            link_bps: around.rate_bps,
            last: None,
            served_bits: 0.0,
            since: around.now,
            length: around.waiting.packets,
        }
    }

    fn reconfigure(&mut self, params: &Params, around: &Surroundings) {
        self.serve_until(around.now, around.waiting);
        self.params.clone_from(params);
        self.link_bps = around.rate_bps;
    }

    #[inline]
    fn next_at(&self, _now: Time, waiting: Backlog, bytes: u16) -> Time {
        let Some(last) = self.last else {
            return Time::ZERO;
        };
        let Some(rate) = self.params.paced_rate(waiting.packets) else {
            return last;
        };
        match self.params.rule {
            // Algorithm 1, lines 7 and 31.
            Rule::Algorithm => last + Span::of_transmission(u32::from(bytes), Some(rate)),
            Rule::Equation => {
                let left = f64::from(bytes) * 8.0 - self.served_bits;
                self.since + Span::from_s(left / rate)
            }
        }
    }

    #[inline]
    fn on_arrival(&mut self, now: Time, waiting: Backlog) {
        self.serve_until(now, waiting);
    }

    #[inline]
    fn on_sent(&mut self, now: Time, _bytes: u16, left: Backlog) {
        self.last = Some(now);
        self.served_bits = 0.0;
        self.since = now;
        self.length = left.packets;
    }

    fn on_dropped(&mut self, now: Time, left: Backlog) {
        self.serve_until(now, left);
    }

    fn rate_changed(&mut self, _now: Time, rate_bps: f64) {
        self.link_bps = rate_bps;
    }

    fn gauges(&self, now: Time, waiting: Backlog, next_bytes: Option<u16>, out: &mut [f64]) {
        out[0] = self.rate(waiting.packets);
        let held = next_bytes.is_some_and(|bytes| self.next_at(now, waiting, bytes) > now);
        out[1] = packets_held(held, waiting);
    }
}

impl Params {
    /// μ(q) = (μmax − μmin) q / Qmax + μmin up to Qmax (cai-2010 Equation 1), bits per second; `None` above,
    /// where nothing is held back.
    #[must_use]
    #[inline]
    pub fn paced_rate(&self, length: u32) -> Option<f64> {
        let slope = (self.max_rate_bps - self.min_rate_bps) / f64::from(self.max_queue_packets);
        (length <= self.max_queue_packets).then(|| slope * f64::from(length) + self.min_rate_bps)
    }
}

impl Qlbp {
    /// The rate at a length of the queue as the link lets it be, bits per second.
    fn rate(&self, length: u32) -> f64 {
        match self.params.paced_rate(length) {
            Some(rate) if rate < self.link_bps => rate,
            _ => self.link_bps,
        }
    }

    /// Adds up the rate until `now`, from when on `waiting` is there.
    #[inline]
    fn serve_until(&mut self, now: Time, waiting: Backlog) {
        let rate = self.params.paced_rate(self.length).unwrap_or(self.link_bps);
        self.served_bits += rate * now.since(self.since).s();
        self.since = now;
        self.length = waiting.packets;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pacer::Pacer;
    use crate::pacer::testing::{Port, Sent};
    use proptest::prelude::*;

    /// The gate of Table II, up to its Qmax: μmin 2 Mb/s, μmax 10 Mb/s.
    fn table_2(max_queue_packets: u32, rule: Rule) -> Params {
        Params {
            min_rate_bps: 2e6,
            max_rate_bps: 10e6,
            max_queue_packets,
            rule,
        }
    }

    /// Packets of 1,000 bytes at the given gaps through a gate at a link of 10 Mb/s.
    fn paced(params: &Params, gaps: impl IntoIterator<Item = Span>) -> Vec<Sent> {
        let mut port = Port::new(&Pacer::Qlbp(params.clone()), 10e6);
        let mut now = Time::ZERO;
        for gap in gaps {
            now += gap;
            port.arrive(now, 1000);
        }
        port.run_until(Time::NEVER);
        port.sent
    }

    /// Mean delay of a constant rate in the steady state, ms: of the last half of 4,000 packets, the very
    /// last apart, behind which nothing arrives. A FIFO would delay none of them.
    fn delay_ms(params: &Params, rate_bps: f64) -> f64 {
        let gap = Span::of_transmission(1000, Some(rate_bps));
        let sent = paced(params, std::iter::repeat_n(gap, 4000));
        let steady = &sent[2000..3900];
        let sum: f64 = steady.iter().map(|sent| sent.waited().s()).sum();
        sum / steady.len() as f64 * 1e3
    }

    /// Table II in all its readings, to 0.01 ms: the delays printed have two decimals.
    #[test]
    fn delays_are_those_of_table_2() {
        const RATES: [f64; 6] = [1e6, 2e6, 4e6, 6e6, 8e6, 10e6];
        const PRINTED: [f64; 6] = [0.0, 0.0, 4.0, 5.33, 6.0, 6.4];
        for (params, delays) in [
            (
                table_2(10, Rule::Algorithm),
                [0.0, 0.0, 4.0, 5.33, 7.0, 7.2],
            ),
            (table_2(9, Rule::Algorithm), PRINTED),
            (table_2(10, Rule::Equation), [0.0, 0.0, 5.0, 6.67, 7.5, 8.0]),
            (table_2(8, Rule::Equation), PRINTED),
        ] {
            for (rate, wanted) in RATES.into_iter().zip(delays) {
                let got = delay_ms(&params, rate);
                assert!((got - wanted).abs() < 0.01, "{params:?} {rate}: {got}");
            }
        }
    }

    #[test]
    fn the_rate_rises_from_the_lowest_to_the_highest_and_ends_there() {
        let rate = |length| table_2(10, Rule::Algorithm).paced_rate(length);
        assert_eq!(rate(0), Some(2e6));
        assert_eq!(rate(5), Some(6e6));
        assert_eq!(rate(10), Some(10e6));
        assert_eq!(rate(11), None);
    }

    #[test]
    fn gauges_show_the_rate_and_the_packets_that_are_held() {
        let waiting = |packets| Backlog {
            packets,
            bytes: u64::from(packets) * 1000,
        };
        let around = Surroundings {
            rate_bps: 8e6,
            now: Time::ZERO,
            waiting: waiting(0),
        };
        let mut gate = Qlbp::new(&table_2(10, Rule::Algorithm), &around);
        gate.on_sent(Time::ZERO, 1000, waiting(0));
        let read = |packets, next| {
            let mut out = [0.0; 2];
            gate.gauges(Time::ZERO, waiting(packets), next, &mut out);
            out
        };
        assert_eq!(read(0, None), [2e6, 0.0]);
        assert_eq!(read(5, Some(1000)), [6e6, 5.0]);
        assert_eq!(read(10, Some(1000)), [8e6, 10.0], "no faster than the link");
        assert_eq!(read(11, Some(1000)), [8e6, 0.0]);
    }

    #[test]
    fn the_first_packet_after_a_pause_waits_for_nothing() {
        for rule in [Rule::Algorithm, Rule::Equation] {
            let gaps = [0.0, 0.0, 1.0, 1.0].map(Span::from_s);
            let sent = paced(&table_2(10, rule), gaps);
            let waited: Vec<bool> = sent.iter().map(|sent| sent.waited() > Span::ZERO).collect();
            assert_eq!(waited, [false, true, false, false], "{rule:?}");
        }
    }

    /// Without a lowest rate a lone packet is delayed by Equation 1 alone, by Theorem 1's bound.
    #[test]
    fn a_lowest_rate_of_0_ends_the_wait_all_the_same() {
        for (rule, waits_ms) in [(Rule::Algorithm, 0.0), (Rule::Equation, 8.0)] {
            let params = Params {
                min_rate_bps: 0.0,
                ..table_2(10, rule)
            };
            let sent = paced(&params, [0.0, 1.0].map(Span::from_s));
            let waited = sent[1].waited().s() * 1e3;
            assert!((waited - waits_ms).abs() < 1e-6, "{rule:?}: {waited}");
        }
    }

    /// Returns the waiting times of the same packets in a FIFO.
    fn fifo_waits(sent: &[Sent]) -> Vec<Span> {
        let packet = Span::of_transmission(1000, Some(10e6));
        let mut free_at = Time::ZERO;
        let wait = |sent: &Sent| {
            let at = sent.since.max(free_at);
            free_at = at + packet;
            at.since(sent.since)
        };
        sent.iter().map(wait).collect()
    }

    fn rules() -> impl Strategy<Value = Rule> {
        prop_oneof![Just(Rule::Algorithm), Just(Rule::Equation)]
    }

    proptest! {
        /// Theorem 1: at a constant rate, once steady, no more than Qmax packets at μmax, but for the
        /// rounding to picoseconds.
        #[test]
        fn a_constant_rate_is_never_delayed_beyond_theorem_1(
            rule in rules(),
            rate in 0.2e6..10e6,
            (low, high) in (0.0..1.0, 1e6..10e6),
            max_queue in 1u32..40,
        ) {
            let params = Params {
                min_rate_bps: low * high, max_rate_bps: high, max_queue_packets: max_queue, rule,
            };
            prop_assume!(rate <= high);
            let bound = f64::from(max_queue) * 8000.0 / high;
            let delay = delay_ms(&params, rate) / 1e3;
            prop_assert!(delay <= bound + 1e-9, "{} s, bound {}", delay, bound);
        }

        /// Whatever arrives, a packet is delayed by no more than a queue of Qmax takes to drain with nothing
        /// behind it, Σ S/μ(i), beyond the packet that a FIFO may have been ahead by.
        #[test]
        fn no_arrivals_are_delayed_beyond_the_draining_of_a_full_queue(
            rule in rules(),
            max_queue in 1u32..20,
            gaps in prop::collection::vec(prop_oneof![
                3 => 0u64..100_000_000, 1 => 0u64..10_000_000_000,
            ], 1..400),
        ) {
            let params = table_2(max_queue, rule);
            let drains: f64 = (1..=max_queue)
                .filter_map(|length| Some(8000.0 / params.paced_rate(length)?))
                .sum();
            let bound = drains + 0.8e-3;
            let sent = paced(&params, gaps.into_iter().map(Span));
            for (sent, fifo) in sent.iter().zip(fifo_waits(&sent)) {
                let delay = sent.waited().s() - fifo.s();
                prop_assert!(delay <= bound + 1e-9, "{} s, bound {}", delay, bound);
            }
        }
    }

    #[test]
    fn rates_must_be_in_order() {
        let of = |min: f64, max: f64| {
            let given = serde_json::json!({ "min_rate_bps": min, "max_rate_bps": max });
            crate::spec::complete::complete_one(&SECTION, given).map_err(|p| p.to_string())
        };
        assert!(of(1e6, 1e6).is_ok() && of(0.0, 1e3).is_ok());
        let refused = of(2e6, 1e6).expect_err("not in order");
        assert!(refused.starts_with("max_rate_bps: must not be below"));
    }
}
