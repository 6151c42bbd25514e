//! Recovery that knows which segments arrived: SACK and RACK.
//!
//! The scoreboard says what is in flight, and segments leave while that is less than the window:
//! first those that are lost, then new ones. SACK counts a segment lost when three above it have
//! arrived, and halves the window at once; RACK goes by the time of sending, sees lost
//! retransmissions too, and reduces the window in proportion to what arrives.
//!
//! Sources: RFC 6675 for SACK, RFC 8985 and RFC 9937 for RACK. Like ns-2's Sack1, and as RFC 2018
//! wishes, SACK forgets after a timeout what the receiver said it had and sends everything again in
//! slow start, unless it is told anew; RACK keeps it, as today's stacks do.

use super::super::config::{Recovery, TcpConfig};
use super::super::notes::AckNote;
use super::super::prr::Prr;
use super::super::rack::Circumstances;
use super::super::scoreboard::Record;
use super::super::sender::{Cause, Phase, Segment, Sender};
use super::board::{Board, Delivered};
use super::{Timer, flight_after_loss, reduces_in_proportion};
use crate::cc::{Acked, Controller};
use crate::time::{Span, Time};

/// What a segment to be sent is.
#[derive(Clone, Copy)]
enum Candidate {
    New(u32),
    Again(u32),
    /// Once per recovery, the last that may be lost.
    Rescue(u32),
}

/// The sender before an acknowledgement.
struct Before {
    unacked: u32,
    in_flight: u32,
    /// Outstanding and not sacked: RFC 9937's RecoverFS.
    flight: u32,
}

impl Sender {
    /// An acknowledgement arrives.
    pub(in crate::tcp) fn on_selective_ack(
        &mut self,
        now: Time,
        number: u32,
        note: &AckNote,
        config: &TcpConfig,
    ) {
        let Some(mut board) = self.board.take() else {
            unreachable!("a sender with selective acknowledgements keeps records");
        };
        let before = Before {
            unacked: self.unacked,
            in_flight: board.segments.pipe(),
            flight: board.segments.end() - self.unacked - board.segments.sacked(),
        };
        let number = number.max(self.unacked);
        let (marked, reacts) = self.take_marks(number, note);
        let delivered = board.deliver(now, number, note, self.recover);
        self.unacked = number;
        self.beyond = 0;
        let advanced = number > before.unacked;
        if advanced {
            self.retransmit = self.retransmit.filter(|&again| again >= number);
        }
        let rtt = self.time_round_trip(now, number, note, &delivered, &mut board, config);
        if advanced {
            self.settle_timer(now, config);
        }
        if note.duplicate.is_some() {
            board.rack.on_duplicate(number, self.high);
        }
        let after_timeout = self.phase == Phase::Loss;
        let ended = self.end_recovery(now, config, &mut board);
        let (lost, wait) = self.detect_losses(now, config, &mut board);
        self.recover_or_not(now, lost, &before, config, &mut board);
        let in_recovery = self.is_recovering();
        if in_recovery && reduces_in_proportion(config) && delivered.packets > 0 {
            self.reduce(delivered.packets, advanced && lost == 0, &mut board);
        }
        self.settle_probe(now, number, advanced, note, &mut board);
        if after_timeout && config.recovery == Recovery::Sack {
            board.sampler.distrust();
        }
        let rate = board.sampler.sample(rtt);
        self.board = Some(board);
        if config.handshake && number == 1 && advanced {
            self.window.set(config.initial_window_packets);
            self.controller.on_established(&mut self.window, now, rtt);
        } else if self.may_grow(advanced, ended, &delivered, note) {
            let acked = Acked {
                now,
                packets: delivered.packets,
                unacked: number,
                next: self.next,
                in_flight: before.in_flight,
                window_limited: self.is_window_limited(),
                in_recovery,
                marked,
                rtt,
                srtt: self.rtt.srtt(),
                rate,
            };
            let state = self.controller.state();
            self.tell_ack(&acked);
            self.note_state(state);
        }
        if reacts {
            self.react_to_marks(now);
        }
        if self.doubt.is_some() && (advanced || delivered.packets > 0) {
            self.resolve_doubt(now, note.echo, advanced, delivered.fresh, config);
        } else if self.doubt.is_some() {
            self.confirm_timeout(now, config);
        }
        if config.recovery == Recovery::Rack {
            self.set_rack_timer(now, wait, advanced, config);
        }
    }

    /// The next segment of a sender with selective acknowledgements: RFC 6675's `NextSeg`, while less
    /// is in flight than the window allows.
    pub(in crate::tcp) fn next_selective(
        &mut self,
        now: Time,
        config: &TcpConfig,
    ) -> Option<Segment> {
        if let Some(number) = self.retransmit.take() {
            return Some(self.send_selected(now, Candidate::Again(number), config));
        }
        let Some(candidate) = self.candidate(config) else {
            self.waits_for_pacer = false;
            return None;
        };
        if now < self.pacer.next_at() {
            self.waits_for_pacer = true;
            return None;
        }
        Some(self.send_selected(now, candidate, config))
    }

