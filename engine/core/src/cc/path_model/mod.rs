//! Common parts of both versions of BBR: measuring the path.
//!
//! Round trips are counted by packets (`rounds`), the largest of recent values is stored (`windowed_max`), a rate
//! that stops growing shows that the pipe is full (`full_pipe`), samples limited by the flow itself are excluded
//! (`held_back`), and the window allows for ACK aggregation (`aggregation`). `ack` is the input of all of these,
//! and `phase` the visible phase of a flow. The sender samples the delivery rate itself, [`crate::tcp::rate`]. The
//! versions [`super::bbr`] and [`super::bbr1`] use these parts differently.

mod ack;
mod aggregation;
mod full_pipe;
mod held_back;
mod phase;
mod rounds;
#[cfg(test)]
pub(super) mod testing;
mod windowed_max;

pub(super) use ack::{Ack, Losses};
pub(super) use aggregation::Aggregation;
pub(super) use full_pipe::FullPipe;
pub(super) use held_back::HeldBack;
pub(super) use phase::Phase;
pub use phase::STATES;
pub(super) use rounds::Rounds;
pub(super) use windowed_max::WindowedMax;

/// The least window that keeps a pipe going whose receiver acknowledges every second segment
/// (`BBRMinPipeCwnd`), packets.
pub(super) const MIN_PIPE: f64 = 4.0;

/// The larger of two numbers of which none is NaN.
pub(super) fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The smaller of two numbers of which none is NaN.
pub(super) fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}
