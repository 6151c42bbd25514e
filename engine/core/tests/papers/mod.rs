//! What the papers say of TCP and of buffers, as claims about whole runs; a file for each.
//!
//! The papers give curves, not tables, so each claim is a direction, a crossing or a bound that the
//! text states; where our numbers differ from a figure the test says by how much.

mod ganjali;
mod hasegawa;
mod vu_brugier;

const PACED: &str = "deterministic";
const UNPACED: &str = "none";
