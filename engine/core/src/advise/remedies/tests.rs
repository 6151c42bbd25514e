use super::*;
use crate::presets;
use crate::study::{Study, StudyDocument};

/// Compares remedies of `one-flow` with `figure(queue, seed)` of the only target, instead of running anything.
fn imagined(targets: &Value, figure: impl Fn(&Value, u64) -> f64) -> (Comparison, Remedies) {
    let preset = presets::find("one-flow").expect("it is listed");
    let scenario: Value = serde_json::from_str(preset.scenario_json).expect("JSON");
    let question = json!({ "scenario": scenario, "targets": targets });
    let mut remedies = Remedies::from_value(question).expect("a question");
    while let Some(round) = remedies.next_round() {
        let study = StudyDocument::from_value(round.study.clone()).and_then(Study::new);
        let line = |case: crate::study::Case| {
            let queue = case.id.point.values().next().expect("a queue");
            let figures = json!([{ "id": "r0", "utilization": figure(queue, case.id.seed) }]);
            json!({ "summary": { "bottlenecks": figures } })
        };
        let lines: Vec<Value> = study.expect("a study").cases().map(line).collect();
        assert_eq!(lines.len() as u64, round.runs());
        remedies.take(&round, &lines).expect("figures");
        assert!(remedies.runs < 500, "it goes on for ever: {round:?}");
    }
    (remedies.comparison(), remedies)
}

/// Chance that is the same for the same seed, −1 to 1.
fn chance(seed: u64) -> f64 {
    (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as f64 / f64::from(1 << 23) - 1.0
}

fn is(queue: &Value, kind: &str) -> bool {
    queue["kind"] == kind
}

#[test]
fn pairs_with_common_seeds_distinguish_the_best_remedy() {
    // The chance of a seed is larger than the difference, but the same for all remedies.
    let figure = |queue: &Value, seed: u64| {
        let own = if is(queue, "fq_codel") { 0.95 } else { 0.90 };
        own + 0.04 * chance(seed)
    };
    let (comparison, remedies) = imagined(&json!(["utilization>=99%"]), figure);
    let first = &comparison.rows[0];
    assert_eq!(
        (first.remedy.id, first.standing),
        ("fq_codel", Standing::Best)
    );
    assert!(!first.is_met());
    let others = &comparison.rows[1..];
    assert!(others.iter().all(|row| row.standing == Standing::Worse));
    assert_eq!(
        remedies.runs,
        4 * comparison.rows.len() as u64,
        "one round is enough"
    );
    let progress = remedies.progress();
    assert_eq!(
        (progress.runs, progress.expected_runs),
        (remedies.runs, remedies.runs)
    );
}

#[test]
fn remedies_that_miss_nothing_are_ordered_by_the_first_target() {
    let figure = |queue: &Value, _: u64| match queue["kind"].as_str() {
        Some("pie") => 0.99,
        Some("codel") => 0.985,
        _ => 0.5,
    };
    let (comparison, _) = imagined(&json!(["utilization>=90%"]), figure);
    let rows: Vec<_> = comparison
        .rows
        .iter()
        .map(|row| (row.remedy.id, row.standing))
        .collect();
    assert_eq!(
        rows[..2],
        [("pie", Standing::Best), ("codel", Standing::AsGood)]
    );
    assert!(
        rows[2..]
            .iter()
            .all(|(_, standing)| *standing == Standing::Worse)
    );
}

#[test]
fn remedies_that_chance_hides_get_more_seeds_up_to_the_largest_number() {
    // Each remedy has its own chance, so that pairs do not help: only the first two are close.
    let figure = |queue: &Value, seed: u64| match queue["kind"].as_str() {
        Some("codel") => 0.8 + 0.1 * chance(seed),
        Some("pie") => 0.8 + 0.1 * chance(31 * seed + 5),
        _ => 0.1,
    };
    let (comparison, remedies) = imagined(&json!(["utilization>=99%"]), figure);
    assert_eq!(comparison.rows[1].standing, Standing::Open);
    let seeds = comparison
        .rows
        .iter()
        .map(|row| row.figures[0].known.expect("runs").n);
    assert_eq!(seeds.take(3).collect::<Vec<_>>(), [13, 13, 4]);
    assert_eq!(remedies.runs, comparison.rows.len() as u64 * 4 + 18);
}

#[test]
fn candidates_are_complete_queues_with_the_limits_of_their_sources() {
    let (comparison, _) = imagined(&json!(["utilization>=99%"]), |_, _| 0.5);
    let row = |id: &str| {
        let mut rows = comparison.rows.iter();
        rows.find(|row| row.remedy.id == id).expect("a candidate")
    };
    let tc = |id: &str| row(id).tc().expect("Linux has it");
    assert_eq!(tc("today"), "tc qdisc replace dev DEV root pfifo limit 100");
    assert_eq!(
        tc("drop_tail_half"),
        "tc qdisc replace dev DEV root pfifo limit 50"
    );
    // The lab's target and interval are those of Linux, so the command does not repeat them.
    let fq_codel = "tc qdisc replace dev DEV root fq_codel limit 10240";
    assert_eq!(tc("fq_codel"), fq_codel);
    assert_eq!(
        comparison.rows.len(),
        9,
        "as large as today and the BDP are there already"
    );
    let size = comparison.capacity(&row("today").remedy).expect("a limit");
    assert_eq!(
        (size.packets, size.bytes, size.drain_s),
        (100.0, 100_000.0, 0.08)
    );
}

#[test]
fn equal_results_of_all_seeds_are_a_warning() {
    let warnings = |figure: fn(&Value, u64) -> f64| {
        let (comparison, _) = imagined(&json!(["utilization>=99%"]), figure);
        comparison.warnings()
    };
    let equal = warnings(|queue, _| if is(queue, "pie") { 0.6 } else { 0.5 });
    assert!(equal.len() == 1 && equal[0].starts_with("All seeds give the same results"));
    assert_eq!(warnings(|_, seed| 0.5 + 0.01 * chance(seed)), [""; 0]);
}

/// RFC 8289 Section 4.4: the target exceeds the time of a full packet, here 8 ms at 1 Mb/s.
#[test]
fn target_of_codel_exceeds_the_time_of_a_packet_on_slow_links() {
    let preset = presets::find("one-flow").expect("it is listed");
    let mut scenario: Value = serde_json::from_str(preset.scenario_json).expect("JSON");
    scenario["bottlenecks"][0]["rate_bps"] = json!(1e6);
    let question = json!({ "scenario": scenario, "targets": ["utilization=90%"] });
    let remedies = Remedies::from_value(question).expect("a question");
    let codel = remedies.candidates.iter().find(|one| one.id == "codel");
    let queue = &codel.expect("a candidate").queue;
    assert_eq!(
        (queue["target_s"].as_f64(), queue["interval_s"].as_f64()),
        (Some(0.012), Some(0.107))
    );
}

#[test]
fn questions_that_are_not_accepted_name_the_field() {
    let path = |question: Value| {
        let problems = Remedies::from_value(question).expect_err("not accepted");
        problems.0[0].path.clone()
    };
    let preset = presets::find("one-flow").expect("it is listed");
    let scenario: Value = serde_json::from_str(preset.scenario_json).expect("JSON");
    assert_eq!(
        path(json!({ "scenario": scenario, "targets": ["utilization=1"], "seeds": 1 })),
        "seeds"
    );
    assert_eq!(
        path(json!({ "scenario": scenario, "targets": [] })),
        "targets"
    );
    assert_eq!(path(json!({ "targets": ["utilization=1"] })), "scenario");
}
