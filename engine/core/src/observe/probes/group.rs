//! What is recorded of a group of flows.

use crate::observe::probe::{Of, Subject, probes};
use crate::sim::GroupState;

/// Groups of flows.
#[derive(Clone, Copy, Debug)]
pub struct Groups;

/// How many of the series below, the first, there are of any traffic; the others are of TCP senders.
pub const OF_ANY: usize = 5;

impl Subject for Groups {
    const OF: Of = Of::Group;
    type Reading<'a> = GroupState;
    /// Bytes delivered, packets that found no room on their own links, packets dropped in the network, the sum of
    /// windows, and of how many flows.
    type Stamp = (u64, u64, u64, f64, u32);

    probes! {
        {
            id: "throughput_bps",
            label: "Throughput",
            unit: BitsPerSecond,
            help: "Bits on the wire per second that left the last link that could drop them.",
            read: Rate(|group| 8.0 * group.delivered_bytes as f64),
        }
        {
            id: "drops_access",
            label: "Drops, access link full",
            unit: Packets,
            help: "Packets for which there was no room on the flow's own link into the network.",
            read: Increase(|group| group.access_dropped as f64),
        }
        {
            id: "drops_network",
            label: "Drops in the network",
            unit: Packets,
            help: "Packets dropped in the network.",
            read: Increase(|group| group.dropped as f64),
        }
        {
            id: "through_packets",
            label: "Packets delivered or dropped",
            unit: Packets,
            help: "Packets delivered or dropped.",
            read: Increase(|group| (group.delivered + group.dropped) as f64),
        }
        {
            id: "loss",
            label: "Loss",
            unit: Ratio,
            help: "Packets dropped in the network, of those delivered or dropped.",
            read: Ratio("drops_network", "through_packets"),
        }
        {
            id: "mean_cwnd_packets",
            label: "Mean window",
            unit: Packets,
            help: "Congestion window averaged over the flows that are sending; nothing while none is.",
            read: Value(mean_cwnd),
        }
    }
}

/// Mean window of the flows of a group that are sending, packets; NaN while none is.
#[must_use]
pub fn mean_cwnd(group: &GroupState) -> f64 {
    if group.sending > 0 {
        group.cwnd_sum / f64::from(group.sending)
    } else {
        f64::NAN
    }
}
