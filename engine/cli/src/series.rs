//! Time series of a run as comma-separated values: one row per interval, one column per quantity.
//!
//! A row covers the time since the row before; the last one ends with the run. Quantities that vary in this time have columns
//! for the minimum and the maximum, queues also for the mean; rates and ratios are averages, and increases add up to the
//! counters of the run. An empty cell means that no value exists, for example the window of a flow that has not started.

use std::iter;

use bufferlab_core::Lab;
#[cfg(target_os = "linux")]
use bufferlab_core::time::Span;
use bufferlab_core::time::Time;
use bufferlab_native::series::{Rows, number};
use serde_json::{Map, Value, json};

use crate::csv_file::CsvFile;
use crate::failure::Failure;

/// Rows of a run: a CSV file that grows during the run and gets its final name at the end, and rows in memory.
pub struct Export {
    file: Option<CsvFile>,
    stored: Option<Stored>,
    rows: Rows,
    /// Number of columns in the header of the file, without the time; edits of the scenario may add columns.
    written: usize,
}

/// Options of the time-series file.
#[derive(clap::Args)]
#[command(next_help_heading = "Time series")]
pub struct SeriesArgs {
    /// Write the time series to a CSV file, in addition to the measures
    #[arg(long, value_name = "FILE")]
    csv: Option<String>,
    /// Interval between rows, in seconds or with a unit [default: about 20,000 rows or fewer, at least 1 ms]
    #[arg(long, value_name = "S", requires = "csv", allow_hyphen_values = true)]
    interval: Option<String>,
    /// Numbers of the TCP flows to write, such as `0,5,17` [default: the first flow of each group]
    #[arg(
        long,
        value_name = "FLOWS",
        requires = "csv",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    watch: Vec<u32>,
}

/// Rows in memory, each with the time of its end.
#[cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, reason = "only emulations store rows")
)]
#[derive(Default)]
struct Stored {
    rows: Vec<(Time, Vec<f64>)>,
    values: usize,
    /// There were more values than [`MOST_STORED`], so that none is stored.
    is_full: bool,
}

/// Largest number of values in memory, which have some 20 MB as JSON.
const MOST_STORED: usize = 2_000_000;

/// Largest number of rows in memory with the default interval.
#[cfg(target_os = "linux")]
const STORED_ROWS: f64 = 2000.0;

/// Creates the file and starts recording. This happens before the run, so that a wrong path does not cost a long
/// run. Returns `None` if no file is requested.
///
/// # Errors
/// The file cannot be created; the interval is too short; a flow does not exist or is not TCP.
pub fn begin(args: &SeriesArgs, lab: &mut Lab) -> Result<Option<Export>, Failure> {
    let Some(path) = &args.csv else {
        return Ok(None);
    };
    let rows = Rows::begin(lab, args.interval.as_deref(), &args.watch)?;
    Ok(Some(Export {
        file: Some(CsvFile::create(path, &["time [s]"])?),
        stored: None,
        rows,
        written: 0,
    }))
}

/// Starts recording, as [`begin`], with rows in memory that [`finish`](Export::finish) returns. Without a chosen interval there are
/// at most [`STORED_ROWS`] of them.
///
/// # Errors
/// As [`begin`].
#[cfg(target_os = "linux")]
pub fn begin_stored(args: &SeriesArgs, lab: &mut Lab) -> Result<Export, Failure> {
    let shortest_s = (lab.end().s() / STORED_ROWS).max(0.01);
    let default_s = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];
    let default_s = default_s.into_iter().find(|s| *s >= shortest_s);
    let default = default_s.unwrap_or(shortest_s).to_string();
    let interval = match (&args.interval, &args.csv) {
        (Some(interval), _) => Some(interval.as_str()),
        (None, Some(_)) => None,
        (None, None) => Some(default.as_str()),
    };
    let rows = Rows::begin(lab, interval, &args.watch)?;
    let file = args.csv.as_ref();
    Ok(Export {
        file: file
            .map(|path| CsvFile::create(path, &["time [s]"]))
            .transpose()?,
        stored: Some(Stored::default()),
        rows,
        written: 0,
    })
}

impl Stored {
    fn push(&mut self, to: Time, row: &[f64]) {
        self.values += row.len();
        if self.values > MOST_STORED {
            self.is_full = true;
            self.rows = Vec::new();
        } else if !self.is_full {
            self.rows.push((to, row.to_vec()));
        }
    }

    /// Returns the rows as a list of values for each column, without columns that have no value; null if there were too many.
    fn columns(&self, header: &[String]) -> Value {
        if self.is_full {
            return Value::Null;
        }
        let times = self.rows.iter().map(|(to, _)| json!(to.s())).collect();
        let mut columns = Map::from_iter([("time_s".to_owned(), Value::Array(times))]);
        for (column, name) in header.iter().enumerate() {
            let value = |row: &[f64]| row.get(column).copied().unwrap_or(f64::NAN);
            let values: Vec<f64> = self.rows.iter().map(|(_, row)| value(row)).collect();
            if values.iter().any(|value| value.is_finite()) {
                let values = values.into_iter().map(short).collect();
                columns.insert(name.clone(), Value::Array(values));
            }
        }
        Value::Object(columns)
    }
}

/// Returns a value with the digits of its precision; null for NaN.
fn short(value: f64) -> Value {
    number(value)
        .parse::<f64>()
        .map_or(Value::Null, |value| json!(value))
}

impl Export {
    /// Time between two rows.
    #[cfg(target_os = "linux")]
    pub fn interval(&self) -> Span {
        self.rows.interval()
    }

    /// Returns the time at which the next row is complete.
    pub fn next_row(&self) -> Time {
        self.rows.next_row()
    }

    /// Writes the row that ends now, if the last one ended before.
    ///
    /// # Errors
    /// The row cannot be written.
    pub fn take_row(&mut self, lab: &mut Lab) -> Result<(), Failure> {
        let Some((to, row)) = self.rows.take(lab) else {
            return Ok(());
        };
        if let Some(stored) = &mut self.stored {
            stored.push(to, &row);
        }
        self.widen()?;
        let values = row.into_iter().map(number);
        self.file.as_mut().map_or(Ok(()), |file| {
            file.row(iter::once(to.s().to_string()).chain(values))
        })
    }

    /// Writes what is left since the last row, and moves the rows to the requested name, even if one could not be written.
    /// Returns the rows in memory as JSON; null if none are stored, or if there are too many.
    ///
    /// # Errors
    /// A row or the file cannot be written.
    pub fn finish(mut self, lab: &mut Lab) -> Result<Value, Failure> {
        let last = self.take_row(lab);
        self.rows.update_header(lab);
        let widened = self.widen();
        let committed = self.file.map_or(Ok(()), CsvFile::commit);
        committed.and(last).and(widened)?;
        let stored = self.stored.as_ref();
        Ok(stored.map_or(Value::Null, |stored| stored.columns(self.rows.header())))
    }

    /// Rewrites the table if there are new columns.
    fn widen(&mut self) -> Result<(), Failure> {
        let header = self.rows.header();
        if header.len() > self.written {
            let time = iter::once("time [s]");
            let columns: Vec<&str> = time.chain(header.iter().map(String::as_str)).collect();
            if let Some(file) = &mut self.file {
                self.file = Some(file.widened(&columns)?);
            }
            self.written = header.len();
        }
        Ok(())
    }
}
