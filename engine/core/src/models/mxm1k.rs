//! Mˣ/M/1/K: packets that come in bursts of X, exponential services, K places. Exact.
//!
//! A window that is sent back to back is such a burst. What of it is lost depends on the rule: drop-tail takes
//! what fits (partial), a bulk of parts that belong together is taken whole or not at all. Source: Chaudhry and
//! Templeton, A First Course in Bulk Queues, 1983, Section 3; solved by cuts, see [`chain`](super::chain).

use super::chain::{Bulk, mean, refused, stationary, with_bulks};
use super::params::{LOAD, PLACES, whole};
use super::{Given, Model, Output, Outputs};
use crate::spec::{DefaultValue, Param, Section, Unit};

/// The model.
pub static MODEL: Model = Model {
    section: Section {
        id: "model.mxm1k",
        label: "Mˣ/M/1/K",
        help: "Exact loss of a queue at which packets arrive in bursts of X. At most 100,000 places.",
        source: "Chaudhry and Templeton, A First Course in Bulk Queues, 1983",
        params: &[
            LOAD,
            PLACES,
            Param::new(
                "burst_packets",
                "Burst",
                Unit::Packets,
                whole(1.0, 1000.0),
                DefaultValue::Number(4.0),
                "Packets that arrive together, X.",
            ),
        ],
        ..Section::NEW
    },
    outputs: &[
        Output::new(
            "loss",
            "Loss",
            Unit::Ratio,
            "Share of packets that are lost where those of a burst that fit are taken, as by drop-tail.",
        ),
        Output::new(
            "utilization",
            "Utilisation",
            Unit::Ratio,
            "Share of time in which the link then sends.",
        ),
        Output::new(
            "mean_packets",
            "Mean in the system",
            Unit::Packets,
            "Mean number then in the system, the one that is being sent included.",
        ),
        Output::new(
            "whole_loss",
            "Loss of whole bursts",
            Unit::Ratio,
            "Share of packets that are lost where a burst that does not fit is lost as a whole.",
        ),
        Output::new(
            "whole_utilization",
            "Utilisation, whole bursts",
            Unit::Ratio,
            "Share of time in which the link then sends.",
        ),
    ],
    assumes: &[
        "Bursts of one size come at times of a Poisson process, their packets at once; sizes of packets are exponential.",
    ],
    fails: &["Bursts that are spread by an access link or by acknowledgements, which lose far less."],
};

pub(super) fn solve(given: &Given) -> Outputs {
    take!(given: load, places_packets, burst_packets);
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

/// States where those of a burst that fit are taken: a burst crosses any cut that it reaches.
fn partial(places: usize, size: usize, rate: f64) -> Vec<f64> {
    stationary(places, |mass| {
        rate * mass[mass.len().saturating_sub(size)..].iter().sum::<f64>()
    })
}

/// Mean number of a burst that finds no place.
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
    fn bursts_of_one_give_mm1k() {
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
    fn taking_what_fits_loses_less_and_longer_bursts_lose_more() {
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
