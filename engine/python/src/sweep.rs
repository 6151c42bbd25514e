//! Classes `Plan`, the cases of a study that any process can run, and `Ledger`, the lines of their results.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bufferlab_core::scenario::path::value_at;
use bufferlab_core::study::finished::figure;
use bufferlab_core::study::{CaseRun, Rounds, Study, StudyDocument};
use bufferlab_core::trace::Traces;
use bufferlab_native::changes::Changes;
use bufferlab_native::measures::{Row, aggregates, measures};
use bufferlab_native::results::{Access, Results};
use bufferlab_native::study::{Additions, Shard, order, study};
use bufferlab_native::{Failure, files, link, source};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::problem::{exception, invalid_input};
use crate::slices::{Token, in_slices};
use crate::table::{Column, Table};

/// Events between two checks for signals; they take about 20 ms.
const SLICE: u64 = 100_000;
/// Cases that are looked up between two checks for signals.
const LOOKUP_SLICE: usize = 100;

/// Number of a case and its line.
type NumberedLine = (u64, String);

/// Checked study.
///
/// It is pickled as its request. Unpickling plans the study again without checking every value.
#[pyclass(module = "bufferlab._native", frozen)]
pub struct Plan {
    request: String,
    study: Arc<Study>,
    traces: Traces,
}

#[pymethods]
impl Plan {
    /// Plans a request, the JSON text of `{about, document, over, replications, set, seed, duration, warmup, traces}`.
    #[new]
    fn new(py: Python<'_>, request: String) -> PyResult<Plan> {
        let plan = py.detach(|| Plan::from_request(request, Study::new));
        plan.map_err(|failure| exception(py, &failure))
    }

    /// Plans a request that was checked before.
    #[staticmethod]
    fn again(py: Python<'_>, request: String) -> PyResult<Plan> {
        let plan = py.detach(|| Plan::from_request(request, Study::checked_before));
        plan.map_err(|failure| exception(py, &failure))
    }

    fn __reduce__(slf: &Bound<'_, Plan>) -> PyResult<(Py<PyAny>, (String,))> {
        let unpickle = slf
            .py()
            .import("bufferlab._worker")?
            .getattr("unpickle_plan")?;
        Ok((unpickle.unbind(), (slf.get().request.clone(),)))
    }

    /// Returns the number of runs; with a stop rule, the largest possible number.
    fn __len__(&self) -> usize {
        usize::try_from(self.study.len()).unwrap_or(usize::MAX)
    }

    /// Returns the paths of the varied fields.
    fn paths(&self) -> Vec<&str> {
        self.study.paths().collect()
    }

    /// Returns `{key, point, seed}` of a case as JSON text.
    fn case(&self, py: Python<'_>, number: u64) -> PyResult<String> {
        let case = self.study.case(number);
        let case =
            case.ok_or_else(|| exception(py, &Failure::input("study", "has no such run")))?;
        Ok(case.id.to_value().to_string())
    }

    /// Returns the fragment of a link to the scenario of a case.
    fn link(&self, py: Python<'_>, number: u64) -> PyResult<String> {
        let scenario = self.study.case(number).map(|case| case.scenario);
        let scenario =
            scenario.ok_or_else(|| exception(py, &Failure::input("study", "has no such run")))?;
        scenario
            .and_then(|scenario| link::encode(scenario.to_value()))
            .map_err(|problems| invalid_input(py, "link", problems))
    }

    /// Returns the numbers of the cases of part `shard` (`i/n`), or of all cases without it.
    fn part(&self, py: Python<'_>, shard: Option<&str>) -> PyResult<Vec<u64>> {
        part(&self.study, shard).map_err(|failure| exception(py, &failure))
    }

    /// Runs cases one after another and returns their numbers and lines; after a stop, those of the finished cases.
    fn work(
        &self,
        py: Python<'_>,
        numbers: Vec<u64>,
        token: &Token,
    ) -> PyResult<Vec<NumberedLine>> {
        let mut lines = Vec::new();
        for number in numbers {
            let Some(mut case) = self.study.case(number) else {
                continue;
            };
            if let Ok(scenario) = &mut case.scenario {
                scenario.attach(&self.traces);
            }
            let mut run = CaseRun::new(case);
            if !in_slices(py, Some(token), || run.advance(SLICE))? {
                break;
            }
            lines.push((number, py.detach(|| run.line().to_json())));
        }
        Ok(lines)
    }
}

