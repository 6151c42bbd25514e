//! Descriptions of the fields of a scenario. The kinds of traffic and queue have their own files.

use super::limits;
use crate::net::switch::router;
use crate::queue::{self, limit};
use crate::spec::distribution::Range;
use crate::spec::{Choice, DefaultValue, Kind, Param, Section, Unit};
use crate::{pacer, traffic};

/// Range of start times in seconds.
pub(crate) const START_S: Range = Range { min: 0.0, max: 1e6 };

/// Range of the delays of access and egress links in seconds.
pub(crate) const DELAY_S: Range = Range {
    min: 0.0,
    max: 100.0,
};

/// Parameter: label of a thing, which may change at any time. The run uses the id, which also names its random numbers.
const LABEL: Param = Param::new(
    "label",
    "Name",
    Unit::None,
    Kind::Text(60),
    DefaultValue::Text(""),
    "Name shown in the page and in tables. Empty: the id is shown.",
);

const fn rate(name: &'static str, label: &'static str, help: &'static str) -> Param {
    Param {
        live: true,
        ..Param::new(
            name,
            label,
            Unit::BitsPerSecond,
            Kind::Number {
                min: 1e3,
                max: 1e13,
                log: true,
                null_label: "",
            },
            DefaultValue::Required,
            help,
        )
    }
}

const fn delay(label: &'static str, help: &'static str) -> Param {
    Param {
        live: true,
        ..Param::new(
            "delay_s",
            label,
            Unit::Seconds,
            Kind::Number {
                min: 0.0,
                max: 100.0,
                log: true,
                null_label: "",
            },
            DefaultValue::Required,
            help,
        )
    }
}

/// The limit of a queue, where none need be given.
const fn access_limit(limit: &Param, help: &'static str) -> Param {
    let max = match limit.kind {
        Kind::Integer { max, .. } => max,
        _ => 1.0,
    };
    Param {
        live: true,
        advanced: true,
        excludes: limit.excludes,
        ..Param::new(
            limit.name,
            limit.label,
            limit.unit,
            Kind::Integer {
                min: 1.0,
                max,
                log: true,
                null_label: "no limit",
            },
            DefaultValue::Null,
            help,
        )
    }
}

const fn id(help: &'static str) -> Param {
    Param {
        advanced: true,
        ..Param::new(
            "id",
            "Id",
            Unit::None,
            Kind::Id,
            DefaultValue::Required,
            help,
        )
    }
}

const PACER: Param = Param {
    live: true,
    ..Param::new(
        "pacer",
        "Pacer",
        Unit::None,
        Kind::OneOf(&pacer::REGISTRY),
        DefaultValue::Text("none"),
        "Pacer between the queue and the link. It holds packets back to smooth bursts.",
    )
};

const DEVICE_PACKETS: Param = Param {
    live: true,
    advanced: true,
    ..Param::new(
        "device_packets",
        "Device queue",
        Unit::Packets,
        Kind::Integer {
            min: 0.0,
            max: 100_000.0,
            log: true,
            null_label: "",
        },
        DefaultValue::Number(0.0),
        "FIFO queue behind the queue discipline, like the transmit ring of a network card or the device queue of ns-3. Its packets delay later ones, but do not count in the queue length and the limit. The queue discipline does not see them, so CoDel measures a shorter delay. 0: packets stay in the queue until the link is idle.",
    )
};

