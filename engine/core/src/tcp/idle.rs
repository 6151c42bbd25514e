//! Sending after an idle time: the window was found out under conditions that may have passed.
//!
//! Sources: RFC 5681 Section 4.1 (the window falls to the restart window); RFC 2861 (it is halved for
//! each timeout that passed, while three quarters of it are remembered in ssthresh).

use super::config::{IdleRestart, TcpConfig};
use super::standing::Cause;
use super::tcb::Tcb;
use crate::cc::{Controller, Window};
use crate::time::{Span, Time};

/// Reduces the window if the next segment ends a silence longer than the retransmission timeout.
pub fn restart(tcb: &mut Tcb, now: Time, config: &TcpConfig) {
    let nothing_under_way = tcb.unacked == tcb.high;
    let is_off = config.idle_restart == IdleRestart::Off;
    if is_off || !nothing_under_way || tcb.next >= tcb.end || tcb.high == tcb.first {
        return;
    }
    let idle = now.since(tcb.last_sent);
    let rto = tcb.rtt.rto();
    if idle <= rto {
        return;
    }
    match config.idle_restart {
        IdleRestart::Off => return,
        IdleRestart::RestartWindow => {
            let window = restart_window(tcb.window.cwnd, config.initial_window_packets);
            tcb.window.set(window);
        }
        IdleRestart::Decay => decay(&mut tcb.window, idle, rto, config.initial_window_packets),
    }
    tcb.controller.on_restart(&mut tcb.window, now, idle);
    // What follows is measured from here.
    tcb.last_sent = now;
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
