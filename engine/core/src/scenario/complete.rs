//! Completion of a whole scenario from untrusted JSON, by `spec::complete`.

use serde_json::Value;

use super::limits;
use super::sections::{Patch, SCENARIO};
use crate::spec::complete::complete_section;
use crate::spec::problem::Problems;
use crate::spec::problem::plain;
use crate::spec::profile::expand_inside;
use crate::tcp::config;

/// Parses scenario text within the limits on size and nesting.
///
/// # Errors
/// Returns a problem with line and column if the text is too long, nested too deeply or not JSON.
pub fn parse(text: &str) -> Result<Value, Problems> {
    if text.len() > limits::SCENARIO_BYTES {
        return Err(Problems::one(
            "",
            format!(
                "the scenario has {} bytes; the maximum is {}",
                text.len(),
                limits::SCENARIO_BYTES
            ),
        ));
    }
    let value: Value = serde_json::from_str(text)
        .map_err(|error| Problems::one("", format!("not valid JSON: {error}")))?;
    if depth(&value) > limits::DEPTH {
        return Err(Problems::one(
            "",
            format!("nested more than {} levels deep", limits::DEPTH),
        ));
    }
    Ok(value)
}

/// Returns the changes of an edit with the values of the profiles of hosts that they name, as documents keep them.
#[must_use]
pub(crate) fn expanded(patches: &[Patch]) -> Vec<Patch> {
    let mut patches = patches.to_vec();
    for patch in &mut patches {
        expand_inside(&config::SECTION, &mut patch.value);
    }
    patches
}

/// Fills in every default of a scenario.
///
/// # Errors
/// All problems of shape and range, each with its path.
pub fn complete(value: Value) -> Result<Value, Problems> {
    if let Some(version) = value.get("version").and_then(Value::as_f64)
        && version > 1.0
    {
        return Err(Problems::one(
            "version",
            format!(
                "must be 1, the version that this program reads; {} is newer",
                plain(version)
            ),
        ));
    }
    let mut problems = Vec::new();
    let mut done = complete_section(&SCENARIO, value, "", &mut problems);
    expand_inside(&config::SECTION, &mut done["edits"]);
    if problems.is_empty() {
        Ok(done)
    } else {
        Err(Problems(problems))
    }
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}
