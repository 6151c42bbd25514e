//! No pacer: packets leave as soon as the link is free.

use super::{Gate, Surroundings};
use crate::packet::Backlog;
use crate::spec::parameters::parameters;
use crate::time::Time;

parameters! {
    /// No pacer: packets leave as soon as the link is free.
    #[section("pacer.none", "None")]
    pub struct Params {}
}

/// Gate that is always open.
#[derive(Clone, Debug)]
pub struct None;

impl Gate for None {
    type Params = Params;

    const OPEN: bool = true;

    fn new(_params: &Params, _around: &Surroundings) -> None {
        None
    }

    fn reconfigure(&mut self, _params: &Params, _around: &Surroundings) {}

    #[inline]
    fn next_at(&self, _now: Time, _waiting: Backlog, _bytes: u16) -> Time {
        Time::ZERO
    }
}
