//! Sender overhead: a random delay of a host before a packet enters its link.
//!
//! Flows with exactly equal round-trip times keep the phases in which their packets meet at a full queue, so ties
//! decide which flow loses packets (phase effects). Real hosts need a varying time per packet; noise of about the
//! transmission time at the bottleneck removes phase effects.
//!
//! Source: Floyd and Jacobson, "On Traffic Phase Effects in Packet-Switched Gateways", Internetworking 3(3), 1992
//! (CCR 21(2), 1991): a uniform time between zero and the bottleneck's transmission time; ns-2's `overhead_`
//! (`TcpAgent::send_much`). As there, packets sent while one is delayed leave with it, so the order stays. Unlike
//! there, retransmissions are delayed too, and the clocks of the sender start before the delay.

use crate::rng::Rng;
use crate::time::{Span, Time};

/// The overhead of one sender.
#[derive(Clone, Debug)]
pub struct Overhead {
    rng: Rng,
    /// End of the current or last delay.
    until: Time,
}

impl Overhead {
    /// Creates the overhead of a sender that has sent nothing; `rng` is used for nothing else.
    #[must_use]
    pub fn new(rng: Rng) -> Overhead {
        Overhead {
            rng,
            until: Time::ZERO,
        }
    }

    /// Returns the time at which a packet sent at `now` enters its link: a uniform time in [0, `longest_s`) seconds
    /// later, or together with a packet that is being delayed.
    pub fn through(&mut self, now: Time, longest_s: f64) -> Time {
        if now >= self.until {
            self.until = now + self.draw(longest_s);
        }
        self.until
    }

    /// Without overhead, no random number is drawn.
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
