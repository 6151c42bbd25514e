//! What the fields of a scenario mean; the kinds of traffic and queue describe themselves elsewhere.

use super::limits;
use crate::net::switch::router;
use crate::queue::{self, limit};
use crate::spec::distribution::Range;
use crate::spec::{Choice, DefaultValue, Kind, Param, Section, Unit};
use crate::{pacer, traffic};

/// When flows may begin, seconds.
pub(crate) const START_S: Range = Range { min: 0.0, max: 1e6 };

/// How long a flow's own links may be, seconds.
pub(crate) const DELAY_S: Range = Range {
    min: 0.0,
    max: 100.0,
};

/// What people call a thing, at any time. The run knows it by its id, which names its random numbers.
const LABEL: Param = Param::new(
    "label",
    "Name",
    Unit::None,
    Kind::Text(60),
    DefaultValue::Text(""),
    "For people; empty shows the id.",
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
        "Holds packets back between the queue and the line, to smooth bursts.",
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
        "Packets that leave the queue ahead of their turn on the line and wait behind it, first in, first out: the transmit ring of a network card, ns-3's device queue. They delay what comes after them, but count neither as waiting nor in the limit, and the queue discipline does not see them: CoDel measures a shorter wait. 0: a packet stays in the queue until the line is free.",
    )
};

/// The whole.
pub static SCENARIO: Section = Section {
    id: "scenario",
    label: "Experiment",
    help: "A dumbbell: groups of flows that share bottlenecks.",
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
            "Shown as the page's title.",
        ),
        Param {
            advanced: true,
            ..Param::new(
                "note",
                "Note",
                Unit::None,
                Kind::Text(4000),
                DefaultValue::Text(""),
                "What to try, what to notice.",
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
            "The same scenario, seed and version give the same run, byte for byte.",
        ),
        Param::new(
            "duration_s",
            "Length of the run",
            Unit::Seconds,
            Kind::Number {
                min: 1e-6,
                max: 1e6,
                log: true,
                null_label: "",
            },
            DefaultValue::Number(100.0),
            "The simulation ends here.",
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
            "Figures of the summary are measured from here on, when the start has been forgotten.",
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
            "Links that flows compete for, in a row.",
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
            "Routers that groups share before the first bottleneck.",
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
            "Flows of the same kind.",
        ),
        Param {
            advanced: true,
            ..Param::new(
                "edits",
                "Edits",
                Unit::None,
                Kind::Edits,
                DefaultValue::Empty,
                "Changes made while it runs, each at its time.",
            )
        },
    ],
    ..Section::NEW
};

/// A bottleneck.
pub static BOTTLENECK: Section = Section {
    id: "bottleneck",
    label: "Bottleneck",
    help: "Packets wait here, and die here when the buffer is full.",
    source: "",
    params: &[
        LABEL,
        id(
            "Of the router before the link: what paths, files and its random numbers are named after.",
        ),
        rate("rate_bps", "Rate", "Bits per second that the link sends."),
        delay("Delay", "One-way propagation delay."),
        Param {
            live: true,
            ..Param::new(
                "queue",
                "Queue",
                Unit::None,
                Kind::OneOf(&queue::REGISTRY),
                DefaultValue::Required,
                "Who may wait, and how many.",
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
                "What packets of the sources pass on their way to the queue. While running: what waits stays in order; what had not reached a queue comes to the new router, if there is room.",
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
                "The way from the sinks to the sources, which acknowledgements of forward flows take.",
            )
        },
    ],
    ..Section::NEW
};

