//! Problems: an invalid value, its path and the accepted values.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::limits;

/// Something a scenario may not say: where, and what it may.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Problem {
    /// Dotted path into the scenario; empty: the whole.
    pub path: String,
    /// Problem and accepted values.
    pub message: String,
}

/// All problems of a scenario, the first [`PROBLEMS`](super::limits::PROBLEMS) of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

/// Largest number of characters of a path and of a message, because both may quote foreign text.
const MOST: (usize, usize) = (200, 2_000);

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", visible(&self.path, MOST.0))?;
        }
        f.write_str(&visible(&self.message, MOST.1))
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

/// Returns foreign text on one line of at most `most` characters, without control characters.
///
/// Characters that command a terminal or turn the direction of reading (the controls C0 and C1, and what
/// Unicode calls formats) are written as escapes.
#[must_use]
pub fn visible(text: &str, most: usize) -> String {
    let mut chars = text.chars();
    let mut shown = String::new();
    for char in chars.by_ref().take(most) {
        match char {
            '\'' | '"' | '\\' => shown.push(char),
            _ => shown.extend(char.escape_debug()),
        }
    }
    if chars.next().is_some() {
        shown.push('…');
    }
    shown
}

impl std::error::Error for Problems {}

impl Problem {
    /// Creates a problem of the field at `path`.
    #[must_use]
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem {
            path: path.into(),
            message: message.into(),
        }
    }

    /// Returns the problem of a value that is not accepted at `path`.
    #[must_use]
    pub fn refused(path: impl Into<String>, accepted: impl fmt::Display, value: &Value) -> Problem {
        Problem::new(path, format!("must be {accepted}, got {}", show(value)))
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Problems {
        Problems(vec![problem])
    }
}

impl Problems {
    /// Creates a list with one problem.
    #[must_use]
    pub fn one(path: impl Into<String>, message: impl Into<String>) -> Problems {
        Problem::new(path, message).into()
    }

    /// Returns the answer of a binding that refuses something: `{ok: false, problems}`.
    #[must_use]
    pub fn refusal(&self) -> Value {
        serde_json::json!({ "ok": false, "problems": self.0 })
    }
}

/// Returns the path of `name` below `path`.
pub(crate) fn join(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

/// Adds a problem if the maximum number is not reached.
pub(crate) fn report(problems: &mut Vec<Problem>, path: &str, message: String) {
    if problems.len() < limits::PROBLEMS {
        problems.push(Problem::new(path, message));
    }
}

/// Reports a value that is not accepted at `path`.
pub(crate) fn refuse(problems: &mut Vec<Problem>, path: &str, accepted: &str, value: &Value) {
    report(
        problems,
        path,
        Problem::refused(path, accepted, value).message,
    );
}

/// A number for people: without exponent where it is short.
pub(crate) fn plain(n: f64) -> String {
    if n != 0.0 && (n.abs() >= 1e7 || n.abs() < 1e-3) {
        format!("{n:e}")
    } else {
        format!("{n}")
    }
}

/// Characters of what was given that a message repeats.
const SHOWN: usize = 80;

/// Returns the given value, shortened.
pub(crate) fn show(value: &Value) -> String {
    if value.is_null() {
        return "nothing".to_owned();
    }
    visible(&value.to_string(), SHOWN)
}

/// Returns a foreign name, shortened.
pub(crate) fn printable(name: &str) -> String {
    visible(name, SHOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_short_and_without_control_characters() {
        assert_eq!(
            visible("Zwei Ströme — \"½ BDP\" 🚦", 80),
            "Zwei Ströme — \"½ BDP\" 🚦"
        );
        let strange = visible("a\u{1b}[2J\u{9b}31m\u{202e}b\nc\u{7f}", 80);
        assert_eq!(strange, "a\\u{1b}[2J\\u{9b}31m\\u{202e}b\\nc\\u{7f}");
        assert_eq!(visible("12345", 4), "1234…");
        let problem = Problem::new("x".repeat(4_000_000), "y".repeat(4_000_000));
        assert!(problem.to_string().chars().count() < 2_300);
    }
}
