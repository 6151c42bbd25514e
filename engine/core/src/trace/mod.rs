//! Files with recorded traffic: frames of a video, packets, a rate over time, connections.
//!
//! A scenario refers to a file by its name and hash; the caller has the file, [reads](read) it and
//! [attaches](Traces) it. So a link stays short. Files may come from any source: they are read as a stream, every
//! length is limited, and errors name their position. A few built-in examples need no file, see [`synthetic`].

pub mod capture;
pub mod cells;
pub mod foreign;
pub mod frames;
pub mod heading;
pub mod lines;
pub mod measured;
pub mod opportunities;
pub mod synthetic;
pub mod table;
pub mod vectors;

use std::io::Read;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::spec::parameters::parameter;
use crate::spec::read::{self, FromFields};
use crate::spec::{Kind, Param, Section};
use crate::time::Span;
use heading::Places;

/// Most steps that a file may have: 64 MB of them.
pub const STEPS: usize = 4_000_000;
/// Shortest time that a file may cover: it is played over and over.
pub const SHORTEST: Span = Span(1_000_000_000);
/// Longest time that a file may cover, seconds.
pub const LENGTH_S: f64 = 1e6;

/// Step of a trace.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// When, since the trace began.
    pub at: Span,
    /// Amount: bytes of a frame or packet, or bits per second from then on; for connections, a code read by
    /// [`vectors`].
    pub amount: f64,
}

/// A trace: at least one step, in order of time, the first at 0, and when it is over and may begin again.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    steps: Vec<Step>,
    length: Span,
    notes: Vec<Note>,
}

/// Note about an accepted file: skipped content, or an assumption.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// Statement of the fact, a sentence.
    pub message: String,
    /// Suggested action, a sentence.
    pub advice: String,
}

impl Note {
    /// A note of a sentence and what helps.
    pub fn new(message: impl Into<String>, advice: impl Into<String>) -> Note {
        Note {
            message: message.into(),
            advice: advice.into(),
        }
    }
}

/// Kind of content of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Content {
    /// Frames of a video, bytes each, evenly in time.
    Frames,
    /// Packets, with their bytes.
    Packets,
    /// Rates, bits per second until the next.
    Rates,
    /// Connections, each a run of steps at its start.
    Vectors,
    /// Opportunities of a link to send, by millisecond.
    Opportunities,
}

impl Content {
    /// The content of this name, as JSON has it.
    #[must_use]
    pub fn named(name: &str) -> Option<Content> {
        Some(match name {
            "frames" => Content::Frames,
            "packets" => Content::Packets,
            "rates" => Content::Rates,
            "vectors" => Content::Vectors,
            "opportunities" => Content::Opportunities,
            _ => return None,
        })
    }
}

/// How a file is read: its content, and the columns of a table if they are [chosen](Places::chosen).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Content that the file must have.
    pub content: Content,
    /// Columns of the time and the amount; `None` for those that the heading names.
    pub columns: Option<Places>,
}

impl From<Content> for Reading {
    fn from(content: Content) -> Reading {
        Reading {
            content,
            columns: None,
        }
    }
}

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceError {
    /// Position, `line 7` or `byte 1234`; empty for the file as a whole.
    pub place: String,
    /// Description of the problem and of what is accepted.
    pub message: String,
    /// Names of the columns of a table whose heading does not say which of them are read; otherwise empty.
    pub heading: Vec<String>,
}

impl std::fmt::Display for TraceError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.place.is_empty() {
            write!(f, "{}", self.message)
        } else {
            write!(f, "{}: {}", self.place, self.message)
        }
    }
}

impl std::error::Error for TraceError {}

impl TraceError {
    pub(crate) fn at(place: String, message: impl Into<String>) -> TraceError {
        TraceError {
            place,
            message: message.into(),
            heading: Vec::new(),
        }
    }

    /// The same error of a table with a heading of these names.
    pub(crate) fn with_heading(self, heading: Vec<String>) -> TraceError {
        TraceError { heading, ..self }
    }

