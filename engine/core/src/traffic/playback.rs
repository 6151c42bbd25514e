//! Position of a source in a trace that it replays repeatedly.

use std::sync::Arc;

use crate::rng::Rng;
use crate::spec::parameters::{number, parameter};
use crate::spec::{DefaultValue, Param};
use crate::time::{Span, Time};
use crate::trace::{Step, Trace};

/// Parameter: factor of the speed of the replay.
pub(super) const SPEED: Param = parameter! {
    /// Factor of the speed of the replay: with 1000, a day takes 86 s.
    speed = 1.0, "Speed", None, number(1e-3..=1e6).log(), [live, advanced]
};

/// Parameter: factor of the amounts.
pub(super) const SCALE: Param = parameter! {
    /// Factor of the amounts in the file: 2 sends twice as much.
    scale = 1.0, "Scale", None, number(1e-6..=1e6).log(), [live]
};

/// Parameter: start position of flows in the file.
pub(super) const fn random_start(default: bool) -> Param {
    Param {
        default: DefaultValue::Flag(default),
        ..parameter! {
            /// If on, each flow starts at a random place in the file and continues at its beginning after its end. If
            /// off, all flows start at the beginning.
            random_start = true, "Random start", [advanced]
        }
    }
}

/// A place in a trace.
#[derive(Clone, Debug)]
pub(super) struct Playback {
    trace: Arc<Trace>,
    /// Index of the current step.
    index: usize,
    /// An instant, and where in the trace it fell.
    known: (Time, Span),
    speed: f64,
}

impl Playback {
    /// Begins at `now`, at the beginning or anywhere.
    pub(super) fn new(
        trace: &Arc<Trace>,
        now: Time,
        is_random: bool,
        speed: f64,
        rng: &mut Rng,
    ) -> Playback {
        let share = if is_random { rng.uniform() } else { 0.0 };
        let place = Span((trace.length().0 as f64 * share) as u64);
        let steps = trace.steps();
        let begun = steps.partition_point(|step| step.at <= place);
        // Of steps at one instant the first, if that instant is now: all of them are played.
        let index = match steps[begun - 1].at {
            at if at == place => steps.partition_point(|step| step.at < at),
            _ => begun - 1,
        };
        Playback {
            trace: trace.clone(),
            index,
            known: (now, place),
            speed,
        }
    }

    /// Index of the current step.
    pub(super) fn step(&self) -> Step {
        self.trace.steps()[self.index]
    }

    /// Returns the start of the current step, not before the start of the replay.
    pub(super) fn begins(&self) -> Time {
        self.when(self.step().at)
    }

    /// Returns the start of the next step.
    pub(super) fn ends(&self) -> Time {
        let next = self.trace.steps().get(self.index + 1);
        self.when(next.map_or(self.trace.length(), |step| step.at))
    }

    /// Share of the present step that had passed at the last known instant: 0 but where the playing began.
    pub(super) fn missed(&self) -> f64 {
        let steps = self.trace.steps();
        let begin = steps[self.index].at;
        let end = steps
            .get(self.index + 1)
            .map_or(self.trace.length(), |step| step.at);
        let passed = self.known.1 - begin;
        if passed.0 == 0 {
            return 0.0;
        }
        passed.0 as f64 / (end - begin).0 as f64
    }

    /// Moves to the next step; at the end, to the first.
    pub(super) fn advance(&mut self) {
        self.index += 1;
        if self.index == self.trace.steps().len() {
            self.known = (self.when(self.trace.length()), Span::ZERO);
            self.index = 0;
        }
    }

    /// Changes the speed at `now`.
    pub(super) fn change_speed(&mut self, now: Time, speed: f64) {
        let passed = Span((now.since(self.known.0).0 as f64 * self.speed) as u64);
        self.known = (now, self.known.1 + passed);
        self.speed = speed;
    }

    fn when(&self, place: Span) -> Time {
        let (at, known) = self.known;
        at + Span(((place - known).0 as f64 / self.speed) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace() -> Arc<Trace> {
        let step = |s: f64| Step {
            at: Span::from_s(s),
            amount: s,
        };
        let steps = vec![step(0.0), step(1.0), step(3.0)];
        Arc::new(Trace::new(steps, Some(Span::from_s(1.0))).expect("three steps"))
    }

    fn rng() -> Rng {
        Rng::for_component(1, "playback", 0)
    }

    #[test]
    fn a_trace_repeats_at_its_speed() {
        let mut playback = Playback::new(&trace(), Time::from_s(10.0), false, 2.0, &mut rng());
        let mut begins = Vec::new();
        for _ in 0..5 {
            begins.push((
                playback.begins().s(),
                playback.ends().s(),
                playback.step().amount,
            ));
            playback.advance();
        }
        assert_eq!(
            begins,
            [
                (10.0, 10.5, 0.0),
                (10.5, 11.5, 1.0),
                (11.5, 12.0, 3.0),
                (12.0, 12.5, 0.0),
                (12.5, 13.5, 1.0),
            ]
        );
        playback.change_speed(Time::from_s(13.75), 1.0);
        // Half a second of the last second of the trace is over.
        assert_eq!(playback.ends(), Time::from_s(14.25));
    }

    #[test]
    fn a_random_start_falls_into_each_step_as_long_as_it_lasts() {
        let mut rng = rng();
        let mut counts = [0u32; 3];
        for _ in 0..4000 {
            let playback = Playback::new(&trace(), Time::ZERO, true, 1.0, &mut rng);
            counts[playback.index] += 1;
            assert_eq!(playback.begins(), Time::ZERO);
            assert!((0.0..1.0).contains(&playback.missed()));
        }
        // Four standard errors of 1000 and 2000 of 4000.
        assert!(
            counts[0].abs_diff(1000) < 110 && counts[1].abs_diff(2000) < 127,
            "{counts:?}"
        );
    }
}
