//! Port: packets wait, are sent one after another at a rate, and arrive a delay later.
//!
//! A port has a [buffer](buffer) with the queue discipline, which decides which packets may wait and which is next, and
//! a [line](line), which is idle, carries a packet, or is free while a pacer holds the next packet back. Held packets
//! count as waiting; only the packet in transmission is on the line.
//!
//! Between them is one of two kinds of service: [direct](direct), the fast path, where nothing happens between arrival
//! and transmission, and [general](general). Where both are possible they give the same results, except for the longest
//! queue: in general service a packet that finds the line free waits for an instant.

mod buffer;
mod direct;
mod general;
mod line;
mod serve;

use std::sync::Arc;

use self::buffer::Buffer;
use self::direct::Direct;
use self::general::General;
use self::line::Line;
pub use self::line::State;
pub use self::serve::Admission;
use self::serve::Serve;
use super::by_group::GroupIntegral;
use super::meter::{Integrals, LinkMeter};
use super::router_state::RouterState;
use crate::pacer::{self, Pacer};
use crate::packet::{Class, Packet};
use crate::policer::{self, Policer};
use crate::queue::{self, Backlog, Queue, Reason, Waiter};
use crate::rng::Rng;
use crate::service::{self, Service};
use crate::spec::{Gauge, Section};
use crate::time::{Span, Time};

/// Configuration of a port.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// Link rate, bits per second.
    pub rate_bps: f64,
    /// Propagation delay of the line.
    pub delay: Span,
    /// Queue discipline, which decides about admission and order.
    pub queue: Queue,
    /// Pacer, which decides when the next packet may leave.
    pub pacer: Pacer,
    /// Capacity of the device queue between queue and line, in packets.
    pub device_packets: u32,
    /// Policer, which may drop packets before the queue.
    pub policer: Policer,
    /// Course of the rate of the line.
    pub service: Service,
    /// Whether an arriving acknowledgment takes the place of an older one that waits (RFC 3449 Section 5.2.1).
    pub filters_acks: bool,
    /// Share of the whole service that this line has, 1 unless it is one of several.
    pub share: f64,
}

/// The port of a router towards one line, in one direction.
#[derive(Clone, Debug)]
pub struct Port {
    buffer: Buffer,
    line: Line,
    service: ServiceKind,
    /// Policer before the queue, if there is one.
    policer: Option<Box<policer::State>>,
    /// Longest deferral of the next action, plus a picosecond.
    leeway: Span,
    /// Whether the port must be served at the exact time.
    deferral_forbidden: bool,
    design: Design,
    rng: Rng,
}

/// Service of a port.
#[derive(Clone, Debug)]
enum ServiceKind {
    Direct(Direct),
    General(General),
}

impl Port {
    /// Creates an idle port; `rng` is its random stream, named by its path.
    #[must_use]
    pub fn new(design: Design, rng: Rng) -> Port {
        let around = queue::Surroundings {
            rate_bps: design.rate_bps,
            now: Time::ZERO,
            rng: rng.clone(),
        };
        let mut port = Port {
            buffer: Buffer::new(&design.queue, &around),
            line: Line::new(design.rate_bps, design.delay),
            service: ServiceKind::Direct(Direct),
            policer: design.policer.begin(Time::ZERO),
            leeway: Span(1),
            deferral_forbidden: false,
            design,
            rng,
        };
        port.change_service(Time::ZERO, None);
        port.choose_service(Time::ZERO);
        port
    }

    /// Handles the arrival of a packet. All actions of the port before `now` must be done.
    #[inline]
    pub fn arrive(&mut self, now: Time, mut packet: Packet) -> Admission {
        if self.policer.is_some() && !self.polices(now, &mut packet) {
            return self.refuse(&packet, Reason::Policer);
        }
        if self.design.filters_acks
            && packet.class() == Class::Ack
            && self.buffer.supersede(&packet)
        {
            return Admission::Displacing;
        }
        let Port {
            buffer,
            line,
            service,
            ..
        } = self;
        let in_service = line.sent().map(|packet| packet.bytes);
        if let Err(reason) = buffer.admit(now, &mut packet, in_service) {
            return Admission::Dropped(reason);
        }
        match service {
            ServiceKind::Direct(direct) => direct.accept(now, packet, buffer, line),
            ServiceKind::General(general) => general.accept(now, packet, buffer, line),
        }
    }

