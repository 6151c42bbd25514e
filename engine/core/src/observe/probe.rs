//! A probe: one row that says of a series what it is and how it is read.
//!
//! Everything else follows from the row: what a [`Strip`](super::strip::Strip) keeps of its owner, the
//! columns of a frame, those of a CSV file, the layout, the catalog. One more series is one more row in
//! [`probes`](super::probes).
//!
//! A row names what it looks at by plain functions. When recording begins they are sorted into a
//! [`Plan`](super::plan::Plan), so that a sample is nothing but a row of numbers; rates, ratios and means
//! are worked out when someone asks.

use serde::Serialize;

use crate::spec::Unit;

/// Whose state is looked at: links, groups or flows.
pub trait Subject: Clone + std::fmt::Debug + 'static {
    /// What its series belong to.
    const OF: Of;
    /// Its series.
    const PROBES: &'static [Probe<Self>];
    /// Everything that can be seen of one of them at a sample.
    type Look<'a>;
    /// What is the same as at the last sample if nothing that is recorded has changed since.
    type Stamp: Copy + PartialEq + std::fmt::Debug;
}

/// One recorded series of every owner of a kind.
pub struct Probe<S: Subject> {
    /// Name, with the unit where it has one: `queue_packets`.
    pub id: &'static str,
    /// For people, in a legend.
    pub label: &'static str,
    /// Unit of its values.
    pub unit: Unit,
    /// One or two sentences: what it is, how it is averaged, when there is nothing.
    pub help: &'static str,
    /// How it is read.
    pub read: Read<S>,
}

/// A number that can be seen at a sample; NaN where there is none.
pub type Take<S> = for<'a, 'b> fn(&'b <S as Subject>::Look<'a>) -> f64;
/// The lowest and highest value since the sample before.
pub type Extremes<S> = for<'a, 'b> fn(&'b <S as Subject>::Look<'a>) -> (f64, f64);

/// How a series is read.
///
/// A counter only grows, from the start of the run; it may be a sum over time.
pub enum Read<S: Subject> {
    /// A level that moves between samples: its integral over time, in its unit times picoseconds, and
    /// how low and high it has been. A column gives its mean, weighted by time, lowest and highest.
    Level(Take<S>, Extremes<S>),
    /// A level of which only the integral is kept: its mean, weighted by time.
    Mean(Take<S>),
    /// A value as it stands at each sample: the lowest and highest of a column.
    Value(Take<S>),
    /// The same: the greatest of a column.
    Greatest(Take<S>),
    /// How fast a counter rises, per second, over the window of the frame at least.
    Rate(Take<S>),
    /// A counter of picoseconds: the share of time that it counted, likewise.
    Share(Take<S>),
    /// How much a counter rose within a column.
    Increase(Take<S>),
    /// How much one series of [`Increase`](Self::Increase) rose out of another, both given by id, over
    /// the window of the frame at least.
    #[allow(missing_docs)]
    Ratio {
        part: &'static str,
        whole: &'static str,
    },
}

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
    pub id: &'static str,
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

impl<S: Subject> Probe<S> {
    /// What a front end knows of it.
    #[must_use]
    pub fn about(&self) -> About {
        About {
            id: self.id,
            of: S::OF,
            unit: self.unit.symbol(),
            shape: self.read.shape(),
            label: self.label,
            help: self.help,
        }
    }
}

impl<S: Subject> Read<S> {
    /// Values per column.
    #[must_use]
    pub fn shape(&self) -> Shape {
        match self {
            Read::Level(..) => Shape::Level,
            Read::Value(_) => Shape::Band,
            Read::Mean(_)
            | Read::Greatest(_)
            | Read::Rate(_)
            | Read::Share(_)
            | Read::Increase(_)
            | Read::Ratio { .. } => Shape::Line,
        }
    }
}

impl Of {
    /// First part of the ids of its series.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Of::Link => "link",
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
