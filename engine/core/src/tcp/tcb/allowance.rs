//! Permitted amount in flight, and whether data or the window limits it.

use super::{MaybeNumber, Phase, Tcb};
use crate::tcp::board::Board;
use crate::tcp::config::{Recovery, TcpConfig};
use crate::tcp::pacing::{InFlight, Linux, Pace, Pacing, Poisson};
use crate::time::{Span, Time};

/// Windows that may be in flight with open injection, where the window sets a rate and not a limit.
const OPEN_FUSE: u32 = 4;

/// Time after the last segment for which a sender waits for room for a whole train (Linux `tcp_tso_should_defer`).
const TRAIN_WAIT: Span = Span(1_000_000_000);

/// Rate of a sender without pacing, from which Linux takes the size of its trains.
const LINUX: Pacing = Pacing::Linux(Linux {
    slow_start_ratio: 2.0,
    avoidance_ratio: 1.2,
    quantum_packets: 1,
});

impl Tcb {
    /// Whether the congestion window lets a segment follow `out` in flight: whether `out` is below what is
    /// [allowed](Self::allowed_in_flight). It is asked twice per acknowledgment, and whole numbers become fractions
    /// with a third of the instructions that the other way takes.
    #[inline]
    pub fn lets_in_flight(&self, out: u32, config: &TcpConfig) -> bool {
        if matches!(config.pacing, Pacing::Poisson(_)) {
            return out < self.allowed_in_flight(config);
        }
        let with_this = f64::from(out) + 1.0;
        with_this - f64::from(self.inflation) <= self.window.cwnd && with_this <= self.window.max
    }

    /// Whether the receive window lets a segment follow `out` beyond the acknowledged data.
    #[inline]
    pub fn receiver_lets(&self, out: u32, config: &TcpConfig) -> bool {
        if matches!(config.pacing, Pacing::Poisson(_)) {
            return out < self.receive_window(config);
        }
        f64::from(out) + 1.0 <= self.window.max
    }

    /// Whether a new segment may leave now: it belongs to a train that has begun, the window has room for a whole train, or
    /// the last segment left more than [`TRAIN_WAIT`] ago. Without data in flight a train begins with any window, since no
    /// acknowledgment would come.
    pub fn train_may_leave(&mut self, now: Time, config: &TcpConfig) -> bool {
        let is_usual = self.phase == Phase::Open
            && self.next == self.high
            && self.next < self.end
            && self.beyond == 0
            && self.retransmit == MaybeNumber::NONE;
        if !is_usual {
            self.supply.train = 0;
        }
        if !is_usual || self.supply.train > 0 {
            return true;
        }
        let window = libm::fmin(self.window.cwnd, self.window.max);
        let whole = self.whole_train(window, config) as u64;
        let whole = whole.min(self.end - self.next);
        let out = self.outstanding();
        let may_wait = out > 0 && now.since(self.last_sent) <= TRAIN_WAIT;
        if may_wait && f64::from(out) + whole as f64 > window {
            return false;
        }
        self.supply.train = whole as u8;
        true
    }

    /// Returns the size of a train: what leaves in 1 ms at the present rate, at least two segments (Linux
    /// `tcp_tso_autosize`), and at most a third of the window. Without pacing, the rate is that of Linux.
    fn whole_train(&self, window: f64, config: &TcpConfig) -> f64 {
        let pacing = match &config.pacing {
            Pacing::None(_) => &LINUX,
            pacing => pacing,
        };
        let rate = self.pace_by(pacing, config).rate();
        let in_1_ms = libm::fmax(rate.unwrap_or(0.0) * 1e-3, 2.0);
        let most = libm::fmin(f64::from(config.train_packets), in_1_ms);
        libm::fmin(most, libm::fmax(window / 3.0, 1.0)).max(1.0)
    }

    /// Returns the present pace with a kind of pacing.
    pub fn pace_by<'a>(&'a self, pacing: &'a Pacing, config: &TcpConfig) -> Pace<'a> {
        Pace {
            pacing,
            controlled: self.controlled_rate(),
            window: &self.window,
            srtt: self.rtt.srtt(),
            highest: self.pacer.highest_rate(config.max_segment_rate()),
        }
    }

    /// Segments that the congestion window lets be in flight.
    #[inline]
    pub fn allowed_in_flight(&self, config: &TcpConfig) -> u32 {
        let window = (self.window.cwnd as u32 + self.inflation).min(self.window.max as u32);
        self.fused(window, config)
    }

    /// Returns the receive window beyond the acknowledged data.
    fn receive_window(&self, config: &TcpConfig) -> u32 {
        self.fused(self.window.max as u32, config)
    }

    /// Records that nothing is sent with `out` outstanding. If the window has room, the data has run out.
    #[inline]
    pub fn note_supply(&mut self, board: Option<&mut Board>, out: u32, window_has_room: bool) {
        if self.next != self.supply.next {
            self.supply.next = self.next;
            self.supply.most = out;
        }
        self.supply.is_short = window_has_room;
        self.is_special |= window_has_room;
        if window_has_room && let Some(rates) = board.and_then(|board| board.rates.as_mut()) {
            rates.sampler.mark_app_limited(out);
        }
    }

    /// Whether the congestion window, and neither the data nor the receive window nor a highest rate, limited sending: only
    /// then it may grow. In slow start half the window is enough (RFC 7661; Linux `tcp_is_cwnd_limited`). `in_flight`:
    /// segments in flight before the acknowledgment.
    #[inline]
    pub fn is_window_limited(&self, in_flight: u32, config: &TcpConfig) -> bool {
        if self.window.cwnd >= self.window.max {
            return false;
        }
        if self.pacer.highest_rate(config.max_segment_rate()).is_some() && !self.is_full(in_flight)
        {
            return false;
        }
        !self.supply.is_short
            || (self.window.in_slow_start() && self.window.cwnd < 2.0 * f64::from(self.supply.most))
    }

    /// Whether so many segments use the window, in slow start half of it.
    #[inline(never)]
    fn is_full(&self, in_flight: u32) -> bool {
        let flight = f64::from(in_flight);
        flight + 1.0 > self.window.cwnd
            || (self.window.in_slow_start() && self.window.cwnd < 2.0 * flight)
    }

    /// A Poisson process of rate cwnd/RTT has cwnd packets in flight on average, not at most; a strict
    /// window thins it by Erlang's loss (17 % at 16 packets), which is why Theorem 1 of ganjali-2007 needs
    /// open injection. The fuse only blows when acknowledgments stay away. It is not for controllers that
    /// set the rate themselves, nor for recovery that makes the window of what is in flight.
    #[inline]
    fn fused(&self, window: u32, config: &TcpConfig) -> u32 {
        match config.pacing {
            Pacing::Poisson(Poisson {
                in_flight: InFlight::Open,
            }) if !self.window_is_strict(config) => window.saturating_mul(OPEN_FUSE),
            _ => window,
        }
    }

    fn window_is_strict(&self, config: &TcpConfig) -> bool {
        let in_recovery = self.is_recovering();
        self.controlled_rate().is_some() || (in_recovery && config.recovery == Recovery::Rack)
    }
}
