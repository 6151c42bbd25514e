//! The exact models against values that other libraries computed: LINE (the package `line-solver`) and SciPy, which solve
//! the chains from their matrices and integrate over the time of a service. `tests/reference/models/exact.py` shows how.

use bufferlab_core::models;
use serde_json::Value;

use crate::support::Comparison;

const EXACT: &str = include_str!("../../../tests/reference/models/exact.json");

/// Each exact model: id, title, reference, set-up.
const MODELS: [[&str; 4]; 6] = [
    [
        "mm1k",
        "Model M/M/1/K",
        "LINE 3.0.8, qsys_mm1k_loss. The formula is from Kleinrock, Queueing Systems I, Section 3.6",
        "Poisson arrivals, exponential service times, K places with the one in service.",
    ],
    [
        "md1k",
        "Model M/D/1/K",
        "LINE 3.0.8, dtmc_solve on the chain of the packets left behind. The formula is from Kleinrock, Queueing Systems I, Section 5.6",
        "Poisson arrivals, constant service times, K places with the one in service.",
    ],
    [
        "mg1k",
        "Model M/G/1/K",
        "LINE 3.0.8, qsys_mg1k_loss, by quadrature. The formula is from Niu and Cooper, Transform-free analysis of M/G/1/K and related queues, 1993",
        "Poisson arrivals, gamma distributed service times with squared coefficient of variation c², K places with the one in service.",
    ],
    [
        "mxm1k",
        "Model Mˣ/M/1/K",
        "LINE 3.0.8, ctmc_solve. The formula is from Chaudhry and Templeton, A First Course in Bulk Queues, 1983",
        "Bursts of X packets as a Poisson process, exponential service times, K places. A burst enters as far as it fits, or, for “whole”, completely or not at all.",
    ],
    [
        "mm1b-bulk",
        "Model M/M/1/B with bulk arrivals",
        "LINE 3.0.8, ctmc_solve. The formula is from Vishwanath et al. 2011, Equations 3 to 9",
        "UDP packets and bulks of r for TCP packets as Poisson processes into B bytes, with exponential service times. The load of TCP grows to its saturation with the scale B*.",
    ],
    [
        "md1b",
        "Model M/D/1/B with two packet sizes",
        "LINE 3.0.8, dtmc_solve, and SciPy, expm. The derivation is Bufferlab's own, for the queue of Vishwanath et al. 2011, Section IV-A",
        "UDP packets and bulks of r for TCP packets as Poisson processes into B bytes, with constant service times. The load of TCP grows to its saturation with the scale B*.",
    ],
];

/// Parameters of the models, with their symbols.
const SYMBOLS: [(&str, &str); 9] = [
    ("load", "load"),
    ("places_packets", "K"),
    ("service_scv", "c²"),
    ("burst_packets", "X"),
    ("buffer_bytes", "B"),
    ("b_star_bytes", "B*"),
    ("udp_load", "UDP"),
    ("tcp_saturation_load", "TCP"),
    ("packet_ratio", "r"),
];

fn rows() -> Vec<Value> {
    serde_json::from_str(EXACT).expect("a list")
}

#[test]
fn exact_models_give_the_values_of_other_libraries() {
    let rows = rows();
    assert!(rows.len() > 100);
    for [id, title, reference, setup] in MODELS {
        let mut comparison = Comparison::new([
            &format!("model-{id}"),
            title,
            reference,
            setup,
            "The error of the library's method: of each row, at most 10⁻⁶ of the value.",
        ]);
        let model = models::find(id).unwrap_or_else(|| panic!("there is no {id}"));
        let own: Vec<&Value> = rows.iter().filter(|row| row["model"] == id).collect();
        assert!(own.len() >= 5, "{id}");
        for row in own {
            let outputs = model.outputs_of(row["given"].clone());
            let outputs = outputs.unwrap_or_else(|problems| panic!("{row}: {problems}"));
            let output = row["output"].as_str().expect("an id");
            let found = outputs.get(output).expect("a number");
            let [value, within] =
                ["value", "within"].map(|name| row[name].as_f64().expect("a number"));
            assert!(within < 1e-6, "{row}: the tolerance is too large to tell");
            let what = output
                .replace('_', " ")
                .replace("udp", "UDP")
                .replace("tcp", "TCP");
            let name = format!("{}: {what}", point(&row["given"]));
            comparison.near_to_the_bit(&name, found, value, within * value);
        }
        comparison.finish();
    }
}

/// Each row belongs to one of the comparisons.
#[test]
fn every_value_of_the_libraries_has_its_model() {
    for row in rows() {
        assert!(MODELS.iter().any(|[id, ..]| row["model"] == *id), "{row}");
    }
}

/// Formats parameters: `load 0.8, K 10`.
fn point(given: &Value) -> String {
    let given = given.as_object().expect("parameters");
    let known = SYMBOLS.iter().filter_map(|(name, symbol)| {
        let value = given.get(*name)?.as_f64().expect("a number");
        Some(format!("{symbol} {}", (value * 1e4).round() / 1e4))
    });
    let known: Vec<String> = known.collect();
    assert_eq!(known.len(), given.len(), "each has a symbol");
    known.join(", ")
}
