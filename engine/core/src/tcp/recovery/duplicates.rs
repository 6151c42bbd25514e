//! Recovery that counts duplicate acknowledgements: Tahoe, Reno and NewReno.
//!
//! Each duplicate says that some segment has left the network, not which. Three of them mean that the
//! first outstanding one is lost. Reno then inflates its window by one per further duplicate and is
//! done with the first new acknowledgement; NewReno takes one that covers only a part as the sign of
//! the next hole and stays until all that was outstanding is acknowledged.
//!
//! Sources: RFC 5681 Section 3.2, RFC 6582 Section 3.2, RFC 3042, and ns-2.35's agents.

use super::super::config::{NewrenoTimer, Recovery, TcpConfig};
use super::super::notes::AckNote;
use super::super::sender::{Cause, Phase, Sender};
use crate::cc::{Acked, Controller, RateSample};
use crate::time::{Span, Time};

/// Segments per acknowledgement during NewReno recovery (ns-2's `send_much(0, 0, 2)`).
const RECOVERY_BURST: u32 = 2;

impl Sender {
    /// An acknowledgement arrives; its blocks, if it has any, are not looked at.
    #[inline(always)]
    pub(in crate::tcp) fn on_counted_ack(
        &mut self,
        now: Time,
        number: u32,
        note: Option<&AckNote>,
        config: &TcpConfig,
    ) {
        let (marked, reacts) = note.map_or((0, false), |note| self.take_marks(number, note));
        // An ACK that says nothing new takes nothing back either: a segment may be waiting for its pace.
        if number > self.unacked {
            self.allowance = 0;
            self.beyond = 0;
            self.on_new_ack(now, number, note, marked, config);
        } else if number == self.unacked && self.high > self.unacked {
            self.beyond = 0;
            self.on_duplicate_ack(now, config);
        }
        if reacts {
            self.react_to_marks(now);
        }
    }

    #[inline(always)]
    fn on_new_ack(
        &mut self,
        now: Time,
        number: u32,
        note: Option<&AckNote>,
        marked: u32,
        config: &TcpConfig,
    ) {
        if let Phase::Recovery { repaired } = self.phase
            && config.recovery == Recovery::Newreno
            && number < self.recover
        {
            self.on_partial_ack(now, number, repaired, note, marked, config);
            return;
        }
        let fast = self.is_recovering();
        let after_timeout = matches!(self.phase, Phase::Loss);
        let recovered = fast || (after_timeout && number >= self.recover);
        if recovered {
            self.phase = Phase::Open;
        }
        let in_flight = self.next - self.unacked;
        let packets = number - self.unacked;
        self.inflation = 0;
        self.duplicates = 0;
        self.retransmit = None;
        self.advance(number);
        let mut rtt = self.take_round_trip(now, number, config);
        let mut rate = None;
        if self.board.is_some() {
            (rtt, rate) = self.take_samples(now, number, note, fast || after_timeout, config);
        }
        self.settle_timer(now, config);
        if fast {
            self.cause = Cause::RecoveryEnds;
        }
        if recovered {
            self.controller.on_recovered(&mut self.window, now);
        }
        let syn_acknowledged = config.handshake && number == 1;
        let echo_of_congestion = note.is_some_and(|note| note.congestion);
        if syn_acknowledged {
            self.window.set(config.initial_window_packets);
            self.controller.on_established(&mut self.window, now, rtt);
        } else if !echo_of_congestion || self.controller.follows_recovery() {
            let acked = Acked {
                now,
                packets,
                unacked: number,
                next: self.next,
                in_flight,
                window_limited: self.is_window_limited(),
                in_recovery: false,
                marked,
                rtt,
                srtt: self.rtt.srtt(),
                rate,
            };
            let state = self.board.as_ref().and_then(|_| self.controller.state());
            self.tell_ack(&acked);
            if self.board.is_some() {
                self.note_state(state);
            }
        }
        self.allowance = u32::MAX;
        if self.doubt.is_some() {
            let echo = note.and_then(|note| note.echo);
            self.resolve_doubt(now, echo, true, 1, config);
        }
    }

    /// The round trip of the segment that was timed, if it is acknowledged now.
    #[inline(always)]
    fn take_round_trip(&mut self, now: Time, number: u32, config: &TcpConfig) -> Option<Span> {
        let (timed, sent) = self.timed?;
        if timed >= number {
            return None;
        }
        self.timed = None;
        // With timestamps every acknowledgement times one.
        if !config.timestamps {
            self.rtt.sample(sent, now, config);
        }
        Some(now.since(sent))
    }

