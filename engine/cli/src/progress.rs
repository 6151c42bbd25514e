//! Progress of a run or a sweep, printed on standard error if it is a terminal.

use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Updates of the line per second.
const UPDATES: u8 = 10;

/// Clock that also prints the progress line.
pub struct Progress {
    began: Instant,
    line: ProgressBar,
    /// Real time of the next update, seconds since the start: a line that is not drawn is not formatted either.
    next_s: f64,
}

impl Progress {
    /// Starts the clock of a run or a sweep.
    pub fn begin() -> Progress {
        let target = ProgressDrawTarget::stderr_with_hz(UPDATES);
        let line = ProgressBar::with_draw_target(None, target);
        let text_only = ProgressStyle::with_template("{msg}");
        Progress {
            began: clock(),
            next_s: 0.0,
            line: text_only.map_or_else(|_| ProgressBar::hidden(), |style| line.with_style(style)),
        }
    }

    /// Shows that `now_s` of `end_s` simulated seconds are done.
    pub fn show(&mut self, now_s: f64, end_s: f64) {
        if self.line.is_hidden() {
            return;
        }
        let wall_s = self.wall_s();
        if wall_s < self.next_s {
            return;
        }
        self.next_s = wall_s + 1.0 / f64::from(UPDATES);
        let speed = now_s / wall_s;
        let percent = 100.0 * now_s / end_s;
        self.line.set_message(format!(
            "{percent:3.0} %  {now_s:.1} of {end_s:.1} s  {speed:.1}× real time"
        ));
    }

    /// Shows that `runs` of `all` runs are finished. `share` is the finished part of all work, from 0 to 1, with
    /// the runs in progress.
    pub fn show_runs(&mut self, runs: u64, all: u64, share: f64) {
        let left = match share {
            share if share > 0.0 => about(self.wall_s() * (1.0 - share) / share),
            _ => "…".to_owned(),
        };
        let percent = 100.0 * share;
        self.line.set_message(format!(
            "{percent:3.0} %  {runs} of {all} runs  {left} left"
        ));
    }

    /// Clears the progress line.
    pub fn end(&self) {
        self.line.finish_and_clear();
    }

    /// Returns the real time since the start, in seconds.
    pub fn wall_s(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
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