    pub(crate) fn of_file(message: impl Into<String>) -> TraceError {
        TraceError::at(String::new(), message)
    }
}

/// Reads a file of this content: of packets a capture too. Only tables of packets and rates have columns to choose.
///
/// # Errors
/// What is wrong with the file, and where.
pub fn read(how: impl Into<Reading>, mut from: impl Read + Send) -> Result<Trace, TraceError> {
    let Reading { content, columns } = how.into();
    let mut begin = [0; foreign::BEGIN];
    let had = fill(&mut from, &mut begin)?;
    let begin = &begin[..had];
    let is_capture = capture::is_capture(begin);
    foreign::refuse(begin, is_capture && content != Content::Packets)?;
    let whole = Filling(begin.chain(from));
    match content {
        Content::Frames => frames::read(whole),
        Content::Rates => table::read(whole, &table::RATES, columns),
        Content::Vectors => vectors::read(whole),
        Content::Opportunities => opportunities::read(whole),
        Content::Packets if is_capture => capture::read(whole),
        Content::Packets => table::read(whole, &table::PACKETS, columns),
    }
}

/// Reads as much as there is room for, as the reader of captures expects: it begins with a single read.
struct Filling<R>(R);

impl<R: Read> Read for Filling<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let mut had = 0;
        while had < buffer.len() {
            match self.0.read(&mut buffer[had..])? {
                0 => break,
                more => had += more,
            }
        }
        Ok(had)
    }
}

/// Fills `buffer` as far as the file goes.
fn fill(from: &mut impl Read, buffer: &mut [u8]) -> Result<usize, TraceError> {
    let mut had = 0;
    while had < buffer.len() {
        match from.read(&mut buffer[had..]) {
            Ok(0) => break,
            Ok(more) => had += more,
            Err(error) => return Err(cannot_be_read(&error)),
        }
    }
    Ok(had)
}

fn cannot_be_read(error: &std::io::Error) -> TraceError {
    TraceError::of_file(format!("cannot be read: {error}"))
}

/// SHA-256 of a file, in hexadecimal digits: what a scenario knows it by.
///
/// # Errors
/// That it cannot be read.
pub fn sha256(mut from: impl Read) -> Result<String, TraceError> {
    let mut hash = Sha256::new();
    let mut buffer = [0; 8192];
    loop {
        match from.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => hash.update(&buffer[..read]),
            Err(error) => return Err(cannot_be_read(&error)),
        }
    }
    Ok(hash
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect())
}

impl Trace {
    /// A trace of these steps, which are in order of time; the first becomes time 0. It lasts until the last step
    /// and then as long as steps are apart on average, or `interval` where that is given.
    ///
    /// # Errors
    /// None at all, too many, or too long.
    pub fn new(mut steps: Vec<Step>, interval: Option<Span>) -> Result<Trace, TraceError> {
        let (Some(first), Some(last)) = (steps.first(), steps.last()) else {
            return Err(TraceError::of_file("has no data"));
        };
        let begin = first.at;
        let covered = last.at - begin;
        let apart = covered.0 / (steps.len() as u64 - 1).max(1);
        let apart = if apart == 0 { PS_PER_S } else { apart };
        let length = covered + interval.unwrap_or(Span(apart));
        if length.s() > LENGTH_S {
            return Err(TraceError::of_file(format!(
                "covers {} s; at most {LENGTH_S} are accepted",
                length.s()
            )));
        }
        if length < SHORTEST {
            return Err(TraceError::of_file(format!(
                "covers {} s; at least {} s is accepted",
                length.s(),
                SHORTEST.s()
            )));
        }
        for step in &mut steps {
            step.at = step.at - begin;
        }
        Ok(Trace {
            steps,
            length,
            notes: Vec::new(),
        })
    }

    /// Steps in order of time.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Length, after which the trace may repeat.
    #[must_use]
    pub fn length(&self) -> Span {
        self.length
    }

    /// Notes about the file.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Returns the trace with these notes.
    #[must_use]
    pub fn with_notes(mut self, notes: Vec<Note>) -> Trace {
        self.notes = notes;
        self
    }

