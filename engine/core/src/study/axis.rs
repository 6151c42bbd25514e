//! Axes of a study: a field with its values, or several linked fields.
//!
//! The text form is a list, `bottlenecks.r0.queue.limit_bytes=5kB,10kB`, or a range with the number of its values,
//! including both ends: `5kB:50kB:10`. The suffix `:log` makes the spacing logarithmic, and `:multiple=1kB` rounds each
//! value to a multiple of 1 kB, at least one. Units are those of the field. Commas and colons inside brackets, braces
//! and quotes do not separate values, so distributions can be listed. Linked fields are joined by `&` and have the same
//! number of values: `bottlenecks.r0.rate_bps=10M,100M & groups.tcp.count=10,100`.

use serde_json::{Value, json};

use super::document::{Over, Range};
use crate::scenario::Patch;
use crate::scenario::path::{param_at, value_as};
use crate::scenario::{Problem, limits};
use crate::spec::buffer::Amount;
use crate::spec::decimal::decimal;
use crate::spec::problem::printable;
use crate::spec::{Kind, Param};

/// Fields that vary together, at least one, with the same number of values.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Fields of the axis, at least one.
    pub fields: Vec<Field>,
}

/// A field and its values, at least one.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Dotted path to the field.
    pub path: String,
    /// Values of the field, in order of the points.
    pub values: Vec<Value>,
}

/// Function that finds the parameter at a path.
pub type Params<'a> = &'a dyn Fn(&str) -> Option<&'static Param>;

/// Reads an axis over the parameters of a scenario or a model.
///
/// # Errors
/// Returns a problem with the path and the accepted form if the axis cannot be read.
pub fn from_text(text: &str, params: Params<'_>) -> Result<Axis, Problem> {
    let fields = together(text).into_iter().map(|text| field(text, params));
    Axis::of_fields(fields.collect::<Result<_, _>>()?)
}

impl Axis {
    /// Returns the number of values.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "an axis has a value")]
    pub fn len(&self) -> usize {
        self.fields[0].values.len()
    }

    /// Returns the paths of the fields.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|field| &field.path[..])
    }

    /// Returns the changes for value `index`.
    #[must_use]
    pub fn patches(&self, index: usize) -> Vec<Patch> {
        let patch = |field: &Field| Patch {
            path: field.path.clone(),
            value: field.values[index].clone(),
        };
        self.fields.iter().map(patch).collect()
    }

    pub(super) fn of(document: &Value, over: Over) -> Result<Axis, Problem> {
        let params = |path: &str| param_at(document, path);
        match over {
            Over::Text(text) => from_text(&text, &params),
            Over::Values { path, values } => Axis::of_fields(vec![Field::with(&path, values)?]),
            Over::Range(Range {
                path,
                from,
                to,
                steps,
                log,
            }) => {
                let values = match params(&path) {
                    Some(param) => spaced(param, &path, (&from, &to), steps as usize, (log, None))?,
                    // A path that leads nowhere is refused with the first case.
                    None => vec![from],
                };
                Axis::of_fields(vec![Field::with(&path, values)?])
            }
            Over::Together { together } => {
                if together.len() > limits::AXES {
                    let most = limits::AXES;
                    let message = format!(
                        "has {} linked fields; the maximum is {most}",
                        together.len()
                    );
                    return Err(problem("over", message));
                }
                let axes = together.into_iter().map(|over| match over {
                    Over::Together { .. } => {
                        let message =
                            "has nested groups of linked fields; list all fields in one group";
                        Err(problem("over", message.to_owned()))
                    }
                    over => Axis::of(document, over),
                });
                let axes: Vec<Axis> = axes.collect::<Result<_, _>>()?;
                Axis::of_fields(axes.into_iter().flat_map(|axis| axis.fields).collect())
            }
        }
    }

    fn of_fields(fields: Vec<Field>) -> Result<Axis, Problem> {
        let Some(first) = fields.first() else {
            let message = "has no linked fields".to_owned();
            return Err(problem("over", message));
        };
        let count = first.values.len();
        for (i, field) in fields.iter().enumerate() {
            if field.values.len() != count {
                let message = format!(
                    "has {} values, but {} has {count}; linked fields need the same number of values",
                    field.values.len(),
                    printable(&first.path)
                );
                return Err(problem(&field.path, message));
            }
            if fields[..i].iter().any(|other| other.path == field.path) {
                return Err(twice(&field.path));
            }
        }
        Ok(Axis { fields })
    }

    /// Returns the axis, if `axes` have none of its fields.
    ///
    /// # Errors
    /// Returns a problem if a field occurs twice.
    pub fn unless_among(self, axes: &[Axis]) -> Result<Axis, Problem> {
        let is_known = |path: &&str| {
            axes.iter()
                .flat_map(Axis::paths)
                .any(|known| known == *path)
        };
        let known = self.paths().find(is_known).map(twice);
        known.map_or(Ok(self), Err)
    }
}

