//! Patches of a scenario, each for one field or list item.
//!
//! A path to an unknown id appends an item, and null at an item removes it. A new `kind` keeps the fields that both
//! kinds have, and a field that excludes others sets them to null.

use serde_json::{Map, Value, json};

use super::complete::parse;
use super::path::{Holds, Meaning, is_live, meaning, position, value_from_text};
use super::sections::Patch;
use super::{Problem, Problems};
use crate::spec::accept::is_id;
use crate::spec::complete::{complete_section, complete_value, setting_value};
use crate::spec::problem::{join, printable, show};
use crate::spec::{Kind, Param, Section, object, profile};

/// Applies changes to a complete scenario document. The result must still be checked.
///
/// # Errors
/// Every path that leads nowhere, with what is accepted there.
pub fn apply(document: &mut Value, patches: &[Patch]) -> Result<(), Problems> {
    let made = patches.iter().map(|patch| apply_one(document, patch));
    all_or_problems(made.collect())
}

/// Applies changes during a run: as [`apply`], but rejects fields that cannot change during a run.
///
/// Each change is checked in the state after the earlier changes, so a change can set a field of a kind that an earlier
/// one selected.
///
/// # Errors
/// As there; and every field that waits for the next run.
pub fn apply_live(document: &mut Value, patches: &[Patch]) -> Result<(), Problems> {
    let made = patches.iter().map(|patch| {
        let live = is_live(document, &patch.path);
        apply_one(document, patch)?;
        if live {
            return Ok(());
        }
        Err(Problem::new(
            printable(&patch.path),
            "cannot change while the simulation runs",
        ))
    });
    all_or_problems(made.collect())
}

/// Changes as a front end sends them, `[{"path", "value"}]`. Here and not there, since a second crate that
/// parses JSON costs the page 6 kB.
///
/// # Errors
/// Returns the problems of a [text of a scenario](parse), or a problem if it is not such a list.
pub fn patches_from_json(text: &str) -> Result<Vec<Patch>, Problems> {
    serde_json::from_value(parse(text)?).map_err(|error| {
        let message = format!("patches must be a list of {{path, value}}: {error}");
        Problems::one("", message)
    })
}

/// Reads changes as people write them, each a path and the text of its value, in a complete document.
///
/// They are read one after another, so that a later one finds the fields that an earlier one brings. Paths
/// that lead nowhere are left for [`apply`] to refuse.
///
/// # Errors
/// Every text that is no value of its field; see [`value_from_text`](super::path::value_from_text).
pub fn patches_from_text<'a>(
    document: &Value,
    changes: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Vec<Patch>, Problems> {
    let mut state = document.clone();
    let mut patches = Vec::new();
    let mut problems = Vec::new();
    for (path, text) in changes {
        match value_from_text(&state, path, text) {
            Ok(value) => patches.push(Patch {
                path: path.to_owned(),
                value,
            }),
            Err(problem) => {
                problems.push(problem);
                continue;
            }
        }
        if let Some(patch) = patches.last() {
            let _ = apply_one(&mut state, patch);
        }
    }
    if problems.is_empty() {
        Ok(patches)
    } else {
        Err(Problems(problems))
    }
}

fn apply_one(document: &mut Value, patch: &Patch) -> Result<(), Problem> {
    let meaning = meaning(document, &patch.path);
    let mut way: Vec<&str> = patch.path.split('.').collect();
    let name = way.pop().unwrap_or_default();
    let section = section_at(document, &way.join("."));
    let mut at = document;
    let mut parent = String::new();
    for segment in way {
        at = step(at, &parent, segment)?;
        parent = join(&parent, segment);
    }
    let param = meaning.and_then(|meaning| meaning.param);
    let complete = |value: Value, path: &str| completed(meaning, value, path);
    match at {
        Value::Object(fields) if name == "kind" && fields.contains_key(name) => {
            let given = of_kind(fields, param, &patch.value);
            if let Value::Object(done) = complete(given, &parent) {
                *fields = done;
            }
            Ok(())
        }
        Value::Object(fields) => {
            if !fields.contains_key(name) {
                return Err(no_field(fields, &parent, name));
            }
            if let Some(section) = section.filter(|_| name == profile::FIELD) {
                choose(section, fields, &patch.value);
                return Ok(());
            }
            clear_excluded(fields, param, &patch.value);
            let value = complete(patch.value.clone(), &patch.path);
            fields.insert(name.to_owned(), value);
            Ok(())
        }
        Value::Array(items) => set_item(items, &parent, name, &patch.value, |item| {
            complete(item, &patch.path)
        }),
        other => Err(no_parts(other, &parent, name)),
    }
}

