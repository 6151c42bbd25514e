//! Recorder of the time series of a run, which charts and exports are made from.
//!
//! The recorder samples the state of a run once per millisecond of simulated time. It writes a row for each link,
//! group and watched flow that has changed. On request it computes columns for any interval, one per pixel, so that
//! the page only draws. Sampling changes no result.

use std::sync::Arc;

use super::grid::Grid;
use super::layout::{Series, link_ids, shown_groups};
use super::level::ROWS;
use super::plan::Plan;
use super::probe::Subject;
use super::probes::flow::{self, Flows};
use super::probes::gauges::{self, Gauges};
use super::probes::group::{self, Groups, mean_cwnd};
use super::probes::link::{self, Links};
use super::probes::link_group::{self, LinkGroups};
use super::recording::Recording;
use super::series_buffer::BLOCK;
use crate::packet::Class;
use crate::sim::exchange::owner as owner_of;
use crate::sim::flow::{Flow, TcpFlow};
use crate::sim::{GroupState, Observed};
use crate::spec::{Gauge, Section};
use crate::time::{Span, Time};

/// Simulated time between two samples.
pub const INTERVAL: Span = Span(1_000_000_000);
/// Maximum number of watched flows.
pub const WATCHED: usize = 16;
/// Maximum number of pairs of a link and a group whose queue is recorded. A pair needs up to 0.8 MB for each level of
/// its buffer, so 100 MB for 32 pairs after 1,000 s.
pub const LINK_GROUPS: usize = 32;
/// Packet classes in display order.
const CLASSES: [Class; 3] = [Class::Tcp, Class::Udp, Class::Ack];
/// Number of samples over which present rates are averaged.
const PRESENT: u64 = 100;
/// Work of a sample in events, measured with `anomaly`, and number of owners that add the work of one more event.
const EVENTS_PER_SAMPLE: u64 = 2;
const OWNERS_PER_EVENT: u64 = 16;

/// Numbers per link in [`Recorder::present`]: queue in packets, queue in bytes, bytes of TCP, UDP and ACKs in it, and
/// utilization over the last 100 ms. Then drops of TCP, UDP and ACKs since the start, and drops of each since the
/// last sample, which no column has yet.
pub const PRESENT_PER_LINK: usize = 12;
/// Numbers per group in [`Recorder::present`]: throughput over the last 100 ms in b/s, and mean window in packets.
pub const PRESENT_PER_GROUP: usize = 2;

/// Recorder of a run.
#[derive(Clone, Debug)]
pub struct Recorder {
    next: u64,
    total: u64,
    links: Vec<Recording<Links>>,
    groups: Vec<Recording<Groups>>,
    flows: Vec<Recording<Flows>>,
    gauges: Vec<KindGauges>,
    link_groups: Vec<LinkGroup>,
    links_without_groups: Vec<String>,
    series: Vec<Series>,
    /// Row layouts that the recordings of each kind share.
    plans: Plans,
}

#[derive(Clone, Debug)]
struct Plans {
    links: Arc<Plan>,
    groups: Arc<Plan>,
    flows: Arc<Plan>,
    link_groups: Arc<Plan>,
}

