//! Probe: one row that defines a series and reads its values.
//!
//! Everything else follows from the row: the contents of a [`SeriesBuffer`](super::series_buffer::SeriesBuffer), the
//! columns of a frame and of a CSV file, the layout, and the catalog. To add a series, add a row in
//! [`probes`](super::probes).
//!
//! The macro [`probes!`] turns a list of rows into a table, and into one function that writes all values of an owner
//! in order. The recorder calls it a thousand times per simulated second. A loop over a table of functions took a
//! quarter longer per sample (106 ns instead of 86 ns), because processors cannot predict the calls. Rates, ratios
//! and means are computed on request.

use serde::Serialize;
use std::borrow::Cow;

use super::level::{Blank, CounterSet, packed};
use crate::spec::Unit;

/// Kind of owner of series: links, groups, flows, or groups at links.
pub trait Subject: Clone + std::fmt::Debug + 'static {
    /// Kind of owner that the catalog names.
    const OF: Of;
    /// Series of each owner.
    const PROBES: &'static [Probe];
    /// State of one owner at a sample.
    type Reading<'a>;
    /// Value that is unchanged since the last sample if no recorded value has changed.
    type Stamp: Copy + PartialEq + std::fmt::Debug;
    /// Writes the values that the probes read, in their order.
    fn fill(reading: &Self::Reading<'_>, row: &mut Filling<'_>);
}

/// Definition of a recorded series of every owner of a kind.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// Name, with the unit if it has one: `queue_packets`.
    pub id: &'static str,
    /// Label for legends and tables.
    pub label: &'static str,
    /// Unit of the values.
    pub unit: Unit,
    /// One or two sentences: its meaning, how it is averaged, and when it has no value.
    pub help: &'static str,
    /// How the values are read and averaged.
    pub read: Read,
}

/// How the values of a series are read and averaged. In [`probes!`], functions of the state at a sample follow in
/// parentheses.
///
/// A counter only grows from the start of the run; it may be an integral over time. Values are NaN where there is
/// none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read {
    /// `(integral, extremes)` of a level that changes between samples: its integral over time, in its unit times
    /// picoseconds, and its minimum and maximum since the last sample. A column has minimum, maximum, and
    /// time-weighted mean.
    Level,
    /// `(integral)` of a level: its time-weighted mean.
    Mean,
    /// `(value)` at each sample: minimum and maximum of a column.
    Value,
    /// `(value)` at each sample: maximum of a column.
    Greatest,
    /// `(counter)`: its increase per second, over at least the window of the frame.
    Rate,
    /// `(counter)` in picoseconds: its increase as a share of time, over at least the window of the frame.
    Share,
    /// `(counter)`: its increase within a column.
    Increase,
    /// `(part, whole)`: increase of one series of [`Increase`](Self::Increase) divided by that of another, over at
    /// least the window of the frame. Both are given by id.
    #[allow(missing_docs)]
    Ratio {
        part: &'static str,
        whole: &'static str,
    },
}

/// Writer of a row: counters, then bands.
pub struct Filling<'a> {
    /// Set of the counters that have a word in the row, as bits.
    kept: u64,
    counters: std::slice::IterMut<'a, u64>,
    bands: std::slice::IterMut<'a, u64>,
    /// Bit of the next counter.
    next: u64,
    /// Counters without a word whose values are not 0.
    missing: u64,
}

impl<'a> Filling<'a> {
    /// Returns a writer at the begin of a row.
    #[inline]
    #[must_use]
    pub fn new(row: Blank<'a>) -> Filling<'a> {
        Filling {
            kept: row.kept.0,
            counters: row.counters.iter_mut(),
            bands: row.bands.iter_mut(),
            next: 1,
            missing: 0,
        }
    }

    /// Counters without a word whose values are not 0 any more.
    #[inline]
    #[must_use]
    pub fn missing(&self) -> CounterSet {
        CounterSet(self.missing)
    }

    /// Writes the value of the next counter.
    #[inline(always)]
    pub fn count<L>(&mut self, reading: &L, take: impl Fn(&L) -> f64) {
        let bits = take(reading).to_bits();
        if self.kept & self.next == 0 {
            self.missing |= if bits == 0 { 0 } else { self.next };
        } else if let Some(word) = self.counters.next() {
            *word = bits;
        }
        self.next <<= 1;
    }

    /// Writes the minimum and maximum of the next band.
    #[inline(always)]
    pub fn extremes<L>(&mut self, reading: &L, take: impl Fn(&L) -> (f64, f64)) {
        if let Some(word) = self.bands.next() {
            let (low, high) = take(reading);
            *word = packed(low as f32, high as f32);
        }
    }

    /// Writes one value as minimum and maximum of the next band.
    #[inline(always)]
    pub fn value<L>(&mut self, reading: &L, take: impl Fn(&L) -> f64) {
        self.extremes(reading, |reading| {
            let value = take(reading);
            (value, value)
        });
    }
}

/// Expands rows to the items of [`Subject`]: `PROBES`, and `fill`, which writes the values.
///
/// The doc comment of a row is its help. Then follow the id, the label, the [unit](Unit), and [how](Read) the values
/// are read.
macro_rules! probes {
    ($(
        $(#[doc = $help:literal])+
        $id:literal, $label:literal, $unit:ident, $read:ident($($from:expr),*);
    )*) => {
        const PROBES: &'static [$crate::observe::probe::Probe] = &[$($crate::observe::probe::Probe {
            id: $id,
            label: $label,
            unit: $crate::spec::Unit::$unit,
            help: concat!($($help),+).trim_ascii(),
            read: $crate::observe::probe::read!($read $($from),*),
        }),*];