/// Section of the whole scenario.
pub static SCENARIO: Section = Section {
    id: "scenario",
    label: "Experiment",
    help: "Dumbbell topology: groups of flows that share one or more bottlenecks.",
    source: "",
    params: &[
        Param {
            advanced: true,
            ..Param::new(
                "version",
                "Format",
                Unit::None,
                Kind::Integer {
                    min: 1.0,
                    max: 1.0,
                    log: false,
                    null_label: "",
                },
                DefaultValue::Number(1.0),
                "Version of the scenario format.",
            )
        },
        Param::new(
            "title",
            "Title",
            Unit::None,
            Kind::Text(200),
            DefaultValue::Text(""),
            "Title of the experiment, shown as the title of the page.",
        ),
        Param {
            advanced: true,
            ..Param::new(
                "note",
                "Note",
                Unit::None,
                Kind::Text(4000),
                DefaultValue::Text(""),
                "Note about the experiment, for example what to try and what to watch.",
            )
        },
        Param::new(
            "seed",
            "Seed",
            Unit::None,
            Kind::Integer {
                min: 0.0,
                max: limits::SEED as f64,
                log: false,
                null_label: "",
            },
            DefaultValue::Number(1.0),
            "Number that determines all random numbers. The same scenario, seed and version give exactly the same run.",
        ),
        Param::new(
            "duration_s",
            "Duration",
            Unit::Seconds,
            Kind::Number {
                min: 1e-6,
                max: 1e6,
                log: true,
                null_label: "",
            },
            DefaultValue::Number(100.0),
            "Simulated time at which the run ends.",
        ),
        Param::new(
            "warmup_s",
            "Warm-up",
            Unit::Seconds,
            Kind::Number {
                min: 0.0,
                max: 1e6,
                log: true,
                null_label: "",
            },
            DefaultValue::Number(0.0),
            "Time before measuring begins. Statistics leave it out, because the network is not yet in its steady state.",
        ),
        Param::new(
            "bottlenecks",
            "Bottlenecks",
            Unit::None,
            Kind::List {
                section: &BOTTLENECK,
                min: 1,
                max: limits::BOTTLENECKS,
            },
            DefaultValue::Required,
            "Shared links with queues, from left to right.",
        ),
        Param::new(
            "edges",
            "Edge routers",
            Unit::None,
            Kind::List {
                section: &EDGE,
                min: 0,
                max: limits::EDGES,
            },
            DefaultValue::Empty,
            "Routers between groups of flows and the bottlenecks, each with its own queue.",
        ),
        Param::new(
            "groups",
            "Groups of flows",
            Unit::None,
            Kind::List {
                section: &GROUP,
                min: 0,
                max: limits::GROUPS,
            },
            DefaultValue::Empty,
            "Sets of flows with the same parameters.",
        ),
        Param {
            advanced: true,
            ..Param::new(
                "edits",
                "Edits",
                Unit::None,
                Kind::Edits,
                DefaultValue::Empty,
                "Changes during the run, each at its simulated time.",
            )
        },
    ],
    ..Section::NEW
};

/// Section of a bottleneck.
pub static BOTTLENECK: Section = Section {
    id: "bottleneck",
    label: "Bottleneck",
    help: "Link with a queue that flows share. It drops packets if the buffer is full.",
    source: "",
    params: &[
        LABEL,
        id("Id of the router before the link. Paths, files and streams of random numbers use it."),
        rate("rate_bps", "Rate", "Rate of the link."),
        delay("Delay", "Propagation delay, one way."),
        Param {
            live: true,
            ..Param::new(
                "queue",
                "Queue",
                Unit::None,
                Kind::OneOf(&queue::REGISTRY),
                DefaultValue::Required,
                "Queue discipline: it decides which packets may wait, which is sent next, and which are dropped or marked.",
            )
        },
        Param {
            advanced: true,
            ..PACER
        },
        DEVICE_PACKETS,
        Param {
            live: true,
            advanced: true,
            ..Param::new(
                "router",
                "Router",
                Unit::None,
                Kind::OneOf(&router::REGISTRY),
                DefaultValue::Text("output_queued"),
                "Type of the router before the queue. If it changes during a run, waiting packets keep their order; packets that had not reached a queue enter the new router, if it has room.",
            )
        },
        Param {
            advanced: true,
            ..Param::new(
                "reverse",
                "Reverse direction",
                Unit::None,
                Kind::Section(&REVERSE),
                DefaultValue::Empty,
                "Reverse path, from the receivers of forward flows to their senders. It carries their ACKs.",
            )
        },
    ],
    ..Section::NEW
};

