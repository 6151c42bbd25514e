//! Existing result lines: of an interrupted sweep, of another machine, or of an earlier run.
//!
//! Results are lines of JSON, each with the key of its run, which identifies all inputs. So a file may contain lines in
//! any order, of several sweeps, duplicates, and lines that were cut off when a program was killed or a disk was full.
//! Runs with a result in the file are not repeated.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::CaseId;

/// Results of finished cases, by the key of the case.
#[derive(Debug, Default)]
pub struct Finished {
    lines: BTreeMap<String, Map<String, Value>>,
    unreadable: u64,
}

impl Finished {
    /// Adds a line, given without its line end. Lines that are not results, such as incomplete ones, are only counted.
    pub fn add(&mut self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        self.add_result(serde_json::from_str(line).unwrap_or(Value::Null));
    }

    /// Adds a parsed line. A line that is [not a result](Self::is_result) is only counted.
    pub fn add_result(&mut self, line: Value) {
        match line {
            Value::Object(mut fields) if is_result(&fields) => {
                if let Some(Value::String(key)) = fields.remove("key") {
                    self.lines.insert(key, fields);
                }
            }
            _ => self.unreadable += 1,
        }
    }

    /// Returns whether a parsed line is a result: it has a key, and a summary or an error.
    #[must_use]
    pub fn is_result(line: &Value) -> bool {
        line.as_object().is_some_and(is_result)
    }

    /// Returns the number of lines that are not results.
    #[must_use]
    pub fn unreadable(&self) -> u64 {
        self.unreadable
    }

    /// Returns the number of results.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns whether there are no results.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns whether the result of this key exists.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.lines.contains_key(key)
    }

    /// Returns the line of a case with the names of this study. Its bytes are the same as those of a new run.
    #[must_use]
    pub fn line(&self, id: &CaseId) -> Option<Value> {
        let fields = self.lines.get(&id.key)?;
        let mut line = id.to_value();
        for name in ["summary", "error"] {
            if let Some(value) = fields.get(name) {
                line[name] = value.clone();
            }
        }
        Some(line)
    }
}

fn is_result(fields: &Map<String, Value>) -> bool {
    let ended = fields.contains_key("summary") || fields.contains_key("error");
    ended && fields.get("key").is_some_and(Value::is_string)
}

/// Returns a measure of a result by its path, such as `bottlenecks.r0.loss.udp`; `None` if it does not exist.
#[must_use]
pub fn figure(line: &Value, path: &str) -> Option<f64> {
    crate::scenario::path::value_at(line.get("summary")?, path)?.as_f64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn result_lines_are_found_by_key() {
        let mut finished = Finished::default();
        for line in [
            r#"{"key":"a","point":{"x":1},"seed":1,"summary":{"events":7,"bottlenecks":[{"id":"r0","loss":{"udp":0.5}}]}}"#,
            r#"{"error":"why","key":"b","point":{},"seed":2}"#,
            "",
            r#"{"key":"c","point":{},"seed":3}"#,
            r#"{"key":"d","point":{},"seed":4,"summary":{"eve"#,
            "\u{0}\u{0}",
        ] {
            finished.add(line);
        }
        assert_eq!(finished.unreadable(), 3);
        let id = |key: &str| CaseId {
            key: key.to_owned(),
            point: Map::from_iter([("y".to_owned(), json!(2))]),
            seed: 1,
        };
        let line = finished.line(&id("a")).expect("it is there");
        assert_eq!(line["point"], json!({ "y": 2 }));
        assert_eq!(figure(&line, "bottlenecks.r0.loss.udp"), Some(0.5));
        assert_eq!(figure(&line, "bottlenecks.0.loss.tcp"), None);
        assert_eq!(finished.line(&id("b")).expect("likewise")["error"], "why");
        assert!(finished.line(&id("d")).is_none() && !finished.has("c"));
    }
}
