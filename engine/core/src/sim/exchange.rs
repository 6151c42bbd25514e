//! Exchanges: groups whose flows have a partner each on the other side, so that both ways of the network carry data.
//!
//! A workload may say that someone on the other side sends too ([`App::partners`](crate::apps::App::partners)). Such
//! a group is built as two: itself, and one whose data goes the other way, over the same bottlenecks, from links that
//! are the group's own, turned round. What a flow has sent, all of it, is told to its partner when it has
//! come to the other side ([`Event::Heard`](super::event::Event::Heard)), whether acknowledged or not.
//!
//! Both directions of a user's link belong to either flow, computed apart: a request does not wait for the
//! acknowledgements of a response there. The edge that the group passes delays what comes back and never queues it, as
//! it does acknowledgements.

use std::sync::Arc;

use super::Core;
use super::flow::{FlowKind, TcpFlow};
use crate::apps::Next;
use crate::net::own_links::OwnLinks;
use crate::net::route::AckPath;
use crate::rng::Rng;
use crate::scenario::sections::DELAY_S;
use crate::scenario::{Access, Direction, Distribution, Egress, Group, Scenario};
use crate::tcp::config::TcpConfig;
use crate::tcp::sender::Sender;
use crate::time::{Span, Time};
use crate::trace::Trace;
use crate::trace::vectors::{self, End};
use crate::traffic::Traffic;

/// The scenario with a group more, behind the others, for each whose workload has partners.
pub(super) fn with_partners(scenario: &Scenario) -> Scenario {
    let mut whole = scenario.clone();
    let partners: Vec<Group> = whole.groups.iter_mut().filter_map(partner).collect();
    whole.groups.extend(partners);
    whole
}

/// The group on the other side, which opens the connections; the given one needs no handshakes then.
fn partner(group: &mut Group) -> Option<Group> {
    let Traffic::Tcp(config) = &mut group.traffic else {
        return None;
    };
    let (called, workload) = config.workload.partners()?;
    let theirs = TcpConfig {
        workload,
        ..config.as_ref().clone()
    };
    config.handshake = false;
    let turned = Group {
        id: format!("{}:{called}", group.id),
        label: String::new(),
        direction: match group.direction {
            Direction::Forward => Direction::Reverse,
            Direction::Reverse => Direction::Forward,
        },
        edge: None,
        access: Access {
            rate_bps: group.egress.rate_bps.unwrap_or(group.access.rate_bps),
            delay_s: group.egress.delay_s.clone(),
            ..group.access.clone()
        },
        egress: Egress {
            rate_bps: Some(group.access.rate_bps),
            delay_s: group.access.delay_s.clone(),
        },
        traffic: Traffic::Tcp(Box::new(theirs)),
        ..group.clone()
    };
    Some(turned)
}

/// The group to which that of this id is the partner; an id of a scenario has no colon.
pub(super) fn owner(id: &str) -> Option<&str> {
    id.split_once(':').map(|(owner, _)| owner)
}

/// The links of flow `index` of a partner: those that its owner draws, turned round.
pub(super) fn turned_links(group: &Group, index: u32, mut rng: Rng, behind_edge: Span) -> OwnLinks {
    let mut draw =
        |of: &Distribution| Span::from_s(of.value(index as usize, rng.uniform(), DELAY_S));
    let (out, into) = (draw(&group.egress.delay_s), draw(&group.access.delay_s));
    OwnLinks::new(into, out + behind_edge)
}

impl Core {
    /// The delay of the edge that a partner's packets pass on their way out.
    pub(super) fn behind_edge(&self, group: &Group) -> Span {
        let current = &self.current;
        let id = owner(&group.id);
        let owner = current.groups.iter().find(|it| Some(it.id.as_str()) == id);
        let edge = owner.and_then(|owner| owner.edge.as_ref());
        let edge = current.edges.iter().find(|it| Some(&it.id) == edge);
        edge.map_or(Span::ZERO, |edge| Span::from_s(edge.delay_s))
    }

    /// Tells groups and their partners of each other.
    pub(super) fn pair_groups(&mut self) {
        for group in &mut self.groups {
            group.partner = None;
        }
        for position in 0..self.groups.len() {
            let Some(owner) = owner(&self.groups[position].id) else {
                continue;
            };
            let mut groups = self.groups.iter();
            if let Some(place) = groups.position(|group| group.id == owner) {
                self.groups[place].partner = Some(position as u16);
                self.groups[position].partner = Some(place as u16);
            }
        }
    }

