//! CSV file of the measures of a sweep: a row for each run; columns for the key, the seed, each varied field, each
//! measure and the error. It grows as runs finish; see [`PartialFile`].

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;

use bufferlab_core::scenario::path::value_at;
use bufferlab_native::measures::{Row, measures};
use serde_json::Value;

use crate::csv_file::{cell_text, quoted};
use crate::failure::Failure;
use crate::partial_file::PartialFile;

/// CSV file and its columns.
pub struct MeasuresCsv {
    part: PartialFile,
    /// Paths of the fields that the study varies.
    paths: Vec<String>,
    /// Names of the measures in the header.
    columns: BTreeSet<String>,
    /// Names of the measures that the study selects; empty for all.
    selected: Vec<String>,
}

impl MeasuresCsv {
    /// Creates the file with its header.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn create(
        path: &str,
        paths: &[String],
        selected: &[String],
    ) -> Result<MeasuresCsv, Failure> {
        let part = PartialFile::create(Path::new(path));
        let refused = |error| Failure::input("--csv", format!("{path} cannot be created: {error}"));
        let mut csv = MeasuresCsv {
            part: part.map_err(refused)?,
            paths: paths.to_vec(),
            columns: selected.iter().cloned().collect(),
            selected: selected.to_vec(),
        };
        let header = csv.header();
        csv.write(&header)?;
        Ok(csv)
    }

    /// Appends the last of `rows`, which are all rows so far. If it has new measures, the table is rewritten with
    /// further columns.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, rows: &[Row]) -> Result<(), Failure> {
        let Some(row) = rows.last() else {
            return Ok(());
        };
        let known = self.columns.len();
        if self.selected.is_empty() {
            self.columns
                .extend(measures(row).into_iter().map(|(name, _)| name));
        }
        if self.columns.len() == known {
            let line = self.line(row);
            return self.write(&line);
        }
        let widened = self.widened(rows);
        self.part = widened.map_err(|error| self.part.write_failure(&error))?;
        Ok(())
    }

    /// Moves the file to its final name.
    ///
    /// # Errors
    /// The target cannot be written.
    pub fn commit(self) -> Result<(), Failure> {
        self.part.commit()
    }

    fn widened(&self, rows: &[Row]) -> io::Result<PartialFile> {
        let mut part = self.part.create_another()?;
        part.write_all(self.header().as_bytes())?;
        for row in rows {
            part.write_all(self.line(row).as_bytes())?;
        }
        Ok(part)
    }

    fn write(&mut self, line: &str) -> Result<(), Failure> {
        let written = self.part.write_all(line.as_bytes());
        written.map_err(|error| self.part.write_failure(&error))
    }

    fn header(&self) -> String {
        let fixed = ["key", "seed"].map(str::to_owned);
        let names = fixed.iter().chain(&self.paths).chain(&self.columns);
        let names: Vec<_> = names.map(|name| quoted(name)).collect();
        format!("{},error\n", names.join(","))
    }

    fn line(&self, row: &Row) -> String {
        let measures = measures(row);
        let mut cells = vec![cell_text(&row["key"]), cell_text(&row["seed"])];
        cells.extend(self.paths.iter().map(|path| cell_text(&row["point"][path])));
        // A measure that is selected by position is looked up in the summary itself.
        let summary = row.get("summary").unwrap_or(&Value::Null);
        let measure = |name: &String| {
            let value = measures.get(name).or_else(|| value_at(summary, name));
            value.map_or_else(String::new, cell_text)
        };
        cells.extend(self.columns.iter().map(measure));
        cells.push(row.get("error").map_or_else(String::new, cell_text));
        let cells: Vec<_> = cells.iter().map(|cell| quoted(cell)).collect();
        cells.join(",") + "\n"
    }
}
