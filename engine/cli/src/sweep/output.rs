//! What a sweep prints: lines of JSON as they come, or a table at the end; and a file of all [`Figures`].

use bufferlab_core::study::{Case, Study};
use serde_json::{Map, Value};

use super::figures::Figures;
use crate::failure::Failure;
use crate::quantity::{NOTHING, percent, rate, seconds, significant};
use crate::sheet::cell;
use crate::table::Table;
use crate::warnings::Counted;

/// Where the lines of a sweep go.
pub struct Output {
    json: bool,
    csv: Option<Figures>,
    /// Paths of the fields that differ from run to run.
    paths: Vec<String>,
    /// What the table and the file will hold.
    rows: Vec<Map<String, Value>>,
    runs: u64,
    failed: u64,
    warnings: Counted,
    /// Someone still reads what is printed.
    heard: bool,
    /// Rows are wanted at the end.
    keeps_rows: bool,
}

impl Output {
    /// Opens the file before anything runs, so that a long sweep is not lost to a misspelt path.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn begin(study: &Study, json: bool, csv: Option<&str>) -> Result<Output, Failure> {
        let paths: Vec<String> = study.paths().map(str::to_owned).collect();
        let csv = csv.map(|path| Figures::begin(path, &paths, study.measure()));
        Ok(Output {
            json,
            csv: csv.transpose()?,
            paths,
            rows: Vec::new(),
            runs: 0,
            failed: 0,
            warnings: Counted::default(),
            heard: true,
            keeps_rows: !json,
        })
    }

    /// Takes the line of a run that is complete; whether anyone wants more.
    ///
    /// # Errors
    /// The line cannot be printed.
    pub fn line(&mut self, line: Value) -> Result<bool, Failure> {
        self.runs += 1;
        self.failed += u64::from(line.get("summary").is_none());
        self.warnings.count(&line);
        self.take(line)
    }

    /// Takes a run that is only planned.
    ///
    /// # Errors
    /// As for [`line`](Self::line).
    pub fn plan(&mut self, case: &Case) -> Result<bool, Failure> {
        self.take(case.id.to_value())
    }

    /// Has rows kept for someone who looks at them at the end.
    pub fn keep_rows(&mut self) {
        self.keeps_rows = true;
    }

    /// The rows that are kept.
    pub fn rows(&self) -> &[Map<String, Value>] {
        &self.rows
    }

    /// Runs taken so far.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// Those of them that could not be finished.
    pub fn failed(&self) -> u64 {
        self.failed
    }

    /// Says what the runs warned of.
    pub fn say_warnings(&self) {
        self.warnings.say(self.runs);
    }

    /// Whether someone still reads what is printed.
    pub fn heard(&self) -> bool {
        self.heard
    }

    /// Gives the file its name and prints the table.
    ///
    /// # Errors
    /// Either cannot be written; the other is all the same.
    pub fn end(mut self) -> Result<(), Failure> {
        let placed = self.place();
        if !self.json {
            crate::print(&self.table().text())?;
        }
        placed
    }

    /// Gives the file with the rows so far its name: the sweep cannot go on.
    ///
    /// # Errors
    /// It cannot.
    pub fn place(&mut self) -> Result<(), Failure> {
        self.csv.take().map_or(Ok(()), Figures::place)
    }

    fn take(&mut self, line: Value) -> Result<bool, Failure> {
        if self.json && self.heard {
            self.heard = crate::print(&format!("{line}\n"))?;
        }
        if (self.keeps_rows || self.csv.is_some())
            && let Value::Object(row) = line
        {
            self.rows.push(row);
        }
        if let Some(csv) = &mut self.csv {
            csv.add(&self.rows)?;
        }
        Ok(self.heard || self.csv.is_some())
    }

    /// The fields, the seed, and a few figures of each bottleneck.
    fn table(&self) -> Table {
        let links = self.links();
        let mut header: Vec<String> = self
            .paths
            .iter()
            .map(|path| short(path, &self.paths))
            .collect();
        header.push("seed".to_owned());
        for id in &links {
            let of = if links.len() > 1 {
                format!(" {id}")
            } else {
                String::new()
            };
            header.extend(FIGURES.iter().map(|(label, ..)| format!("{label}{of}")));
        }
        let failed = self.failed > 0;
        header.extend(failed.then(|| "error".to_owned()));
        let mut table = Table::new(header);
        for row in &self.rows {
            let mut cells: Vec<String> = self
                .paths
                .iter()
                .map(|path| cell(&row["point"][path]))
                .collect();
            cells.push(cell(&row["seed"]));
            for id in &links {
                cells.extend(FIGURES.iter().map(|figure| figure_of(row, id, figure)));
            }
            cells.extend(
                failed.then(|| cell(row.get("error").unwrap_or(&Value::Null)).replace('\n', "; ")),
            );
            table.row(cells);
        }
        table
    }

    /// Ids of the bottlenecks, in the order of the first summary.
    fn links(&self) -> Vec<String> {
        let summary = self.rows.iter().find_map(|row| row.get("summary"));
        let bottlenecks = summary.and_then(|summary| summary["bottlenecks"].as_array());
        let ids = bottlenecks
            .into_iter()
            .flatten()
            .map(|link| cell(&link["id"]));
        ids.collect()
    }
}

/// A figure of a bottleneck in the table: its name, where it is in the summary, and how it is written.
type Figure = (&'static str, &'static str, fn(f64) -> String);

const FIGURES: &[Figure] = &[
    ("utilization", "/utilization", percent),
    ("throughput", "/throughput_bps", rate),
    ("mean queue, packets", "/mean_queue_packets", significant),
    ("mean delay", "/queue_delay_s/mean", seconds),
    ("loss, TCP", "/loss/tcp", percent),
    ("loss, UDP", "/loss/udp", percent),
];

fn figure_of(row: &Map<String, Value>, id: &str, (_, pointer, text): &Figure) -> String {
    let links = row
        .get("summary")
        .and_then(|summary| summary["bottlenecks"].as_array());
    let link = links.into_iter().flatten().find(|link| link["id"] == id);
    let value = link.and_then(|link| link.pointer(pointer)?.as_f64());
    value.map_or_else(|| NOTHING.to_owned(), text)
}

/// The last part of a path, where no other of `paths` ends so.
fn short(path: &str, paths: &[String]) -> String {
    let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_owned();
    let name = last(path);
    if paths.iter().filter(|other| last(other) == name).count() > 1 {
        path.to_owned()
    } else {
        name
    }
}
