//! Pacing within a delay budget: packets leave as smoothly as they can while none is held longer than a budget d.
//!
//! Draw the bytes that have come against time, and the same curve d later: by then they must have left. What leaves
//! lies between the two, and the smoothest way between them is the shortest, a string pulled taut (Salehi et al. 1998).
//! Who does not know what comes next pulls it along what has come: from where it is now it goes along the concave hull
//! of the deadlines ahead, each with all the bytes due by then. So the rate is the highest that any deadline ahead asks
//! for, and each arrival may raise it. A burst is spread over d; a packet alone is held for all of d.
//!
//! Source: Sivaraman, Elgindy, Moreland, Ostry, "Packet pacing in short buffer optical packet switched networks", 2006,
//! as cai-2010 describes it (Section II, its reference 36): the on-line form of optimal smoothing of stored video.
//!
//! Where we choose:
//!
//! - A packet leaves when the string has passed its last byte, so that a link that is free sends its first bit within
//!   d. A link that is busy delays it further; the string goes on meanwhile, and what it has passed is sent at once.
//! - New deadlines lie beyond the others, so that the hull only changes at its end: a packet costs O(1) on average, and
//!   its turn is found in O(log n), the cost that cai-2010 names, n being the corners of the hull, not the packets.
//! - Only bytes are counted. Where a discipline changes the order of packets, as many bytes have left by each deadline as
//!   had come d before; single packets may be later.
//! - A packet that is dropped while it waits shortens the string at its end, wherever it waited: those behind it inherit
//!   its turn. So none is late, and the rate, which might have fallen, stays until the next arrival.
//! - A change of the budget counts for those that come. They push those ahead of them where their deadline is earlier.
//! - Time is in picoseconds, bytes in parts of 2^-16, rounded so that nothing is late; each arrival starts anew from
//!   deadlines that are exact, so that no rounding adds up.

use std::collections::VecDeque;

use super::{Gate, HELD, Surroundings, packets_held};
use crate::packet::Backlog;
use crate::spec::Gauge;
use crate::spec::gauge::rows;
use crate::spec::parameters::{number, parameters};
use crate::time::{PS_PER_S, Span, Time};

parameters! {
    /// Spreads packets as evenly as possible without holding any longer than the budget. The rate is the lowest at
    /// which every waiting packet leaves in time.
    #[section("pacer.delay_budget", "Delay budget",
        source: "Sivaraman et al. 2006, as in cai-2010 Section II; Salehi et al. 1998 (optimal smoothing)")]
    pub struct Params {
        /// Longest time that the pacer holds a packet. A larger budget smooths longer bursts; a packet that arrives
        /// alone is held for the whole budget.
        budget_s: f64 = 0.01, "Delay budget", Seconds, number(1e-6..=10.0).log(), [live, source: "cai-2010 Section II"],
    }
}

/// A gate with a delay budget at work.
#[derive(Clone, Debug)]
pub struct DelayBudget {
    budget: Span,
    /// Amount sent so far, in fractions of a byte.
    left: u128,
    /// Current position of the string; earlier deadlines no longer matter.
    here: Corner,
    /// Its corners ahead: later, higher and less steep one after the other.
    ahead: VecDeque<Corner>,
}

/// A point of the string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Corner {
    at: Time,
    /// Amount that must have left by then, in fractions of a byte, since the start.
    level: u128,
}

/// Parts of a byte.
const PARTS: u128 = 1 << 16;

impl Gate for DelayBudget {
    type Params = Params;

