//! A quantity that may differ from flow to flow.

use serde::{Deserialize, Serialize};

/// A value per flow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Distribution {
    /// The same for all.
    Fixed(f64),
    /// Drawn uniformly, once per flow.
    Uniform {
        /// Lowest and highest.
        uniform: [f64; 2],
    },
    /// Listed; taken in turn.
    List {
        /// At least one.
        list: Vec<f64>,
    },
}

impl Distribution {
    /// The value of flow `index`; `uniform` is a draw from [0, 1).
    #[must_use]
    pub fn value(&self, index: usize, uniform: f64) -> f64 {
        match self {
            Distribution::Fixed(value) => *value,
            Distribution::Uniform { uniform: [lo, hi] } => lo + (hi - lo) * uniform,
            Distribution::List { list } => list[index % list.len()],
        }
    }

    /// The mean over flows.
    #[must_use]
    pub fn mean(&self) -> f64 {
        match self {
            Distribution::Fixed(value) => *value,
            Distribution::Uniform { uniform: [lo, hi] } => (lo + hi) / 2.0,
            Distribution::List { list } => list.iter().sum::<f64>() / list.len() as f64,
        }
    }
}
