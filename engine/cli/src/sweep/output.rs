//! Output of a sweep: lines of JSON as they arrive or a table at the end, and a CSV file ([`MeasuresCsv`]).

use bufferlab_core::observe::measure::{Measure, Shown, Statistic};
use bufferlab_core::observe::measures::link::{LINK, Reading};
use bufferlab_core::scenario::path::value_at;
use bufferlab_core::study::{Case, Study};
use serde_json::{Map, Value};

use super::measures_csv::MeasuresCsv;
use crate::failure::Failure;
use crate::report::measure_text;
use crate::table::{Table, cell_text};
use crate::warnings::WarningCounts;

/// Receiver of the lines of a sweep.
pub struct Output {
    json: bool,
    csv: Option<MeasuresCsv>,
    /// Paths of the fields that the study varies.
    paths: Vec<String>,
    /// Rows of the table and of the CSV file.
    rows: Vec<Map<String, Value>>,
    runs: u64,
    failed: u64,
    warnings: WarningCounts,
    /// False after the reader of standard output has closed it.
    has_reader: bool,
    /// True if rows are needed at the end.
    keeps_rows: bool,
}

impl Output {
    /// Creates the file before the first run, so that a wrong path does not cost a long sweep.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn begin(study: &Study, json: bool, csv: Option<&str>) -> Result<Output, Failure> {
        let paths: Vec<String> = study.paths().map(str::to_owned).collect();
        let csv = csv.map(|path| MeasuresCsv::create(path, &paths, study.measure()));
        Ok(Output {
            json,
            csv: csv.transpose()?,
            paths,
            rows: Vec::new(),
            runs: 0,
            failed: 0,
            warnings: WarningCounts::default(),
            has_reader: true,
            keeps_rows: !json,
        })
    }

    /// Takes the line of a finished run. Returns false if no further lines are needed.
    ///
    /// # Errors
    /// The line cannot be printed.
    pub fn line(&mut self, line: Value) -> Result<bool, Failure> {
        self.runs += 1;
        self.failed += u64::from(line.get("summary").is_none());
        self.warnings.count(&line);
        self.take(line)
    }

    /// Takes a planned run of a dry run.
    ///
    /// # Errors
    /// The errors of [`line`](Self::line).
    pub fn plan(&mut self, case: &Case) -> Result<bool, Failure> {
        self.take(case.id.to_value())
    }

    /// Keeps the rows until the end, for [`rows`](Self::rows).
    pub fn keep_rows(&mut self) {
        self.keeps_rows = true;
    }

    /// Returns the rows that were kept.
    pub fn rows(&self) -> &[Map<String, Value>] {
        &self.rows
    }

    /// Returns the number of runs taken so far.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// Returns the number of failed runs among them.
    pub fn failed(&self) -> u64 {
        self.failed
    }

    /// Prints the warnings of the runs, each with its count.
    pub fn print_warnings(&self) {
        self.warnings.print(self.runs);
    }

    /// Returns false if the reader of standard output has closed it.
    pub fn has_reader(&self) -> bool {
        self.has_reader
    }

    /// Moves the file to its final name and prints the table.
    ///
    /// # Errors
    /// One of them cannot be written; the other is still written.
    pub fn end(mut self) -> Result<(), Failure> {
        let committed = self.commit();
        if !self.json {
            crate::print(&self.table().text())?;
        }
        committed
    }

    /// Moves the file with the rows so far to its final name.
    ///
    /// # Errors
    /// The target cannot be written.
    pub fn commit(&mut self) -> Result<(), Failure> {
        self.csv.take().map_or(Ok(()), MeasuresCsv::commit)
    }

    fn take(&mut self, line: Value) -> Result<bool, Failure> {
        let text = (self.json && self.has_reader).then(|| format!("{line}\n"));
        if (self.keeps_rows || self.csv.is_some())
            && let Value::Object(row) = line
        {
            self.rows.push(row);
        }
        if let Some(csv) = &mut self.csv {
            csv.add(&self.rows)?;
        }
        // A line is printed only after its row was written to the file.
        if let Some(text) = text {
            self.has_reader = crate::print(&text)?;
        }
        Ok(self.has_reader || self.csv.is_some())
    }

    /// Builds the table: the varied fields, the seed, and of each bottleneck the measures by which runs are compared.
    fn table(&self) -> Table {
        let columns = self.columns();
        let failed = self.failed > 0;
        let mut table = Table::new(self.header(&columns, failed));
        for row in &self.rows {
            let point = self.paths.iter().map(|path| &row["point"][path]);
            let mut cells: Vec<String> = point.chain([&row["seed"]]).map(cell_text).collect();
            let value = |column: &Column| measure_text(column.value(row).into(), column.measure);
            cells.extend(columns.iter().map(value));
            cells.extend(
                failed.then(|| {
                    cell_text(row.get("error").unwrap_or(&Value::Null)).replace('\n', "; ")
                }),
            );
            table.row(cells);
        }
        table
    }

    fn header(&self, columns: &[Column], failed: bool) -> Vec<String> {
        let fields = self.paths.iter().map(|path| short(path, &self.paths));
        let mut header: Vec<String> = fields.chain(["seed".to_owned()]).collect();
        let several = columns.iter().any(|column| column.link != columns[0].link);
        header.extend(columns.iter().map(|column| match several {
            true => format!("{} {}", column.measure.label, column.link),
            false => column.measure.label.to_owned(),
        }));
        header.extend(failed.then(|| "error".to_owned()));
        header
    }

    /// Returns the columns of measures that have a value in one of the rows.
    fn columns(&self) -> Vec<Column> {
        let compared = || LINK.iter().filter(|row| row.shown == Shown::Compared);
        let of_link = |link: String| {
            compared().map(move |measure| Column {
                link: link.clone(),
                measure,
            })
        };
        let all = self.links().into_iter().flat_map(of_link);
        let has_value = |column: &Column| self.rows.iter().any(|row| column.value(row).is_some());
        all.filter(has_value).collect()
    }

    /// Returns the ids of the bottlenecks in the order of the first summary.
    fn links(&self) -> Vec<String> {
        let summary = self.rows.iter().find_map(|row| row.get("summary"));
        let bottlenecks = summary.and_then(|summary| summary["bottlenecks"].as_array());
        let ids = bottlenecks
            .into_iter()
            .flatten()
            .map(|link| cell_text(&link["id"]));
        ids.collect()
    }
}

/// Column of the table: a measure of a bottleneck.
struct Column {
    /// Id of the bottleneck.
    link: String,
    measure: &'static Measure<fn(&Reading) -> Statistic>,
}

impl Column {
    /// Returns the value in a row; `None` if the run failed or the measure does not apply.
    fn value(&self, row: &Map<String, Value>) -> Option<f64> {
        let links = row.get("summary")?["bottlenecks"].as_array()?;
        let link = links.iter().find(|link| link["id"] == self.link)?;
        value_at(link, self.measure.id)?.as_f64()
    }
}

/// Returns the last part of a path if it is unique among `paths`, else the whole path.
fn short(path: &str, paths: &[String]) -> String {
    let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_owned();
    let name = last(path);
    if paths.iter().filter(|other| last(other) == name).count() > 1 {
        path.to_owned()
    } else {
        name
    }
}
