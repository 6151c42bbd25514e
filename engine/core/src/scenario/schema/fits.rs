//! Small part of JSON Schema that checks documents against our own schema in tests.
//!
//! It knows the keywords that [`super::schema`] writes and panics at any other one, so that every keyword is checked.

use serde_json::{Map, Value};

use crate::spec::accept::is_id;
use crate::spec::problem::join;

/// Returns the paths at which `document` does not fit `schema`. Definitions are resolved inside the schema.
pub fn misfits(schema: &Value, document: &Value) -> Vec<String> {
    let mut misfits = Vec::new();
    check(schema, schema, document, "", &mut misfits);
    misfits
}

fn check(root: &Value, schema: &Value, value: &Value, path: &str, misfits: &mut Vec<String>) {
    for (keyword, wanted) in schema.as_object().expect("a schema is an object") {
        let fits = match keyword.as_str() {
            "$schema" | "$comment" | "$defs" | "title" | "description" | "default" => true,
            "$ref" => {
                let pointer = wanted
                    .as_str()
                    .and_then(|r| r.strip_prefix('#'))
                    .expect("a local reference");
                let target = root
                    .pointer(pointer)
                    .unwrap_or_else(|| panic!("{pointer} is not defined"));
                check(root, target, value, path, misfits);
                true
            }
            "oneOf" => {
                let matching = items(wanted).filter(|one| {
                    let mut inner = Vec::new();
                    check(root, one, value, path, &mut inner);
                    inner.is_empty()
                });
                matching.count() == 1
            }
            "type" => match wanted {
                Value::Array(types) => types.iter().any(|one| is_of_type(value, one)),
                one => is_of_type(value, one),
            },
            "const" => value == wanted,
            "minimum" => value
                .as_f64()
                .is_none_or(|n| n >= wanted.as_f64().expect("a number")),
            "exclusiveMinimum" => value
                .as_f64()
                .is_none_or(|n| n > wanted.as_f64().expect("a number")),
            "maximum" => value
                .as_f64()
                .is_none_or(|n| n <= wanted.as_f64().expect("a number")),
            "maxLength" => value
                .as_str()
                .is_none_or(|text| text.chars().count() <= size(wanted)),
            "pattern" if wanted == super::QUANTITY => value.as_str().is_none_or(|text| {
                let text = text.trim_start_matches(' ');
                let number = text.trim_start_matches(['-', '+', '−']);
                text.starts_with("BDP")
                    || number.starts_with(|c: char| c == '.' || c.is_ascii_digit())
            }),
            // The only other one is that of ids.
            "pattern" => value.as_str().is_none_or(is_id),
            "minItems" => value
                .as_array()
                .is_none_or(|list| list.len() >= size(wanted)),
            "maxItems" => value
                .as_array()
                .is_none_or(|list| list.len() <= size(wanted)),
            "prefixItems" => {
                let values = value.as_array().into_iter().flatten();
                for (i, (item, wanted)) in values.zip(items(wanted)).enumerate() {
                    check(root, wanted, item, &join(path, &i.to_string()), misfits);
                }
                true
            }
            "items" => {
                for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, wanted, item, &join(path, &i.to_string()), misfits);
                }
                true
            }
            "properties" => {
                for (name, inner) in object(wanted) {
                    if let Some(field) = value.get(name) {
                        check(root, inner, field, &join(path, name), misfits);
                    }
                }
                true
            }
            "required" => value.as_object().is_none_or(|fields| {
                items(wanted).all(|name| fields.contains_key(name.as_str().expect("a name")))
            }),
            "additionalProperties" => {
                assert_eq!(wanted, false, "the only value we write");
                let known = object(&schema["properties"]);
                value
                    .as_object()
                    .is_none_or(|fields| fields.keys().all(|name| known.contains_key(name)))
            }
            other => panic!("keyword {other} is new: teach it here"),
        };
        if !fits {
            misfits.push(format!("{path}: {keyword} {wanted:.80}"));
        }
    }
}

fn is_of_type(value: &Value, name: &Value) -> bool {
    match name.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("string") => value.is_string(),
        Some("number") => value.is_number(),
        Some("integer") => value.as_f64().is_some_and(|n| n.fract() == 0.0),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => panic!("type {name} is no type"),
    }
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().expect("a list").iter()
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().expect("an object")
}

fn size(value: &Value) -> usize {
    value
        .as_u64()
        .and_then(|n| usize::try_from(n).ok())
        .expect("a size")
}
