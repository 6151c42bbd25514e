//! Commands of `tc` as a bottleneck: queue disciplines and classes of one or two interfaces.
//!
//! The queue disciplines of an interface form a tree. Packets pass it from the root: `netem` delays and loses them, `tbf` and
//! `htb` limit their rate, and the last queue discipline queues them. Of several classes of `htb`, packets take the default
//! one. The first interface of a text is the forward direction, a second one the reverse direction.

mod direction;
mod netem;
mod options;
mod queues;
mod shaping;
mod tree;
pub mod units;
mod write;

use serde_json::{Value, json};

use super::report::{Imported, Setting};
use super::shell;
use direction::{Direction, apply};
use tree::read;
pub use write::{Commands, Note, write};

/// Returns a queue as a queue discipline with its options; `None` where Linux has no such queue.
#[must_use]
pub fn qdisc(queue: &Value) -> Option<String> {
    queues::write(queue).map(|(qdisc, _)| qdisc)
}

/// Reads a text with commands of `tc`.
#[must_use]
pub fn import(text: &str) -> Imported {
    let (lines, commands) = shell::commands(text);
    let mut imported = Imported::new(lines);
    let mut devices = Vec::new();
    for command in &commands {
        let number = imported.lines[command.line].number;
        match read(command, &mut devices) {
            Ok(None) => {}
            Ok(Some((line, words))) => {
                imported.leave_out(line, words, format!("line {number} replaces it"));
            }
            Err(left_out) => imported.leave_out(command.line, left_out.words, left_out.reason),
        }
    }
    let mut directions = Vec::new();
    for (device, prefix) in devices.iter().zip(["", "reverse."]) {
        directions.push(apply(device, prefix, &mut imported));
    }
    for device in devices.iter().skip(2) {
        let reason = format!(
            "a path has two directions, and {} is the third interface of the text",
            device.name
        );
        let qdiscs = device.qdiscs.iter().map(|qdisc| qdisc.line);
        for line in qdiscs.chain(device.classes.iter().map(|class| class.line)) {
            imported.leave_out(line, &device.name, &reason);
        }
    }
    if let Some(first) = devices.first() {
        imported.scenario["title"] = json!(format!("Queue of {}", first.name));
        imported.scenario["bottlenecks"][0]["label"] = json!(first.name);
    }
    set_delay(&directions, &mut imported);
    imported
}

/// Sets the delay of the link: half of the round trip, since it holds in both directions.
fn set_delay(directions: &[Direction], imported: &mut Imported) {
    let delays = directions.iter().flat_map(|direction| &direction.delays);
    let delays: Vec<(usize, String)> = delays.cloned().collect();
    let round_trip: f64 = directions.iter().map(|direction| direction.delay_s).sum();
    for (line, words) in delays {
        let note = match directions {
            [_, _] => {
                "half of both delays together, since the delay of the link holds in both directions"
            }
            _ => "half of it, since the delay of the link holds in both directions",
        };
        let setting = Setting::new(words, "delay_s", json!(round_trip / 2.0));
        imported.set(line, setting.noting(note));
    }
}
