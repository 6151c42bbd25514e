//! Delivery rate sampling: the rate at which the network delivered packets, measured per acknowledgment.
//!
//! Each segment stores, in a [`Stamp`], the number of packets delivered before it was sent. When it is
//! acknowledged, the packets delivered since then divided by the elapsed time are a rate. Delayed acknowledgments
//! arrive in groups and would suggest too high a rate, so the time is the longer of the time to acknowledge the
//! flight and the time to send it.
//!
//! Source: draft-ietf-ccwg-bbr-06 Section 4.1 (before, draft-cheng-iccrg-delivery-rate-estimation). As there, a
//! rate is discarded if its interval is shorter than the shortest round trip, which reveals ambiguous
//! retransmissions. Deviation: volumes are packets, since all segments of a flow here have one size.
//!
//! For each segment sent, again or not: call [`RateSampler::on_sent`]; keep the stamp. For each segment
//! acknowledged for the first time, cumulatively or selectively: [`RateSampler::on_delivered`]. For each segment
//! declared lost: [`RateSampler::on_lost`]. Once per acknowledgment, at its end: [`RateSampler::sample`].

use crate::cc::{LostPacket, RateSample};
use crate::time::{Span, Time};

/// State of the flow at the sending of a segment: the draft's per-packet state, without the time of sending.
///
/// Half a cache line: of counts that have grown by less than 2^32 since, the lower 32 bits suffice.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
pub struct Stamp {
    pub(super) first_sent: Time,
    delivered_at: Time,
    delivered: u32,
    lost: u32,
    in_flight: u32,
    app_limited: bool,
}

/// Samples the delivery rate of one flow.
#[derive(Clone, Debug)]
pub struct RateSampler {
    /// Packets acknowledged since the flow began, selectively or not.
    delivered: u64,
    /// Time at which `delivered` last grew.
    delivered_at: Time,
    /// Start of the flight that the next sample spans: send time of the newest delivered packet.
    first_sent: Time,
    /// Packets sent before this number of deliveries give no rate: they were in flight when earlier arrivals were
    /// acknowledged all at once.
    trusted_from: u64,
    /// Packets declared lost since the flow began.
    lost: u64,
    /// The application had nothing to send: samples understate the network until this much is
    /// delivered. 0 when it was not so.
    app_limited_until: u64,
    shortest_rtt: Span,
    newest_number: u64,
    newest: Option<Newest>,
}

/// Of the packets that one acknowledgment delivers, the one sent last.
#[derive(Clone, Copy, Debug)]
struct Newest {
    /// Packets delivered, and declared lost, before it was sent.
    prior_delivered: u64,
    prior_lost: u64,
    /// The longer of the times to send and to acknowledge the flight.
    interval: Span,
    in_flight_at_send: u32,
    app_limited: bool,
}

impl Default for RateSampler {
    fn default() -> RateSampler {
        RateSampler {
            delivered: 0,
            delivered_at: Time::ZERO,
            first_sent: Time::ZERO,
            trusted_from: 0,
            lost: 0,
            app_limited_until: 0,
            shortest_rtt: Span(u64::MAX),
            newest_number: 0,
            newest: None,
        }
    }
}

impl RateSampler {
    /// Tells a round trip that is known from before: rates over less time are discarded until a
    /// shorter one is seen.
    pub fn expect_round_trip(&mut self, rtt: Span) {
        self.shortest_rtt = self.shortest_rtt.min(rtt);
    }

    /// Records the sending of a segment while `in_flight` others are in flight (`OnPacketSent`).
    #[must_use]
    #[inline]
    pub fn on_sent(&mut self, now: Time, in_flight: u32) -> Stamp {
        if in_flight == 0 {
            self.first_sent = now;
            self.delivered_at = now;
        }
        Stamp {
            first_sent: self.first_sent,
            delivered_at: self.delivered_at,
            delivered: self.delivered as u32,
            lost: self.lost as u32,
            in_flight: in_flight + 1,
            app_limited: self.app_limited_until > 0,
        }
    }

    /// Segment `number` is acknowledged for the first time since it was sent at `sent`, when `stamp` was made
    /// (`UpdateRateSample`).
    #[inline]
    pub fn on_delivered(&mut self, now: Time, number: u64, sent: Time, stamp: &Stamp) {
        self.delivered += 1;
        self.delivered_at = now;
        if self.newest.is_none() || self.is_newest(number, sent) {
            self.newest_number = number;
            self.first_sent = sent;
            let send_elapsed = sent.since(stamp.first_sent);
            let ack_elapsed = now.since(stamp.delivered_at);
            self.newest = Some(Newest {
                prior_delivered: earlier(self.delivered, stamp.delivered),
                prior_lost: earlier(self.lost, stamp.lost),
                interval: send_elapsed.max(ack_elapsed),
                in_flight_at_send: stamp.in_flight,
                app_limited: stamp.app_limited,
            });
        }
    }

