//! Recording: what charts are drawn from.
//!
//! The recorder looks at the state of a run once per millisecond of simulated time and keeps it in
//! [`Track`]s. It answers with columns for any interval, one per pixel, so that the page draws and
//! never computes. Looking changes nothing that decides what happens.

use super::layout::{self, Series};
use super::track::{self, Band, Count, Track};
use crate::net::port::Port;
use crate::packet::Class;
use crate::sim::flow::Flow;
use crate::sim::{GroupState, Observed};
use crate::tcp::sender::Phase;
use crate::time::{Span, Time};

/// Simulated time between samples.
const INTERVAL: Span = Span(1_000_000_000);
/// Flows that can be watched at once.
pub const WATCHED: usize = 16;
/// The classes in the order in which they are shown.
const CLASSES: [Class; 3] = [Class::Tcp, Class::Udp, Class::Ack];
/// Interval over which present rates are averaged, samples.
const PRESENT: u64 = 100;

/// Numbers per link in [`Recorder::present`]: queue packets, queue bytes, TCP, UDP and ACK bytes
/// among them, utilisation over the last 100 ms, then drops so far of TCP, UDP and ACK.
pub const PRESENT_PER_LINK: usize = 9;
/// Numbers per group in [`Recorder::present`]: throughput over the last 100 ms (b/s), mean window.
pub const PRESENT_PER_GROUP: usize = 2;

/// Records a run.
#[derive(Clone, Debug)]
pub struct Recorder {
    next: u64,
    total: u64,
    links: Vec<LinkTracks>,
    groups: Vec<GroupTracks>,
    flows: Vec<FlowTracks>,
    present: Vec<f64>,
    series: Vec<Series>,
}

#[derive(Clone, Debug)]
struct LinkTracks {
    id: String,
    packets: Track<Band>,
    bytes: Track<Band>,
    by_class: [Track<Band>; Class::COUNT],
    busy_s: Track<Count>,
    arrived: [Track<Count>; Class::COUNT],
    dropped: [Track<Count>; Class::COUNT],
}

#[derive(Clone, Debug)]
struct GroupTracks {
    id: String,
    /// Position in the simulation's list.
    position: usize,
    is_tcp: bool,
    bits: Track<Count>,
    cwnd: Track<Band>,
}

#[derive(Clone, Debug)]
struct FlowTracks {
    flow: u32,
    cwnd: Track<Band>,
    ssthresh: Track<Band>,
    rtt: Track<Band>,
    rto: Track<Band>,
    pacing: Track<Band>,
    state: Track<Band>,
}

impl Recorder {
    /// Starts recording a run as it stands.
    #[must_use]
    pub fn new(observed: &Observed<'_>) -> Recorder {
        let first = observed.now.0 / INTERVAL.0;
        let mut recorder = Recorder {
            next: first,
            total: (observed.scenario.duration_s / INTERVAL.s()) as u64 + 1,
            links: Vec::new(),
            groups: Vec::new(),
            flows: Vec::new(),
            present: Vec::new(),
            series: Vec::new(),
        };
        recorder.reconfigure(observed);
        let watched = default_watch(observed);
        recorder.watch(&watched, observed.flows);
        recorder
    }

    /// Follows a changed scenario: new groups are recorded from now on.
    pub fn reconfigure(&mut self, observed: &Observed<'_>) {
        let (next, total) = (self.next, self.total);
        if self.links.is_empty() {
            self.links = layout::link_ids(observed.scenario)
                .into_iter()
                .map(|id| LinkTracks::new(id, next, total))
                .collect();
        }
        let still_there = |tracks: &GroupTracks| {
            observed
                .groups
                .get(tracks.position)
                .is_some_and(|group| group.id == tracks.id)
        };
        self.groups.retain(still_there);
        self.flows
            .retain(|tracks| (tracks.flow as usize) < observed.flows.len());
        for (position, group) in observed.groups.iter().enumerate() {
            let known = self.groups.iter().any(|tracks| tracks.position == position);
            if !known && !group.id.is_empty() {
                self.groups.push(GroupTracks {
                    id: group.id.clone(),
                    position,
                    is_tcp: group.tcp.is_some(),
                    bits: Track::new(next, total),
                    cwnd: Track::new(next, total),
                });
            }
        }
        self.list_series();
    }

