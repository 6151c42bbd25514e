//! The sender: which segment leaves next, and what acknowledgements and timeouts change.
//!
//! It does no I/O and reads no clock: it is told what happened and when, and is then asked for
//! segments until it has none. Sequence numbers count segments from 0; with a handshake, number 0
//! is the SYN. What acknowledgements do is told in `recovery/`: one file for the recoveries that count
//! duplicates, others for those that know which segments arrived.
//!
//! Sources: RFC 5681 (fast retransmit and recovery), RFC 6582 (NewReno), RFC 6675 (SACK), RFC 8985
//! (RACK-TLP), RFC 3042 (limited transmit), RFC 6298 (timer). Details follow ns-2.35's agents where
//! the RFCs leave room, since the papers' results were made with those: after a timeout everything
//! outstanding is sent again from the first unacknowledged segment, and no second fast retransmit
//! happens before the highest segment sent at the last one is acknowledged (`bugFix_`, RFC 6582
//! Section 3.2).

use super::config::{Ecn, IdleRestart, Recovery, TcpConfig};
use super::notes::{AckNote, Header};
use super::pacing::{Pacer, Pacing};
use super::recovery::Timer;
use super::recovery::board::Board;
use super::recovery::spurious::Doubt;
use super::rtt::RttEstimator;
use crate::cc::{Acked, Controller, Loss, State, Window};
use crate::rng::Rng;
use crate::time::{Span, Time};

/// Sender of one flow.
///
/// The fields are in the order of their use, so that an acknowledgement touches few cache lines: with
/// a thousand flows each is out of the first-level cache when its turn comes.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Sender {
    pub(super) window: Window,
    /// First number not yet acknowledged.
    pub(super) unacked: u32,
    /// Next number to send; where duplicates are counted it goes back after a timeout.
    pub(super) next: u32,
    /// One more than the highest number ever sent.
    pub(super) high: u32,
    /// Numbers from here on do not exist.
    pub(super) end: u32,
    /// How many segments the last input allows at most.
    pub(super) allowance: u32,
    /// How many segments may go beyond the window (limited transmit, F-RTO).
    pub(super) beyond: u32,
    /// Segments that have left the network according to duplicate ACKs (RFC 5681's inflation).
    pub(super) inflation: u32,
    pub(super) duplicates: u32,
    /// No fast retransmit until everything before this is acknowledged.
    pub(super) recover: u32,
    pub(super) phase: Phase,
    /// The window allows a segment that the pacer holds back.
    pub(super) waits_for_pacer: bool,
    /// Selective acknowledgements or idle restarts: more to look at for each segment.
    pub(super) is_special: bool,
    /// Timestamps or marks: segments say more than a number.
    has_headers: bool,
    /// What happens at `timeout_at`.
    pub(super) timer: Timer,
    pub(super) cause: Cause,
    pub(super) news: Option<Cause>,
    pub(super) retransmit: Option<u32>,
    pub(super) timeout_at: Time,
    /// Records of the outstanding segments, where recovery, timing or the controller needs them.
    pub(super) board: Option<Box<Board>>,
    /// What to go back to if the last timeout was needless.
    pub(super) doubt: Option<Box<Doubt>>,
    pub(super) timed: Option<(u32, Time)>,
    pub(super) last_sent: Time,
    pub(super) rtt: RttEstimator,
    pub(super) pacer: Pacer,
    pub(super) controller: State,
    pub(super) supply: Supply,
    pub(super) marks: Marks,
    /// Counted since the start of the flow.
    pub counters: SenderCounters,
}

/// Whether data or the window limits sending.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Supply {
    /// The window had room when the data ran out.
    pub(super) is_short: bool,
    /// What was outstanding after the last new segment, and what was next then.
    most: u32,
    next: u32,
}

/// What the sender knows of congestion marks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    /// Marked segments that the receiver has told of, modulo 2^32.
    pub(super) heard: u32,
    /// No reaction to marks until everything before this is acknowledged, and some more.
    pub(super) reacted: u32,
    /// The next new segment says that the window was reduced.
    pub(super) tell: bool,
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