    /// The partner of a flow: that of the same place in the other group.
    fn partner_of(&self, flow: u32) -> Option<u32> {
        let group = &self.groups[self.flows[flow as usize].group as usize];
        let place = group.flows.binary_search(&flow).ok()?;
        let partner = group.partner?;
        self.groups[partner as usize].flows.get(place).copied()
    }

    /// Whether the other side opened the connection with a SYN that it had to send again: then this side begins with
    /// one segment too (RFC 5681 Section 3.1).
    pub(super) fn partner_lost_syn(&self, flow: u32) -> bool {
        let partner = self.partner_of(flow);
        let partner = partner.and_then(|partner| self.flows[partner as usize].tcp());
        partner.is_some_and(|partner| partner.sender.syn_sent_again())
    }

    /// All that a flow was to send has come to the other side: its partner hears of it, now or when it has time.
    pub(super) fn on_heard(&mut self, from: u32) {
        let now = self.now;
        let Some(flow) = self.partner_of(from) else {
            return;
        };
        let FlowKind::Tcp(tcp) = &mut self.flows[flow as usize].kind else {
            return;
        };
        if tcp.has_stopped() {
            return;
        }
        tcp.unheard += 1;
        if tcp.is_occupied() {
            return;
        }
        let next = tcp.resolve(now, Next::Rest);
        self.act(flow, next);
    }

    /// A flow that had nothing to do does what its session wants.
    fn act(&mut self, flow: u32, next: Next) {
        match next {
            Next::Send(order) => self.plan_start(flow, order.at),
            Next::Wait => self.plan_start(flow, self.now),
            Next::Rest | Next::Done => {}
        }
    }

    /// Someone has come to a place: what it does first. Of a connection from a file its partner learns too.
    pub(super) fn serve(&mut self, flow: u32) -> Next {
        let group = self.flows[flow as usize].group;
        let arrivals = &mut self.groups[group as usize].arrivals;
        let listed = arrivals.as_mut().and_then(|it| it.next_listed());
        if let Some((trace, place)) = listed {
            // What has left a node already comes back over the path of the connection before.
            self.settle_all(self.now);
            if let Some(partner) = self.partner_of(flow) {
                self.play(partner, &trace, place, End::Acceptor);
                let next = self.on_comer(partner);
                self.act(partner, next);
            }
            self.play(flow, &trace, place, End::Initiator);
        }
        self.on_comer(flow)
    }

    /// A session learns that someone has come, unless it is busy with the one before: then it begins behind that.
    fn on_comer(&mut self, flow: u32) -> Next {
        let now = self.now;
        let FlowKind::Tcp(tcp) = &mut self.flows[flow as usize].kind else {
            return Next::Done;
        };
        if tcp.is_sending() {
            return Next::Rest;
        }
        let next = tcp.session.on_arrival(now, &mut tcp.chance);
        tcp.resolve(now, next)
    }

    /// A flow plays its end of a connection, over a path of its own.
    fn play(&mut self, flow: u32, trace: &Trace, place: usize, end: End) {
        let Some((script, _)) = vectors::script(trace, place, end) else {
            return;
        };
        let fixed = self.round_trip_beside_access(flow);
        let state = &mut self.flows[flow as usize];
        let group = &self.groups[state.group as usize];
        let FlowKind::Tcp(tcp) = &mut state.kind else {
            return;
        };
        let lot = tcp.lot.get_or_insert_with(|| {
            let name = format!("group/{}/loss", group.id);
            Box::new(Lot {
                rng: Rng::for_component(self.document.seed, &name, u64::from(state.index)),
                drawn: state.links.access_delay,
                loss: 0.0,
                window_bytes: 0,
            })
        });
        lot.loss = script.loss;
        lot.window_bytes = script.window_bytes;
        state.links.access_delay = match script.round_trip {
            Span::ZERO => lot.drawn,
            round_trip => Span(round_trip.0.saturating_sub(fixed.0) / 2),
        };
        tcp.unheard = 0;
        tcp.sender.forget_handshake();
        tcp.session.play(script);
    }

