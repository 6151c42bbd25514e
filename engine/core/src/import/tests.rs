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

#[test]
fn texts_of_manuals_set_what_they_describe_and_the_rest_is_listed() {
    for Row {
        text,
        sets,
        left_out,
    } in rows()
    {
        let imported = tc::import(&text);
        for (path, expected) in &sets {
            let value = field(&imported.scenario, path);
            let agrees = match (value.as_f64(), expected.as_f64()) {
                (Some(value), Some(expected)) => (value - expected).abs() <= 1e-12 * expected.abs(),
                _ => value == expected,
            };
            assert!(agrees, "{text}: {path} is {value}, not {expected}");
        }
        let lines = imported.lines.iter().flat_map(|line| &line.left_out);
        let words: Vec<&str> = lines.map(|it| it.words.as_str()).collect();
        assert_eq!(words, left_out, "{text}");
        if !sets.is_empty() {
            let imported = import(&text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
            Scenario::from_value(imported.scenario)
                .unwrap_or_else(|problems| panic!("{text}: {problems}"));
        }
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
            "a time with a unit",
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
