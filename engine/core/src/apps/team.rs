//! Teams: flows of a group that wait for each other, for example the servers that answer one request together.
//!
//! A session that [waits for its team](super::Next::AwaitTeam) goes on when all flows of the team wait. The first of
//! them decides what comes next, in the [`Round`] that they share.

use crate::time::Time;

/// State that the flows of a team share.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Round {
    /// Number of the present step; its meaning is that of the application.
    pub step: u32,
    /// Number of objects of the present page.
    pub objects: u32,
    /// Time at which the present round or page was requested; `None` before the first.
    pub requested: Option<Time>,
    /// Time at which the flows may send.
    pub ready: Time,
}

/// End of the wait of a flow for its team.
#[derive(Debug)]
pub struct Release<'a> {
    /// Time at which the flows go on.
    pub now: Time,
    /// Position of the flow among those that go on; the first is called first.
    pub rank: u32,
    /// Number of flows that go on.
    pub of: u32,
    /// State that the team shares.
    pub round: &'a mut Round,
}
