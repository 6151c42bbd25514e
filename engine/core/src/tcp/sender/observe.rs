//! Observable state of a sender, for the simulation, charts and tests.

use super::{Cause, Phase, Sender, SenderCounters, Timer};
use crate::cc::{Controller, Window};
use crate::tcp::config::{Recovery, TcpConfig};
use crate::tcp::rtt::RttEstimator;
use crate::time::Span;

/// The number of the state congestion avoidance, see [`Sender::state`].
pub const AVOIDANCE: u8 = 1;

impl Sender {
    /// Congestion window and threshold, without inflation.
    #[must_use]
    pub fn window(&self) -> &Window {
        &self.tcb.window
    }

    /// Returns the phase of the sender.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.tcb.phase
    }

    /// Whether it is in fast recovery.
    #[must_use]
    #[inline]
    pub fn is_recovering(&self) -> bool {
        self.tcb.is_recovering()
    }

    /// Why the window last changed.
    #[must_use]
    pub fn cause(&self) -> Cause {
        self.tcb.cause
    }

    /// A cause worth a mark on the time axis since the last call: a mark's echo, an idle restart, an
    /// undone timeout, or another state of the controller.
    #[inline]
    pub fn take_cause(&mut self) -> Option<Cause> {
        self.tcb.news?;
        self.tcb.news.take()
    }

    /// Returns the counters since the start of the flow.
    #[must_use]
    pub fn counters(&self) -> SenderCounters {
        self.tcb.counters
    }

    /// Returns the state shown by the controller; see [`Controller::state`].
    #[must_use]
    pub fn controller_state(&self) -> Option<u8> {
        self.tcb.controller.state()
    }

    /// Returns the state of the sender by its number: slow start 0, [avoidance](AVOIDANCE) 1, recovery 2, timeout
    /// 3, then the states that [controllers](crate::cc::STATES) name.
    ///
    /// After a timeout the window grows by slow start up to the threshold, then by congestion avoidance, even while
    /// lost segments are sent again (RFC 5681, Section 3.1): that is the state. Only for controllers with states of
    /// their own, such as BBR, the state is timeout until all data sent before it is acknowledged.
    #[must_use]
    pub fn state(&self) -> u8 {
        match (self.phase(), self.controller_state()) {
            (Phase::Loss, Some(_)) => 3,
            (_, Some(named)) => named,
            (Phase::Recovery { .. }, None) => 2,
            (Phase::Open | Phase::Loss, None) if self.window().in_slow_start() => 0,
            (Phase::Open | Phase::Loss, None) => AVOIDANCE,
        }
    }

    /// Returns the purpose of the timer, current or last.
    #[must_use]
    pub fn timer(&self) -> Timer {
        self.tcb.timer
    }

    /// Segments in flight, as far as the sender knows.
    #[must_use]
    pub fn in_flight(&self) -> u32 {
        match &self.board {
            Some(board) if !board.recovery.counts_duplicates() => board.segments.pipe(),
            Some(board) if board.recovery == Recovery::SackNs2 && self.tcb.is_recovering() => {
                u32::try_from(board.holes.pipe()).unwrap_or(0)
            }
            _ => (self.tcb.flight()).saturating_sub(self.tcb.inflation),
        }
    }

    /// The rate at which segments may leave now, per second; `None` where nothing paces them.
    #[must_use]
    pub fn pacing_rate(&self, config: &TcpConfig) -> Option<f64> {
        self.tcb.pace_by(&config.pacing, config).rate()
    }

    /// Returns the last round trip that was measured since the last call, if there was one.
    #[inline]
    pub fn take_round_trip(&mut self) -> Option<Span> {
        self.tcb.rtt.take_sample()
    }

    /// Its estimate of the round trip.
    #[must_use]
    pub fn rtt(&self) -> &RttEstimator {
        &self.tcb.rtt
    }

    /// The retransmission timeout with its back-off.
    #[must_use]
    pub fn rto(&self) -> Span {
        self.tcb.rtt.rto()
    }

    /// First number not yet acknowledged.
    #[must_use]
    pub fn unacked(&self) -> u64 {
        self.tcb.unacked
    }

    /// Segments that have left and are not yet acknowledged cumulatively, lost or not.
    #[must_use]
    pub fn outstanding(&self) -> u32 {
        self.tcb.outstanding()
    }
}
