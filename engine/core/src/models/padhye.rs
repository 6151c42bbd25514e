//! TCP equation: rate of a Reno flow with loss ratio p.
//!
//! There are three equations, from coarse to fine: the square root of p (Mathis, Semke, Mahdavi and Ott, "The
//! macroscopic behavior of the TCP congestion avoidance algorithm", CCR 27(3), 1997); the approximation of Padhye et
//! al., which includes timeouts; and their full model, which also includes the maximum window (Padhye, Firoiu, Towsley
//! and Kurose, "Modeling TCP throughput: a simple model and its empirical validation", SIGCOMM 1998, Equations 30 and
//! 32; RFC 5348 Section 3.1 uses the approximation).

use super::params::{PACKET, RTT, WINDOW};
use super::{Inputs, Output, Outputs, least};
use crate::spec::gauge::rows;
use crate::spec::parameters::{integer, number, parameter, params};
use crate::spec::Param;

model! {
    /// Rate of one Reno flow as a function of its loss ratio, with and without timeouts.
    #[section("model.padhye", "TCP equation",
        source: "Padhye, Firoiu, Towsley and Kurose 1998, Equations 30 and 32; Mathis et al. 1997")]
    parameters: params![
        /// Share of lost packets, p.
        loss = 0.01, "Loss", Ratio, number(1e-9..=0.9).log(), [];
        => RTT, RTO, WINDOW, ACKED, PACKET;
    ],
    outputs: rows![Output:
        /// Sending rate of the flow, with lost packets, from the full model (Equation 32).
        "rate_bps", "Rate", BitsPerSecond;
        /// Sending rate from the approximation (Equation 30), at most one maximum window per round trip.
        "approximate_rate_bps", "Rate, approximation", BitsPerSecond;
        /// √(3/(2bp)) packets per round trip, without timeouts, at most one maximum window.
        "square_root_rate_bps", "Rate, square root", BitsPerSecond;
        /// Mean window at a loss, without a maximum window (Equation 13).
        "window_packets", "Window", Packets;
        /// Probability that a loss leads to a timeout and not to a fast retransmit (Equation 24).
        "timeout_share", "Losses with a timeout", Ratio;
    ],
    assumes: &[
        "Losses in different round trips are independent; after a loss the rest of the window is lost too.",
        "The round-trip time does not depend on the window, and the flow never ends.",
    ],
    fails: &[
        "Evenly spread losses, as with RED or random losses: half the loss ratio then has the same effect.",
        "SACK and newer controllers, which repair several losses in a window.",
        "A few flows in a drop-tail buffer, whose round-trip time and loss depend on their own windows.",
    ],
}

/// Parameter for the retransmission timeout without backoff, in seconds.
pub(super) const RTO: Param = parameter! {
    /// Retransmission timeout T₀ of the first timeout in a sequence. It doubles up to six times.
    rto_s = 1.0, "RTO without backoff", Seconds, number(1e-6..=100.0).log(), []
};

/// Parameter for the packets per ACK (delayed ACKs).
pub(super) const ACKED: Param = parameter! {
    /// Packets that one ACK acknowledges, b.
    acked_packets = 1.0, "Packets per ACK", Packets, integer(1..=16).log(), []
};

pub(super) fn solve(inputs: &Inputs) -> Outputs {
    take!(inputs: loss, rtt_s, rto_s, max_window_packets, acked_packets, packet_bytes);
    let flow = Flow {
        rtt_s,
        rto_s,
        acked: acked_packets,
        most: max_window_packets,
    };
    let bits = packet_bytes * 8.0;
    let rate_bps = bits * flow.rate(loss);
    let approximate_rate_bps = bits * flow.approximate(loss);
    let square_root_rate_bps = bits * flow.square_root(loss);
    let window_packets = flow.window(loss);
    let timeout_share = timeout_share(loss, least(window_packets, max_window_packets));
    give!(
        rate_bps,
        approximate_rate_bps,
        square_root_rate_bps,
        window_packets,
        timeout_share
    )
}

/// Parameters of a flow, without the loss ratio.
pub(super) struct Flow {
    /// Round-trip time in seconds.
    pub rtt_s: f64,
    /// Retransmission timeout T₀ without backoff, in seconds.
    pub rto_s: f64,
    /// Number of packets per ACK.
    pub acked: f64,
    /// Maximum window in packets.
    pub most: f64,
}

