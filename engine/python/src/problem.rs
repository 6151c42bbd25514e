//! What is not accepted, as the package's exception `bufferlab.Problem`.

use bufferlab_core::scenario::Problems;
use bufferlab_native::Failure;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The exception for a failure: `Problem` with every path, or `RuntimeError` for a run that could not go on.
pub fn raised(py: Python<'_>, failure: &Failure) -> PyErr {
    match failure {
        Failure::Run(message) => PyRuntimeError::new_err(message.clone()),
        Failure::Input { about, problems } => {
            problem(py, about, problems).unwrap_or_else(|error| error)
        }
    }
}

/// The exception for problems of what is called `about`.
pub fn refused(py: Python<'_>, about: &str, problems: Problems) -> PyErr {
    let failure = Failure::Input {
        about: about.to_owned(),
        problems,
    };
    raised(py, &failure)
}

fn problem(py: Python<'_>, about: &str, problems: &Problems) -> PyResult<PyErr> {
    let class = py.import("bufferlab._problem")?.getattr("Problem")?;
    let all: Vec<(&str, &str)> = problems
        .0
        .iter()
        .map(|problem| (&problem.path[..], &problem.message[..]))
        .collect();
    // The program calls its options so.
    let about = about.trim_start_matches("--");
    Ok(PyErr::from_value(class.call1((about, all))?))
}
