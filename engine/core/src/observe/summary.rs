//! The figures of a run: one JSON object, the same in the browser and on the command line.
//!
//! All are measured from the end of the warm-up to the present. Ratios are 0 to 1; a quantity that
//! does not apply is null, never 0.

use serde::Serialize;

use crate::apps::TransferFigures;
use crate::net::port::Port;
use crate::packet::Class;
use crate::sim::flow::{Flow, FlowCounters};
use crate::sim::topology::{edge_port, forward_port};
use crate::sim::{GroupState, Observed, Simulation};
use crate::time::{PS_PER_S, Time};

/// The figures of a run so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Summary {
    /// Version of the simulator.
    pub engine: &'static str,
    /// Fingerprint of the run, 16 hexadecimal digits.
    pub digest: String,
    /// Seed.
    pub seed: u64,
    /// Simulated time reached, seconds.
    pub now_s: f64,
    /// Length of the measured interval, seconds.
    pub measured_s: f64,
    /// Events run, warm-up included.
    pub events: u64,
    /// Packets that left a link with a queue, warm-up included.
    pub packets_forwarded: u64,
    /// Bottlenecks, from the sources to the sinks.
    pub bottlenecks: Vec<BottleneckSummary>,
    /// Edge routers.
    pub edges: Vec<LinkSummary>,
    /// Groups.
    pub groups: Vec<GroupSummary>,
}

/// A bottleneck: its forward direction, and the reverse one beside it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BottleneckSummary {
    /// From the sources to the sinks.
    #[serde(flatten)]
    pub forward: LinkSummary,
    /// From the sinks to the sources; null where acknowledgements pass it unhindered.
    pub reverse: Option<LinkSummary>,
}

/// A link with a queue.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LinkSummary {
    /// Its id.
    pub id: String,
    /// Share of time in which it was sending.
    pub utilization: Option<f64>,
    /// Bits per second that left it.
    pub throughput_bps: Option<f64>,
    /// Packets waiting, averaged over time, without the one in transmission.
    pub mean_queue_packets: Option<f64>,
    /// Bytes waiting, averaged over time.
    pub mean_queue_bytes: Option<f64>,
    /// Most packets that waited.
    pub max_queue_packets: u32,
    /// Most bytes that waited.
    pub max_queue_bytes: u64,
    /// How long packets waited before their transmission, seconds.
    pub queue_delay_s: Delay,
    /// Share of time in which nothing waited.
    pub idle_probability: Option<f64>,
    /// Share of time in which no TCP data waited (vishwanath-2011 Section III-B).
    pub no_tcp_probability: Option<f64>,
    /// Dropped out of arrived packets.
    pub loss: Loss,
}

/// Waiting times.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Delay {
    /// Mean, seconds.
    pub mean: Option<f64>,
    /// Median, seconds, within 1 %.
    pub p50: Option<f64>,
    /// 99th percentile, seconds, within 1 %.
    pub p99: Option<f64>,
}

/// Loss ratios by class.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Loss {
    /// Of all packets.
    pub all: Option<f64>,
    /// Of TCP data.
    pub tcp: Option<f64>,
    /// Of datagrams.
    pub udp: Option<f64>,
    /// Of acknowledgements.
    pub ack: Option<f64>,
}

/// A group of flows.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GroupSummary {
    /// Its id.
    pub id: String,
    /// Kind of its traffic: `tcp`, `poisson`, ….
    pub kind: &'static str,
    /// Number of flows.
    pub flows: u32,
    /// Bits per second delivered on the wire, repetitions included; null before any time was measured.
    pub throughput_bps: Option<f64>,
    /// Bits per second of distinct data delivered in order, without headers.
    pub goodput_bps: Option<f64>,
    /// Dropped out of those packets that were dropped or got through, 0 to 1; null where there were none.
    pub loss: Option<f64>,
    /// Congestion window averaged over time and flows.
    pub mean_cwnd_packets: Option<f64>,
    /// Retransmission timeouts.
    pub timeouts: Option<u64>,
    /// Fast recoveries.
    pub fast_recoveries: Option<u64>,
    /// Packets sent again.
    pub retransmissions: Option<u64>,
    /// Finite transfers; null in a group without.
    pub transfers: Option<Transfers>,
    /// Jain's index of the flows' goodputs: 1 when all are equal, 1/n when one has everything.
    pub jain_index: Option<f64>,
}

