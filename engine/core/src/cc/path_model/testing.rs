//! A path to try a version of BBR on: one sender, a link with a queue, and acknowledgments that come back singly.

use std::collections::VecDeque;

use super::Ack;
use crate::cc::{Acked, Controller, Loss, RateSample, Window};
use crate::tcp::rate::{RateSampler, Stamp};
use crate::time::{Span, Time};

/// A sample of the delivery rate, packets per second.
pub(in crate::cc) fn sample(
    packets_per_s: f64,
    prior_delivered: u64,
    delivered: u64,
) -> RateSample {
    RateSample {
        packets_per_s,
        delivered,
        prior_delivered,
        in_flight_at_send: 10,
        lost: 0,
        app_limited: false,
    }
}

/// An acknowledgment of so many packets.
pub(in crate::cc) fn ack(now_s: f64, packets: f64) -> Ack {
    Ack {
        now: Time::from_s(now_s),
        rate: sample(100.0, 0, 1),
        packets,
        lost: 0.0,
        in_flight: 10.0,
        cwnd: 100.0,
        in_flight_before: 11.0,
        rtt: None,
        earliest_departure: Time::ZERO,
    }
}

/// One flow alone on a link of `rate` packets per second, with `propagation` seconds to and fro
/// and room for `buffer` packets to wait.
///
/// Every packet is acknowledged by itself. One is taken for lost when three sent later have been
/// acknowledged; nothing is sent again, since only volumes matter here.
pub(in crate::cc) struct Path<C> {
    pub(in crate::cc) rate: f64,
    pub(in crate::cc) propagation: f64,
    pub(in crate::cc) buffer: f64,
    pub(in crate::cc) now: f64,
    pub(in crate::cc) bbr: C,
    pub(in crate::cc) window: Window,
    pub(in crate::cc) in_flight: u32,
    pub(in crate::cc) dropped: u64,
    /// Rate of the last sample.
    pub(in crate::cc) measured: f64,
    sampler: RateSampler,
    sent: VecDeque<Sent>,
    next: u64,
    may_send_at: f64,
    link_free_at: f64,
    in_recovery: bool,
    /// Recovery is over when this is acknowledged, as the last packet sent again would be.
    recover: u64,
    recover_from: u64,
}

struct Sent {
    number: u64,
    sent: Time,
    stamp: Stamp,
    acked_at: Option<f64>,
}

impl<C: Controller> Path<C> {
    /// The flow is established with an initial window of ten packets.
    pub(in crate::cc) fn of(mut bbr: C, rate: f64, propagation: f64, buffer: f64) -> Path<C> {
        let mut window = Window {
            cwnd: 10.0,
            ssthresh: 1e6,
            max: 1e6,
        };
        bbr.on_established(&mut window, Time::ZERO, Some(Span::from_s(propagation)));
        Path {
            rate,
            propagation,
            buffer,
            now: 0.0,
            bbr,
            window,
            in_flight: 0,
            dropped: 0,
            measured: 0.0,
            sampler: RateSampler::default(),
            sent: VecDeque::new(),
            next: 0,
            may_send_at: 0.0,
            link_free_at: 0.0,
            in_recovery: false,
            recover: 0,
            recover_from: 0,
        }
    }

    /// Packets in flight that need no queue.
    pub(in crate::cc) fn bdp(&self) -> f64 {
        self.rate * self.propagation
    }

    /// Runs until `wanted`, for `limit` seconds more at most; whether it came to that.
    pub(in crate::cc) fn run_until(
        &mut self,
        limit: f64,
        wanted: impl Fn(&Path<C>) -> bool,
    ) -> bool {
        let end = self.now + limit;
        while self.now < end {
            if wanted(self) {
                return true;
            }
            self.step();
        }
        false
    }

    /// The link's rate becomes so many packets per second, for what is queued too.
    pub(in crate::cc) fn change_rate(&mut self, rate: f64) {
        let (now, ratio) = (self.now, self.rate / rate);
        let later = |at: f64| {
            if at > now {
                now + (at - now) * ratio
            } else {
                at
            }
        };
        self.link_free_at = later(self.link_free_at);
        for sent in &mut self.sent {
            sent.acked_at = sent
                .acked_at
                .map(|at| later(at - self.propagation) + self.propagation);
        }
        self.rate = rate;
    }

