//! Reader of goals: JSON to statements of the claims' language, with the place of a problem and what is accepted.

use bufferlab_core::scenario::Problem;
use bufferlab_core::spec::Unit;
use bufferlab_core::spec::problem::visible;
use serde_json::{Map, Value};

use super::amount::{self, amount};
use super::path::{self, Paths};
use super::requirement::{Far, Relation, Requirement, Term};
use super::{BYTES, DEPTH, NODES, Node};
use crate::quantity::Quantity;

const STATEMENTS: &str =
    "all, any, not, at_least, at_most, above, below, between, near, increasing and decreasing";

const COMBINATIONS: &str = "ratio, difference, sum, product and abs";

/// Statements and quantities of claims that need a curve with several points.
const OF_CURVES: [&str; 18] = [
    "falls",
    "rises",
    "never_rises",
    "never_falls",
    "at",
    "argmin",
    "argmax",
    "min",
    "max",
    "mean",
    "spread",
    "variation",
    "growth",
    "first_at_least",
    "first_at_most",
    "fit",
    "correlation",
    "single",
];

/// Reads a goal.
///
/// # Errors
/// The first problem.
pub fn goal(json: &str) -> Result<Node, Problem> {
    if json.len() > BYTES {
        let message = format!("has {} bytes; at most {BYTES} are accepted", json.len());
        return refuse("", message);
    }
    let value: Value = serde_json::from_str(json)
        .map_err(|error| Problem::new("", format!("is not JSON: {error}")))?;
    Reader { nodes: 0 }.statement(&value, "", 1)
}

/// Reader with the number of statements and quantities so far.
struct Reader {
    nodes: usize,
}

impl Reader {
    /// Counts a statement or quantity at this depth, counted from 1.
    fn enter(&mut self, path: &str, depth: usize) -> Result<(), Problem> {
        self.nodes += 1;
        if depth > DEPTH {
            let message = format!("is nested too deeply; at most {DEPTH} levels are accepted");
            return refuse(path, message);
        }
        if self.nodes > NODES {
            let message =
                format!("is too much; at most {NODES} statements and quantities are accepted");
            return refuse(path, message);
        }
        Ok(())
    }

    fn statement(&mut self, value: &Value, path: &str, depth: usize) -> Result<Node, Problem> {
        self.enter(path, depth)?;
        let (name, content) = named(value, path, || {
            format!("must be an object with one statement: one of {STATEMENTS}")
        })?;
        let inside = join(path, name);
        match name {
            "all" => return Ok(Node::All(self.statements(content, &inside, depth)?)),
            "any" => return Ok(Node::Any(self.statements(content, &inside, depth)?)),
            "not" => {
                let opposite = self.statement(content, &inside, depth + 1)?;
                return Ok(Node::Not(Box::new(opposite)));
            }
            "near" => return self.near(content, &inside, depth),
            _ => {}
        }
        let Some((relation, count)) = Relation::named(name) else {
            return refuse(path, unknown("statement", name, STATEMENTS));
        };
        let accepted = match count {
            _ if relation.is_order() => "at least two quantities",
            3 => "three quantities: a measure or field and its two bounds",
            _ => "two quantities: a measure or field and its bound",
        };
        let items = list(content, &inside, accepted)?;
        if items.len() < count || (!relation.is_order() && items.len() > count) {
            let message = format!("must be a list of {accepted}, got {}", items.len());
            return refuse(&inside, message);
        }
        let of = self.quantities(items, &inside, depth)?;
        requirement(relation, of, &inside).map(Node::Requirement)
    }

    fn statements(
        &mut self,
        value: &Value,
        path: &str,
        depth: usize,
    ) -> Result<Vec<Node>, Problem> {
        let count = "at least one statement";
        let items = list(value, path, count)?;
        if items.is_empty() {
            return refuse(path, format!("must be a list of {count}"));
        }
        let items = items.iter().enumerate();
        items
            .map(|(place, item)| self.statement(item, &join(path, &place.to_string()), depth + 1))
            .collect()
    }

