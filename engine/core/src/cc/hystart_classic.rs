//! Classic HyStart: ends slow start when acknowledgments arrive in a long train, or when the round-trip time grows.
//!
//! Two signs end slow start at once, from a window of 16 packets on. In a train, each acknowledgment follows the one
//! before within 2 ms; a train longer than half of the shortest round trip means that a window fills the path. The shortest
//! of more than eight round trips of a round, if an eighth above the shortest of all (at least 4 ms, at most 16 ms), means
//! that a queue builds. [HyStart++](super::hystart) has only the second sign, and slows down before it ends slow start.
//!
//! Source: Linux 6, net/ipv4/tcp_cubic.c `hystart_update` and `cubictcp_acked`, with the constants of that file; Ha and
//! Rhee, "Taming the elephants: New TCP slow start", Computer Networks 55 (2011). As there, it is active again after a
//! timeout, since `cubictcp_state` resets it. Deviation: the allowance for trains of segments takes segments of 1,448 bytes.

use super::Acked;
use crate::time::{Span, Time};

/// Smallest window at which slow start may end: `hystart_low_window`.
const LOW_WINDOW: f64 = 16.0;
/// Largest gap between acknowledgments of a train: `hystart_ack_delta_us`.
const ACK_DELTA: Span = Span(2_000_000_000);
/// Round trips of a round before the first that is judged: `HYSTART_MIN_SAMPLES`.
const MIN_SAMPLES: u32 = 8;
/// Smallest growth of the round-trip time that is a sign: `HYSTART_DELAY_MIN`.
const DELAY_MIN: Span = Span(4_000_000_000);
/// Largest growth that is needed: `HYSTART_DELAY_MAX`.
const DELAY_MAX: Span = Span(16_000_000_000);
/// Largest allowance for trains of segments in `hystart_ack_delay`.
const ACK_DELAY_MAX: Span = Span(1_000_000_000);
/// Packets of 1,448 bytes in four trains of 64 kB, at the two windows per round trip of slow start.
const ACK_DELAY_PACKETS: f64 = 4.0 * 65_536.0 / 1_448.0 / 2.0;

/// State of classic HyStart.
#[derive(Clone, Debug, Default)]
pub struct Classic {
    /// Shortest round trip of all (`delay_min`).
    shortest: Option<Span>,
    /// Shortest round trip of the round (`curr_rtt`).
    current: Option<Span>,
    /// Round trips of the round, up to [`MIN_SAMPLES`] (`sample_cnt`).
    samples: u32,
    /// The round ends when this packet is acknowledged (`end_seq`).
    round_end: u64,
    /// Time at which the round began (`round_start`).
    round_start: Time,
    /// Time of the last acknowledgment of the train (`last_ack`).
    last_ack: Time,
    /// Whether it has ended slow start.
    found: bool,
}

impl Classic {
    /// Handles an acknowledgment, at a window of `cwnd` packets in slow start or not. True if slow start ends now, before
    /// the window grows.
    pub fn on_ack(&mut self, acked: &Acked, cwnd: f64, in_slow_start: bool) -> bool {
        let Some(rtt) = acked.rtt else { return false };
        let shortest = self.shortest.map_or(rtt, |shortest| shortest.min(rtt));
        self.shortest = Some(shortest);
        if self.found || !in_slow_start || cwnd < LOW_WINDOW {
            return false;
        }
        if acked.unacked > self.round_end {
            self.begin_round(acked);
        }
        let is_long = self.is_long_train(acked, shortest, cwnd);
        self.found = self.is_slower(rtt, shortest) || is_long;
        self.found
    }

    fn begin_round(&mut self, acked: &Acked) {
        self.round_start = acked.now;
        self.last_ack = acked.now;
        self.round_end = acked.next;
        self.current = None;
        self.samples = 0;
    }

    /// `HYSTART_ACK_TRAIN`: acknowledgments have followed each other for half of the shortest round trip. Pacing may have
    /// spread them over half of it already; then it takes a whole one.
    fn is_long_train(&mut self, acked: &Acked, shortest: Span, cwnd: f64) -> bool {
        if acked.now.since(self.last_ack) > ACK_DELTA {
            return false;
        }
        self.last_ack = acked.now;
        let needed = shortest + ack_delay(acked.srtt.unwrap_or(shortest), cwnd);
        let needed = if acked.is_paced {
            needed
        } else {
            Span(needed.0 / 2)
        };
        acked.now.since(self.round_start) > needed
    }

