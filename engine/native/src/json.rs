//! JSON for people and programs: a line for each field and each object of a list, but one line for all numbers of a list.
//!
//! Otherwise as `serde_json::to_string_pretty`, which begins a line for each number: the series of an emulation of a minute
//! would have some hundred thousand lines.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// Returns a value as JSON that ends with a line break. Its maps must have strings as keys.
#[must_use]
pub fn text<T: Serialize>(value: &T) -> String {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, Lines::default());
    if let Err(error) = value.serialize(&mut serializer) {
        unreachable!("maps have strings as keys, and memory takes all bytes: {error}");
    }
    bytes.push(b'\n');
    match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => unreachable!("serde_json writes UTF-8: {error}"),
    }
}

/// Formatter that begins a line for each field, and for each item of a list that is no number, truth value or null.
#[derive(Default)]
struct Lines {
    depth: usize,
    /// Whether the next value is an item of a list, and stands on the line of the item before.
    is_item: bool,
    /// Whether the innermost list or object has more than one line.
    has_lines: bool,
}

impl Lines {
    fn begin_line<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.has_lines = true;
        writer.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| writer.write_all(b"  "))
    }

    /// Begins a line if the value is an item of a list.
    fn begin_item<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        match std::mem::take(&mut self.is_item) {
            true => self.begin_line(writer),
            false => Ok(()),
        }
    }

    fn open<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.begin_item(writer)?;
        self.depth += 1;
        self.has_lines = false;
        writer.write_all(bracket)
    }

    fn close<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        if self.has_lines {
            self.begin_line(writer)?;
        }
        // What stands around it has a line that began with it or with its field.
        self.has_lines = true;
        writer.write_all(bracket)
    }
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.is_item = true;
        writer.write_all(if first { b"" } else { b"," })
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _writer: &mut W) -> io::Result<()> {
        self.is_item = false;
        Ok(())
    }

    fn begin_string<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin_item(writer)?;
        writer.write_all(b"\"")
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b"," })?;
        self.begin_line(writer)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn numbers_of_a_list_are_on_one_line_and_all_else_is_pretty_printed() {
        let value = json!({
            "series": { "time_s": [0.5, 1, null, -2e-9], "empty": [] },
            "rows": [[1, 2], [], [3]],
            "last": {},
        });
        let expected = r#"{
  "last": {},
  "rows": [
    [1,2],
    [],
    [3]
  ],
  "series": {
    "empty": [],
    "time_s": [0.5,1,null,-2e-9]
  }
}
"#;
        assert_eq!(text(&value), expected);
        assert_eq!(
            serde_json::from_str::<Value>(expected).expect("JSON"),
            value
        );
    }

    #[test]
    fn values_without_lists_of_numbers_are_as_serde_json_prints_them() {
        for value in [
            json!(3),
            json!("a"),
            json!({}),
            json!([]),
            json!({ "groups": [{ "id": "a\"\n", "list": ["x", "y"] }, {}, [[]]], "null": null, "on": true }),
        ] {
            let pretty = serde_json::to_string_pretty(&value).expect("a value");
            assert_eq!(text(&value), pretty + "\n");
        }
    }
}
