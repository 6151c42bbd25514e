//! Headings of tables: the columns of time and amount, and their units.
//!
//! A name is split into words. A unit in it is checked: the expected unit is accepted, another is refused by name.
//! A name without a unit is accepted with a note. Names that are neither time nor amount are refused.

use super::Note;
use super::lines::shown;

/// The words by which the name of a column is known.
pub struct ColumnNames {
    /// Name of the column in our own tables.
    pub name: &'static str,
    /// Words that name the quantity without a unit.
    pub plain: &'static [&'static str],
    /// Words for the unit that is read.
    pub unit: &'static [&'static str],
    /// Words for units that are not read.
    pub others: &'static [&'static str],
}

/// Column with times of packets.
pub const TIME: ColumnNames = ColumnNames {
    name: "time_s",
    plain: &["time", "t", "timestamp", "zeit"],
    unit: &["s", "sec", "secs", "second", "seconds"],
    others: &[
        "ms",
        "msec",
        "msecs",
        "millisecond",
        "milliseconds",
        "us",
        "µs",
        "μs",
        "usec",
        "usecs",
        "microsecond",
        "microseconds",
        "ns",
        "nsec",
        "nanosecond",
        "nanoseconds",
        "min",
        "mins",
        "minute",
        "minutes",
        "h",
        "hour",
        "hours",
        "d",
        "day",
        "days",
    ],
};

/// Positions of the two columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    /// The column of the time.
    pub time: usize,
    /// The column of the amount.
    pub amount: usize,
}

/// Highest number of a column that can be chosen.
const COLUMNS: usize = 1000;

impl Places {
    /// Reads the numbers of two columns, counted from 1, such as `2,5`. An empty text chooses none.
    ///
    /// # Errors
    /// Another text, or the same column twice.
    pub fn chosen(text: &str) -> Result<Option<Places>, String> {
        if text.is_empty() {
            return Ok(None);
        }
        let number = |text: &str| {
            text.trim()
                .parse()
                .ok()
                .filter(|n| (1..=COLUMNS).contains(n))
        };
        let numbers = text.split_once(',');
        let numbers = numbers.and_then(|(time, amount)| Some((number(time)?, number(amount)?)));
        match numbers {
            Some((time, amount)) if time != amount => Ok(Some(Places {
                time: time - 1,
                amount: amount - 1,
            })),
            _ => Err(format!(
                "must be empty, or the numbers of two columns from 1 to {COLUMNS}, that of the time first, for example 2,5"
            )),
        }
    }
}

/// Whether a line of these cells is a heading: it has a word, and no cell is a number.
pub fn is_heading<'a>(cells: impl Iterator<Item = &'a str>) -> bool {
    let mut has_word = false;
    for cell in cells {
        if cell.replace(',', ".").parse::<f64>().is_ok() {
            return false;
        }
        has_word |= cell.starts_with(char::is_alphabetic);
    }
    has_word
}

/// The columns that these names say; `None` if they do not say both.
pub fn places(names: &[&str], amount: &ColumnNames) -> Option<Places> {
    let one = |is: &dyn Fn(&str) -> bool| {
        let mut found = (0..names.len()).filter(|&place| is(names[place]));
        found.next().filter(|_| found.next().is_none())
    };
    let exact = |words: &ColumnNames| one(&|name| name.eq_ignore_ascii_case(words.name));
    let is_amount = |name: &str| amount.speak_of(name);
    let place = exact(amount).or_else(|| one(&is_amount))?;
    let time = exact(&TIME).or_else(|| one(&|name| TIME.speak_of(name) && !is_amount(name)));
    // Of two columns the other one is the time.
    let other = (names.len() == 2).then_some(1 - place.min(1));
    let time = time.or(other).filter(|&time| time != place)?;
    Some(Places {
        time,
        amount: place,
    })
}

/// Notes on names that say no unit.
///
/// # Errors
/// A unit that is not read.
pub fn units(names: &[&str], places: Places, amount: &ColumnNames) -> Result<Vec<Note>, String> {
    let mut notes = Vec::new();
    for (place, words) in [(places.time, &TIME), (places.amount, amount)] {
        let name = names[place];
        if let Some(unit) = words.other_unit(name) {
            return Err(format!(
                "the column {} is in {unit}; accepted is {}, with numbers to match",
                shown(name),
                words.name
            ));
        }
        if !words.has_unit(name) {
            notes.push(Note::new(
                format!(
                    "The column {} names no unit; it is read as {}.",
                    shown(name),
                    words.name
                ),
                format!("Call it {} if that is right.", words.name),
            ));
        }
    }
    Ok(notes)
}

/// Error for a heading with neither column.
pub fn unknown(names: &[&str], amount: &ColumnNames) -> String {
    let names: Vec<String> = names.iter().take(6).map(|name| shown(name)).collect();
    format!(
        "the columns {} do not say which is the time and which the amount; accepted are {} and {}, or no heading. \
         Their numbers can be chosen instead, such as 2,5: by the field columns of the file, or by --columns",
        names.join(", "),
        TIME.name,
        amount.name
    )
}

impl ColumnNames {
    /// Whether a name says this quantity.
    #[must_use]
    pub fn speak_of(&self, name: &str) -> bool {
        let all = [self.plain, self.unit, self.others];
        all.iter().any(|list| any(name, list).is_some())
    }

    /// Whether a name says the unit that is read.
    #[must_use]
    pub fn has_unit(&self, name: &str) -> bool {
        any(name, self.unit).is_some()
    }

    /// A unit in a name other than the one that is read.
    #[must_use]
    pub fn other_unit(&self, name: &str) -> Option<&'static str> {
        any(name, self.others)
    }
}

/// The first of these words in a name.
fn any(name: &str, words: &[&'static str]) -> Option<&'static str> {
    let name = name.to_lowercase();
    let of_name = name.split(|c: char| !c.is_alphanumeric());
    let mut found = of_name.filter_map(|word| words.iter().find(|known| **known == word));
    found.next().copied()
}
