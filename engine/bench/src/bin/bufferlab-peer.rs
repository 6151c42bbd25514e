//! Runs the scenario on standard input for `npm run bench -- peers`, which runs other simulators on the same scenario.
//!
//! Argument: `recording`, to record time series as the page does. Prints one line of JSON like the programs in
//! `engine/bench/peers`: the packets that left the first bottleneck, and its measures after the warm-up.

use std::process::ExitCode;

use bufferlab_core::Lab;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::time::Time;
use serde_json::{Value, json};

fn main() -> ExitCode {
    match run(std::env::args().any(|argument| argument == "recording")) {
        Ok(printed) => {
            println!("{printed}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("bufferlab-peer: {problem}");
            ExitCode::from(2)
        }
    }
}

fn run(recording: bool) -> Result<Value, String> {
    let text = std::io::read_to_string(std::io::stdin()).map_err(|error| error.to_string())?;
    let scenario = Scenario::from_json(&text).map_err(|problems| problems.to_string())?;
    let mut lab = Lab::new(&scenario);
    if recording {
        lab.record();
    }
    lab.advance(Time::NEVER)
        .map_err(|error| error.to_string())?;
    let summary = lab.summary();
    let bottleneck = &summary.bottlenecks[0].forward;
    Ok(json!({
        "packets": lab.forwarded(),
        "utilization": bottleneck.number("utilization"),
        "tcp_loss": bottleneck.number("loss.tcp"),
        "udp_loss": bottleneck.number("loss.udp"),
    }))
}