impl Field {
    fn with(path: &str, values: Vec<Value>) -> Result<Field, Problem> {
        if values.is_empty() || values.len() > limits::VALUES {
            let message = format!(
                "has {} values, must have 1 to {}",
                values.len(),
                limits::VALUES
            );
            return Err(problem(path, message));
        }
        Ok(Field {
            path: path.to_owned(),
            values: values.into_iter().map(plain).collect(),
        })
    }
}

fn twice(path: &str) -> Problem {
    problem(
        path,
        "is varied twice; list all its values on one axis".to_owned(),
    )
}

/// One of several linked fields.
fn field(text: &str, params: Params<'_>) -> Result<Field, Problem> {
    let Some((path, values)) = text.split_once('=') else {
        let message = format!("must be path=a,b,c or path=from:to:points, got {text:.80?}");
        return Err(problem("over", message));
    };
    let (path, values) = (path.trim(), values.trim());
    let param = params(path);
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
    Field::with(path, values)
}

/// Returns the texts of linked fields. An `&` separates them only if a path and `=` follow, so values may contain one.
fn together(text: &str) -> Vec<&str> {
    let mut fields: Vec<&str> = Vec::new();
    let mut end = 0;
    for part in split(text, '&') {
        let path = part.split_once('=').map(|(path, _)| path.trim());
        let is_path = path.is_some_and(|path| {
            let in_path = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
            !path.is_empty() && path.chars().all(in_path)
        });
        let from = end;
        end += part.len() + 1;
        match fields.last_mut() {
            Some(last) if !is_path => {
                let begin = from - 1 - last.len();
                *last = &text[begin..from + part.len()];
            }
            _ => fields.push(part),
        }
    }
    fields
}

/// Returns whether the field accepts all numbers between two of its values.
fn takes_range(param: &Param) -> bool {
    matches!(
        param.kind,
        Kind::Number { .. } | Kind::Integer { .. } | Kind::Distribution { .. }
    )
}

/// Returns the values of `from:to:points[:log][:multiple=unit]`.
///
/// Both ends of a range of buffers may be times, or multiples of the BDP.
fn range(param: &Param, path: &str, parts: &[&str]) -> Result<Vec<Value>, Problem> {
    let form = || {
        problem(
            path,
            format!(
                "must be from:to:points, optionally followed by :log or :multiple=X, got {:.80?}",
                parts.join(":")
            ),
        )
    };
    let multiple = parts
        .last()
        .and_then(|last| last.trim().strip_prefix("multiple="));
    let parts = &parts[..parts.len() - usize::from(multiple.is_some())];
    let (log, ends) = match parts {
        [ends @ .., last] if last.trim() == "log" => (true, ends),
        ends => (false, ends),
    };
    let [lo, hi, steps] = ends else {
        return Err(form());
    };
    let steps: usize = steps.trim().parse().map_err(|_| form())?;
    let (lo, hi) = (json!(lo.trim()), json!(hi.trim()));
    spaced(param, path, (&lo, &hi), steps, (log, multiple))
}

