//! Measure: one row that defines a statistic of a run and computes it.
//!
//! The summary, its JSON, the tables of the page and of the command line, the comparison of runs, the catalog and paths of
//! measures follow from these rows; see [`measures`](super::measures). A dot in an id nests it: `loss.udp` is `udp` within
//! `loss`.
//!
//! ```ignore
//! measures! {
//!     /// Measures of a link, in the order of the summary.
//!     pub static LINK: [Read] = [
//!         /// Share of the measured time in which the link transmits.
//!         "utilization", "Utilization", Ratio, [compared, digits: 4], |l| l.per_second(l.measured.transmission.s());
//!     ];
//! }
//! ```
//!
//! The doc comment is the help. Then follow the id, the label, the [unit](Unit), other properties of a [`Measure`] in
//! brackets, and the function that computes it.

use std::borrow::Cow;

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::spec::Unit;

/// Definition of a statistic of a run, link, group or flow; `F` is the function that computes it.
pub struct Measure<F> {
    /// Name, with the unit where it has one.
    pub id: &'static str,
    /// Label for tables and legends.
    pub label: &'static str,
    /// Unit of the value.
    pub unit: Unit,
    /// Definition, in one or a few sentences.
    pub help: &'static str,
    /// Source of the definition; empty if it needs none.
    pub source: &'static str,
    /// Tables that show it.
    pub shown: Shown,
    /// Set of measures that are shown only if one of them has a value; empty if it is always shown.
    pub group: &'static str,
    /// Significant digits in the tables of the page. The command line shows four.
    pub digits: u8,
    /// Computes the value from the state of an owner.
    pub read: F,
}

/// Tables that show a measure. The command line shows every measure that has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "MeasureShown"))]
#[serde(rename_all = "snake_case")]
pub enum Shown {
    /// The summary of a run and the comparison of runs.
    Compared,
    /// The summary of a run.
    Summarized,
    /// Only lists of all measures, as in studies.
    Listed,
}

/// The value of a measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Statistic {
    /// Value that is a floating-point number.
    Number(f64),
    /// Value that is an integer.
    Count(u64),
    /// The measure does not apply, or nothing has been measured yet.
    Nothing,
    /// None of the measures with the same prefix applies to this owner.
    Absent,
}

/// Description of a measure for front ends, which does not depend on a run.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "MeasureAbout"))]
pub struct About {
    /// Name within its owner.
    pub id: &'static str,
    /// `run`, `link`, `group` or `flow`.
    pub of: &'static str,
    /// Symbol of its unit; empty for a pure number.
    pub unit: &'static str,
    /// Label for tables and legends.
    pub label: &'static str,
    /// Definition of the measure.
    pub help: &'static str,
    /// Source of the definition; empty if it needs none.
    pub source: &'static str,
    /// Tables that show it.
    pub shown: Shown,
    /// Set of measures that are shown only if one of them has a value; empty if it is always shown.
    pub group: &'static str,
    /// Significant digits in the tables of the page. The command line shows four.
    pub digits: u8,
    /// Whether the measure is computed only on request of a study, and how its path ends then.
    pub asked: OnRequest,
}

/// Whether a measure is computed only on request, and how its path ends then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "MeasureAsked"))]
#[serde(rename_all = "snake_case")]
pub enum OnRequest {
    /// Computed in every run.
    No,
    /// On request; the path ends with the id.
    Plainly,
    /// On request; the path ends with a dot and the interval, as in `.20ms`.
    WithInterval,
}

/// Values with the ids of their measures, in the order of the rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics(Vec<(Cow<'static, str>, Statistic)>);

