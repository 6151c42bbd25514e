//! Congestion control: how the window grows with acknowledgments and shrinks with losses.
//!
//! Each controller is one file: its formulas, parameters and tests. One more controller is one more
//! file and one more entry in the `controllers!` list below; the registry, the scenario's kinds and
//! the dispatch follow from it.

pub mod bbr;
pub mod bbr1;
pub mod cubic;
mod cubic_whole;
pub mod dctcp;
pub mod fixed;
pub mod hystart;
pub mod hystart_classic;
mod path_model;
pub mod reno;
mod shared;
pub mod vegas;
pub mod whole;

use serde::Serialize;

use crate::rng::Rng;
use crate::spec::Registry;
use crate::spec::read::read_kinds;
use crate::time::{Span, Time};
use shared::Shared;

/// The window that a sender and its controller share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Congestion window, packets; at least 1 while a flow sends.
    pub cwnd: f64,
    /// Slow start threshold, in packets.
    pub ssthresh: f64,
    /// The receive window: `cwnd` never grows beyond it, packets.
    pub max: f64,
}

/// An acknowledgment of new data.
#[derive(Clone, Copy, Debug)]
pub struct Acked {
    /// Time of the event.
    pub now: Time,
    /// Packets newly acknowledged, cumulatively or selectively.
    pub packets: u32,
    /// First number not yet acknowledged, and next number to send, both counted from the connection's
    /// first: a round trip has passed when the former goes beyond what the latter was, since the packet
    /// let out then is acknowledged.
    pub unacked: u64,
    /// Number of the next new segment; see `unacked`.
    pub next: u64,
    /// Packets in flight before this acknowledgment.
    pub in_flight: u32,
    /// Whether the congestion window, and neither the application nor the receive window, limited sending.
    pub window_limited: bool,
    /// Whether pacing spreads the packets that leave.
    pub is_paced: bool,
    /// Whether the sender is in loss recovery.
    pub in_recovery: bool,
    /// Packets acknowledged that carried a congestion mark; where marks are not counted, all of an acknowledgment that
    /// echoes one (RFC 8257 Section 3.3).
    pub marked: u32,
    /// Whether the acknowledgment echoes congestion (RFC 3168).
    pub echoes: bool,
    /// Exact round trip of a packet acknowledged now, where it is unambiguous (Karn).
    pub rtt: Option<Span>,
    /// Smoothed round trip, where one has been timed.
    pub srtt: Option<Span>,
    /// Delivery rate, where it is sampled.
    pub rate: Option<RateSample>,
    /// Time from which pacing lets the next packet leave; in the past where nothing holds it back.
    pub earliest_departure: Time,
}

/// Delivery rate of the network, measured by one acknowledgment.
///
/// Source: draft-ietf-ccwg-bbr-06 Section 4.1 (delivery rate samples).
#[derive(Clone, Copy, Debug)]
pub struct RateSample {
    /// Packets per second; 0 if the acknowledgment came too soon for a rate, or covers packets that had arrived
    /// earlier.
    pub packets_per_s: f64,
    /// Packets delivered since the flow began.
    pub delivered: u64,
    /// Value at the sending of the packet that is acknowledged now.
    pub prior_delivered: u64,
    /// Packets in flight just after it was sent, itself included.
    pub in_flight_at_send: u32,
    /// Packets declared lost between its sending and now.
    pub lost: u64,
    /// Whether the application limited sending then.
    pub app_limited: bool,
}

/// Packet that is declared lost.
#[derive(Clone, Copy, Debug)]
pub struct LostPacket {
    /// Number of the packet.
    pub number: u64,
    /// Packets delivered since the flow began.
    pub delivered: u64,
    /// Packets in flight just after it was sent, itself included.
    pub in_flight_at_send: u32,
    /// Packets declared lost from its sending until now, itself included.
    pub lost: u64,
    /// Whether the application limited sending then.
    pub app_limited: bool,
}

