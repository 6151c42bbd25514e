//! Measures of a run, one list per kind of owner, and the paths that name them.
//!
//! To add a measure, add a row.

pub mod application;
mod experience;
pub mod link;
pub mod quality;
pub mod sampled;
pub mod sender;
pub mod transfer;

use super::measure::{About, Measure, OnRequest, Statistic, Statistics, measures};
use super::summary::{GroupSummary, LinkSummary, Summary};
use crate::spec::Unit;
use crate::spec::problem::Problem;

/// Reads a measure of the complete run.
type Read = fn(&Summary) -> Statistic;

measures! {
    /// Measures of the complete run for sweeps and exports.
    pub static RUN: [Read] = [
        /// Simulated time that the run has reached.
        "now_s", "Simulated time", Seconds, [], |run| Statistic::Number(run.now_s);

        /// Length of the measured time, which begins at the end of the warm-up.
        "measured_s", "Measured time", Seconds, [], |run| Statistic::Number(run.measured_s);

        /// Number of simulated events, including the warm-up.
        "events", "Events", None, [], |run| Statistic::Count(run.events);

        /// Number of packets that left a link with a queue, including the warm-up.
        "packets_forwarded", "Packets forwarded", Packets, [], |run| Statistic::Count(run.packets_forwarded);
    ];
}

/// Describes every measure for the catalog, without a run.
#[must_use]
pub fn all() -> Vec<About> {
    let mut list: Vec<About> = RUN.iter().map(|row| row.about("run")).collect();
    list.extend(link::LINK.iter().map(|row| row.about("link")));
    list.extend(sender::SENDER.iter().map(|row| row.about("group")));
    list.extend(sender::GROUP.iter().map(|row| row.about("group")));
    list.extend(quality::QUALITY.iter().map(|row| row.about("group")));
    list.extend(
        application::APPLICATION
            .iter()
            .map(|row| row.about("group")),
    );
    list.extend(sender::SENDER.iter().map(|row| row.about("flow")));
    list.extend(sender::FLOW.iter().map(|row| row.about("flow")));
    let over = OnRequest::WithInterval;
    list.extend(
        sampled::LINK
            .iter()
            .map(|row| row.about_on_request("link", over)),
    );
    list.extend(
        sampled::GROUP
            .iter()
            .map(|row| row.about_on_request("group", over)),
    );
    let plainly = OnRequest::Plainly;
    list.extend(
        sampled::PIECES
            .iter()
            .map(|row| row.about_on_request("link", plainly)),
    );
    list
}

/// Returns every id with its unit; links, groups and flows share some.
pub fn units() -> impl Iterator<Item = (&'static str, Unit)> {
    let run = RUN.iter().map(|row| (row.id, row.unit));
    let link = link::LINK.iter().map(|row| (row.id, row.unit));
    let sender = sender::SENDER.iter().map(|row| (row.id, row.unit));
    let group = sender::GROUP.iter().map(|row| (row.id, row.unit));
    let quality = quality::QUALITY.iter().map(|row| (row.id, row.unit));
    let application = application::APPLICATION
        .iter()
        .map(|row| (row.id, row.unit));
    run.chain(link)
        .chain(sender)
        .chain(group)
        .chain(quality)
        .chain(application)
}

/// Id, label and unit of a measure.
#[derive(Clone, Copy)]
struct Named {
    id: &'static str,
    label: &'static str,
    unit: Unit,
}

// Tables of their own: a program that only names measures contains no function that computes one.
static RUN_NAMES: [Named; RUN.len()] = named(RUN);
static LINK_NAMES: [Named; link::LINK.len()] = named(link::LINK);
static SENDER_NAMES: [Named; sender::SENDER.len()] = named(sender::SENDER);
static GROUP_NAMES: [Named; sender::GROUP.len()] = named(sender::GROUP);
static APPLICATION_NAMES: [Named; application::APPLICATION.len()] = named(application::APPLICATION);
static QUALITY_NAMES: [Named; quality::QUALITY.len()] = named(quality::QUALITY);

