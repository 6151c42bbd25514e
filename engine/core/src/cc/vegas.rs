//! Vegas: keeps a few packets in the queue, by round-trip times instead of losses.
//!
//! A flow delivers its window per round-trip time; an empty network would deliver the window per minimum round-trip
//! time. The difference of the two, times the minimum round-trip time, is the number of the flow's packets that
//! wait in queues. Once per round trip Vegas grows by a segment if this number is below alpha, shrinks by one if it
//! is above beta, and otherwise stays. It needs a very small buffer, but loses bandwidth to flows that fill it.
//!
//! Source: Brakmo and Peterson, "TCP Vegas: end to end congestion avoidance on a global Internet", IEEE JSAC 13(8),
//! 1995. Details follow ns-2.35's Agent/TCP/Vegas: slow start grows every other round trip, uses the mean of a
//! round, and reduces the window by an eighth at its end; a loss reduces it by a quarter. Unlike both, a round of
//! avoidance uses its shortest round-trip time, since others also contain the flow's own bursts; a timeout leaves
//! one segment, as in RFC 5681; and losses are detected as by any other sender, without Vegas's own timer. Until
//! everything is repaired after a timeout, and after a round with at most two round-trip times, the window grows as that of
//! Reno, as in Linux and ns-3: what was sent again is not timed.

use super::reno::time_out;
use super::{Acked, Controller, Loss, Window};
use crate::rng::Rng;
use crate::spec::parameters::{number, parameters};
use crate::time::Span;

parameters! {
    /// Tries to keep a few of its packets in the queue. It estimates their number from the difference between the
    /// round-trip time and its minimum.
    #[section("congestion_control.vegas", "Vegas", source: "Brakmo and Peterson, TCP Vegas (1995)")]
    pub struct Params {
        /// Number of own packets in the queue below which the window grows by one segment per round trip.
        alpha_packets: f64 = 2.0, "Grow below", Packets, number(0.0..=1000.0).log(),
            [live, source: "Brakmo and Peterson, TCP Vegas (1995)"],

        /// Number of own packets in the queue above which the window shrinks by one segment per round trip.
        beta_packets: f64 = 4.0, "Shrink above", Packets, number(0.0..=1000.0).log(),
            [live, source: "Brakmo and Peterson, TCP Vegas (1995)"],

        /// Number of own packets in the queue above which slow start ends. Slow start doubles the window every second
        /// round trip.
        gamma_packets: f64 = 1.0, "End slow start above", Packets, number(0.0..=1000.0).log(),
            [live, advanced, source: "Brakmo and Peterson, TCP Vegas (1995)"],
    }
}

/// State of Vegas during a run.
#[derive(Clone, Debug)]
pub struct Vegas {
    params: Params,
    /// The shortest round trip ever seen.
    base: Option<Span>,
    /// The shortest of this round.
    shortest: Option<Span>,
    /// Sum of the round-trip times of this round, and their number.
    total: Span,
    samples: u32,
    /// The round ends when this packet is acknowledged.
    round_end: u64,
    /// After a timeout: number up to which data is repaired, [`u64::MAX`] before the first acknowledgment. Otherwise 0.
    repairs_to: u64,
    pace: Pace,
}

/// Change of the window during a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pace {
    /// By a segment per acknowledgment.
    Doubles,
    /// By a segment in all.
    Creeps,
    Holds,
}

/// Number of round-trip times up to which a round says nothing about the queue (Linux `tcp_vegas_cong_avoid`).
const FEW: u32 = 2;

/// The window stays at least this large while no timeout happens.
const SMALLEST: f64 = 2.0;

impl Vegas {
    /// At the start of a flow.
    #[must_use]
    pub fn new(params: &Params, _: &Rng) -> Vegas {
        Vegas {
            params: params.clone(),
            base: None,
            shortest: None,
            total: Span::ZERO,
            samples: 0,
            round_end: 0,
            repairs_to: 0,
            pace: Pace::Holds,
        }
    }

