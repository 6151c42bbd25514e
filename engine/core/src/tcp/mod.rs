//! TCP without I/O: a sender and a receiver that are told the time and say what they want sent.
//!
//! The sender is one state machine in parts: [`sender`] holds it together and sends, `recovery/` says
//! what acknowledgements and timeouts do in each kind of loss recovery, and the pieces that are
//! arithmetic only stand alone: [`scoreboard`], [`rack`], [`prr`], [`rtt`], [`rate`], [`pacing`].

pub mod config;
pub mod notes;
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
