//! Conclusion of a search: the answer from the runs so far.

use super::answer::{Advice, Around, Checked, Rule, Seen, Worse};
use super::known::{Known, surely};
use super::search::Advisor;
use super::target::{Bound, Target};

/// Label and source of a rule.
const RULES: [(&str, &str, &str); 4] = [
    ("present", "Current buffer", ""),
    ("bdp", "BDP", "Villamizar and Song 1994"),
    (
        "bdp_sqrt_n",
        "BDP/√N",
        "Appenzeller, Keslassy and McKeown 2004",
    ),
    ("bdp_063_sqrt_n", "0.63·BDP/√N", "Wischik and McKeown 2005"),
];

impl Advisor {
    /// Returns the answer; it is complete if no round is left.
    #[must_use]
    pub fn advice(&self) -> Advice {
        let advisor = self;
        let question = advisor.question();
        let targets = question.targets();
        let confirmed = |check: &&(u64, Known)| advisor.confirms(check);
        let answer = advisor.checks.last().filter(confirmed);
        let refuted = advisor
            .checks
            .iter()
            .filter(|check| !advisor.confirms(check));
        let checked = |check: &(u64, Known)| Checked::of(check, targets, advisor.confidence_each());
        let seen = |limit: u64| Seen::of(&advisor.search, limit, targets);
        let around = |(known, scale): (&Known, f64)| {
            let limit = known.limits().next()?;
            let count = |(_, count): &(String, u32)| libm::ceil(f64::from(*count) * scale);
            Some(Around {
                flows: question.groups.iter().map(count).sum(),
                seen: Seen::of(known, limit, targets),
            })
        };
        Advice {
            link: question.link().clone(),
            targets: targets.to_vec(),
            closest: answer
                .is_none()
                .then(|| advisor.closest().map(seen))
                .flatten(),
            answer: answer.map(checked),
            confidence: question.confidence,
            refuted: refuted.map(checked).collect(),
            rules: rules(advisor),
            seen: advisor.search.limits().map(seen).collect(),
            worse: worse(advisor),
            around: [(&advisor.half, 0.5), (&advisor.twice, 2.0)]
                .into_iter()
                .filter_map(around)
                .collect(),
            runs: advisor.runs,
            failed: advisor.failed.clone(),
        }
    }
}

fn rules(advisor: &Advisor) -> Vec<Rule> {
    let rule = |(id, limit): (&'static str, u64)| {
        let (_, label, source) = RULES.into_iter().find(|(known, ..)| *known == id)?;
        (advisor.search.runs(limit) > 0).then(|| Rule {
            id,
            label,
            source,
            seen: Seen::of(&advisor.search, limit, advisor.question().targets()),
        })
    };
    advisor.rules().into_iter().filter_map(rule).collect()
}

/// Dips whose rise is more than chance at 95 %, by pairs of runs with the same seeds.
fn worse(advisor: &Advisor) -> Vec<Worse> {
    let targets = advisor.question().targets().iter().enumerate();
    targets
        .filter_map(|(i, target)| worse_of(advisor, i, target))
        .collect()
}

fn worse_of(advisor: &Advisor, index: usize, target: &Target) -> Option<Worse> {
    let (best, worst) = advisor.dip(index, target)?;
    let differences = advisor.search.differences(worst, best, index);
    // A bound of the difference on the side of no harm.
    let harmless = match target.bound {
        Bound::AtLeast => surely(&differences, Bound::AtMost, 0.95)? >= 0.0,
        Bound::AtMost => surely(&differences, Bound::AtLeast, 0.95)? <= 0.0,
    };
    let means = (
        advisor.search.mean(best, index)?,
        advisor.search.mean(worst, index)?,
    );
    let link = advisor.question().link();
    (!harmless).then(|| Worse {
        measure: target.measure.clone(),
        limits: (best, worst),
        means,
        pairs: differences.len() as u64,
        message: format!(
            "{} is not monotone: {} at {}, but {} at {} (n = {}, significant at 95 %).",
            target.measure,
            shown(means.0),
            link.size(best),
            shown(means.1),
            link.size(worst),
            differences.len()
        ),
    })
}

/// Formats a number with three significant digits.
fn shown(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let places = 2.0 - libm::floor(libm::log10(value.abs()));
    format!("{value:.*}", places.clamp(0.0, 12.0) as usize)
}
