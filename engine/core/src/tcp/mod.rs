//! TCP without I/O: a sender and a receiver that take the time as an argument and return the segments to send.
//!
//! From the top: [`sender`] dispatches events; `recovery/` implements the reaction to acknowledgments and timeouts
//! for each kind of loss recovery, with `marks` and `idle` beside it. Both work on the state of the sender: its
//! control block (`tcb/`) and its records of segments (`board`). Pure arithmetic stands alone: [`scoreboard`],
//! [`rack`], [`prr`], [`rtt`], [`rate`], [`pacing`], [`numbers`]. No module calls upwards.

mod board;
pub mod config;
mod holes;
mod idle;
mod marks;
pub mod notes;
pub mod numbers;
pub mod overhead;
pub mod pacing;
mod phase;
mod profiles;
pub mod prr;
pub mod rack;
pub mod ranges;
pub mod rate;
mod rates;
pub mod receiver;
mod recovery;
mod ring;
pub mod rtt;
pub mod scoreboard;
pub mod sender;
mod tcb;
#[cfg(test)]
pub(crate) mod testing;
