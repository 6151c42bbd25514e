//! Runs one case of `engine/bench/cases` for `npm run bench -- counts`, which starts it under Valgrind's Callgrind.
//!
//! Argument: the name of the case. Prints a JSON object, `{"packets": …, "events": …, "digest": …}`, with the packets
//! forwarded and the events run while Callgrind counts. Counting starts at the time that the case states, so that the
//! start of the flows is excluded.

mod callgrind;
mod case;

use std::process::ExitCode;

use bufferlab_core::Lab;
use bufferlab_core::time::Time;
use case::Case;
use serde_json::{Value, json};

fn main() -> ExitCode {
    let Some(name) = std::env::args().nth(1) else {
        eprintln!("usage: bufferlab-bench CASE, a name in engine/bench/cases/cases.json");
        return ExitCode::from(2);
    };
    match Case::load(&name) {
        Ok(case) => {
            println!("{}", count(&case));
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("bufferlab-bench: {problem}");
            ExitCode::from(2)
        }
    }
}

/// Runs the case and returns its numbers of packets and events while Callgrind counted.
fn count(case: &Case) -> Value {
    let mut lab = Lab::new(&case.scenario);
    if case.recording {
        lab.record();
    }
    advance(&mut lab, case.from);
    let before = (lab.forwarded(), lab.scheduled_events());
    callgrind::start_instrumentation();
    advance(&mut lab, case.to);
    callgrind::stop_instrumentation();
    json!({
        "packets": lab.forwarded() - before.0,
        "events": lab.scheduled_events() - before.1,
        "digest": format!("{:016x}", lab.digest()),
    })
}

fn advance(lab: &mut Lab, until: Time) {
    lab.advance(until).expect("it fits in memory");
}
