//! Comparison of remedies: which queue meets the targets best.
//!
//! All remedies are run with the same seeds, so that differences between them are differences of pairs (common random
//! numbers; Law, Simulation Modeling and Analysis, Section 11.2). Remedies are ordered by what share of their bounds they
//! miss, summed over the targets; those that miss nothing by the first target, which is the most important one. After each
//! round the others are compared with the leader by one-sided intervals with a joint confidence (Bonferroni; Law, Section
//! 10.3). A remedy that is surely worse, or surely not worse by a notable amount, is not run again. The comparison ends when
//! all are distinguished, or after the largest number of seeds.

mod candidates;
mod comparison;
mod linux;

pub use candidates::Remedy;
pub use comparison::{Comparison, Row, Standing};

use serde_json::{Value, json};

use super::known::{Known, figures, surely};
use super::question::{Question, whole};
use super::round::{Kind, Progress, Round, Search};
use super::target::Bound;
use crate::scenario::{Problem, Problems};

/// Difference, as a share of a bound, below which two remedies are equally good.
const NOTABLE: f64 = 0.01;
/// Seeds after which remedies are compared for the first time; with fewer, no interval could tell a dozen apart.
const FIRST_SEEDS: u64 = 4;
/// Seeds of each further round.
const MORE_SEEDS: u64 = 3;

/// Compares remedies for the link of a question.
#[derive(Clone, Debug)]
pub struct Remedies {
    question: Question,
    candidates: Vec<Remedy>,
    known: Known,
    /// Largest number of seeds.
    seeds: u64,
    runs: u64,
    /// Why the first run that failed did.
    failed: Option<String>,
}

impl Remedies {
    /// Reads a question as [`Question::from_value`] does, with one more field: `seeds`, the largest number of seeds, 4 to
    /// 1,000, by default 13. Fields about the search for a size are checked and not used.
    ///
    /// # Errors
    /// Everything that is not accepted, with its path.
    pub fn from_value(mut question: Value) -> Result<Remedies, Problems> {
        let mut seeds = 13;
        if let Some(fields) = question.as_object_mut() {
            seeds = whole(fields, "seeds", seeds, (FIRST_SEEDS, 1000))?;
        }
        let question = Question::from_value(question)?;
        let document = &question.document["bottlenecks"];
        let index = document.as_array().and_then(|all| {
            let is_asked = |one: &Value| one["id"] == question.link.id.as_str();
            all.iter().position(is_asked)
        });
        let index =
            index.ok_or_else(|| Problem::new("bottleneck", "there is no such bottleneck"))?;
        let candidates = candidates::candidates(&question.link, &document[index]["queue"]);
        Ok(Remedies {
            question,
            candidates,
            known: Known::default(),
            seeds,
            runs: 0,
            failed: None,
        })
    }

    /// Returns the results so far.
    #[must_use]
    pub fn comparison(&self) -> Comparison {
        let order = self.order();
        let leader = order.first().copied();
        let standing = |&key: &u64| match leader {
            Some(leader) if key != leader => self.standing(leader, key),
            _ => Standing::Best,
        };
        let standings: Vec<Standing> = order.iter().map(standing).collect();
        Comparison::new(self, &order, &standings)
    }

    /// Numbers of the remedies that have been run, the best first.
    fn order(&self) -> Vec<u64> {
        let mut order: Vec<u64> = self.known.limits().collect();
        let score = |key: &u64| (self.missed(*key), self.first(*key));
        order.sort_by(|one, other| {
            let ((missed, first), (missed_other, first_other)) = (score(one), score(other));
            missed
                .total_cmp(&missed_other)
                .then(first.total_cmp(&first_other))
        });
        order
    }

    /// Mean of what a remedy misses; infinite if one of its runs has no figure.
    fn missed(&self, key: u64) -> f64 {
        mean(&self.misses(key)).unwrap_or(f64::INFINITY)
    }

    /// Mean miss of the first target, negative if it is met.
    fn first(&self, key: u64) -> f64 {
        mean(&self.misses_of_first(key)).unwrap_or(f64::INFINITY)
    }

    /// Returns the miss of the first target in each run of a remedy, negative if it is met.
    fn misses_of_first(&self, key: u64) -> Vec<f64> {
        let target = &self.question.targets[0];
        let values = self.known.values(key, 0).into_iter();
        values.map(|value| target.miss(value)).collect()
    }

    /// Returns what each run of a remedy misses, the shares of all bounds together; nothing if a run has no figure.
    fn misses(&self, key: u64) -> Vec<f64> {
        let targets = self.question.targets.iter().enumerate();
        let each: Vec<Vec<f64>> = targets
            .map(|(i, target)| {
                let values = self.known.values(key, i);
                values
                    .iter()
                    .map(|&value| target.miss(value).max(0.0))
                    .collect()
            })
            .collect();
        let runs = each.iter().map(Vec::len).min().unwrap_or(0);
        (0..runs)
            .map(|run| each.iter().map(|misses| misses[run]).sum())
            .collect()
    }

