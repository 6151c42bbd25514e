//! The native module of the Python package `bufferlab`: documents go in as JSON text, results come out as JSON text
//! or as tables.
//!
//! No logic of its own: `bufferlab-core` says what a scenario, a study and a line mean, `bufferlab-native` where they
//! come from. The Python around it (`package/bufferlab`) turns text into objects and deals work out. Running gives up
//! the interpreter's lock and looks every few milliseconds for a signal, so that Ctrl-C ends it.

mod listings;
mod problem;
mod run;
mod slices;
mod sweep;
mod table;

use pyo3::prelude::*;

/// Functions and classes that the package is made of; not for use from elsewhere.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::listings::{catalog, engine, link, model, presets, read, schema};
    #[pymodule_export]
    use super::run::{Run, run};
    #[pymodule_export]
    use super::slices::Token;
    #[pymodule_export]
    use super::sweep::{Ledger, Plan};
    #[pymodule_export]
    use super::table::Table;
}