/// Gives a complete object the name of a profile, and its fields the values of the profile. A name without a profile
/// changes no other value.
fn choose(section: &Section, fields: &mut Map<String, Value>, name: &Value) {
    fields.insert(profile::FIELD.to_owned(), name.clone());
    let chosen = section.profile(fields);
    fields.insert(profile::EXPANDED.to_owned(), json!(chosen.is_some()));
    let settings = chosen.map_or(&[][..], |profile| profile.settings);
    for setting in settings.iter().filter(|setting| !setting.initial) {
        let value = setting_value(section, setting);
        if let Some((place, name)) = setting.place(fields) {
            place.insert(name.to_owned(), value);
        }
    }
}

/// Returns the section that describes the object at `path`, if it has profiles.
fn section_at(document: &Value, path: &str) -> Option<&'static Section> {
    match meaning(document, path)?.holds {
        Holds::Fields(section) if !section.profiles.is_empty() => Some(section),
        _ => None,
    }
}

/// Returns the value at `segment` inside `at`; `parent` is the path of `at`.
fn step<'a>(at: &'a mut Value, parent: &str, segment: &str) -> Result<&'a mut Value, Problem> {
    match at {
        Value::Object(fields) => match fields.contains_key(segment) {
            true => Ok(&mut fields[segment]),
            false => Err(no_field(fields, parent, segment)),
        },
        Value::Array(items) => match position(items, segment) {
            Some(index) => Ok(&mut items[index]),
            None => Err(no_item(items, parent, segment)),
        },
        other => Err(no_parts(other, parent, segment)),
    }
}

/// Replaces, removes or appends the item with id `name`.
fn set_item(
    items: &mut Vec<Value>,
    parent: &str,
    name: &str,
    value: &Value,
    complete: impl Fn(Value) -> Value,
) -> Result<(), Problem> {
    match position(items, name) {
        Some(index) if value.is_null() && items[index].is_object() => {
            items.remove(index);
        }
        Some(index) => items[index] = complete(value.clone()),
        None if is_id(name) && value.is_object() => {
            let mut item = value.clone();
            item["id"] = json!(name);
            items.push(complete(item));
        }
        None => return Err(no_item(items, parent, name)),
    }
    Ok(())
}

/// Returns a new value with its defaults, so that the next change finds all fields. An invalid value is returned
/// unchanged; the check of the whole scenario rejects it.
fn completed(meaning: Option<Meaning>, value: Value, path: &str) -> Value {
    let Some((param, holds)) = meaning.and_then(|means| Some((means.param?, means.holds))) else {
        return value;
    };
    let mut problems = Vec::new();
    let done = match (&param.kind, holds) {
        (Kind::List { .. }, Holds::Fields(item)) => {
            complete_section(item, value.clone(), path, &mut problems)
        }
        _ => complete_value(param, value.clone(), path, &mut problems),
    };
    if problems.is_empty() { done } else { value }
}

/// Returns an object after a change of `kind`, with only the fields that the new kind has too.
fn of_kind(fields: &Map<String, Value>, param: Option<&Param>, kind: &Value) -> Value {
    let section = param.and_then(|param| match &param.kind {
        Kind::OneOf(registry) => registry.entry(kind.as_str()?),
        _ => None,
    });
    let stays = |name: &str| section.is_none_or(|section| section.param(name).is_some());
    let mut kept = fields
        .iter()
        .filter(|(name, _)| stays(name))
        .map(|(name, value)| (name.clone(), value.clone()));
    let mut object = object(&mut kept);
    object.insert("kind".to_owned(), kind.clone());
    Value::Object(object)
}

/// Sets the fields that `param` excludes to null, if `param` gets a value.
fn clear_excluded(fields: &mut Map<String, Value>, param: Option<&Param>, value: &Value) {
    let excluded = param.map_or(&[][..], |param| param.excludes);
    for other in excluded.iter().filter(|_| !value.is_null()) {
        if let Some(other) = fields.get_mut(*other) {
            *other = Value::Null;
        }
    }
}

