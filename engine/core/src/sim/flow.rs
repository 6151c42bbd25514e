//! State of a flow during a run: its own links, its end points and its counters.

use super::application::Application;
use super::live::LiveFlow;
use super::open::OpenFlow;
use crate::apps::{Next, Order, Size, Transfer, TransferStatistics, Workload};
use crate::net::own_links::OwnLinks;
use crate::rng::LazyRng;
use crate::tcp::config::TcpConfig;
use crate::tcp::receiver::Receiver;
use crate::tcp::sender::{Sender, SenderCounters};
use crate::time::Time;

/// One flow.
///
/// With a thousand flows, each is out of the first-level cache when it is used. So all of a flow is in one place, and
/// the fields that a packet touches come first, here, in the links and in the counters: three cache lines of 64 bytes
/// for the delivery of a segment. What few flows need is in boxes or in arrays of their group.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Flow {
    /// Position of its group in the list of the simulation.
    pub group: u16,
    /// Position within the group.
    pub index: u32,
    /// Own links into and out of the network.
    pub links: OwnLinks,
    /// Counters since the start of the run.
    pub counters: FlowCounters,
    /// Kind of the flow, with its state.
    pub kind: FlowKind,
    /// Packets of the flow that were dropped since the start of the run.
    pub drops: FlowDrops,
    /// Time at which the flow starts.
    pub starts: Time,
}

/// Kind of a flow.
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "most flows use TCP, and a box costs a cache miss per packet"
)]
pub enum FlowKind {
    /// Flow that uses TCP.
    Tcp(TcpFlow),
    /// Open-loop source, which does not react to the network.
    Open(Box<OpenFlow>),
}

/// Both ends of a TCP flow and its timers. Fields that each packet touches come first.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct TcpFlow {
    /// Whether the flow has begun.
    pub started: bool,
    /// Whether the flow has been stopped: it sends no new data.
    pub stopped: bool,
    /// Whether the flow is paused: it sends no new data until it is resumed.
    pub paused: bool,
    /// Whether the flow was paused before it had sent all data of its order.
    pub cut_short: bool,
    /// Whether an endless stream is ending because another session follows.
    pub ending_stream: bool,
    /// Whether observers read the flow at any time: its sender must not run [ahead](super::ahead).
    pub is_watched: bool,
    /// Whether [acknowledgments](super::coming) wait on their way to the sender.
    pub expects_acks: bool,
    /// Receiver of the flow's data.
    pub receiver: Receiver,
    /// The sender: on the left, or on the right in a reverse group.
    pub sender: Sender,
    /// Application of the flow; `None` for a stream without end that began with the flow.
    pub application: Option<Box<Application>>,
    /// Integral of the congestion window over time since measuring began, packets times picoseconds.
    pub cwnd_ps: f64,
    /// End of the time that `cwnd_ps` covers.
    pub cwnd_until: Time,
    /// Time of the earliest pending timer event; later ones are obsolete.
    pub timer_armed: Time,
    /// Time at which the pacer wakes the sender.
    pub pacing_armed: Time,
}

impl TcpFlow {
    /// Creates a flow that begins with a sequence number; `rng` is the random stream of its sender.
    #[must_use]
    pub fn new(
        config: &TcpConfig,
        first: u64,
        rng: LazyRng,
        application: Option<Box<Application>>,
    ) -> TcpFlow {
        TcpFlow {
            stopped: false,
            paused: false,
            cut_short: false,
            ending_stream: false,
            application,
            sender: Sender::starting_at(first, config, rng),
            receiver: Receiver::starting_at(first, config),
            timer_armed: Time::NEVER,
            pacing_armed: Time::NEVER,
            cwnd_ps: 0.0,
            cwnd_until: Time::ZERO,
            expects_acks: false,
            is_watched: false,
            started: false,
        }
    }

    /// Returns the current or last transfer; `None` for an endless stream.
    #[must_use]
    #[inline]
    pub fn transfer(&self) -> Option<&Transfer> {
        self.application.as_ref()?.transfer.as_ref()
    }

    /// Returns the data to send over the next connection.
    #[must_use]
    pub fn order(&self) -> Option<Order> {
        match &self.application {
            Some(application) => application.order,
            None => (!self.stopped).then(|| Order::new(Time::ZERO, Size::Endless)),
        }
    }

    /// Returns one past the last segment number of the current order; the largest number if it has no end.
    #[must_use]
    #[inline]
    pub fn ends(&self) -> u64 {
        (self.application.as_ref()).map_or(u64::MAX, |application| application.ends)
    }

    /// Returns whether the flow has started and still has data to send.
    pub fn is_sending(&self) -> bool {
        let finished = self.transfer().and_then(|file| file.finished);
        let may_rest = self.paused || self.ending_stream;
        self.started && finished.is_none() && !(may_rest && self.sender.is_done())
    }

    /// Returns whether the current or next order has an end.
    pub fn has_an_end(&self) -> bool {
        let endless = |order: &Order| order.size.is_endless();
        let order = self.order();
        let waits = || !self.stopped && order.is_none();
        self.transfer().is_some() || (order.as_ref()).map_or_else(waits, |order| !endless(order))
    }

    /// Whether the flow has been stopped: it sends no new data.
    pub fn has_stopped(&self) -> bool {
        self.stopped
    }

