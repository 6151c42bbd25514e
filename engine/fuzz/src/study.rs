//! Properties of studies: a study is rejected with a path and the exceeded limit, or it is a plan with at most the largest
//! number of runs, each with a scenario or an error.
//!
//! Bytes that are the text of a study are parsed. Other bytes give a random study: axes with many values or steps, empty
//! ranges, nested groups of fields that vary together, and conditions and measures without a target.

use bufferlab_core::scenario::limits;
use bufferlab_core::study::{Case, Study, StudyDocument};
use serde_json::{Value, json};

use crate::bytes::Bytes;
use crate::document::check_problems;
use crate::{draw, nonsense};

/// Fields that most scenarios have.
const PATHS: &[&str] = &[
    "bottlenecks.r0.queue.limit_bytes",
    "bottlenecks.r0.rate_bps",
    "bottlenecks.r0.queue.kind",
    "groups.tcp.count",
    "groups.g0.count",
    "groups.udp.traffic.rate_bps",
    "duration_s",
    "seed",
    "title",
];

const VALUES: &[&str] = &[
    "1kB,2kB",
    "1:10:10",
    "1:1e9:1000000000",
    "1:1000:10000:log",
    "0:1:99999999999999999999",
    "-1:1:3:log",
    "5:1:4",
    "1:2:0",
    "nan:inf:3",
    "drop_tail,red",
    ",,,",
    "",
];

const MEASURES: &[&str] = &[
    "bottlenecks.r0.loss.udp",
    "bottlenecks.0.burstiness_in.20ms",
    "bottlenecks.0.burstiness_in.1us",
    "bottlenecks.0.hurst_in.18446744073709551616s",
    "bottlenecks.0.burstiness_out.1ms@",
    "bottlenecks.0.within.loss",
    "groups.0.loss_synchronisation.200ms",
    "groups.0.losing_flows.100ms@999s",
    "groups.tcp",
    "events",
    "....",
];

const CONDITIONS: &[&str] = &[
    "groups.0.count < 5",
    "bottlenecks.r0.rate_bps <= 0.5 * duration_s",
    "seed >",
    "< <",
    "1e999 * seed > 2",
];

/// Bytes as a study.
///
/// # Panics
/// If something that must hold does not.
pub fn holds(bytes: &[u8]) {
    let text = std::str::from_utf8(bytes).ok();
    let value = text.and_then(|text| serde_json::from_str::<Value>(text).ok());
    let value = value.filter(Value::is_object);
    plans(value.unwrap_or_else(|| study(&mut Bytes::new(bytes))));
}

fn plans(value: Value) {
    let study = match StudyDocument::from_value(value).and_then(Study::new) {
        Ok(study) => study,
        Err(problems) => return check_problems(&problems),
    };
    let runs = study.len();
    assert!((1..=limits::RUNS).contains(&runs), "{runs} runs");
    let each = study.replications();
    assert_eq!(runs, study.points() * each, "points and replications");
    assert!(study.axes().iter().all(|axis| axis.len() <= limits::VALUES));
    for number in [0, runs / 2, runs - 1] {
        is_whole(study.case(number));
    }
    assert!(study.case(runs).is_none(), "beyond the last");
    let parts = (0..3).map(|part| study.part(part, 3).len() as u64);
    assert_eq!(parts.sum::<u64>(), runs, "three parts");
}

fn is_whole(case: Option<Case>) {
    let case = case.expect("a number below the length");
    assert_eq!(case.id.key.len(), 32);
    assert!(case.id.to_value()["point"].is_object());
    if let Err(problems) = &case.scenario {
        check_problems(problems);
    }
}

fn study(bytes: &mut Bytes<'_>) -> Value {
    let mut study = json!({ "scenario": draw::scenario(bytes) });
    for name in [
        "over",
        "where",
        "measure",
        "replications",
        "seeds",
        "stop",
        "set",
    ] {
        if bytes.once_in(3) {
            continue;
        }
        study[name] = if bytes.once_in(12) {
            nonsense::value(bytes)
        } else {
            field(bytes, name)
        };
    }
    if bytes.once_in(16) {
        nonsense::tear(bytes, &mut study);
    }
    study
}

