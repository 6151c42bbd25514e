//! One statement of a goal about quantities: its outcome, and a sentence with the values and the bounds.

use super::Part;
use super::amount::{comparable, of_unit, shown};
use super::path::Paths;
use crate::curve::{Curves, View};
use crate::quantity::Quantity;
use crate::quantity::read::Read;
use crate::statement::between::Between;
use crate::statement::bound::Bound;
use crate::statement::check::{Check, Outcome};
use crate::statement::near::Near;
use crate::statement::order::Order;

/// Statement about the quantities of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Requirement {
    /// Relation that the quantities should have.
    pub relation: Relation,
    /// Compared quantities, as many as the relation needs. The first one is not a constant, except in an order.
    pub of: Vec<Term>,
}

/// Quantity of a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// Quantity of the claims' language.
    pub quantity: Quantity,
    /// Symbol of the unit that a constant names, if it names one.
    pub unit: Option<&'static str>,
    /// Text of a constant with a unit.
    pub written: Option<String>,
}

/// Comparison that a requirement makes between its quantities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Relation {
    /// First quantity at least the second.
    AtLeast,
    /// First quantity at most the second.
    AtMost,
    /// First quantity above the second.
    Above,
    /// First quantity below the second.
    Below,
    /// First quantity between the second and the third.
    Between,
    /// First quantity at most this far from the second.
    Near(Far),
    /// Each quantity above the one before it.
    Increasing,
    /// Each quantity below the one before it.
    Decreasing,
}

/// Largest deviation from an expected value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Far {
    /// In the unit of the quantity.
    Within(f64),
    /// As a share of the expected value.
    Share(f64),
}

impl Far {
    fn within(self) -> Option<f64> {
        match self {
            Far::Within(far) => Some(far),
            Far::Share(_) => None,
        }
    }

    fn share(self) -> Option<f64> {
        match self {
            Far::Within(_) => None,
            Far::Share(share) => Some(share),
        }
    }
}

impl Relation {
    /// Returns the relation with this name in JSON and the number of its quantities, or the least number for an order.
    pub fn named(name: &str) -> Option<(Relation, usize)> {
        Some(match name {
            "at_least" => (Relation::AtLeast, 2),
            "at_most" => (Relation::AtMost, 2),
            "above" => (Relation::Above, 2),
            "below" => (Relation::Below, 2),
            "between" => (Relation::Between, 3),
            "increasing" => (Relation::Increasing, 2),
            "decreasing" => (Relation::Decreasing, 2),
            _ => return None,
        })
    }

    /// Returns whether the relation is about any number of quantities.
    pub fn is_order(self) -> bool {
        matches!(self, Relation::Increasing | Relation::Decreasing)
    }

    /// Returns the relation of the second quantity to the first, if the relation is about two.
    pub fn mirrored(self) -> Relation {
        match self {
            Relation::AtLeast => Relation::AtMost,
            Relation::AtMost => Relation::AtLeast,
            Relation::Above => Relation::Below,
            Relation::Below => Relation::Above,
            other => other,
        }
    }

    /// Returns the words before the bound.
    fn words(self, opposite: bool) -> &'static str {
        match (self, opposite) {
            (Relation::AtLeast, false) | (Relation::Below, true) => "at least",
            (Relation::AtMost, false) | (Relation::Above, true) => "at most",
            (Relation::Above, false) | (Relation::AtMost, true) => "above",
            (Relation::Below, false) | (Relation::AtLeast, true) => "below",
            (Relation::Between, false) => "between",
            (Relation::Between, true) => "not between",
            (Relation::Near(_), false) => "within",
            (Relation::Near(_), true) => "not within",
            (Relation::Increasing, false) => "in increasing order",
            (Relation::Increasing, true) => "not in increasing order",
            (Relation::Decreasing, false) => "in decreasing order",
            (Relation::Decreasing, true) => "not in decreasing order",
        }
    }
}

