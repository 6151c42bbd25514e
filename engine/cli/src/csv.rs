//! Time series of a run as comma-separated values: one row per interval, one column per quantity.
//!
//! A row stands for the interval that ends at its time. Quantities that vary within it have a lowest
//! and a highest value; rates and ratios are averaged over it. An empty cell means that there was
//! nothing to record, such as the window of a flow that has not started.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use bufferlab_core::Simulation;
use bufferlab_core::record::Recorder;
use bufferlab_core::record::layout::{Series, Shape};
use bufferlab_core::time::{Span, Time};

use crate::failure::Failure;

/// Most rows of a file.
const MOST_ROWS: f64 = 20_000.0;

/// A file that waits for the end of a run.
pub struct Export {
    file: File,
    path: String,
}

/// Opens the file before the run, so that a long run is not lost to a misspelt path.
///
/// # Errors
/// The file cannot be created.
pub fn create(path: &str) -> Result<Export, Failure> {
    let file = File::create(path)
        .map_err(|error| Failure::input("--csv", format!("{path} cannot be created: {error}")))?;
    Ok(Export {
        file,
        path: path.to_owned(),
    })
}

impl Export {
    /// Writes what `simulation` has recorded from its start to the present.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(self, simulation: &Simulation) -> Result<(), Failure> {
        let Some(recorder) = simulation.recorder() else {
            return Err(Failure::Run(format!(
                "nothing was recorded for {}",
                self.path
            )));
        };
        let mut out = BufWriter::new(self.file);
        write_all(recorder, simulation.now(), &mut out)
            .and_then(|()| out.flush())
            .map_err(|error| Failure::Run(format!("{} cannot be written: {error}", self.path)))
    }
}

fn write_all(recorder: &Recorder, end: Time, out: &mut impl Write) -> io::Result<()> {
    let interval = interval(end);
    let rows = usize::try_from(end.0 / interval.0).unwrap_or(0);
    let series = recorder.series();
    write_header(series, out)?;
    if rows == 0 {
        return Ok(());
    }
    let mut data = vec![0.0; recorder.data_length(rows)];
    let last = Time(interval.0 * rows as u64);
    recorder.columns(Time::ZERO, last, rows, interval, &mut data);
    for row in 0..rows {
        write!(out, "{}", Time(interval.0 * (row as u64 + 1)).s())?;
        // Each series is a run of `rows` values, a band two of them.
        for value in data.iter().skip(row).step_by(rows) {
            if value.is_nan() {
                write!(out, ",")?;
            } else {
                write!(out, ",{value}")?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Names with units: `link.r0.queue_bytes min [B]`.
fn write_header(series: &[Series], out: &mut impl Write) -> io::Result<()> {
    write!(out, "time [s]")?;
    for Series {
        id, unit, shape, ..
    } in series
    {
        let unit = if unit.is_empty() {
            String::new()
        } else {
            format!(" [{unit}]")
        };
        match shape {
            Shape::Band => write!(out, ",{id} min{unit},{id} max{unit}")?,
            Shape::Line => write!(out, ",{id}{unit}")?,
        }
    }
    writeln!(out)
}

/// The shortest of 1, 2, 5, 10, … ms that makes a file of bearable length.
fn interval(end: Time) -> Span {
    let steps = (0..9).flat_map(|power| [1, 2, 5].map(|step| step * 10_u64.pow(power)));
    let fits = |ms: &u64| end.s() * 1000.0 / (*ms as f64) <= MOST_ROWS;
    Span(steps.into_iter().find(fits).unwrap_or(1_000_000_000) * 1_000_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_round_and_rows_are_bounded() {
        assert_eq!(interval(Time::from_s(1.0)), Span::from_s(0.001));
        assert_eq!(interval(Time::from_s(20.0)), Span::from_s(0.001));
        assert_eq!(interval(Time::from_s(200.0)), Span::from_s(0.01));
        assert_eq!(interval(Time::from_s(2010.0)), Span::from_s(0.2));
        assert_eq!(interval(Time::from_s(1e6)), Span::from_s(50.0));
    }
}
