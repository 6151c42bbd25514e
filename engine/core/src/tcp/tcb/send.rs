//! Sending of a segment: its records and its header.

use super::Tcb;
use crate::tcp::board::Board;
use crate::tcp::config::{Ecn, TcpConfig};
use crate::tcp::notes::Header;
use crate::tcp::pacing::{Pace, Pacing};
use crate::time::Time;

/// A segment to put on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Sequence number of the segment.
    pub number: u64,
    /// Whether it was sent before.
    pub again: bool,
}

impl Tcb {
    /// A segment leaves for the first time; `next` is behind it already.
    #[inline(always)]
    pub fn send_new(
        &mut self,
        board: Option<&mut Board>,
        now: Time,
        number: u64,
        config: &TcpConfig,
    ) -> Segment {
        if let Some(board) = board {
            board.on_sent(now, self.flight() - 1);
        }
        self.high = self.next;
        self.last_sent = now;
        self.timed.begin(number, now);
        self.start_timer(now);
        self.pace(now, config);
        Segment {
            number,
            again: false,
        }
    }

    /// A segment leaves again.
    #[inline(never)]
    pub fn send_again(&mut self, board: Option<&mut Board>, now: Time, number: u64) -> Segment {
        self.counters.retransmissions += 1;
        self.last_sent = now;
        // Karn: its acknowledgment would not say which of the two it answers.
        self.timed.exclude(number);
        if let Some(check) = self.recovery_check() {
            check.on_sent_again(now);
        }
        if let Some(board) = board {
            let others = self.flight().saturating_sub(1);
            board.on_sent_again(now, number, others);
        }
        Segment {
            number,
            again: true,
        }
    }

    /// The next segment keeps its distance from the one that leaves now.
    #[inline]
    pub fn pace(&mut self, now: Time, config: &TcpConfig) {
        if self.may_be_paced(config) {
            self.apply_pacing(now, config);
        }
    }

    /// Returns whether something may keep segments apart: the controller, the pacing of the flow, or a largest rate.
    #[inline]
    pub fn may_be_paced(&self, config: &TcpConfig) -> bool {
        self.controller.may_pace()
            || !matches!(config.pacing, Pacing::None(_))
            || config.max_pacing_rate_bps.is_some()
            || self.pacer.is_limited()
    }

    #[inline(never)]
    fn apply_pacing(&mut self, now: Time, config: &TcpConfig) {
        if self.supply.train > 1 {
            // The gap follows the last segment of the train.
            return self.pacer.joins();
        }
        let pace = Pace {
            pacing: &config.pacing,
            controlled: self.controlled_rate(),
            window: &self.window,
            srtt: self.rtt.srtt(),
            highest: self.pacer.highest_rate(config.max_segment_rate()),
        };
        self.pacer.on_sent(now, &pace, config.pacing_credit);
    }

    /// Returns the header of a segment sent at `now`.
    #[inline]
    pub fn header(&mut self, segment: &Segment, now: Time, config: &TcpConfig) -> Header {
        if !self.has_headers {
            return Header::default();
        }
        let syn = self.is_syn(segment.number, config);
        // RFC 3168 Sections 6.1.1 and 6.1.5: neither a SYN nor what is sent again may be marked.
        let may_be_marked = config.ecn != Ecn::Off && !segment.again && !syn;
        // Section 6.1.2: the first new segment after a reduction tells of it.
        let reduced = !segment.again && std::mem::take(&mut self.marks.notify);
        let header = Header::new(may_be_marked, reduced, config.timestamps.then_some(now));
        if config.is_l4s() {
            header.scalable()
        } else {
            header
        }
    }
}