    /// Sum of all amounts.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.steps.iter().map(|step| step.amount).sum()
    }
}

const PS_PER_S: u64 = 1_000_000_000_000;

/// A file as a scenario names it.
#[derive(Clone, Debug, Serialize)]
pub struct FileRef {
    /// Its name, for people; of a stand-in, which one.
    pub name: String,
    /// SHA-256 of it, 64 hexadecimal digits; empty: a stand-in.
    pub sha256: String,
    /// Numbers of the columns of a table, such as `2,5`; empty for those that its heading names.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub columns: String,
    /// Content, once it is loaded.
    #[serde(skip)]
    data: Option<Arc<Trace>>,
}

/// Equality of what the scenario says, whether loaded or not.
impl PartialEq for FileRef {
    fn eq(&self, other: &FileRef) -> bool {
        self.name == other.name && self.sha256 == other.sha256 && self.columns == other.columns
    }
}

impl FileRef {
    /// Returns the content, if it is loaded.
    #[must_use]
    pub fn data(&self) -> Option<&Arc<Trace>> {
        self.data.as_ref()
    }

    /// Returns the request for the file.
    #[must_use]
    pub fn wanted(&self, content: Content) -> FileRequest {
        FileRequest {
            name: self.name.clone(),
            sha256: self.sha256.to_ascii_lowercase(),
            content,
            columns: self.columns.clone(),
        }
    }

    /// Whether it stands for a stand-in.
    #[must_use]
    pub fn is_synthetic(&self) -> bool {
        self.sha256.is_empty()
    }

    /// Loads the content from `traces`, or computes a built-in example, unless it is loaded.
    pub fn attach(&mut self, content: Content, traces: &Traces) {
        if self.data.is_none() {
            self.data = if self.is_synthetic() {
                synthetic::find(content, &self.name)
            } else {
                traces.find(&self.sha256, self.wanted(content).reading())
            };
        }
    }
}

impl FromFields for FileRef {
    fn from_fields(fields: &Map<String, Value>) -> read::Read<FileRef> {
        Ok(FileRef {
            name: read::field(fields, "name")?,
            sha256: read::field(fields, "sha256")?,
            columns: read::field::<Option<String>>(fields, "columns")?.unwrap_or_default(),
            data: None,
        })
    }
}

/// A file that a scenario asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FileRequest {
    /// Name of the file.
    pub name: String,
    /// SHA-256 hash of the file.
    pub sha256: String,
    /// Content that the file must have.
    pub content: Content,
    /// Numbers of the columns of a table, such as `2,5`; empty for those that its heading names.
    pub columns: String,
}

impl FileRequest {
    /// Returns how the file is to be read.
    #[must_use]
    pub fn reading(&self) -> Reading {
        Reading {
            content: self.content,
            // The text was checked with the scenario.
            columns: Places::chosen(&self.columns).unwrap_or_default(),
        }
    }
}

/// Files that have been read, by their hash and how they were read.
#[derive(Clone, Debug, Default)]
pub struct Traces(Vec<(String, Reading, Arc<Trace>)>);

/// Attached files do not affect the equality of scenarios.
impl PartialEq for Traces {
    fn eq(&self, _: &Traces) -> bool {
        true
    }
}

impl Traces {
    /// Adds all of these.
    pub fn extend(&mut self, others: &Traces) {
        for (sha256, how, trace) in &others.0 {
            self.add(sha256, *how, trace.clone());
        }
    }

    /// Adds what is in the file of a hash.
    pub fn add(&mut self, sha256: &str, how: impl Into<Reading>, trace: Arc<Trace>) {
        let how = how.into();
        if self.find(sha256, how).is_none() {
            self.0.push((sha256.to_ascii_lowercase(), how, trace));
        }
    }

    /// Returns the content of the file with a hash.
    #[must_use]
    pub fn find(&self, sha256: &str, how: impl Into<Reading>) -> Option<Arc<Trace>> {
        let (how, mut all) = (how.into(), self.0.iter());
        let found = all.find(|(hash, of, _)| hash.eq_ignore_ascii_case(sha256) && *of == how);
        found.map(|(_, _, trace)| trace.clone())
    }
}

