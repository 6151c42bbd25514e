//! CSV file of means over the replications of each point: a row for each point and measure, with the number of runs,
//! the mean, the half-width of its 95 % interval, the minimum and the maximum.

use bufferlab_core::study::{Interval, Study};
use bufferlab_native::measures::{Aggregate, Row, aggregates};
use serde_json::{Value, json};

use crate::csv_file::CsvFile;
use crate::failure::Failure;
use crate::table::cell_text;

/// Writes the table of these rows to the file `path`, with points in order of their first row.
///
/// # Errors
/// The file cannot be written.
pub fn write(path: &str, study: &Study, rows: &[Row]) -> Result<(), Failure> {
    let fields: Vec<String> = study.paths().map(str::to_owned).collect();
    let names = ["figure", "n", "mean", "half_width", "min", "max"].map(str::to_owned);
    let columns: Vec<String> = fields.iter().cloned().chain(names).collect();
    let mut sheet = CsvFile::create(path, &columns)?;
    for Aggregate { point, measures } in aggregates(study, rows) {
        let point = fields.iter().map(|field| point[field].clone());
        let point: Vec<Value> = point.collect();
        for (measure, interval) in measures {
            let half_width = json!(interval.half_width);
            let Interval {
                n, mean, min, max, ..
            } = interval;
            let numbers = [
                json!(measure),
                json!(n),
                json!(mean),
                half_width,
                json!(min),
                json!(max),
            ];
            sheet.row(point.iter().chain(&numbers).map(cell_text))?;
        }
    }
    sheet.commit()
}
