//! Measuring: what is counted at links, and the figures of a run.

pub mod detail;
pub mod link;
pub mod summary;
