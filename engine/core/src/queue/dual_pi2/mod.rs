//! DualPI2: two queues for one link, a short one for L4S traffic and one for classic traffic.
//!
//! L4S traffic is marked early and often, so it waits only briefly. Classic traffic halves its window at each signal
//! and would get almost nothing beside it. The two probabilities are therefore [coupled](control), so that the rates
//! are similar.
//!
//! Sources: RFC 9332, Appendix A; Linux `sch_dualpi2.c`.
//!
//! - L4S packets have ECT(1) or a mark (RFC 9331): they come from senders with accurate ECN and a scalable controller
//!   such as DCTCP.
//! - The order of sending is a weighted round robin (RFC 9332 Section 4.2.2) with the credits of Linux. Deviation:
//!   credits count only while both queues are backlogged. Otherwise L4S traffic is sent first.
//! - Marks are evenly spread and not random (`recur` of Appendix A.1).
//! - L4S traffic is marked from a step in the delay, as in Linux, and not on a ramp; not while only one packet waits.
//! - The controlled delay is that of the oldest packet at the head of either queue (Linux).
//! - If k p′ reaches 1, marks are not enough: packets of both kinds are dropped with p′², also those of flows with ECN
//!   (RFC 9332 Section 4.2.3, Appendix A.2).

pub mod control;

use super::limit::{self, Limit};
use super::{Arrival, Departure, Discipline, Fate, Reason, Surroundings, Verdict, Waiting};
use crate::packet::Packet;
use crate::spec::Gauge;
use crate::spec::gauge::rows;
use crate::spec::parameters::{number, parameters};
use crate::time::{Span, Time};
use control::{Controller, Settings};

parameters! {
    /// Two queues: one with hardly any wait for L4S senders, such as DCTCP with accurate ECN, one for the others. At 40
    /// Mb/s and round trips of 20 to 100 ms ten flows of each kind share evenly; one DCTCP flow beside one Reno flow
    /// has about twice its rate. The cause: after the Reno flow has reduced its window, p′ is 0 for a while. The rate
    /// of classic flows follows the mean square of p′, that of L4S flows its mean.
    #[section("queue.dual_pi2", "DualPI2", source: "RFC 9332", check: limit::exactly_one)]
    pub struct Params {
        #[serde(flatten)]
        limit: Limit,

        /// Queueing delay of classic traffic that DualPI2 tries to keep.
        target_s: f64 = 0.015, "Target", Seconds, number(1e-5..=100.0).log(),
            [live, gauged, source: "RFC 9332 Appendix A.1 (target)"],

        /// Time between two updates of the drop probability.
        update_s: f64 = 0.016, "Update interval", Seconds, number(1e-4..=100.0).log(),
            [live, advanced, source: "RFC 9332 Appendix A.1 (Tupdate)"],

        /// Change of the base probability per update, for each second of difference between delay and target.
        alpha: f64 = 0.16, "Integral gain", None, number(0.0..=1000.0),
            [live, advanced, source: "RFC 9332 Appendix A.1"],

        /// Change of the base probability per update, for each second by which the delay has grown since the last
        /// update.
        beta: f64 = 3.2, "Proportional gain", None, number(0.0..=1000.0),
            [live, advanced, source: "RFC 9332 Appendix A.1"],

        /// Factor k: if classic packets are dropped with probability p², L4S packets are marked with probability k·p.
        /// With 2 the rates are similar.
        coupling: f64 = 2.0, "Coupling", None, number(0.0..=100.0), [live, source: "RFC 9332 Section 2.1 (k)"],

        /// L4S packets with at least this queueing delay are marked if another L4S packet waits behind them.
        step_s: f64 = 0.001, "L4S marking delay", Seconds, number(1e-5..=100.0).log(),
            [live, gauged, source: "RFC 9332 Section 4.2.1; Linux sch_dualpi2.c"],

        /// Minimum link share of classic traffic when both queues are backlogged.
        classic_share: f64 = 0.1, "Minimum share of classic traffic", Ratio, number(0.01..=0.99),
            [live, advanced, source: "RFC 9332 Section 4.2.2; Linux sch_dualpi2.c (c_protection)"],
    }
}

