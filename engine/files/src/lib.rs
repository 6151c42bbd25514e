//! Readers of trace files and of other tools' texts for JavaScript. A file is read as a stream, so that the memory depends
//! only on the content.
//!
//! The page reads files on a thread of its own. The numbers of a file then go to the threads that simulate, which have the
//! engine's collection of files.

use std::io::{self, Read};

use bufferlab_core::import;
use bufferlab_core::trace::heading::Places;
use bufferlab_core::trace::measured::{self, Measured, TimeColumn};
use bufferlab_core::trace::{self, Content, Reading, Trace, TraceError, vectors};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// File, read from its start. `read(into)` fills an array as far as possible and returns the number of bytes; 0 at the
    /// end of the file.
    pub type Source;

    #[wasm_bindgen(method, catch)]
    fn read(this: &Source, into: &mut [u8]) -> Result<u32, JsValue>;
}

struct Reader(Source);

impl Read for Reader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(into);
        let read = read.map_err(|_| io::Error::other("the browser cannot read the file"))?;
        Ok((read as usize).min(into.len()))
    }
}

/// Returns the SHA-256 of a file as hexadecimal digits.
///
/// # Errors
/// The file cannot be read.
#[wasm_bindgen]
pub fn sha256(source: Source) -> Result<String, JsError> {
    Ok(trace::sha256(Reader(source))?)
}

/// Result of reading a file with one kind of content.
#[wasm_bindgen]
pub struct FileRead {
    content: Content,
    read: Result<Trace, TraceError>,
}

#[wasm_bindgen]
impl FileRead {
    /// Reads a file as `frames`, `packets`, `rates` or `vectors`; tables with the columns `2,5`, or empty for those of the
    /// heading.
    ///
    /// # Errors
    /// The kind of content is unknown, or the columns are no two numbers.
    #[wasm_bindgen(constructor)]
    pub fn new(source: Source, content: &str, columns: &str) -> Result<FileRead, JsError> {
        let content = Content::named(content).ok_or_else(|| JsError::new("no such content"))?;
        let columns = Places::chosen(columns).map_err(|message| JsError::new(&message))?;
        let read = trace::read(Reading { content, columns }, Reader(source));
        Ok(FileRead { content, read })
    }

    /// Returns `{ok: true, steps, length_s, total, notes: [{message, advice}]}` or `{ok: false, place, message, heading}`. For
    /// connections, `steps` is their number and `total` their bytes.
    #[must_use]
    pub fn about_json(&self) -> String {
        about(self.content, &self.read).to_string()
    }

    /// Returns the time of each step, in picoseconds.
    #[must_use]
    pub fn at_ps(&self) -> Vec<u64> {
        let steps = self.read.as_ref().map_or(&[][..], Trace::steps);
        steps.iter().map(|step| step.at.0).collect()
    }

    /// Returns the amount of each step: bytes or bits per second; for connections, the numbers that the core reads.
    #[must_use]
    pub fn amounts(&self) -> Vec<f64> {
        let steps = self.read.as_ref().map_or(&[][..], Trace::steps);
        steps.iter().map(|step| step.amount).collect()
    }

    /// Returns the duration of the trace, in picoseconds.
    #[must_use]
    pub fn length_ps(&self) -> u64 {
        self.read.as_ref().map_or(0, |trace| trace.length().0)
    }
}

/// Result of reading a file as a measured run.
#[wasm_bindgen]
pub struct MeasuredRead(Result<Measured, TraceError>);

#[wasm_bindgen]
impl MeasuredRead {
    /// Reads a file; of a table, the column of the time may be chosen by its number and unit, such as `2,ms`.
    ///
    /// # Errors
    /// The choice is no number of a column with a unit of time.
    #[wasm_bindgen(constructor)]
    pub fn new(source: Source, time: &str) -> Result<MeasuredRead, JsError> {
        let time = TimeColumn::chosen(time).map_err(|message| JsError::new(&message))?;
        Ok(MeasuredRead(measured::read(Reader(source), time)))
    }

    /// Returns `{ok: true, …}` with everything but the numbers, or `{ok: false, place, message, heading}`.
    #[must_use]
    pub fn about_json(&self) -> String {
        match &self.0 {
            Ok(measured) => {
                let mut about = measured.about();
                about["ok"] = true.into();
                about.to_string()
            }
            Err(error) => refused(error).to_string(),
        }
    }

    /// Returns the beginnings of the rows of an axis in seconds, and the end of the last; empty if there is no such axis.
    #[must_use]
    pub fn axis(&self, axis: usize) -> Vec<f64> {
        let axis = self.0.as_ref().ok().and_then(|it| it.axes.get(axis));
        axis.map_or_else(Vec::new, |axis| {
            let mut times = axis.starts_s.clone();
            times.push(axis.end_s);
            times
        })
    }

    /// Returns the values of a series, NaN where there is none; empty if there is no such series.
    #[must_use]
    pub fn values(&self, series: usize) -> Vec<f64> {
        let series = self.0.as_ref().ok().and_then(|it| it.series.get(series));
        series.map_or_else(Vec::new, |series| series.values.clone())
    }
}

/// Reads a text of tc, mahimahi, Cisco, SONiC or Mininet: `{ok: true, scenario, lines, assumed}`, or `{ok: false, message}` if
/// nothing of it is understood.
#[wasm_bindgen]
#[must_use]
pub fn import_json(text: &str) -> String {
    let answer = match import::import(text) {
        Ok(imported) => {
            let mut answer = json!(imported);
            answer["ok"] = true.into();
            answer
        }
        Err(message) => json!({ "ok": false, "message": message }),
    };
    answer.to_string()
}

fn about(content: Content, read: &Result<Trace, TraceError>) -> Value {
    match read {
        Ok(trace) => {
            let (steps, total) = match content {
                Content::Vectors => vectors::count(trace),
                _ => (trace.steps().len(), trace.total()),
            };
            json!({
                "ok": true,
                "steps": steps,
                "length_s": trace.length().s(),
                "total": total,
                "notes": trace.notes(),
            })
        }
        Err(error) => refused(error),
    }
}

fn refused(
    TraceError {
        place,
        message,
        heading,
    }: &TraceError,
) -> Value {
    json!({ "ok": false, "place": place, "message": message, "heading": heading })
}
