//! What is recorded of a watched flow: the state of its TCP sender.
//!
//! Before it begins, and once its file is delivered, there is nothing to draw.

use crate::observe::probe::{Of, Subject, probes};
use crate::sim::GroupState;
use crate::sim::flow::{Flow, TcpFlow};
use crate::tcp::config::TcpConfig;
use crate::time::{Span, Time};

/// Names of the states a sender has by itself, the first numbers of the series `state`; those of
/// congestion controllers follow, see [`crate::cc::STATES`].
pub static STATES: [&str; 4] = ["slow start", "avoidance", "recovery", "timeout"];

/// Watched flows.
#[derive(Clone, Copy, Debug)]
pub struct Flows;

/// A TCP flow at a sample.
pub struct Reading<'a> {
    /// Its two ends.
    pub tcp: &'a TcpFlow,
    /// Its parameters.
    pub config: &'a TcpConfig,
}

impl Subject for Flows {
    const OF: Of = Of::Flow;
    type Reading<'a> = Reading<'a>;
    /// When its sender last heard or did something.
    type Stamp = Time;

    probes! {
        {
            id: "cwnd_packets",
            label: "Congestion window",
            unit: Packets,
            help: "How many packets the sender may have under way.",
            read: Value(|f| f.drawn(Some(f.tcp.sender.window().cwnd))),
        }
        {
            id: "ssthresh_packets",
            label: "Slow start threshold",
            unit: Packets,
            help: "Window at which slow start ends, the greatest of a column; nothing until it is set.",
            read: Greatest(|f| f.drawn(f.ssthresh())),
        }
        {
            id: "rtt_s",
            label: "Round-trip time",
            unit: Seconds,
            help: "The latest measurement.",
            read: Value(|f| f.drawn(f.tcp.sender.rtt().latest().map(Span::s))),
        }
        {
            id: "rto_s",
            label: "Retransmission timeout",
            unit: Seconds,
            help: "How long the sender waits before it takes what is not acknowledged for lost.",
            read: Value(|f| f.drawn(Some(f.tcp.sender.rto().s()))),
        }
        {
            id: "pacing_bps",
            label: "Pacing rate",
            unit: BitsPerSecond,
            help: "Bits on the wire per second at which packets are spaced; nothing where they are not.",
            read: Value(|f| f.drawn(f.pacing_bps())),
        }
        {
            id: "state",
            label: "State",
            unit: None,
            help: "What the sender is doing, by its number among the catalog's states; the greatest of a column.",
            read: Greatest(|f| f64::from(f.tcp.sender.state())),
        }
        {
            id: "timeouts",
            label: "Timeouts",
            unit: None,
            help: "How many times the retransmission timer ran out.",
            read: Increase(|f| f.tcp.sender.counters().timeouts as f64),
        }
    }
}

impl<'a> Reading<'a> {
    /// Looks at a flow; `None` if it is not TCP.
    #[must_use]
    pub fn at(flow: &'a Flow, groups: &'a [GroupState]) -> Option<Reading<'a>> {
        Some(Reading {
            tcp: flow.tcp()?,
            config: groups[flow.group as usize].tcp.as_ref()?,
        })
    }

    fn drawn(&self, value: Option<f64>) -> f64 {
        value.filter(|_| self.tcp.is_sending()).unwrap_or(f64::NAN)
    }

    fn ssthresh(&self) -> Option<f64> {
        let window = self.tcp.sender.window();
        // A threshold at the largest window has never been set: nothing to draw.
        (window.ssthresh < window.max).then_some(window.ssthresh)
    }

    fn pacing_bps(&self) -> Option<f64> {
        let bits = 8.0 * f64::from(self.config.wire_bytes());
        let rate = self.tcp.sender.pacing_rate(self.config);
        rate.map(|packets_per_s| packets_per_s * bits)
    }
}
