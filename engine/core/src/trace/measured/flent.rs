//! Runs of flent: `x_values` in seconds, and one list of the same length for each name in `results`.
//!
//! Source: flent's `doc/data-format.rst` and `flent/resultset.py` (file format 3, and 1 and 2). Missing points are null. Units
//! are in `metadata.SERIES_META`, or in the name. `raw_values` are not read: they have other times for each series.

use serde::Deserialize;

use super::super::{Note, TraceError};
use super::json::{self, Any, Entries, List, Number, Text};
use super::{
    Axis, Measured, ROWS, Role, SERIES, Series, Unit, check_time, end_after, some_of, text,
};

#[derive(Deserialize, Default)]
#[serde(default)]
struct Document {
    x_values: List<Number, ROWS>,
    results: Entries<List<Number, ROWS>, SERIES>,
    metadata: Metadata,
    raw_values: Option<serde::de::IgnoredAny>,
    version: Number,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Metadata {
    #[serde(rename = "NAME")]
    name: Text,
    #[serde(rename = "TITLE")]
    title: Text,
    #[serde(rename = "FLENT_VERSION")]
    version: Text,
    #[serde(rename = "KERNEL_NAME")]
    kernel_name: Text,
    #[serde(rename = "KERNEL_RELEASE")]
    kernel_release: Text,
    #[serde(rename = "SERIES_META")]
    series: Any<Entries<Meta, SERIES>>,
    #[serde(rename = "TEST_PARAMETERS")]
    parameters: Any<Parameters>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Meta {
    #[serde(rename = "UNITS")]
    units: Text,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Parameters {
    tcp_cong_control: Text,
}

/// Latest version of the format that is read.
const VERSION: f64 = 3.0;

/// Reads a data file of flent, unpacked.
///
/// # Errors
/// What is wrong with the document, and where.
pub fn read(bytes: &[u8]) -> Result<Measured, TraceError> {
    let document: Document = json::parsed(bytes, "data file of flent")?;
    let Document {
        x_values,
        results,
        metadata,
        raw_values,
        version,
    } = document;
    if let Some(version) = version.get().filter(|&it| it > VERSION) {
        return Err(TraceError::of_file(format!(
            "is of version {version} of flent's format; versions up to {VERSION} are read"
        )));
    }
    let mut starts_s = Vec::with_capacity(x_values.0.len());
    for (i, x) in x_values.0.iter().enumerate() {
        let place = |why: String| TraceError::of_file(format!("x_values[{i}]: {why}"));
        let at_s = x
            .get()
            .ok_or_else(|| place("must be a number of seconds".to_owned()))?;
        check_time(starts_s.last().copied(), at_s).map_err(place)?;
        starts_s.push(at_s);
    }
    let mut measured = Measured {
        tool: "flent",
        title: text(&format!(
            "flent {} {} {}",
            metadata.version.0, metadata.name.0, metadata.title.0
        )),
        kernel: super::kernel_of(&format!(
            "{} {}",
            metadata.kernel_name.0, metadata.kernel_release.0
        )),
        ..Measured::default()
    };
    let controller = metadata.parameters.0.unwrap_or_default().tcp_cong_control.0;
    if !controller.is_empty() {
        measured.controllers.push(controller);
    }
    let metas = metadata.series.0.unwrap_or_default();
    let rows = starts_s.len();
    let mut wrong = 0;
    let mut unnamed = Vec::new();
    for (name, values) in results.0 {
        if values.0.len() != rows {
            let had = values.0.len();
            return Err(TraceError::of_file(format!(
                "results: {} has {had} values, and x_values has {rows}; both need the same number",
                super::super::lines::shown(&name)
            )));
        }
        wrong += values.0.iter().filter(|it| it.wrong).count();
        let meta = metas.0.iter().find(|(of, _)| *of == name);
        let unit = meta
            .and_then(|(_, meta)| Unit::named(&meta.units.0))
            .or_else(|| Unit::in_name(&name))
            .or_else(|| customary(&name));
        if unit.is_none() {
            unnamed.push(name.clone());
        }
        measured.series.push(Series {
            role: unit.map_or(Role::None, |unit| Role::suggested(&name, Some(unit))),
            name: text(&name),
            unit: unit.map_or("", |unit| unit.name),
            id: String::new(),
            axis: 0,
            count: 0,
            values: values.0.iter().map(|it| it.value).collect(),
        });
    }
    let combined = leave_out_combined(&mut measured.series);
    let mut notes = Vec::new();
    if !combined.is_empty() {
        notes.push(Note::new(
            format!(
                "Sums and means of other series are not chosen: {}.",
                some_of(&combined)
            ),
            "",
        ));
    }
    if !unnamed.is_empty() {
        notes.push(Note::new(
            format!(
                "Series whose unit the file does not name are not chosen: {}.",
                some_of(&unnamed)
            ),
            "Choose a unit to use one.",
        ));
    }
    if wrong > 0 {
        let said = format!("{wrong} values that are no number, or too large, were left out.");
        notes.push(Note::new(said, ""));
    }
    if raw_values.is_some() {
        notes.push(Note::new(
            "The raw values were left out; read are the results at common times.",
            "",
        ));
    }
    measured.axes.push(Axis {
        end_s: end_after(&starts_s),
        starts_s,
    });
    measured.notes = notes;
    Ok(measured)
}

/// Unit that flent's tests use for a kind of series without a unit in the file.
fn customary(name: &str) -> Option<&'static Unit> {
    let lower = name.to_lowercase();
    if lower.ends_with("::tcp_cwnd") {
        Unit::named("packets")
    } else if lower.ends_with("::tcp_rtt") {
        Unit::named("ms")
    } else if lower.contains("::") {
        None
    } else if lower.starts_with("tcp ") || lower.starts_with("udp ") {
        Unit::named("Mb/s")
    } else if lower.starts_with("ping") {
        Unit::named("ms")
    } else {
        None
    }
}

/// Removes the meaning of sums and means where the single series are there, and returns their names.
fn leave_out_combined(series: &mut [Series]) -> Vec<String> {
    let is_combined = |name: &str| {
        let last = name
            .rsplit([' ', ':'])
            .next()
            .unwrap_or_default()
            .to_lowercase();
        ["sum", "avg", "totals", "total", "mean"].contains(&last.as_str())
    };
    let single: Vec<Role> = (series.iter())
        .filter(|it| !is_combined(&it.name))
        .map(|it| it.role)
        .collect();
    let mut names = Vec::new();
    for it in series {
        if it.role != Role::None && is_combined(&it.name) && single.contains(&it.role) {
            it.role = Role::None;
            names.push(it.name.clone());
        }
    }
    names
}
