//! TCP without I/O: a sender and a receiver that are told the time and say what they want sent.
//!
//! From the top: [`sender`] decides who deals with what happens; `recovery/` says what acknowledgements
//! and timeouts do in each kind of loss recovery, with `marks` and `idle` beside it; both work on what
//! the sender remembers, its control block (`tcb/`) and its records of segments (`board`). The pieces
//! that are arithmetic only stand alone: [`scoreboard`], [`rack`], [`prr`], [`rtt`], [`rate`],
//! [`pacing`], [`numbers`]. Nothing calls upwards.

mod board;
pub mod config;
mod holes;
mod idle;
mod marks;
pub mod notes;
pub mod numbers;
pub mod overhead;
pub mod pacing;
pub mod prr;
pub mod rack;
pub mod ranges;
pub mod rate;
pub mod receiver;
mod recovery;
pub mod rtt;
pub mod scoreboard;
pub mod sender;
mod standing;
mod tcb;
#[cfg(test)]
pub(crate) mod testing;
