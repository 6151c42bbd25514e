//! Files of traces, given on the page, for JavaScript: in a stream, so that one of any size takes no more memory than
//! what is found in it.
//!
//! The simulator (`engine/wasm`), which everybody fetches, gets the numbers that come of it and none of the parsers. This
//! module is fetched by whoever has a file.

use std::io::{self, Read};

use bufferlab_core::trace::{self, Content, Trace, TraceError, vectors};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// A file from its beginning: `read(into)` fills as much of an array as it can and says how much; 0 at its end.
    pub type Source;

    #[wasm_bindgen(method, catch)]
    fn read(this: &Source, into: &mut [u8]) -> Result<u32, JsValue>;
}

struct Reader(Source);

impl Read for Reader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(into);
        let read = read.map_err(|_| io::Error::other("the browser does not give it"))?;
        Ok((read as usize).min(into.len()))
    }
}

/// SHA-256 of a file, in hexadecimal digits.
///
/// # Errors
/// That it cannot be read.
#[wasm_bindgen]
pub fn sha256(source: Source) -> Result<String, JsError> {
    Ok(trace::sha256(Reader(source))?)
}

/// What a file came to, read as one content.
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
    /// If there is no such content.
    #[wasm_bindgen(constructor)]
    pub fn new(source: Source, content: &str) -> Result<FileRead, JsError> {
        let content = Content::named(content).ok_or_else(|| JsError::new("no such content"))?;
        let read = trace::read(content, Reader(source));
        Ok(FileRead { content, read })
    }

    /// `{ok: true, steps, length_s, total, notes: [{message, advice}]}`, of connections their number and bytes, or
    /// `{ok: false, place, message}`.
    #[must_use]
    pub fn about_json(&self) -> String {
        about(self.content, &self.read).to_string()
    }

    /// When each step is, picoseconds.
    #[must_use]
    pub fn at_ps(&self) -> Vec<u64> {
        let steps = self.read.as_ref().map_or(&[][..], Trace::steps);
        steps.iter().map(|step| step.at.0).collect()
    }

    /// How much each step is: bytes, or bits per second; of connections the numbers that the core reads.
    #[must_use]
    pub fn amounts(&self) -> Vec<f64> {
        let steps = self.read.as_ref().map_or(&[][..], Trace::steps);
        steps.iter().map(|step| step.amount).collect()
    }

    /// When it is over, picoseconds.
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
