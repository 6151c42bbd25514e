//! How far a run, or a sweep of many, has come, on standard error, while someone is watching.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Time between two lines.
const EVERY: Duration = Duration::from_millis(100);

/// A clock, which also draws the line of progress.
pub struct Progress {
    began: Instant,
    shown: Option<Instant>,
    watched: bool,
}

impl Progress {
    /// Starts the clock.
    pub fn begin() -> Progress {
        Progress {
            began: clock(),
            shown: None,
            watched: io::stderr().is_terminal(),
        }
    }

    /// Shows that `now_s` of `end_s` simulated seconds are done, but not more often than is pleasant.
    pub fn show(&mut self, now_s: f64, end_s: f64) {
        if !self.is_due() {
            return;
        }
        let speed = now_s / self.wall_s();
        let percent = 100.0 * now_s / end_s;
        self.line(&format!(
            "{percent:3.0} %  {now_s:.1} of {end_s:.1} s  {speed:.1} simulated s per s"
        ));
    }

    /// Shows that `runs` of `all` runs are complete, and with those under way the `share` of all the work.
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

    /// Takes the line away.
    pub fn end(&self) {
        if self.shown.is_some() {
            self.line("");
        }
    }

    /// Seconds since the start.
    pub fn wall_s(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }

    fn is_due(&mut self) -> bool {
        let due = self.watched && self.shown.is_none_or(|shown| shown.elapsed() >= EVERY);
        if due {
            self.shown = Some(clock());
        }
        due
    }

    fn line(&self, text: &str) {
        // Progress is a courtesy: where it cannot be shown, the run goes on.
        let mut stderr = io::stderr().lock();
        let _ = write!(stderr, "\r\x1b[K{text}").and_then(|()| stderr.flush());
    }
}

/// A time that is only guessed.
pub fn about(s: f64) -> String {
    match s {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6000.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.0} h", s / 3600.0),
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "tells people how long a run took; no result depends on it"
)]
fn clock() -> Instant {
    Instant::now()
}
