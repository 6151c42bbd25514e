//! HyStart++: leaves slow start when the round trip grows, before the buffer overflows.
//!
//! Slow start doubles the window until packets are lost, and by then it has sent up to twice what
//! fits. HyStart++ watches the shortest round trip of each round. When it has grown by an eighth
//! (at least 4 ms, at most 16 ms), a queue is building: the window then grows at a quarter of the
//! speed for five rounds, in *conservative slow start*. If the delay falls again in that time, the
//! alarm was false and slow start resumes; otherwise congestion avoidance begins.
//!
//! Source: RFC 9406 Section 4.2. Meant for the first slow start of a flow only; later ones know a
//! threshold. A component for controllers: [`Cubic`](super::cubic::Cubic) has one.
//!
//! It needs a round-trip time with nearly every acknowledgment, eight in a round. A sender that
//! times one segment per window (neither timestamps nor a scoreboard: plain Reno or NewReno recovery)
//! never has them, and slow start then ends as it would without HyStart++.

use super::Acked;
use crate::time::Span;

/// An increase of the round trip below this is noise: `MIN_RTT_THRESH`.
const MIN_THRESHOLD: Span = Span(4_000_000_000);
/// Largest threshold of the growth of the round-trip time: `MAX_RTT_THRESH`.
const MAX_THRESHOLD: Span = Span(16_000_000_000);
/// The increase looked for is the round trip over this: `MIN_RTT_DIVISOR`.
const THRESHOLD_DIVISOR: u64 = 8;
/// Round trips to be seen in a round before it is judged: `N_RTT_SAMPLE`.
const SAMPLES: u32 = 8;
/// Conservative slow start grows slower by this factor: `CSS_GROWTH_DIVISOR`.
const GROWTH_DIVISOR: f64 = 4.0;
/// Number of rounds of conservative slow start, including the first one: `CSS_ROUNDS`.
const ROUNDS: u32 = 5;
/// Segments that one acknowledgment adds to the window at most, without pacing: `L`.
const LIMIT: u32 = 8;

/// State of HyStart++ over the rounds of a slow start.
#[derive(Clone, Debug, Default)]
pub struct HyStart {
    /// The round ends when this packet is acknowledged (`windowEnd`).
    round_end: u64,
    /// Shortest round trip of the round before (`lastRoundMinRTT`).
    last: Option<Span>,
    /// Shortest round trip of this round (`currentRoundMinRTT`).
    current: Option<Span>,
    /// Round trips seen in this round (`rttSampleCount`).
    samples: u32,
    conservative: Option<Conservative>,
}

/// State of conservative slow start.
#[derive(Clone, Copy, Debug)]
struct Conservative {
    /// The shortest round trip that led here (`cssBaselineMinRtt`).
    baseline: Span,
    /// Number of completed rounds.
    rounds: u32,
}

/// Reaction to an acknowledgment in slow start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// The window grows by so many segments.
    Grow(f64),
    /// Grows the window and ends slow start: the threshold becomes the window.
    Leave(f64),
}

impl HyStart {
    /// Handles an acknowledgment of new data in slow start.
    pub fn on_ack(&mut self, acked: &Acked) -> Step {
        let enough = acked.unacked > self.round_end && self.begin_round(acked.next);
        let growth = growth(acked);
        let growth = if self.is_conservative() {
            growth / GROWTH_DIVISOR
        } else {
            growth
        };
        if let Some(rtt) = acked.rtt {
            self.samples += 1;
            self.current = Some(self.current.map_or(rtt, |shortest| shortest.min(rtt)));
        }
        if enough {
            return Step::Leave(growth);
        }
        if self.samples >= SAMPLES {
            self.judge();
        }
        Step::Grow(growth)
    }

    /// Whether slow start has become conservative.
    #[must_use]
    pub fn is_conservative(&self) -> bool {
        self.conservative.is_some()
    }

    /// Enters conservative slow start, or goes back if that was premature.
    fn judge(&mut self) {
        let Some(current) = self.current else { return };
        match (self.conservative, self.last) {
            (Some(Conservative { baseline, .. }), _) if current < baseline => {
                self.conservative = None;
            }
            (None, Some(last)) if current >= last + threshold(last) => {
                self.conservative = Some(Conservative {
                    baseline: current,
                    rounds: 0,
                });
            }
            _ => {}
        }
    }

    /// A round has passed: the next one lasts until the packet `next`, which this acknowledgment will
    /// let out, is acknowledged. So every round begins with the first acknowledgment of a flight,
    /// whose packets met the shortest queue. True when slow start has been conservative for long enough.
    fn begin_round(&mut self, next: u64) -> bool {
        self.round_end = next;
        self.last = self.current.take();
        self.samples = 0;
        match &mut self.conservative {
            Some(conservative) => {
                conservative.rounds += 1;
                conservative.rounds >= ROUNDS
            }
            None => false,
        }
    }
}

