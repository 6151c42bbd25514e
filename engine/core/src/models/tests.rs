//! Tests that all models must pass, also future ones.

use crate::extent::usual_or_all;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::spec::{Kind, Param};

/// The values of a parameter at which something may go wrong: its ends, its default, and near the ends.
fn corners(param: &Param) -> Vec<Value> {
    let mut corners = vec![];
    let (min, max, nullable, is_whole) = match &param.kind {
        Kind::Number {
            min,
            max,
            null_label,
            ..
        } => (*min, *max, !null_label.is_empty(), false),
        Kind::Integer {
            min,
            max,
            null_label,
            ..
        } => (*min, *max, !null_label.is_empty(), true),
        Kind::Flag => return [false, true, false].map(Value::Bool).into(),
        other => panic!("{other:?}: models take numbers and flags"),
    };
    corners.extend(nullable.then_some(Value::Null));
    corners.extend([json!(min), json!(max)]);
    let between = if is_whole {
        f64::from(2_u32).clamp(min, max)
    } else {
        min + (max - min) * 0.37
    };
    corners.push(json!(between));
    corners
}

/// Outputs are finite and, where they are shares of one, no more than one.
fn check(model: &'static Model, given: &Value) {
    let Ok(outputs) = model.outputs_of(given.clone()) else {
        return;
    };
    for ((id, value), output) in outputs.iter().zip(model.outputs) {
        let at = || format!("{} {id} of {given}: {value:?}", model.id());
        assert_eq!(
            id,
            output.id,
            "{}: outputs come in the order of the list",
            at()
        );
        let Some(value) = value else { continue };
        assert!(value.is_finite() && value >= 0.0, "{}", at());
        let is_share = ["loss", "probability", "utilization", "share", "outside"];
        if is_share.iter().any(|end| id.ends_with(end)) && !id.contains("square_root") {
            // The offered load may exceed the link rate.
            let is_offered = id.ends_with("utilization") && !id.starts_with("carried");
            let above = match model.id() {
                "tcp-mm1b" | "tcp-md1b" if is_offered => 100.0,
                _ => 1.0,
            };
            assert!(value <= above * (1.0 + 1e-9), "{}", at());
        }
    }
    assert_eq!(
        outputs.iter().count(),
        model.outputs.len(),
        "{}",
        model.id()
    );
}

#[test]
fn every_model_has_texts_assumptions_and_limits() {
    let mut ids: Vec<_> = MODELS.iter().map(|model| model.id()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), MODELS.len());
    for model in MODELS {
        let section = &model.section;
        assert_eq!(section.id, format!("model.{}", model.id()));
        let said = [section.label, section.help, section.source];
        assert!(said.iter().all(|text| !text.is_empty()), "{}", model.id());
        assert!(!model.assumes.is_empty() && !model.fails.is_empty());
        let sentences = model.assumes.iter().chain(model.fails);
        assert!(
            sentences.copied().all(|text| text.ends_with('.')),
            "{}",
            model.id()
        );
        for output in model.outputs {
            assert!(
                !output.label.is_empty() && output.help.ends_with('.'),
                "{}",
                output.id
            );
            assert!(section.param(output.id).is_none(), "{} is both", output.id);
        }
    }
}

#[test]
fn names_of_outputs_contain_their_units() {
    for model in MODELS {
        let params = model.section.params.iter().map(|p| (p.name, p.unit));
        let outputs = model.outputs.iter().map(|o| (o.id, o.unit));
        for (name, unit) in params.chain(outputs) {
            let ending = match unit {
                Unit::BitsPerSecond => "_bps",
                Unit::Seconds => "_s",
                Unit::Bytes => "_bytes",
                Unit::Packets => "_packets",
                Unit::None | Unit::Flows | Unit::Ratio => "",
            };
            assert!(name.ends_with(ending), "{} {name}", model.id());
        }
    }
}

#[test]
fn defaults_give_every_output_a_number_or_null() {
    for model in MODELS {
        check(model, &json!({}));
    }
}

/// Each parameter at its ends with all others at theirs or at their defaults, and pairs of ends: a few thousand
/// cases, some of which are refused for being too long together.
#[test]
fn limits_of_all_ranges_give_finite_numbers_or_null() {
    for model in MODELS {
        let params = model.section.params;
        for (i, one) in params.iter().enumerate() {
            for value in corners(one) {
                check(model, &json!({ one.name: value }));
                for other in &params[..i] {
                    // The longest chains take up to a second each: of the second parameter the ends suffice.
                    let seconds = usual_or_all(1, 2);
                    let inner = corners(other);
                    for second in inner[..inner.len() - 1].iter().rev().take(seconds) {
                        check(model, &json!({ one.name: value, other.name: second }));
                    }
                }
            }
        }
        for end in [0, 1] {
            let all = params.iter().map(|param| {
                let corners = corners(param);
                (
                    param.name.to_owned(),
                    corners[corners.len() - 3 + end].clone(),
                )
            });
            check(model, &Value::Object(all.collect()));
        }
    }
}

