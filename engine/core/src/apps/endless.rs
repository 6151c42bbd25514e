//! Endless: a flow always has more data to send.
//!
//! Source: hasegawa-2008 Section 3.1 (P2P traffic), and every paper here with long-lived flows.

use super::{App, Next, Order, Size};
use crate::rng::Rng;
use crate::spec::parameters::parameters;
use crate::time::Time;

parameters! {
    /// The flow always has more data to send, as in a file transfer that never ends.
    #[section("workload.endless", "Endless", source: "hasegawa-2008 Section 3.1 (P2P traffic)")]
    pub struct Params {}
}

/// Session of an endless flow during a run.
#[derive(Clone, Debug)]
pub struct Endless;

impl App for Endless {
    type Params = Params;

    fn new(_params: &Params, _index: u32) -> Endless {
        Endless
    }

    fn change(&mut self, _params: &Params) {}

    fn begin(&mut self, now: Time, _rng: &mut Rng) -> Next {
        Next::Send(Order::new(now, Size::Endless))
    }

    /// Starts the endless stream after the last file of an earlier kind of session.
    fn on_delivered(&mut self, now: Time, rng: &mut Rng) -> Next {
        self.begin(now, rng)
    }
}
