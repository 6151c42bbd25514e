//! The sender: which segment leaves next, and what acknowledgements and timeouts change.
//!
//! It does no I/O and reads no clock: it is told what happened and when, and is then asked for
//! segments until it has none. Sequence numbers count segments from 0; with a handshake, number 0
//! is the SYN.
//!
//! Sources: RFC 5681 (fast retransmit and recovery), RFC 6582 (NewReno), RFC 3042 (limited
//! transmit), RFC 6298 (timer). Details follow ns-2.35's agents where the RFCs leave room, since
//! the papers' results were made with those: after a timeout everything outstanding is sent again
//! from the first unacknowledged segment, and no second fast retransmit happens before the highest
//! segment sent at the last one is acknowledged (`bugFix_`, RFC 6582 Section 3.2).

use super::config::{Recovery, TcpConfig};
use super::pacing::{Pacer, Pacing};
use super::rtt::RttEstimator;
use crate::cc::{Acked, Controller, Loss, State, Window};
use crate::rng::Rng;
use crate::time::{Span, Time};

/// Sender of one flow.
#[derive(Clone, Debug)]
pub struct Sender {
    window: Window,
    controller: State,
    pacer: Pacer,
    phase: Phase,
    /// First number not yet acknowledged.
    unacked: u32,
    /// Next number to send; goes back after a timeout.
    next: u32,
    /// One more than the highest number ever sent.
    high: u32,
    /// Numbers from here on do not exist.
    end: u32,
    duplicates: u32,
    /// Segments that have left the network according to duplicate ACKs (RFC 5681's inflation).
    inflation: u32,
    /// No fast retransmit until everything before this is acknowledged.
    recover: u32,
    retransmit: Option<u32>,
    /// How many segments the last input allows at most.
    allowance: u32,
    /// One segment may go beyond the window (limited transmit).
    limited: bool,
    /// The window allows a segment that the pacer holds back.
    waits_for_pacer: bool,
    rtt: RttEstimator,
    timed: Option<(u32, Time)>,
    timeout_at: Time,
    /// Counted since the start of the flow.
    pub counters: SenderCounters,
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

/// A segment to put on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Sequence number.
    pub number: u32,
    /// Whether it was sent before.
    pub again: bool,
}

/// Segments per acknowledgement during NewReno recovery (ns-2's `send_much(0, 0, 2)`).
const RECOVERY_BURST: u32 = 2;
/// Windows that may be in flight with Poisson pacing, where the window sets a rate and not a limit.
const POISSON_FUSE: u32 = 4;

impl Sender {
    /// A sender that has sent nothing yet; `rng` is the flow's own.
    #[must_use]
    pub fn new(config: &TcpConfig, rng: Rng) -> Sender {
        let first_window = if config.handshake {
            1.0
        } else {
            config.initial_window_packets
        };
        let mut window = Window {
            cwnd: 1.0,
            ssthresh: config.first_ssthresh(),
            max: f64::from(config.max_window_packets),
        };
        window.set(first_window);
        Sender {
            window,
            controller: config.congestion_control.start(&rng),
            pacer: Pacer::new(rng),
            phase: Phase::Open,
            unacked: 0,
            next: 0,
            high: 0,
            end: u32::MAX,
            duplicates: 0,
            inflation: 0,
            recover: 0,
            retransmit: None,
            allowance: u32::MAX,
            limited: false,
            waits_for_pacer: false,
            rtt: RttEstimator::default(),
            timed: None,
            timeout_at: Time::NEVER,
            counters: SenderCounters::default(),
        }
    }

    /// An acknowledgement arrives: everything before `number` has been received.
    pub fn on_ack(&mut self, now: Time, number: u32, config: &TcpConfig) {
        self.allowance = 0;
        self.limited = false;
        if number > self.unacked {
            // A number beyond what was sent cannot come from our receiver.
            self.on_new_ack(now, number.min(self.high), config);
        } else if number == self.unacked && self.high > self.unacked {
            self.on_duplicate_ack(now, config);
        }
    }

