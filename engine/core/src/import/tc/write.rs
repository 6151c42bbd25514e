//! A bottleneck as commands of `tc`, with a note on each parameter that has no counterpart.
//!
//! `netem` at the root delays and loses packets, `tbf` below it limits the rate, and the queue discipline below that queues
//! them. [`import`](super::import) reads the commands as the same bottleneck.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Value, json};

use super::{queues, units};
use crate::scenario::Scenario;

/// Commands of a bottleneck.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Commands {
    /// One command per line.
    pub lines: Vec<String>,
    /// Fields of the bottleneck that no command has.
    pub notes: Vec<Note>,
}

/// Field that no command has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Note {
    /// Path of the field within the bottleneck.
    pub path: String,
    /// Reason, as a sentence.
    pub reason: String,
}

/// Bytes that a bucket must have at least: a packet with its Ethernet header, and what leaves between two ticks of a
/// kernel with 250 of them in a second (`tc-tbf(8)`).
const BUCKET: (f64, f64) = (1600.0, 1.0 / 250.0);

/// Bytes that leave at once at the peak rate: a packet with its Ethernet header (`mtu` in `tc-tbf(8)`).
const PEAK_BUCKET: u32 = 1540;

/// Returns the commands of a bottleneck for the interfaces of both directions.
///
/// # Panics
/// Never: a scenario has a bottleneck.
#[must_use]
pub fn write(scenario: &Scenario, bottleneck: usize, devices: [&str; 2]) -> Commands {
    let document = scenario.to_value();
    let values = &document["bottlenecks"][bottleneck];
    let mut commands = Commands::default();
    let mut written = BTreeSet::new();
    for field in ["id", "label", "rate_bps", "delay_s"] {
        written.insert(field.to_owned());
    }
    let delay_s = 2.0 * values["delay_s"].as_f64().unwrap_or(0.0);
    let forward = Direction {
        values,
        device: devices[0],
        prefix: "",
        delay_s: Some(delay_s),
    };
    forward.write(&mut commands, &mut written);
    let reverse = Direction {
        values: &values["reverse"],
        device: devices[1],
        prefix: "reverse.",
        delay_s: None,
    };
    let base = plain(values);
    let is_set = |(path, value): &(String, Value)| {
        !value.is_null() && leaf(&base["reverse"], path) != Some(value)
    };
    if leaves(&values["reverse"]).iter().any(is_set) {
        reverse.write(&mut commands, &mut written);
    }
    for (path, value) in leaves(values) {
        let is_written = written
            .iter()
            .any(|it| path == *it || path.starts_with(&format!("{it}.")));
        if !is_written && !value.is_null() && leaf(&base, &path) != Some(&value) {
            commands.notes.push(Note {
                path,
                reason: "Linux has no queue discipline with it.".to_owned(),
            });
        }
    }
    commands
}

/// Returns a bottleneck with the same kinds, in which all other fields have their defaults.
fn plain(values: &Value) -> Value {
    let kinds = |values: &Value| {
        let mut plain = json!({});
        for field in ["queue", "line", "pacer", "policer", "service", "router"] {
            if let Some(kind) = values[field]["kind"].as_str() {
                plain[field] = json!({ "kind": kind });
            }
        }
        plain["queue"]["limit_packets"] = json!(1);
        plain
    };
    let mut bottleneck = kinds(values);
    bottleneck["reverse"] = kinds(&values["reverse"]);
    if bottleneck["reverse"]["queue"]["kind"] == "drop_tail"
        && let Some(reverse) = bottleneck["reverse"].as_object_mut()
    {
        // Its default has another limit than a queue of its kind.
        reverse.remove("queue");
    }
    bottleneck["id"] = json!("r0");
    bottleneck["rate_bps"] = json!(1e6);
    bottleneck["delay_s"] = json!(0);
    let scenario = Scenario::from_value(json!({ "bottlenecks": [bottleneck] }));
    scenario.map_or(Value::Null, |scenario| {
        scenario.to_value()["bottlenecks"][0].take()
    })
}

/// One direction of a bottleneck.
struct Direction<'a> {
    values: &'a Value,
    device: &'a str,
    /// Beginning of the paths of its fields.
    prefix: &'static str,
    /// Delay that its interface adds, seconds, also if it is 0: a text without a delay is read with a usual one. `None` in
    /// the reverse direction, whose delay the other interface adds too.
    delay_s: Option<f64>,
}