    /// Watches these flows from now on, at most [`WATCHED`]; those watched before keep their past.
    /// Numbers of flows that do not exist or are not TCP are passed over.
    pub fn watch(&mut self, numbers: &[u32], flows: &[Flow]) {
        let mut old = std::mem::take(&mut self.flows);
        for &number in numbers {
            let exists = flows
                .get(number as usize)
                .is_some_and(|flow| flow.tcp().is_some());
            let twice = self.flows.iter().any(|tracks| tracks.flow == number);
            if !exists || twice || self.flows.len() == WATCHED {
                continue;
            }
            let kept = old.iter().position(|tracks| tracks.flow == number);
            self.flows.push(match kept {
                Some(i) => old.swap_remove(i),
                None => FlowTracks::new(number, self.next, self.total),
            });
        }
        self.list_series();
    }

    /// Numbers of the watched flows.
    pub fn watched(&self) -> impl Iterator<Item = u32> + '_ {
        self.flows.iter().map(|tracks| tracks.flow)
    }

    /// When the next sample is due.
    #[must_use]
    pub fn next_sample(&self) -> Time {
        Time((self.next + 1) * INTERVAL.0)
    }

    /// Takes the sample that is due.
    pub fn sample(&mut self, observed: &mut Observed<'_>) {
        self.present.clear();
        for (tracks, link) in self.links.iter_mut().zip(observed.links.iter_mut()) {
            tracks.sample(observed.now, link, &mut self.present);
        }
        for tracks in &mut self.groups {
            tracks.sample(&observed.groups[tracks.position], &mut self.present);
        }
        for tracks in &mut self.flows {
            if let Some(flow) = observed.flows.get(tracks.flow as usize) {
                tracks.sample(flow, observed.groups);
            }
        }
        self.next += 1;
    }

    /// Forgets what was recorded after `now`.
    pub fn rewind(&mut self, now: Time) {
        self.next = now.0 / INTERVAL.0;
        let next = self.next;
        for link in &mut self.links {
            link.rewind(next);
        }
        for group in &mut self.groups {
            group.bits.rewind(next);
            group.cwnd.rewind(next);
        }
        for flow in &mut self.flows {
            for track in [
                &mut flow.cwnd,
                &mut flow.ssthresh,
                &mut flow.rtt,
                &mut flow.rto,
                &mut flow.pacing,
                &mut flow.state,
            ] {
                track.rewind(next);
            }
        }
    }

    /// What the columns of [`columns`](Self::columns) are.
    #[must_use]
    pub fn series(&self) -> &[Series] {
        &self.series
    }

    /// Length of the answer of [`columns`](Self::columns) for `n` columns.
    #[must_use]
    pub fn data_length(&self, n: usize) -> usize {
        self.series
            .iter()
            .map(|series| series.values_per_column() * n)
            .sum()
    }

    /// Present values: [`PRESENT_PER_LINK`] for each link, then [`PRESENT_PER_GROUP`] for each group,
    /// as of the last sample.
    #[must_use]
    pub fn present(&self) -> &[f64] {
        &self.present
    }

    /// Fills `out` with all series over `[from, to)`, cut into `n` columns. A band gives its n
    /// minima, then its n maxima; a line n values. Rates and ratios are averaged over at least
    /// `window`. NaN stands where nothing was recorded.
    pub fn columns(&self, from: Time, to: Time, n: usize, window: Span, out: &mut [f32]) {
        let grid = Grid::new(from, to, n, window, self.next);
        let mut rest = out;
        for link in &self.links {
            for band in [&link.packets, &link.bytes]
                .into_iter()
                .chain(CLASSES.map(|c| &link.by_class[c.index()]))
            {
                rest = grid.band(band, rest);
            }
            rest = grid.rate(&link.busy_s, rest);
            for class in CLASSES {
                rest = grid.ratio(
                    &link.dropped[class.index()],
                    &link.arrived[class.index()],
                    rest,
                );
            }
            for class in CLASSES {
                rest = grid.increase(&link.dropped[class.index()], rest);
            }
        }
        for group in &self.groups {
            rest = grid.rate(&group.bits, rest);
            if group.is_tcp {
                rest = grid.band(&group.cwnd, rest);
            }
        }
        for flow in &self.flows {
            for band in [
                &flow.cwnd,
                &flow.ssthresh,
                &flow.rtt,
                &flow.rto,
                &flow.pacing,
            ] {
                rest = grid.band(band, rest);
            }
            rest = grid.maxima(&flow.state, rest);
        }
        debug_assert!(rest.is_empty(), "data_length and columns disagree");
    }

    /// Time of the first drop at any link after `t`, or the last one before it.
    #[must_use]
    pub fn next_drop(&self, t: Time, forward: bool) -> Option<Time> {
        let sample = t.0 / INTERVAL.0;
        let tracks = self.links.iter().flat_map(|link| &link.dropped);
        let times = tracks.filter_map(|track| next_increase(track, sample, forward));
        let chosen = if forward { times.min() } else { times.max() };
        chosen.map(|sample| Time(sample * INTERVAL.0))
    }

    fn list_series(&mut self) {
        let mut series = Vec::new();
        for link in &self.links {
            layout::link_series(&link.id, &mut series);
        }
        for group in &self.groups {
            layout::group_series(&group.id, group.is_tcp, &mut series);
        }
        for flow in &self.flows {
            layout::flow_series(flow.flow, &mut series);
        }
        self.series = series;
    }
}