/// Returns `steps` values between two ends, which are numbers or texts with units, as [`between_ends`].
fn spaced(
    param: &Param,
    path: &str,
    (lo, hi): (&Value, &Value),
    steps: usize,
    (log, multiple): (bool, Option<&str>),
) -> Result<Vec<Value>, Problem> {
    match (Amount::of(path, lo), Amount::of(path, hi)) {
        (None, None) => {
            let read = |text: &str| value_as(Some(param), path, text.trim());
            let number = |end: &Value| {
                let value = end.as_str().map_or_else(|| Ok(end.clone()), read)?;
                let is_no_number =
                    || Problem::refused(printable(path), "a range between numbers", end);
                value.as_f64().ok_or_else(is_no_number)
            };
            let ends = (number(lo)?, number(hi)?);
            let multiple = multiple.map(|text| number(&json!(text))).transpose()?;
            between_ends(Some(param), path, ends, steps, (log, multiple))
        }
        (Some(lo), Some(hi)) if lo.has_unit_of(hi) && multiple.is_none() => {
            let ends = (lo.value(), hi.value());
            let values = between_ends(None, path, ends, steps, (log, None))?;
            let text = |value: &Value| json!(lo.with(value.as_f64().unwrap_or_default()));
            Ok(values.iter().map(text).collect())
        }
        _ => {
            let message = "a range of times or of multiples of the BDP needs both ends in that unit, without :multiple";
            Err(problem(path, message.to_owned()))
        }
    }
}

/// Returns `steps` values from one end to the other, with logarithmic spacing if `log`. For an integer field they are
/// rounded; with `multiple` they are rounded to multiples of it, at least one. Duplicates are removed.
fn between_ends(
    param: Option<&Param>,
    path: &str,
    (lo, hi): (f64, f64),
    steps: usize,
    (log, multiple): (bool, Option<f64>),
) -> Result<Vec<Value>, Problem> {
    if multiple.is_some_and(|multiple| multiple <= 0.0) {
        return Err(problem(
            path,
            "has a multiple that is not positive".to_owned(),
        ));
    }
    if !(2..=limits::VALUES).contains(&steps) {
        let message = format!("has {steps} steps, must have 2 to {}", limits::VALUES);
        return Err(problem(path, message));
    }
    if log && (lo <= 0.0 || hi <= 0.0) {
        return Err(problem(
            path,
            "a range with log spacing must begin and end above 0".to_owned(),
        ));
    }
    let whole = param.is_some_and(|param| matches!(param.kind, Kind::Integer { .. }));
    let mut values: Vec<f64> = (0..steps)
        .map(|step| between(lo, hi, step, steps - 1, log))
        .collect();
    if let Some(multiple) = multiple {
        values
            .iter_mut()
            .for_each(|value| *value = (*value / multiple).round().max(1.0) * multiple);
    }
    if whole {
        values.iter_mut().for_each(|value| *value = value.round());
    }
    if whole || multiple.is_some() {
        values.dedup();
    }
    Ok(values.into_iter().map(|value| json!(value)).collect())
}

/// Returns step `step` of `last` from `lo` to `hi`, to 12 digits: 0.3 and not 0.30000000000000004.
fn between(lo: f64, hi: f64, step: usize, last: usize, log: bool) -> f64 {
    let share = step as f64 / last as f64;
    let value = match step {
        0 => lo,
        step if step == last => hi,
        _ if log => lo * libm::pow(hi / lo, share),
        _ => lo + (hi - lo) * share,
    };
    decimal(&format!("{value:.11e}")).unwrap_or(value)
}

/// Returns a whole number without a fraction: 5000 and not 5000.0.
fn plain(value: Value) -> Value {
    match value.as_f64() {
        Some(n) if n.fract() == 0.0 && n.abs() < 9.1e15 => json!(n as i64),
        _ => value,
    }
}