    /// Lets the policer decide about a packet. Returns whether it passes.
    #[cold]
    fn polices(&mut self, now: Time, packet: &mut Packet) -> bool {
        let Some(policer) = &mut self.policer else {
            return true;
        };
        let (passes, marked) = policer.police(now, packet);
        self.buffer.meter.counters.marked += u64::from(marked);
        passes
    }

    /// Counts the arrival of a packet that is dropped.
    pub fn refuse(&mut self, packet: &Packet, reason: Reason) -> Admission {
        self.buffer.meter.counters.arrived.count(packet.class());
        self.buffer.count_drop(packet, reason);
        Admission::Dropped(reason)
    }

    /// Returns the time of the next action; [`Time::NEVER`] if the port is idle.
    #[must_use]
    #[inline]
    pub fn next_at(&self) -> Time {
        self.line.next_at()
    }

    /// Returns the value of the active kind; see [`Node::due_at`](super::node::Node::due_at).
    #[must_use]
    #[inline]
    pub fn due_at(&self) -> Time {
        self.next_at() + self.leeway
    }

    /// Returns whether service can be deferred: a departure has no effect elsewhere before the packet has crossed
    /// the link.
    #[must_use]
    #[inline]
    pub fn can_defer(&self) -> bool {
        matches!(self.service, ServiceKind::Direct(_)) && !self.deferral_forbidden
    }

    /// Requires service at the exact time from now on, since the order of events matters outside of the port.
    pub fn forbid_deferral(&mut self) {
        self.deferral_forbidden = true;
        self.update_leeway();
    }

    /// Performs the action due at `now`, and returns the packet that has left, if any.
    #[inline(always)]
    pub fn on_time(&mut self, now: Time) -> Option<Packet> {
        if self.line.service.is_some() && self.line.goes_on(now, &mut self.buffer.meter) {
            return None;
        }
        let sent = self.line.sent().copied();
        if let Some(packet) = &sent {
            let counters = &mut self.buffer.meter.counters;
            counters.departed.count(packet.class());
            counters.departed_bytes += u64::from(packet.bytes);
        }
        self.begin_next(now);
        sent
    }

    /// Counts the packet that has just left as lost on the line.
    pub fn lose(&mut self, packet: &Packet, reason: Reason) {
        let counters = &mut self.buffer.meter.counters;
        counters.departed.0[packet.class().index()] -= 1;
        counters.departed_bytes -= u64::from(packet.bytes);
        self.buffer.drop_admitted(*packet, reason);
    }

    /// Returns the admitted packets that were dropped since the last call.
    pub fn take_dropped(&mut self) -> Vec<(Packet, Reason)> {
        std::mem::take(&mut self.buffer.dropped)
    }

    /// Changes the configuration. A transmission in progress ends unchanged; packets beyond a smaller limit stay.
    pub fn reconfigure(&mut self, now: Time, design: Design) {
        self.buffer.update_meter(now);
        let old = std::mem::replace(&mut self.design, design);
        let rate_bps = self.design.rate_bps;
        self.line.delay = self.design.delay;
        if old.policer != self.design.policer {
            self.design.policer.apply_to(&mut self.policer, now);
        }
        if old.rate_bps != rate_bps {
            self.line.set_rate(rate_bps);
            self.buffer.queue.rate_changed(rate_bps);
        }
        if old.queue != self.design.queue {
            let around = queue::Surroundings {
                rate_bps,
                now,
                rng: self.rng.clone(),
            };
            self.buffer.reconfigure(&self.design.queue, &around);
        }
        self.change_service(now, Some(&old));
        let around = self.around_gate(now);
        if let ServiceKind::General(general) = &mut self.service {
            general.device_packets = self.design.device_packets;
            if old.rate_bps != rate_bps {
                general.gate.rate_changed(now, rate_bps);
            }
            if old.pacer != self.design.pacer {
                general.gate.reconfigure(&self.design.pacer, &around);
            }
        }
        self.choose_service(now);
        if self.line.sent().is_some() {
            if let ServiceKind::General(general) = &mut self.service {
                general.fill_device(now, &mut self.buffer);
            }
        } else if !self.buffer.waiting.is_empty() {
            self.begin_next(now);
        }
    }

