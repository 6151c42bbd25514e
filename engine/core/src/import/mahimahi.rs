//! Mahimahi's shells: `mm-delay`, `mm-loss` and `mm-link`, one within another on one command line.
//!
//! The uplink is the forward direction. Source: Netravali et al., Mahimahi, USENIX ATC 2015, and the manual pages of its
//! shells.

use serde_json::json;

use super::report::{Imported, Setting};
use super::shell::{self, Command};

/// Words of the shells, which begin a command within another.
const SHELLS: [&str; 3] = ["mm-delay", "mm-loss", "mm-link"];

/// Packets of a queue without a limit: more than any flow of the lab has in flight.
const INFINITE: u64 = 1_000_000;

/// Directions: the word of mahimahi, and the beginning of the paths.
const DIRECTIONS: [(&str, &str); 2] = [("uplink", ""), ("downlink", "reverse.")];

/// Returns whether a word is one of the shells.
#[must_use]
pub fn is_shell(word: &str) -> bool {
    SHELLS.contains(&word)
}

/// Reads a text with shells of mahimahi.
#[must_use]
pub fn import(text: &str) -> Imported {
    let (lines, commands) = shell::commands(text);
    let mut imported = Imported::new(lines);
    let mut delay_s = 0.0;
    for command in &commands {
        read(command, &mut delay_s, &mut imported);
    }
    imported.scenario["title"] = json!("Link of mahimahi");
    imported
}

/// Reads the shells of one command line.
fn read(command: &Command, delay_s: &mut f64, imported: &mut Imported) {
    let line = command.line;
    let mut words = command.words.iter().map(String::as_str).peekable();
    while let Some(word) = words.next() {
        match word {
            "mm-delay" => {
                let text = words.next().unwrap_or("");
                let words = format!("{word} {text}");
                match text.parse::<u32>() {
                    Ok(ms) => {
                        *delay_s += f64::from(ms) / 1000.0;
                        let setting = Setting::new(words, "delay_s", json!(*delay_s));
                        imported.set(line, setting);
                    }
                    Err(_) => imported.leave_out(
                        line,
                        words,
                        "the delay is a whole number of milliseconds",
                    ),
                }
            }
            "mm-loss" => {
                let (direction, text) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
                let words = format!("{word} {direction} {text}");
                let share = text
                    .parse::<f64>()
                    .ok()
                    .filter(|it| (0.0..=1.0).contains(it));
                let prefix = DIRECTIONS.iter().find(|(name, _)| *name == direction);
                match (share, prefix) {
                    (Some(share), Some((_, prefix))) => {
                        imported.set(
                            line,
                            Setting::new(
                                &*words,
                                format!("{prefix}line.kind"),
                                json!("independent"),
                            ),
                        );
                        imported.set(
                            line,
                            Setting::new(&*words, format!("{prefix}line.loss"), json!(share)),
                        );
                    }
                    _ => imported.leave_out(
                        line,
                        words,
                        "it takes uplink or downlink, and a share of 0 to 1",
                    ),
                }
            }
            "mm-link" => {
                let mut options = Vec::new();
                let mut files = Vec::new();
                while let Some(word) = words.next_if(|word| !is_shell(word) && files.len() < 2) {
                    if word == "--" {
                        break;
                    }
                    match word.starts_with("--") {
                        true => options.push(word),
                        false => files.push(word),
                    }
                }
                link(line, &options, &files, imported);
            }
            "--" => {
                let rest: Vec<&str> = words.by_ref().collect();
                imported.leave_out(line, rest.join(" "), RUNS_NOTHING);
            }
            _ => {
                let rest: Vec<&str> = std::iter::once(word).chain(words.by_ref()).collect();
                imported.leave_out(line, rest.join(" "), RUNS_NOTHING);
            }
        }
    }
}

/// Reason for commands within the shells.
const RUNS_NOTHING: &str = "the lab runs no command; groups of flows send";

/// Reads the options and files of a link.
fn link(line: usize, options: &[&str], files: &[&str], imported: &mut Imported) {
    for file in files {
        let reason = "the text has only the name of the file; choose it under Service, Opportunities from a file";
        imported.leave_out(line, *file, reason);
    }
    for (direction, prefix) in DIRECTIONS {
        let value = |end: &str| {
            let start = format!("--{direction}-queue{end}=");
            options
                .iter()
                .find_map(|option| option.strip_prefix(&*start))
        };
        queue(
            line,
            direction,
            prefix,
            (value(""), value("-args")),
            imported,
        );
    }
    for option in options {
        let is_queue =
            option.starts_with("--uplink-queue") || option.starts_with("--downlink-queue");
        if !is_queue {
            imported.leave_out(line, *option, "it concerns logs and pictures of mahimahi");
        }
    }
}

/// Sets the queue of a direction.
fn queue(
    line: usize,
    direction: &str,
    prefix: &str,
    (kind, arguments): (Option<&str>, Option<&str>),
    imported: &mut Imported,
) {
    let kind = kind.unwrap_or("infinite");
    let words = format!("--{direction}-queue={kind}");
    let name = match kind.to_ascii_lowercase().as_str() {
        "infinite" | "droptail" => "drop_tail",
        "codel" => "codel",
        "pie" => "pie",
        "dualpi2" => "dual_pi2",
        _ => {
            imported.leave_out(
                line,
                words,
                "the lab has droptail, codel, pie, dualPI2 and infinite",
            );
            return;
        }
    };
    let path = |field: &str| format!("{prefix}queue.{field}");
    imported.set(line, Setting::new(&*words, path("kind"), json!(name)));
    let mut is_limited = false;
    for argument in arguments
        .unwrap_or("")
        .split(',')
        .map(str::trim)
        .filter(|it| !it.is_empty())
    {
        let (key, text) = argument.split_once('=').unwrap_or((argument, ""));
        let number = text.trim().parse::<u32>().ok().map(f64::from);
        let field = match (key.trim(), name) {
            ("packets", _) => Some(("limit_packets", 1.0)),
            ("bytes", _) => Some(("limit_bytes", 1.0)),
            ("target", _) | ("qdelay_ref", "pie") => Some(("target_s", 1e-3)),
            ("interval", "codel") => Some(("interval_s", 1e-3)),
            ("max_burst", "pie") => Some(("max_burst_s", 1e-3)),
            _ => None,
        };
        match (number, field) {
            (Some(number), Some((field, factor))) => {
                is_limited |= field.starts_with("limit");
                let value = if factor == 1.0 {
                    json!(number as u64)
                } else {
                    json!(number * factor)
                };
                imported.set(line, Setting::new(argument, path(field), value));
            }
            (None, Some(_)) => imported.leave_out(line, argument, "its value is a whole number"),
            (_, None) => {
                imported.leave_out(line, argument, "the lab has no such option of this queue")
            }
        }
    }
    if !is_limited {
        let setting = Setting::new(words, path("limit_packets"), json!(INFINITE));
        imported.set(
            line,
            setting.noting("mahimahi has no limit without packets or bytes"),
        );
    }
}