impl SenderCounters {
    /// What has been counted since `earlier`.
    #[must_use]
    pub fn since(&self, earlier: &SenderCounters) -> SenderCounters {
        SenderCounters {
            retransmissions: self.retransmissions - earlier.retransmissions,
            timeouts: self.timeouts - earlier.timeouts,
            fast_recoveries: self.fast_recoveries - earlier.fast_recoveries,
        }
    }
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

/// Why the window last changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The flow began, or the scenario was changed.
    Start,
    /// An acknowledgement in slow start.
    SlowStart,
    /// An acknowledgement in congestion avoidance.
    Avoidance,
    /// A loss was detected other than by timeout.
    FastRetransmit,
    /// The retransmission timer ran out.
    Timeout,
    /// NewReno's deflation by what a partial acknowledgement covers.
    PartialAck,
    /// Proportional rate reduction during recovery.
    Proportion,
    /// Recovery is over.
    RecoveryEnds,
    /// A congestion mark was echoed.
    Mark,
    /// Sending resumed after an idle time.
    IdleRestart,
    /// A timeout turned out to have been needless.
    Undo,
    /// The controller went from one of its states to another.
    Controller,
}

/// A segment to put on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Sequence number.
    pub number: u32,
    /// Whether it was sent before.
    pub again: bool,
}

/// Windows that may be in flight with Poisson pacing, where the window sets a rate and not a limit.
const POISSON_FUSE: u32 = 4;

impl Sender {
    /// A sender that has sent nothing yet; `rng` is the flow's own.
    #[must_use]
    pub fn new(config: &TcpConfig, mut rng: Rng) -> Sender {
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
        let controller = config.congestion_control.start(&rng);
        let board = Board::needed(config, &controller)
            .then(|| Box::new(Board::starting_at(0, config.recovery)));
        let rtt = RttEstimator::with_clock_at(rng.uniform(), config);
        Sender {
            window,
            controller,
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
            beyond: 0,
            waits_for_pacer: false,
            supply: Supply::default(),
            rtt,
            timed: None,
            timeout_at: Time::NEVER,
            timer: Timer::Retransmission,
            board,
            is_special: is_special(config),
            has_headers: has_headers(config),
            doubt: None,
            marks: Marks::default(),
            last_sent: Time::ZERO,
            cause: Cause::Start,
            news: None,
            counters: SenderCounters::default(),
        }
    }

    /// An acknowledgement arrives: everything before `number` has been received.
    #[inline]
    pub fn on_ack(&mut self, now: Time, number: u32, config: &TcpConfig) {
        let number = number.min(self.high);
        if config.recovery.is_selective() {
            self.on_selective_ack(now, number, &AckNote::NONE, config);
        } else {
            self.on_counted_ack(now, number, None, config);
        }
    }

    /// An acknowledgement arrives that says more than a number.
    pub fn on_annotated_ack(&mut self, now: Time, number: u32, note: &AckNote, config: &TcpConfig) {
        // A number beyond what was sent cannot come from our receiver.
        let number = number.min(self.high);
        if config.recovery.is_selective() {
            self.on_selective_ack(now, number, note, config);
        } else {
            self.on_counted_ack(now, number, Some(note), config);
        }
    }

    /// The timer runs out, if it is due: for most flows the retransmission timer.
    pub fn on_timeout(&mut self, now: Time, config: &TcpConfig) {
        if now < self.timeout_at {
            return;
        }
        match self.timer {
            Timer::Retransmission => self.on_retransmission_timeout(now, config),
            Timer::Reordering => self.on_reordering_timeout(now, config),
            Timer::Probe => self.on_probe_timeout(now, config),
        }
    }

    /// The next segment to send now, if any.
    #[inline]
    pub fn next_segment(&mut self, now: Time, config: &TcpConfig) -> Option<Segment> {
        if self.is_special {
            return self.next_special(now, config);
        }
        self.next_counted(now, config)
    }

    /// The next segment where there is more to look at: see `is_special`.
    #[inline(never)]
    fn next_special(&mut self, now: Time, config: &TcpConfig) -> Option<Segment> {
        self.restart_after_idle(now, config);
        if config.recovery.is_selective() {
            self.next_selective(now, config)
        } else {
            self.next_counted(now, config)
        }
    }