    /// The retransmission timer runs out, if it is due.
    pub fn on_timeout(&mut self, now: Time, config: &TcpConfig) {
        if now < self.timeout_at {
            return;
        }
        self.counters.timeouts += 1;
        let again = self.phase == Phase::Loss;
        let loss = self.loss(now);
        self.controller.on_timeout(&mut self.window, &loss, again);
        self.phase = Phase::Loss;
        self.recover = self.high;
        self.next = self.unacked;
        self.duplicates = 0;
        self.inflation = 0;
        self.retransmit = None;
        self.timed = None;
        self.rtt.back_off();
        self.restart_timer(now, config);
        self.allowance = u32::MAX;
    }

    /// The next segment to send now, if any.
    pub fn next_segment(&mut self, now: Time, config: &TcpConfig) -> Option<Segment> {
        if let Some(number) = self.retransmit.take() {
            self.counters.retransmissions += 1;
            return Some(Segment {
                number,
                again: true,
            });
        }
        let in_window =
            self.allowance > 0 && self.next - self.unacked < self.allowed_in_flight(config);
        if self.next >= self.end || !(in_window || self.limited) {
            self.waits_for_pacer = false;
            return None;
        }
        if now < self.pacer.next_at() {
            self.waits_for_pacer = true;
            return None;
        }
        if self.limited {
            self.limited = false;
        } else {
            self.allowance -= 1;
        }
        let number = self.next;
        self.next += 1;
        let again = number < self.high;
        if again {
            self.counters.retransmissions += 1;
        } else {
            self.high = self.next;
            // One segment per window is timed, never one that was sent before (Karn).
            self.timed.get_or_insert((number, now));
        }
        if self.timeout_at == Time::NEVER {
            self.restart_timer(now, config);
        }
        self.pace(now, config);
        Some(Segment { number, again })
    }

    /// When to ask for segments again because of pacing; [`Time::NEVER`] when nothing waits for it.
    #[must_use]
    #[inline]
    pub fn paced_until(&self) -> Time {
        if self.waits_for_pacer {
            self.pacer.next_at()
        } else {
            Time::NEVER
        }
    }

    /// Has only so many segments to send, a SYN not counted.
    pub fn send_only(&mut self, segments: u32, config: &TcpConfig) {
        self.end = segments.saturating_add(u32::from(config.handshake));
    }

    /// One past the last number there is to send.
    #[must_use]
    pub fn end(&self) -> u32 {
        self.end
    }

