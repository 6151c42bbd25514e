//! Options of queue disciplines: words with values, by tables.

use serde_json::{Value, json};

use super::units;
use crate::import::report::{LeftOut, Setting};

/// Words of a command that have not been read.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    rest: &'a [String],
}

impl<'a> Tokens<'a> {
    /// Creates the words of a command.
    #[must_use]
    pub fn new(rest: &'a [String]) -> Tokens<'a> {
        Tokens { rest }
    }

    /// Returns the next word without reading it.
    #[must_use]
    pub fn peek(&self) -> Option<&'a str> {
        self.rest.first().map(String::as_str)
    }

    /// Returns the words that have not been read.
    #[must_use]
    pub fn rest(&self) -> &'a [String] {
        self.rest
    }

    /// Reads up to `count` words, as one text.
    pub fn text(&mut self, count: usize) -> String {
        let (read, rest) = self.rest.split_at(count.min(self.rest.len()));
        self.rest = rest;
        read.join(" ")
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }
}

/// Fields that the options of a command set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parsed {
    /// Fields that they set, in order.
    pub settings: Vec<Setting>,
    /// Words that have no effect.
    pub left_out: Vec<LeftOut>,
}

impl Parsed {
    /// Sets a field to a value.
    pub fn set(&mut self, words: impl Into<String>, path: &str, value: Value) {
        self.settings.push(Setting::new(words, path, value));
    }

    /// Leaves words out, for a reason.
    pub fn leave_out(&mut self, words: impl Into<String>, reason: impl Into<String>) {
        self.left_out.push(LeftOut {
            words: words.into(),
            reason: reason.into(),
        });
    }

    /// Reads the value of an option `name`, or leaves the option out with the reason why it cannot be read.
    pub fn value(
        &mut self,
        name: &str,
        words: &mut Tokens<'_>,
        read: impl Fn(&str) -> Result<f64, String>,
    ) -> Option<(String, f64)> {
        let Some(text) = words.next() else {
            self.leave_out(name, format!("{name} needs a value"));
            return None;
        };
        let option = format!("{name} {text}");
        match read(text) {
            Ok(value) => Some((option, value)),
            Err(reason) => {
                self.leave_out(option, reason);
                None
            }
        }
    }

    /// Returns whether a field is set.
    #[must_use]
    pub fn sets(&self, path: &str) -> bool {
        self.settings.iter().any(|setting| setting.path == path)
    }
}

/// Meaning of an option.
#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    /// Sets a field to its value.
    Value(Kind, &'static str),
    /// Sets a field to this value.
    Flag(&'static str, bool),
    /// Has this number of values and no effect, for a reason.
    LeftOut(usize, &'static str),
}

/// Kind of a value.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Whole number of packets, flows or others.
    Count,
    /// Size as a number of bytes.
    Bytes,
    /// Time with a unit, read as seconds.
    Time,
    /// Share of 0 to 1, as a percentage.
    Share,
    /// Number, multiplied by a factor.
    Number(f64),
}

/// Options of a queue discipline: their names, and what they mean.
pub type Table = &'static [(&'static str, Meaning)];

/// Reads options by a table.
pub fn read(words: &mut Tokens<'_>, table: Table, parsed: &mut Parsed) {
    while let Some(name) = words.next() {
        let Some((_, meaning)) = table.iter().find(|(option, _)| *option == name) else {
            let accepted: Vec<&str> = table.iter().map(|(option, _)| *option).collect();
            let accepted = accepted.join(", ");
            let reason = match accepted.as_str() {
                "" => "it has no options".to_owned(),
                _ => format!("the options are {accepted}"),
            };
            parsed.leave_out(name, reason);
            continue;
        };
        match *meaning {
            Meaning::Value(kind, path) => {
                if let Some((option, value)) = parsed.value(name, words, |text| kind.read(text)) {
                    parsed.set(option, path, kind.value(value));
                }
            }
            Meaning::Flag(path, value) => parsed.set(name, path, json!(value)),
            Meaning::LeftOut(values, reason) => {
                let values = words.text(values);
                let option = format!("{name} {values}");
                parsed.leave_out(option.trim_end(), reason);
            }
        }
    }
}

impl Kind {
    fn read(self, text: &str) -> Result<f64, String> {
        match self {
            Kind::Count => units::count(text),
            Kind::Bytes => units::bytes(text),
            Kind::Time => units::time_s(text),
            Kind::Share => units::share(text),
            Kind::Number(factor) => Ok(units::number(text)? * factor),
        }
    }

    /// Returns a value as text for tc; `None` for null.
    pub fn write(self, value: &Value) -> Option<String> {
        let number = value.as_f64()?;
        Some(match self {
            Kind::Count | Kind::Bytes => whole(number).to_string(),
            Kind::Time => units::time_text(number),
            Kind::Share => units::share_text(number),
            // Rounded, since a sixteenth times sixteen is exact, but not all decimals are.
            Kind::Number(factor) => format!("{}", (number / factor * 1e9).round() / 1e9),
        })
    }

    fn value(self, number: f64) -> Value {
        match self {
            Kind::Count | Kind::Bytes => whole(number),
            Kind::Time | Kind::Share | Kind::Number(_) => json!(number),
        }
    }
}

/// Returns a whole number for a document.
#[must_use]
pub fn whole(number: f64) -> Value {
    json!(number.round() as u64)
}
