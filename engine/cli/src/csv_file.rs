//! CSV files (RFC 4180). A file gets its final name when it is complete.

use std::io::Write;
use std::path::Path;

use serde_json::Value;

use crate::failure::Failure;
use crate::partial_file::PartialFile;

/// CSV file with a header row.
pub struct CsvFile {
    part: PartialFile,
}

impl CsvFile {
    /// Creates the file and writes the header row.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn create(path: &str, columns: &[String]) -> Result<CsvFile, Failure> {
        let part = PartialFile::create(Path::new(path));
        let refused = |error| Failure::input("--csv", format!("{path} cannot be created: {error}"));
        let mut sheet = CsvFile {
            part: part.map_err(refused)?,
        };
        sheet.line(columns.iter().map(|name| quoted(name)))?;
        Ok(sheet)
    }

    /// Appends a row.
    ///
    /// # Errors
    /// The row cannot be written.
    pub fn row(&mut self, cells: &[Value]) -> Result<(), Failure> {
        self.line(cells.iter().map(|value| quoted(&cell_text(value))))
    }

    /// Moves the file to its final name.
    ///
    /// # Errors
    /// The target cannot be written.
    pub fn commit(self) -> Result<(), Failure> {
        self.part.commit()
    }

    fn line(&mut self, cells: impl Iterator<Item = String>) -> Result<(), Failure> {
        let line = cells.collect::<Vec<_>>().join(",") + "\n";
        let written = self.part.write_all(line.as_bytes());
        written.map_err(|error| self.part.write_failure(&error))
    }
}

/// Returns the text of a value; empty for null.
pub fn cell_text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Quotes a cell if RFC 4180 requires it.
pub fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
