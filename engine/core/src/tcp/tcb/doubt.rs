//! Doubt whether the last reduction of the window was needed, with the progress of the detection and the state to restore.

use super::{Reduced, Tcb};
use crate::cc::{State, Window};
use crate::tcp::config::SpuriousRecovery;
use crate::tcp::notes::{AckNote, Timestamp};
use crate::time::Time;

/// The reduction of which it is not known whether it was needed.
#[derive(Clone, Debug)]
pub enum Doubt {
    /// The last timeout may be spurious.
    Timeout(TimeoutCheck),
    /// The last fast recovery may be spurious.
    Recovery(RecoveryCheck),
}

/// Window and controller before a reduction that may be needless.
#[derive(Clone, Debug)]
pub struct Saved {
    /// Congestion window and threshold.
    pub window: Window,
    /// State of the controller.
    pub controller: State,
    /// The last reduction before this one.
    pub reduced: Reduced,
    /// Number of outstanding segments.
    pub in_flight: u32,
}

/// State to restore if a timeout was spurious, with the progress of the detection.
#[derive(Clone, Debug)]
pub struct TimeoutCheck {
    pub saved: Saved,
    /// The segment sent again, and when.
    pub first: u64,
    pub retransmitted: Timestamp,
    /// The first acknowledgment after the timeout has advanced the window (F-RTO).
    pub halfway: bool,
}

/// State before a fast recovery that may be needless, with the progress of the detection.
#[derive(Clone, Debug)]
pub struct RecoveryCheck {
    /// Window to give back.
    pub saved: Saved,
    /// First segment that was not acknowledged when the recovery began.
    first: u64,
    /// Time of the first retransmission.
    repeated_at: Option<Timestamp>,
    /// Number of retransmissions that are not reported as duplicates.
    repeats: u32,
}

impl RecoveryCheck {
    /// A recovery begins in which `first` is the first segment that is not acknowledged.
    pub fn new(saved: Saved, first: u64) -> RecoveryCheck {
        RecoveryCheck {
            saved,
            first,
            repeated_at: None,
            repeats: 0,
        }
    }

    /// Counts a retransmission at `now`.
    pub fn on_sent_again(&mut self, now: Time) {
        self.repeated_at.get_or_insert(Timestamp::at(now));
        self.repeats += 1;
    }

    /// Returns whether the recovery was needless, if that is decided.
    pub fn decide(
        &mut self,
        advanced: bool,
        note: &AckNote,
        method: SpuriousRecovery,
    ) -> Option<bool> {
        match (method, self.repeated_at) {
            (SpuriousRecovery::Eifel, Some(repeated_at)) => {
                let is_older = |echo: Timestamp| echo.is_before(repeated_at);
                advanced.then(|| note.echo.is_some_and(is_older))
            }
            (SpuriousRecovery::Dsack, Some(_)) => {
                let is_ours = note.duplicate.is_some_and(|number| number >= self.first);
                self.repeats -= u32::from(is_ours && self.repeats > 0);
                (self.repeats == 0).then_some(true)
            }
            (SpuriousRecovery::Off, _) => Some(false),
            (_, None) => None,
        }
    }
}

impl Tcb {
    /// Returns the check of the last timeout, if it may be spurious.
    #[inline]
    pub fn timeout_check(&mut self) -> Option<&mut TimeoutCheck> {
        match self.doubt.as_deref_mut() {
            Some(Doubt::Timeout(check)) => Some(check),
            _ => None,
        }
    }

    /// Ends the doubt about the last timeout, and returns its check.
    pub fn take_timeout_check(&mut self) -> Option<TimeoutCheck> {
        self.timeout_check()?;
        match *self.doubt.take()? {
            Doubt::Timeout(check) => Some(check),
            Doubt::Recovery(_) => None,
        }
    }

    /// Returns the check of the last fast recovery, if it may be spurious.
    #[inline]
    pub fn recovery_check(&mut self) -> Option<&mut RecoveryCheck> {
        match self.doubt.as_deref_mut() {
            Some(Doubt::Recovery(check)) => Some(check),
            _ => None,
        }
    }
}
