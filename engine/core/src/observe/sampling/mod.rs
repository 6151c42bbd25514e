//! Sampling of a run at the ends of short intervals, for measures that are requested by their paths.
//!
//! Most measures are available at the end of any run. Some need samples of many intervals: how bursty arrivals are at
//! a time scale, which flows lost packets together. Their paths end with the interval, as in
//! `bottlenecks.r0.burstiness_in.1024us`. A path may also give the begin of a single interval, as in
//! `groups.tcp.losing_flows.200ms@40s`. The runner of a case pauses the run at the ends of these intervals and reads
//! counters that the simulation keeps anyway ([`Sampling::sample`]). A run without such a request costs nothing more,
//! and sampling changes no result (invariant 6). The intervals begin at the end of the warm-up.

pub mod losses;
pub mod octaves;

use losses::Losses;
use octaves::Octaves;

use super::measure::{Measure, Statistic, Statistics};
use super::measures::sampled::{self, Counting, ReadLosses, ReadPieces, Settling};
use super::pieces::Pieces;
use super::summary::Summary;
use crate::scenario::Scenario;
use crate::sim::Observed;
use crate::sim::topology::{edge_port, forward_port};
use crate::spec::limits;
use crate::spec::problem::Problem;
use crate::time::{Span, Time};

/// Measures that are requested of a run, with the samples taken for them so far.
#[derive(Debug, Default)]
pub struct Sampling {
    requests: Vec<Request>,
    warmup: Time,
}

/// Measure that is requested, with its samples so far.
#[derive(Debug)]
struct Request {
    owner: Owner,
    /// Name within its owner.
    id: String,
    schedule: Schedule,
    tally: Tally,
}

/// Part of the scenario that a measure is of, with its position in the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Owner {
    Bottleneck(usize),
    Edge(usize),
    Group(usize),
}

/// Times of the samples: every `interval` from `next` to `last`.
#[derive(Clone, Copy, Debug)]
struct Schedule {
    interval: Span,
    next: Time,
    last: Time,
}

/// Samples so far, and the row of the measure that is computed from them.
enum Tally {
    Link {
        row: &'static Measure<Counting>,
        octaves: Octaves,
        before: Option<u64>,
    },
    Group {
        row: &'static Measure<ReadLosses>,
        losses: Losses,
    },
    Pieces(&'static Measure<ReadPieces>),
}

impl Sampling {
    /// Returns the sampling that the measures of these paths need; other paths are ignored.
    ///
    /// # Errors
    /// Text that is not an interval, and an interval that needs more samples than the limit.
    pub fn of<'a>(
        paths: impl Iterator<Item = &'a str>,
        scenario: &Scenario,
    ) -> Result<Sampling, Problem> {
        let mut sampling = Sampling {
            requests: Vec::new(),
            warmup: Time::from_s(scenario.warmup_s),
        };
        for path in paths {
            if let Some(more) = Request::at(path, scenario)? {
                sampling.add(more);
            }
        }
        Ok(sampling)
    }

    /// Adds a request, unless it is there already. The order is that of the names, so that measures with the same
    /// prefix are neighbors. Insertion is less code than sorting, and browsers load it.
    fn add(&mut self, more: Request) {
        let name =
            |request: &Request| (request.owner, &request.id[..]) >= (more.owner, &more.id[..]);
        let place = self.requests.iter().position(name);
        let place = place.unwrap_or(self.requests.len());
        let next = self.requests.get(place);
        if next.is_none_or(|next| next.owner != more.owner || next.id != more.id) {
            self.requests.insert(place, more);
        }
    }

    /// Returns whether a path names a measure that needs samples, with any interval.
    #[must_use]
    pub fn is_sampled(path: &str) -> bool {
        let mut parts = path.splitn(4, '.');
        let (list, name) = (parts.next(), parts.nth(1));
        let named = |id: &str| name.is_some_and(|name| id.split('.').next() == Some(name));
        match list {
            Some("groups") => sampled::GROUP.iter().any(|row| named(row.id)),
            Some("edges") => sampled::LINK.iter().any(|row| named(row.id)),
            Some("bottlenecks") => {
                sampled::LINK.iter().any(|row| named(row.id))
                    || sampled::PIECES.iter().any(|row| named(row.id))
            }
            _ => false,
        }
    }

    /// Schedule the run is to be looked at next; [`Time::NEVER`] if not at all.
    #[must_use]
    pub fn next(&self) -> Time {
        let due = self.requests.iter().map(|request| request.schedule.next);
        due.min().unwrap_or(Time::NEVER)
    }

