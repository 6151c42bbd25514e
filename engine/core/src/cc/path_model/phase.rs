//! Visible phases of a flow, with the names of version 3.

/// Visible phase of a flow. Version 1 has one state, ProbeBW, for going up, going down and cruising; its pacing
/// gain distinguishes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cc) enum Phase {
    /// The rate doubles each round trip.
    Startup,
    /// The queue of Startup is let run out.
    Drain,
    /// So is a probe's.
    Down,
    /// The rate is the path's.
    Cruise,
    /// The pipe is filled for a probe (version 3).
    Refill,
    /// A probe for more bandwidth.
    Up,
    /// A probe for the round trip without queues.
    ProbeRtt,
}

/// Names of the phases, in the order of the enumeration.
pub static STATES: [&str; 7] = [
    "startup",
    "drain",
    "probe down",
    "cruise",
    "refill",
    "probe up",
    "probe RTT",
];
