//! Search for the smallest sufficient buffer: the next runs and their results.

use serde_json::{Value, json};

use super::known::{Figures, Known, figures, surely};
use super::question::Question;
use super::round::{Kind, Round, Search};
use super::target::Target;
use crate::scenario::Problems;
use crate::study::{Study, StudyDocument};

/// Number of sizes in the initial scan of the range, including both ends.
const LOOKS: u32 = 9;
/// Maximum ratio between the best size and its neighbors inside the range.
const NEAR: f64 = 1.6;
/// Relative change of a statistic below which the search ignores it.
const NOTABLE: f64 = 0.05;
/// Sizes whose check fails before nothing is advised.
const CHECKS: usize = 8;
/// Seeds of the checks begin so far from the others; every check has its own.
const APART: u64 = 10_000;

/// Finds the smallest buffer that meets the targets of a question.
#[derive(Clone, Debug)]
pub struct Advisor {
    pub(super) question: Question,
    pub(super) search: Known,
    /// The sizes checked, one after the other.
    pub(super) checks: Vec<(u64, Known)>,
    /// With half and with twice the number of flows.
    pub(super) half: Known,
    pub(super) twice: Known,
    pub(super) runs: u64,
    /// Why the first run that failed did.
    pub(super) failed: Option<String>,
}

impl Advisor {
    /// Begins with a question.
    ///
    /// # Errors
    /// Targets whose figures a summary does not have.
    pub fn new(question: Question) -> Result<Advisor, Problems> {
        let advisor = Advisor::begin(question);
        if let Some(round) = advisor.next_round() {
            StudyDocument::from_value(round.study).and_then(Study::new)?;
        }
        Ok(advisor)
    }

    /// Begins with a question whose targets' figures will show when its first round is planned: to look for them here
    /// would take a simulator.
    #[must_use]
    pub fn begin(question: Question) -> Advisor {
        Advisor {
            question,
            search: Known::default(),
            checks: Vec::new(),
            half: Known::default(),
            twice: Known::default(),
            runs: 0,
            failed: None,
        }
    }

    /// Question of the user.
    #[must_use]
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Limits of the rules and the current limit, by name.
    pub(super) fn rules(&self) -> Vec<(&'static str, u64)> {
        let link = &self.question.link;
        let mut rules = vec![("present", link.limit)];
        if let Some(product) = link.bdp_bytes() {
            let root = link.flows.sqrt();
            rules.push(("bdp", link.limit_of(product)));
            rules.push(("bdp_sqrt_n", link.limit_of(product / root)));
            rules.push(("bdp_063_sqrt_n", link.limit_of(0.63 * product / root)));
        }
        rules
    }

    /// The smallest limit whose means meet the targets, and the largest below it.
    pub(super) fn smallest(&self) -> Option<(Option<u64>, u64)> {
        let targets = &self.question.targets;
        let mut limits = self.search.limits();
        let first = limits.find(|&limit| self.search.is_met(limit, targets))?;
        let below = self.search.limits().rfind(|&limit| limit < first);
        Some((below, first))
    }

    /// Whether a verification has confirmed the size.
    pub(super) fn confirms(&self, (limit, known): &(u64, Known)) -> bool {
        let targets = &self.question.targets;
        let confidence = self.confidence_each();
        let mut each = targets.iter().enumerate();
        each.all(|(i, target)| {
            let end = surely(&known.values(*limit, i), target.bound, confidence);
            end.is_some_and(|end| target.is_met(end))
        })
    }

    /// Returns the confidence per target that gives the requested joint confidence (Bonferroni).
    pub(super) fn confidence_each(&self) -> f64 {
        let Question {
            confidence,
            targets,
            ..
        } = &self.question;
        1.0 - (1.0 - confidence) / targets.len() as f64
    }

    /// A best size inside the range, from which a target's figure gets worse both ways, and the worst above it.
    pub(super) fn dip(&self, index: usize, target: &Target) -> Option<(u64, u64)> {
        let mean = |limit: u64| self.search.mean(limit, index);
        let worse = |one: u64, other: u64| Some(target.loss(mean(one)?, mean(other)?));
        let all: Vec<u64> = self
            .search
            .limits()
            .filter(|&limit| mean(limit).is_some())
            .collect();
        let better = |&best: &u64, limit: &u64| worse(best, *limit).is_some_and(|by| by < 0.0);
        let best = all
            .iter()
            .copied()
            .reduce(|best, limit| if better(&best, &limit) { limit } else { best })?;
        let notable = NOTABLE * mean(best)?.abs();
        let is_worse = |limit: &&u64| worse(best, **limit).is_some_and(|by| by > notable);
        all.iter().filter(|&&limit| limit < best).find(is_worse)?;
        let above = all.iter().copied().filter(|&limit| limit > best);
        let worst = above.reduce(|worst, limit| {
            let further = worse(worst, limit).is_some_and(|by| by > 0.0);
            if further { limit } else { worst }
        })?;
        is_worse(&&worst).then_some((best, worst))
    }