    /// Sampling at the run where it is due; how much work that was, in events.
    pub fn sample(&mut self, observed: &Observed<'_>) -> u64 {
        let mut work = 0;
        for request in &mut self.requests {
            if request.schedule.next <= observed.now {
                work += request.sample(observed);
            }
        }
        work
    }

    /// Adds the measures to a summary of the run.
    pub fn add_to(&self, summary: &mut Summary, pieces: &Pieces) {
        let warm = pieces.before(self.warmup);
        for request in &self.requests {
            let statistic = match (&request.tally, request.owner) {
                (Tally::Link { row, octaves, .. }, _) => (row.read.read)(octaves),
                (Tally::Group { row, losses }, _) => (row.read)(losses),
                (Tally::Pieces(row), Owner::Bottleneck(i)) => (row.read)(&Settling {
                    pieces,
                    link: pieces.forward(i),
                    warm,
                }),
                (Tally::Pieces(_), _) => None,
            };
            if let Some(statistics) = request.statistics(summary) {
                statistics.push(request.id.clone(), Statistic::from(statistic));
            }
        }
    }
}

impl Request {
    fn at(path: &str, scenario: &Scenario) -> Result<Option<Request>, Problem> {
        if !Sampling::is_sampled(path) {
            return Ok(None);
        }
        let mut parts = path.splitn(3, '.');
        let (Some(list), Some(owner), Some(id)) = (parts.next(), parts.next(), parts.next()) else {
            return Ok(None);
        };
        let Some(owner) = Owner::named(list, owner, scenario) else {
            return Ok(None);
        };
        let (name, interval) = id.split_once('.').unwrap_or((id, ""));
        let link = sampled::LINK.iter().find(|row| row.id == name);
        let group = sampled::GROUP.iter().find(|row| row.id == name);
        let (tally, flows) = match (owner, link, group) {
            (Owner::Bottleneck(_) | Owner::Edge(_), Some(row), _) => (Tally::of_link(row), 1),
            (Owner::Group(i), _, Some(row)) => {
                (Tally::of_group(row), u64::from(scenario.groups[i].count))
            }
            _ => {
                let row = sampled::PIECES.iter().find(|row| row.id == id);
                return Ok(row.map(|row| Request {
                    owner,
                    id: id.to_owned(),
                    schedule: Schedule::NEVER,
                    tally: Tally::Pieces(row),
                }));
            }
        };
        let problem =
            |message: String| Problem::new(path.chars().take(200).collect::<String>(), message);
        let schedule = Schedule::from_text(interval, scenario).map_err(problem)?;
        let samples = schedule.samples(scenario).saturating_mul(flows.max(1));
        if samples > limits::SAMPLES {
            return Err(problem(format!(
                "needs {samples} samples of the run; at most {} are taken for a measure, so use a longer interval",
                limits::SAMPLES
            )));
        }
        Ok(Some(Request {
            owner,
            id: id.to_owned(),
            schedule,
            tally,
        }))
    }

    fn sample(&mut self, observed: &Observed<'_>) -> u64 {
        self.schedule.pass();
        match &mut self.tally {
            Tally::Link {
                row,
                octaves,
                before,
            } => {
                let Counting {
                    sees, counts, deep, ..
                } = row.read;
                let bottlenecks = observed.scenario.bottlenecks.len();
                let port = match self.owner {
                    Owner::Edge(i) => edge_port(bottlenecks, i),
                    Owner::Bottleneck(i) | Owner::Group(i) => forward_port(i),
                };
                let link = observed.links.get(usize::from(port));
                let seen = link.map_or(0, |link| sees(link, observed.now));
                let first = before.replace(seen);
                match first {
                    Some(first) if counts => octaves.take(seen.saturating_sub(first) as f64, deep),
                    None if counts => {}
                    _ => octaves.take(seen as f64, deep),
                }
                1
            }
            Tally::Group { losses, .. } => {
                let Owner::Group(i) = self.owner else {
                    return 1;
                };
                let flows = observed.groups.get(i).map_or(&[][..], |group| &group.flows);
                let lost = flows.iter().map(|&flow| flow as usize);
                let lost = lost.map(|flow| (flow, observed.measured(flow).drops.network));
                losses.count(lost);
                1 + flows.len() as u64 / FLOWS_PER_EVENT
            }
            Tally::Pieces(_) => 0,
        }
    }

