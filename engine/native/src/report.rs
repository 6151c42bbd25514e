//! The measures of a run, as JSON and as tables.

use bufferlab_core::observe::detail::Detail;
use bufferlab_core::observe::measure::{Measure, Statistic, Statistics};
use bufferlab_core::observe::measures::application::APPLICATION;
use bufferlab_core::observe::measures::link::LINK;
use bufferlab_core::observe::measures::quality::QUALITY;
use bufferlab_core::observe::measures::sender::{GROUP, SENDER};
use bufferlab_core::observe::summary::{BottleneckSummary, GroupSummary, LinkSummary, Summary};
use bufferlab_core::scenario::Scenario;
use bufferlab_core::spec::Unit;
use bufferlab_core::spec::problem::visible;
use bufferlab_core::warnings::Warning;
use serde::Serialize;
use serde_json::Value;

use crate::json;
use crate::quantity::{NOT_APPLICABLE, bytes, count, or_dash, percent, rate, seconds, significant};
use crate::table::Table;

/// Returns the summary as one JSON object with its warnings, the real time of the run and, if given, the details.
#[must_use]
pub fn json(
    summary: &Summary,
    warnings: &[Warning],
    detail: Option<&Detail>,
    wall_s: f64,
) -> String {
    #[derive(Serialize)]
    struct Report<'a> {
        #[serde(flatten)]
        summary: &'a Summary,
        warnings: &'a [Warning],
        #[serde(skip_serializing_if = "Option::is_none")]
        detail: Option<&'a Detail>,
        /// Real time of the run, seconds.
        wall_s: f64,
    }
    let report = Report {
        summary,
        warnings,
        detail,
        wall_s,
    };
    json::text(&report)
}

/// Returns the summary of a measured run as one JSON object: as [`json`], with the object `measured` in place of the digest,
/// since a measured run cannot be repeated to the bit.
#[must_use]
pub fn measured_json(
    (scenario, summary, series): (&Scenario, &Summary, Value),
    warnings: &[Warning],
    measured: &Value,
    wall_s: f64,
) -> String {
    #[derive(Serialize)]
    struct Report<'a> {
        engine: &'a str,
        measured: &'a Value,
        seed: u64,
        now_s: f64,
        measured_s: f64,
        events: u64,
        packets_forwarded: u64,
        bottlenecks: &'a [BottleneckSummary],
        edges: &'a [LinkSummary],
        groups: &'a [GroupSummary],
        warnings: &'a [Warning],
        wall_s: f64,
        scenario: Value,
        #[serde(skip_serializing_if = "Value::is_null")]
        series: Value,
    }
    let report = Report {
        engine: summary.engine,
        measured,
        seed: summary.seed,
        now_s: summary.now_s,
        measured_s: summary.measured_s,
        events: summary.events,
        packets_forwarded: summary.packets_forwarded,
        bottlenecks: &summary.bottlenecks,
        edges: &summary.edges,
        groups: &summary.groups,
        warnings,
        wall_s,
        scenario: scenario.to_value(),
        series,
    };
    json::text(&report)
}

/// Returns the summary as text: title, measured time, table of queues, table of groups.
#[must_use]
pub fn text(scenario: &Scenario, summary: &Summary, wall_s: f64) -> String {
    text_from(scenario, summary, origin(summary, wall_s))
}

/// Returns the summary as text, with `origin` about where its numbers are from.
#[must_use]
pub fn text_from(scenario: &Scenario, summary: &Summary, origin: String) -> String {
    let mut parts = Vec::new();
    if !scenario.title.is_empty() {
        parts.push(format!("{}\n", visible(&scenario.title, 200)));
    }
    parts.push(origin);
    parts.push(queues(summary).text());
    if !summary.groups.is_empty() {
        parts.push(groups(&summary.groups).text());
    }
    parts.extend(summary.groups.iter().filter_map(verdict));
    parts.join("\n")
}

