//! Gauges: internal values of a running component that others may read, for example the average queue of RED.
//!
//! A kind lists its gauges beside its parameters and writes their values on request, in the order of the list. Recorders
//! and charts need only the rows.

use super::Unit;

/// One value that can be read while a run goes on.
#[derive(Debug)]
pub struct Gauge {
    /// Name among the gauges of its kind, with its unit as parameters have it.
    pub id: &'static str,
    /// Name shown to users.
    pub label: &'static str,
    /// Unit of the number.
    pub unit: Unit,
    /// Meaning, in one sentence.
    pub help: &'static str,
}