        #[inline]
        fn fill(reading: &Self::Reading<'_>, row: &mut $crate::observe::probe::Filling<'_>) {
            $($crate::observe::probe::write_down!(row, reading, $read $($from),*);)*
        }
    };
}

macro_rules! read {
    (Ratio $part:expr, $whole:expr) => {
        $crate::observe::probe::Read::Ratio {
            part: $part,
            whole: $whole,
        }
    };
    ($read:ident $($from:expr),*) => {
        $crate::observe::probe::Read::$read
    };
}

macro_rules! write_down {
    ($row:ident, $reading:ident, Ratio $part:expr, $whole:expr) => {};
    ($row:ident, $reading:ident, Level $integral:expr, $extremes:expr) => {
        $row.count($reading, $integral);
        $row.extremes($reading, $extremes);
    };
    ($row:ident, $reading:ident, Value $value:expr) => {
        $row.value($reading, $value)
    };
    ($row:ident, $reading:ident, Greatest $value:expr) => {
        $row.value($reading, $value)
    };
    ($row:ident, $reading:ident, $read:ident $counter:expr) => {
        $row.count($reading, $counter)
    };
}

pub(crate) use {probes, read, write_down};

/// Kind of owner of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Of {
    /// A link with a queue.
    Link,
    /// A group of flows.
    Group,
    /// A flow that is watched.
    Flow,
    /// A group of flows at a link with a queue.
    LinkGroup,
}

/// Parts of a column. Each part is given for all columns before the next part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Shape {
    /// Minimum, maximum, time-weighted mean.
    Level,
    /// Minimum and maximum of a column.
    Band,
    /// One value per column.
    Line,
}

/// Description of a series for front ends, which does not depend on a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "SeriesAbout"))]
pub struct About {
    /// Name within its owner.
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Cow<'static, str>,
    /// Kind of owner of the series.
    pub of: Of,
    /// Symbol of its unit; empty for a pure number.
    pub unit: &'static str,
    /// Parts of each column.
    pub shape: Shape,
    /// Label for legends and tables.
    pub label: &'static str,
    /// Meaning of the series, in a sentence or two.
    pub help: &'static str,
}

impl Probe {
    /// Describes the series for front ends; `of` is the kind of its owner.
    #[must_use]
    pub fn about(&self, of: Of) -> About {
        About {
            id: self.id.into(),
            of,
            unit: self.unit.symbol(),
            shape: self.read.shape(),
            label: self.label,
            help: self.help,
        }
    }
}

impl Read {
    /// Parts of a column of such a series.
    #[must_use]
    pub fn shape(self) -> Shape {
        match self {
            Read::Level => Shape::Level,
            Read::Value => Shape::Band,
            Read::Mean
            | Read::Greatest
            | Read::Rate
            | Read::Share
            | Read::Increase
            | Read::Ratio { .. } => Shape::Line,
        }
    }
}

impl Of {
    /// First part of the ids of its series; the id of the owner follows.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Of::Link | Of::LinkGroup => "link",
            Of::Group => "group",
            Of::Flow => "flow",
        }
    }
}

impl Shape {
    /// Names of the parts of a column; a single part needs no name.
    #[must_use]
    pub fn parts(self) -> &'static [&'static str] {
        match self {
            Shape::Level => &["min", "max", "mean"],
            Shape::Band => &["min", "max"],
            Shape::Line => &[""],
        }
    }
}
