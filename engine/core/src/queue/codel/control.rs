//! Control law of CoDel: decides at dequeue whether a packet has waited too long, and how often to drop.
//!
//! Each queue has one [`Control`]: CoDel has one, and FQ-CoDel has one per sub-queue.
//!
//! Source: RFC 8289 Section 5. Its `dequeue` takes packets in a loop until one may be sent. Here each packet is judged
//! when it leaves, and drops that are due after a drop wait ([`owes`](Control)) for the next packet, so that the same
//! packets are dropped.

use crate::time::{Span, Time};

/// Parameters of the control law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Law {
    /// Target: acceptable standing queueing delay (RFC 8289 Section 4.2).
    pub target: Span,
    /// Time for which the delay must exceed the target before drops begin (RFC 8289 Section 4.3).
    pub interval: Span,
    /// Largest queue in bytes without drops, because the link would become idle.
    pub mtu_bytes: u64,
}

/// State of the control law at one queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Control {
    /// Time at which the delay will have been above the target for an interval.
    first_above: Option<Time>,
    is_dropping: bool,
    /// Whether the law has just dropped a packet. The time of the next drop is set if the next packet has also waited
    /// too long.
    owes: bool,
    drop_next: Time,
    count: u32,
    last_count: u32,
}

/// Packet at the head of the queue, to be judged.
#[derive(Clone, Copy, Debug)]
pub struct Leaving {
    /// Time of the event.
    pub now: Time,
    /// Queueing delay of the packet.
    pub waited: Span,
    /// Bytes that wait behind the packet.
    pub left_bytes: u64,
    /// Whether the packet can be marked instead of dropped.
    pub takes_mark: bool,
}

impl Law {
    /// Returns t + interval/√count (RFC 8289 Section 5.6), rounded to a picosecond.
    #[must_use]
    pub fn next(&self, t: Time, count: u32) -> Time {
        let gap = self.interval.0 as f64 / libm::sqrt(f64::from(count.max(1)));
        t + Span((gap + 0.5) as u64)
    }
}

impl Control {
    /// Returns whether the packet must be dropped, or marked if possible (RFC 8289 Section 5.5).
    #[inline]
    pub fn signals(&mut self, law: &Law, leaving: &Leaving) -> bool {
        if !self.has_stood(law, leaving) {
            self.stop();
            return false;
        }
        if !self.is_dropping {
            self.start(law, leaving.now);
            return true;
        }
        if std::mem::take(&mut self.owes) {
            self.drop_next = law.next(self.drop_next, self.count);
        }
        if leaving.now < self.drop_next {
            return false;
        }
        self.count = self.count.saturating_add(1);
        if leaving.takes_mark {
            self.drop_next = law.next(self.drop_next, self.count);
        } else {
            self.owes = true;
        }
        true
    }

    /// Updates the state when the queue is empty and the link idle.
    pub fn on_idle(&mut self) {
        self.first_above = None;
        self.stop();
    }

    /// Returns the number of drops or marks since dropping began, including those carried over from a recent dropping
    /// state; 0 while not dropping.
    #[must_use]
    pub fn count(&self) -> u32 {
        if self.is_dropping { self.count } else { 0 }
    }

    /// Returns the time of the next drop if the delay stays above the target; `None` while not dropping.
    #[must_use]
    pub fn drop_next(&self, law: &Law) -> Option<Time> {
        let next = if self.owes {
            law.next(self.drop_next, self.count)
        } else {
            self.drop_next
        };
        self.is_dropping.then_some(next)
    }

    /// Returns whether the delay has been above the target for an interval (RFC 8289 Section 5.4, `ok_to_drop`).
    #[inline]
    fn has_stood(&mut self, law: &Law, leaving: &Leaving) -> bool {
        if leaving.waited < law.target || leaving.left_bytes <= law.mtu_bytes {
            self.first_above = None;
            return false;
        }
        let from = *self.first_above.get_or_insert(leaving.now + law.interval);
        leaving.now >= from
    }

    /// Enters the dropping state. Soon after an earlier one, the drop rate continues from the one reached there.
    fn start(&mut self, law: &Law, now: Time) {
        let before = self.count.saturating_sub(self.last_count);
        let soon = now.since(self.drop_next) < Span(law.interval.0.saturating_mul(16));
        self.count = if before > 1 && soon { before } else { 1 };
        self.drop_next = law.next(now, self.count);
        self.last_count = self.count;
        self.is_dropping = true;
    }

