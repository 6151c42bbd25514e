//! Version 3 on a path of its own.

use super::{Bbr, Model, Params, Phase};
use crate::cc::path_model::testing;
use crate::cc::shared::Shared;
use crate::rng::Rng;

/// A path with a flow of version 3 on it.
pub(super) type Path = testing::Path<Bbr>;

/// The draft's numbers.
pub(super) fn params() -> Params {
    let section = crate::spec::complete::complete_one(&super::SECTION, serde_json::json!({}));
    serde_json::from_value(section.unwrap()).unwrap()
}

impl Path {
    pub(super) fn new(rate: f64, propagation: f64, buffer: f64) -> Path {
        Path::with(&params(), rate, propagation, buffer)
    }

    pub(super) fn with(params: &Params, rate: f64, propagation: f64, buffer: f64) -> Path {
        let bbr = Bbr::new(
            &Shared::new(params.clone()),
            &Rng::for_component(1, "bbr", 0),
        );
        Path::of(bbr, rate, propagation, buffer)
    }

    pub(super) fn model(&self) -> &Model {
        &self.bbr.0
    }

    pub(super) fn phase(&self) -> Phase {
        self.bbr.0.phase
    }

    /// Runs until the phase is this one.
    pub(super) fn reach(&mut self, phase: Phase) {
        let reached = self.run_until(60.0, |path| path.phase() == phase);
        assert!(reached, "{phase:?} is never reached");
    }
}
