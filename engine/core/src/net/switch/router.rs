//! Kinds of router in front of a bottleneck: output-queued, or a switch.

use super::scheduler::Policy;
use crate::spec::gauge::rows;
use crate::spec::parameters::{integer, parameters};
use crate::spec::read::read_kinds;
use crate::spec::{Gauge, Registry, Section};
use crate::time::Span;
use serde::Serialize;

/// Router in front of a bottleneck.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Router {
    /// Packets enter the queue of the link at once.
    OutputQueued(OutputQueued),
    /// Packets wait at inputs for a crossbar, and at outputs for their lines.
    Cioq(Cioq),
}

read_kinds!(Router {
    OutputQueued: OUTPUT_QUEUED,
    Cioq: CIOQ
});

parameters! {
    /// Every packet enters the queue of its output link as soon as it arrives, even if many arrive at once.
    #[section(OUTPUT_QUEUED = "router.output_queued", "Output-queued", source: "Ganjali 2007 Section 5.1")]
    pub struct OutputQueued {}
}

parameters! {
    /// A switch of N inputs and N outputs, which share the rate equally. Packets wait at their input, in one queue per
    /// output, until the crossbar has moved all their cells; then at their output. The buffer is that of each output.
    #[section(CIOQ = "router.cioq", "Switch (CIOQ)", source: "Ganjali 2007 Section 5.1; Chuang et al. 1999")]
    pub struct Cioq {
        /// Number of inputs, and also of outputs. Each has an equal share of the rate; flows are spread evenly over
        /// pairs of input and output.
        ports: u32 = 8, "Ports", None, integer(2..=64), [live, source: "Ganjali 2007 Section 5.1.2 (32)"],

        /// Speed of the crossbar divided by the speed of a port. With 2, the switch can behave exactly like an
        /// output-queued router.
        speedup: u32 = 2, "Speedup", None, integer(1..=8), [live, source: "Ganjali 2007 Section 5.1.2 (2)"],

        /// Rule that selects the cells that the crossbar moves next.
        scheduler: Policy = Text("least_recently_served"), "Scheduler", None, Policy::KIND,
            [live, source: "Ganjali 2007 Section 5.1; McKeown 1999; Chuang et al. 1999"],

        /// Largest number of packets that wait at an input for one output. Further packets are dropped.
        voq_limit_packets: u32 = 2, "Input buffer per output", Packets, integer(1..=1000),
            [live, source: "Ganjali 2007 Section 5.1.2 (2)"],

        /// Size of the cells in which packets cross the switch. The last cell of a packet may be shorter but takes the
        /// same time.
        cell_bytes: u16 = 1000, "Cell size", Bytes, integer(40..=65_535),
            [live, advanced, source: "Ganjali 2007 Section 5.1.2, which leaves the size open"],

        /// Number of outputs that lead to the same next hop. Each packet takes a random one of them, so a burst of one
        /// flow is spread over them, and its packets may be reordered.
        group_channels: u32 = 1, "Channels per group", None, integer(1..=64),
            [live, advanced, source: "Ganjali 2007 Section 5.1.2 (8)"],
    }
}

/// Registry of the routers.
pub static REGISTRY: Registry = Registry {
    id: "router",
    label: "Router",
    entries: &[&OUTPUT_QUEUED, &CIOQ],
};

/// The gauges of every router.
pub static GAUGES: &[(&Section, &[Gauge])] = &[(&OUTPUT_QUEUED, &[]), (&CIOQ, CIOQ_GAUGES)];

const CIOQ_GAUGES: &[Gauge] = rows![Gauge:
    /// Packets that wait for the crossbar at all inputs together.
    "at_inputs_packets", "Input queues", Packets;
    /// Most packets that wait at one input for one output.
    "fullest_voq_packets", "Fullest input queue", Packets;
    /// Pairs of inputs and outputs between which the crossbar moved cells last.
    "matched_ports", "Matched ports", None;
];

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
