//! Time series of a run as comma-separated values: one row per interval, one column per quantity.
//!
//! A row stands for the interval that ends at its time. Quantities that vary within it have a lowest
//! and a highest value, queues a mean besides; rates and ratios are averaged over it. An empty cell means that there was
//! nothing to record, such as the window of a flow that has not started.

use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use bufferlab_core::Lab;
use bufferlab_core::time::Time;
use bufferlab_native::series::Rows;

use crate::failure::Failure;
use crate::part::Part;

/// A file that grows while the run goes on, and takes its name when that ends; see [`Part`].
pub struct Export {
    out: BufWriter<Part>,
    rows: Rows,
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
    let rows = Rows::begin(lab, args.interval.as_deref(), &args.watch)?;
    let part = Part::begin(Path::new(path))
        .map_err(|error| Failure::input("--csv", format!("{path} cannot be created: {error}")))?;
    Ok(Some(Export {
        out: BufWriter::new(part),
        rows,
        written: 0,
    }))
}

impl Export {
    /// When the next row is complete.
    pub fn next_row(&self) -> Time {
        self.rows.next_row()
    }

    /// Takes the row that is complete now: what is taken later has lost its detail.
    ///
    /// # Errors
    /// The row cannot be written.
    pub fn take_row(&mut self, lab: &Lab) -> Result<(), Failure> {
        let Some((to, row)) = self.rows.take(lab) else {
            return Ok(());
        };
        self.write_row(to, &row).map_err(|error| self.lost(&error))
    }

    /// Gives the rows so far the name that was asked for, those too after which there was no room for more.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn finish(mut self) -> Result<(), Failure> {
        let complete = if self.written == 0 || self.rows.header().len() > self.written {
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

    /// Writes the table again with the columns that came later named in its first line, and empty where
    /// they were not there yet.
    fn widen(&mut self) -> io::Result<()> {
        self.out.flush()?;
        let narrow = BufReader::new(self.out.get_ref().read()?);
        let mut wide = BufWriter::new(self.out.get_ref().anew()?);
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
