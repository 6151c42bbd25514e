//! Time series of a run as comma-separated values: one row per interval, one column per quantity.
//!
//! A row stands for the interval that ends at its time. Quantities that vary within it have a lowest
//! and a highest value, queues a mean besides; rates and ratios are averaged over it. An empty cell means that there was
//! nothing to record, such as the window of a flow that has not started.

use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use crate::failure::Failure;
use crate::part::Part;
use bufferlab_core::Lab;
use bufferlab_core::observe::layout::Series;
use bufferlab_core::observe::recorder::WATCHED;
use bufferlab_core::spec::Unit;
use bufferlab_core::spec::units;
use bufferlab_core::time::{Span, Time};

/// Most rows of a file, unless an interval is asked for.
const USUAL_ROWS: f64 = 20_000.0;
/// Most rows of a file.
const MOST_ROWS: u64 = 500_000;
/// Time between samples: no row can be shorter.
const SHORTEST: Span = Span(1_000_000_000);

/// A file that grows while the run goes on, and takes its name when that ends; see [`Part`].
pub struct Export {
    out: BufWriter<Part>,
    interval: Span,
    rows: u64,
    /// Series of the rows to come, and where each stands in the table.
    series: Vec<Series>,
    places: Vec<usize>,
    header: Vec<String>,
    /// Columns that the file's first line names; edits may bring more.
    written: usize,
}

/// What to write, and where.
#[derive(clap::Args)]
pub struct Request {
    /// Also writes the time series to a file
    #[arg(long, value_name = "FILE")]
    csv: Option<String>,
    /// Time between two rows of it, in seconds or with a unit
    #[arg(long, value_name = "S", requires = "csv", allow_hyphen_values = true)]
    interval: Option<String>,
    /// Numbers of the flows in it, such as `0,5,17`; else the first of each group
    #[arg(
        long,
        value_name = "FLOWS",
        requires = "csv",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    watch: Vec<u32>,
}

/// Opens the file before the run, so that a long run is not lost to a misspelt path, and has the run
/// recorded.
///
/// # Errors
/// The file cannot be created; intervals and flows there cannot be.
pub fn begin(args: &Request, lab: &mut Lab) -> Result<Option<Export>, Failure> {
    let Some(path) = &args.csv else {
        return Ok(None);
    };
    let interval = match &args.interval {
        Some(text) => chosen_interval(text, lab.end())?,
        None => usual_interval(lab.end()),
    };
    check_flows(&args.watch, lab)?;
    let part = Part::begin(Path::new(path))
        .map_err(|error| Failure::input("--csv", format!("{path} cannot be created: {error}")))?;
    lab.record();
    if !args.watch.is_empty() {
        lab.watch(&args.watch);
    }
    Ok(Some(Export {
        out: BufWriter::new(part),
        interval,
        rows: 0,
        series: Vec::new(),
        places: Vec::new(),
        header: Vec::new(),
        written: 0,
    }))
}

impl Export {
    /// When the next row is complete.
    pub fn next_row(&self) -> Time {
        Time(self.interval.0.saturating_mul(self.rows + 1))
    }

    /// Takes the row that is complete now: what is taken later has lost its detail.
    ///
    /// # Errors
    /// The row cannot be written.
    pub fn take_row(&mut self, lab: &Lab) -> Result<(), Failure> {
        let Some(recorder) = lab.recorder() else {
            return Ok(());
        };
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
        self.write_row(to, &row)
            .map_err(|error| self.lost(&error))?;
        self.rows += 1;
        Ok(())
    }

    /// Gives the rows so far the name that was asked for, those too after which there was no room for more.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn finish(mut self) -> Result<(), Failure> {
        let complete = if self.rows == 0 || self.header.len() > self.written {
            self.widen()
        } else {
            self.out.flush()
        };
        let lost = complete.map_err(|error| self.lost(&error));
        // What could not be written is left out; what was, stays.
        let (part, _) = self.out.into_parts();
        part.place().and(lost)
    }

    fn lost(&self, error: &io::Error) -> Failure {
        self.out.get_ref().failure(error)
    }

    fn write_row(&mut self, at: Time, row: &[f32]) -> io::Result<()> {
        if self.rows == 0 {
            self.written = self.header.len();
            writeln!(self.out, "time [s],{}", self.header.join(","))?;
        }
        write!(self.out, "{}", at.s())?;
        for value in row {
            if value.is_nan() {
                write!(self.out, ",")?;
            } else {
                write!(self.out, ",{value}")?;
            }
        }
        writeln!(self.out)
    }

    /// Writes the table again with the columns that came later named in its first line, and empty where
    /// they were not there yet.
    fn widen(&mut self) -> io::Result<()> {
        self.out.flush()?;
        let narrow = BufReader::new(self.out.get_ref().read()?);
        let mut wide = BufWriter::new(self.out.get_ref().anew()?);
        writeln!(wide, "time [s],{}", self.header.join(","))?;
        for line in narrow.lines().skip(1) {
            let line = line?;
            let missing = self.header.len().saturating_sub(line.matches(',').count());
            writeln!(wide, "{line}{}", ",".repeat(missing))?;
        }
        wide.flush()?;
        self.out = wide;
        Ok(())
    }

    /// Columns with units: `link.r0.queue_bytes min [B]`. Those of groups that an edit adds come last.
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