/// Loss, once per window of data for controllers that react so.
#[derive(Clone, Copy, Debug)]
pub struct Loss {
    /// Time at which the loss was detected.
    pub now: Time,
    /// Packets in flight then.
    pub in_flight: u32,
    /// Packets declared lost now.
    pub lost: u32,
}

/// Congestion controller: it is notified of events and sets the window.
pub trait Controller {
    /// Whether it may ask for a [pace](Self::pacing_rate).
    const PACES: bool = false;

    /// Whether its window grows for as long as nothing is lost or marked, without a bound of its own.
    const GROWS_UNTIL_LOSS: bool = true;

    /// Whether its rate goes with 1/p, p being the share of packets marked: with accurate ECN its packets then say
    /// so (RFC 9331 Section 4.3) and may use a queue for such traffic.
    const SCALABLE: bool = false;

    /// The handshake is over and the window set: what the flow begins with. Flows without a handshake
    /// begin with their first acknowledgment instead.
    fn on_established(&mut self, _window: &mut Window, _now: Time, _rtt: Option<Span>) {}

    /// Handles an acknowledgment of new data. During loss recovery only controllers that [follow
    /// it](Self::follows_recovery) are notified.
    fn on_ack(&mut self, window: &mut Window, acked: &Acked);

    /// New data is acknowledged by an acknowledgment that echoes congestion: the window must not grow (RFC 3168
    /// Section 6.1.2). Instead of [`on_ack`](Self::on_ack), unless the controller
    /// [steers during recovery](Self::follows_recovery). The default takes nothing from it.
    fn on_echo(&mut self, _window: &mut Window, _acked: &Acked) {}

    /// Loss is detected other than by timeout, once per window of data.
    fn on_loss(&mut self, window: &mut Window, loss: &Loss);

    /// Loss is detected in a window of data for which the window has been reduced already, because of a mark. The
    /// default does nothing (RFC 3168 Section 6.1.2).
    fn on_loss_again(&mut self, _window: &mut Window, _loss: &Loss) {}

    /// A congestion mark is echoed, once per window of data (RFC 3168 Section 6.1.2). The default
    /// reacts as to a loss.
    fn on_mark(&mut self, window: &mut Window, loss: &Loss) {
        self.on_loss(window, loss);
    }

    /// The retransmission timer runs out: the window falls to one packet. `again`: the threshold has been reduced for
    /// the same congestion already, by a mark, a loss or a timeout, and stays (RFC 5681 Section 3.1; Linux
    /// `tcp_enter_loss`).
    fn on_timeout(&mut self, window: &mut Window, loss: &Loss, again: bool);

    /// Loss recovery, fast or after a timeout, is over.
    fn on_recovered(&mut self, _window: &mut Window, _now: Time) {}

    /// Handles the loss of one packet, detected by any means. For controllers that [sample the
    /// rate](Self::samples_rate); called before [`on_loss`](Self::on_loss) or [`on_timeout`](Self::on_timeout) and
    /// before the acknowledgment that revealed it.
    fn on_packet_lost(&mut self, _window: &mut Window, _now: Time, _lost: &LostPacket) {}

    /// Sending resumes: nothing was in flight, since the flow had nothing to send. The last packet left `idle` ago.
    fn on_restart(&mut self, _window: &mut Window, _now: Time, _idle: Span) {}

    /// Whether it steers the window during loss recovery too, instead of the recovery.
    fn follows_recovery(&self) -> bool {
        false
    }

    /// Whether the acknowledgment that ends a fast recovery lets the window grow (Linux `tcp_cong_control`). RFC 5681 sets the
    /// window to the threshold then.
    fn grows_when_recovered(&self) -> bool {
        false
    }

    /// Whether a reduction begins at the data in flight if less than the window is in use (RFC 5681 Equation (4), RFC 9438
    /// Section 4.6): unless the window is that of a model, or fixed.
    fn reduces_from_flight(&self) -> bool {
        !self.follows_recovery()
    }

    /// Whether it needs a [`RateSample`] with each acknowledgment.
    fn samples_rate(&self) -> bool {
        false
    }

