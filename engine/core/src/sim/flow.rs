//! A flow while it runs: its own links, its end points and its counters.

use super::calendar::Rank;
use crate::rng::Rng;
use crate::tcp::config::TcpConfig;
use crate::tcp::receiver::Receiver;
use crate::tcp::sender::{Sender, SenderCounters};
use crate::tcp::workload::Transfer;
use crate::time::{Span, Time};
use crate::traffic::OpenLoop;

/// One flow.
#[derive(Clone, Debug)]
pub struct Flow {
    /// Position of its group in the simulation's list.
    pub group: u16,
    /// Position within the group.
    pub index: u32,
    /// When it begins.
    pub starts: Time,
    /// Its links into and out of the network.
    pub links: OwnLinks,
    /// Counters since the start of the run.
    pub counters: FlowCounters,
    /// The same when measuring began.
    pub base: FlowCounters,
    /// What it does.
    pub kind: FlowKind,
}

/// What a flow does.
#[derive(Clone, Debug)]
pub enum FlowKind {
    /// Sends by TCP.
    Tcp(Box<TcpFlow>),
    /// Sends whatever happens.
    Open(OpenFlow),
}

/// Both ends of a TCP flow and its timers.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct TcpFlow {
    /// The other end.
    pub receiver: Receiver,
    /// Integral of the congestion window over time since measuring began, packets times picoseconds.
    pub cwnd_ps: f64,
    /// Up to when `cwnd_ps` goes.
    pub cwnd_until: Time,
    /// Time of the earliest pending timer event; later ones are obsolete.
    pub timer_armed: Time,
    /// Time of the pending pacing event.
    pub pacing_armed: Time,
    /// Whether the flow has begun.
    pub started: bool,
    /// Left, or right in a reverse group.
    pub sender: Sender,
    /// The file it sends, unless it sends for ever.
    pub transfer: Option<Transfer>,
}

impl TcpFlow {
    /// Whether it has begun and has something to send yet, or for ever.
    pub fn is_sending(&self) -> bool {
        let finished = self.transfer.as_ref().and_then(|file| file.finished);
        self.started && finished.is_none()
    }
}

/// An open-loop source.
#[derive(Clone, Debug)]
pub struct OpenFlow {
    /// What it sends.
    pub source: OpenLoop,
    /// Its chance.
    pub rng: Rng,
    /// Number of the next packet.
    pub next: u32,
    /// Whether it has ended.
    pub stopped: bool,
}

/// A flow's links: full duplex, with room for everything, used by nothing else. Each direction is a
/// FIFO with a single input, so the time when it was last busy is all there is to know.
#[derive(Clone, Copy, Debug)]
pub struct OwnLinks {
    /// Bits per second into the network.
    pub access_bps: f64,
    /// Propagation delay into the network.
    pub access_delay: Span,
    /// Bits per second out of it; `None`: infinitely fast.
    pub egress_bps: Option<f64>,
    /// Propagation delay out of it.
    pub egress_delay: Span,
    access_free: Time,
    /// Packets sent back to back before the last one sent.
    ahead: u8,
    access_back_free: Time,
    egress_free: Time,
    egress_back_free: Time,
}

/// What a flow has sent and what became of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlowCounters {
    /// Packets put on the access link, retransmissions included; ACKs are counted apart.
    pub sent: u64,
    /// Packets dropped.
    pub dropped: u64,
    /// Packets that left the last link that could drop them.
    pub delivered: u64,
    /// Their bytes on the wire.
    pub delivered_bytes: u64,
    /// Distinct packets that arrived in order.
    pub in_order: u64,
    /// Data in them, bytes: of a datagram everything, of a segment what is behind its headers.
    pub in_order_bytes: u64,
    /// Acknowledgements sent.
    pub acks_sent: u64,
    /// Acknowledgements dropped.
    pub acks_dropped: u64,
    /// Acknowledgements that reached the sender.
    pub acks_arrived: u64,
    /// The sender's counters.
    pub sender: SenderCounters,
}

impl OwnLinks {
    /// Idle links.
    #[must_use]
    pub fn new(
        access_bps: f64,
        access_delay: Span,
        egress_bps: Option<f64>,
        egress_delay: Span,
    ) -> OwnLinks {
        OwnLinks {
            access_bps,
            access_delay,
            egress_bps,
            egress_delay,
            access_free: Time::ZERO,
            ahead: 0,
            access_back_free: Time::ZERO,
            egress_free: Time::ZERO,
            egress_back_free: Time::ZERO,
        }
    }

    /// When a packet sent at `now` reaches the network, and how it ranks among those that arrive
    /// at the same time.
    #[inline]
    pub fn enter(&mut self, now: Time, bytes: u16) -> (Time, Rank) {
        // What arrives as the link falls free waits for that too: the end of a transmission is
        // scheduled when it begins, later than the acknowledgement that brought the packet.
        // No branch, since none could be predicted.
        let follows = (now <= self.access_free) & (self.access_free > Time::ZERO);
        self.ahead = u8::from(follows) * self.ahead.saturating_add(1);
        let sent = busy_until(&mut self.access_free, now, bytes, Some(self.access_bps));
        (sent + self.access_delay, Rank::behind(self.ahead))
    }

