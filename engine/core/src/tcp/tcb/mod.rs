//! Transmission control block: the complete state of a sender's connection.
//!
//! The sender and each kind of loss recovery work on it; it knows neither. Records of single segments are on the
//! [`Board`](super::board::Board), which few flows need; functions that need both take both. The other files hold
//! the operations of the block: sending a segment (`send`), the amount in flight (`allowance`), the window and its
//! controller (`control`), reductions of the window (`reduced`), the start of a connection (`handshake`), the
//! measured segment (`timed`), the retransmission timer (`timer`), and the state to restore after a needless reduction
//! (`doubt`).
//!
//! Source: RFC 9293 Section 3.3.1 for the name and the sequence variables, here in segments: `unacked` is SND.UNA
//! and `next` SND.NXT.

mod allowance;
mod control;
mod doubt;
mod handshake;
mod reduced;
pub mod send;
mod timed;
mod timer;

pub use doubt::{Doubt, RecoveryCheck, Saved, TimeoutCheck};
pub use reduced::Reduced;
pub use timed::Timed;

use super::config::{Ecn, IdleRestart, TcpConfig};
use super::numbers::MaybeNumber;
use super::pacing::Pacer;
use super::phase::{Cause, Phase, SenderCounters};
use super::rtt::RttEstimator;
use crate::cc::{State, Window};
use crate::rng::{LazyRng, Rng};
use crate::time::Time;

/// State of a sender's connection.
///
/// Fields are in the order of their use, so that an acknowledgment touches few cache lines: with a thousand flows,
/// each is out of the first-level cache when it is used.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Tcb {
    /// Number of the connection's first segment, with a handshake the SYN: its initial sequence number.
    pub first: u64,
    /// Congestion window and threshold, without inflation.
    pub window: Window,
    /// First number not yet acknowledged.
    pub unacked: u64,
    /// Next number to send; where duplicates are counted it goes back after a timeout.
    pub next: u64,
    /// One past the highest number ever sent.
    pub high: u64,
    /// Numbers from here on do not exist; the largest of a flow without end.
    pub end: u64,
    /// Largest number of segments that the last input permits.
    pub allowance: u32,
    /// Number of segments permitted beyond the window (limited transmit, F-RTO).
    pub beyond: u32,
    /// Segments that have left the network according to duplicate ACKs (RFC 5681's inflation).
    pub inflation: u32,
    /// Duplicate ACKs in a row.
    pub duplicates: u32,
    pub phase: Phase,
    /// The window allows a segment that the pacer holds back.
    pub waits_for_pacer: bool,
    /// Whether a segment needs extra work: trains, selective acknowledgments, marks, idle restarts, or data that has run
    /// out.
    pub is_special: bool,
    /// Timestamps or marks: segments say more than a number.
    has_headers: bool,
    /// The SYN of this connection has been sent more than once.
    pub syn_sent_again: bool,
    /// Purpose of the timer that expires at `timeout_at`.
    pub timer: Timer,
    pub cause: Cause,
    /// A cause worth a mark on the time axis, until somebody takes it.
    pub news: Option<Cause>,
    /// Segment to send before all others.
    pub retransmit: MaybeNumber,
    pub timeout_at: Time,
    /// State to restore if the last reduction of the window was needless.
    pub doubt: Option<Box<Doubt>>,
    /// The segment whose round trip is timed.
    pub timed: Timed,
    pub last_sent: Time,
    pub supply: Supply,
    pub controller: State,
    pub pacer: Pacer,
    pub rtt: RttEstimator,
    /// Number before which everything must be acknowledged before the next fast retransmit.
    pub recover: u64,
    pub marks: Marks,
    pub reduced: Reduced,
    /// Counted since the start of the flow, over all its connections.
    pub counters: SenderCounters,
}

/// Purpose of the timer of a sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timer {
    /// Retransmission after a timeout.
    Retransmission,
    /// RACK: segments overtaken by others are lost then.
    Reordering,
    /// RACK: a probe for a lost tail.
    Probe,
    /// Nothing is outstanding; the next segment waits for this time because a window of one segment was marked.
    Hold,
}

/// Whether data or the window limits sending.
#[derive(Clone, Copy, Debug, Default)]
pub struct Supply {
    /// The window had room when the data ran out.
    is_short: bool,
    /// Number of segments that still belong to the present train.
    pub train: u8,
    /// Outstanding segments after the last new segment, and the next number then.
    most: u32,
    next: u64,
}

impl Supply {
    /// Whether the data has run out while the window had room.
    #[inline]
    pub fn ran_out(&self) -> bool {
        self.is_short
    }

    /// There is data again.
    pub fn is_there(&mut self) {
        self.is_short = false;
    }
}

