//! Frames of a video: how many bytes each has, as the public archives list them.
//!
//! Terse: a size a line. Verbose: a line is `index time_ms type bytes …`, `index type time_ms bytes …` or
//! `type bytes time_ms …`, the type I, P, B or IDR. Sources: the archives of TU Berlin (Fitzek
//! and Reisslein, IEEE Network 15(6), 2001) and of Arizona State University (Seeling and Reisslein, IEEE
//! Communications Surveys 14(4), 2012). Files list frames in the order of coding, which is that of sending;
//! verbose times are those of display, and not in order. So frames are sent one after another, evenly: over the
//! time that the file covers, or 25 a second where it says no times. Times are in ms; what the file does not say of this
//! is said in a note.

use std::io::Read;

use super::cells::{Cells, FileRequest};
use super::heading::TIME;
use super::lines::{Lines, is_comment, shown};
use super::table::PACKETS;
use super::{Note, STEPS, Step, Trace, TraceError};
use crate::time::Span;

/// Frames per second of a file without times.
pub const PER_S: f64 = 25.0;
/// Largest accepted frame, bytes.
const LARGEST: f64 = 1e9;
/// Least and largest time between frames, s, of a file that does not say that its times are in ms: times in seconds or
/// microseconds would lie outside.
const LIKELY_S: (f64, f64) = (1e-3, 10.0);

/// Reads the sizes of frames.
///
/// # Errors
/// What is wrong, with its line.
pub fn read(from: impl Read) -> Result<Trace, TraceError> {
    let mut lines = Lines::new(from);
    let mut video = VideoTrace::default();
    while let Some((number, line)) = lines.next_numbered()? {
        let taken = video.take(number, line);
        taken.map_err(|(number, message)| TraceError::at(format!("line {number}"), message))?;
    }
    video.finish()
}

#[derive(Default)]
struct VideoTrace {
    cells: Cells,
    sizes: Vec<f64>,
    /// First and last time, ms.
    ends: Option<(f64, f64)>,
    /// The unit of times that a line above the frames names, and its number.
    unit: Option<(u64, &'static str)>,
}

impl VideoTrace {
    /// Reads a line; errors name its number.
    fn take(&mut self, number: u64, line: &str) -> Result<(), (u64, String)> {
        let stated = |message: String| (number, message);
        let begins = line.trim_start_matches('"');
        let is_words = begins.starts_with(char::is_alphabetic);
        if self.sizes.is_empty() && self.unit.is_none() && (is_words || is_comment(line)) {
            self.unit = unit_of_times(line).map(|unit| (number, unit));
        }
        if is_comment(line) {
            return Ok(());
        }
        self.cells.split(line).map_err(stated)?;
        let Some(frame) = frame(&mut self.cells, number) else {
            if self.sizes.is_empty() && is_words {
                self.cells.forget();
                return bytes_only(line).map_err(stated);
            }
            return Err(stated(format!(
                "is no frame: {}; a size stands alone in its line and has no thousands separator, \
                 or the line names the type I, P or B",
                shown(line)
            )));
        };
        let (bytes, ms) = frame.map_err(stated)?;
        if self.sizes.len() == STEPS {
            let message = format!("is one too many; at most {STEPS} are accepted");
            return Err(stated(message));
        }
        self.sizes.push(bytes);
        let Some(ms) = ms else { return Ok(()) };
        if let Some((line, unit)) = self.unit.filter(|(_, unit)| !is_ms(unit)) {
            let message = format!("the times are in {unit}; accepted are ms");
            return Err((line, message));
        }
        let (low, high) = self.ends.unwrap_or((ms, ms));
        self.ends = Some((libm::fmin(low, ms), libm::fmax(high, ms)));
        Ok(())
    }

    fn finish(self) -> Result<Trace, TraceError> {
        let frames = self.sizes.len();
        let timed = self.ends.filter(|(low, high)| high > low);
        let apart_s = timed.map_or(1.0 / PER_S, |(low, high)| {
            (high - low) / 1e3 / (frames - 1).max(1) as f64
        });
        let (least, most) = if self.unit.is_some() {
            (1e-6, f64::INFINITY)
        } else {
            LIKELY_S
        };
        if apart_s < least || apart_s > most {
            return Err(TraceError::of_file(format!(
                "has frames {apart_s} s apart if its times are in ms, which are accepted; {least} to {most} s are. \
                 A heading with time_ms says that they are"
            )));
        }
        let mut notes = self.cells.notes();
        if timed.is_none() && frames > 0 {
            notes.push(Note::new(
                format!("The frames have no times; {PER_S} a second are assumed."),
                format!("For another rate set speed to that rate divided by {PER_S}."),
            ));
        } else if timed.is_some() && self.unit.is_none() {
            notes.push(Note::new(
                format!(
                    "The times are read as ms: {} frames a second.",
                    libm::round(1e3 / apart_s) / 1e3
                ),
                "Name them time_ms in a heading if that is right.",
            ));
        }
        // Even at the longest time that a trace covers this is exact to a picosecond per frame.
        let apart = Span::from_s(apart_s);
        let steps = (0..).zip(self.sizes).map(|(i, amount)| Step {
            at: Span(apart.0.saturating_mul(i)),
            amount,
        });
        Ok(Trace::new(steps.collect(), Some(apart))?.with_notes(notes))
    }
}

/// The unit that a line names behind the word time, as in `Time [ms]` or `time_s`.
fn unit_of_times(line: &str) -> Option<&'static str> {
    let line = line.to_lowercase();
    let mut words = line
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && *word != "in");
    words.find(|word| matches!(*word, "time" | "times"))?;
    let unit = words.next()?;
    let known = TIME.unit.iter().chain(TIME.others);
    known.copied().find(|known| *known == unit)
}

