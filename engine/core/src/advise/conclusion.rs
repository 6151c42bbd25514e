//! Conclusion of a search: the answer from the runs so far.

use super::answer::{Advice, Around, Checked, Estimate, Rule, Seen, Worse};
use super::known::{Known, surely};
use super::scaled::SPREAD;
use super::search::{Advisor, Check};
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
        let answer = advisor.confirmed();
        let doubts = advisor.doubts();
        let refuted = advisor
            .checks
            .iter()
            .filter(|check| !advisor.confirms(check));
        let checked = |check: &Check| Checked::of(check, targets, advisor.confidence_each());
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
                .then(|| advisor.whole().closest().map(seen))
                .flatten(),
            answer: answer.map(checked),
            confidence: doubts.is_empty().then_some(question.confidence),
            doubts,
            length: question.length,
            long_enough: advisor.long_enough(),
            estimate: estimate(advisor),
            scale: question.scale.as_ref().map(|scale| scale.by),
            scaled: scaled(advisor),
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

/// Range by the runs so far, of the whole network or of a smaller one, or by the rules of thumb.
fn estimate(advisor: &Advisor) -> Option<Estimate> {
    let question = advisor.question();
    if let Some(check) = advisor.confirmed() {
        return Some(Estimate {
            low: advisor.largest_that_fails_below(check.limit),
            high: check.limit,
            basis: "runs",
        });
    }
    if let Some((low, high)) = advisor.whole().smallest() {
        let basis = "runs";
        return Some(Estimate { low, high, basis });
    }
    if let Some(scale) = &question.scale
        && let Some((below, high)) = advisor.smaller(scale).smallest()
    {
        let link = question.link();
        let spread = |limit, by: f64| link.limit_of(link.bytes(scale.up(link, limit)) * by);
        return Some(Estimate {
            low: below.map(|below| spread(below, 1.0 / SPREAD)),
            high: spread(high, SPREAD),
            basis: "scaled",
        });
    }
    let is_searched = advisor.search.limits().next().is_some();
    let rules = advisor.rules().into_iter();
    let rules = rules.filter(|(id, _)| *id != "present" && !is_searched);
    let limits: Vec<u64> = rules.map(|(_, limit)| limit).collect();
    Some(Estimate {
        low: limits.iter().min().copied(),
        high: *limits.iter().max()?,
        basis: "rules",
    })
}

/// Results of the smaller network with the limits of the whole one; figures that it does not have are left out.
fn scaled(advisor: &Advisor) -> Vec<Seen> {
    let question = advisor.question();
    let Some(scale) = &question.scale else {
        return Vec::new();
    };
    let seen = |limit: u64| Seen {
        limit: scale.up(question.link(), limit),
        ..Seen::of(&advisor.scaled, limit, &scale.targets)
    };
    advisor.scaled.limits().map(seen).collect()
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
    let (best, worst) = advisor.whole().dip(index, target)?;
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
