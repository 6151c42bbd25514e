//! The model of the path, and what an acknowledgment and an idle time teach it.
//!
//! Source: Sections 3.5 (order of the steps), 4.1 (the two numbers) and 4.3.4.4 (idle).

use super::{Ack, Acked, Model, Phase, State, Window};
use crate::cc::path_model::larger;
use crate::time::{Span, Time};

/// The shortest round trip of the last ten seconds: the path's propagation, unless a queue never left.
///
/// One value with the time at which it was last seen serves for both the memory and the next ProbeRTT
/// (Section 4.1.2.3).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RoundTrip {
    /// `BBR.RTprop`; `None` before the first.
    shortest: Option<Span>,
    /// Time of its last measurement, or start of the flow (`BBR.rtprop_stamp`).
    seen_at: Time,
    /// Whether that is too long ago (`BBR.rtprop_expired`).
    pub(super) expired: bool,
}

impl RoundTrip {
    /// The flow begins, with a round trip if its handshake timed one.
    fn begin(&mut self, now: Time, rtt: Option<Span>) {
        self.shortest = rtt;
        self.seen_at = now;
    }

    pub(super) fn get(&self) -> Option<Span> {
        self.shortest
    }

    /// `BBRUpdateRTprop`: a round trip as short counts as seeing it again.
    fn update(&mut self, now: Time, rtt: Option<Span>, memory: Span) {
        self.expired = now > self.seen_at + memory;
        if let Some(rtt) = rtt
            && (self.expired || self.shortest.is_none_or(|shortest| rtt <= shortest))
        {
            self.shortest = Some(rtt);
            self.seen_at = now;
        }
    }

    /// ProbeRTT has looked for it until now.
    pub(super) fn target_time(&mut self, now: Time) {
        self.seen_at = now;
    }
}

/// Rounds for which it is remembered how much acknowledgments bunched (Linux: 5 to 10).
const AGGREGATION_ROUNDS: u64 = 10;

impl Model {
    /// `BBRInit`, when the flow begins with a window and perhaps a round trip timed by its handshake. Where it
    /// begins with the first acknowledgment, losses may have come before that.
    pub(super) fn establish(&mut self, window: &Window, now: Time, rtt: Option<Span>) {
        self.initial_cwnd = Some(larger(window.cwnd, self.prior_cwnd));
        self.round_trip.begin(now, rtt);
        self.aggregation.restart(now);
        if let Some(rtt) = rtt {
            self.init_pacing_rate(rtt);
        }
    }

    /// Implements `BBRUpdateOnACK` of the draft (Section 3.5.2).
    pub(super) fn on_ack(&mut self, window: &mut Window, acked: &Acked) {
        if self.initial_cwnd.is_none() {
            self.establish(window, acked.now, acked.rtt);
        }
        if self.pacing_rate.is_none()
            && let Some(rtt) = acked.rtt
        {
            self.init_pacing_rate(rtt);
        }
        let Some(mut ack) = Ack::of(acked, window, &mut self.losses) else {
            return; // nothing was delivered
        };
        ack.rate.app_limited |= self.held_back.covers(&ack.rate);
        self.follow_recovery(window, &ack, acked.in_recovery);
        self.update_model(window, &ack);
        self.set_pacing_rate(self.pacing_gain());
        self.set_cwnd(window, &ack);
    }

    /// Implements `BBRUpdateModelAndState` of the draft (Section 3.5.2).
    fn update_model(&mut self, window: &mut Window, ack: &Ack) {
        self.update_bandwidth(ack);
        self.update_aggregation(ack);
        self.check_cycle_phase(ack);
        self.check_full_pipe(ack);
        self.check_drain(ack);
        let memory = Span::from_s(self.params.round_trip_window_s);
        // What tells no rate arrived long ago or was sent again: it tells no round trip either.
        let rtt = ack.rtt.filter(|_| ack.rate.packets_per_s > 0.0);
        self.round_trip.update(ack.now, rtt, memory);
        self.check_probe_rtt(window, ack);
    }

    /// `BBRUpdateBtlBw`, Section 4.1.1.5. A rate that cannot be told is none.
    fn update_bandwidth(&mut self, ack: &Ack) {
        self.rounds.update(&ack.rate);
        let rate = ack.rate.packets_per_s;
        if rate > 0.0 {
            self.sample_long_term(ack);
        }
        if rate > 0.0 && (rate >= self.bandwidth.get() || !ack.rate.app_limited) {
            let rounds = u64::from(self.params.bandwidth_rounds);
            self.bandwidth.update(self.rounds.count, rate, rounds);
        }
    }