    /// Applies the service of the design from `now` on. The rest of a packet on the line follows it.
    fn change_service(&mut self, now: Time, old: Option<&Design>) {
        let Design {
            service,
            rate_bps,
            share,
            ..
        } = &self.design;
        if self.line.service.is_none() && *service == Service::CONSTANT {
            return;
        }
        let (meter, sent) = (&mut self.buffer.meter, self.line.sent().copied());
        let rest = self.line.next_at().since(now).s();
        let is_same = |old: &Design| {
            old.service == *service && old.rate_bps == *rate_bps && old.share == *share
        };
        match &self.line.service {
            Some(_) if old.is_some_and(is_same) => return,
            Some(_) => {}
            None => {
                let old_bps = old.map_or(*rate_bps, |old| old.rate_bps);
                let sent = sent.map(|packet| (packet.bytes, rest));
                let rng = self.rng.split();
                let state =
                    service::State::of_constant(old_bps, rng, now, meter.measured_times(now), sent);
                self.line.service = Some(Box::new(state));
            }
        }
        let Some(state) = &mut self.line.service else {
            return;
        };
        let until = state.change(service, *rate_bps, *share, now, sent.is_some());
        if let (Some(packet), Some(until)) = (sent, until) {
            meter.aborts_transmission(now);
            self.line.send_until(now, packet, until, meter);
        }
    }

    /// Returns whether departures precede arrivals at the same time.
    #[must_use]
    pub fn is_prompt(&self) -> bool {
        self.line.is_prompt()
    }

    /// Lets a varying service keep up with `now`, up to which everything has happened.
    #[inline]
    pub fn keep_up(&mut self, now: Time) {
        if let Some(service) = &mut self.line.service {
            service.keep_up(now);
        }
    }

    /// Offered and used bits since measuring began; `None` while the service is constant.
    #[must_use]
    pub fn used(&self, now: Time) -> Option<(f64, f64)> {
        let service = self.line.service.as_ref()?;
        Some(service.used(now, self.line.sent().is_some()))
    }

    /// Removes the complete state, for the router that replaces this one.
    #[must_use]
    pub fn export_state(&mut self, now: Time) -> RouterState {
        self.buffer.update_meter(now);
        self.buffer.meter.aborts_transmission(now);
        let mut waiting = self.buffer.take_all(now);
        let sent = self.line.sent().copied();
        self.line.enter(State::Idle);
        // Packets in the device queue come first, because they arrived before all others.
        let since = waiting.first().map_or(now, |waiter| waiter.since);
        let in_device = match &mut self.service {
            ServiceKind::Direct(_) => Vec::new(),
            ServiceKind::General(general) => general.device.drain(..).collect(),
        };
        let ahead = sent.into_iter().chain(in_device);
        let ahead: Vec<Waiter> = ahead.map(|packet| Waiter { packet, since }).collect();
        waiting.splice(0..0, ahead);
        RouterState {
            meter: self.buffer.meter.clone(),
            waiting,
            coming: Vec::new(),
            dropped: self.take_dropped(),
        }
    }

    /// Takes the state of another router into this new port.
    pub fn import_state(&mut self, now: Time, router_state: RouterState) {
        self.buffer.meter = router_state.meter;
        self.buffer.meter.set_limit(self.design.queue.limit());
        self.buffer.dropped = router_state.dropped;
        if let Some(service) = &mut self.line.service {
            service.restart_measuring(now, false);
        }
        for waiter in router_state.waiting {
            self.adopt(now, waiter);
        }
        self.start_sending(now);
        for packet in router_state.coming {
            self.buffer.meter.uncount(packet.class());
            if let Admission::Dropped(reason) = self.arrive(now, packet) {
                self.buffer.dropped.push((packet, reason));
            }
        }
    }

