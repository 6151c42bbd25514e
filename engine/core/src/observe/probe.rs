//! A probe: one row that says of a series what it is and how it is read.
//!
//! Everything else follows from the row: what a [`SeriesBuffer`](super::series_buffer::SeriesBuffer) keeps of its owner, the
//! columns of a frame, those of a CSV file, the layout, the catalog. One more series is one more row in
//! [`probes`](super::probes).
//!
//! A list of rows is written as [`probes!`], which makes of them a table for whoever asks what there is, and
//! one function that looks at an owner and writes all its numbers down, one after another. The recorder runs
//! it a thousand times per simulated second: as a loop over a table of functions a sample took a quarter longer
//! (106 ns against 86), since no processor foresees their addresses. Rates, ratios and means are worked out when someone asks.

use serde::Serialize;
use std::borrow::Cow;

use super::level::{Blank, CounterSet, packed};
use crate::spec::Unit;

/// Whose state is looked at: links, groups or flows.
pub trait Subject: Clone + std::fmt::Debug + 'static {
    /// What its series belong to.
    const OF: Of;
    /// Its series.
    const PROBES: &'static [Probe];
    /// Everything that can be seen of one of them at a sample.
    type Reading<'a>;
    /// What is the same as at the last sample if nothing that is recorded has changed since.
    type Stamp: Copy + PartialEq + std::fmt::Debug;
    /// Writes down what the probes read, in their order.
    fn fill(reading: &Self::Reading<'_>, row: &mut Filling<'_>);
}

/// One recorded series of every owner of a kind.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// Name, with the unit where it has one: `queue_packets`.
    pub id: &'static str,
    /// For people, in a legend.
    pub label: &'static str,
    /// Unit of its values.
    pub unit: Unit,
    /// One or two sentences: what it is, how it is averaged, when there is nothing.
    pub help: &'static str,
    /// How it is read.
    pub read: Read,
}

/// How a series is read, and from what; in [`probes!`] functions of what can be seen at a sample follow in
/// brackets.
///
/// A counter only grows, from the start of the run; it may be a sum over time. Values are NaN where there are
/// none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read {
    /// `(integral, extremes)` of a level that moves between samples: its integral over time, in its unit
    /// times picoseconds, and how low and high it has been since the last sample. A column gives lowest,
    /// highest, and mean weighted by time.
    Level,
    /// `(integral)` of a level of which only that is kept: its mean, weighted by time.
    Mean,
    /// `(value)` as it stands at each sample: the lowest and highest of a column.
    Value,
    /// `(value)`, of which the greatest in a column.
    Greatest,
    /// `(counter)`: how fast it rises, per second, over the window of the frame at least.
    Rate,
    /// `(counter)` of picoseconds: the share of time that it counted, likewise.
    Share,
    /// `(counter)`: how much it rose within a column.
    Increase,
    /// `(part, whole)`: how much one series of [`Increase`](Self::Increase) rose out of another, both given
    /// by id, over the window of the frame at least.
    #[allow(missing_docs)]
    Ratio {
        part: &'static str,
        whole: &'static str,
    },
}

/// A row that is being written: counters, then bands.
pub struct Filling<'a> {
    /// A bit for each counter that has a place.
    kept: u64,
    counters: std::slice::IterMut<'a, u64>,
    bands: std::slice::IterMut<'a, u64>,
    /// The bit of the next counter.
    next: u64,
    /// Counters without a place that are not 0.
    missing: u64,
}

impl<'a> Filling<'a> {
    /// Begins to write a row.
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

    /// The counters that were given but have no place, as they had always been 0.
    #[inline]
    #[must_use]
    pub fn missing(&self) -> CounterSet {
        CounterSet(self.missing)
    }

    /// Writes a counter.
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

    /// Writes how low and high something has been.
    #[inline(always)]
    pub fn extremes<L>(&mut self, reading: &L, take: impl Fn(&L) -> (f64, f64)) {
        if let Some(word) = self.bands.next() {
            let (low, high) = take(reading);
            *word = packed(low as f32, high as f32);
        }
    }

    /// Writes a value as it stands.
    #[inline(always)]
    pub fn value<L>(&mut self, reading: &L, take: impl Fn(&L) -> f64) {
        self.extremes(reading, |reading| {
            let value = take(reading);
            (value, value)
        });
    }
}

/// Makes of rows what [`Subject`] wants: `PROBES`, and `fill`, which writes down what they read.
macro_rules! probes {
    ($({
        id: $id:literal,
        label: $label:literal,
        unit: $unit:ident,
        help: $help:literal,
        read: $read:ident($($from:expr),*),
    })*) => {
        const PROBES: &'static [$crate::observe::probe::Probe] = &[$($crate::observe::probe::Probe {
            id: $id,
            label: $label,
            unit: $crate::spec::Unit::$unit,
            help: $help,
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

/// What a series belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Of {
    /// A link with a queue.
    Link,
    /// A group of flows.
    Group,
    /// A watched flow.
    Flow,
    /// A group of flows at a link with a queue.
    LinkGroup,
}

/// Values per column, each of which comes for all columns before the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Shape {
    /// Lowest, highest, mean weighted by time.
    Level,
    /// Lowest, highest.
    Band,
    /// One.
    Line,
}

/// What a front end knows of a series without looking at a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "SeriesAbout"))]
pub struct About {
    /// Name within its owner.
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Cow<'static, str>,
    /// What it belongs to.
    pub of: Of,
    /// Symbol of its unit; empty for a pure number.
    pub unit: &'static str,
    /// Values per column.
    pub shape: Shape,
    /// For people.
    pub label: &'static str,
    /// What it is.
    pub help: &'static str,
}

impl Probe {
    /// What a front end knows of it, as a series of such owners.
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
    /// Values per column.
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
    /// What each of the values of a column is; a single one needs no name.
    #[must_use]
    pub fn parts(self) -> &'static [&'static str] {
        match self {
            Shape::Level => &["min", "max", "mean"],
            Shape::Band => &["min", "max"],
            Shape::Line => &[""],
        }
    }
}
