//! Comma-separated values as RFC 4180 wants them, in a file that is placed when it is complete.

use std::io::Write;
use std::path::Path;

use serde_json::Value;

use crate::failure::Failure;
use crate::part::Part;

/// A file of rows.
pub struct Sheet {
    part: Part,
}

impl Sheet {
    /// Begins with a row of names, for the name `path`.
    ///
    /// # Errors
    /// No file can be created there.
    pub fn begin(path: &str, columns: &[String]) -> Result<Sheet, Failure> {
        let part = Part::begin(Path::new(path));
        let refused = |error| Failure::input("--csv", format!("{path} cannot be created: {error}"));
        let mut sheet = Sheet {
            part: part.map_err(refused)?,
        };
        sheet.line(columns.iter().map(|name| quoted(name)))?;
        Ok(sheet)
    }

    /// Adds a row.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn row(&mut self, cells: &[Value]) -> Result<(), Failure> {
        self.line(cells.iter().map(|value| quoted(&cell(value))))
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// It cannot be placed there.
    pub fn place(self) -> Result<(), Failure> {
        self.part.place()
    }

    fn line(&mut self, cells: impl Iterator<Item = String>) -> Result<(), Failure> {
        let line = cells.collect::<Vec<_>>().join(",") + "\n";
        let written = self.part.write_all(line.as_bytes());
        written.map_err(|error| self.part.failure(&error))
    }
}

/// The text of a cell: nothing for null.
pub fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// As comma-separated values want it (RFC 4180).
pub fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