static REVERSE: Section = Section {
    id: "reverse",
    label: "Reverse direction",
    help: "Acknowledgements of forward flows and data of reverse flows share it.",
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
                    null_label: "as forward",
                },
                DefaultValue::Null,
                "Bits per second.",
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
                "Large enough by default that acknowledgements are not lost.",
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
    help: "A link that some groups share on their way to the bottlenecks. Towards the sources it is never congested.",
    source: "cai-2010 Section V",
    params: &[
        LABEL,
        id("Of the edge router: what paths, files and its random numbers are named after."),
        rate(
            "rate_bps",
            "Rate",
            "Bits per second towards the bottleneck.",
        ),
        delay(
            "Delay",
            "One-way propagation delay to the bottleneck next to it.",
        ),
        Param {
            advanced: true,
            ..Param::new(
                "side",
                "Side",
                Unit::None,
                Kind::Choice(&[
                    Choice::new("left", "left", "Where forward groups begin."),
                    Choice::new("right", "right", "Where reverse groups begin."),
                ]),
                DefaultValue::Text("left"),
                "Which end of the network it stands at.",
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
                "Who may wait, and how many.",
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
    help: "Flows of the same kind, each with its own access link.",
    source: "",
    params: &[
        LABEL,
        id("Of the group: what paths, files and its random numbers are named after."),
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
                "Number of flows. While running: more flows begin now, fewer means that the last ones stop.",
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
                        "Data from left to right, acknowledgements back.",
                    ),
                    Choice::new(
                        "reverse",
                        "reverse",
                        "Data from right to left: it meets the acknowledgements of forward flows.",
                    ),
                ]),
                DefaultValue::Text("forward"),
                "Which way the data goes.",
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
                "The edge router the flows pass first, on the side where they begin.",
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
                "A stretch of neighbouring bottlenecks, so that flows can enter and leave between them.",
            )
        },
        Param::new(
            "access",
            "Access link",
            Unit::None,
            Kind::Section(&ACCESS),
            DefaultValue::Required,
            "Each flow's own link into the network.",
        ),
        Param {
            advanced: true,
            ..Param::new(
                "egress",
                "Egress link",
                Unit::None,
                Kind::Section(&EGRESS),
                DefaultValue::Empty,
                "Each flow's own link to its sink.",
            )
        },
        Param::new(
            "start_s",
            "Start",
            Unit::Seconds,
            START_S.kind(),
            DefaultValue::Number(0.0),
            "When each flow begins. Spread starts keep flows from marching in step.",
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
                "From here on the flows send nothing new.",
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
                "How many flows are active from when on, such as over a day, in any order; the others are paused. Without entries all are.",
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
                "What each flow sends.",
            )
        },
    ],
    ..Section::NEW
};

static TURN: Section = Section {
    id: "turn",
    label: "Active flows from then on",
    help: "The first so many flows of the group send, the others are paused.",
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
            "When, in the time of the run.",
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
            "How many are active; more than the group has are all of them.",
        ),
    ],
    ..Section::NEW
};

static ACCESS: Section = Section {
    id: "access",
    label: "Access link",
    help: "Full duplex. It spaces packets, and drops them where it has a limit; the way back has room for everything.",
    source: "ganjali-2007 Section 3.4 (link pacing)",
    params: &[
        rate(
            "rate_bps",
            "Rate",
            "A slow access link spaces packets as pacing does.",
        ),
        Param::new(
            "delay_s",
            "Delay",
            Unit::Seconds,
            DELAY_S.kind(),
            DefaultValue::Number(0.0),
            "One-way. Different delays give flows different round-trip times.",
        ),
        Param {
            source: "ns-2.35 ns-default.tcl, Queue set limit_ 50 (Linux: txqueuelen 1000)",
            ..access_limit(
                &limit::PACKETS,
                "Packets that may wait at the sender. Without a limit, and with a window without one, a flow can capture the bottleneck: it feeds exactly one packet into each place that falls free there, and the others find none. That needs an access link no faster than the bottleneck. With 50, as in ns-2, such a flow loses and backs off; where round trips are short, give senders some overhead too.",
            )
        },
        access_limit(
            &limit::BYTES,
            "Bytes that may wait at the sender, in place of packets.",
        ),
    ],
    check: limit::at_most_one,
    ..Section::NEW
};

static EGRESS: Section = Section {
    id: "egress",
    label: "Egress link",
    help: "Full duplex with room for everything.",
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
                "Bits per second.",
            )
        },
        Param::new(
            "delay_s",
            "Delay",
            Unit::Seconds,
            DELAY_S.kind(),
            DefaultValue::Number(0.0),
            "One-way.",
        ),
    ],
    ..Section::NEW
};