/// The flows of each TCP group that begin first, so that there is something to see at once.
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
            // Not by sorting, which would be the only sort by time in the file that browsers load.
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

/// End of the sample in which a counter next rises after sample `from`, or last rose before it.
fn next_increase(track: &Track<Count>, from: u64, forward: bool) -> Option<u64> {
    let (base, length, entries) = track.entries_from(from);
    let mut last = None;
    let mut before = None;
    for (i, Count(value)) in (0u64..).zip(entries) {
        let end = base + (i + 1) * length;
        // At the start of the recording everything counted so far came before.
        let rose = before.is_some_and(|before| value > before)
            || (before.is_none() && base == 0 && value > 0.0);
        before = Some(value);
        if rose && forward && end > from + 1 {
            return Some(end);
        }
        if rose && !forward && end < from {
            last = Some(end);
        }
    }
    last
}

/// How fast a counter has risen of late, per second.
fn present_rate(track: &Track<Count>) -> f64 {
    let now = track.next();
    let then = now.saturating_sub(PRESENT);
    let rise = track.count_after(0, now) - track.count_after(0, then);
    rise / ((now - then) as f64 * INTERVAL.s())
}

/// The columns of one answer, in samples.
struct Grid {
    from: f64,
    step: f64,
    n: usize,
    window: f64,
    /// Number of samples there are.
    end: u64,
}

impl Grid {
    fn new(from: Time, to: Time, n: usize, window: Span, end: u64) -> Grid {
        let interval = INTERVAL.0 as f64;
        let from = from.0 as f64 / interval;
        let step = (to.0 as f64 / interval - from) / n as f64;
        Grid {
            from,
            step: if step > 0.0 { step } else { 1.0 / n as f64 },
            n,
            window: window.0 as f64 / interval,
            end,
        }
    }

    /// First and one past the last sample of a column, at least one; `None` beyond the recording.
    fn samples(&self, column: usize) -> Option<(u64, u64)> {
        let a = self.from + self.step * column as f64;
        let b = a + self.step;
        let first = a as u64;
        let last = libm::ceil(b) as u64;
        (first < self.end).then(|| (first, last.max(first + 1).min(self.end)))
    }

    fn level<V: track::Value>(&self, track: &Track<V>, samples: f64) -> usize {
        track.level_for(samples, self.from as u64).unwrap_or(0)
    }

