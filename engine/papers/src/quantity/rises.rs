//! `rises`: how often a curve rises.

use serde::Deserialize;

use super::part::{range, within_range};
use super::read::Read;
use crate::curve::{Curves, Expr, Line, View};

/// Range of a curve, and the size of a rise that counts.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rises {
    curve: Expr,
    from: Option<f64>,
    to: Option<f64>,
    /// Smallest rise that counts, as a share of its first value.
    #[serde(default)]
    slack: f64,
}

impl Read for Rises {
    fn value(&self, curves: &Curves, view: View) -> Option<f64> {
        let line = within_range(curves.line(&self.curve, view), self.from, self.to);
        Some(rises(&line, self.slack) as f64)
    }

    fn curves(&self) -> Vec<&Expr> {
        vec![&self.curve]
    }

    fn describe(&self, curves: &Curves) -> String {
        let range = range(curves, &self.curve, self.from, self.to);
        format!("rises of {}{range}", curves.label(&self.curve))
    }
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
