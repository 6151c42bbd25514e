//! Looks at a run while it goes on, for figures that someone has asked for by their paths.
//!
//! Most figures are there at the end of any run. Some need to know what happened in each of many intervals: how
//! bursty arrivals are at a time scale, which flows lost together. Their paths end with the interval:
//! `bottlenecks.r0.burstiness_in.1024us`, `groups.tcp.loss_synchronisation.200ms`; or with that and when it begins,
//! for that interval alone: `groups.tcp.losing_flows.200ms@40s`. Whoever runs a case stops it at the ends of
//! these intervals and looks at counters that are there anyway ([`Looks::take`]). A run of which no such figure is wanted pays
//! nothing, and a look changes nothing (invariant 6). Intervals begin when measuring does.

pub mod losses;
pub mod octaves;

use losses::Losses;
use octaves::Octaves;

use super::measure::{Figure, Figures, Measure};
use super::measures::looked::{self, Counting, ReadLosses, ReadPieces, Settling};
use super::pieces::Pieces;
use super::summary::Summary;
use crate::scenario::Scenario;
use crate::sim::Observed;
use crate::sim::topology::{edge_port, forward_port};
use crate::spec::limits;
use crate::spec::problem::Problem;
use crate::time::{Span, Time};

/// Figures that are wanted of a run, and what has been seen for them so far.
#[derive(Debug, Default)]
pub struct Looks {
    wanted: Vec<Wanted>,
    warmup: Time,
}

/// A figure that is wanted.
#[derive(Debug)]
struct Wanted {
    owner: Owner,
    /// Name within its owner.
    id: String,
    when: When,
    tally: Tally,
}

/// What a figure is of, with its position in the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Owner {
    Bottleneck(usize),
    Edge(usize),
    Group(usize),
}

/// Intervals, and when the next look is due.
#[derive(Clone, Copy, Debug)]
struct When {
    interval: Span,
    next: Time,
    last: Time,
}

/// What has been seen.
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

impl Looks {
    /// Those that the figures of these paths need of a run; other paths are passed over.
    ///
    /// # Errors
    /// An interval that is none, or takes more looks than are made.
    pub fn of<'a>(
        paths: impl Iterator<Item = &'a str>,
        scenario: &Scenario,
    ) -> Result<Looks, Problem> {
        let mut looks = Looks {
            wanted: Vec::new(),
            warmup: Time::from_s(scenario.warmup_s),
        };
        for path in paths {
            if let Some(more) = Wanted::at(path, scenario)? {
                looks.add(more);
            }
        }
        Ok(looks)
    }

    /// Adds a figure, unless it is there, in the order of names: those behind the same dot stand together. Not by
    /// sorting, which is the larger code, and browsers load it.
    fn add(&mut self, more: Wanted) {
        let name = |wanted: &Wanted| (wanted.owner, &wanted.id[..]) >= (more.owner, &more.id[..]);
        let place = self.wanted.iter().position(name);
        let place = place.unwrap_or(self.wanted.len());
        let next = self.wanted.get(place);
        if next.is_none_or(|next| next.owner != more.owner || next.id != more.id) {
            self.wanted.insert(place, more);
        }
    }

    /// Whether a path names a figure that takes looks, whatever its interval.
    #[must_use]
    pub fn takes(path: &str) -> bool {
        let mut parts = path.splitn(4, '.');
        let (list, name) = (parts.next(), parts.nth(1));
        let named = |id: &str| name.is_some_and(|name| id.split('.').next() == Some(name));
        match list {
            Some("groups") => looked::GROUP.iter().any(|row| named(row.id)),
            Some("edges") => looked::LINK.iter().any(|row| named(row.id)),
            Some("bottlenecks") => {
                looked::LINK.iter().any(|row| named(row.id))
                    || looked::PIECES.iter().any(|row| named(row.id))
            }
            _ => false,
        }
    }

    /// When the run is to be looked at next; [`Time::NEVER`] if not at all.
    #[must_use]
    pub fn next(&self) -> Time {
        let due = self.wanted.iter().map(|wanted| wanted.when.next);
        due.min().unwrap_or(Time::NEVER)
    }

    /// Looks at the run where it is due; how much work that was, in events.
    pub fn take(&mut self, observed: &Observed<'_>) -> u64 {
        let mut work = 0;
        for wanted in &mut self.wanted {
            if wanted.when.next <= observed.now {
                work += wanted.look(observed);
            }
        }
        work
    }

    /// Adds the figures to a summary of the run.
    pub fn add_to(&self, summary: &mut Summary, pieces: &Pieces) {
        let warm = pieces.before(self.warmup);
        for wanted in &self.wanted {
            let figure = match (&wanted.tally, wanted.owner) {
                (Tally::Link { row, octaves, .. }, _) => (row.read.read)(octaves),
                (Tally::Group { row, losses }, _) => (row.read)(losses),
                (Tally::Pieces(row), Owner::Bottleneck(i)) => (row.read)(&Settling {
                    pieces,
                    link: pieces.forward(i),
                    warm,
                }),
                (Tally::Pieces(_), _) => None,
            };
            if let Some(figures) = wanted.figures(summary) {
                figures.push(wanted.id.clone(), Figure::from(figure));
            }
        }
    }
}