fn field(bytes: &mut Bytes<'_>, name: &str) -> Value {
    let most = if bytes.once_in(20) { 90 } else { 4 };
    let some = bytes.below(most);
    match name {
        "over" => (0..some).map(|_| over(bytes, 0)).collect(),
        "where" => (0..some).map(|_| *bytes.choose(CONDITIONS)).collect(),
        "measure" => (0..some).map(|_| measure(bytes)).collect(),
        "replications" => json!(bytes.choose(&[0_u64, 1, 2, 20, 100_001, u64::MAX])),
        "seeds" => json!(bytes.choose(&["common", "independent", "both"])),
        "stop" => json!({
            "measure": measure(bytes),
            "half_width": bytes.choose(&[0.1, 0.0, -1.0, 1e300]),
            "at_least": bytes.choose(&[2_u64, 1, 10, 1 << 40]),
        }),
        _ => (0..some)
            .map(|_| json!({ "path": path(bytes), "value": nonsense::value(bytes) }))
            .collect(),
    }
}

fn over(bytes: &mut Bytes<'_>, depth: usize) -> Value {
    match bytes.below(8) {
        0..=2 => json!(format!("{}={}", path(bytes), bytes.choose(VALUES))),
        3 => json!(format!(
            "{}={}&{}={}",
            path(bytes),
            bytes.choose(VALUES),
            path(bytes),
            bytes.choose(VALUES)
        )),
        4 => {
            let values: Vec<Value> = (0..bytes.below(6))
                .map(|_| nonsense::value(bytes))
                .collect();
            json!({ "path": path(bytes), "values": values })
        }
        5 => json!({
            "path": path(bytes),
            "from": bytes.between(1e-9, 1e12, true),
            "to": bytes.choose(&[1.0, 1e6, 1e300, -1.0]),
            "steps": bytes.choose(&[0_u64, 1, 2, 100, 10_001, 1_000_000_000, u64::MAX]),
            "log": bytes.once_in(2),
        }),
        6 if depth < 100 => {
            let parts: Vec<Value> = (0..=bytes.below(3))
                .map(|_| over(bytes, depth + 1))
                .collect();
            json!({ "together": parts })
        }
        _ => nonsense::value(bytes),
    }
}

fn path(bytes: &mut Bytes<'_>) -> String {
    if bytes.once_in(6) {
        nonsense::path(bytes)
    } else {
        (*bytes.choose(PATHS)).to_owned()
    }
}

fn measure(bytes: &mut Bytes<'_>) -> String {
    if bytes.once_in(6) {
        nonsense::path(bytes)
    } else {
        (*bytes.choose(MEASURES)).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message_of(study: Value) -> String {
        let study = StudyDocument::from_value(study).and_then(Study::new);
        study.expect_err("it is refused").to_string()
    }

    #[test]
    fn a_study_of_a_billion_points_is_rejected_with_the_limit() {
        let scenario = || draw::scenario(&mut Bytes::new(&[7]));
        let message_for = |over: Value| message_of(json!({ "scenario": scenario(), "over": over }));
        let steps = message_for(json!(["duration_s=1:2:1000000000"]));
        assert!(steps.contains("10000"), "{steps}");
        let grid = message_for(json!([
            "duration_s=1:2:1000",
            "warmup_s=0:0.5:1000",
            "seed=1:1000:1000"
        ]));
        assert!(
            grid.contains("1000000000 runs") && grid.contains("100000"),
            "{grid}"
        );
        let mut nested = json!("duration_s=1,2");
        for _ in 0..100 {
            nested = json!({ "together": [nested] });
        }
        let message = message_for(json!([nested]));
        assert!(message.contains("nested groups"), "{message}");
        let measure = json!({ "scenario": scenario(), "measure": ["bottlenecks.0.fun"] });
        assert!(message_of(measure).starts_with("measure.0"));
    }
}