    /// Whether it needs the round-trip time of every segment, rather than of one segment per window as RFC 6298 does
    /// without timestamps. Vegas and HyStart++ (RFC 9406 Section 4.2) compare the round-trip times of a window.
    fn times_every_segment(&self) -> bool {
        false
    }

    /// The rate at which it wants packets to leave, per second; `None` leaves it to the flow's pacing. Only those
    /// are asked that [may say one](Self::PACES).
    fn pacing_rate(&self, _window: &Window) -> Option<f64> {
        None
    }

    /// Returns the state to show: `None` for slow start or congestion avoidance by the window, else a number from
    /// [`FIRST_STATE`] in [`STATES`].
    fn state(&self) -> Option<u8> {
        None
    }
}

/// Number of the first of [`STATES`].
pub const FIRST_STATE: u8 = 4;

/// Names of the states that controllers report, from number [`FIRST_STATE`] on.
pub static STATES: &[&str] = &path_model::STATES;

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

/// State of a controller that fits in place.
type Inline<T> = T;

/// Declares the controllers: their variants as a scenario names them, the registry and the dispatch.
macro_rules! controllers {
    ($($(#[$doc:meta])* $name:ident($module:ident, $kept:ident)),+ $(,)?) => {
        /// A controller with its parameters, as a scenario writes it.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        pub enum CongestionControl {
            $($(#[$doc])* $name(Shared<$module::Params>),)+
        }

        read_kinds!(CongestionControl { $($name: $module::SECTION),+ });

        /// The state of a flow's controller: 16 bytes, so that a hundred thousand flows fit in little memory.
        #[derive(Clone, Debug)]
        pub enum State {
            $($(#[$doc])* $name($kept<$module::$name>),)+
        }

        /// The controllers a scenario can name.
        pub static REGISTRY: Registry = Registry {
            id: "congestion_control",
            label: "Congestion control",
            entries: &[$(&$module::SECTION),+],
        };

        impl CongestionControl {
            /// A controller at the start of its flow; `rng` is the flow's own.
            #[must_use]
            pub fn start(&self, rng: &Rng) -> State {
                match self {
                    $(CongestionControl::$name(params) => State::$name($module::$name::new(params, rng).into()),)+
                }
            }

            /// Returns the value of the active kind; see [`Controller::GROWS_UNTIL_LOSS`].
            #[must_use]
            pub fn grows_until_loss(&self) -> bool {
                match self {
                    $(CongestionControl::$name(_) => <$module::$name as Controller>::GROWS_UNTIL_LOSS,)+
                }
            }

            /// Returns the section of this kind.
            #[must_use]
            pub fn section(&self) -> &'static crate::spec::Section {
                match self { $(CongestionControl::$name(_) => &$module::SECTION,)+ }
            }

            /// Returns the value of the active kind; see [`Controller::SCALABLE`].
            #[must_use]
            pub fn is_scalable(&self) -> bool {
                match self {
                    $(CongestionControl::$name(_) => <$module::$name as Controller>::SCALABLE,)+
                }
            }
        }

        impl State {
            /// Returns the value of the active kind; see [`Controller::PACES`].
            #[must_use]
            #[inline]
            pub fn may_pace(&self) -> bool {
                match self { $(State::$name(_) => <$module::$name as Controller>::PACES,)+ }
            }
        }

        // What happens seldom is not inlined: the browser loads every copy.
        impl Controller for State {
            #[inline(never)]
            fn on_established(&mut self, window: &mut Window, now: Time, rtt: Option<Span>) {
                match self { $(State::$name(c) => c.on_established(window, now, rtt),)+ }
            }
            #[inline]
            fn on_ack(&mut self, window: &mut Window, acked: &Acked) {
                match self { $(State::$name(c) => c.on_ack(window, acked),)+ }
            }
            #[inline(never)]
            fn on_loss(&mut self, window: &mut Window, loss: &Loss) {
                match self { $(State::$name(c) => c.on_loss(window, loss),)+ }
            }
            #[inline(never)]
            fn on_echo(&mut self, window: &mut Window, acked: &Acked) {
                match self { $(State::$name(c) => c.on_echo(window, acked),)+ }
            }
            #[inline(never)]
            fn on_loss_again(&mut self, window: &mut Window, loss: &Loss) {
                match self { $(State::$name(c) => c.on_loss_again(window, loss),)+ }
            }
            #[inline(never)]
            fn on_mark(&mut self, window: &mut Window, loss: &Loss) {
                match self { $(State::$name(c) => c.on_mark(window, loss),)+ }
            }
            #[inline(never)]
            fn on_timeout(&mut self, window: &mut Window, loss: &Loss, again: bool) {
                match self { $(State::$name(c) => c.on_timeout(window, loss, again),)+ }
            }
            #[inline(never)]
            fn on_recovered(&mut self, window: &mut Window, now: Time) {
                match self { $(State::$name(c) => c.on_recovered(window, now),)+ }
            }
            #[inline(never)]
            fn on_packet_lost(&mut self, window: &mut Window, now: Time, lost: &LostPacket) {
                match self { $(State::$name(c) => c.on_packet_lost(window, now, lost),)+ }
            }
            #[inline(never)]
            fn on_restart(&mut self, window: &mut Window, now: Time, idle: Span) {
                match self { $(State::$name(c) => c.on_restart(window, now, idle),)+ }
            }
            fn follows_recovery(&self) -> bool {
                match self { $(State::$name(c) => c.follows_recovery(),)+ }
            }
            fn grows_when_recovered(&self) -> bool {
                match self { $(State::$name(c) => c.grows_when_recovered(),)+ }
            }
            fn reduces_from_flight(&self) -> bool {
                match self { $(State::$name(c) => c.reduces_from_flight(),)+ }
            }
            fn samples_rate(&self) -> bool {
                match self { $(State::$name(c) => c.samples_rate(),)+ }
            }
            fn times_every_segment(&self) -> bool {
                match self { $(State::$name(c) => c.times_every_segment(),)+ }
            }
            #[inline]
            fn pacing_rate(&self, window: &Window) -> Option<f64> {
                match self { $(State::$name(c) => c.pacing_rate(window),)+ }
            }
            fn state(&self) -> Option<u8> {
                match self { $(State::$name(c) => c.state(),)+ }
            }
        }
    };
}

controllers! {
    /// Additive increase, multiplicative decrease.
    Reno(reno, Inline),
    /// Growth by a cubic of the time since the last loss.
    Cubic(cubic, Box),
    /// Decrease in proportion to the share of marked packets.
    Dctcp(dctcp, Box),
    /// A few packets in the queue, judged by the round trip.
    Vegas(vegas, Box),
    /// A model of the path: its bandwidth and its round trip.
    Bbr(bbr, Inline),
    /// BBR version 1, which does not react to loss.
    Bbr1(bbr1, Inline),
    /// Constant window without congestion control.
    Fixed(fixed, Inline),
}

/// Events for the tests of controllers.
#[cfg(test)]
pub(crate) mod testing {
    use super::{Acked, Loss};
    use crate::time::{Span, Time};

    /// Acknowledgment of one packet after 100 ms.
    pub(crate) fn acked(now_s: f64) -> Acked {
        Acked {
            now: Time::from_s(now_s),
            packets: 1,
            unacked: 0,
            next: 0,
            in_flight: 1,
            window_limited: true,
            is_paced: false,
            in_recovery: false,
            marked: 0,
            echoes: false,
            rtt: Some(Span::from_s(0.1)),
            srtt: Some(Span::from_s(0.1)),
            rate: None,
            earliest_departure: Time::ZERO,
        }
    }

    /// Loss of a single packet.
    pub(crate) fn loss(now_s: f64) -> Loss {
        Loss {
            now: Time::from_s(now_s),
            in_flight: 1,
            lost: 1,
        }
    }
}