    /// Implements `bbr_update_ack_aggregation` of Linux.
    fn update_aggregation(&mut self, ack: &Ack) {
        if ack.rate.packets_per_s > 0.0 {
            let (bandwidth, round) = (self.bandwidth_to_use(), self.rounds.count);
            self.aggregation
                .update(ack, bandwidth, round, AGGREGATION_ROUNDS);
        } else {
            self.aggregation.restart(ack.now);
        }
    }

    /// `BBRHandleRestartFromIdle`, Section 4.3.4.4: the window stays, the rate is the path's. Silence is as good as a
    /// ProbeRTT whose time is over, which ends (Linux `bbr_cwnd_event`).
    pub(super) fn restart_from_idle(&mut self, window: &mut Window, now: Time) {
        self.idle_restart = true;
        if matches!(self.state, State::ProbeBw(_)) {
            self.set_pacing_rate(1.0);
        } else {
            self.end_probe_rtt_in_silence(window, now);
        }
    }

    /// Returns the visible phase of the flow.
    pub(super) fn phase(&self) -> Phase {
        match self.state {
            State::Startup => Phase::Startup,
            State::Drain => Phase::Drain,
            State::ProbeBw(cycle) => cycle.phase(),
            State::ProbeRtt(_) => Phase::ProbeRtt,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::bbr1::testing::Path;
    use crate::cc::path_model::testing::{ack, sample};

    const MEMORY: Span = Span(10_000_000_000_000);

    fn update(round_trip: &mut RoundTrip, now: f64, rtt: f64) {
        round_trip.update(Time::from_s(now), Some(Span::from_s(rtt)), MEMORY);
    }

    #[test]
    fn a_round_trip_as_short_as_the_shortest_is_as_good_as_a_shorter_one() {
        let mut round_trip = RoundTrip::default();
        update(&mut round_trip, 0.0, 0.1);
        update(&mut round_trip, 9.0, 0.1);
        update(&mut round_trip, 18.9, 0.2);
        assert!(!round_trip.expired && round_trip.get() == Some(Span::from_s(0.1)));
        update(&mut round_trip, 19.1, 0.2);
        assert!(round_trip.expired && round_trip.get() == Some(Span::from_s(0.2)));
    }

    #[test]
    fn an_acknowledgment_that_tells_no_rate_tells_no_round_trip() {
        let mut path = Path::new(1250.0, 0.1, 1e4);
        path.settle();
        let before = path.model().round_trip.get();
        let late = Time::from_s(path.now + 10.5);
        let ack = |packets_per_s| Ack {
            now: late,
            rate: sample(packets_per_s, 0, 1),
            rtt: Some(Span::from_s(0.4)),
            ..ack(0.0, 1.0)
        };
        path.bbr.0.update_model(&mut path.window, &ack(0.0));
        assert_eq!(path.model().round_trip.get(), before);
        path.bbr.0.update_model(&mut path.window, &ack(100.0));
        assert_eq!(path.model().round_trip.get(), Some(Span::from_s(0.4)));
    }

    #[test]
    fn a_flow_that_begins_late_does_not_begin_with_a_probe() {
        let mut round_trip = RoundTrip::default();
        round_trip.begin(Time::from_s(60.0), None);
        update(&mut round_trip, 60.1, 0.1);
        assert!(!round_trip.expired);
    }

    #[test]
    fn a_faster_path_is_found_by_a_quarter_each_cycle_and_a_slower_one_after_ten_round_trips() {
        let mut path = Path::new(1250.0, 0.1, 1e4);
        path.settle();
        path.change_rate(2500.0);
        // Three cycles of 0.8 s: 1.25³ = 1.95, and a part of the fourth.
        let found = path.run_until(5.0, |path| path.model().bandwidth.get() > 0.98 * 2500.0);
        assert!(found, "{}", path.model().bandwidth.get());
        path.change_rate(1250.0);
        let round = path.model().rounds.count;
        let found = path.run_until(20.0, |path| path.model().bandwidth.get() < 1.02 * 1250.0);
        let rounds = path.model().rounds.count - round;
        assert!(found && (10..=13).contains(&rounds), "{rounds}");
    }

    #[test]
    fn an_idle_flow_resumes_at_the_paths_rate_with_its_window_and_need_not_probe() {
        let mut path = Path::new(1250.0, 0.1, 1e4);
        path.settle();
        let cwnd = path.window.cwnd;
        path.idle(11.0);
        assert_eq!(path.window.cwnd, cwnd);
        assert_eq!(
            path.model().pacing_rate,
            Some(path.model().bandwidth.get()),
            "a gain of 1"
        );
        for _ in 0..50 {
            path.step();
            assert_ne!(path.phase(), Phase::ProbeRtt);
        }
    }
}
