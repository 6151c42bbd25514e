//! A fixed window: no congestion control at all, to see what a window does.
//!
//! The window opens in full with the first acknowledgment of data and stays, whatever is lost. With
//! a window of at most the bandwidth–delay product the flow delivers window/RTT and nothing waits;
//! every packet more waits in the queue, until the buffer overflows and the same losses come again
//! and again. That is the Internet of 1986, and why the others were invented.
//!
//! Source: Jacobson, "Congestion avoidance and control", SIGCOMM 1988, Section 1, on what happened
//! without.

use super::{Acked, Controller, Loss, Window};
use crate::rng::Rng;
use crate::spec::parameters::{integer, parameters};

parameters! {
    /// The window stays the same despite losses and marks. It shows the need for congestion control.
    #[section("congestion_control.fixed", "Fixed window",
        source: "Jacobson, Congestion avoidance and control (1988), Section 1")]
    pub struct Params {
        /// Congestion window, the number of packets in flight. Packets beyond the bandwidth–delay product wait in the
        /// queue.
        window_packets: u32 = 100, "Window", Packets, integer(1..=1_000_000).log(), [live],
    }
}

/// The window to keep.
#[derive(Clone, Debug)]
pub struct Fixed {
    window: f64,
}

impl Fixed {
    /// At the start of a flow.
    #[must_use]
    pub fn new(params: &Params, _: &Rng) -> Fixed {
        Fixed {
            window: f64::from(params.window_packets),
        }
    }

    /// Also the threshold, so that the flow does not pass for one in slow start.
    fn hold(&self, window: &mut Window) {
        window.set(self.window);
        window.ssthresh = window.cwnd;
    }
}

impl Controller for Fixed {
    const GROWS_UNTIL_LOSS: bool = false;

    fn reduces_from_flight(&self) -> bool {
        false
    }

    #[inline]
    fn on_ack(&mut self, window: &mut Window, _: &Acked) {
        self.hold(window);
    }

    fn on_loss(&mut self, window: &mut Window, _: &Loss) {
        self.hold(window);
    }

    fn on_timeout(&mut self, window: &mut Window, _: &Loss, _: bool) {
        self.hold(window);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::testing::{acked, loss};
    use crate::presets;
    use crate::scenario::{Patch, Scenario};
    use crate::sim::Simulation;
    use crate::time::Time;
    use serde_json::json;

    #[test]
    fn no_event_changes_the_fixed_window() {
        let mut fixed = Fixed { window: 40.0 };
        let mut window = Window {
            cwnd: 2.0,
            ssthresh: 1e6,
            max: 1e6,
        };
        fixed.on_ack(&mut window, &acked(0.0));
        assert_eq!((window.cwnd, window.ssthresh), (40.0, 40.0));
        fixed.on_loss(&mut window, &loss(1.0));
        fixed.on_mark(&mut window, &loss(2.0));
        fixed.on_timeout(&mut window, &loss(3.0), false);
        assert_eq!((window.cwnd, window.ssthresh), (40.0, 40.0));
    }

    #[test]
    fn the_receive_window_bounds_the_fixed_window() {
        let mut window = Window {
            cwnd: 2.0,
            ssthresh: 10.0,
            max: 10.0,
        };
        Fixed { window: 40.0 }.on_ack(&mut window, &acked(0.0));
        assert_eq!(window.cwnd, 10.0);
    }

    /// Over a path of 100 packets, with room for the burst at the start: half of them use half the link, 20 more than 101 wait (the one
    /// beyond 100 is the packet being sent, since the round trip includes sending it once).
    #[test]
    fn packets_beyond_the_bdp_wait() {
        for (window, used, waiting) in [(50, 0.495, 0.0), (121, 1.0, 20.0)] {
            let preset = presets::find("one-flow").unwrap();
            let control = json!({"kind": "fixed", "window_packets": window});
            let changes = [
                ("bottlenecks.r0.queue.limit_packets", json!(200)),
                ("groups.tcp.traffic.congestion_control", control),
            ];
            let patches = changes.map(|(path, value)| Patch {
                path: path.into(),
                value,
            });
            let scenario = Scenario::from_json(preset.scenario_json).unwrap();
            let mut simulation = Simulation::new(&scenario.patched(&patches).unwrap());
            simulation.advance(Time::NEVER).unwrap();
            let link = &simulation.summary().bottlenecks[0].forward;
            assert!(
                (link.number("utilization").unwrap() - used).abs() < 0.001,
                "{link:?}"
            );
            let queue = link.number("mean_queue_packets").unwrap();
            assert!((queue - waiting).abs() < 0.1, "{queue}");
        }
    }
}
