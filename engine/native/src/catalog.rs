//! `bufferlab catalog`: every parameter of a scenario, every measure, every warning and every limit as text.

use bufferlab_core::lab::catalog::catalog;
use serde_json::Value;

/// Returns the sections in alphabetical order. Each parameter has its accepted values, default and meaning.
#[must_use]
pub fn list() -> String {
    let catalog = catalog();
    let mut text = String::new();
    for section in values(&catalog["sections"]) {
        text += &format!("{} – {}\n", word(&section["id"]), word(&section["label"]));
        text += &format!("    {}\n", word(&section["help"]));
        for param in section["params"].as_array().into_iter().flatten() {
            text += &format!(
                "    {}: {}{}\n",
                word(&param["name"]),
                accepts(&catalog, param),
                default(param)
            );
            text += &format!("        {}\n", word(&param["help"]));
        }
        text.push('\n');
    }
    text += "Measures\n";
    text += &entries(&catalog["measures"], measure_line);
    text += "\nWarnings\n";
    text += &entries(&catalog["warnings"], |warning| {
        format!("{} – {}", word(&warning["id"]), word(&warning["label"]))
    });
    text += "\nLimits\n";
    for (name, limit) in catalog["limits"].as_object().into_iter().flatten() {
        text += &format!("    {name}: {limit}\n");
    }
    text
}

/// Returns a line for each entry of a list, with its help below.
fn entries(list: &Value, line: fn(&Value) -> String) -> String {
    let list = list.as_array().into_iter().flatten();
    list.map(|entry| format!("    {}\n        {}\n", line(entry), word(&entry["help"])))
        .collect()
}

/// Returns the owner, id, label and unit of a measure, and whether a study must request it.
fn measure_line(measure: &Value) -> String {
    let unit = match word(&measure["unit"]) {
        "" => String::new(),
        unit => format!(" [{unit}]"),
    };
    let asked = match word(&measure["asked"]) {
        "no" => "",
        _ => ", on request of a study",
    };
    let [of, id, label] = ["of", "id", "label"].map(|name| word(&measure[name]));
    format!("{of} {id} – {label}{unit}{asked}")
}

fn accepts(catalog: &Value, param: &Value) -> String {
    let kind = &param["kind"];
    let unit = word(&param["unit"]);
    let range = || {
        let ends = format!("{} to {} {unit}", bound(&kind["min"]), bound(&kind["max"]));
        ends.trim_end().to_owned()
    };
    match word(&kind["type"]) {
        "integer" => format!("whole number, {}{}", range(), or_null(kind)),
        "number" => format!("{}{}", range(), or_null(kind)),
        "distribution" => format!(
            "{}, {{\"uniform\": [lo, hi]}}, {{\"exponential\": mean}}, {{\"pareto\": [mean, shape]}} or {{\"list\": […]}}",
            range()
        ),
        "numbers" => format!("list of 1 to {} numbers, each {}", kind["most"], range()),
        "flag" => "true or false".to_owned(),
        "text" => format!("text of up to {} characters", kind["max_length"]),
        "id" => "an id of letters, digits, _ and -".to_owned(),
        "choice" => words(
            kind["options"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|option| word(&option["id"])),
        ),
        "section" => format!("an object, see {}", word(&kind["section"])),
        "list" => format!("up to {} of {}", kind["max"], word(&kind["section"])),
        "one_of" => {
            let entries = catalog["registries"][word(&kind["registry"])]
                .as_array()
                .into_iter()
                .flatten();
            format!(
                "of kind {}",
                words(entries.map(|id| word(id).rsplit('.').next().unwrap_or_default()))
            )
        }
        "ref" => {
            let target = word(&kind["to"]);
            let ids = if kind["many"] == true {
                "list of ids"
            } else {
                "id"
            };
            format!("{ids} in {target}{}", or_null(kind))
        }
        _ => "a list of {\"at_s\", \"set\": [{\"path\", \"value\"}]}".to_owned(),
    }
}

/// Formats a bound; very large and very small numbers get an exponent.
fn bound(n: &Value) -> String {
    match n.as_f64() {
        Some(n) if n != 0.0 && !(1e-3..1e7).contains(&n.abs()) => format!("{n:e}"),
        _ => n.to_string(),
    }
}

fn or_null(kind: &Value) -> String {
    kind["null_label"]
        .as_str()
        .map_or_else(String::new, |label| format!(", or null ({label})"))
}

/// Returns the default as text. Objects are left out, since their own section lists the defaults.
fn default(param: &Value) -> String {
    match param.get("default") {
        None => "; required".to_owned(),
        Some(Value::Object(object)) => match object.get("kind") {
            Some(kind) => format!("; default {}", word(kind)),
            None if word(&param["kind"]["type"]) == "distribution" => {
                format!("; default {}", Value::Object(object.clone()))
            }
            None => String::new(),
        },
        Some(Value::Array(_)) => String::new(),
        Some(value) => format!("; default {value}"),
    }
}

fn words<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

fn values(object: &Value) -> impl Iterator<Item = &Value> {
    object
        .as_object()
        .into_iter()
        .flat_map(|object| object.values())
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
