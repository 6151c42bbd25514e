//! Cisco's quality of service: `shape`, `police`, `queue-limit` and what surrounds them.
//!
//! Rates are bits per second and sizes bytes, as in the command references of IOS (`police`, `shape average`) and of NX-OS,
//! whose suffixes `kbps`, `mbps`, `k` and `m` are read too.

use serde_json::json;

use super::report::{Imported, Line, Setting};

/// Words with which lines begin that only name things.
const NAMES: [&str; 6] = [
    "policy-map",
    "class",
    "interface",
    "service-policy",
    "exit",
    "!",
];

/// First words of lines that are read.
const READ: [&str; 3] = ["shape", "police", "queue-limit"];

/// Returns whether a line belongs to a configuration of Cisco.
#[must_use]
pub fn is_of_cisco(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or("");
    READ.contains(&first) || matches!(first, "policy-map" | "service-policy")
}

/// Reads a configuration. One class becomes the bottleneck: that of the lines that are read last.
#[must_use]
pub fn import(text: &str) -> Imported {
    let lines: Vec<Line> = (1..)
        .zip(text.lines())
        .map(|(number, line)| (number, line.trim()))
        .filter(|(_, line)| !line.is_empty() && *line != "!")
        .map(|(number, line)| Line {
            number,
            text: line.to_owned(),
            ..Line::default()
        })
        .collect();
    let texts: Vec<String> = lines.iter().map(|line| line.text.clone()).collect();
    let mut imported = Imported::new(lines);
    let mut rate_bps = None;
    let shapes = texts
        .iter()
        .filter_map(|text| text.strip_prefix("shape average "));
    for text in shapes {
        rate_bps = text.split_whitespace().next().and_then(rate).or(rate_bps);
    }
    for (line, text) in texts.iter().enumerate() {
        let words: Vec<&str> = text.split_whitespace().collect();
        let result = match words[0] {
            "shape" => shape(&words),
            "police" => police(&words),
            "queue-limit" => queue_limit(&words, rate_bps),
            first if NAMES.contains(&first) => continue,
            "random-detect" => Err(
                "it depends on precedence; choose RED as the queue, with its thresholds".to_owned(),
            ),
            "fair-queue" => Err("the lab has fair queueing with CoDel only (FQ-CoDel)".to_owned()),
            "bandwidth" | "priority" => {
                Err("the lab has no classes with rates of their own".to_owned())
            }
            _ => Err(format!("the lab reads {}", READ.join(", "))),
        };
        match result {
            Ok((settings, rest)) => {
                for setting in settings {
                    imported.set(line, setting);
                }
                if !rest.is_empty() {
                    imported.leave_out(
                        line,
                        rest,
                        "the lab drops what exceeds, and has no such option",
                    );
                }
            }
            Err(reason) => imported.leave_out(line, text, reason),
        }
    }
    imported.scenario["title"] = json!("Queue of a router");
    imported
}

/// Settings of a line, and its words without effect.
type Read = Result<(Vec<Setting>, String), String>;

/// Reads `shape average RATE [burst [excess]]`.
fn shape(words: &[&str]) -> Read {
    let ["shape", "average" | "peak", text, rest @ ..] = words else {
        return Err("it takes average and a rate".to_owned());
    };
    let bps = rate(text).ok_or_else(|| format!("{text:?} is no rate in b/s"))?;
    let words = format!("{} {} {text}", words[0], words[1]);
    Ok((
        vec![Setting::new(words, "rate_bps", json!(bps))],
        rest.join(" "),
    ))
}

/// Reads `police [cir] RATE [bc] BURST …`: bursts are bytes; without one, IOS takes what arrives at the rate in 0.25 s.
fn police(words: &[&str]) -> Read {
    let mut rest = words[1..]
        .iter()
        .copied()
        .filter(|word| !matches!(*word, "cir" | "rate" | "bc" | "burst"));
    let text = rest.next().unwrap_or("");
    let bps = rate(text).ok_or_else(|| format!("{text:?} is no rate in b/s"))?;
    let mut peekable = rest.peekable();
    let burst = peekable.next_if(|word| rate(word).is_some());
    let bytes = burst.and_then(rate).unwrap_or((bps / 32.0).max(1500.0));
    let rest: Vec<&str> = peekable.collect();
    let words = format!("{} {text}", words[0]);
    let words_of_burst = burst.map_or(words.clone(), |burst| format!("{words} {burst}"));
    let burst_setting = Setting::new(
        words_of_burst,
        "policer.burst_bytes",
        json!(bytes.round() as u64),
    );
    let burst_setting = match burst {
        Some(_) => burst_setting,
        None => burst_setting.noting("what arrives in 0.25 s, the default of IOS"),
    };
    let rest = rest.join(" ");
    let drops =
        rest.is_empty() || rest.contains("exceed-action drop") || rest.contains("violate drop");
    if !drops {
        return Err("the lab's policer drops or marks with ECN what exceeds".to_owned());
    }
    let settings = vec![
        Setting::new(words.clone(), "policer.kind", json!("token_bucket")),
        Setting::new(words, "policer.rate_bps", json!(bps)),
        burst_setting,
    ];
    let rest = rest
        .replace("exceed-action drop", "")
        .replace("conform-action transmit", "");
    Ok((
        settings,
        rest.split_whitespace().collect::<Vec<_>>().join(" "),
    ))
}

/// Reads `queue-limit N [packets|bytes|ms|us]`.
fn queue_limit(words: &[&str], rate_bps: Option<f64>) -> Read {
    let ["queue-limit", text, unit @ ..] = words else {
        return Err("it takes a number".to_owned());
    };
    let number = rate(text).ok_or_else(|| format!("{text:?} is no number"))?;
    let words = words.join(" ");
    let kind = Setting::new(words.clone(), "queue.kind", json!("drop_tail"));
    let of_time = |s: f64| match rate_bps {
        Some(bps) => {
            let bytes = (bps * s / 8.0).round() as u64;
            let setting = Setting::new(words.clone(), "queue.limit_bytes", json!(bytes));
            Ok(setting.noting(format!(
                "{bytes} bytes: what leaves at the shaped rate in this time"
            )))
        }
        None => Err("a time needs the rate of a `shape average`".to_owned()),
    };
    let setting = match unit.first().copied() {
        None | Some("packets") => {
            Setting::new(words.clone(), "queue.limit_packets", json!(number as u64))
        }
        Some("bytes") => Setting::new(words.clone(), "queue.limit_bytes", json!(number as u64)),
        Some("ms") => of_time(number / 1e3)?,
        Some("us") => of_time(number / 1e6)?,
        Some(unit) => return Err(format!("{unit:?} is not packets, bytes, ms or us")),
    };
    Ok((vec![kind, setting], unit.get(1..).unwrap_or(&[]).join(" ")))
}

/// Reads a number with a suffix such as `m` or `mbps`.
fn rate(text: &str) -> Option<f64> {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let number: f64 = text[..end].parse().ok()?;
    let scale = match text[end..].to_ascii_lowercase().as_str() {
        "" | "bps" => 1.0,
        "k" | "kbps" => 1e3,
        "m" | "mbps" => 1e6,
        "g" | "gbps" => 1e9,
        _ => return None,
    };
    Some(number * scale)
}
