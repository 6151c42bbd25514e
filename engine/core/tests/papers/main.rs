//! What the papers say of paced and unpaced TCP, as claims about whole runs; a file for each.
//!
//! The papers give curves, not tables, so each claim is a direction, a crossing or a bound that the
//! text states; where our numbers differ from a figure the test says by how much.

mod ganjali;
mod hasegawa;
#[path = "../support/mod.rs"]
mod support;

const PACED: &str = "deterministic";
const UNPACED: &str = "none";
