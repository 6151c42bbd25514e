//! Parameters that several models share, with their types of numbers.

use crate::spec::parameters::{integer, number, parameter};
use crate::spec::{DefaultValue, Param};

/// Returns the same parameter with another default.
pub(super) const fn with(param: Param, default: f64) -> Param {
    Param {
        default: DefaultValue::Number(default),
        ..param
    }
}

/// Rate of a link.
pub(super) const RATE: Param = parameter! {
    /// Rate of the bottleneck, C.
    rate_bps = 1e8, "Link rate", BitsPerSecond, number(1e3..=1e13).log(), []
};

/// Round trip without queueing.
pub(super) const RTT: Param = parameter! {
    /// Mean round-trip time of the flows without queueing.
    rtt_s = 0.1, "Round-trip time", Seconds, number(1e-6..=100.0).log(), []
};

/// Parameter for the number of flows.
pub(super) const FLOWS: Param = parameter! {
    /// Number of long flows that share the link, N.
    flows = 1e4, "Flows", Flows, integer(1..=1_000_000_000).log(), []
};

/// Size of a packet.
pub(super) const PACKET: Param = parameter! {
    /// Size of a packet on the wire.
    packet_bytes = 1000.0, "Packet size", Bytes, number(1.0..=65_535.0).log(), []
};

/// Size of a buffer in bytes.
pub(super) const BUFFER_BYTES: Param = parameter! {
    /// Buffer of the bottleneck, B.
    buffer_bytes = 8000.0, "Buffer", Bytes, number(0.0..=1e12), []
};

/// Size of a buffer in packets.
pub(super) const BUFFER_PACKETS: Param = parameter! {
    /// Buffer of the bottleneck, B, with the packet in transmission.
    buffer_packets = 10.0, "Buffer", Packets, integer(1..=100_000).log(), []
};

/// Parameter for the maximum window in packets.
pub(super) const WINDOW: Param = parameter! {
    /// Largest number of packets in flight of a flow, Wmax.
    max_window_packets = 64.0, "Maximum window", Packets, number(1.0..=1e6).log(), []
};

/// Offered load of a queue.
pub(super) const LOAD: Param = parameter! {
    /// Rate of arriving traffic divided by the link rate, ρ; with lost packets.
    load = 0.8, "Offered load", Ratio, number(1e-6..=10.0).log(), []
};

/// Parameter for the buffer of a queue in packets.
pub(super) const PLACES: Param = parameter! {
    /// Largest number of packets in the system, K, with the one in transmission.
    places_packets = 10.0, "System capacity", Packets, integer(1..=100_000).log(), []
};

/// Parameter for B*, the scale of TCP's use of a buffer.
pub(super) const B_STAR: Param = parameter! {
    /// Constant in bytes: each increase of the buffer by B* divides the probability that it contains no TCP packet by
    /// e.
    b_star_bytes = 7000.0, "B*", Bytes, number(1.0..=1e9).log(), [source: "vishwanath-2011 Equation 1 and Figure 5"]
};

/// Load of the open-loop traffic.
pub(super) const UDP_LOAD: Param = parameter! {
    /// Offered load of UDP, as a share of the link.
    udp_load = 0.05, "UDP load", Ratio, number(0.0..=2.0), [source: "vishwanath-2011 Section IV"]
};

/// Load of TCP when the buffer is large.
pub(super) const TCP_SATURATION: Param = parameter! {
    /// Load that TCP offers with a large buffer, as a share of the link.
    tcp_saturation_load = 0.94, "TCP saturation load", Ratio, number(0.0..=2.0), [source: "vishwanath-2011 Section IV"]
};

/// Size of a TCP packet in UDP packets.
pub(super) const RATIO: Param = parameter! {
    /// Size of a TCP packet in UDP packets. For a fraction, packets of the two nearest sizes are mixed with the correct
    /// mean.
    packet_ratio = 5.0, "Ratio of packet sizes", None, number(1.0..=100.0).log(),
        [source: "vishwanath-2011 Section IV and Figure 22"]
};

/// Size of a TCP packet.
pub(super) const TCP_PACKET: Param = parameter! {
    /// Size of a TCP packet.
    tcp_packet_bytes = 1000.0, "TCP packet", Bytes, PACKET.kind, []
};
