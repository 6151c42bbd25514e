//! Observing a run: time series for charts, and figures. It stands above the simulation, which does not know it.

pub mod detail;
pub mod layout;
pub mod recorder;
pub mod summary;
pub mod track;
