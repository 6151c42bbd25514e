//! Congestion control: how the window grows with acknowledgements and shrinks with losses.
//!
//! Each controller is one file: its formulas, parameters and tests. One more controller is one more
//! file and one more entry in the `controllers!` list below; the registry, the scenario's kinds and
//! the dispatch follow from it.

pub mod reno;

use serde::{Deserialize, Serialize};

use crate::scenario::spec::Registry;
use crate::time::{Span, Time};

/// The window that a sender and its controller share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Congestion window, packets; at least 1 while a flow sends.
    pub cwnd: f64,
    /// Slow-start threshold, packets.
    pub ssthresh: f64,
    /// The receive window: `cwnd` never grows beyond it, packets.
    pub max: f64,
}

/// New data has been acknowledged outside loss recovery.
#[derive(Clone, Copy, Debug)]
pub struct Acked {
    /// When.
    pub now: Time,
    /// Packets newly acknowledged.
    pub packets: u32,
    /// Smoothed round trip, where one has been timed.
    pub srtt: Option<Span>,
}

/// A congestion controller: told what happens, it sets the window.
pub trait Controller {
    /// New data is acknowledged.
    fn on_ack(&mut self, window: &mut Window, acked: &Acked);

    /// Loss is detected by duplicate acknowledgements, once per window of data.
    fn on_loss(&mut self, window: &mut Window, now: Time);

    /// The retransmission timer runs out. `again`: for a segment that it has already retransmitted.
    fn on_timeout(&mut self, window: &mut Window, now: Time, again: bool);
}

impl Window {
    /// Whether the window grows exponentially.
    #[must_use]
    pub fn in_slow_start(&self) -> bool {
        self.cwnd < self.ssthresh
    }

    /// Sets the window within its bounds.
    pub fn set(&mut self, cwnd: f64) {
        self.cwnd = if cwnd > self.max {
            self.max
        } else if cwnd < 1.0 {
            1.0
        } else {
            cwnd
        };
    }
}

/// Declares the controllers: their variants as a scenario names them, the registry and the dispatch.
macro_rules! controllers {
    ($($(#[$doc:meta])* $name:ident($module:ident)),+ $(,)?) => {
        /// A controller with its parameters, as a scenario writes it.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        pub enum CongestionControl {
            $($(#[$doc])* $name($module::Params),)+
        }

        /// The state of a flow's controller.
        #[derive(Clone, Debug)]
        pub enum State {
            $($(#[$doc])* $name($module::$name),)+
        }

        /// The controllers a scenario can name.
        pub static REGISTRY: Registry = Registry {
            id: "congestion_control",
            label: "Congestion control",
            entries: &[$(&$module::SECTION),+],
        };

        impl CongestionControl {
            /// A controller at the start of its flow.
            #[must_use]
            pub fn start(&self) -> State {
                match self {
                    $(CongestionControl::$name(params) => State::$name($module::$name::new(params)),)+
                }
            }
        }

        impl Controller for State {
            #[inline]
            fn on_ack(&mut self, window: &mut Window, acked: &Acked) {
                match self { $(State::$name(c) => c.on_ack(window, acked),)+ }
            }
            fn on_loss(&mut self, window: &mut Window, now: Time) {
                match self { $(State::$name(c) => c.on_loss(window, now),)+ }
            }
            fn on_timeout(&mut self, window: &mut Window, now: Time, again: bool) {
                match self { $(State::$name(c) => c.on_timeout(window, now, again),)+ }
            }
        }
    };
}

controllers! {
    /// Additive increase, multiplicative decrease.
    Reno(reno),
}
