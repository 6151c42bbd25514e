//! One field and the values it takes in a study.
//!
//! As text it is a list, `bottlenecks.r0.queue.limit_bytes=5kB,10kB`, or a range with the number of its
//! values, both ends included: `5kB:50kB:10`, evenly spaced by ratio with `:log` behind it. Units are those
//! of the field. Commas and colons inside brackets, braces and quotes separate nothing, so that
//! distributions can be listed.

use serde_json::{Value, json};

use super::document::Over;
use crate::scenario::patch::{self, Patch};
use crate::scenario::path::{param_at, value_as};
use crate::scenario::{Problem, Problems, limits};
use crate::spec::complete::printable;
use crate::spec::{Kind, Param};

/// A field and its values, at least one.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Dotted path to the field.
    pub path: String,
    /// In order.
    pub values: Vec<Value>,
}

/// Reads the axes of a study of the complete document `base`, each where the first values of those before
/// it are set.
pub(super) fn read(base: &Value, over: Vec<Over>) -> Result<Vec<Axis>, Problems> {
    let mut state = base.clone();
    let mut axes: Vec<Axis> = Vec::new();
    let mut problems = Vec::new();
    if over.len() > limits::AXES {
        let message = format!(
            "has {} fields; at most {} are accepted",
            over.len(),
            limits::AXES
        );
        return Err(Problems::one("over", message));
    }
    for over in over {
        match Axis::of(&state, over).and_then(|axis| axis.unless_among(&axes)) {
            Ok(axis) => {
                // A path that leads nowhere is refused with the first case.
                let _ = patch::apply(&mut state, &[axis.patch(0)]);
                axes.push(axis);
            }
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() {
        Ok(axes)
    } else {
        Err(Problems(problems))
    }
}

impl Axis {
    /// Reads `path=a,b,c` or `path=lo:hi:steps[:log]` in a complete document.
    ///
    /// # Errors
    /// What cannot be read, with the path and what is accepted.
    pub fn from_text(document: &Value, text: &str) -> Result<Axis, Problem> {
        from_text(text, &|path| param_at(document, path))
    }

    /// The change that value `index` makes.
    #[must_use]
    pub fn patch(&self, index: usize) -> Patch {
        Patch {
            path: self.path.clone(),
            value: self.values[index].clone(),
        }
    }

    fn of(document: &Value, over: Over) -> Result<Axis, Problem> {
        match over {
            Over::Text(text) => Axis::from_text(document, &text),
            Over::Values { path, values } => Axis::with(&path, values),
        }
    }

    fn with(path: &str, values: Vec<Value>) -> Result<Axis, Problem> {
        if values.is_empty() || values.len() > limits::VALUES {
            let message = format!(
                "has {} values; 1 to {} are accepted",
                values.len(),
                limits::VALUES
            );
            return Err(problem(path, message));
        }
        Ok(Axis {
            path: path.to_owned(),
            values: values.into_iter().map(plain).collect(),
        })
    }

    fn unless_among(self, axes: &[Axis]) -> Result<Axis, Problem> {
        if axes.iter().any(|axis| axis.path == self.path) {
            return Err(problem(
                &self.path,
                "is varied twice; list all its values together".to_owned(),
            ));
        }
        Ok(self)
    }
}

/// Reads an axis over whatever has parameters: `param` says which one a path means.
///
/// # Errors
/// What cannot be read, with the path and what is accepted.
pub fn from_text(
    text: &str,
    param: &dyn Fn(&str) -> Option<&'static Param>,
) -> Result<Axis, Problem> {
    let Some((path, values)) = text.split_once('=') else {
        let message = format!("takes path=a,b,c or path=lo:hi:steps, got {text:.80?}");
        return Err(problem("over", message));
    };
    let (path, values) = (path.trim(), values.trim());
    let param = param(path);
    let ends = split(values, ':');
    let values = match param {
        Some(param) if ends.len() > 1 && takes_range(param) => range(param, path, &ends)?,
        _ => {
            let read = |text: &&str| value_as(param, path, text.trim());
            split(values, ',')
                .iter()
                .map(read)
                .collect::<Result<_, _>>()?
        }
    };
    Axis::with(path, values)
}

/// Point `index` of the grid that the axes make, as the changes to it in the order of the axes; the first changes
/// slowest. Whoever asks knows that there are so many.
#[must_use]
pub fn point(axes: &[Axis], mut index: u64) -> Vec<Patch> {
    let mut point: Vec<Patch> = Vec::with_capacity(axes.len());
    for axis in axes.iter().rev() {
        let count = axis.values.len() as u64;
        point.push(axis.patch((index % count) as usize));
        index /= count;
    }
    point.reverse();
    point
}

/// Whether numbers between two are values of the field.
fn takes_range(param: &Param) -> bool {
    matches!(
        param.kind,
        Kind::Number { .. } | Kind::Integer { .. } | Kind::Distribution { .. }
    )
}

/// The values of `lo:hi:steps[:log]`; of a field that takes whole numbers the nearest ones, each once.
fn range(param: &Param, path: &str, parts: &[&str]) -> Result<Vec<Value>, Problem> {
    let form = || {
        problem(
            path,
            format!(
                "takes lo:hi:steps or lo:hi:steps:log, got {:.80?}",
                parts.join(":")
            ),
        )
    };
    let (log, ends) = match parts {
        [ends @ .., "log"] => (true, ends),
        ends => (false, ends),
    };
    let [lo, hi, steps] = ends else {
        return Err(form());
    };
    let end = |text: &str| {
        let value = value_as(Some(param), path, text.trim())?;
        value.as_f64().ok_or_else(form)
    };
    let (lo, hi) = (end(lo)?, end(hi)?);
    let steps: usize = steps.trim().parse().map_err(|_| form())?;
    if !(2..=limits::VALUES).contains(&steps) {
        let message = format!("has {steps} steps; 2 to {} are accepted", limits::VALUES);
        return Err(problem(path, message));
    }
    if log && (lo <= 0.0 || hi <= 0.0) {
        return Err(problem(
            path,
            "a range with equal ratios begins and ends above 0".to_owned(),
        ));
    }
    let whole = matches!(param.kind, Kind::Integer { .. });
    let mut values: Vec<f64> = (0..steps)
        .map(|step| between(lo, hi, step, steps - 1, log))
        .collect();
    if whole {
        values.iter_mut().for_each(|value| *value = value.round());
        values.dedup();
    }
    Ok(values.into_iter().map(|value| json!(value)).collect())
}

/// Step `step` of `last` from `lo` to `hi`, to 12 digits: 0.3 rather than 0.30000000000000004.
fn between(lo: f64, hi: f64, step: usize, last: usize, log: bool) -> f64 {
    let share = step as f64 / last as f64;
    let value = match step {
        0 => lo,
        step if step == last => hi,
        _ if log => lo * libm::pow(hi / lo, share),
        _ => lo + (hi - lo) * share,
    };
    format!("{value:.11e}").parse().unwrap_or(value)
}

/// A whole number without a fraction: 5000 rather than 5000.0.
fn plain(value: Value) -> Value {
    match value.as_f64() {
        Some(n) if n.fract() == 0.0 && n.abs() < 9.1e15 => json!(n as i64),
        _ => value,
    }
}

/// The parts of `text` between separators that are not inside brackets, braces or quotes.
fn split(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut from, mut depth, mut quoted) = (0, 0_i32, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '[' | '{' => depth += 1,
            ']' | '}' => depth -= 1,
            c if c == separator && depth == 0 => {
                parts.push(&text[from..at]);
                from = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}

fn problem(path: &str, message: String) -> Problem {
    Problem {
        path: printable(path),
        message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;
    use crate::scenario::Scenario;

    fn axis(text: &str) -> Result<Vec<Value>, String> {
        let preset = presets::find("anomaly").expect("it is listed");
        let scenario = Scenario::from_json(preset.scenario_json).expect("presets are valid");
        let axis = Axis::from_text(&scenario.to_value(), text);
        axis.map(|axis| axis.values)
            .map_err(|problem| problem.message)
    }

    #[test]
    fn lists_and_ranges_are_read_with_the_units_of_the_field() {
        for (text, values) in [
            (
                "bottlenecks.r0.queue.limit_bytes=5kB, 1 MB",
                json!([5000, 1_000_000]),
            ),
            (
                "bottlenecks.r0.queue.limit_bytes=5kB:50kB:10",
                json!((1..=10).map(|i| i * 5000).collect::<Vec<_>>()),
            ),
            (
                "bottlenecks.r0.rate_bps=1M:1G:4:log",
                json!([1_000_000, 10_000_000, 100_000_000, 1_000_000_000]),
            ),
            (
                "bottlenecks.r0.delay_s=100ms:500ms:5",
                json!([0.1, 0.2, 0.3, 0.4, 0.5]),
            ),
            ("groups.tcp.count=1:3:5", json!([1, 2, 3])),
            ("groups.tcp.count=8:1:3:log", json!([8, 3, 1])),
            ("groups.tcp.access.delay_s=1ms:2ms:2", json!([0.001, 0.002])),
            (
                r#"groups.tcp.access.delay_s={"uniform":[0,1]},{"list":[1,2]},3"#,
                json!([{"uniform": [0, 1]}, {"list": [1, 2]}, 3]),
            ),
            (
                "groups.tcp.traffic.congestion_control=reno,cubic",
                json!(["reno", "cubic"]),
            ),
            ("title=12:30", json!(["12:30"])),
        ] {
            assert_eq!(axis(text).map(Value::from), Ok(values), "{text}");
        }
    }

    #[test]
    fn what_is_no_axis_is_answered_with_what_is() {
        for (text, part) in [
            ("bottlenecks.r0.rate_bps", "path=a,b,c"),
            ("bottlenecks.r0.rate_bps=", "Mb/s"),
            ("bottlenecks.r0.rate_bps=1M:2M", "lo:hi:steps"),
            ("bottlenecks.r0.rate_bps=1M:2M:x", "lo:hi:steps"),
            ("bottlenecks.r0.rate_bps=1M:2M:3:exp", "lo:hi:steps"),
            ("bottlenecks.r0.rate_bps=1M:2M:1", "2 to 10000"),
            ("bottlenecks.r0.rate_bps=1M:2M:1000000000", "2 to 10000"),
            ("bottlenecks.r0.rate_bps=1 s:2M:3", "Mb/s"),
            ("bottlenecks.r0.delay_s=0:1:3:log", "above 0"),
            ("bottlenecks.r0.delay_s=null:1:3", "lo:hi:steps"),
        ] {
            let message = axis(text).expect_err(text);
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
