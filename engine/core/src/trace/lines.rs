//! Lines of a text from a stream, with their numbers; none is longer than [`LONGEST`].

use std::io::Read;

use super::{TraceError, cannot_be_read};

/// Longest line, bytes: tables have a few short columns.
pub const LONGEST: usize = 1_000;
/// Most lines: comments are not counted as steps.
const MOST: u64 = 20_000_000;

/// The lines of a text.
pub struct Lines<R> {
    from: R,
    buffer: Box<[u8]>,
    filled: usize,
    used: usize,
    line: Vec<u8>,
    number: u64,
    longest: usize,
}

impl<R: Read> Lines<R> {
    /// The lines of what is read from `from`.
    pub fn new(from: R) -> Lines<R> {
        Lines::with_longest(from, LONGEST)
    }

    /// The lines of what is read from `from`, none longer than so many bytes.
    pub fn with_longest(from: R, longest: usize) -> Lines<R> {
        Lines {
            longest,
            from,
            buffer: vec![0; 65_536].into(),
            filled: 0,
            used: 0,
            line: Vec::new(),
            number: 0,
        }
    }

    /// The next line without its end; `None` after the last.
    ///
    /// # Errors
    /// A line that is too long or no text, or a file that cannot be read.
    pub fn next_line(&mut self) -> Result<Option<&str>, TraceError> {
        self.line.clear();
        self.number += 1;
        if self.number > MOST {
            return Err(self.error(format!("there are more than {MOST} lines")));
        }
        loop {
            if self.used == self.filled && !self.refill()? {
                if self.line.is_empty() {
                    return Ok(None);
                }
                break;
            }
            let rest = &self.buffer[self.used..self.filled];
            let end = rest.iter().position(|&byte| byte == b'\n');
            let taken = end.unwrap_or(rest.len());
            if self.line.len() + taken > self.longest {
                let longest = self.longest;
                return Err(self.error(format!("is longer than {longest} bytes")));
            }
            self.line.extend_from_slice(&rest[..taken]);
            self.used += taken;
            if end.is_some() {
                self.used += 1;
                break;
            }
        }
        let Ok(line) = std::str::from_utf8(&self.line) else {
            let message = "is no text in UTF-8; save the file as UTF-8 text";
            return Err(self.error(message.to_owned()));
        };
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.contains(['\r', '\0']) {
            let message =
                "has a carriage return or a NUL inside; save the file as text with line feeds";
            return Err(self.error(message.to_owned()));
        }
        Ok(Some(line))
    }

    /// The next line with its number.
    ///
    /// # Errors
    /// As [`Lines::next_line`].
    pub fn next_numbered(&mut self) -> Result<Option<(u64, &str)>, TraceError> {
        let number = self.number + 1;
        let line = self.next_line()?;
        Ok(line.map(|line| (number, line)))
    }

    fn refill(&mut self) -> Result<bool, TraceError> {
        self.used = 0;
        self.filled = (self.from.read(&mut self.buffer)).map_err(|error| cannot_be_read(&error))?;
        Ok(self.filled > 0)
    }

    /// Creates an error for the last returned line.
    pub fn error(&self, message: String) -> TraceError {
        TraceError::at(format!("line {}", self.number), message)
    }

    /// Number of that line, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }
}

/// Whether a line says nothing: empty, or a comment.
pub fn is_comment(line: &str) -> bool {
    line.is_empty() || line.starts_with(['#', '%', '/'])
}

/// Shortens a text that may be long or contain special characters, for a message.
pub fn shown(text: &str) -> String {
    format!("{:?}", text.chars().take(40).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8]) -> Result<Vec<String>, TraceError> {
        let mut lines = Lines::new(text);
        let mut all = Vec::new();
        while let Some(line) = lines.next_line()? {
            all.push(line.to_owned());
        }
        Ok(all)
    }

    #[test]
    fn lines_end_with_a_newline_or_the_file() {
        assert_eq!(all(b"a\r\n\n b").unwrap(), ["a", "", "b"]);
        assert_eq!(all(b"a\n").unwrap(), ["a"]);
        assert_eq!(all(b"").unwrap(), [""; 0]);
    }

    #[test]
    fn errors_name_the_number_of_an_overlong_or_binary_line() {
        let long = [b"a\n".to_vec(), vec![b'x'; 100_000]].concat();
        assert_eq!(all(&long).unwrap_err().place, "line 2");
        assert_eq!(all(b"1\r2\r3\n").unwrap_err().place, "line 1");
        assert_eq!(
            all(b"a\nb\n\xff").unwrap_err().to_string(),
            "line 3: is no text in UTF-8; save the file as UTF-8 text"
        );
    }
}