    /// Round trip and delivery rate by the records of what is newly acknowledged; `repaired`: while a
    /// loss was being repaired, so that much of it had arrived before.
    #[inline(never)]
    fn take_samples(
        &mut self,
        now: Time,
        number: u32,
        note: Option<&AckNote>,
        repaired: bool,
        config: &TcpConfig,
    ) -> (Option<Span>, Option<RateSample>) {
        let Some(board) = &mut self.board else {
            return (None, None);
        };
        let delivered = board.deliver(now, number, &AckNote::NONE, 0);
        if repaired {
            board.sampler.distrust();
        }
        let rtt = delivered.newest.map(|sent| now.since(sent));
        let rate = board.sampler.sample(rtt);
        if let Some(echo) = note.and_then(|note| note.echo) {
            self.rtt.sample_elapsed(echo.elapsed(now), now, config);
        }
        (rtt, rate)
    }

    /// RFC 6582 Section 3.2 step 5: some, not all, of what was outstanding at the loss is
    /// acknowledged, so the next segment is lost too.
    #[inline(never)]
    fn on_partial_ack(
        &mut self,
        now: Time,
        number: u32,
        repaired: bool,
        note: Option<&AckNote>,
        marked: u32,
        config: &TcpConfig,
    ) {
        // Deflate by what was acknowledged, then add one segment back.
        let acked = number - self.unacked;
        let in_flight = self.next - self.unacked;
        if self.inflation > acked {
            self.inflation -= acked - 1;
        } else {
            let cwnd = self.window.cwnd - f64::from(acked - self.inflation);
            self.set_window(cwnd, Cause::PartialAck);
            self.inflation = 1;
        }
        // The impatient variant: the timer restarts for the first partial ACK only, so that many
        // losses end in a timeout rather than in one round trip each.
        if !repaired || config.newreno_timer == NewrenoTimer::SlowButSteady {
            self.settle_timer(now, config);
        }
        self.phase = Phase::Recovery { repaired: true };
        self.advance(number);
        if self.timed.is_some_and(|(timed, _)| timed < number) {
            self.timed = None;
            self.rtt.end_back_off();
        }
        if self.board.is_some() {
            let (rtt, mut rate) = self.take_samples(now, number, note, false, config);
            if let Some(rate) = &mut rate {
                // A hole per round trip understates what the path delivers.
                rate.app_limited = true;
            }
            // A model of the path does not hear of the hole: it was lost with the first, and told of a
            // round trip later it would pass for another loss.
            if self.controller.follows_recovery() {
                let acked = Acked {
                    now,
                    packets: acked,
                    unacked: number,
                    next: self.next,
                    in_flight,
                    window_limited: true,
                    in_recovery: true,
                    marked,
                    rtt,
                    srtt: self.rtt.srtt(),
                    rate,
                };
                self.tell_ack(&acked);
            }
        }
        self.retransmit = Some(number);
        self.allowance = RECOVERY_BURST;
    }

    #[inline(never)]
    fn on_duplicate_ack(&mut self, now: Time, config: &TcpConfig) {
        if self.doubt.is_some() {
            self.confirm_timeout(now, config);
        }
        self.duplicates += 1;
        let threshold = config.duplicate_ack_threshold;
        if self.duplicates < threshold {
            let extra = config.limited_transmit && self.may_send_beyond_window();
            self.beyond = u32::from(extra);
            return;
        }
        if self.duplicates == threshold {
            if self.unacked > self.recover || self.recover == 0 {
                self.fast_retransmit(now, config);
            }
        } else if self.is_recovering() {
            self.inflation += 1;
        }
        self.allowance = match config.recovery {
            Recovery::Newreno => RECOVERY_BURST,
            _ => u32::MAX,
        };
    }

    fn fast_retransmit(&mut self, now: Time, config: &TcpConfig) {
        self.counters.fast_recoveries += 1;
        self.recover = self.high;
        self.marks.reacted = self.high;
        self.lose_first(now);
        let loss = self.loss(now, 1);
        self.controller.on_loss(&mut self.window, &loss);
        self.cause = Cause::FastRetransmit;
        self.timed = None;
        self.restart_timer(now, config);
        if config.recovery == Recovery::Tahoe {
            self.set_window(1.0, Cause::FastRetransmit);
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
    fn advance(&mut self, number: u32) {
        self.unacked = number;
        self.next = self.next.max(number);
    }
}