/// Returns a sentence about what the users of a group feel.
fn verdict(group: &GroupSummary) -> Option<String> {
    let sentence = group.sentence.as_ref()?;
    Some(format!("{}: {sentence}\n", visible(&group.id, 200)))
}

fn origin(summary: &Summary, wall_s: f64) -> String {
    let Summary {
        engine,
        digest,
        seed,
        now_s,
        measured_s,
        events,
        packets_forwarded,
        ..
    } = summary;
    let per_second = if wall_s > 0.0 {
        *packets_forwarded as f64 / wall_s
    } else {
        0.0
    };
    format!(
        "Measured from {} to {} s of simulated time; seed {seed}, version {engine}, digest {digest}.\n\
         {} packets forwarded in {} events and {}: {} packets per second.\n",
        plain(now_s - measured_s),
        plain(*now_s),
        count(*packets_forwarded),
        count(*events),
        seconds(wall_s),
        count(per_second as u64),
    )
}

/// Rounds seconds to nanoseconds, to remove the rounding error of a subtraction.
fn plain(s: f64) -> f64 {
    (s * 1e9).round() / 1e9
}

/// Builds the table of queues, with one column per queue.
fn queues(summary: &Summary) -> Table {
    let mut links: Vec<&LinkSummary> = Vec::new();
    for bottleneck in &summary.bottlenecks {
        links.push(&bottleneck.forward);
        links.extend(&bottleneck.reverse);
    }
    links.extend(&summary.edges);
    let mut table = Table::new(headed("Queue", links.iter().map(|link| link.id.clone())));
    let links: Vec<&Statistics> = links.iter().map(|link| &link.statistics).collect();
    add_measures(&mut table, LINK, &links);
    table
}

/// Builds the table of groups, with one column per group.
fn groups(groups: &[GroupSummary]) -> Table {
    let mut table = Table::new(headed("Group", groups.iter().map(|group| group.id.clone())));
    table.row(headed(
        "Traffic",
        groups.iter().map(|group| group.kind.to_owned()),
    ));
    table.row(headed(
        "Flows",
        groups.iter().map(|group| count(group.flows.into())),
    ));
    let statistics: Vec<&Statistics> = groups.iter().map(|group| &group.statistics).collect();
    add_measures(&mut table, SENDER, &statistics);
    add_measures(&mut table, GROUP, &statistics);
    add_measures(&mut table, QUALITY, &statistics);
    add_measures(&mut table, APPLICATION, &statistics);
    table
}

fn headed(label: &str, cells: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    std::iter::once(label.to_owned()).chain(cells)
}

/// Adds a row for each measure that has a value in one of the columns.
fn add_measures<F>(table: &mut Table, measures: &[Measure<F>], columns: &[&Statistics]) {
    for measure in measures {
        let cell = |column: &&Statistics| measure_text(column.get(measure.id), measure);
        let cells: Vec<String> = columns.iter().map(cell).collect();
        if cells.iter().any(|cell| cell != NOT_APPLICABLE) {
            table.row(headed(measure.label, cells.into_iter()));
        }
    }
}

/// Formats a measure with its unit. Numbers of packets are without one where the label names it.
#[must_use]
pub fn measure_text<F>(figure: Statistic, measure: &Measure<F>) -> String {
    let number = figure.number();
    match (measure.unit, figure) {
        (Unit::Ratio, _) => or_dash(number, percent),
        (Unit::BitsPerSecond, _) => or_dash(number, rate),
        (Unit::Seconds, _) => or_dash(number, seconds),
        (Unit::Bytes, _) => or_dash(number, bytes),
        (_, Statistic::Count(whole)) => count(whole),
        (Unit::Packets, _) if !measure.label.ends_with("packets") => or_dash(number, |packets| {
            format!("{} packets", significant(packets))
        }),
        _ => or_dash(number, significant),
    }
}
