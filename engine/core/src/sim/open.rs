//! An open-loop flow while it runs: its source says when and how large, this plans how it gets there.
//!
//! Its packets reach the network by a link that nothing else uses, so when the next one does is known as
//! soon as it is known when it is sent: one event covers both. The plan is given up when the source is
//! changed or stopped before the packet is sent.

use super::calendar::Rank;
use crate::net::own_links::{AccessState, OwnLinks};
use crate::net::wire::Wire;
use crate::packet::{Class, Packet};
use crate::rng::Rng;
use crate::time::{Span, Time};
use crate::traffic::OpenLoop;

/// An open-loop flow.
#[derive(Clone, Debug)]
pub struct OpenFlow {
    source: OpenLoop,
    rng: Rng,
    /// When the last packet was sent; `None` before the first.
    last: Option<Time>,
    /// Number of the next packet that reaches the network.
    number: u32,
    planned: Option<Planned>,
    /// How often plans have been given up.
    plans: u32,
    begun: bool,
    stopped: bool,
}

/// A packet that the source is going to send, or has sent and the network has not seen yet.
#[derive(Clone, Copy, Debug)]
pub struct Planned {
    /// When it is sent.
    pub sent: Time,
    /// When it reaches the network.
    pub arrives: Time,
    /// Its place among those that arrive at the same time.
    pub rank: Rank,
    /// Its size.
    pub bytes: u16,
    /// What its link was like before, and when the packet before it was sent.
    before: (AccessState, Option<Time>),
}

impl OpenFlow {
    /// A flow that has not begun.
    #[must_use]
    pub fn new(source: OpenLoop, rng: Rng) -> OpenFlow {
        OpenFlow {
            source,
            rng,
            last: None,
            number: 0,
            planned: None,
            plans: 0,
            begun: false,
            stopped: false,
        }
    }

    /// The flow may send from now on.
    pub fn begin(&mut self) {
        self.begun = true;
    }

    /// How often plans have been given up: what an event must say to be meant.
    #[must_use]
    pub fn plans(&self) -> u32 {
        self.plans
    }

    /// Plans the next packet, to be sent at `not_before` at the earliest, unless one is planned or none
    /// will follow.
    pub fn plan(
        &mut self,
        (links, wire): (&mut OwnLinks, &mut Wire),
        not_before: Time,
    ) -> Option<Planned> {
        if !self.begun || self.stopped || self.planned.is_some() {
            return None;
        }
        self.draw((links, wire), not_before);
        self.planned
    }

    /// The planned packet reaches the network, if `plan` still holds.
    pub fn take(&mut self, plan: u32) -> Option<Planned> {
        if plan == self.plans {
            self.planned.take()
        } else {
            None
        }
    }

    /// One after another the packets that have been sent up to `now`; then nothing is planned any more.
    pub fn release(
        &mut self,
        (links, wire): (&mut OwnLinks, &mut Wire),
        now: Time,
    ) -> Option<Planned> {
        let planned = self.planned.take()?;
        self.plans = self.plans.wrapping_add(1);
        if planned.sent > now {
            let (access, last) = planned.before;
            links.restore_access(access);
            self.last = last;
            return None;
        }
        self.draw((links, wire), Time::ZERO);
        Some(planned)
    }

    /// Goes over to another source. Call after everything sent is released, and plan anew.
    pub fn reconfigure(&mut self, source: OpenLoop) {
        self.source = source;
    }

    /// Sends nothing from now on. Call after everything sent is released.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// The packet itself, on its way to node `to`.
    pub fn datagram(&mut self, flow: u32, planned: &Planned, to: u8) -> Packet {
        let number = self.number;
        self.number = number.wrapping_add(1);
        Packet {
            flow,
            number,
            note: 0,
            bytes: planned.bytes,
            to,
            class: Class::Udp,
        }
    }

    fn draw(&mut self, (links, wire): (&mut OwnLinks, &mut Wire), not_before: Time) {
        let sent = self.next_time().max(not_before);
        let bytes = self.source.packet_bytes;
        let before = (links.access_state(), self.last);
        let (arrives, ahead) = links.enter(sent, wire.takes(bytes));
        self.last = Some(sent);
        self.planned = Some(Planned {
            sent,
            arrives,
            rank: Rank::behind(ahead),
            bytes,
            before,
        });
    }

    /// When the next packet is sent: the first at once.
    fn next_time(&mut self) -> Time {
        let Some(last) = self.last else {
            return Time::ZERO;
        };
        let gap_s = if self.source.exponential {
            self.rng.exponential(self.source.mean_gap_s)
        } else {
            self.source.mean_gap_s
        };
        // At least a picosecond, so that no rate can hold the clock still.
        last + Span::from_s(gap_s).max(Span(1))
    }
}
