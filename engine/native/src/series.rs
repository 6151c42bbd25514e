//! Time series of a run as rows: one per interval, one column per quantity.
//!
//! A row stands for the interval that ends at its time. Quantities that vary within it have a lowest
//! and a highest value, queues a mean besides; rates and ratios are averaged over it. NaN means that there was
//! nothing to record, such as the window of a flow that has not started.

use bufferlab_core::Lab;
use bufferlab_core::observe::layout::Series;
use bufferlab_core::observe::recorder::WATCHED;
use bufferlab_core::spec::{Unit, units};
use bufferlab_core::time::{Span, Time};

use crate::Failure;

/// Most rows, unless an interval is asked for.
const USUAL_ROWS: f64 = 20_000.0;
/// Most rows.
const MOST_ROWS: u64 = 500_000;
/// Time between samples: no row can be shorter.
const SHORTEST: Span = Span(1_000_000_000);

/// Where the rows of a run come from while it goes on.
#[derive(Debug)]
pub struct Rows {
    interval: Span,
    rows: u64,
    /// Series of the rows to come, and where each stands in the table.
    series: Vec<Series>,
    places: Vec<usize>,
    header: Vec<String>,
}

impl Rows {
    /// Has a run recorded: a row per `interval` (seconds or with a unit; else a round one that makes a table of
    /// bearable length), with the flows of these numbers, or else the first of each group.
    ///
    /// # Errors
    /// Intervals and flows that there cannot be.
    pub fn begin(lab: &mut Lab, interval: Option<&str>, watch: &[u32]) -> Result<Rows, Failure> {
        let interval = match interval {
            Some(text) => chosen_interval(text, lab.end())?,
            None => usual_interval(lab.end()),
        };
        check_flows(watch, lab)?;
        lab.record();
        if !watch.is_empty() {
            lab.watch(watch);
        }
        Ok(Rows {
            interval,
            rows: 0,
            series: Vec::new(),
            places: Vec::new(),
            header: Vec::new(),
        })
    }

    /// When the next row is complete.
    #[must_use]
    pub fn next_row(&self) -> Time {
        Time(self.interval.0.saturating_mul(self.rows + 1))
    }

    /// Columns so far, with units: `link.r0.queue_bytes min [B]`. Those of groups that an edit adds come last.
    #[must_use]
    pub fn header(&self) -> &[String] {
        &self.header
    }

    /// The row that is complete now, and its time: what is taken later has lost its detail. It is as wide as the
    /// header is now.
    pub fn take(&mut self, lab: &Lab) -> Option<(Time, Vec<f32>)> {
        let recorder = lab.recorder()?;
        if recorder.series() != self.series {
            self.series = recorder.series().to_vec();
            self.list_columns();
        }
        let to = self.next_row();
        let from = Time(to.0 - self.interval.0);
        let mut values = vec![0.0; recorder.data_length(1)];
        recorder.columns(from, to, 1, self.interval, &mut values);
        let mut row = vec![f32::NAN; self.header.len()];
        for (&place, value) in self.places.iter().zip(values) {
            row[place] = value;
        }
        self.rows += 1;
        Some((to, row))
    }

    fn list_columns(&mut self) {
        self.places.clear();
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
                self.places.push(known.unwrap_or(self.header.len()));
                if known.is_none() {
                    self.header.push(name);
                }
            }
        }
    }
}

fn chosen_interval(text: &str, end: Time) -> Result<Span, Failure> {
    let s = units::parse(text, Unit::Seconds)
        .map_err(|message| Failure::input("--interval", message))?;
    let samples = (s / SHORTEST.s()).round();
    let fewest = end.0.div_ceil(MOST_ROWS * SHORTEST.0).max(1);
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

/// The shortest of 1, 2, 5, 10, … ms that makes a file of bearable length.
fn usual_interval(end: Time) -> Span {
    let steps = (0..9).flat_map(|power| [1, 2, 5].map(|step| step * 10_u64.pow(power)));
    let fits = |steps: &u64| end.s() / SHORTEST.s() / (*steps as f64) <= USUAL_ROWS;
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
    let strange = numbers.iter().find(|&&number| {
        let flow = flows.get(number as usize);
        flow.and_then(|flow| flow.tcp()).is_none()
    });
    match (strange, flows.len()) {
        (None, _) => Ok(()),
        (Some(number), 0) => refuse(format!("there is no flow {number}, nor any other")),
        (Some(number), count) => refuse(format!(
            "{number} is no TCP flow; the numbers of all flows are 0 to {}",
            count - 1
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_round_and_rows_are_bounded() {
        let interval = |end_s| usual_interval(Time::from_s(end_s));
        assert_eq!(interval(1.0), Span::from_s(0.001));
        assert_eq!(interval(20.0), Span::from_s(0.001));
        assert_eq!(interval(200.0), Span::from_s(0.01));
        assert_eq!(interval(2010.0), Span::from_s(0.2));
        assert_eq!(interval(1e6), Span::from_s(50.0));
        let chosen = |text| chosen_interval(text, Time::from_s(1000.0)).ok();
        assert_eq!(chosen("2 ms"), Some(Span::from_s(0.002)));
        assert_eq!(chosen("1 ms"), None);
    }
}
