//! Many runs: the plan, which any process can work on, and the ledger, which keeps their lines.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bufferlab_core::scenario::path::value_at;
use bufferlab_core::study::finished::figure;
use bufferlab_core::study::{CaseRun, Rounds, Study, StudyDocument};
use bufferlab_core::trace::Traces;
use bufferlab_native::changes::Changes;
use bufferlab_native::figures::{Row, aggregates, figures};
use bufferlab_native::results::Results;
use bufferlab_native::study::{Additions, Shard, order, study};
use bufferlab_native::{Failure, files, link, source};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::problem::{raised, refused};
use crate::slices::{Token, in_slices};
use crate::table::{Column, Table};

/// Events between two looks around: some 20 ms.
const SLICE: u64 = 100_000;
/// Cases looked up between two looks around.
const LOOKED_UP: usize = 100;

/// The number of a case and its line.
type Numbered = (u64, String);

/// A study whose every value has been checked.
///
/// Pickled it is the text that it was made of: whoever unpickles it plans again, without trying every value.
#[pyclass(module = "bufferlab._native", frozen)]
pub struct Plan {
    request: String,
    study: Arc<Study>,
    traces: Traces,
}

#[pymethods]
impl Plan {
    /// Plans what is asked for, JSON text: `{about, document, over, replications, set, seed, duration, warmup, traces}`.
    #[new]
    fn new(py: Python<'_>, request: String) -> PyResult<Plan> {
        let plan = py.detach(|| Plan::of(request, Study::new));
        plan.map_err(|failure| raised(py, &failure))
    }

    /// The same of a plan that has been made before.
    #[staticmethod]
    fn again(py: Python<'_>, request: String) -> PyResult<Plan> {
        let plan = py.detach(|| Plan::of(request, Study::checked_before));
        plan.map_err(|failure| raised(py, &failure))
    }

    fn __reduce__(slf: &Bound<'_, Plan>) -> PyResult<(Py<PyAny>, (String,))> {
        let again = slf.py().import("bufferlab._work")?.getattr("plan_again")?;
        Ok((again.unbind(), (slf.get().request.clone(),)))
    }

    /// Number of runs; with a stop rule at most so many.
    fn __len__(&self) -> usize {
        usize::try_from(self.study.len()).unwrap_or(usize::MAX)
    }

    /// Paths of the fields that differ from run to run.
    fn paths(&self) -> Vec<&str> {
        self.study.paths().collect()
    }

    /// What a case is called, as JSON text: `{key, point, seed}`.
    fn case(&self, py: Python<'_>, number: u64) -> PyResult<String> {
        let case = self.study.case(number);
        let case = case.ok_or_else(|| raised(py, &Failure::input("study", "has no such run")))?;
        Ok(case.id.to_value().to_string())
    }

    /// The fragment of a link to the scenario of a case.
    fn link(&self, py: Python<'_>, number: u64) -> PyResult<String> {
        let scenario = self.study.case(number).map(|case| case.scenario);
        let scenario =
            scenario.ok_or_else(|| raised(py, &Failure::input("study", "has no such run")))?;
        scenario
            .and_then(|scenario| link::encode(scenario.to_value()))
            .map_err(|problems| refused(py, "link", problems))
    }

    /// The numbers of the cases of part `shard` (`i/n`), all without.
    fn part(&self, py: Python<'_>, shard: Option<&str>) -> PyResult<Vec<u64>> {
        part(&self.study, shard).map_err(|failure| raised(py, &failure))
    }

