//! The native module of the Python package `bufferlab`. It takes documents as JSON text and returns results as JSON
//! text or as tables.
//!
//! The module has no logic of its own: `bufferlab-core` defines scenarios, studies and lines, and `bufferlab-native`
//! loads them. The Python code around it (`package/bufferlab`) converts text to objects and distributes work. Runs
//! release the interpreter's lock and check for signals every few milliseconds, so that Ctrl-C ends them.

mod listings;
mod problem;
mod run;
mod slices;
mod sweep;
mod table;

use pyo3::prelude::*;

/// Private functions and classes of the package.
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
