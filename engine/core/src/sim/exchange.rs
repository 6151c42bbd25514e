//! Exchanges between partner flows on both sides, so that both directions of the network carry data.
//!
//! A workload may have partners that send from the other side ([`App::partners`](crate::apps::App::partners)). Such
//! a group is built as two groups: itself, and a partner group whose data takes the same bottlenecks in the other
//! direction, with the group's own links reversed. When all data of an order has reached the other side,
//! acknowledged or not, the partner is notified ([`Event::OrderDelivered`](super::event::Event::OrderDelivered)).
//!
//! Both directions of a user's link belong to both flows and are computed separately: a request does not wait for
//! the acknowledgments of a response there. The group's edge delays packets of the reverse direction and never
//! queues them, as for acknowledgments.

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

/// Returns the scenario with one more group, at the end, for each group whose workload has partners.
pub(super) fn with_partners(scenario: &Scenario) -> Scenario {
    let mut whole = scenario.clone();
    let partners: Vec<Group> = whole.groups.iter_mut().filter_map(partner).collect();
    whole.groups.extend(partners);
    whole
}

/// Creates the group on the other side, which opens the connections; the given group then needs no handshakes.
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
    let reversed = Group {
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
    Some(reversed)
}

/// Returns the id of the group whose partner has this id. Ids of a scenario contain no colon.
pub(crate) fn owner(id: &str) -> Option<&str> {
    id.split_once(':').map(|(owner, _)| owner)
}

/// Returns the links of flow `index` of a partner group: the links that its owner draws, reversed.
pub(super) fn reversed_links(
    group: &Group,
    index: u32,
    mut rng: Rng,
    behind_edge: Span,
) -> OwnLinks {
    let mut draw =
        |of: &Distribution| Span::from_s(of.value(index as usize, rng.uniform(), DELAY_S));
    let (out, into) = (draw(&group.egress.delay_s), draw(&group.access.delay_s));
    OwnLinks::new(into, out + behind_edge)
}

impl Core {
    /// Returns the delay of the edge that packets of a partner group pass on their way out.
    pub(super) fn behind_edge(&self, group: &Group) -> Span {
        let current = &self.current;
        let id = owner(&group.id);
        let owner = current.groups.iter().find(|it| Some(it.id.as_str()) == id);
        let edge = owner.and_then(|owner| owner.edge.as_ref());
        let edge = current.edges.iter().find(|it| Some(&it.id) == edge);
        edge.map_or(Span::ZERO, |edge| Span::from_s(edge.delay_s))
    }

    /// Links groups and their partners.
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

    /// Returns the partner of a flow: the flow at the same position of the other group.
    fn partner_of(&self, flow: u32) -> Option<u32> {
        let group = &self.groups[self.flows[flow as usize].group as usize];
        let place = group.flows.binary_search(&flow).ok()?;
        let partner = group.partner?;
        self.groups[partner as usize].flows.get(place).copied()
    }

    /// Returns whether the other side opened the connection with a SYN that it had to repeat. Then this side begins
    /// with one segment too (RFC 5681 Section 3.1).
    pub(super) fn partner_lost_syn(&self, flow: u32) -> bool {
        let partner = self.partner_of(flow);
        let partner = partner.and_then(|partner| self.flows[partner as usize].tcp());
        partner.is_some_and(|partner| partner.sender.syn_sent_again())
    }

    /// All data of an order has reached the other side: the partner handles it, now or when it is no longer busy.
    pub(super) fn on_partner_done(&mut self, from: u32) {
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
        tcp.partner_orders += 1;
        if tcp.is_busy() {
            return;
        }
        let next = tcp.resolve(now, Next::AwaitPartner);
        self.apply_next(flow, next);
    }

    /// Applies the next request of the session of an idle flow.
    fn apply_next(&mut self, flow: u32, next: Next) {
        match next {
            Next::Send(order) => self.plan_start(flow, order.at),
            Next::AwaitArrival => self.plan_start(flow, self.now),
            Next::AwaitPartner | Next::Done => {}
        }
    }

    /// Assigns an arrival to a flow and returns its first order. For a connection from a file, the partner is set
    /// up too.
    pub(super) fn admit(&mut self, flow: u32) -> Next {
        let group = self.flows[flow as usize].group;
        let arrivals = &mut self.groups[group as usize].arrivals;
        let replayed = arrivals.as_mut().and_then(|it| it.next_replayed());
        if let Some((trace, place)) = replayed {
            // Packets that have already left a node return over the path of the previous connection.
            self.advance_nodes(self.now);
            if let Some(partner) = self.partner_of(flow) {
                self.play(partner, &trace, place, End::Acceptor);
                let next = self.notify_arrival(partner);
                self.apply_next(partner, next);
            }
            self.play(flow, &trace, place, End::Initiator);
        }
        self.notify_arrival(flow)
    }

    /// Notifies a session of an arrival. A session that is still busy begins afterwards.
    fn notify_arrival(&mut self, flow: u32) -> Next {
        let now = self.now;
        let FlowKind::Tcp(tcp) = &mut self.flows[flow as usize].kind else {
            return Next::Done;
        };
        if tcp.is_sending() {
            return Next::AwaitPartner;
        }
        let next = tcp.session.on_arrival(now, &mut tcp.session_rng);
        tcp.resolve(now, next)
    }

