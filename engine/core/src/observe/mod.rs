//! Observing a run: time series for charts, and figures. It stands above the simulation, which does not know it.

pub mod cut;
pub mod detail;
pub mod grid;
pub mod layout;
pub mod level;
pub mod looks;
pub mod measure;
pub mod measures;
pub mod pieces;
pub mod plan;
pub mod probe;
pub mod probes;
pub mod recorder;
pub mod steady;
pub mod strip;
pub mod summary;
pub mod track;
