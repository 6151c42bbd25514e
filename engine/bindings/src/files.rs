//! Trace files for the runs of the page.

use std::sync::Arc;

use bufferlab_core::time::Span;
use bufferlab_core::trace::heading::Places;
use bufferlab_core::trace::{Content, Reading, Step, Trace, Traces};
use wasm_bindgen::prelude::*;

/// Trace files that were read before, by hash and kind of content. Scenarios refer to them and runs replay them.
#[wasm_bindgen]
#[derive(Default)]
pub struct Files(Traces);

impl Files {
    /// Returns the contents of the files, for a run.
    #[must_use]
    pub fn traces(&self) -> &Traces {
        &self.0
    }
}

#[wasm_bindgen]
impl Files {
    /// Creates an empty collection.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Files {
        Files::default()
    }

    /// Adds a file that was read with these columns, given by the numbers of a `FileRead` of the module of files: ascending times in picoseconds, amounts, duration, and notes as a JSON list
    /// of `{message, advice}`.
    ///
    /// # Errors
    /// The numbers are not a valid trace.
    #[allow(
        clippy::too_many_arguments,
        reason = "JavaScript gives the numbers of a file as they are"
    )]
    pub fn add(
        &mut self,
        sha256: &str,
        content: &str,
        columns: &str,
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
        let columns = Places::chosen(columns).map_err(|message| JsError::new(&message))?;
        let notes = serde_json::from_str(notes_json)?;
        let trace = Trace::new(steps.collect(), Some(after))?.with_notes(notes);
        self.0
            .add(sha256, Reading { content, columns }, Arc::new(trace));
        Ok(())
    }
}
