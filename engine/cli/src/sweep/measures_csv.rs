//! CSV file of the measures of a sweep: a row for each run; columns for the key, the seed, each varied field, each
//! measure and the error. It grows as runs finish.

use std::collections::BTreeSet;

use bufferlab_core::scenario::path::value_at;
use bufferlab_native::measures::{Row, measures};
use serde_json::Value;

use crate::csv_file::CsvFile;
use crate::failure::Failure;
use crate::table::cell_text;

/// CSV file and its columns.
pub struct MeasuresCsv {
    file: CsvFile,
    columns: Columns,
}

/// Columns between key and seed at the front and the error at the end.
struct Columns {
    /// Paths of the fields that the study varies.
    paths: Vec<String>,
    /// Names of the measures.
    measures: BTreeSet<String>,
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
        let columns = Columns {
            paths: paths.to_vec(),
            measures: selected.iter().cloned().collect(),
            selected: selected.to_vec(),
        };
        let file = CsvFile::create(path, &columns.header())?;
        Ok(MeasuresCsv { file, columns })
    }

    /// Appends the last of `rows`, which are all rows so far. If it has new measures, the table is rewritten with
    /// further columns.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, rows: &[Row]) -> Result<(), Failure> {
        let mut new = rows.last().map_or(&[][..], std::slice::from_ref);
        if new.iter().any(|row| self.columns.grow(row)) {
            self.file = self.file.with_columns(&self.columns.header())?;
            new = rows;
        }
        for row in new {
            self.file.row(self.columns.cells(row))?;
        }
        self.file.flush()
    }

    /// Moves the file to its final name.
    ///
    /// # Errors
    /// The target cannot be written.
    pub fn commit(self) -> Result<(), Failure> {
        self.file.commit()
    }
}

impl Columns {
    /// Adds the measures of a row, unless the study selects them. Returns true if there are new ones.
    fn grow(&mut self, row: &Row) -> bool {
        let known = self.measures.len();
        if self.selected.is_empty() {
            self.measures
                .extend(measures(row).into_iter().map(|(name, _)| name));
        }
        self.measures.len() > known
    }

    fn header(&self) -> Vec<&str> {
        let names = self.paths.iter().chain(&self.measures).map(String::as_str);
        ["key", "seed"]
            .into_iter()
            .chain(names)
            .chain(["error"])
            .collect()
    }

    fn cells(&self, row: &Row) -> Vec<String> {
        let measures = measures(row);
        let mut cells = vec![cell_text(&row["key"]), cell_text(&row["seed"])];
        cells.extend(self.paths.iter().map(|path| cell_text(&row["point"][path])));
        // A measure that is selected by position is looked up in the summary itself.
        let summary = row.get("summary").unwrap_or(&Value::Null);
        let measure = |name: &String| {
            let value = measures.get(name).or_else(|| value_at(summary, name));
            value.map_or_else(String::new, cell_text)
        };
        cells.extend(self.measures.iter().map(measure));
        cells.push(row.get("error").map_or_else(String::new, cell_text));
        cells
    }
}