    /// RACK: the time allowed for reordering has passed for some segment.
    pub(in crate::tcp) fn on_reordering_timeout(&mut self, now: Time, config: &TcpConfig) {
        let Some(mut board) = self.board.take() else {
            return;
        };
        let before = Before {
            unacked: self.unacked,
            in_flight: board.segments.pipe(),
            flight: board.segments.end() - self.unacked - board.segments.sacked(),
        };
        self.timer = Timer::Retransmission;
        self.timeout_at = board.retransmission_at;
        let (lost, wait) = self.detect_losses(now, config, &mut board);
        self.recover_or_not(now, lost, &before, config, &mut board);
        if lost > 0 && self.is_recovering() {
            self.reduce(0, false, &mut board);
        }
        self.board = Some(board);
        self.set_rack_timer(now, wait, false, config);
    }

    /// After a timeout: declares lost what will be sent again, except `under_way`; how many segments.
    #[inline(never)]
    pub(super) fn lose_selected(
        &mut self,
        now: Time,
        under_way: Option<u32>,
        config: &TcpConfig,
    ) -> u32 {
        let Some(mut board) = self.board.take() else {
            return 0;
        };
        board.probe = None;
        board.sent_again_to = self.unacked;
        let mut losses = Vec::new();
        if self.doubt.is_some() {
            // F-RTO and Eifel send the first segment and see what comes.
            if let Some(record) = board.segments.get(self.unacked) {
                losses.push(board.sampler.on_lost(self.unacked, &record.stamp));
            }
            board.segments.declare_lost(self.unacked);
            self.retransmit = Some(self.unacked);
        } else if config.recovery == Recovery::Rack {
            let window = board
                .rack
                .reordering_window(&self.circumstances(&board, config));
            let Board {
                rack,
                segments,
                sampler,
                ..
            } = &mut *board;
            let mut lose = |number: u32, record: &Record| {
                losses.push(sampler.on_lost(number, &record.stamp));
            };
            rack.on_timeout(now, window, self.unacked, under_way, segments, &mut lose);
            self.retransmit =
                (self.high > self.unacked && under_way.is_none()).then_some(self.unacked);
        } else {
            let Board {
                segments, sampler, ..
            } = &mut *board;
            segments.forget_sacked();
            segments.declare_all_lost(under_way, |number, record| {
                losses.push(sampler.on_lost(number, &record.stamp));
            });
        }
        self.board = Some(board);
        if self.controller.samples_rate() {
            for lost in &losses {
                self.controller.on_packet_lost(&mut self.window, now, lost);
            }
        }
        losses.len() as u32
    }

    /// Times a round trip for the estimator, and the exact one of the latest unambiguous segment.
    fn time_round_trip(
        &mut self,
        now: Time,
        number: u32,
        note: &AckNote,
        delivered: &Delivered,
        board: &mut Board,
        config: &TcpConfig,
    ) -> Option<Span> {
        let timed = self.timed.filter(|&(timed, _)| timed < number);
        if timed.is_some() {
            self.timed = None;
        }
        if let Some(echo) = note.echo {
            if delivered.packets > 0 {
                self.rtt.sample_elapsed(echo.elapsed(now), now, config);
                board.timed_since_probe = true;
            }
        } else if config.recovery == Recovery::Rack {
            if let Some(sent) = delivered.oldest {
                self.rtt.sample(sent, now, config);
                board.timed_since_probe = true;
            }
        } else if let Some((_, sent)) = timed {
            self.rtt.sample(sent, now, config);
        } else if delivered.packets > 0 && self.is_recovering() {
            self.rtt.end_back_off();
        }
        delivered.newest.map(|sent| now.since(sent))
    }

    /// Ends recovery once everything that was outstanding when it began is acknowledged; whether it
    /// was fast recovery that ended.
    fn end_recovery(&mut self, now: Time, config: &TcpConfig, board: &mut Board) -> bool {
        if self.phase == Phase::Open || self.unacked < self.recover {
            return false;
        }
        let fast = self.is_recovering();
        self.phase = Phase::Open;
        board.rack.on_recovered();
        if fast {
            if reduces_in_proportion(config) {
                self.set_window(board.prr.target(), Cause::RecoveryEnds);
            }
            self.cause = Cause::RecoveryEnds;
        }
        self.controller.on_recovered(&mut self.window, now);
        fast
    }

    /// Declares segments lost; how many, and for RACK how long until there may be more.
    fn detect_losses(
        &mut self,
        now: Time,
        config: &TcpConfig,
        board: &mut Board,
    ) -> (u32, Option<Span>) {
        let circumstances = self.circumstances(board, config);
        let tells = self.controller.samples_rate();
        let Board {
            segments,
            sampler,
            rack,
            ..
        } = board;
        let mut count = 0;
        let (controller, window) = (&mut self.controller, &mut self.window);
        let mut lose = |number: u32, record: &Record| {
            count += 1;
            let lost = sampler.on_lost(number, &record.stamp);
            if tells {
                controller.on_packet_lost(window, now, &lost);
            }
        };
        let wait = if config.recovery == Recovery::Rack {
            let allowed = rack.reordering_window(&circumstances);
            rack.detect(now, allowed, segments, &mut lose)
        } else {
            segments.judge_by_count(circumstances.threshold, &mut lose);
            None
        };
        (count, wait)
    }

