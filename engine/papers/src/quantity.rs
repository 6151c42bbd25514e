//! Quantities: numbers in claims, computed from curves.
//!
//! In JSON a quantity is a number, or an object with one name: `{"argmin": {"curve": "loss", "to": 20}}`,
//! `{"ratio": [{"at": {"curve": "loss", "x": 30}}, {"at": {"curve": "loss", "x": 11}}]}`. Ranges are in the units of the
//! chart and include both ends. A quantity may have no value, for example beyond the last point; its claim then differs.

use bufferlab_core::study::Interval;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

use crate::curve::{Curves, Expr, Line, View, same};
use crate::figure::Scale;
use crate::fit::{FitStatistic, correlation, regression};
use crate::format::{number, with_unit};

/// Constant, or computation from curves.
#[derive(Clone, Debug, PartialEq)]
pub enum Quantity {
    /// Constant number in the file.
    Number(f64),
    /// Number computed from curves.
    Of(Box<Reading>),
}

/// Computation of a number from curves.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Reading {
    /// Value at x, by linear interpolation.
    At(At),
    /// Coordinate x of the smallest value.
    Argmin(Part),
    /// Coordinate x of the largest value.
    Argmax(Part),
    /// Smallest value of the points.
    Min(Part),
    /// Largest value of the points.
    Max(Part),
    /// Mean of the values of the points.
    Mean(Part),
    /// Largest value minus the smallest one.
    Spread(Part),
    /// Standard deviation of the points over their mean.
    Variation(Part),
    /// Largest ratio of a value to an earlier one.
    Growth(Part),
    /// Number of rises by more than a given share of their first value.
    Rises(Rises),
    /// First x at which the value reaches a given one from below, by linear interpolation.
    FirstAtLeast(First),
    /// First x at which the value reaches a given one from above, by linear interpolation.
    FirstAtMost(First),
    /// Result of a regression.
    Fit(Fit),
    /// Correlation of two curves at their common x.
    Correlation(Box<(Expr, Expr)>),
    /// First quantity divided by the second.
    Ratio(Box<(Quantity, Quantity)>),
    /// First quantity minus the second.
    Difference(Box<(Quantity, Quantity)>),
    /// Sum of all quantities.
    Sum(Vec<Quantity>),
    /// Product of all quantities.
    Product(Vec<Quantity>),
    /// Absolute value of a quantity.
    Abs(Quantity),
}

/// Point on a curve.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct At {
    /// Curve of the quantity.
    pub curve: Expr,
    /// Coordinate of the point.
    pub x: Quantity,
}

/// Range of a curve.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Curve of the quantity.
    pub curve: Expr,
    /// First x of the range; `None` for the first x of the curve.
    pub from: Option<f64>,
    /// Last x of the range; `None` for the last x of the curve.
    pub to: Option<f64>,
}

/// Range of a curve, and the size of a rise that counts.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rises {
    /// Curve of the quantity.
    pub curve: Expr,
    /// First x of the range.
    pub from: Option<f64>,
    /// Last x of the range.
    pub to: Option<f64>,
    /// Smallest rise that counts, as a share of its first value.
    #[serde(default)]
    pub slack: f64,
}

/// Range of a curve and a value to reach.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct First {
    /// Curve of the quantity.
    pub curve: Expr,
    /// First x of the range.
    pub from: Option<f64>,
    /// Last x of the range.
    pub to: Option<f64>,
    /// Value that the curve must reach.
    pub value: Quantity,
}

/// Regression over a range of a curve.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fit {
    /// Curve of the quantity.
    pub curve: Expr,
    /// First x of the range.
    pub from: Option<f64>,
    /// Last x of the range.
    pub to: Option<f64>,
    /// Scale of x: logarithmic for a regression over logarithms of x.
    #[serde(default)]
    pub x: Scale,
    /// Scale of y: logarithmic for a regression over logarithms of y.
    #[serde(default)]
    pub y: Scale,
    /// Result of the regression that is used.
    #[serde(rename = "figure")]
    pub statistic: FitStatistic,
}

