//! Intervals cover the truth as often as they say, where the truth is known: the loss of M/M/1/K.

use std::ops::ControlFlow;

use bufferlab_core::models;
use bufferlab_core::study::{Interval, Rounds, Study, StudyDocument, finished, run_case};
use serde_json::{Value, json};

const LOSS: &str = "bottlenecks.r0.loss.all";
const REPETITIONS: usize = 200;

/// What the stop rule is asked for.
const WITHIN: f64 = 0.1;

/// Many repetitions of one experiment as the points of a study: they differ in a title, and in all their seeds.
fn repetitions() -> Study {
    let titles: Vec<Value> = (0..REPETITIONS).map(|i| json!(format!("{i}"))).collect();
    let study = json!({
        "scenario": {
            "duration_s": 6, "warmup_s": 1,
            "bottlenecks": [{
                "id": "r0", "rate_bps": 10e6, "delay_s": 0.001,
                "queue": { "kind": "drop_tail", "limit_packets": 9 },
            }],
            "groups": [{
                "id": "udp", "access": { "rate_bps": 1e13 },
                "traffic": { "kind": "poisson", "rate_bps": 8e6, "packet_bytes": { "exponential": 1000 } },
            }],
        },
        "over": [{ "path": "title", "values": titles }],
        "replications": 60,
        "seeds": "independent",
        "stop": { "measure": LOSS, "half_width": WITHIN },
    });
    let study = StudyDocument::from_value(study).and_then(Study::new);
    study.unwrap_or_else(|problems| panic!("{problems}"))
}

fn exact() -> f64 {
    let model = models::find("mm1k").expect("it is listed");
    let outputs = model.outputs_of(json!({ "load": 0.8, "places_packets": 10 }));
    outputs.expect("accepted").get("loss").expect("a share")
}

fn covers(values: &[f64], truth: f64) -> bool {
    let interval = Interval::of(values).expect("values");
    (interval.mean - truth).abs() <= interval.half_width.expect("several")
}

/// Share of the repetitions whose intervals cover the exact loss. Of 200 the standard error of a share of 95 % is 1.5
/// points. Of five replications it is what it says. A stop rule promises that the mean is known to what was asked for,
/// a tenth here, and keeps that within 3 points. The narrower interval that it ends with it has chosen for being
/// narrow, and that covers less often (Law, Simulation Modeling and Analysis, Section 9.4.1): some 90 %.
#[test]
fn intervals_cover_the_exact_loss_as_often_as_they_say() {
    let study = repetitions();
    let mut rounds = Rounds::new(&study, &study.part(0, 1));
    let mut values: Vec<Vec<f64>> = vec![Vec::new(); REPETITIONS];
    loop {
        let round = rounds.next_round();
        if round.is_empty() {
            break;
        }
        for number in round {
            let case = study.case(number).expect("it is planned");
            let line = run_case(case, &mut |_| ControlFlow::Continue(())).expect("to its end");
            let loss = finished::figure(&line.to_value(), LOSS).expect("packets came");
            values[(number / study.replications()) as usize].push(loss);
            rounds.take(number, Some(loss));
        }
    }
    let truth = exact();
    let share = |of: &dyn Fn(&[f64]) -> bool| {
        values.iter().filter(|values| of(values)).count() as f64 / REPETITIONS as f64
    };
    let by_five = share(&|values| covers(&values[..5], truth));
    let by_rule = share(&|values| covers(values, truth));
    let promised = share(&|values| {
        let mean = Interval::of(values).expect("values").mean;
        (mean - truth).abs() <= WITHIN * truth
    });
    let runs = values.iter().map(Vec::len).sum::<usize>();
    println!("five: {by_five}, promised {promised}, rule: {by_rule}, {runs} runs");
    assert!((0.92..=0.98).contains(&by_five), "{by_five}");
    assert!((promised - 0.95).abs() <= 0.03, "{promised}");
    assert!(by_rule > 0.86, "{by_rule}");
    assert!(values.iter().all(|values| (10..60).contains(&values.len())));
}
