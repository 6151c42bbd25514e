//! How far a run has come, on standard error, while someone is watching.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Time between two lines.
const EVERY: Duration = Duration::from_millis(100);

/// A clock for one run, which also draws the line of progress.
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
        if !self.watched || self.shown.is_some_and(|shown| shown.elapsed() < EVERY) {
            return;
        }
        let speed = now_s / self.wall_s();
        let percent = 100.0 * now_s / end_s;
        self.line(&format!(
            "{percent:3.0} %  {now_s:.1} of {end_s:.1} s  {speed:.1} simulated s per s"
        ));
        self.shown = Some(clock());
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

    fn line(&self, text: &str) {
        // Progress is a courtesy: where it cannot be shown, the run goes on.
        let mut stderr = io::stderr().lock();
        let _ = write!(stderr, "\r\x1b[K{text}").and_then(|()| stderr.flush());
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "tells people how long a run took; no result depends on it"
)]
fn clock() -> Instant {
    Instant::now()
}
