//! Node at the head of a link: a port, or a switch with many ports.
//!
//! The simulation and observers use both through the same interface.

use std::sync::Arc;

use super::by_group::GroupIntegral;
use super::counters::LinkCounters;
use super::meter::{Integrals, LinkMeter};
use super::port::{Admission, Design, Port, State};
use super::switch::Switch;
use super::switch::router::{self, Router};
use crate::packet::{Class, Packet};
use crate::queue::{Backlog, Limit, Reason};
use crate::rng::Rng;
use crate::spec::{Gauge, Section};
use crate::time::{Span, Time};

/// Node of the network: a port or a switch.
#[derive(Clone, Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "nearly all are ports, which a box would put further away"
)]
pub enum Node {
    /// Single port with one queue and one link.
    Port(Port),
    /// Switch with several queues and links.
    Switch(Box<Switch>),
}

/// Lowest and highest backlog of an interval. The mean over the outputs of a switch is no whole number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extremes {
    /// Minimum and maximum number of packets waiting.
    pub packets: (f64, f64),
    /// Minimum and maximum number of bytes waiting.
    pub bytes: (f64, f64),
}

impl Extremes {
    fn of_mean((low, high): (Backlog, Backlog), outputs: u64) -> Extremes {
        let outputs = outputs as f64;
        let packets = |backlog: Backlog| f64::from(backlog.packets) / outputs;
        let bytes = |backlog: Backlog| backlog.bytes as f64 / outputs;
        Extremes {
            packets: (packets(low), packets(high)),
            bytes: (bytes(low), bytes(high)),
        }
    }
}

/// Applies the same expression to a port or a switch.
macro_rules! either {
    ($node:expr, $it:ident => $of_both:expr) => {
        match $node {
            Node::Port($it) => $of_both,
            Node::Switch($it) => $of_both,
        }
    };
}

impl Node {
    /// Creates an idle node; `rng_of` returns a separate random stream for each of its queues.
    #[must_use]
    pub fn new(router: &Router, design: Design, rng_of: &dyn Fn(u64) -> Rng) -> Node {
        match router {
            Router::OutputQueued(_) => Node::Port(Port::new(design, rng_of(0))),
            Router::Cioq(router) => {
                Node::Switch(Box::new(Switch::new(router.clone(), design, rng_of)))
            }
        }
    }

    /// Handles the arrival of a packet. The node must have been advanced to `now`.
    #[inline]
    pub fn arrive(&mut self, now: Time, packet: Packet) -> Admission {
        either!(self, it => it.arrive(now, packet))
    }

    /// Counts the arrival of a packet that is dropped for `reason`.
    pub fn refuse(&mut self, packet: &Packet, reason: Reason) -> Admission {
        either!(self, it => it.refuse(packet, reason))
    }

    /// Returns the time of the next action of the node; [`Time::NEVER`] if it is idle.
    #[must_use]
    #[inline]
    pub fn next_at(&self) -> Time {
        either!(self, it => it.next_at())
    }

    /// Returns the first instant at which serving the node would be too late: the time of the first effect, if its
    /// service [can be deferred](Port::can_defer). A packet that arrives at the same instant at which another
    /// departs finds it still there, as in a simulator that scheduled the arrival first. So service at that very
    /// instant is never too late.
    #[must_use]
    #[inline]
    pub fn due_at(&self) -> Time {
        match self {
            Node::Port(port) => port.due_at(),
            Node::Switch(switch) => switch.next_at() + Span(1),
        }
    }

    /// Returns the value of the active kind; see [`Port::can_defer`].
    #[must_use]
    #[inline]
    pub fn can_defer(&self) -> bool {
        match self {
            Node::Port(port) => port.can_defer(),
            Node::Switch(_) => false,
        }
    }

    /// Forwards the event; see [`Port::forbid_deferral`].
    pub fn forbid_deferral(&mut self) {
        if let Node::Port(port) = self {
            port.forbid_deferral();
        }
    }