    fn near(&mut self, value: &Value, path: &str, depth: usize) -> Result<Node, Problem> {
        const ACCEPTED: &str = "must be an object with of, to, and either within or share";
        let Value::Object(fields) = value else {
            return refuse(path, format!("{ACCEPTED}, got {}", show(value)));
        };
        let known = ["of", "to", "within", "share"];
        if let Some(name) = fields.keys().find(|name| !known.contains(&&name[..])) {
            return refuse(&join(path, name), format!("is unknown; near {ACCEPTED}"));
        }
        let (Some(of), Some(to)) = (fields.get("of"), fields.get("to")) else {
            return refuse(path, ACCEPTED);
        };
        let of = self.quantity(of, &join(path, "of"), depth + 1)?;
        let to = self.quantity(to, &join(path, "to"), depth + 1)?;
        let (name, far) = match (fields.get("within"), fields.get("share")) {
            (Some(far), None) => ("within", far),
            (None, Some(far)) => ("share", far),
            _ => return refuse(path, ACCEPTED),
        };
        let place = join(path, name);
        let far = self.quantity(far, &place, depth + 1)?;
        let Some(value) = far.constant().filter(|value| *value >= 0.0) else {
            let message = format!("must be at least 0: {}", amount::ACCEPTED);
            return refuse(&place, message);
        };
        if name == "share" {
            if far.unit.is_some_and(|unit| unit != "ratio") {
                return refuse(&place, "must be a ratio such as 0.1 or 10 %");
            }
            let relation = Relation::Near(Far::Share(value));
            return requirement(relation, vec![of, to], path).map(Node::Requirement);
        }
        // A deviation is comparable with the quantity, as a bound is.
        let relation = Relation::Near(Far::Within(value));
        let mut requirement = requirement(relation, vec![of, to, far], path)?;
        requirement.of.truncate(2);
        Ok(Node::Requirement(requirement))
    }

    fn quantities(
        &mut self,
        items: &[Value],
        path: &str,
        depth: usize,
    ) -> Result<Vec<Term>, Problem> {
        let items = items.iter().enumerate();
        items
            .map(|(place, item)| self.quantity(item, &join(path, &place.to_string()), depth + 1))
            .collect()
    }

    fn quantity(&mut self, value: &Value, path: &str, depth: usize) -> Result<Term, Problem> {
        self.enter(path, depth)?;
        let plain = |quantity| Term {
            quantity,
            unit: None,
            written: None,
        };
        if let Some(number) = value.as_f64() {
            return Ok(plain(Quantity::constant(number)));
        }
        if let Value::String(text) = value {
            return text_quantity(text, path);
        }
        let (name, content) = named(value, path, || {
            format!("must be a number, a text, or an object with one of {COMBINATIONS}")
        })?;
        let inside = join(path, name);
        let accepted = match name {
            "abs" => "a quantity",
            "ratio" | "difference" => "two quantities",
            "sum" | "product" => "at least one quantity",
            _ => return refuse(path, unknown("quantity", name, COMBINATIONS)),
        };
        let of = match name {
            "abs" => vec![self.quantity(content, &inside, depth + 1)?],
            _ => self.quantities(list(content, &inside, accepted)?, &inside, depth)?,
        };
        let count = of.len();
        let of = of.into_iter().map(|term| term.quantity).collect();
        match Quantity::combined(name, of) {
            Some(quantity) => Ok(plain(quantity)),
            None => refuse(
                &inside,
                format!("must be a list of {accepted}, got {count}"),
            ),
        }
    }
}

/// Reads a text: an amount with a unit, else a path.
fn text_quantity(text: &str, path: &str) -> Result<Term, Problem> {
    let text = text.trim();
    if let Some(constant) = amount(text) {
        return Ok(Term {
            quantity: Quantity::constant(constant.value),
            unit: constant.unit.map(Unit::symbol),
            written: constant.unit.map(|_| visible(text, 80)),
        });
    }
    match path::check(text) {
        Ok(()) => Ok(Term {
            quantity: Quantity::single(text),
            unit: None,
            written: None,
        }),
        Err(message) => refuse(path, message),
    }
}

