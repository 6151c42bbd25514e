//! Figures, tables, algorithms and theorems of papers as data, and their reproduction.
//!
//! A [`Figure`] (or a table, an algorithm, a theorem) is one file of `papers/`. It has studies and models to run, charts
//! to draw, and claims of the paper: predicates over the curves with a tolerance and its reason. No figure needs code of
//! its own. This crate reads a file ([`figure`]), plans its runs ([`plan`]), builds curves from their results
//! ([`curve`]) and checks the claims ([`claim`], [`statement`], [`quantity`]). The results are stored in `results/`
//! ([`stored`]), so that the page can show them at once and a test can find stale ones.
//!
//! Like the core, this crate has no clock, files or threads. Its callers run the cases.
//!
//! ```
//! use bufferlab_papers::{Extent, Plan, registry};
//! use bufferlab_core::study::run_case;
//! use std::ops::ControlFlow;
//!
//! let figure = registry::read("vishwanath-f6").expect("it is listed and a test reads it");
//! let mut plan = Plan::new(&figure, Extent::Quick).expect("a test plans it");
//! for number in 0..plan.len() {
//!     let case = plan.case(number).expect("there are so many");
//!     let line = run_case(case, &mut |_| ControlFlow::Continue(())).expect("it is not interrupted");
//!     plan.take(number, &line.to_value()).expect("the run came to its end");
//! }
//! let findings = plan.findings();
//! assert!(findings.claims.iter().all(|claim| claim.held));
//! ```

pub mod claim;
pub mod curve;
pub mod digest;
pub mod figure;
pub mod format;
#[cfg(feature = "claims")]
pub mod goal;
pub mod model;
pub mod page;
pub mod plan;
#[cfg(feature = "claims")]
pub mod quantity;
pub mod registry;
pub mod scale;
#[cfg(feature = "claims")]
pub mod statement;
pub mod stored;
#[cfg(test)]
mod types;

pub use claim::{JudgedClaim, Origin, Verdict};
pub use curve::{Curve, Curves};
pub use figure::Figure;
pub use plan::{Extent, Findings, Plan};
pub use stored::StoredResult;
