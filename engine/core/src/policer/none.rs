//! No policer: every packet reaches the queue.

use super::{Action, Police};
use crate::spec::parameters::parameters;
use crate::time::Time;

parameters! {
    /// No policer: every packet reaches the queue.
    #[section("policer.none", "None")]
    pub struct Params {}
}

/// Policer that lets everything pass.
#[derive(Clone, Debug)]
pub struct None;

impl Police for None {
    type Params = Params;

    fn new(_params: &Params, _now: Time) -> None {
        None
    }

    fn reconfigure(&mut self, _params: &Params, _now: Time) {}

    fn judge(&mut self, _now: Time, _bytes: u16) -> Action {
        Action::Pass
    }
}