    /// Whether everything there is to send has been acknowledged.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.unacked >= self.end
    }

    /// Sends nothing new from now on.
    pub fn stop(&mut self) {
        self.end = self.high;
    }

    /// Applies changed parameters.
    pub fn reconfigure(&mut self, old: &TcpConfig, new: &TcpConfig) {
        self.window.max = f64::from(new.max_window_packets);
        self.window.set(self.window.cwnd);
        if self.window.ssthresh > self.window.max
            || old.max_window_packets as f64 == self.window.ssthresh
        {
            self.window.ssthresh = self.window.max;
        }
        if old.congestion_control != new.congestion_control {
            self.controller = new.congestion_control.start(self.pacer.rng());
        }
    }

    /// When the retransmission timer runs out; [`Time::NEVER`] when it is off.
    #[must_use]
    pub fn timeout_at(&self) -> Time {
        self.timeout_at
    }

    /// Congestion window and threshold, without inflation.
    #[must_use]
    pub fn window(&self) -> &Window {
        &self.window
    }

    /// Where the sender stands.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Its estimate of the round trip.
    #[must_use]
    pub fn rtt(&self) -> &RttEstimator {
        &self.rtt
    }

    /// The retransmission timeout with its back-off.
    #[must_use]
    pub fn rto(&self, config: &TcpConfig) -> Span {
        self.rtt.rto(config)
    }

    /// First number not yet acknowledged.
    #[must_use]
    pub fn unacked(&self) -> u32 {
        self.unacked
    }

    fn on_new_ack(&mut self, now: Time, number: u32, config: &TcpConfig) {
        if let Phase::Recovery { repaired } = self.phase
            && config.recovery == Recovery::Newreno
            && number < self.recover
        {
            self.on_partial_ack(now, number, repaired, config);
            return;
        }
        if matches!(self.phase, Phase::Recovery { .. }) || number >= self.recover {
            self.phase = Phase::Open;
        }
        let packets = number - self.unacked;
        let in_flight = self.next - self.unacked;
        self.inflation = 0;
        self.duplicates = 0;
        self.retransmit = None;
        self.advance(number);
        let mut rtt = None;
        if let Some((timed, sent)) = self.timed
            && timed < number
        {
            self.timed = None;
            self.rtt.sample(sent, now, config);
            rtt = Some(now.since(sent));
        }
        self.settle_timer(now, config);
        let syn_acknowledged = config.handshake && number == 1;
        if syn_acknowledged {
            self.window.set(config.initial_window_packets);
            self.controller.on_established(&mut self.window, now, rtt);
        } else {
            let acked = Acked {
                now,
                packets,
                unacked: number,
                next: self.next,
                in_flight,
                window_limited: true,
                in_recovery: false,
                marked: 0,
                rtt,
                srtt: self.rtt.srtt(),
                rate: None,
            };
            self.controller.on_ack(&mut self.window, &acked);
        }
        self.allowance = u32::MAX;
    }

    /// RFC 6582 Section 3.2 step 5: some, not all, of what was outstanding at the loss is
    /// acknowledged, so the next segment is lost too.
    fn on_partial_ack(&mut self, now: Time, number: u32, repaired: bool, config: &TcpConfig) {
        // Deflate by what was acknowledged, then add one segment back.
        let acked = number - self.unacked;
        if self.inflation > acked {
            self.inflation -= acked - 1;
        } else {
            self.window
                .set(self.window.cwnd - f64::from(acked - self.inflation));
            self.inflation = 1;
        }
        // The impatient variant: the timer restarts for the first partial ACK only, so that many
        // losses end in a timeout rather than in one round trip each.
        if !repaired {
            self.settle_timer(now, config);
        }
        self.phase = Phase::Recovery { repaired: true };
        self.advance(number);
        if self.timed.is_some_and(|(timed, _)| timed < number) {
            self.timed = None;
            self.rtt.end_back_off();
        }
        self.retransmit = Some(number);
        self.allowance = RECOVERY_BURST;
    }

    fn on_duplicate_ack(&mut self, now: Time, config: &TcpConfig) {
        self.duplicates += 1;
        let threshold = config.duplicate_ack_threshold;
        if self.duplicates < threshold {
            self.limited = config.limited_transmit && self.may_send_beyond_window();
            return;
        }
        if self.duplicates == threshold {
            if self.unacked > self.recover || self.recover == 0 {
                self.fast_retransmit(now, config);
            }
        } else if matches!(self.phase, Phase::Recovery { .. }) {
            self.inflation += 1;
        }
        self.allowance = match config.recovery {
            Recovery::Tahoe | Recovery::Reno => u32::MAX,
            Recovery::Newreno => RECOVERY_BURST,
        };
    }

    fn fast_retransmit(&mut self, now: Time, config: &TcpConfig) {
        self.counters.fast_recoveries += 1;
        self.recover = self.high;
        let loss = self.loss(now);
        self.controller.on_loss(&mut self.window, &loss);
        self.timed = None;
        self.restart_timer(now, config);
        if config.recovery == Recovery::Tahoe {
            self.window.set(1.0);
            self.next = self.unacked;
            self.phase = Phase::Loss;
            return;
        }
        self.phase = Phase::Recovery { repaired: false };
        self.inflation = config.duplicate_ack_threshold;
        self.retransmit = Some(self.unacked);
    }

    /// RFC 3042: the receive window and two segments beyond the congestion window.
    fn may_send_beyond_window(&self) -> bool {
        let in_flight = f64::from(self.next - self.unacked);
        in_flight < self.window.max
            && in_flight + 1.0 <= self.window.cwnd + f64::from(self.duplicates)
    }

    #[inline]
    fn allowed_in_flight(&self, config: &TcpConfig) -> u32 {
        let window = (self.window.cwnd as u32 + self.inflation).min(self.window.max as u32);
        // A Poisson process of rate cwnd/RTT has cwnd packets in flight on average, not at most; a
        // strict window would thin it by Erlang's loss (17 % at 16 packets). The fuse only blows
        // when acknowledgements stay away.
        match config.pacing {
            Pacing::Poisson {} => window.saturating_mul(POISSON_FUSE),
            _ => window,
        }
    }

    #[inline]
    fn pace(&mut self, now: Time, config: &TcpConfig) {
        let controlled = self.controller.pacing_rate(&self.window);
        let srtt = self.rtt.srtt();
        self.pacer
            .on_sent(now, &config.pacing, controlled, &self.window, srtt);
    }

    fn loss(&self, now: Time) -> Loss {
        Loss {
            now,
            in_flight: self.next - self.unacked,
            lost: 1,
        }
    }

    fn advance(&mut self, number: u32) {
        self.unacked = number;
        self.next = self.next.max(number);
    }

    /// Restarts the timer while anything is outstanding, else stops it: RFC 6298 rules (5.2), (5.3).
    fn settle_timer(&mut self, now: Time, config: &TcpConfig) {
        if self.high > self.unacked {
            self.restart_timer(now, config);
        } else {
            self.timeout_at = Time::NEVER;
        }
    }

    fn restart_timer(&mut self, now: Time, config: &TcpConfig) {
        self.timeout_at = now + self.rtt.rto(config);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use serde_json::json;

    /// Defaults, without a handshake.
    pub(crate) fn config() -> TcpConfig {
        let section = crate::scenario::complete::complete_one(
            &crate::tcp::config::SECTION,
            json!({"handshake": false}),
        );
        serde_json::from_value(section.unwrap()).unwrap()
    }

    fn new(config: &TcpConfig) -> Sender {
        Sender::new(config, Rng::for_component(1, "sender", 0))
    }

    fn numbers(sender: &mut Sender, now: f64, config: &TcpConfig) -> Vec<u32> {
        std::iter::from_fn(|| sender.next_segment(Time::from_s(now), config))
            .map(|segment| segment.number)
            .collect()
    }

    #[test]
    fn slow_start_releases_two_segments_per_acknowledgement() {
        let config = config();
        let mut sender = new(&config);
        assert_eq!(numbers(&mut sender, 0.0, &config), [0, 1]);
        sender.on_ack(Time::from_s(0.1), 1, &config);
        assert_eq!(numbers(&mut sender, 0.1, &config), [2, 3]);
        sender.on_ack(Time::from_s(0.1), 2, &config);
        assert_eq!(numbers(&mut sender, 0.1, &config), [4, 5]);
    }

    #[test]
    fn the_third_duplicate_retransmits_once_and_two_new_segments_went_before() {
        let config = TcpConfig {
            recovery: Recovery::Reno,
            initial_window_packets: 8.0,
            ..config()
        };
        let mut sender = new(&config);
        assert_eq!(numbers(&mut sender, 0.0, &config), [0, 1, 2, 3, 4, 5, 6, 7]);
        let mut sent = Vec::new();
        for _ in 0..7 {
            sender.on_ack(Time::from_s(0.1), 0, &config);
            sent.push(numbers(&mut sender, 0.1, &config));
        }
        // Window 4 plus 3, 4, 5, 6, 7 duplicates; 10 in flight until then.
        let expected: [&[u32]; 7] = [&[8], &[9], &[0], &[], &[], &[], &[10]];
        assert_eq!(sent, expected);
        assert_eq!(sender.window().cwnd, 4.0);
        sender.on_ack(Time::from_s(0.2), 10, &config);
        assert_eq!(sender.phase(), Phase::Open);
        assert_eq!(sender.window().cwnd, 4.25);
    }

    #[test]
    fn a_timeout_goes_back_to_the_first_hole_with_one_segment() {
        let config = TcpConfig {
            initial_window_packets: 8.0,
            ..config()
        };
        let mut sender = new(&config);
        numbers(&mut sender, 0.0, &config);
        sender.on_timeout(Time::from_s(0.5), &config);
        assert_eq!(numbers(&mut sender, 0.5, &config), [0u32; 0], "not due yet");
        sender.on_timeout(Time::from_s(1.0), &config);
        assert_eq!(numbers(&mut sender, 1.0, &config), [0]);
        assert_eq!(sender.window().ssthresh, 4.0);
        assert_eq!(sender.timeout_at(), Time::from_s(3.0), "doubled");
    }
}