/// Value of a quantity with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Value for the means over the replications.
    pub value: f64,
    /// Half-width of the 95 % interval from the values of single replications; `None` for fewer than two.
    pub half_width: Option<f64>,
}

impl Quantity {
    /// Computes the value and its interval; `None` if the quantity has no value.
    #[must_use]
    pub fn measured(&self, curves: &Curves) -> Option<Measured> {
        let value = self.value(curves, View::Mean)?;
        let count = self
            .curves()
            .into_iter()
            .map(|expr| curves.replications(expr));
        let count = count.max().unwrap_or(1);
        let each = (0..count).filter_map(|which| self.value(curves, View::Replication(which)));
        let each: Vec<f64> = each.collect();
        let half_width = Interval::of(&each).and_then(|interval| interval.half_width);
        Some(Measured { value, half_width })
    }

    /// Computes the value for one view of the curves; `None` if the quantity has no value.
    #[must_use]
    pub fn value(&self, curves: &Curves, view: View) -> Option<f64> {
        let value = match self {
            Quantity::Number(value) => *value,
            Quantity::Of(reading) => reading.value(curves, view)?,
        };
        value.is_finite().then_some(value)
    }

    /// Returns the curves that the quantity uses.
    #[must_use]
    pub fn curves(&self) -> Vec<&Expr> {
        let Quantity::Of(reading) = self else {
            return Vec::new();
        };
        match &**reading {
            Reading::At(at) => [vec![&at.curve], at.x.curves()].concat(),
            Reading::Argmin(part)
            | Reading::Argmax(part)
            | Reading::Min(part)
            | Reading::Max(part)
            | Reading::Mean(part)
            | Reading::Spread(part)
            | Reading::Variation(part)
            | Reading::Growth(part) => vec![&part.curve],
            Reading::Rises(rises) => vec![&rises.curve],
            Reading::FirstAtLeast(first) | Reading::FirstAtMost(first) => {
                [vec![&first.curve], first.value.curves()].concat()
            }
            Reading::Fit(fit) => vec![&fit.curve],
            Reading::Correlation(pair) => vec![&pair.0, &pair.1],
            Reading::Ratio(pair) | Reading::Difference(pair) => {
                [pair.0.curves(), pair.1.curves()].concat()
            }
            Reading::Sum(all) | Reading::Product(all) => {
                all.iter().flat_map(Quantity::curves).collect()
            }
            Reading::Abs(of) => of.curves(),
        }
    }

    /// Describes the quantity in words.
    #[must_use]
    pub fn describe(&self, curves: &Curves) -> String {
        match self {
            Quantity::Number(value) => number(*value),
            Quantity::Of(reading) => reading.describe(curves),
        }
    }

    /// Returns the unit; empty for a pure number.
    #[must_use]
    pub fn unit(&self, curves: &Curves) -> String {
        match self {
            Quantity::Number(_) => String::new(),
            Quantity::Of(reading) => reading.unit(curves),
        }
    }
}

