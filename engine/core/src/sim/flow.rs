//! State of a flow during a run: its own links, its end points and its counters.

use super::open::OpenFlow;
use super::replay::ReplayedConnection;
use crate::apps::{Next, Order, Session, Size, Transfer, TransferStatistics, Workload};
use crate::net::own_links::OwnLinks;
use crate::rng::Rng;
use crate::tcp::config::TcpConfig;
use crate::tcp::overhead::Overhead;
use crate::tcp::receiver::Receiver;
use crate::tcp::sender::{Sender, SenderCounters};
use crate::time::Time;

/// One flow.
///
/// With a thousand flows, each is out of the first-level cache when it is used. So the fields that a packet touches
/// come first, here, in the links and in the counters: two cache lines of 64 bytes for the delivery of a segment,
/// two for the arrival of its acknowledgment.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Flow {
    /// Kind of the flow, with its state.
    pub kind: FlowKind,
    /// Position of its group in the list of the simulation.
    pub group: u16,
    /// Position within the group.
    pub index: u32,
    /// Own links into and out of the network.
    pub links: OwnLinks,
    /// Counters since the start of the run.
    pub counters: FlowCounters,
    /// Counters at the start of the measured time.
    pub base: FlowCounters,
    /// Time at which the flow starts.
    pub starts: Time,
}

/// Kind of a flow.
#[derive(Clone, Debug)]
pub enum FlowKind {
    /// Flow that uses TCP.
    Tcp(Box<TcpFlow>),
    /// Open-loop source, which does not react to the network.
    Open(Box<OpenFlow>),
}

/// Both ends of a TCP flow and its timers. Fields that each packet touches come first.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct TcpFlow {
    /// Receiver of the flow's data.
    pub receiver: Receiver,
    /// Integral of the congestion window over time since measuring began, packets times picoseconds.
    pub cwnd_ps: f64,
    /// End of the time that `cwnd_ps` covers.
    pub cwnd_until: Time,
    /// Time of the earliest pending timer event; later ones are obsolete.
    pub timer_armed: Time,
    /// Time of the pending pacing event.
    pub pacing_armed: Time,
    /// Whether the flow has begun.
    pub started: bool,
    /// Whether the flow has been stopped: it sends no new data.
    pub stopped: bool,
    /// Whether the flow is paused: it sends no new data until it is resumed.
    pub paused: bool,
    /// Whether an endless stream is ending because another session follows.
    pub ending_stream: bool,
    /// Current or last transfer; `None` for an endless stream.
    pub transfer: Option<Transfer>,
    /// The sender: on the left, or on the right in a reverse group.
    pub sender: Sender,
    /// Workload session, which decides what is sent next and when.
    pub session: Session,
    /// Random stream of the session.
    pub session_rng: Rng,
    /// Data to send over the next connection.
    pub order: Option<Order>,
    /// Retransmissions before this connection.
    pub repeated_before: u64,
    /// End of the data to send, if the flow was paused before it had sent all.
    pub paused_end: Option<u64>,
    /// Sender overhead: a random delay of each packet, if the group has one.
    pub overhead: Overhead,
    /// One past the last segment number of the current order, if it has an end.
    pub ends: u64,
    /// Number of completed orders of the partner that the session has not handled yet.
    pub partner_orders: u32,
    /// Path of the connection that the flow replays.
    pub replayed: Option<Box<ReplayedConnection>>,
}

impl TcpFlow {
    /// Creates flow `index` of a group, which begins at a time and with a sequence number; random streams for its
    /// sender, its session and its overhead.
    #[must_use]
    pub fn new(
        config: &TcpConfig,
        index: u32,
        (start, first): (Time, u64),
        mut rng: Rng,
        [session_rng, of_overhead]: [Rng; 2],
    ) -> TcpFlow {
        let mut session = config.workload.start(index);
        let order = match session.begin(start, &mut rng) {
            Next::Send(order) => Some(order),
            Next::AwaitArrival | Next::AwaitPartner | Next::Done => None,
        };
        TcpFlow {
            stopped: false,
            paused: false,
            ending_stream: false,
            paused_end: None,
            sender: Sender::starting_at(first, config, rng),
            receiver: Receiver::starting_at(first, config),
            timer_armed: Time::NEVER,
            pacing_armed: Time::NEVER,
            cwnd_ps: 0.0,
            cwnd_until: Time::ZERO,
            started: false,
            transfer: None,
            session,
            session_rng,
            order,
            repeated_before: 0,
            overhead: Overhead::new(of_overhead),
            ends: u64::MAX,
            partner_orders: 0,
            replayed: None,
        }
    }

