//! Recorded series of a watched flow: the state of its TCP sender.
//!
//! There are no values before the flow begins and after its data is delivered.

use crate::observe::probe::{Of, Subject, probes};
use crate::sim::GroupState;
use crate::sim::flow::{Flow, TcpFlow};
use crate::tcp::config::TcpConfig;
use crate::time::{Span, Time};

/// Names of the states that every sender has, the first numbers of the series `state`. The states of congestion
/// controllers follow; see [`crate::cc::STATES`].
pub static STATES: [&str; 4] = ["slow start", "avoidance", "recovery", "timeout"];

/// Flows that are watched.
#[derive(Clone, Copy, Debug)]
pub struct Flows;

/// State of a TCP flow at a sample.
pub struct Reading<'a> {
    /// Sender and receiver of the flow.
    pub tcp: &'a TcpFlow,
    /// TCP parameters of its group.
    pub config: &'a TcpConfig,
}

impl Subject for Flows {
    const OF: Of = Of::Flow;
    type Reading<'a> = Reading<'a>;
    /// Time at which its sender last received or did something.
    type Stamp = Time;

    probes! {
        /// Maximum number of packets that congestion control lets the sender have in flight.
        "cwnd_packets", "Congestion window", Packets, Value(|f| f.drawn(Some(f.tcp.sender.window().cwnd)));
        /// Window at which slow start ends, the maximum of a column. No value until it is set.
        "ssthresh_packets", "Slow start threshold", Packets, Greatest(|f| f.drawn(f.ssthresh()));
        /// The latest measurement of the round-trip time.
        "rtt_s", "Round-trip time", Seconds, Value(|f| f.drawn(f.tcp.sender.rtt().latest().map(Span::s)));
        /// Time without an acknowledgment after which the sender considers its unacknowledged data lost.
        "rto_s", "Retransmission timeout", Seconds, Value(|f| f.drawn(Some(f.tcp.sender.rto().s())));
        /// Rate at which a paced sender sends, in bits on the wire per second. No value without pacing.
        "pacing_bps", "Pacing rate", BitsPerSecond, Value(|f| f.drawn(f.pacing_bps()));
        /// State of the sender, as a number in the list of states of the catalog; the maximum of a column.
        "state", "State", None, Greatest(|f| f64::from(f.tcp.sender.state()));
        /// Number of expirations of the retransmission timer.
        "timeouts", "Timeouts", None, Increase(|f| f.tcp.sender.counters().timeouts as f64);
    }
}

impl<'a> Reading<'a> {
    /// Returns the state of a flow; `None` if it does not use TCP.
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
        // A threshold at the maximum window has never been set, so there is no value.
        (window.ssthresh < window.max).then_some(window.ssthresh)
    }

    fn pacing_bps(&self) -> Option<f64> {
        let bits = 8.0 * f64::from(self.config.wire_bytes());
        let rate = self.tcp.sender.pacing_rate(self.config);
        rate.map(|packets_per_s| packets_per_s * bits)
    }
}
