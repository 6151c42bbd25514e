//! Buffers of SONiC: the tables `BUFFER_POOL`, `BUFFER_PROFILE`, `BUFFER_QUEUE` and `WRED_PROFILE` of its configuration.
//!
//! One profile of an egress pool becomes the queue: that of a `BUFFER_QUEUE`, or else the first. With a dynamic threshold of
//! α times the free part of its pool, a busy queue alone settles at α/(1 + α) of the pool (Choudhury and Hahne, Dynamic Queue
//! Length Thresholds, IEEE/ACM ToN 6(2), 1998). Source of the tables: `sonic-buffer-pool.yang`, `sonic-buffer-profile.yang`,
//! `sonic-wred-profile.yang`.

use serde_json::{Map, Value, json};

use super::report::{Imported, LeftOut, Line, Setting};

/// Size of the packets in which thresholds of WRED are counted, bytes.
const PACKET_BYTES: f64 = 1500.0;

/// Entry of a table.
struct Entry<'a> {
    table: &'static str,
    name: &'a str,
    fields: &'a Map<String, Value>,
    /// Position of its line in the report.
    line: usize,
}

/// Tables that are read, in the order of the report.
const TABLES: [&str; 4] = [
    "BUFFER_POOL",
    "BUFFER_PROFILE",
    "BUFFER_QUEUE",
    "WRED_PROFILE",
];

/// Fields that are read, by table.
const FIELDS: [(&str, &[&str]); 4] = [
    ("BUFFER_POOL", &["size", "type"]),
    (
        "BUFFER_PROFILE",
        &["pool", "size", "static_th", "dynamic_th"],
    ),
    ("BUFFER_QUEUE", &["profile"]),
    (
        "WRED_PROFILE",
        &[
            "green_min_threshold",
            "green_max_threshold",
            "green_drop_probability",
            "wred_green_enable",
            "ecn",
        ],
    ),
];

/// Returns whether a text is JSON.
#[must_use]
pub fn is_json(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// Reads a configuration.
///
/// # Errors
/// A sentence about a text that is no JSON, with the line.
pub fn import(text: &str) -> Result<Imported, String> {
    let document: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut lines = Vec::new();
    let mut entries = Vec::new();
    for (table, name, fields) in rows(&document) {
        entries.push(Entry {
            table,
            name,
            fields,
            line: lines.len(),
        });
        lines.push(Line {
            number: line_of(text, name),
            text: format!("{table} {name}"),
            ..Line::default()
        });
    }
    let others: Vec<&String> = (document.as_object().into_iter().flat_map(Map::keys))
        .filter(|table| !TABLES.contains(&table.as_str()))
        .collect();
    for &table in &others {
        lines.push(Line {
            number: line_of(text, table),
            text: table.clone(),
            ..Line::default()
        });
    }
    let mut imported = Imported::new(lines);
    for (place, table) in (entries.len()..).zip(others) {
        let reason = format!("the lab reads {}", TABLES.join(", "));
        imported.leave_out(place, table, reason);
    }
    let chosen = choose(&entries);
    for entry in &entries {
        let is_chosen = chosen.is_some_and(|chosen| chosen.line == entry.line);
        match entry.table {
            "BUFFER_PROFILE" if is_chosen => set_limit(entry, &entries, &mut imported),
            "BUFFER_PROFILE" => {
                imported.leave_out(entry.line, entry.name, "another profile becomes the queue");
            }
            "WRED_PROFILE" => set_wred(entry, chosen.is_some(), &mut imported),
            _ => {}
        }
    }
    if let Some(chosen) = chosen {
        leave_out_unused(chosen, &entries, &mut imported);
    }
    for entry in &entries {
        leave_out_others(entry, &mut imported);
    }
    imported.scenario["title"] = json!("Queue of a switch");
    Ok(imported)
}

/// Lists pools and queues that the chosen profile does not belong to.
fn leave_out_unused(chosen: &Entry<'_>, entries: &[Entry<'_>], imported: &mut Imported) {
    let pool = pool_of(chosen, entries).map(|pool| pool.line);
    for entry in entries {
        let reason = match entry.table {
            "BUFFER_POOL" if pool != Some(entry.line) => {
                "the profile of the queue has another pool"
            }
            "BUFFER_POOL" if chosen.number("static_th").is_some() => {
                "a static threshold does not depend on the pool"
            }
            "BUFFER_QUEUE" if entry.reference("profile") != Some(chosen.name) => {
                "another queue has the profile that is read"
            }
            _ => continue,
        };
        imported.leave_out(entry.line, entry.name, reason);
    }
}

