//! Records of outstanding segments, for flows that need them.

use super::config::{Recovery, TcpConfig};
use super::holes::Holes;
use super::notes::{AckNote, BLOCKS, Timestamp};
use super::prr::Prr;
use super::rack::Rack;
use super::rates::Rates;
use super::scoreboard::{Record, Scoreboard};
use crate::cc::{Controller, RateSample, State};
use crate::time::{Span, Time};
use std::mem::take;
use std::ops::Range;

/// Records of outstanding segments, with what is worked out from them.
///
/// Fields are in the order of their use: without losses, an acknowledgment touches the second to the fourth cache line.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Board {
    /// RFC 6675's HighRxt: segments before it have been sent again in this recovery.
    pub sent_again_to: u64,
    /// RFC 6675's RescueRxt: a rescue retransmission needs this to be acknowledged.
    pub rescue_after: u64,
    pub segments: Scoreboard,
    pub rack: Rack,
    /// Delivery rates, if the controller samples them.
    pub rates: Option<Box<Rates>>,
    /// Time of the retransmission timeout while another timer is set.
    pub retransmission_at: Time,
    /// Behind the last segment sent when a tail loss probe left, and whether it was one sent again.
    pub probe: Option<(u64, bool)>,
    /// Kind of the records.
    pub recovery: Recovery,
    /// A round trip has been timed since the last probe.
    pub timed_since_probe: bool,
    pub prr: Prr,
    /// Blocks of the last acknowledgment that had any: the scoreboard has them.
    reported: [(u64, u64); BLOCKS],
    /// ns-2's Sack1 during recovery.
    pub holes: Holes,
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
    pub fn starting_at(next: u64, recovery: Recovery, samples_rate: bool) -> Board {
        Board {
            recovery,
            segments: Scoreboard::starting_at(next),
            reported: AckNote::NONE.blocks,
            rates: samples_rate.then(|| Box::new(Rates::starting_at(next))),
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
    pub fn restart_at(&mut self, next: u64, recovery: Recovery, samples_rate: bool) {
        let (mut segments, mut rack) = (take(&mut self.segments), take(&mut self.rack));
        segments.restart_at(next);
        rack.restart();
        *self = Board {
            segments,
            rack,
            ..Board::starting_at(next, recovery, samples_rate)
        };
    }

    /// Creates records for a running flow. The send times of outstanding segments are unknown, so they give no
    /// round-trip time.
    pub fn of_outstanding(numbers: Range<u64>, now: Time) -> Board {
        // What it is for is said by `resume`.
        let mut board = Board::starting_at(numbers.start, Recovery::Sack, false);
        numbers.for_each(|_| board.segments.on_sent_before(now));
        board
    }

    /// Begins or ends the sampling of rates, as the controller demands; `rtt` is the latest round trip.
    pub fn sample_rates(&mut self, samples_rate: bool, now: Time, rtt: Option<Span>) {
        if !samples_rate {
            self.rates = None;
        } else if self.rates.is_none() {
            self.rates = Some(Box::new(Rates::of_outstanding(&self.segments, now, rtt)));
        }
    }

    /// Another kind of recovery goes on with what is known of the segments; `rtt` is the latest
    /// round trip.
    pub fn resume(&mut self, recovery: Recovery, rtt: Option<Span>) {
        self.recovery = recovery;
        self.reported = AckNote::NONE.blocks;
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

    /// Records the first transmission of the next segment while `in_flight` others are in flight.
    #[inline]
    pub fn on_sent(&mut self, now: Time, in_flight: u32) {
        if self.rates.is_some() {
            let in_flight = self.others_in_flight(in_flight);
            if let Some(rates) = &mut self.rates {
                rates.on_sent(now, in_flight);
            }
        }
        self.segments.on_sent(now);
    }

    /// Records a retransmission while `in_flight` others are in flight.
    pub fn on_sent_again(&mut self, now: Time, number: u64, in_flight: u32) {
        let in_flight = self.others_in_flight(in_flight);
        if let Some(rates) = &mut self.rates {
            rates.on_sent_again(number, now, in_flight);
        }
        self.segments.on_sent_again(number, now);
        if self.recovery == Recovery::Rack
            && let Some(record) = self.segments.get(number)
        {
            let order = self.segments.order(record);
            self.rack.on_sent_again(number, order);
        }
    }

    /// Records the arrivals reported by an acknowledgment, in order of number, so that several segments in one
    /// acknowledgment do not look like reordering. Segments from `recover` on are not counted as fresh.
    #[inline]
    pub fn deliver(&mut self, now: Time, number: u64, note: &AckNote, recover: u64) -> Delivered {
        let mut delivery = Delivery {
            now,
            recover,
            echo: note.echo,
            transmissions: self.segments.transmissions(),
            rates: self.rates.as_deref_mut(),
            rack: (self.recovery == Recovery::Rack).then_some(&mut self.rack),
            delivered: Delivered::default(),
        };
        self.segments
            .advance(number, |number, record| delivery.take(number, record));
        let delivered = if note.has_blocks() {
            deliver_blocks(&mut self.segments, &mut self.reported, note, delivery)
        } else {
            delivery.delivered
        };
        if let Some(rates) = &mut self.rates {
            rates.advance(number);
        }
        delivered
    }

    /// Returns the rate sample of the acknowledgment just processed; see
    /// [`RateSampler::sample`](super::rate::RateSampler::sample).
    #[inline]
    pub fn sample_rate(&mut self, rtt: Option<Span>) -> Option<RateSample> {
        self.rates.as_mut()?.sampler.sample(rtt)
    }

    /// Restarts the sampling of rates; see
    /// [`RateSampler::restart_sampling`](super::rate::RateSampler::restart_sampling).
    pub fn restart_sampling(&mut self) {
        if let Some(rates) = &mut self.rates {
            rates.sampler.restart_sampling();
        }
    }

    /// Forgets what was sacked: the receiver may have dropped it (RFC 2018 Section 8).
    pub fn forget_sacked(&mut self) {
        self.segments.forget_sacked();
        self.reported = AckNote::NONE.blocks;
    }

    #[inline]
    fn others_in_flight(&self, by_number: u32) -> u32 {
        if self.recovery.counts_duplicates() {
            by_number
        } else {
            self.segments.pipe()
        }
    }
}

/// Segments as an acknowledgment delivers them one by one.
struct Delivery<'a> {
    now: Time,
    recover: u64,
    echo: Option<Timestamp>,
    transmissions: u64,
    rates: Option<&'a mut Rates>,
    rack: Option<&'a mut Rack>,
    delivered: Delivered,
}

impl Delivery<'_> {
    /// A segment has arrived that was not known to have.
    #[inline(always)]
    fn take(&mut self, number: u64, record: &Record) {
        let (now, sent) = (self.now, record.sent);
        let delivered = &mut self.delivered;
        delivered.packets += 1;
        delivered.fresh += u32::from(!record.again && number < self.recover);
        if record.timed {
            delivered.oldest.get_or_insert(sent);
            delivered.newest = Some(sent);
        }
        if let Some(rates) = &mut self.rates {
            rates.on_delivered(now, number, sent);
        }
        if let Some(rack) = &mut self.rack {
            let answers_earlier = |echo: Timestamp| echo.is_before(Timestamp::at(sent));
            let echoes_earlier = self.echo.is_some_and(answers_earlier);
            let order = record.order(self.transmissions);
            rack.on_delivered(now, number, record, order, echoes_earlier);
        }
    }
}

/// Records the arrivals that the blocks of an acknowledgment report, too. Of three blocks, two are most often those
/// `reported` by an acknowledgment before.
#[inline(never)]
fn deliver_blocks(
    segments: &mut Scoreboard,
    reported: &mut [(u64, u64); BLOCKS],
    note: &AckNote,
    mut delivery: Delivery<'_>,
) -> Delivered {
    let mut blocks = note.blocks;
    blocks.sort_unstable();
    for (start, end) in blocks {
        if !reported.contains(&(start, end)) {
            segments.sack(start, end, |number, record| delivery.take(number, record));
        }
    }
    *reported = note.blocks;
    delivery.delivered
}