    /// Returns whether the flow has started and still has data to send.
    pub fn is_sending(&self) -> bool {
        let finished = self.transfer.as_ref().and_then(|file| file.finished);
        let may_rest = self.paused || self.ending_stream;
        self.started && finished.is_none() && !(may_rest && self.sender.is_done())
    }

    /// Returns whether the current or next order has an end.
    pub fn has_an_end(&self) -> bool {
        let endless = |order: &Order| order.size == Size::Endless;
        let waits = || !self.stopped && self.order.is_none();
        self.transfer.is_some() || (self.order.as_ref()).map_or_else(waits, |order| !endless(order))
    }

    /// Whether the flow has been stopped: it sends no new data.
    pub fn has_stopped(&self) -> bool {
        self.stopped
    }

    /// Opens the connection for the order, or continues it; false without an order. `after_lost_syn`: the other
    /// side opened it with a SYN that was lost.
    pub fn connect(&mut self, now: Time, config: Option<&TcpConfig>, after_lost_syn: bool) -> bool {
        let (Some(order), Some(config)) = (self.order, config) else {
            return false;
        };
        let mut transfer = order.size.transfer(config.segment_bytes);
        if let Some(transfer) = &mut transfer {
            transfer.started = now;
        }
        match &transfer {
            Some(transfer) if self.started && order.reuses_connection => {
                let end = self.sender.end();
                self.sender
                    .send_until(end.saturating_add(transfer.segments));
            }
            Some(transfer) if self.started => {
                self.sender.reopen(transfer.segments, config);
            }
            Some(transfer) => self.sender.send_only(transfer.segments, config),
            None if self.started => self.sender.reopen_endless(config),
            None => {}
        }
        if after_lost_syn && !order.reuses_connection {
            self.sender.begin_after_lost_syn(config);
        }
        self.ends = self.sender.end();
        if let Some(replayed) = &self.replayed {
            replayed.limit_window(&mut self.sender, config);
        }
        self.ending_stream = false;
        self.repeated_before = self.sender.counters().retransmissions;
        self.transfer = transfer;
        self.started = true;
        self.cwnd_until = now;
        true
    }

    /// All data has been acknowledged: records the transfer, once, and asks the session for the next order.
    pub fn finish(&mut self, now: Time, statistics: &mut TransferStatistics) -> Option<Next> {
        if self.paused_end.is_some() {
            return None;
        }
        let Some(transfer) = self.transfer.as_mut() else {
            return self.end_stream(now);
        };
        if transfer.finished.is_some() {
            return None;
        }
        transfer.finished = Some(now);
        // A flow stopped during a transfer has not sent all of it and asks for nothing more.
        if self.stopped {
            return None;
        }
        let repeated = self.sender.counters().retransmissions - self.repeated_before;
        statistics.record(transfer, repeated);
        let next = self.session.on_delivered(now, &mut self.session_rng);
        Some(self.resolve(now, next))
    }

    /// All data of an ending stream has been acknowledged: the next session begins.
    fn end_stream(&mut self, now: Time) -> Option<Next> {
        let is_stream = |order: &Order| order.size == Size::Endless;
        if self.stopped || !self.ending_stream || !self.order.as_ref().is_some_and(is_stream) {
            return None;
        }
        self.order = None;
        let next = self.session.begin(now, &mut self.session_rng);
        Some(self.resolve(now, next))
    }

    /// Applies the next request of the session; while it waits for its partner, handles the partner's completed
    /// orders.
    pub fn resolve(&mut self, now: Time, mut next: Next) -> Next {
        while next == Next::AwaitPartner && self.partner_orders > 0 {
            self.partner_orders -= 1;
            next = self.session.on_partner_done(now, &mut self.session_rng);
        }
        match next {
            Next::Send(order) => self.order = Some(order),
            Next::AwaitArrival | Next::AwaitPartner => self.order = None,
            Next::Done => {}
        }
        next
    }

    /// Changes to another kind of session. An endless stream ends with the data already sent, unless the new
    /// session is endless too. Returns whether the flow has become idle by this.
    pub fn change_session(&mut self, to: &Workload) -> bool {
        if !self.started || self.transfer.is_some() {
            return false;
        }
        let was_sending = self.is_sending();
        if !matches!(to, Workload::Endless(_)) {
            self.ending_stream = true;
            self.paused_end = None;
            self.sender.stop();
        } else if self.ending_stream {
            self.ending_stream = false;
            self.sender.send_until(u64::MAX);
        }
        was_sending && !self.is_sending()
    }

