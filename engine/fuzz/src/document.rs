//! What must hold for a document, whatever it says: it is refused in words, or means the same however it is
//! written.

use bufferlab_core::scenario::complete::complete;
use bufferlab_core::scenario::minimal::minimal;
use bufferlab_core::scenario::{Patch, Problems, Scenario, limits};
use serde_json::Value;

use crate::experiment::{Act, Experiment};

/// Longest message of one problem, characters: what someone wrote is quoted, but not at any length.
const MESSAGE: usize = 2_300;

/// Reads a text as the page and the program do.
///
/// # Panics
/// If the refusal is not one that can be shown.
pub fn reads(text: &str) -> Option<Scenario> {
    let read = Scenario::from_json(text);
    accepted(read)
}

/// Reads the document of an experiment and makes its edits, one after another.
///
/// # Panics
/// If something that must hold does not.
pub fn holds(experiment: &Experiment) {
    let Some(mut state) = accepted(Scenario::from_value(experiment.scenario.clone())) else {
        return;
    };
    round_trips(&state);
    for act in &experiment.acts {
        if let Act::Edit(patches) = act {
            state = patched(&state, patches).unwrap_or(state);
        }
    }
    round_trips(&state);
}

fn accepted(read: Result<Scenario, Problems>) -> Option<Scenario> {
    read.map_err(|problems| is_told(&problems)).ok()
}

/// A refusal says something, of bearable length, and commands no terminal.
pub(crate) fn is_told(problems: &Problems) {
    let number = problems.0.len();
    assert!(
        (1..=limits::PROBLEMS).contains(&number),
        "{number} problems"
    );
    for problem in &problems.0 {
        let text = problem.to_string();
        assert!(
            !problem.message.is_empty(),
            "nothing is said of {}",
            problem.path
        );
        assert!(text.chars().count() <= MESSAGE, "{} characters", text.len());
        assert!(
            !text.contains(char::is_control),
            "a control character in {text:?}"
        );
    }
}

/// Written out, completed or shortened, and read again: the same scenario.
fn round_trips(scenario: &Scenario) {
    let value = scenario.to_value();
    let again = Scenario::from_json(&value.to_string());
    assert_eq!(again.as_ref(), Ok(scenario), "read again");

    let completed = ok(complete(value.clone()), "completing");
    assert_eq!(
        ok(complete(completed.clone()), "completing twice"),
        completed
    );
    assert_eq!(
        Scenario::from_value(completed).as_ref(),
        Ok(scenario),
        "completed"
    );

    let short = ok(minimal(value), "shortening");
    assert_eq!(
        Scenario::from_value(short.clone()).as_ref(),
        Ok(scenario),
        "shortened to {short}"
    );
    assert_eq!(ok(minimal(short.clone()), "shortening twice"), short);
}

fn ok(value: Result<Value, Problems>, what: &str) -> Value {
    value.unwrap_or_else(|problems| panic!("{what} what is accepted: {problems}"))
}

/// Changes checked in part are changes checked in whole, live or not; a refusal says why.
fn patched(state: &Scenario, patches: &[Patch]) -> Option<Scenario> {
    let part = state.patched(patches);
    let whole = Scenario::from_document(state.to_value(), patches);
    let words =
        |result: &Result<Scenario, Problems>| result.as_ref().map_err(ToString::to_string).cloned();
    assert_eq!(words(&part), words(&whole), "in part left, in whole right");
    if let Ok(live) = state.patched_live(patches) {
        assert_eq!(part.as_ref(), Ok(&live), "while it runs right");
    }
    accepted(part)
}
