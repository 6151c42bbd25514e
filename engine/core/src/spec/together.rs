//! Checks of several fields of a complete document, and the walk over all its objects.
//!
//! They come after [`complete`](super::complete), which checks one field at a time. A document can be changed in
//! between, so that one change can correct a conflict caused by another.

use serde_json::{Map, Value};

use super::problem::{Problem, join, report};
use super::{Kind, Section};

/// Asks every section of a complete object at `path` what its fields may not be together.
pub(crate) fn check_together(
    section: &'static Section,
    value: &Value,
    path: &str,
    problems: &mut Vec<Problem>,
) {
    each_object(section, value, path, &mut |section, fields, path| {
        (section.check)(fields, &mut |field, message| {
            let here = if field.is_empty() {
                path.to_owned()
            } else {
                join(path, field)
            };
            report(problems, &here, message);
        });
    });
}

/// Visits every object that a section describes, with its path, outer ones before inner ones.
fn each_object(
    section: &'static Section,
    value: &Value,
    path: &str,
    visit: &mut impl FnMut(&'static Section, &Map<String, Value>, &str),
) {
    let Value::Object(fields) = value else {
        return;
    };
    visit(section, fields, path);
    for param in section.params {
        let Some(value) = fields.get(param.name) else {
            continue;
        };
        let here = join(path, param.name);
        match &param.kind {
            Kind::List { section, .. } => {
                for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                    let name = item.get("id").and_then(Value::as_str);
                    let name = name.map_or_else(|| i.to_string(), str::to_owned);
                    each_object(section, item, &join(&here, &name), visit);
                }
            }
            kind => {
                if let Some(section) = kind.section_of(value) {
                    each_object(section, value, &here, visit);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{DefaultValue, Param, Unit};
    use serde_json::json;

    static INNER: Section = Section {
        id: "inner",
        params: &[Param::new(
            "low",
            "Low",
            Unit::None,
            Kind::Distribution { min: 0.0, max: 9.0 },
            DefaultValue::Number(0.0),
            "",
        )],
        check: |fields, report| {
            if fields["low"] == 5 {
                report("low", "is odd".to_owned());
                report("", "looks odd".to_owned());
            }
        },
        ..Section::NEW
    };

    static OUTER: Section = Section {
        id: "outer",
        params: &[Param::new(
            "items",
            "Items",
            Unit::None,
            Kind::List {
                section: &INNER,
                min: 0,
                max: 9,
            },
            DefaultValue::Empty,
            "",
        )],
        ..Section::NEW
    };

    #[test]
    fn problems_have_the_path_of_their_object() {
        let document = json!({ "items": [{ "low": 1 }, { "id": "b", "low": 5 }, { "low": 5 }] });
        let mut problems = Vec::new();
        check_together(&OUTER, &document, "", &mut problems);
        let paths: Vec<_> = problems.iter().map(|problem| &problem.path[..]).collect();
        assert_eq!(paths, ["items.b.low", "items.b", "items.2.low", "items.2"]);
    }
}
