//! What the program `bufferlab` and the Python package share, and neither the core nor the browser has: where a
//! scenario comes from (a file, a preset, a link), how links are read and written, the file that a sweep's lines are
//! added to, and tables of figures.
//!
//! What a scenario, a study or a line means is decided in `bufferlab-core`; threads, terminals and Python are the
//! business of whoever uses this. Nothing here panics on what a person can give: it is refused as a [`Failure`] with
//! a path.

pub mod changes;
pub mod failure;
pub mod figures;
pub mod files;
pub mod link;
pub mod results;
pub mod series;
pub mod source;
pub mod study;

pub use failure::Failure;
