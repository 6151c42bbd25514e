//! Curves: results of series, with the value of each replication at each point.
//!
//! Claims are checked on the means. The same quantity, computed from each replication alone, gives its confidence
//! interval. With common seeds the n-th values of two curves have the same seed.

use std::collections::BTreeMap;

use bufferlab_core::study::Interval;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

/// A curve, with its points in ascending order of x.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// Id of the series.
    pub id: String,
    /// Label of the curve for readers.
    pub label: String,
    /// Unit of its values; empty for a pure number.
    pub unit: String,
    /// Unit of x; empty for a pure number.
    pub x_unit: String,
    /// Points in ascending order of x, each x once.
    pub points: Vec<Point>,
}

/// Values at one x.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Coordinate in the unit of the chart.
    pub x: f64,
    /// One value per replication, in order of the seeds; a model has one. Never empty.
    pub values: Vec<f64>,
}

/// Selection of one value of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Mean over the replications.
    Mean,
    /// Value of one replication, counted from 0. A point with a single value has it in all replications.
    Replication(usize),
}

/// All curves of a figure, by id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curves(pub BTreeMap<String, Curve>);

/// Expression for the curve of a claim: a series, or a combination of two at their common x.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// Series with this id; `x` is the curve y = x.
    Series(String),
    /// Combination of two curves.
    Pair(Pair),
}

/// Combination of two curves, point by point.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pair {
    /// Quotient of the first and the second curve.
    Ratio(Box<(Expr, Expr)>),
    /// First curve minus the second one.
    Difference(Box<(Expr, Expr)>),
}

/// Points (x, y) in ascending order of x.
pub type Line = Vec<(f64, f64)>;

impl Point {
    /// Returns the selected value, or `None` if the replication does not exist.
    #[must_use]
    pub fn value(&self, view: View) -> Option<f64> {
        match (view, &self.values[..]) {
            (_, [only]) => Some(*only),
            (View::Mean, values) => Interval::of(values).map(|interval| interval.mean),
            (View::Replication(which), values) => values.get(which).copied(),
        }
    }
}

impl Curve {
    /// Adds a value at x, as a further replication if the point exists.
    pub fn add(&mut self, x: f64, value: f64) {
        match self.points.binary_search_by(|point| point.x.total_cmp(&x)) {
            Ok(place) => self.points[place].values.push(value),
            Err(place) => {
                let values = vec![value];
                self.points.insert(place, Point { x, values });
            }
        }
    }

    fn line(&self, view: View) -> Line {
        let points = self.points.iter();
        points
            .filter_map(|point| Some((point.x, point.value(view)?)))
            .collect()
    }
}

impl Curves {
    /// Returns the largest number of replications of a point, at least 1.
    #[must_use]
    pub fn replications(&self, expr: &Expr) -> usize {
        let of = |id: &str| self.0.get(id).map_or(1, replications);
        expr.ids().into_iter().map(of).max().unwrap_or(1)
    }

    /// Returns the points of a curve; empty for a series without points.
    #[must_use]
    pub fn line(&self, expr: &Expr, view: View) -> Line {
        match expr {
            Expr::Series(id) => self.0.get(id).map_or(Vec::new(), |curve| curve.line(view)),
            Expr::Pair(Pair::Ratio(pair)) => self.joined(pair, view, |a, b| a / b),
            Expr::Pair(Pair::Difference(pair)) => self.joined(pair, view, |a, b| a - b),
        }
    }

    /// Combines two curves at their common x by `of`. A result that is not finite gives no point.
    fn joined(&self, (a, b): &(Expr, Expr), view: View, of: fn(f64, f64) -> f64) -> Line {
        let identity = |expr: &Expr| *expr == Expr::Series("x".to_owned());
        let (mut first, mut second) = (self.line(a, view), self.line(b, view));
        if identity(a) {
            first = second.iter().map(|&(x, _)| (x, x)).collect();
        } else if identity(b) {
            second = first.iter().map(|&(x, _)| (x, x)).collect();
        }
        let join = |&(x, y): &(f64, f64)| {
            let other = second.iter().find(|(other, _)| same(*other, x))?.1;
            let joined = of(y, other);
            joined.is_finite().then_some((x, joined))
        };
        first.iter().filter_map(join).collect()
    }

