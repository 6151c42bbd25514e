//! Record of a run: its digest, marks of senders, and a trace of one sender. Nothing that happens depends on it.

use super::capture;
use super::live::{self, Ecn, LiveEvent, LiveFlow};
use super::marks::{Mark, MarkKind, Marks};
use super::script::Trace;
use crate::packet::{Class, Packet};
use crate::queue::Reason;
use crate::rng::{FNV_OFFSET, fnv1a};
use crate::time::Time;

/// Digest, marks and trace of a run.
#[derive(Clone, Debug)]
pub struct Record {
    digest: u64,
    /// Latest marks of senders.
    pub marks: Marks,
    /// Whether a sender reacts [ahead](super::ahead) of the clock at this moment.
    pub is_ahead: bool,
    /// Steps of a traced sender.
    pub(super) trace: Option<Box<Trace>>,
    /// Events of live packets, if the run has live groups.
    pub(super) live: Option<Box<live::Log>>,
    /// Captured packets, if the run captures any.
    pub(super) capture: Option<Box<capture::Log>>,
}

impl Record {
    /// Creates an empty record of a run with this seed, which traces the sender of a flow on request.
    #[must_use]
    pub fn new(seed: u64, traced: Option<u32>) -> Record {
        Record {
            digest: fnv1a(FNV_OFFSET, &seed.to_le_bytes()),
            marks: Marks::default(),
            is_ahead: false,
            live: None,
            capture: None,
            trace: traced.map(|flow| Box::new(Trace::of(flow))),
        }
    }

    /// Returns the digest of all packets folded so far.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// Adds the admission or drop of a packet at a node to the digest.
    #[inline]
    pub fn fold(&mut self, now: Time, packet: &Packet, admitted: bool) {
        let what = u64::from(packet.flow()) << 34
            | u64::from(packet.number) << 2
            | u64::from(admitted) << 1
            | u64::from(packet.class() == Class::Ack);
        // Two rounds of multiply and rotate; only equality matters.
        let mixed = (self.digest ^ now.0)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29);
        self.digest = (mixed ^ what)
            .wrapping_mul(0xbf58_476d_1ce4_e5b9)
            .rotate_left(31);
    }

    /// Adds the delivery of a live packet at `at`.
    pub(super) fn live_delivered(&mut self, at: Time, flow: Option<LiveFlow>, packet: &Packet) {
        let (tag, ecn) = (packet.number, Ecn::of_packet(packet));
        self.log(flow.map(|flow| LiveEvent::Delivered { flow, tag, at, ecn }));
    }

    /// Adds the drop of a live packet at `at`.
    pub(super) fn live_dropped(
        &mut self,
        at: Time,
        flow: Option<LiveFlow>,
        tag: u32,
        reason: Reason,
    ) {
        self.log(flow.map(|flow| LiveEvent::Dropped {
            flow,
            tag,
            at,
            reason,
        }));
    }

    /// Adds the copy of a live packet that a line makes at `at`.
    pub(super) fn live_copied(&mut self, at: Time, flow: Option<LiveFlow>, tag: u32) {
        self.log(flow.map(|flow| LiveEvent::Copied { flow, tag, at }));
    }

    /// Adds an event of a live packet; nothing of a packet that is not live.
    #[cold]
    fn log(&mut self, event: Option<LiveEvent>) {
        if let Some(log) = &mut self.live {
            log.events.extend(event);
        }
    }

    /// Adds a mark of a sender with its congestion window, packets.
    pub fn mark(&mut self, at: Time, kind: MarkKind, flow: u32, window: f64) {
        let mark = Mark {
            at,
            kind,
            flow,
            window,
        };
        if self.is_ahead {
            self.marks.push_ahead(mark);
        } else {
            self.marks.push(mark);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packet(number: u32) -> Packet {
        Packet::new(Class::Tcp, 1, number, 1000, 0)
    }

    #[test]
    fn the_digest_depends_on_seed_packet_time_order_and_fate() {
        let digest = |seed, folded: &[(u64, u32, bool)]| {
            let mut record = Record::new(seed, None);
            for &(now, number, admitted) in folded {
                record.fold(Time(now), &packet(number), admitted);
            }
            record.digest()
        };
        let all = [
            digest(1, &[]),
            digest(2, &[]),
            digest(1, &[(5, 0, true), (6, 1, true)]),
            digest(1, &[(5, 0, true), (6, 2, true)]),
            digest(1, &[(5, 0, true), (7, 1, true)]),
            digest(1, &[(5, 0, true), (6, 1, false)]),
            digest(1, &[(6, 1, true), (5, 0, true)]),
        ];
        let distinct: std::collections::BTreeSet<u64> = all.into_iter().collect();
        assert_eq!(distinct.len(), all.len());
    }
}
