//! Columns of a recorder: the series over an interval, one column per pixel, and the present values.

use super::Recorder;
use crate::observe::grid::{Grid, INTERVAL};
use crate::observe::layout::{Series, shown_groups};
use crate::observe::probe::Subject;
use crate::observe::probes::flow::Reading;
use crate::observe::probes::group::mean_cwnd;
use crate::observe::probes::link::{self, Links};
use crate::observe::recording::Recording;
use crate::packet::Class;
use crate::sim::Observed;
use crate::time::{Span, Time};

/// Packet classes in display order.
const CLASSES: [Class; 3] = [Class::Tcp, Class::Udp, Class::Ack];
/// Number of samples over which present rates are averaged.
const PRESENT: u64 = 100;

/// Numbers per link in [`Recorder::present`]: queue in packets, queue in bytes, bytes of TCP, UDP and ACKs in it, and
/// utilization over the last 100 ms. Then drops of TCP, UDP and ACKs since the start, and drops of each since the
/// last sample, which no column has yet.
pub const PRESENT_PER_LINK: usize = 12;
/// Numbers per group in [`Recorder::present`]: throughput over the last 100 ms in b/s, and mean window in packets.
pub const PRESENT_PER_GROUP: usize = 2;
/// Numbers per watched flow in [`Recorder::present`]: window in packets; NaN without TCP and before it begins.
pub const PRESENT_PER_FLOW: usize = 1;

impl Recorder {
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
    /// layout, then [`PRESENT_PER_FLOW`] for each watched flow, in their order. Rates are those at the last sample.
    #[must_use]
    pub fn present(&self, observed: &Observed<'_>) -> Vec<f64> {
        let mut present = Vec::new();
        for (recording, link) in self.links.iter().zip(observed.links.iter()) {
            let (backlog, classes) = (link.backlog(), link.bytes_by_class());
            present.extend([f64::from(backlog.packets), backlog.bytes as f64]);
            present.extend(CLASSES.map(|class| classes[class.index()] as f64));
            present.push(recording.latest("utilization", PRESENT, self.next));
            let drops = CLASSES.map(|class| link.counters().lost(class) as f64);
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
        present.extend(self.flows.iter().map(|recording| {
            let flow = observed.flows.get(recording.position);
            flow.map_or(f64::NAN, |flow| Reading::at(flow, observed.groups).cwnd())
        }));
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
