//! Recorded series of a group of flows.

use crate::observe::probe::{Of, Subject, probes};
use crate::sim::GroupState;

/// Groups of flows as owners of series.
#[derive(Clone, Copy, Debug)]
pub struct Groups;

/// Number of series below that any traffic has, which come first. The others are of TCP senders.
pub const OF_ANY: usize = 5;

impl Subject for Groups {
    const OF: Of = Of::Group;
    type Reading<'a> = GroupState;
    /// Bytes delivered, packets dropped at access links, packets dropped in the network, sum of the windows, and
    /// number of flows that are sending.
    type Stamp = (u64, u64, u64, f64, u32);

    probes! {
        {
            id: "throughput_bps",
            label: "Throughput",
            unit: BitsPerSecond,
            help: "Bits on the wire per second that left the last link at which they could be dropped.",
            read: Rate(|group| 8.0 * group.delivered_bytes as f64),
        }
        {
            id: "drops_access",
            label: "Drops, access link full",
            unit: Packets,
            help: "Packets dropped because the access link of the flow had no room.",
            read: Increase(|group| group.access_dropped as f64),
        }
        {
            id: "drops_network",
            label: "Drops in the network",
            unit: Packets,
            help: "Packets dropped at links of the network, without access links.",
            read: Increase(|group| group.dropped as f64),
        }
        {
            id: "through_packets",
            label: "Packets delivered or dropped",
            unit: Packets,
            help: "Packets delivered to the receivers or dropped in the network.",
            read: Increase(|group| (group.delivered + group.dropped) as f64),
        }
        {
            id: "loss",
            label: "Loss",
            unit: Ratio,
            help: "Packets dropped in the network, divided by packets delivered or dropped.",
            read: Ratio("drops_network", "through_packets"),
        }
        {
            id: "mean_cwnd_packets",
            label: "Mean window",
            unit: Packets,
            help: "Congestion window averaged over the flows that are sending. No value while none is sending.",
            read: Value(mean_cwnd),
        }
    }
}

/// Mean window of the flows of a group that are sending, in packets; NaN if none is sending.
#[must_use]
pub fn mean_cwnd(group: &GroupState) -> f64 {
    if group.sending > 0 {
        group.cwnd_sum / f64::from(group.sending)
    } else {
        f64::NAN
    }
}