/// State of a DualPI2 queue.
#[derive(Clone, Debug)]
pub struct DualPi2(Box<State>);

#[derive(Clone, Debug)]
struct State {
    params: Params,
    settings: Settings,
    controller: Controller,
    queues: [Side; 2],
    /// Queue that sends next.
    chosen: usize,
    /// Arrival time of the packet behind the chosen one.
    behind: Option<Time>,
    /// Whether both queues are backlogged.
    both: bool,
    /// Credit of classic traffic in bytes; classic traffic is sent first if it is above 0.
    credit: f64,
}

/// One of the two queues.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    /// Arrival time of its first packet.
    since: Option<Time>,
    /// Accumulated probability; each whole unit is one mark or drop (`recur`).
    due: f64,
    /// Queueing delay of the packet that left last.
    sojourn: Span,
}

const CLASSIC: usize = 0;
const L4S: usize = 1;

impl Discipline for DualPi2 {
    type Params = Params;

    const GAUGES: &'static [Gauge] = rows![Gauge:
        /// Probability p′. Classic traffic is dropped or marked with p′², and L4S traffic is marked with k·p′.
        "base_probability", "Base probability", Ratio;
        /// Probability that a classic packet is dropped or marked.
        "classic_probability", "Classic probability", Ratio;
        /// Queueing delay of the classic packet that left last.
        "classic_sojourn_s", "Queueing delay, classic", Seconds;
        /// Queueing delay of the L4S packet that left last.
        "l4s_sojourn_s", "Queueing delay, L4S", Seconds;
        /// Number of waiting L4S packets.
        "l4s_queue_packets", "L4S queue", Packets;
    ];

    fn may_mark(_params: &Params) -> bool {
        true
    }

    fn new(params: &Params, around: &Surroundings) -> DualPi2 {
        let settings = params.settings();
        DualPi2(Box::new(State {
            params: params.clone(),
            settings,
            controller: Controller::new(&settings, around.now),
            queues: [Side::default(); 2],
            chosen: CLASSIC,
            behind: None,
            both: false,
            credit: 0.0,
        }))
    }

    fn reconfigure(&mut self, params: &Params, around: &Surroundings) {
        let state = &mut *self.0;
        state.catch_up(around.now);
        let settings = params.settings();
        if settings != state.settings {
            state.controller.restart_period(&settings, around.now);
        }
        state.settings = settings;
        state.params.clone_from(params);
        for side in &mut state.queues {
            side.since = None;
        }
    }

    fn on_arrival(&mut self, arrival: &Arrival) -> Verdict {
        self.0.catch_up(arrival.now);
        Verdict::of_fit(self.0.params.limit.admits(arrival))
    }

    fn sub_queue(&mut self, packet: &Packet, since: Time) -> usize {
        let side = usize::from(packet.header().is_l4s());
        self.0.queues[side].since.get_or_insert(since);
        side
    }

    fn next(&mut self, _now: Time, waiting: &Waiting) -> usize {
        let state = &mut *self.0;
        let [classic, l4s] = state.queues.map(|side| side.since.is_some());
        state.both = classic && l4s;
        let classic_goes = classic && (!l4s || state.credit > 0.0);
        state.chosen = if classic_goes { CLASSIC } else { L4S };
        state.behind = waiting.get(state.chosen, 1).map(|waiter| waiter.since);
        state.chosen
    }

    fn on_departure(&mut self, departure: &Departure) -> Fate {
        let state = &mut *self.0;
        state.catch_up(departure.now);
        let side = &mut state.queues[state.chosen];
        side.since = state.behind;
        side.sojourn = departure.waited;
        let fate = if state.chosen == L4S {
            state.l4s_fate(departure.waited)
        } else {
            state.classic_fate(departure.packet)
        };
        if !matches!(fate, Fate::Drop(_)) {
            state.charge(departure.packet.bytes);
        }
        fate
    }

    fn on_idle(&mut self, _now: Time) {
        self.0.credit = 0.0;
    }

    fn decides_at_dequeue(&self) -> bool {
        true
    }

    fn gauges(&self, now: Time, waiting: &Waiting, out: &mut [f64]) {
        let mut controller = self.0.controller;
        controller.catch_up(&self.0.settings, self.0.oldest(), now);
        out[0] = controller.base();
        out[1] = controller.classic();
        out[2] = self.0.queues[CLASSIC].sojourn.s();
        out[3] = self.0.queues[L4S].sojourn.s();
        out[4] = f64::from(waiting.backlog_of(L4S).packets);
    }
}

