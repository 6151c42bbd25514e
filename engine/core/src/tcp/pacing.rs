//! Pacing: when a segment that the window allows may leave.
//!
//! A paced sender spreads a window over the round trip instead of sending it as acknowledgements
//! arrive, so that a small buffer sees single packets rather than bursts. The rate follows the
//! window and the round trip as they are when a segment leaves; after an idle time nothing has been
//! saved up, so there is no burst.
//!
//! Sources: Aggarwal, Savage and Anderson, "Understanding the performance of TCP pacing", INFOCOM
//! 2000; ganjali-2007 Sections 3.3 (Poisson) and 3.4 (deterministic); Linux `tcp_update_pacing_rate`.

use serde::{Deserialize, Serialize};

use crate::cc::Window;
use crate::rng::Rng;
use crate::scenario::spec::{DefaultValue, Kind, Param, Registry, Section, Unit};
use crate::time::{Span, Time};

/// The kinds of pacing a scenario can name.
pub static REGISTRY: Registry = Registry {
    id: "pacing",
    label: "Pacing",
    entries: &[&NONE, &DETERMINISTIC, &LINUX, &POISSON],
};

static NONE: Section = Section {
    id: "pacing.none",
    label: "None",
    help: "Segments leave as soon as an acknowledgement opens the window, often two or more at once.",
    source: "ganjali-2007 Section 3.3",
    params: &[],
};

static DETERMINISTIC: Section = Section {
    id: "pacing.deterministic",
    label: "Deterministic",
    help: "Segments leave evenly, one every RTT/cwnd.",
    source: "ganjali-2007 Section 3.4",
    params: &[],
};

static POISSON: Section = Section {
    id: "pacing.poisson",
    label: "Poisson",
    help: "Segments leave with exponential gaps of mean RTT/cwnd, as in the dissertation's theorem. The window sets the rate; it does not limit what is in flight.",
    source: "ganjali-2007 Section 3.3, Theorem 1",
    params: &[],
};

static LINUX: Section = Section {
    id: "pacing.linux",
    label: "As Linux does",
    help: "Twice the rate cwnd/RTT in slow start and a little more than it afterwards, in small bursts.",
    source: "Linux tcp_update_pacing_rate, tcp_pacing_ss_ratio, tcp_pacing_ca_ratio",
    params: &[
        Param {
            live: true,
            ..Param::new(
                "slow_start_ratio",
                "Ratio in slow start",
                Unit::Ratio,
                RATIO,
                DefaultValue::Number(2.0),
                "Rate over cwnd/RTT while the window is below half of ssthresh.",
            )
        },
        Param {
            live: true,
            ..Param::new(
                "avoidance_ratio",
                "Ratio afterwards",
                Unit::Ratio,
                RATIO,
                DefaultValue::Number(1.2),
                "Rate over cwnd/RTT from then on.",
            )
        },
        Param {
            live: true,
            advanced: true,
            ..Param::new(
                "quantum_packets",
                "Quantum",
                Unit::Packets,
                Kind::Integer {
                    min: 1.0,
                    max: 64.0,
                    log: false,
                    null_label: "",
                },
                DefaultValue::Number(2.0),
                "Segments that leave back to back; the gap after them makes up for it.",
            )
        },
    ],
};

const RATIO: Kind = Kind::Number {
    min: 0.1,
    max: 10.0,
    log: false,
    null_label: "",
};

/// A kind of pacing with its parameters, as a scenario writes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Pacing {
    /// ACK-clocked.
    None {},
    /// Even gaps of RTT/cwnd.
    Deterministic {},
    /// Ratios by phase, and a quantum.
    Linux {
        /// Rate over cwnd/RTT below half of ssthresh.
        slow_start_ratio: f64,
        /// Rate over cwnd/RTT above it.
        avoidance_ratio: f64,
        /// Segments back to back.
        quantum_packets: u32,
    },
    /// Exponential gaps of mean RTT/cwnd.
    Poisson {},
}

/// Keeps the time at which the next segment may leave.
#[derive(Clone, Debug)]
pub struct Pacer {
    next_at: Time,
    in_quantum: u32,
    rng: Rng,
}

impl Pacer {
    /// A pacer whose first segment may leave at once; `rng` is the flow's own.
    #[must_use]
    pub fn new(rng: Rng) -> Pacer {
        Pacer {
            next_at: Time::ZERO,
            in_quantum: 0,
            rng,
        }
    }

    /// The flow's generator, for others to [split](Rng::split) theirs from.
    #[must_use]
    pub fn rng(&self) -> &Rng {
        &self.rng
    }

    /// The pace has changed: what was worked out for the next segment no longer holds.
    pub fn forget(&mut self) {
        self.next_at = Time::ZERO;
        self.in_quantum = 0;
    }

    /// When the next segment may leave.
    #[must_use]
    #[inline]
    pub fn next_at(&self) -> Time {
        self.next_at
    }

    /// The rate at which segments may leave, per second; `None` where they are not paced.
    #[must_use]
    #[inline]
    pub fn rate(
        pacing: &Pacing,
        controlled: Option<f64>,
        window: &Window,
        srtt: Option<Span>,
    ) -> Option<f64> {
        if controlled.is_some() {
            return controlled;
        }
        let ratio = match pacing {
            Pacing::None {} => return None,
            Pacing::Linux {
                slow_start_ratio, ..
            } if window.cwnd < window.ssthresh / 2.0 => *slow_start_ratio,
            Pacing::Linux {
                avoidance_ratio, ..
            } => *avoidance_ratio,
            Pacing::Deterministic {} | Pacing::Poisson {} => 1.0,
        };
        let srtt = srtt.filter(|srtt| srtt.0 > 0)?;
        Some(window.cwnd / srtt.s() * ratio)
    }

    /// A segment leaves at `now`. `controlled` is the rate that the congestion controller asks for,
    /// packets per second; without one the window and `srtt` make the rate. Before the first
    /// round trip has been timed nothing is paced.
    #[inline]
    pub fn on_sent(
        &mut self,
        now: Time,
        pacing: &Pacing,
        controlled: Option<f64>,
        window: &Window,
        srtt: Option<Span>,
    ) {
        if controlled.is_none() && matches!(pacing, Pacing::None {}) {
            return;
        }
        let Some(rate) = Pacer::rate(pacing, controlled, window, srtt) else {
            return;
        };
        let quantum = match (controlled, pacing) {
            (
                None,
                Pacing::Linux {
                    quantum_packets, ..
                },
            ) => *quantum_packets,
            _ => 1,
        };
        let mean = 1.0 / rate;
        let gap = match pacing {
            Pacing::Poisson {} if controlled.is_none() => self.rng.exponential(mean),
            _ => mean,
        };
        self.in_quantum += 1;
        if self.in_quantum >= quantum {
            let whole = Span::from_s(gap * f64::from(self.in_quantum));
            self.in_quantum = 0;
            // From when the segment could have left, but never from the past: idle time is lost.
            self.next_at = now.max(self.next_at) + whole;
        }
    }
}