impl Requirement {
    /// Returns the paths of the statement.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        let of = self.of.iter().flat_map(|term| term.quantity.curves());
        of.flat_map(|curve| curve.ids())
    }

    /// Checks the statement, or with `opposite` its opposite.
    pub fn check(&self, paths: &Paths, opposite: bool) -> Part {
        let problem = self.paths().find_map(|path| paths.problems.get(path));
        let problem = problem.cloned().or_else(|| self.mismatch(&paths.curves));
        if let Some(found) = problem {
            let outcome = Outcome::Unknown;
            return Part { outcome, found };
        }
        let outcome = self.outcome(&paths.curves);
        Part {
            outcome: if opposite {
                outcome.opposite()
            } else {
                outcome
            },
            found: self.found(&paths.curves, opposite),
        }
    }

    /// Returns a sentence about quantities that cannot be compared, as far as their units are known.
    pub fn mismatch(&self, curves: &Curves) -> Option<String> {
        let (first, rest) = self.of.split_first()?;
        let unit = first.unit_in(curves)?;
        let other = |term: &Term| Some((term.text(curves, ""), term.unit_in(curves)?));
        let (text, other) = rest
            .iter()
            .filter_map(other)
            .find(|(_, other)| !comparable(&unit, other))?;
        let is = format!("{} is {}", first.text(curves, ""), of_unit(&unit));
        Some(format!(
            "{is}, but {text} is {}; they cannot be compared",
            of_unit(&other)
        ))
    }

    /// Checks the statement of the claims' language.
    fn outcome(&self, curves: &Curves) -> Outcome {
        let check = |statement: &dyn Check| statement.check(curves).outcome;
        let all = || self.of.iter().map(|term| term.quantity.clone());
        let of = |place: usize| self.of[place].quantity.clone();
        match self.relation {
            Relation::AtLeast => check(&Bound::<true, false>(of(0), of(1))),
            Relation::AtMost => check(&Bound::<false, false>(of(0), of(1))),
            Relation::Above => check(&Bound::<true, true>(of(0), of(1))),
            Relation::Below => check(&Bound::<false, true>(of(0), of(1))),
            Relation::Between => check(&Between(of(0), of(1), of(2))),
            Relation::Near(far) => check(&Near {
                of: of(0),
                to: of(1),
                within: far.within(),
                share: far.share(),
            }),
            Relation::Increasing => check(&Order::<true>(all().collect())),
            Relation::Decreasing => check(&Order::<false>(all().collect())),
        }
    }

    fn found(&self, curves: &Curves, opposite: bool) -> String {
        let words = self.relation.words(opposite);
        let Some((first, rest)) = self.of.split_first() else {
            return String::new();
        };
        let unit = first.quantity.unit(curves);
        let values = self
            .of
            .iter()
            .map(|term| term.quantity.value(curves, View::Mean));
        let values: Vec<f64> = values.flatten().collect();
        let far = |term: &Term| {
            let of = term.quantity.value(curves, View::Mean).unwrap_or(0.0);
            let others = values.iter().filter(|other| **other != of);
            others
                .map(|other| (of - other).abs())
                .fold(f64::INFINITY, f64::min)
        };
        let is = |term: &Term| term.sentence(curves, far(term));
        let bound = |term: &Term| term.bound(curves, &unit, far(term));
        let bounds: Vec<String> = rest.iter().map(bound).collect();
        match self.relation {
            Relation::Increasing | Relation::Decreasing => {
                let all: Vec<String> = self.of.iter().map(is).collect();
                format!("{}; asked {words}", all.join(", "))
            }
            Relation::Near(far) => {
                let far = match far {
                    Far::Within(far) => shown(far, &unit, far),
                    Far::Share(share) => shown(share, "ratio", share),
                };
                format!("{}, asked {words} {far} of {}", is(first), bounds.join(""))
            }
            _ => format!("{}, asked {words} {}", is(first), bounds.join(" and ")),
        }
    }
}

impl Term {
    /// Returns the number of a constant; `None` for another quantity.
    pub fn constant(&self) -> Option<f64> {
        let value = || self.quantity.value(&Curves::default(), View::Mean);
        self.quantity.is_constant().then(value)?
    }

    /// Returns the unit of the values; `None` if it is unknown or if the constant names none.
    fn unit_in(&self, curves: &Curves) -> Option<String> {
        if self.quantity.is_constant() {
            return self.unit.map(str::to_owned);
        }
        let used = self.quantity.curves();
        let mut ids = used.iter().flat_map(|curve| curve.ids());
        let known = ids.all(|id| curves.0.contains_key(id));
        known.then(|| self.quantity.unit(curves))
    }

    /// Returns the text of a constant, or the words of another quantity.
    fn text(&self, curves: &Curves, unit: &str) -> String {
        match (&self.written, self.quantity.value(curves, View::Mean)) {
            (Some(written), _) => written.clone(),
            (None, Some(value)) if self.quantity.is_constant() => shown(value, unit, value),
            _ => self.quantity.describe(curves),
        }
    }

    /// States the value of the quantity.
    fn sentence(&self, curves: &Curves, far: f64) -> String {
        let words = self.quantity.describe(curves);
        match self.quantity.value(curves, View::Mean) {
            _ if self.quantity.is_constant() => self.text(curves, ""),
            Some(value) => {
                let unit = self.quantity.unit(curves);
                format!("{words} is {}", shown(value, &unit, far))
            }
            None => format!("{words} has no value yet"),
        }
    }

    /// Returns a bound: its text, or its value and its words.
    fn bound(&self, curves: &Curves, unit: &str, far: f64) -> String {
        let text = self.text(curves, unit);
        match self.quantity.value(curves, View::Mean) {
            Some(value) if !self.quantity.is_constant() => {
                let unit = self.quantity.unit(curves);
                format!("{} ({text})", shown(value, &unit, far))
            }
            _ => text,
        }
    }
}
