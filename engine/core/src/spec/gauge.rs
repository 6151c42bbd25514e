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

/// A [`Gauge`] or an output of a model: the help as a doc comment, the id, the label, and the [unit](Unit). A help of a
/// few words, such as a formula, may follow the unit instead.
macro_rules! row {
    ($Row:ident: $(#[doc = $help:literal])* $id:literal, $label:literal, $unit:ident $(, $formula:literal)?) => {
        $Row {
            id: $id,
            label: $label,
            unit: $crate::spec::Unit::$unit,
            help: concat!($($help,)* $($formula)?).trim_ascii(),
        }
    };
}

/// A list of [rows](row). After `=>` stands a row that is declared elsewhere.
///
/// ```ignore
/// rows![Gauge:
///     /// Queueing delay of the packet that left last. CoDel compares it with its target.
///     "sojourn_s", "Queueing delay", Seconds;
///     => HELD;
/// ]
/// ```
macro_rules! rows {
    ($Row:ident: $(
        $($(#[doc = $help:literal])* $id:literal, $label:literal, $unit:ident $(, $formula:literal)?)?
        $(=> $shared:expr)?;
    )+) => {
        &[$(
            $($crate::spec::gauge::row![$Row: $(#[doc = $help])* $id, $label, $unit $(, $formula)?])?
            $($shared)?
        ),+]
    };
}

pub(crate) use {row, rows};
