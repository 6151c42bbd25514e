//! Document of a run: its scenario, the edits, and the times at which a run pauses for them.

use crate::scenario::{Edit, Scenario, patched};
use crate::time::Time;

/// Scenario of a run with its edits, applied and to come.
#[derive(Clone, Debug)]
pub struct Document {
    /// The scenario at the start, with all edits.
    pub whole: Scenario,
    /// The current scenario, with the edits applied and none listed.
    pub current: Scenario,
    /// Number of edits applied.
    pub next_edit: usize,
    /// Number of the current branch.
    pub branch: u64,
    /// Cost of the edits applied so far, in the unit of the limit on edits.
    pub edit_work: u64,
    /// End of the warm-up.
    pub warmup_at: Time,
    /// Whether the warm-up has ended.
    pub warmed_up: bool,
    /// End of the run.
    pub end: Time,
}

impl Document {
    /// Creates the document of a run at time 0.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Document {
        let mut current = Scenario {
            edits: Vec::new(),
            ..scenario.clone()
        };
        current.attach(&scenario.attached);
        Document {
            whole: scenario.clone(),
            current,
            next_edit: 0,
            branch: 0,
            edit_work: 0,
            warmup_at: Time::from_s(scenario.warmup_s),
            warmed_up: scenario.warmup_s == 0.0,
            end: Time::from_s(scenario.duration_s),
        }
    }

    /// Returns the next time of the end of the warm-up or of an edit.
    #[must_use]
    pub fn next_boundary(&self) -> Time {
        let warmup = if self.warmed_up {
            Time::NEVER
        } else {
            self.warmup_at
        };
        let edit = self.whole.edits.get(self.next_edit);
        warmup.min(edit.map_or(Time::NEVER, |edit| Time::from_s(edit.at_s)))
    }

    /// Returns whether the warm-up ends at `now`, once.
    pub fn ends_warmup(&mut self, now: Time) -> bool {
        let ends = !self.warmed_up && self.warmup_at <= now;
        self.warmed_up |= ends;
        ends
    }

    /// Adds an edit made by hand and removes those of the document at later times: the run is on another branch.
    pub fn branch_off(&mut self, branch: u64, edit: Edit) {
        self.branch = branch;
        self.whole.edits.truncate(self.next_edit);
        self.whole.edits.push(edit);
    }

    /// Returns whether an edit is due at `now`.
    #[must_use]
    pub fn is_edit_due(&self, now: Time) -> bool {
        let edit = self.whole.edits.get(self.next_edit);
        edit.is_some_and(|edit| Time::from_s(edit.at_s) <= now)
    }

    /// Applies the next edit. Returns the scenario before it; `None` if the patches fail: they were
    /// checked before, and a failure here changes nothing.
    pub fn apply_edit(&mut self) -> Option<Scenario> {
        let patches = &self.whole.edits[self.next_edit].set;
        self.next_edit += 1;
        self.edit_work += patched::work(&self.current, patches);
        let mut changed = self.current.patched(patches).ok()?;
        changed.attach(&self.whole.attached);
        Some(std::mem::replace(&mut self.current, changed))
    }
}
