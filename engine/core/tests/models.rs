//! The models against values that other libraries worked out: LINE (the package `line-solver`) and SciPy, which solve
//! the chains from their matrices and integrate what comes in a service. `tests/reference/models/exact.py` says how.

use bufferlab_core::models;
use serde_json::Value;

const EXACT: &str = include_str!("../../../tests/reference/models/exact.json");

/// To 10⁻⁹, but where the library's value itself is a difference and known less well (`within`).
#[test]
fn exact_models_give_what_other_libraries_give() {
    let rows: Vec<Value> = serde_json::from_str(EXACT).expect("a list");
    assert!(rows.len() > 100);
    let mut wrong = Vec::new();
    for row in &rows {
        let id = row["model"].as_str().expect("an id");
        let model = models::find(id).unwrap_or_else(|| panic!("there is no {id}"));
        let outputs = model.outputs_of(row["given"].clone());
        let outputs = outputs.unwrap_or_else(|problems| panic!("{row}: {problems}"));
        let output = row["output"].as_str().expect("an id");
        let found = outputs.get(output).expect("a number");
        let [value, within] = ["value", "within"].map(|name| row[name].as_f64().expect("a number"));
        assert!(within < 1e-6, "{row}: worthless");
        let error = (found / value - 1.0).abs();
        if value != found && error > within {
            wrong.push(format!("{row}: {found}, {error:.1e}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each of the exact models has values.
#[test]
fn no_exact_model_is_without_them() {
    for id in ["mm1k", "md1k", "mg1k", "mxm1k", "mm1b-bulk", "md1b"] {
        assert!(EXACT.contains(&format!("\"model\": \"{id}\"")), "{id}");
    }
}