    /// Segment `number` is declared lost.
    #[must_use]
    pub fn on_lost(&mut self, number: u64, stamp: &Stamp) -> LostPacket {
        self.lost += 1;
        LostPacket {
            number,
            delivered: self.delivered,
            in_flight_at_send: stamp.in_flight,
            lost: self.lost - earlier(self.lost, stamp.lost),
            app_limited: stamp.app_limited,
        }
    }

    /// Restarts sampling after deliveries with unknown arrival times: reported by duplicate acknowledgments without
    /// blocks, or before a timeout that discarded them. Rates begin again with the packets sent from now on.
    pub fn restart_sampling(&mut self) {
        self.trusted_from = self.delivered;
    }

    /// The sample that the acknowledgment just processed gives (`GenerateRateSample`); `None` if it
    /// delivered nothing. `rtt` is its exact round trip where that is unambiguous.
    pub fn sample(&mut self, rtt: Option<Span>) -> Option<RateSample> {
        if let Some(rtt) = rtt
            && rtt < self.shortest_rtt
        {
            self.shortest_rtt = rtt;
        }
        if self.delivered > self.app_limited_until {
            self.app_limited_until = 0;
        }
        let newest = self.newest.take()?;
        let packets = self.delivered - newest.prior_delivered;
        let is_trusted = newest.prior_delivered >= self.trusted_from;
        Some(RateSample {
            packets_per_s: if is_trusted {
                self.rate(packets, newest.interval)
            } else {
                0.0
            },
            delivered: self.delivered,
            prior_delivered: newest.prior_delivered,
            in_flight_at_send: newest.in_flight_at_send,
            lost: self.lost - newest.prior_lost,
            app_limited: newest.app_limited,
        })
    }

    /// The application has nothing to send although window and pacing would allow it
    /// (`MarkConnectionAppLimited`).
    pub fn mark_app_limited(&mut self, in_flight: u32) {
        self.app_limited_until = (self.delivered + u64::from(in_flight)).max(1);
    }

    /// Packets delivered since the flow began.
    #[must_use]
    pub fn delivered(&self) -> u64 {
        self.delivered
    }

    fn is_newest(&self, number: u64, sent: Time) -> bool {
        sent > self.first_sent || (sent == self.first_sent && number > self.newest_number)
    }

    /// Packets per second; 0 if the interval is too short to be true. (An interval below the
    /// shortest round trip belongs to a retransmission whose original was acknowledged.)
    fn rate(&self, packets: u64, interval: Span) -> f64 {
        if interval < self.shortest_rtt || interval == Span::ZERO {
            0.0
        } else {
            packets as f64 / interval.s()
        }
    }
}