    const GAUGES: &'static [Gauge] = rows![Gauge:
        /// The highest rate that any deadline ahead asks for, 0 with nothing to hold back.
        "pacing_rate_bps", "Pacing rate", BitsPerSecond;
        => HELD;
    ];

    fn new(params: &Params, around: &Surroundings) -> DelayBudget {
        let mut gate = DelayBudget {
            budget: Span::from_s(params.budget_s),
            left: 0,
            here: Corner {
                at: around.now,
                level: 0,
            },
            ahead: VecDeque::new(),
        };
        gate.on_arrival(around.now, around.waiting);
        gate
    }

    fn reconfigure(&mut self, params: &Params, _around: &Surroundings) {
        self.budget = Span::from_s(params.budget_s);
    }

    #[inline]
    fn next_at(&self, _now: Time, _waiting: Backlog, bytes: u16) -> Time {
        let level = self.left + u128::from(bytes) * PARTS;
        if level <= self.here.level {
            return self.here.at;
        }
        let next = self.ahead.partition_point(|corner| corner.level < level);
        let Some(to) = self.ahead.get(next) else {
            return self.ahead.back().unwrap_or(&self.here).at;
        };
        let from = next.checked_sub(1).map_or(&self.here, |i| &self.ahead[i]);
        // Rounded up: the link is never asked before its time, and deadlines are whole picoseconds.
        let wait = ((level - from.level) * run(from, to)).div_ceil(to.level - from.level);
        from.at + Span(wait as u64)
    }

    #[inline]
    fn on_arrival(&mut self, now: Time, waiting: Backlog) {
        self.go_on(now);
        self.stretch(Corner {
            at: now + self.budget,
            level: self.left + u128::from(waiting.bytes) * PARTS,
        });
    }

    #[inline]
    fn on_sent(&mut self, now: Time, bytes: u16, _left: Backlog) {
        self.left += u128::from(bytes) * PARTS;
        self.go_on(now);
    }

    fn on_dropped(&mut self, now: Time, left: Backlog) {
        self.go_on(now);
        self.shorten(self.left + u128::from(left.bytes) * PARTS);
    }

    fn gauges(&self, now: Time, waiting: Backlog, next_bytes: Option<u16>, out: &mut [f64]) {
        let corner = self.ahead.iter().find(|corner| corner.at > now);
        out[0] = corner.map_or(0.0, |to| self.rate_to(to));
        let held = next_bytes.is_some_and(|bytes| self.next_at(now, waiting, bytes) > now);
        out[1] = packets_held(held, waiting);
    }
}

impl DelayBudget {
    /// Follows the string until `now`.
    #[inline]
    fn go_on(&mut self, now: Time) {
        while let Some(&corner) = self.ahead.front()
            && corner.at <= now
        {
            self.here = corner;
            self.ahead.pop_front();
        }
        if let Some(to) = self.ahead.front() {
            let passed = u128::from(now.since(self.here.at).0);
            let rise = to.level - self.here.level;
            // Rounded up, so that a position on the string is never below it.
            self.here.level += (rise * passed).div_ceil(run(&self.here, to));
        }
        self.here.at = now;
    }

    /// A deadline beyond the others: corners that are below the straight line to it are none any more.
    #[inline]
    fn stretch(&mut self, new: Corner) {
        if new.level <= self.here.level {
            return;
        }
        while let Some(last) = self.ahead.back() {
            let before = self.ahead.len().checked_sub(2);
            let before = before.map_or(&self.here, |i| &self.ahead[i]);
            if last.at < new.at && is_less_steep(last, &new, before) {
                break;
            }
            self.ahead.pop_back();
        }
        self.ahead.push_back(new);
    }

    /// The string ends where it reaches `level`.
    fn shorten(&mut self, level: u128) {
        let mut cut = None;
        while let Some(last) = self.ahead.back()
            && last.level > level
        {
            cut = self.ahead.pop_back();
        }
        self.here.level = self.here.level.min(level);
        let from = *self.ahead.back().unwrap_or(&self.here);
        if let Some(to) = cut
            && level > from.level
        {
            let wait = (level - from.level) * run(&from, &to) / (to.level - from.level);
            let at = from.at + Span(wait as u64);
            self.ahead.push_back(Corner { at, level });
        }
    }

