//! Claims: what a paper finds, as a predicate, and the verdict.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::curve::Curves;
use crate::statement::{Checked, Statement};

/// What a paper finds, in our words and as a predicate over the artefact's curves.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// In our own words, with its numbers.
    pub text: String,
    /// Where it comes from: `T96` a line of the paper's text, `M` worked out from the paper's model, `D` derived.
    pub line: String,
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
    /// Whether it cannot hold, since the text contradicts itself or its own model; `reason` then says how.
    #[serde(default)]
    pub contradictory: bool,
    /// Why it differs, by the experiment that shows it.
    pub reason: Option<String>,
    /// What has to be said though it holds.
    pub remark: Option<String>,
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
}

/// A claim that was judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Its text.
    pub text: String,
    /// Whether the predicate held.
    pub held: bool,
    /// The verdict.
    pub verdict: Verdict,
    /// The numbers it was judged by, in words.
    pub found: String,
    /// Whether it was known that it cannot hold.
    pub contradictory: bool,
}

impl Claim {
    /// Judges it.
    #[must_use]
    pub fn judge(&self, curves: &Curves) -> Found {
        let Checked { holds, found } = self.check.check(curves);
        let held = holds == Some(true);
        Found {
            text: self.text.clone(),
            held,
            verdict: match (held, &self.remark) {
                (false, _) => Verdict::Differs,
                (true, Some(_)) => Verdict::Remark,
                (true, None) => Verdict::Holds,
            },
            found,
            contradictory: self.contradictory,
        }
    }
}

impl Found {
    /// Whether a check should fail because of it.
    #[must_use]
    pub fn is_a_failure(&self) -> bool {
        self.verdict == Verdict::Differs && !self.contradictory
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Holds => "holds",
            Verdict::Remark => "remark",
            Verdict::Differs => "differs",
        })
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
}
