//! Advice: the smallest buffer that meets some targets, found by simulation.
//!
//! Utilization and delay grow with the buffer, but the loss of small packets falls, rises and falls again
//! (vishwanath-2011). A larger buffer may thus miss a target that a smaller one meets, so results at two sizes say
//! nothing about the sizes between them. Runs are requested in rounds, and each round is a study:
//!
//! 1. **Look**: one run at each of several log-spaced sizes of the range, at the sizes of the rules of thumb and at the
//!    current size; then between the best size inside the range and its neighbors, so that a dip is not missed.
//! 2. **Bracket**: the smallest size that met the targets and the largest one below it get more seeds. The ratio between
//!    them is halved until it is at most the requested precision. Half of the size found must fail too.
//! 3. **Check**: the size found is run with new seeds, because the search has chosen a size that suits its own seeds. For
//!    each target, the whole one-sided interval of the mean over these seeds must meet the target, with a joint
//!    confidence (Bonferroni; Law, Simulation Modeling and Analysis, Section 9.7). If a size fails, the next larger one
//!    is checked with other new seeds.
//! 4. **Around**: the sizes of the rules are run with as many seeds, larger buffers with worse results are tested in
//!    pairs, and the answer is tested with half and twice as many flows, because their number is rarely known.
//!
//! If runs are long because of many flows, the first two steps are taken on a smaller network (see `scaled`), and the whole one
//! is only run around the size that follows: that size and its half, then between them.
//!
//! An answer is preliminary for a reason of [`Doubt`]: runs that are too short for their flows to settle, runs of the check that a
//! test finds unsteady, or seeds that differ so much that a size far below may do too.
//!
//! [`Remedies`] answer another question: which change of the queue meets the targets best. They are compared by runs with
//! common seeds until their results differ clearly.
//!
//! The next runs depend only on earlier results, and these only on the question, so the advice is the same with any
//! number of threads. This module only plans, like [`study`](crate::study); a front end runs the rounds.

mod answer;
mod begin;
mod bracketing;
mod certainty;
mod conclusion;
mod known;
mod link;
mod policed;
mod question;
mod remedies;
mod round;
mod scaled;
mod search;
mod settling;
mod target;

pub use answer::{Advice, Around, Checked, Estimate, Figure, Rule, Seen, Worse};
pub use begin::begin;
pub use certainty::Doubt;
pub use link::Link;
pub use policed::Policed;
pub use question::Question;
pub use remedies::{Comparison, Remedies, Remedy, Row as ComparisonRow, Standing};
pub use round::{Progress, Round, Search};
pub use search::Advisor;
pub use settling::Length;
pub use target::{Bound, Target};

#[cfg(test)]
mod tests;
