//! Quantities: numbers in claims, computed from curves.
//!
//! In JSON a quantity is a number, or an object with one name: `{"argmin": {"curve": "loss", "to": 20}}`,
//! `{"ratio": [{"at": {"curve": "loss", "x": 30}}, {"at": {"curve": "loss", "x": 11}}]}`. Ranges are in the units of the
//! chart and include both ends. A quantity may have no value, for example beyond the last point; its claim then differs.
//!
//! To add a reading, add one file here with its struct and `impl Read` (or `impl OverPart`), and one entry in the
//! `readings!` list below. A reading and its opposite share a file.

mod abs;
mod at;
mod constant;
mod correlation;
mod difference;
mod extreme;
mod first;
mod fit;
mod growth;
mod mean;
pub mod part;
mod product;
mod ratio;
pub mod read;
mod rises;
mod single;
mod spread;
mod sum;
mod variation;

use bufferlab_core::study::Interval;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

use crate::curve::{Curves, Expr, View};
use read::Read;

macro_rules! readings {
    ($($name:ident($reading:ty)),+ $(,)?) => {
        /// Computation of a number from curves.
        #[derive(Clone, Debug, PartialEq, Deserialize)]
        #[serde(rename_all = "snake_case", deny_unknown_fields)]
        enum Reading {
            $($name($reading)),+
        }

        impl Reading {
            fn as_read(&self) -> &dyn Read {
                match self {
                    $(Reading::$name(reading) => reading),+
                }
            }
        }
    };
}

readings! {
    At(at::At<Quantity>),
    Argmin(extreme::Argmin),
    Argmax(extreme::Argmax),
    Min(extreme::Min),
    Max(extreme::Max),
    Mean(mean::Mean),
    Spread(spread::Spread),
    Variation(variation::Variation),
    Growth(growth::Growth),
    Rises(rises::Rises),
    FirstAtLeast(first::First<Quantity, true>),
    FirstAtMost(first::First<Quantity, false>),
    Fit(fit::Fit),
    Correlation(correlation::Correlation),
    Single(single::Single),
    Ratio(ratio::Ratio<Quantity>),
    Difference(difference::Difference<Quantity>),
    Sum(sum::Sum<Quantity>),
    Product(product::Product<Quantity>),
    Abs(abs::Abs<Quantity>),
}

/// Constant, or computation from curves.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity(Kind);

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Number(f64),
    Of(Box<Reading>),
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
    /// Creates a quantity that is a constant.
    #[must_use]
    pub fn constant(value: f64) -> Quantity {
        Quantity(Kind::Number(value))
    }

    /// Creates the value of a series with one point.
    #[must_use]
    pub fn single(series: &str) -> Quantity {
        let curve = Expr::Series(series.to_owned());
        Quantity::of(Reading::Single(single::Single { curve }))
    }

    /// Creates a combination of quantities by its name in JSON; `None` if there is no such combination of so many.
    #[must_use]
    pub fn combined(name: &str, mut of: Vec<Quantity>) -> Option<Quantity> {
        let reading = match (name, of.len()) {
            ("abs", 1) => Reading::Abs(abs::Abs(of.pop()?)),
            ("sum", 1..) => Reading::Sum(sum::Sum(of)),
            ("product", 1..) => Reading::Product(product::Product(of)),
            ("ratio" | "difference", 2) => {
                let (b, a) = (of.pop()?, of.pop()?);
                match name {
                    "ratio" => Reading::Ratio(ratio::Ratio(a, b)),
                    _ => Reading::Difference(difference::Difference(a, b)),
                }
            }
            _ => return None,
        };
        Some(Quantity::of(reading))
    }

    fn of(reading: Reading) -> Quantity {
        Quantity(Kind::Of(Box::new(reading)))
    }

    /// Computes the value and its interval; `None` if the quantity has no value.
    #[must_use]
    pub fn measured(&self, curves: &Curves) -> Option<Measured> {
        let value = self.value(curves, View::Mean)?;
        let used = self.curves().into_iter();
        let count = used.map(|expr| curves.replications(expr)).max();
        let each = (0..count.unwrap_or(1)).map(View::Replication);
        let each: Vec<f64> = each.filter_map(|view| self.value(curves, view)).collect();
        let half_width = Interval::of(&each).and_then(|interval| interval.half_width);
        Some(Measured { value, half_width })
    }

    /// Returns whether the quantity is a number in the file.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        matches!(self.0, Kind::Number(_))
    }

    /// Returns this quantity minus another one.
    #[must_use]
    pub fn minus(&self, other: &Quantity) -> Quantity {
        let difference = difference::Difference(self.clone(), other.clone());
        Quantity::of(Reading::Difference(difference))
    }

    fn as_read(&self) -> &dyn Read {
        match &self.0 {
            Kind::Number(value) => value,
            Kind::Of(reading) => reading.as_read(),
        }
    }
}

impl Read for Quantity {
    fn value(&self, curves: &Curves, view: View) -> Option<f64> {
        let value = self.as_read().value(curves, view);
        value.filter(|value| value.is_finite())
    }

    fn curves(&self) -> Vec<&Expr> {
        self.as_read().curves()
    }

    fn describe(&self, curves: &Curves) -> String {
        self.as_read().describe(curves)
    }

    fn describe_in(&self, curves: &Curves, unit: &str) -> String {
        self.as_read().describe_in(curves, unit)
    }

    fn unit(&self, curves: &Curves) -> String {
        self.as_read().unit(curves)
    }
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
                Ok(Quantity(Kind::Number(value)))
            }
            fn visit_u64<E: Error>(self, value: u64) -> Result<Quantity, E> {
                Ok(Quantity(Kind::Number(value as f64)))
            }
            fn visit_i64<E: Error>(self, value: i64) -> Result<Quantity, E> {
                Ok(Quantity(Kind::Number(value as f64)))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Quantity, A::Error> {
                let reading = Reading::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Quantity::of(reading))
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
