//! Replay of the connections of a file: the arrivals at a group, and the path of each connection.

use std::sync::Arc;

use crate::rng::Rng;
use crate::tcp::config::TcpConfig;
use crate::tcp::sender::Sender;
use crate::time::{Span, Time};
use crate::trace::Trace;
use crate::trace::vectors;

/// Path properties of a replayed connection.
#[derive(Clone, Debug)]
pub struct ReplayedConnection {
    rng: Rng,
    /// Access delay of the flow, used if the file gives no round-trip time.
    pub drawn: Span,
    /// Loss ratio on the access link.
    pub loss: f64,
    /// Largest amount of data in flight, bytes; 0 if the file does not give it.
    pub window_bytes: u64,
}

impl ReplayedConnection {
    /// Creates the path of a flow that drew this access delay, without loss.
    pub(super) fn new(rng: Rng, drawn: Span) -> ReplayedConnection {
        ReplayedConnection {
            rng,
            drawn,
            loss: 0.0,
            window_bytes: 0,
        }
    }

    /// Draws whether the next packet is lost.
    pub(super) fn loses(&mut self) -> bool {
        self.loss > 0.0 && self.rng.uniform() < self.loss
    }

    /// Limits the window to the number of full segments that fit, at least one.
    pub(super) fn limit_window(&self, sender: &mut Sender, config: &TcpConfig) {
        if self.window_bytes > 0 {
            let segments = self.window_bytes / u64::from(config.segment_bytes.max(1));
            sender.limit_window(segments as f64);
        }
    }
}

/// Arrivals of connections at the times given by a file.
#[derive(Clone, Debug)]
pub struct ReplayedArrivals {
    /// The file; `None` if it is missing: then nothing arrives.
    trace: Option<Arc<Trace>>,
    repeat: bool,
    /// Start time of the current pass through the file.
    began: Option<Time>,
    /// Position in the file of the next arrival.
    next_arrival: usize,
    /// Position in the file of the next connection to admit.
    next_admitted: usize,
}

impl ReplayedArrivals {
    pub(super) fn new(trace: Option<Arc<Trace>>, repeat: bool) -> ReplayedArrivals {
        ReplayedArrivals {
            trace,
            repeat,
            began: None,
            next_arrival: 0,
            next_admitted: 0,
        }
    }

    /// Returns the time of the next arrival; [`Time::NEVER`] if there is none. The first call starts the file.
    pub(super) fn next_at(&mut self, now: Time) -> Time {
        let Some(trace) = &self.trace else {
            return Time::NEVER;
        };
        let mut began = *self.began.get_or_insert(now);
        let mut behind = vectors::next(trace, self.next_arrival);
        if behind.is_none() && self.repeat && self.next_arrival > 0 {
            began += trace.length();
            self.began = Some(began);
            self.next_arrival = 0;
            behind = vectors::next(trace, 0);
        }
        let Some(behind) = behind else {
            return Time::NEVER;
        };
        let at = began + trace.steps()[self.next_arrival].at;
        self.next_arrival = behind;
        at.max(now)
    }

    /// Returns the next connection to admit: its file and its position.
    pub(super) fn admit(&mut self) -> Option<(Arc<Trace>, usize)> {
        let trace = self.trace.as_ref()?;
        if vectors::next(trace, self.next_admitted).is_none() {
            self.next_admitted = 0;
        }
        let place = self.next_admitted;
        self.next_admitted = vectors::next(trace, place)?;
        Some((trace.clone(), place))
    }

    /// Returns whether both replay the same file.
    pub(super) fn is_like(&self, other: &ReplayedArrivals) -> bool {
        match (&self.trace, &other.trace) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a == b,
            (a, b) => a.is_none() == b.is_none(),
        }
    }

    /// Takes the repeat setting from `other`.
    pub(super) fn repeats(&mut self, other: &ReplayedArrivals) {
        self.repeat = other.repeat;
    }
}