    #[inline]
    fn stop(&mut self) {
        self.is_dropping = false;
        self.owes = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000_000;

    fn law() -> Law {
        Law {
            target: Span(5 * MS),
            interval: Span(100 * MS),
            mtu_bytes: 1500,
        }
    }

    /// A packet that has waited so many ms before 100 others.
    fn leaving(now: Time, waited_ms: u64) -> Leaving {
        Leaving {
            now,
            waited: Span(waited_ms * MS),
            left_bytes: 100_000,
            takes_mark: false,
        }
    }

    /// Waits are too long from time 0 on; the first drop is made an interval later.
    fn dropping() -> Control {
        let mut control = Control::default();
        assert!(!control.signals(&law(), &leaving(Time(0), 5)));
        assert!(!control.signals(&law(), &leaving(Time(100 * MS - 1), 5)));
        assert!(control.signals(&law(), &leaving(Time(100 * MS), 5)));
        control
    }

    /// RFC 8289 Section 5.6 with 100 ms: the sums of 100 ms/√n, which are given in microseconds.
    #[test]
    fn codel_drop_intervals_follow_the_inverse_square_root() {
        let instants_us = [
            100_000, 170_711, 228_446, 278_446, 323_167, 363_992, 401_788, 437_144, 470_477,
            502_100, 532_251,
        ];
        let (mut control, law) = (dropping(), law());
        let mut exact = 0.0;
        for (n, instant_us) in (1u32..).zip(instants_us) {
            exact += 100e9 / libm::sqrt(f64::from(n));
            let next = control.drop_next(&law).expect("it is dropping");
            let after_ps = next.0 - 100 * MS;
            assert_eq!((after_ps + 500_000) / 1_000_000, instant_us);
            assert!((after_ps as f64 - exact).abs() < 1000.0, "within 1 ns");
            assert!(!control.signals(&law, &leaving(Time(next.0 - 1), 5)));
            assert!(control.signals(&law, &leaving(next, 5)), "drop {n}");
            assert!(!control.signals(&law, &leaving(next, 5)), "one at a time");
        }
    }

    #[test]
    fn codel_makes_overdue_drops_at_once() {
        let mut control = dropping();
        // 100, 171, 228 and 278 ms after the first are past; the next packets pay for them.
        let drops = (0..10)
            .take_while(|_| control.signals(&law(), &leaving(Time(400 * MS), 9)))
            .count();
        assert_eq!(drops, 4);
    }

    #[test]
    fn codel_stops_dropping_after_a_short_delay_a_short_queue_or_idle_time() {
        let at = Time(201 * MS);
        let ends: [fn(&mut Control, Time); 3] = [
            |control, at| assert!(!control.signals(&law(), &leaving(at, 4))),
            |control, at| {
                let left_bytes = 1500;
                let last = Leaving {
                    left_bytes,
                    ..leaving(at, 9)
                };
                assert!(!control.signals(&law(), &last));
            },
            |control, _| control.on_idle(),
        ];
        for end in ends {
            let mut control = dropping();
            end(&mut control, at);
            assert_eq!((control.count(), control.drop_next(&law())), (0, None));
            // It takes another interval.
            assert!(!control.signals(&law(), &leaving(at, 9)));
            assert!(!control.signals(&law(), &leaving(Time(at.0 + 99 * MS), 9)));
            assert!(control.signals(&law(), &leaving(Time(at.0 + 100 * MS), 9)));
        }
    }

    /// After `drops` in all, waits are short, and too long again for an interval that ends `later` ms after the
    /// next drop was due: the count with which dropping begins again.
    fn count_on_return(drops: u32, later_ms: u64) -> u32 {
        let (mut control, law) = (dropping(), law());
        for _ in 1..drops {
            let next = control.drop_next(&law).expect("it is dropping");
            assert!(control.signals(&law, &leaving(next, 5)));
        }
        let next = control.drop_next(&law).expect("it is dropping");
        assert!(!control.signals(&law, &leaving(Time(next.0 - 1), 5)));
        assert!(!control.signals(&law, &leaving(next, 4)));
        let back = Time(next.0 + later_ms * MS);
        assert!(!control.signals(&law, &leaving(Time(back.0 - 100 * MS), 5)));
        assert!(control.signals(&law, &leaving(back, 5)));
        control.count()
    }

    /// RFC 8289 Section 5.5: from count − lastcount where that exceeds 1 and 16 intervals have not passed.
    #[test]
    fn codel_resumes_its_drop_rate_soon_after_dropping() {
        assert_eq!(count_on_return(8, 200), 7);
        assert_eq!(count_on_return(8, 1599), 7);
        assert_eq!(count_on_return(8, 1600), 1);
        assert_eq!(count_on_return(3, 200), 2);
        assert_eq!(count_on_return(2, 200), 1, "one more is no rate");
    }

    #[test]
    fn codel_mark_counts_like_a_drop_and_ends_the_dequeue() {
        let (mut marks, mut drops, law) = (dropping(), dropping(), law());
        for _ in 0..20 {
            let next = drops.drop_next(&law).expect("it is dropping");
            assert_eq!(marks.drop_next(&law), Some(next));
            assert!(drops.signals(&law, &leaving(next, 5)));
            let taking = Leaving {
                takes_mark: true,
                ..leaving(next, 5)
            };
            assert!(marks.signals(&law, &taking));
        }
        assert_eq!(marks.count(), 21);
    }
}