    fn look(&self) -> Option<Round> {
        let (from, to) = self.question.range;
        let ratio = to as f64 / from as f64;
        let place = |i: u32| {
            let share = f64::from(i) / f64::from(LOOKS - 1);
            let link = &self.question.link;
            link.limit_of(link.bytes(from) * libm::pow(ratio, share))
        };
        let spread = (0..LOOKS).map(|i| place(i).clamp(from, to));
        let rules = self.rules().into_iter().map(|(_, limit)| limit);
        self.search_at(spread.chain(rules), 1, "scanning the range")
    }

    /// Halves the ratios around a best size inside the range until they are small.
    fn look_closer(&self) -> Option<Round> {
        let all: Vec<u64> = self.search.limits().collect();
        let targets = self.question.targets.iter().enumerate();
        let best = targets.filter_map(|(i, target)| Some(self.dip(i, target)?.0));
        let between = best.flat_map(|best| {
            let at = all.partition_point(|&limit| limit < best);
            let around = all[at.saturating_sub(1)..all.len().min(at + 2)].windows(2);
            let wide = around.filter(|pair| pair[1] as f64 > NEAR * pair[0] as f64);
            let middles = wide.filter_map(|pair| self.question.link.between(pair[0], pair[1]));
            middles.collect::<Vec<_>>()
        });
        self.search_at(between, 1, "examining a dip")
    }

    fn bracket(&self) -> Option<Round> {
        let replications = self.question.replications;
        let purpose = "narrowing down";
        let Some((below, first)) = self.smallest() else {
            return self.search_at(self.closest(), replications, purpose);
        };
        let ends = below.into_iter().chain([first]);
        self.search_at(ends, replications, purpose).or_else(|| {
            let below = below?;
            let is_wide = first as f64 > self.question.precision * below as f64;
            let middle = self.question.link.between(below, first).filter(|_| is_wide);
            self.search_at(middle, replications, purpose)
        })
    }

    /// The limit that misses its targets by the least, of the target that is missed most.
    pub(super) fn closest(&self) -> Option<u64> {
        let missed = |limit: u64| {
            let targets = self.question.targets.iter().enumerate();
            targets
                .map(|(i, target)| self.missed(limit, i, target))
                .fold(0.0, larger)
        };
        let nearer = |near: u64, limit: u64| {
            if missed(limit) < missed(near) {
                limit
            } else {
                near
            }
        };
        self.search.limits().reduce(nearer)
    }

    /// By what share of its bound a target is missed.
    fn missed(&self, limit: u64, index: usize, target: &Target) -> f64 {
        let mean = self.search.mean(limit, index);
        mean.map_or(f64::INFINITY, |mean| larger(target.miss(mean), 0.0))
    }

    /// All seeds at the sizes that are spoken of beside the answer: those of the rules, and where larger ones do worse. In
    /// one round, so that no core waits for the last run of another.
    fn run_beside(&self) -> Option<Round> {
        let targets = self.question.targets.iter().enumerate();
        let dips = targets.filter_map(|(i, target)| self.dip(i, target));
        let dips = dips.flat_map(|(best, worst)| [best, worst]);
        let rules = self.rules().into_iter().map(|(_, limit)| limit);
        self.search_at(
            rules.chain(dips),
            self.question.replications,
            "comparing rules of thumb and larger buffers",
        )
    }

    fn check(&self) -> Option<Round> {
        let (_, first) = self.smallest()?;
        let limit = match self.checks.last() {
            None => first,
            Some(last) if self.confirms(last) || self.checks.len() == CHECKS => return None,
            Some((limit, _)) => self.question.link.above(*limit, self.question.precision),
        };
        if limit > self.question.range.1.max(first) {
            return None;
        }
        let turn = self.checks.len() as u64 + 1;
        let first_seed = self.question.seed + turn * APART;
        Some(self.round(
            Kind::Check,
            vec![limit],
            (first_seed, self.question.checks),
            "verifying with other seeds",
        ))
    }

