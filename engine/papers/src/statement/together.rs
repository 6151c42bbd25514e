//! `all`, `any`: several statements as one.

use serde::Deserialize;

use super::check::{Check, Checked, Outcome};
use crate::curve::{Curves, Expr};

/// All of these statements if `ALL`, else at least one of them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Together<S, const ALL: bool>(Vec<S>);

impl<S: Check, const ALL: bool> Check for Together<S, ALL> {
    fn check(&self, curves: &Curves) -> Checked {
        let parts: Vec<Checked> = self.0.iter().map(|part| part.check(curves)).collect();
        let outcomes: Vec<Outcome> = parts.iter().map(|part| part.outcome).collect();
        let mut found: Vec<String> = Vec::new();
        for part in parts {
            if !found.contains(&part.found) {
                found.push(part.found);
            }
        }
        let outcome = if ALL { Outcome::all } else { Outcome::any };
        Checked {
            outcome: outcome(&outcomes),
            found: found.join("; "),
        }
    }

    fn curves(&self) -> Vec<&Expr> {
        self.0.iter().flat_map(S::curves).collect()
    }
}
