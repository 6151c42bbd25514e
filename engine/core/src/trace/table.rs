//! Tables of two columns: time and size of packets, or time and rate from then on.
//!
//! `time_s,bytes` or `time_s,rate_bps`. A heading, also one in the comment above the first line, says which columns
//! these are and in which units ([`heading`]); without one they are the first two. Columns can also
//! be [chosen](Places::chosen) by their numbers; their units are then those of our own tables. Other columns are passed over.
//! One separator and one decimal mark in a file ([`Cells`]). Comments begin with `#`.

use std::io::Read;

use super::cells::{Cells, FileRequest, Separator};
use super::heading::{self, ColumnNames, Places};
use super::lines::{Lines, is_comment, shown};
use super::{LENGTH_S, Note, STEPS, Step, Trace, TraceError};
use crate::time::Span;

/// Kind of the amounts.
pub struct Column {
    /// Returns the name of its column.
    pub(super) words: ColumnNames,
    min: f64,
    max: f64,
    whole: bool,
}

/// Packets, bytes on the wire.
pub const PACKETS: Column = Column {
    words: ColumnNames {
        name: "bytes",
        plain: &["size", "sizes", "length", "len"],
        unit: &["bytes", "byte", "octets", "octet"],
        others: &[
            "bits",
            "bit",
            "kb",
            "kbytes",
            "kilobytes",
            "kib",
            "mb",
            "mib",
            "kbit",
        ],
    },
    min: 1.0,
    max: 65_535.0,
    whole: true,
};

/// Rates, bits per second.
pub const RATES: Column = Column {
    words: ColumnNames {
        name: "rate_bps",
        plain: &["rate", "rates", "bitrate", "throughput", "bandwidth"],
        unit: &["bps", "bit", "bits"],
        others: &[
            "kbps", "mbps", "gbps", "kbit", "mbit", "gbit", "kbits", "mbits", "gbits", "byte",
            "bytes", "kb", "mb", "gb", "pps", "packets",
        ],
    },
    min: 0.0,
    max: 1e13,
    whole: false,
};

/// Reads such a table.
///
/// # Errors
/// What is wrong, with its line; of a heading that does not name the columns, its names too.
pub fn read(from: impl Read, column: &Column, chosen: Option<Places>) -> Result<Trace, TraceError> {
    let mut lines = Lines::new(from);
    let mut table = Table::new(column, chosen);
    while let Some((number, line)) = lines.next_numbered()? {
        if let Err(message) = table.take(number, line) {
            let error = TraceError::at(format!("line {number}"), message);
            return Err(error.with_heading(table.refused));
        }
    }
    let mut notes = table.cells.notes();
    notes.extend(table.notes);
    Ok(Trace::new(table.steps, None)?.with_notes(notes))
}

struct Table<'a> {
    column: &'a Column,
    chosen: Option<Places>,
    cells: Cells,
    /// The last comment above the first line.
    comment: String,
    layout: Option<Layout>,
    steps: Vec<Step>,
    notes: Vec<Note>,
    /// Names of a heading that does not say which columns are read.
    refused: Vec<String>,
}

/// Which cells of a line are read.
#[derive(Clone, Copy)]
struct Layout {
    places: Places,
    /// The line that says so, and how many cells it has.
    by: (u64, usize),
    has_heading: bool,
}