/// Creates a statement about quantities, which must be comparable.
fn requirement(relation: Relation, of: Vec<Term>, path: &str) -> Result<Requirement, Problem> {
    let mut requirement = Requirement { relation, of };
    if requirement.paths().next().is_none() {
        let message = "has numbers only; one quantity must be the path of a measure or field";
        return refuse(path, message);
    }
    if relation.mirrored() != relation && requirement.of[0].quantity.is_constant() {
        requirement.of.reverse();
        requirement.relation = relation.mirrored();
    }
    if !relation.is_order() && requirement.of[0].quantity.is_constant() {
        return refuse(
            path,
            "must begin with a measure or field; its bounds follow",
        );
    }
    let paths = Paths::of_measures(requirement.paths().collect());
    match requirement.mismatch(&paths.curves) {
        Some(message) => refuse(path, message),
        None => Ok(requirement),
    }
}

/// Returns the only name of an object with its content.
fn named<'a>(
    value: &'a Value,
    path: &str,
    accepted: impl Fn() -> String,
) -> Result<(&'a str, &'a Value), Problem> {
    let only = |fields: &'a Map<String, Value>| match fields.len() {
        1 => fields.iter().next(),
        _ => None,
    };
    match value.as_object().and_then(only) {
        Some((name, content)) => Ok((name, content)),
        None => refuse(path, format!("{}, got {}", accepted(), show(value))),
    }
}

fn list<'a>(value: &'a Value, path: &str, count: &str) -> Result<&'a [Value], Problem> {
    match value {
        Value::Array(items) => Ok(items),
        _ => refuse(
            path,
            format!("must be a list of {count}, got {}", show(value)),
        ),
    }
}

fn unknown(what: &str, name: &str, known: &str) -> String {
    let name = visible(name, 80);
    if OF_CURVES.contains(&&name[..]) {
        return format!(
            "{name} is about a curve with several points; a goal is about one run and has {known}"
        );
    }
    format!("there is no {what} {name:?}; there are {known}")
}

fn refuse<T>(path: &str, message: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::new(visible(path, 200), message))
}

fn join(path: &str, name: &str) -> String {
    let dot = if path.is_empty() { "" } else { "." };
    format!("{path}{dot}{}", visible(name, 80))
}

