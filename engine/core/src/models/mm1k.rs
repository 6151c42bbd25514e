//! M/M/1/K: Poisson arrivals, exponential service times, at most K packets. Exact.
//!
//! p_j = (1 − ρ)ρʲ/(1 − ρ^{K+1}), worked out without a difference: the loss of K places follows from that of
//! K − 1 as ρL/(1 + ρL), which holds at ρ = 1 too. Source: Kleinrock, Queueing Systems I, Section 3.6.

use super::params::{LOAD, PLACES};
use super::{Inputs, Output, Outputs};
use crate::spec::gauge::rows;

model! {
    /// Exact loss and delay of a queue with Poisson arrivals, exponential service times and at most K packets in the
    /// system. K is at most 100,000.
    #[section("model.mm1k", "M/M/1/K", source: "Kleinrock, Queueing Systems I, Section 3.6")]
    parameters: &[LOAD, PLACES],
    outputs: OUTPUTS,
    assumes: &["Packets arrive as a Poisson process, and their sizes are exponential."],
    fails: &["TCP traffic, which arrives in bursts and reacts to losses."],
}

/// Outputs of each queue with one class of packets.
pub(super) static OUTPUTS: &[Output] = rows![Output:
    /// Probability that an arriving packet finds the system full.
    "loss", "Loss", Ratio;
    /// Share of time in which the link transmits: the offered load without the lost packets.
    "utilization", "Utilization", Ratio;
    /// Share of time in which the system is empty.
    "idle_probability", "Idle", Ratio;
    /// Mean number of packets in the system, with the one in transmission.
    "mean_packets", "Mean in the system", Packets;
    /// Mean number of waiting packets, without the one in transmission.
    "mean_waiting_packets", "Mean queue", Packets;
    /// Mean time in the system of a packet that is not lost, in mean transmission times (Little's law).
    "mean_delay_services", "Mean delay", None;
];

/// The outputs, from what differs.
pub(super) fn outputs(load: f64, loss: f64, idle_probability: f64, mean_packets: f64) -> Outputs {
    let utilization = load * (1.0 - loss);
    let waiting = mean_packets - utilization;
    // A difference of nearly equal numbers may come out below 0.
    let mean_waiting_packets = if waiting > 0.0 { waiting } else { 0.0 };
    let mean_delay_services = mean_packets / utilization;
    give!(
        loss,
        utilization,
        idle_probability,
        mean_packets,
        mean_waiting_packets,
        mean_delay_services
    )
}

pub(super) fn solve(inputs: &Inputs) -> Outputs {
    take!(inputs: load, places_packets);
    let (mut idle, mut mean) = (1.0, 0.0);
    let mut loss = 1.0;
    for places in 1..=places_packets as u64 {
        loss = next_loss(load, loss);
        // One more state takes its share from those before.
        idle *= 1.0 - loss;
        mean = mean * (1.0 - loss) + places as f64 * loss;
    }
    outputs(load, loss, idle, mean)
}

/// The loss with one place more.
fn next_loss(load: f64, loss: f64) -> f64 {
    load * loss / (1.0 + load * loss)
}

/// Returns the loss ratio for this size of the system, with the packet in service; 1 if the size is 0.
pub(super) fn loss(load: f64, places: u64) -> f64 {
    (0..places).fold(1.0, |loss, _| next_loss(load, loss))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn closed_form_is_correct_for_loads_below_and_above_1() {
        for (load, places) in [(0.5, 5), (2.0 / 3.0, 5), (0.95, 40), (1.5, 7), (9.0, 3)] {
            let p = |j: u32| {
                let geometric = |n: u32| libm::pow(load, f64::from(n));
                (1.0 - load) * geometric(j) / (1.0 - geometric(places + 1))
            };
            let given = json!({ "load": load, "places_packets": places });
            let outputs = MODEL.outputs_of(given).expect("accepted");
            let get = |id| outputs.get(id).expect("a number");
            assert!((get("loss") / p(places) - 1.0).abs() < 1e-13);
            assert!((get("idle_probability") / p(0) - 1.0).abs() < 1e-12);
            let mean: f64 = (0..=places).map(|j| f64::from(j) * p(j)).sum();
            assert!((get("mean_packets") / mean - 1.0).abs() < 1e-12);
        }
        assert!((loss(1.0, 9) - 0.1).abs() < 1e-15);
    }
}