#[test]
fn errors_name_the_accepted_values() {
    let model = find("mm1b-bulk").expect("it is listed");
    let refusal = |given: Value| model.outputs_of(given).expect_err("refused").to_string();
    assert!(refusal(json!({ "buffer": 1 })).contains("buffer_bytes, b_star_bytes, udp_load"));
    assert!(refusal(json!({ "udp_load": -1 })).contains("from 0 to 2"));
    assert!(refusal(json!({ "udp_load": "x" })).starts_with("udp_load: \"x\" is not valid"));
    assert!(refusal(json!({ "packet_ratio": 0.5 })).contains("from 1 to 100"));
    assert!(refusal(json!({ "buffer_bytes": 1e9 })).contains("the maximum of the model is 100000"));
    assert!(refusal(json!([])).contains("must be an object"));
    let unit = model.set("buffer_bytes=8 km").expect_err("no size");
    assert!(unit.to_string().contains("a size such as"), "{unit}");
    assert!(
        model
            .set("buffer=8")
            .expect_err("no such")
            .to_string()
            .contains("buffer_bytes")
    );
    assert!(
        model
            .set("buffer_bytes")
            .expect_err("no value")
            .to_string()
            .contains("name=value")
    );
    assert!(
        named("mm1b")
            .expect_err("no such")
            .to_string()
            .contains("mm1b-bulk")
    );
    let set = model.set("buffer_bytes=8 kB").expect("a size");
    assert_eq!(set, ("buffer_bytes".to_owned(), json!(8000.0)));
}

#[test]
fn outputs_of_mm1b_bulk_are_unchanged() {
    let model = find("mm1b-bulk").expect("it is listed");
    let outputs = model.outputs_of(json!({})).expect("the paper's defaults");
    let value = outputs.to_value();
    for (id, paper) in [("udp_loss", 1.855_16e-4), ("tcp_load", 0.640_21)] {
        let found = value[id].as_f64().expect("a number");
        assert!((found / paper - 1.0).abs() < 1e-4, "{id}: {found}");
    }
}

fn loss(id: &str, load: f64, places: u64) -> f64 {
    let model = find(id).expect("it is listed");
    let given = json!({ "load": load, "places_packets": places });
    model
        .outputs_of(given)
        .expect("accepted")
        .get("loss")
        .expect("a probability")
}

/// Sums of a few thousand products are right to twelve digits.
const BELOW_1: f64 = 1.0 - 1e-12;

const QUEUES: [&str; 4] = ["mm1k", "md1k", "mxm1k", "mg1k"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// More load loses more; one place more loses less.
    #[test]
    fn loss_grows_with_load_and_falls_with_places(
        load in 0.01..4.0_f64, more in 1.001..2.0_f64, places in 1..60_u64,
    ) {
        for id in QUEUES {
            let here = loss(id, load, places);
            prop_assert!((0.0..=1.0).contains(&here), "{id}");
            prop_assert!(loss(id, load * more, places) >= here * BELOW_1, "{id}");
            prop_assert!(loss(id, load, places + 1) * BELOW_1 <= here, "{id}");
        }
    }

    /// Whatever the services, a long queue in overload loses what exceeds the link, 1 − 1/ρ, and at least that.
    #[test]
    fn in_overload_what_exceeds_the_link_is_lost(load in 1.5..8.0_f64, places in 1..40_u64) {
        for id in QUEUES {
            let least = 1.0 - 1.0 / load;
            prop_assert!(loss(id, load, places) >= least * BELOW_1, "{id}");
            prop_assert!((loss(id, load, 3000) - least).abs() < 1e-9, "{id}");
        }
    }

    /// Fixed services lose less than exponential ones, bursts more.
    #[test]
    fn spread_costs(load in 0.05..3.0_f64, places in 2..40_u64) {
        let exponential = loss("mm1k", load, places);
        prop_assert!(loss("md1k", load, places) * BELOW_1 <= exponential);
        prop_assert!(loss("mxm1k", load, places) >= exponential * BELOW_1);
    }
}