    /// Decides on the next round by the one that has just ended.
    fn judge(&mut self, window: &mut Window) {
        let timed = self.base.zip(self.shortest.take());
        let Some((base, shortest)) = timed.filter(|_| self.samples > FEW) else {
            self.pace = like_reno(window);
            return;
        };
        self.pace = if !window.in_slow_start() {
            self.avoid(window, queued(window.cwnd, base, shortest))
        } else if self.pace == Pace::Doubles {
            // Only a round of constant window tells what this window does.
            Pace::Holds
        } else if queued(window.cwnd, base, self.mean()) > self.params.gamma_packets {
            shrink(window, window.cwnd / 8.0);
            window.ssthresh = SMALLEST;
            Pace::Holds
        } else {
            Pace::Doubles
        };
    }

    /// The mean round trip of a round that has samples.
    fn mean(&self) -> Span {
        Span(self.total.0 / u64::from(self.samples.max(1)))
    }

    /// Handles a round-trip time. Every round begins with the first acknowledgment of a flight. That packet left at
    /// the start of the round before, so its round-trip time shows the effect of that round's window.
    fn observe(&mut self, window: &mut Window, acked: &Acked) {
        if let Some(rtt) = acked.rtt {
            self.base = Some(self.base.map_or(rtt, |base| base.min(rtt)));
            self.total = self.total + rtt;
            self.samples += 1;
        }
        if acked.unacked > self.round_end {
            self.round_end = acked.next;
            self.judge(window);
            (self.total, self.samples) = (Span::ZERO, 0);
        }
        if let Some(rtt) = acked.rtt {
            self.shortest = Some(self.shortest.map_or(rtt, |shortest| shortest.min(rtt)));
        }
    }

    /// Handles an acknowledgment while data is repaired after a timeout; returns whether it is.
    fn repairs(&mut self, acked: &Acked) -> bool {
        if self.repairs_to == u64::MAX {
            self.repairs_to = acked.next;
        }
        if acked.unacked > self.repairs_to {
            self.repairs_to = 0;
        }
        self.repairs_to > 0
    }

    fn avoid(&self, window: &mut Window, queued: f64) -> Pace {
        if queued > self.params.beta_packets {
            shrink(window, 1.0);
            Pace::Holds
        } else if queued < self.params.alpha_packets {
            Pace::Creeps
        } else {
            Pace::Holds
        }
    }
}

impl Controller for Vegas {
    const GROWS_UNTIL_LOSS: bool = false;

    #[inline]
    fn on_ack(&mut self, window: &mut Window, acked: &Acked) {
        if self.repairs(acked) {
            self.pace = like_reno(window);
        } else {
            self.observe(window, acked);
        }
        if !acked.window_limited {
            return;
        }
        match self.pace {
            Pace::Doubles if window.in_slow_start() => window.set(window.cwnd + 1.0),
            Pace::Creeps => window.set(window.cwnd + 1.0 / window.cwnd),
            _ => {}
        }
    }

    fn on_echo(&mut self, window: &mut Window, acked: &Acked) {
        self.observe(window, acked);
    }

    fn times_every_segment(&self) -> bool {
        true
    }

    fn on_loss(&mut self, window: &mut Window, _: &Loss) {
        shrink(window, window.cwnd / 4.0);
        window.ssthresh = SMALLEST;
        self.pace = Pace::Holds;
    }

    fn on_timeout(&mut self, window: &mut Window, _: &Loss, again: bool) {
        if again && window.cwnd > window.ssthresh {
            // The loss before has reduced the window, to which slow start leads back.
            window.ssthresh = window.cwnd;
            window.set(1.0);
        } else {
            time_out(window, again);
        }
        self.pace = like_reno(window);
        self.repairs_to = u64::MAX;
        self.round_end = 0;
        self.shortest = None;
        (self.total, self.samples) = (Span::ZERO, 0);
    }
}

/// Growth without round-trip times.
fn like_reno(window: &Window) -> Pace {
    if window.in_slow_start() {
        Pace::Doubles
    } else {
        Pace::Creeps
    }
}

/// The paper's Diff times BaseRTT: packets of a window that wait in queues.
fn queued(cwnd: f64, base: Span, rtt: Span) -> f64 {
    let (expected, actual) = (cwnd / base.s(), cwnd / rtt.s());
    (expected - actual) * base.s()
}

