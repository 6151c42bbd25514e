//! Controller of PIE: a drop probability that keeps the queueing delay near its target.
//!
//! In each period the probability changes by the difference of the delay from the target and by the change of the delay (a
//! proportional–integral controller). For small probabilities the steps are scaled down, because the same step then has a
//! larger effect on TCP.
//!
//! Sources: RFC 8033 Sections 4.2 and 5.1 to 5.5; Linux `sch_pie.c` (`pie_calculate_probability`).
//!
//! [Periods] need no timer, because the inputs of the controller change only with departures.

use super::super::periods::Periods;
use crate::time::{Span, Time};

/// Parameters of the controller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Delay to be held, seconds.
    pub target_s: f64,
    /// Length of a period.
    pub update: Span,
    /// Weight of the distance from the target, per second.
    pub alpha: f64,
    /// Weight of the change, per second.
    pub beta: f64,
    /// Burst allowance: time during which a burst passes without drops.
    pub max_burst: Span,
}

/// State of the controller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Controller {
    /// Probability of a drop, 0 to 1.
    probability: f64,
    /// Delay at the last update, seconds.
    delay_old_s: f64,
    /// Most recent queueing delay.
    delay: Span,
    /// Remaining time for which bursts pass without drops.
    burst: Span,
    periods: Periods,
}

/// Largest step while the probability is at least a tenth (RFC 8033 Section 5.5).
const LARGEST_STEP: f64 = 0.02;
/// Delay beyond which the probability rises by another `LARGEST_STEP` each period (Linux).
const FAR_TOO_LONG_S: f64 = 0.25;
/// Factor of the probability for an idle update interval (RFC 8033 Section 4.2; Linux: 63/64).
const IDLE_DECAY: f64 = 0.98;

impl Controller {
    /// A controller that begins at `now` with a whole burst to let pass.
    #[must_use]
    pub fn new(settings: &Settings, now: Time) -> Controller {
        Controller {
            probability: 0.0,
            delay_old_s: 0.0,
            delay: Span::ZERO,
            burst: settings.max_burst,
            periods: Periods::new(settings.update, now),
        }
    }

    /// Other settings hold from `now` on: a period begins.
    pub fn restart_period(&mut self, settings: &Settings, now: Time) {
        self.periods = Periods::new(settings.update, now);
        self.burst = self.burst.min(settings.max_burst);
    }

    /// Makes up for the periods that have ended by `now`.
    #[inline]
    pub fn catch_up(&mut self, settings: &Settings, now: Time) {
        while self.periods.ended(now).is_some() {
            self.update(settings);
            if self.is_at_rest(settings) {
                self.periods.skip(now);
            }
        }
    }

    /// A packet has left after waiting for so long; nothing waited and nothing is sent: 0.
    #[inline]
    pub fn see(&mut self, delay: Span) {
        self.delay = delay;
    }

    /// Probability of a drop, 0 to 1.
    #[must_use]
    pub fn probability(&self) -> f64 {
        self.probability
    }

    /// The delay as last seen.
    #[must_use]
    pub fn delay(&self) -> Span {
        self.delay
    }

    /// Returns the remaining burst allowance.
    #[must_use]
    pub fn burst(&self) -> Span {
        self.burst
    }

    /// Returns whether no packet is dropped with any probability: during the burst allowance, or with a short delay and
    /// few drops (RFC 8033 Section 4.1).
    #[must_use]
    #[inline]
    pub fn spares(&self, settings: &Settings) -> bool {
        let is_short = self.delay_old_s < settings.target_s / 2.0 && self.probability < 0.2;
        self.burst > Span::ZERO || is_short
    }

    /// A period has ended.
    fn update(&mut self, settings: &Settings) {
        let delay_s = self.delay.s();
        let step = step(settings, self.probability, delay_s, self.delay_old_s);
        let raised = self.probability + step;
        self.probability = raised.clamp(0.0, 1.0);
        if delay_s == 0.0 && self.delay_old_s == 0.0 {
            self.probability *= IDLE_DECAY;
        }
        self.end_burst(settings, delay_s);
        self.delay_old_s = delay_s;
    }

    /// RFC 8033 Section 4.4: a period uses up of the burst, and a quiet queue is given it anew.
    fn end_burst(&mut self, settings: &Settings, delay_s: f64) {
        let half = settings.target_s / 2.0;
        let is_quiet = delay_s < half && self.delay_old_s < half && self.probability == 0.0;
        self.burst = if is_quiet {
            settings.max_burst
        } else {
            self.burst - settings.update
        };
    }

    /// Returns whether an update would change nothing, because the queue has been empty for long enough.
    fn is_at_rest(&self, settings: &Settings) -> bool {
        self.probability == 0.0
            && self.delay == Span::ZERO
            && self.delay_old_s == 0.0
            && self.burst == settings.max_burst
    }
}

