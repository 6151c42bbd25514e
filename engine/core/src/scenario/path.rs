//! Addressing a field of a scenario by a dotted path, and changing it.
//!
//! `bottlenecks.r0.queue.limit_packets` and `bottlenecks.0.queue.limit_packets` are the same field:
//! items of a list go by id or by position. A path to an id that is not there yet appends the item,
//! null at an item removes it.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::sections::SCENARIO;
use super::{Problem, Problems};
use crate::spec::complete::{complete_section, complete_value, is_id, join, printable};
use crate::spec::units;
use crate::spec::{Kind, Param, Section};

/// One change of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Patch {
    /// Dotted path to a field or a list item.
    pub path: String,
    /// Its new value.
    pub value: Value,
}

/// Makes changes in a complete scenario document; the result still wants checking.
///
/// # Errors
/// Every path that leads nowhere, with what is accepted there.
pub fn apply(document: &mut Value, patches: &[Patch]) -> Result<(), Problems> {
    let mut problems = Vec::new();
    for patch in patches {
        if let Err(problem) = apply_one(document, patch) {
            problems.push(problem);
        }
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Problems(problems))
    }
}

/// Reads a command-line value for `path`: JSON, or text with a unit (`100 Mb/s`, `50ms`), or a word.
///
/// # Errors
/// A number with a unit that does not fit, saying which do.
pub fn value_from_text(path: &str, text: &str) -> Result<Value, Problem> {
    let is_text = matches!(
        last_param(path),
        Some(Param {
            kind: Kind::Text(_) | Kind::Id,
            ..
        })
    );
    if is_text && !text.starts_with('"') {
        return Ok(json!(text));
    }
    if let Ok(value) = serde_json::from_str::<Value>(text) {
        return Ok(value);
    }
    let unit = match last_param(path) {
        Some(Param {
            unit,
            kind: Kind::Number { .. } | Kind::Integer { .. } | Kind::Distribution { .. },
            ..
        }) => *unit,
        _ => return Ok(json!(text)),
    };
    units::parse(text, unit)
        .map(|n| json!(n))
        .map_err(|message| Problem {
            path: path.to_owned(),
            message,
        })
}

/// Whether what `patch` changes may change while the simulation runs.
#[must_use]
pub fn is_live(patch: &Patch) -> bool {
    let segments: Vec<&str> = patch.path.split('.').collect();
    // Whole groups come and go; bottlenecks and edges stay where they are.
    if let ["groups", _] = segments[..] {
        return true;
    }
    last_param(&patch.path).is_some_and(|param| param.live)
}

fn apply_one(document: &mut Value, patch: &Patch) -> Result<(), Problem> {
    let segments: Vec<&str> = patch.path.split('.').collect();
    let mut here = String::new();
    let mut at = document;
    for (depth, segment) in segments.iter().enumerate() {
        let last = depth + 1 == segments.len();
        let parent = here.clone();
        here = join(&here, segment);
        match at {
            Value::Object(fields) => {
                if !fields.contains_key(*segment) {
                    let names: Vec<_> = fields.keys().map(String::as_str).collect();
                    return Err(unknown(&here, &parent, &names));
                }
                if last && *segment == "kind" {
                    let given = of_kind(fields, &parent, &patch.value);
                    if let Value::Object(done) = completed(&parent, given) {
                        *fields = done;
                    }
                    return Ok(());
                }
                if last {
                    replace_other_limit(fields, segment, &patch.value);
                    let value = completed(&patch.path, patch.value.clone());
                    fields.insert((*segment).to_owned(), value);
                    return Ok(());
                }
                // The key is there; the fallback only satisfies the type.
                at = fields.entry((*segment).to_owned()).or_insert(Value::Null);
            }
            Value::Array(items) => {
                let index = segment
                    .parse::<usize>()
                    .ok()
                    .filter(|&i| i < items.len())
                    .or_else(|| {
                        items.iter().position(|item| {
                            item.get("id").and_then(Value::as_str) == Some(segment)
                        })
                    });
                match (index, last) {
                    (Some(i), true) if patch.value.is_null() && items[i].is_object() => {
                        items.remove(i);
                        return Ok(());
                    }
                    (Some(i), true) => {
                        items[i] = completed(&patch.path, patch.value.clone());
                        return Ok(());
                    }
                    (Some(i), false) => at = &mut items[i],
                    (None, true) if is_id(segment) && patch.value.is_object() => {
                        let mut item = patch.value.clone();
                        item["id"] = json!(segment);
                        items.push(completed(&patch.path, item));
                        return Ok(());
                    }
                    (None, _) => {
                        let ids = items.iter().enumerate().map(|(i, item)| id_of(i, item));
                        let ids: Vec<_> = ids.collect();
                        let names: Vec<_> = ids.iter().map(String::as_str).collect();
                        return Err(unknown(&here, &parent, &names));
                    }
                }
            }
            other => {
                return Err(Problem {
                    path: here,
                    message: format!(
                        "does not exist: {parent} is {}",
                        crate::spec::complete::show(other)
                    ),
                });
            }
        }
    }
    Ok(())
}

/// A new value with its defaults, so that the next change finds every field there; as it is if it is not
/// acceptable, which the check of the whole will say.
fn completed(path: &str, value: Value) -> Value {
    let Some(param) = last_param(path) else {
        return value;
    };
    let mut problems = Vec::new();
    let done = match &param.kind {
        // Lists stand at the top of a scenario: any longer path leads to an item.
        Kind::List { section, .. } if path != param.name => {
            complete_section(section, value.clone(), path, &mut problems)
        }
        _ => complete_value(param, value.clone(), path, &mut problems),
    };
    if problems.is_empty() { done } else { value }
}