    /// Stops the flow: no further orders, no new data.
    pub fn stop(&mut self) {
        self.order = None;
        self.stopped = true;
        self.sender.stop();
    }
}

/// Counters of a flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct FlowCounters {
    /// Packets delivered: they left the last link that could drop them.
    pub delivered: u64,
    /// Delivered bytes on the wire.
    pub delivered_bytes: u64,
    /// Distinct packets that arrived in order.
    pub in_order: u64,
    /// Data in these packets, bytes: the whole datagram, or the segment without headers.
    pub in_order_bytes: u64,
    /// Acknowledgments that the receiver sent.
    pub acks_sent: u64,
    /// Acknowledgments that reached the sender.
    pub acks_arrived: u64,
    /// Packets given to the access link, retransmissions included, without ACKs.
    pub sent: u64,
    /// Packets dropped by the access link.
    pub access_dropped: u64,
    /// Packets dropped in the network.
    pub dropped: u64,
    /// Acknowledgments dropped in the network.
    pub acks_dropped: u64,
    /// Counters of the sender.
    pub sender: SenderCounters,
}

impl TcpFlow {
    /// Returns the last time of activity of the sender. Its visible state has not changed since, unless an edit
    /// stopped it.
    #[must_use]
    pub fn last_active(&self) -> Time {
        self.cwnd_until
    }

    /// Adds the congestion window since the last call to its time integral.
    #[inline]
    pub fn integrate_window(&mut self, now: Time) {
        self.cwnd_ps += self.sender.window().cwnd * now.since(self.cwnd_until).ps();
        self.cwnd_until = now;
    }

    /// Returns the size of a segment on the wire, bytes.
    #[inline]
    #[must_use]
    pub fn bytes_on_wire(&self, number: u64, config: &TcpConfig) -> u16 {
        if self.sender.is_syn(number, config) {
            config.ack_bytes
        } else if number + 1 == self.sender.end()
            && let Some(transfer) = &self.transfer
        {
            transfer.last_bytes + config.header_bytes
        } else {
            config.wire_bytes()
        }
    }

    /// Draws whether the access link loses the next segment of a replayed connection.
    #[inline]
    pub fn loses_next(&mut self) -> bool {
        let replayed = self.replayed.as_mut();
        replayed.is_some_and(|replayed| replayed.loses())
    }

    /// Returns the data in segments `from` to below `to`, bytes: full segments, except for the SYN and the last
    /// segment of a file.
    #[inline]
    #[must_use]
    pub fn data_bytes(&self, from: u64, to: u64, config: &TcpConfig) -> u64 {
        let full = u64::from(config.segment_bytes);
        let syn = self.sender.is_syn(from, config);
        let mut bytes = full * (to - from - u64::from(syn));
        if let Some(transfer) = &self.transfer
            && to == self.ends
        {
            bytes -= full.saturating_sub(u64::from(transfer.last_bytes));
        }
        bytes
    }
}

impl Flow {
    /// Returns the TCP state, if the flow uses TCP.
    #[must_use]
    pub fn tcp(&self) -> Option<&TcpFlow> {
        match &self.kind {
            FlowKind::Tcp(tcp) => Some(tcp),
            FlowKind::Open(_) => None,
        }
    }

    /// Returns the counters of the measured time.
    #[must_use]
    pub fn measured(&self) -> FlowCounters {
        let (now, base) = (self.totals(), &self.base);
        FlowCounters {
            sent: now.sent - base.sent,
            access_dropped: now.access_dropped - base.access_dropped,
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

    /// Returns the counters since the start of the run, with those of the sender.
    #[must_use]
    pub fn totals(&self) -> FlowCounters {
        FlowCounters {
            sender: self
                .tcp()
                .map_or_else(SenderCounters::default, |tcp| tcp.sender.counters()),
            ..self.counters
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::offset_of;

    #[test]
    fn fields_touched_per_packet_are_in_the_first_three_cache_lines() {
        let counters = offset_of!(Flow, counters);
        assert_eq!(offset_of!(Flow, links), 24);
        assert_eq!(counters + offset_of!(FlowCounters, acks_arrived), 128);
    }
}
