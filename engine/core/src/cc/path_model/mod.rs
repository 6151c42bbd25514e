//! What the versions of BBR have in common: how a flow learns about its path.
//!
//! Round trips are counted by packets (`rounds`), the largest of recent values is kept (`windowed_max`),
//! a rate that grows no more tells that the pipe is full (`full_pipe`), samples that the flow itself held down are
//! told apart (`held_back`), and acknowledgments that bunch are allowed for (`aggregation`). `ack` is an
//! acknowledgment as all of these look at it, and
//! `phase` what a flow is seen to do. The delivery rate itself is sampled by the sender,
//! [`crate::tcp::rate`]. What each version makes of it is its own: [`super::bbr`] and [`super::bbr1`].

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
