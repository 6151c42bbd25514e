//! Admission of arrivals: idle flows of a group serve them, and connections of a file get their path.

use std::mem::discriminant;

use super::{Member, Population};
use crate::apps::{Next, Workload};
use crate::rng::Rng;
use crate::sim::arrivals::Arrivals;
use crate::sim::event::Event;
use crate::sim::flow::{FlowKind, TcpFlow};
use crate::sim::record::Record;
use crate::sim::replay::ReplayedConnection;
use crate::sim::scheduler::Scheduler;
use crate::tcp::config::TcpConfig;
use crate::time::{Span, Time};
use crate::trace::Trace;
use crate::trace::vectors::{self, End};

impl Population {
    /// Returns whether an arrival at a group depends on what nodes have sent: it may admit a connection from a file, or
    /// read the goodput.
    pub fn looks_at_nodes(&self, group: u16) -> bool {
        let arrivals = self.groups[group as usize].arrivals.as_ref();
        arrivals.is_some_and(|arrivals| arrivals.is_replayed() || arrivals.ramp().is_some())
    }

    /// Handles an arrival at a group, if the event is still valid.
    pub fn on_group_arrival(
        &mut self,
        position: u32,
        scheduler: &mut Scheduler,
        record: &mut Record,
    ) {
        let now = scheduler.now;
        let group = &mut self.groups[position as usize];
        let Some(arrivals) = &mut group.arrivals else {
            return;
        };
        if arrivals.next != now {
            return;
        }
        let delivered = group.delivered_bytes;
        if (arrivals.ramp_mut()).is_some_and(|ramp| ramp.end_interval(now, delivered)) {
            arrivals.next = Time::NEVER;
            group.round_trips.restart();
            return;
        }
        let next = arrivals.draw(now);
        let flow = arrivals.idle.pop_front();
        match arrivals.ramp_mut() {
            Some(ramp) if flow.is_some() => ramp.add(),
            None if flow.is_none() => arrivals.waiting += 1,
            _ => {}
        }
        expect_arrival(position, next, scheduler);
        if let Some(flow) = flow
            && let Next::Send(order) = self.admit(flow, scheduler)
        {
            if order.at == now {
                self.on_start(flow, scheduler, record);
            } else {
                scheduler.schedule(order.at, Event::Starts(flow));
            }
        }
    }

    /// A flow without an order waits for arrivals, or begins by itself if its session no longer waits.
    pub(super) fn begin_or_wait(&mut self, flow: u32, scheduler: &mut Scheduler) {
        if self.group_of(flow).arrivals.is_none() {
            self.begin_session(flow, scheduler);
        } else if self.waits_for_arrival(flow, scheduler.now) {
            self.offer_idle_flow(flow, scheduler);
        }
    }

    /// Returns whether the session of a flow waits for arrivals; it may also wait for its partner.
    fn waits_for_arrival(&mut self, flow: u32, now: Time) -> bool {
        let application = self.application_mut(flow);
        application.is_some_and(|application| application.begin(now) == Next::AwaitArrival)
    }

    /// Makes an idle flow available to arrivals.
    fn offer_idle_flow(&mut self, flow: u32, scheduler: &mut Scheduler) {
        let position = self.flows[flow as usize].group;
        let Some(arrivals) = &mut self.groups[position as usize].arrivals else {
            return;
        };
        let (takes, opens) = arrivals.add_idle(scheduler.now, flow);
        if takes && let Next::Send(order) = self.admit(flow, scheduler) {
            scheduler.schedule(order.at, Event::Starts(flow));
        }
        if let Some(at) = opens {
            expect_arrival(u32::from(position), at, scheduler);
        }
    }

    /// Assigns an arrival to a flow and returns its first order. For a connection from a file, the partner is set
    /// up too; the nodes must have been advanced to now, so that packets that have left a node return over the path
    /// of the previous connection.
    pub(super) fn admit(&mut self, flow: u32, scheduler: &mut Scheduler) -> Next {
        let arrivals = &mut self.member(flow).group.arrivals;
        let replayed = arrivals.as_mut().and_then(|it| it.next_replayed());
        if let Some((trace, place)) = replayed {
            if let Some(partner) = self.partner_of(flow) {
                self.play(partner, &trace, place, End::Acceptor);
                let next = self.notify_arrival(partner, scheduler.now);
                scheduler.start_next(partner, next);
            }
            self.play(flow, &trace, place, End::Initiator);
        }
        self.notify_arrival(flow, scheduler.now)
    }