    fn band<'a>(&self, track: &Track<Band>, out: &'a mut [f32]) -> &'a mut [f32] {
        let (minima, rest) = out.split_at_mut(self.n);
        let (maxima, rest) = rest.split_at_mut(self.n);
        let level = self.level(track, self.step);
        for column in 0..self.n {
            let band = self
                .samples(column)
                .and_then(|(a, b)| track.merged(level, a, b));
            minima[column] = band.map_or(f32::NAN, |band| band.min);
            maxima[column] = band.map_or(f32::NAN, |band| band.max);
        }
        rest
    }

    fn maxima<'a>(&self, track: &Track<Band>, out: &'a mut [f32]) -> &'a mut [f32] {
        let level = self.level(track, self.step);
        self.line(out, |grid, column| {
            grid.samples(column)
                .and_then(|(a, b)| track.merged(level, a, b))
                .map_or(f64::NAN, |band| f64::from(band.max))
        })
    }

    /// How much a counter rose within each column. Columns add up: a sample that two of them share
    /// counts for the one in which it begins.
    fn increase<'a>(&self, track: &Track<Count>, out: &'a mut [f32]) -> &'a mut [f32] {
        let level = self.level(track, self.step);
        let count_at = |edge: usize| {
            let samples = libm::ceil(self.from + self.step * edge as f64) as u64;
            track.count_after(level, samples)
        };
        self.line(out, |grid, column| {
            let recorded = grid.samples(column).is_some();
            let rise = || count_at(column + 1) - count_at(column);
            if recorded { rise() } else { f64::NAN }
        })
    }

    /// How fast a counter rises, per second.
    fn rate<'a>(&self, track: &Track<Count>, out: &'a mut [f32]) -> &'a mut [f32] {
        let level = self.level(track, self.step);
        self.line(out, |grid, column| {
            grid.averaged(column).map_or(f64::NAN, |(a, b)| {
                let rise = track.about(level, b) - track.about(level, a);
                rise / ((b - a) as f64 * INTERVAL.s())
            })
        })
    }

    /// How fast one counter rises relative to another.
    fn ratio<'a>(
        &self,
        part: &Track<Count>,
        whole: &Track<Count>,
        out: &'a mut [f32],
    ) -> &'a mut [f32] {
        let level = self.level(part, self.step);
        self.line(out, |grid, column| {
            grid.averaged(column).map_or(f64::NAN, |(a, b)| {
                let whole = whole.about(level, b) - whole.about(level, a);
                let part = part.about(level, b) - part.about(level, a);
                if whole > 0.0 { part / whole } else { f64::NAN }
            })
        })
    }

    /// The samples up to a column's end over which it is averaged; at the very beginning, where there
    /// are too few, some after it too: one packet in the first millisecond makes no rate.
    fn averaged(&self, column: usize) -> Option<(u64, u64)> {
        let (first, last) = self.samples(column)?;
        let window = self.window as u64;
        let start = last.saturating_sub(window).min(first);
        Some((start, last.max(window.min(self.end))))
    }

    fn line<'a>(&self, out: &'a mut [f32], value: impl Fn(&Grid, usize) -> f64) -> &'a mut [f32] {
        let (line, rest) = out.split_at_mut(self.n);
        for (column, place) in line.iter_mut().enumerate() {
            *place = value(self, column) as f32;
        }
        rest
    }
}

impl LinkTracks {
    fn new(id: String, first: u64, total: u64) -> LinkTracks {
        LinkTracks {
            id,
            packets: Track::new(first, total),
            bytes: Track::new(first, total),
            by_class: std::array::from_fn(|_| Track::new(first, total)),
            busy_s: Track::new(first, total),
            arrived: std::array::from_fn(|_| Track::new(first, total)),
            dropped: std::array::from_fn(|_| Track::new(first, total)),
        }
    }

