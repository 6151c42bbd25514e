use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::{BOTTLENECK, import, tc};
use crate::scenario::Scenario;

/// Text of a manual or an issue, with what it sets in the bottleneck, and the words that are left out.
#[derive(Deserialize)]
struct Row {
    text: String,
    #[serde(default)]
    sets: BTreeMap<String, Value>,
    #[serde(default)]
    left_out: Vec<String>,
}

fn rows() -> Vec<Row> {
    serde_json::from_str(include_str!("../../../../tests/imports.json")).expect("a table")
}

/// Value of a field of the bottleneck.
fn field<'a>(scenario: &'a Value, path: &str) -> &'a Value {
    let bottleneck = &scenario["bottlenecks"][0];
    path.split('.').fold(bottleneck, |value, key| &value[key])
}

/// Whether two values are equal, numbers within rounding.
fn agrees(value: &Value, expected: &Value) -> bool {
    match (value, expected) {
        (Value::Number(_), Value::Number(_)) => {
            let [value, expected] = [value, expected].map(|it| it.as_f64().unwrap_or(f64::NAN));
            (value - expected).abs() <= 1e-12 * expected.abs()
        }
        (Value::Array(values), Value::Array(all)) => {
            values.len() == all.len() && values.iter().zip(all).all(|(value, it)| agrees(value, it))
        }
        (Value::Object(values), Value::Object(all)) => {
            let is_equal = |(key, it): (&String, &Value)| {
                values.get(key).is_some_and(|value| agrees(value, it))
            };
            values.len() == all.len() && all.iter().all(is_equal)
        }
        _ => value == expected,
    }
}