impl Plan {
    fn from_request(
        request: String,
        plan: fn(StudyDocument) -> Result<Study, bufferlab_core::scenario::Problems>,
    ) -> Result<Plan, Failure> {
        let mut request_json: Value = serde_json::from_str(&request).unwrap_or_default();
        let about = text(&request_json["about"]).unwrap_or_default();
        let over = request_json["over"].take();
        let replications = request_json["replications"].take();
        let document = source::read(
            about.clone(),
            &text(&request_json["document"]).unwrap_or_default(),
        )?;
        let document = source::Document {
            json: with_additions(document.json, over, replications),
            ..document
        };
        let changes = Changes {
            set: texts(&request_json["set"]),
            seed: text(&request_json["seed"]),
            duration: text(&request_json["duration"]),
            warmup: text(&request_json["warmup"]),
            columns: None,
        };
        let added = Additions {
            changes,
            ..Additions::default()
        };
        let study = plan(study(document, added)?);
        let study = study.map_err(|problems| Failure::Input { about, problems })?;
        let traces = match study.case(0).map(|case| case.scenario) {
            Some(Ok(scenario)) => files::read(&texts(&request_json["traces"]), &scenario)?,
            _ => Traces::default(),
        };
        Ok(Plan {
            request,
            study: Arc::new(study),
            traces,
        })
    }
}

/// Lines of a sweep: known lines, new lines, and the cases to run next.
///
/// One thread runs a sweep while others read it. To avoid a deadlock, a thread never waits for the lock of the ledger
/// while it holds the interpreter's lock, since the owner of the ledger may wait for the latter.
#[pyclass(module = "bufferlab._native", frozen)]
pub struct Ledger {
    study: Arc<Study>,
    state: Mutex<State>,
}

/// State of a ledger.
struct State {
    results: Results,
    rounds: Rounds,
    /// Values of the stop rule's measure in the current round, by case.
    stop_values: BTreeMap<u64, Option<f64>>,
    round: u64,
    /// Lines by round and case number, in the order in which the program prints them.
    lines: BTreeMap<(u64, u64), String>,
}

#[pymethods]
impl Ledger {
    /// Reads the lines in the files `resume` and in `out`, to which new lines are appended.
    #[new]
    fn new(
        py: Python<'_>,
        plan: &Plan,
        shard: Option<&str>,
        out: Option<&str>,
        resume: Vec<String>,
    ) -> PyResult<Ledger> {
        let study = Arc::clone(&plan.study);
        let ledger = part(&study, shard).and_then(|numbers| {
            let state = State {
                // A notebook that runs a cell again still holds the sweep of the first time.
                results: Results::open(&resume, out, Access::Shared)?,
                rounds: Rounds::new(&study, &numbers),
                stop_values: BTreeMap::new(),
                round: 0,
                lines: BTreeMap::new(),
            };
            Ok(Ledger {
                study,
                state: Mutex::new(state),
            })
        });
        ledger.map_err(|failure| exception(py, &failure))
    }

    /// Returns the number of lines in the files that are not results.
    fn unreadable(&self, py: Python<'_>) -> u64 {
        self.with(py, |state| state.results.finished.unreadable())
    }

    /// Starts the next round after all lines of the last one were taken. Returns the known lines, and the numbers of the
    /// cases to run in their order of execution. Both are empty at the end.
    fn next_round(&self, py: Python<'_>) -> PyResult<(Vec<NumberedLine>, Vec<u64>)> {
        let (round, order) = self.with(py, |state| {
            for (number, value) in std::mem::take(&mut state.stop_values) {
                state.rounds.take(number, value);
            }
            let round = state.rounds.next_round();
            state.round += 1;
            let order = order(round.len(), state.results.has_file());
            (round, order)
        });
        let mut positions = order.into_iter();
        let (mut known, mut left) = (Vec::new(), Vec::new());
        in_slices(py, None, || {
            let mut state = self.lock();
            for position in positions.by_ref().take(LOOKUP_SLICE) {
                let number = round[position];
                match state.known(&self.study, number) {
                    Some(line) => {
                        state.keep(&self.study, number, line.clone());
                        known.push((number, line));
                    }
                    None => left.push(number),
                }
            }
            known.len() + left.len() == round.len()
        })?;
        Ok((known, left))
    }

