//! Commands of the program for JavaScript: `run`, `presets`, `catalog` and `schema`, with the same output as `bufferlab`.
//!
//! The npm package uses them where it has no native program. JavaScript reads and writes files and prints; the rest is the code
//! of the program, in `bufferlab-native`. Each failure is an `Error` whose message is JSON: `{"exit": 2, "message": "…"}`.

use bufferlab_core::Lab;
use bufferlab_core::lab::catalog::catalog;
use bufferlab_core::presets::to_json;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::scenario::schema::schema;
use bufferlab_core::sim::Progress;
use bufferlab_core::warnings::Warning;
use bufferlab_native::changes::Changes;
use bufferlab_native::series::{Rows, number};
use bufferlab_native::source::{self, Document};
use bufferlab_native::{Failure, catalog as catalog_text, presets, report, warnings};
use serde::Deserialize;
use serde_json::json;
use wasm_bindgen::prelude::*;

/// Returns the output of `bufferlab presets`, as text or as JSON.
#[wasm_bindgen]
#[must_use]
pub fn presets_output(json: bool) -> String {
    if json {
        format!("{:#}\n", to_json())
    } else {
        presets::list()
    }
}

/// Returns the output of `bufferlab catalog`, as text or as JSON.
#[wasm_bindgen]
#[must_use]
pub fn catalog_output(json: bool) -> String {
    if json {
        format!("{:#}\n", catalog())
    } else {
        catalog_text::list()
    }
}

/// Returns the output of `bufferlab schema`.
#[wasm_bindgen]
#[must_use]
pub fn schema_output() -> String {
    format!("{:#}\n", schema())
}

/// Options of `bufferlab run` as their texts, without those of files.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    set: Vec<String>,
    seed: Option<String>,
    duration: Option<String>,
    warmup: Option<String>,
    /// Options of the time series; none without `--csv`.
    rows: Option<RowOptions>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RowOptions {
    interval: Option<String>,
    watch: Vec<u32>,
}

/// `bufferlab run`: a scenario, then its run.
#[wasm_bindgen]
pub struct RunCommand {
    document: Option<Document>,
    run: Option<Run>,
    /// Warnings so far, and the number of those that were taken to be printed.
    warnings: Vec<Warning>,
    taken: usize,
}

struct Run {
    scenario: Scenario,
    lab: Lab,
    rows: Option<Rows>,
}

#[wasm_bindgen]
impl RunCommand {
    /// Loads a preset by its id, else a link.
    ///
    /// # Errors
    /// A source that is neither, and a link that cannot be opened.
    pub fn named(source: &str) -> Result<RunCommand, JsError> {
        RunCommand::of(source::load_without_files(source))
    }

