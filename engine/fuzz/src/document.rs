//! Properties of documents: a document is rejected with a message, or it means the same in every form.

use bufferlab_core::scenario::complete::complete;
use bufferlab_core::scenario::minimal::minimal;
use bufferlab_core::scenario::{Patch, Problems, Scenario, limits};
use serde_json::Value;

use crate::experiment::{Act, Experiment};

/// Longest message of one problem, in characters. Messages quote only a part of long input.
const MESSAGE: usize = 2_300;

/// Reads a text as the page and the program do.
///
/// # Panics
/// A problem cannot be shown to users.
pub fn reads(text: &str) -> Option<Scenario> {
    let read = Scenario::from_json(text);
    accepted(read)
}

/// Reads the document of an experiment and makes its edits, one after another.
///
/// # Panics
/// A property does not hold.
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
    read.map_err(|problems| check_problems(&problems)).ok()
}

/// Checks that problems have messages of limited length without control characters.
pub(crate) fn check_problems(problems: &Problems) {
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

/// Checks that a scenario is unchanged after it is written, completed or shortened, and read again.
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

/// Checks that partial and complete checks of changes agree, during a run or before it, and that problems have messages.
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