    /// The next segment where duplicates are counted.
    #[inline(always)]
    fn next_counted(&mut self, now: Time, config: &TcpConfig) -> Option<Segment> {
        if let Some(number) = self.retransmit.take() {
            return Some(self.send_again(now, number));
        }
        let out = self.next - self.unacked;
        let in_window = self.allowance > 0 && out < self.allowed_in_flight(config);
        if self.next >= self.end || !(in_window || self.beyond > 0) {
            self.waits_for_pacer = false;
            if self.end != u32::MAX {
                self.note_supply(out, in_window);
            }
            return None;
        }
        if now < self.pacer.next_at() {
            self.waits_for_pacer = true;
            return None;
        }
        if self.beyond > 0 {
            self.beyond -= 1;
        } else {
            self.allowance -= 1;
        }
        let number = self.next;
        self.next += 1;
        if number < self.high {
            let segment = self.send_again(now, number);
            self.start_timer(now, config);
            self.pace(now, config);
            return Some(segment);
        }
        Some(self.send_new(now, number, config))
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
    pub fn reconfigure(&mut self, now: Time, old: &TcpConfig, new: &TcpConfig) {
        self.window.max = f64::from(new.max_window_packets);
        self.window.set(self.window.cwnd);
        if self.window.ssthresh > self.window.max
            || old.max_window_packets as f64 == self.window.ssthresh
        {
            self.window.ssthresh = self.window.max;
        }
        if old.congestion_control != new.congestion_control {
            self.change_controller(now, old, new);
        }
        if old.pacing != new.pacing || old.congestion_control != new.congestion_control {
            self.pacer.forget();
        }
        self.cause = Cause::Start;
        self.is_special = is_special(new);
        self.change_recovery(now, old, new);
    }

    /// When the timer runs out; [`Time::NEVER`] when it is off.
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

    /// Whether it is in fast recovery.
    #[must_use]
    #[inline]
    pub fn is_recovering(&self) -> bool {
        matches!(self.phase, Phase::Recovery { .. })
    }

    /// Why the window last changed.
    #[must_use]
    pub fn cause(&self) -> Cause {
        self.cause
    }

    /// A cause worth a mark on the time axis since the last call: a mark's echo, an idle restart, an
    /// undone timeout, or another state of the controller.
    #[inline]
    pub fn take_news(&mut self) -> Option<Cause> {
        self.news?;
        self.news.take()
    }

    /// What the controller shows as its state; see [`Controller::state`].
    #[must_use]
    pub fn controller_state(&self) -> Option<u8> {
        self.controller.state()
    }

    /// Segments in flight, as far as the sender knows.
    #[must_use]
    pub fn in_flight(&self) -> u32 {
        match &self.board {
            Some(board) if board.recovery.is_selective() => board.segments.pipe(),
            _ => (self.next - self.unacked).saturating_sub(self.inflation),
        }
    }

    /// The rate at which segments may leave now, per second; `None` where nothing paces them.
    #[must_use]
    pub fn pacing_rate(&self, config: &TcpConfig) -> Option<f64> {
        let controlled = self.controller.pacing_rate(&self.window);
        let srtt = self.rtt.srtt();
        Pacer::rate(&config.pacing, controlled, &self.window, srtt)
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

    /// Segments that have left and are not yet acknowledged cumulatively, lost or not.
    #[must_use]
    pub fn outstanding(&self) -> u32 {
        self.high - self.unacked
    }

    /// A segment leaves for the first time.
    #[inline(always)]
    pub(super) fn send_new(&mut self, now: Time, number: u32, config: &TcpConfig) -> Segment {
        if let Some(board) = &mut self.board {
            board.on_sent(now, number, self.next - 1 - self.unacked);
        }
        self.high = self.next;
        self.last_sent = now;
        // One segment per window is timed, never one that was sent before (Karn).
        self.timed.get_or_insert((number, now));
        self.start_timer(now, config);
        self.pace(now, config);
        Segment {
            number,
            again: false,
        }
    }

    /// A segment leaves again.
    #[inline(never)]
    pub(super) fn send_again(&mut self, now: Time, number: u32) -> Segment {
        self.counters.retransmissions += 1;
        self.last_sent = now;
        // Karn: its acknowledgement would not say which of the two it answers.
        self.timed = self.timed.filter(|&(timed, _)| timed != number);
        if let Some(board) = &mut self.board {
            let others = self.next.saturating_sub(self.unacked + 1);
            board.on_sent_again(now, number, others);
        }
        Segment {
            number,
            again: true,
        }
    }

    /// What the header of a segment says, sent at `now`.
    #[must_use]
    #[inline]
    pub fn header(&mut self, segment: &Segment, now: Time, config: &TcpConfig) -> Header {
        if !self.has_headers {
            return Header::default();
        }
        let syn = config.handshake && segment.number == 0;
        // RFC 3168 Sections 6.1.1 and 6.1.5: neither a SYN nor what is sent again may be marked.
        let may_be_marked = config.ecn != Ecn::Off && !segment.again && !syn;
        // Section 6.1.2: the first new segment after a reduction tells of it.
        let reduced = !segment.again && std::mem::take(&mut self.marks.tell);
        Header::new(may_be_marked, reduced, config.timestamps.then_some(now))
    }

    /// Tells the controller of newly acknowledged data.
    #[inline]
    pub(super) fn tell_ack(&mut self, acked: &Acked) {
        let before = self.window.cwnd;
        let slow = self.window.in_slow_start();
        self.controller.on_ack(&mut self.window, acked);
        if self.window.cwnd != before {
            self.cause = if slow {
                Cause::SlowStart
            } else {
                Cause::Avoidance
            };
        }
    }

    /// Notes that the controller has gone to another of its states. Only controllers that sample the
    /// rate have any.
    pub(super) fn note_state(&mut self, before: Option<u8>) {
        if before != self.controller.state() {
            self.cause = Cause::Controller;
            self.news = Some(Cause::Controller);
        }
    }

    /// Whether the window, and not the data, limited sending: only then it may grow. In slow start
    /// half the window is enough (RFC 7661; Linux `tcp_is_cwnd_limited`).
    #[inline]
    pub(super) fn is_window_limited(&self) -> bool {
        !self.supply.is_short
            || (self.window.in_slow_start() && self.window.cwnd < 2.0 * f64::from(self.supply.most))
    }

    #[inline]
    pub(super) fn note_supply(&mut self, out: u32, window_has_room: bool) {
        if self.next != self.supply.next {
            self.supply.next = self.next;
            self.supply.most = out;
        }
        self.supply.is_short = window_has_room;
        if window_has_room && let Some(board) = &mut self.board {
            board.sampler.mark_app_limited(out);
        }
    }

    #[inline]
    pub(super) fn allowed_in_flight(&self, config: &TcpConfig) -> u32 {
        let window = (self.window.cwnd as u32 + self.inflation).min(self.window.max as u32);
        self.fused(window, config)
    }

    /// What the receiver takes beyond what it has acknowledged.
    pub(super) fn receive_window(&self, config: &TcpConfig) -> u32 {
        self.fused(self.window.max as u32, config)
    }

    /// A Poisson process of rate cwnd/RTT has cwnd packets in flight on average, not at most; a strict
    /// window would thin it by Erlang's loss (17 % at 16 packets). The fuse only blows when
    /// acknowledgements stay away. It is not for controllers that set the rate themselves, nor for
    /// recovery that makes the window of what is in flight.
    #[inline]
    fn fused(&self, window: u32, config: &TcpConfig) -> u32 {
        match config.pacing {
            Pacing::Poisson {} if !self.window_is_strict(config) => {
                window.saturating_mul(POISSON_FUSE)
            }
            _ => window,
        }
    }

    fn window_is_strict(&self, config: &TcpConfig) -> bool {
        let in_recovery = self.is_recovering();
        self.controller.pacing_rate(&self.window).is_some()
            || (in_recovery && config.recovery == Recovery::Rack)
    }

    #[inline]
    pub(super) fn pace(&mut self, now: Time, config: &TcpConfig) {
        let controlled = self.controller.pacing_rate(&self.window);
        let srtt = self.rtt.srtt();
        self.pacer
            .on_sent(now, &config.pacing, controlled, &self.window, srtt);
    }

    pub(super) fn loss(&self, now: Time, lost: u32) -> Loss {
        Loss {
            now,
            in_flight: self.next - self.unacked,
            lost,
        }
    }

    /// Restarts the timer while anything is outstanding, else stops it: RFC 6298 rules (5.2), (5.3).
    #[inline]
    pub(super) fn settle_timer(&mut self, now: Time, config: &TcpConfig) {
        if self.high > self.unacked {
            self.restart_timer(now, config);
        } else {
            self.timeout_at = Time::NEVER;
            self.timer = Timer::Retransmission;
        }
    }

    /// Starts the timer if it is off: RFC 6298 rule (5.1).
    #[inline]
    pub(super) fn start_timer(&mut self, now: Time, config: &TcpConfig) {
        if self.timeout_at == Time::NEVER {
            self.restart_timer(now, config);
        }
    }

    #[inline]
    pub(super) fn restart_timer(&mut self, now: Time, config: &TcpConfig) {
        self.timeout_at = now + self.rtt.rto(config);
        self.timer = Timer::Retransmission;
    }
}

/// See [`Sender::is_special`].
fn is_special(config: &TcpConfig) -> bool {
    config.recovery.is_selective() || config.idle_restart != IdleRestart::Off
}

/// See [`Sender::has_headers`].
fn has_headers(config: &TcpConfig) -> bool {
    config.timestamps || config.ecn != Ecn::Off
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use serde_json::json;

    /// Defaults, without a handshake.
    pub(crate) fn config() -> TcpConfig {
        let section = crate::spec::complete::complete_one(
            &crate::tcp::config::SECTION,
            json!({"handshake": false}),
        );
        serde_json::from_value(section.unwrap()).unwrap()
    }

    #[test]
    fn a_flow_that_needs_no_records_keeps_none() {
        let plain = Sender::new(&config(), Rng::for_component(1, "sender", 0));
        assert!(plain.board.is_none());
    }
}
