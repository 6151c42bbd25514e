//! Studies from a document and options, their parts for several machines, and the order of their cases.

use bufferlab_core::scenario::complete::complete;
use bufferlab_core::scenario::{limits, patch};
use bufferlab_core::study::{StudyDocument, document::Over};

use crate::Failure;
use crate::changes::Changes;
use crate::source::Document;

/// Options that are added to a scenario or a study.
#[derive(Clone, Debug, Default)]
pub struct Additions {
    /// Changes that apply to all runs.
    pub changes: Changes,
    /// Further fields to vary.
    pub over: Vec<Over>,
    /// Number of runs per point; `None` for that of the study.
    pub replications: Option<u32>,
}

/// Returns the study with all additions, for [`Study::new`](bufferlab_core::study::Study::new). A scenario becomes a study
/// that varies only the added fields.
///
/// # Errors
/// A document that is neither a scenario nor a study, and invalid changes, each with its path.
pub fn study(document: Document, added: Additions) -> Result<StudyDocument, Failure> {
    let Document { name, json, .. } = document;
    let about = |problems| Failure::Input {
        about: name.clone(),
        problems,
    };
    let mut study = if StudyDocument::describes(&json) {
        StudyDocument::from_value(json).map_err(about)?
    } else {
        StudyDocument::new(json)
    };
    let mut complete = complete(study.scenario).map_err(about)?;
    patch::apply(&mut complete, &study.set).map_err(about)?;
    study.set = added.changes.patches(&complete)?;
    study.scenario = complete;
    study.over.extend(added.over);
    study.replications = added.replications.unwrap_or(study.replications);
    Ok(study)
}

/// Part of a study: every `step`-th case. Neighboring cases often take similar times, so that blocks of cases would give
/// unequal parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Number of the first case, from 0.
    pub first: u64,
    /// Number of parts, at least 1.
    pub step: u64,
}

impl Shard {
    /// Part that contains all cases.
    pub const WHOLE: Shard = Shard { first: 0, step: 1 };

    /// Parses `i/n`, part i of n, with i from 1.
    ///
    /// # Errors
    /// Text of another form, and numbers out of range.
    pub fn from_text(text: &str) -> Result<Shard, Failure> {
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let parts = text.split_once('/');
        match parts.and_then(|(which, of)| Some((number(which)?, number(of)?))) {
            Some((which, of)) if (1..=of).contains(&which) && of <= limits::RUNS => Ok(Shard {
                first: which - 1,
                step: of,
            }),
            _ => {
                let most = limits::RUNS;
                let message = format!("takes I/N with I from 1 to N, N up to {most}; got {text:?}");
                Err(Failure::input("--shard", message))
            }
        }
    }
}

/// Returns the order in which `count` cases start: ascending, or spread, so that the first few cover the whole range.
/// Multiples of a number near the golden section of `count` leave no large gaps (Knuth, The Art of Computer Programming 3,
/// Section 6.4).
#[must_use]
pub fn order(count: usize, spread: bool) -> Vec<usize> {
    if !spread || count < 3 {
        return (0..count).collect();
    }
    let mut step = (count as f64 * 0.618_033_988_749_895) as usize;
    while gcd(step, count) > 1 {
        step += 1;
    }
    (0..count).map(|turn| turn * step % count).collect()
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_cases_are_spread_and_all_are_included() {
        for count in [0, 1, 2, 3, 10, 100, 101] {
            let mut cases = order(count, true);
            cases.sort_unstable();
            assert_eq!(cases, order(count, false), "{count}");
        }
        assert_eq!(order(100, true)[..4], [0, 61, 22, 83]);
    }

    #[test]
    fn a_shard_must_be_within_its_number_of_parts() {
        assert_eq!(Shard::from_text("1/1").ok(), Some(Shard::WHOLE));
        assert_eq!(
            Shard::from_text(" 3 / 4").ok(),
            Some(Shard { first: 2, step: 4 })
        );
        for text in ["", "1", "0/3", "4/3", "1/0", "a/b", "1/1000000000"] {
            assert!(Shard::from_text(text).is_err(), "{text}");
        }
    }
}