impl Params {
    fn settings(&self) -> Settings {
        Settings {
            target_s: self.target_s,
            update: Span::from_s(self.update_s),
            alpha: self.alpha,
            beta: self.beta,
            coupling: self.coupling,
        }
    }
}

impl State {
    fn catch_up(&mut self, now: Time) {
        let oldest = self.oldest();
        self.controller.catch_up(&self.settings, oldest, now);
    }

    /// Returns the arrival time of the oldest packet.
    fn oldest(&self) -> Option<Time> {
        let since = self.queues.iter().filter_map(|side| side.since);
        since.min()
    }

    /// RFC 9332 Appendix A.2, the L branch of `dualpi2_dequeue`.
    fn l4s_fate(&mut self, waited: Span) -> Fate {
        let coupled = self.controller.coupled(&self.settings);
        if coupled >= 1.0 {
            let dropped = self.queues[L4S].recurs(self.controller.classic());
            return if dropped {
                Fate::Drop(Reason::Overload)
            } else {
                Fate::Mark
            };
        }
        let is_long = waited >= Span::from_s(self.params.step_s) && self.behind.is_some();
        let p = if is_long { 1.0 } else { coupled };
        if self.queues[L4S].recurs(p) {
            Fate::Mark
        } else {
            Fate::Send
        }
    }

    /// RFC 9332 Appendix A.2, the C branch of `dualpi2_dequeue`.
    fn classic_fate(&mut self, packet: &Packet) -> Fate {
        if !self.queues[CLASSIC].recurs(self.controller.classic()) {
            return Fate::Send;
        }
        if self.controller.coupled(&self.settings) >= 1.0 {
            Fate::Drop(Reason::Overload)
        } else if packet.header().is_ecn_capable() {
            Fate::Mark
        } else {
            Fate::Drop(Reason::AtDequeue)
        }
    }

    /// Bytes sent while both queues are backlogged add credit to the other queue.
    fn charge(&mut self, bytes: u16) {
        if !self.both {
            return;
        }
        let (bytes, share) = (f64::from(bytes), self.params.classic_share);
        self.credit += if self.chosen == L4S {
            share * bytes
        } else {
            -(1.0 - share) * bytes
        };
    }
}

