//! CSV files (RFC 4180). A file gets its final name when it is complete; see [`PartialFile`].

use std::fs::File;
use std::iter;
use std::path::Path;

use crate::failure::Failure;
use crate::partial_file::PartialFile;

/// CSV file with a header row.
pub struct CsvFile {
    part: PartialFile,
    writer: csv::Writer<File>,
}

impl CsvFile {
    /// Creates the file and writes the header row.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn create<S: AsRef<str>>(path: &str, columns: &[S]) -> Result<CsvFile, Failure> {
        let part = PartialFile::create(Path::new(path));
        let refused = |error| Failure::input("--csv", format!("{path} cannot be created: {error}"));
        CsvFile::begin(part.map_err(refused)?, columns)
    }

    /// Creates an empty table with other columns for the same target.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn with_columns<S: AsRef<str>>(&self, columns: &[S]) -> Result<CsvFile, Failure> {
        let part = self.part.create_another();
        CsvFile::begin(
            part.map_err(|error| self.part.write_failure(&error))?,
            columns,
        )
    }

    /// Creates a copy of the table with these columns, of which the last are new. Their cells are empty.
    ///
    /// # Errors
    /// The file cannot be read, or the copy cannot be written.
    pub fn widened<S: AsRef<str>>(&mut self, columns: &[S]) -> Result<CsvFile, Failure> {
        self.flush()?;
        let file = self.part.read();
        let file = file.map_err(|error| self.part.write_failure(&error))?;
        let mut wide = self.with_columns(columns)?;
        for record in csv::Reader::from_reader(file).records() {
            let record = record.map_err(|error| self.part.write_failure(&error.into()))?;
            let cells = record.iter().chain(iter::repeat(""));
            wide.row(cells.take(columns.len()))?;
        }
        Ok(wide)
    }

    /// Appends a row. It is in the file after [`flush`](Self::flush).
    ///
    /// # Errors
    /// The row cannot be written.
    pub fn row<C: AsRef<[u8]>>(
        &mut self,
        cells: impl IntoIterator<Item = C>,
    ) -> Result<(), Failure> {
        let written = self.writer.write_record(cells);
        written.map_err(|error| self.part.write_failure(&error.into()))
    }

    /// Writes the rows so far to the file.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn flush(&mut self) -> Result<(), Failure> {
        let written = self.writer.flush();
        written.map_err(|error| self.part.write_failure(&error))
    }

    /// Moves the file to its final name, with the rows that could be written.
    ///
    /// # Errors
    /// A row or the target cannot be written.
    pub fn commit(mut self) -> Result<(), Failure> {
        let flushed = self.flush();
        drop(self.writer);
        self.part.commit().and(flushed)
    }

    fn begin<S: AsRef<str>>(part: PartialFile, columns: &[S]) -> Result<CsvFile, Failure> {
        let file = part.handle();
        let file = file.map_err(|error| part.write_failure(&error))?;
        let mut csv = CsvFile {
            part,
            writer: csv::Writer::from_writer(file),
        };
        csv.row(columns.iter().map(AsRef::as_ref))?;
        csv.flush()?;
        Ok(csv)
    }
}