    /// Performs the action due at `now`, and returns a packet that has left, if any.
    #[inline(always)]
    pub fn on_time(&mut self, now: Time) -> Option<Packet> {
        either!(self, it => it.on_time(now))
    }

    /// Counts the packet that has just left as lost on the line.
    pub fn lose(&mut self, packet: &Packet, reason: Reason) {
        either!(self, it => it.lose(packet, reason));
    }

    /// Returns the packets dropped inside since the last call.
    pub fn take_dropped(&mut self) -> Vec<(Packet, Reason)> {
        either!(self, it => it.take_dropped())
    }

    /// Changes rate, delay, queue or pacer, or replaces the router by another kind and [transfers its
    /// state](super::router_state). The node must have been advanced to `now`; [dropped
    /// packets](Self::take_dropped) must be counted afterwards.
    pub fn reconfigure(
        &mut self,
        now: Time,
        router: &Router,
        design: Design,
        rng_of: &dyn Fn(u64) -> Rng,
    ) {
        if self.is(router) {
            either!(self, it => it.reconfigure(now, design));
            return;
        }
        let router_state = either!(self, it => it.export_state(now));
        *self = Node::new(router, design, rng_of);
        either!(self, it => it.import_state(now, router_state));
        self.forbid_deferral();
    }

    fn is(&self, router: &Router) -> bool {
        match (self, router) {
            (Node::Port(_), Router::OutputQueued(_)) => true,
            (Node::Switch(switch), Router::Cioq(router)) => switch.router() == router,
            _ => false,
        }
    }

    /// Returns the configuration: the total rate of all links, and the queue of each.
    #[must_use]
    pub fn design(&self) -> &Design {
        either!(self, it => it.design())
    }

    /// Returns the total rate of all links in b/s.
    #[must_use]
    pub fn rate_bps(&self) -> f64 {
        self.design().rate_bps
    }

    /// Returns the buffer limit of one link.
    #[must_use]
    pub fn limit(&self) -> Limit {
        self.design().queue.limit()
    }

    /// Returns the propagation delay.
    #[must_use]
    #[inline]
    pub fn delay(&self) -> Span {
        match self {
            Node::Port(port) => port.delay(),
            Node::Switch(switch) => switch.design().delay,
        }
    }

    /// Returns the backlog of a link; for a switch, the mean over its outputs, rounded up.
    #[must_use]
    pub fn backlog(&self) -> Backlog {
        either!(self, it => it.backlog())
    }

