//! A flow while it runs: its own links, its end points and its counters.

use super::exchange::Lot;
use super::open::OpenFlow;
use crate::apps::{Next, Order, Session, Size, Transfer, TransferFigures, Workload};
use crate::net::own_links::OwnLinks;
use crate::rng::Rng;
use crate::tcp::config::TcpConfig;
use crate::tcp::overhead::Overhead;
use crate::tcp::receiver::Receiver;
use crate::tcp::sender::{Sender, SenderCounters};
use crate::time::Time;

/// One flow.
///
/// With a thousand of them each is out of the first-level cache when its turn comes. So what a packet touches
/// comes first, here, in its links and its counters: two cache lines of 64 bytes where a segment is delivered, two
/// where its acknowledgement arrives.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Flow {
    /// What it does.
    pub kind: FlowKind,
    /// Position of its group in the simulation's list.
    pub group: u16,
    /// Position within the group.
    pub index: u32,
    /// Its links into and out of the network.
    pub links: OwnLinks,
    /// Counters since the start of the run.
    pub counters: FlowCounters,
    /// The same when measuring began.
    pub base: FlowCounters,
    /// When it begins.
    pub starts: Time,
}

/// What a flow does.
#[derive(Clone, Debug)]
pub enum FlowKind {
    /// Sends by TCP.
    Tcp(Box<TcpFlow>),
    /// Sends whatever happens.
    Open(Box<OpenFlow>),
}

/// Both ends of a TCP flow and its timers, what each packet touches first.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
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
    /// Whether it has been told to send nothing new.
    pub stopped: bool,
    /// The same until it is called back.
    pub paused: bool,
    /// Whether an endless stream is to end, since another session follows.
    pub turning: bool,
    /// The file it sends or sent last, unless it sends for ever.
    pub transfer: Option<Transfer>,
    /// Left, or right in a reverse group.
    pub sender: Sender,
    /// Says what is sent next, and when.
    pub session: Session,
    /// The session's chance.
    pub chance: Rng,
    /// What is to be sent over the next connection.
    pub order: Option<Order>,
    /// Segments sent again before this connection.
    pub repeated_before: u64,
    /// Where it would have ended, if it was paused before it had sent all.
    pub cut: Option<u64>,
    /// Holds each packet back a little, if the group's senders do.
    pub overhead: Overhead,
    /// One past the last number of what it was asked to send, if that has an end.
    pub ends: u64,
    /// What its partner has sent that the session has not been told of yet.
    pub unheard: u32,
    /// The path of the connection that it plays.
    pub lot: Option<Box<Lot>>,
}

impl TcpFlow {
    /// Whether it has begun and has something to send yet, or for ever.
    pub fn is_sending(&self) -> bool {
        let finished = self.transfer.as_ref().and_then(|file| file.finished);
        let may_rest = self.paused || self.turning;
        self.started && finished.is_none() && !(may_rest && self.sender.is_done())
    }

    /// Whether what it sends, or is going to, has an end.
    pub fn has_an_end(&self) -> bool {
        let endless = |order: &Order| order.size == Size::Endless;
        let waits = || !self.stopped && self.order.is_none();
        self.transfer.is_some() || (self.order.as_ref()).map_or_else(waits, |order| !endless(order))
    }

    /// Whether it has been told to send nothing new.
    pub fn has_stopped(&self) -> bool {
        self.stopped
    }

