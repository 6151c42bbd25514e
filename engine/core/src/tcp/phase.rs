//! Phase of a sender, cause of its last change of the window, and its counters.

/// Phase of a sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Normal operation without known losses.
    Open,
    /// Fast recovery. `repaired`: a partial acknowledgment has arrived.
    Recovery {
        /// Whether a first hole has been repaired.
        repaired: bool,
    },
    /// After a timeout, until what was outstanding then is acknowledged.
    Loss,
}

/// Why the window last changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The flow began, or the scenario was changed.
    Start,
    /// Acknowledgment in slow start.
    SlowStart,
    /// Acknowledgment in congestion avoidance.
    Avoidance,
    /// A loss was detected other than by timeout.
    FastRetransmit,
    /// The retransmission timer ran out.
    Timeout,
    /// Deflation of the window by a partial acknowledgment, with NewReno.
    PartialAck,
    /// Proportional rate reduction during recovery.
    Proportion,
    /// End of a loss recovery.
    RecoveryEnds,
    /// A congestion mark was echoed.
    Mark,
    /// Sending resumed after an idle time.
    IdleRestart,
    /// A timeout turned out to have been needless.
    Undo,
    /// The controller went from one of its states to another.
    Controller,
}

/// Counters of a sender.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SenderCounters {
    /// Number of segments sent again.
    pub retransmissions: u64,
    /// Times the retransmission timer ran out.
    pub timeouts: u64,
    /// Times fast recovery began.
    pub fast_recoveries: u64,
}