fn show(value: &Value) -> String {
    visible(&value.to_string(), 80)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(json: &str) -> (String, String) {
        let problem = goal(json).expect_err(json);
        (problem.path, problem.message)
    }

    #[test]
    fn a_problem_has_its_place_and_what_is_accepted() {
        for (json, place, part) in [
            ("", "", "is not JSON"),
            ("{\"all\": [}", "", "is not JSON"),
            ("[]", "", "one statement: one of all, any, not"),
            ("{}", "", "one statement"),
            (r#"{"at_least": [1, 2], "all": []}"#, "", "one statement"),
            (r#"{"all": []}"#, "all", "at least one statement"),
            (
                r#"{"all": {}}"#,
                "all",
                "must be a list of at least one statement, got {}",
            ),
            (
                r#"{"al": []}"#,
                "",
                "there is no statement \"al\"; there are all, any",
            ),
            (
                r#"{"any": [{"is": 1}]}"#,
                "any.0",
                "there is no statement \"is\"",
            ),
            (
                r#"{"falls": {"curve": "x"}}"#,
                "",
                "falls is about a curve with several points",
            ),
            (
                r#"{"at_least": ["events"]}"#,
                "at_least",
                "must be a list of two quantities",
            ),
            (
                r#"{"between": ["events", 1]}"#,
                "between",
                "three quantities",
            ),
            (
                r#"{"increasing": ["events"]}"#,
                "increasing",
                "at least two quantities",
            ),
            (
                r#"{"at_least": ["events", null]}"#,
                "at_least.1",
                "must be a number, a text",
            ),
            (
                r#"{"at_least": ["events", "3 sheep"]}"#,
                "at_least.1",
                "enter a number with a unit such as 98 %",
            ),
            (
                r#"{"at_least": [{"min": 1}, 3]}"#,
                "at_least.0",
                "min is about a curve",
            ),
            (
                r#"{"at_least": [{"mod": 1}, 3]}"#,
                "at_least.0",
                "there is no quantity \"mod\"",
            ),
            (
                r#"{"at_least": [{"ratio": ["events"]}, 3]}"#,
                "at_least.0.ratio",
                "two quantities, got 1",
            ),
            (
                r#"{"at_least": [{"sum": []}, 3]}"#,
                "at_least.0.sum",
                "at least one quantity, got 0",
            ),
            (
                r#"{"at_least": [1, "2 %"]}"#,
                "at_least",
                "has numbers only",
            ),
            (
                r#"{"between": [1, "events", 3]}"#,
                "between",
                "must begin with a measure",
            ),
            (
                r#"{"at_least": ["evnts", 1]}"#,
                "at_least.0",
                "is not a quantity",
            ),
            (
                r#"{"at_least": ["bottlenecks.r0", 1]}"#,
                "at_least.0",
                "needs an id and a measure or field",
            ),
            (
                r#"{"at_least": ["bottlenecks.r0.utilzation", 1]}"#,
                "at_least.0",
                "there is no \"utilzation\" in bottlenecks; there are the measures utilization",
            ),
            (
                r#"{"at_least": ["bottlenecks.r0.utilization", "20 ms"]}"#,
                "at_least",
                "is a ratio, but 20 ms is a time",
            ),
            (
                r#"{"at_most": ["20 ms", "groups.tcp.timeouts"]}"#,
                "at_most",
                "is a pure number, but 20 ms is a time",
            ),
            (
                r#"{"near": 1}"#,
                "near",
                "of, to, and either within or share, got 1",
            ),
            (
                r#"{"near": {"of": "events", "too": 1}}"#,
                "near.too",
                "is unknown",
            ),
            (
                r#"{"near": {"of": "events", "to": 1}}"#,
                "near",
                "either within or share",
            ),
            (
                r#"{"near": {"of": "events", "to": 1, "within": 1, "share": 1}}"#,
                "near",
                "either within or share",
            ),
            (
                r#"{"near": {"of": "events", "to": 1, "within": -1}}"#,
                "near.within",
                "must be at least 0",
            ),
            (
                r#"{"near": {"of": "events", "to": 1, "share": "1 s"}}"#,
                "near.share",
                "must be a ratio",
            ),
            (
                r#"{"near": {"of": "now_s", "to": "1 s", "within": "1 %"}}"#,
                "near",
                "1 % is a ratio",
            ),
        ] {
            let (path, message) = problem(json);
            assert_eq!(path, place, "{json}: {message}");
            assert!(message.contains(part), "{json}: {message}");
        }
    }

    #[test]
    fn large_and_deep_goals_are_refused() {
        let deep = |levels: usize| {
            let (open, close) = (r#"{"not": "#.repeat(levels), "}".repeat(levels));
            format!(r#"{open}{{"above": ["events", 1]}}{close}"#)
        };
        assert!(goal(&deep(DEPTH - 2)).is_ok());
        assert!(problem(&deep(DEPTH - 1)).1.contains("at most 8 levels"));
        assert!(problem(&deep(100)).1.contains("at most 8 levels"));
        assert!(
            problem(&deep(1_000))
                .1
                .contains("is not JSON: recursion limit")
        );
        let wide = |statements: usize| {
            let statement = r#"{"above": ["events", 1]}"#;
            format!(r#"{{"all": [{}]}}"#, vec![statement; statements].join(","))
        };
        assert!(goal(&wide(16)).is_ok());
        assert!(
            problem(&wide(17))
                .1
                .contains("at most 50 statements and quantities")
        );
        assert!(
            problem(&wide(1_000))
                .1
                .contains("at most 20000 are accepted")
        );
        let long = format!(r#"{{"above": ["{}", 1]}}"#, "é\\u001b".repeat(1_000));
        assert!(problem(&long).1.chars().count() < 500);
    }

    #[test]
    fn figures_refuse_texts_as_quantities() {
        let claim = r#"{"at_least": ["98 %", 1]}"#;
        let error = serde_json::from_str::<crate::statement::Statement>(claim).expect_err("a text");
        assert!(
            error.to_string().contains("a number, or an object"),
            "{error}"
        );
    }
}
