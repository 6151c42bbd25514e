//! TCP without I/O: a sender and a receiver that are told the time and say what they want sent.

pub mod config;
pub mod pacing;
pub mod ranges;
pub mod rate;
pub mod receiver;
pub mod rtt;
pub mod sender;
pub mod workload;
