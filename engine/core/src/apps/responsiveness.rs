//! Responsiveness test: connections are added until the network is under working conditions.
//!
//! The test begins with one connection and adds another in each interval. It stops adding when the goodput is stable (the
//! rule is in [`Ramp`](crate::sim::ramp::Ramp)), and the round trips of the group count from then on. The connections stay
//! until the end of the run.
//!
//! Source: draft-ietf-ippm-responsiveness-09. Its probes beside the connections that load the network are another group,
//! with small requests.

use super::{App, Next, Order, Size};
use crate::rng::Rng;
use crate::spec::parameters::{number, parameters};
use crate::time::Time;

parameters! {
    /// One connection without an end, and another in each interval until their goodput together is stable. The number of
    /// flows of the group is how many there can be at most.
    #[section("workload.responsiveness", "Responsiveness test", source: "draft-ietf-ippm-responsiveness-09")]
    pub struct Params {
        /// Time between two connections, over which goodput is measured too.
        interval_s: f64 = 5.0, "Interval", Seconds, number(0.01..=1e3).log(), [live],
    }
}

/// Session of a connection of the test, during a run.
#[derive(Clone, Debug)]
pub struct Responsiveness;

impl App for Responsiveness {
    type Params = Params;

    fn new(_params: &Params, _index: u32) -> Responsiveness {
        Responsiveness
    }

    fn change(&mut self, _params: &Params) {}

    fn begin(&mut self, _now: Time, _rng: &mut Rng) -> Next {
        Next::AwaitArrival
    }

    fn on_delivered(&mut self, _now: Time, _rng: &mut Rng) -> Next {
        Next::AwaitArrival
    }

    fn on_arrival(&mut self, now: Time, _rng: &mut Rng) -> Next {
        Next::Send(Order::new(now, Size::Endless))
    }

    fn interval_s(params: &Params) -> Option<f64> {
        Some(params.interval_s)
    }
}