/// Lists the fields of an entry that nothing has read or listed, unless the whole entry is left out.
fn leave_out_others(entry: &Entry<'_>, imported: &mut Imported) {
    let of_table = FIELDS.iter().find(|(table, _)| *table == entry.table);
    let known = of_table.map_or(&[][..], |(_, fields)| fields);
    for field in entry.fields.keys() {
        let listed = &imported.lines[entry.line].left_out;
        let is_listed = |it: &LeftOut| it.words == entry.name || it.words == *field;
        if !known.contains(&field.as_str()) && !listed.iter().any(is_listed) {
            let reason = format!("the lab reads {} of {}", known.join(", "), entry.table);
            imported.leave_out(entry.line, field, reason);
        }
    }
}

/// Returns the entries of the tables that are read: table, name and fields.
fn rows(document: &Value) -> Vec<(&'static str, &str, &Map<String, Value>)> {
    let of_table = |table: &'static str| {
        let entries = document[table].as_object().into_iter().flatten();
        entries.filter_map(move |(name, fields)| Some((table, name.as_str(), fields.as_object()?)))
    };
    TABLES.into_iter().flat_map(of_table).collect()
}

/// Returns the number of the first line with a name in quotes, or 1.
fn line_of(text: &str, name: &str) -> usize {
    let quoted = format!("\"{name}\"");
    let place = text.lines().position(|line| line.contains(&quoted));
    place.unwrap_or(0) + 1
}

impl Entry<'_> {
    /// Returns a number, which SONiC writes as text.
    fn number(&self, field: &str) -> Option<f64> {
        let value = self.fields.get(field)?;
        value
            .as_f64()
            .or_else(|| value.as_str()?.trim().parse().ok())
    }

    /// Returns the name of another entry, which may stand as `[BUFFER_POOL|name]`.
    fn reference(&self, field: &str) -> Option<&str> {
        let text = self.fields.get(field)?.as_str()?;
        let text = text.trim_matches(['[', ']']);
        Some(text.rsplit('|').next().unwrap_or(text))
    }
}

/// Returns the profile that becomes the queue.
fn choose<'a, 'b>(entries: &'b [Entry<'a>]) -> Option<&'b Entry<'a>> {
    let profiles = || {
        entries
            .iter()
            .filter(|entry| entry.table == "BUFFER_PROFILE")
    };
    let queue = entries.iter().find(|entry| entry.table == "BUFFER_QUEUE");
    let named = queue.and_then(|queue| queue.reference("profile"));
    let is_egress = |entry: &&Entry<'_>| {
        let pool = pool_of(entry, entries);
        pool.is_none_or(|pool| pool.fields.get("type").is_none_or(|it| it == "egress"))
    };
    let of_queue = profiles().find(|entry| Some(entry.name) == named);
    of_queue
        .or_else(|| profiles().find(is_egress))
        .or_else(|| profiles().next())
}