    /// Returns the number of stored packets, without one in transmission.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> usize {
        match self {
            Node::Port(port) => port.backlog().packets as usize,
            Node::Switch(switch) => switch.occupied(),
        }
    }

    /// Bytes of each class that wait for a line; of a switch the mean over its outputs, rounded up.
    #[must_use]
    pub fn bytes_by_class(&self) -> [u64; Class::COUNT] {
        either!(self, it => it.bytes_by_class())
    }

    /// Backlogs integrated over time, from the start of the run to `now`; of a switch the mean over its outputs.
    #[must_use]
    pub fn integrals(&self, now: Time) -> Integrals {
        either!(self, it => it.integrals(now))
    }

    /// Backlog of a group integrated over time, from the start of the run to `now`; of a switch the mean over its
    /// outputs.
    #[must_use]
    pub fn group_integral(&self, now: Time, group: usize) -> GroupIntegral {
        either!(self, it => it.group_integral(now, group))
    }

    /// Measures the backlog of each group of flows; see [`LinkMeter::set_groups`].
    pub fn set_groups(&mut self, now: Time, of_flow: &Arc<[u16]>, groups: usize) {
        either!(self, it => it.set_groups(now, of_flow, groups));
    }

    /// Returns the lowest and highest backlog since the last call; of a switch those of the mean over its outputs.
    pub fn take_extremes(&mut self) -> Extremes {
        match self {
            Node::Port(port) => Extremes::of_mean(port.take_extremes(), 1),
            Node::Switch(switch) => Extremes::of_mean(switch.take_extremes(), switch.ports()),
        }
    }

    /// Returns the number of packets in the node: on their way in, waiting or in transmission.
    pub fn packets(&self) -> Box<dyn Iterator<Item = &Packet> + '_> {
        either!(self, it => Box::new(it.packets()))
    }

    /// Returns the state of each link.
    #[must_use]
    pub fn states(&self) -> Vec<State> {
        match self {
            Node::Port(port) => vec![*port.state()],
            Node::Switch(switch) => switch.states(),
        }
    }

    /// Returns the number of packets that may still be dropped after admission.
    pub fn may_drop_inside(&self) -> Box<dyn Iterator<Item = &Packet> + '_> {
        match self {
            Node::Port(port) if !port.may_drop_inside() => Box::new(std::iter::empty()),
            Node::Port(port) => Box::new(port.packets()),
            Node::Switch(switch) => Box::new(switch.packets()),
        }
    }

    /// Counters since the start of the run.
    #[must_use]
    pub fn counters(&self) -> LinkCounters {
        match self {
            Node::Port(port) => port.meter().counters,
            Node::Switch(switch) => switch.counters(),
        }
    }

    /// Returns the time spent sending, from the start of the run to `now`; for a switch the mean over its outputs.
    #[must_use]
    pub fn busy(&self, now: Time) -> Span {
        match self {
            Node::Port(port) => port.meter().busy(now),
            Node::Switch(switch) => switch.busy(now),
        }
    }

    /// Lets varying services keep up with `now`, up to which everything has happened.
    #[inline]
    pub fn keep_up(&mut self, now: Time) {
        either!(self, it => it.keep_up(now));
    }

    /// Bits that a varying service has offered since measuring began, and those that packets have used; `None` if it has
    /// always been constant.
    #[must_use]
    pub fn used(&self, now: Time) -> Option<(f64, f64)> {
        either!(self, it => it.used(now))
    }

    /// Returns whether departures precede arrivals at the same time.
    #[must_use]
    pub fn is_prompt(&self) -> bool {
        match self {
            Node::Port(port) => port.is_prompt(),
            Node::Switch(_) => false,
        }
    }

    /// Returns whether a transmission is in progress.
    #[must_use]
    pub fn is_sending(&self, now: Time) -> bool {
        match self {
            Node::Port(port) => port.meter().is_sending(now),
            Node::Switch(switch) => switch.is_sending(now),
        }
    }

    /// Returns the measurements up to `now`; see [`Port::measured_until`].
    #[must_use]
    pub fn measured_until(&self, now: Time) -> LinkMeter {
        either!(self, it => it.measured_until(now))
    }

    /// Iterates over the kinds in the node that have gauges.
    pub fn insides(&self) -> impl Iterator<Item = (&'static Section, &'static [Gauge])> {
        let here = match self {
            Node::Port(port) => port.insides(),
            Node::Switch(_) => {
                let [queued, switch] = router::GAUGES else {
                    unreachable!("there are two kinds of router");
                };
                [
                    *queued,
                    *switch,
                    self.design().policer.inside(),
                    self.design().service.inside(),
                ]
            }
        };
        here.into_iter().filter(|(_, gauges)| !gauges.is_empty())
    }

    /// Writes the gauges of a kind to the front of `out`, which must be long enough. Does nothing if the kind is not
    /// here.
    pub fn gauges(&self, kind: &Section, now: Time, out: &mut [f64]) {
        match self {
            Node::Port(port) => port.gauges(kind, now, out),
            Node::Switch(switch) if kind.id == router::CIOQ.id => switch.gauges(out),
            Node::Switch(switch) => switch.policer_gauges(kind, now, out),
        }
    }

    /// Restarts the measurements at `now`.
    pub fn restart_measuring(&mut self, now: Time) {
        either!(self, it => it.restart_measuring(now));
    }
}