/// Returns the parts of `text` between separators that are outside brackets, braces and quotes.
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
    Problem::new(printable(path), message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;
    use crate::scenario::Scenario;

    fn axis(text: &str) -> Result<Vec<Value>, String> {
        let preset = presets::find("anomaly").expect("it is listed");
        let scenario = Scenario::from_json(preset.scenario_json).expect("presets are valid");
        let document = scenario.to_value();
        let axis = from_text(text, &|path| param_at(&document, path));
        axis.map(|axis| axis.fields[0].values.clone())
            .map_err(|problem| problem.message)
    }

    #[test]
    fn lists_and_ranges_are_parsed_with_the_units_of_the_field() {
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
            (
                "bottlenecks.r0.queue.limit_bytes=300 B:44kB:8:log:multiple=1kB",
                json!([1000, 3000, 5000, 11_000, 22_000, 44_000]),
            ),
            (
                "bottlenecks.r0.queue.limit_bytes=1kB:3kB:9:multiple=1000",
                json!([1000, 2000, 3000]),
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
    fn errors_of_axes_name_what_is_accepted() {
        for (text, part) in [
            ("bottlenecks.r0.rate_bps", "path=a,b,c"),
            ("bottlenecks.r0.rate_bps=", "Mb/s"),
            ("bottlenecks.r0.rate_bps=1M:2M", "from:to:points"),
            ("bottlenecks.r0.rate_bps=1M:2M:x", "from:to:points"),
            ("bottlenecks.r0.rate_bps=1M:2M:3:exp", "from:to:points"),
            ("bottlenecks.r0.rate_bps=1M:2M:1", "2 to 10000"),
            ("bottlenecks.r0.rate_bps=1M:2M:1000000000", "2 to 10000"),
            ("bottlenecks.r0.rate_bps=1 s:2M:3", "Mb/s"),
            ("bottlenecks.r0.delay_s=0:1:3:log", "above 0"),
            ("bottlenecks.r0.delay_s=null:1:3", "range between numbers"),
            (
                "bottlenecks.r0.queue.limit_bytes=1kB:2 BDP:3",
                "both ends in that unit",
            ),
            (
                "bottlenecks.r0.queue.limit_bytes=1 BDP:2 s:3",
                "both ends in that unit",
            ),
            ("bottlenecks.r0.rate_bps=1M:2M:3:multiple=0", "not positive"),
            ("bottlenecks.r0.rate_bps=1M:2M:3:multiple=", "Mb/s"),
        ] {
            let message = axis(text).expect_err(text);
            assert!(message.contains(part), "{text}: {message}");
        }
    }

    #[test]
    fn ampersand_links_fields() {
        let preset = presets::find("anomaly").expect("it is listed");
        let scenario = Scenario::from_json(preset.scenario_json).expect("presets are valid");
        let document = scenario.to_value();
        let read = |text: &str| from_text(text, &|path| param_at(&document, path));
        let axis = read("bottlenecks.r0.rate_bps=10M,20M & groups.tcp.count=1,2").expect("two");
        assert_eq!(
            axis.paths().collect::<Vec<_>>(),
            ["bottlenecks.r0.rate_bps", "groups.tcp.count"]
        );
        assert_eq!(axis.patches(1)[1].value, json!(2));
        let words = read("title=this & that & more,none").expect("a title");
        assert_eq!(
            words.fields[0].values,
            [json!("this & that & more"), json!("none")]
        );
        let uneven = read("bottlenecks.r0.rate_bps=10M,20M & groups.tcp.count=1,2,3");
        let message = uneven.expect_err("three beside two").to_string();
        assert!(
            message.starts_with("groups.tcp.count: has 3 values, but "),
            "{message}"
        );
        assert!(read("seed=1&seed=2").is_err());
    }
}