impl Reading {
    fn value(&self, curves: &Curves, view: View) -> Option<f64> {
        let part = |part: &Part| within_range(curves.line(&part.curve, view), part.from, part.to);
        let least = |part_of: &Part| {
            let line = part(part_of);
            line.into_iter().min_by(|a, b| a.1.total_cmp(&b.1))
        };
        // The first of equal values, as for the smallest one.
        let most = |part_of: &Part| {
            let line = part(part_of);
            line.into_iter().rev().max_by(|a, b| a.1.total_cmp(&b.1))
        };
        match self {
            Reading::At(at) => at_x(&curves.line(&at.curve, view), at.x.value(curves, view)?),
            Reading::Argmin(of) => least(of).map(|(x, _)| x),
            Reading::Argmax(of) => most(of).map(|(x, _)| x),
            Reading::Min(of) => least(of).map(|(_, y)| y),
            Reading::Max(of) => most(of).map(|(_, y)| y),
            Reading::Mean(of) => mean(&part(of)),
            Reading::Spread(of) => Some(most(of)?.1 - least(of)?.1),
            Reading::Variation(of) => variation(&part(of)),
            Reading::Growth(of) => growth(&part(of)),
            Reading::Rises(of) => {
                let line = within_range(curves.line(&of.curve, view), of.from, of.to);
                Some(rises(&line, of.slack) as f64)
            }
            Reading::FirstAtLeast(of) => of.first_x(curves, view, 1.0),
            Reading::FirstAtMost(of) => of.first_x(curves, view, -1.0),
            Reading::Fit(of) => {
                let line = within_range(curves.line(&of.curve, view), of.from, of.to);
                regression(&line, (of.x, of.y), of.statistic)
            }
            Reading::Correlation(pair) => {
                let (a, b) = (curves.line(&pair.0, view), curves.line(&pair.1, view));
                let meet = |&(x, y): &(f64, f64)| Some((y, b.iter().find(|p| same(p.0, x))?.1));
                correlation(&a.iter().filter_map(meet).collect::<Vec<_>>())
            }
            Reading::Ratio(pair) => Some(pair.0.value(curves, view)? / pair.1.value(curves, view)?),
            Reading::Difference(pair) => {
                Some(pair.0.value(curves, view)? - pair.1.value(curves, view)?)
            }
            Reading::Sum(all) => all.iter().map(|of| of.value(curves, view)).sum(),
            Reading::Product(all) => all.iter().map(|of| of.value(curves, view)).product(),
            Reading::Abs(of) => of.value(curves, view).map(f64::abs),
        }
    }

    fn describe(&self, curves: &Curves) -> String {
        let part = |what: &str, part: &Part| {
            let range = range(curves, &part.curve, part.from, part.to);
            format!("{what}{}{range}", curves.label(&part.curve))
        };
        let list = |all: &[Quantity], sign: &str| {
            let words: Vec<String> = all.iter().map(|of| of.describe(curves)).collect();
            words.join(sign)
        };
        match self {
            Reading::At(at) => {
                let (label, unit) = (curves.label(&at.curve), curves.units(&at.curve).1);
                match &at.x {
                    Quantity::Number(x) => format!("{label} at {}", with_unit(*x, &unit)),
                    of => format!("{label} at {}", of.describe(curves)),
                }
            }
            Reading::Argmin(of) => part("x at the minimum of ", of),
            Reading::Argmax(of) => part("x at the maximum of ", of),
            Reading::Min(of) => part("minimum of ", of),
            Reading::Max(of) => part("maximum of ", of),
            Reading::Mean(of) => part("mean ", of),
            Reading::Spread(of) => part("spread of ", of),
            Reading::Variation(of) => part("variation of ", of),
            Reading::Growth(of) => part("largest growth of ", of),
            Reading::Rises(of) => {
                let range = range(curves, &of.curve, of.from, of.to);
                format!("rises of {}{range}", curves.label(&of.curve))
            }
            Reading::FirstAtLeast(of) => of.describe(curves, "at least"),
            Reading::FirstAtMost(of) => of.describe(curves, "at most"),
            Reading::Fit(of) => {
                let what = match of.statistic {
                    FitStatistic::Slope => "slope",
                    FitStatistic::Intercept => "intercept",
                    FitStatistic::R2 => "R²",
                };
                let log = |scale, axis| (scale == Scale::Log).then_some(axis);
                let logs: Vec<&str> = [log(of.y, "ln y"), log(of.x, "ln x")]
                    .into_iter()
                    .flatten()
                    .collect();
                let logs = if logs.is_empty() {
                    String::new()
                } else {
                    format!(" ({})", logs.join(", "))
                };
                let range = range(curves, &of.curve, of.from, of.to);
                format!("{what} of {}{logs}{range}", curves.label(&of.curve))
            }
            Reading::Correlation(pair) => {
                let (a, b) = (curves.label(&pair.0), curves.label(&pair.1));
                format!("correlation of {a} and {b}")
            }
            Reading::Ratio(pair) => {
                format!("{} ÷ {}", pair.0.describe(curves), pair.1.describe(curves))
            }
            Reading::Difference(pair) => {
                format!("{} − {}", pair.0.describe(curves), pair.1.describe(curves))
            }
            Reading::Sum(all) => list(all, " + "),
            Reading::Product(all) => list(all, " × "),
            Reading::Abs(of) => format!("|{}|", of.describe(curves)),
        }
    }

