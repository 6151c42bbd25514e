//! Version 1 on a path of its own.

use super::{Bbr1, Model, Params, Phase};
use crate::cc::path_model::testing;
use crate::cc::shared::Shared;
use crate::rng::Rng;

/// A path with a flow of version 1 on it.
pub(super) type Path = testing::Path<Bbr1>;

/// The draft's numbers, which leave no room for bunched acknowledgments.
pub(super) fn params() -> Params {
    let draft = serde_json::json!({ "ack_aggregation": false });
    let section = crate::spec::complete::complete_one(&super::SECTION, draft);
    serde_json::from_value(section.unwrap()).unwrap()
}

impl Path {
    pub(super) fn new(rate: f64, propagation: f64, buffer: f64) -> Path {
        Path::with(&params(), rate, propagation, buffer)
    }

    pub(super) fn with(params: &Params, rate: f64, propagation: f64, buffer: f64) -> Path {
        let bbr = Bbr1::new(
            &Shared::new(params.clone()),
            &Rng::for_component(1, "bbr1", 0),
        );
        Path::of(bbr, rate, propagation, buffer)
    }

    pub(super) fn model(&self) -> &Model {
        &self.bbr.0
    }

    pub(super) fn phase(&self) -> Phase {
        self.bbr.0.phase()
    }

    /// Gains of rate and window.
    pub(super) fn gains(&self) -> (f64, f64) {
        (self.model().pacing_gain(), self.model().cwnd_gain())
    }

    /// Runs until the phase is this one.
    pub(super) fn reach(&mut self, phase: Phase) {
        let reached = self.run_until(60.0, |path| path.phase() == phase);
        assert!(reached, "{phase:?} is never reached");
    }

    /// Runs until a second after Drain.
    pub(super) fn settle(&mut self) {
        self.reach(Phase::Drain);
        self.run_until(60.0, |path| path.phase() != Phase::Drain);
        self.run_until(1.0, |_| false);
    }
}