impl Wanted {
    fn at(path: &str, scenario: &Scenario) -> Result<Option<Wanted>, Problem> {
        if !Looks::takes(path) {
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
        let link = looked::LINK.iter().find(|row| row.id == name);
        let group = looked::GROUP.iter().find(|row| row.id == name);
        let (tally, flows) = match (owner, link, group) {
            (Owner::Bottleneck(_) | Owner::Edge(_), Some(row), _) => (Tally::of_link(row), 1),
            (Owner::Group(i), _, Some(row)) => {
                (Tally::of_group(row), u64::from(scenario.groups[i].count))
            }
            _ => {
                let row = looked::PIECES.iter().find(|row| row.id == id);
                return Ok(row.map(|row| Wanted {
                    owner,
                    id: id.to_owned(),
                    when: When::NEVER,
                    tally: Tally::Pieces(row),
                }));
            }
        };
        let problem = |message: String| Problem {
            path: path.chars().take(200).collect(),
            message,
        };
        let when = When::from_text(interval, scenario).map_err(problem)?;
        let looks = when.looks(scenario).saturating_mul(flows.max(1));
        if looks > limits::LOOKS {
            return Err(problem(format!(
                "takes {looks} looks at the run; at most {} are made for a figure, so take a longer interval",
                limits::LOOKS
            )));
        }
        Ok(Some(Wanted {
            owner,
            id: id.to_owned(),
            when,
            tally,
        }))
    }

    fn look(&mut self, observed: &Observed<'_>) -> u64 {
        self.when.pass();
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
                let lost = flows.iter().filter_map(|&flow| {
                    let dropped = observed.flows.get(flow as usize)?.measured().dropped;
                    Some((flow as usize, dropped))
                });
                losses.look(lost);
                1 + flows.len() as u64 / FLOWS_PER_EVENT
            }
            Tally::Pieces(_) => 0,
        }
    }

    fn figures<'a>(&self, summary: &'a mut Summary) -> Option<&'a mut Figures> {
        match self.owner {
            Owner::Bottleneck(i) => Some(&mut summary.bottlenecks.get_mut(i)?.forward.figures),
            Owner::Edge(i) => Some(&mut summary.edges.get_mut(i)?.figures),
            Owner::Group(i) => Some(&mut summary.groups.get_mut(i)?.figures),
        }
    }
}

/// Flows that are looked at in the time of an event.
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

impl When {
    const NEVER: When = When {
        interval: Span::ZERO,
        next: Time::NEVER,
        last: Time::NEVER,
    };

    /// `20ms`, or `20ms@40s` for the single interval that begins then.
    fn from_text(text: &str, scenario: &Scenario) -> Result<When, String> {
        let (interval, at) = match text.split_once('@') {
            Some((interval, at)) => (interval, Some(at)),
            None => (text, None),
        };
        let told = || {
            let text: String = text.chars().take(40).collect();
            format!(
                "ends with an interval, a whole number of us, ms or s such as 20ms, or 20ms@40s for the one that begins at 40 s; got {text:?}"
            )
        };
        let span = |text: &str| span(text).filter(|span| *span > Span::ZERO);
        let interval = span(interval).ok_or_else(told)?;
        let end = Time::from_s(scenario.duration_s);
        let Some(at) = at else {
            return Ok(When {
                interval,
                next: Time::from_s(scenario.warmup_s),
                last: end,
            });
        };
        let next = Time::ZERO + span(at).ok_or_else(told)?;
        let last = next + interval;
        if last > end {
            return Err(format!(
                "ends at {} s, after the run of {} s",
                last.s(),
                end.s()
            ));
        }
        Ok(When {
            interval,
            next,
            last,
        })
    }

    /// The look that is due is taken.
    fn pass(&mut self) {
        self.next += self.interval;
        if self.next > self.last {
            self.next = Time::NEVER;
        }
    }

    fn looks(&self, scenario: &Scenario) -> u64 {
        let end = self.last.min(Time::from_s(scenario.duration_s));
        1 + end.since(self.next).0 / self.interval.0.max(1)
    }
}

/// Where a figure over this interval stands on an axis of time, seconds: at the interval's length, or of `20ms@40s` where
/// it begins. `None` if it is no interval.
#[must_use]
pub fn place_s(interval: &str) -> Option<f64> {
    let (length, at) = interval.split_once('@').unwrap_or((interval, interval));
    span(length)?;
    Some(span(at)?.s())
}

/// A whole number of microseconds, milliseconds or seconds, at most 10^9 of them and 10^6 s.
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
