//! An open-loop flow while it runs: its source says when and how large, this plans how it gets there.
//!
//! Its packets reach the network by a link that nothing else uses, so when the next one does is known as
//! soon as it is known when it is sent: one event covers both. A link with a limit must be asked when the packet
//! is sent; then it takes an event each. The plan is given up when the source is changed or stopped before the
//! packet is sent.

use super::calendar::Rank;
use crate::net::own_links::{AccessState, OwnLinks};
use crate::net::wire::Wire;
use crate::packet::{Class, Packet};
use crate::rng::Rng;
use crate::time::Time;
use crate::traffic::{Emission, State, Traffic};

/// An open-loop flow.
#[derive(Clone, Debug)]
pub struct OpenFlow {
    source: State,
    rng: Rng,
    /// When it begins.
    begins: Time,
    /// When the last packet was sent; `None` before the first.
    last: Option<Time>,
    /// Number of the next packet that reaches the network.
    number: u32,
    /// What the source has decided on and nobody has planned yet.
    decided: Option<Emission>,
    planned: Option<Planned>,
    /// How often plans have been given up.
    plans: u32,
    stopped: bool,
    paused: bool,
}

/// A packet that the source is going to send, or has sent and the network has not seen yet.
#[derive(Clone, Copy, Debug)]
pub struct Planned {
    /// When it is sent.
    pub sent: Time,
    /// When it reaches the network, or would, if there is none; where its link has a limit, when it is sent.
    pub at: Time,
    /// Its place among those that arrive at the same time.
    pub rank: Rank,
    /// Its size; 0: there is none, and the source is asked again.
    pub bytes: u16,
    /// What its link was like before, and when the packet before it was sent.
    before: (AccessState, Option<Time>),
}

impl OpenFlow {
    /// A flow that begins at `begins`.
    #[must_use]
    pub fn new(source: State, begins: Time, rng: Rng) -> OpenFlow {
        OpenFlow {
            source,
            rng,
            begins,
            last: None,
            number: 0,
            decided: None,
            planned: None,
            plans: 0,
            stopped: false,
            paused: false,
        }
    }

    /// How often plans have been given up: what an event must say to be meant.
    #[must_use]
    pub fn plans(&self) -> u32 {
        self.plans
    }

    /// Plans the next packet, unless one is planned or none will follow.
    pub fn plan(&mut self, (links, wire): (&mut OwnLinks, &mut Wire)) -> Option<Planned> {
        if self.stopped || self.paused || self.planned.is_some() {
            return None;
        }
        let emission = self.decide();
        let before = (links.access_state(), self.last);
        let (at, rank) = if links.has_limit() {
            (emission.at, Rank::FIRST)
        } else if emission.is_silent() {
            // Asked again no sooner than a packet sent now would come, which is not before those on their way.
            (links.would_arrive(emission.at), Rank::FIRST)
        } else {
            let (arrives, ahead) = links.pass(emission.at, wire.takes(emission.bytes));
            (arrives, Rank::behind(ahead))
        };
        self.last = Some(emission.at);
        self.planned = Some(Planned {
            sent: emission.at,
            at,
            rank,
            bytes: emission.bytes,
            before,
        });
        self.planned
    }

    /// Number and size of the planned packet.
    #[must_use]
    pub fn upcoming(&self) -> Option<(u32, u16)> {
        self.planned.map(|planned| (self.number, planned.bytes))
    }

    /// The planned packet has its turn, if `plan` still holds.
    pub fn take(&mut self, plan: u32) -> Option<Planned> {
        if plan == self.plans {
            self.planned.take()
        } else {
            None
        }
    }

    /// One after another the packets that have been sent up to `now`; then nothing is planned any more,
    /// though it may be decided on.
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
            self.decided = Some(Emission {
                at: planned.sent,
                bytes: planned.bytes,
            });
            return None;
        }
        self.plan((links, wire));
        Some(planned)
    }

    /// Goes over to another source at `now`. Call after everything sent is released, and plan anew.
    pub fn reconfigure(&mut self, now: Time, to: &Traffic) {
        self.decided = self
            .source
            .reconfigure(now, to, self.decided, &mut self.rng);
    }

    /// Sends nothing from now on. Call after everything sent is released.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// Sends nothing until it is called back. Call after everything sent is released.
    pub fn pause(&mut self) {
        self.paused = true;
        self.decided = None;
    }

    /// Whether it waits to be called back.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Begins anew at `now`, unless it is yet to begin, as a source of `traffic`. Plan anew.
    pub fn call_back(&mut self, now: Time, traffic: Option<&Traffic>) {
        self.paused = false;
        self.begins = self.begins.max(now);
        self.last = None;
        if let Some(source) = traffic.and_then(Traffic::start) {
            self.source = source;
        }
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

    /// What the source sends next: the first packet when it begins, or later.
    fn decide(&mut self) -> Emission {
        if let Some(decided) = self.decided.take() {
            return decided;
        }
        match self.last {
            None => self.source.first(self.begins, &mut self.rng),
            Some(last) => self.source.next(last, &mut self.rng),
        }
    }
}
