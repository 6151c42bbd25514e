//! Windows in whole packets, which grow by counting acknowledged packets, as in Linux.
//!
//! A window that is a real number keeps the fraction that growth and reduction leave. In small windows that is half a
//! packet more on average, and it decides whether a second packet is lost before the first loss is known.
//!
//! Source: Linux 6, net/ipv4/tcp_cong.c `tcp_slow_start` and `tcp_cong_avoid_ai`.

use super::Window;
use crate::spec::parameters::choices;

choices! {
    /// Numbers with which a controller computes its window.
    pub enum Arithmetic {
        /// The window is a real number, as in the formulas.
        Real = "real", "real numbers",
        /// The window is a whole number of packets, and growth counts acknowledged packets, those of the ACK that ends a
        /// recovery too. As in Linux.
        Whole = "whole", "whole packets, as in Linux",
    }
}

/// Packets acknowledged since the window last grew in congestion avoidance (`snd_cwnd_cnt`).
#[derive(Clone, Copy, Debug, Default)]
pub struct Count(u32);

impl Count {
    /// Counting begins anew, as at every reduction.
    pub fn restart(&mut self) {
        self.0 = 0;
    }

    /// Lets the window grow by one packet for each `packets_per_growth` that are acknowledged (`tcp_cong_avoid_ai`).
    pub fn grow(&mut self, window: &mut Window, packets_per_growth: u32, acked: u32) {
        // Credit of a time when growth took more packets gives one packet only.
        if self.0 >= packets_per_growth {
            self.0 = 0;
            window.set(window.cwnd + 1.0);
        }
        self.0 += acked;
        let growth = self.0 / packets_per_growth;
        self.0 -= growth * packets_per_growth;
        window.set(window.cwnd + f64::from(growth));
    }
}

/// Lets the window grow by the packets acknowledged up to the threshold. Returns those that are left for congestion
/// avoidance (`tcp_slow_start`).
pub fn slow_start(window: &mut Window, acked: u32) -> u32 {
    let grown = (window.cwnd + f64::from(acked)).min(window.ssthresh);
    let left = f64::from(acked) - (grown - window.cwnd);
    window.set(grown);
    // At most `acked`, and not negative.
    left as u32
}

/// Returns the window in whole packets, at least one.
#[must_use]
pub fn packets(window: &Window) -> u32 {
    (window.cwnd as u32).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(cwnd: f64, ssthresh: f64) -> Window {
        Window {
            cwnd,
            ssthresh,
            max: 1e6,
        }
    }

    #[test]
    fn a_window_of_ten_grows_by_one_for_ten_packets_and_keeps_the_eleventh() {
        let (mut count, mut window) = (Count::default(), window(10.0, 2.0));
        for _ in 0..4 {
            count.grow(&mut window, 10, 2);
        }
        assert_eq!(window.cwnd, 10.0);
        count.grow(&mut window, 10, 3);
        assert_eq!((window.cwnd, count.0), (11.0, 1));
    }

    #[test]
    fn credit_of_slower_growth_gives_one_packet() {
        let (mut count, mut window) = (Count(90), window(10.0, 2.0));
        count.grow(&mut window, 3, 2);
        assert_eq!((window.cwnd, count.0), (11.0, 2));
    }

    #[test]
    fn slow_start_ends_at_the_threshold_and_leaves_the_rest() {
        let mut window = window(10.0, 12.0);
        assert_eq!(slow_start(&mut window, 5), 3);
        assert_eq!(window.cwnd, 12.0);
    }
}