/// Refuses a heading that names another unit of sizes than bytes.
fn bytes_only(heading: &str) -> Result<(), String> {
    let words = &PACKETS.words;
    match words.other_unit(heading) {
        Some(unit) if !words.has_unit(heading) => Err(format!(
            "the sizes of frames are in {unit}; accepted are bytes"
        )),
        _ => Ok(()),
    }
}

fn is_ms(unit: &str) -> bool {
    unit == "ms" || unit.starts_with("msec") || unit.starts_with("millisecond")
}

type Frame = (f64, Option<f64>);

/// Bytes and display time in ms of a frame; `None` for a line that is none, such as one of headings.
fn frame(cells: &mut Cells, line: u64) -> Option<Result<Frame, String>> {
    let kind = cells.all().take(5).position(is_type);
    let (bytes, ms) = match (kind, cells.count()) {
        (None, 1) => (0, None),
        (Some(0), n) if n >= 2 => (1, (n > 2).then_some(2)),
        (Some(1), n) if n >= 4 => (3, Some(2)),
        (Some(2), n) if n >= 4 => (3, Some(1)),
        _ => return None,
    };
    let is_heading = cells.cell(bytes).starts_with(char::is_alphabetic);
    if is_heading && kind.is_none() {
        return None;
    }
    let size = FileRequest {
        name: "the size of a frame",
        range: (0.0, LARGEST),
        whole: true,
        amount: true,
    };
    let time = FileRequest {
        name: "the time of a frame, in ms,",
        range: (0.0, 1e12),
        whole: false,
        amount: false,
    };
    let size = cells.number(bytes, line, &size);
    let ms = ms.map(|ms| cells.number(ms, line, &time)).transpose();
    Some(size.and_then(|size| Ok((size, ms?))))
}

/// Whether a column says what kind of frame it is.
fn is_type(column: &str) -> bool {
    matches!(column, "I" | "P" | "B" | "IDR" | "i" | "p" | "b")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(text: &str) -> Result<(Vec<f64>, f64), String> {
        let trace = read(text.as_bytes()).map_err(|error| error.to_string())?;
        let sizes = trace.steps().iter().map(|step| step.amount).collect();
        Ok((sizes, trace.length().s()))
    }

    #[test]
    fn terse_files_have_a_size_a_line_and_25_frames_a_second() {
        assert_eq!(
            sizes("534\n1542\n\n134").unwrap(),
            (vec![534.0, 1542.0, 134.0], 0.12)
        );
    }

    /// Coded I P B B, displayed I B B P: 40 ms apart.
    #[test]
    fn verbose_files_are_read_in_each_order_of_columns() {
        let wanted = (vec![534.0, 300.0, 100.0, 90.0], 0.16);
        for text in [
            "Frame Time Type Length\n0 0 I 534 41.2\n3 120 P 300 40\n1 40 B 100 39\n2 80 B 90 38\n",
            "# TU Berlin\n1 I 0 534\n4 P 120 300\n2 B 40 100\n3 B 80 90",
            "I 534 0\nP 300 120\nB 100 40\nB 90 80",
        ] {
            assert_eq!(sizes(text).unwrap(), wanted, "{text}");
        }
    }

    #[test]
    fn assumptions_are_noted() {
        let notes = |text: &str| -> Vec<String> {
            let trace = read(text.as_bytes()).expect(text);
            trace
                .notes()
                .iter()
                .map(|note| note.message.clone())
                .collect()
        };
        let (no_times, as_ms) = (
            "The frames have no times; 25",
            "The times are read as ms: 25",
        );
        let decimal = "Commas in numbers are decimal marks: \"0,0\"";
        for (text, wanted) in [
            ("534\n1542\n", &[no_times][..]),
            ("0 I 0 534\n1 P 40 300\n", &[as_ms]),
            ("Frame Type Time[ms] Length\n0 I 0 534\n1 P 40 300\n", &[]),
            ("# times in ms\n0 I 0 534\n1 P 40 300\n", &[]),
            ("0;0,0;I;534\n1;40,0;P;300\n", &[decimal, as_ms]),
        ] {
            let found = notes(text);
            assert_eq!(found.len(), wanted.len(), "{text}: {found:?}");
            for (found, wanted) in found.iter().zip(wanted) {
                assert!(found.starts_with(wanted), "{found} for {wanted}");
            }
        }
    }

    #[test]
    fn errors_name_their_line() {
        for (text, place) in [
            ("534\n-3", "line 2"),
            ("534\nabc def", "line 2"),
            ("0 0 I 12\n1 x P 12", "line 2"),
            ("0 0 I 1e99", "line 1"),
            ("", ""),
            ("nothing here\nbut words\n", ""),
            ("1,000\n1,001\n", "line 1"),
            ("frames\n1.500\n", "line 2"),
            ("-3\n", "line 1"),
            ("size_bits\n4272\n", "line 1"),
            ("534\n\"1500\n", "line 2"),
            ("Time[s] Type\n0 0.00 I 534\n1 0.04 P 300\n", "line 1"),
            (
                "# index;time_us;type;bytes\n0;0;I;534\n1;40000;P;300\n",
                "line 1",
            ),
            ("0 I 0.00 534\n1 P 0.04 300\n", ""),
            ("0 I 0 534\n1 P 40000 300\n", ""),
        ] {
            let error = read(text.as_bytes()).unwrap_err();
            assert_eq!(error.place, place, "{text:?}: {error}");
        }
    }
}
