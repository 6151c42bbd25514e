//! Time series of a run as comma-separated values: one row per interval, one column per quantity.
//!
//! A row covers the interval that ends at its time. Quantities that vary within the interval have columns for the
//! minimum and the maximum, queues also for the mean; rates and ratios are averages. An empty cell means that no value
//! exists, for example the window of a flow that has not started.

use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use bufferlab_core::Lab;
use bufferlab_core::time::Time;
use bufferlab_native::series::Rows;

use crate::failure::Failure;
use crate::partial_file::PartialFile;

/// CSV file that grows during the run and gets its final name at the end; see [`PartialFile`].
pub struct Export {
    out: BufWriter<PartialFile>,
    rows: Rows,
    /// Number of columns in the header that was written; edits of the scenario may add columns.
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
    let part = PartialFile::create(Path::new(path))
        .map_err(|error| Failure::input("--csv", format!("{path} cannot be created: {error}")))?;
    Ok(Some(Export {
        out: BufWriter::new(part),
        rows,
        written: 0,
    }))
}

impl Export {
    /// Returns the time at which the next row is complete.
    pub fn next_row(&self) -> Time {
        self.rows.next_row()
    }

    /// Writes the row that is complete now. A row that is taken later would have less detail.
    ///
    /// # Errors
    /// The row cannot be written.
    pub fn take_row(&mut self, lab: &Lab) -> Result<(), Failure> {
        let Some((to, row)) = self.rows.take(lab) else {
            return Ok(());
        };
        self.write_row(to, &row).map_err(|error| self.lost(&error))
    }

    /// Moves the rows so far to the requested name, even if a later row could not be written.
    ///
    /// # Errors
    /// A row or the file cannot be written.
    pub fn finish(mut self) -> Result<(), Failure> {
        let complete = if self.written == 0 || self.rows.header().len() > self.written {
            self.widen()
        } else {
            self.out.flush()
        };
        let lost = complete.map_err(|error| self.lost(&error));
        // Rows in the unwritten buffer are lost; rows in the file stay.
        let (part, _) = self.out.into_parts();
        part.commit().and(lost)
    }

    fn lost(&self, error: &io::Error) -> Failure {
        self.out.get_ref().write_failure(error)
    }

    fn write_row(&mut self, at: Time, row: &[f32]) -> io::Result<()> {
        if self.written == 0 {
            self.written = self.rows.header().len();
            writeln!(self.out, "time [s],{}", self.rows.header().join(","))?;
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

    /// Rewrites the table with the columns that were added later. Their cells are empty in earlier rows.
    fn widen(&mut self) -> io::Result<()> {
        self.out.flush()?;
        let narrow = BufReader::new(self.out.get_ref().read()?);
        let mut wide = BufWriter::new(self.out.get_ref().create_another()?);
        writeln!(wide, "time [s],{}", self.rows.header().join(","))?;
        for line in narrow.lines().skip(1) {
            let line = line?;
            let missing = self
                .rows
                .header()
                .len()
                .saturating_sub(line.matches(',').count());
            writeln!(wide, "{line}{}", ",".repeat(missing))?;
        }
        wide.flush()?;
        self.out = wide;
        Ok(())
    }
}
