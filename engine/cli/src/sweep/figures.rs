//! A file of all figures of a sweep: a row for each run, a column for each field that differs, for each figure and
//! for the error. It grows as runs come in; see [`Part`].

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;

use bufferlab_core::scenario::path::value_at;
use bufferlab_native::figures::{Row, figures};
use serde_json::Value;

use crate::failure::Failure;
use crate::part::Part;
use crate::sheet::{cell, quoted};

/// The file.
pub struct Figures {
    part: Part,
    /// Paths of the fields that differ from run to run.
    paths: Vec<String>,
    /// Names of the figures that the first line names.
    columns: BTreeSet<String>,
    /// The figures that are wanted; none: all.
    wanted: Vec<String>,
}

impl Figures {
    /// A table without rows, for the name `path`.
    ///
    /// # Errors
    /// No file can be created there.
    pub fn begin(path: &str, paths: &[String], wanted: &[String]) -> Result<Figures, Failure> {
        let part = Part::begin(Path::new(path));
        let refused = |error| Failure::input("--csv", format!("{path} cannot be created: {error}"));
        let mut figures = Figures {
            part: part.map_err(refused)?,
            paths: paths.to_vec(),
            columns: wanted.iter().cloned().collect(),
            wanted: wanted.to_vec(),
        };
        let header = figures.header();
        figures.write(&header)?;
        Ok(figures)
    }

    /// Takes the last of `rows`, which are all so far. One with figures that none had before has the table
    /// written anew.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, rows: &[Row]) -> Result<(), Failure> {
        let Some(row) = rows.last() else {
            return Ok(());
        };
        let known = self.columns.len();
        if self.wanted.is_empty() {
            self.columns
                .extend(figures(row).into_iter().map(|(name, _)| name));
        }
        if self.columns.len() == known {
            let line = self.line(row);
            return self.write(&line);
        }
        let widened = self.widened(rows);
        self.part = widened.map_err(|error| self.part.failure(&error))?;
        Ok(())
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// It cannot be placed there.
    pub fn place(self) -> Result<(), Failure> {
        self.part.place()
    }

    fn widened(&self, rows: &[Row]) -> io::Result<Part> {
        let mut part = self.part.anew()?;
        part.write_all(self.header().as_bytes())?;
        for row in rows {
            part.write_all(self.line(row).as_bytes())?;
        }
        Ok(part)
    }

    fn write(&mut self, line: &str) -> Result<(), Failure> {
        let written = self.part.write_all(line.as_bytes());
        written.map_err(|error| self.part.failure(&error))
    }

    fn header(&self) -> String {
        let fixed = ["key", "seed"].map(str::to_owned);
        let names = fixed.iter().chain(&self.paths).chain(&self.columns);
        let names: Vec<_> = names.map(|name| quoted(name)).collect();
        format!("{},error\n", names.join(","))
    }

    fn line(&self, row: &Row) -> String {
        let figures = figures(row);
        let mut cells = vec![cell(&row["key"]), cell(&row["seed"])];
        cells.extend(self.paths.iter().map(|path| cell(&row["point"][path])));
        // What is wanted by position is found in the summary itself.
        let summary = row.get("summary").unwrap_or(&Value::Null);
        let figure = |name: &String| {
            let value = figures.get(name).or_else(|| value_at(summary, name));
            value.map_or_else(String::new, cell)
        };
        cells.extend(self.columns.iter().map(figure));
        cells.push(row.get("error").map_or_else(String::new, cell));
        let cells: Vec<_> = cells.iter().map(|cell| quoted(cell)).collect();
        cells.join(",") + "\n"
    }
}
