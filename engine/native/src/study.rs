//! A study out of a document and what is added to it, which part of it is whose, and in which order it is begun.

use bufferlab_core::scenario::complete::complete;
use bufferlab_core::scenario::{limits, patch};
use bufferlab_core::study::{StudyDocument, document::Over};

use crate::Failure;
use crate::changes::Changes;
use crate::source::Document;

/// What is added to a scenario or study.
#[derive(Clone, Debug, Default)]
pub struct Additions {
    /// Changes that all runs share.
    pub changes: Changes,
    /// Further axes.
    pub over: Vec<Over>,
    /// Runs of each point; else what the study says.
    pub replications: Option<u32>,
}

/// The whole study, for [`Study::new`](bufferlab_core::study::Study::new): a scenario becomes one that varies nothing but what is added.
///
/// # Errors
/// A document that is no scenario and no study, and changes that cannot be made, each with its path.
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

/// Every so manyth case, from the first of them on: what takes long is often side by side in the grid, so
/// that blocks would take unequal times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The first, from 0.
    pub first: u64,
    /// How many parts there are, at least 1.
    pub step: u64,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Shard = Shard { first: 0, step: 1 };

    /// Reads `i/n`, part i of n from 1.
    ///
    /// # Errors
    /// What is no such part.
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

/// In which order `count` cases are begun: as they stand, or so that the first few are spread over all. Multiples of
/// a number near the golden section of `count` leave no large gaps (Knuth, The Art of Computer Programming 3, Section
/// 6.4), and the same ones each time.
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
    fn the_first_few_are_spread_and_none_is_left_out() {
        for count in [0, 1, 2, 3, 10, 100, 101] {
            let mut begun = order(count, true);
            begun.sort_unstable();
            assert_eq!(begun, order(count, false), "{count}");
        }
        assert_eq!(order(100, true)[..4], [0, 61, 22, 83]);
    }

    #[test]
    fn a_part_is_one_of_those_there_are() {
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