const fn named<F, const N: usize>(rows: &[Measure<F>]) -> [Named; N] {
    let nothing = Named {
        id: "",
        label: "",
        unit: Unit::None,
    };
    let mut names = [nothing; N];
    let mut i = 0;
    while i < N {
        let Measure {
            id, label, unit, ..
        } = rows[i];
        names[i] = Named { id, label, unit };
        i += 1;
    }
    names
}

/// Returns the names of the measures of the items of a list of the summary, or of the run if `list` is empty.
fn names(list: &str) -> impl Iterator<Item = &'static Named> {
    let parts: [&[Named]; 4] = match list {
        "" => [&RUN_NAMES, &[], &[], &[]],
        "bottlenecks" | "edges" => [&LINK_NAMES, &[], &[], &[]],
        "groups" => [
            &SENDER_NAMES,
            &GROUP_NAMES,
            &QUALITY_NAMES,
            &APPLICATION_NAMES,
        ],
        _ => [&[], &[], &[], &[]],
    };
    parts.into_iter().flatten()
}

/// Returns the label and the unit of the measure that a path names in a summary; `None` if there is no such measure.
#[must_use]
pub fn label_and_unit(path: &str) -> Option<(&'static str, Unit)> {
    let mut segments = path.splitn(3, '.');
    let list = segments.next()?;
    let (list, id) = match (segments.next(), segments.next()) {
        (None, None) => ("", list),
        (Some(_), Some(id)) if list == "bottlenecks" => {
            (list, id.strip_prefix("reverse.").unwrap_or(id))
        }
        (Some(_), Some(id)) => (list, id),
        _ => return None,
    };
    names(list)
        .find(|known| known.id == id)
        .map(|known| (known.label, known.unit))
}

/// Returns the ids of the measures of the items of a list of the summary.
pub fn ids(list: &str) -> impl Iterator<Item = &'static str> {
    names(list).map(|known| known.id)
}

/// Returns the measure that a path names in a summary, such as `bottlenecks.r0.loss.udp`,
/// `bottlenecks.0.reverse.utilization`, `edges.a1.mean_queue_bytes`, `groups.tcp.jain_index` or `events`. Items of a
/// list are named by id or by position. `None` if the measure does not apply.
///
/// # Errors
/// A path without a measure; the message lists the accepted names.
pub fn read(summary: &Summary, path: &str) -> Result<Option<f64>, Problem> {
    let (list, rest) = path.split_once('.').unwrap_or((path, ""));
    let (owner, measure) = rest.split_once('.').unwrap_or((rest, ""));
    match list {
        "bottlenecks" => {
            let ids = summary.bottlenecks.iter().map(|b| b.forward.id.as_str());
            let bottleneck = &summary.bottlenecks[position(path, owner, ids)?];
            let Some(measure) = measure.strip_prefix("reverse.") else {
                return link_statistic(path, measure, &bottleneck.forward);
            };
            match &bottleneck.reverse {
                Some(reverse) => link_statistic(path, measure, reverse),
                // Nothing came there; whether there is such a measure is known all the same.
                None => link_statistic(path, measure, &bottleneck.forward).map(|_| None),
            }
        }
        "edges" => {
            let ids = summary.edges.iter().map(|edge| edge.id.as_str());
            link_statistic(path, measure, &summary.edges[position(path, owner, ids)?])
        }
        "groups" => {
            let ids = summary.groups.iter().map(|group| group.id.as_str());
            group_statistic(path, measure, &summary.groups[position(path, owner, ids)?])
        }
        _ => {
            let row = RUN.iter().find(|row| row.id == path);
            let known = ["bottlenecks", "edges", "groups"].into_iter();
            let known = known.chain(RUN.iter().map(|row| row.id));
            row.map(|row| (row.read)(summary).number())
                .ok_or_else(|| nowhere(path, list, known))
        }
    }
}

