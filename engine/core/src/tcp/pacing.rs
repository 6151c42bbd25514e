//! Pacing: the time at which a segment that the window permits may leave.
//!
//! A paced sender spreads a window over the round trip instead of sending when acknowledgments arrive, so a small
//! buffer receives single packets rather than bursts. The rate follows the current window and round-trip time.
//! After an idle time there is no credit, hence no burst.
//!
//! Sources: Aggarwal, Savage and Anderson, "Understanding the performance of TCP pacing", INFOCOM 2000;
//! ganjali-2007 Sections 3.3 (Poisson) and 3.4 (deterministic); Linux `tcp_update_pacing_rate`.

use serde::Serialize;

use crate::cc::Window;
use crate::rng::LazyRng;
use crate::spec::Registry;
use crate::spec::parameters::{choices, integer, number, parameters};
use crate::spec::read::read_kinds;
use crate::time::{Span, Time};

/// The kinds of pacing a scenario can name.
pub static REGISTRY: Registry = Registry {
    id: "pacing",
    label: "Pacing",
    entries: &[&NONE, &DETERMINISTIC, &LINUX, &POISSON],
};

/// A kind of pacing with its parameters, as a scenario writes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Pacing {
    /// No pacing: ACKs clock the sender.
    None(Unpaced),
    /// Even gaps of RTT/cwnd.
    Deterministic(Deterministic),
    /// Ratios by phase, and a quantum.
    Linux(Linux),
    /// Exponential gaps of mean RTT/cwnd.
    Poisson(Poisson),
}

read_kinds!(Pacing {
    None: NONE,
    Deterministic: DETERMINISTIC,
    Linux: LINUX,
    Poisson: POISSON
});

parameters! {
    /// Segments leave as soon as an ACK opens the window, often two or more at once.
    #[section(NONE = "pacing.none", "None", source: "ganjali-2007 Section 3.3")]
    pub struct Unpaced {}
}

parameters! {
    /// Segments leave at equal gaps of RTT/cwnd.
    #[section(DETERMINISTIC = "pacing.deterministic", "Deterministic", source: "ganjali-2007 Section 3.4")]
    pub struct Deterministic {}
}

parameters! {
    /// Segments leave in small bursts, at twice the rate cwnd/RTT in slow start and at a slightly higher rate than
    /// cwnd/RTT afterwards.
    #[section(LINUX = "pacing.linux", "As in Linux",
        source: "Linux tcp_update_pacing_rate, tcp_pacing_ss_ratio, tcp_pacing_ca_ratio")]
    pub struct Linux {
        /// Pacing rate divided by cwnd/RTT while the window is below half of ssthresh.
        slow_start_ratio: f64 = 2.0, "Ratio in slow start", Ratio, number(0.1..=10.0), [live],

        /// Pacing rate divided by cwnd/RTT while the window is at least half of ssthresh.
        avoidance_ratio: f64 = 1.2, "Ratio after slow start", Ratio, number(0.1..=10.0), [live],

        /// Number of segments that leave back to back. A longer gap follows, so the rate stays the same.
        quantum_packets: u32 = 2, "Quantum", Packets, integer(1..=64), [live, advanced],
    }
}

parameters! {
    /// Segments leave at exponential gaps with a mean of RTT/cwnd.
    #[section(POISSON = "pacing.poisson", "Poisson", source: "ganjali-2007 Section 3.3, Theorem 1")]
    pub struct Poisson {
        /// Whether the window limits data in flight, or only sets the rate.
        in_flight: InFlight = Text("window"), "Data in flight", None, InFlight::KIND,
            [live, source: "ganjali-2007 Section 3.3, Theorem 1 (open)"],
    }
}

choices! {
    /// Limit of data in flight with Poisson pacing.
    pub enum InFlight {
        /// The window limits data in flight, as for any sender. If a window has left early by chance, the next segment
        /// waits for an ACK.
        Window = "window", "limited by the window",
        /// The assumption of the theorem: the window only sets the rate. Sending is a Poisson process while windows are
        /// constant. Otherwise, senders keep sending into a full buffer until no ACKs arrive: with 100 flows and 2,500
        /// packets of buffer, 39 % of the link stays unused, against 5 % with deterministic pacing.
        Open = "open", "not limited",
    }
}

/// Keeps the time at which the next segment may leave.
#[derive(Clone, Debug)]
pub struct Pacer {
    next_at: Time,
    in_quantum: u32,
    /// Highest rate that the application asks for, segments per second; 0 if it asks for none. Single precision fits in
    /// the memory that the alignment leaves.
    limit: f32,
    rng: LazyRng,
}