    fn circumstances(&self, board: &Board, config: &TcpConfig) -> Circumstances {
        Circumstances {
            in_recovery: self.phase != Phase::Open,
            sacked: board.segments.sacked(),
            threshold: config.duplicate_ack_threshold,
            srtt: self.rtt.srtt(),
        }
    }

    /// RFC 6675 Section 5 step (4): fast recovery begins with the first loss. After a timeout it does
    /// not (Section 5.1).
    fn recover_or_not(
        &mut self,
        now: Time,
        lost: u32,
        before: &Before,
        config: &TcpConfig,
        board: &mut Board,
    ) {
        if lost == 0 || self.phase != Phase::Open {
            return;
        }
        self.counters.fast_recoveries += 1;
        self.phase = Phase::Recovery { repaired: false };
        self.recover = self.high;
        self.marks.reacted = self.high;
        self.timed = None;
        board.probe = None;
        board.rescue_after = self.unacked;
        board.sent_again_to = self.unacked;
        let loss = self.loss(now, lost);
        self.controller.on_loss(&mut self.window, &loss);
        board.prr = Prr::start(before.flight, flight_after_loss(&self.window));
        self.cause = Cause::FastRetransmit;
        self.restart_timer(now, config);
        if config.recovery == Recovery::Sack {
            // The first goes whatever the window says: step (4.3).
            self.retransmit = board.segments.next_lost();
        }
    }

    /// RFC 9937: the window is what is in flight plus what may be sent now.
    pub(super) fn reduce(&mut self, delivered: u32, safe: bool, board: &mut Board) {
        let in_flight = board.segments.pipe();
        let allowed = board.prr.on_ack(delivered, in_flight, safe);
        self.set_window(f64::from(in_flight) + allowed, Cause::Proportion);
    }

    /// Whether the controller hears of the acknowledgement: of new data outside recovery, or of
    /// everything if it follows recovery itself. An echo of congestion is no reason to grow (RFC 3168
    /// Section 6.1.2).
    fn may_grow(
        &self,
        advanced: bool,
        recovery_ended: bool,
        delivered: &Delivered,
        note: &AckNote,
    ) -> bool {
        if self.controller.follows_recovery() {
            return delivered.packets > 0;
        }
        let in_recovery = self.is_recovering();
        advanced && !in_recovery && !recovery_ended && !note.congestion
    }

    fn candidate(&mut self, config: &TcpConfig) -> Option<Candidate> {
        let window = self.allowed_in_flight(config);
        let receive_window = self.receive_window(config);
        let recovering = self.is_recovering();
        let Some(board) = &mut self.board else {
            return None;
        };
        let pipe = board.segments.pipe();
        let room = pipe < window;
        if room && let Some(lost) = board.segments.next_lost() {
            return Some(Candidate::Again(lost));
        }
        // Without limited transmit sacked segments make no room until a loss is known.
        let out = self.next - self.unacked;
        let counted = if self.phase == Phase::Open && !config.limited_transmit {
            out
        } else {
            pipe
        };
        let room_for_new = counted < window || self.beyond > 0;
        let receiver_has_room = out < receive_window;
        if self.next < self.end && room_for_new && receiver_has_room {
            return Some(Candidate::New(self.next));
        }
        let unsure = (room && recovering && config.recovery == Recovery::Sack)
            .then(|| board.unsure(self.unacked))
            .flatten();
        if unsure.is_none() {
            let short = self.next >= self.end && counted < window;
            self.note_supply(out, short);
        }
        unsure
    }

    fn send_selected(&mut self, now: Time, what: Candidate, config: &TcpConfig) -> Segment {
        if self.is_recovering()
            && let Some(board) = &mut self.board
        {
            board.prr.on_sent();
        }
        let number = match what {
            Candidate::New(number) => {
                self.beyond = self.beyond.saturating_sub(1);
                self.next += 1;
                let segment = self.send_new(now, number, config);
                if config.recovery == Recovery::Rack {
                    self.set_probe_timer(now, config);
                }
                return segment;
            }
            Candidate::Again(number) => {
                if let Some(board) = &mut self.board {
                    board.sent_again_to = board.sent_again_to.max(number + 1);
                }
                number
            }
            Candidate::Rescue(number) => {
                if let Some(board) = &mut self.board {
                    board.rescue_after = u32::MAX;
                }
                number
            }
        };
        let segment = self.send_again(now, number);
        self.start_timer(now, config);
        self.pace(now, config);
        segment
    }
}

impl Board {
    /// Rules 3 and 4 of `NextSeg`: with nothing better to send, a segment that may be lost; once per
    /// recovery, the last one that the receiver is not known to have.
    fn unsure(&self, unacked: u32) -> Option<Candidate> {
        if let Some(number) = self.segments.next_unsure(self.sent_again_to) {
            return Some(Candidate::Again(number));
        }
        let allowed = unacked > self.rescue_after;
        let last = self.segments.last_unsacked().filter(|_| allowed);
        last.map(Candidate::Rescue)
    }
}