    /// Rate of the string on its way to the next corner, bits per second.
    fn rate_to(&self, to: &Corner) -> f64 {
        let before = self.ahead.iter().take_while(|corner| *corner != to).last();
        let from = before.unwrap_or(&self.here);
        let bits = (to.level - from.level) as f64 / PARTS as f64 * 8.0;
        bits * PS_PER_S / run(from, to) as f64
    }
}

/// Picoseconds between two corners, at least one.
fn run(from: &Corner, to: &Corner) -> u128 {
    u128::from(to.at.since(from.at).0.max(1))
}

/// Whether the way from `last` to `new` is less steep than that from `before` to `last`.
fn is_less_steep(last: &Corner, new: &Corner, before: &Corner) -> bool {
    // A backlog has at most 10^12 bytes, 2^56 parts, and a budget 2^44 picoseconds.
    (new.level - last.level) * run(before, last) < (last.level - before.level) * run(last, new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pacer::Pacer;
    use crate::pacer::testing::{Port, Sent};
    use proptest::prelude::*;

    /// Packets of (gap, bytes) held for up to `budget_s` in front of a link too fast to matter.
    fn paced(budget_s: f64, arrivals: &[(Span, u16)]) -> Vec<Sent> {
        let mut port = Port::new(&Pacer::DelayBudget(Params { budget_s }), 1e13);
        let mut now = Time::ZERO;
        for &(gap, bytes) in arrivals {
            now += gap;
            port.arrive(now, bytes);
        }
        port.run_until(Time::NEVER);
        port.sent
    }

    /// Packets of 1,000 B that wait.
    fn waiting(packets: u32) -> Backlog {
        Backlog {
            packets,
            bytes: u64::from(packets) * 1000,
        }
    }

    /// A link too fast to matter, at the start, where so many packets wait.
    fn around(packets: u32) -> Surroundings {
        Surroundings {
            rate_bps: 1e13,
            now: Time::ZERO,
            waiting: waiting(packets),
        }
    }

    fn budget(budget_s: f64, packets: u32) -> DelayBudget {
        DelayBudget::new(&Params { budget_s }, &around(packets))
    }

    fn microseconds(sent: &[Sent]) -> Vec<f64> {
        sent.iter().map(|sent| sent.at.s() * 1e6).collect()
    }

    #[test]
    fn a_burst_is_spread_evenly_over_the_budget() {
        let sent = paced(0.001, &[(Span::ZERO, 1000); 4]);
        assert_eq!(microseconds(&sent), [250.0, 500.0, 750.0, 1000.0]);
    }

    #[test]
    fn a_single_packet_is_held_for_the_whole_budget() {
        let alone = (Span::from_s(1.0), 1000);
        for sent in paced(0.003, &[alone; 3]) {
            assert_eq!(sent.waited(), Span::from_s(0.003));
        }
    }

    /// In the steady state the string runs parallel to what comes, a budget later. The start, where one packet may take
    /// all of the budget, is forgotten by a factor of e with each budget, ten packets here; a part of a byte is 15 ps.
    #[test]
    fn a_constant_rate_stays_constant() {
        let sent = paced(0.01, &[(Span::from_s(0.001), 1000); 200]);
        let gaps = sent.windows(2).map(|pair| pair[1].at.since(pair[0].at).s());
        for (i, gap) in gaps.enumerate() {
            let start_left = 0.0012 * libm::exp(-(i as f64) / 10.0);
            assert!((gap - 0.001).abs() < start_left + 1e-10, "{i}: {gap} s");
        }
    }

    #[test]
    fn what_is_dropped_makes_nobody_late_and_nothing_wait_for_it() {
        let mut gate = budget(0.004, 4);
        gate.on_dropped(Time::from_s(0.0005), waiting(2));
        let first = gate.next_at(Time::ZERO, waiting(2), 1000);
        assert_eq!(first, Time::from_s(0.001), "the rate stays");
        gate.on_sent(first, 1000, waiting(1));
        let second = gate.next_at(first, waiting(1), 1000);
        assert_eq!(second, Time::from_s(0.002));
        gate.on_dropped(first, waiting(0));
        assert!(gate.ahead.is_empty(), "nothing is left to be paced");
        gate.on_arrival(Time::from_s(0.01), waiting(1));
        let third = gate.next_at(Time::from_s(0.01), waiting(1), 1000);
        assert_eq!(third, Time::from_s(0.014));
    }

    #[test]
    fn a_shorter_budget_advances_earlier_packets() {
        let mut gate = budget(1.0, 1);
        gate.reconfigure(&Params { budget_s: 0.002 }, &around(1));
        assert_eq!(
            gate.next_at(Time::ZERO, waiting(1), 1000),
            Time::from_s(1.0)
        );
        gate.on_arrival(Time::ZERO, waiting(2));
        assert_eq!(
            gate.next_at(Time::ZERO, waiting(2), 1000),
            Time::from_s(0.001)
        );
    }

    #[test]
    fn gauges_show_the_rate_and_whether_a_packet_is_held() {
        let (gate, one) = (budget(0.001, 1), waiting(1));
        let mut out = [0.0; 2];
        gate.gauges(Time::ZERO, one, Some(1000), &mut out);
        assert_eq!(out, [8e6, 1.0]);
        gate.gauges(Time::from_s(0.001), one, Some(1000), &mut out);
        assert_eq!(out, [0.0, 0.0]);
    }

    /// When each packet leaves, seconds, by the definition: at each arrival, and at each deadline that is reached,
    /// the rate is the highest that any deadline ahead asks for, of all packets there are.
    fn by_definition(budget_s: f64, arrivals: &[(Span, u16)]) -> Vec<f64> {
        let (mut now, mut bytes) = (0.0, 0.0);
        let points: Vec<(f64, f64)> = arrivals
            .iter()
            .map(|&(gap, size)| {
                now += gap.s();
                bytes += f64::from(size);
                (now, bytes)
            })
            .collect();
        let (mut t, mut level, mut next) = (0.0, 0.0, 0);
        let mut leaves = vec![f64::NAN; points.len()];
        loop {
            while next < points.len() && points[next].0 <= t {
                next += 1;
            }
            let ahead = points[..next]
                .iter()
                .filter(|(_, total)| *total > level + 1e-9);
            let slope = |&(came, total): &(f64, f64)| (total - level) / (came + budget_s - t);
            let steepest = ahead.max_by(|a, b| slope(a).total_cmp(&slope(b)));
            let arrives = points.get(next).map(|(came, _)| *came);
            let Some(corner) = steepest else {
                match arrives {
                    Some(came) => t = came,
                    None => return leaves,
                }
                continue;
            };
            let (rate, reached) = (slope(corner), corner.0 + budget_s);
            let until = arrives.filter(|came| *came < reached).unwrap_or(reached);
            let to = if until == reached {
                corner.1
            } else {
                level + rate * (until - t)
            };
            for (leaves, (_, total)) in leaves.iter_mut().zip(&points) {
                if *total > level + 1e-9 && *total <= to + 1e-9 {
                    *leaves = t + (total - level) / rate;
                }
            }
            (t, level) = (until, to);
        }
    }

    fn arrivals() -> impl Strategy<Value = Vec<(Span, u16)>> {
        let gap = prop_oneof![2 => Just(0u64), 4 => 0u64..2_000_000_000, 1 => 0u64..30_000_000_000];
        prop::collection::vec((gap.prop_map(Span), 40u16..1500), 1..60)
    }

    proptest! {
        /// The hull that is kept is the string that is pulled anew at every arrival. To 10 ns: floating point has
        /// 10^-16 of a second's run, and a part of a byte at the lowest rate here, 40 B in 20 ms, is 8 ns.
        #[test]
        fn packets_leave_along_the_taut_string(
            budget_s in 1e-4..0.02, arrivals in arrivals(),
        ) {
            let sent = paced(budget_s, &arrivals);
            for (sent, wanted) in sent.iter().zip(by_definition(budget_s, &arrivals)) {
                prop_assert!((sent.at.s() - wanted).abs() < 1e-8, "{:?}, not {} s", sent, wanted);
            }
        }

        /// To the picosecond, but for what the link takes for the packet before.
        #[test]
        fn no_packet_is_held_longer_than_the_budget(
            budget_s in 1e-6..0.02, arrivals in arrivals(),
        ) {
            let budget = Span::from_s(budget_s);
            let mut free = Time::ZERO;
            for sent in paced(budget_s, &arrivals) {
                let latest = (sent.since + budget).max(free);
                prop_assert!(sent.at <= latest, "{:?}", sent);
                free = sent.ends;
            }
        }

        /// The rate is that of bytes that came within some window of what came (those of a stretch of the string
        /// came between a budget before its start and a budget before its end), so that no two packets leave faster
        /// one after the other than the input was at its fastest.
        #[test]
        fn nothing_leaves_faster_than_the_fastest_that_came(
            budget_s in 1e-4..0.02, arrivals in arrivals(),
        ) {
            let sent = paced(budget_s, &arrivals);
            let (mut now, mut bytes) = (0.0, 0.0);
            let came: Vec<(f64, f64)> = arrivals.iter().map(|&(gap, size)| {
                now += gap.s();
                bytes += f64::from(size);
                (now, bytes)
            }).collect();
            let begins = came.iter().flat_map(|(at, _)| [*at, at - budget_s]);
            let mut fastest: f64 = 0.0;
            for begin in begins {
                let before = came.iter().rfind(|(at, _)| *at <= begin).map_or(0.0, |(_, sum)| *sum);
                for (end, sum) in came.iter().filter(|(at, _)| *at > begin + 1e-12) {
                    let rate = (sum - before) / (end - begin);
                    if rate > fastest { fastest = rate; }
                }
            }
            for (pair, (_, size)) in sent.windows(2).zip(&arrivals[1..]) {
                let gap = pair[1].at.since(pair[0].at).s();
                // A packet on the line before, and a picosecond.
                prop_assert!(f64::from(*size) <= fastest * (gap + 2e-9), "{:?}", pair);
            }
        }
    }

    /// Coefficient of variation of the bytes that leave per millisecond, of bursts of ten packets each 10 ms.
    fn variation(budget_s: f64) -> f64 {
        let burst = (0..10).map(|i| (Span::from_s(if i == 0 { 0.0091 } else { 1e-4 }), 1000));
        let arrivals: Vec<_> = (0..100).flat_map(|_| burst.clone()).collect();
        let mut bins = vec![0.0; 900];
        for sent in paced(budget_s, &arrivals) {
            let bin = sent.at.s() * 1e3 - 50.0;
            if let Some(bin) = bins.get_mut(bin as usize).filter(|_| bin >= 0.0) {
                *bin += 1000.0;
            }
        }
        let n = bins.len() as f64;
        let mean = bins.iter().sum::<f64>() / n;
        let square = bins
            .iter()
            .map(|bin| (bin - mean) * (bin - mean))
            .sum::<f64>()
            / n;
        square.sqrt() / mean
    }

    /// Down to nothing where the budget is the time between bursts: 1,000 bytes in each millisecond. Beyond that packets
    /// fall on either side of a bin's edge.
    #[test]
    fn a_larger_budget_leaves_less_variation() {
        let left = [1e-6, 0.001, 0.003, 0.01].map(variation);
        for pair in left.windows(2) {
            assert!(pair[1] < pair[0], "{left:?}");
        }
        assert!(left[0] > 2.5 && left[3] < 0.1, "{left:?}");
        assert!(variation(0.03) < 0.1);
    }
}
