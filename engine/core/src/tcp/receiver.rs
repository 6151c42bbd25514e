//! The receiver: takes segments, says what to acknowledge and when.
//!
//! Source: RFC 5681 Section 4.2 for delayed acknowledgements; like ns-2's DelAck sink it
//! acknowledges every second segment in order, and out-of-order segments at once.

use super::config::TcpConfig;
use super::ranges::Ranges;
use crate::time::{Span, Time};

/// Receiver of one flow.
#[derive(Clone, Debug, Default)]
pub struct Receiver {
    /// Next number expected: everything before it has arrived.
    expected: u32,
    beyond: Ranges,
    /// When a held-back acknowledgement is due.
    held_until: Option<Time>,
}

/// What follows from a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Acknowledge now.
    Now,
    /// Acknowledge at the given time unless another segment comes first.
    At(Time),
}

impl Receiver {
    /// A segment arrives at `now`.
    pub fn on_segment(&mut self, now: Time, number: u32, config: &TcpConfig) -> Reply {
        let in_order = number == self.expected;
        if in_order {
            self.expected = self.beyond.take_from(number + 1).unwrap_or(number + 1);
        } else if number > self.expected {
            self.beyond.insert(number);
        }
        let filled_a_hole = self.expected != number + 1;
        let syn = config.handshake && number == 0;
        let may_wait = config.delayed_ack
            && in_order
            && !filled_a_hole
            && !syn
            && self.held_until.is_none()
            && self.beyond.is_empty();
        if !may_wait {
            self.held_until = None;
            return Reply::Now;
        }
        let due = now + Span::from_s(config.delayed_ack_timeout_s);
        self.held_until = Some(due);
        Reply::At(due)
    }

    /// When a held-back acknowledgement is due, if one is.
    #[must_use]
    pub fn held_until(&self) -> Option<Time> {
        self.held_until
    }

    /// The held-back acknowledgement is sent.
    pub fn release(&mut self) {
        self.held_until = None;
    }

    /// Next number expected: the number in every acknowledgement.
    #[must_use]
    pub fn expected(&self) -> u32 {
        self.expected
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tcp::sender::tests::config;

    #[test]
    fn acknowledges_every_second_segment_and_disorder_at_once() {
        let config = TcpConfig {
            delayed_ack: true,
            handshake: false,
            ..config()
        };
        let mut receiver = Receiver::default();
        let at = Time::from_s;
        assert_eq!(receiver.on_segment(at(0.0), 0, &config), Reply::At(at(0.1)));
        assert_eq!(receiver.on_segment(at(0.01), 1, &config), Reply::Now);
        assert_eq!(receiver.expected(), 2);
        assert_eq!(
            receiver.on_segment(at(0.02), 3, &config),
            Reply::Now,
            "a gap"
        );
        assert_eq!(receiver.expected(), 2);
        assert_eq!(
            receiver.on_segment(at(0.03), 2, &config),
            Reply::Now,
            "fills the gap"
        );
        assert_eq!(receiver.expected(), 4);
        assert_eq!(
            receiver.on_segment(at(0.04), 1, &config),
            Reply::Now,
            "a duplicate"
        );
    }
}
