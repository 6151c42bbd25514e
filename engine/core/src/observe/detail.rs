//! Figures too many for a summary: a row for each flow, a histogram for each queue.
//!
//! Measured like the [`Summary`](super::summary::Summary), from the end of the warm-up to the present.

use serde::Serialize;

use super::layout::link_ids;
use super::summary::{mean_cwnd, share};
use crate::net::meter::Occupancy;
use crate::sim::flow::Flow;
use crate::sim::{Observed, Simulation};
use crate::time::Span;

/// Everything that a summary sums up.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Detail {
    /// Links with queues: each bottleneck forward and reverse, then the edges.
    pub queues: Vec<QueueHistogram>,
    /// Flows of all groups there are, by number.
    pub flows: Vec<FlowSummary>,
}

/// How long a queue was how long.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QueueHistogram {
    /// Id of the link.
    pub id: String,
    /// `packets` or `B`, as its limit is given.
    pub unit: &'static str,
    /// Width of a bin; the first begins at 0.
    pub bin_width: u64,
    /// Share of time in each bin. The last takes everything above.
    pub share: Vec<f64>,
}

/// One flow.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FlowSummary {
    /// Its number.
    pub flow: usize,
    /// Id of its group.
    pub group: String,
    /// Position within the group.
    pub index: u32,
    /// Bits per second delivered on the wire, repetitions included; null before any time was measured.
    pub throughput_bps: Option<f64>,
    /// Bits per second of distinct data delivered in order, without headers.
    pub goodput_bps: Option<f64>,
    /// Dropped out of those packets that were dropped or got through, 0 to 1; null where there were none.
    pub loss: Option<f64>,
    /// Congestion window averaged over time.
    pub mean_cwnd_packets: Option<f64>,
    /// Retransmission timeouts.
    pub timeouts: Option<u64>,
    /// Fast recoveries.
    pub fast_recoveries: Option<u64>,
    /// Packets sent again.
    pub retransmissions: Option<u64>,
    /// Time that its transfer took, seconds; null if it has none or is not done.
    pub transfer_s: Option<f64>,
}

impl Simulation {
    /// The figures of each flow and the histogram of each queue so far.
    #[must_use]
    pub fn detail(&mut self) -> Detail {
        let observed = self.observed();
        let queues = link_ids(observed.scenario)
            .into_iter()
            .zip(observed.links.iter())
            .map(|(id, link)| histogram(id, link.measured_until(observed.now).occupancy()));
        let flows = observed
            .flows
            .iter()
            .enumerate()
            .filter(|(_, flow)| !observed.groups[flow.group as usize].id.is_empty())
            .map(|(number, flow)| flow_summary(&observed, number, flow));
        Detail {
            queues: queues.collect(),
            flows: flows.collect(),
        }
    }
}

fn histogram(id: String, occupancy: &Occupancy) -> QueueHistogram {
    QueueHistogram {
        id,
        unit: if occupancy.in_bytes { "B" } else { "packets" },
        bin_width: occupancy.bin_width,
        share: occupancy.shares().collect(),
    }
}

fn flow_summary(observed: &Observed<'_>, number: usize, flow: &Flow) -> FlowSummary {
    let measured = flow.measured();
    let measured_s = observed.now.since(observed.warmup_at).s();
    let per_second = |bytes: u64| (measured_s > 0.0).then(|| 8.0 * bytes as f64 / measured_s);
    let of_tcp = |count: u64| flow.tcp().map(|_| count);
    let transfer = flow.tcp().and_then(|tcp| tcp.transfer);
    FlowSummary {
        flow: number,
        group: observed.groups[flow.group as usize].id.clone(),
        index: flow.index,
        throughput_bps: per_second(measured.delivered_bytes),
        goodput_bps: per_second(measured.in_order_bytes),
        loss: share(measured.dropped, measured.dropped + measured.delivered),
        mean_cwnd_packets: mean_cwnd(&[flow], observed.now, measured_s),
        timeouts: of_tcp(measured.sender.timeouts),
        fast_recoveries: of_tcp(measured.sender.fast_recoveries),
        retransmissions: of_tcp(measured.sender.retransmissions),
        transfer_s: transfer
            .and_then(|transfer| transfer.duration())
            .map(Span::s),
    }
}
