//! Results of completed runs: the measures of the targets by limit and seed.

use std::collections::BTreeMap;

use serde_json::Value;

use super::target::{Bound, Target};
use crate::scenario::Problems;
use crate::study::Interval;
use crate::study::finished::figure;
use crate::study::interval::quantile_of;

/// Figures of one run, in the order of the targets; `None` where a figure does not apply or the run failed.
pub type Figures = Vec<Option<f64>>;

/// Returns the figures of the targets in the line of a run.
pub fn figures(targets: &[Target], line: &Value) -> Figures {
    let read = |target: &Target| figure(line, &target.measure);
    targets.iter().map(read).collect()
}

/// Runs with the same seeds at several limits, or with several remedies, by number.
#[derive(Clone, Debug, Default)]
pub struct Known(BTreeMap<u64, BTreeMap<u64, Figures>>);

impl Known {
    /// Takes the figures of a run.
    pub fn add(&mut self, limit: u64, seed: u64, figures: Figures) {
        self.0.entry(limit).or_default().insert(seed, figures);
    }

    /// Limits that have been run, upwards.
    pub fn limits(&self) -> impl DoubleEndedIterator<Item = u64> + '_ {
        self.0.keys().copied()
    }

    /// Runs of a limit.
    pub fn runs(&self, limit: u64) -> u64 {
        self.0.get(&limit).map_or(0, |runs| runs.len() as u64)
    }

    /// All values of a target's figure at a limit; none if one of its runs has none.
    pub fn values(&self, limit: u64, target: usize) -> Vec<f64> {
        let runs = self.0.get(&limit).into_iter().flat_map(BTreeMap::values);
        let values: Option<Vec<f64>> = runs.map(|figures| figures[target]).collect();
        values.unwrap_or_default()
    }

    /// Returns the mean over seeds.
    pub fn mean(&self, limit: u64, target: usize) -> Option<f64> {
        Interval::of(&self.values(limit, target)).map(|known| known.mean)
    }

    /// Returns whether the means of all measures meet the targets.
    pub fn is_met(&self, limit: u64, targets: &[Target]) -> bool {
        let mut each = targets.iter().enumerate();
        each.all(|(i, target)| self.mean(limit, i).is_some_and(|mean| target.is_met(mean)))
    }

    /// Checks that each target's figure applies to some limit: without any there is nothing to look for.
    ///
    /// # Errors
    /// The measure without a value, and why, if a run `failed`.
    pub fn apply(&self, targets: &[Target], failed: Option<&str>) -> Result<(), Problems> {
        for (i, target) in targets.iter().enumerate() {
            if !self.limits().any(|limit| self.mean(limit, i).is_some()) {
                let why = "has no value in this scenario: choose another measure";
                return Err(Problems::one(target.measure.clone(), failed.unwrap_or(why)));
            }
        }
        Ok(())
    }

    /// Differences of a target's figure between two limits for the seeds that both have been run with, `one` less `other`.
    pub fn differences(&self, one: u64, other: u64, target: usize) -> Vec<f64> {
        let (Some(one), Some(other)) = (self.0.get(&one), self.0.get(&other)) else {
            return Vec::new();
        };
        let pair =
            |(seed, figures): (&u64, &Figures)| Some(figures[target]? - other.get(seed)?[target]?);
        one.iter().filter_map(pair).collect()
    }
}

/// The end of a one-sided interval of the mean of some values, on the side of a bound; `None` of fewer than two.
pub fn surely(values: &[f64], bound: Bound, confidence: f64) -> Option<f64> {
    let known = Interval::of(values)?;
    let usual = known.half_width?;
    let freedom = values.len() - 1;
    // Both sides of a two-sided interval at 1 − 2α leave out α each.
    let two_sided = 2.0 * confidence - 1.0;
    let width = usual * quantile_of(freedom, two_sided) / quantile_of(freedom, 0.95);
    Some(match bound {
        Bound::AtLeast => known.mean - width,
        Bound::AtMost => known.mean + width,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// t with 4 degrees of freedom exceeds 2.132 with a probability of 5 % (Abramowitz and Stegun, Table 26.10).
    #[test]
    fn one_sided_intervals_agree_with_tables_of_student_t() {
        let values = [1.0, 2.0, 3.0, 4.0, 5.0];
        let low = surely(&values, Bound::AtLeast, 0.95).expect("five values");
        assert!(
            (low - (3.0 - 2.1318 * 0.5_f64.sqrt())).abs() < 1e-4,
            "{low}"
        );
        let high = surely(&values, Bound::AtMost, 0.95).expect("five values");
        assert!((high - (6.0 - low)).abs() < 1e-9);
        assert_eq!(surely(&[1.0], Bound::AtMost, 0.95), None);
        assert_eq!(surely(&[2.0, 2.0], Bound::AtMost, 0.95), Some(2.0));
    }

    #[test]
    fn run_without_a_measure_leaves_its_limit_undecided() {
        let mut known = Known::default();
        known.add(5, 1, vec![Some(1.0)]);
        known.add(5, 2, vec![None]);
        known.add(7, 2, vec![Some(3.0)]);
        assert_eq!(known.mean(5, 0), None);
        assert_eq!(known.differences(7, 5, 0), [0.0; 0]);
        known.add(5, 2, vec![Some(2.0)]);
        assert_eq!(known.mean(5, 0), Some(1.5));
        assert_eq!(known.differences(7, 5, 0), [1.0]);
    }
}
