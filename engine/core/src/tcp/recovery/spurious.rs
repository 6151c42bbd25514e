//! Timeouts that came too early, and what is done about them.
//!
//! A round trip that grows suddenly makes the timer run out while everything is still under way.
//! F-RTO sends two new segments before it repeats others: if acknowledgements keep arriving of what
//! was sent before, nothing was lost. Eifel looks at the timestamp of the first acknowledgement: if it
//! is older than the retransmission, it answers the original. Either way the window is given back.
//!
//! Sources: RFC 5682 Sections 2.1 and 3.1; RFC 3522; RFC 4015 Section 3.2 for the response. Unlike
//! RFC 4015 the timer's estimate is not changed. The controller is set back to what it was.

use super::super::config::{SpuriousTimeout, TcpConfig};
use super::super::notes::Timestamp;
use super::super::sender::{Cause, Phase, Sender};
use crate::cc::{State, Window};
use crate::time::Time;

/// What to go back to, and how far the doubt has come.
#[derive(Clone, Debug)]
pub(in crate::tcp) struct Doubt {
    window: Window,
    controller: State,
    in_flight: u32,
    /// The segment sent again, and when.
    first: u32,
    retransmitted: Timestamp,
    /// The first acknowledgement after the timeout has advanced (F-RTO).
    halfway: bool,
}

impl Sender {
    /// A timeout is about to change the window: remembers what to go back to. Neither method applies
    /// when recovery was under way (RFC 5682 Section 2.1 step 1).
    pub(super) fn begin_doubt(&mut self, now: Time, config: &TcpConfig) {
        let applies = match config.spurious_timeout {
            SpuriousTimeout::Off => false,
            SpuriousTimeout::FRto => true,
            SpuriousTimeout::Eifel => config.timestamps,
        };
        self.doubt = (applies && self.phase == Phase::Open).then(|| {
            Box::new(Doubt {
                window: self.window,
                controller: self.controller.clone(),
                in_flight: self.high - self.unacked,
                first: self.unacked,
                retransmitted: Timestamp::at(now),
                halfway: false,
            })
        });
    }

    /// Data is acknowledged while there is doubt about the last timeout, `advanced`: cumulatively;
    /// `fresh` segments of it have not been sent again.
    pub(super) fn resolve_doubt(
        &mut self,
        now: Time,
        echo: Option<Timestamp>,
        advanced: bool,
        fresh: u32,
        config: &TcpConfig,
    ) {
        let Some(doubt) = &mut self.doubt else {
            return;
        };
        let all = self.unacked >= self.recover;
        match config.spurious_timeout {
            SpuriousTimeout::Eifel => {
                if echo.is_some_and(|e| e.is_before(doubt.retransmitted)) {
                    self.undo_timeout(config);
                } else {
                    self.confirm_timeout(now, config);
                }
            }
            _ if all => self.confirm_timeout(now, config),
            _ if doubt.halfway && fresh > 0 => self.undo_timeout(config),
            _ if doubt.halfway || !advanced || self.high >= self.end => {
                self.confirm_timeout(now, config);
            }
            _ => {
                // Step 2b: two new segments instead of more retransmissions.
                doubt.halfway = true;
                self.next = self.high;
                self.allowance = 0;
                self.beyond = 2;
            }
        }
    }

    /// The timeout was right: everything outstanding is sent again.
    #[inline(never)]
    pub(super) fn confirm_timeout(&mut self, now: Time, config: &TcpConfig) {
        let Some(doubt) = self.doubt.take() else {
            return;
        };
        if self.phase != Phase::Loss {
            return;
        }
        self.beyond = 0;
        if config.recovery.is_selective() {
            // Unless it has been acknowledged, the first segment is already on its way again.
            let under_way = (self.unacked == doubt.first).then_some(doubt.first);
            self.lose_selected(now, under_way, config);
        } else if doubt.halfway {
            self.next = self.unacked;
            // RFC 5682 step 3a: at most three segments.
            if self.window.cwnd > 3.0 {
                self.window.set(3.0);
            }
            self.allowance = u32::MAX;
        }
    }

    /// The timeout was needless: the window is given back (RFC 4015 steps (5) and (7)).
    fn undo_timeout(&mut self, config: &TcpConfig) {
        let Some(doubt) = self.doubt.take() else {
            return;
        };
        let Doubt {
            window,
            controller,
            in_flight,
            ..
        } = *doubt;
        self.controller = controller;
        self.window.ssthresh = threshold_before(&window, in_flight);
        let outstanding = f64::from(self.high - self.unacked);
        let burst = config.initial_window_packets;
        let cwnd = if window.cwnd < outstanding + burst {
            window.cwnd
        } else {
            outstanding + burst
        };
        self.window.set(cwnd);
        self.phase = Phase::Open;
        self.retransmit = None;
        self.next = self.high;
        self.allowance = u32::MAX;
        if let Some(board) = &mut self.board {
            board.segments.absolve();
        }
        self.cause = Cause::Undo;
        self.news = Some(Cause::Undo);
    }
}

/// RFC 4015 Section 3.2 step (0): `pipe_prev = max(FlightSize, ssthresh)`.
fn threshold_before(window: &Window, in_flight: u32) -> f64 {
    let flight = f64::from(in_flight);
    if flight > window.ssthresh {
        flight
    } else {
        window.ssthresh
    }
}