/// Finite transfers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Transfers {
    /// Number completed within the measured interval.
    pub completed: u64,
    /// Number that have begun and are not complete.
    pub under_way: u64,
    /// Data of the completed ones, bytes.
    pub bytes: u64,
    /// Segments sent again for the completed ones.
    pub retransmissions: u64,
    /// Mean time to complete, seconds.
    pub mean_s: Option<f64>,
    /// 99th percentile, seconds.
    pub p99_s: Option<f64>,
}

impl Simulation {
    /// The figures of the run so far.
    #[must_use]
    pub fn summary(&mut self) -> Summary {
        let digest = self.digest();
        let (events, forwarded) = (self.events(), self.forwarded());
        let seed = self.document().seed;
        Summary::of(&self.observed(), seed, digest, events, forwarded)
    }
}

impl Summary {
    fn of(
        observed: &Observed<'_>,
        seed: u64,
        digest: u64,
        events: u64,
        packets_forwarded: u64,
    ) -> Summary {
        let now = observed.now;
        let scenario = observed.scenario;
        let bottlenecks = scenario.bottlenecks.iter().enumerate().map(|(i, b)| {
            let forward = forward_port(i) as usize;
            let reverse = &observed.links[forward + 1];
            BottleneckSummary {
                forward: link_summary(&b.id, &observed.links[forward], now),
                reverse: (reverse.meter.counters.arrived.total() > 0)
                    .then(|| link_summary(&format!("{}:reverse", b.id), reverse, now)),
            }
        });
        let edges = scenario.edges.iter().enumerate().map(|(i, e)| {
            let link = edge_port(scenario.bottlenecks.len(), i) as usize;
            link_summary(&e.id, &observed.links[link], now)
        });
        let measured_s = now.since(observed.warmup_at).s();
        let groups = observed
            .groups
            .iter()
            .enumerate()
            .filter(|(_, group)| !group.id.is_empty());
        Summary {
            engine: env!("CARGO_PKG_VERSION"),
            digest: format!("{digest:016x}"),
            seed,
            now_s: now.s(),
            measured_s,
            events,
            packets_forwarded,
            bottlenecks: bottlenecks.collect(),
            edges: edges.collect(),
            groups: groups
                .map(|(position, group)| group_summary(observed, position, group, measured_s))
                .collect(),
        }
    }
}

fn link_summary(id: &str, link: &Port, now: Time) -> LinkSummary {
    let meter = link.measured_until(now);
    let measured = meter.measured();
    let seconds = meter.measured_s();
    let per_second = |amount: f64| (seconds > 0.0).then(|| amount / seconds);
    let backlog = meter.mean_backlog();
    let idle = meter.idle_and_no_tcp();
    let loss_of = |class: Class| share(measured.dropped.of(class), measured.arrived.of(class));
    LinkSummary {
        id: id.to_owned(),
        utilization: per_second(measured.transmission.s()),
        throughput_bps: per_second(8.0 * measured.departed_bytes as f64),
        mean_queue_packets: backlog.map(|(packets, _)| packets),
        mean_queue_bytes: backlog.map(|(_, bytes)| bytes),
        max_queue_packets: meter.max_backlog().packets,
        max_queue_bytes: meter.max_backlog().bytes,
        queue_delay_s: Delay {
            mean: meter.mean_delay_s(),
            p50: meter.delay_quantile_s(0.5),
            p99: meter.delay_quantile_s(0.99),
        },
        idle_probability: idle.map(|(idle, _)| idle),
        no_tcp_probability: idle.map(|(_, no_tcp)| no_tcp),
        loss: Loss {
            all: share(measured.dropped.total(), measured.arrived.total()),
            tcp: loss_of(Class::Tcp),
            udp: loss_of(Class::Udp),
            ack: loss_of(Class::Ack),
        },
    }
}