    /// Opens the connection that the order asks for, or goes on with it; false if nothing asks for one.
    /// `after_lost_syn`: the other side opened it with a SYN that was lost.
    pub fn connect(&mut self, now: Time, config: Option<&TcpConfig>, after_lost_syn: bool) -> bool {
        let (Some(order), Some(config)) = (self.order, config) else {
            return false;
        };
        let mut transfer = order.size.transfer(config.segment_bytes);
        if let Some(transfer) = &mut transfer {
            transfer.started = now;
        }
        match &transfer {
            Some(transfer) if self.started && order.goes_on => {
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
        if after_lost_syn && !order.goes_on {
            self.sender.begin_after_lost_syn(config);
        }
        self.ends = self.sender.end();
        if let Some(lot) = &self.lot {
            lot.limit_window(&mut self.sender, config);
        }
        self.turning = false;
        self.repeated_before = self.sender.counters().retransmissions;
        self.transfer = transfer;
        self.started = true;
        self.cwnd_until = now;
        true
    }

    /// All that there is to send has been acknowledged: counts it, once, and asks the session what comes
    /// next.
    pub fn finish(&mut self, now: Time, figures: &mut TransferFigures) -> Option<Next> {
        if self.cut.is_some() {
            return None;
        }
        let Some(transfer) = self.transfer.as_mut() else {
            return self.end_stream(now);
        };
        if transfer.finished.is_some() {
            return None;
        }
        transfer.finished = Some(now);
        // Told to stop on the way, it has not sent all of it, and asks for nothing more.
        if self.stopped {
            return None;
        }
        let repeated = self.sender.counters().retransmissions - self.repeated_before;
        figures.record(transfer, repeated);
        let next = self.session.on_delivered(now, &mut self.chance);
        Some(self.resolve(now, next))
    }

    /// All of a stream that was to end has been acknowledged: the session that follows begins.
    fn end_stream(&mut self, now: Time) -> Option<Next> {
        let is_stream = |order: &Order| order.size == Size::Endless;
        if self.stopped || !self.turning || !self.order.as_ref().is_some_and(is_stream) {
            return None;
        }
        self.order = None;
        let next = self.session.begin(now, &mut self.chance);
        Some(self.resolve(now, next))
    }

    /// Takes what its session wants next; while that is to hear of its partner, it hears what there is.
    pub fn resolve(&mut self, now: Time, mut next: Next) -> Next {
        while next == Next::Rest && self.unheard > 0 {
            self.unheard -= 1;
            next = self.session.on_heard(now, &mut self.chance);
        }
        match next {
            Next::Send(order) => self.order = Some(order),
            Next::Wait | Next::Rest => self.order = None,
            Next::Done => {}
        }
        next
    }

    /// Another kind of session follows: an endless stream ends with what is sent, unless the new one is endless too.
    /// Whether it has come to rest with that.
    pub fn turn(&mut self, to: &Workload) -> bool {
        if !self.started || self.transfer.is_some() {
            return false;
        }
        let was_sending = self.is_sending();
        if !matches!(to, Workload::Endless(_)) {
            self.turning = true;
            self.cut = None;
            self.sender.stop();
        } else if self.turning {
            self.turning = false;
            self.sender.send_until(u64::MAX);
        }
        was_sending && !self.is_sending()
    }

    /// Asks for nothing more, and sends nothing new.
    pub fn stop(&mut self) {
        self.order = None;
        self.stopped = true;
        self.sender.stop();
    }
}

/// What a flow has sent and what became of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct FlowCounters {
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
    /// Acknowledgements that reached the sender.
    pub acks_arrived: u64,
    /// Packets given to the access link, retransmissions included; ACKs are counted apart.
    pub sent: u64,
    /// Packets that found no room there.
    pub access_dropped: u64,
    /// Packets dropped in the network.
    pub dropped: u64,
    /// Acknowledgements dropped.
    pub acks_dropped: u64,
    /// The sender's counters.
    pub sender: SenderCounters,
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
        self.cwnd_ps += self.sender.window().cwnd * now.since(self.cwnd_until).ps();
        self.cwnd_until = now;
    }

    /// Data in segments `from` to below `to`: full ones, but for the SYN and the last of a file.
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

    /// Counters with the sender's brought in.
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
    fn what_a_packet_touches_of_a_flow_is_in_the_first_three_cache_lines() {
        let counters = offset_of!(Flow, counters);
        assert_eq!(offset_of!(Flow, links), 24);
        assert_eq!(counters + offset_of!(FlowCounters, acks_arrived), 128);
    }
}
