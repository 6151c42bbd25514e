//! The papers' figures, tables, algorithms and theorems as data, and what becomes of them here.
//!
//! An artefact is one file of `papers/`: what to run (studies and models), how it is drawn (charts), and what the
//! paper finds (claims, each a predicate over the curves with a tolerance and its reason). Nothing about a particular
//! artefact is code. This crate reads such a file ([`artefact`]), plans its runs ([`plan`]), makes curves of what they
//! come to ([`curve`]) and judges the claims ([`claim`], [`statement`], [`quantity`]). What a check came to is kept in
//! `results/` ([`kept`]), so that a page can show it at once and a test can say when it is stale.
//!
//! As the core it has no clock, files or threads: who runs the cases, and on how many cores, is decided elsewhere.
//!
//! ```
//! use bufferlab_artefacts::{Extent, Plan, registry};
//! use bufferlab_core::study::run_case;
//! use std::ops::ControlFlow;
//!
//! let artefact = registry::read("vishwanath-f6").expect("it is listed and a test reads it");
//! let mut plan = Plan::new(&artefact, Extent::Quick).expect("a test plans it");
//! for number in 0..plan.len() {
//!     let case = plan.case(number).expect("there are so many");
//!     let line = run_case(case, &mut |_| ControlFlow::Continue(())).expect("nobody broke it off");
//!     plan.take(number, &line.to_value()).expect("the run came to its end");
//! }
//! let findings = plan.findings();
//! assert!(findings.claims.iter().all(|claim| claim.held));
//! ```

pub mod artefact;
pub mod claim;
pub mod curve;
pub mod fit;
pub mod kept;
pub mod model;
pub mod plan;
pub mod quantity;
pub mod registry;
pub mod statement;
pub mod words;

pub use artefact::Artefact;
pub use claim::{Found, Own, Verdict};
pub use curve::{Curve, Curves};
pub use kept::Kept;
pub use plan::{Extent, Findings, Plan};
