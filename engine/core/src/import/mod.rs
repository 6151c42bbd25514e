//! Text of other tools as a scenario: `tc` of Linux, mahimahi's shells, Cisco's and SONiC's configuration, Mininet's links.
//!
//! A text becomes a scenario with the network that it describes and a [report](Imported) on each line: what was understood
//! and which field it sets, and what was not, with the reason. Nothing is guessed: fields that a text does not say are
//! [assumed](Assumed) and listed.

mod cisco;
mod mahimahi;
mod mininet;
mod report;
mod shell;
mod sonic;
pub mod tc;
#[cfg(test)]
mod tests;

use serde_json::json;

pub use report::{Assumed, Imported, LeftOut, Line, Understood};

/// Size of the largest text that is read, bytes.
pub const TEXT_BYTES: usize = 1_000_000;
/// Largest number of lines of a text.
pub const LINES: usize = 10_000;

/// Id of the bottleneck of an imported scenario.
pub const BOTTLENECK: &str = "r0";

/// Tool whose text it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    Tc,
    Mahimahi,
    Cisco,
    Mininet,
    Sonic,
}

impl Dialect {
    /// Finds the tool by the words of the text. A text without any is taken for commands of tc.
    fn of(text: &str) -> Dialect {
        let mut words = text.split_whitespace();
        let is_tc = words.clone().any(|word| word == "tc");
        if sonic::is_json(text) {
            Dialect::Sonic
        } else if words.any(mahimahi::is_shell) {
            Dialect::Mahimahi
        } else if is_tc {
            Dialect::Tc
        } else if text.lines().any(mininet::has_link) {
            Dialect::Mininet
        } else if text.lines().any(cisco::is_of_cisco) {
            Dialect::Cisco
        } else {
            Dialect::Tc
        }
    }
}

/// Reads a text as a scenario.
///
/// # Errors
/// A sentence about a text that is too long, or of which nothing is understood.
pub fn import(text: &str) -> Result<Imported, String> {
    if text.len() > TEXT_BYTES {
        return Err(format!(
            "the text has {} bytes; at most {TEXT_BYTES} are read",
            text.len()
        ));
    }
    if text.lines().count() > LINES {
        return Err(format!("the text has more than {LINES} lines"));
    }
    // Escape sequences and the like must not reach a terminal by the report.
    let text = &text.replace(|c: char| c.is_control() && c != '\n', " ");
    let mut imported = read(text)?;
    if imported.lines.iter().all(|line| line.understood.is_empty()) {
        return Err(nothing(&imported));
    }
    complete(&mut imported);
    Ok(imported)
}

/// Reads a text in the form of its tool.
///
/// # Errors
/// JSON that cannot be read.
fn read(text: &str) -> Result<Imported, String> {
    Ok(match Dialect::of(text) {
        Dialect::Tc => tc::import(text),
        Dialect::Mahimahi => mahimahi::import(text),
        Dialect::Cisco => cisco::import(text),
        Dialect::Mininet => mininet::import(text),
        Dialect::Sonic => sonic::import(text)?,
    })
}

/// Returns the sentence about a text of which nothing is understood: the first reason, or what is accepted.
fn nothing(imported: &Imported) -> String {
    let accepted = "enter lines of tc, mahimahi, Cisco or Mininet, or buffers of SONiC as JSON";
    let first = imported
        .lines
        .iter()
        .find_map(|line| Some((line.number, line.left_out.first()?)));
    match first {
        Some((number, LeftOut { words, reason })) => {
            format!("line {number}: {words:?} is not understood, since {reason}; {accepted}")
        }
        None => format!("the text has no command; {accepted}"),
    }
}

/// Adds what a scenario needs and no text says: traffic, and fields of the bottleneck that are not set.
fn complete(imported: &mut Imported) {
    let scenario = &mut imported.scenario;
    let bottleneck = &mut scenario["bottlenecks"][0];
    let of_bottleneck = [
        (
            "rate_bps",
            json!(1e7),
            "the text has no rate of the link, so it has 10 Mb/s",
        ),
        (
            "delay_s",
            json!(0.01),
            "the text has no delay, so the round trip through the link takes 20 ms",
        ),
        (
            "queue",
            json!({ "kind": "drop_tail", "limit_packets": 1000 }),
            "the text has no queue, so it holds 1,000 packets, as an interface of Linux does (txqueuelen)",
        ),
    ];
    for (field, value, reason) in of_bottleneck {
        if bottleneck[field].is_null() {
            bottleneck[field] = value;
            imported.assumed.push(Assumed {
                path: format!("bottlenecks.{BOTTLENECK}.{field}"),
                reason: reason.to_owned(),
            });
        }
    }
    let group = json!({
        "id": "tcp",
        "access": { "rate_bps": 1e9, "delay_s": 0.001 },
        "traffic": { "kind": "tcp", "profile": "linux-6" },
    });
    scenario["duration_s"] = json!(60);
    scenario["warmup_s"] = json!(10);
    scenario["groups"] = json!([group]);
    imported.assumed.push(Assumed {
        path: "groups.tcp".to_owned(),
        reason: "the text has no traffic, so one flow of Linux sends".to_owned(),
    });
}
