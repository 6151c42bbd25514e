//! Cells of the lines of a table: one separator and one decimal mark per file.
//!
//! The first line decides the separator: tabs if it has any, else semicolons, else commas, else white space. Cells
//! may be quoted (RFC 4180); `csv-core`, the parser of the crate `csv`, reads them, except that a cell may not span
//! lines. A comma in a number is a decimal mark if semicolons or tabs separate cells. A possible thousands
//! separator is refused, since the same text could mean two numbers.

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use super::Note;
use super::lines::{LONGEST, shown};

/// Cells of one line after the other.
pub struct Cells {
    reader: Reader,
    separator: Option<Separator>,
    /// The line as the reader gets it.
    line: String,
    /// The cells, one behind the other, and where each ends.
    text: Vec<u8>,
    ends: Vec<usize>,
    count: usize,
    /// The decimal mark, and the line and cell that showed it first.
    decimal: Option<(char, u64, String)>,
}

/// Separator of cells in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// Tab character between cells.
    Tab,
    /// Semicolon between two cells.
    Semicolon,
    /// Comma between two cells.
    Comma,
    /// Spaces, any number of them.
    Space,
}

impl Separator {
    fn of(line: &str) -> Separator {
        let outside: String = line.split('"').step_by(2).collect();
        if outside.contains('\t') {
            Separator::Tab
        } else if outside.contains(';') {
            Separator::Semicolon
        } else if outside.contains(',') {
            Separator::Comma
        } else {
            Separator::Space
        }
    }

    fn byte(self) -> u8 {
        match self {
            Separator::Tab => b'\t',
            Separator::Semicolon => b';',
            Separator::Comma => b',',
            Separator::Space => b' ',
        }
    }

    /// The word for it in messages.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Separator::Tab => "tabs",
            Separator::Semicolon => "semicolons",
            Separator::Comma => "commas",
            Separator::Space => "spaces",
        }
    }
}

/// A number that a cell must hold.
pub struct FileRequest<'a> {
    /// Returns the name of the separator for messages.
    pub name: &'a str,
    /// Smallest and largest value.
    pub range: (f64, f64),
    /// Whether it has no fraction.
    pub whole: bool,
    /// Whether it is an amount, which people write in groups of three digits, rather than a time.
    pub amount: bool,
}

impl Default for Cells {
    fn default() -> Cells {
        Cells::for_lines_of(LONGEST)
    }
}

impl Cells {
    /// Creates a splitter of lines of at most so many bytes.
    #[must_use]
    pub fn for_lines_of(longest: usize) -> Cells {
        Cells {
            reader: Reader::new(),
            separator: None,
            line: String::new(),
            text: vec![0; longest + 1],
            ends: vec![0; longest + 1],
            count: 0,
            decimal: None,
        }
    }

    /// Splits a line. All lines use the separator of the first line, or of the first after [`Cells::forget`].
    ///
    /// # Errors
    /// A quotation mark without its partner.
    pub fn split(&mut self, line: &str) -> Result<(), String> {
        let separator = self.separator.unwrap_or_else(|| {
            let found = Separator::of(line);
            self.reader = ReaderBuilder::new().delimiter(found.byte()).build();
            found
        });
        self.separator = Some(separator);
        self.tidy(line, separator);
        let (result, used, _, count) =
            self.reader
                .read_record(self.line.as_bytes(), &mut self.text, &mut self.ends);
        self.count = count;
        match result {
            ReadRecordResult::Record if used == self.line.len() => Ok(()),
            _ => {
                self.reader.reset();
                Err(format!(
                    "has a quotation mark that is not closed: {}",
                    shown(line)
                ))
            }
        }
    }

    /// Lets the next line decide the separator again.
    pub fn forget(&mut self) {
        self.separator = None;
    }

    /// Copies a line without the spaces around separators.
    fn tidy(&mut self, line: &str, separator: Separator) {
        self.line.clear();
        let (mut quoted, mut begins) = (false, true);
        for c in line.chars() {
            let separates = !quoted && c == char::from(separator.byte());
            if begins && !quoted && c.is_whitespace() && (c == ' ' || !separates) {
                continue;
            }
            quoted ^= c == '"';
            begins = separates;
            self.line.push(c);
        }
        self.line.push('\n');
    }

    /// Returns the number of cells of the line.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// A cell of the line without the space around it; empty behind the last.
    #[must_use]
    pub fn cell(&self, place: usize) -> &str {
        if place >= self.count {
            return "";
        }
        let begin = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        let bytes = &self.text[begin..self.ends[place]];
        std::str::from_utf8(bytes).unwrap_or_default().trim()
    }

