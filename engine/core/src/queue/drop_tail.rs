//! Drop-tail: packets are sent in order of arrival, and a packet that does not fit is dropped.
//!
//! The meaning of "fits" differs between simulators and changes the loss of small packets in small buffers by
//! orders of magnitude, so it is a parameter:
//!
//! - A limit of B *packets* counts the waiting packets (device queue of ns-3; B = `limit_ - 1` of ns-2) or, with
//!   `counts_in_service`, all packets in the system (`limit_` of ns-2; K of M/D/1/K).
//! - A limit of B *bytes* admits a packet that fits completely, or one that ends strictly below the limit (ns-2,
//!   `DropTail::enque`), or any packet while one byte is free.

use super::limit::{self, Limit};
use super::{Arrival, Backlog, Discipline, Reason, Surroundings, Verdict};
use crate::spec::parameters::{choices, integer, parameters};

parameters! {
    /// Sends packets in order of arrival. Drops an arriving packet only if the buffer has no room for it.
    #[section("queue.drop_tail", "Drop-tail",
        source: "ns-2.35 DropTail::enque; vishwanath-2011 Section II", check: limit::exactly_one)]
    pub struct Params {
        #[serde(flatten)]
        limit: Limit,

        /// Off: the limit counts only waiting packets. On: it also counts the packet in transmission, so Poisson
        /// traffic gives the queue M/D/1/K with K equal to the limit.
        counts_in_service: bool = false, "Count the packet in transmission",
            [live, advanced, source: "ns-2.35 DropTail::enque"],

        /// Test of an arriving packet if the limit is in bytes. It matters for buffers of a few packets.
        byte_test: ByteTest = Text("fits"), "Admission test", None, ByteTest::KIND,
            [live, advanced, source: "ns-2.35 DropTail::enque"],

        /// Queue length from which arriving packets of flows with ECN are marked. For DCTCP it should be about 1/7 of
        /// the bandwidth–delay product.
        ecn_threshold_packets: Option<u32> = None, "Marking threshold, packets", Packets,
            integer(0..=10_000_000).log().or_null("no marking"),
            [live, advanced, source: "RFC 8257 Section 3.1 (K); RFC 3168 Section 5"],
    }
}

/// State of a drop-tail queue.
#[derive(Clone, Debug)]
pub struct DropTail {
    params: Params,
}

choices! {
    /// Admission test for a limit in bytes.
    pub enum ByteTest {
        /// The queue with the packet must not exceed the limit.
        Fits = "fits", "complete packet",
        /// The queue with the packet must stay below the limit, as in ns-2.
        FitsStrictly = "fits_strictly", "complete packet, strict",
        /// The queue without the packet must be below the limit. The last packet may exceed it.
        FitsOneByte = "any_room", "any free space",
    }
}

impl Discipline for DropTail {
    type Params = Params;

    const DROPS_WHEN_FULL_ONLY: bool = true;

    fn may_mark(params: &Params) -> bool {
        params.ecn_threshold_packets.is_some()
    }

    fn new(params: &Params, _around: &Surroundings) -> DropTail {
        DropTail {
            params: params.clone(),
        }
    }

    fn reconfigure(&mut self, params: &Params, _around: &Surroundings) {
        self.params.clone_from(params);
    }

    #[inline]
    fn on_arrival(&mut self, arrival: &Arrival) -> Verdict {
        let Arrival {
            packet,
            waiting,
            in_service,
            ..
        } = *arrival;
        if !self.params.admits(waiting, in_service, packet.bytes) {
            Verdict::Drop(Reason::Tail)
        } else if self.params.marks(waiting) && packet.header().is_ecn_capable() {
            Verdict::Mark
        } else {
            Verdict::Enqueue
        }
    }
}

