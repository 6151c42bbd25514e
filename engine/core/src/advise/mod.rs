//! Advice: the smallest buffer that meets some targets, found by simulation.
//!
//! Utilization grows with the buffer, delay does too, and the loss of small packets falls, rises and falls again
//! (vishwanath-2011): "large enough" is no one-sided question, so that nothing is concluded from two sizes about those
//! between them that a run could contradict. Runs are asked for in rounds, each a study of its own:
//!
//! 1. **Look**: one run at sizes spread evenly by ratio over the range, at what the rules of thumb say and at what is
//!    there now; then between a best size inside the range and its neighbours, so that a dip is not stepped over.
//! 2. **Bracket**: the smallest size that met the targets and the largest below it are run with more seeds, and the ratio
//!    between them is halved until it is at most the precision asked for.
//! 3. **Check**: the size found is run with seeds that nobody has looked at, since the search has picked what its own
//!    seeds liked. Each target has to be met by the whole one-sided interval of its mean over these seeds, at a
//!    confidence that all are met together (Bonferroni; Law, Simulation Modeling and Analysis, Section 9.7). A size
//!    that fails is followed by the next larger one, with seeds of its own.
//! 4. **Around**: what the rules say is run as often, what larger buffers make worse is tested in pairs, and the answer
//!    is tried with half and twice as many flows, since nobody knows their number.
//!
//! What is run next follows from what is known, and that from nothing but the question: the same advice with any
//! number of threads. Planning only, like [`study`](crate::study); a front end runs the rounds.

mod answer;
mod known;
mod link;
mod question;
mod search;
mod target;

pub use answer::{Advice, Around, Checked, Figure, Rule, Seen, Worse};
pub use link::Link;
pub use question::Question;
pub use search::{Advisor, Round};
pub use target::{Bound, Target};

#[cfg(test)]
mod tests;