impl Side {
    /// Returns true for a share p of the calls, evenly spread (RFC 9332 Appendix A.1, `recur`).
    fn recurs(&mut self, p: f64) -> bool {
        self.due += p;
        let is_time = self.due >= 1.0;
        if is_time {
            self.due -= 1.0;
        }
        is_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::{Backlog, Class};
    use crate::queue::Queue;
    use crate::queue::testing::{Port, of_class, packet};
    use crate::spec::complete::complete_one;
    use crate::tcp::notes::Header;
    use serde_json::{Value, json};

    fn queue(given: Value) -> Queue {
        let mut fields = json!({ "limit_packets": 1000 });
        let given = given.as_object().expect("an object").clone();
        fields.as_object_mut().expect("one").extend(given);
        let mut complete = complete_one(&SECTION, fields).expect("accepted");
        complete["kind"] = json!("dual_pi2");
        serde_json::from_value(complete).expect("of DualPI2")
    }

    fn l4s() -> Packet {
        let header = Header::new(true, false, None).scalable();
        packet(1000, true).with_note(header.0)
    }

    fn waiting_of(port: &Port, l4s: bool) -> usize {
        let waiting = port.waiting.iter();
        waiting
            .filter(|w| w.packet.header().is_l4s() == l4s)
            .count()
    }

    /// A port at which so many of each kind wait, and none is marked or dropped.
    fn calm(packets: usize) -> Port {
        let calm = json!({ "alpha": 0.0, "beta": 0.0, "step_s": 100.0 });
        let mut port = Port::new(&queue(calm));
        for _ in 0..packets {
            port.arrive(packet(1000, true));
            port.arrive(l4s());
        }
        port
    }

    #[test]
    fn l4s_is_sent_first_and_classic_keeps_its_minimum_share() {
        let mut port = calm(500);
        for _ in 0..400 {
            port.leave();
        }
        let classic = 500 - waiting_of(&port, false);
        assert!((40..=42).contains(&classic), "{classic} of 400");
        for _ in 0..200 {
            port.leave();
        }
        assert_eq!(waiting_of(&port, true), 0, "until there is nothing left");
    }

    #[test]
    fn packets_without_ect_1_are_classic_and_datagrams_too() {
        let mut port = calm(0);
        let udp = of_class(Class::Udp, 1000, false);
        let scalable = of_class(Class::Udp, 1000, true).with_note(l4s().note);
        for packet in [
            packet(1000, false),
            packet(1000, true),
            udp,
            scalable,
            l4s(),
            l4s(),
        ] {
            port.arrive(packet);
        }
        assert_eq!(port.waiting.backlog_of(CLASSIC).packets, 2, "one is sent");
        assert_eq!(port.waiting.backlog_of(L4S).packets, 3);
    }

    /// The state at a base probability that stays, with packets behind the one that leaves.
    fn fate(base: f64, packet: &Packet, waited_s: f64, behind: bool) -> Vec<Fate> {
        let mut port = calm(0);
        let super::super::State::DualPi2(dual) = &mut port.state else {
            unreachable!("it is one");
        };
        dual.0.controller = raised(dual.0.settings, base);
        dual.0.params.step_s = 0.001;
        let leave = |_| {
            dual.0.chosen = usize::from(packet.header().is_l4s());
            dual.0.behind = behind.then_some(Time::ZERO);
            dual.on_departure(&Departure {
                now: Time::ZERO,
                packet,
                waited: Span::from_s(waited_s),
                left: Backlog::default(),
            })
        };
        (0..100).map(leave).collect()
    }

    /// A controller whose base probability is raised to `base`, by a delay that stands for it.
    fn raised(settings: Settings, base: f64) -> Controller {
        let once = Settings {
            alpha: 1.0,
            target_s: 0.0,
            beta: 0.0,
            update: Span::from_s(base),
            ..settings
        };
        let mut controller = Controller::new(&once, Time::ZERO);
        controller.catch_up(&once, Some(Time::ZERO), Time::from_s(base));
        controller.restart_period(&settings, Time::ZERO);
        controller
    }

    fn number_of(fates: &[Fate], wanted: Fate) -> usize {
        fates.iter().filter(|&&fate| fate == wanted).count()
    }

    /// p′ 0.3: classic 9 of 100, L4S 60 of 100; those are even, so the counts are exact to one.
    #[test]
    fn classic_and_l4s_probabilities_are_coupled() {
        let near = |fates: &[Fate], wanted, number: usize| {
            let got = number_of(fates, wanted);
            assert!(got.abs_diff(number) <= 1, "{got} {wanted:?}, not {number}");
        };
        let dropped = Fate::Drop(Reason::AtDequeue);
        near(&fate(0.3, &packet(1000, false), 0.02, true), dropped, 9);
        near(&fate(0.3, &packet(1000, true), 0.02, true), Fate::Mark, 9);
        near(&fate(0.3, &l4s(), 0.0, true), Fate::Mark, 60);
        near(&fate(0.0, &l4s(), 0.001, true), Fate::Mark, 100);
        near(&fate(0.0, &l4s(), 0.001, false), Fate::Mark, 0);
        near(&fate(0.0, &l4s(), 0.000_9, true), Fate::Mark, 0);
    }

    #[test]
    fn overload_drops_packets_with_ecn_too() {
        let dropped = Fate::Drop(Reason::Overload);
        for packet in [packet(1000, false), packet(1000, true), l4s()] {
            let fates = fate(0.6, &packet, 0.0, true);
            let got = number_of(&fates, dropped);
            assert!(got.abs_diff(36) <= 1, "{got} of 100: {packet:?}");
        }
    }
}
