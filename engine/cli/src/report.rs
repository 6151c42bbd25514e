//! The figures of a run, for programs and for people.

use bufferlab_core::observe::detail::Detail;
use bufferlab_core::observe::summary::{GroupSummary, LinkSummary, Summary};
use bufferlab_core::scenario::Scenario;
use serde::Serialize;

use crate::quantity::{NOTHING, bytes, count, or_nothing, percent, rate, seconds, significant};
use crate::table::Table;

/// The summary as one JSON object, with the time it took, and every detail if that is asked for.
pub fn json(summary: &Summary, detail: Option<&Detail>, wall_s: f64) -> String {
    #[derive(Serialize)]
    struct Report<'a> {
        #[serde(flatten)]
        summary: &'a Summary,
        #[serde(skip_serializing_if = "Option::is_none")]
        detail: Option<&'a Detail>,
        /// Seconds of computing.
        wall_s: f64,
    }
    let report = Report {
        summary,
        detail,
        wall_s,
    };
    match serde_json::to_string_pretty(&report) {
        Ok(json) => json + "\n",
        Err(error) => {
            unreachable!("a summary has string keys and serialises numbers only: {error}")
        }
    }
}

/// The summary as tables: what, when it was measured, the queues, the groups.
pub fn text(scenario: &Scenario, summary: &Summary, wall_s: f64) -> String {
    let mut parts = Vec::new();
    if !scenario.title.is_empty() {
        parts.push(format!("{}\n", on_one_line(&scenario.title)));
    }
    parts.push(origin(summary, wall_s));
    parts.push(queues(summary).text());
    if !summary.groups.is_empty() {
        parts.push(groups(&summary.groups).text());
    }
    parts.join("\n")
}

/// A title out of a stranger's file may not command the terminal.
fn on_one_line(text: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(plain).collect()
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

/// Seconds without a tail of digits that subtraction has made.
fn plain(s: f64) -> f64 {
    (s * 1e9).round() / 1e9
}

/// A figure of a queue as it is shown.
type Cell = fn(&LinkSummary) -> String;

/// Figures of a queue, by label.
const QUEUE_ROWS: &[(&str, Cell)] = &[
    ("Utilization", |link| or_nothing(link.utilization, percent)),
    ("Throughput", |link| or_nothing(link.throughput_bps, rate)),
    ("Mean queue, packets", |link| {
        or_nothing(link.mean_queue_packets, significant)
    }),
    ("Mean queue, bytes", |link| {
        or_nothing(link.mean_queue_bytes, bytes)
    }),
    ("Longest queue, packets", |link| {
        count(link.max_queue_packets.into())
    }),
    ("Longest queue, bytes", |link| {
        bytes(link.max_queue_bytes as f64)
    }),
    ("Queueing delay, mean", |link| {
        or_nothing(link.queue_delay_s.mean, seconds)
    }),
    ("Queueing delay, median", |link| {
        or_nothing(link.queue_delay_s.p50, seconds)
    }),
    ("Queueing delay, 99th percentile", |link| {
        or_nothing(link.queue_delay_s.p99, seconds)
    }),
    ("Time with an empty queue", |link| {
        or_nothing(link.idle_probability, percent)
    }),
    ("Time without TCP in the queue", |link| {
        or_nothing(link.no_tcp_probability, percent)
    }),
    ("Loss, all packets", |link| {
        or_nothing(link.loss.all, percent)
    }),
    ("Loss, TCP data", |link| or_nothing(link.loss.tcp, percent)),
    ("Loss, UDP", |link| or_nothing(link.loss.udp, percent)),
    ("Loss, ACKs", |link| or_nothing(link.loss.ack, percent)),
];

/// One column per queue that packets came to.
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
    for (label, cell) in QUEUE_ROWS {
        let cells: Vec<String> = links.iter().map(|link| cell(link)).collect();
        if cells.iter().any(|cell| cell != NOTHING) {
            table.row([(*label).to_owned()].into_iter().chain(cells));
        }
    }
    table
}

/// One row per group.
fn groups(groups: &[GroupSummary]) -> Table {
    let mut table = Table::new([
        "Group",
        "traffic",
        "flows",
        "throughput",
        "goodput",
        "loss",
        "mean window",
        "timeouts",
        "fast recoveries",
        "retransmissions",
        "transfers",
        "mean time",
        "99th",
        "fairness",
    ]);
    for group in groups {
        table.row([
            group.id.clone(),
            group.kind.to_owned(),
            count(group.flows.into()),
            or_nothing(group.throughput_bps, rate),
            or_nothing(group.goodput_bps, rate),
            or_nothing(group.loss, percent),
            or_nothing(group.mean_cwnd_packets, |window| {
                format!("{} packets", significant(window))
            }),
            or_nothing(group.timeouts, count),
            or_nothing(group.fast_recoveries, count),
            or_nothing(group.retransmissions, count),
            or_nothing(group.transfers, |transfers| count(transfers.completed)),
            or_nothing(
                group.transfers.and_then(|transfers| transfers.mean_s),
                seconds,
            ),
            or_nothing(
                group.transfers.and_then(|transfers| transfers.p99_s),
                seconds,
            ),
            or_nothing(group.jain_index, significant),
        ]);
    }
    table.without_empty_columns(NOTHING)
}