impl Direction<'_> {
    fn write(&self, commands: &mut Commands, written: &mut BTreeSet<String>) {
        let mut qdiscs = Vec::new();
        let netem = self.line(written);
        if !netem.is_empty() {
            qdiscs.push(format!("netem{netem}"));
        }
        qdiscs.extend(self.bucket(commands, written));
        let queue = &self.values["queue"];
        match queues::write(queue) {
            Some((qdisc, fields)) => {
                qdiscs.push(qdisc);
                written.insert(format!("{}queue.kind", self.prefix));
                for field in fields {
                    written.insert(format!("{}queue.{field}", self.prefix));
                }
            }
            None => {
                let reason = "Linux has no such queue discipline, so the queue is that of tbf.";
                commands.notes.push(Note {
                    path: format!("{}queue", self.prefix),
                    reason: reason.to_owned(),
                });
                written.insert(format!("{}queue", self.prefix));
            }
        }
        for (place, qdisc) in qdiscs.iter().enumerate() {
            let parent = match place {
                0 => "root".to_owned(),
                _ => format!("parent {place}:1"),
            };
            let (device, handle) = (self.device, place + 1);
            let line = format!("tc qdisc replace dev {device} {parent} handle {handle}: {qdisc}");
            commands.lines.push(line);
        }
    }

    /// Returns a token bucket for the rate of the link, or for the pacer with the link as its peak rate.
    fn bucket(&self, commands: &mut Commands, written: &mut BTreeSet<String>) -> Option<String> {
        let link_bps = self.values["rate_bps"].as_f64()?;
        written.insert(format!("{}rate_bps", self.prefix));
        let link = units::rate_text(link_bps);
        let pacer = &self.values["pacer"];
        if pacer["kind"] == "token_bucket" {
            written.insert(format!("{}pacer", self.prefix));
            let rate_bps = pacer["rate_bps"].as_f64()?;
            if rate_bps < link_bps {
                let rate = units::rate_text(rate_bps);
                let burst = pacer["bucket_bytes"].as_f64()?.round();
                return Some(format!(
                    "tbf rate {rate} burst {burst} peakrate {link} mtu {PEAK_BUCKET} latency 50ms"
                ));
            }
            commands.notes.push(Note {
                path: format!("{}pacer", self.prefix),
                reason: "The bucket fills faster than the link sends, so it has no effect."
                    .to_owned(),
            });
        }
        let (least, ticks_s) = BUCKET;
        let burst = (link_bps / 8.0 * ticks_s).max(least).round();
        Some(format!("tbf rate {link} burst {burst} latency 50ms"))
    }

    /// Returns the options of netem for delay and line.
    fn line(&self, written: &mut BTreeSet<String>) -> String {
        let line = &self.values["line"];
        let mut options = String::new();
        let kind = line["kind"].as_str().unwrap_or("");
        let is_random = matches!(kind, "independent" | "gilbert_elliott");
        let jitter = line["jitter_s"]["uniform"][1].as_f64();
        let overtakes = line["overtaking"] == true && line["jitter_s"]["uniform"][0] == 0.0;
        let jitter = jitter.filter(|_| is_random && overtakes);
        if let Some(most) = jitter {
            let mean = units::time_text(self.delay_s.unwrap_or(0.0) + most / 2.0);
            options.push_str(&format!(" delay {mean} {}", units::time_text(most / 2.0)));
            for field in ["jitter_s", "overtaking"] {
                written.insert(format!("{}line.{field}", self.prefix));
            }
        } else if let Some(delay_s) = self.delay_s {
            options.push_str(&format!(" delay {}", units::time_text(delay_s)));
        }
        let percent = |field: &str| units::share_text(line[field].as_f64().unwrap_or(0.0));
        let fields: &[&str] = match kind {
            "independent" => {
                if line["loss"] != 0.0 {
                    options.push_str(&format!(" loss {}", percent("loss")));
                }
                &["kind", "loss", "duplicates"]
            }
            "gilbert_elliott" => {
                let shares = ["good_to_bad", "bad_to_good", "loss_bad", "loss_good"].map(percent);
                options.push_str(&format!(" loss gemodel {}", shares.join(" ")));
                &[
                    "kind",
                    "good_to_bad",
                    "bad_to_good",
                    "loss_bad",
                    "loss_good",
                    "duplicates",
                ]
            }
            _ => &[],
        };
        if is_random && line["duplicates"] != 0.0 {
            options.push_str(&format!(" duplicate {}", percent("duplicates")));
        }
        for field in fields {
            written.insert(format!("{}line.{field}", self.prefix));
        }
        options
    }
}

/// Returns the leaves of a document with their paths.
fn leaves(value: &Value) -> Vec<(String, Value)> {
    match value.as_object() {
        Some(fields) if !fields.is_empty() => {
            let within = |(key, value): (&String, &Value)| {
                let key = key.clone();
                leaves(value).into_iter().map(move |(path, value)| {
                    let path = match path.as_str() {
                        "" => key.clone(),
                        _ => format!("{key}.{path}"),
                    };
                    (path, value)
                })
            };
            fields.iter().flat_map(within).collect()
        }
        _ => vec![(String::new(), value.clone())],
    }
}

/// Returns the value at a path.
fn leaf<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(value, |value, key| value.get(key))
}
