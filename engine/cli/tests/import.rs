//! `bufferlab import`: the scenario of a text on standard output, the report on its lines on standard error.

use serde_json::json;

use crate::common::{bufferlab, bufferlab_reading, file};

const SHAPER: &str = "\
tc qdisc add dev eth0 root handle 1: netem delay 40ms 4ms distribution pareto
tc qdisc add dev eth0 parent 1:1 handle 2: tbf rate 20mbit burst 16k latency 50ms
tc qdisc add dev eth0 parent 2:1 fq_codel limit 600 memory_limit 4mb
";

#[test]
fn a_text_becomes_a_scenario_that_runs() {
    let imported = bufferlab_reading(SHAPER, &["import", "-"]);
    let scenario = imported.json();
    let link = &scenario["bottlenecks"][0];
    assert_eq!(link["rate_bps"], 2e7);
    assert_eq!(link["delay_s"], 0.02);
    assert_eq!(link["queue"]["kind"], "fq_codel");
    assert_eq!(link["queue"]["limit_packets"], 600);
    let run = bufferlab_reading(
        &imported.stdout,
        &["run", "-", "--duration", "12", "--json"],
    );
    let utilization = &run.json()["bottlenecks"][0]["utilization"];
    assert!(
        utilization.as_f64().is_some_and(|share| share > 0.5),
        "{utilization}"
    );
}

#[test]
fn the_report_names_each_word_that_has_no_effect() {
    let imported = bufferlab_reading(SHAPER, &["import", "-"]);
    for part in [
        "1: tc qdisc add dev eth0 root handle 1: netem",
        "delay 40ms sets bottlenecks.r0.delay_s (half of it",
        "4ms distribution pareto is left out: the lab has uniform jitter",
        "burst 16k is left out: a burst leaves at the rate of the interface",
        "memory_limit 4mb is left out: the lab limits packets or bytes, not memory",
        "groups.tcp: the text has no traffic",
    ] {
        assert!(
            imported.stderr.contains(part),
            "{part:?} is missing in\n{}",
            imported.stderr
        );
    }
}

#[test]
fn json_has_the_scenario_and_the_report() {
    let text = file(
        "import.txt",
        b"tc qdisc add dev eth0 root pfifo limit 100 fast\n",
    );
    let imported = bufferlab(&["import", &text, "--json"]).json();
    assert_eq!(
        imported["scenario"]["bottlenecks"][0]["queue"],
        json!({ "kind": "drop_tail", "limit_packets": 100 })
    );
    let line = &imported["lines"][0];
    assert_eq!(line["number"], 1);
    assert_eq!(line["understood"][0]["path"], "bottlenecks.r0.queue.kind");
    assert_eq!(line["left_out"][0]["words"], "fast");
    assert_eq!(imported["assumed"][0]["path"], "bottlenecks.r0.rate_bps");
}

#[test]
fn a_text_without_a_scenario_is_refused_with_the_place() {
    for (text, part) in [
        ("", "the text has no command"),
        (
            "\n\ntc qdisc add dev eth0 root sfq",
            "line 3: \"sfq\" is not understood",
        ),
        ("{ \"BUFFER_POOL\": [ }", "line 1 column"),
        (
            "tc qdisc add dev eth0 root netem rate 1bit",
            "bottlenecks.r0.rate_bps",
        ),
    ] {
        let outcome = bufferlab_reading(text, &["import", "-"]);
        assert_eq!(outcome.code, Some(2), "{text:?}\n{}", outcome.stdout);
        assert_eq!(outcome.stdout, "", "{text:?}");
        assert!(
            outcome.stderr.contains(part),
            "{text:?}\n{}",
            outcome.stderr
        );
    }
    let missing = bufferlab(&["import", "/no/such/file"]);
    assert_eq!(missing.code, Some(2));
    assert!(
        missing.stderr.contains("cannot be read"),
        "{}",
        missing.stderr
    );
}
