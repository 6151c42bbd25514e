//! Senders that react [ahead](crate::sim::ahead) of the clock.

use super::Member;
use crate::packet::Packet;
use crate::sim::coming::ComingAck;
use crate::sim::flow::{FlowKind, TcpFlow};
use crate::sim::record::Record;
use crate::sim::scheduler::Scheduler;
use crate::tcp::numbers::extended;
use crate::time::Time;

/// Cause of the next reaction of a sender.
enum Next {
    Pace,
    Ack,
}

impl Member<'_> {
    /// Returns whether the reactions of the sender have no effect outside of the flow but the segments that it sends.
    #[inline]
    pub fn may_run_ahead(&self) -> bool {
        let FlowKind::Tcp(tcp) = &self.flow.kind else {
            return false;
        };
        self.group.may_run_ahead && self.group.partner.is_none() && !tcp.is_watched
    }

    /// Returns whether nothing happens to the sender at or before `at`.
    #[inline]
    pub fn is_undisturbed_until(&self, at: Time) -> bool {
        let FlowKind::Tcp(tcp) = &self.flow.kind else {
            return false;
        };
        !tcp.expects_acks && tcp.pacing_armed > at && tcp.sender.timeout_at() > at
    }

    /// Returns whether an acknowledgment completes the data to send: its time matters to the group.
    #[inline]
    pub fn ends_with(&self, ack: &Packet) -> bool {
        matches!(&self.flow.kind, FlowKind::Tcp(tcp) if tcp.ends_with(ack))
    }

    /// An acknowledgment will reach the sender, which reacts at once to as much as it can of what comes up to then.
    #[inline(never)]
    pub fn expect_ack_ahead(
        &mut self,
        ack: ComingAck,
        scheduler: &mut Scheduler,
        record: &mut Record,
    ) {
        scheduler.coming.push(ack);
        record.is_ahead = true;
        while let Some((at, next)) = self.next_before(ack.at, scheduler) {
            scheduler.run_ahead(at, |scheduler| match next {
                Next::Pace => self.on_pace(scheduler, record),
                Next::Ack => self.on_first_ack(scheduler, record),
            });
        }
        record.is_ahead = false;
        self.arm_ack(scheduler.coming.first(self.number).copied(), scheduler);
    }

    /// The first acknowledgment that is coming reaches the sender.
    fn on_first_ack(&mut self, scheduler: &mut Scheduler, record: &mut Record) {
        if let Some(ack) = scheduler.coming.pop(self.number) {
            self.on_ack(ack.packet, scheduler, record);
        }
    }

    /// Returns what the sender may react to next, and its time, if that is not after `until`. A timer comes before an
    /// acknowledgment at the same time, as in the calendar.
    fn next_before(&self, until: Time, scheduler: &Scheduler) -> Option<(Time, Next)> {
        let FlowKind::Tcp(tcp) = &self.flow.kind else {
            return None;
        };
        let ack = scheduler.coming.first(self.number)?;
        let (at, next) = if tcp.pacing_armed <= ack.at {
            (tcp.pacing_armed, Next::Pace)
        } else if tcp.ends_with(&ack.packet) {
            return None;
        } else {
            (ack.at, Next::Ack)
        };
        (at <= until && tcp.sender.timeout_at() > at).then_some((at, next))
    }
}

impl TcpFlow {
    #[inline]
    fn ends_with(&self, ack: &Packet) -> bool {
        extended(ack.number, self.sender.unacked()) >= self.sender.end()
    }
}