    /// When a packet that left the network at `now` reaches its receiver.
    #[inline]
    pub fn leave(&mut self, now: Time, bytes: u16) -> Time {
        busy_until(&mut self.egress_free, now, bytes, self.egress_bps) + self.egress_delay
    }

    /// When an acknowledgement sent at `now` reaches the network.
    #[inline]
    pub fn enter_back(&mut self, now: Time, bytes: u16) -> Time {
        busy_until(&mut self.egress_back_free, now, bytes, self.egress_bps) + self.egress_delay
    }

    /// When an acknowledgement that left the network at `now` reaches the sender.
    #[inline]
    pub fn leave_back(&mut self, now: Time, bytes: u16) -> Time {
        busy_until(
            &mut self.access_back_free,
            now,
            bytes,
            Some(self.access_bps),
        ) + self.access_delay
    }
}

#[inline]
fn busy_until(free: &mut Time, now: Time, bytes: u16, rate_bps: Option<f64>) -> Time {
    *free = now.max(*free) + Span::of_transmission(u32::from(bytes), rate_bps);
    *free
}

impl TcpFlow {
    /// When its sender last heard or did something. What can be seen of it has not changed since, unless
    /// an edit told it to stop.
    #[must_use]
    pub fn last_active(&self) -> Time {
        self.cwnd_until
    }

    /// Accounts for the window held since the last call.
    #[inline]
    pub fn hold_window(&mut self, now: Time) {
        self.cwnd_ps += self.sender.window().cwnd * now.since(self.cwnd_until).0 as f64;
        self.cwnd_until = now;
    }

    /// Data in segments `from` to below `to`: full ones, but for the SYN and the last of a file.
    #[inline]
    #[must_use]
    pub fn data_bytes(&self, from: u32, to: u32, config: &TcpConfig) -> u64 {
        let full = u64::from(config.segment_bytes);
        let syn = config.handshake && from == 0;
        let mut bytes = full * u64::from(to - from - u32::from(syn));
        if let Some(transfer) = &self.transfer
            && to == transfer.segments + u32::from(config.handshake)
        {
            bytes -= full.saturating_sub(u64::from(transfer.last_bytes));
        }
        bytes
    }
}

impl Flow {
    /// The TCP side, if it is one.
    #[must_use]
    pub fn tcp(&self) -> Option<&TcpFlow> {
        match &self.kind {
            FlowKind::Tcp(tcp) => Some(tcp),
            FlowKind::Open(_) => None,
        }
    }

    /// Counters since measuring began.
    #[must_use]
    pub fn measured(&self) -> FlowCounters {
        let (now, base) = (self.totals(), &self.base);
        FlowCounters {
            sent: now.sent - base.sent,
            dropped: now.dropped - base.dropped,
            delivered: now.delivered - base.delivered,
            delivered_bytes: now.delivered_bytes - base.delivered_bytes,
            in_order: now.in_order - base.in_order,
            in_order_bytes: now.in_order_bytes - base.in_order_bytes,
            acks_sent: now.acks_sent - base.acks_sent,
            acks_dropped: now.acks_dropped - base.acks_dropped,
            acks_arrived: now.acks_arrived - base.acks_arrived,
            sender: now.sender.since(&base.sender),
        }
    }

    /// Counters with the sender's brought in.
    #[must_use]
    pub fn totals(&self) -> FlowCounters {
        FlowCounters {
            sender: self
                .tcp()
                .map_or_else(SenderCounters::default, |tcp| tcp.sender.counters),
            ..self.counters
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::link::{Admission, Link};
    use crate::packet::{Class, Packet};
    use crate::queue::{DropTail, Queue, drop_tail::ByteTest};
    use proptest::prelude::*;

    proptest! {
        /// The computed FIFO against the link that is simulated packet by packet.
        #[test]
        fn a_link_with_one_input_needs_no_events(
            gaps in prop::collection::vec((0u64..3_000_000_000, 40u16..1500), 1..200),
        ) {
            let queue = Queue::DropTail(DropTail {
                limit_packets: Some(1_000_000), limit_bytes: None, counts_in_service: false, byte_test: ByteTest::Fits,
                ecn_threshold_packets: None,
            });
            let mut link = Link::new(10e6, Span::ZERO, queue);
            let mut own = OwnLinks::new(10e6, Span::ZERO, None, Span::ZERO);
            let mut now = Time::ZERO;
            let mut departs = Time::NEVER;
            let (mut simulated, mut computed) = (Vec::new(), Vec::new());
            for (number, (gap, bytes)) in (0..).zip(gaps) {
                now += Span(gap);
                while departs <= now {
                    simulated.push(departs);
                    departs = link.depart(departs).map_or(Time::NEVER, |(_, next)| next);
                }
                computed.push(own.enter(now, bytes).0);
                let packet = Packet { flow: 0, number, note: 0, bytes, hop: 0, class: Class::Tcp };
                if let Admission::Sent(at) = link.arrive(now, packet) {
                    departs = at;
                }
            }
            while departs != Time::NEVER {
                simulated.push(departs);
                departs = link.depart(departs).map_or(Time::NEVER, |(_, next)| next);
            }
            prop_assert_eq!(simulated, computed);
        }
    }
}