    /// Adds a packet that waited at the previous router, regardless of the limit. It does not count as an arrival.
    #[cold]
    pub(super) fn adopt(&mut self, now: Time, waiter: Waiter) {
        let Waiter { packet, since } = waiter;
        let sub_queue = self.buffer.queue.sub_queue(&packet, since);
        self.buffer.enqueue(now, packet, sub_queue, since);
        if let ServiceKind::General(general) = &mut self.service {
            general.gate.on_arrival(now, self.buffer.waiting.backlog());
        }
    }

    /// Starts sending the packets that were taken over.
    pub(super) fn start_sending(&mut self, now: Time) {
        if !self.buffer.waiting.is_empty() {
            self.begin_next(now);
        }
    }

    /// Returns the configuration of the port.
    #[must_use]
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// Link rate, bits per second.
    #[must_use]
    pub fn rate_bps(&self) -> f64 {
        self.design.rate_bps
    }

    /// Propagation delay of the line.
    #[must_use]
    #[inline]
    pub fn delay(&self) -> Span {
        self.line.delay
    }

    /// Returns the state of the port.
    #[must_use]
    pub fn state(&self) -> &State {
        self.line.state()
    }

    /// Returns the measurements at this port, complete until its last event.
    #[must_use]
    pub fn meter(&self) -> &LinkMeter {
        &self.buffer.meter
    }

    /// Continues the measurements of another router.
    pub(super) fn set_meter(&mut self, meter: LinkMeter) {
        self.buffer.meter = meter;
    }

    /// Returns the state of the queue discipline.
    #[must_use]
    pub fn queue(&self) -> &queue::State {
        &self.buffer.queue
    }

    /// Returns the kinds of its discipline, its pacer, its policer and its service, with their gauges.
    #[must_use]
    pub fn insides(&self) -> [(&'static Section, &'static [Gauge]); 4] {
        let (queue, pacer) = (&self.buffer.queue, &self.design.pacer);
        [
            (queue.section(), queue.gauge_rows()),
            (pacer.section(), pacer.gauge_rows()),
            self.design.policer.inside(),
            self.design.service.inside(),
        ]
    }

    /// Writes the gauges of its discipline, its gate, its policer or its service, whichever is of this kind; see [`Node::gauges`].
    ///
    /// [`Node::gauges`]: super::node::Node::gauges
    pub fn gauges(&self, kind: &Section, now: Time, out: &mut [f64]) {
        let buffer = &self.buffer;
        if kind.id == buffer.queue.section().id {
            buffer.queue.gauges(now, &buffer.waiting, out);
        } else if let ServiceKind::General(general) = &self.service
            && kind.id == self.design.pacer.section().id
        {
            let waiting = buffer.waiting.backlog();
            general.gate.gauges(now, waiting, buffer.next_bytes(), out);
        } else if let Some(policer) = &self.policer
            && kind.id == self.design.policer.inside().0.id
        {
            policer.gauges(now, out);
        } else if let Some(service) = &self.line.service
            && kind.id == self.design.service.inside().0.id
        {
            service.gauges(now, out);
        }
    }

    /// Returns whether it may drop packets after their admission.
    #[must_use]
    pub fn may_drop_inside(&self) -> bool {
        self.design.filters_acks || self.buffer.queue.decides_at_dequeue()
    }

    /// Returns the backlog of the queue.
    #[must_use]
    pub fn backlog(&self) -> Backlog {
        self.buffer.waiting.backlog()
    }

    /// Bytes waiting of each class.
    #[must_use]
    pub fn bytes_by_class(&self) -> [u64; Class::COUNT] {
        self.buffer.waiting.bytes_by_class()
    }