    /// The answer with half and twice as many flows.
    fn other_numbers(&self) -> Option<Round> {
        let (limit, _) = self.checks.last().filter(|check| self.confirms(check))?;
        let replications = self.question.replications;
        let seeds = (self.question.seed, replications);
        [(Kind::Half, &self.half), (Kind::Twice, &self.twice)]
            .into_iter()
            .find(|(_, known)| !self.question.groups.is_empty() && known.runs(*limit) == 0)
            .map(|(kind, _)| {
                self.round(kind, vec![*limit], seeds, "testing other numbers of flows")
            })
    }

    /// A round of those of some limits that have been run less than `runs` times.
    fn search_at(
        &self,
        limits: impl IntoIterator<Item = u64>,
        runs: u64,
        purpose: &'static str,
    ) -> Option<Round> {
        let mut wanted: Vec<u64> = limits.into_iter().collect();
        wanted.sort_unstable();
        wanted.dedup();
        // All of a round begin with the same seed: first those that have none, then those that have some.
        let done = wanted.iter().map(|&limit| self.search.runs(limit)).min()?;
        wanted.retain(|&limit| self.search.runs(limit) == done);
        (done < runs).then(|| {
            let seeds = (self.question.seed + done, runs - done);
            self.round(Kind::Search, wanted, seeds, purpose)
        })
    }

    fn round(
        &self,
        kind: Kind,
        limits: Vec<u64>,
        (first_seed, replications): (u64, u64),
        purpose: &'static str,
    ) -> Round {
        let Question {
            document,
            link,
            groups,
            targets,
            ..
        } = &self.question;
        let mut set = vec![json!({ "path": "seed", "value": first_seed })];
        let scale = match kind {
            Kind::Half => Some(0.5),
            Kind::Twice => Some(2.0),
            Kind::Search | Kind::Check | Kind::Remedies => None,
        };
        set.extend(scale.into_iter().flat_map(|scale| {
            groups.iter().map(move |(id, count)| {
                let count = libm::ceil(f64::from(*count) * scale) as u64;
                json!({ "path": format!("groups.{id}.count"), "value": count })
            })
        }));
        let measure: Vec<&String> = targets.iter().map(|target| &target.measure).collect();
        let study = json!({
            "scenario": document,
            "set": set,
            "over": [{ "path": link.path(), "values": limits }],
            "replications": replications,
            "measure": measure,
        });
        Round {
            kind,
            keys: limits,
            first_seed,
            replications,
            purpose,
            study,
        }
    }

    fn figures(&mut self, line: &Value) -> Figures {
        if self.failed.is_none() {
            self.failed = line["error"].as_str().map(str::to_owned);
        }
        figures(&self.question.targets, line)
    }
}

impl Search for Advisor {
    fn next_round(&self) -> Option<Round> {
        self.look()
            .or_else(|| self.look_closer())
            .or_else(|| self.bracket())
            .or_else(|| self.run_beside())
            .or_else(|| self.check())
            .or_else(|| self.other_numbers())
    }

    fn take(&mut self, round: &Round, lines: &[Value]) -> Result<(), Problems> {
        let seeds = round.first_seed..round.first_seed + round.replications;
        let cases = round.keys.iter().flat_map(|&limit| {
            let seeds = seeds.clone();
            seeds.map(move |seed| (limit, seed))
        });
        if round.kind == Kind::Check {
            self.checks.push((round.keys[0], Known::default()));
        }
        for ((limit, seed), line) in cases.zip(lines) {
            let figures = self.figures(line);
            self.runs += 1;
            let known = match round.kind {
                Kind::Search => &mut self.search,
                Kind::Check => &mut self.checks.last_mut().expect("it was put there").1,
                Kind::Half => &mut self.half,
                Kind::Twice => &mut self.twice,
                Kind::Remedies => continue,
            };
            known.add(limit, seed, figures);
        }
        self.search
            .apply(&self.question.targets, self.failed.as_deref())
    }

    fn progress(&self) -> (u64, u64) {
        let Question {
            replications,
            checks,
            ..
        } = self.question;
        let looked = u64::from(LOOKS) + self.rules().len() as u64;
        let bracket = 5 * replications;
        let around = self.rules().len() as u64 * (replications - 1) + 2 * replications;
        let expected = looked + bracket + around + checks;
        (self.runs, expected.max(self.runs))
    }

    fn answer(&self) -> Value {
        self.advice().to_value()
    }
}

fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}
