//! Time series of a run as rows: one per interval, one column per quantity.
//!
//! A row covers the time since the row before; the last one ends with the run. Quantities that vary in this time have a minimum
//! and a maximum, queues also a mean; rates and ratios are averages, and increases add up to the counters of the run. NaN means
//! that no value exists, for example the window of a flow that has not started.

use bufferlab_core::Lab;
use bufferlab_core::observe::layout::Series;
use bufferlab_core::observe::recorder::{Recorder, WATCHED};
use bufferlab_core::spec::{Unit, units};
use bufferlab_core::time::{Span, Time};

use crate::Failure;

/// Largest number of rows with the default interval.
const DEFAULT_ROWS: f64 = 20_000.0;
/// Largest number of rows.
const MAX_ROWS: u64 = 500_000;
/// Time between samples, and shortest interval of a row.
const SHORTEST: Span = Span(1_000_000_000);

/// Source of the rows of a run.
#[derive(Debug)]
pub struct Rows {
    interval: Span,
    rows: u64,
    /// End of the last row.
    taken: Time,
    /// Series of the next rows, and the columns of each.
    series: Vec<Series>,
    columns: Vec<usize>,
    header: Vec<String>,
}

impl Rows {
    /// Starts to record a run, with a row per `interval` (in seconds or with a unit; default: a round interval that gives at
    /// most 20,000 rows), and with the flows with these numbers (default: the first flow of each group).
    ///
    /// # Errors
    /// An interval that is too short, and flows that do not exist or are not TCP.
    pub fn begin(lab: &mut Lab, interval: Option<&str>, watch: &[u32]) -> Result<Rows, Failure> {
        let interval = match interval {
            Some(text) => parse_interval(text, lab.end())?,
            None => default_interval(lab.end()),
        };
        check_flows(watch, lab)?;
        lab.record();
        if !watch.is_empty() {
            lab.watch(watch);
        }
        lab.begin_intervals();
        Ok(Rows {
            interval,
            rows: 0,
            taken: lab.now(),
            series: Vec::new(),
            columns: Vec::new(),
            header: Vec::new(),
        })
    }

    /// Time between two rows.
    #[must_use]
    pub fn interval(&self) -> Span {
        self.interval
    }

    /// Returns the time at which the next row is complete.
    #[must_use]
    pub fn next_row(&self) -> Time {
        Time(self.interval.0.saturating_mul(self.rows + 1))
    }

    /// Returns the names of the columns so far, with units: `link.r0.queue_bytes min [B]`. Columns of groups that an edit adds
    /// are last.
    #[must_use]
    pub fn header(&self) -> &[String] {
        &self.header
    }

    /// Adds the columns of the series that the run has now.
    pub fn update_header(&mut self, lab: &Lab) {
        let series = lab.recorder().map_or(&[][..], Recorder::series);
        if series != self.series {
            self.series = series.to_vec();
            self.list_columns();
        }
    }

    /// Returns the row that ends now, as wide as the header is now, and its time. `None` if the last row ended now, too.
    pub fn take(&mut self, lab: &mut Lab) -> Option<(Time, Vec<f64>)> {
        let to = lab.now();
        if to <= self.taken {
            return None;
        }
        let values = lab.end_interval()?;
        self.update_header(lab);
        let mut row = vec![f64::NAN; self.header.len()];
        for (&column, value) in self.columns.iter().zip(values) {
            row[column] = value;
        }
        self.taken = to;
        while self.next_row() <= to {
            self.rows += 1;
        }
        Some((to, row))
    }

    fn list_columns(&mut self) {
        self.columns.clear();
        for Series {
            id, unit, shape, ..
        } in &self.series
        {
            let unit = if unit.is_empty() {
                String::new()
            } else {
                format!(" [{unit}]")
            };
            for part in shape.parts() {
                let space = if part.is_empty() { "" } else { " " };
                let name = format!("{id}{space}{part}{unit}");
                let known = self.header.iter().position(|column| *column == name);
                self.columns.push(known.unwrap_or(self.header.len()));
                if known.is_none() {
                    self.header.push(name);
                }
            }
        }
    }
}

/// Formats a value with as few digits as give it again: a value that is a float32 with those of a float32, since minima, maxima
/// and means have this precision. Empty for NaN.
#[must_use]
pub fn number(value: f64) -> String {
    let single = value as f32;
    if value.is_nan() {
        String::new()
    } else if value.fract() != 0.0 && f64::from(single) == value {
        single.to_string()
    } else {
        value.to_string()
    }
}

fn parse_interval(text: &str, end: Time) -> Result<Span, Failure> {
    let s = units::parse(text, Unit::Seconds)
        .map_err(|message| Failure::input("--interval", message))?;
    let samples = (s / SHORTEST.s()).round();
    let fewest = end.0.div_ceil(MAX_ROWS * SHORTEST.0).max(1);
    if samples < fewest as f64 {
        let least = fewest as f64 * SHORTEST.s();
        let message = format!(
            "must be at least {least} s in a run of {} s, got {text}",
            end.s()
        );
        return Err(Failure::input("--interval", message));
    }
    Ok(Span((samples as u64).saturating_mul(SHORTEST.0)))
}

/// Returns the shortest of 1, 2, 5, 10, … ms that gives at most [`DEFAULT_ROWS`] rows.
fn default_interval(end: Time) -> Span {
    let steps = (0..9).flat_map(|power| [1, 2, 5].map(|step| step * 10_u64.pow(power)));
    let fits = |steps: &u64| end.s() / SHORTEST.s() / (*steps as f64) <= DEFAULT_ROWS;
    Span(steps.into_iter().find(fits).unwrap_or(1_000_000_000) * SHORTEST.0)
}

fn check_flows(numbers: &[u32], lab: &mut Lab) -> Result<(), Failure> {
    let refuse = |message| Err(Failure::input("--watch", message));
    if numbers.len() > WATCHED {
        return refuse(format!(
            "takes at most {WATCHED} flows, got {}",
            numbers.len()
        ));
    }
    let flows = lab.observed().flows;
    let wrong = numbers
        .iter()
        .find(|&&number| flows.len() <= number as usize);
    match (wrong, flows.len()) {
        (None, _) => Ok(()),
        (Some(number), 0) => refuse(format!("flow {number} does not exist; there are no flows")),
        (Some(number), count) => refuse(format!(
            "flow {number} does not exist; the numbers of all flows are 0 to {}",
            count - 1
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_of_their_precision() {
        let texts = [0.0, f64::from(0.1_f32), 0.1, 16_777_217.0, f64::NAN].map(number);
        assert_eq!(texts, ["0", "0.1", "0.1", "16777217", ""]);
    }

    #[test]
    fn intervals_are_round_and_rows_are_bounded() {
        let interval = |end_s| default_interval(Time::from_s(end_s));
        assert_eq!(interval(1.0), Span::from_s(0.001));
        assert_eq!(interval(20.0), Span::from_s(0.001));
        assert_eq!(interval(200.0), Span::from_s(0.01));
        assert_eq!(interval(2010.0), Span::from_s(0.2));
        assert_eq!(interval(1e6), Span::from_s(50.0));
        let parsed = |text| parse_interval(text, Time::from_s(1000.0)).ok();
        assert_eq!(parsed("2 ms"), Some(Span::from_s(0.002)));
        assert_eq!(parsed("1 ms"), None);
    }
}
