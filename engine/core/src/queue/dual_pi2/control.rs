//! Controller of DualPI2: one base probability, which is squared for classic traffic and multiplied by k for L4S.
//!
//! The rate of TCP is proportional to 1/√p, and that of a scalable controller to 1/p. So a probability p′ for L4S
//! corresponds to p′² for classic traffic, and a controller that is linear in p′ needs no table of scales like PIE.
//!
//! Source: RFC 9332 Appendix A.1 (`dualpi2_update`), Section 2.1.

use super::super::periods::Periods;
use crate::time::{Span, Time};

/// Parameters of the controller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Target delay in seconds.
    pub target_s: f64,
    /// Length of an update period.
    pub update: Span,
    /// Weight of the distance from the target, per second.
    pub alpha: f64,
    /// Weight of the change, per second.
    pub beta: f64,
    /// Factor between the marking probability of L4S traffic and p′.
    pub coupling: f64,
}

/// State of the controller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Controller {
    /// Base probability p′, 0 to 1.
    base: f64,
    delay_old_s: f64,
    periods: Periods,
}

impl Controller {
    /// Creates a controller whose first period begins at `now`.
    #[must_use]
    pub fn new(settings: &Settings, now: Time) -> Controller {
        Controller {
            base: 0.0,
            delay_old_s: 0.0,
            periods: Periods::new(settings.update, now),
        }
    }

    /// Changes the length of periods at `now`.
    pub fn restart_period(&mut self, settings: &Settings, now: Time) {
        self.periods = Periods::new(settings.update, now);
    }

    /// Processes the periods that ended by `now`; the oldest waiting packet arrived at `oldest`.
    #[inline]
    pub fn catch_up(&mut self, settings: &Settings, oldest: Option<Time>, now: Time) {
        while let Some(end) = self.periods.ended(now) {
            let delay = oldest.map_or(Span::ZERO, |since| end.since(since));
            self.update(settings, delay.s());
            if oldest.is_none() && self.base == 0.0 && self.delay_old_s == 0.0 {
                self.periods.skip(now);
            }
        }
    }

    /// Returns the base probability p′, 0 to 1.
    #[must_use]
    pub fn base(&self) -> f64 {
        self.base
    }

    /// Returns the probability for classic traffic, p_C = p′² (RFC 9332 Section 2.1).
    #[must_use]
    pub fn classic(&self) -> f64 {
        self.base * self.base
    }

    /// Returns the coupled probability for L4S traffic, p_CL = k p′ (RFC 9332 Section 2.1). If it reaches 1, marks are
    /// not enough.
    #[must_use]
    pub fn coupled(&self, settings: &Settings) -> f64 {
        settings.coupling * self.base
    }

    /// p′ += α (delay − target) + β (delay − delay before).
    fn update(&mut self, settings: &Settings, delay_s: f64) {
        let error = settings.alpha * (delay_s - settings.target_s);
        let change = settings.beta * (delay_s - self.delay_old_s);
        self.base = (self.base + error + change).clamp(0.0, 1.0);
        self.delay_old_s = delay_s;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000_000;

    fn settings() -> Settings {
        Settings {
            target_s: 0.015,
            update: Span(16 * MS),
            alpha: 0.16,
            beta: 3.2,
            coupling: 2.0,
        }
    }

    /// RFC 9332 Appendix A.1 with its constants, from a delay of 20 ms to one of 30 ms: 0.16 · 15 ms + 3.2 · 10 ms.
    #[test]
    fn dual_pi2_update_agrees_with_rfc_9332() {
        let settings = settings();
        let mut pi2 = Controller {
            delay_old_s: 0.02,
            ..Controller::new(&settings, Time::ZERO)
        };
        pi2.catch_up(&settings, Some(Time(0)), Time(15 * MS));
        assert_eq!(pi2.base(), 0.0);
        pi2.periods = Periods::new(Span(16 * MS), Time(34 * MS));
        pi2.catch_up(&settings, Some(Time(20 * MS)), Time(50 * MS));
        let got = [pi2.base(), pi2.classic(), pi2.coupled(&settings)];
        for (got, wanted) in got.iter().zip([0.0344, 0.001_183_36, 0.0688]) {
            assert!((got - wanted).abs() < 1e-12, "{got} {wanted}");
        }
    }

    #[test]
    fn overdue_updates_are_made_at_any_reading() {
        let settings = settings();
        let start = Controller {
            base: 0.1,
            ..Controller::new(&settings, Time::ZERO)
        };
        let (mut often, mut once) = (start, start);
        for ms in 0..=300 {
            often.catch_up(&settings, Some(Time(0)), Time(ms * MS));
        }
        once.catch_up(&settings, Some(Time(0)), Time(300 * MS));
        assert_eq!(often, once);
        assert_eq!(once.base(), 1.0, "a packet that is stuck");
        once.catch_up(&settings, None, Time(3_600_000_000 * MS));
        assert_eq!(once.base(), 0.0);
    }
}
