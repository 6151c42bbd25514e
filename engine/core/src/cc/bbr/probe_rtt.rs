//! ProbeRTT: for 200 ms every 5 s at most, sends so little that queues vanish and the round trip shows.
//!
//! All BBR flows of a bottleneck must do so at once for its queue to empty. They come to: the
//! shortest round trip appears to all when one flow makes room, and who sees it waits 5 s from then.
//! The shortest round trip is remembered for 10 s, so that it usually stems from two such times.
//!
//! Source: Section 5.3.4.

use super::{Ack, MIN_PIPE, Model, Phase, Window};
use crate::cc::path_model::larger;
use crate::time::{Span, Time};

/// The shortest round trips, and where ProbeRTT stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProbeRtt {
    /// Within the longer memory (`BBR.min_rtt`).
    min_rtt: Shortest,
    /// Minimum since the last ProbeRTT (`BBR.probe_rtt_min_delay`).
    recent: Shortest,
    /// Whether `recent` is too old.
    expired: bool,
    round_done: bool,
    /// Earliest end of ProbeRTT; [`Time::NEVER`] until little enough is in flight.
    done_at: Time,
}

/// A round trip that no later one was shorter than.
#[derive(Clone, Copy, Debug)]
struct Shortest {
    /// Longer than every round trip before the first.
    rtt: Span,
    /// Time of the measurement; before the first, the start of the flow.
    at: Time,
}

impl Shortest {
    const UNKNOWN: Span = Span(u64::MAX);

    /// No round trip since a flow began at `at`.
    fn none_since(at: Time) -> Shortest {
        let rtt = Shortest::UNKNOWN;
        Shortest { rtt, at }
    }

    fn is_known(self) -> bool {
        self.rtt != Shortest::UNKNOWN
    }
}

impl Default for ProbeRtt {
    fn default() -> ProbeRtt {
        let none = Shortest::none_since(Time::ZERO);
        ProbeRtt {
            min_rtt: none,
            recent: none,
            expired: false,
            round_done: false,
            done_at: Time::NEVER,
        }
    }
}

impl ProbeRtt {
    /// The flow begins, with a round trip if its handshake timed one.
    pub(super) fn begin(&mut self, now: Time, rtt: Option<Span>) {
        self.min_rtt = Shortest {
            rtt: rtt.unwrap_or(Shortest::UNKNOWN),
            at: now,
        };
        self.recent = self.min_rtt;
    }

    /// The shortest round trip (`BBR.min_rtt`); `None` before the first.
    pub(super) fn min_rtt(&self) -> Option<Span> {
        self.min_rtt.is_known().then_some(self.min_rtt.rtt)
    }

    /// `UpdateMinRTT`, with the interval between probes and the length of the longer memory.
    fn update(&mut self, now: Time, rtt: Option<Span>, interval: Span, memory: Span) {
        self.expired = now > self.recent.at + interval;
        if let Some(rtt) = rtt
            && (self.expired || rtt < self.recent.rtt)
        {
            self.recent = Shortest { rtt, at: now };
        }
        let forgotten = now > self.min_rtt.at + memory;
        if self.recent.rtt < self.min_rtt.rtt || (forgotten && self.recent.is_known()) {
            self.min_rtt = self.recent;
        }
    }

    /// The next ProbeRTT is an interval from now.
    fn reschedule(&mut self, now: Time) {
        if self.recent.is_known() {
            self.recent.at = now;
        }
    }
}

impl Model {
    /// Implements `UpdateMinRTT` of the draft.
    pub(super) fn update_min_rtt(&mut self, ack: &Ack) {
        let interval = Span::from_s(self.params.probe_rtt_interval_s);
        let memory = Span::from_s(self.params.min_rtt_window_s);
        self.probe_rtt.update(ack.now, ack.rtt, interval, memory);
    }

    /// Implements `CheckProbeRTT` of the draft.
    pub(super) fn check_probe_rtt(&mut self, window: &mut Window, ack: &Ack) {
        let delivered = ack.rate.delivered;
        if self.phase != Phase::ProbeRtt && self.probe_rtt.expired && !self.idle_restart {
            self.phase = Phase::ProbeRtt;
            self.save_cwnd(window.cwnd);
            self.probe_rtt.done_at = Time::NEVER;
            self.held_back.begin();
            self.cycle.interrupt();
            self.rounds.restart(delivered);
        }
        if self.phase == Phase::ProbeRtt {
            self.handle_probe_rtt(window, ack);
        }
        self.idle_restart = false;
    }

    /// Implements `CheckProbeRTTDone` of the draft.
    pub(super) fn check_probe_rtt_done(&mut self, window: &mut Window, now: Time, delivered: u64) {
        if now > self.probe_rtt.done_at {
            self.probe_rtt.reschedule(now);
            self.restore_cwnd(window);
            self.exit_probe_rtt(now, delivered);
        }
    }

    /// The window in ProbeRTT (`ProbeRTTCwnd`), packets.
    pub(super) fn probe_rtt_cwnd(&self) -> f64 {
        larger(
            self.bdp_multiple(self.bw, self.params.probe_rtt_gain),
            MIN_PIPE,
        )
    }

