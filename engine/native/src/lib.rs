//! Code that the program `bufferlab` and the Python package share: loading of scenarios (files, presets, links), reading
//! and writing of links, results files of sweeps, tables of measures, and the texts that the program prints.
//!
//! `bufferlab-core` defines scenarios, studies and lines. Threads, terminals and Python belong to the callers. No input of
//! a user causes a panic; invalid input gives a [`Failure`] with a path.

pub mod catalog;
pub mod changes;
pub mod failure;
pub mod files;
pub mod json;
pub mod link;
pub mod measures;
pub mod presets;
pub mod quantity;
pub mod report;
pub mod results;
pub mod series;
pub mod source;
pub mod study;
pub mod table;
pub mod warnings;

pub use failure::Failure;