static REVERSE: Section = Section {
    id: "reverse",
    label: "Reverse direction",
    help: "Reverse direction of a bottleneck. ACKs of forward flows and data of reverse flows share it.",
    source: "vishwanath-2011 Section VII, Fig. 23",
    params: &[
        Param {
            live: true,
            ..Param::new(
                "rate_bps",
                "Rate",
                Unit::BitsPerSecond,
                Kind::Number {
                    min: 1e3,
                    max: 1e13,
                    log: true,
                    null_label: "same as forward",
                },
                DefaultValue::Null,
                "Rate of the link.",
            )
        },
        Param {
            live: true,
            ..Param::new(
                "queue",
                "Queue",
                Unit::None,
                Kind::OneOf(&queue::REGISTRY),
                DefaultValue::Json(r#"{"kind":"drop_tail","limit_packets":1000000}"#),
                "Queue of the reverse direction. By default it is so large that no ACKs are lost.",
            )
        },
        Param {
            advanced: true,
            ..PACER
        },
        DEVICE_PACKETS,
    ],
    ..Section::NEW
};

/// A router at the edge.
pub static EDGE: Section = Section {
    id: "edge",
    label: "Edge router",
    help: "Router between some groups and the bottlenecks, with its own queue. Its link is never congested in the direction to the senders.",
    source: "cai-2010 Section V",
    params: &[
        LABEL,
        id("Id of the edge router. Paths, files and streams of random numbers use it."),
        rate("rate_bps", "Rate", "Rate of the link to the bottleneck."),
        delay(
            "Delay",
            "Propagation delay to the next bottleneck, one way.",
        ),
        Param {
            advanced: true,
            ..Param::new(
                "side",
                "Side",
                Unit::None,
                Kind::Choice(&[
                    Choice::new("left", "left", "Side of the senders of forward groups."),
                    Choice::new("right", "right", "Side of the senders of reverse groups."),
                ]),
                DefaultValue::Text("left"),
                "End of the network at which the router is.",
            )
        },
        Param {
            live: true,
            ..Param::new(
                "queue",
                "Queue",
                Unit::None,
                Kind::OneOf(&queue::REGISTRY),
                DefaultValue::Json(r#"{"kind":"drop_tail","limit_packets":1000000}"#),
                "Queue discipline: it decides which packets may wait, which is sent next, and which are dropped or marked.",
            )
        },
        PACER,
    ],
    ..Section::NEW
};

/// A group of flows.
pub static GROUP: Section = Section {
    id: "group",
    label: "Group of flows",
    help: "Set of flows with the same parameters, each with its own access link.",
    source: "",
    params: &[
        LABEL,
        id("Id of the group. Paths, files and streams of random numbers use it."),
        Param {
            live: true,
            ..Param::new(
                "count",
                "Flows",
                Unit::Flows,
                Kind::Integer {
                    min: 0.0,
                    max: limits::FLOWS as f64,
                    log: true,
                    null_label: "",
                },
                DefaultValue::Number(1.0),
                "Number of flows. If it grows during a run, new flows start; if it falls, the last flows stop.",
            )
        },
        Param {
            advanced: true,
            ..Param::new(
                "direction",
                "Direction",
                Unit::None,
                Kind::Choice(&[
                    Choice::new(
                        "forward",
                        "forward",
                        "Data from left to right, ACKs from right to left.",
                    ),
                    Choice::new(
                        "reverse",
                        "reverse",
                        "Data from right to left. It shares queues with the ACKs of forward flows.",
                    ),
                ]),
                DefaultValue::Text("forward"),
                "Direction of the data.",
            )
        },
        Param {
            advanced: true,
            ..Param::new(
                "edge",
                "Edge router",
                Unit::None,
                Kind::Ref {
                    to: "edges",
                    many: false,
                    null_label: "none",
                },
                DefaultValue::Null,
                "Edge router that the flows pass first, on the side of their senders.",
            )
        },
        Param {
            advanced: true,
            ..Param::new(
                "via",
                "Bottlenecks passed",
                Unit::None,
                Kind::Ref {
                    to: "bottlenecks",
                    many: true,
                    null_label: "all",
                },
                DefaultValue::Null,
                "Adjacent bottlenecks that the flows pass. Flows can enter and leave between bottlenecks.",
            )
        },
        Param::new(
            "access",
            "Access link",
            Unit::None,
            Kind::Section(&ACCESS),
            DefaultValue::Required,
            "Link from each sender into the network.",
        ),
        Param {
            advanced: true,
            ..Param::new(
                "egress",
                "Egress link",
                Unit::None,
                Kind::Section(&EGRESS),
                DefaultValue::Empty,
                "Link from the network to each receiver.",
            )
        },
        Param::new(
            "start_s",
            "Start",
            Unit::Seconds,
            START_S.kind(),
            DefaultValue::Number(0.0),
            "Start time of each flow. Random start times prevent synchronized flows.",
        ),
        Param {
            advanced: true,
            ..Param::new(
                "stop_s",
                "Stop",
                Unit::Seconds,
                Kind::Number {
                    min: 0.0,
                    max: 1e6,
                    log: false,
                    null_label: "never",
                },
                DefaultValue::Null,
                "Time after which the flows send no new data.",
            )
        },
        Param {
            advanced: true,
            source: "vu-brugier-2007 Section IV, Fig. 5 (a day)",
            ..Param::new(
                "schedule",
                "Active flows",
                Unit::None,
                Kind::List {
                    section: &TURN,
                    min: 0,
                    max: limits::TURNS,
                },
                DefaultValue::Empty,
                "Number of active flows from given times on, for example over a day. The other flows are paused. Without entries all flows are active.",
            )
        },
        Param {
            live: true,
            ..Param::new(
                "traffic",
                "Traffic",
                Unit::None,
                Kind::OneOf(&traffic::REGISTRY),
                DefaultValue::Required,
                "Traffic of each flow.",
            )
        },
    ],
    ..Section::NEW
};

static TURN: Section = Section {
    id: "turn",
    label: "Change of the active flows",
    help: "From this time on, the first flows of the group send and the others are paused.",
    source: "",
    params: &[
        Param::new(
            "at_s",
            "From",
            Unit::Seconds,
            Kind::Number {
                min: START_S.min,
                max: START_S.max,
                log: false,
                null_label: "",
            },
            DefaultValue::Number(0.0),
            "Simulated time of the change.",
        ),
        Param::new(
            "flows",
            "Flows",
            Unit::Flows,
            Kind::Integer {
                min: 0.0,
                max: limits::FLOWS as f64,
                log: false,
                null_label: "",
            },
            DefaultValue::Number(1.0),
            "Number of active flows. If it exceeds the number of flows, all are active.",
        ),
    ],
    ..Section::NEW
};

static ACCESS: Section = Section {
    id: "access",
    label: "Access link",
    help: "Full-duplex link of each sender. A slow link spaces packets, and a link with a limit can drop them. The reverse direction never drops packets.",
    source: "ganjali-2007 Section 3.4 (link pacing)",
    params: &[
        rate(
            "rate_bps",
            "Rate",
            "Rate of the access link. A slow access link spaces packets like pacing.",
        ),
        Param::new(
            "delay_s",
            "Delay",
            Unit::Seconds,
            DELAY_S.kind(),
            DefaultValue::Number(0.0),
            "Propagation delay, one way. Different delays give flows different round-trip times.",
        ),
        Param {
            source: "ns-2.35 ns-default.tcl, Queue set limit_ 50 (Linux: txqueuelen 1000)",
            ..access_limit(
                &limit::PACKETS,
                "Largest number of packets that may wait at the sender. Without this limit and a limited window, one flow can take the whole bottleneck if its access link is not faster. With 50 packets, as in ns-2, such a flow loses packets and slows down. With short round-trip times, give senders an overhead too.",
            )
        },
        access_limit(
            &limit::BYTES,
            "Largest number of bytes that may wait at the sender, instead of a limit in packets.",
        ),
    ],
    check: limit::at_most_one,
    ..Section::NEW
};

static EGRESS: Section = Section {
    id: "egress",
    label: "Egress link",
    help: "Full-duplex link to each receiver. It never drops packets.",
    source: "",
    params: &[
        Param {
            live: true,
            ..Param::new(
                "rate_bps",
                "Rate",
                Unit::BitsPerSecond,
                Kind::Number {
                    min: 1e3,
                    max: 1e13,
                    log: true,
                    null_label: "infinite",
                },
                DefaultValue::Null,
                "Rate of the link.",
            )
        },
        Param::new(
            "delay_s",
            "Delay",
            Unit::Seconds,
            DELAY_S.kind(),
            DefaultValue::Number(0.0),
            "Propagation delay, one way.",
        ),
    ],
    ..Section::NEW
};