/// Returns an earlier value of a count, given its lower 32 bits.
#[inline]
fn earlier(count: u64, bits: u32) -> u64 {
    count - u64::from((count as u32).wrapping_sub(bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: f64) -> Time {
        Time::from_s(ms / 1e3)
    }

    fn close(got: f64, want: f64) {
        assert!((got / want - 1.0).abs() < 1e-9, "{got} is not {want}");
    }

    /// Sends a packet at a time, ms. Returns the time with the stamp.
    fn send(sampler: &mut RateSampler, at: f64, in_flight: u32) -> (Time, Stamp) {
        (ms(at), sampler.on_sent(ms(at), in_flight))
    }

    /// Ten packets sent at `gap_out` milliseconds, acknowledged from 100 ms on at `gap_back`.
    fn flight(sampler: &mut RateSampler, gap_out: f64, gap_back: f64) -> RateSample {
        let packets: Vec<(Time, Stamp)> = (0..10)
            .map(|i| send(sampler, gap_out * f64::from(i), i))
            .collect();
        let mut last = None;
        for (number, (sent, stamp)) in (0..10u32).zip(&packets) {
            let now = ms(100.0 + gap_back * f64::from(number));
            sampler.on_delivered(now, number.into(), *sent, stamp);
            last = sampler.sample(Some(now.since(*sent)));
        }
        last.unwrap()
    }

    #[test]
    fn the_rate_is_what_was_delivered_over_the_time_it_took() {
        // A first flight is timed from its first sending: 10 packets in 100 + 9·5 ms.
        let sample = flight(&mut RateSampler::default(), 1.0, 5.0);
        close(sample.packets_per_s, 10.0 / 0.145);
        assert_eq!((sample.delivered, sample.prior_delivered), (10, 0));
        assert_eq!(sample.in_flight_at_send, 10);
    }

    #[test]
    fn a_steady_flow_is_sampled_at_its_bottlenecks_rate() {
        // 10 packets in flight, one every 10 ms, round trip 100 ms: each acknowledgment lets one out.
        let mut sampler = RateSampler::default();
        let mut packets: Vec<(Time, Stamp)> = (0..10)
            .map(|i| send(&mut sampler, 10.0 * f64::from(i), i))
            .collect();
        for number in 0..100u32 {
            let now = ms(100.0 + 10.0 * f64::from(number));
            let (sent, stamp) = packets[number as usize];
            sampler.on_delivered(now, number.into(), sent, &stamp);
            let sample = sampler.sample(Some(now.since(sent))).unwrap();
            packets.push((now, sampler.on_sent(now, 9)));
            if number >= 10 {
                close(sample.packets_per_s, 100.0);
            }
        }
    }

    #[test]
    fn bunched_acknowledgments_are_held_to_the_rate_of_sending() {
        // A packet every 20 ms, round trip 100 ms, but 6 to 8 are acknowledged late, at 270 ms, and
        // 9 to 14 at 380 ms. By acknowledgments packet 14, sent at 280 ms, saw 6 packets in 110 ms;
        // they took 120 ms to be sent, from packet 8 on.
        let mut sampler = RateSampler::default();
        let mut packets = Vec::new();
        let mut sample = None;
        for at in (0..=380u32).step_by(10) {
            let acknowledged = match at {
                100..=200 if at % 20 == 0 => (at - 100) / 20..(at - 80) / 20,
                270 => 6..9,
                380 => 9..15,
                _ => 0..0,
            };
            for number in acknowledged {
                let (sent, stamp) = packets[number as usize];
                sampler.on_delivered(ms(f64::from(at)), number.into(), sent, &stamp);
            }
            sample = sampler.sample(Some(Span::from_s(0.1)));
            if at % 20 == 0 && at <= 280 {
                let in_flight = packets.len() as u32;
                packets.push(send(&mut sampler, f64::from(at), in_flight));
            }
        }
        close(sample.unwrap().packets_per_s, 6.0 / 0.12);
    }

    #[test]
    fn a_rate_over_less_than_the_shortest_round_trip_is_none() {
        let mut sampler = RateSampler::default();
        flight(&mut sampler, 1.0, 1.0);
        let (sent, again) = send(&mut sampler, 200.0, 0);
        sampler.on_delivered(ms(210.0), 10, sent, &again);
        let sample = sampler.sample(None).unwrap();
        assert_eq!(sample.packets_per_s, 0.0);
        assert_eq!((sample.delivered, sample.prior_delivered), (11, 10));
    }

    #[test]
    fn losses_are_counted_from_the_packets_sending() {
        let mut sampler = RateSampler::default();
        let first = sampler.on_sent(ms(0.0), 0);
        let second = sampler.on_sent(ms(0.0), 1);
        let lost = sampler.on_lost(0, &first);
        assert_eq!((lost.number, lost.in_flight_at_send, lost.lost), (0, 1, 1));
        let third = sampler.on_sent(ms(1.0), 1);
        sampler.on_delivered(ms(100.0), 1, ms(0.0), &second);
        assert_eq!(sampler.sample(None).unwrap().lost, 1);
        sampler.on_delivered(ms(101.0), 2, ms(1.0), &third);
        assert_eq!(sampler.sample(None).unwrap().lost, 0);
    }

    #[test]
    fn samples_are_limited_by_the_application_until_the_gap_has_passed() {
        let mut sampler = RateSampler::default();
        let before = sampler.on_sent(ms(0.0), 0);
        sampler.mark_app_limited(1);
        let within = sampler.on_sent(ms(1.0), 1);
        sampler.on_delivered(ms(100.0), 0, ms(0.0), &before);
        assert!(!sampler.sample(None).unwrap().app_limited);
        sampler.on_delivered(ms(101.0), 1, ms(1.0), &within);
        assert!(sampler.sample(None).unwrap().app_limited);
        assert!(!sampler.on_sent(ms(102.0), 0).app_limited);
    }

    #[test]
    fn an_acknowledgment_that_delivers_nothing_gives_no_sample() {
        assert!(RateSampler::default().sample(None).is_none());
    }
}