    fn unit(&self, curves: &Curves) -> String {
        match self {
            Reading::At(At { curve, .. })
            | Reading::Min(Part { curve, .. })
            | Reading::Max(Part { curve, .. })
            | Reading::Mean(Part { curve, .. })
            | Reading::Spread(Part { curve, .. }) => curves.units(curve).0,
            Reading::Argmin(Part { curve, .. })
            | Reading::Argmax(Part { curve, .. })
            | Reading::FirstAtLeast(First { curve, .. })
            | Reading::FirstAtMost(First { curve, .. }) => curves.units(curve).1,
            Reading::Difference(pair) => pair.0.unit(curves),
            Reading::Sum(all) => all.first().map_or(String::new(), |of| of.unit(curves)),
            Reading::Abs(of) => of.unit(curves),
            Reading::Variation(_)
            | Reading::Growth(_)
            | Reading::Rises(_)
            | Reading::Fit(_)
            | Reading::Correlation(_)
            | Reading::Ratio(_) => String::new(),
            Reading::Product(all) => unit_of_product(all, curves),
        }
    }
}

impl First {
    /// Returns the first x at which `sign` times the value is at least `sign` times the value to reach.
    fn first_x(&self, curves: &Curves, view: View, sign: f64) -> Option<f64> {
        let line = within_range(curves.line(&self.curve, view), self.from, self.to);
        let target = sign * self.value.value(curves, view)?;
        let place = line.iter().position(|(_, y)| sign * y >= target)?;
        let (x1, y1) = line[place];
        let Some(&(x0, y0)) = place.checked_sub(1).and_then(|before| line.get(before)) else {
            return Some(x1);
        };
        Some(x0 + (x1 - x0) * (target - sign * y0) / (sign * y1 - sign * y0))
    }

    fn describe(&self, curves: &Curves, how: &str) -> String {
        let (label, unit) = (curves.label(&self.curve), curves.units(&self.curve).0);
        let value = match &self.value {
            Quantity::Number(value) => with_unit(*value, &unit),
            of => of.describe(curves),
        };
        format!("first x with {label} {how} {value}")
    }
}

/// Returns the unit of a product with one factor that has a unit, else an empty one.
fn unit_of_product(factors: &[Quantity], curves: &Curves) -> String {
    let units = factors.iter().map(|factor| factor.unit(curves));
    let mut units = units.filter(|unit| !unit.is_empty());
    match (units.next(), units.next()) {
        (Some(unit), None) => unit,
        _ => String::new(),
    }
}

/// Returns the points of a line with x in a range.
#[must_use]
pub fn within_range(line: Line, from: Option<f64>, to: Option<f64>) -> Line {
    let within = |&(x, _): &(f64, f64)| {
        from.is_none_or(|from| x >= from || same(x, from))
            && to.is_none_or(|to| x <= to || same(x, to))
    };
    line.into_iter().filter(within).collect()
}

/// Describes a range in words, after a space; empty for a whole curve.
#[must_use]
pub fn range(curves: &Curves, curve: &Expr, from: Option<f64>, to: Option<f64>) -> String {
    let unit = curves.units(curve).1;
    match (from, to) {
        (None, None) => String::new(),
        (Some(from), None) => format!(" from {}", with_unit(from, &unit)),
        (None, Some(to)) => format!(" up to {}", with_unit(to, &unit)),
        (Some(from), Some(to)) => format!(" over {} to {}", number(from), with_unit(to, &unit)),
    }
}