    /// Runs some cases, one after another: their numbers and lines. Stopped, those that are complete.
    fn work(&self, py: Python<'_>, numbers: Vec<u64>, token: &Token) -> PyResult<Vec<Numbered>> {
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
    fn of(
        request: String,
        planned: fn(StudyDocument) -> Result<Study, bufferlab_core::scenario::Problems>,
    ) -> Result<Plan, Failure> {
        let mut asked: Value = serde_json::from_str(&request).unwrap_or_default();
        let about = text(&asked["about"]).unwrap_or_default();
        let over = asked["over"].take();
        let replications = asked["replications"].take();
        let document = source::read(about.clone(), &text(&asked["document"]).unwrap_or_default())?;
        let document = source::Document {
            json: with(document.json, over, replications),
            ..document
        };
        let changes = Changes {
            set: texts(&asked["set"]),
            seed: text(&asked["seed"]),
            duration: text(&asked["duration"]),
            warmup: text(&asked["warmup"]),
        };
        let added = Additions {
            changes,
            ..Additions::default()
        };
        let study = planned(study(document, added)?);
        let study = study.map_err(|problems| Failure::Input { about, problems })?;
        let traces = match study.case(0).map(|case| case.scenario) {
            Some(Ok(scenario)) => files::read(&texts(&asked["traces"]), &scenario)?,
            _ => Traces::default(),
        };
        Ok(Plan {
            request,
            study: Arc::new(study),
            traces,
        })
    }
}

/// The lines of a sweep: those that are there, those that come, and what is to be run next.
///
/// One thread runs a sweep while others look at it: the lock is never waited for while holding the interpreter's, which
/// the thread that holds the ledger may be waiting for.
#[pyclass(module = "bufferlab._native", frozen)]
pub struct Ledger {
    study: Arc<Study>,
    book: Mutex<Book>,
}

/// What changes of a ledger.
struct Book {
    results: Results,
    rounds: Rounds,
    /// Of the round that is run: what the stop rule looks at.
    figures: BTreeMap<u64, Option<f64>>,
    round: u64,
    /// By round and number, as the program prints them.
    lines: BTreeMap<(u64, u64), String>,
}

#[pymethods]
impl Ledger {
    /// Reads the lines in the files of `resume` and in `out`, to which lines are added.
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
            let book = Book {
                results: Results::open(&resume, out)?,
                rounds: Rounds::new(&study, &numbers),
                figures: BTreeMap::new(),
                round: 0,
                lines: BTreeMap::new(),
            };
            Ok(Ledger {
                study,
                book: Mutex::new(book),
            })
        });
        ledger.map_err(|failure| raised(py, &failure))
    }

    /// Lines of earlier results that are none, perhaps cut off.
    fn unreadable(&self, py: Python<'_>) -> u64 {
        self.with(py, |book| book.results.finished.unreadable())
    }

    /// The next round, once all lines of the one before are taken: the lines that are there already, and the numbers of
    /// the cases that are to be run, in the order in which to begin them. Both are empty at the end.
    fn next_round(&self, py: Python<'_>) -> PyResult<(Vec<Numbered>, Vec<u64>)> {
        let (round, order) = self.with(py, |book| {
            for (number, figure) in std::mem::take(&mut book.figures) {
                book.rounds.take(number, figure);
            }
            let round = book.rounds.next_round();
            book.round += 1;
            let order = order(round.len(), book.results.has_file());
            (round, order)
        });
        let mut places = order.into_iter();
        let (mut known, mut left) = (Vec::new(), Vec::new());
        in_slices(py, None, || {
            let mut book = self.lock();
            for place in places.by_ref().take(LOOKED_UP) {
                let number = round[place];
                match book.known(&self.study, number) {
                    Some(line) => {
                        book.keep(&self.study, number, line.clone());
                        known.push((number, line));
                    }
                    None => left.push(number),
                }
            }
            known.len() + left.len() == round.len()
        })?;
        Ok((known, left))
    }

    /// Takes the line of a run that was run now and adds it to the file; whether the run failed.
    fn take(&self, py: Python<'_>, number: u64, line: String) -> PyResult<bool> {
        let failed = line.starts_with(r#"{"error":"#);
        let added: Result<(), Failure> = self.with(py, |book| {
            book.results.add_text(&line)?;
            book.keep(&self.study, number, line);
            Ok(())
        });
        added.map_err(|failure| raised(py, &failure))?;
        Ok(failed)
    }

    /// Number of lines so far.
    fn __len__(&self, py: Python<'_>) -> usize {
        self.with(py, |book| book.lines.len())
    }

    /// All lines so far, in the order of the study; with a stop rule each round after the one before.
    fn lines(&self, py: Python<'_>) -> Vec<String> {
        self.with(py, |book| book.lines.values().cloned().collect())
    }

    /// A row for each run: key, seed, the fields that differ, every figure (or those that the study measures), error.
    fn table(&self, py: Python<'_>) -> Table {
        let lines = self.lines(py);
        py.detach(|| table(&self.study, &rows(&lines)))
    }

    /// A row for each point and figure: number of runs, mean, half-width of the 95 % interval, least, most.
    fn aggregates(&self, py: Python<'_>) -> Table {
        let lines = self.lines(py);
        py.detach(|| aggregated(&self.study, &rows(&lines)))
    }
}