fn link_statistic(path: &str, measure: &str, link: &LinkSummary) -> Result<Option<f64>, Problem> {
    let asked = sampled::LINK.iter().map(|row| row.id);
    let asked = asked.chain(sampled::PIECES.iter().map(|row| row.id));
    statistic(path, measure, &link.statistics, asked)
}

fn group_statistic(
    path: &str,
    measure: &str,
    group: &GroupSummary,
) -> Result<Option<f64>, Problem> {
    let asked = sampled::GROUP.iter().map(|row| row.id);
    statistic(path, measure, &group.statistics, asked)
}

/// Reads a measure by its id; `asked` lists further measures that are available on request.
fn statistic(
    path: &str,
    measure: &str,
    statistics: &Statistics,
    asked: impl Iterator<Item = &'static str>,
) -> Result<Option<f64>, Problem> {
    if statistics.ids().any(|id| id == measure) {
        return Ok(statistics.number(measure));
    }
    let mut problem = nowhere(path, measure, statistics.ids());
    let asked: Vec<&str> = asked.collect();
    problem.message += "; on request of a study also ";
    problem.message += &asked.join(", ");
    Err(problem)
}

fn position<'a>(
    path: &str,
    owner: &str,
    ids: impl Iterator<Item = &'a str> + Clone,
) -> Result<usize, Problem> {
    let by_id = ids.clone().position(|id| id == owner);
    let by_position = || owner.parse().ok().filter(|&i| i < ids.clone().count());
    by_id
        .or_else(by_position)
        .ok_or_else(|| nowhere(path, owner, ids.clone()))
}