fn at_x(line: &Line, x: f64) -> Option<f64> {
    if let Some((_, y)) = line.iter().find(|(known, _)| same(*known, x)) {
        return Some(*y);
    }
    let after = line.iter().position(|(known, _)| *known > x)?;
    let ((x0, y0), (x1, y1)) = (line[after.checked_sub(1)?], line[after]);
    Some(y0 + (y1 - y0) * (x - x0) / (x1 - x0))
}

fn mean(line: &Line) -> Option<f64> {
    let sum: f64 = line.iter().map(|(_, y)| y).sum();
    (!line.is_empty()).then(|| sum / line.len() as f64)
}

fn variation(line: &Line) -> Option<f64> {
    let mean = mean(line)?;
    let squares: f64 = line.iter().map(|(_, y)| (y - mean) * (y - mean)).sum();
    (line.len() > 1).then(|| (squares / (line.len() - 1) as f64).sqrt() / mean)
}

/// Returns the largest ratio of a value to an earlier one; at most 1 for a curve that never rises.
fn growth(line: &Line) -> Option<f64> {
    let mut lowest = line.first()?.1;
    let mut growth = 0.0;
    for &(_, y) in &line[1..] {
        growth = if y / lowest > growth {
            y / lowest
        } else {
            growth
        };
        lowest = if y < lowest { y } else { lowest };
    }
    (line.len() > 1).then_some(growth)
}

fn rises(line: &Line, slack: f64) -> usize {
    let Some(&(_, first)) = line.first() else {
        return 0;
    };
    let (mut count, mut rising, mut extreme) = (0, false, first);
    for &(_, y) in &line[1..] {
        let turned = if rising {
            y < extreme * (1.0 - slack)
        } else {
            y > extreme * (1.0 + slack)
        };
        if turned {
            rising = !rising;
            count += usize::from(rising);
        }
        let further = if rising { y > extreme } else { y < extreme };
        if turned || further {
            extreme = y;
        }
    }
    count
}

