//! Kinds of router in front of a bottleneck: output-queued, or a switch.

use super::scheduler::Policy;
use crate::spec::read::read_by_kind;
use crate::spec::{Choice, DefaultValue, Gauge, Kind, Param, Registry, Section, Unit};
use crate::time::Span;
use serde::{Deserialize, Serialize};

/// Router in front of a bottleneck.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Router {
    /// Packets enter the queue of the link at once.
    OutputQueued(OutputQueued),
    /// Packets wait at inputs for a crossbar, and at outputs for their lines.
    Cioq(Cioq),
}

read_by_kind!(Router {
    OutputQueued: OUTPUT_QUEUED,
    Cioq: CIOQ
});

/// An output-queued router has no parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputQueued {}

/// A switch with combined input and output queues.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cioq {
    /// Number of inputs and of outputs, 2 to 64; they share the rate of the bottleneck.
    pub ports: u32,
    /// Cells that the crossbar can take from an input, and bring to an output, while a line carries one, 1 to 8.
    pub speedup: u32,
    /// Scheduler that matches inputs with outputs.
    pub scheduler: Policy,
    /// Packets that may wait at an input for one output, 1 to 1,000.
    pub voq_limit_packets: u32,
    /// Size of a cell, bytes, 40 to 65,535. Packets are cut into cells and put together again.
    pub cell_bytes: u16,
    /// Outputs that lead the same way, 1 to 64: a packet takes any of its group. A last group may have fewer, and no
    /// group has more than there are ports.
    pub group_channels: u32,
}

/// Registry of the routers.
pub static REGISTRY: Registry = Registry {
    id: "router",
    label: "Router",
    entries: &[&OUTPUT_QUEUED, &CIOQ],
};

/// The gauges of every router.
pub static GAUGES: &[(&Section, &[Gauge])] = &[(&OUTPUT_QUEUED, &[]), (&CIOQ, CIOQ_GAUGES)];

const CIOQ_GAUGES: &[Gauge] = &[
    Gauge {
        id: "at_inputs_packets",
        label: "Input queues",
        unit: Unit::Packets,
        help: "Packets that wait for the crossbar at all inputs together.",
    },
    Gauge {
        id: "fullest_voq_packets",
        label: "Fullest input queue",
        unit: Unit::Packets,
        help: "Most packets that wait at one input for one output.",
    },
    Gauge {
        id: "matched_ports",
        label: "Matched ports",
        unit: Unit::None,
        help: "Pairs of inputs and outputs between which the crossbar moved cells last.",
    },
];

/// Self-description for forms, help and validation.
pub static OUTPUT_QUEUED: Section = Section {
    id: "router.output_queued",
    label: "Output-queued",
    help: "Every packet enters the queue of its output link as soon as it arrives, even if many arrive at once.",
    source: "Ganjali 2007 Section 5.1",
    ..Section::NEW
};

const fn count(min: f64, max: f64) -> Kind {
    Kind::Integer {
        min,
        max,
        log: false,
        null_label: "",
    }
}

/// Self-description for forms, help and validation.
pub static CIOQ: Section = Section {
    id: "router.cioq",
    label: "Switch (CIOQ)",
    help: "A switch of N inputs and N outputs, which share the rate equally. Packets wait at their input, in one queue per output, until the crossbar has moved all their cells; then at their output. The buffer is that of each output.",
    source: "Ganjali 2007 Section 5.1; Chuang et al. 1999",
    params: &[
        Param {
            live: true,
            source: "Ganjali 2007 Section 5.1.2 (32)",
            ..Param::new(
                "ports",
                "Ports",
                Unit::None,
                count(2.0, 64.0),
                DefaultValue::Number(8.0),
                "Number of inputs, and also of outputs. Each has an equal share of the rate; flows are spread evenly over pairs of input and output.",
            )
        },
        Param {
            live: true,
            source: "Ganjali 2007 Section 5.1.2 (2)",
            ..Param::new(
                "speedup",
                "Speedup",
                Unit::None,
                count(1.0, 8.0),
                DefaultValue::Number(2.0),
                "Speed of the crossbar divided by the speed of a port. With 2, the switch can behave exactly like an output-queued router.",
            )
        },
        Param {
            live: true,
            source: "Ganjali 2007 Section 5.1; McKeown 1999; Chuang et al. 1999",
            ..Param::new(
                "scheduler",
                "Scheduler",
                Unit::None,
                Kind::Choice(&[
                    Choice::new(
                        "least_recently_served",
                        "least recently served",
                        "The input and the output that were served least recently go first.",
                    ),
                    Choice::new(
                        "islip",
                        "iSLIP",
                        "Round robin at inputs and outputs; their pointers desynchronize under load.",
                    ),
                    Choice::new(
                        "stable_marriage",
                        "stable marriage",
                        "Packets leave in the order of an output-queued router, and are dropped when that router would drop them.",
                    ),
                    Choice::new(
                        "head_of_line",
                        "one queue per input",
                        "Only the first packet of an input can move and blocks the packets behind it (head-of-line blocking). With many ports, the throughput is 59 % of the rate.",
                    ),
                ]),
                DefaultValue::Text("least_recently_served"),
                "Rule that selects the cells that the crossbar moves next.",
            )
        },
        Param {
            live: true,
            source: "Ganjali 2007 Section 5.1.2 (2)",
            ..Param::new(
                "voq_limit_packets",
                "Input buffer per output",
                Unit::Packets,
                count(1.0, 1000.0),
                DefaultValue::Number(2.0),
                "Largest number of packets that wait at an input for one output. Further packets are dropped.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "Ganjali 2007 Section 5.1.2, which leaves the size open",
            ..Param::new(
                "cell_bytes",
                "Cell size",
                Unit::Bytes,
                count(40.0, 65_535.0),
                DefaultValue::Number(1000.0),
                "Size of the cells in which packets cross the switch. The last cell of a packet may be shorter but takes the same time.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "Ganjali 2007 Section 5.1.2 (8)",
            ..Param::new(
                "group_channels",
                "Channels per group",
                Unit::None,
                count(1.0, 64.0),
                DefaultValue::Number(1.0),
                "Number of outputs that lead to the same next hop. Each packet takes a random one of them, so a burst of one flow is spread over them, and its packets may be reordered.",
            )
        },
    ],
    ..Section::NEW
};

impl Cioq {
    /// Number of inputs, and of outputs.
    #[must_use]
    pub fn ports(&self) -> usize {
        self.ports as usize
    }

    /// Returns the number of cells of a packet.
    #[must_use]
    pub fn cells(&self, bytes: u16) -> u32 {
        u32::from(bytes.div_ceil(self.cell_bytes)).max(1)
    }

    /// Time between two movements of the crossbar, between lines of `rate_bps` bits per second each.
    #[must_use]
    pub fn phase(&self, rate_bps: f64) -> Span {
        let cell = Span::of_transmission(self.cell_bytes.into(), Some(rate_bps));
        Span(cell.0 / u64::from(self.speedup))
    }
}