    /// Returns all cells of the line.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        (0..self.count).map(|place| self.cell(place))
    }

    /// Returns the separator; spaces before the first line.
    #[must_use]
    pub fn separator(&self) -> Separator {
        self.separator.unwrap_or(Separator::Space)
    }

    /// The value of a cell: NaN if it is empty or says that there is none, `None` if it is no number.
    ///
    /// A comma is a decimal mark where semicolons or tabs separate cells.
    #[must_use]
    pub fn value(&self, place: usize) -> Option<f64> {
        let cell = self.cell(place);
        if ["", "nan", "na", "null", "-"].contains(&cell.to_ascii_lowercase().as_str()) {
            return Some(f64::NAN);
        }
        let takes_commas = matches!(self.separator(), Separator::Semicolon | Separator::Tab);
        let is_decimal = takes_commas && !cell.contains('.') && cell.matches(',').count() == 1;
        let number = if is_decimal {
            cell.replace(',', ".").parse()
        } else {
            cell.parse::<f64>()
        };
        number.ok().filter(|it| it.is_finite())
    }

    /// The number of a cell in a line of a number.
    ///
    /// # Errors
    /// What it must be.
    pub fn number(
        &mut self,
        place: usize,
        line: u64,
        wanted: &FileRequest<'_>,
    ) -> Result<f64, String> {
        let FileRequest {
            name,
            range: (min, max),
            whole,
            amount,
        } = *wanted;
        let cell = self.cell(place).to_owned();
        if cell.is_empty() {
            return Err(format!("{name} is empty; every line needs a number there"));
        }
        let plain = self.plain(&cell, line, whole, amount)?;
        match plain.parse::<f64>() {
            Ok(number) if number >= min && number <= max => {
                if whole && number.fract() != 0.0 {
                    Err(format!("{name} must be whole, got {number}"))
                } else {
                    Ok(number)
                }
            }
            _ => Err(format!(
                "{name} must be a number from {min} to {max}, got {}{}",
                shown(&cell),
                if is_grouped(&cell) { NO_THOUSANDS } else { "" }
            )),
        }
    }

    /// A number with a decimal point.
    fn plain(
        &mut self,
        cell: &str,
        line: u64,
        whole: bool,
        amount: bool,
    ) -> Result<String, String> {
        let refuse = || {
            Err(format!(
                "{} may have a thousands separator{NO_THOUSANDS}",
                shown(cell)
            ))
        };
        let marks: Vec<char> = cell.chars().filter(|c| matches!(c, ',' | '.')).collect();
        let [mark] = marks[..] else {
            return if marks.is_empty() {
                Ok(cell.to_owned())
            } else {
                refuse()
            };
        };
        let takes_commas = matches!(self.separator(), Separator::Semicolon | Separator::Tab);
        if mark == ',' && !takes_commas {
            return Err(format!(
                "{} has a comma, which is a decimal mark only where semicolons or tabs separate, and never a thousands \
                 separator{NO_THOUSANDS}",
                shown(cell)
            ));
        }
        if is_grouped(cell) && (whole || amount && takes_commas) {
            return refuse();
        }
        match &self.decimal {
            Some((known, first, shows)) if *known != mark => Err(format!(
                "{} has another decimal mark than {} in line {first}; a file has one",
                shown(cell),
                shown(shows)
            )),
            Some(_) => Ok(cell.replace(',', ".")),
            None => {
                self.decimal = Some((mark, line, cell.to_owned()));
                Ok(cell.replace(',', "."))
            }
        }
    }

    /// Returns notes about assumptions.
    #[must_use]
    pub fn notes(&self) -> Vec<Note> {
        let comma = self.decimal.iter().filter(|(mark, ..)| *mark == ',');
        let note = |(_, line, cell): &(char, u64, String)| {
            Note::new(
                format!(
                    "Commas in numbers are decimal marks: {} in line {line} is {}.",
                    shown(cell),
                    cell.replace(',', ".")
                ),
                "Write numbers with a decimal point if that is not so.",
            )
        };
        comma.map(note).collect()
    }
}

const NO_THOUSANDS: &str = "; numbers have none: write 1234567.5";

/// Whether the digits of a text stand in groups of three, as in 1,234 or 1'234'567.
fn is_grouped(text: &str) -> bool {
    let mut groups = text.split(|c: char| !c.is_ascii_digit());
    let first = groups.next().unwrap_or_default();
    let mut rest = groups.peekable();
    (1..=3).contains(&first.len()) && rest.peek().is_some() && rest.all(|group| group.len() == 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(lines: &[&str]) -> Result<Vec<String>, String> {
        let mut cells = Cells::default();
        for line in lines {
            cells.split(line)?;
        }
        Ok(cells.all().map(str::to_owned).collect())
    }

    #[test]
    fn the_first_line_decides_what_separates() {
        for (line, wanted) in [
            ("1, 2 ,3", &["1", "2", "3"][..]),
            ("1;2,5;3", &["1", "2,5", "3"]),
            ("1\t2,5\t\t3;4", &["1", "2,5", "", "3;4"]),
            ("1   2  3", &["1", "2", "3"]),
            ("\"a, b\" ; \"say \"\"c\"\"\"", &["a, b", "say \"c\""]),
            ("1,,3,", &["1", "", "3", ""]),
        ] {
            assert_eq!(cells(&[line]).unwrap(), wanted, "{line}");
        }
        assert_eq!(cells(&["1;2", "3,4;5"]).unwrap(), ["3,4", "5"]);
        assert!(cells(&["\"1,2"]).is_err());
    }

    #[test]
    fn numbers_are_unambiguous() {
        let number = |separator: &str, cell: &str, whole: bool| {
            let mut cells = Cells::default();
            cells.split(&format!("x{separator}{cell}")).unwrap();
            let range = (0.0, 1e9);
            let name = "n";
            let amount = whole;
            cells.number(
                1,
                1,
                &FileRequest {
                    name,
                    range,
                    whole,
                    amount,
                },
            )
        };
        for (separator, cell, whole, wanted) in [
            (";", "0,25", false, 0.25),
            ("\t", "1,234", false, 1.234),
            (";", "1.5", false, 1.5),
            (",", "1500.000", true, 1500.0),
            (";", "40,0", true, 40.0),
            (" ", "1e3", true, 1000.0),
        ] {
            assert_eq!(number(separator, cell, whole), Ok(wanted), "{cell}");
        }
        for (separator, cell, whole) in [
            (";", "1.234,5", false),
            (";", "1,234,567", false),
            (";", "1.500", true),
            ("\t", "1,500", true),
            (",", "\"1,500\"", false),
            (",", "1'500", true),
            (";", "1 500", false),
            (";", "\u{a0}1\u{a0}500", false),
        ] {
            let stated = number(separator, cell, whole).unwrap_err();
            assert!(stated.contains("write 1234567.5"), "{cell}: {stated}");
        }
    }
}
