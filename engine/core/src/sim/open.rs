//! State of an open-loop flow during a run: the source decides times and sizes, and this module plans how packets
//! reach the network.
//!
//! Nothing else uses the access link of the flow, so the arrival at the network is known together with the time of
//! sending: one event covers both. If the access link has a limit, its queue must be checked at the time of
//! sending; then a packet takes two events. The plan is discarded if the source changes or stops before the packet
//! is sent.

use super::calendar::Rank;
use super::live::LiveFlow;
use crate::net::own_links::{AccessState, OwnLinks};
use crate::net::wire::Wire;
use crate::packet::{Class, Packet};
use crate::rng::Rng;
use crate::tcp::notes::Header;
use crate::time::Time;
use crate::traffic::{Emission, State, Traffic};

/// State of an open-loop flow.
#[derive(Clone, Debug)]
pub struct OpenFlow {
    source: State,
    rng: Rng,
    /// Start time of the source.
    begins: Time,
    /// Time of the last packet; `None` before the first.
    last: Option<Time>,
    /// Number of the next packet that reaches the network.
    number: u32,
    /// Next packet of the source, decided but not planned.
    decided: Option<Emission>,
    planned: Option<Planned>,
    /// Header of the datagrams, without their time.
    header: Header,
    /// Number of discarded plans.
    plans: u32,
    stopped: bool,
    paused: bool,
    /// Flow of a live group that this is, if its packets come from outside.
    live: Option<LiveFlow>,
}

/// Packet that the source will send, or has sent but that has not reached the network.
#[derive(Clone, Copy, Debug)]
pub struct Planned {
    /// Time at which the packet is sent.
    pub sent: Time,
    /// Time of arrival at the network, also if there is no packet; the time of sending if the access link has a
    /// limit.
    pub at: Time,
    /// Order among events at the same time.
    pub rank: Rank,
    /// Size in bytes; 0 if there is no packet and the source is asked again.
    pub bytes: u16,
    /// State of the access link before, and the time of the previous packet.
    before: (AccessState, Option<Time>),
}

impl OpenFlow {
    /// Creates a flow that starts at `begins`.
    #[must_use]
    pub fn new(source: State, header: Header, begins: Time, rng: Rng) -> OpenFlow {
        OpenFlow {
            source,
            rng,
            begins,
            last: None,
            number: 0,
            decided: None,
            planned: None,
            header,
            plans: 0,
            stopped: false,
            paused: false,
            live: None,
        }
    }

    /// Returns the flow without packets of its own: those of a live group come from outside.
    #[must_use]
    pub fn silenced_for(self, live: LiveFlow) -> OpenFlow {
        OpenFlow {
            stopped: true,
            live: Some(live),
            ..self
        }
    }

    /// Returns the flow of a live group that this is, if it is one.
    #[must_use]
    pub fn live(&self) -> Option<LiveFlow> {
        self.live
    }

    /// Returns the time at which a packet from outside is sent, with the clock at `now`: not before the previous one.
    pub fn sends_from_outside(&mut self, at: Time, now: Time) -> Time {
        let at = at.max(now).max(self.last.unwrap_or(Time::ZERO));
        self.last = Some(at);
        at
    }

    /// Returns the number of discarded plans; an event with another number is obsolete.
    #[must_use]
    pub fn plans(&self) -> u32 {
        self.plans
    }

    /// Plans the next packet, unless one is planned already or the flow has ended.
    pub fn plan(&mut self, (links, wire): (&mut OwnLinks, &mut Wire)) -> Option<Planned> {
        if self.stopped || self.paused || self.planned.is_some() {
            return None;
        }
        let emission = self.decide();
        let before = (links.access_state(), self.last);
        let (at, rank) = if links.has_limit() {
            (emission.at, Rank::FIRST)
        } else if emission.is_silent() {
            // The source is asked again when a packet sent now would arrive, not before those on their way.
            (links.would_arrive(emission.at), Rank::FIRST)
        } else {
            let (arrives, ahead) = links.pass(emission.at, wire.transmission_time(emission.bytes));
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

    /// Returns number and size of the planned packet.
    #[must_use]
    pub fn upcoming(&self) -> Option<(u32, u16)> {
        self.planned.map(|planned| (self.number, planned.bytes))
    }

    /// Takes the planned packet, if `plan` is still valid.
    pub fn take(&mut self, plan: u32) -> Option<Planned> {
        if plan == self.plans {
            self.planned.take()
        } else {
            None
        }
    }

    /// Returns, one per call, the packets sent up to `now`. Afterwards no packet is planned, though the next may be
    /// decided.
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

    /// Changes to another source at `now`. Release sent packets before, and plan again afterwards.
    pub fn reconfigure(&mut self, now: Time, to: &Traffic) {
        self.header = to.header();
        self.decided = self
            .source
            .reconfigure(now, to, self.decided, &mut self.rng);
    }

    /// Stops the flow. Release sent packets before.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// Pauses the flow until it is resumed. Release sent packets before.
    pub fn pause(&mut self) {
        self.paused = true;
        self.decided = None;
    }

    /// Returns whether the flow is paused.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Resumes the flow at `now`, or at its start time if that is later, with a new source of `traffic`. Plan again
    /// afterwards.
    pub fn resume(&mut self, now: Time, traffic: Option<&Traffic>) {
        self.paused = false;
        self.begins = self.begins.max(now);
        self.last = None;
        if let Some(source) = traffic.and_then(Traffic::start) {
            self.source = source;
        }
    }

    /// Creates the planned packet, on its way to node `to`.
    pub fn datagram(&mut self, flow: u32, planned: &Planned, to: u8) -> Packet {
        let number = self.number;
        self.number = number.wrapping_add(1);
        let packet = Packet::new(Class::Udp, flow, number, planned.bytes, to);
        packet.sent_at(planned.sent, self.header)
    }

    /// Returns the next packet of the source: the first at the start time or later.
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