impl Table<'_> {
    fn new(column: &Column, chosen: Option<Places>) -> Table<'_> {
        Table {
            column,
            chosen,
            cells: Cells::default(),
            comment: String::new(),
            layout: None,
            steps: Vec::new(),
            notes: Vec::new(),
            refused: Vec::new(),
        }
    }

    fn take(&mut self, number: u64, line: &str) -> Result<(), String> {
        if is_comment(line) {
            if self.layout.is_none() && !line.is_empty() {
                line.clone_into(&mut self.comment);
            }
            return Ok(());
        }
        self.cells.split(line)?;
        let layout = match self.layout {
            Some(layout) => layout,
            None => {
                let layout = self.layout(number)?;
                self.layout = Some(layout);
                if heading::is_heading(self.cells.all()) {
                    return Ok(());
                }
                layout
            }
        };
        let step = self.step(number, layout.places)?;
        self.check_count(layout)?;
        if self.steps.last().is_some_and(|last| step.at < last.at) {
            return Err("lies before the line above it".to_owned());
        }
        if self.steps.len() == STEPS {
            return Err(format!("is one too many; at most {STEPS} are accepted"));
        }
        self.steps.push(step);
        Ok(())
    }

    /// Result of reading the heading: the first line, or the comment above it.
    fn layout(&mut self, number: u64) -> Result<Layout, String> {
        let words = &self.column.words;
        let by = (number, self.cells.count());
        let mut layout = Layout {
            places: Places { time: 0, amount: 1 },
            by,
            has_heading: false,
        };
        if let Some(places) = self.chosen {
            layout.places = places;
            layout.has_heading = true;
            return Ok(layout);
        }
        if heading::is_heading(self.cells.all()) {
            let names: Vec<&str> = self.cells.all().collect();
            let Some(found) = heading::places(&names, words) else {
                self.refused = names.iter().map(|name| shown(name)).collect();
                return Err(heading::unknown(&names, words));
            };
            layout.places = found;
            layout.has_heading = true;
            self.notes = heading::units(&names, layout.places, words)?;
            return Ok(layout);
        }
        let mut comment = Cells::default();
        let text = self.comment.trim_start_matches(['#', '%', '/', ' ', '\t']);
        if comment.split(text).is_ok() && comment.count() == self.cells.count() {
            let names: Vec<&str> = comment.all().collect();
            let found = heading::places(&names, words);
            // Unlike a heading, a comment need not be about the columns: it must name both.
            if let Some(places) = found.filter(|it| heading::TIME.speak_of(names[it.time])) {
                layout.places = places;
                layout.has_heading = true;
                self.notes = heading::units(&names, places, words)?;
            }
        }
        Ok(layout)
    }

    /// Refuses cells that no column is for: a thousands separator makes two cells of one where commas separate.
    fn check_count(&self, layout: Layout) -> Result<(), String> {
        let (line, count) = layout.by;
        let (separator, here) = (self.cells.separator(), self.cells.count());
        if separator != Separator::Space && here > count {
            return Err(format!(
                "has {here} columns, and line {line} has {count}; {} separate them, also where they stand in a number",
                separator.word()
            ));
        }
        if separator == Separator::Comma && !layout.has_heading {
            let extra = (2..here).map(|place| self.cells.cell(place));
            let is_digits =
                |cell: &&str| cell.bytes().all(|byte| byte.is_ascii_digit()) && !cell.is_empty();
            if let Some(cell) = extra.into_iter().find(is_digits) {
                return Err(format!(
                    "has a third column, {}, which may belong to a number with a thousands separator; \
                     name the columns in a heading: time_s,{},…",
                    shown(cell),
                    self.column.words.name
                ));
            }
        }
        Ok(())
    }

    fn step(&mut self, line: u64, places: Places) -> Result<Step, String> {
        let Column {
            words,
            min,
            max,
            whole,
        } = self.column;
        for (place, name) in [(places.time, "time_s"), (places.amount, words.name)] {
            if place >= self.cells.count() {
                let columns = self.cells.count();
                return Err(match self.chosen {
                    Some(_) => format!(
                        "has {columns} columns, and {name} was chosen to be column {}",
                        place + 1
                    ),
                    None => format!(
                        "has no {name}; a line is time_s,{}, separated by {} as in the first",
                        words.name,
                        self.cells.separator().word()
                    ),
                });
            }
        }
        let time = FileRequest {
            name: "time_s",
            range: (0.0, EPOCH_S),
            whole: false,
            amount: false,
        };
        let amount = FileRequest {
            name: words.name,
            range: (*min, *max),
            whole: *whole,
            amount: true,
        };
        Ok(Step {
            at: Span::from_s(self.cells.number(places.time, line, &time)?),
            amount: self.cells.number(places.amount, line, &amount)?,
        })
    }
}

/// Latest time: a clock in picoseconds reaches 213 days. Seconds of the calendar must be counted from the first.
const EPOCH_S: f64 = 10.0 * LENGTH_S;

#[cfg(test)]
mod tests;