impl Pacer {
    /// A pacer whose first segment may leave at once; `rng` is the flow's own.
    #[must_use]
    pub fn new(rng: LazyRng) -> Pacer {
        Pacer {
            next_at: Time::ZERO,
            in_quantum: 0,
            limit: 0.0,
            rng,
        }
    }

    /// Sets the highest rate that the application asks for, segments per second.
    pub fn limit_rate(&mut self, rate: Option<f64>) {
        self.limit = rate.unwrap_or(0.0) as f32;
    }

    /// Returns the highest rate, segments per second: that of the application, if it is below that of the `host`.
    #[must_use]
    #[inline]
    pub fn highest_rate(&self, host: Option<f64>) -> Option<f64> {
        let limit = f64::from(self.limit);
        match host {
            _ if limit <= 0.0 => host,
            Some(host) if host < limit => Some(host),
            _ => Some(limit),
        }
    }

    /// Returns whether the application asks for a highest rate.
    #[must_use]
    #[inline]
    pub fn is_limited(&self) -> bool {
        self.limit > 0.0
    }

    /// The flow's generator, for others to [split](crate::rng::Rng::split) theirs from.
    #[must_use]
    pub fn rng(&self) -> &LazyRng {
        &self.rng
    }

    /// Takes the flow's generator for the pacer of the next connection.
    #[must_use]
    pub fn take_rng(&mut self) -> LazyRng {
        let unused = LazyRng::Early { seed: 0, drawn: 0 };
        std::mem::replace(&mut self.rng, unused)
    }

    /// The pace has changed: what was worked out for the next segment no longer holds.
    pub fn forget(&mut self) {
        self.next_at = Time::ZERO;
        self.in_quantum = 0;
    }

    /// Time at which the next segment may leave.
    #[must_use]
    #[inline]
    pub fn next_at(&self) -> Time {
        self.next_at
    }

    /// A segment leaves, and another follows it at once.
    pub fn joins(&mut self) {
        self.in_quantum += 1;
    }

    /// A segment leaves at `now`. Before the first round trip has been timed nothing is paced, but by the highest rate.
    /// With `credit`, the time that it leaves later than it could have counts for up to half of the gap after it (Linux
    /// `tcp_update_skb_after_send`).
    #[inline]
    pub fn on_sent(&mut self, now: Time, pace: &Pace, credit: bool) {
        let Some(rate) = pace.rate() else {
            return;
        };
        let quantum = match (pace.controlled, pace.pacing) {
            (None, Pacing::Linux(linux)) => linux.quantum_packets,
            _ => 1,
        };
        let mean = 1.0 / rate;
        let gap = match pace.pacing {
            Pacing::Poisson(_) if pace.controlled.is_none() => self.rng.begin().exponential(mean),
            _ => mean,
        };
        self.in_quantum += 1;
        if self.in_quantum >= quantum {
            let mut whole = Span::from_s(gap * f64::from(self.in_quantum));
            self.in_quantum = 0;
            if credit {
                whole = whole - now.since(self.next_at).min(Span(whole.0 / 2));
            }
            // From when the segment could have left, but never from the past: idle time is lost.
            self.next_at = now.max(self.next_at) + whole;
        }
    }
}

/// Facts that determine the pace of a flow.
#[derive(Clone, Copy, Debug)]
pub struct Pace<'a> {
    /// The kind of pacing.
    pub pacing: &'a Pacing,
    /// Rate that the congestion controller asks for, segments per second; without one, window and round trip make the rate.
    pub controlled: Option<f64>,
    /// Window of the congestion controller, segments; see [`controlled`](Self::controlled).
    pub window: &'a Window,
    /// Smoothed round trip, if one has been timed.
    pub srtt: Option<Span>,
    /// Highest rate, segments per second.
    pub highest: Option<f64>,
}

