//! Owners of series: the links, groups, flows, kinds and pairs that a recorder records, as the scenario changes.

use std::sync::Arc;

use super::{KindGauges, LinkGroup, Recorder};
use crate::observe::layout::{Series, link_ids};
use crate::observe::plan::Plan;
use crate::observe::probe::Subject;
use crate::observe::probes::{flow, gauges, group, link_group};
use crate::observe::recording::{Recording, Rows};
use crate::sim::exchange::owner as owner_of;
use crate::sim::{GroupState, Observed};

/// Maximum number of watched flows.
pub const WATCHED: usize = 16;
/// Maximum number of pairs of a link and a group whose queue is recorded. A pair needs up to 0.8 MB for each level of
/// its buffer, so 100 MB for 32 pairs after 1,000 s.
pub const LINK_GROUPS: usize = 32;

impl Recorder {
    /// Adapts to a changed scenario: new groups are recorded from now on.
    pub fn reconfigure(&mut self, observed: &Observed<'_>) {
        let (next, total) = (self.next, self.total);
        if self.links.is_empty() {
            let ids = link_ids(observed.scenario).into_iter().enumerate();
            self.links = ids
                .map(|(i, id)| Recording::new(&self.plans.links, i, id, next, total))
                .collect();
        }
        self.follow_groups(observed);
        self.follow_kinds(observed);
        self.follow_link_groups(observed);
        self.flows
            .retain(|recording| recording.position < observed.flows.len());
        // Parameters may have changed, which the stamps do not contain.
        self.recordings().for_each(Rows::invalidate);
        self.list_series();
    }

    /// Keeps the recordings of groups that still exist, and begins one for each new group. A group that takes the place of
    /// another, as when the kind of its traffic changes, continues its interval.
    fn follow_groups(&mut self, observed: &Observed<'_>) {
        let groups = observed.groups;
        let mut replaced = Vec::new();
        self.groups.retain(|recording| {
            let group = groups.get(recording.position);
            let stays = group.is_some_and(|group| group.id == recording.owner);
            if !stays && let Some(rises) = group.and_then(|group| recording.rises(group)) {
                replaced.push((recording.owner.clone(), rises));
            }
            stays
        });
        for (position, group) in groups.iter().enumerate() {
            let known = self
                .groups
                .iter()
                .any(|recording| recording.position == position);
            if known || group.id.is_empty() {
                continue;
            }
            let plan = &self.plans.groups;
            let mut recording =
                Recording::new(plan, position, group.id.clone(), self.next, self.total);
            recording.begin_intervals(observed.now, group);
            if let Some(at) = replaced.iter().position(|(owner, _)| *owner == group.id) {
                recording.continue_interval(replaced.swap_remove(at).1);
            }
            self.groups.push(if group.has_senders() {
                recording
            } else {
                recording.of_first(group::OF_ANY)
            });
        }
    }

    /// Keeps the recordings of groups that still exist, and begins one for each link that packets of a group pass.
    /// Links whose new pairs exceed [`LINK_GROUPS`] are listed instead, so that groups without series are not taken
    /// for groups without packets.
    fn follow_link_groups(&mut self, observed: &Observed<'_>) {
        let groups = observed.groups;
        self.link_groups.retain(|one| {
            let group = groups.get(one.group);
            group.is_some_and(|group| group.id == one.id)
        });
        self.links_without_groups.clear();
        for (position, link) in observed.links.iter().enumerate() {
            let owner = self.links[position].owner.clone();
            let new: Vec<usize> = groups_at(groups, position)
                .filter(|&group| !self.has_link_group(position, group))
                .collect();
            if self.link_groups.len() + new.len() > LINK_GROUPS {
                self.links_without_groups.push(owner);
                continue;
            }
            for number in new {
                let id = groups[number].id.clone();
                let owner = link_group::owner(&owner, &id);
                let plan = &self.plans.link_groups;
                let mut recording = Recording::new(plan, position, owner, self.next, self.total);
                // The backlog is integrated from here on.
                let integral = link.group_integral(observed.now, number);
                recording.begin_intervals(observed.now, &integral);
                if let Some(before) = self.next.checked_sub(1) {
                    recording.write(before, &integral, None);
                }
                self.link_groups.push(LinkGroup {
                    group: number,
                    id,
                    recording,
                });
            }
        }
    }

    fn has_link_group(&self, link: usize, group: usize) -> bool {
        let mut recorded = self.link_groups.iter();
        recorded.any(|one| one.recording.position == link && one.group == group)
    }