fn no_field(fields: &Map<String, Value>, parent: &str, segment: &str) -> Problem {
    let names: Vec<_> = fields.keys().map(String::as_str).collect();
    unknown(&join(parent, segment), parent, &names)
}

fn no_parts(at: &Value, parent: &str, segment: &str) -> Problem {
    Problem::new(
        printable(&join(parent, segment)),
        format!("does not exist: {} is {}", printable(parent), show(at)),
    )
}

fn no_item(items: &[Value], parent: &str, segment: &str) -> Problem {
    let name = |(i, item): (usize, &Value)| {
        let id = item.get("id").and_then(Value::as_str);
        id.map_or_else(|| i.to_string(), str::to_owned)
    };
    let names: Vec<_> = items.iter().enumerate().map(name).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    unknown(&join(parent, segment), parent, &names)
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
    Problem::new(
        printable(path),
        format!("does not exist; {place} has {accepted}"),
    )
}

fn all_or_problems(made: Vec<Result<(), Problem>>) -> Result<(), Problems> {
    let problems: Vec<Problem> = made.into_iter().filter_map(Result::err).collect();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Problems(problems))
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
        let document = Scenario::from_json(preset.scenario_json)?.to_value();
        fn split(change: &str) -> (&str, &str) {
            change.split_once('=').expect("path=value")
        }
        let patches = patches_from_text(&document, changes.iter().copied().map(split))?;
        Ok(Scenario::from_document(document, &patches)?.to_value())
    }

    #[test]
    fn patch_can_use_fields_of_an_earlier_patch() {
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
    fn change_of_kind_keeps_common_fields() {
        let document = changed(&[
            "groups.tcp.traffic={\"kind\":\"cbr\",\"rate_bps\":1e6}",
            "groups.tcp.traffic.kind=poisson",
            "groups.tcp.traffic.packet_bytes=1 kB",
        ])
        .expect("both have a rate");
        let traffic = &document["groups"][0]["traffic"];
        assert_eq!(
            *traffic,
            json!({"kind": "poisson", "rate_bps": 1e6, "packet_bytes": 1000.0, "ecn": "not_ect"})
        );
        assert!(changed(&["groups.tcp.traffic.congestion_control.kind=cubic"]).is_ok());
    }

    #[test]
    fn invalid_patches_are_refused_with_their_path() {
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

    #[test]
    fn edit_is_checked_against_the_state_at_its_time() {
        let document = changed(&[]).expect("a preset");
        let live = |changes: &[(&str, Value)]| {
            let patches: Vec<Patch> = changes
                .iter()
                .map(|(path, value)| Patch {
                    path: (*path).to_owned(),
                    value: value.clone(),
                })
                .collect();
            apply_live(&mut document.clone(), &patches)
        };
        let controller = "groups.tcp.traffic.congestion_control";
        let c = "groups.tcp.traffic.congestion_control.c";
        assert!(live(&[(controller, json!("cubic")), (c, json!(0.5))]).is_ok());
        let problems = live(&[(c, json!(0.5)), ("groups.tcp.start_s", json!(1))])
            .expect_err("Reno has no c, and the start is over");
        assert!(
            problems.0[0].message.contains("does not exist"),
            "{problems}"
        );
        assert!(
            problems.0[1].message.contains("cannot change"),
            "{problems}"
        );
        assert!(live(&[("edits.0.at_s", json!(1))]).is_err());
        assert!(live(&[("groups.tcp", Value::Null)]).is_ok());
        assert!(live(&[("bottlenecks.r0", Value::Null)]).is_err());
    }

    #[test]
    fn one_patch_may_correct_a_conflict_of_another() {
        let document = changed(&[
            r#"bottlenecks.r0.queue={"kind":"drop_tail"}"#,
            "bottlenecks.r0.queue.limit_bytes=20 kB",
            "bottlenecks.r0.queue.limit_packets=7",
            "duration_s=10",
            "warmup_s=0",
        ])
        .expect("in the end it has one limit");
        let queue = &document["bottlenecks"][0]["queue"];
        assert_eq!(
            (&queue["limit_packets"], &queue["limit_bytes"]),
            (&json!(7), &Value::Null)
        );
    }
}
