//! Parameters that several models share, with their types of numbers.

use crate::spec::{DefaultValue, Kind, Param, Unit};

/// Returns the kind of a number within a range.
pub(super) const fn number(min: f64, max: f64) -> Kind {
    Kind::Number {
        min,
        max,
        log: min > 0.0,
        null_label: "",
    }
}

/// Returns the kind of an integer within a range.
pub(super) const fn whole(min: f64, max: f64) -> Kind {
    Kind::Integer {
        min,
        max,
        log: true,
        null_label: "",
    }
}

/// Returns the same parameter with another default.
pub(super) const fn with(param: Param, default: f64) -> Param {
    Param {
        default: DefaultValue::Number(default),
        ..param
    }
}

/// Rate of a link.
pub(super) const RATE: Param = Param::new(
    "rate_bps",
    "Link rate",
    Unit::BitsPerSecond,
    number(1e3, 1e13),
    DefaultValue::Number(1e8),
    "Rate of the bottleneck, C.",
);

/// Round trip without queueing.
pub(super) const RTT: Param = Param::new(
    "rtt_s",
    "Round-trip time",
    Unit::Seconds,
    number(1e-6, 100.0),
    DefaultValue::Number(0.1),
    "Mean round-trip time of the flows without queueing.",
);

/// Parameter for the number of flows.
pub(super) const FLOWS: Param = Param::new(
    "flows",
    "Flows",
    Unit::Flows,
    whole(1.0, 1e9),
    DefaultValue::Number(1e4),
    "Number of long flows that share the link, N.",
);

/// Size of a packet.
pub(super) const PACKET: Param = Param::new(
    "packet_bytes",
    "Packet size",
    Unit::Bytes,
    number(1.0, 65_535.0),
    DefaultValue::Number(1000.0),
    "Size of a packet on the wire.",
);

/// Size of a buffer in bytes.
pub(super) const BUFFER_BYTES: Param = Param::new(
    "buffer_bytes",
    "Buffer",
    Unit::Bytes,
    number(0.0, 1e12),
    DefaultValue::Number(8000.0),
    "Buffer of the bottleneck, B.",
);

/// Size of a buffer in packets.
pub(super) const BUFFER_PACKETS: Param = Param::new(
    "buffer_packets",
    "Buffer",
    Unit::Packets,
    whole(1.0, 100_000.0),
    DefaultValue::Number(10.0),
    "Buffer of the bottleneck, B, with the packet in transmission.",
);

/// Parameter for the maximum window in packets.
pub(super) const WINDOW: Param = Param::new(
    "max_window_packets",
    "Maximum window",
    Unit::Packets,
    number(1.0, 1e6),
    DefaultValue::Number(64.0),
    "Largest number of packets in flight of a flow, Wmax.",
);

/// Offered load of a queue.
pub(super) const LOAD: Param = Param::new(
    "load",
    "Offered load",
    Unit::Ratio,
    number(1e-6, 10.0),
    DefaultValue::Number(0.8),
    "Rate of arriving traffic divided by the link rate, ρ; with lost packets.",
);

/// Parameter for the buffer of a queue in packets.
pub(super) const PLACES: Param = Param::new(
    "places_packets",
    "System capacity",
    Unit::Packets,
    whole(1.0, 100_000.0),
    DefaultValue::Number(10.0),
    "Largest number of packets in the system, K, with the one in transmission.",
);

/// Parameter for B*, the scale of TCP's use of a buffer.
pub(super) const B_STAR: Param = Param {
    source: "vishwanath-2011 Equation 1 and Figure 5",
    ..Param::new(
        "b_star_bytes",
        "B*",
        Unit::Bytes,
        number(1.0, 1e9),
        DefaultValue::Number(7000.0),
        "Constant in bytes: each increase of the buffer by B* divides the probability that it contains no TCP packet by e.",
    )
};

/// Load of the open-loop traffic.
pub(super) const UDP_LOAD: Param = Param {
    source: "vishwanath-2011 Section IV",
    ..Param::new(
        "udp_load",
        "UDP load",
        Unit::Ratio,
        number(0.0, 2.0),
        DefaultValue::Number(0.05),
        "Offered load of UDP, as a share of the link.",
    )
};

/// Load of TCP when the buffer is large.
pub(super) const TCP_SATURATION: Param = Param {
    source: "vishwanath-2011 Section IV",
    ..Param::new(
        "tcp_saturation_load",
        "TCP saturation load",
        Unit::Ratio,
        number(0.0, 2.0),
        DefaultValue::Number(0.94),
        "Load that TCP offers with a large buffer, as a share of the link.",
    )
};

/// Size of a TCP packet in UDP packets.
pub(super) const RATIO: Param = Param {
    source: "vishwanath-2011 Section IV and Figure 22",
    ..Param::new(
        "packet_ratio",
        "Ratio of packet sizes",
        Unit::None,
        number(1.0, 100.0),
        DefaultValue::Number(5.0),
        "Size of a TCP packet in UDP packets. For a fraction, packets of the two nearest sizes are mixed with the correct mean.",
    )
};

/// Size of a TCP packet.
pub(super) const TCP_PACKET: Param = Param {
    name: "tcp_packet_bytes",
    label: "TCP packet",
    help: "Size of a TCP packet.",
    ..PACKET
};
