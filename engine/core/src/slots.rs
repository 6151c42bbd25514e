//! Slotted time: the number of the current slot and the start of the next one.

use crate::time::{Span, Time};

/// Slots of one length after another. The length can change; slots go on being counted.
#[derive(Clone, Copy, Debug)]
pub struct Slots {
    /// Start of slot `first`.
    since: Time,
    first: u64,
    span: Span,
}

impl Slots {
    /// Slots that last `span` each, at least a picosecond; slot 0 begins at `since`.
    #[must_use]
    pub fn new(since: Time, span: Span) -> Slots {
        let span = Span(span.0.max(1));
        Slots {
            since,
            first: 0,
            span,
        }
    }

    /// The slot that `now` falls in.
    #[must_use]
    pub fn at(&self, now: Time) -> u64 {
        self.first + now.since(self.since).0 / self.span.0
    }

    /// Returns the start of the slot after the one at `now`.
    #[must_use]
    pub fn next_start(&self, now: Time) -> Time {
        let passed = self.at(now) - self.first + 1;
        Time(
            self.since
                .0
                .saturating_add(passed.saturating_mul(self.span.0)),
        )
    }

    /// Counts from the beginning of the slot that `now` falls in, so that a change of length does not reach back.
    pub fn hold(&mut self, now: Time) {
        let passed = self.at(now) - self.first;
        self.since = Time(self.since.0 + passed * self.span.0);
        self.first += passed;
    }

    /// Slots last `span` from the one on that was [held](Self::hold) last.
    pub fn set_span(&mut self, span: Span) {
        self.span = Span(span.0.max(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slot_numbers_continue_when_the_slot_length_changes() {
        let mut slots = Slots::new(Time(100), Span(10));
        assert_eq!(
            (
                slots.at(Time(100)),
                slots.at(Time(109)),
                slots.at(Time(110))
            ),
            (0, 0, 1)
        );
        assert_eq!(slots.next_start(Time(105)), Time(110));
        assert_eq!(slots.next_start(Time(110)), Time(120));
        slots.hold(Time(125));
        slots.set_span(Span(4));
        assert_eq!(
            (slots.at(Time(125)), slots.next_start(Time(125))),
            (3, Time(128))
        );
    }
}
