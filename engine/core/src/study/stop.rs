//! Order of runs: all at once, or in rounds with a stop rule.
//!
//! With a stop rule a point is first run `at_least` times. While the 95 % interval of the mean of one measure is too wide, it
//! is run as often as the width predicts, but at most twice as often as before, until all replications are done. The runs
//! depend only on results, and these only on the study: any number of threads gives the same runs, if lines are added in
//! the order of their numbers. Stopping when an interval happens to be narrow makes its coverage slightly smaller than
//! stated (Law, Simulation Modeling and Analysis, Section 9.4.1). The effect is smaller with more initial runs and fewer
//! checks; so the number of runs grows in large steps, which also keeps all threads busy.

use std::collections::BTreeMap;

use super::document::Stop;
use super::{Interval, Study};

/// The rounds of some of a study's cases.
#[derive(Debug)]
pub struct Rounds {
    stop: Option<Stop>,
    /// Replications of each point at most.
    each: u64,
    /// Without a stopping rule, the runs to do.
    first: Vec<u64>,
    /// With a stopping rule, the points that still need runs.
    open: BTreeMap<u64, Runs>,
}

/// Runs of a point so far.
#[derive(Debug)]
struct Runs {
    done: u64,
    wanted: u64,
    values: Vec<f64>,
}

impl Rounds {
    /// Creates the schedule of the cases with these numbers; with a stop rule it contains all cases of their points,
    /// see [`Study::part`].
    #[must_use]
    pub fn new(study: &Study, numbers: &[u64]) -> Rounds {
        let mut rounds = Rounds {
            stop: study.stop().cloned(),
            each: study.replications(),
            first: Vec::new(),
            open: BTreeMap::new(),
        };
        let Some(stop) = study.stop() else {
            rounds.first = numbers.to_vec();
            return rounds;
        };
        let wanted = u64::from(stop.at_least).min(study.replications());
        for &number in numbers {
            let point = number / study.replications();
            rounds.open.entry(point).or_insert_with(|| Runs {
                done: 0,
                wanted,
                values: Vec::new(),
            });
        }
        rounds
    }

    /// The cases to run now, in their order; none if there are no more. All lines of the round before have been
    /// taken.
    pub fn next_round(&mut self) -> Vec<u64> {
        let mut round = std::mem::take(&mut self.first);
        for (point, runs) in &self.open {
            let first = point * self.each;
            round.extend(first + runs.done..first + runs.wanted);
        }
        round
    }

    /// Takes what a run gave of the figure that the rule looks at; `None` where it failed or gave none.
    pub fn take(&mut self, number: u64, figure: Option<f64>) {
        let each = self.each;
        let point = number / each;
        let (Some(stop), Some(runs)) = (&self.stop, self.open.get_mut(&point)) else {
            return;
        };
        runs.done += 1;
        runs.values.extend(figure);
        if runs.done < runs.wanted {
            return;
        }
        let known = Interval::of(&runs.values);
        if known.is_some_and(|known| known.is_within(stop.half_width)) || runs.done >= each {
            self.open.remove(&point);
            return;
        }
        let enough = known.and_then(|known| enough(&known, stop.half_width));
        let most = (2 * runs.done).min(each);
        runs.wanted = enough.unwrap_or(most).clamp(runs.done + 1, most);
    }
}

/// Returns the number of runs for this relative half-width, which shrinks with the square root of the number.
fn enough(known: &Interval, share: f64) -> Option<u64> {
    let wide = known.width(share)?;
    // The caller limits the result if it is not a number or too large.
    Some((known.n as f64 * wide * wide).ceil() as u64)
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
    fn without_a_stop_rule_all_cases_are_one_round() {
        let study = study(Value::Null);
        let all: Vec<u64> = (0..18).collect();
        assert_eq!(rounds(&study, &all, |_| None), [all]);
        assert_eq!(
            study.part(1, 3),
            (0..18).filter(|n| n % 3 == 1).collect::<Vec<_>>()
        );
    }

    #[test]
    fn point_is_run_until_its_interval_is_narrow_enough() {
        let stop = json!({ "measure": "events", "half_width": 0.1, "at_least": 2 });
        let study = study(stop);
        // The first point is known at once, the second with four runs, the third never.
        let figure = |number: u64| match number {
            0..6 => Some(1.0),
            6 => Some(1.0),
            7 => Some(1.1),
            8..12 => Some(1.05),
            _ => Some(number as f64 % 2.0),
        };
        let all = study.part(0, 1);
        let expected: [&[u64]; 3] = [&[0, 1, 6, 7, 12, 13], &[8, 9, 14, 15], &[16, 17]];
        assert_eq!(rounds(&study, &all, figure), expected);
        // A part has whole points.
        assert_eq!(study.part(1, 3), (6..12).collect::<Vec<_>>());
        let failing = rounds(&study, &study.part(2, 3), |_| None);
        assert_eq!(failing.concat(), (12..18).collect::<Vec<_>>());
    }
}
