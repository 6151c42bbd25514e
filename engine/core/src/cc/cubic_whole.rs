//! CUBIC in whole packets, as Linux computes it.
//!
//! It differs from RFC 9438 in more than the arithmetic. The curve is taken one shortest round trip ahead, not one smoothed
//! round trip, so that a long queue does not let the window grow faster. The window of Reno that is its lower bound grows
//! by the same factor beyond the last peak too. Below the curve the window grows by one packet in a hundred windows.
//!
//! Source: Linux 6, net/ipv4/tcp_cubic.c; names of its functions and fields are in parentheses. Deviation: time is exact, where
//! the kernel counts ticks of 1 to 10 ms.

use super::whole::{self, Count};
use super::{Acked, Window};
use crate::time::{Span, Time};

/// Unit of shares of a window (`BICTCP_BETA_SCALE`), and units of time in a second (`1 << BICTCP_HZ`).
const SCALE: u32 = 1024;

/// Time for which the growth is not computed again while the window stays (`HZ / 32`).
const SAME_GROWTH: Span = Span(31_250_000_000);

/// Time after a reduction in which round trips do not count as the shortest one (`HZ`).
const STALE: Span = Span(1_000_000_000_000);

/// Packets per growth below the curve, in windows.
const RESTING: u32 = 100;

/// Most packets per growth before the first reduction.
const FIRST_GROWTH: u32 = 20;

/// Fewest packets per growth.
const FASTEST: u32 = 2;

/// State between two reductions (`struct bictcp`).
#[derive(Clone, Debug, Default)]
pub struct Whole {
    count: Count,
    /// Packets that must be acknowledged for the window to grow by one (`cnt`).
    packets_per_growth: u32,
    /// Window before the last reduction, less with fast convergence; 0 before the first (`last_max_cwnd`).
    last_peak: u32,
    /// Window for which the growth was computed, and when (`last_cwnd`, `last_time`).
    computed: Option<(u32, Time)>,
    /// Begin of congestion avoidance (`epoch_start`).
    epoch: Option<Time>,
    /// Level of the plateau (`bic_origin_point`), and the time until it, in 1/1024 s (`bic_K`).
    plateau: u32,
    plateau_at: u64,
    shortest: Option<Span>,
    /// Window of Reno (`tcp_cwnd`), and the packets that count for its growth (`ack_cnt`).
    reno: u32,
    reno_count: u32,
}

/// Parameters as fractions of 1024 (`bic_scale * 10`, `beta`).
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    steepness: u32,
    beta: u32,
    fast_convergence: bool,
}

impl Shape {
    /// Shape of the curve with these parameters of RFC 9438.
    #[must_use]
    pub fn new(c: f64, beta: f64, fast_convergence: bool) -> Shape {
        let scaled = |x: f64| libm::round(x * f64::from(SCALE)) as u32;
        Shape {
            steepness: scaled(c).max(1),
            beta: scaled(beta).min(SCALE - 1),
            fast_convergence,
        }
    }

    /// Eighths of a window after which the window of Reno grows by one (`beta_scale`).
    fn reno_eighths(&self) -> u32 {
        8 * (SCALE + self.beta) / 3 / (SCALE - self.beta)
    }
}

impl Whole {
    /// Notes a round trip (`cubictcp_acked`).
    pub fn time(&mut self, acked: &Acked) {
        let is_stale = self
            .epoch
            .is_some_and(|epoch| acked.now.since(epoch) < STALE);
        if let Some(rtt) = acked.rtt.filter(|_| !is_stale) {
            self.shortest = Some(self.shortest.map_or(rtt, |shortest| shortest.min(rtt)));
        }
    }

    /// Lets the window grow (`cubictcp_cong_avoid`).
    pub fn grow(&mut self, shape: Shape, window: &mut Window, acked: &Acked) {
        let mut packets = acked.packets;
        if window.in_slow_start() {
            packets = whole::slow_start(window, packets);
            if packets == 0 {
                return;
            }
        }
        self.update(shape, whole::packets(window), packets, acked.now);
        self.count.grow(window, self.packets_per_growth, packets);
    }

    /// Computes how many packets must be acknowledged for the window to grow by one (`bictcp_update`).
    fn update(&mut self, shape: Shape, cwnd: u32, packets: u32, now: Time) {
        self.reno_count += packets;
        if let Some((before, at)) = self.computed
            && before == cwnd
            && now.since(at) <= SAME_GROWTH
        {
            return;
        }
        let epoch = self.epoch.unwrap_or(now);
        if self.computed.is_none_or(|(_, at)| at != now) || self.epoch.is_none() {
            self.computed = Some((cwnd, now));
            if self.epoch.is_none() {
                self.epoch = Some(now);
                self.reno_count = packets;
                self.reno = cwnd;
                self.plateau = self.last_peak.max(cwnd);
                let below = f64::from(self.plateau - cwnd);
                let units = f64::from(SCALE);
                let cubed = below * units * units * units * units / f64::from(shape.steepness);
                self.plateau_at = libm::cbrt(cubed) as u64;
            }
            let target = self.target(
                shape,
                now.since(epoch) + self.shortest.unwrap_or(Span::ZERO),
            );
            self.packets_per_growth = if target > cwnd {
                cwnd / (target - cwnd)
            } else {
                RESTING * cwnd
            };
            if self.last_peak == 0 {
                self.packets_per_growth = self.packets_per_growth.min(FIRST_GROWTH);
            }
        }
        self.follow_reno(shape, cwnd);
        self.packets_per_growth = self.packets_per_growth.max(FASTEST);
    }

