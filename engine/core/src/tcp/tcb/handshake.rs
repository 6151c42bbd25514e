//! Handshake: the start of a connection, and the effect of a lost SYN.
//!
//! Sources: RFC 5681 Section 3.1 (one segment after a lost SYN or SYN-ACK), RFC 6298 rule (5.7) (the timer then). A
//! lost SYN says nothing about the capacity of the path: the threshold and the controller stay as they are, as in
//! Linux. Senders as in ns-2 treat it as any timeout.

use super::Tcb;
use crate::cc::Controller;
use crate::tcp::config::TcpConfig;
use crate::tcp::notes::Timestamp;
use crate::time::{Span, Time};

impl Tcb {
    /// Returns whether the SYN is sent and not acknowledged yet.
    #[inline]
    pub fn awaits_syn_ack(&self, config: &TcpConfig) -> bool {
        self.is_syn(self.unacked, config) && self.high > self.first
    }

    /// The SYN is acknowledged: the window opens, after a lost SYN at one segment. An `echo` older than the
    /// second SYN shows that none was lost (RFC 3522).
    pub fn establish(
        &mut self,
        now: Time,
        rtt: Option<Span>,
        echo: Option<Timestamp>,
        config: &TcpConfig,
    ) {
        let spurious_check = self.take_timeout_check();
        let was_needless = spurious_check.is_some_and(|spurious_check| {
            echo.is_some_and(|echo| echo.is_before(spurious_check.retransmitted))
        });
        if self.syn_sent_again && !was_needless {
            self.begin_after_lost_syn(config);
        } else {
            self.window.set(config.initial_window_packets);
        }
        self.controller.on_established(&mut self.window, now, rtt);
    }

    /// Data follows a SYN that was sent more than once: with one segment, and with a longer timer if the first one
    /// was short.
    pub fn begin_after_lost_syn(&mut self, config: &TcpConfig) {
        self.window.set(1.0);
        self.rtt.after_lost_syn(config);
    }
}
