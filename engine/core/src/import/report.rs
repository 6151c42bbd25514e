//! Report on an imported text: what each line sets, and what is left out.

use serde::Serialize;
use serde_json::{Value, json};

use super::BOTTLENECK;

/// Scenario of a text, with a report on each line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Imported {
    /// Document of the scenario.
    pub scenario: Value,
    /// Lines of the text that are not empty or comments.
    pub lines: Vec<Line>,
    /// Fields that the text does not say.
    pub assumed: Vec<Assumed>,
}

/// Line of a text, with continued lines joined.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Number of its first line, from 1.
    pub number: usize,
    /// Text of the line.
    pub text: String,
    /// Words that set a field.
    pub understood: Vec<Understood>,
    /// Words that have no effect.
    pub left_out: Vec<LeftOut>,
}

/// Words of a line that set a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Understood {
    /// Words as they stand in the line.
    pub words: String,
    /// Path of the field.
    pub path: String,
    /// Meaning of the field, where it differs from that of the words.
    pub note: Option<String>,
}

/// Words of a line that have no effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Words as they stand in the line.
    pub words: String,
    /// Reason, as the end of a sentence.
    pub reason: String,
}

/// Field whose value no line says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Assumed {
    /// Path of the field.
    pub path: String,
    /// Sentence with the value and its reason.
    pub reason: String,
}

impl Imported {
    /// Creates the report on these lines, with a bottleneck whose fields are not set.
    #[must_use]
    pub fn new(lines: Vec<Line>) -> Imported {
        Imported {
            scenario: json!({ "bottlenecks": [{ "id": BOTTLENECK }] }),
            lines,
            assumed: Vec::new(),
        }
    }

    /// Sets a field of the bottleneck, such as `queue.limit_packets`, by words of a line.
    pub fn set(&mut self, line: usize, setting: Setting) {
        let Setting {
            words,
            path,
            value,
            note,
        } = setting;
        let mut place = &mut self.scenario["bottlenecks"][0];
        for key in path.split('.') {
            place = &mut place[key];
        }
        *place = value;
        self.lines[line].understood.push(Understood {
            words,
            path: format!("bottlenecks.{BOTTLENECK}.{path}"),
            note,
        });
    }

    /// Leaves words of a line out, unless there are none.
    pub fn leave_out(&mut self, line: usize, words: impl Into<String>, reason: impl Into<String>) {
        let (words, reason) = (words.into(), reason.into());
        if !words.is_empty() {
            self.lines[line].left_out.push(LeftOut { words, reason });
        }
    }
}

/// Field of a bottleneck that words set.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// Words as they stand in the line.
    pub words: String,
    /// Path within the bottleneck.
    pub path: String,
    /// Value of the field.
    pub value: Value,
    /// Meaning of the field, where it differs from that of the words.
    pub note: Option<String>,
}

impl Setting {
    /// Creates a setting without a note.
    #[must_use]
    pub fn new(words: impl Into<String>, path: impl Into<String>, value: Value) -> Setting {
        Setting {
            words: words.into(),
            path: path.into(),
            value,
            note: None,
        }
    }

    /// Adds a note on the meaning of the field.
    #[must_use]
    pub fn noting(mut self, note: impl Into<String>) -> Setting {
        self.note = Some(note.into());
        self
    }
}
