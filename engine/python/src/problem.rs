//! Conversion of failures to Python exceptions.

use bufferlab_core::scenario::Problems;
use bufferlab_native::Failure;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Returns the exception for a failure: `Problem` for invalid input, `RuntimeError` for a failed run.
pub fn exception(py: Python<'_>, failure: &Failure) -> PyErr {
    match failure {
        Failure::Run(message) => PyRuntimeError::new_err(message.clone()),
        Failure::Input { about, problems } => {
            problem(py, about, problems).unwrap_or_else(|error| error)
        }
    }
}

/// Returns the exception `Problem` for problems of the input named `about`.
pub fn invalid_input(py: Python<'_>, about: &str, problems: Problems) -> PyErr {
    let failure = Failure::Input {
        about: about.to_owned(),
        problems,
    };
    exception(py, &failure)
}

fn problem(py: Python<'_>, about: &str, problems: &Problems) -> PyResult<PyErr> {
    let class = py.import("bufferlab._problem")?.getattr("Problem")?;
    let all: Vec<(&str, &str)> = problems
        .0
        .iter()
        .map(|problem| (&problem.path[..], &problem.message[..]))
        .collect();
    // Options of the program begin with `--`, keyword arguments do not.
    let about = about.trim_start_matches("--");
    Ok(PyErr::from_value(class.call1((about, all))?))
}
