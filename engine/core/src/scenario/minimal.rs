//! The shortest document that means the same: what a link carries.
//!
//! The version stays, so that a later reader knows whose defaults were left out.

use serde_json::Value;

use super::complete::complete;
use super::{Problems, Scenario};

/// Leaves out whatever equals its default.
///
/// # Errors
/// The problems of a scenario that is not valid.
pub fn minimal(value: Value) -> Result<Value, Problems> {
    let mut document = Scenario::from_value(value)?.to_value();
    let target = complete(document.clone())?;
    let mut paths = Vec::new();
    collect_fields(&document, &mut Vec::new(), &mut paths);
    // Outer fields come before what they hold, so that whole objects go first.
    for path in paths.into_iter().filter(|path| path[..] != ["version"]) {
        let Some(removed) = remove(&mut document, &path) else {
            continue;
        };
        let same = complete(document.clone()).is_ok_and(|completed| completed == target);
        if !same {
            insert(&mut document, &path, removed);
        }
    }
    shorten_kinds(&mut document);
    Ok(document)
}

/// An object that only names its kind becomes the bare word.
fn shorten_kinds(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields.iter_mut() {
                shorten_kinds(field);
                let kind_only = field.as_object().is_some_and(|object| object.len() == 1);
                if name != "edits"
                    && kind_only
                    && let Some(kind) = field.get("kind")
                {
                    *field = kind.clone();
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(shorten_kinds),
        _ => {}
    }
}

fn collect_fields(value: &Value, path: &mut Vec<String>, paths: &mut Vec<Vec<String>>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                path.push(name.clone());
                paths.push(path.clone());
                if name != "edits" {
                    collect_fields(field, path, paths);
                }
                path.pop();
            }
        }
        Value::Array(items) => {
            for (i, item) in items
                .iter()
                .enumerate()
                .filter(|(_, item)| item.is_object())
            {
                path.push(i.to_string());
                collect_fields(item, path, paths);
                path.pop();
            }
        }
        _ => {}
    }
}

fn parent<'a>(document: &'a mut Value, path: &[String]) -> Option<&'a mut Value> {
    let pointer: String = path[..path.len() - 1]
        .iter()
        .map(|segment| format!("/{segment}"))
        .collect();
    document.pointer_mut(&pointer)
}

fn remove(document: &mut Value, path: &[String]) -> Option<Value> {
    parent(document, path)?
        .as_object_mut()?
        .remove(path.last()?)
}

fn insert(document: &mut Value, path: &[String], value: Value) {
    if let (Some(Value::Object(fields)), Some(name)) = (parent(document, path), path.last()) {
        fields.insert(name.clone(), value);
    }
}
