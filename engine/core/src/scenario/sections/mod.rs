//! Fields of a scenario, one file per section. The kinds of traffic and queue have their own files.

pub mod bottleneck;
pub mod edge;
pub mod group;
pub mod shared;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::spec::parameters::{integer, number, parameters};
use crate::spec::read::{self, FromFields, Read};
use crate::spec::{Kind, limits};
use crate::trace::Traces;
pub use bottleneck::{BOTTLENECK, Bottleneck};
pub use edge::{EDGE, Edge};
pub use group::{GROUP, Group};

parameters! {
    /// Dumbbell topology: groups of flows that share one or more bottlenecks.
    #[section(SCENARIO = "scenario", "Experiment")]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct Scenario {
        /// Version of the scenario format.
        #[cfg_attr(test, ts(type = "1"))]
        version: u32 = 1, "Format", None, integer(1..=1), [advanced],

        /// Title of the experiment, shown as the title of the page.
        title: String = Text(""), "Title", None, Kind::Text(200), [],

        /// Note about the experiment, for example what to try and what to watch.
        note: String = Text(""), "Note", None, Kind::Text(4000), [advanced],

        /// Number that determines all random numbers. The same scenario, seed and version give exactly the same run.
        seed: u64 = 1, "Seed", None, integer(0..=limits::SEED), [],

        /// Simulated time at which the run ends.
        duration_s: f64 = 100.0, "Duration", Seconds, number(1e-6..=1e6).log(), [],

        /// Time before measuring begins. Statistics leave it out, because the network is not yet in its steady state.
        warmup_s: f64 = 0.0, "Warm-up", Seconds, number(0.0..=1e6).log(), [],

        /// Shared links with queues, from left to right.
        bottlenecks: Vec<Bottleneck> = Required, "Bottlenecks", None,
            Kind::List { section: &BOTTLENECK, min: 1, max: limits::BOTTLENECKS }, [],

        /// Routers between groups of flows and the bottlenecks, each with its own queue.
        edges: Vec<Edge> = Empty, "Edge routers", None, Kind::List { section: &EDGE, min: 0, max: limits::EDGES }, [],

        /// Sets of flows with the same parameters.
        groups: Vec<Group> = Empty, "Groups of flows", None,
            Kind::List { section: &GROUP, min: 0, max: limits::GROUPS }, [],

        /// Changes during the run, each at its simulated time.
        edits: Vec<Edit> = Empty, "Edits", None, Kind::Edits, [advanced],
    } and {
        /// Contents of the files that the scenario and its edits name, if they were [attached](Scenario::attach).
        #[serde(skip)]
        #[cfg_attr(test, ts(skip))]
        pub attached: Traces,
    }
}

/// A change of the scenario while it runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Edit {
    /// Simulated time in seconds. The edit follows all events up to this time.
    pub at_s: f64,
    /// Changes of the edit, applied together.
    pub set: Vec<Patch>,
}

/// One change of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Patch {
    /// Dotted path to a field or a list item.
    pub path: String,
    /// New value of the field.
    // A patch without a value sets null.
    #[serde(default)]
    #[cfg_attr(test, ts(type = "unknown"))]
    pub value: Value,
}

impl FromFields for Edit {
    fn from_fields(fields: &Map<String, Value>) -> Read<Edit> {
        Ok(Edit {
            at_s: read::field(fields, "at_s")?,
            set: read::field(fields, "set")?,
        })
    }
}

impl FromFields for Patch {
    fn from_fields(fields: &Map<String, Value>) -> Read<Patch> {
        Ok(Patch {
            path: read::field(fields, "path")?,
            value: read::field(fields, "value")?,
        })
    }
}
