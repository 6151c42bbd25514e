//! Properties of runs: no packet disappears or appears from nothing. Slices of a run, reading of its values, and edits in
//! the document instead of during the run do not change its results.

use bufferlab_core::Lab;
use bufferlab_core::scenario::{Patch, Problems, Scenario};
use bufferlab_core::sim::{Progress, RunError};
use bufferlab_core::time::{Span, Time};
use serde_json::Value;

use crate::experiment::{Act, Experiment};

/// Largest number of events, samples included, of an experiment.
const EVENTS: u64 = 5_000;
/// Largest number of events at one time.
const INSTANT: u64 = 1_000_000;
/// Largest slice in which no sender runs ahead of the clock, in events.
const FOLLOWED: u64 = 1_024;
/// Largest number of actions that are performed.
const ACTS: usize = 64;
/// Largest number of flows of a document that is run.
const FLOWS: u64 = 3_000;

/// Performs all actions of an experiment and checks the packets after each. Then it runs the resulting document once in
/// one piece and once from edit to edit.
///
/// # Panics
/// A property does not hold.
pub fn holds(experiment: &Experiment) {
    let Ok(scenario) = Scenario::from_value(experiment.scenario.clone()) else {
        return;
    };
    let flows: u64 = scenario
        .groups
        .iter()
        .map(|group| u64::from(group.count))
        .sum();
    if flows > FLOWS {
        return;
    }
    let mut played = Played::new(&scenario);
    if played.play(&experiment.acts).is_err() {
        return check(&mut played.lab);
    }
    let until = played.lab.now();
    let outcome = outcome(&mut played.lab);
    let document = played.lab.document().clone();
    let read = Scenario::from_json(&document.to_value().to_string());
    assert_eq!(
        read.as_ref(),
        Ok(&document),
        "the document it leaves behind"
    );

    assert_eq!(
        straight(&document, until),
        outcome,
        "at a stretch left, played right"
    );
    assert_eq!(
        from_edit_to_edit(&document, until),
        outcome,
        "from edit to edit left, played right"
    );
}

/// Run on which the actions of an experiment are performed.
struct Played {
    lab: Lab,
    kept: Option<bufferlab_core::Snapshot>,
    left: u64,
}

impl Played {
    fn new(scenario: &Scenario) -> Played {
        let mut lab = Lab::new(scenario);
        lab.record();
        Played {
            lab,
            kept: None,
            left: EVENTS,
        }
    }

    /// Performs the actions, then runs the remaining events to the end of the current time.
    fn play(&mut self, acts: &[Act]) -> Result<(), RunError> {
        for act in acts.iter().take(ACTS) {
            self.act(act)?;
            check(&mut self.lab);
        }
        let end = self.lab.end();
        self.run(end, self.left)?;
        let now = self.lab.now();
        reach(&mut self.lab, now)?;
        check(&mut self.lab);
        Ok(())
    }

    fn act(&mut self, act: &Act) -> Result<(), RunError> {
        match act {
            Act::Run(events) => self.run(self.lab.end(), *events)?,
            Act::RunFor(seconds) => {
                let to = self.lab.now() + Span::from_s(seconds.clamp(0.0, 1e6));
                self.run(to, self.left)?;
            }
            Act::Edit(patches) => edit(&mut self.lab, patches),
            Act::Keep => self.kept = Some(self.lab.snapshot()),
            Act::Return => {
                if let Some(kept) = &self.kept {
                    self.lab.restore(kept);
                }
            }
            Act::Watch(flows) => self.lab.watch(flows),
            Act::Observe => observe(&mut self.lab),
        }
        Ok(())
    }

    fn run(&mut self, to: Time, events: u64) -> Result<(), RunError> {
        let events = events.min(self.left);
        // Time that passes without events takes samples, which count.
        let samples = |lab: &Lab| lab.recorder().map_or(0, |recorder| recorder.samples());
        let before = (self.lab.now(), self.lab.events(), samples(&self.lab));
        self.lab.advance_by(to, events)?;
        assert!(self.lab.now() >= before.0, "time goes on");
        let run = self.lab.events() - before.1;
        // In longer slices, senders that ran ahead of the clock let the others follow before the slice ends.
        assert!(
            run <= events || events > FOLLOWED,
            "{run} events of {events}"
        );
        self.left -= (run + samples(&self.lab) - before.2)
            .clamp(1, self.left.max(1))
            .min(self.left);
        Ok(())
    }
}