    /// Sets up a flow to replay its end of a connection, with the path of that connection.
    fn play(&mut self, flow: u32, trace: &Trace, place: usize, end: End) {
        let Some((script, _)) = vectors::script(trace, place, end) else {
            return;
        };
        let fixed = self.round_trip_without_access(flow);
        let state = &mut self.flows[flow as usize];
        let group = &self.groups[state.group as usize];
        let FlowKind::Tcp(tcp) = &mut state.kind else {
            return;
        };
        let replayed = tcp.replayed.get_or_insert_with(|| {
            let name = format!("group/{}/loss", group.id);
            Box::new(ReplayedConnection {
                rng: Rng::for_component(self.document.seed, &name, u64::from(state.index)),
                drawn: state.links.access_delay,
                loss: 0.0,
                window_bytes: 0,
            })
        });
        replayed.loss = script.loss;
        replayed.window_bytes = script.window_bytes;
        state.links.access_delay = match script.round_trip {
            Span::ZERO => replayed.drawn,
            round_trip => Span(round_trip.0.saturating_sub(fixed.0) / 2),
        };
        tcp.partner_orders = 0;
        tcp.sender.forget_handshake();
        tcp.session.play(script);
    }

    /// Returns the round-trip time of a flow without its access link, queueing and transmission.
    fn round_trip_without_access(&self, flow: u32) -> Span {
        let state = &self.flows[flow as usize];
        let route = &self.groups[state.group as usize].route;
        let lines = |path: &[u8]| -> u64 {
            let delays = path.iter().map(|&node| self.links[node as usize].delay().0);
            delays.sum()
        };
        let back = match &route.acks {
            AckPath::Queued(path) => lines(path),
            AckPath::Computed(links) => {
                let delays = links
                    .iter()
                    .map(|&link| self.computed_links[link as usize].delay.0);
                delays.sum()
            }
        };
        let ends = 2 * state.links.egress_delay.0 + route.acks_tail.0;
        Span(lines(&route.data) + back + ends)
    }
}

impl TcpFlow {
    /// Returns whether the flow sends or has an order.
    fn is_busy(&self) -> bool {
        self.order.is_some() || self.is_sending()
    }

    /// Returns whether the order is due now and has not been started.
    pub(super) fn is_due(&self, now: Time) -> bool {
        let begun = self.transfer.as_ref().map(|file| file.started);
        let is_new = |at: Time| !self.started || begun.is_none_or(|begun| at > begun);
        !self.is_sending() && (self.order.as_ref()).is_some_and(|it| it.at <= now && is_new(it.at))
    }
}

/// Path properties of a replayed connection.
#[derive(Clone, Debug)]
pub struct ReplayedConnection {
    rng: Rng,
    /// Access delay of the flow, used if the file gives no round-trip time.
    drawn: Span,
    /// Loss ratio on the access link.
    loss: f64,
    /// Largest amount of data in flight, bytes; 0 if the file does not give it.
    window_bytes: u64,
}

impl ReplayedConnection {
    /// Draws whether the next packet is lost.
    pub(super) fn loses(&mut self) -> bool {
        self.loss > 0.0 && self.rng.uniform() < self.loss
    }

    /// Limits the window to the number of full segments that fit, at least one.
    pub(super) fn limit_window(&self, sender: &mut Sender, config: &TcpConfig) {
        if self.window_bytes > 0 {
            let segments = self.window_bytes / u64::from(config.segment_bytes.max(1));
            sender.limit_window(segments as f64);
        }
    }
}

/// Arrivals of connections at the times given by a file.
#[derive(Clone, Debug)]
pub struct ReplayedArrivals {
    /// The file; `None` if it is missing: then nothing arrives.
    trace: Option<Arc<Trace>>,
    repeat: bool,
    /// Start time of the current pass through the file.
    began: Option<Time>,
    /// Position in the file of the next arrival.
    next_arrival: usize,
    /// Position in the file of the next connection to admit.
    next_admitted: usize,
}

impl ReplayedArrivals {
    pub(super) fn new(trace: Option<Arc<Trace>>, repeat: bool) -> ReplayedArrivals {
        ReplayedArrivals {
            trace,
            repeat,
            began: None,
            next_arrival: 0,
            next_admitted: 0,
        }
    }

    /// Returns the time of the next arrival; [`Time::NEVER`] if there is none. The first call starts the file.
    pub(super) fn next_at(&mut self, now: Time) -> Time {
        let Some(trace) = &self.trace else {
            return Time::NEVER;
        };
        let mut began = *self.began.get_or_insert(now);
        let mut behind = vectors::next(trace, self.next_arrival);
        if behind.is_none() && self.repeat && self.next_arrival > 0 {
            began += trace.length();
            self.began = Some(began);
            self.next_arrival = 0;
            behind = vectors::next(trace, 0);
        }
        let Some(behind) = behind else {
            return Time::NEVER;
        };
        let at = began + trace.steps()[self.next_arrival].at;
        self.next_arrival = behind;
        at.max(now)
    }

    /// Returns the next connection to admit: its file and its position.
    pub(super) fn admit(&mut self) -> Option<(Arc<Trace>, usize)> {
        let trace = self.trace.as_ref()?;
        if vectors::next(trace, self.next_admitted).is_none() {
            self.next_admitted = 0;
        }
        let place = self.next_admitted;
        self.next_admitted = vectors::next(trace, place)?;
        Some((trace.clone(), place))
    }

    /// Returns whether both replay the same file.
    pub(super) fn is_like(&self, other: &ReplayedArrivals) -> bool {
        match (&self.trace, &other.trace) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a == b,
            (a, b) => a.is_none() == b.is_none(),
        }
    }

    /// Takes the repeat setting from `other`.
    pub(super) fn repeats(&mut self, other: &ReplayedArrivals) {
        self.repeat = other.repeat;
    }
}