impl Ledger {
    /// Looks at the book, or writes in it, without the interpreter's lock.
    fn with<T: Send>(&self, py: Python<'_>, look: impl FnOnce(&mut Book) -> T + Send) -> T {
        py.detach(|| look(&mut self.lock()))
    }

    /// The book; one that a panic left is as good as any, since a line is in it or not.
    fn lock(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Book {
    /// The line of a case that is there already. Naming a case takes time, which is spared where there is none.
    fn known(&self, study: &Study, number: u64) -> Option<String> {
        if self.results.finished.is_empty() {
            return None;
        }
        let line = self.results.finished.line(&study.case(number)?.id)?;
        Some(line.to_string())
    }

    fn keep(&mut self, study: &Study, number: u64, line: String) {
        let seen = study.stop().and_then(|stop| {
            let line = serde_json::from_str(&line).ok()?;
            figure(&line, &stop.measure)
        });
        self.figures.insert(number, seen);
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
    let all: Vec<Row> = rows.iter().map(figures).collect();
    let names: Vec<String> = match study.measure() {
        [] => {
            let names: BTreeSet<&String> = all.iter().flat_map(Row::keys).collect();
            names.into_iter().cloned().collect()
        }
        wanted => wanted.to_vec(),
    };
    let of_row = |name: &str| Column::of(name, rows.iter().map(|row| row.get(name)));
    let of_point =
        |path: &str| Column::of(path, rows.iter().map(|row| row.get("point")?.get(path)));
    let of_summary = |path: &String| {
        let found = rows.iter().zip(&all).map(|(row, figures)| {
            figures
                .get(path)
                .or_else(|| value_at(row.get("summary")?, path))
        });
        Column::of(path, found)
    };
    let mut columns = vec![of_row("key"), of_row("seed")];
    columns.extend(study.paths().map(of_point));
    columns.extend(names.iter().map(of_summary));
    columns.push(Column::of_texts(
        "error",
        rows.iter().map(|row| row.get("error")),
    ));
    Table::new(columns)
}

fn aggregated(study: &Study, rows: &[Row]) -> Table {
    let mut points: Vec<&Value> = Vec::new();
    let mut cells: Vec<Row> = Vec::new();
    for aggregate in aggregates(study, rows) {
        for (figure, interval) in aggregate.figures {
            let mut row = interval.to_value();
            row["figure"] = json!(figure);
            points.push(aggregate.point);
            cells.extend(row.as_object().cloned());
        }
    }
    let of_point = |path: &str| Column::of(path, points.iter().map(|point| point.get(path)));
    let of_cell = |name: &str| Column::of(name, cells.iter().map(|row| row.get(name)));
    let mut columns: Vec<Column> = study.paths().map(of_point).collect();
    columns.push(Column::of_texts(
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

/// A scenario or study with axes and replications added; what has another shape is left for the study to refuse.
fn with(document: Value, over: Value, replications: Value) -> Value {
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
