//! ProbeRTT: for 200 ms every ten seconds, keeps four packets in flight, so that queues vanish and the
//! round trip shows.
//!
//! It is not needed while round trips as short as the shortest are seen. All flows of a bottleneck must
//! do it at once for its queue to empty; they come to, since the shortest round trip appears to all
//! when that happens, and each waits ten seconds from then. Beside flows that keep the queue filled, what
//! it finds is their queue.
//!
//! Source: Section 4.3.5.

use super::{Ack, MIN_PIPE, Model, State, Window};
use crate::time::{Span, Time};

/// Progress of a phase of ProbeRTT.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stay {
    /// More than four packets are in flight.
    Emptying,
    /// They are not: it ends at a time, if a round trip is over then too.
    Waiting { until: Time, round_done: bool },
}

impl Model {
    /// Implements `BBRCheckProbeRTT` of the draft.
    pub(super) fn check_probe_rtt(&mut self, window: &mut Window, ack: &Ack) {
        let probing = matches!(self.state, State::ProbeRtt(_));
        if !probing && self.round_trip.expired && !self.idle_restart {
            self.state = State::ProbeRtt(Stay::Emptying);
            self.save_cwnd(window.cwnd);
            self.held_back.begin();
        }
        if let State::ProbeRtt(stay) = self.state {
            self.handle_probe_rtt(stay, window, ack);
        }
        self.idle_restart = false;
    }

    /// Implements `BBRHandleProbeRTT` of the draft.
    fn handle_probe_rtt(&mut self, stay: Stay, window: &mut Window, ack: &Ack) {
        self.held_back.go_on(ack.rate.delivered, ack.in_flight);
        match stay {
            Stay::Emptying if ack.in_flight <= MIN_PIPE => {
                self.rounds.restart(ack.rate.delivered);
                self.state = State::ProbeRtt(Stay::Waiting {
                    until: ack.now + Span::from_s(self.params.probe_rtt_duration_s),
                    round_done: false,
                });
            }
            Stay::Emptying => {}
            Stay::Waiting { until, round_done } => {
                let round_done = round_done || self.rounds.started;
                self.state = State::ProbeRtt(Stay::Waiting { until, round_done });
                if round_done && ack.now > until {
                    self.end_probe_rtt(window, ack.now);
                }
            }
        }
    }

    /// Sending resumes with nothing in flight: ProbeRTT is over if its time is.
    pub(super) fn end_probe_rtt_in_silence(&mut self, window: &mut Window, now: Time) {
        if let State::ProbeRtt(Stay::Waiting { until, .. }) = self.state
            && now > until
        {
            self.end_probe_rtt(window, now);
        }
    }

    fn end_probe_rtt(&mut self, window: &mut Window, now: Time) {
        self.round_trip.target_time(now);
        self.restore_cwnd(window);
        self.exit_probe_rtt(now);
    }

    /// Implements `BBRExitProbeRTT` of the draft.
    fn exit_probe_rtt(&mut self, now: Time) {
        if self.full_pipe.reached {
            self.enter_probe_bw(now);
        } else {
            self.enter_startup();
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::cc::bbr1::Params;
    use crate::cc::bbr1::testing::{Path, params};
    use crate::cc::path_model::Phase;

    #[test]
    fn four_packets_are_in_flight_for_200_ms_and_then_the_window_of_before() {
        let mut path = Path::new(1250.0, 0.1, 1e4);
        path.settle();
        let cwnd = path.window.cwnd;
        path.reach(Phase::ProbeRtt);
        assert_eq!((path.gains().0, path.window.cwnd), (1.0, 4.0));
        assert!(path.run_until(1.0, |path| path.in_flight <= 4));
        let began = path.now;
        assert!(path.run_until(1.0, |path| path.phase() != Phase::ProbeRtt));
        // 200 ms, and then the next acknowledgment; those of four packets come a round trip apart.
        let stay = path.now - began;
        assert!((0.2..0.31).contains(&stay), "{stay}");
        assert!((path.window.cwnd / cwnd - 1.0).abs() < 0.02);
        let bandwidth = path.model().bandwidth.get();
        assert!((bandwidth / 1250.0 - 1.0).abs() < 0.02, "{bandwidth}");
    }

    #[test]
    fn it_comes_every_ten_seconds_where_a_queue_stands() {
        // Three packets more than the BDP wait while cruising: no round trip is as short as in ProbeRTT, but
        // in the second after it, until the pipe is full again.
        let mut path = Path::new(1250.0, 0.1, 1e4);
        let mut ended = None;
        for _ in 0..6 {
            path.reach(Phase::ProbeRtt);
            if let Some(ended) = ended {
                let gap: f64 = path.now - ended;
                assert!((10.0..11.0).contains(&gap), "{gap}");
            }
            path.run_until(2.0, |path| path.phase() != Phase::ProbeRtt);
            ended = Some(path.now);
            let shortest = path.model().round_trip.get().unwrap().s();
            assert!((shortest / 0.1008 - 1.0).abs() < 1e-3, "{shortest}");
        }
    }

    #[test]
    fn probe_rtt_from_startup_returns_to_startup() {
        let params = Params {
            round_trip_window_s: 0.3,
            ..params()
        };
        let mut path = Path::with(&params, 125_000.0, 0.1, 1e6);
        path.reach(Phase::ProbeRtt);
        assert!(!path.model().full_pipe.reached);
        path.run_until(5.0, |path| path.phase() != Phase::ProbeRtt);
        assert_eq!(path.phase(), Phase::Startup);
    }
}
