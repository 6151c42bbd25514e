//! Sender overhead: the time a host takes, at random, before a packet is on its link.
//!
//! Flows with exactly equal round-trip times keep the phases in which their packets meet at a full queue, so
//! that ties decide who loses: phase effects. Real hosts take a moment of varying length over each packet, and
//! that much noise, about the time the bottleneck takes over a packet, breaks them.
//!
//! Source: Floyd and Jacobson, "On Traffic Phase Effects in Packet-Switched Gateways", Internetworking 3(3),
//! 1992 (CCR 21(2), 1991): a time uniform between none and the bottleneck's for one packet; ns-2's `overhead_`
//! (`TcpAgent::send_much`). As there, what is handed over while a packet is held goes with it, so that the order
//! stays. Unlike there, so does a retransmission, and the sender's clocks run from when it hands a packet over.

use crate::rng::Rng;
use crate::time::{Span, Time};

/// The overhead of one sender.
#[derive(Clone, Debug)]
pub struct Overhead {
    rng: Rng,
    /// When what is held, or was last, is through.
    until: Time,
}

impl Overhead {
    /// That of a sender which has sent nothing; `rng` is its own, used for nothing else.
    #[must_use]
    pub fn new(rng: Rng) -> Overhead {
        Overhead {
            rng,
            until: Time::ZERO,
        }
    }

    /// When a packet handed over at `now` is on the link: a time uniform in [0, `longest_s`) later, seconds, or
    /// together with the packet that is held.
    pub fn through(&mut self, now: Time, longest_s: f64) -> Time {
        if now >= self.until {
            self.until = now + self.draw(longest_s);
        }
        self.until
    }

    /// Nothing is drawn where nothing is asked for.
    fn draw(&mut self, longest_s: f64) -> Span {
        if longest_s > 0.0 {
            Span::from_s(self.rng.uniform() * longest_s)
        } else {
            Span::ZERO
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overhead() -> Overhead {
        Overhead::new(Rng::for_component(1, "group/tcp/overhead", 0))
    }

    #[test]
    fn packets_far_apart_take_half_of_the_longest_time_on_average() {
        let mut overhead = overhead();
        let n = 10_000u32;
        let taken = (1..=n).map(|i| {
            let now = Time::from_s(f64::from(i));
            let takes = overhead.through(now, 0.01).since(now);
            assert!(takes < Span::from_s(0.01));
            takes.s()
        });
        let mean = taken.sum::<f64>() / f64::from(n);
        // Standard error 0.01/√(12 n) = 0.000029; four of them.
        assert!((mean - 0.005).abs() < 0.000_12, "{mean}");
    }

    #[test]
    fn packets_keep_their_order_and_none_waits_longer() {
        let mut overhead = overhead();
        let mut last = Time::ZERO;
        for i in 0..1000u32 {
            let now = Time::from_s(f64::from(i) * 1e-4);
            let through = overhead.through(now, 0.01);
            assert!(through >= last && through >= now);
            assert!(through.since(now) < Span::from_s(0.01));
            last = through;
        }
    }
}
