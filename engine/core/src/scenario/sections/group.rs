//! A group: flows with the same parameters, and their links into and out of the network.

use super::shared::{DELAY_S, LABEL, RATE, START_S};
use crate::queue::limit::{self, Limit};
use crate::spec::distribution::Distribution;
use crate::spec::limits;
use crate::spec::parameters::{choices, integer, number, parameters};
use crate::spec::{Kind, Param};
use crate::traffic::{self, Traffic};

parameters! {
    /// Set of flows with the same parameters, each with its own access link.
    #[section(GROUP = "group", "Group of flows")]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct Group {
        label: String => LABEL,

        /// Id of the group. Paths, files and streams of random numbers use it.
        id: String = Required, "Id", None, Kind::Id, [advanced],

        /// Number of flows. If it grows during a run, new flows start; if it falls, the last flows stop.
        count: u32 = 1, "Flows", Flows, integer(0..=limits::FLOWS).log(), [live],

        /// Direction of the data.
        direction: Direction = Text("forward"), "Direction", None, Direction::KIND, [advanced],

        /// Edge router that the flows pass first, on the side of their senders.
        edge: Option<String> = None, "Edge router", None,
            Kind::Ref { to: "edges", many: false, null_label: "none" }, [advanced],

        /// Adjacent bottlenecks that the flows pass. Flows can enter and leave between bottlenecks.
        via: Option<Vec<String>> = None, "Bottlenecks passed", None,
            Kind::Ref { to: "bottlenecks", many: true, null_label: "all" }, [advanced],

        /// Link from each sender into the network.
        access: Access = Required, "Access link", None, Kind::Section(&ACCESS), [],

        /// Link from the network to each receiver.
        egress: Egress = Empty, "Egress link", None, Kind::Section(&EGRESS), [advanced],

        /// Start time of each flow. Random start times prevent synchronized flows.
        start_s: Distribution = 0.0, "Start", Seconds, START_S.kind(), [],

        /// Time after which the flows send no new data.
        stop_s: Option<f64> = None, "Stop", Seconds, number(0.0..=1e6).or_null("never"), [advanced],

        /// Number of active flows from given times on, for example over a day. The other flows are paused. Without
        /// entries all flows are active.
        schedule: Vec<Turn> = Empty, "Active flows", None, Kind::List { section: &TURN, min: 0, max: limits::TURNS },
            [advanced, source: "vu-brugier-2007 Section IV, Fig. 5 (a day)"],

        /// Traffic of each flow.
        #[cfg_attr(test, ts(type = "Kinded"))]
        traffic: Traffic = Required, "Traffic", None, Kind::OneOf(&traffic::REGISTRY), [live],
    }
}

choices! {
    /// Direction in which a group sends its data.
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub enum Direction {
        /// Data from left to right, ACKs from right to left.
        Forward = "forward", "forward",
        /// Data from right to left. It shares queues with the ACKs of forward flows.
        Reverse = "reverse", "reverse",
    }
}

parameters! {
    /// From this time on, the first flows of the group send and the others are paused.
    #[section(TURN = "turn", "Change of the active flows")]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct Turn {
        /// Simulated time of the change.
        at_s: f64 = 0.0, "From", Seconds, number(START_S.min..=START_S.max), [],

        /// Number of active flows. If it exceeds the number of flows, all are active.
        flows: u32 = 1, "Flows", Flows, integer(0..=limits::FLOWS), [],
    }
}

parameters! {
    /// Full-duplex link of each sender. A slow link spaces packets, and a link with a limit can drop them. The reverse
    /// direction never drops packets.
    #[section(ACCESS = "access", "Access link",
        source: "ganjali-2007 Section 3.4 (link pacing)", check: limit::at_most_one)]
    // At most one of the limits is set. Without a limit, and in the reverse direction, the buffer is unlimited.
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct Access {
        /// Rate of the access link. A slow access link spaces packets like pacing.
        rate_bps: f64 = Required, "Rate", BitsPerSecond, RATE, [live],

        /// Propagation delay, one way. Different delays give flows different round-trip times.
        delay_s: Distribution = 0.0, "Delay", Seconds, DELAY_S.kind(), [],

        #[serde(flatten)]
        limit: Limit => &[
            Param {
                help: "Largest number of packets that may wait at the sender. Without this limit and a limited window, one flow can take the whole bottleneck if its access link is not faster. With 50 packets, as in ns-2, such a flow loses packets and slows down. With short round-trip times, give senders an overhead too.",
                source: "ns-2.35 ns-default.tcl, Queue set limit_ 50 (Linux: txqueuelen 1000)",
                ..optional(limit::PACKETS)
            },
            Param {
                help: "Largest number of bytes that may wait at the sender, instead of a limit in packets.",
                ..optional(limit::BYTES)
            },
        ],
    }
}

/// The limit of a queue, where none need be given.
const fn optional(limit: Param) -> Param {
    Param {
        kind: limit.kind.or_null("no limit"),
        advanced: true,
        ..limit
    }
}

parameters! {
    /// Full-duplex link to each receiver. It never drops packets.
    #[section(EGRESS = "egress", "Egress link")]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct Egress {
        /// Rate of the link.
        rate_bps: Option<f64> = None, "Rate", BitsPerSecond, RATE.or_null("infinite"), [live],

        /// Propagation delay, one way.
        delay_s: Distribution = 0.0, "Delay", Seconds, DELAY_S.kind(), [],
    }
}