/// Declares lists of measures. The [module](self) describes the form.
macro_rules! measures {
    (
        $(#[$attribute:meta])*
        $visibility:vis static $LIST:ident: [$read:ty] = [$(
            $(#[doc = $help:literal])+
            $id:literal, $label:literal, $unit:ident, [$($property:ident $(: $value:expr)?),*], $compute:expr;
        )+];
    ) => {
        $(#[$attribute])*
        $visibility static $LIST: &[$crate::observe::measure::Measure<$read>] = &[$({
            #[allow(unused_mut, reason = "a row without properties")]
            let mut row = $crate::observe::measure::Measure::<$read>::new(
                $id,
                $label,
                $crate::spec::Unit::$unit,
                concat!($($help),+).trim_ascii(),
                $compute,
            );
            $($crate::observe::measure::measures!(@set row $property $($value)?);)*
            row
        }),+];
    };
    (@set $row:ident compared) => { $row.shown = $crate::observe::measure::Shown::Compared };
    (@set $row:ident summarized) => { $row.shown = $crate::observe::measure::Shown::Summarized };
    (@set $row:ident $property:ident $value:expr) => { $row.$property = $value };
}
pub(crate) use measures;

impl<F> Measure<F> {
    /// Returns a measure that no table but lists of all measures shows.
    pub const fn new(
        id: &'static str,
        label: &'static str,
        unit: Unit,
        help: &'static str,
        read: F,
    ) -> Measure<F> {
        Measure {
            id,
            label,
            unit,
            help,
            source: "",
            shown: Shown::Listed,
            group: "",
            digits: 3,
            read,
        }
    }

    /// Describes the measure for front ends.
    #[must_use]
    pub fn about(&self, of: &'static str) -> About {
        self.about_on_request(of, OnRequest::No)
    }

    /// Describes a measure that is computed on request.
    #[must_use]
    pub fn about_on_request(&self, of: &'static str, asked: OnRequest) -> About {
        About {
            id: self.id,
            of,
            unit: self.unit.symbol(),
            label: self.label,
            help: self.help,
            source: self.source,
            shown: self.shown,
            group: self.group,
            digits: self.digits,
            asked,
        }
    }
}

impl Statistic {
    /// Returns the value as a floating-point number; `None` if there is none.
    #[must_use]
    pub fn number(self) -> Option<f64> {
        match self {
            Statistic::Number(number) => Some(number),
            Statistic::Count(count) => Some(count as f64),
            Statistic::Nothing | Statistic::Absent => None,
        }
    }

    /// Returns the value if it is an integer.
    #[must_use]
    pub fn count(self) -> Option<u64> {
        match self {
            Statistic::Count(count) => Some(count),
            _ => None,
        }
    }
}

impl From<Option<f64>> for Statistic {
    fn from(number: Option<f64>) -> Statistic {
        number.map_or(Statistic::Nothing, Statistic::Number)
    }
}

impl From<Option<u64>> for Statistic {
    fn from(count: Option<u64>) -> Statistic {
        count.map_or(Statistic::Nothing, Statistic::Count)
    }
}

impl Statistics {
    /// Adds a value with the id of its measure.
    pub fn push(&mut self, id: impl Into<Cow<'static, str>>, statistic: Statistic) {
        self.0.push((id.into(), statistic));
    }

    /// Returns the value of a measure; [`Statistic::Absent`] if there is no measure with that id.
    #[must_use]
    pub fn get(&self, id: &str) -> Statistic {
        let found = self.0.iter().find(|(known, _)| *known == id);
        found.map_or(Statistic::Absent, |(_, statistic)| *statistic)
    }

    /// Returns the value of a measure as a floating-point number.
    #[must_use]
    pub fn number(&self, id: &str) -> Option<f64> {
        self.get(id).number()
    }

    /// Ids of all measures, in order.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(id, _)| &id[..])
    }

    /// Writes all values into an object that is being serialized.
    ///
    /// # Errors
    /// Errors of the serializer.
    pub fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let mut rest = &self.0[..];
        while let Some((id, statistic)) = rest.first() {
            let Some((nest, _)) = id.split_once('.') else {
                map.serialize_entry(&id[..], statistic)?;
                rest = &rest[1..];
                continue;
            };
            let in_nest = |(id, _): &&(Cow<'static, str>, Statistic)| inner(id, nest).is_some();
            let length = rest.iter().take_while(in_nest).count();
            let nested = Nested {
                nest,
                statistics: &rest[..length],
            };
            map.serialize_entry(nest, &nested)?;
            rest = &rest[length..];
        }
        Ok(())
    }
}

/// Values with the same prefix, as an object; null if all of them are absent.
struct Nested<'a> {
    nest: &'a str,
    statistics: &'a [(Cow<'static, str>, Statistic)],
}

/// Returns the part of the id that follows `nest` and a dot.
fn inner<'a>(id: &'a str, nest: &str) -> Option<&'a str> {
    id.strip_prefix(nest)?.strip_prefix('.')
}

impl Serialize for Nested<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self
            .statistics
            .iter()
            .all(|(_, statistic)| *statistic == Statistic::Absent)
        {
            return serializer.serialize_none();
        }
        let mut map = serializer.serialize_map(Some(self.statistics.len()))?;
        for (id, statistic) in self.statistics {
            map.serialize_entry(inner(id, self.nest).unwrap_or(id), statistic)?;
        }
        map.end()
    }
}

impl Serialize for Statistic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Statistic::Number(number) => serializer.serialize_f64(number),
            Statistic::Count(count) => serializer.serialize_u64(count),
            Statistic::Nothing | Statistic::Absent => serializer.serialize_none(),
        }
    }
}

impl Serialize for Statistics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.write(&mut map)?;
        map.end()
    }
}

/// Returns `part` divided by `whole`; `None` if `whole` is 0.
#[must_use]
pub fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dot_nests_and_a_nest_of_absent_values_is_null() {
        let mut statistics = Statistics::default();
        statistics.push("utilization", Statistic::Number(0.5));
        statistics.push("loss.all", Statistic::Nothing);
        statistics.push("loss.tcp", Statistic::Number(0.25));
        statistics.push("drops", Statistic::Count(3));
        statistics.push("transfers.completed", Statistic::Absent);
        statistics.push("transfers.mean_s", Statistic::Absent);
        assert_eq!(
            serde_json::to_string(&statistics).unwrap(),
            r#"{"utilization":0.5,"loss":{"all":null,"tcp":0.25},"drops":3,"transfers":null}"#
        );
    }
}