#[test]
fn texts_of_manuals_set_what_they_describe_and_the_rest_is_listed() {
    for Row {
        text,
        sets,
        left_out,
    } in rows()
    {
        let read = super::read(&text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
        let lines = read.lines.iter().flat_map(|line| &line.left_out);
        let words: Vec<&str> = lines.map(|it| it.words.as_str()).collect();
        assert_eq!(words, left_out, "{text}");
        if sets.is_empty() {
            continue;
        }
        let scenario = import(&text)
            .unwrap_or_else(|problem| panic!("{text}: {problem}"))
            .scenario;
        for (path, expected) in &sets {
            let value = field(&scenario, path);
            assert!(
                agrees(value, expected),
                "{text}: {path} is {value}, not {expected}"
            );
        }
        Scenario::from_value(scenario).unwrap_or_else(|problems| panic!("{text}: {problems}"));
    }
}

#[test]
fn each_field_is_set_by_words_of_the_text_or_listed_as_assumed() {
    let imported = import("tc qdisc add dev eth0 root netem delay 40ms").expect("a delay");
    let assumed: Vec<&str> = (imported.assumed.iter())
        .map(|it| it.path.as_str())
        .collect();
    assert_eq!(
        assumed,
        [
            format!("bottlenecks.{BOTTLENECK}.rate_bps").as_str(),
            "groups.tcp"
        ]
    );
    for line in &imported.lines {
        for understood in &line.understood {
            let first = understood.words.split(' ').next().unwrap_or_default();
            assert!(line.text.contains(first), "{understood:?}");
        }
    }
}

#[test]
fn what_is_not_understood_says_where_and_why() {
    for (text, expected) in [
        ("", "no command"),
        ("# only a comment", "no command"),
        ("ip link show", "no command of tc"),
        ("tc qdisc show dev eth0", "reads add, replace and change"),
        (
            "tc qdisc add dev eth0 root sfq perturb 10",
            "has FQ-CoDel, and no sfq",
        ),
        ("tc qdisc add root pfifo limit 10", "names no interface"),
        ("tc qdisc add dev eth0 pfifo limit 10", "names no place"),
        ("tc qdisc add dev eth0 root", "names no queue discipline"),
        (
            "tc class add dev eth0 parent 1:zz classid 1:1 htb rate 1mbit",
            "1:zz",
        ),
        (
            "tc filter add dev eth0 parent 1: protocol ip u32",
            "reads qdisc and class",
        ),
    ] {
        let problem = import(text).expect_err(text);
        assert!(problem.contains(expected), "{text}: {problem}");
    }
}

#[test]
fn a_value_that_cannot_be_read_is_left_out_with_its_words() {
    for (text, words, reason) in [
        (
            "tc qdisc add dev eth0 root pfifo limit many",
            "limit many",
            "no whole number",
        ),
        (
            "tc qdisc add dev eth0 root codel target 5",
            "target 5",
            "time with a unit",
        ),
        (
            "tc qdisc add dev eth0 root tbf rate 10mb/s",
            "rate 10mb/s",
            "no rate such as",
        ),
        (
            "tc qdisc add dev eth0 root netem loss 200%",
            "loss 200%",
            "no percentage",
        ),
        (
            "tc qdisc add dev eth0 root fq_codel limits 10",
            "limits",
            "the options are limit",
        ),
        (
            "tc qdisc add dev eth0 root netem rate 50%",
            "rate 50%",
            "a share of the rate",
        ),
    ] {
        let lines = tc::import(text).lines;
        let found = lines[0].left_out.iter().find(|it| it.words == words);
        let left_out = found.unwrap_or_else(|| panic!("{text}: {:?}", lines[0].left_out));
        assert!(left_out.reason.contains(reason), "{}", left_out.reason);
    }
}

#[test]
fn a_text_that_is_too_long_is_refused() {
    let line = "tc qdisc add dev eth0 root pfifo\n";
    assert!(import(&line.repeat(super::LINES + 1)).is_err());
    assert!(import(&"x".repeat(super::TEXT_BYTES + 1)).is_err());
}

#[test]
fn commands_of_tc_give_the_scenario_back() {
    for text in [
        "tc qdisc add dev eth0 root netem delay 40ms 4ms loss 0.5% duplicate 1%",
        "tc qdisc add dev eth0 root handle 1: netem delay 30ms\n\
         tc qdisc add dev eth0 parent 1:1 handle 2: tbf rate 20mbit burst 16k latency 50ms\n\
         tc qdisc add dev eth0 parent 2:1 fq_codel limit 1000 target 4ms interval 80ms",
        "tc qdisc add dev eth0 root handle 1: netem delay 10ms rate 100mbit\n\
         tc qdisc add dev eth0 parent 1:1 handle 2: tbf rate 50mbit burst 30000 latency 50ms\n\
         tc qdisc add dev eth0 parent 2:1 bfifo limit 64000",
        "tc qdisc add dev eth0 root netem delay 0ms limit 50",
        "tc qdisc add dev eth0 root pie limit 500 target 20ms alpha 2 beta 20 ecn",
        "tc qdisc add dev eth0 root dualpi2 step_thresh 500us",
        "tc qdisc add dev eth0 root codel noecn",
        "tc qdisc add dev eth0 root red limit 400000 min 30000 max 90000 avpkt 1000 burst 55 ecn",
        "tc qdisc add dev eth0 root netem delay 20ms loss gemodel 1% 10% 70% 0.1% rate 10mbit\n\
         tc qdisc add dev ifb0 root netem rate 2mbit limit 50",
    ] {
        let first = import(text)
            .unwrap_or_else(|problem| panic!("{text}: {problem}"))
            .scenario;
        let scenario =
            Scenario::from_value(first.clone()).unwrap_or_else(|p| panic!("{text}: {p}"));
        let commands = tc::write(&scenario, 0, ["eth0", "ifb0"]);
        let second = import(&commands.lines.join("\n"))
            .unwrap_or_else(|problem| panic!("{commands:?}: {problem}"));
        let again =
            Scenario::from_value(second.scenario).unwrap_or_else(|p| panic!("{commands:?}: {p}"));
        assert_eq!(
            scenario.to_value()["bottlenecks"],
            again.to_value()["bottlenecks"],
            "{text}\n{commands:#?}"
        );
    }
}