impl Pace<'_> {
    /// The rate at which segments may leave, per second; `None` where they are not paced.
    #[must_use]
    #[inline]
    pub fn rate(&self) -> Option<f64> {
        let rate = self.controlled.or_else(|| self.window_rate());
        match (rate, self.highest) {
            (Some(rate), Some(highest)) => Some(if highest < rate { highest } else { rate }),
            (rate, highest) => rate.or(highest),
        }
    }

    /// Returns the rate of a kind of pacing, per second.
    #[inline]
    fn window_rate(&self) -> Option<f64> {
        let window = self.window;
        let ratio = match self.pacing {
            Pacing::None(_) => return None,
            Pacing::Linux(linux) if window.cwnd < window.ssthresh / 2.0 => linux.slow_start_ratio,
            Pacing::Linux(linux) => linux.avoidance_ratio,
            Pacing::Deterministic(_) | Pacing::Poisson(_) => 1.0,
        };
        let srtt = self.srtt.filter(|srtt| srtt.0 > 0)?;
        Some(window.cwnd / srtt.s() * ratio)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn pacer() -> Pacer {
        Pacer::new(Rng::for_component(1, "pacer", 0).into())
    }

    /// A flow that nothing but its window and a kind of pacing holds back.
    fn pace<'a>(pacing: &'a Pacing, window: &'a Window, srtt_s: f64) -> Pace<'a> {
        Pace {
            pacing,
            controlled: None,
            window,
            srtt: Some(Span::from_s(srtt_s)),
            highest: None,
        }
    }

    /// When the segment after one sent at 1 s may leave, nanoseconds later.
    fn interval_ns(pacing: &Pacing, cwnd: f64, ssthresh: f64, srtt_s: f64) -> f64 {
        let mut pacer = pacer();
        let window = Window {
            cwnd,
            ssthresh,
            max: 1e6,
        };
        let now = Time::from_s(1.0);
        pacer.on_sent(now, &pace(pacing, &window, srtt_s), false);
        pacer.next_at().since(now).s() * 1e9
    }

    /// Expected gap of ns-3's `tcp-pacing-test`, to its 10 ns: MSS / (ratio cwnd / SRTT).
    #[test]
    fn intervals_are_exact_to_ten_nanoseconds() {
        let linux = Pacing::Linux(Linux {
            slow_start_ratio: 2.0,
            avoidance_ratio: 1.2,
            quantum_packets: 1,
        });
        let even = Pacing::Deterministic(Deterministic {});
        for (pacing, cwnd, ssthresh, srtt_s, ratio) in [
            (&linux, 10.0, 1e6, 0.1, 2.0),
            (&linux, 37.3, 74.7, 0.0123, 2.0),
            (&linux, 37.4, 74.7, 0.0123, 1.2),
            (&linux, 100.0, 50.0, 0.2, 1.2),
            (&even, 10.0, 1e6, 0.1, 1.0),
            (&even, 1.0, 2.0, 3.0, 1.0),
        ] {
            let wanted = 1e9 * srtt_s / (ratio * cwnd);
            let got = interval_ns(pacing, cwnd, ssthresh, srtt_s);
            assert!((got - wanted).abs() < 10.0, "{pacing:?}: {got}, {wanted}");
        }
    }

    #[test]
    fn an_idle_pacer_gains_no_credit() {
        let mut pacer = pacer();
        let window = Window {
            cwnd: 10.0,
            ssthresh: 2.0,
            max: 1e6,
        };
        let even = Pacing::Deterministic(Deterministic {});
        for at_s in [1.0, 60.0] {
            let now = Time::from_s(at_s);
            pacer.on_sent(now, &pace(&even, &window, 0.1), false);
            assert_eq!(pacer.next_at(), now + Span::from_s(0.01));
        }
    }

    #[test]
    fn with_credit_a_late_segment_shortens_the_next_gap_by_its_lateness_up_to_half() {
        let window = Window {
            cwnd: 10.0,
            ssthresh: 2.0,
            max: 1e6,
        };
        let even = Pacing::Deterministic(Deterministic {});
        let ms = |ms: u64| Time(ms * 1_000_000_000);
        // Gaps of 10 ms. The first segment is as late as after an idle time, so that the second may leave at 1.005 s.
        for (sent_at_ms, next_at_ms) in [(1005, 1015), (1008, 1015), (1010, 1015), (1030, 1035)] {
            let mut pacer = pacer();
            for at_ms in [1000, sent_at_ms] {
                pacer.on_sent(ms(at_ms), &pace(&even, &window, 0.1), true);
            }
            assert_eq!(pacer.next_at(), ms(next_at_ms));
        }
    }

    #[test]
    fn a_longer_gap_follows_a_pacing_quantum() {
        let linux = Pacing::Linux(Linux {
            slow_start_ratio: 2.0,
            avoidance_ratio: 1.0,
            quantum_packets: 4,
        });
        let mut pacer = pacer();
        let window = Window {
            cwnd: 10.0,
            ssthresh: 2.0,
            max: 1e6,
        };
        let now = Time::from_s(1.0);
        for sent in 1..=4 {
            assert!(pacer.next_at() <= now, "segment {sent} may leave");
            pacer.on_sent(now, &pace(&linux, &window, 0.1), false);
        }
        assert_eq!(pacer.next_at(), now + Span::from_s(0.04));
    }
}