    /// Loads the content of a file. Messages call it `name`.
    ///
    /// # Errors
    /// Content that is no JSON text.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<RunCommand, JsError> {
        RunCommand::of(source::read_bytes(name, bytes))
    }

    fn of(document: Result<Document, Failure>) -> Result<RunCommand, JsError> {
        let mut document = document.map_err(|failure| thrown(&failure))?;
        let warnings = std::mem::take(&mut document.warnings);
        Ok(RunCommand {
            document: Some(document),
            run: None,
            warnings,
            taken: 0,
        })
    }

    /// Begins the run with the options of the command, as JSON.
    ///
    /// # Errors
    /// Problems of the scenario and of the options; a second call.
    pub fn begin(&mut self, options_json: &str) -> Result<(), JsError> {
        let options: Options = serde_json::from_str(options_json)?;
        let document = self.document.take();
        let document = document.ok_or_else(|| JsError::new("the run has begun"))?;
        self.start(document, options)
            .map_err(|failure| thrown(&failure))
    }

    fn start(&mut self, document: Document, options: Options) -> Result<(), Failure> {
        let changes = Changes {
            set: options.set,
            seed: options.seed,
            duration: options.duration,
            warmup: options.warmup,
            columns: None,
        };
        let scenario = source::scenario(document, &changes, &[])?;
        let mut lab = Lab::new(&scenario);
        self.add_warnings(lab.warnings());
        lab.check_flows()
            .map_err(|error| Failure::Run(error.to_string()))?;
        let rows = match options.rows {
            Some(RowOptions { interval, watch }) => {
                let mut rows = Rows::begin(&mut lab, interval.as_deref(), &watch)?;
                rows.update_header(&lab);
                Some(rows)
            }
            None => None,
        };
        self.run = Some(Run {
            scenario,
            lab,
            rows,
        });
        Ok(())
    }

    /// Runs to the end of a row or of the run, or for about `max_events` events. Returns true at the end of the run.
    ///
    /// # Errors
    /// The reason of a failed run.
    pub fn advance(&mut self, max_events: u32) -> Result<bool, JsError> {
        let Run { lab, rows, .. } = self.running()?;
        let end = lab.end();
        let next = rows.as_ref().map_or(end, Rows::next_row);
        let progress = lab.advance_by(next.min(end), max_events.max(1).into());
        let progress = progress.map_err(|error| thrown(&Failure::Run(error.to_string())))?;
        // A row that ends with the run is taken before the end is reported.
        Ok(progress == Progress::Reached && (rows.is_none() || next > end))
    }

    /// Returns the row that ends now as a line of CSV, as wide as the header is now; nothing in the midst of a row.
    ///
    /// # Errors
    /// The run has not begun.
    pub fn take_row(&mut self) -> Result<Option<String>, JsError> {
        let Run { lab, rows, .. } = self.running()?;
        let now = lab.now();
        let due = |rows: &&mut Rows| now >= rows.next_row();
        Ok(rows
            .as_mut()
            .filter(due)
            .and_then(|rows| line(rows.take(lab))))
    }

    /// Returns what is left since the last row as a line of CSV, and completes the header.
    ///
    /// # Errors
    /// The run has not begun.
    pub fn last_row(&mut self) -> Result<Option<String>, JsError> {
        let Run { lab, rows, .. } = self.running()?;
        Ok(rows.as_mut().and_then(|rows| {
            let last = line(rows.take(lab));
            rows.update_header(lab);
            last
        }))
    }

    /// Returns the names of the columns so far, without that of the time.
    ///
    /// # Errors
    /// The run has not begun.
    pub fn header(&mut self) -> Result<Vec<String>, JsError> {
        let rows = self.running()?.rows.as_ref();
        Ok(rows.map_or(Vec::new(), |rows| rows.header().to_vec()))
    }

    /// Returns the lines of the warnings that were not taken before.
    pub fn take_warnings(&mut self) -> Vec<String> {
        let lines = self.warnings[self.taken..].iter().map(warnings::text);
        let lines = lines.collect();
        self.taken = self.warnings.len();
        lines
    }

    /// Returns the simulated time so far, in seconds.
    ///
    /// # Errors
    /// The run has not begun.
    pub fn now_s(&mut self) -> Result<f64, JsError> {
        Ok(self.running()?.lab.now().s())
    }

    /// Returns the simulated time of the whole run, in seconds.
    ///
    /// # Errors
    /// The run has not begun.
    pub fn end_s(&mut self) -> Result<f64, JsError> {
        Ok(self.running()?.lab.end().s())
    }

    /// Returns the measures as text, or as JSON, which may have details. `wall_s` is the real time of the run, in seconds.
    ///
    /// # Errors
    /// The run has not begun.
    pub fn output(&mut self, json: bool, detail: bool, wall_s: f64) -> Result<String, JsError> {
        let Run { lab, .. } = self.running()?;
        let summary = lab.summary();
        let found = lab.warnings();
        let detail = (json && detail).then(|| lab.detail());
        self.add_warnings(found);
        Ok(match &self.run {
            Some(run) if !json => report::text(&run.scenario, &summary, wall_s),
            _ => report::json(&summary, &self.warnings, detail.as_ref(), wall_s),
        })
    }

    fn running(&mut self) -> Result<&mut Run, JsError> {
        let run = self.run.as_mut();
        run.ok_or_else(|| JsError::new("the run has not begun"))
    }

    fn add_warnings(&mut self, found: Vec<Warning>) {
        for warning in found {
            if !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
    }
}

fn line(row: Option<(bufferlab_core::time::Time, Vec<f64>)>) -> Option<String> {
    let (to, values) = row?;
    let cells: Vec<String> = std::iter::once(to.s().to_string())
        .chain(values.into_iter().map(number))
        .collect();
    Some(cells.join(","))
}

fn thrown(failure: &Failure) -> JsError {
    let exit = match failure {
        Failure::Input { .. } => 2,
        Failure::Run(_) => 1,
    };
    JsError::new(&json!({"exit": exit, "message": failure.to_string()}).to_string())
}