/// Integrals of each gauge over time, at a sample.
#[derive(Clone, Debug)]
pub struct GaugeSums(Vec<(usize, &'static str, gauges::Reading)>);

impl Recorder {
    /// Begins to record a run from its present state.
    #[must_use]
    pub fn new(observed: &Observed<'_>) -> Recorder {
        let mut recorder = Recorder {
            next: observed.now.0 / INTERVAL.0,
            total: (observed.scenario.duration_s / INTERVAL.s()) as u64 + 1,
            links: Vec::new(),
            groups: Vec::new(),
            flows: Vec::new(),
            gauges: Vec::new(),
            link_groups: Vec::new(),
            links_without_groups: Vec::new(),
            series: Vec::new(),
            plans: Plans {
                links: Arc::new(Plan::of(Links::PROBES)),
                groups: Arc::new(Plan::of(Groups::PROBES)),
                flows: Arc::new(Plan::of(Flows::PROBES)),
                link_groups: Arc::new(Plan::of(LinkGroups::PROBES)),
            },
        };
        recorder.reconfigure(observed);
        let watched = default_watch(observed);
        recorder.watch(&watched, observed.flows);
        recorder
    }

    /// Adapts to a changed scenario: new groups are recorded from now on.
    pub fn reconfigure(&mut self, observed: &Observed<'_>) {
        let (next, total) = (self.next, self.total);
        if self.links.is_empty() {
            let ids = link_ids(observed.scenario).into_iter().enumerate();
            self.links = ids
                .map(|(i, id)| Recording::new(&self.plans.links, i, id, next, total))
                .collect();
        }
        self.follow_groups(observed.groups);
        self.follow_kinds(observed);
        self.follow_link_groups(observed);
        self.flows
            .retain(|recording| recording.position < observed.flows.len());
        // Parameters may have changed, which the stamps do not contain.
        self.links.iter_mut().for_each(Recording::invalidate);
        self.flows.iter_mut().for_each(Recording::invalidate);
        self.list_series();
    }

    /// Keeps the recordings of groups that still exist, and begins one for each new group.
    fn follow_groups(&mut self, groups: &[GroupState]) {
        self.groups.retain(|recording| {
            let group = groups.get(recording.position);
            group.is_some_and(|group| group.id == recording.owner)
        });
        self.groups.iter_mut().for_each(Recording::invalidate);
        for (position, group) in groups.iter().enumerate() {
            let known = self
                .groups
                .iter()
                .any(|recording| recording.position == position);
            if known || group.id.is_empty() {
                continue;
            }
            let plan = &self.plans.groups;
            let recording = Recording::new(plan, position, group.id.clone(), self.next, self.total);
            self.groups.push(match group.tcp {
                Some(_) => recording,
                None => recording.of_first(group::OF_ANY),
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
                if let Some(before) = self.next.checked_sub(1) {
                    let integral = link.group_integral(observed.now, number);
                    recording.write(before, &integral, None);
                }
                self.link_groups.push(LinkGroup {
                    group: number,
                    id,
                    recording,
                });
            }
        }
        self.link_groups
            .iter_mut()
            .for_each(|one| one.recording.invalidate());
    }

    fn has_link_group(&self, link: usize, group: usize) -> bool {
        let mut recorded = self.link_groups.iter();
        recorded.any(|one| one.recording.position == link && one.group == group)
    }

    /// Ids of the links at which the queue of some group is not recorded, because of [`LINK_GROUPS`].
    #[must_use]
    pub fn links_without_groups(&self) -> &[String] {
        &self.links_without_groups
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
                    self.gauges.push(KindGauges {
                        kind,
                        gauges,
                        recording,
                        reading,
                    });
                }
            }
        }
        self.gauges
            .iter_mut()
            .for_each(|kind_gauges| kind_gauges.recording.invalidate());
    }

    /// Watches these flows from now on, at most [`WATCHED`]. Flows that were watched before keep their past. Numbers
    /// of flows that do not exist or do not use TCP are ignored.
    pub fn watch(&mut self, numbers: &[u32], flows: &[Flow]) {
        let mut old = std::mem::take(&mut self.flows);
        for number in numbers.iter().map(|&number| number as usize) {
            let exists = flows.get(number).is_some_and(|flow| flow.tcp().is_some());
            let twice = self
                .flows
                .iter()
                .any(|recording| recording.position == number);
            if !exists || twice || self.flows.len() == WATCHED {
                continue;
            }
            let kept = old
                .iter()
                .position(|recording| recording.position == number);
            self.flows.push(match kept {
                Some(i) => old.swap_remove(i),
                None => {
                    let owner = number.to_string();
                    Recording::new(&self.plans.flows, number, owner, self.next, self.total)
                }
            });
        }
        self.list_series();
    }

    /// Numbers of the watched flows.
    pub fn watched(&self) -> impl Iterator<Item = u32> + '_ {
        self.flows.iter().map(|recording| recording.position as u32)
    }

    /// Time of the next sample.
    #[must_use]
    pub fn next_sample(&self) -> Time {
        Time((self.next + 1) * INTERVAL.0)
    }

    /// Work of a sample, in events.
    #[must_use]
    pub fn work(&self) -> u64 {
        let links = self.links.len() + self.gauges.len() + self.link_groups.len();
        let owners = links + self.groups.len() + self.flows.len();
        EVENTS_PER_SAMPLE + owners as u64 / OWNERS_PER_EVENT
    }

    /// Takes the next sample.
    pub fn sample(&mut self, observed: &mut Observed<'_>) {
        let next = self.next;
        for (recording, link) in self.links.iter_mut().zip(observed.links.iter_mut()) {
            let arrived = link.counters().arrived.total();
            if !recording.is_unchanged(arrived) {
                let reading = link::Reading::at(link, observed.now);
                recording.write(next, &reading, reading.is_idle().then_some(arrived));
            }
        }
        for kind_gauges in &mut self.gauges {
            let (kind, recording) = (kind_gauges.kind, &mut kind_gauges.recording);
            let link = &observed.links[recording.position];
            let is_here = link.insides().any(|(here, _)| here.id == kind.id);
            if is_here || !recording.is_unchanged(false) {
                kind_gauges
                    .reading
                    .again(link, kind, observed.now, INTERVAL);
                recording.write(next, &kind_gauges.reading, (!is_here).then_some(false));
            }
        }
        for LinkGroup {
            group, recording, ..
        } in &mut self.link_groups
        {
            let link = &observed.links[recording.position];
            let integral = link.group_integral(observed.now, *group);
            if !recording.is_unchanged(integral) {
                let is_empty = integral.packets == 0.0;
                recording.write(next, &integral, is_empty.then_some(integral));
            }
        }
        for recording in &mut self.groups {
            let group = &observed.groups[recording.position];
            let GroupState {
                delivered_bytes,
                access_dropped,
                dropped,
                cwnd_sum,
                sending,
                ..
            } = *group;
            let stamp = (delivered_bytes, access_dropped, dropped, cwnd_sum, sending);
            if !recording.is_unchanged(stamp) {
                recording.write(next, group, Some(stamp));
            }
        }
        for recording in &mut self.flows {
            if let Some(flow) = observed.flows.get(recording.position)
                && let Some(active) = flow.tcp().map(TcpFlow::last_active)
                && !recording.is_unchanged(active)
                && let Some(reading) = flow::Reading::at(flow, observed.groups)
            {
                recording.write(next, &reading, Some(active));
            }
        }
        self.next += 1;
        if self.next.is_multiple_of(BLOCK) {
            self.merge();
        }
    }

    /// Number of samples since the start of the run, including those before the recording began.
    #[must_use]
    pub fn samples(&self) -> u64 {
        self.next
    }

    /// Maximum number of rows: all samples of each owner at the finest resolution, and as many again at the coarser
    /// ones together.
    #[must_use]
    pub fn most_rows(&self) -> u64 {
        let links = self.links.len() + self.gauges.len() + self.link_groups.len();
        let owners = links + self.groups.len() + self.flows.len();
        owners as u64 * self.next.min(2 * ROWS as u64)
    }

    /// Removes all samples but the first `next`.
    pub fn rewind(&mut self, next: u64) {
        self.next = next;
        self.links
            .iter_mut()
            .for_each(|recording| recording.rewind(next));
        self.groups
            .iter_mut()
            .for_each(|recording| recording.rewind(next));
        self.flows
            .iter_mut()
            .for_each(|recording| recording.rewind(next));
        // A later edit may have changed the route of the group to this link.
        self.link_groups.retain(|one| one.recording.from() <= next);
        let link_groups = self.link_groups.iter_mut();
        link_groups.for_each(|one| one.recording.rewind(next));
        for KindGauges {
            recording, reading, ..
        } in &mut self.gauges
        {
            recording.rewind(next);
            *reading = gauges::Reading::before(|gauge| recording.count(gauge, next));
        }
    }

    /// Integrals of the gauges over time so far. After a long step back they are no longer recorded exactly.
    #[must_use]
    pub fn gauge_sums(&self) -> GaugeSums {
        let looks = self.gauges.iter();
        GaugeSums(
            looks
                .map(|kind_gauges| {
                    (
                        kind_gauges.recording.position,
                        kind_gauges.kind.id,
                        kind_gauges.reading,
                    )
                })
                .collect(),
        )
    }

    /// Restores the integrals of the gauges at the sample to which the recorder was [rewound](Self::rewind).
    pub fn restore_gauges(&mut self, GaugeSums(looks): &GaugeSums) {
        for kind_gauges in &mut self.gauges {
            let here = (kind_gauges.recording.position, kind_gauges.kind.id);
            let known = looks
                .iter()
                .find(|(position, kind, _)| (*position, *kind) == here);
            if let Some(&(_, _, look)) = known {
                kind_gauges.reading = look;
            }
        }
    }

    /// All recorded series; frames refer to a series by its position in this list.
    #[must_use]
    pub fn series(&self) -> &[Series] {
        &self.series
    }

    /// Length of the output of [`columns`](Self::columns) for `n` columns of all series.
    #[must_use]
    pub fn data_length(&self, n: usize) -> usize {
        self.series
            .iter()
            .map(|series| series.values_per_column() * n)
            .sum()
    }

    /// Length of the output of [`columns_of`](Self::columns_of) for `n` columns of some series. Series that do not
    /// exist have no output.
    #[must_use]
    pub fn data_length_of(&self, series: &[u32], n: usize) -> usize {
        let there = series.iter().filter_map(|&i| self.series.get(i as usize));
        there.map(|series| series.values_per_column() * n).sum()
    }

    /// Present values: [`PRESENT_PER_LINK`] numbers for each link, then [`PRESENT_PER_GROUP`] for each group of the
    /// layout, in its order. Rates are those at the last sample.
    #[must_use]
    pub fn present(&self, observed: &Observed<'_>) -> Vec<f64> {
        let mut present = Vec::new();
        for (recording, link) in self.links.iter().zip(observed.links.iter()) {
            let (backlog, classes) = (link.backlog(), link.bytes_by_class());
            present.extend([f64::from(backlog.packets), backlog.bytes as f64]);
            present.extend(CLASSES.map(|class| classes[class.index()] as f64));
            present.push(recording.latest("utilization", PRESENT, self.next));
            let drops = CLASSES.map(|class| link.counters().dropped.of(class) as f64);
            present.extend(drops);
            let since = |(id, drops)| recording.risen(id, drops, self.next);
            present.extend(link::DROPS.into_iter().zip(drops).map(since));
        }
        for (position, group) in shown_groups(observed) {
            let recording = self
                .groups
                .iter()
                .find(|recording| recording.position == position);
            let rate =
                recording.map(|recording| recording.latest("throughput_bps", PRESENT, self.next));
            present.extend([rate.unwrap_or(f64::NAN), mean_cwnd(group)]);
        }
        present
    }

    /// Writes all series over `[from, to)` to `out`, in `n` columns; see [`columns_of`](Self::columns_of).
    pub fn columns(&self, from: Time, to: Time, n: usize, window: Span, out: &mut [f32]) {
        let all: Vec<u32> = (0..self.series.len() as u32).collect();
        self.columns_of(&all, from, to, n, window, out);
    }

    /// Writes series, given by their positions in [`series`](Self::series), over `[from, to)` to `out`, in `n`
    /// columns, one series after another. Each series has its n minima, then its n maxima, then its n means, as far
    /// as its [`Shape`](super::probe::Shape) has them. Rates and ratios are averaged over at least `window`. NaN
    /// means that nothing was recorded.
    pub fn columns_of(
        &self,
        series: &[u32],
        from: Time,
        to: Time,
        n: usize,
        window: Span,
        out: &mut [f32],
    ) {
        let grid = Grid::new(from, to, n, window, self.next);
        let mut places = places(series, &self.series, n, out).into_iter();
        fill(&self.links, &mut places, &grid, self.next);
        fill(&self.groups, &mut places, &grid, self.next);
        fill(&self.flows, &mut places, &grid, self.next);
        let gauges = self.gauges.iter().map(|kind_gauges| &kind_gauges.recording);
        fill(gauges, &mut places, &grid, self.next);
        let link_groups = self.link_groups.iter().map(|one| &one.recording);
        fill(link_groups, &mut places, &grid, self.next);
    }

    /// Time of the first drop at any link after `t`, or of the last drop before it.
    #[must_use]
    pub fn next_drop(&self, t: Time, forward: bool) -> Option<Time> {
        let sample = t.0 / INTERVAL.0;
        let rises = |recording: &Recording<Links>| {
            recording.next_rise(&link::DROPS, sample, forward, self.next)
        };
        let times = self.links.iter().filter_map(rises);
        let chosen = if forward { times.min() } else { times.max() };
        chosen.map(|sample| Time(sample * INTERVAL.0))
    }

    #[cold]
    fn merge(&mut self) {
        let next = self.next;
        self.links
            .iter_mut()
            .for_each(|recording| recording.merge(next));
        self.groups
            .iter_mut()
            .for_each(|recording| recording.merge(next));
        self.flows
            .iter_mut()
            .for_each(|recording| recording.merge(next));
        let gauges = self.gauges.iter_mut();
        gauges.for_each(|kind_gauges| kind_gauges.recording.merge(next));
        let link_groups = self.link_groups.iter_mut();
        link_groups.for_each(|one| one.recording.merge(next));
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

/// Recording of the gauges of a kind at a link.
#[derive(Clone, Debug)]
struct KindGauges {
    kind: &'static Section,
    gauges: &'static [Gauge],
    recording: Recording<Gauges>,
    /// Values at the last sample.
    reading: gauges::Reading,
}

/// Recording of the queue of a group at a link.
#[derive(Clone, Debug)]
struct LinkGroup {
    /// Position of the group in the simulation's list.
    group: usize,
    /// Id of the group.
    id: String,
    recording: Recording<LinkGroups>,
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

/// Returns the output slice of each series of the recorder, by its position; `None` for series that are not
/// requested.
fn places<'a>(
    wanted: &[u32],
    series: &[Series],
    n: usize,
    mut out: &'a mut [f32],
) -> Vec<Option<&'a mut [f32]>> {
    let mut places: Vec<Option<&mut [f32]>> = series.iter().map(|_| None).collect();
    for &position in wanted {
        let Some(series) = series.get(position as usize) else {
            continue;
        };
        let (place, rest) = out.split_at_mut(series.values_per_column() * n);
        // A series that is requested twice is written once.
        place.fill(f32::NAN);
        places[position as usize].get_or_insert(place);
        out = rest;
    }
    places
}

/// Writes the series of recordings to the next slices of `places`.
fn fill<'a, 't, S: Subject>(
    recordings: impl IntoIterator<Item = &'t Recording<S>>,
    places: &mut impl Iterator<Item = Option<&'a mut [f32]>>,
    grid: &Grid,
    next: u64,
) {
    for recording in recordings {
        let mut decimation = None;
        for (&how, place) in recording.series().iter().zip(places.by_ref()) {
            if let Some(place) = place {
                let decimation = decimation.get_or_insert_with(|| recording.decimate(grid, next));
                decimation.read(how, place);
            }
        }
    }
}

/// Returns the flows of each TCP group that start first, so that charts show something at once.
fn default_watch(observed: &Observed<'_>) -> Vec<u32> {
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