    /// The application pauses for so long once everything is acknowledged, and then goes on.
    pub(in crate::cc) fn idle(&mut self, seconds: f64) {
        while self.in_flight > 0 {
            self.now = self.sent.front().and_then(|sent| sent.acked_at).unwrap();
            self.acknowledge();
        }
        self.now += seconds;
        let now = Time::from_s(self.now);
        self.sampler.mark_app_limited(0);
        let idle = Span::from_s(seconds);
        self.bbr.on_restart(&mut self.window, now, idle);
    }

    /// What happens next: a packet leaves or an acknowledgment arrives.
    pub(in crate::cc) fn step(&mut self) {
        let acked_at = self
            .sent
            .iter()
            .find_map(|sent| sent.acked_at)
            .unwrap_or(f64::INFINITY);
        let open = f64::from(self.in_flight) + 1.0 <= self.window.cwnd;
        let sends_at = if open {
            self.may_send_at.max(self.now)
        } else {
            f64::INFINITY
        };
        if acked_at <= sends_at {
            assert!(acked_at < f64::INFINITY, "nothing happens any more");
            self.now = acked_at;
            self.acknowledge();
        } else {
            self.now = sends_at;
            self.send();
        }
    }

    fn send(&mut self) {
        let sent = Time::from_s(self.now);
        let stamp = self.sampler.on_sent(sent, self.in_flight);
        self.in_flight += 1;
        let starts = self.link_free_at.max(self.now);
        let waiting = (starts - self.now) * self.rate;
        let acked_at = if waiting > self.buffer {
            self.dropped += 1;
            None
        } else {
            self.link_free_at = starts + 1.0 / self.rate;
            Some(self.link_free_at + self.propagation)
        };
        self.sent.push_back(Sent {
            number: self.next,
            sent,
            stamp,
            acked_at,
        });
        self.next += 1;
        let rate = self.bbr.pacing_rate(&self.window).unwrap();
        self.may_send_at = self.now.max(self.may_send_at) + 1.0 / rate;
    }

    fn acknowledge(&mut self) {
        let now = Time::from_s(self.now);
        let at = self.sent.iter().position(|s| s.acked_at.is_some()).unwrap();
        let acked = self.sent.remove(at).unwrap();
        self.sampler
            .on_delivered(now, acked.number, acked.sent, &acked.stamp);
        let before = self.in_flight;
        let lost_before = acked.number.saturating_sub(2);
        while self
            .sent
            .front()
            .is_some_and(|s| s.acked_at.is_none() && s.number < lost_before)
        {
            let lost = self.sent.pop_front().unwrap();
            self.lose(now, &lost);
        }
        self.in_flight -= 1;
        if self.in_recovery && acked.number >= self.recover {
            self.in_recovery = false;
            self.bbr.on_recovered(&mut self.window, now);
        }
        let rtt = Some(now.since(acked.sent));
        let rate = self.sampler.sample(rtt);
        self.measured = rate.unwrap().packets_per_s;
        let acked = Acked {
            now,
            packets: 1,
            unacked: 0,
            next: self.next,
            in_flight: before,
            window_limited: true,
            is_paced: true,
            echoes: false,
            in_recovery: self.in_recovery,
            marked: 0,
            rtt,
            srtt: rtt,
            rate,
            earliest_departure: Time::from_s(self.may_send_at),
        };
        self.bbr.on_ack(&mut self.window, &acked);
    }

    fn lose(&mut self, now: Time, lost: &Sent) {
        self.in_flight -= 1;
        let packet = self.sampler.on_lost(lost.number, &lost.stamp);
        self.bbr.on_packet_lost(&mut self.window, now, &packet);
        if !self.in_recovery || lost.number < self.recover_from {
            self.recover = self.next;
        }
        if !self.in_recovery {
            self.in_recovery = true;
            self.recover_from = self.next;
            let loss = Loss {
                now,
                in_flight: self.in_flight,
                lost: 1,
            };
            self.bbr.on_loss(&mut self.window, &loss);
        }
    }
}
