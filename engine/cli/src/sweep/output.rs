//! What a sweep prints: lines of JSON as they come, or a table at the end; and a file of all figures.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufWriter, Write};

use bufferlab_core::study::{Case, Line, Study};
use serde_json::{Map, Value};

use crate::failure::Failure;
use crate::quantity::{NOTHING, percent, rate, seconds, significant};
use crate::table::Table;
use crate::warnings::Counted;

/// Where the lines of a sweep go.
pub struct Output {
    json: bool,
    csv: Option<(String, File)>,
    /// Paths of the fields that differ from run to run.
    paths: Vec<String>,
    /// What the table and the file will hold.
    rows: Vec<Map<String, Value>>,
    runs: u64,
    failed: u64,
    warnings: Counted,
    /// Someone still reads what is printed.
    heard: bool,
}

impl Output {
    /// Opens the file before anything runs, so that a long sweep is not lost to a misspelt path.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn begin(study: &Study, json: bool, csv: Option<&str>) -> Result<Output, Failure> {
        let create = |path: &str| match File::create(path) {
            Ok(file) => Ok((path.to_owned(), file)),
            Err(error) => {
                let message = format!("{path} cannot be created: {error}");
                Err(Failure::input("--csv", message))
            }
        };
        Ok(Output {
            json,
            csv: csv.map(create).transpose()?,
            paths: study.axes().iter().map(|axis| axis.path.clone()).collect(),
            rows: Vec::new(),
            runs: 0,
            failed: 0,
            warnings: Counted::default(),
            heard: true,
        })
    }

    /// Takes the line of a run that is complete; whether anyone wants more.
    ///
    /// # Errors
    /// The line cannot be printed.
    pub fn line(&mut self, line: &Line) -> Result<bool, Failure> {
        self.runs += 1;
        self.failed += u64::from(line.summary().is_none());
        self.warnings.count(line);
        self.take(line.to_json())
    }

    /// Takes a run that is only planned.
    ///
    /// # Errors
    /// As for [`line`](Self::line).
    pub fn plan(&mut self, case: &Case) -> Result<bool, Failure> {
        self.take(case.id.to_value().to_string())
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

    /// Prints the table and writes the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn end(self) -> Result<(), Failure> {
        if !self.json {
            crate::print(&self.table().text())?;
        }
        let Some((path, file)) = &self.csv else {
            return Ok(());
        };
        let mut out = BufWriter::new(file);
        self.write_csv(&mut out)
            .and_then(|()| out.flush())
            .map_err(|error| Failure::Run(format!("{path} cannot be written: {error}")))
    }

    fn take(&mut self, json: String) -> Result<bool, Failure> {
        if self.json && self.heard {
            self.heard = crate::print(&format!("{json}\n"))?;
        }
        if (!self.json || self.csv.is_some())
            && let Ok(row) = serde_json::from_str(&json)
        {
            self.rows.push(row);
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

    /// Tidy: a row for each run, a column for each field that differs, for each figure and for the error.
    fn write_csv(&self, out: &mut impl Write) -> io::Result<()> {
        let figures: Vec<Map<String, Value>> = self.rows.iter().map(figures).collect();
        let columns: BTreeSet<&String> = figures.iter().flat_map(Map::keys).collect();
        let fixed = ["key", "seed"].map(str::to_owned);
        let names = fixed
            .iter()
            .chain(&self.paths)
            .chain(columns.iter().copied());
        let names: Vec<_> = names.map(|name| quoted(name)).collect();
        writeln!(out, "{},error", names.join(","))?;
        for (row, figures) in self.rows.iter().zip(&figures) {
            let mut cells = vec![cell(&row["key"]), cell(&row["seed"])];
            cells.extend(self.paths.iter().map(|path| cell(&row["point"][path])));
            cells.extend(
                columns
                    .iter()
                    .map(|name| figures.get(*name).map_or_else(String::new, cell)),
            );
            cells.push(row.get("error").map_or_else(String::new, cell));
            let cells: Vec<_> = cells.iter().map(|cell| quoted(cell)).collect();
            writeln!(out, "{}", cells.join(","))?;
        }
        Ok(())
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

/// Every figure of a row's summary by its path, such as `bottlenecks.r0.loss.udp`.
fn figures(row: &Map<String, Value>) -> Map<String, Value> {
    let mut figures = Map::new();
    if let Some(summary) = row.get("summary") {
        flatten(summary, "", &mut figures);
        // Texts are for people; what a table can be filtered by is which warnings there are.
        figures.retain(|path, _| !path.starts_with("warnings."));
        figures.insert("warnings".to_owned(), ids(&summary["warnings"]).into());
    }
    // A column of its own says it, of runs without a summary too.
    figures.remove("seed");
    figures
}

/// The ids of things in a list, each once, with spaces between them.
fn ids(list: &Value) -> String {
    let items = list.as_array().into_iter().flatten();
    let mut ids: Vec<String> = items.map(|item| cell(&item["id"])).collect();
    ids.dedup();
    ids.join(" ")
}

/// Items of lists go by their id, which then is no figure of its own.
fn flatten(value: &Value, path: &str, into: &mut Map<String, Value>) {
    let join = |name: &str| match path {
        "" => name.to_owned(),
        path => format!("{path}.{name}"),
    };
    match value {
        Value::Object(fields) => {
            for (name, value) in fields.iter().filter(|(name, _)| *name != "id") {
                flatten(value, &join(name), into);
            }
        }
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                let id = item.get("id").and_then(Value::as_str);
                flatten(item, &join(id.unwrap_or(&i.to_string())), into);
            }
        }
        value => {
            into.insert(path.to_owned(), value.clone());
        }
    }
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

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// As comma-separated values want it (RFC 4180).
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