/// What a change of `kind` leaves of an object: the fields that the new kind has too.
fn of_kind(fields: &serde_json::Map<String, Value>, path: &str, kind: &Value) -> Value {
    let section = last_param(path).and_then(|param| match &param.kind {
        Kind::OneOf(registry) => registry.entry(kind.as_str()?),
        _ => None,
    });
    let stays = |name: &str| section.is_none_or(|section| section.param(name).is_some());
    let kept = fields
        .iter()
        .filter(|(name, _)| stays(name))
        .map(|(name, value)| (name.clone(), value.clone()));
    let mut object: serde_json::Map<_, _> = kept.collect();
    object.insert("kind".to_owned(), kind.clone());
    Value::Object(object)
}

/// Naming one of the two limits of a queue replaces the other.
fn replace_other_limit(fields: &mut serde_json::Map<String, Value>, name: &str, value: &Value) {
    let other = match name {
        "limit_packets" => "limit_bytes",
        "limit_bytes" => "limit_packets",
        _ => return,
    };
    if !value.is_null() && fields.contains_key(other) {
        fields.insert(other.to_owned(), Value::Null);
    }
}

/// The parameter a path ends at, found through the sections without a document: where a registry
/// offers several kinds, the first that has the field answers.
fn last_param(path: &str) -> Option<&'static Param> {
    let mut sections: Vec<&'static Section> = vec![&SCENARIO];
    let mut found: Option<&'static Param> = None;
    let mut in_list = false;
    for segment in path.split('.') {
        if in_list {
            in_list = false;
            continue;
        }
        if let Some(param) = sections.iter().find_map(|section| section.param(segment)) {
            found = Some(param);
            sections = match &param.kind {
                Kind::Section(section) => vec![section],
                Kind::OneOf(registry) => registry.entries.to_vec(),
                Kind::List { section, .. } => {
                    in_list = true;
                    vec![section]
                }
                // Inside `uniform` or `list` the parameter itself still answers.
                Kind::Distribution { .. } => continue,
                _ => Vec::new(),
            };
        } else if !matches!(
            found,
            Some(Param {
                kind: Kind::Distribution { .. },
                ..
            })
        ) {
            return if segment == "kind" { found } else { None };
        }
    }
    found
}

fn id_of(index: usize, item: &Value) -> String {
    item.get("id")
        .and_then(Value::as_str)
        .map_or_else(|| index.to_string(), str::to_owned)
}

fn unknown(path: &str, parent: &str, accepted: &[&str]) -> Problem {
    let place = if parent.is_empty() {
        "the scenario"
    } else {
        parent
    };
    let accepted = if accepted.is_empty() {
        "nothing yet".to_owned()
    } else {
        accepted.join(", ")
    };
    Problem {
        path: printable(path),
        message: format!("does not exist; {place} has {accepted}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;
    use crate::scenario::Scenario;

    /// `one-flow` with changes, each as `path=value`.
    fn changed(changes: &[&str]) -> Result<Value, Problems> {
        let preset = presets::find("one-flow").expect("it is listed");
        let patches: Vec<Patch> = changes
            .iter()
            .map(|change| {
                let (path, text) = change.split_once('=').expect("path=value");
                Patch {
                    path: path.to_owned(),
                    value: value_from_text(path, text).expect("a value"),
                }
            })
            .collect();
        let scenario = Scenario::from_json(preset.scenario_json)?;
        Ok(scenario.patched(&patches)?.to_value())
    }

    #[test]
    fn a_change_finds_the_fields_that_an_earlier_one_brought() {
        let controller = "groups.tcp.traffic.congestion_control";
        let document = changed(&[
            &format!("{controller}=cubic"),
            &format!("{controller}.c=0.5"),
            r#"groups.udp={"access":{"rate_bps":1e8},"traffic":{"kind":"cbr","rate_bps":1e6}}"#,
            "groups.udp.count=3",
        ])
        .expect("all of these fields are there");
        assert_eq!(
            document["groups"][0]["traffic"]["congestion_control"]["c"],
            0.5
        );
        assert_eq!(document["groups"][1]["count"], 3);
    }

    #[test]
    fn another_kind_keeps_the_fields_that_it_has_too() {
        let document = changed(&[
            "groups.tcp.traffic={\"kind\":\"cbr\",\"rate_bps\":1e6}",
            "groups.tcp.traffic.kind=poisson",
            "groups.tcp.traffic.packet_bytes=1 kB",
        ])
        .expect("both have a rate");
        let traffic = &document["groups"][0]["traffic"];
        assert_eq!(
            *traffic,
            json!({"kind": "poisson", "rate_bps": 1e6, "packet_bytes": 1000})
        );
        assert!(changed(&["groups.tcp.traffic.congestion_control.kind=cubic"]).is_ok());
    }

    #[test]
    fn what_is_not_acceptable_is_refused_where_it_is() {
        for (changes, path) in [
            (
                &["groups.tcp.traffic.kind=poisson"][..],
                "groups.tcp.traffic.rate_bps",
            ),
            (
                &["groups.tcp.traffic.kind=pigeons"],
                "groups.tcp.traffic.kind",
            ),
            (
                &["groups.tcp.traffic.pacing=fast"],
                "groups.tcp.traffic.pacing.kind",
            ),
            (&["groups.tcp.kind=tcp"], "groups.tcp.kind"),
            (&["groups.new={}"], "groups.new.access"),
            (
                &["groups.tcp.access.delay_s.uniform.2=1"],
                "groups.tcp.access.delay_s.uniform",
            ),
        ] {
            let problems = changed(changes).expect_err(path);
            assert_eq!(problems.0[0].path, path, "{problems}");
        }
    }
}