    /// How a remedy compares with the leader.
    fn standing(&self, leader: u64, key: u64) -> Standing {
        let worse = self.worse_by(leader, key);
        let confidence =
            1.0 - (1.0 - self.question.confidence) / (self.candidates.len() - 1).max(1) as f64;
        let least = surely(&worse, Bound::AtLeast, confidence);
        let most = surely(&worse, Bound::AtMost, confidence);
        match (least, most) {
            _ if self.missed(key).is_infinite() => Standing::Unknown,
            (Some(least), _) if least > 0.0 && mean(&worse).is_some_and(|by| by > NOTABLE) => {
                Standing::Worse
            }
            (_, Some(most)) if most < NOTABLE => Standing::AsGood,
            _ => Standing::Open,
        }
    }

    /// By what share of the bounds a remedy is worse than the leader, for each seed that both have been run with: by all
    /// targets, or by the first if neither misses any.
    fn worse_by(&self, leader: u64, key: u64) -> Vec<f64> {
        let pairs = |one: Vec<f64>, other: Vec<f64>| -> Vec<f64> {
            one.iter()
                .zip(&other)
                .map(|(one, other)| one - other)
                .collect()
        };
        let (misses, best) = (self.misses(key), self.misses(leader));
        if misses.iter().chain(&best).any(|&missed| missed > 0.0) {
            return pairs(misses, best);
        }
        pairs(self.misses_of_first(key), self.misses_of_first(leader))
    }

    fn round(
        &self,
        keys: Vec<u64>,
        (done, replications): (u64, u64),
        purpose: &'static str,
    ) -> Round {
        let Question {
            document,
            link,
            targets,
            seed,
            ..
        } = &self.question;
        let first_seed = seed + done;
        let queues: Vec<&Value> = keys
            .iter()
            .map(|&key| &self.candidates[key as usize].queue)
            .collect();
        let measure: Vec<&String> = targets.iter().map(|target| &target.measure).collect();
        let study = json!({
            "scenario": document,
            "set": [{ "path": "seed", "value": first_seed }],
            "over": [{ "path": link.queue_path(), "values": queues }],
            "replications": replications,
            "measure": measure,
        });
        Round {
            kind: Kind::Remedies,
            keys,
            first_seed,
            replications,
            purpose,
            packets: self.question.packets,
            study,
        }
    }
}

impl Search for Remedies {
    fn next_round(&self) -> Option<Round> {
        let order = self.order();
        let Some(&leader) = order.first() else {
            let all = (0..self.candidates.len() as u64).collect();
            return Some(self.round(all, (0, FIRST_SEEDS), "running all remedies"));
        };
        let mut open: Vec<u64> = order
            .iter()
            .copied()
            .filter(|&key| key != leader && self.standing(leader, key) == Standing::Open)
            .collect();
        if open.is_empty() {
            return None;
        }
        open.push(leader);
        // A leader that is new may have been run with fewer seeds than another.
        let done = open.iter().map(|&key| self.known.runs(key)).min()?;
        let most = self.seeds.saturating_sub(done).min(MORE_SEEDS);
        open.retain(|&key| self.known.runs(key) == done);
        open.sort_unstable();
        (most > 0).then(|| self.round(open, (done, most), "telling the best apart"))
    }

    fn take(&mut self, round: &Round, lines: &[Value]) -> Result<(), Problems> {
        let seeds = round.first_seed..round.first_seed + round.replications;
        let cases = round
            .keys
            .iter()
            .flat_map(|&key| seeds.clone().map(move |seed| (key, seed)));
        for ((key, seed), line) in cases.zip(lines) {
            if self.failed.is_none() {
                self.failed = line["error"].as_str().map(str::to_owned);
            }
            self.runs += 1;
            self.known
                .add(key, seed, figures(&self.question.targets, line));
        }
        self.known
            .apply(&self.question.targets, self.failed.as_deref())
    }

    fn progress(&self) -> Progress {
        let first = self.candidates.len() as u64 * FIRST_SEEDS;
        // Often two stay close, up to the largest number of seeds.
        let expected = first + 2 * (self.seeds - FIRST_SEEDS);
        let expected = if self.next_round().is_none() {
            self.runs
        } else {
            expected
        };
        let expected_runs = expected.max(self.runs);
        Progress {
            runs: self.runs,
            expected_runs,
            packets: self.runs as f64 * self.question.packets,
            expected_packets: expected_runs as f64 * self.question.packets,
        }
    }

    fn answer(&self) -> Value {
        self.comparison().to_value()
    }
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

#[cfg(test)]
mod tests;