    /// What of a flow's round trip its access link does not take, without any waiting or sending.
    fn round_trip_beside_access(&self, flow: u32) -> Span {
        let state = &self.flows[flow as usize];
        let route = &self.groups[state.group as usize].route;
        let lines = |way: &[u8]| -> u64 {
            let delays = way.iter().map(|&node| self.links[node as usize].delay().0);
            delays.sum()
        };
        let back = match &route.acks {
            AckPath::Queued(way) => lines(way),
            AckPath::Computed(lanes) => {
                let delays = lanes.iter().map(|&lane| self.lanes[lane as usize].delay.0);
                delays.sum()
            }
        };
        let ends = 2 * state.links.egress_delay.0 + route.acks_tail.0;
        Span(lines(&route.data) + back + ends)
    }
}

impl TcpFlow {
    /// Whether it sends, or is going to.
    fn is_occupied(&self) -> bool {
        self.order.is_some() || self.is_sending()
    }

    /// Whether its order is for now, and has not been begun yet.
    pub(super) fn is_due(&self, now: Time) -> bool {
        let begun = self.transfer.as_ref().map(|file| file.started);
        let is_new = |at: Time| !self.started || begun.is_none_or(|begun| at > begun);
        !self.is_sending() && (self.order.as_ref()).is_some_and(|it| it.at <= now && is_new(it.at))
    }
}

/// The path of a connection that is played.
#[derive(Clone, Debug)]
pub struct Lot {
    rng: Rng,
    /// Delay of the flow's access link where the connection's round trip is not said.
    drawn: Span,
    /// Share of its packets that are lost on that link.
    loss: f64,
    /// Most that may be under way, bytes; 0: not said.
    window_bytes: u64,
}

impl Lot {
    /// Whether the next packet is lost.
    pub(super) fn loses(&mut self) -> bool {
        self.loss > 0.0 && self.rng.uniform() < self.loss
    }

    /// No more is under way than full segments find room in the window, and one.
    pub(super) fn limit_window(&self, sender: &mut Sender, config: &TcpConfig) {
        if self.window_bytes > 0 {
            let segments = self.window_bytes / u64::from(config.segment_bytes.max(1));
            sender.limit_window(segments as f64);
        }
    }
}

/// Connections that come to a group when a file says so.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The file; `None`: it is not there, and nobody comes.
    trace: Option<Arc<Trace>>,
    repeat: bool,
    /// When the file began, this time.
    began: Option<Time>,
    /// Where in the file the next stands that comes.
    comes: usize,
    /// Where the next stands that is served.
    served: usize,
}

impl Listed {
    pub(super) fn new(trace: Option<Arc<Trace>>, repeat: bool) -> Listed {
        Listed {
            trace,
            repeat,
            began: None,
            comes: 0,
            served: 0,
        }
    }

    /// When the next comes; [`Time::NEVER`] if none does any more. The file begins when this is first asked.
    pub(super) fn next_at(&mut self, now: Time) -> Time {
        let Some(trace) = &self.trace else {
            return Time::NEVER;
        };
        let mut began = *self.began.get_or_insert(now);
        let mut behind = vectors::next(trace, self.comes);
        if behind.is_none() && self.repeat && self.comes > 0 {
            began += trace.length();
            self.began = Some(began);
            self.comes = 0;
            behind = vectors::next(trace, 0);
        }
        let Some(behind) = behind else {
            return Time::NEVER;
        };
        let at = began + trace.steps()[self.comes].at;
        self.comes = behind;
        at.max(now)
    }

    /// The next that is served: its file and its place in that.
    pub(super) fn serve(&mut self) -> Option<(Arc<Trace>, usize)> {
        let trace = self.trace.as_ref()?;
        if vectors::next(trace, self.served).is_none() {
            self.served = 0;
        }
        let place = self.served;
        self.served = vectors::next(trace, place)?;
        Some((trace.clone(), place))
    }

    /// Whether the other plays the same file.
    pub(super) fn is_like(&self, other: &Listed) -> bool {
        match (&self.trace, &other.trace) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a == b,
            (a, b) => a.is_none() == b.is_none(),
        }
    }

    /// Begins anew, or does not, as the other.
    pub(super) fn repeats(&mut self, other: &Listed) {
        self.repeat = other.repeat;
    }
}