    /// Opens the connection for the order, or continues it; false without an order. `after_lost_syn`: the other
    /// side opened it with a SYN that was lost.
    pub fn connect(&mut self, now: Time, config: Option<&TcpConfig>, after_lost_syn: bool) -> bool {
        let (Some(order), Some(config)) = (self.order(), config) else {
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
            None if order.size == Size::Written => self.open_stream(config),
            None if self.started => self.sender.reopen_endless(config),
            None => {}
        }
        self.sender.limit_rate(order.pace_bps, config);
        if after_lost_syn && !order.reuses_connection {
            self.sender.begin_after_lost_syn(config);
        }
        if let Some(application) = &mut self.application {
            application.ends = match order.size {
                Size::Written => u64::MAX,
                _ => self.sender.end(),
            };
            if let Some(replayed) = &application.replayed {
                replayed.limit_window(&mut self.sender, config);
            }
            application.repeated_before = self.sender.counters().retransmissions;
            application.transfer = transfer;
        }
        self.ending_stream = false;
        self.started = true;
        self.cwnd_until = now;
        true
    }

    /// All data has been acknowledged: records the transfer, once, and asks the session for the next order.
    pub fn finish(&mut self, now: Time, statistics: &mut TransferStatistics) -> Option<Next> {
        if self.cut_short {
            return None;
        }
        let application = self.application.as_mut()?;
        let Some(transfer) = application.transfer.as_mut() else {
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
        let repeated = self.sender.counters().retransmissions - application.repeated_before;
        statistics.record(transfer, repeated);
        let next = (application.session).on_delivered(now, &mut application.rng);
        if let Some(report) = application.session.take_report() {
            statistics.report(&report, now);
        }
        Some(application.resolve(now, next))
    }

    /// All data of an ending stream has been acknowledged: the next session begins.
    fn end_stream(&mut self, now: Time) -> Option<Next> {
        let is_stream = |order: &Order| order.size.is_endless();
        let application = self.application.as_mut()?;
        let is_ending = self.ending_stream && application.order.as_ref().is_some_and(is_stream);
        if self.stopped || !is_ending {
            return None;
        }
        application.order = None;
        let next = application.begin(now);
        Some(application.resolve(now, next))
    }

    /// Changes to another kind of session. An endless stream ends with the data already sent, unless the new
    /// session is endless too. A stopped flow keeps its session. Returns whether the flow has become idle by this.
    pub fn change_session(&mut self, to: &Workload) -> bool {
        if !self.started || self.stopped || self.transfer().is_some() {
            return false;
        }
        let was_sending = self.is_sending();
        let goes_on = if self.is_written() {
            to.writing().is_some()
        } else {
            to.is_endless()
        };
        if !goes_on {
            self.ending_stream = true;
            self.cut_short = false;
            self.sender.stop();
        } else if self.ending_stream {
            self.ending_stream = false;
            if !self.is_written() {
                self.sender.send_until(u64::MAX);
            }
        }
        was_sending && !self.is_sending()
    }

    /// Stops the flow: no further orders, no new data.
    pub fn stop(&mut self) {
        if let Some(application) = &mut self.application {
            application.order = None;
        }
        self.stopped = true;
        self.sender.stop();
    }
}

/// Counters of the packets of a flow.
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
}

/// Dropped packets of a flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlowDrops {
    /// Packets dropped by the access link.
    pub access: u64,
    /// Packets dropped in the network.
    pub network: u64,
    /// Acknowledgments dropped in the network.
    pub acks: u64,
}

/// All counters of a flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Counters of its packets.
    pub packets: FlowCounters,
    /// Packets that were dropped.
    pub drops: FlowDrops,
    /// Counters of its sender; all 0 for an open-loop source.
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
            && let Some(transfer) = self.transfer()
        {
            transfer.last_bytes + config.header_bytes
        } else {
            config.wire_bytes()
        }
    }

    /// Draws whether the access link loses the next segment of a replayed connection.
    #[inline]
    pub fn loses_next(&mut self) -> bool {
        let application = self.application.as_mut();
        let replayed = application.and_then(|application| application.replayed.as_mut());
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
        if let Some(transfer) = self.transfer()
            && to == self.ends()
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

    /// Returns the flow of a live group that this is, if it is one.
    #[must_use]
    pub fn live(&self) -> Option<LiveFlow> {
        match &self.kind {
            FlowKind::Tcp(_) => None,
            FlowKind::Open(open) => open.live(),
        }
    }

    /// Returns the counters since the start of the run, with those of the sender.
    #[must_use]
    pub fn totals(&self) -> Totals {
        let sender = self.tcp().map(|tcp| tcp.sender.counters());
        Totals {
            packets: self.counters,
            drops: self.drops,
            sender: sender.unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::State;
    use crate::tcp::rtt::RttEstimator;
    use std::mem::offset_of;

    #[test]
    fn fields_touched_per_delivery_are_in_the_first_three_cache_lines() {
        let counters = offset_of!(Flow, counters);
        assert_eq!(offset_of!(Flow, links), 8);
        assert_eq!(counters, 72);
        assert!(counters + offset_of!(FlowCounters, sent) < 128);
        let tcp = offset_of!(Flow, kind);
        assert_eq!(tcp, 128);
        assert!(tcp + offset_of!(TcpFlow, sender) + size_of::<usize>() < 192);
    }

    /// A hundred thousand flows fit in the memory that a browser gives a page. A larger size needs a reason.
    #[test]
    fn a_flow_of_reno_takes_nine_cache_lines() {
        assert_eq!(size_of::<Flow>(), 576);
        assert_eq!(size_of::<FlowKind>(), size_of::<TcpFlow>());
        assert_eq!(size_of::<RttEstimator>(), 56);
        assert_eq!(size_of::<Receiver>(), 40);
        assert_eq!(size_of::<State>(), 16);
    }
}
