//! A measure: one row that says of a figure what it is and how it is worked out.
//!
//! The summary, its JSON, the tables of the command line, the catalog and whoever names a measure by a
//! path go by these rows; see [`measures`](super::measures). A dot in an id nests it: `loss.udp` is `udp` within
//! `loss`.

use std::borrow::Cow;

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::spec::Unit;

/// One figure of a run, or of every link, group or flow; `F` is the function that works it out.
pub struct Measure<F> {
    /// Name, with the unit where it has one.
    pub id: &'static str,
    /// For people.
    pub label: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// Its definition in a sentence.
    pub help: &'static str,
    /// Where the definition comes from; empty if it needs no source.
    pub source: &'static str,
    /// Works it out.
    pub read: F,
}

/// The value of a measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Figure {
    /// A number.
    Number(f64),
    /// A whole number.
    Count(u64),
    /// It does not apply, or nothing has been measured yet.
    Nothing,
    /// There is nothing here that it and its neighbours, behind the same dot, could be about.
    Absent,
}

/// What a front end knows of a measure without looking at a run.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "MeasureAbout"))]
pub struct About {
    /// Name within its owner.
    pub id: &'static str,
    /// `run`, `link`, `group` or `flow`.
    pub of: &'static str,
    /// Symbol of its unit; empty for a pure number.
    pub unit: &'static str,
    /// For people.
    pub label: &'static str,
    /// Its definition.
    pub help: &'static str,
    /// Where that comes from; empty if it needs no source.
    pub source: &'static str,
    /// Whether it is worked out only when a study asks for it, and how its path then ends.
    pub asked: Asked,
}

/// How the path of a measure ends that is worked out only when it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "MeasureAsked"))]
#[serde(rename_all = "snake_case")]
pub enum Asked {
    /// It is there without asking.
    No,
    /// With its id.
    Plainly,
    /// With a dot and the interval that it is measured over: `.20ms`.
    WithInterval,
}

/// Figures with the ids of their measures, in the order of the rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures(Vec<(Cow<'static, str>, Figure)>);

impl<F> Measure<F> {
    /// What a front end knows of it.
    #[must_use]
    pub fn about(&self, of: &'static str) -> About {
        self.asked_about(of, Asked::No)
    }

    /// The same of one that is worked out when it is asked for.
    #[must_use]
    pub fn asked_about(&self, of: &'static str, asked: Asked) -> About {
        About {
            id: self.id,
            of,
            unit: self.unit.symbol(),
            label: self.label,
            help: self.help,
            source: self.source,
            asked,
        }
    }
}

impl Figure {
    /// The number, if it is one.
    #[must_use]
    pub fn number(self) -> Option<f64> {
        match self {
            Figure::Number(number) => Some(number),
            Figure::Count(count) => Some(count as f64),
            Figure::Nothing | Figure::Absent => None,
        }
    }

    /// The whole number, if it is one.
    #[must_use]
    pub fn count(self) -> Option<u64> {
        match self {
            Figure::Count(count) => Some(count),
            _ => None,
        }
    }
}

impl From<Option<f64>> for Figure {
    fn from(number: Option<f64>) -> Figure {
        number.map_or(Figure::Nothing, Figure::Number)
    }
}

impl From<Option<u64>> for Figure {
    fn from(count: Option<u64>) -> Figure {
        count.map_or(Figure::Nothing, Figure::Count)
    }
}

impl Figures {
    /// Adds one.
    pub fn push(&mut self, id: impl Into<Cow<'static, str>>, figure: Figure) {
        self.0.push((id.into(), figure));
    }

    /// The figure of a measure; [`Figure::Absent`] if there is none of that id.
    #[must_use]
    pub fn get(&self, id: &str) -> Figure {
        let found = self.0.iter().find(|(known, _)| *known == id);
        found.map_or(Figure::Absent, |(_, figure)| *figure)
    }

    /// The same as a number.
    #[must_use]
    pub fn number(&self, id: &str) -> Option<f64> {
        self.get(id).number()
    }

    /// Ids of all.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(id, _)| &id[..])
    }

    /// Writes all into an object that is being written.
    ///
    /// # Errors
    /// As the serializer's.
    pub fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let mut rest = &self.0[..];
        while let Some((id, figure)) = rest.first() {
            let Some((nest, _)) = id.split_once('.') else {
                map.serialize_entry(&id[..], figure)?;
                rest = &rest[1..];
                continue;
            };
            let in_nest = |(id, _): &&(Cow<'static, str>, Figure)| inner(id, nest).is_some();
            let length = rest.iter().take_while(in_nest).count();
            let nested = Nested {
                nest,
                figures: &rest[..length],
            };
            map.serialize_entry(nest, &nested)?;
            rest = &rest[length..];
        }
        Ok(())
    }
}

/// Figures behind the same dot, as an object, or null where there is nothing that they could be about.
struct Nested<'a> {
    nest: &'a str,
    figures: &'a [(Cow<'static, str>, Figure)],
}

/// What follows `nest` and a dot.
fn inner<'a>(id: &'a str, nest: &str) -> Option<&'a str> {
    id.strip_prefix(nest)?.strip_prefix('.')
}

impl Serialize for Nested<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self
            .figures
            .iter()
            .all(|(_, figure)| *figure == Figure::Absent)
        {
            return serializer.serialize_none();
        }
        let mut map = serializer.serialize_map(Some(self.figures.len()))?;
        for (id, figure) in self.figures {
            map.serialize_entry(inner(id, self.nest).unwrap_or(id), figure)?;
        }
        map.end()
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Figure::Number(number) => serializer.serialize_f64(number),
            Figure::Count(count) => serializer.serialize_u64(count),
            Figure::Nothing | Figure::Absent => serializer.serialize_none(),
        }
    }
}

impl Serialize for Figures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.write(&mut map)?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dot_nests_and_what_is_absent_as_a_whole_is_null() {
        let mut figures = Figures::default();
        figures.push("utilization", Figure::Number(0.5));
        figures.push("loss.all", Figure::Nothing);
        figures.push("loss.tcp", Figure::Number(0.25));
        figures.push("drops", Figure::Count(3));
        figures.push("transfers.completed", Figure::Absent);
        figures.push("transfers.mean_s", Figure::Absent);
        assert_eq!(
            serde_json::to_string(&figures).unwrap(),
            r#"{"utilization":0.5,"loss":{"all":null,"tcp":0.25},"drops":3,"transfers":null}"#
        );
    }
}
