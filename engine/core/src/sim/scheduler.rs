//! Clock and calendar of a run: the current time, and the events to come.
//!
//! Equal times have an order: rank, time of sending, flow ([`Calendar`]). Most events are decided at the current
//! time and have the first rank; [`schedule`](Scheduler::schedule) says so once.

use super::ahead::Ahead;
use super::calendar::{Calendar, Packed, Rank};
use super::coming::Coming;
use super::event::Event;
use crate::apps::Next;
use crate::packet::Packet;
use crate::scenario::limits;
use crate::time::Time;

/// Current time and pending events of a run.
#[derive(Clone, Debug)]
pub struct Scheduler {
    /// Current simulated time of the run.
    pub now: Time,
    /// Events that are scheduled and have not been run.
    pub calendar: Calendar<Event>,
    /// Acknowledgments on their way to senders. The first of each flow has an event too.
    pub coming: Coming,
    /// Number of events of the first acknowledgments of flows.
    pub ack_events: usize,
    /// Number of events taken from the calendar, and of services that could not be deferred.
    pub events: u64,
    /// Number of timer events whose timer had been set again meanwhile.
    pub obsolete: u64,
    /// Packets dropped by access links since the last event: work without an event.
    pub refused: usize,
    /// Senders that run ahead of the clock.
    pub ahead: Ahead,
}

impl Scheduler {
    /// Creates a scheduler at time 0 for about this number of events per second.
    #[must_use]
    pub fn new(events_per_s: f64) -> Scheduler {
        Scheduler {
            now: Time::ZERO,
            calendar: Calendar::tuned_for(events_per_s, 0.3),
            coming: Coming::default(),
            ack_events: 0,
            events: 0,
            obsolete: 0,
            refused: 0,
            ahead: Ahead::default(),
        }
    }

    /// Schedules an event that is decided now.
    #[inline(always)]
    pub fn schedule(&mut self, at: Time, event: Event) {
        self.calendar.push(at, Rank::FIRST, self.now, event);
    }

    /// Schedules the timer of a sender.
    #[inline(always)]
    pub fn set_timer(&mut self, at: Time, event: Event) {
        self.calendar.push(at, Rank::TIMER, self.now, event);
    }

    /// Schedules the arrival at `at` of a packet sent at `sent`.
    #[inline(always)]
    pub fn send(&mut self, packet: Packet, sent: Time, at: Time, rank: Rank) {
        self.calendar.push(at, rank, sent, Event::Arrives(packet));
    }

    /// Schedules the next start of a flow, as its session requests. A flow that waits for an arrival is available
    /// from now on.
    pub fn start_next(&mut self, flow: u32, next: Next) {
        match next {
            Next::Send(order) => self.schedule(order.at, Event::Starts(flow)),
            Next::AwaitArrival | Next::AwaitTeam => self.schedule(self.now, Event::Starts(flow)),
            Next::AwaitPartner | Next::Done => {}
        }
    }

    /// Returns whether a sender may run ahead of the clock up to `at`.
    #[inline]
    #[must_use]
    pub fn may_run_ahead(&self, at: Time) -> bool {
        self.ahead.may_reach(at, self.now)
    }

    /// Runs the reaction of a sender ahead of the clock, as of `at`.
    #[inline(always)]
    pub fn run_ahead(&mut self, at: Time, react: impl FnOnce(&mut Scheduler)) {
        let now = std::mem::replace(&mut self.now, at);
        self.ahead.reactions += 1;
        react(self);
        self.ahead.reached = self.ahead.reached.max(at);
        self.now = now;
    }

    /// Returns whether no sender is ahead of the clock.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.now >= self.ahead.reached
    }

    /// Takes the next event before `horizon`, and sets the current time to its time.
    #[inline(always)]
    pub fn next_before(&mut self, horizon: Time) -> Option<Packed> {
        let (at, event) = self.calendar.pop_packed_before(horizon)?;
        debug_assert!(at >= self.now, "time goes back to {} s", at.s());
        self.events += 1;
        self.now = at;
        Some(event)
    }

    /// Returns the number of pending events, and of acknowledgments that wait for others of their flow.
    #[inline]
    #[must_use]
    pub fn on_the_way(&self) -> usize {
        self.calendar.len() + self.coming.count() - self.ack_events
    }

    /// Returns the number of packets that may still be scheduled: one more than the limit ends the run.
    #[inline]
    #[must_use]
    pub fn room(&self) -> usize {
        (limits::PACKETS + 1).saturating_sub(self.on_the_way())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_follows_the_events_and_a_timer_precedes_what_happens_at_the_same_time() {
        let mut scheduler = Scheduler::new(1000.0);
        let (soon, late) = (Time::from_s(0.5), Time::from_s(2.0));
        scheduler.schedule(late, Event::Stops(1));
        scheduler.schedule(soon, Event::Starts(1));
        scheduler.set_timer(soon, Event::RetransmissionTimer(1));
        let mut events = Vec::new();
        while let Some(event) = scheduler.next_before(Time::from_s(2.0)) {
            events.push((
                scheduler.now,
                <Event as crate::sim::calendar::Event>::unpack(event),
            ));
        }
        assert_eq!(
            events,
            [
                (soon, Event::RetransmissionTimer(1)),
                (soon, Event::Starts(1))
            ]
        );
        assert_eq!((scheduler.events, scheduler.calendar.len()), (2, 1));
    }
}
