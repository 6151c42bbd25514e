//! Time series of a run as comma-separated values: one row per interval, one column per quantity.
//!
//! A row covers the time since the row before; the last one ends with the run. Quantities that vary in this time have columns
//! for the minimum and the maximum, queues also for the mean; rates and ratios are averages, and increases add up to the
//! counters of the run. An empty cell means that no value exists, for example the window of a flow that has not started.

use std::iter;

use bufferlab_core::Lab;
use bufferlab_core::time::Time;
use bufferlab_native::series::{Rows, number};

use crate::csv_file::CsvFile;
use crate::failure::Failure;

/// CSV file that grows during the run and gets its final name at the end.
pub struct Export {
    file: CsvFile,
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
        file: CsvFile::create(path, &["time [s]"])?,
        rows,
        written: 0,
    }))
}

impl Export {
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
        self.widen()?;
        let values = row.into_iter().map(number);
        self.file.row(iter::once(to.s().to_string()).chain(values))
    }

    /// Writes what is left since the last row, and moves the rows to the requested name, even if one could not be written.
    ///
    /// # Errors
    /// A row or the file cannot be written.
    pub fn finish(mut self, lab: &mut Lab) -> Result<(), Failure> {
        let last = self.take_row(lab);
        self.rows.update_header(lab);
        let widened = self.widen();
        self.file.commit().and(last).and(widened)
    }

    /// Rewrites the table if there are new columns.
    fn widen(&mut self) -> Result<(), Failure> {
        let header = self.rows.header();
        if header.len() > self.written {
            let time = iter::once("time [s]");
            let columns: Vec<&str> = time.chain(header.iter().map(String::as_str)).collect();
            self.file = self.file.widened(&columns)?;
            self.written = header.len();
        }
        Ok(())
    }
}