/// State of congestion marks.
#[derive(Clone, Copy, Debug)]
pub struct Marks {
    /// Number of marked segments reported by the receiver, modulo 2^32.
    pub heard: u32,
    /// The next new segment says that the window was reduced.
    pub notify: bool,
    /// A window of one segment was marked: no new segment leaves before this time; [`Time::NEVER`] if none was.
    pub held_until: Time,
}

impl Marks {
    /// No mark has been reported.
    const NONE: Marks = Marks {
        heard: 0,
        notify: false,
        held_until: Time::NEVER,
    };
}

impl Tcb {
    /// Creates the block of a flow's first connection, with first number `first`; `rng` belongs to the flow.
    pub fn new(first: u64, config: &TcpConfig, mut rng: LazyRng) -> Tcb {
        let controller = config.congestion_control.start(&rng.state());
        let rtt = RttEstimator::with_clock_at(rng.uniform_at_creation(), config);
        Tcb::of_connection(first, controller, rtt, Pacer::new(rng), config)
    }

    /// The next connection of the flow begins in place, with number `first`. Nothing is kept but the
    /// host's clock, the flow's chance and what it has counted.
    pub fn reopen(&mut self, first: u64, config: &TcpConfig) {
        let mut rng = self.pacer.take_rng();
        let controller = config
            .congestion_control
            .start(&chance_of_connection(rng.begin()));
        let rtt = self.rtt.without_samples(config);
        *self = Tcb {
            counters: self.counters,
            ..Tcb::of_connection(first, controller, rtt, Pacer::new(rng), config)
        };
    }

    /// Creates the block of a new connection from the given parts.
    fn of_connection(
        first: u64,
        controller: State,
        rtt: RttEstimator,
        pacer: Pacer,
        config: &TcpConfig,
    ) -> Tcb {
        let first_window = if config.handshake {
            1.0
        } else {
            config.initial_window_packets
        };
        let mut window = Window {
            cwnd: 1.0,
            ssthresh: config.first_ssthresh(),
            max: f64::from(config.max_window_packets),
        };
        window.set(first_window);
        Tcb {
            window,
            controller,
            pacer,
            phase: Phase::Open,
            first,
            unacked: first,
            next: first,
            high: first,
            end: u64::MAX,
            duplicates: 0,
            inflation: 0,
            recover: first,
            retransmit: MaybeNumber::NONE,
            allowance: u32::MAX,
            beyond: 0,
            waits_for_pacer: false,
            supply: Supply {
                next: first,
                ..Supply::default()
            },
            rtt,
            timed: Timed::NONE,
            timeout_at: Time::NEVER,
            timer: Timer::Retransmission,
            is_special: is_special(config),
            has_headers: has_headers(config),
            doubt: None,
            marks: Marks::NONE,
            reduced: Reduced::none(first),
            syn_sent_again: false,
            last_sent: Time::ZERO,
            cause: Cause::Start,
            news: None,
            counters: SenderCounters::default(),
        }
    }

    /// Whether it is in fast recovery.
    #[inline]
    pub fn is_recovering(&self) -> bool {
        matches!(self.phase, Phase::Recovery { .. })
    }

    /// Whether a segment opens the connection.
    #[inline]
    pub fn is_syn(&self, number: u64, config: &TcpConfig) -> bool {
        config.handshake && number == self.first
    }

    /// A number, counted from the connection's first: as controllers know it.
    #[inline]
    pub fn since_first(&self, number: u64) -> u64 {
        number - self.first
    }

    /// From the first segment not acknowledged to the next one to send: RFC 5681's FlightSize, but for what
    /// is given up when a timeout goes back.
    #[inline]
    pub fn flight(&self) -> u32 {
        // A window has 32 bits.
        (self.next - self.unacked) as u32
    }

    /// Segments that have left and are not yet acknowledged cumulatively, lost or not.
    #[inline]
    pub fn outstanding(&self) -> u32 {
        (self.high - self.unacked) as u32
    }
}

/// The chance of one connection's controller, which shares no numbers with others of the same flow.
pub fn chance_of_connection(rng: &mut Rng) -> Rng {
    Rng::for_component(rng.uniform().to_bits(), "connection", 0)
}

/// Returns the value of the active kind; see [`Tcb::is_special`].
pub fn is_special(config: &TcpConfig) -> bool {
    config.recovery.is_selective()
        || config.train_packets > 1
        || config.idle_restart != IdleRestart::Off
        || config.ecn != Ecn::Off
}

/// Returns the value of the active kind; see [`Tcb::has_headers`].
fn has_headers(config: &TcpConfig) -> bool {
    config.timestamps || config.ecn != Ecn::Off
}