    /// Backlogs integrated over time, from the start of the run to `now`.
    #[must_use]
    pub fn integrals(&self, now: Time) -> Integrals {
        let Buffer { meter, waiting, .. } = &self.buffer;
        meter.integrals(now, waiting.packets_by_class(), waiting.bytes_by_class())
    }

    /// Backlog of a group integrated over time, from the start of the run to `now`.
    #[must_use]
    pub fn group_integral(&self, now: Time, group: usize) -> GroupIntegral {
        self.buffer.meter.group_integral(now, group)
    }

    /// Measures the backlog of each group; see [`LinkMeter::set_groups`].
    pub fn set_groups(&mut self, now: Time, of_flow: &Arc<[u16]>, groups: usize) {
        let Buffer { meter, waiting, .. } = &mut self.buffer;
        let packets = waiting.iter().map(|waiter| &waiter.packet);
        meter.set_groups(now, of_flow, groups, packets);
    }

    /// Lowest and highest backlog since the last call.
    pub fn take_extremes(&mut self) -> (Backlog, Backlog) {
        self.buffer.take_extremes()
    }

    /// Iterates over the packets that wait, are in the device queue or in transmission.
    pub fn packets(&self) -> impl Iterator<Item = &Packet> {
        let waiting = self.buffer.waiting.iter().map(|waiter| &waiter.packet);
        let in_device = match &self.service {
            ServiceKind::Direct(_) => None,
            ServiceKind::General(general) => Some(&general.device),
        };
        waiting
            .chain(in_device.into_iter().flatten())
            .chain(self.line.sent())
    }

    /// Returns the measurements up to `now`, as a copy: updating the meter itself would split its sums at the time
    /// of observation and round them differently.
    #[must_use]
    pub fn measured_until(&self, now: Time) -> LinkMeter {
        let Buffer { meter, waiting, .. } = &self.buffer;
        let mut meter = meter.clone();
        meter.hold(now, waiting.backlog(), waiting.tcp_packets());
        meter
    }

    /// Restarts the measurements at `now`.
    pub fn restart_measuring(&mut self, now: Time) {
        let Buffer { meter, waiting, .. } = &mut self.buffer;
        meter.restart(now, waiting.backlog(), waiting.tcp_packets());
        let sends = self.line.sent().is_some();
        if let Some(service) = &mut self.line.service {
            service.restart_measuring(now, sends);
        }
    }

    #[inline]
    fn begin_next(&mut self, now: Time) {
        let (buffer, line) = (&mut self.buffer, &mut self.line);
        match &mut self.service {
            ServiceKind::Direct(direct) => direct.begin_next(now, buffer, line),
            ServiceKind::General(general) => general.begin_next(now, buffer, line),
        }
    }

    /// Changes to direct service where it is possible, and to general service where it is not.
    fn choose_service(&mut self, now: Time) {
        let in_device = match &self.service {
            ServiceKind::Direct(_) => 0,
            ServiceKind::General(general) => general.device.len(),
        };
        let has_device = self.design.device_packets > 0 || in_device > 0;
        let decides_late = self.buffer.queue.decides_at_dequeue();
        if self.design.pacer.is_open() && !decides_late && !has_device {
            self.service = ServiceKind::Direct(Direct);
        } else if matches!(self.service, ServiceKind::Direct(_)) {
            let general = General::new(&self.design, &self.around_gate(now));
            self.service = ServiceKind::General(general);
        }
        self.update_leeway();
    }

    fn around_gate(&self, now: Time) -> pacer::Surroundings {
        pacer::Surroundings {
            rate_bps: self.design.rate_bps,
            now,
            waiting: self.buffer.waiting.backlog(),
        }
    }

