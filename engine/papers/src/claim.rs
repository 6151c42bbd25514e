//! Claims of papers, as predicates over curves, and their verdicts.

#[cfg(not(feature = "claims"))]
use serde::de::IgnoredAny as Statement;
use serde::{Deserialize, Serialize};

#[cfg(feature = "claims")]
use crate::curve::{Curves, Expr};
#[cfg(feature = "claims")]
use crate::statement::Statement;
#[cfg(feature = "claims")]
use crate::statement::check::{Check, Checked, Outcome};

/// Claim of a paper, as text and as a predicate over the curves of the figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Id, unique in the figure, by which results refer to the claim: the first line of the paper that it cites.
    pub id: String,
    /// In our own words, with its numbers.
    pub text: String,
    /// Source: `T96` for a line of the paper's text, `M` for a computation with the paper's model, `D` for a derivation,
    /// `S` for a small simulation of ours.
    pub line: String,
    /// Origin of the claim. Default: the paper.
    #[serde(default, rename = "own")]
    pub origin: Origin,
    /// Predicate over the curves.
    #[serde(skip_serializing)]
    #[cfg_attr(test, ts(skip))]
    pub check: Statement,
    /// Reason for the bounds; written before the run.
    pub tolerance: String,
    /// Number of replications that the check needs.
    #[serde(default = "once")]
    pub replications: u32,
    /// True if the quick check decides the claim too.
    #[serde(default = "yes")]
    pub quick: bool,
    /// True if the claim cannot hold, since the paper contradicts itself or its own model; `reason` then explains it. Only
    /// claims that differ are marked.
    #[serde(default)]
    pub contradictory: bool,
    /// Assumption, not stated in the paper, from which the contradiction follows; only for marked claims.
    pub assumption: Option<String>,
    /// Reason why the claim differs, with the experiment that shows it.
    pub reason: Option<String>,
    /// Second set-up in which the claim holds, if it differs in the main one.
    #[serde(skip_serializing)]
    #[cfg_attr(test, ts(skip))]
    pub reproduced: Option<Reproduced>,
    /// Remark about a claim that holds.
    pub remark: Option<String>,
    /// Evidence for the reason or the remark, one finding per item: a run, a number or a line of the paper.
    #[serde(default)]
    pub evidence: Vec<String>,
}

/// A second set-up in which a claim holds: it departs from the text, or costs another claim.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reproduced {
    /// Difference of the set-up and its cost, as text after the word "with".
    pub with: String,
    /// Same predicate over the curves of this set-up.
    pub check: Statement,
}

/// Origin of a claim. Only the paper's own words count as claims of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// Stated in the paper's text, a table or a figure.
    #[default]
    Paper,
    /// Derived by us from statements of the paper.
    Derived,
    /// Computed by us from the paper's model or with a small simulation.
    Model,
}

/// Result of the check of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The claim holds without a remark.
    Holds,
    /// The claim holds, with a remark.
    Remark,
    /// The claim does not hold, or a quantity has no value.
    Differs,
    /// A confidence interval contains the bound: more replications are needed.
    Undecided,
}

/// Claim with its verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedClaim {
    /// Id of the claim.
    pub id: String,
    /// Text of the claim.
    pub text: String,
    /// Origin of the claim.
    pub origin: Origin,
    /// True if the claim holds, with or without a remark.
    pub held: bool,
    /// Verdict of the check.
    pub verdict: Verdict,
    /// Text with the numbers on which the verdict is based.
    pub found: String,
    /// True if the claim differs and is marked as contradictory.
    pub contradictory: bool,
    /// Assumption from which the contradiction follows.
    pub assumption: Option<String>,
    /// Summary of why the claim is not simply reproduced: its reason, else its remark.
    pub reason: Option<String>,
    /// Evidence for this summary, one finding per item.
    pub evidence: Vec<String>,
}

#[cfg(feature = "claims")]
impl Claim {
    /// Checks the claim. A claim that differs in the main set-up but holds in the second one holds with a remark. If the
    /// paper contradicts itself, the claim still differs, and the text only mentions the second set-up.
    #[must_use]
    pub fn judge(&self, curves: &Curves) -> JudgedClaim {
        let Checked { outcome, mut found } = self.check.check(curves);
        let mut verdict = match (outcome, &self.remark) {
            (Outcome::Fails | Outcome::Unknown, _) => Verdict::Differs,
            (Outcome::Undecided, _) => Verdict::Undecided,
            (Outcome::Holds, Some(_)) => Verdict::Remark,
            (Outcome::Holds, None) => Verdict::Holds,
        };
        if let (Verdict::Differs, Some(other)) = (verdict, &self.reproduced) {
            let second = other.check.check(curves);
            let holds = second.outcome == Outcome::Holds;
            let word = match second.outcome {
                Outcome::Holds => "reproduced",
                Outcome::Undecided => "undecided",
                Outcome::Fails | Outcome::Unknown => "not reproduced",
            };
            found += &format!("; {word} with {}: {}", other.with, second.found);
            if holds && !self.contradictory {
                verdict = Verdict::Remark;
            }
        }
        let contradictory = self.contradictory && verdict == Verdict::Differs;
        JudgedClaim {
            id: self.id.clone(),
            text: self.text.clone(),
            origin: self.origin,
            held: matches!(verdict, Verdict::Holds | Verdict::Remark),
            verdict,
            found,
            contradictory,
            assumption: self.assumption.clone().filter(|_| contradictory),
            reason: self.reason.clone().or_else(|| self.remark.clone()),
            evidence: self.evidence.clone(),
        }
    }

