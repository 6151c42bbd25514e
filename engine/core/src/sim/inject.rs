//! Door of a run to real hosts: packets in, their fates out; see [`live`](super::live).

use super::Simulation;
use super::calendar::Rank;
use super::event::Event;
use super::flow::FlowKind;
use super::live::{Direction, InjectError, LiveEvent, LiveFlow, LivePacket, LiveSender, Role};
use super::population::Member;
use super::run::Run;
use crate::net::node::Node;
use crate::packet::Class;
use crate::time::Time;

impl Simulation {
    /// Gives a packet of a real host to the first link of its flow. It is sent at its time, or at the latest of the present and
    /// the previous packet of this flow and direction, if that is later.
    ///
    /// # Errors
    /// [`InjectError`] if there is no such live flow, the packet has an unusable size, the run ends before, or too many packets
    /// are under way. Then nothing has changed.
    pub fn inject(&mut self, flow: LiveFlow, packet: LivePacket) -> Result<(), InjectError> {
        self.run.inject(flow, &packet)
    }

    /// Records the present state of the senders of a live group, given by its position, that have data under way. It changes
    /// no result but the series of windows and round trips. A group without TCP has none of them.
    pub fn observe_senders(&mut self, group: usize, senders: &[LiveSender]) {
        self.run.observe_senders(group, senders);
    }

    /// Returns the ids of the live groups.
    #[must_use]
    pub fn live_groups(&self) -> &[String] {
        &self.run.population.live
    }

    /// Returns what has become of live packets since the last call, in the order in which it was computed, which does not
    /// depend on slices of the run. Times of deliveries lie ahead by the delays behind the last node, so they are in order
    /// within a flow and direction, but not among all.
    pub fn take_events(&mut self) -> Vec<LiveEvent> {
        let log = self.run.record.live.as_mut();
        log.map_or_else(Vec::new, |log| std::mem::take(&mut log.events))
    }

    /// Returns the time at which something can happen next without further packets; `None` if nothing can before the end of
    /// the run. It may be the present: an arrival of a packet that was injected now is still to come.
    pub fn next_at(&mut self) -> Option<Time> {
        self.run.next_at()
    }
}

impl Run {
    /// Returns the number of a live flow.
    fn number_of(
        &self,
        LiveFlow {
            group,
            index,
            direction,
        }: LiveFlow,
    ) -> Result<u32, InjectError> {
        let mut groups = self.population.groups.iter();
        let role = Some(Role { group, direction });
        // Of a removed group only the id is gone.
        let Some(state) = groups.find(|state| state.live == role && !state.id.is_empty()) else {
            let groups = self.population.live.len();
            return Err(InjectError::NoGroup { group, groups });
        };
        let number = state.flows.get(index as usize).copied();
        let flows = state.flows.len();
        number.ok_or(InjectError::NoFlow { index, flows })
    }

    fn observe_senders(&mut self, group: usize, senders: &[LiveSender]) {
        let role = Role {
            group,
            direction: Direction::Forward,
        };
        let groups = &mut self.population.groups;
        let Some(state) = groups.iter_mut().find(|it| it.live == Some(role)) else {
            return;
        };
        state
            .windows
            .set(senders.iter().map(|it| it.cwnd_packets).sum());
        state.sending = u32::try_from(senders.len()).unwrap_or(u32::MAX);
        for round_trip in senders.iter().filter_map(|it| it.round_trip) {
            let sums = &mut state.round_trip_sums;
            sums.record(self.scheduler.now, false, round_trip);
        }
    }

    fn next_at(&mut self) -> Option<Time> {
        let nodes = self.network.nodes.iter().map(Node::next_at);
        let events = [
            self.scheduler.calendar.next_time(),
            self.document.next_boundary(),
        ];
        let next = nodes.chain(events).min();
        next.filter(|next| *next <= self.document.end)
    }

    fn inject(&mut self, flow: LiveFlow, packet: &LivePacket) -> Result<(), InjectError> {
        let number = self.number_of(flow)?;
        let bytes = u16::try_from(packet.bytes).unwrap_or(0);
        if bytes == 0 {
            let bytes = packet.bytes;
            return Err(InjectError::Size { bytes });
        }
        let (now, end) = (self.scheduler.now, self.document.end);
        if packet.at.max(now) > end {
            return Err(InjectError::Ended { end });
        }
        let under_way = self.network.occupied() + self.scheduler.on_the_way();
        if let Some(log) = &self.record.live
            && under_way + log.events.len() >= log.most
        {
            let most = log.most;
            return Err(InjectError::Full { most });
        }
        let Member { flow, group, .. } = self.population.member(number);
        let FlowKind::Open(open) = &mut flow.kind else {
            return Ok(());
        };
        let sent = open.sends_from_outside(packet.at, now);
        let simulated = packet.simulated(number, bytes, sent, group.route.first());
        let takes = group.wires.access.transmission_time(bytes);
        let entered = if flow.links.has_limit() {
            flow.links.enter(sent, bytes, takes)
        } else {
            Ok(flow.links.pass(sent, takes))
        };
        match entered {
            Ok((arrives, ahead)) => {
                match packet.class {
                    Class::Ack => flow.counters.acks_sent += 1,
                    Class::Tcp | Class::Udp => flow.counters.sent += 1,
                }
                let event = Event::Arrives(simulated);
                let calendar = &mut self.scheduler.calendar;
                calendar.push(arrives, Rank::behind(ahead), sent, event);
            }
            Err(reason) => {
                // It counts as data of whatever class.
                flow.counters.sent += 1;
                flow.drops.access += 1;
                group.access_dropped += 1;
                let flow = flow.live();
                self.record.live_dropped(sent, flow, packet.tag, reason);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use crate::sim::Options;
    use crate::sim::live::Ecn;
    use serde_json::json;

    /// Packets that are delivered, dropped at the access link or still under way: none takes memory beyond the limit.
    #[test]
    fn packets_and_events_that_are_not_taken_have_a_limit() {
        let scenario = Scenario::from_value(json!({
            "bottlenecks": [{ "id": "r0", "rate_bps": 1e6, "delay_s": 0.01,
                "queue": { "kind": "drop_tail", "limit_packets": 5 } }],
            "groups": [{ "id": "g", "access": { "rate_bps": 1e9, "limit_packets": 20 }, "traffic": "tcp" }],
        }));
        let options = Options {
            live: vec!["g".to_owned()],
            ..Options::default()
        };
        let mut run = Simulation::with_options(&scenario.expect("a scenario"), options);
        // The starts of the flows are no longer to come.
        run.advance(Time::ZERO).expect("few packets");
        let most = 50;
        run.run.record.live.as_mut().expect("a live run").most = most;
        let flow = LiveFlow {
            group: 0,
            index: 0,
            direction: Direction::Forward,
        };
        let packet = |tag| LivePacket {
            at: Time::ZERO,
            bytes: 1000,
            class: Class::Udp,
            ecn: Ecn::NotEct,
            tag,
        };
        for tag in 0..most as u32 {
            run.inject(flow, packet(tag)).expect("room for 50");
        }
        let full = Err(InjectError::Full { most });
        assert_eq!(run.inject(flow, packet(50)), full);
        run.advance(Time::from_s(1.0)).expect("few packets");
        assert_eq!(run.inject(flow, packet(50)), full, "events are not taken");
        assert_eq!(run.take_events().len(), most);
        assert_eq!(run.inject(flow, packet(50)), Ok(()));
        assert_eq!(run.check_conservation().fault(), None);
    }
}
