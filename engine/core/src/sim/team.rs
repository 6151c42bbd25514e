//! Teams of a group: how many flows each has, and how many of them wait.

use crate::apps::Workload;
use crate::apps::team::Round;

/// Teams of a group, each of as many flows in a row.
#[derive(Clone, Debug)]
pub struct Teams {
    /// Number of flows of a team.
    pub size: usize,
    /// Teams in order, as far as a flow has begun.
    pub list: Vec<Team>,
}

/// Flows that wait for each other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Team {
    /// Number of flows that the team waits for.
    pub members: u32,
    /// Number of members that wait.
    pub waiting: u32,
    /// State that the applications share.
    pub round: Round,
}

/// Place of a flow in a team that waits for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Membership {
    /// Position of the team.
    pub team: u32,
    /// Whether the flow waits for the others.
    pub waits: bool,
}

impl Teams {
    /// Creates the teams of a group; `None` if no flow waits for others.
    #[must_use]
    pub fn of(workload: &Workload) -> Option<Box<Teams>> {
        let size = workload.team()?.max(1) as usize;
        Some(Box::new(Teams {
            size,
            list: Vec::new(),
        }))
    }

    /// Returns a team by its position.
    pub fn team(&mut self, position: usize) -> &mut Team {
        if self.list.len() <= position {
            self.list.resize(position + 1, Team::default());
        }
        &mut self.list[position]
    }
}