/// `RttThresh`: the increase of the shortest round trip that means a queue.
fn threshold(last: Span) -> Span {
    Span(last.0 / THRESHOLD_DIVISOR)
        .min(MAX_THRESHOLD)
        .max(MIN_THRESHOLD)
}

/// Segments by which an acknowledgment lets the window grow in the first slow start, with or without HyStart++: as many as it
/// acknowledges, and at most L where no pacing spreads them (RFC 9406 Section 4.2).
pub fn growth(acked: &Acked) -> f64 {
    f64::from(if acked.is_paced {
        acked.packets
    } else {
        acked.packets.min(LIMIT)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::testing::acked;

    /// A slow start in which every round has sixteen acknowledgments of one packet each.
    struct Rounds {
        hystart: HyStart,
        round: u64,
    }

    impl Rounds {
        fn new() -> Rounds {
            Rounds {
                hystart: HyStart::default(),
                round: 0,
            }
        }

        /// Runs a round with this round trip; what became of each acknowledgment.
        fn run(&mut self, rtt_ms: f64) -> Vec<Step> {
            let first = self.round * 16;
            self.round += 1;
            (1..=16)
                .map(|i| {
                    self.hystart.on_ack(&Acked {
                        unacked: first + i,
                        // Sixteen are in flight before it, so that this many have been sent.
                        next: first + i - 1 + 16,
                        rtt: Some(Span::from_s(rtt_ms / 1e3)),
                        ..acked(0.0)
                    })
                })
                .collect()
        }
    }

    #[test]
    fn the_threshold_is_an_eighth_within_4_and_16_ms() {
        let of = |ms: f64| threshold(Span::from_s(ms / 1e3)).s() * 1e3;
        assert_eq!([of(10.0), of(100.0), of(300.0)], [4.0, 12.5, 16.0]);
    }

    #[test]
    fn the_eighth_sample_of_a_slower_round_begins_conservative_growth() {
        let mut rounds = Rounds::new();
        rounds.run(100.0);
        let steps = rounds.run(112.5);
        // The eighth acknowledgment itself still counts in full.
        assert_eq!(steps[..8], [Step::Grow(1.0); 8]);
        assert_eq!(steps[8..], [Step::Grow(0.25); 8]);
    }

    #[test]
    fn a_smaller_increase_changes_nothing() {
        let mut rounds = Rounds::new();
        for rtt_ms in [100.0, 112.4, 124.0, 100.0] {
            assert_eq!(rounds.run(rtt_ms), [Step::Grow(1.0); 16]);
        }
    }

    #[test]
    fn after_five_rounds_slow_start_is_over() {
        let mut rounds = Rounds::new();
        rounds.run(100.0);
        rounds.run(120.0);
        for _ in 2..=5 {
            assert_eq!(rounds.run(120.0), [Step::Grow(0.25); 16]);
        }
        // The round in which the alarm was raised counts.
        assert_eq!(rounds.run(120.0)[0], Step::Leave(0.25));
    }

    #[test]
    fn slow_start_resumes_when_the_delay_falls_below_what_raised_the_alarm() {
        let mut rounds = Rounds::new();
        rounds.run(100.0);
        rounds.run(120.0);
        assert!(rounds.hystart.is_conservative());
        rounds.run(119.0);
        assert!(!rounds.hystart.is_conservative());
        // And watches on: 119 ms is the new yardstick.
        rounds.run(133.8);
        assert!(!rounds.hystart.is_conservative());
        rounds.run(150.6);
        assert!(rounds.hystart.is_conservative());
    }

    #[test]
    fn with_fewer_than_eight_samples_a_round_is_not_judged() {
        let mut hystart = HyStart::default();
        for round in 1..20u32 {
            for _ in 0..7 {
                let step = hystart.on_ack(&Acked {
                    unacked: round.into(),
                    next: round.into(),
                    rtt: Some(Span::from_s(0.1 * f64::from(round))),
                    ..acked(0.0)
                });
                assert_eq!(step, Step::Grow(1.0));
            }
        }
    }

    #[test]
    fn an_acknowledgment_of_many_packets_counts_at_most_eight_without_pacing() {
        for (is_paced, growth) in [(false, 8.0), (true, 20.0)] {
            let step = HyStart::default().on_ack(&Acked {
                packets: 20,
                is_paced,
                ..acked(0.0)
            });
            assert_eq!(step, Step::Grow(growth));
        }
    }
}
