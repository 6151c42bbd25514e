//! Where a sender stands: its phase, why its window last changed, and what it has gone through.

/// Where a sender stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// No loss known.
    Open,
    /// Fast recovery. `repaired`: a partial acknowledgement has arrived.
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
    /// An acknowledgement in slow start.
    SlowStart,
    /// An acknowledgement in congestion avoidance.
    Avoidance,
    /// A loss was detected other than by timeout.
    FastRetransmit,
    /// The retransmission timer ran out.
    Timeout,
    /// NewReno's deflation by what a partial acknowledgement covers.
    PartialAck,
    /// Proportional rate reduction during recovery.
    Proportion,
    /// Recovery is over.
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

/// What a sender has gone through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SenderCounters {
    /// Segments sent again.
    pub retransmissions: u64,
    /// Times the retransmission timer ran out.
    pub timeouts: u64,
    /// Times fast recovery began.
    pub fast_recoveries: u64,
}

impl SenderCounters {
    /// What has been counted since `earlier`.
    #[must_use]
    pub fn since(&self, earlier: &SenderCounters) -> SenderCounters {
        SenderCounters {
            retransmissions: self.retransmissions - earlier.retransmissions,
            timeouts: self.timeouts - earlier.timeouts,
            fast_recoveries: self.fast_recoveries - earlier.fast_recoveries,
        }
    }
}
