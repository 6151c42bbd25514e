//! Search for the smallest sufficient buffer: the next runs and their results.

use serde_json::{Value, json};

use super::bracketing::{Batch, Bracketing, SCANNED};
use super::certainty::{self, Doubt};
use super::known::{Figures, Known, figures, surely};
use super::question::Question;
use super::round::{Kind, Progress, Round, Search};
use super::scaled::Scale;
use super::settling::Length;
use super::target::Target;
use crate::scenario::Problems;
use crate::study::{Study, StudyDocument};

/// Sizes whose check fails before nothing is advised.
const CHECKS: usize = 8;
/// Seeds of the checks begin so far from the others; every check has its own.
const APART: u64 = 10_000;
/// Largest ratio of an answer to a size that fails below it, above which the answer is preliminary.
const WIDE: f64 = 2.0;
/// Precision on the smaller network; a better one would not help, since its answer is a guess.
const SCALED_PRECISION: f64 = 1.25;
/// Parts into which a bracket on the whole network is divided, so that two cores are busy with one seed.
const PARTS: u32 = 3;

/// Finds the smallest buffer that meets the targets of a question.
#[derive(Clone, Debug)]
pub struct Advisor {
    pub(super) question: Question,
    /// Results of the whole network.
    pub(super) search: Known,
    /// Results of the smaller network, by its limits, if there is one.
    pub(super) scaled: Known,
    /// The sizes checked, one after the other.
    pub(super) checks: Vec<Check>,
    /// With half and with twice the number of flows.
    pub(super) half: Known,
    pub(super) twice: Known,
    pub(super) runs: u64,
    /// Packets of these runs.
    packets: f64,
    /// Why the first run that failed did.
    pub(super) failed: Option<String>,
}

/// A size that was run with seeds of its own.
#[derive(Clone, Debug)]
pub(super) struct Check {
    pub limit: u64,
    pub known: Known,
    /// Number of runs that had not settled when measuring began, and what the first of them says.
    pub unsettled: u64,
    pub sentence: Option<String>,
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
            scaled: Known::default(),
            checks: Vec::new(),
            half: Known::default(),
            twice: Known::default(),
            runs: 0,
            packets: 0.0,
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

