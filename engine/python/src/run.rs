//! Class `Run`: one run of one scenario.

use bufferlab_core::Lab;
use bufferlab_core::lab::Report;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::sim::{Progress, RunError};
use bufferlab_native::changes::Changes;
use bufferlab_native::series::Rows;
use bufferlab_native::{Failure, link, source};
use pyo3::prelude::*;

use crate::problem::{exception, invalid_input};
use crate::slices::in_slices;
use crate::table::{Column, Table};

/// Events between two checks for signals; they take about 20 ms.
const SLICE: u64 = 200_000;

/// Results of a finished run.
#[pyclass(module = "bufferlab._native", frozen)]
pub struct Run {
    scenario: Scenario,
    report: Report,
}

/// Runs a scenario, given as JSON text, to its end. Messages call it `about`.
#[pyfunction]
#[pyo3(signature = (about, scenario, *, set, seed, duration, warmup, traces))]
#[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
pub fn run(
    py: Python<'_>,
    about: &str,
    scenario: &str,
    set: Vec<String>,
    seed: Option<String>,
    duration: Option<String>,
    warmup: Option<String>,
    traces: Vec<String>,
) -> PyResult<Run> {
    let changes = Changes {
        set,
        seed,
        duration,
        warmup,
        columns: None,
    };
    let scenario = source::read(about.to_owned(), scenario)
        .and_then(|document| source::scenario(document, &changes, &traces))
        .map_err(|failure| exception(py, &failure))?;
    let mut lab = Lab::new(&scenario);
    advance(py, &mut lab)?;
    let report = py.detach(|| lab.report());
    Ok(Run { scenario, report })
}

#[pymethods]
impl Run {
    /// Returns the summary with its warnings as JSON text, identical to `summary` in a line of a sweep.
    fn summary_json(&self) -> String {
        self.report.to_value().to_string()
    }

    /// Returns the complete scenario, with all defaults, as JSON text.
    fn scenario_json(&self) -> String {
        self.scenario.to_value().to_string()
    }

    /// Returns the fragment of a link to the scenario.
    fn link(&self, py: Python<'_>) -> PyResult<String> {
        link::encode(self.scenario.to_value())
            .map_err(|problems| invalid_input(py, "link", problems))
    }

    /// Repeats the run with recording and returns its time series.
    fn series(&self, py: Python<'_>, interval: Option<&str>, watch: Vec<u32>) -> PyResult<Table> {
        let mut lab = Lab::new(&self.scenario);
        let mut rows =
            Rows::begin(&mut lab, interval, &watch).map_err(|failure| exception(py, &failure))?;
        let mut times = Vec::new();
        let mut values: Vec<Vec<f64>> = Vec::new();
        let mut outcome = Ok(());
        in_slices(py, None, || {
            let next = rows.next_row();
            match lab.advance_by(next.min(lab.end()), SLICE) {
                Ok(Progress::Sliced) => false,
                Ok(Progress::Reached) => {
                    let Some((at, row)) = rows.take(&mut lab) else {
                        return true;
                    };
                    times.push(at.s());
                    values.push(row);
                    false
                }
                Err(error) => {
                    outcome = Err(error);
                    true
                }
            }
        })?;
        outcome.map_err(|error| run_error(py, &error))?;
        let time = Column::from_numbers("time [s]", times.into_iter());
        let series = rows.header().iter().enumerate().map(|(i, name)| {
            let value = |row: &Vec<f64>| row.get(i).copied().unwrap_or(f64::NAN);
            Column::from_numbers(name, values.iter().map(value))
        });
        Ok(Table::new(std::iter::once(time).chain(series).collect()))
    }
}

fn advance(py: Python<'_>, lab: &mut Lab) -> PyResult<()> {
    let mut outcome = Ok(());
    in_slices(py, None, || match lab.advance_by(lab.end(), SLICE) {
        Ok(progress) => progress == Progress::Reached,
        Err(error) => {
            outcome = Err(error);
            true
        }
    })?;
    outcome.map_err(|error| run_error(py, &error))
}

fn run_error(py: Python<'_>, error: &RunError) -> PyErr {
    exception(py, &Failure::Run(error.to_string()))
}