/// By how much a period moves the probability p (RFC 8033 Sections 4.2 and 5.5).
#[must_use]
pub fn step(settings: &Settings, p: f64, delay_s: f64, delay_old_s: f64) -> f64 {
    let error = settings.alpha * (delay_s - settings.target_s);
    let change = settings.beta * (delay_s - delay_old_s);
    let mut step = (error + change) / scale(p);
    if p >= 0.1 && step > LARGEST_STEP {
        step = LARGEST_STEP;
    }
    if delay_s > FAR_TOO_LONG_S {
        step += LARGEST_STEP;
    }
    step
}

/// Returns the divisor of a step (RFC 8033 Section 4.2, `auto-tuning`).
fn scale(p: f64) -> f64 {
    const SCALES: [(f64, f64); 6] = [
        (1e-6, 2048.0),
        (1e-5, 512.0),
        (1e-4, 128.0),
        (1e-3, 32.0),
        (1e-2, 8.0),
        (1e-1, 2.0),
    ];
    let found = SCALES.iter().find(|(below, _)| p < *below);
    found.map_or(1.0, |(_, scale)| *scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000_000;

    fn settings() -> Settings {
        Settings {
            target_s: 0.015,
            update: Span(15 * MS),
            alpha: 0.125,
            beta: 1.25,
            max_burst: Span(150 * MS),
        }
    }

    fn controller(probability: f64, delay_old_s: f64) -> Controller {
        Controller {
            probability,
            delay_old_s,
            ..Controller::new(&settings(), Time::ZERO)
        }
    }

    /// After one period in which packets waited for `delay_ms`.
    fn updated(p: f64, old_ms: u64, delay_ms: u64) -> f64 {
        let mut pie = controller(p, Span(old_ms * MS).s());
        pie.see(Span(delay_ms * MS));
        pie.catch_up(&settings(), Time(15 * MS));
        pie.probability()
    }

    /// RFC 8033 Section 4.2 with its constants: delay from 20 to 30 ms. Linux has the same to the 2^-56 of its
    /// fixed point (and delays in ticks of 64 ns); exactly they are 0.014375 over the scale.
    #[test]
    fn pie_updates_agree_with_rfc_8033_and_linux() {
        for (p, wanted) in [
            (0.0, 7.019_04e-6),
            (5e-5, 1.623_047e-4),
            (0.005, 6.796_875e-3),
            (0.05, 0.057_187_5),
            (0.2, 0.214_375),
        ] {
            let got = updated(p, 20, 30);
            assert!((got - wanted).abs() < 1e-6 * wanted, "{p}: {got}");
        }
        let far = updated(0.2, 20, 300);
        assert!((far - 0.24).abs() < 1e-12, "0.02 and 0.02: {far}");
    }

    #[test]
    fn pie_steps_are_capped_from_a_probability_of_0_1() {
        assert!((updated(0.1, 20, 200) - 0.12).abs() < 1e-12);
        assert!((updated(0.099, 20, 200) - 0.223_062_5).abs() < 1e-9);
        assert_eq!(updated(0.999, 20, 300), 1.0);
        assert_eq!(updated(1e-9, 20, 0), 0.0);
    }

    #[test]
    fn pie_idle_updates_keep_98_percent_of_the_probability() {
        let idle = updated(0.2, 0, 0);
        assert!((idle - 0.98 * (0.2 - 0.125 * 0.015)).abs() < 1e-12);
        let first = updated(0.2, 1, 0);
        assert!((first - (0.2 - 0.125 * 0.015 - 1.25 * 0.001)).abs() < 1e-12);
    }

    #[test]
    fn burst_allowance_ends_and_is_renewed_after_a_quiet_period() {
        let (mut pie, settings) = (controller(0.0, 0.0), settings());
        pie.see(Span(20 * MS));
        pie.catch_up(&settings, Time(149 * MS));
        assert!(pie.spares(&settings) && pie.burst() > Span::ZERO);
        pie.catch_up(&settings, Time(151 * MS));
        assert!(!pie.spares(&settings));
        pie.see(Span(7 * MS));
        pie.catch_up(&settings, Time(400 * MS));
        assert_eq!((pie.probability(), pie.burst()), (0.0, Span(150 * MS)));
    }

    #[test]
    fn pie_does_not_drop_at_a_short_delay_with_a_low_probability() {
        for (p, old_s, spared) in [
            (0.19, 0.007, true),
            (0.21, 0.007, false),
            (0.19, 0.008, false),
        ] {
            let pie = Controller {
                burst: Span::ZERO,
                ..controller(p, old_s)
            };
            assert_eq!(pie.spares(&settings()), spared);
        }
    }

    /// Caught up at once or at every step: the same to the last bit; and at rest in a moment.
    #[test]
    fn overdue_updates_are_made_at_any_reading() {
        let settings = settings();
        let (mut often, mut once) = (controller(0.3, 0.05), controller(0.3, 0.05));
        for ms in 0..=700 {
            often.catch_up(&settings, Time(ms * MS));
        }
        once.catch_up(&settings, Time(700 * MS));
        assert_eq!(often, once);
        for hour in 1..1000 {
            once.catch_up(&settings, Time(hour * 3_600_000 * MS));
        }
        assert_eq!(once.probability(), 0.0);
    }
}