/// The section of a field that names a file; without anything it is the stand-in called `synthetic`.
pub(crate) const fn section(
    id: &'static str,
    params: &'static [Param],
    check: crate::spec::Check,
) -> Section {
    Section {
        id,
        label: "File",
        help: "Reference to a file by its hash. A shared link does not contain the file, so another reader of the link needs a copy. Without a hash, the name selects a built-in example.",
        params,
        check,
        ..Section::NEW
    }
}

/// Returns the parameters of such a section.
pub(crate) const fn params(synthetic: &'static str) -> [Param; 2] {
    [
        parameter! {
            /// Name of the file, or of a built-in example if there is no hash.
            name = Text(synthetic), "Name", None, Kind::Text(200), [live]
        },
        parameter! {
            /// SHA-256 hash of the file: 64 hexadecimal digits, as sha256sum prints it. Empty for a built-in example.
            sha256 = Text(""), "SHA-256", None, Kind::Text(64), [live]
        },
    ]
}

/// Returns the parameters of such a section for tables.
pub(crate) const fn table_params(synthetic: &'static str) -> [Param; 3] {
    let [name, sha256] = params(synthetic);
    let columns = parameter! {
        /// Numbers of the columns of the time in seconds and of the bytes or bits per second, for example 2,5. Empty if the
        /// heading of the table names them, or if they are the first two.
        columns = Text(""), "Columns", None, Kind::Text(12), [live]
    };
    [name, sha256, columns]
}

/// Checks the name and hash of a file.
pub(crate) fn check(
    content: Content,
    fields: &serde_json::Map<String, serde_json::Value>,
    report: &mut dyn FnMut(&str, String),
) {
    let text = |name: &str| fields.get(name).and_then(|value| value.as_str());
    let (Some(name), Some(sha256)) = (text("name"), text("sha256")) else {
        return;
    };
    if sha256.is_empty() {
        let known = synthetic::names(content);
        if !known.contains(&name) {
            let known = known.join(", ");
            report(
                "name",
                format!("is no stand-in; stand-ins here: {known}. A file needs its sha256 too"),
            );
        }
    } else if sha256.len() != 64 || !sha256.bytes().all(|b| b.is_ascii_hexdigit()) {
        report(
            "sha256",
            "must be 64 hexadecimal digits, as sha256sum prints them, or empty".to_owned(),
        );
    }
    if let Some(Err(message)) = text("columns").map(Places::chosen) {
        report("columns", message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_that_of_the_standard() {
        // FIPS 180-2, Appendix B.1.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(&b"abc"[..]).expect("bytes"), abc);
    }

    #[test]
    fn a_trace_begins_at_0_and_is_over_a_mean_gap_after_its_last_step() {
        let step = |s: f64| Step {
            at: Span::from_s(s),
            amount: 1.0,
        };
        let trace = Trace::new(vec![step(5.0), step(6.0), step(9.0)], None).expect("three steps");
        let times: Vec<f64> = trace.steps().iter().map(|step| step.at.s()).collect();
        assert_eq!((times, trace.length().s()), (vec![0.0, 1.0, 4.0], 6.0));
        let one = Trace::new(vec![step(5.0)], None).expect("one step");
        assert_eq!(one.length().s(), 1.0);
        assert!(Trace::new(vec![], None).is_err());
        assert!(Trace::new(vec![step(0.0), step(2e6)], None).is_err());
    }

    #[test]
    fn files_are_found_by_hash_and_content() {
        let mut traces = Traces::default();
        let trace = Arc::new(read(Content::Packets, &b"0,100\n1,200\n"[..]).expect("packets"));
        traces.add("AB", Content::Packets, trace);
        assert!(traces.find("ab", Content::Packets).is_some());
        assert!(traces.find("ab", Content::Rates).is_none());
        assert!(traces.find("ac", Content::Packets).is_none());
    }
}
