//! Limits that bound the memory and time of any scenario; the catalog lists them.

/// Largest scenario text, bytes.
pub const SCENARIO_BYTES: usize = 4_000_000;
/// Flows that a run creates, those that its edits begin included.
pub const FLOWS: u64 = 100_000;
/// Largest number of groups.
pub const GROUPS: usize = 64;
/// Bottlenecks in a row.
pub const BOTTLENECKS: usize = 8;
/// Largest number of edge routers.
pub const EDGES: usize = 32;
/// Changes of the number of active flows of a group.
pub const TURNS: usize = 10_000;
/// Edits of a run.
pub const EDITS: usize = 1_000;
/// Entries of a listed distribution.
pub const LIST: usize = 100_000;
/// Values that the edits of a run have looked at again: those of the parts that each changes (a field counts
/// three), or of all where a part comes or goes. About a second.
pub const EDITED_VALUES: u64 = 5_500_000;
/// Problems that are reported together.
pub const PROBLEMS: usize = 100;
/// Packets under way at once, in the whole network; a run that exceeds it ends.
pub const PACKETS: usize = 8_000_000;
/// Levels of nesting in the JSON of a scenario.
pub const DEPTH: usize = 32;
/// Largest seed: whole numbers up to here are exact in every language.
pub const SEED: u64 = 9_007_199_254_740_991;
/// Fields that a study varies.
pub const AXES: usize = 8;
/// Values of one field in a study.
pub const VALUES: usize = 10_000;
/// Runs of a study.
pub const RUNS: u64 = 100_000;
/// Measures that a study names, and conditions that it sets.
pub const MEASURES: usize = 64;
/// Looks that are taken at a run for one figure, times the flows that are looked at: about ten seconds.
pub const SAMPLES: u64 = 50_000_000;
