//! Means for tests and lessons: packets dropped on purpose, and a flow's sender followed step by step.
//!
//! What a loss does is best seen when exactly that loss happens. A run can be told to drop the k-th
//! sending of given segments at the first link with a queue, as if it had been full, and to write down
//! all that a sender hears and does. Neither is part of a scenario.

use super::packet::{Class, Packet};
use crate::tcp::notes::AckNote;
use crate::tcp::sender::{Phase, Segment, Sender};
use crate::time::Time;

/// A segment to drop when it reaches the first link with a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drop {
    /// Number of its flow.
    pub flow: u32,
    /// Its sequence number.
    pub number: u32,
    /// Which of its sendings to drop, the first being 1.
    pub occurrence: u32,
}

/// The drops that a run has still to make.
#[derive(Clone, Debug, Default)]
pub(super) struct Drops(Vec<(Drop, u32)>);

/// One thing that a sender heard, and what it did.
#[derive(Clone, Debug)]
pub struct Step {
    /// When.
    pub at: Time,
    /// What it heard.
    pub heard: Heard,
    /// What it sent, in order.
    pub sent: Vec<Segment>,
    /// Congestion window afterwards, packets.
    pub cwnd: f64,
    /// Slow-start threshold afterwards, packets.
    pub ssthresh: f64,
    /// Where it stood afterwards.
    pub phase: Phase,
    /// Segments in flight afterwards, as far as it knew.
    pub in_flight: u32,
}

/// What a sender hears, while it does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Input<'a> {
    Go,
    Ack(u32),
    Annotated(u32, &'a AckNote),
    Timer,
}

/// What a sender heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// The flow begins, the scenario was changed, or a paced segment may leave.
    Go,
    /// An acknowledgement.
    Ack {
        /// Everything before this has been received.
        number: u32,
        /// What it says beyond that.
        note: AckNote,
    },
    /// Its timer.
    Timer,
}

/// The steps of one flow's sender.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    flow: u32,
    pub(super) steps: Vec<Step>,
    /// Sent since the last step.
    sent: Vec<Segment>,
}

impl Drops {
    pub(super) fn new(drops: &[Drop]) -> Drops {
        Drops(drops.iter().map(|&drop| (drop, 0)).collect())
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A packet reaches a link: whether it is to be dropped there.
    #[cold]
    pub(super) fn hit(&mut self, packet: &Packet) -> bool {
        if packet.class != Class::Tcp || packet.hop > 0 {
            return false;
        }
        let mut hit = false;
        for (drop, seen) in &mut self.0 {
            if (drop.flow, drop.number) == (packet.flow, packet.number) {
                *seen += 1;
                hit |= *seen == drop.occurrence;
            }
        }
        hit
    }
}

impl Trace {
    pub(super) fn of(flow: u32) -> Trace {
        Trace {
            flow,
            steps: Vec::new(),
            sent: Vec::new(),
        }
    }

    /// A segment leaves.
    #[cold]
    pub(super) fn sent(&mut self, flow: u32, segment: Segment) {
        if flow == self.flow {
            self.sent.push(segment);
        }
    }

    /// Writes a step down.
    #[cold]
    pub(super) fn step(&mut self, at: Time, flow: u32, input: Input<'_>, sender: &Sender) {
        if flow != self.flow {
            return;
        }
        let heard = match input {
            Input::Go => Heard::Go,
            Input::Timer => Heard::Timer,
            Input::Ack(number) => Heard::Ack {
                number,
                note: AckNote::NONE,
            },
            Input::Annotated(number, &note) => Heard::Ack { number, note },
        };
        self.steps.push(Step {
            at,
            heard,
            sent: std::mem::take(&mut self.sent),
            cwnd: sender.window().cwnd,
            ssthresh: sender.window().ssthresh,
            phase: sender.phase(),
            in_flight: sender.in_flight(),
        });
    }
}
