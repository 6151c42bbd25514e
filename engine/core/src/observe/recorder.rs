//! Recorder of the time series of a run, which charts and exports are made from.
//!
//! The recorder samples the state of a run once per millisecond of simulated time. It writes a row for each link,
//! group and watched flow that has changed. On request it computes columns for any interval, one per pixel, so that
//! the page only draws. Sampling changes no result.

mod columns;
mod intervals;
mod owners;

use std::sync::Arc;

pub use columns::{PRESENT_PER_FLOW, PRESENT_PER_GROUP, PRESENT_PER_LINK};
pub use owners::{LINK_GROUPS, WATCHED};

use super::grid::INTERVAL;
use super::layout::{FlowInfo, Layout, Series};
use super::level::ROWS;
use super::plan::Plan;
use super::probe::Subject;
use super::probes::flow::{self, Flows};
use super::probes::gauges::{self, Gauges};
use super::probes::group::Groups;
use super::probes::link::{self, Links};
use super::probes::link_group::LinkGroups;
use super::recording::{Recording, Rows};
use super::series_buffer::BLOCK;
use crate::sim::flow::TcpFlow;
use crate::sim::{GroupState, Observed};
use crate::spec::{Gauge, Section};
use crate::time::Time;

/// Work of a sample in events, measured with `anomaly`, and number of owners that add the work of one more event.
const EVENTS_PER_SAMPLE: u64 = 2;
const OWNERS_PER_EVENT: u64 = 16;

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
    /// Begin of the [interval](super::intervals) that is read, if there is one.
    interval_from: Option<Time>,
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
            interval_from: None,
            plans: Plans {
                links: Arc::new(Plan::of(Links::PROBES)),
                groups: Arc::new(Plan::of(Groups::PROBES)),
                flows: Arc::new(Plan::of(Flows::PROBES)),
                link_groups: Arc::new(Plan::of(LinkGroups::PROBES)),
            },
        };
        recorder.reconfigure(observed);
        let watched = owners::watched_at_first(observed);
        recorder.watch(&watched, observed);
        recorder
    }

    /// Returns the present layout of the run, with the recorded series.
    #[must_use]
    pub fn layout(&self, observed: &Observed<'_>) -> Layout {
        let flows = self.watched().filter_map(|number| {
            let flow = observed.flows.get(number as usize)?;
            Some(FlowInfo {
                flow: number,
                group: observed.groups[flow.group as usize].id.clone(),
                index: flow.index,
            })
        });
        Layout {
            flows: flows.collect(),
            series: self.series.clone(),
            links_without_groups: self.links_without_groups.clone(),
            ..Layout::of(observed)
        }
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

    /// Time of the last sample.
    fn samples_end(&self) -> Time {
        Time(self.next * INTERVAL.0)
    }

    /// Work of a sample, in events.
    #[must_use]
    pub fn work(&self) -> u64 {
        EVENTS_PER_SAMPLE + self.owners() / OWNERS_PER_EVENT
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
                ref windows,
                sending,
                ..
            } = *group;
            let windows = windows.packets();
            let round_trips = group.round_trip_sums.count();
            let stamp = (
                delivered_bytes,
                access_dropped,
                dropped,
                windows,
                sending,
                round_trips,
            );
            if !recording.is_unchanged(stamp) {
                recording.write(next, group, Some(stamp));
            }
        }
        for recording in &mut self.flows {
            if let Some(flow) = observed.flows.get(recording.position)
                && let active = flow.tcp().map(TcpFlow::last_active)
                && let stamp = (active, flow.links.last_delay())
                && !recording.is_unchanged(stamp)
            {
                let reading = flow::Reading::at(flow, observed.groups);
                recording.write(next, &reading, Some(stamp));
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
        self.owners() * self.next.min(2 * ROWS as u64)
    }

    fn owners(&self) -> u64 {
        let links = self.links.len() + self.gauges.len() + self.link_groups.len();
        (links + self.groups.len() + self.flows.len()) as u64
    }

    /// Removes all samples but the first `next`.
    pub fn rewind(&mut self, next: u64) {
        self.next = next;
        self.interval_from = None;
        // A later edit may have changed the route of the group to this link.
        self.link_groups.retain(|one| one.recording.from() <= next);
        self.recordings().for_each(|rows| rows.rewind(next));
        for KindGauges {
            recording, reading, ..
        } in &mut self.gauges
        {
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

    #[cold]
    fn merge(&mut self) {
        let next = self.next;
        self.recordings().for_each(|rows| rows.merge(next));
    }

    /// Iterates over all recordings, for what is done to each.
    fn recordings(&mut self) -> impl Iterator<Item = &mut dyn Rows> {
        let links = self.links.iter_mut().map(|it| it as &mut dyn Rows);
        let groups = self.groups.iter_mut().map(|it| it as &mut dyn Rows);
        let flows = self.flows.iter_mut().map(|it| it as &mut dyn Rows);
        let gauges = self
            .gauges
            .iter_mut()
            .map(|it| &mut it.recording as &mut dyn Rows);
        let link_groups = self.link_groups.iter_mut();
        let link_groups = link_groups.map(|it| &mut it.recording as &mut dyn Rows);
        (links.chain(groups).chain(flows)).chain(gauges.chain(link_groups))
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