impl Params {
    /// Returns whether a packet of `bytes` may enter behind the backlog `waiting`, while `in_service` bytes are in
    /// transmission.
    #[must_use]
    #[inline]
    pub fn admits(&self, waiting: Backlog, in_service: Option<u16>, bytes: u16) -> bool {
        // A link with nothing there takes any packet, unless that packet alone exceeds a limit in bytes
        // that counts it.
        if in_service.is_none() && waiting.packets == 0 {
            return match self.limit.bytes {
                Some(limit) if self.counts_in_service => self.fits(0, bytes, limit),
                _ => true,
            };
        }
        let counted = in_service.filter(|_| self.counts_in_service);
        if let Some(limit) = self.limit.packets {
            return waiting.packets + u32::from(counted.is_some()) < limit;
        }
        if let Some(limit) = self.limit.bytes {
            return self.fits(
                waiting.bytes + u64::from(counted.unwrap_or(0)),
                bytes,
                limit,
            );
        }
        true
    }

    /// Returns whether a packet that arrives at the backlog `waiting` is marked, if its flow uses ECN.
    #[must_use]
    #[inline]
    pub fn marks(&self, waiting: Backlog) -> bool {
        self.ecn_threshold_packets
            .is_some_and(|threshold| waiting.packets >= threshold)
    }

    fn fits(&self, backlog: u64, bytes: u16, limit: u64) -> bool {
        match self.byte_test {
            ByteTest::Fits => backlog + u64::from(bytes) <= limit,
            ByteTest::FitsStrictly => backlog + u64::from(bytes) < limit,
            ByteTest::FitsOneByte => backlog < limit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::testing::{packet, surroundings};
    use crate::time::Time;

    fn in_bytes(limit: u64, byte_test: ByteTest) -> Params {
        Params {
            limit: Limit::of_bytes(limit),
            counts_in_service: false,
            byte_test,
            ecn_threshold_packets: None,
        }
    }

    #[test]
    fn a_limit_in_packets_is_exact_with_and_without_the_packet_in_service() {
        for (counts_in_service, room) in [(false, 3), (true, 2)] {
            let queue = Params {
                limit: Limit::of_packets(3),
                counts_in_service,
                byte_test: ByteTest::Fits,
                ecn_threshold_packets: None,
            };
            let admits = |packets| queue.admits(Backlog { packets, bytes: 0 }, Some(1000), 1000);
            assert!(admits(room - 1));
            assert!(!admits(room));
        }
    }

    #[test]
    fn the_three_byte_tests_differ_exactly_at_the_limit() {
        let at = |bytes, test| {
            in_bytes(2000, test).admits(Backlog { packets: 1, bytes }, Some(1000), 1000)
        };
        assert!(at(1000, ByteTest::Fits) && !at(1001, ByteTest::Fits));
        assert!(at(999, ByteTest::FitsStrictly) && !at(1000, ByteTest::FitsStrictly));
        assert!(at(1999, ByteTest::FitsOneByte) && !at(2000, ByteTest::FitsOneByte));
    }

    #[test]
    fn marks_packets_with_ecn_from_the_threshold() {
        let verdict = |threshold, packets, ecn_capable| {
            let params = Params {
                ecn_threshold_packets: threshold,
                ..in_bytes(9000, ByteTest::Fits)
            };
            DropTail::new(&params, &surroundings()).on_arrival(&Arrival {
                now: Time::ZERO,
                packet: &packet(1000, ecn_capable),
                waiting: Backlog { packets, bytes: 0 },
                in_service: Some(1000),
            })
        };
        assert_eq!(verdict(Some(3), 2, true), Verdict::Enqueue);
        assert_eq!(verdict(Some(3), 3, true), Verdict::Mark);
        assert_eq!(verdict(Some(3), 4, true), Verdict::Mark);
        assert_eq!(verdict(Some(3), 4, false), Verdict::Enqueue);
        assert_eq!(verdict(None, 4, true), Verdict::Enqueue);
    }

    #[test]
    fn packet_held_by_a_gate_counts_in_the_limit() {
        let queue = Params {
            limit: Limit::of_packets(2),
            ..in_bytes(1, ByteTest::Fits)
        };
        let admits = |packets| queue.admits(Backlog { packets, bytes: 0 }, None, 1000);
        assert!(admits(1) && !admits(2));
    }

    #[test]
    fn idle_link_accepts_a_packet_larger_than_the_buffer() {
        assert!(in_bytes(1, ByteTest::Fits).admits(Backlog::default(), None, 1000));
    }
}