    /// `HYSTART_DELAY`: the shortest round trip of the round is above the shortest of all.
    fn is_slower(&mut self, rtt: Span, shortest: Span) -> bool {
        let current = self.current.map_or(rtt, |current| current.min(rtt));
        self.current = Some(current);
        if self.samples < MIN_SAMPLES {
            self.samples += 1;
            return false;
        }
        let growth = Span(shortest.0 / 8).max(DELAY_MIN).min(DELAY_MAX);
        current > shortest + growth
    }
}

/// `hystart_ack_delay`: the time of four trains of 64 kB at the rate of slow start, at most 1 ms.
fn ack_delay(srtt: Span, cwnd: f64) -> Span {
    Span::from_s(srtt.s() * ACK_DELAY_PACKETS / cwnd).min(ACK_DELAY_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::testing::acked;

    /// An acknowledgment at `at_ms` of packet `unacked`, of a window of `window` packets, with this round trip.
    fn ack(at_ms: f64, unacked: u64, window: u64, rtt_ms: f64) -> Acked {
        Acked {
            unacked,
            next: unacked - 1 + window,
            rtt: Some(Span::from_s(rtt_ms / 1e3)),
            srtt: Some(Span::from_s(rtt_ms / 1e3)),
            ..acked(at_ms / 1e3)
        }
    }

    /// Number of the acknowledgment at which a round of `count` ends slow start, the first being 1. They come `gap_ms` apart
    /// from `from_ms` on.
    fn round(
        classic: &mut Classic,
        from_ms: f64,
        gap_ms: f64,
        rtt_ms: f64,
        cwnd: f64,
    ) -> Option<u64> {
        let first = classic.round_end + 1;
        (0..40).find_map(|i| {
            let ack = ack(from_ms + gap_ms * i as f64, first + i, 40, rtt_ms);
            classic.on_ack(&ack, cwnd, true).then_some(i + 1)
        })
    }

    #[test]
    fn a_train_of_more_than_half_a_round_trip_ends_slow_start() {
        let mut classic = Classic::default();
        // Half of 40 ms and of the 1 ms that is allowed: more than 20.5 ms after the first, at gaps of 1 ms the 22nd.
        assert_eq!(round(&mut classic, 0.0, 1.0, 40.0, 16.0), Some(22));
    }

    #[test]
    fn gaps_above_two_milliseconds_are_no_train() {
        let mut classic = Classic::default();
        assert_eq!(round(&mut classic, 0.0, 2.1, 40.0, 16.0), None);
    }

    #[test]
    fn pacing_needs_a_train_of_a_whole_round_trip() {
        let mut classic = Classic::default();
        let ends = |classic: &mut Classic, i: u64| {
            let ack = Acked {
                is_paced: true,
                ..ack(i as f64, 1 + i, 100, 40.0)
            };
            classic.on_ack(&ack, 16.0, true)
        };
        assert_eq!((0..100).find(|&i| ends(&mut classic, i)), Some(42));
    }

    #[test]
    fn the_ninth_sample_of_a_slower_round_ends_slow_start() {
        let mut classic = Classic::default();
        assert_eq!(round(&mut classic, 0.0, 2.1, 80.0, 16.0), None);
        // An eighth of 80 ms must be exceeded.
        assert_eq!(round(&mut classic, 100.0, 2.1, 90.0, 32.0), None);
        assert_eq!(round(&mut classic, 200.0, 2.1, 90.1, 64.0), Some(9));
    }

    #[test]
    fn windows_below_sixteen_packets_stay_in_slow_start() {
        let mut classic = Classic::default();
        assert_eq!(round(&mut classic, 0.0, 1.0, 40.0, 15.9), None);
    }

    #[test]
    fn it_ends_slow_start_once() {
        let mut classic = Classic::default();
        assert!(round(&mut classic, 0.0, 1.0, 40.0, 16.0).is_some());
        assert_eq!(round(&mut classic, 100.0, 1.0, 80.0, 16.0), None);
    }
}
