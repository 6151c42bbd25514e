//! Sending after an idle time: the controller is notified that nothing was in flight, and the window may be
//! reduced, because it may no longer fit the path.
//!
//! Sources: RFC 9438 Sections 4.2 and 5.8 and draft-ietf-ccwg-bbr Section 5.4.1 for the reaction of controllers;
//! RFC 5681 Section 4.1 (the window falls to the restart window); RFC 2861 (the window is halved for each timeout
//! that passed, and three quarters of it are stored in ssthresh). As in Linux (`tcp_slow_start_after_idle_check`),
//! the window of a controller with a model of the path is not reduced.

use super::config::{IdleRestart, TcpConfig};
use super::phase::Cause;
use super::tcb::{Tcb, is_special};
use crate::cc::{Controller, Window};
use crate::time::{Span, Time};

/// Called before a segment is sent. If nothing is in flight because the data had run out, the controller is
/// notified; if the idle time exceeded the retransmission timeout, the window may be reduced.
pub fn resume(tcb: &mut Tcb, now: Time, config: &TcpConfig) {
    let nothing_in_flight = tcb.unacked == tcb.high && tcb.high > tcb.first;
    if !nothing_in_flight || tcb.next >= tcb.end {
        return;
    }
    let idle = now.since(tcb.last_sent);
    let falls = config.idle_restart != IdleRestart::Off && !tcb.controller.follows_recovery();
    if falls && idle > tcb.rtt.rto() {
        reduce(tcb, idle, config);
        // What follows is measured from here.
        tcb.last_sent = now;
    }
    if tcb.supply.ran_out() {
        tcb.controller.on_restart(&mut tcb.window, now, idle);
        tcb.supply.is_there();
        tcb.is_special = is_special(config);
    }
}

/// Reduces the window after a silence of `idle`.
fn reduce(tcb: &mut Tcb, idle: Span, config: &TcpConfig) {
    let initial = config.initial_window_packets;
    match config.idle_restart {
        IdleRestart::Off => return,
        IdleRestart::RestartWindow => {
            let window = restart_window(tcb.window.cwnd, initial);
            tcb.window.set(window);
        }
        IdleRestart::Decay => decay(&mut tcb.window, idle, tcb.rtt.rto(), initial),
    }
    tcb.cause = Cause::IdleRestart;
    tcb.news = Some(Cause::IdleRestart);
}

/// RFC 5681 Section 4.1: `RW = min(IW, cwnd)`.
fn restart_window(cwnd: f64, initial: f64) -> f64 {
    if initial < cwnd { initial } else { cwnd }
}

/// RFC 2861 Section 3.1, with Linux's floor at the restart window.
fn decay(window: &mut Window, idle: Span, rto: Span, initial: f64) {
    let remembered = 0.75 * window.cwnd;
    if remembered > window.ssthresh {
        window.ssthresh = remembered;
    }
    let floor = restart_window(window.cwnd, initial);
    let mut cwnd = window.cwnd;
    let mut left = idle;
    while left > rto && cwnd > floor {
        left = left - rto;
        cwnd /= 2.0;
    }
    window.set(if cwnd < floor { floor } else { cwnd });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_is_halved_for_each_timeout_that_passed() {
        let mut window = Window {
            cwnd: 36.0,
            ssthresh: 20.0,
            max: 1e6,
        };
        decay(&mut window, Span::from_s(0.5), Span::from_s(0.3), 10.0);
        assert_eq!((window.cwnd, window.ssthresh), (18.0, 27.0));
        decay(&mut window, Span::from_s(2.0), Span::from_s(0.3), 10.0);
        assert_eq!(window.cwnd, 10.0);
    }
}