fn group_summary(
    observed: &Observed<'_>,
    position: usize,
    group: &GroupState,
    measured_s: f64,
) -> GroupSummary {
    let members: Vec<&Flow> = observed
        .flows
        .iter()
        .filter(|flow| flow.group as usize == position)
        .collect();
    let described = observed.scenario.groups.iter().find(|g| g.id == group.id);
    let measured: Vec<FlowCounters> = members.iter().map(|flow| flow.measured()).collect();
    let sum = |count: fn(&FlowCounters) -> u64| measured.iter().map(count).sum::<u64>();
    let per_second = |bytes: f64| (measured_s > 0.0).then(|| 8.0 * bytes / measured_s);
    let tcp_only = |count| group.tcp.as_ref().map(|_| sum(count));
    let dropped = sum(|flow| flow.dropped);
    let goodputs: Vec<f64> = measured
        .iter()
        .map(|flow| flow.in_order_bytes as f64)
        .collect();
    GroupSummary {
        id: group.id.clone(),
        kind: described.map_or("tcp", |g| g.traffic.kind()),
        flows: described.map_or(0, |g| g.count),
        throughput_bps: per_second(sum(|flow| flow.delivered_bytes) as f64),
        goodput_bps: per_second(goodputs.iter().sum()),
        loss: share(dropped, dropped + sum(|flow| flow.delivered)),
        mean_cwnd_packets: mean_cwnd(&members, observed.now, measured_s),
        timeouts: tcp_only(|flow| flow.sender.timeouts),
        fast_recoveries: tcp_only(|flow| flow.sender.fast_recoveries),
        retransmissions: tcp_only(|flow| flow.sender.retransmissions),
        transfers: transfers(&members, &group.transfers),
        jain_index: jain_index(&goodputs),
    }
}

fn transfers(members: &[&Flow], figures: &TransferFigures) -> Option<Transfers> {
    let mut files = members
        .iter()
        .filter_map(|flow| flow.tcp())
        .filter(|tcp| tcp.has_an_end())
        .peekable();
    files.peek()?;
    Some(Transfers {
        completed: figures.completed,
        under_way: files
            .filter(|tcp| tcp.transfer.is_some() && tcp.is_sending())
            .count() as u64,
        bytes: figures.bytes,
        retransmissions: figures.retransmissions,
        mean_s: figures.mean_s(),
        p99_s: figures.quantile_s(0.99),
    })
}

pub(super) fn mean_cwnd(members: &[&Flow], now: Time, measured_s: f64) -> Option<f64> {
    let flows: Vec<_> = members
        .iter()
        .filter_map(|flow| flow.tcp())
        .filter(|tcp| tcp.started)
        .collect();
    if flows.is_empty() || measured_s <= 0.0 {
        return None;
    }
    let packet_ps: f64 = flows
        .iter()
        .map(|tcp| tcp.cwnd_ps + tcp.sender.window().cwnd * now.since(tcp.cwnd_until).0 as f64)
        .sum();
    Some(packet_ps / PS_PER_S / measured_s / flows.len() as f64)
}

pub(super) fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// Jain, Chiu and Hawe, "A quantitative measure of fairness", DEC-TR-301, 1984: (Σx)² / (n Σx²).
fn jain_index(x: &[f64]) -> Option<f64> {
    let sum: f64 = x.iter().sum();
    let squares: f64 = x.iter().map(|x| x * x).sum();
    (squares > 0.0).then(|| sum * sum / (x.len() as f64 * squares))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jain_is_one_for_equals_and_one_over_n_for_a_monopoly() {
        assert_eq!(jain_index(&[3.0, 3.0, 3.0]), Some(1.0));
        assert_eq!(jain_index(&[0.0, 5.0, 0.0, 0.0]), Some(0.25));
        assert_eq!(jain_index(&[0.0]), None);
    }
}
