//! The measures of a run, as JSON and as tables.

use bufferlab_core::observe::detail::Detail;
use bufferlab_core::observe::measure::Statistic;
use bufferlab_core::observe::measures::link::LINK;
use bufferlab_core::observe::summary::{GroupSummary, LinkSummary, Summary};
use bufferlab_core::scenario::Scenario;
use bufferlab_core::spec::Unit;
use bufferlab_core::spec::problem::visible;
use bufferlab_core::warnings::Warning;
use serde::Serialize;

use crate::quantity::{NOT_APPLICABLE, bytes, count, or_dash, percent, rate, seconds, significant};
use crate::table::Table;

/// Returns the summary as one JSON object with its warnings, the real time of the run and, if given, the details.
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
    match serde_json::to_string_pretty(&report) {
        Ok(json) => json + "\n",
        Err(error) => {
            unreachable!("a summary has string keys and contains only numbers: {error}")
        }
    }
}

/// Returns the summary as text: title, measured time, table of queues, table of groups.
pub fn text(scenario: &Scenario, summary: &Summary, wall_s: f64) -> String {
    let mut parts = Vec::new();
    if !scenario.title.is_empty() {
        parts.push(format!("{}\n", visible(&scenario.title, 200)));
    }
    parts.push(origin(summary, wall_s));
    parts.push(queues(summary).text());
    if !summary.groups.is_empty() {
        parts.push(groups(&summary.groups).text());
    }
    parts.join("\n")
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
    let mut table = Table::new(
        ["Queue"]
            .into_iter()
            .chain(links.iter().map(|link| link.id.as_str())),
    );
    for row in LINK {
        let cell = |link: &&LinkSummary| shown(link.statistics.get(row.id), row.unit);
        let cells: Vec<String> = links.iter().map(cell).collect();
        if cells.iter().any(|cell| cell != NOT_APPLICABLE) {
            table.row([row.label.to_owned()].into_iter().chain(cells));
        }
    }
    table
}

/// Formats a measure with its unit. The label of the row names packets and flows.
fn shown(figure: Statistic, unit: Unit) -> String {
    let number = figure.number();
    match (unit, figure) {
        (Unit::Ratio, _) => or_dash(number, percent),
        (Unit::BitsPerSecond, _) => or_dash(number, rate),
        (Unit::Seconds, _) => or_dash(number, seconds),
        (Unit::Bytes, _) => or_dash(number, bytes),
        (_, Statistic::Count(whole)) => count(whole),
        _ => or_dash(number, significant),
    }
}

/// Builds the table of groups, with one row per group.
fn groups(groups: &[GroupSummary]) -> Table {
    let mut table = Table::new([
        "Group",
        "traffic",
        "flows",
        "throughput",
        "goodput",
        "loss",
        "access loss",
        "mean window",
        "timeouts",
        "fast recoveries",
        "retransmissions",
        "transfers",
        "unfinished",
        "mean transfer time",
        "99th percentile",
        "fairness",
    ]);
    for group in groups {
        table.row([
            group.id.clone(),
            group.kind.to_owned(),
            count(group.flows.into()),
            or_dash(group.throughput_bps, rate),
            or_dash(group.goodput_bps, rate),
            or_dash(group.loss, percent),
            or_dash(group.statistics.number("access_loss"), percent),
            or_dash(group.mean_cwnd_packets, |window| {
                format!("{} packets", significant(window))
            }),
            or_dash(group.timeouts, count),
            or_dash(group.fast_recoveries, count),
            or_dash(group.retransmissions, count),
            or_dash(group.transfers, |transfers| count(transfers.completed)),
            or_dash(group.transfers, |transfers| count(transfers.under_way)),
            or_dash(
                group.transfers.and_then(|transfers| transfers.mean_s),
                seconds,
            ),
            or_dash(
                group.transfers.and_then(|transfers| transfers.p99_s),
                seconds,
            ),
            or_dash(group.jain_index, significant),
        ]);
    }
    table.without_empty_columns(NOT_APPLICABLE)
}
