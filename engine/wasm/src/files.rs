//! Trace files for JavaScript. A file is read as a stream, so that the memory depends only on the content.
//!
//! The page reads files on a thread of its own. The numbers of a file then go to the threads that simulate, as [`Files`].

use std::io::{self, Read};
use std::sync::Arc;

use bufferlab_core::time::Span;
use bufferlab_core::trace::{self, Content, Step, Trace, TraceError, Traces, vectors};
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
    /// Reads a file as `frames`, `packets`, `rates` or `vectors`.
    ///
    /// # Errors
    /// The kind of content is unknown.
    #[wasm_bindgen(constructor)]
    pub fn new(source: Source, content: &str) -> Result<FileRead, JsError> {
        let content = Content::named(content).ok_or_else(|| JsError::new("no such content"))?;
        let read = trace::read(content, Reader(source));
        Ok(FileRead { content, read })
    }

    /// Returns `{ok: true, steps, length_s, total, notes: [{message, advice}]}` or `{ok: false, place, message}`. For
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
        Err(TraceError { place, message }) => {
            json!({ "ok": false, "place": place, "message": message })
        }
    }
}

/// Trace files that were read before, by hash and kind of content. Scenarios refer to them and runs replay them.
#[wasm_bindgen]
#[derive(Default)]
pub struct Files(pub(crate) Traces);

#[wasm_bindgen]
impl Files {
    /// Creates an empty collection.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Files {
        Files::default()
    }

    /// Adds a file, given by the numbers of a [`FileRead`]: ascending times in picoseconds, amounts, duration, and notes as a JSON list
    /// of `{message, advice}`.
    ///
    /// # Errors
    /// The numbers are not a valid trace.
    pub fn add(
        &mut self,
        sha256: &str,
        content: &str,
        at_ps: &[u64],
        amounts: &[f64],
        length_ps: u64,
        notes_json: &str,
    ) -> Result<(), JsError> {
        let steps = at_ps.iter().zip(amounts).map(|(&at, &amount)| Step {
            at: Span(at),
            amount,
        });
        let last = at_ps.last().map_or(0, |&at| at);
        let after = Span(length_ps.saturating_sub(last));
        let content = Content::named(content).ok_or_else(|| JsError::new("no such content"))?;
        let notes = serde_json::from_str(notes_json)?;
        let trace = Trace::new(steps.collect(), Some(after))?.with_notes(notes);
        self.0.add(sha256, content, Arc::new(trace));
        Ok(())
    }
}
