//! Runs of `bufferlab emulate`: the summary of a run, its scenario, its series, and how it was measured.
//!
//! `series` has a list for each column of `bufferlab run --csv`, under its heading: `{"time_s": […], "link.r0.utilization
//! [ratio]": […]}`, or the headings in `columns` and a list per time in `rows`. A row covers the time since the row before.

use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::super::{Note, TraceError};
use super::columns::{Column, from_columns};
use super::json::{self, Entries, List, Number};
use super::{LARGEST, Measured, ROWS, SERIES, short_release, text};

/// Parts of the file that are no series.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Run {
    /// Scenario that was emulated; null if the file has none.
    pub scenario: Value,
    /// Summary as `bufferlab run --json` prints it; empty if the file has none.
    pub summary: Value,
    /// How it was measured: lateness, packets that were not queued, offloads.
    pub measured: Value,
}

/// The document; of further fields only those of a summary are kept.
#[derive(Default)]
struct Document {
    series: Table,
    measured: Value,
    scenario: Value,
    rest: Map<String, Value>,
}

/// Fields of a summary.
const SUMMARY: [&str; 11] = [
    "title",
    "engine",
    "seed",
    "now_s",
    "measured_s",
    "events",
    "packets_forwarded",
    "bottlenecks",
    "edges",
    "groups",
    "warnings",
];

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Document, D::Error> {
        from.deserialize_map(DocumentVisitor)
    }
}

struct DocumentVisitor;

