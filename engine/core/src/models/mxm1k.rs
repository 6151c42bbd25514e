//! Mˣ/M/1/K: bursts of X packets that arrive as a Poisson process, exponential service times, at most K packets. Exact.
//!
//! A window that is sent back to back is such a burst. The loss depends on the admission rule: drop-tail admits the
//! packets that fit (partial admission). With full admission a burst enters completely or not at all. Source: Chaudhry
//! and Templeton, A First Course in Bulk Queues, 1983, Section 3; solved by cuts, see [`chain`](super::chain).

use super::chain::{Bulk, mean, refused, stationary, with_bulks};
use super::params::{LOAD, PLACES};
use super::{Inputs, Output, Outputs};
use crate::spec::gauge::rows;
use crate::spec::parameters::{integer, params};

model! {
    /// Exact loss of a queue with Poisson arrivals of bursts of X packets. K is at most 100,000.
    #[section("model.mxm1k", "Mˣ/M/1/K", source: "Chaudhry and Templeton, A First Course in Bulk Queues, 1983")]
    parameters: params![
        => LOAD, PLACES;
        /// Packets per burst, X.
        burst_packets = 4.0, "Burst", Packets, integer(1..=1000).log(), [];
    ],
    outputs: rows![Output:
        /// Share of lost packets if the part of a burst that fits is accepted, as with drop-tail.
        "loss", "Loss", Ratio;
        /// Share of time in which the link then transmits.
        "utilization", "Utilization", Ratio;
        /// Mean number of packets in the system in this case, with the one in transmission.
        "mean_packets", "Mean in the system", Packets;
        /// Share of lost packets if a burst that does not fit is lost completely.
        "whole_loss", "Loss of whole bursts", Ratio;
        /// Share of time in which the link then transmits.
        "whole_utilization", "Utilization, whole bursts", Ratio;
    ],
    assumes: &[
        "Bursts of one size arrive as a Poisson process, all packets of a burst together; packet sizes are exponential.",
    ],
    fails: &["Bursts spread by an access link or by ACKs, which lose far fewer packets."],
}

pub(super) fn solve(inputs: &Inputs) -> Outputs {
    take!(inputs: load, places_packets, burst_packets);
    let (places, size) = (places_packets as usize, burst_packets as usize);
    let rate = load / burst_packets;
    let states = partial(places, size, rate);
    let loss = overflow(&states, size) / burst_packets;
    let utilization = load * (1.0 - loss);
    let mean_packets = mean(&states);
    let states = with_bulks(places, &[Bulk { size, rate }]);
    let whole_loss = refused(&states, size);
    let whole_utilization = load * (1.0 - whole_loss);
    give!(
        loss,
        utilization,
        mean_packets,
        whole_loss,
        whole_utilization
    )
}

/// States of the chain with partial admission: a burst crosses each cut that it reaches.
fn partial(places: usize, size: usize, rate: f64) -> Vec<f64> {
    stationary(places, |mass| {
        rate * mass[mass.len().saturating_sub(size)..].iter().sum::<f64>()
    })
}

/// Returns the mean number of packets of a burst that are lost.
fn overflow(states: &[f64], size: usize) -> f64 {
    let places = states.len() - 1;
    let least = places.saturating_sub(size);
    let lost = |i: usize| (i + size).saturating_sub(places) as f64;
    (least..=places).map(|i| lost(i) * states[i]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::mm1k;
    use serde_json::json;

    #[test]
    fn bursts_of_one_packet_equal_mm1k() {
        for (load, places) in [(0.5, 5), (1.0, 9), (4.0, 30)] {
            let given = json!({ "load": load, "places_packets": places, "burst_packets": 1 });
            let outputs = MODEL.outputs_of(given).expect("accepted");
            let exact = mm1k::loss(load, places);
            for id in ["loss", "whole_loss"] {
                let found = outputs.get(id).expect("a probability");
                assert!((found / exact - 1.0).abs() < 1e-13, "{id}");
            }
        }
    }

    #[test]
    fn partial_admission_loses_less_and_longer_bursts_lose_more() {
        let mut before = 0.0;
        for burst in [1, 2, 4, 8, 16, 40] {
            let given = json!({ "places_packets": 20, "burst_packets": burst });
            let outputs = MODEL.outputs_of(given).expect("accepted");
            let [part, whole] = ["loss", "whole_loss"].map(|id| outputs.get(id).expect("a share"));
            assert!(part <= whole * (1.0 + 1e-12) && part > before, "{burst}: {part} {whole}");
            // The carried load is what keeps the link busy.
            before = part;
        }
    }
}
