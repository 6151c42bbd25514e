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
        /// Bits on the wire per second that left the last link at which they could be dropped.
        "throughput_bps", "Throughput", BitsPerSecond, Rate(|group| 8.0 * group.delivered_bytes as f64);
        /// Packets dropped because the access link of the flow had no room.
        "drops_access", "Drops, access link full", Packets, Increase(|group| group.access_dropped as f64);
        /// Packets dropped at links of the network, without access links.
        "drops_network", "Drops in the network", Packets, Increase(|group| group.dropped as f64);
        /// Packets delivered to the receivers or dropped in the network.
        "through_packets", "Packets delivered or dropped", Packets,
            Increase(|group| (group.delivered + group.dropped) as f64);
        /// Packets dropped in the network, divided by packets delivered or dropped.
        "loss", "Loss", Ratio, Ratio("drops_network", "through_packets");
        /// Congestion window averaged over the flows that are sending. No value while none is sending.
        "mean_cwnd_packets", "Mean window", Packets, Value(mean_cwnd);
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
