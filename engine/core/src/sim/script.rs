//! Scripted faults and sender traces, for tests and lessons.
//!
//! A run can drop, mark or delay the k-th transmission of given segments at the first link with a queue, and record
//! all inputs and outputs of one sender. Neither is part of a scenario.

use crate::packet::{Class, Packet};
use crate::tcp::notes::AckNote;
use crate::tcp::numbers::on_wire;
use crate::tcp::sender::{Phase, Segment, Sender};
use crate::time::{Span, Time};

/// Fault injected for one segment at the first link with a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScriptedFault {
    /// Number of the flow.
    pub flow: u32,
    /// Sequence number of the segment.
    pub number: u64,
    /// Number of the arrival, from 1. A delayed segment arrives again.
    pub occurrence: u32,
    /// Action on the segment.
    pub action: FaultAction,
}

/// Action of a scripted fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultAction {
    /// The segment is dropped.
    Dropped,
    /// The segment is marked, if it permits marks.
    Marked,
    /// The segment is delayed by this time, and segments sent later overtake it.
    Late(Span),
}

/// Scripted faults of a run, with the number of arrivals of each segment.
#[derive(Clone, Debug, Default)]
pub(super) struct ScriptedFaults(Vec<(ScriptedFault, u32)>);

/// One input of a sender and its reaction.
#[derive(Clone, Debug)]
pub struct Step {
    /// Time of the input.
    pub at: Time,
    /// Input of the sender.
    pub heard: Heard,
    /// Segments sent in reaction, in order.
    pub sent: Vec<Segment>,
    /// Congestion window afterwards, packets.
    pub cwnd: f64,
    /// Slow start threshold afterwards, packets.
    pub ssthresh: f64,
    /// Phase of the sender afterwards.
    pub phase: Phase,
    /// Segments in flight afterwards, as the sender estimates them.
    pub in_flight: u32,
}

/// Input of a sender, with a borrowed note.
#[derive(Clone, Copy, Debug)]
pub(super) enum Input<'a> {
    Go,
    Ack(u64),
    Annotated(u64, &'a AckNote),
    Timer,
}

/// Recorded input of a sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Permission to send: the flow starts, the scenario has changed, or a paced segment may leave.
    Go,
    /// Arrival of an acknowledgment.
    Ack {
        /// Acknowledgment number: everything before it has been received.
        number: u64,
        /// Further content: SACK blocks, ECN and timestamps.
        note: AckNote,
    },
    /// Expiry of the timer.
    Timer,
}

/// Recorded steps of the sender of one flow.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    flow: u32,
    pub(super) steps: Vec<Step>,
    /// Segments sent since the last step.
    sent: Vec<Segment>,
}

impl ScriptedFaults {
    pub(super) fn new(scripted_faults: &[ScriptedFault]) -> ScriptedFaults {
        ScriptedFaults(scripted_faults.iter().map(|&fault| (fault, 0)).collect())
    }

    /// Returns the action on a packet that reaches a link, if a fault is scripted.
    pub(super) fn inject(&mut self, packet: &Packet, is_first_node: bool) -> Option<FaultAction> {
        if packet.class() != Class::Tcp || !is_first_node {
            return None;
        }
        let mut action = None;
        for (fault, seen) in &mut self.0 {
            if (fault.flow, on_wire(fault.number)) == (packet.flow(), packet.number) {
                *seen += 1;
                if *seen == fault.occurrence {
                    action = Some(fault.action);
                }
            }
        }
        action
    }
}

impl Heard {
    /// Returns the note of an acknowledgment.
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

    /// Appends the steps of another trace, if it is about the same flow.
    pub(super) fn take_in(&mut self, meanwhile: &Trace) {
        if meanwhile.flow == self.flow {
            self.steps.extend_from_slice(&meanwhile.steps);
        }
    }

    /// Records a sent segment.
    #[cold]
    pub(super) fn sent(&mut self, flow: u32, segment: Segment) {
        if flow == self.flow {
            self.sent.push(segment);
        }
    }

    /// Records an input and its reaction.
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