impl<'de> Visitor<'de> for DocumentVisitor {
    type Value = Document;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Document, A::Error> {
        let mut document = Document::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "series" => document.series = map.next_value()?,
                "measured" => document.measured = map.next_value()?,
                "scenario" => document.scenario = map.next_value()?,
                known if SUMMARY.contains(&known) => {
                    let value = map.next_value()?;
                    document.rest.insert(key, value);
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(document)
    }
}

/// Series of the file, by column.
#[derive(Default)]
struct Table(Vec<(String, Vec<f64>)>);

impl<'de> Deserialize<'de> for Table {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Table, D::Error> {
        let Entries(entries) = Entries::<Part, SERIES>::deserialize(from)?;
        let mut headings: Vec<String> = Vec::new();
        let mut table: Vec<(String, Vec<f64>)> = Vec::new();
        for (name, part) in entries {
            match part {
                Part::Numbers(values) => table.push((name, values)),
                Part::Names(names) if name == "columns" => headings = names,
                Part::Rows(rows) if name == "rows" => {
                    let mut columns: Vec<Vec<f64>> = vec![Vec::new(); headings.len()];
                    for row in rows {
                        if row.len() != headings.len() {
                            let (had, wanted) = (row.len(), headings.len());
                            let said = format!("a row has {had} values, and columns has {wanted}");
                            return Err(Error::custom(said));
                        }
                        for (column, value) in columns.iter_mut().zip(row) {
                            column.push(value);
                        }
                    }
                    table.extend(std::mem::take(&mut headings).into_iter().zip(columns));
                }
                _ => {}
            }
        }
        Ok(Table(table))
    }
}

/// A field of `series`.
enum Part {
    Numbers(Vec<f64>),
    Names(Vec<String>),
    Rows(Vec<Vec<f64>>),
    Other,
}

impl<'de> Deserialize<'de> for Part {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Part, D::Error> {
        let List(items) = List::<Item, ROWS>::deserialize(from)?;
        Ok(match items.first() {
            None => Part::Numbers(Vec::new()),
            Some(Item::Number(_)) => Part::Numbers(items.iter().map(Item::number).collect()),
            Some(Item::Name(_)) => {
                let name = |item| {
                    if let Item::Name(name) = item {
                        name
                    } else {
                        String::new()
                    }
                };
                Part::Names(items.into_iter().map(name).collect())
            }
            Some(Item::Row(_)) => {
                let row = |item| {
                    if let Item::Row(row) = item {
                        row
                    } else {
                        Vec::new()
                    }
                };
                Part::Rows(items.into_iter().map(row).collect())
            }
            Some(Item::Other) => Part::Other,
        })
    }
}

enum Item {
    Number(f64),
    Name(String),
    Row(Vec<f64>),
    Other,
}

impl Item {
    fn number(&self) -> f64 {
        if let Item::Number(value) = self {
            *value
        } else {
            f64::NAN
        }
    }
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Item, D::Error> {
        from.deserialize_any(ItemVisitor)
    }
}

/// Returns a number of a series, if it is not too large.
fn bounded<E: Error>(value: f64) -> Result<Item, E> {
    if value.abs() <= LARGEST {
        Ok(Item::Number(value))
    } else {
        Err(E::custom(format!("{value:e} is larger than {LARGEST:e}")))
    }
}

struct ItemVisitor;

impl<'de> Visitor<'de> for ItemVisitor {
    type Value = Item;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a number, a name or a row")
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Item, E> {
        bounded(value)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Item, E> {
        bounded(value as f64)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Item, E> {
        bounded(value as f64)
    }

    fn visit_unit<E>(self) -> Result<Item, E> {
        Ok(Item::Number(f64::NAN))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Item, E> {
        Ok(Item::Other)
    }

    fn visit_str<E>(self, name: &str) -> Result<Item, E> {
        Ok(Item::Name(text(name)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Item, A::Error> {
        let mut row = Vec::new();
        while let Some(number) = list.next_element::<Number>()? {
            if number.wrong {
                return Err(A::Error::custom(
                    "a row has a value that is no number, or too large",
                ));
            }
            row.push(number.value);
        }
        Ok(Item::Row(row))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Item, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Item::Other)
    }
}

/// Returns the texts of a list; none for another value.
fn listed_texts(value: &Value) -> Vec<String> {
    let items = value.as_array().into_iter().flatten();
    items.filter_map(Value::as_str).map(text).collect()
}

/// Reads the output of `bufferlab emulate`.
///
/// # Errors
/// What is wrong with the document, and where.
pub fn read(bytes: &[u8]) -> Result<Measured, TraceError> {
    let Document {
        series,
        measured: how,
        scenario,
        rest,
    } = json::parsed(bytes, "output of bufferlab emulate")?;
    if !how.is_object() {
        return Err(TraceError::of_file(
            "measured: must be an object with kernel and controllers, as bufferlab emulate writes it",
        ));
    }
    let mut notes = Vec::new();
    if !scenario.is_object() {
        notes.push(Note::new(
            "The file contains no scenario, so it cannot be simulated.",
            "",
        ));
    }
    let columns = series.0.into_iter();
    let columns = columns
        .map(|(name, values)| Column { name, values })
        .collect();
    let mut measured = from_columns(columns, None, true, &mut notes)?;
    let release = how["kernel"].as_str().unwrap_or_default();
    let release = release.trim_start_matches("Linux").trim();
    measured.tool = "bufferlab emulate";
    measured.kernel = if release.is_empty() {
        String::new()
    } else {
        format!("Linux {}", short_release(release))
    };
    measured.title = text(
        rest.get("title")
            .and_then(Value::as_str)
            .or_else(|| scenario["title"].as_str())
            .unwrap_or_default(),
    );
    let listed = match &how["controllers"] {
        // By group.
        Value::Object(groups) => groups.values().flat_map(listed_texts).collect(),
        others => listed_texts(others),
    };
    for name in listed {
        if measured.controllers.len() < 16 && !measured.controllers.contains(&name) {
            measured.controllers.push(name);
        }
    }
    if how["unreliable"] == Value::Bool(true) {
        let reasons = listed_texts(&how["unreliable_because"]).join("; ");
        notes.push(Note::new(
            if reasons.is_empty() {
                "The run is marked as unreliable: packets were delivered too late, see late_s."
                    .to_owned()
            } else {
                format!("The run is marked as unreliable: {reasons}.")
            },
            "Measure again on a quiet machine, or at a lower rate.",
        ));
    }
    measured.run = Some(Run {
        scenario: if scenario.is_object() {
            scenario
        } else {
            Value::Null
        },
        summary: Value::Object(rest),
        measured: how,
    });
    measured.notes = notes;
    Ok(measured)
}
