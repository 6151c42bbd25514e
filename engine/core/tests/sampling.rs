//! Measures that sample a run: they agree with theory, do not depend on slicing, and change nothing.

use std::ops::ControlFlow;

use bufferlab_core::study::{Case, CaseRun, Study, StudyDocument, finished, run_case};
use serde_json::{Value, json};

/// Poisson arrivals of 1,000 datagrams per second at a queue of nine packets with a load of 0.8.
fn poisson(measure: &[&str]) -> Value {
    json!({
        "scenario": {
            "duration_s": 220, "warmup_s": 20,
            "bottlenecks": [{
                "id": "r0", "rate_bps": 10e6, "delay_s": 0.001,
                "queue": { "kind": "drop_tail", "limit_packets": 9 },
            }],
            "groups": [{
                "id": "udp", "count": 4, "access": { "rate_bps": 1e13 },
                "traffic": { "kind": "poisson", "rate_bps": 2e6, "packet_bytes": 1000 },
            }],
        },
        "measure": measure,
    })
}

fn planned(measure: &[&str]) -> Result<Study, String> {
    let study = StudyDocument::from_value(poisson(measure)).and_then(Study::new);
    study.map_err(|problems| problems.to_string())
}

fn case(measure: &[&str]) -> Case {
    let study = planned(measure).unwrap_or_else(|problems| panic!("{problems}"));
    study.case(0).expect("one case")
}

pub fn line(measure: &[&str]) -> Value {
    let line = run_case(case(measure), &mut |_| ControlFlow::Continue(()));
    line.expect("it is not interrupted").to_value()
}

/// Measures that sample a run, of its link and its group.
pub const ALL: [&str; 8] = [
    "bottlenecks.r0.burstiness_in.10ms",
    "bottlenecks.r0.burstiness_in.80ms",
    "bottlenecks.r0.burstiness_out.10ms",
    "bottlenecks.r0.hurst_in.10ms",
    "bottlenecks.r0.hurst_in_by_variance.10ms",
    "bottlenecks.0.queue_deviation_packets.10ms",
    "groups.udp.loss_synchronisation.100ms",
    "groups.udp.losing_flows.100ms@40s",
];

/// The measure has the last limit of ADT, not the first. At a load of 0.8 ADT keeps its maximum limit for a target
/// utilization of 0.95. For a target of 0.5 it reaches its minimum within 25 intervals: from 10,000 B to 3,000 B by the
/// factor 1.1 takes 13.
#[test]
fn the_limit_of_a_queue_is_its_last_limit() {
    let limit = |queue: Value| {
        let path = "bottlenecks.r0.limit_bytes.1s";
        let mut document = poisson(&[path]);
        document["scenario"]["bottlenecks"][0]["queue"] = queue;
        let study = StudyDocument::from_value(document).and_then(Study::new);
        let study = study.unwrap_or_else(|problems| panic!("{problems}"));
        let case = study.case(0).expect("one case");
        let line = run_case(case, &mut |_| ControlFlow::Continue(()));
        finished::figure(&line.expect("it is not interrupted").to_value(), path)
            .expect("many samples")
    };
    let adt = |target: f64| json!({ "kind": "adt", "limit_bytes": 10_000, "min_bytes": 3000, "interval_s": 1, "target_utilization": target });
    assert_eq!(limit(adt(0.95)), 10_000.0);
    assert_eq!(limit(adt(0.5)), 3000.0);
    let plain = |unit: &str| json!({ "kind": "drop_tail", unit: 7000 });
    assert_eq!(limit(plain("limit_bytes")), 7000.0);
    assert_eq!(limit(plain("limit_packets")), 0.0);
}

/// Returns a measure of the link by its id.
pub fn figure(line: &Value, id: &str) -> f64 {
    let path = format!("bottlenecks.r0.{id}");
    finished::figure(line, &path).unwrap_or_else(|| panic!("no {id}"))
}

#[test]
fn a_queue_smooths_poisson_arrivals_and_its_flows_lose_together() {
    let line = line(&ALL);
    let (came, left) = (
        figure(&line, "burstiness_in.10ms"),
        figure(&line, "burstiness_out.10ms"),
    );
    assert!(left < came, "{left} {came}");
    let of = |i: usize| finished::figure(&line, ALL[i]).unwrap_or_else(|| panic!("{}", ALL[i]));
    assert!((1.0..4.0).contains(&of(5)), "{}", of(5));
    // Four sources at the same full queue lose packets together more often than by chance; the index is at most four.
    assert!((1.2..4.0).contains(&of(6)), "{}", of(6));
    assert!(of(7).fract() == 0.0 && of(7) <= 4.0, "{}", of(7));
}

#[test]
fn a_queue_that_fills_late_settles_late() {
    let path = "bottlenecks.r0.settled_s";
    let mut document = poisson(&[path]);
    document["scenario"]["groups"][0]["start_s"] = json!(50);
    let study = StudyDocument::from_value(document).and_then(Study::new);
    let case = study.expect("a study").case(0).expect("one case");
    let line = run_case(case, &mut |_| ControlFlow::Continue(())).expect("to its end");
    let settled = finished::figure(&line.to_value(), path).expect("it is asked for");
    // The latest possible value is half of the run.
    assert!((50.0..=110.0).contains(&settled), "{settled}");
}

#[test]
fn sampling_changes_no_result_and_does_not_depend_on_slices() {
    let whole = line(&ALL);
    let mut run = CaseRun::new(case(&ALL));
    while !run.advance(777) {}
    assert_eq!(run.line().to_value()["summary"], whole["summary"]);
    let plain = line(&["bottlenecks.r0.loss.all"]);
    assert_eq!(plain["summary"]["digest"], whole["summary"]["digest"]);
    assert_ne!(
        plain["key"], whole["key"],
        "the keys differ by the requested measures"
    );
    assert!(finished::figure(&plain, ALL[0]).is_none());
}

#[test]
fn paths_that_cannot_be_sampled_are_rejected_with_the_limit() {
    let error_of = |path: &str| planned(&[path]).expect_err(path);
    for (path, says) in [
        ("bottlenecks.r0.burstiness_in", "an interval"),
        ("bottlenecks.r0.burstiness_in.", "such as 20ms"),
        ("bottlenecks.r0.burstiness_in.0ms", "an integer"),
        ("bottlenecks.r0.burstiness_in.1.5ms", "an integer"),
        ("bottlenecks.r0.burstiness_in.99999999999s", "an integer"),
        ("bottlenecks.r0.burstiness_in.1us", "at most 50000000"),
        ("groups.udp.losing_flows.10us", "at most 50000000"),
        (
            "groups.udp.losing_flows.1s@219500ms",
            "after the end of the run at 220 s",
        ),
        ("groups.udp.burstiness_in.1s", "losing_flows"),
        ("edges.e.burstiness_in.1s", "and nothing else"),
        ("bottlenecks.r0.within", "within.loss"),
    ] {
        let error = error_of(path);
        assert!(
            error.starts_with("measure.0: ") && error.contains(says),
            "{path}: {error}"
        );
    }
}