    fn update_leeway(&mut self) {
        if self.line.is_prompt() {
            self.deferral_forbidden = true;
        }
        self.leeway = if self.can_defer() {
            self.line.delay.max(Span(1))
        } else {
            Span(u64::from(!self.line.is_prompt()))
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pacer::none;
    use crate::queue::testing::of_class;
    use crate::rng::Rng;
    use crate::spec::complete::complete_one;
    use proptest::prelude::*;
    use serde_json::json;

    impl Port {
        /// Changes to general service, also where direct service is possible.
        fn force_general_service(&mut self) {
            let general = General::new(&self.design, &self.around_gate(Time::ZERO));
            self.service = ServiceKind::General(general);
        }

        /// Counts a packet that found the line free as the longest queue, as general service does.
        fn count_instant(&mut self, packet: &Packet) {
            let mut alone = Backlog::default();
            alone.add(packet);
            self.buffer.reached(alone);
        }

        /// Returns everything but the kind of service, with measurements up to `now`.
        fn shown(&mut self, now: Time) -> String {
            self.buffer.update_meter(now);
            format!("{:?} {:?}", self.buffer, self.line)
        }

        /// Performs all actions before `until`. Returns the packets that have left, with their times.
        fn advance(&mut self, until: Time) -> Vec<(Time, Packet)> {
            let mut left = Vec::new();
            while self.next_at() < until {
                let now = self.next_at();
                left.extend(self.on_time(now).map(|packet| (now, packet)));
            }
            left
        }
    }

    /// Designs with each discipline that permits direct service, with a limit of a few packets.
    fn direct_designs() -> Vec<Design> {
        let kinds = queue::REGISTRY.entries.iter().map(|section| {
            let limit = json!({ "limit_packets": 6 });
            let mut fields = complete_one(section, limit).expect("the limit is accepted");
            fields["kind"] = json!(section.kind());
            serde_json::from_value(fields).expect("the kind is in the list")
        });
        let designs = kinds.map(|queue| Design {
            rate_bps: 10e6,
            delay: Span::from_s(0.001),
            queue,
            pacer: Pacer::None(none::Params {}),
            device_packets: 0,
            policer: Policer::NONE,
            service: Service::CONSTANT,
            filters_acks: false,
            share: 1.0,
        });
        let is_direct = |design: &Design| Port::new(design.clone(), rng()).can_defer();
        designs.filter(is_direct).collect()
    }

    fn rng() -> Rng {
        Rng::for_component(1, "link/r0/queue", 0)
    }

    fn arrival() -> impl Strategy<Value = (u64, Packet)> {
        let class = prop_oneof![Just(Class::Tcp), Just(Class::Udp)];
        let parts = (0u64..1_500_000_000, 40u16..1500, any::<bool>(), class);
        parts
            .prop_map(|(gap, bytes, ecn_capable, class)| (gap, of_class(class, bytes, ecn_capable)))
    }

    proptest! {
        /// The fast path against the general one: what is dropped, marked, waits and leaves, and all measurements.
        #[test]
        fn direct_service_equals_general_service(packets in prop::collection::vec(arrival(), 1..80)) {
            let designs = direct_designs();
            prop_assert!(designs.len() >= 2, "drop-tail and RED decide on arrival");
            for design in designs {
                let mut direct = Port::new(design.clone(), rng());
                let mut general = direct.clone();
                general.force_general_service();
                let mut now = Time::ZERO;
                for (number, (gap, packet)) in (0..).zip(&packets) {
                    now += Span(*gap);
                    prop_assert_eq!(direct.advance(now), general.advance(now));
                    if number as usize == packets.len() / 2 {
                        let slower = Design { rate_bps: 5e6, ..design.clone() };
                        direct.reconfigure(now, slower.clone());
                        general.reconfigure(now, slower);
                        general.force_general_service();
                    }
                    let mut packet = *packet;
                    packet.number = number;
                    let admission = direct.arrive(now, packet);
                    prop_assert_eq!(admission, general.arrive(now, packet));
                    if admission == Admission::Begun {
                        direct.count_instant(&packet);
                    }
                    prop_assert_eq!(direct.shown(now), general.shown(now));
                }
                prop_assert_eq!(direct.advance(Time::NEVER), general.advance(Time::NEVER));
                let end = now + Span::from_s(1.0);
                prop_assert_eq!(direct.shown(end), general.shown(end));
            }
        }
    }
}
