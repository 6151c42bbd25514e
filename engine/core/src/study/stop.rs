//! Which runs are next: all at once, or by a stop rule in rounds.
//!
//! By the rule a point is run `at_least` times and then once more at a time, until the 95 % interval of the mean of
//! one figure is narrow enough, or all replications are done. What is run depends on figures only, and those on
//! nothing but the study: any number of threads, in whatever order they finish, runs the same. Stopping when an
//! interval happens to be narrow makes it cover the truth a little less often than it says (Law, Simulation Modeling
//! and Analysis, Section 9.4.1), the less so the more runs there are in any case.

use std::collections::BTreeMap;

use super::{Interval, Study};

/// The rounds of some of a study's cases.
pub struct Rounds<'a> {
    study: &'a Study,
    /// Without a rule, or before the first round: what is run whatever comes.
    first: Vec<u64>,
    /// By the rule: the points that are not known well enough.
    open: BTreeMap<u64, Runs>,
}

/// Runs of a point so far.
#[derive(Default)]
struct Runs {
    done: u64,
    values: Vec<f64>,
}

impl<'a> Rounds<'a> {
    /// Of the cases with these numbers; with a stop rule all of each of their points, see [`Study::part`].
    #[must_use]
    pub fn new(study: &'a Study, numbers: &[u64]) -> Rounds<'a> {
        let mut rounds = Rounds {
            study,
            first: Vec::new(),
            open: BTreeMap::new(),
        };
        let Some(stop) = study.stop() else {
            rounds.first = numbers.to_vec();
            return rounds;
        };
        for &number in numbers {
            rounds
                .open
                .entry(number / study.replications())
                .or_default();
            if number % study.replications() < u64::from(stop.at_least) {
                rounds.first.push(number);
            }
        }
        rounds
    }

    /// The cases to run now, in their order; none if there are no more. All lines of the round before have been
    /// taken.
    pub fn next_round(&mut self) -> Vec<u64> {
        if !self.first.is_empty() {
            return std::mem::take(&mut self.first);
        }
        let each = self.study.replications();
        self.open.retain(|_, runs| runs.done < each);
        self.open
            .iter()
            .map(|(point, runs)| point * each + runs.done)
            .collect()
    }

    /// Takes what a run gave of the figure that the rule looks at; `None` where it failed or gave none.
    pub fn take(&mut self, number: u64, figure: Option<f64>) {
        let Some(stop) = self.study.stop() else {
            return;
        };
        let point = number / self.study.replications();
        let Some(runs) = self.open.get_mut(&point) else {
            return;
        };
        runs.done += 1;
        runs.values.extend(figure);
        let is_known =
            || Interval::of(&runs.values).is_some_and(|known| known.is_within(stop.half_width));
        if runs.done >= u64::from(stop.at_least) && is_known() {
            self.open.remove(&point);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;
    use crate::study::StudyDocument;
    use serde_json::{Value, json};

    fn study(stop: Value) -> Study {
        let preset = presets::find("one-flow").expect("it is listed");
        let mut study = json!({
            "scenario": serde_json::from_str::<Value>(preset.scenario_json).expect("JSON"),
            "over": ["groups.tcp.count=1,2,3"],
            "replications": 6,
        });
        if !stop.is_null() {
            study["stop"] = stop;
        }
        StudyDocument::from_value(study)
            .and_then(Study::new)
            .expect("a study")
    }

    /// All rounds, if case `number` gives `figure(number)`.
    fn rounds(
        study: &Study,
        numbers: &[u64],
        figure: impl Fn(u64) -> Option<f64>,
    ) -> Vec<Vec<u64>> {
        let mut rounds = Rounds::new(study, numbers);
        let mut all = Vec::new();
        loop {
            let round = rounds.next_round();
            if round.is_empty() {
                return all;
            }
            // In whatever order they finish.
            round
                .iter()
                .rev()
                .for_each(|&number| rounds.take(number, figure(number)));
            all.push(round);
        }
    }

    #[test]
    fn without_a_rule_everything_is_one_round() {
        let study = study(Value::Null);
        let all: Vec<u64> = (0..18).collect();
        assert_eq!(rounds(&study, &all, |_| None), [all]);
        assert_eq!(
            study.part(1, 3),
            (0..18).filter(|n| n % 3 == 1).collect::<Vec<_>>()
        );
    }

    #[test]
    fn a_point_is_run_until_its_figure_is_known() {
        let stop = json!({ "measure": "events", "half_width": 0.1, "at_least": 2 });
        let study = study(stop);
        // The first point is known at once, the second after four runs, the third never.
        let figure = |number: u64| match number {
            0..6 => Some(1.0),
            6 => Some(1.0),
            7 => Some(1.1),
            8..12 => Some(1.05),
            _ => Some(number as f64 % 2.0),
        };
        let all = study.part(0, 1);
        let expected: [&[u64]; 5] = [&[0, 1, 6, 7, 12, 13], &[8, 14], &[9, 15], &[16], &[17]];
        assert_eq!(rounds(&study, &all, figure), expected);
        // A part has whole points.
        assert_eq!(study.part(1, 3), (6..12).collect::<Vec<_>>());
        let failing = rounds(&study, &study.part(2, 3), |_| None);
        assert_eq!(failing.concat(), (12..18).collect::<Vec<_>>());
    }
}
