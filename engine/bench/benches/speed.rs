//! Times whole runs of the scenario on standard input: the native lines of `npm run bench -- speed`.
//!
//! Prints a JSON object per run, `{"packets": …, "wall_s": …, "digest": …}`. Arguments: the number of
//! runs, and `recording` to record as the page does. Without a number it does nothing, so that a
//! plain `cargo bench` passes it by.

#![expect(clippy::disallowed_methods, reason = "it measures time")]

use std::io::Read;
use std::time::Instant;

use bufferlab_core::Lab;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::time::Time;
use serde_json::json;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let recording = arguments.iter().any(|argument| argument == "recording");
    let runs: Option<u32> = arguments.iter().find_map(|argument| argument.parse().ok());
    let Some(runs) = runs else { return };
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .expect("a scenario on standard input");
    let scenario = Scenario::from_json(&text).unwrap_or_else(|problems| panic!("{problems}"));
    for _ in 0..runs {
        let mut simulation = Lab::new(&scenario);
        if recording {
            simulation.record();
        }
        let begun = Instant::now();
        simulation.advance(Time::NEVER).expect("it fits in memory");
        let wall_s = begun.elapsed().as_secs_f64();
        let digest = format!("{:016x}", simulation.digest());
        println!(
            "{}",
            json!({ "packets": simulation.forwarded(), "wall_s": wall_s, "digest": digest })
        );
    }
}