    /// `HandleProbeRTT`: once little enough is in flight, for a while and a round trip at least.
    fn handle_probe_rtt(&mut self, window: &mut Window, ack: &Ack) {
        let delivered = ack.rate.delivered;
        self.held_back.go_on(delivered, ack.in_flight);
        if self.probe_rtt.done_at == Time::NEVER {
            if ack.in_flight <= self.probe_rtt_cwnd() {
                let duration = Span::from_s(self.params.probe_rtt_duration_s);
                self.probe_rtt.done_at = ack.now + duration;
                self.probe_rtt.round_done = false;
                self.rounds.restart(delivered);
            }
            return;
        }
        self.probe_rtt.round_done |= self.rounds.started;
        if self.probe_rtt.round_done {
            self.check_probe_rtt_done(window, ack.now, delivered);
        }
    }

    /// `ExitProbeRTT`: cautiously, without a probe for bandwidth right away.
    fn exit_probe_rtt(&mut self, now: Time, delivered: u64) {
        self.bounds.reset_short_term();
        if self.full_pipe.reached {
            self.start_down(now, delivered);
            self.start_cruise();
        } else {
            self.enter_startup();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::bbr::Params;
    use crate::cc::bbr::testing::{Path, params};

    #[test]
    fn every_five_seconds_half_a_bdp_is_in_flight_for_200_ms() {
        let mut path = Path::new(1250.0, 0.1, 1e4);
        let mut entered = Vec::new();
        for _ in 0..6 {
            path.reach(Phase::ProbeRtt);
            entered.push(path.now);
            let half = 0.5 * path.model().bdp(path.model().bw);
            assert_eq!(
                (path.model().pacing_gain(), path.model().cwnd_gain()),
                (1.0, 0.5)
            );
            assert_eq!(path.window.cwnd, half);
            let little = path.run_until(1.0, |path| f64::from(path.in_flight) <= half);
            assert!(little);
            let began = path.now;
            let out = path.run_until(1.0, |path| path.phase() != Phase::ProbeRtt);
            assert!(out && path.phase() == Phase::Cruise);
            let stay = path.now - began;
            // 200 ms, and then the next acknowledgment of which the round trip is over: one more.
            assert!((0.2..0.31).contains(&stay), "{stay}");
            assert!((path.model().probe_rtt.min_rtt().unwrap().s() / 0.1 - 1.0).abs() < 0.02);
        }
        let gaps: Vec<f64> = entered.windows(2).map(|t| t[1] - t[0]).collect();
        // 5 s from the end of the last, or later if a shorter round trip was seen by chance.
        assert!(gaps.iter().all(|gap| (5.0..10.0).contains(gap)), "{gaps:?}");
    }

    #[test]
    fn a_window_of_four_packets_is_the_least() {
        // A BDP of 2 packets.
        let mut path = Path::new(100.0, 0.02, 1e4);
        path.reach(Phase::ProbeRtt);
        assert_eq!(path.window.cwnd, MIN_PIPE);
    }

    #[test]
    fn probe_rtt_keeps_the_bandwidth_estimate() {
        let mut path = Path::new(1250.0, 0.1, 1e4);
        path.reach(Phase::ProbeRtt);
        while path.now < 60.0 {
            path.step();
            let bw = path.model().max_bw.get();
            assert!((bw / 1250.0 - 1.0).abs() < 0.02, "{bw} at {}", path.now);
        }
    }

    #[test]
    fn probe_rtt_from_startup_returns_to_startup() {
        let params = Params {
            probe_rtt_interval_s: 0.3,
            ..params()
        };
        let mut path = Path::with(&params, 125_000.0, 0.1, 1e6);
        path.reach(Phase::ProbeRtt);
        assert!(!path.model().full_pipe.reached);
        path.run_until(5.0, |path| path.phase() != Phase::ProbeRtt);
        assert_eq!(path.phase(), Phase::Startup);
    }

    #[test]
    fn a_flow_that_was_idle_makes_no_room_it_need_not() {
        let mut path = Path::new(1250.0, 0.1, 1e4);
        path.reach(Phase::Cruise);
        path.idle(6.0);
        for _ in 0..50 {
            path.step();
            assert_ne!(path.phase(), Phase::ProbeRtt);
        }
        assert_eq!(path.model().pacing_rate, Some(0.99 * path.model().bw));
    }

    const INTERVAL: Span = Span(5_000_000_000_000);
    const MEMORY: Span = Span(10_000_000_000_000);

    fn update(probe: &mut ProbeRtt, now: f64, rtt: f64) {
        let rtt = Some(Span::from_s(rtt));
        probe.update(Time::from_s(now), rtt, INTERVAL, MEMORY);
    }

    #[test]
    fn a_shorter_rtt_postpones_the_next_probe_rtt() {
        let mut probe = ProbeRtt::default();
        update(&mut probe, 0.0, 0.100);
        update(&mut probe, 4.0, 0.099);
        update(&mut probe, 8.9, 0.120);
        assert!(!probe.expired);
        update(&mut probe, 9.1, 0.120);
        assert!(probe.expired, "5 s after the one at 4 s");
    }

    #[test]
    fn the_shortest_is_remembered_for_ten_seconds_though_the_recent_one_is_not() {
        let mut probe = ProbeRtt::default();
        update(&mut probe, 0.0, 0.100);
        update(&mut probe, 5.1, 0.120);
        assert_eq!(probe.min_rtt(), Some(Span::from_s(0.100)));
        update(&mut probe, 10.2, 0.130);
        assert_eq!(probe.min_rtt(), Some(Span::from_s(0.130)));
    }

    #[test]
    fn a_flow_that_begins_late_does_not_begin_with_a_probe() {
        let mut probe = ProbeRtt::default();
        probe.begin(Time::from_s(60.0), None);
        update(&mut probe, 60.1, 0.1);
        assert!(!probe.expired);
    }
}
