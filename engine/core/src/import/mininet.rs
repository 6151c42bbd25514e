//! Links of Mininet: the arguments of `addLink(…, cls=TCLink, bw=10, delay='5ms')` and of tables of such arguments.
//!
//! Mininet sets up both interfaces of a link alike, so both directions have the rate, the delay, the loss and the queue.
//! Source: `mininet/link.py`, `TCIntf`.

use serde_json::json;

use super::report::{Imported, Line, Setting};
use super::tc::units;

/// Packets of the queue unless an argument sets it: that of netem, which Mininet uses.
const QUEUE: u64 = 1000;

/// Directions: beginnings of the paths.
const DIRECTIONS: [&str; 2] = ["", "reverse."];

/// Returns whether a line has arguments of a link.
#[must_use]
pub fn has_link(line: &str) -> bool {
    ["TCLink", "addLink(", "bw=", "bw ="]
        .iter()
        .any(|word| line.contains(word))
}

/// Argument of a call: name and value, without quotes.
struct Argument<'a> {
    name: &'a str,
    value: &'a str,
    words: &'a str,
}

/// Reads the links of a text. The slowest becomes the bottleneck.
#[must_use]
pub fn import(text: &str) -> Imported {
    let lines: Vec<Line> = (1..)
        .zip(text.lines())
        .map(|(number, line)| (number, line.split('#').next().unwrap_or(line).trim()))
        .filter(|(_, line)| !line.is_empty())
        .map(|(number, line)| Line {
            number,
            text: line.to_owned(),
            ..Line::default()
        })
        .collect();
    let rates: Vec<Option<f64>> = lines.iter().map(|line| rate_of(&line.text)).collect();
    let slowest = rates
        .iter()
        .flatten()
        .copied()
        .fold(f64::INFINITY, f64::min);
    let with_rate = rates.iter().position(|rate| *rate == Some(slowest));
    let chosen = with_rate.or(lines
        .iter()
        .position(|line| !arguments(&line.text).is_empty()));
    let texts: Vec<String> = lines.iter().map(|line| line.text.clone()).collect();
    let mut imported = Imported::new(lines);
    for (place, text) in texts.iter().enumerate() {
        if Some(place) == chosen {
            set(place, text, &mut imported);
        } else {
            let reason = match has_link(text) {
                true => {
                    "the slowest link of the text becomes the bottleneck, and this is another one"
                }
                false => "it is no link",
            };
            imported.leave_out(place, text, reason);
        }
    }
    imported.scenario["title"] = json!("Link of Mininet");
    imported
}

/// Returns the rate of the link of a line, Mb/s.
fn rate_of(text: &str) -> Option<f64> {
    let arguments = arguments(text);
    let rate = arguments.iter().find(|argument| argument.name == "bw")?;
    units::number(rate.value).ok()
}

/// Returns the arguments with names of a line.
fn arguments(text: &str) -> Vec<Argument<'_>> {
    // Not the name of a variable before them.
    let within = text.find(['(', '{']).map_or(text, |start| &text[start..]);
    let parts = within.split([',', '(', ')', '{', '}']);
    parts.filter_map(argument).collect()
}

/// Reads `name=value`, or `'name': value` of a dictionary.
fn argument(words: &str) -> Option<Argument<'_>> {
    let words = words.trim();
    let (name, value) = words.split_once('=').or_else(|| words.split_once(':'))?;
    let quotes = ['\'', '"'];
    let name = name.trim().trim_matches(quotes);
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_name.then(|| Argument {
        name,
        value: value.trim().trim_matches(quotes),
        words,
    })
}

/// Sets the fields of the link of a line.
fn set(line: usize, text: &str, imported: &mut Imported) {
    let mut is_limited = false;
    for Argument { name, value, words } in arguments(text) {
        let both = |field: &str| DIRECTIONS.map(|prefix| format!("{prefix}{field}"));
        let read = match name {
            "bw" => {
                units::number(value).map(|mbps| (vec!["rate_bps".to_owned()], json!(mbps * 1e6)))
            }
            "delay" => units::time_s(value).map(|s| (vec!["delay_s".to_owned()], json!(s))),
            "loss" => units::share(value).map(|share| {
                for path in both("line.kind") {
                    imported.set(line, Setting::new(words, path, json!("independent")));
                }
                (both("line.loss").to_vec(), json!(share))
            }),
            "max_queue_size" => units::count(value).map(|packets| {
                is_limited = true;
                (both("queue.limit_packets").to_vec(), json!(packets as u64))
            }),
            "jitter" => Err(
                "netem spreads the delay around its mean; set the jitter of the line by hand"
                    .to_owned(),
            ),
            "enable_ecn" | "enable_red" => Err(
                "Mininet puts RED with fixed thresholds there; choose RED as the queue".to_owned(),
            ),
            "use_hfsc" | "use_tbf" | "use_htb" | "speedup" | "gro" | "latency_ms" | "params1"
            | "params2" => {
                Err("it says how Mininet limits the rate, which the lab does exactly".to_owned())
            }
            "cls" | "intf" | "port1" | "port2" | "intfName1" | "intfName2" | "addr1" | "addr2" => {
                continue;
            }
            _ => Err("it is no argument of TCLink".to_owned()),
        };
        match read {
            Ok((paths, value)) => {
                for path in paths {
                    imported.set(line, Setting::new(words, path, value.clone()));
                }
            }
            Err(reason) => imported.leave_out(line, words, reason),
        }
    }
    if imported.lines[line].understood.is_empty() {
        return;
    }
    for prefix in DIRECTIONS {
        let note = format!("{QUEUE} packets, as netem has");
        imported.set(
            line,
            Setting::new("TCLink", format!("{prefix}queue.kind"), json!("drop_tail")),
        );
        if !is_limited {
            let setting = Setting::new(
                "TCLink",
                format!("{prefix}queue.limit_packets"),
                json!(QUEUE),
            );
            imported.set(line, setting.noting(note));
        }
    }
}
