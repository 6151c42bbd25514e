//! M/D/1/K: Poisson arrivals of packets of one size, at most K packets. Exact.
//!
//! [`mg1k`] with services that are all alike. Source: Kleinrock, Queueing Systems I, Section 5.6; its loss
//! is what simulators of drop-tail queues are checked with.

use super::params::{LOAD, PLACES};
use super::{Inputs, Outputs, mg1k, mm1k};

model! {
    /// Exact loss and delay of a queue with Poisson arrivals, one packet size and at most K packets in the system. K is
    /// at most 100,000.
    #[section("model.md1k", "M/D/1/K", source: "Kleinrock, Queueing Systems I, Section 5.6")]
    parameters: &[LOAD, PLACES],
    outputs: mm1k::OUTPUTS,
    assumes: &["Packets of one size arrive as a Poisson process."],
    fails: &["TCP traffic, which arrives in bursts and reacts to losses."],
}

pub(super) fn solve(inputs: &Inputs) -> Outputs {
    take!(inputs: load, places_packets);
    mg1k::queue(load, 0.0, places_packets as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// By hand: with one place a packet is lost if it comes within the service of another, ρ/(1 + ρ); with two
    /// the departure leaves none behind with probability e^−ρ.
    #[test]
    fn md1k_with_one_and_two_packets_agrees_with_hand_calculation() {
        for load in [0.1, 0.8, 2.0] {
            let loss = |places: u32| {
                let given = json!({ "load": load, "places_packets": places });
                let outputs = MODEL.outputs_of(given).expect("accepted");
                outputs.get("loss").expect("a probability")
            };
            assert!((loss(1) - load / (1.0 + load)).abs() < 1e-15);
            let two = 1.0 - 1.0 / (libm::exp(-load) + load);
            assert!((loss(2) - two).abs() < 1e-15, "{load}");
        }
    }
}