    /// Notifies a session of an arrival. A session that is still busy begins afterwards.
    fn notify_arrival(&mut self, flow: u32, now: Time) -> Next {
        let Some(tcp) = self.tcp_mut(flow) else {
            return Next::Done;
        };
        if tcp.is_sending() {
            return Next::AwaitPartner;
        }
        let Some(application) = &mut tcp.application else {
            return Next::Done;
        };
        let next = (application.session).on_arrival(now, &mut application.rng);
        application.resolve(now, next)
    }

    /// Sets up a flow to replay its end of a connection, with the path of that connection.
    fn play(&mut self, flow: u32, trace: &Trace, place: usize, end: End) {
        let Some((script, _)) = vectors::script(trace, place, end) else {
            return;
        };
        let seed = self.seed;
        let Member { flow, group, .. } = self.member(flow);
        let FlowKind::Tcp(tcp) = &mut flow.kind else {
            return;
        };
        let Some(application) = &mut tcp.application else {
            return;
        };
        let replayed = application.replayed.get_or_insert_with(|| {
            let name = format!("group/{}/loss", group.id);
            let rng = Rng::for_component(seed, &name, u64::from(flow.index));
            Box::new(ReplayedConnection::new(rng, flow.links.access_delay))
        });
        // Of the round trip, the access link takes what the rest of the path does not.
        let rest = group.route.round_trip.0 + 2 * flow.links.egress_delay.0;
        replayed.loss = script.loss;
        replayed.window_bytes = script.window_bytes;
        flow.links.access_delay = match script.round_trip {
            Span::ZERO => replayed.drawn,
            round_trip => Span(round_trip.0.saturating_sub(rest) / 2),
        };
        application.partner_orders = 0;
        application.session.play(script);
        tcp.sender.forget_handshake();
    }

    /// Removes ended flows from the idle list.
    pub(super) fn remove_idle_flows(&mut self, position: usize, stopped: &[u32]) {
        if let Some(arrivals) = &mut self.groups[position].arrivals {
            arrivals.idle.retain(|flow| !stopped.contains(flow));
        }
    }

    /// Adapts arrivals to a changed workload. Call it after the change of the sessions: waiting sessions begin, or
    /// finished ones wait, and the next arrival comes at the new rate.
    pub(super) fn reconfigure_arrivals(
        &mut self,
        position: usize,
        old: &Workload,
        config: &TcpConfig,
        scheduler: &mut Scheduler,
    ) {
        let now = scheduler.now;
        let group = &mut self.groups[position];
        let fresh = Arrivals::of(&config.workload, self.seed, &group.id);
        match (&mut group.arrivals, fresh) {
            (Some(arrivals), Some(fresh)) => {
                let was_open = arrivals.next != Time::NEVER || arrivals.is_replayed();
                if arrivals.follow(fresh.process) && was_open {
                    expect_arrival(position as u32, arrivals.draw(now), scheduler);
                }
            }
            (arrivals @ None, Some(fresh)) => {
                *arrivals = Some(fresh);
                for flow in self.idle_members(position) {
                    if self.flows[flow as usize].starts <= now {
                        self.offer_idle_flow(flow, scheduler);
                    }
                }
            }
            (arrivals @ Some(_), None) => {
                let idle = arrivals.take().map(|arrivals| arrivals.idle);
                for flow in idle.into_iter().flatten() {
                    self.begin_session(flow, scheduler);
                }
            }
            (None, None) if discriminant(old) != discriminant(&config.workload) => {
                for flow in self.idle_members(position) {
                    if self.flows[flow as usize].starts <= now {
                        self.begin_session(flow, scheduler);
                    }
                }
            }
            (None, None) => {}
        }
    }

    /// Returns the flows of a group that are idle until the next arrival, or for ever.
    fn idle_members(&self, position: usize) -> Vec<u32> {
        let is_idle = |flow: &&u32| {
            let tcp = self.flows[**flow as usize].tcp();
            tcp.is_some_and(TcpFlow::is_idle)
        };
        let members = self.groups[position].flows.iter();
        members.filter(is_idle).copied().collect()
    }

    /// Begins the session of a flow that has waited.
    fn begin_session(&mut self, flow: u32, scheduler: &mut Scheduler) {
        let now = scheduler.now;
        let Some(application) = self.application_mut(flow) else {
            return;
        };
        let next = application.begin(now);
        match application.resolve(now, next) {
            Next::Send(order) => scheduler.schedule(order.at, Event::Starts(flow)),
            Next::AwaitTeam => self.join_team(flow, scheduler),
            _ => {}
        }
    }
}

/// Schedules the next arrival at a group, if there is one.
fn expect_arrival(position: u32, at: Time, scheduler: &mut Scheduler) {
    if at != Time::NEVER {
        scheduler.schedule(at, Event::GroupArrival(position));
    }
}