fn shrink(window: &mut Window, by: f64) {
    let left = window.cwnd - by;
    window.set(if left < SMALLEST { SMALLEST } else { left });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::testing::{acked, loss};

    fn vegas() -> Vegas {
        let params = Params {
            alpha_packets: 2.0,
            beta_packets: 4.0,
            gamma_packets: 1.0,
        };
        Vegas::new(&params, &Rng::for_component(1, "vegas", 0))
    }

    fn window(cwnd: f64, ssthresh: f64) -> Window {
        Window {
            cwnd,
            ssthresh,
            max: 1e6,
        }
    }

    /// Rounds over a path of `pipe` packets in 100 ms: what exceeds it waits. The windows after each.
    fn run(vegas: &mut Vegas, window: &mut Window, pipe: f64, rounds: usize) -> Vec<f64> {
        let mut number = 0;
        (0..rounds)
            .map(|_| {
                let flight = window.cwnd as u32;
                let rtt_s = if window.cwnd > pipe {
                    0.1 * window.cwnd / pipe
                } else {
                    0.1
                };
                for left in (0..flight).rev() {
                    number += 1;
                    let acked = Acked {
                        unacked: number,
                        next: number + u64::from(left) + 1,
                        rtt: Some(Span::from_s(rtt_s)),
                        ..acked(0.0)
                    };
                    vegas.on_ack(window, &acked);
                }
                window.cwnd
            })
            .collect()
    }

    #[test]
    fn the_queue_is_the_window_beyond_the_bdp() {
        // 110 packets over a path of 100: the round trip is 10 % longer.
        let waiting = queued(110.0, Span::from_s(0.1), Span::from_s(0.11));
        assert!((waiting - 10.0).abs() < 1e-9);
    }

    #[test]
    fn vegas_settles_with_alpha_to_beta_packets_queued() {
        for from in [90.0, 120.0] {
            let mut vegas = vegas();
            vegas.base = Some(Span::from_s(0.1));
            let mut window = window(from, 2.0);
            run(&mut vegas, &mut window, 100.0, 40);
            let queued = window.cwnd - 100.0;
            assert!((2.0..=4.0).contains(&queued), "{queued} from {from}");
        }
    }

    #[test]
    fn slow_start_doubles_every_other_round_trip() {
        let windows = run(&mut vegas(), &mut window(2.0, 1e6), 1e6, 6);
        let factors: Vec<_> = windows.windows(2).map(|w| w[1] / w[0]).collect();
        assert!(
            factors.windows(2).all(|f| (f[0] > 1.4) != (f[1] > 1.4)),
            "{windows:?}"
        );
    }

    #[test]
    fn slow_start_ends_without_a_loss_as_soon_as_a_queue_stands() {
        let mut vegas = vegas();
        let mut window = window(2.0, 1e6);
        let windows = run(&mut vegas, &mut window, 100.0, 30);
        let peak = windows.iter().copied().fold(0.0, f64::max);
        assert!(!window.in_slow_start());
        assert!(peak < 200.0, "{windows:?}");
    }

    /// Repeated segments are not timed (Karn), so the window doubles up to the threshold, and then grows by one.
    #[test]
    fn without_round_trip_times_the_window_grows_as_reno_after_a_timeout() {
        let mut vegas = vegas();
        let mut window = window(20.0, 2.0);
        vegas.on_timeout(&mut window, &loss(0.0), false);
        let mut number = 0;
        let windows: Vec<f64> = (0..6)
            .map(|_| {
                let flight = window.cwnd as u32;
                for left in (0..flight).rev() {
                    number += 1;
                    let acked = Acked {
                        unacked: number,
                        next: number + u64::from(left) + 1,
                        rtt: None,
                        ..acked(0.0)
                    };
                    vegas.on_ack(&mut window, &acked);
                }
                window.cwnd
            })
            .collect();
        assert_eq!(windows[..3], [2.0, 4.0, 8.0]);
        assert!((10.0..12.5).contains(&windows[5]), "{windows:?}");
    }

    #[test]
    fn a_loss_takes_a_quarter_and_a_timeout_all_but_one() {
        let mut window = window(100.0, 2.0);
        vegas().on_loss(&mut window, &loss(0.0));
        assert_eq!((window.cwnd, window.ssthresh), (75.0, 2.0));
        vegas().on_timeout(&mut window, &loss(0.0), false);
        assert_eq!((window.cwnd, window.ssthresh), (1.0, 37.0));
    }
}