    /// Returns the label for readers.
    #[must_use]
    pub fn label(&self, expr: &Expr) -> String {
        match expr {
            Expr::Series(id) if id == "x" => "x".to_owned(),
            Expr::Series(id) => self
                .0
                .get(id)
                .map_or(id.clone(), |curve| curve.label.clone()),
            Expr::Pair(Pair::Ratio(pair)) => {
                format!("({} ÷ {})", self.label(&pair.0), self.label(&pair.1))
            }
            Expr::Pair(Pair::Difference(pair)) => {
                format!("({} − {})", self.label(&pair.0), self.label(&pair.1))
            }
        }
    }

    /// Returns the units of the values and of x.
    #[must_use]
    pub fn units(&self, expr: &Expr) -> (String, String) {
        match expr {
            Expr::Series(id) => {
                let of = |curve: &Curve| (curve.unit.clone(), curve.x_unit.clone());
                self.0.get(id).map_or_else(Default::default, of)
            }
            Expr::Pair(Pair::Ratio(pair)) => (String::new(), self.units(&pair.0).1),
            Expr::Pair(Pair::Difference(pair)) => self.units(&pair.0),
        }
    }
}

/// Returns true if two coordinates are equal apart from rounding.
#[must_use]
pub fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * (a.abs() + b.abs())
}

fn replications(curve: &Curve) -> usize {
    let counts = curve.points.iter().map(|point| point.values.len());
    counts.max().unwrap_or(1)
}

impl Expr {
    /// Returns the ids of the series in the expression.
    #[must_use]
    pub fn ids(&self) -> Vec<&str> {
        match self {
            Expr::Series(id) => vec![id],
            Expr::Pair(Pair::Ratio(pair) | Pair::Difference(pair)) => {
                [pair.0.ids(), pair.1.ids()].concat()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Expr {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Expr, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Expr;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("the id of a series, {\"ratio\": [a, b]} or {\"difference\": [a, b]}")
            }
            fn visit_str<E: Error>(self, id: &str) -> Result<Expr, E> {
                Ok(Expr::Series(id.to_owned()))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Expr, A::Error> {
                Pair::deserialize(MapAccessDeserializer::new(map)).map(Expr::Pair)
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    /// Creates curves with these ids and points, with one value per point.
    pub fn curves(named: &[(&str, &[(f64, f64)])]) -> Curves {
        let make = |&(id, points): &(&str, &[(f64, f64)])| {
            let mut curve = Curve {
                id: id.to_owned(),
                label: id.to_owned(),
                ..Curve::default()
            };
            for &(x, y) in points {
                curve.add(x, y);
            }
            (id.to_owned(), curve)
        };
        Curves(named.iter().map(make).collect())
    }

    /// Creates the expression for a series.
    pub fn series(id: &str) -> Expr {
        Expr::Series(id.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{curves, series};
    use super::*;

    #[test]
    fn replications_are_collected_at_their_point_in_any_order() {
        let mut curve = Curve::default();
        for (x, y) in [(2.0, 4.0), (1.0, 1.0), (2.0, 6.0)] {
            curve.add(x, y);
        }
        assert_eq!(curve.line(View::Mean), [(1.0, 1.0), (2.0, 5.0)]);
        assert_eq!(curve.line(View::Replication(1)), [(1.0, 1.0), (2.0, 6.0)]);
        assert_eq!(curve.line(View::Replication(2)), [(1.0, 1.0)]);
    }

    #[test]
    fn curves_are_combined_at_their_common_x() {
        let curves = curves(&[
            ("a", &[(1.0, 2.0), (2.0, 6.0), (3.0, 1.0)]),
            ("b", &[(2.0, 3.0), (3.0, 0.0)]),
        ]);
        let expr = |json: &str| serde_json::from_str::<Expr>(json).expect(json);
        let ratio = expr(r#"{"ratio": ["a", "b"]}"#);
        assert_eq!(
            curves.line(&ratio, View::Mean),
            [(2.0, 2.0)],
            "1 ÷ 0 is no point"
        );
        let slope = expr(r#"{"ratio": ["a", "x"]}"#);
        assert_eq!(curves.line(&slope, View::Mean)[1], (2.0, 3.0));
        assert_eq!(ratio.ids(), ["a", "b"]);
        assert_eq!(curves.label(&ratio), "(a ÷ b)");
        assert!(curves.line(&series("c"), View::Mean).is_empty());
        assert!(serde_json::from_str::<Expr>(r#"{"sum": ["a", "b"]}"#).is_err());
    }
}