fn nowhere<'a>(path: &str, part: &str, known: impl Iterator<Item = &'a str>) -> Problem {
    let known: Vec<&str> = known.collect();
    let part: String = part.chars().take(80).collect();
    let message = if known.is_empty() {
        format!("there is no {part:?} here, and nothing else")
    } else {
        format!("there is no {part:?} here; there is {}", known.join(", "))
    };
    Problem::new(path.chars().take(200).collect::<String>(), message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Simulation;
    use crate::presets;
    use crate::scenario::Scenario;
    use crate::time::Time;

    fn summary() -> Summary {
        let preset = presets::find("anomaly").expect("it is listed");
        let scenario = Scenario::from_json(preset.scenario_json).expect("presets are valid");
        let mut simulation = Simulation::new(&scenario);
        simulation.advance(Time::from_s(2.0)).expect("it fits");
        simulation.summary()
    }

    #[test]
    fn every_measure_has_a_label_and_a_definition_and_is_listed_once() {
        let all = all();
        for about in &all {
            assert!(
                !about.label.is_empty() && about.help.ends_with(['.', '%']),
                "{}",
                about.id
            );
            let same = |other: &&About| (other.of, other.id) == (about.of, about.id);
            assert_eq!(all.iter().filter(same).count(), 1, "{}", about.id);
        }
    }

    /// With Poisson traffic of load 0.8 the line is idle for 0.2 of the time (M/D/1). The queue is also empty while a
    /// single packet is in transmission, so it is empty for e^0.8 · 0.2 = 0.445 of the time. Tolerance: 20,000
    /// packets.
    #[test]
    fn a_queue_is_empty_more_often_than_its_line_is_idle() {
        let preset = presets::find("poisson-queue").expect("it is listed");
        let mut document: serde_json::Value =
            serde_json::from_str(preset.scenario_json).expect("JSON");
        document["bottlenecks"][0]["rate_bps"] = serde_json::json!(10e6);
        document["groups"] = serde_json::json!([{ "id": "udp", "access": { "rate_bps": 1e13 },
            "traffic": { "kind": "poisson", "rate_bps": 8e6, "packet_bytes": 1000 } }]);
        document["bottlenecks"][0]["queue"] =
            serde_json::json!({ "kind": "drop_tail", "limit_packets": 1000 });
        document["warmup_s"] = serde_json::json!(0);
        document["duration_s"] = serde_json::json!(20);
        let scenario = Scenario::from_value(document).expect("it is valid");
        let mut simulation = Simulation::new(&scenario);
        simulation.advance(Time::from_s(20.0)).expect("it fits");
        let summary = simulation.summary();
        let statistic = |name: &str| {
            let path = format!("bottlenecks.r0.{name}");
            read(&summary, &path)
                .expect("it is there")
                .expect("it applies")
        };
        let idle = statistic("line_idle_probability");
        assert!((idle + statistic("utilization") - 1.0).abs() < 1e-9);
        assert!((idle - 0.2).abs() < 0.02, "{idle}");
        let empty = statistic("idle_probability");
        assert!((empty - 0.445).abs() < 0.03, "{empty}");
    }

    #[test]
    fn a_path_names_every_value_of_the_json() {
        let summary = summary();
        let json = serde_json::to_value(&summary).expect("plain data");
        let mut compared = 0;
        let there = all()
            .into_iter()
            .filter(|about| about.asked == OnRequest::No);
        for (about, list, owner) in there.filter_map(|about| match about.of {
            "link" => Some((about.id, "bottlenecks", "r0")),
            "group" => Some((about.id, "groups", "udp")),
            _ => None,
        }) {
            let path = format!("{list}.{owner}.{about}");
            let read = read(&summary, &path).expect("it is there");
            let item = json[list]
                .as_array()
                .and_then(|items| items.iter().find(|item| item["id"] == owner));
            let pointer = format!("/{}", about.replace('.', "/"));
            let written = item
                .and_then(|item| item.pointer(&pointer))
                .and_then(serde_json::Value::as_f64);
            assert_eq!(read, written, "{path}");
            compared += usize::from(read.is_some());
        }
        assert!(compared > 12, "{compared}");
        assert_eq!(read(&summary, "events"), Ok(Some(summary.events as f64)));
        assert_eq!(
            read(&summary, "groups.0.timeouts"),
            read(&summary, "groups.tcp.timeouts")
        );
        assert_eq!(
            read(&summary, "bottlenecks.r0.reverse.utilization"),
            Ok(None)
        );
    }

    #[test]
    fn a_path_has_the_label_and_the_unit_of_its_measure() {
        for (path, label, unit) in [
            ("bottlenecks.r0.utilization", "Utilization", Unit::Ratio),
            (
                "bottlenecks.r0.reverse.loss.ack",
                "Loss of ACKs",
                Unit::Ratio,
            ),
            (
                "edges.0.max_queue_bytes",
                "Longest queue, bytes",
                Unit::Bytes,
            ),
            ("groups.tcp.timeouts", "Timeouts", Unit::None),
            ("groups.tcp.jain_index", "Fairness", Unit::None),
            ("measured_s", "Measured time", Unit::Seconds),
        ] {
            assert_eq!(label_and_unit(path), Some((label, unit)), "{path}");
        }
        for path in ["", "loss.tcp", "groups.tcp.utilization", "bottlenecks.r0"] {
            assert_eq!(label_and_unit(path), None, "{path}");
        }
    }

    #[test]
    fn the_message_about_an_unknown_path_lists_the_known_names() {
        let summary = summary();
        let message = |path: &str| read(&summary, path).expect_err("it leads nowhere").message;
        assert!(message("loss").contains("bottlenecks, edges, groups"));
        assert!(message("bottlenecks.r9.loss.udp").contains("there is r0"));
        assert!(message("bottlenecks.r0.loss").contains("loss.udp"));
        assert!(message("bottlenecks.r0.reverse.lost").contains("loss.udp"));
        assert!(message("groups").contains("tcp, udp"));
        assert!(message("edges.a.loss.all").contains("and nothing else"));
        assert!(message(&"x".repeat(1 << 20)).len() < 1000);
    }
}
