//! Recorded series of a watched flow: its delay, and the state of its TCP sender.
//!
//! A TCP flow has no values before it begins and after its data is delivered.

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

/// Number of series below that any flow has, which come first. The others are of TCP senders.
pub const OF_ANY: usize = 1;

/// State of a flow at a sample.
pub struct Reading<'a> {
    /// Sender and receiver of the flow, with the TCP parameters of its group; `None` without TCP.
    tcp: Option<(&'a TcpFlow, &'a TcpConfig)>,
    /// Delay of the packet that reached the receiver last.
    delay: Option<Span>,
}

impl Subject for Flows {
    const OF: Of = Of::Flow;
    type Reading<'a> = Reading<'a>;
    /// Time at which its TCP sender last received or did something, and the delay of the packet that came last.
    type Stamp = (Option<Time>, Option<Span>);

    probes! {
        /// Delay of the packet that reached the receiver last.
        "delay_s", "Delay", Seconds, Value(Reading::delay_s);
        /// Maximum number of packets that congestion control lets the sender have in flight.
        "cwnd_packets", "Congestion window", Packets, Value(Reading::cwnd);
        /// Window at which slow start ends, the maximum of a column. No value until it is set.
        "ssthresh_packets", "Slow start threshold", Packets, Greatest(|f| f.drawn(ssthresh));
        /// The latest measurement of the round-trip time.
        "rtt_s", "Round-trip time", Seconds, Value(|f| f.drawn(|tcp, _| tcp.sender.rtt().latest().map(Span::s)));
        /// Time without an acknowledgment after which the sender considers its unacknowledged data lost.
        "rto_s", "Retransmission timeout", Seconds, Value(|f| f.drawn(|tcp, _| Some(tcp.sender.rto().s())));
        /// Rate at which a paced sender sends, in bits on the wire per second. No value without pacing.
        "pacing_bps", "Pacing rate", BitsPerSecond, Value(|f| f.drawn(pacing_bps));
        /// State of the sender, as a number in the list of states of the catalog; the maximum of a column.
        "state", "State", None, Greatest(|f| f.tcp.map_or(f64::NAN, |(tcp, _)| f64::from(tcp.sender.state())));
        /// Number of expirations of the retransmission timer.
        "timeouts", "Timeouts", None, Increase(|f| f.tcp.map_or(0.0, |(tcp, _)| tcp.sender.counters().timeouts as f64));
    }
}

impl<'a> Reading<'a> {
    /// Returns the congestion window, packets; NaN without TCP and before the flow begins.
    #[must_use]
    pub fn cwnd(&self) -> f64 {
        self.drawn(|tcp, _| Some(tcp.sender.window().cwnd))
    }

    /// Returns the state of a flow.
    #[must_use]
    pub fn at(flow: &'a Flow, groups: &'a [GroupState]) -> Reading<'a> {
        Reading {
            tcp: flow.tcp().zip(groups[flow.group as usize].tcp.as_ref()),
            delay: flow.links.last_delay(),
        }
    }

    fn delay_s(&self) -> f64 {
        let is_over = self.tcp.is_some_and(|(tcp, _)| !tcp.is_sending());
        let delay = self.delay.filter(|_| !is_over);
        delay.map_or(f64::NAN, Span::s)
    }

    /// Returns a value of a TCP flow that is sending.
    fn drawn(&self, value: impl Fn(&TcpFlow, &TcpConfig) -> Option<f64>) -> f64 {
        let tcp = self.tcp.filter(|(tcp, _)| tcp.is_sending());
        tcp.and_then(|(tcp, config)| value(tcp, config))
            .unwrap_or(f64::NAN)
    }
}

fn ssthresh(tcp: &TcpFlow, _: &TcpConfig) -> Option<f64> {
    let window = tcp.sender.window();
    // A threshold at the maximum window has never been set, so there is no value.
    (window.ssthresh < window.max).then_some(window.ssthresh)
}

fn pacing_bps(tcp: &TcpFlow, config: &TcpConfig) -> Option<f64> {
    let bits = 8.0 * f64::from(config.wire_bytes());
    let rate = tcp.sender.pacing_rate(config);
    rate.map(|packets_per_s| packets_per_s * bits)
}