impl Flow {
    /// Returns the rate in packets per second by the square-root law.
    pub(super) fn square_root(&self, loss: f64) -> f64 {
        least(libm::sqrt(1.5 / (self.acked * loss)), self.most) / self.rtt_s
    }

    /// Returns the rate in packets per second by Equation 30.
    fn approximate(&self, loss: f64) -> f64 {
        let slow = self.rtt_s * libm::sqrt(2.0 * self.acked * loss / 3.0);
        let timeouts = least(1.0, 3.0 * libm::sqrt(3.0 * self.acked * loss / 8.0));
        let rest = self.rto_s * timeouts * loss * (1.0 + 32.0 * loss * loss);
        least(self.most / self.rtt_s, 1.0 / (slow + rest))
    }

    /// Returns the rate in packets per second by Equation 32.
    pub(super) fn rate(&self, loss: f64) -> f64 {
        let window = self.window(loss);
        let kept = (1.0 - loss) / loss;
        let (at, rounds) = if window < self.most {
            (window, self.acked / 2.0 * window + 1.0)
        } else {
            let flat = kept / self.most;
            (self.most, self.acked / 8.0 * self.most + flat + 2.0)
        };
        let timeouts = timeout_share(loss, at);
        let sent = kept + at + timeouts / (1.0 - loss);
        let silent = timeouts * self.rto_s * backoff(loss) / (1.0 - loss);
        sent / (self.rtt_s * rounds + silent)
    }

    /// Returns E[Wᵤ], Equation 13.
    fn window(&self, loss: f64) -> f64 {
        let b = self.acked;
        let c = (2.0 + b) / (3.0 * b);
        c + libm::sqrt(8.0 * (1.0 - loss) / (3.0 * b * loss) + c * c)
    }
}

/// Returns Q̂(w), Equation 24: the probability that a loss ends in a timeout, because fewer than three duplicate ACKs
/// arrive.
fn timeout_share(loss: f64, window: f64) -> f64 {
    // (1 − p)ᵏ less 1, exactly also for small p.
    let gone = |k: f64| -libm::expm1(k * libm::log1p(-loss));
    let kept = 1.0 - gone(3.0);
    least(1.0, gone(3.0) * (1.0 + kept * gone(window - 3.0)) / gone(window))
}

/// f(p), Equation 29: time of repeated timeouts, of which the sixth and later ones last 64 times the first.
fn backoff(p: f64) -> f64 {
    1.0 + p * (1.0 + p * (2.0 + p * (4.0 + p * (8.0 + p * (16.0 + p * 32.0)))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    const FLOW: Flow = Flow {
        rtt_s: 0.1,
        rto_s: 1.0,
        acked: 1.0,
        most: 1e6,
    };

    /// RFC 5348 Section 3.1 with the same b, by hand: p = 1 %, RTT 100 ms, T₀ = 4 RTT.
    #[test]
    fn approximation_equals_the_equation_of_tfrc() {
        let flow = Flow {
            rto_s: 0.4,
            ..FLOW
        };
        let root = 0.1 * 0.081_649_658_092_772_6;
        let rest = 0.4 * 3.0 * 0.061_237_243_569_579_5 * 0.01 * 1.0032;
        assert!((flow.approximate(0.01) * (root + rest) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn window_is_maximal_without_losses_and_all_equations_agree_for_few_losses() {
        let given = json!({ "loss": 1e-9, "max_window_packets": 64 });
        let outputs = MODEL.outputs_of(given).expect("accepted");
        for (id, output) in outputs.iter().take(3) {
            let full = 64.0 * 8e3 / 0.1;
            assert!((output.expect("a rate") / full - 1.0).abs() < 1e-3, "{id}");
        }
        // At 10⁻⁷ a window of some 4,000: timeouts are three in four thousand.
        for law in [FLOW.rate(1e-7), FLOW.approximate(1e-7)] {
            assert!((law / FLOW.square_root(1e-7) - 1.0).abs() < 0.01, "{law}");
        }
    }

    proptest! {
        #[test]
        fn more_loss_is_never_more_rate(p in 1e-6..0.5_f64, more in 1.0..1.8_f64, most in 1.0..1e4_f64) {
            let flow = Flow { most, ..FLOW };
            prop_assert!(flow.rate(p * more) <= flow.rate(p) * (1.0 + 1e-9));
            prop_assert!(flow.approximate(p * more) <= flow.approximate(p));
        }
    }
}
