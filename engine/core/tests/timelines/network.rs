//! A script against the whole simulator: a network without queues where what the script says happens to
//! the named segments.

use super::script::{Input, Line, Network, Remarks, Script};
use super::state::{self, View};
use bufferlab_core::scenario::Scenario;
use bufferlab_core::sim::script::{Heard, Step};
use bufferlab_core::time::Time;
use bufferlab_core::{Options, Simulation};
use serde_json::json;

/// Segments of a burst come a microsecond apart.
const TOLERANCE_S: f64 = 0.003;

/// Plays a script; all that differs from it.
pub fn play(script: &Script, network: &Network) -> Vec<String> {
    let steps = run(script, network);
    let mut steps = steps.iter().peekable();
    let mut wrong = Vec::new();
    for line in &script.lines {
        let mut sent = Vec::new();
        let mut last = None;
        for heard in wanted(line) {
            let Some(step) = steps.next() else {
                wrong.push(format!(
                    "{}\n    in the network nothing more happens",
                    line.text
                ));
                return wrong;
            };
            let late = (step.at.s() - line.at_s).abs() > TOLERANCE_S;
            if late || !agrees(&heard, &step.heard) {
                let at = step.at.s();
                wrong.push(format!(
                    "{}\n    in the network, at {at:.4}, the sender hears {:?}",
                    line.text, step.heard
                ));
                return wrong;
            }
            sent.extend(step.sent.iter().map(|segment| segment.number));
            last = Some(step);
        }
        if sent != line.sent {
            wrong.push(format!(
                "{}\n    in the network sent {}",
                line.text,
                state::runs(&sent)
            ));
        }
        if let Some(step) = last {
            state::compare(line, &view(step), &mut wrong);
        }
    }
    wrong
}

fn run(script: &Script, network: &Network) -> Vec<Step> {
    let end_s = script.lines.last().map_or(0.0, |line| line.at_s) + TOLERANCE_S;
    let mut traffic = script.traffic();
    for line in &script.lines {
        if let Input::App(segments) = line.input {
            assert_eq!(
                line.at_s, 0.0,
                "{}: a network has all data at once",
                line.text
            );
            traffic["workload"] = json!({ "kind": "transfer", "size_bytes": 1000 * segments });
        }
    }
    let scenario = json!({
        "version": 1,
        "duration_s": end_s + 1.0,
        "bottlenecks": [{
            "id": "r0", "rate_bps": 10e9, "delay_s": network.rtt_s / 2.0,
            "queue": { "kind": "drop_tail", "limit_packets": 100_000 },
        }],
        "groups": [{ "id": "tcp", "access": { "rate_bps": 10e9, "delay_s": 0 }, "traffic": traffic }],
    });
    let scenario = Scenario::from_value(scenario)
        .unwrap_or_else(|problems| panic!("{}: {problems}", script.name));
    let options = Options {
        scripted_faults: network.scripted_faults.clone(),
        trace: Some(0),
        ..Options::default()
    };
    let mut simulation = Simulation::with_options(&scenario, options);
    simulation
        .advance(Time::from_s(end_s))
        .expect("a window of packets fits in memory");
    simulation.steps().to_vec()
}

/// What the sender should hear, one by one.
fn wanted(line: &Line) -> Vec<Input> {
    match &line.input {
        Input::Acks(numbers, remarks) => numbers
            .clone()
            .map(|number| Input::Acks(number..=number, remarks.clone()))
            .collect(),
        // A paced segment or the data at the start: the sender is only asked.
        Input::App(_) | Input::Paced => vec![Input::Go],
        other => vec![other.clone()],
    }
}

fn agrees(wanted: &Input, heard: &Heard) -> bool {
    match (wanted, heard) {
        (Input::Go, Heard::Go) | (Input::Timer, Heard::Timer) => true,
        (Input::Acks(numbers, remarks), Heard::Ack { number, note }) => {
            let blocks: Vec<(u64, u64)> = note.blocks().collect();
            let says = Remarks {
                sack: blocks,
                twice: note.duplicate,
                ece: note.congestion,
                marked: remarks.marked.map(|_| note.marked),
                ..remarks.clone()
            };
            numbers.contains(number) && says == *remarks
        }
        _ => false,
    }
}

fn view(step: &Step) -> View {
    View {
        cwnd: step.cwnd,
        ssthresh: step.ssthresh,
        phase: step.phase,
        in_flight: step.in_flight,
        more: None,
    }
}