    /// Returns the curves of the claim in both set-ups.
    #[must_use]
    pub fn curves(&self) -> Vec<&Expr> {
        let other = self.reproduced.as_ref().map(|other| other.check.curves());
        [self.check.curves(), other.unwrap_or_default()].concat()
    }
}

impl JudgedClaim {
    /// Returns the verdict in words, for example "reproduced with a remark".
    #[must_use]
    pub fn label(&self) -> &'static str {
        match self.verdict {
            Verdict::Holds => "reproduced",
            Verdict::Remark => "reproduced with a remark",
            Verdict::Undecided => "undecided",
            Verdict::Differs if self.contradictory => "contradicted by the paper itself",
            Verdict::Differs => "not reproduced",
        }
    }

    /// Returns true if the claim makes a check fail.
    #[must_use]
    pub fn is_a_failure(&self) -> bool {
        self.verdict == Verdict::Differs && !self.contradictory
    }
}

fn once() -> u32 {
    1
}

fn yes() -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::testing::curves;

    fn claim(check: &str, more: &str) -> Claim {
        let json = format!(
            r#"{{ "id": "t1", "text": "t", "line": "T1", "tolerance": "none", "check": {check} {more} }}"#
        );
        serde_json::from_str(&json).expect("a claim")
    }

    #[test]
    fn the_verdict_follows_from_the_predicate_and_the_remark() {
        let curves = curves(&[]);
        let (yes, no) = (r#"{"above": [2, 1]}"#, r#"{"above": [1, 2]}"#);
        let verdict = |check, more| claim(check, more).judge(&curves).verdict;
        assert_eq!(verdict(yes, ""), Verdict::Holds);
        assert_eq!(verdict(yes, r#", "remark": "by luck""#), Verdict::Remark);
        assert_eq!(verdict(no, r#", "remark": "by luck""#), Verdict::Differs);
        let known = claim(no, r#", "contradictory": true, "reason": "1 is below 2""#);
        assert!(!known.judge(&curves).is_a_failure());
        assert!(claim(no, "").judge(&curves).is_a_failure());
    }

    #[test]
    fn a_claim_that_holds_is_not_contradictory() {
        let marked =
            r#", "contradictory": true, "assumption": "no loss", "reason": "it says 2 and 3""#;
        let curves = curves(&[]);
        let differs = claim(r#"{"above": [1, 2]}"#, marked).judge(&curves);
        assert_eq!(
            (differs.contradictory, differs.assumption.as_deref()),
            (true, Some("no loss"))
        );
        let holds = claim(r#"{"above": [2, 1]}"#, marked).judge(&curves);
        assert_eq!((holds.contradictory, holds.assumption), (false, None));
    }

    #[test]
    fn a_second_set_up_gives_a_remark_unless_the_paper_contradicts_itself() {
        let curves = curves(&[]);
        let no = r#"{"above": [1, 2]}"#;
        let with = |check: &str, more: &str| {
            let second = format!(r#", "reproduced": {{"with": "equal delays", "check": {check}}}"#);
            claim(no, &(second + more)).judge(&curves)
        };
        let reproduced = with(r#"{"above": [2, 1]}"#, "");
        assert_eq!(
            (reproduced.verdict, reproduced.held),
            (Verdict::Remark, true)
        );
        assert!(
            reproduced.found.contains("; reproduced with equal delays"),
            "{}",
            reproduced.found
        );
        let not = with(no, "");
        assert_eq!(not.verdict, Verdict::Differs);
        assert!(not.found.contains("; not reproduced with"), "{}", not.found);
        let marked = with(
            r#"{"above": [2, 1]}"#,
            r#", "contradictory": true, "reason": "r""#,
        );
        assert_eq!(
            (marked.verdict, marked.contradictory),
            (Verdict::Differs, true)
        );
    }

    #[test]
    fn an_undecided_claim_neither_holds_nor_fails() {
        let mut curves = curves(&[("u", &[])]);
        let curve = curves.0.get_mut("u").expect("it is there");
        curve.add(1.0, 6.0);
        curve.add(1.0, 8.0);
        let check = r#"{"above": [{"at": {"curve": "u", "x": 1}}, 6.5]}"#;
        let found = claim(check, r#", "remark": "by luck""#).judge(&curves);
        assert_eq!((found.verdict, found.held), (Verdict::Undecided, false));
        assert!(!found.is_a_failure());
    }

    #[test]
    fn a_claim_is_of_the_paper_by_default() {
        let origin = |more| {
            claim(r#"{"above": [2, 1]}"#, more)
                .judge(&curves(&[]))
                .origin
        };
        assert_eq!(origin(""), Origin::Paper);
        assert_eq!(origin(r#", "own": "derived""#), Origin::Derived);
        assert_eq!(origin(r#", "own": "model""#), Origin::Model);
    }
}