/// Returns the pool of a profile.
fn pool_of<'a, 'b>(profile: &Entry<'_>, entries: &'b [Entry<'a>]) -> Option<&'b Entry<'a>> {
    let name = profile.reference("pool")?;
    let is_pool = |entry: &&Entry<'_>| entry.table == "BUFFER_POOL" && entry.name == name;
    entries.iter().find(is_pool)
}

/// Sets the limit of the queue by the threshold of a profile.
fn set_limit(profile: &Entry<'_>, entries: &[Entry<'_>], imported: &mut Imported) {
    let own = profile.number("size").unwrap_or(0.0);
    let pool = pool_of(profile, entries);
    let (words, limit, note) = if let Some(threshold) = profile.number("static_th") {
        let note = "the reserved size and the static threshold together".to_owned();
        ("static_th", own + threshold, note)
    } else if let Some(exponent) = profile.number("dynamic_th") {
        let Some((pool, size)) = pool.and_then(|pool| Some((pool, pool.number("size")?))) else {
            imported.leave_out(
                profile.line,
                "dynamic_th",
                "the text has no pool with a size",
            );
            return;
        };
        let alpha = libm::exp2(exponent.clamp(-16.0, 16.0));
        let share = alpha / (1.0 + alpha);
        imported.lines[pool.line]
            .understood
            .push(super::Understood {
                words: "size".to_owned(),
                path: format!("bottlenecks.{}.queue.limit_bytes", super::BOTTLENECK),
                note: None,
            });
        let note = format!(
            "the reserved size and {share:.3} of the pool, where a busy queue alone settles with α = {alpha}"
        );
        ("dynamic_th", own + share * size, note)
    } else {
        imported.leave_out(
            profile.line,
            profile.name,
            "it has neither static_th nor dynamic_th",
        );
        return;
    };
    let value = json!(limit.round() as u64);
    imported.set(
        profile.line,
        Setting::new(words, "queue.kind", json!("drop_tail")),
    );
    imported.set(
        profile.line,
        Setting::new(words, "queue.limit_bytes", value).noting(note),
    );
    for field in ["xon", "xoff", "xon_offset"] {
        if profile.fields.contains_key(field) {
            imported.leave_out(
                profile.line,
                field,
                "the lab has no flow control by PAUSE (PFC)",
            );
        }
    }
}

/// Returns whether a switch is off, which SONiC writes as text.
fn is_false(value: &Value) -> bool {
    value == false || value == "false"
}

/// Sets RED by a profile of WRED: the green thresholds, which hold for all packets of the lab.
fn set_wred(profile: &Entry<'_>, has_limit: bool, imported: &mut Imported) {
    let thresholds = profile
        .number("green_min_threshold")
        .zip(profile.number("green_max_threshold"));
    let Some((min, max)) = thresholds else {
        imported.leave_out(profile.line, profile.name, "it has no green thresholds");
        return;
    };
    let percent = profile.number("green_drop_probability").unwrap_or(100.0);
    let ecn = profile
        .fields
        .get("ecn")
        .and_then(Value::as_str)
        .unwrap_or("ecn_none");
    let marks = matches!(
        ecn,
        "ecn_all" | "ecn_green" | "ecn_green_yellow" | "ecn_green_red"
    );
    if profile
        .fields
        .get("wred_green_enable")
        .is_some_and(is_false)
    {
        if !marks {
            let reason = "it neither drops (wred_green_enable) nor marks (ecn)";
            imported.leave_out(profile.line, profile.name, reason);
            return;
        }
        let reason = "RED of the lab marks packets with ECN and drops the others";
        imported.leave_out(profile.line, "wred_green_enable", reason);
    }
    let note = format!("in packets of {PACKET_BYTES} bytes");
    for setting in [
        Setting::new(profile.name, "queue.kind", json!("red")),
        Setting::new(
            "green_min_threshold",
            "queue.min_threshold_packets",
            json!(min / PACKET_BYTES),
        )
        .noting(&*note),
        Setting::new(
            "green_max_threshold",
            "queue.max_threshold_packets",
            json!(max / PACKET_BYTES),
        )
        .noting(&*note),
        Setting::new(
            "green_drop_probability",
            "queue.max_probability",
            json!(percent / 100.0),
        ),
        Setting::new(profile.name, "queue.mean_packet_bytes", json!(PACKET_BYTES)),
        Setting::new(profile.name, "queue.weight", json!(1.0))
            .noting("the queue itself, not its average, as with the weight 0 of SAI"),
        Setting::new(profile.name, "queue.gentle", json!(false)),
        Setting::new("ecn", "queue.ecn", json!(marks)),
    ] {
        imported.set(profile.line, setting);
    }
    if !has_limit {
        let setting = Setting::new(
            "green_max_threshold",
            "queue.limit_bytes",
            json!(max.round() as u64),
        );
        imported.set(
            profile.line,
            setting.noting("the text has no buffer profile"),
        );
    }
    let colors = ["yellow", "red", "wred_yellow", "wred_red"];
    for field in profile.fields.keys() {
        if colors.iter().any(|color| field.starts_with(color)) {
            imported.leave_out(
                profile.line,
                field,
                "packets of the lab have no color; the green thresholds hold",
            );
        }
    }
}