    /// Begins a recording for each kind that is new at a link. The recordings of removed kinds stay.
    fn follow_kinds(&mut self, observed: &Observed<'_>) {
        for (position, link) in observed.links.iter().enumerate() {
            for (kind, gauges) in link.insides() {
                let is_known = |kind_gauges: &KindGauges| {
                    kind_gauges.recording.position == position && kind_gauges.kind.id == kind.id
                };
                if !self.gauges.iter().any(is_known) {
                    let plan = Arc::new(Plan::of_values(gauges.len()));
                    let owner = self.links[position].owner.clone();
                    let mut recording =
                        Recording::new(&plan, position, owner, self.next, self.total);
                    let reading = gauges::Reading::before(|_| 0.0);
                    // The integrals begin here, also after a return to an earlier time.
                    if let Some(before) = self.next.checked_sub(1) {
                        recording.write(before, &reading, None);
                    }
                    recording.begin_intervals(self.samples_end(), &reading);
                    self.gauges.push(KindGauges {
                        kind,
                        gauges,
                        recording,
                        reading,
                    });
                }
            }
        }
    }

    /// Watches these flows from now on, at most [`WATCHED`]. Flows that were watched before keep their past. Numbers
    /// of flows that do not exist are ignored.
    pub fn watch(&mut self, numbers: &[u32], observed: &Observed<'_>) {
        let flows = observed.flows;
        let mut old = std::mem::take(&mut self.flows);
        for number in numbers.iter().map(|&number| number as usize) {
            let Some(tcp) = flows.get(number).map(|flow| flow.tcp().is_some()) else {
                continue;
            };
            let twice = self
                .flows
                .iter()
                .any(|recording| recording.position == number);
            if twice || self.flows.len() == WATCHED {
                continue;
            }
            let kept = old
                .iter()
                .position(|recording| recording.position == number);
            self.flows.push(match kept {
                Some(i) => old.swap_remove(i),
                None => {
                    let owner = number.to_string();
                    let plan = &self.plans.flows;
                    let mut recording = Recording::new(plan, number, owner, self.next, self.total);
                    let reading = flow::Reading::at(&flows[number], observed.groups);
                    recording.begin_intervals(observed.now, &reading);
                    if tcp {
                        recording
                    } else {
                        recording.of_first(flow::OF_ANY)
                    }
                }
            });
        }
        self.list_series();
    }

    fn list_series(&mut self) {
        let mut series = Vec::new();
        list(&self.links, &mut series);
        list(&self.groups, &mut series);
        list(&self.flows, &mut series);
        for KindGauges {
            kind,
            gauges,
            recording,
            ..
        } in &self.gauges
        {
            let abouts = gauges.iter().map(|gauge| gauges::about(kind, gauge));
            series.extend(abouts.map(|about| Series::new(&about, &recording.owner)));
        }
        list(
            self.link_groups.iter().map(|one| &one.recording),
            &mut series,
        );
        self.series = series;
    }
}

/// Numbers of the groups whose data or acknowledgments pass a link. The two sides of an exchange are one group.
fn groups_at(groups: &[GroupState], link: usize) -> impl Iterator<Item = usize> {
    let passes = move |group: &GroupState| {
        let partner = group.partner.map(|partner| &groups[partner as usize]);
        let mut sides = [group].into_iter().chain(partner);
        sides.any(|side| side.route.passes(link as u8))
    };
    let is_shown = |group: &GroupState| !group.id.is_empty() && owner_of(&group.id).is_none();
    let numbered = groups.iter().enumerate();
    numbered
        .filter(move |(_, group)| is_shown(group) && passes(group))
        .map(|(number, _)| number)
}

/// Appends the series of recordings to a list.
fn list<'t, S: Subject>(
    recordings: impl IntoIterator<Item = &'t Recording<S>>,
    series: &mut Vec<Series>,
) {
    for recording in recordings {
        let probes = S::PROBES.iter().take(recording.series().len());
        series.extend(probes.map(|probe| Series::new(&probe.about(S::OF), &recording.owner)));
    }
}

/// Returns the flows of each TCP group that start first, so that charts show something at once.
pub(super) fn watched_at_first(observed: &Observed<'_>) -> Vec<u32> {
    let tcp: Vec<_> = observed
        .groups
        .iter()
        .filter(|group| group.tcp.is_some())
        .collect();
    let each = if tcp.len() > 2 { 1 } else { 3 };
    tcp.iter()
        .take(4)
        .flat_map(|group| {
            // Sorting by time would be the only such sort in the module that browsers load.
            let mut chosen: Vec<u32> = Vec::new();
            for _ in 0..each {
                let others = group.flows.iter().filter(|flow| !chosen.contains(flow));
                let next = others.min_by_key(|&&flow| observed.flows[flow as usize].starts);
                chosen.extend(next.copied());
            }
            chosen
        })
        .collect()
}
