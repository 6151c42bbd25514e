//! Gauges: what a running thing lets others read of its inside, such as the average that RED keeps.
//!
//! A kind lists its gauges beside its parameters and writes their values, in the order of the list, when it
//! is asked. Whoever records or draws them needs to know only the rows.

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
