//! What steps tell, counted.

use bufferlab_core::Lab;
use bufferlab_core::sim::trace_event::{FlowAction, LinkAction, TraceEventKind};

/// What happened in a run, as its steps told, or as its counters have it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counted {
    /// By link: packets that reached it, were dropped and left.
    pub links: Vec<(u64, u64, u64)>,
    /// Acknowledgments that reached their senders, of whatever connection.
    pub acks: u64,
    /// Retransmission timers that ran out.
    pub timeouts: u64,
    /// Packets that found no room on their flows' own links.
    pub refused: u64,
    /// Segments sent by TCP, and how many of them again.
    pub segments: (u64, u64),
    /// Edits.
    pub edits: u64,
}

/// Steps through a run, at most so many steps; the times told never decrease and are those of the run.
pub fn step_through(lab: &mut Lab, most: u64) -> Counted {
    let mut counted = Counted {
        links: vec![(0, 0, 0); lab.observed().links.len()],
        ..Counted::default()
    };
    for _ in 0..most {
        let before = lab.events();
        let events = lab.step_event().expect("few packets");
        if events.is_empty() {
            // For example, a hundred million arrivals per second that find no free connection.
            let long = lab.events() - before > 900_000;
            assert!(
                long || lab.now() >= lab.end(),
                "a step that tells nothing is the last, or has gone through a million events"
            );
            break;
        }
        for event in events {
            assert!((event.at_s - lab.now().s()).abs() < 1e-12, "{event:?}");
            counted.take(&event.kind);
        }
    }
    counted
}

/// The same out of a run's counters.
pub fn counters(lab: &mut Lab) -> Counted {
    let edits = lab.edits_made() as u64;
    let observed = lab.observed();
    let of_link = |link: &bufferlab_core::net::node::Node| {
        let counters = &link.counters();
        (
            counters.arrived.total(),
            counters.dropped.total(),
            counters.departed.total(),
        )
    };
    let mut counted = Counted {
        links: observed.links.iter().map(of_link).collect(),
        edits,
        ..Counted::default()
    };
    for flow in observed.flows {
        let totals = flow.totals();
        counted.acks += totals.packets.acks_arrived;
        counted.timeouts += totals.sender.timeouts;
        counted.refused += totals.drops.access;
        if flow.tcp().is_some() {
            counted.segments.0 += totals.packets.sent;
            counted.segments.1 += totals.sender.retransmissions;
        }
    }
    counted
}

impl Counted {
    fn take(&mut self, kind: &TraceEventKind) {
        let sender = match kind {
            TraceEventKind::AtLink {
                link,
                action,
                packet,
                ..
            } => {
                assert!(["tcp", "ack", "udp"].contains(&packet.class));
                let (arrived, dropped, departed) = &mut self.links[usize::from(*link)];
                *arrived += u64::from(matches!(
                    action,
                    LinkAction::Waits | LinkAction::Begins | LinkAction::Dropped
                ));
                *dropped += u64::from(matches!(
                    action,
                    LinkAction::Dropped | LinkAction::DroppedInside
                ));
                *departed += u64::from(*action == LinkAction::Leaves);
                None
            }
            TraceEventKind::OfFlow {
                action,
                number,
                sender,
                ..
            } => {
                self.acks += u64::from(*action == FlowAction::Acked);
                self.timeouts += u64::from(*action == FlowAction::TimedOut);
                self.refused += if *action == FlowAction::AccessDropped {
                    *number
                } else {
                    0
                };
                sender.as_ref()
            }
            TraceEventKind::Edited { .. } => {
                self.edits += 1;
                None
            }
            TraceEventKind::Measuring => None,
        };
        if let Some(sent) = sender.and_then(|sender| sender.sent.as_ref()) {
            assert!(sent.first <= sent.last && sent.again <= sent.segments);
            self.segments.0 += u64::from(sent.segments);
            self.segments.1 += u64::from(sent.again);
        }
    }
}