    /// The search on the whole network.
    pub(super) fn whole(&self) -> Bracketing<'_> {
        let question = &self.question;
        Bracketing {
            known: &self.search,
            link: &question.link,
            targets: &question.targets,
            range: question.range,
            replications: self.replications(),
            precision: question.precision,
        }
    }

    /// The search on the smaller network.
    pub(super) fn smaller<'a>(&'a self, scale: &'a Scale) -> Bracketing<'a> {
        let Question {
            link,
            range,
            replications,
            precision,
            ..
        } = &self.question;
        Bracketing {
            known: &self.scaled,
            link,
            targets: &scale.targets,
            range: (scale.down(link, range.0), scale.down(link, range.1)),
            replications: *replications,
            precision: precision.max(SCALED_PRECISION),
        }
    }

    /// Seeds of the sizes that matter. A large network averages over its flows, and the check has seeds of its own.
    fn replications(&self) -> u64 {
        match self.question.scale {
            Some(_) => 1,
            None => self.question.replications,
        }
    }

    /// The smallest size that was confirmed with other seeds; the last one of a row of checks that begins with the smallest
    /// size found.
    pub(super) fn confirmed(&self) -> Option<&Check> {
        self.row_of_checks().ok()
    }

    /// The confirmed size, or the next one to be checked, `None` if none is left.
    fn row_of_checks(&self) -> Result<&Check, Option<u64>> {
        let Some((_, first)) = self.whole().smallest() else {
            return Err(None);
        };
        let mut limit = first;
        while limit <= self.question.range.1.max(first) {
            match self.checks.iter().find(|check| check.limit == limit) {
                Some(check) if self.confirms(check) => return Ok(check),
                Some(_) => limit = self.question.link.above(limit, self.question.precision),
                None => return Err((self.checks.len() < CHECKS).then_some(limit)),
            }
        }
        Err(None)
    }

    /// Whether a check has confirmed its size.
    pub(super) fn confirms(&self, check: &Check) -> bool {
        let targets = &self.question.targets;
        let confidence = self.confidence_each();
        let mut each = targets.iter().enumerate();
        each.all(|(i, target)| {
            let end = surely(
                &check.known.values(check.limit, i),
                target.bound,
                confidence,
            );
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

    /// Reasons for which the answer is preliminary.
    pub(super) fn doubts(&self) -> Vec<Doubt> {
        let Question { length, enough, .. } = self.question;
        let mut doubts = certainty::of_length(length, enough);
        let Some(check) = self.confirmed() else {
            return doubts;
        };
        let runs = check.known.runs(check.limit);
        if let (Some(sentence), true) = (&check.sentence, 2 * check.unsettled >= runs) {
            doubts.push(Doubt::Unsettled {
                unsettled: check.unsettled,
                runs,
                sentence: sentence.clone(),
            });
        }
        let link = &self.question.link;
        let below = self.largest_that_fails_below(check.limit);
        let least = below.unwrap_or(self.question.range.0);
        if check.limit as f64 > WIDE * least as f64 {
            doubts.push(Doubt::WideBracket {
                answer: link.size(check.limit),
                below: below.map(|below| link.size(below)),
            });
        }
        doubts
    }

    /// The largest size below another one whose mean misses a target, in the search or in a check.
    pub(super) fn largest_that_fails_below(&self, limit: u64) -> Option<u64> {
        let targets = &self.question.targets;
        let searched = self.search.limits();
        let searched = searched.filter(|&one| !self.search.is_met(one, targets));
        let checked = self.checks.iter();
        let checked = checked.filter(|check| !check.known.is_met(check.limit, targets));
        let all = searched.chain(checked.map(|check| check.limit));
        all.filter(|&one| one < limit).max()
    }

    /// Returns the length of runs with which the answer is not preliminary, as far as a rule can say.
    pub(super) fn long_enough(&self) -> Length {
        let Question {
            length,
            enough,
            ample,
            ..
        } = self.question;
        if certainty::of_length(length, enough).is_empty() && !self.doubts().is_empty() {
            return length.twice();
        }
        ample
    }

    /// Rounds on the smaller network.
    fn look_at_smaller(&self) -> Option<Round> {
        let scale = self.question.scale.as_ref()?;
        let bracketing = self.smaller(scale);
        let rules = self.rules().into_iter();
        let rules = rules.map(|(_, limit)| scale.down(&self.question.link, limit));
        let batch = bracketing
            .scan(rules)
            .or_else(|| bracketing.refine())
            .or_else(|| bracketing.bracket(2))?;
        let purpose = "simulating a smaller network";
        Some(self.round(Kind::Scaled, Batch { purpose, ..batch }))
    }

    /// The size of the whole network for the one that the smaller network needs; the largest if none was enough.
    fn guess(&self, scale: &Scale) -> u64 {
        let smallest = self.smaller(scale).smallest();
        smallest.map_or(self.question.range.1, |(_, first)| {
            scale.up(&self.question.link, first)
        })
    }

    /// Rounds on the whole network.
    fn look_at_whole(&self) -> Option<Round> {
        let bracketing = self.whole();
        let batch = match &self.question.scale {
            Some(scale) => bracketing
                .expand_from(self.guess(scale))
                .or_else(|| bracketing.bracket(PARTS)),
            None => bracketing
                .scan(self.rules().into_iter().map(|(_, limit)| limit))
                .or_else(|| bracketing.refine())
                .or_else(|| bracketing.bracket(2)),
        };
        Some(self.round(Kind::Search, batch?))
    }

    /// All seeds at the sizes that are spoken of beside the answer: those of the rules, and where larger ones do worse. In
    /// one round, so that no core waits for the last run of another.
    fn run_beside(&self) -> Option<Round> {
        let bracketing = self.whole();
        let dips = bracketing.dips().flat_map(|(best, worst)| [best, worst]);
        let rules = self.rules().into_iter().map(|(_, limit)| limit);
        let batch = bracketing.batch(
            rules.chain(dips),
            self.replications(),
            "comparing rules of thumb and larger buffers",
        )?;
        Some(self.round(Kind::Search, batch))
    }

    fn check(&self) -> Option<Round> {
        let limit = self.row_of_checks().err()??;
        let turn = self.checks.len() as u64 + 1;
        let batch = Batch {
            limits: vec![limit],
            done: turn * APART,
            more: self.question.checks,
            purpose: "verifying with other seeds",
        };
        Some(self.round(Kind::Check, batch))
    }

    /// The answer with half and twice as many flows.
    fn other_numbers(&self) -> Option<Round> {
        let limit = self.confirmed()?.limit;
        let more = self.replications();
        let mut kinds = [(Kind::Half, &self.half), (Kind::Twice, &self.twice)].into_iter();
        let (kind, _) =
            kinds.find(|(_, known)| !self.question.groups.is_empty() && known.runs(limit) == 0)?;
        let batch = Batch {
            limits: vec![limit],
            done: 0,
            more,
            purpose: "testing other numbers of flows",
        };
        Some(self.round(kind, batch))
    }

    fn round(&self, kind: Kind, batch: Batch) -> Round {
        let Question {
            document,
            link,
            groups,
            seed,
            scale,
            ..
        } = &self.question;
        let first_seed = seed + batch.done;
        let mut set = vec![json!({ "path": "seed", "value": first_seed })];
        let flows = match kind {
            Kind::Half => Some(0.5),
            Kind::Twice => Some(2.0),
            Kind::Search | Kind::Scaled | Kind::Check | Kind::Remedies => None,
        };
        set.extend(flows.into_iter().flat_map(|share| {
            groups.iter().map(move |(id, count)| {
                let count = libm::ceil(f64::from(*count) * share) as u64;
                json!({ "path": format!("groups.{id}.count"), "value": count })
            })
        }));
        let scale = scale.as_ref().filter(|_| kind == Kind::Scaled);
        set.extend(
            scale
                .into_iter()
                .flat_map(|scale| scale.set.iter().cloned()),
        );
        let measure: Vec<&String> = self.targets(kind).iter().map(|one| &one.measure).collect();
        let study = json!({
            "scenario": document,
            "set": set,
            "over": [{ "path": link.path(), "values": batch.limits }],
            "replications": batch.more,
            "measure": measure,
        });
        Round {
            kind,
            keys: batch.limits,
            first_seed,
            replications: batch.more,
            purpose: batch.purpose,
            packets: self.packets_of(kind),
            study,
        }
    }

    /// Targets whose figures a round gives.
    fn targets(&self, kind: Kind) -> &[Target] {
        match (&self.question.scale, kind) {
            (Some(scale), Kind::Scaled) => &scale.targets,
            _ => &self.question.targets,
        }
    }

    /// Packets of a run.
    fn packets_of(&self, kind: Kind) -> f64 {
        let by = match (&self.question.scale, kind) {
            (Some(scale), Kind::Scaled) => scale.by,
            _ => 1.0,
        };
        self.question.packets / by
    }

    fn figures(&mut self, targets: &[Target], line: &Value) -> Figures {
        if self.failed.is_none() {
            self.failed = line["error"].as_str().map(str::to_owned);
        }
        figures(targets, line)
    }
}

impl Check {
    fn new(limit: u64) -> Check {
        Check {
            limit,
            known: Known::default(),
            unsettled: 0,
            sentence: None,
        }
    }

    /// Takes the warnings of a run.
    fn note_warnings(&mut self, line: &Value) {
        let warnings = line["summary"]["warnings"].as_array().into_iter().flatten();
        let is_short = |one: &&Value| one["id"] == crate::warnings::warmup::SHORT.id;
        if let Some(warning) = warnings.into_iter().find(is_short) {
            self.unsettled += 1;
            let sentence = warning["sentence"].as_str().map(str::to_owned);
            self.sentence = self.sentence.take().or(sentence);
        }
    }
}

impl Search for Advisor {
    fn next_round(&self) -> Option<Round> {
        let found = self.look_at_smaller().or_else(|| self.look_at_whole());
        if self.question.scale.is_some() {
            // Runs are long: the answer first.
            return found
                .or_else(|| self.check())
                .or_else(|| self.run_beside())
                .or_else(|| self.other_numbers());
        }
        found
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
            self.checks.push(Check::new(round.keys[0]));
        }
        let targets = self.targets(round.kind).to_vec();
        for ((limit, seed), line) in cases.zip(lines) {
            let figures = self.figures(&targets, line);
            self.runs += 1;
            self.packets += round.packets;
            let known = match round.kind {
                Kind::Search => &mut self.search,
                Kind::Scaled => &mut self.scaled,
                Kind::Check => {
                    let check = self.checks.last_mut().expect("it was put there");
                    check.note_warnings(line);
                    &mut check.known
                }
                Kind::Half => &mut self.half,
                Kind::Twice => &mut self.twice,
                Kind::Remedies => continue,
            };
            known.add(limit, seed, figures);
        }
        let known = match round.kind {
            Kind::Scaled => &self.scaled,
            _ => &self.search,
        };
        known.apply(&targets, self.failed.as_deref())
    }

    fn progress(&self) -> Progress {
        let Question {
            replications,
            checks,
            ..
        } = self.question;
        let rules = self.rules().len() as u64;
        let own = self.replications();
        let looked = u64::from(SCANNED) + rules + 5 * replications;
        let (scaled, searched) = match self.question.scale {
            // Twice two sizes, half of one, the rules and other numbers of flows.
            Some(_) => (looked, 5 + rules + 2),
            None => (0, looked + 1 + rules * (own - 1) + 2 * own),
        };
        let whole = searched + checks;
        let packets = self.packets_of(Kind::Scaled) * scaled as f64
            + self.packets_of(Kind::Search) * whole as f64;
        Progress {
            runs: self.runs,
            expected_runs: (scaled + whole).max(self.runs),
            packets: self.packets,
            expected_packets: packets.max(self.packets),
        }
    }

    fn answer(&self) -> Value {
        self.advice().to_value()
    }
}
