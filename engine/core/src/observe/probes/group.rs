//! Recorded series of a group of flows.

use crate::observe::probe::{Of, Subject, probes};
use crate::sim::GroupState;

/// Groups of flows as owners of series.
#[derive(Clone, Copy, Debug)]
pub struct Groups;

/// Number of series below that any traffic has, which come first. The others are of TCP senders.
pub const OF_ANY: usize = 8;

impl Subject for Groups {
    const OF: Of = Of::Group;
    type Reading<'a> = GroupState;
    /// Bytes delivered, packets dropped at access links, packets dropped in the network, sum of the windows, number of
    /// flows that are sending, and number of round-trip times.
    type Stamp = (u64, u64, u64, f64, u32, u64);

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
        /// Packets delivered to the receivers.
        "delivered_packets", "Packets delivered", Packets, Increase(|group| group.delivered as f64);
        /// Sum of the delays of the packets delivered to the receivers.
        "delays_s", "Sum of delays", Seconds, Increase(|group| group.delays.sum_s());
        /// Time from the sending of a packet to its arrival at the receiver, averaged over the packets delivered.
        "delay_s", "Delay, mean", Seconds, Ratio("delays_s", "delivered_packets");
        /// Congestion window averaged over the flows that are sending. No value while none is sending.
        "mean_cwnd_packets", "Mean window", Packets, Value(mean_cwnd);
        /// Sum of the round-trip times that the senders measured.
        "round_trips_s", "Sum of round-trip times", Seconds, Increase(|group| group.round_trip_sums.sum_s());
        /// Number of round-trip times that the senders measured.
        "round_trips", "Round trips measured", None, Increase(|group| group.round_trip_sums.count() as f64);
        /// Time from a segment to its acknowledgment, averaged over the measurements of the senders.
        "rtt_s", "Round-trip time, mean", Seconds, Ratio("round_trips_s", "round_trips");
    }
}

/// Mean window of the flows of a group that are sending, in packets; NaN if none is sending.
#[must_use]
pub fn mean_cwnd(group: &GroupState) -> f64 {
    if group.sending > 0 {
        group.windows.packets() / f64::from(group.sending)
    } else {
        f64::NAN
    }
}