/// Makes an edit. A rejected edit must have messages and change nothing.
fn edit(lab: &mut Lab, patches: &[Patch]) {
    let before = (outcome(lab), lab.document().clone());
    if let Err(Problems(problems)) = lab.edit(patches) {
        assert!(problems.iter().all(|problem| !problem.message.is_empty()));
        assert_eq!(
            (outcome(lab), lab.document().clone()),
            before,
            "a refused change"
        );
    }
}

/// Reads all values that charts, tables and exports need.
fn observe(lab: &mut Lab) {
    let (now, columns) = (lab.now(), 20);
    if let Some(recorder) = lab.recorder() {
        let mut out = vec![0.0; recorder.data_length(columns)];
        recorder.columns(Time::ZERO, now, columns, Span::from_s(0.01), &mut out);
        let _ = (
            recorder.next_drop(now, false),
            recorder.next_drop(Time::ZERO, true),
        );
    }
    let _ = (
        lab.layout(),
        lab.present(),
        lab.detail(),
        lab.warnings(),
        lab.marks().within(Time::ZERO, now).len(),
    );
}

/// Runs a document in one piece.
fn straight(document: &Scenario, until: Time) -> Outcome {
    let mut lab = Lab::new(document);
    reach(&mut lab, until).unwrap_or_else(|error| panic!("played without: {error}"));
    outcome(&mut lab)
}

/// Runs and records a document with a stop at each edit. A second advance to the same time must change nothing.
fn from_edit_to_edit(document: &Scenario, until: Time) -> Outcome {
    let mut lab = Lab::new(document);
    lab.record();
    let stops = document
        .edits
        .iter()
        .map(|edit| Time::from_s(edit.at_s).min(until));
    for stop in stops.chain([until]) {
        reach(&mut lab, stop).unwrap_or_else(|error| panic!("played without: {error}"));
        let once = outcome(&mut lab);
        reach(&mut lab, stop).unwrap_or_else(|error| panic!("nothing is left to do: {error}"));
        assert_eq!(outcome(&mut lab), once, "once more to {} s", stop.s());
    }
    outcome(&mut lab)
}

fn reach(lab: &mut Lab, until: Time) -> Result<(), RunError> {
    let progress = lab.advance_by(until, INSTANT)?;
    assert_eq!(
        progress,
        Progress::Reached,
        "{INSTANT} events do not lead to {} s",
        until.s()
    );
    Ok(())
}

type Outcome = (String, Time, Value);

/// Returns the values in which equal runs agree: digest, time, and all measures.
fn outcome(lab: &mut Lab) -> Outcome {
    let figures =
        serde_json::to_value(lab.summary()).unwrap_or_else(|error| panic!("figures: {error}"));
    (format!("{:016x}", lab.digest()), lab.now(), figures)
}

/// Checks the conservation of packets and the range of every measure.
fn check(lab: &mut Lab) {
    if let Some(fault) = lab.check_conservation().fault() {
        panic!("{fault}");
    }
    let (_, _, figures) = outcome(lab);
    check_figures("", &figures);
}

/// Checks that every number is finite and not negative, but for QoE, which counts stalls against the rate, and that every
/// share is at most 1.
fn check_figures(name: &str, figures: &Value) {
    match figures {
        Value::Object(fields) => {
            for (field, value) in fields {
                // The classes of a loss are shares as well.
                check_figures(if name == "loss" { name } else { field }, value);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| check_figures(name, item)),
        Value::Number(number) => {
            let value = number.as_f64().unwrap_or(f64::NAN);
            let is_share = ["utilization", "loss", "jain_index"].contains(&name)
                || name.ends_with("_probability");
            // Sums of seconds are rounded.
            let most = if is_share { 1.0 + 1e-9 } else { f64::MAX };
            let least = if name == "qoe" { f64::MIN } else { 0.0 };
            assert!((least..=most).contains(&value), "{name}: {value}");
        }
        // Null: does not apply.
        _ => {}
    }
}