    /// Returns the curve at a time after the last reduction.
    fn target(&self, shape: Shape, t: Span) -> u32 {
        let units = f64::from(SCALE);
        let t = (t.s() * units) as u64;
        let offset = t.abs_diff(self.plateau_at) as f64;
        let delta =
            f64::from(shape.steepness) * offset * offset * offset / (units * units * units * units);
        // Far beyond any window a cast stops at the largest number.
        let delta = delta as u32;
        if t < self.plateau_at {
            self.plateau.saturating_sub(delta)
        } else {
            self.plateau.saturating_add(delta)
        }
    }

    /// The window of Reno is a lower bound (`tcp_friendliness`).
    fn follow_reno(&mut self, shape: Shape, cwnd: u32) {
        let packets = ((cwnd * shape.reno_eighths()) >> 3).max(1);
        // The remainder stays above zero, as there.
        let growth = self.reno_count.saturating_sub(1) / packets;
        self.reno += growth;
        self.reno_count -= growth * packets;
        if self.reno > cwnd {
            self.packets_per_growth = self.packets_per_growth.min(cwnd / (self.reno - cwnd));
        }
    }

    /// Returns the window after a loss (`cubictcp_recalc_ssthresh`).
    pub fn reduce(&mut self, shape: Shape, cwnd: u32) -> u32 {
        self.epoch = None;
        self.count.restart();
        self.last_peak = if cwnd < self.last_peak && shape.fast_convergence {
            (u64::from(cwnd) * u64::from(SCALE + shape.beta) / u64::from(2 * SCALE)) as u32
        } else {
            cwnd
        };
        ((u64::from(cwnd) * u64::from(shape.beta) / u64::from(SCALE)) as u32).max(2)
    }

    /// Time in which nothing was sent does not count (`cubictcp_cwnd_event`).
    pub fn skip(&mut self, now: Time, idle: Span) {
        self.epoch = self.epoch.map(|epoch| (epoch + idle).min(now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::testing::acked;

    /// Shape with the parameters of Linux.
    fn shape() -> Shape {
        Shape::new(0.4, 0.7, true)
    }

    /// Window in congestion avoidance.
    fn window(cwnd: u32) -> Window {
        Window {
            cwnd: cwnd.into(),
            ssthresh: 2.0,
            max: 1e6,
        }
    }

    /// Runs round trips of `rtt_s` from `from_s` to `to_s`, in which each packet of the window is acknowledged.
    fn run(whole: &mut Whole, window: &mut Window, rtt_s: f64, (from_s, to_s): (f64, f64)) {
        let mut now = from_s;
        while now < to_s {
            for _ in 0..window.cwnd as u32 {
                let ack = Acked {
                    rtt: Some(Span::from_s(rtt_s)),
                    ..acked(now)
                };
                whole.time(&ack);
                whole.grow(shape(), window, &ack);
            }
            now += rtt_s;
        }
    }

    #[test]
    fn the_constants_are_those_of_linux() {
        let shape = shape();
        assert_eq!((shape.steepness, shape.beta), (410, 717));
        assert_eq!(shape.reno_eighths(), 15);
    }

    #[test]
    fn reductions_drop_the_fraction_and_fast_convergence_lowers_the_peak() {
        let mut whole = Whole::default();
        let reduced = [100, 10, 3, 2].map(|cwnd| whole.reduce(shape(), cwnd));
        assert_eq!(reduced, [70, 7, 2, 2]);
        let mut whole = Whole::default();
        whole.reduce(shape(), 100);
        assert_eq!(whole.last_peak, 100);
        whole.reduce(shape(), 90);
        // 90 * 1741 / 2048
        assert_eq!(whole.last_peak, 76);
    }

    /// K is the cube root of 300/0.4, 9.09 s; with a round trip of 0.2 s Reno's window would be at 724 by then, above the
    /// curve only in the first seconds.
    #[test]
    fn the_window_is_back_at_its_peak_after_k() {
        let (mut whole, mut window) = (Whole::default(), window(1000));
        window.cwnd = whole.reduce(shape(), 1000).into();
        run(&mut whole, &mut window, 0.2, (0.0, 9.0));
        assert!((990.0..=1010.0).contains(&window.cwnd), "{}", window.cwnd);
    }

    /// On a short path the window follows Reno's: one packet more for every 15/8 of a window, at least 0.53 a round trip.
    #[test]
    fn on_a_short_path_the_window_grows_as_reno_does_also_beyond_its_peak() {
        let (mut whole, mut window) = (Whole::default(), window(20));
        window.cwnd = whole.reduce(shape(), 20).into();
        run(&mut whole, &mut window, 0.02, (0.0, 1.2));
        // 14 + 60 * 8/15 = 46, less what waiting for whole packets costs.
        assert!((38.0..=46.0).contains(&window.cwnd), "{}", window.cwnd);
    }
}