impl<'de> Deserialize<'de> for Quantity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Quantity, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Quantity;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(
                    "a number, or an object with one quantity such as {\"at\": {\"curve\", \"x\"}}",
                )
            }
            fn visit_f64<E: Error>(self, value: f64) -> Result<Quantity, E> {
                Ok(Quantity::Number(value))
            }
            fn visit_u64<E: Error>(self, value: u64) -> Result<Quantity, E> {
                Ok(Quantity::Number(value as f64))
            }
            fn visit_i64<E: Error>(self, value: i64) -> Result<Quantity, E> {
                Ok(Quantity::Number(value as f64))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Quantity, A::Error> {
                let reading = Reading::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Quantity::Of(Box::new(reading)))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::testing::curves;
    use crate::curve::{Curve, Point};

    fn anomaly() -> Curves {
        curves(&[(
            "loss",
            &[
                (1.0, 9.0),
                (8.0, 2.0),
                (10.0, 3.0),
                (30.0, 6.0),
                (50.0, 5.0),
            ],
        )])
    }

    fn value(json: &str) -> Option<f64> {
        let quantity: Quantity = serde_json::from_str(json).expect(json);
        quantity.value(&anomaly(), View::Mean)
    }

    #[test]
    fn quantities_are_computed_from_a_curve() {
        for (json, wanted) in [
            (r#"{"at": {"curve": "loss", "x": 9}}"#, Some(2.5)),
            (r#"{"at": {"curve": "loss", "x": 51}}"#, None),
            (
                r#"{"at": {"curve": "loss", "x": {"argmin": {"curve": "loss"}}}}"#,
                Some(2.0),
            ),
            (r#"{"argmin": {"curve": "loss", "from": 9}}"#, Some(10.0)),
            (r#"{"argmax": {"curve": "loss", "from": 8}}"#, Some(30.0)),
            (r#"{"mean": {"curve": "loss"}}"#, Some(5.0)),
            (r#"{"spread": {"curve": "loss"}}"#, Some(7.0)),
            (r#"{"growth": {"curve": "loss"}}"#, Some(3.0)),
            (r#"{"growth": {"curve": "loss", "to": 8}}"#, Some(2.0 / 9.0)),
            (r#"{"rises": {"curve": "loss"}}"#, Some(1.0)),
            (r#"{"rises": {"curve": "loss", "slack": 2.5}}"#, Some(0.0)),
            (
                r#"{"first_at_most": {"curve": "loss", "value": 5.5}}"#,
                Some(4.5),
            ),
            (
                r#"{"first_at_least": {"curve": "loss", "from": 8, "value": 4.5}}"#,
                Some(20.0),
            ),
            (
                r#"{"first_at_least": {"curve": "loss", "value": 10}}"#,
                None,
            ),
            (
                r#"{"ratio": [{"max": {"curve": "loss", "from": 8}}, {"min": {"curve": "loss"}}]}"#,
                Some(3.0),
            ),
            (
                r#"{"product": [0.5, {"difference": [3, {"sum": [1, 4]}]}]}"#,
                Some(-1.0),
            ),
            (r#"{"abs": -3}"#, Some(3.0)),
            (r#"{"ratio": [1, 0]}"#, None),
            (r#"{"min": {"curve": "none"}}"#, None),
            (r#"{"correlation": ["loss", "loss"]}"#, Some(1.0)),
        ] {
            let found = value(json);
            let near = |(a, b): (f64, f64)| (a - b).abs() < 1e-12;
            assert!(
                found.zip(wanted).map_or(found == wanted, near),
                "{json}: {found:?}"
            );
        }
    }

    #[test]
    fn replications_give_the_interval_of_a_quantity() {
        let point = |x: f64, values: &[f64]| Point {
            x,
            values: values.into(),
        };
        let curve = Curve {
            id: "u".to_owned(),
            points: vec![point(1.0, &[1.0, 2.0, 3.0]), point(2.0, &[2.0, 3.0, 4.0])],
            ..Curve::default()
        };
        let curves = Curves([("u".to_owned(), curve)].into());
        let measured = |json: &str| {
            let quantity: Quantity = serde_json::from_str(json).expect(json);
            quantity.measured(&curves).expect("a number")
        };
        let mean = measured(r#"{"at": {"curve": "u", "x": 1}}"#);
        // Student's t of two degrees of freedom is 4.303.
        assert!((mean.half_width.expect("three") - 4.302_65 / 3f64.sqrt()).abs() < 1e-4);
        let rise =
            r#"{"difference": [{"at": {"curve": "u", "x": 2}}, {"at": {"curve": "u", "x": 1}}]}"#;
        assert_eq!(
            measured(rise),
            Measured {
                value: 1.0,
                half_width: Some(0.0)
            },
            "paired by seed"
        );
    }

    #[test]
    fn unknown_names_are_rejected() {
        for (json, message) in [
            (
                r#"{"argmun": {"curve": "loss"}}"#,
                "unknown variant `argmun`",
            ),
            (
                r#"{"min": {"curve": "loss", "form": 3}}"#,
                "unknown field `form`",
            ),
            (r#""loss""#, "a number, or an object"),
        ] {
            let error = serde_json::from_str::<Quantity>(json)
                .expect_err(json)
                .to_string();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn quantities_are_described_in_words() {
        let quantity: Quantity = serde_json::from_str(
            r#"{"ratio": [{"at": {"curve": "loss", "x": 30}}, {"min": {"curve": "loss", "from": 8, "to": 12}}]}"#,
        )
        .expect("a quantity");
        assert_eq!(
            quantity.describe(&anomaly()),
            "loss at 30 ÷ minimum of loss over 8 to 12"
        );
    }
}
