//! Constants: numbers in the file, as readings.

use super::read::Read;
use crate::curve::{Curves, Expr, View};
use crate::format::{number, with_unit};

impl Read for f64 {
    fn value(&self, _curves: &Curves, _view: View) -> Option<f64> {
        Some(*self)
    }

    fn curves(&self) -> Vec<&Expr> {
        Vec::new()
    }

    fn describe(&self, _curves: &Curves) -> String {
        number(*self)
    }

    fn describe_in(&self, _curves: &Curves, unit: &str) -> String {
        with_unit(*self, unit)
    }
}
