//! A port as small as can be, for the tests of gates: one queue without a limit, one gate, one link.

use std::collections::VecDeque;

use super::{Pacer, State, Surroundings};
use crate::packet::Backlog;
use crate::time::{Span, Time};

/// A port: arrivals come in order of time, and before departures at the same instant.
pub(super) struct Port {
    gate: State,
    rate_bps: f64,
    waiting: VecDeque<(Time, u16)>,
    backlog: Backlog,
    free_at: Time,
    /// Every packet that has left, in order.
    pub(super) sent: Vec<Sent>,
}

/// A packet that has left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sent {
    /// When it came.
    pub(super) since: Time,
    /// When its first bit left.
    pub(super) at: Time,
    /// When its last bit left.
    pub(super) ends: Time,
}

impl Sent {
    /// How long it waited.
    pub(super) fn waited(&self) -> Span {
        self.at.since(self.since)
    }
}

impl Port {
    pub(super) fn new(pacer: &Pacer, rate_bps: f64) -> Port {
        let around = Surroundings {
            rate_bps,
            now: Time::ZERO,
            waiting: Backlog::default(),
        };
        Port {
            gate: pacer.start(&around),
            rate_bps,
            waiting: VecDeque::new(),
            backlog: Backlog::default(),
            free_at: Time::ZERO,
            sent: Vec::new(),
        }
    }

    pub(super) fn reconfigure(&mut self, now: Time, pacer: &Pacer) {
        let around = Surroundings {
            rate_bps: self.rate_bps,
            now,
            waiting: self.backlog,
        };
        self.gate.reconfigure(pacer, &around);
        self.send_until(now, now);
    }

    pub(super) fn arrive(&mut self, now: Time, bytes: u16) {
        self.send_before(now);
        self.waiting.push_back((now, bytes));
        self.backlog.packets += 1;
        self.backlog.bytes += u64::from(bytes);
        self.gate.on_arrival(now, self.backlog);
        self.send_until(now, now);
    }

    /// Sends what leaves up to `end`.
    pub(super) fn run_until(&mut self, end: Time) {
        self.send_until(Time::ZERO, end);
    }

    fn send_before(&mut self, end: Time) {
        if end > Time::ZERO {
            self.send_until(Time::ZERO, Time(end.0 - 1));
        }
    }

    /// Sends what leaves up to `end`; nothing leaves before `now`.
    fn send_until(&mut self, now: Time, end: Time) {
        let mut now = now;
        while let Some(&(since, bytes)) = self.waiting.front() {
            let may = self.gate.next_at(now, self.backlog, bytes);
            let at = may.max(self.free_at).max(since).max(now);
            if at > end {
                return;
            }
            self.waiting.pop_front();
            self.backlog.packets -= 1;
            self.backlog.bytes -= u64::from(bytes);
            self.gate.on_sent(at, bytes, self.backlog);
            self.free_at = at + Span::of_transmission(u32::from(bytes), Some(self.rate_bps));
            let ends = self.free_at;
            self.sent.push(Sent { since, at, ends });
            now = at;
        }
    }
}
