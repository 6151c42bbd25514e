//! Edits: changes of a scenario during a run.
//!
//! An edit takes effect after all events up to its time. The document keeps it, so that the link of a run with
//! edits replays it. Packets already on a wire finish under the old settings.

use super::Simulation;
use super::live;
use super::run::Run;
use crate::scenario::check::{check_edit_count, check_flows_created, flows_begun};
use crate::scenario::complete::expanded;
use crate::scenario::{Edit, Patch, Problems, Scenario, patched};
use crate::time::Time;
use crate::trace::Traces;

impl Simulation {
    /// Provides files that later edits refer to.
    pub fn know(&mut self, traces: &Traces) {
        self.run.document.whole.attached.extend(traces);
    }

    /// Applies changes now. Edits of the document at later times are removed: the run is on another branch.
    ///
    /// # Errors
    /// Unknown paths, values that are not accepted, parameters that cannot change during a run, too many
    /// edits, or an edit that puts more packets in flight than a run permits. Then nothing changes.
    pub fn edit(&mut self, patches: &[Patch]) -> Result<Edit, Problems> {
        let patches = &expanded(patches)[..];
        check_edit_count(self.run.document.next_edit + 1)?;
        let document = &self.run.document;
        let work = document.edit_work + patched::work(&document.current, patches);
        patched::check_work(work)?;
        let changed = document.current.patched_live(patches)?;
        let flows = self.run.population.flows.len() as u64;
        let flows = flows + flows_begun(&document.current, &changed);
        check_flows_created(flows)?;
        // Seconds as the document writes them, at or after all past events.
        let mut at_s = self.run.scheduler.now.s();
        while Time::from_s(at_s) < self.run.scheduler.now {
            at_s = at_s.next_up();
        }
        let edit = Edit {
            at_s,
            set: patches.to_vec(),
        };
        // Only senders can exceed the limit, and a copy of a hundred thousand flows takes longer than the rest.
        let sends = changed.groups != document.current.groups;
        let before = sends.then(|| (self.run.clone(), self.changed));
        self.branches += 1;
        self.run.document.branch_off(self.branches, edit.clone());
        if let Err(error) = self.advance(Time::from_s(at_s)) {
            if let Some(before) = before {
                (self.run, self.changed) = before;
            }
            return Err(Problems::one("", error.to_string()));
        }
        Ok(edit)
    }
}

impl Run {
    /// Gives nodes, groups and flows the parameters of the current scenario; `before` is the one before the edit.
    pub(super) fn reconfigure(&mut self, before: &Scenario) {
        let now = self.scheduler.now;
        let groups = &self.population.live;
        let before = live::with_hidden_groups(before, groups);
        let mut after = live::with_hidden_groups(&self.document.current, groups);
        self.population.keep_handshakes(&mut after);
        let routes = live::routes(groups, &after, self.network.routes(&after));
        let flows = self.population.flows.len();
        if self.population.changes_path(&after, &routes) {
            self.network.forbid_deferral();
        }
        self.network.reconfigure(now, &after);
        for node in 0..self.network.nodes.len() as u8 {
            self.count_dropped_inside(node);
        }
        let (scheduler, record) = (&mut self.scheduler, &mut self.record);
        (self.population).reconfigure(&before, &after, routes, scheduler, record);
        if self.population.flows.len() != flows {
            self.set_groups_of_nodes();
        }
    }
}
