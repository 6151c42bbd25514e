//! No pacer: packets leave as soon as the link is free.

use serde::{Deserialize, Serialize};

use super::{Gate, Surroundings};
use crate::packet::Backlog;
use crate::spec::Section;
use crate::time::Time;

/// There is nothing to set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Params {}

/// Gate that is always open.
#[derive(Clone, Debug)]
pub struct None;

/// Self-description for forms, help and validation.
pub static SECTION: Section = Section {
    id: "pacer.none",
    label: "None",
    help: "No pacer: packets leave as soon as the link is free.",
    ..Section::NEW
};

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
