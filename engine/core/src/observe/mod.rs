//! Observation of a run: time series for charts, and measures. The simulation does not depend on it.

pub mod decimate;
pub mod detail;
pub mod exceedance;
pub mod grid;
pub mod intervals;
pub mod layout;
pub mod level;
pub mod measure;
pub mod measures;
pub mod pieces;
pub mod plan;
pub mod probe;
pub mod probes;
pub mod recorder;
pub mod recording;
pub mod sampling;
pub mod series_buffer;
pub mod steady;
pub mod summary;