    fn sample(&mut self, now: Time, link: &mut Port, present: &mut Vec<f64>) {
        let (low, high) = link.take_extremes();
        let backlog = link.backlog();
        let counters = link.meter.counters;
        let classes = link.bytes_by_class();
        self.packets.push(Band {
            min: low.packets as f32,
            max: high.packets as f32,
        });
        self.bytes.push(Band {
            min: low.bytes as f32,
            max: high.bytes as f32,
        });
        for (track, &bytes) in self.by_class.iter_mut().zip(&classes) {
            track.push(Band {
                min: bytes as f32,
                max: bytes as f32,
            });
        }
        let busy_s = link.meter.busy(now).s();
        self.busy_s.push(Count(busy_s));
        for class in 0..Class::COUNT {
            self.arrived[class].push(Count(counters.arrived.0[class] as f64));
            self.dropped[class].push(Count(counters.dropped.0[class] as f64));
        }
        present.extend([f64::from(backlog.packets), backlog.bytes as f64]);
        present.extend(CLASSES.map(|class| classes[class.index()] as f64));
        present.push(present_rate(&self.busy_s));
        present.extend(CLASSES.map(|class| counters.dropped.of(class) as f64));
    }

    fn rewind(&mut self, next: u64) {
        self.packets.rewind(next);
        self.bytes.rewind(next);
        self.by_class
            .iter_mut()
            .for_each(|track| track.rewind(next));
        self.busy_s.rewind(next);
        self.arrived.iter_mut().for_each(|track| track.rewind(next));
        self.dropped.iter_mut().for_each(|track| track.rewind(next));
    }
}

impl GroupTracks {
    fn sample(&mut self, group: &GroupState, present: &mut Vec<f64>) {
        let bits = 8.0 * group.delivered_bytes as f64;
        self.bits.push(Count(bits));
        let mean = if group.sending > 0 && self.is_tcp {
            group.cwnd_sum / f64::from(group.sending)
        } else {
            f64::NAN
        };
        self.cwnd.push(Band {
            min: mean as f32,
            max: mean as f32,
        });
        present.push(present_rate(&self.bits));
        present.push(mean);
    }
}

impl FlowTracks {
    fn new(flow: u32, first: u64, total: u64) -> FlowTracks {
        FlowTracks {
            flow,
            cwnd: Track::new(first, total),
            ssthresh: Track::new(first, total),
            rtt: Track::new(first, total),
            rto: Track::new(first, total),
            pacing: Track::new(first, total),
            state: Track::new(first, total),
        }
    }

    fn sample(&mut self, flow: &Flow, groups: &[GroupState]) {
        let config = groups[flow.group as usize].tcp.as_ref();
        let (Some(tcp), Some(config)) = (flow.tcp(), config) else {
            return;
        };
        let push = |track: &mut Track<Band>, value: f64| {
            let value = value as f32;
            track.push(Band {
                min: value,
                max: value,
            });
        };
        // Before it begins, and once its file is delivered, there is nothing to draw.
        let drawn = |value: f64| if tcp.is_sending() { value } else { f64::NAN };
        let window = tcp.sender.window();
        push(&mut self.cwnd, drawn(window.cwnd));
        // A threshold at the largest window has never been set: nothing to draw.
        let set = window.ssthresh < window.max;
        let ssthresh = if set { window.ssthresh } else { f64::NAN };
        push(&mut self.ssthresh, drawn(ssthresh));
        let rtt_s = tcp.sender.rtt().latest().map_or(f64::NAN, Span::s);
        push(&mut self.rtt, drawn(rtt_s));
        push(&mut self.rto, drawn(tcp.sender.rto(config).s()));
        let bits = 8.0 * f64::from(config.wire_bytes());
        let pacing = tcp.sender.pacing_rate(config);
        let pacing_bps = pacing.map_or(f64::NAN, |rate| rate * bits);
        push(&mut self.pacing, drawn(pacing_bps));
        let state = match (tcp.sender.phase(), tcp.sender.controller_state()) {
            (Phase::Loss, _) => 3.0,
            (_, Some(named)) => f64::from(named),
            (Phase::Recovery { .. }, None) => 2.0,
            (Phase::Open, None) if window.in_slow_start() => 0.0,
            (Phase::Open, None) => 1.0,
        };
        push(&mut self.state, state);
    }
}
