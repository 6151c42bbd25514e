//! Records of outstanding segments, for flows that need them.

use super::config::{Recovery, TcpConfig};
use super::holes::Holes;
use super::notes::{AckNote, Timestamp};
use super::prr::Prr;
use super::rack::Rack;
use super::rate::RateSampler;
use super::scoreboard::{Record, Scoreboard};
use crate::cc::{Controller, State};
use crate::time::{Span, Time};
use std::mem::take;
use std::ops::Range;

/// Records of outstanding segments, with what is worked out from them.
#[derive(Clone, Debug)]
pub struct Board {
    /// Kind of the records.
    pub recovery: Recovery,
    pub segments: Scoreboard,
    pub sampler: RateSampler,
    pub rack: Rack,
    pub prr: Prr,
    /// ns-2's Sack1 during recovery.
    pub holes: Holes,
    /// Behind the last segment sent when a tail loss probe left, and whether it was one sent again.
    pub probe: Option<(u64, bool)>,
    /// A round trip has been timed since the last probe.
    pub timed_since_probe: bool,
    /// Time of the retransmission timeout while another timer is set.
    pub retransmission_at: Time,
    /// RFC 6675's HighRxt: segments before it have been sent again in this recovery.
    pub sent_again_to: u64,
    /// RFC 6675's RescueRxt: a rescue retransmission needs this to be acknowledged.
    pub rescue_after: u64,
}

/// Segments that an acknowledgment delivered.
#[derive(Clone, Copy, Debug, Default)]
pub struct Delivered {
    /// Number of segments of this item.
    pub packets: u32,
    /// Number of these segments that were sent once only, before the last timeout.
    pub fresh: u32,
    /// Time at which the first of these was sent.
    pub oldest: Option<Time>,
    /// Time at which the last of these was sent.
    pub newest: Option<Time>,
}

impl Board {
    /// Whether a flow needs records.
    pub fn needed(config: &TcpConfig, controller: &State) -> bool {
        config.recovery.is_selective()
            || config.timestamps
            || controller.samples_rate()
            || controller.times_every_segment()
    }

    /// Creates a board without outstanding segments; the next segment is `next`.
    pub fn starting_at(next: u64, recovery: Recovery) -> Board {
        Board {
            recovery,
            segments: Scoreboard::starting_at(next),
            sampler: RateSampler::default(),
            rack: Rack::default(),
            prr: Prr::default(),
            holes: Holes::default(),
            probe: None,
            timed_since_probe: false,
            retransmission_at: Time::NEVER,
            sent_again_to: next,
            rescue_after: u64::MAX,
        }
    }

    /// Resets the board for a new connection and reuses its memory.
    pub fn restart_at(&mut self, next: u64, recovery: Recovery) {
        let (mut segments, mut rack) = (take(&mut self.segments), take(&mut self.rack));
        segments.restart_at(next);
        rack.restart();
        *self = Board {
            segments,
            rack,
            ..Board::starting_at(next, recovery)
        };
    }

    /// Creates records for a running flow. The send times of outstanding segments are unknown, so they give no
    /// round-trip time, and a rate only over the latest round-trip time `rtt`.
    pub fn of_outstanding(numbers: Range<u64>, now: Time, rtt: Option<Span>) -> Board {
        // What it is for is said by `resume`.
        let mut board = Board::starting_at(numbers.start, Recovery::Sack);
        for (_, in_flight) in numbers.zip(0..) {
            let stamp = board.sampler.on_sent(now, in_flight);
            board.segments.on_sent_before(stamp);
        }
        if let Some(rtt) = rtt {
            board.sampler.expect_round_trip(rtt);
        }
        board
    }

    /// Another kind of recovery goes on with what is known of the segments; `rtt` is the latest
    /// round trip.
    pub fn resume(&mut self, recovery: Recovery, rtt: Option<Span>) {
        self.recovery = recovery;
        self.rack = if recovery == Recovery::Rack {
            Rack::resuming(rtt, &self.segments)
        } else {
            Rack::default()
        };
        self.prr = Prr::default();
        self.holes = Holes::default();
        self.probe = None;
        self.timed_since_probe = false;
        self.retransmission_at = Time::NEVER;
        self.sent_again_to = self.segments.first();
        self.rescue_after = u64::MAX;
    }

    /// Records the first transmission of a segment while `in_flight` others are in flight.
    pub fn on_sent(&mut self, now: Time, number: u64, in_flight: u32) {
        let in_flight = self.others_in_flight(in_flight);
        let stamp = self.sampler.on_sent(now, in_flight);
        self.segments.on_sent(stamp);
        self.notify_rack(number);
    }

    /// Records a retransmission while `in_flight` others are in flight.
    pub fn on_sent_again(&mut self, now: Time, number: u64, in_flight: u32) {
        let in_flight = self.others_in_flight(in_flight);
        let stamp = self.sampler.on_sent(now, in_flight);
        self.segments.on_sent_again(number, stamp);
        self.notify_rack(number);
    }

    /// Records the arrivals reported by an acknowledgment, in order of number, so that several segments in one
    /// acknowledgment do not look like reordering. Segments from `recover` on are not counted as fresh.
    pub fn deliver(&mut self, now: Time, number: u64, note: &AckNote, recover: u64) -> Delivered {
        let has_rack = self.recovery == Recovery::Rack;
        let Board {
            segments,
            sampler,
            rack,
            ..
        } = self;
        let mut delivered = Delivered::default();
        let mut take = |number: u64, record: &Record| {
            let sent = record.stamp.sent;
            delivered.packets += 1;
            sampler.on_delivered(now, number, &record.stamp);
            delivered.fresh += u32::from(record.times == 1 && number < recover);
            if record.timed {
                delivered.oldest.get_or_insert(sent);
                delivered.newest = Some(sent);
            }
            if has_rack {
                let answers_earlier = |echo: Timestamp| echo.is_before(Timestamp::at(sent));
                rack.on_delivered(now, number, record, note.echo.is_some_and(answers_earlier));
            }
        };
        segments.advance(number, &mut take);
        let mut blocks = note.blocks;
        blocks.sort_unstable();
        for (start, end) in blocks {
            segments.sack(start, end, &mut take);
        }
        delivered
    }

    fn notify_rack(&mut self, number: u64) {
        if self.recovery == Recovery::Rack
            && let Some(record) = self.segments.get(number)
        {
            self.rack.on_sent(number, record);
        }
    }

    fn others_in_flight(&self, by_number: u32) -> u32 {
        if self.recovery.counts_duplicates() {
            by_number
        } else {
            self.segments.pipe()
        }
    }
}
