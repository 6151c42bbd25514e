//! Progress of a run or a sweep, printed on standard error if it is a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Interval between two updates of the line.
const INTERVAL: Duration = Duration::from_millis(100);

/// Clock that also prints the progress line.
pub struct Progress {
    began: Instant,
    shown: Option<Instant>,
    is_terminal: bool,
}

impl Progress {
    /// Starts the clock of a run or a sweep.
    pub fn begin() -> Progress {
        Progress {
            began: clock(),
            shown: None,
            is_terminal: io::stderr().is_terminal(),
        }
    }

    /// Shows that `now_s` of `end_s` simulated seconds are done, at most every 100 ms.
    pub fn show(&mut self, now_s: f64, end_s: f64) {
        if !self.is_due() {
            return;
        }
        let speed = now_s / self.wall_s();
        let percent = 100.0 * now_s / end_s;
        self.line(&format!(
            "{percent:3.0} %  {now_s:.1} of {end_s:.1} s  {speed:.1}× real time"
        ));
    }

    /// Shows that `runs` of `all` runs are finished. `share` is the finished part of all work, from 0 to 1, with
    /// the runs in progress.
    pub fn show_runs(&mut self, runs: u64, all: u64, share: f64) {
        if !self.is_due() {
            return;
        }
        let left = match share {
            share if share > 0.0 => about(self.wall_s() * (1.0 - share) / share),
            _ => "…".to_owned(),
        };
        let percent = 100.0 * share;
        self.line(&format!(
            "{percent:3.0} %  {runs} of {all} runs  {left} left"
        ));
    }

    /// Clears the progress line.
    pub fn end(&self) {
        if self.shown.is_some() {
            self.line("");
        }
    }

    /// Returns the real time since the start, in seconds.
    pub fn wall_s(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }

    fn is_due(&mut self) -> bool {
        let due = self.is_terminal && self.shown.is_none_or(|shown| shown.elapsed() >= INTERVAL);
        if due {
            self.shown = Some(clock());
        }
        due
    }

    fn line(&self, text: &str) {
        // The run continues even if progress cannot be shown.
        let mut stderr = io::stderr().lock();
        let _ = write!(stderr, "\r\x1b[K{text}").and_then(|()| stderr.flush());
    }
}

/// Formats an estimated time in whole seconds, minutes or hours.
pub fn about(s: f64) -> String {
    match s {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6000.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.0} h", s / 3600.0),
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "shows the real time of a run; no result depends on it"
)]
fn clock() -> Instant {
    Instant::now()
}
