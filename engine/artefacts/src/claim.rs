//! Claims: what a paper finds, as a predicate, and the verdict.

use serde::{Deserialize, Serialize};

use crate::curve::{Curves, Expr};
use crate::statement::{Checked, Outcome, Statement};

/// What a paper finds, in our words and as a predicate over the artefact's curves.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// In our own words, with its numbers.
    pub text: String,
    /// Where it comes from: `T96` a line of the paper's text, `M` worked out from the paper's model, `D` derived, `S` from a
    /// small simulation of ours.
    pub line: String,
    /// Whose claim it is; the paper's unless the file says otherwise.
    #[serde(default)]
    pub own: Own,
    /// The predicate.
    pub check: Statement,
    /// Why the bounds are where they are; written before the run.
    pub tolerance: String,
    /// Replications that it needs.
    #[serde(default = "once")]
    pub replications: u32,
    /// Whether the quick check decides it as well.
    #[serde(default = "yes")]
    pub quick: bool,
    /// Whether it cannot hold, since the paper contradicts itself or its own model; `reason` then says how. Only a claim
    /// that differs is marked.
    #[serde(default)]
    pub contradictory: bool,
    /// What is assumed here, though the paper does not say it, for the contradiction to follow; only where it is marked.
    pub assumption: Option<String>,
    /// Why it differs, by the experiment that shows it.
    pub reason: Option<String>,
    /// Another set-up in which it holds, if it differs in the main one.
    pub reproduced: Option<Reproduced>,
    /// What has to be said though it holds.
    pub remark: Option<String>,
    /// Evidence for the reason or the remark, one finding per item: a run, a number or a line of the paper.
    #[serde(default)]
    pub evidence: Vec<String>,
}

/// A second set-up in which a claim holds: it departs from the text, or costs another claim.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reproduced {
    /// What is different and what it costs, to follow the word "with".
    pub with: String,
    /// The same predicate over the curves of that set-up.
    pub check: Statement,
}

/// Whose claim it is: only the paper's own words count as its findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Own {
    /// The paper says it, in its text, a table or a figure.
    #[default]
    Paper,
    /// We derived it from what the paper says.
    Derived,
    /// We computed it from the paper's model, or with a small simulation of ours.
    Model,
}

/// What a check says of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It holds.
    Holds,
    /// It holds, and something has to be said of it.
    Remark,
    /// It does not hold, or what it is about is not known.
    Differs,
    /// A confidence interval contains the bound: more replications are needed.
    Undecided,
}

/// A claim that was judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Its text.
    pub text: String,
    /// Whose claim it is.
    pub own: Own,
    /// Whether the predicate held.
    pub held: bool,
    /// The verdict.
    pub verdict: Verdict,
    /// The numbers it was judged by, in words.
    pub found: String,
    /// Whether it differs and is marked as one that cannot hold.
    pub contradictory: bool,
    /// What is assumed here for the contradiction to follow.
    pub assumption: Option<String>,
    /// Summary of why the claim is not simply reproduced: its reason, else its remark.
    pub reason: Option<String>,
    /// Evidence for this summary, one finding per item.
    pub evidence: Vec<String>,
}

impl Claim {
    /// Judges it. What differs in the main set-up but is reproduced in another holds with a remark, unless the paper
    /// contradicts itself: then it still differs, and the other set-up is only told.
    #[must_use]
    pub fn judge(&self, curves: &Curves) -> Found {
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
        Found {
            text: self.text.clone(),
            own: self.own,
            held: matches!(verdict, Verdict::Holds | Verdict::Remark),
            verdict,
            found,
            contradictory,
            assumption: self.assumption.clone().filter(|_| contradictory),
            reason: self.reason.clone().or_else(|| self.remark.clone()),
            evidence: self.evidence.clone(),
        }
    }

    /// Every curve that it is about, in either set-up.
    #[must_use]
    pub fn curves(&self) -> Vec<&Expr> {
        let other = self.reproduced.as_ref().map(|other| other.check.curves());
        [self.check.curves(), other.unwrap_or_default()].concat()
    }
}

impl Found {
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

    /// Whether a check should fail because of it.
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
            r#"{{ "text": "t", "line": "T1", "tolerance": "none", "check": {check} {more} }}"#
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
    fn a_marked_claim_that_holds_is_not_marked() {
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
    fn a_second_set_up_makes_a_remark_but_no_end_of_a_contradiction() {
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
    fn a_claim_is_the_papers_unless_the_file_says_otherwise() {
        let own = |more| claim(r#"{"above": [2, 1]}"#, more).judge(&curves(&[])).own;
        assert_eq!(own(""), Own::Paper);
        assert_eq!(own(r#", "own": "derived""#), Own::Derived);
        assert_eq!(own(r#", "own": "model""#), Own::Model);
    }
}