    fn statistics<'a>(&self, summary: &'a mut Summary) -> Option<&'a mut Statistics> {
        match self.owner {
            Owner::Bottleneck(i) => Some(&mut summary.bottlenecks.get_mut(i)?.forward.statistics),
            Owner::Edge(i) => Some(&mut summary.edges.get_mut(i)?.statistics),
            Owner::Group(i) => Some(&mut summary.groups.get_mut(i)?.statistics),
        }
    }
}

/// Flows that are sampled in the time of one event.
const FLOWS_PER_EVENT: u64 = 16;

impl Owner {
    fn named(list: &str, owner: &str, scenario: &Scenario) -> Option<Owner> {
        let position = |ids: &mut dyn Iterator<Item = &String>| {
            let ids: Vec<&String> = ids.collect();
            let by_id = ids.iter().position(|id| *id == owner);
            by_id.or_else(|| owner.parse().ok().filter(|&i| i < ids.len()))
        };
        Some(match list {
            "bottlenecks" => {
                Owner::Bottleneck(position(&mut scenario.bottlenecks.iter().map(|it| &it.id))?)
            }
            "edges" => Owner::Edge(position(&mut scenario.edges.iter().map(|it| &it.id))?),
            "groups" => Owner::Group(position(&mut scenario.groups.iter().map(|it| &it.id))?),
            _ => return None,
        })
    }
}

impl Schedule {
    const NEVER: Schedule = Schedule {
        interval: Span::ZERO,
        next: Time::NEVER,
        last: Time::NEVER,
    };

    /// Parses `20ms`, or `20ms@40s` for the single interval that begins at 40 s.
    fn from_text(text: &str, scenario: &Scenario) -> Result<Schedule, String> {
        let (interval, at) = match text.split_once('@') {
            Some((interval, at)) => (interval, Some(at)),
            None => (text, None),
        };
        let refusal = || {
            let text: String = text.chars().take(40).collect();
            format!(
                "must end with an interval: an integer with the unit us, ms or s, such as 20ms, or 20ms@40s for the single interval that begins at 40 s; got {text:?}"
            )
        };
        let span = |text: &str| span(text).filter(|span| *span > Span::ZERO);
        let interval = span(interval).ok_or_else(refusal)?;
        let end = Time::from_s(scenario.duration_s);
        let Some(at) = at else {
            return Ok(Schedule {
                interval,
                next: Time::from_s(scenario.warmup_s),
                last: end,
            });
        };
        let next = Time::ZERO + span(at).ok_or_else(refusal)?;
        let last = next + interval;
        if last > end {
            return Err(format!(
                "ends at {} s, after the end of the run at {} s",
                last.s(),
                end.s()
            ));
        }
        Ok(Schedule {
            interval,
            next,
            last,
        })
    }

    /// Moves on to the next sample.
    fn pass(&mut self) {
        self.next += self.interval;
        if self.next > self.last {
            self.next = Time::NEVER;
        }
    }

    fn samples(&self, scenario: &Scenario) -> u64 {
        let end = self.last.min(Time::from_s(scenario.duration_s));
        1 + end.since(self.next).0 / self.interval.0.max(1)
    }
}

/// Position of a measure over this interval on a time axis, in seconds: the length of the interval, or the begin for
/// `20ms@40s`. `None` if the text is not an interval.
#[must_use]
pub fn axis_position_s(interval: &str) -> Option<f64> {
    let (length, at) = interval.split_once('@').unwrap_or((interval, interval));
    span(length)?;
    Some(span(at)?.s())
}

/// Parses an integer number of microseconds, milliseconds or seconds: at most 10^9 of the unit, and at most 10^6 s.
fn span(text: &str) -> Option<Span> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, unit) = text.split_at(digits);
    let count: u64 = number
        .parse()
        .ok()
        .filter(|&count| count <= 1_000_000_000)?;
    let us: u64 = match unit {
        "us" => 1,
        "ms" => 1_000,
        "s" => 1_000_000,
        _ => return None,
    };
    let us = count
        .checked_mul(us)
        .filter(|&us| us <= 1_000_000_000_000)?;
    Some(Span(us * 1_000_000))
}

impl Tally {
    fn of_link(row: &'static Measure<Counting>) -> Tally {
        Tally::Link {
            row,
            octaves: Octaves::default(),
            before: None,
        }
    }

    fn of_group(row: &'static Measure<ReadLosses>) -> Tally {
        Tally::Group {
            row,
            losses: Losses::default(),
        }
    }
}

impl std::fmt::Debug for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Tally::Link { row, .. } => row.id,
            Tally::Group { row, .. } => row.id,
            Tally::Pieces(row) => row.id,
        })
    }
}