    /// Stores the line of a new run and appends it to the file. Returns true if the run failed.
    fn take(&self, py: Python<'_>, number: u64, line: String) -> PyResult<bool> {
        let failed = line.starts_with(r#"{"error":"#);
        let added: Result<(), Failure> = self.with(py, |state| {
            state.results.add_text(&line)?;
            state.keep(&self.study, number, line);
            Ok(())
        });
        added.map_err(|failure| exception(py, &failure))?;
        Ok(failed)
    }

    /// Returns the number of lines so far.
    fn __len__(&self, py: Python<'_>) -> usize {
        self.with(py, |state| state.lines.len())
    }

    /// Returns all lines so far in the order of the study; with a stop rule, in order of its rounds.
    fn lines(&self, py: Python<'_>) -> Vec<String> {
        self.with(py, |state| state.lines.values().cloned().collect())
    }

    /// Returns a row for each run: key, seed, varied fields, all measures or those of the study, error.
    fn table(&self, py: Python<'_>) -> Table {
        let lines = self.lines(py);
        py.detach(|| table(&self.study, &rows(&lines)))
    }

    /// Returns a row for each point and measure: number of runs, mean, half-width of the 95 % interval, minimum, maximum.
    fn aggregates(&self, py: Python<'_>) -> Table {
        let lines = self.lines(py);
        py.detach(|| aggregated(&self.study, &rows(&lines)))
    }
}

impl Ledger {
    /// Calls `access` with the state, without the interpreter's lock.
    fn with<T: Send>(&self, py: Python<'_>, access: impl FnOnce(&mut State) -> T + Send) -> T {
        py.detach(|| access(&mut self.lock()))
    }

    /// Locks the state. A state that a panic left is valid, since a line is stored completely or not at all.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns the known line of a case. Without any known lines it does not compute the key of the case, which is slow.
    fn known(&self, study: &Study, number: u64) -> Option<String> {
        if self.results.finished.is_empty() {
            return None;
        }
        let line = self.results.finished.line(&study.case(number)?.id)?;
        Some(line.to_string())
    }

    fn keep(&mut self, study: &Study, number: u64, line: String) {
        let stop_value = study.stop().and_then(|stop| {
            let line = serde_json::from_str(&line).ok()?;
            figure(&line, &stop.measure)
        });
        self.stop_values.insert(number, stop_value);
        self.lines.insert((self.round, number), line);
    }
}

fn rows(lines: &[String]) -> Vec<Row> {
    let lines = lines.iter();
    lines
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

fn table(study: &Study, rows: &[Row]) -> Table {
    let all: Vec<Row> = rows.iter().map(measures).collect();
    let names: Vec<String> = match study.measure() {
        [] => {
            let names: BTreeSet<&String> = all.iter().flat_map(Row::keys).collect();
            names.into_iter().cloned().collect()
        }
        wanted => wanted.to_vec(),
    };
    let of_row = |name: &str| Column::from_json(name, rows.iter().map(|row| row.get(name)));
    let of_point =
        |path: &str| Column::from_json(path, rows.iter().map(|row| row.get("point")?.get(path)));
    let of_summary = |path: &String| {
        let found = rows.iter().zip(&all).map(|(row, measures)| {
            measures
                .get(path)
                .or_else(|| value_at(row.get("summary")?, path))
        });
        Column::from_json(path, found)
    };
    let mut columns = vec![of_row("key"), of_row("seed")];
    columns.extend(study.paths().map(of_point));
    columns.extend(names.iter().map(of_summary));
    columns.push(Column::from_texts(
        "error",
        rows.iter().map(|row| row.get("error")),
    ));
    Table::new(columns)
}

fn aggregated(study: &Study, rows: &[Row]) -> Table {
    let mut points: Vec<&Value> = Vec::new();
    let mut cells: Vec<Row> = Vec::new();
    for aggregate in aggregates(study, rows) {
        for (measure, interval) in aggregate.measures {
            let mut row = interval.to_value();
            row["figure"] = json!(measure);
            points.push(aggregate.point);
            cells.extend(row.as_object().cloned());
        }
    }
    let of_point = |path: &str| Column::from_json(path, points.iter().map(|point| point.get(path)));
    let of_cell = |name: &str| Column::from_json(name, cells.iter().map(|row| row.get(name)));
    let mut columns: Vec<Column> = study.paths().map(of_point).collect();
    columns.push(Column::from_texts(
        "figure",
        cells.iter().map(|row| row.get("figure")),
    ));
    columns.extend(["n", "mean", "half_width", "min", "max"].map(of_cell));
    Table::new(columns)
}

fn part(study: &Study, shard: Option<&str>) -> Result<Vec<u64>, Failure> {
    let shard = shard.map_or(Ok(Shard::WHOLE), Shard::from_text)?;
    Ok(study.part(shard.first, shard.step))
}

/// Adds axes and replications to a scenario or study. Values of another shape stay for the study's own checks.
fn with_additions(document: Value, over: Value, replications: Value) -> Value {
    let mut study = if StudyDocument::describes(&document) {
        document
    } else {
        json!({ "scenario": document })
    };
    if let (Value::Array(more), Some(fields)) = (over, study.as_object_mut()) {
        let axes = fields.entry("over").or_insert_with(|| json!([]));
        if let Value::Array(axes) = axes {
            axes.extend(more);
        }
    }
    if !replications.is_null() {
        study["replications"] = replications;
    }
    study
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn texts(value: &Value) -> Vec<String> {
    value
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(text)
        .collect()
}
