//! Means for tests and lessons: packets dropped, marked or held up on purpose, and a flow's sender followed step by step.
//!
//! What a loss does is best seen when exactly that loss happens. A run can be told to drop the k-th
//! sending of given segments at the first link with a queue, as if it had been full, to mark it or to hold
//! it up, and to write down all that a sender hears and does. Neither is part of a scenario.

use crate::packet::{Class, Packet};
use crate::tcp::notes::AckNote;
use crate::tcp::numbers::on_wire;
use crate::tcp::sender::{Phase, Segment, Sender};
use crate::time::{Span, Time};

/// What is to happen to a segment when it reaches the first link with a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mishap {
    /// Number of its flow.
    pub flow: u32,
    /// Its sequence number.
    pub number: u64,
    /// Which of its arrivals is meant, the first being 1. One that was held up arrives again.
    pub occurrence: u32,
    /// What happens to it.
    pub fate: Fate,
}

/// What can happen to a segment on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is dropped.
    Dropped,
    /// It is marked, if it may be.
    Marked,
    /// It arrives so much later, behind others that were sent after it.
    Late(Span),
}

/// The mishaps of a run, and how often each segment has arrived.
#[derive(Clone, Debug, Default)]
pub(super) struct Mishaps(Vec<(Mishap, u32)>);

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
    Ack(u64),
    Annotated(u64, &'a AckNote),
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
        number: u64,
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

impl Mishaps {
    pub(super) fn new(mishaps: &[Mishap]) -> Mishaps {
        Mishaps(mishaps.iter().map(|&mishap| (mishap, 0)).collect())
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A packet reaches a link: what is to happen to it there.
    pub(super) fn befall(&mut self, packet: &Packet, is_first_node: bool) -> Option<Fate> {
        if packet.class != Class::Tcp || !is_first_node {
            return None;
        }
        let mut fate = None;
        for (mishap, seen) in &mut self.0 {
            if (mishap.flow, on_wire(mishap.number)) == (packet.flow, packet.number) {
                *seen += 1;
                if *seen == mishap.occurrence {
                    fate = Some(mishap.fate);
                }
            }
        }
        fate
    }
}

impl Heard {
    /// What an acknowledgement says beyond its number.
    #[must_use]
    pub fn note(&self) -> Option<&AckNote> {
        match self {
            Heard::Ack { note, .. } => Some(note),
            Heard::Go | Heard::Timer => None,
        }
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

    /// Takes in what was written down meanwhile, if it is about the same flow.
    pub(super) fn take_in(&mut self, meanwhile: &Trace) {
        if meanwhile.flow == self.flow {
            self.steps.extend_from_slice(&meanwhile.steps);
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
