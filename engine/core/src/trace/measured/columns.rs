//! Tables (CSV) with a column of time: one series per further column.
//!
//! The heading names the columns, with units in brackets or as last words (`rtt_ms`, `throughput [Mb/s]`). Empty cells and `nan`
//! are missing values. Columns of `bufferlab run --csv` are known by their ids.

use std::io::Read;

use super::super::cells::Cells;
use super::super::heading::is_heading;
use super::super::lines::{Lines, is_comment, shown};
use super::super::{Note, TraceError};
use super::units::Base;
use super::{
    Axis, LARGEST, Measured, ROWS, Role, SERIES, Series, Unit, VALUES, check_time, end_after,
    some_of, text,
};

/// Longest line of a table of measured values, bytes.
const LONGEST: usize = 65_536;

/// The column with the times, and their unit; chosen by the user.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeColumn {
    /// Index of the column, from 0.
    pub column: usize,
    /// Unit of the times; `None` for that of the heading.
    pub unit: Option<&'static Unit>,
}

impl TimeColumn {
    /// Reads a choice such as `2` or `2,ms`: the number of a column from 1, and a unit of time. An empty text chooses none.
    ///
    /// # Errors
    /// Another text.
    pub fn chosen(text: &str) -> Result<Option<TimeColumn>, String> {
        if text.is_empty() {
            return Ok(None);
        }
        let (number, unit) = text.split_once(',').unwrap_or((text, ""));
        let column = number
            .parse::<usize>()
            .ok()
            .filter(|it| (1..=SERIES).contains(it));
        let unit = match unit {
            "" => Some(None),
            name => Unit::named(name)
                .filter(|it| it.base == Base::Time)
                .map(Some),
        };
        match (column, unit) {
            (Some(column), Some(unit)) => Ok(Some(TimeColumn {
                column: column - 1,
                unit,
            })),
            _ => Err(format!(
                "must be empty, or the number of a column from 1 to {SERIES} and a unit of time, for example 1,ms"
            )),
        }
    }
}

/// A column of a table.
pub struct Column {
    /// Heading of the column.
    pub name: String,
    /// Value of each row; NaN without one.
    pub values: Vec<f64>,
}

/// Reads a table.
///
/// # Errors
/// What is wrong with the table, and in which line; with the names of the columns if none of them is known as the time.
pub fn read(from: impl Read, time: Option<TimeColumn>) -> Result<Measured, TraceError> {
    let mut lines = Lines::with_longest(from, LONGEST);
    let mut cells = Cells::for_lines_of(LONGEST);
    let mut columns: Vec<Column> = Vec::new();
    let mut notes = Vec::new();
    let (mut rows, mut bad, mut first_bad, mut first_comma) = (0, 0, None, None);
    while let Some((number, line)) = lines.next_numbered()? {
        if is_comment(line) {
            continue;
        }
        cells
            .split(line)
            .map_err(|message| TraceError::at(format!("line {number}"), message))?;
        let error = |message: String| TraceError::at(format!("line {number}"), message);
        if columns.is_empty() {
            if cells.count() > SERIES {
                return Err(error(format!(
                    "has {} columns; at most {SERIES} are accepted",
                    cells.count()
                )));
            }
            let has_heading = is_heading(cells.all());
            let name = |(i, cell): (usize, &str)| Column {
                name: if has_heading && !cell.is_empty() {
                    text(cell)
                } else {
                    format!("column {}", i + 1)
                },
                values: Vec::new(),
            };
            columns = cells.all().enumerate().map(name).collect();
            if columns.len() < 2 {
                return Err(error(
                    "has one column; a measured run needs a time and values, for example time_s,rtt_ms".to_owned(),
                ));
            }
            if has_heading {
                continue;
            }
        }
        if cells.count() > columns.len() {
            let (had, wanted) = (cells.count(), columns.len());
            return Err(error(format!(
                "has {had} columns, and the first line has {wanted}"
            )));
        }
        rows += 1;
        if rows > ROWS || rows * columns.len() > VALUES {
            return Err(error(format!(
                "is beyond the limit of {ROWS} rows and {VALUES} values; use a longer interval, or fewer columns"
            )));
        }
        for (i, column) in columns.iter_mut().enumerate() {
            let value = cells.value(i);
            let value = value.filter(|it| it.is_nan() || it.abs() <= LARGEST);
            if value.is_none() {
                bad += 1;
                first_bad.get_or_insert_with(|| (number, column.name.clone(), text(cells.cell(i))));
            }
            if value.is_some() && first_comma.is_none() && cells.cell(i).contains(',') {
                first_comma = Some((number, text(cells.cell(i))));
            }
            column.values.push(value.unwrap_or(f64::NAN));
        }
    }
    if let Some((line, name, cell)) = first_bad {
        notes.push(Note::new(
            format!(
                "{bad} cells that are no number, or too large, were left out, the first in line {line}: {name} is {}.",
                shown(&cell)
            ),
            "",
        ));
    }
    if let Some((line, cell)) = first_comma {
        notes.push(Note::new(
            format!(
                "Commas in numbers are decimal marks, first in line {line}: {}.",
                shown(&cell)
            ),
            "Write numbers with a decimal point if that is not so.",
        ));
    }
    if rows == 0 {
        return Err(TraceError::of_file("has no rows of numbers"));
    }
    let mut measured = from_columns(columns, time, false, &mut notes)?;
    measured.tool = "table";
    measured.notes = notes;
    Ok(measured)
}

/// Makes a run of columns, one of which is the time. `ends`: rows are named by their ends, as in runs of this project.
///
/// # Errors
/// No column of time, or times that are not in order.
pub(super) fn from_columns(
    mut columns: Vec<Column>,
    time: Option<TimeColumn>,
    ends: bool,
    notes: &mut Vec<Note>,
) -> Result<Measured, TraceError> {
    let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
    let place = match time {
        Some(time) if time.column >= columns.len() => {
            let (count, number) = (columns.len(), time.column + 1);
            return Err(TraceError::of_file(format!(
                "has {count} columns, and column {number} was chosen as the time"
            )));
        }
        Some(time) => time.column,
        None => {
            let found = (0..names.len()).find(|&i| is_time(&names[i]));
            found.ok_or_else(|| {
                TraceError::of_file(format!(
                    "no column is called time: the columns are {}; accepted is a name such as time_s, or a choice",
                    some_of(&names)
                ))
                .with_heading(names.clone())
            })?
        }
    };
    let Column {
        name,
        values: times,
    } = columns.remove(place);
    let stated = time
        .and_then(|time| time.unit)
        .or_else(|| Unit::in_name(&name));
    let unit = stated.filter(|it| it.base == Base::Time);
    if unit.is_none() {
        notes.push(Note::new(
            format!(
                "The column {} names no unit; its times are read as seconds.",
                shown(&name)
            ),
            "Call it time_s or time_ms.",
        ));
    }
    let factor = unit.map_or(1.0, |it| it.factor);
    let by_end = ends || is_own(&names);
    let mut starts_s: Vec<f64> = Vec::with_capacity(times.len());
    // Times of the calendar are counted from the first.
    let first = times.first().map_or(0.0, |first| first * factor);
    let origin = if first > super::LENGTH_S { first } else { 0.0 };
    if origin > 0.0 {
        notes.push(Note::new(
            format!("Times are counted from the first, {first} s."),
            "",
        ));
    }
    for (i, time) in times.iter().enumerate() {
        let error = |why: String| {
            TraceError::of_file(format!(
                "row {} of the column {}: {why}",
                i + 1,
                shown(&name)
            ))
        };
        if time.is_nan() {
            return Err(error("a time must be a number".to_owned()));
        }
        let at_s = time * factor - origin;
        check_time(starts_s.last().copied(), at_s).map_err(|why| error(format!("a time {why}")))?;
        starts_s.push(at_s);
    }
    let axis = if by_end && !starts_s.is_empty() {
        let end_s = starts_s.last().copied().unwrap_or_default();
        let step = end_after(&starts_s) - end_s;
        let before = (starts_s[0] - step).max(0.0);
        starts_s.insert(0, before);
        starts_s.pop();
        Axis { starts_s, end_s }
    } else {
        Axis {
            end_s: end_after(&starts_s),
            starts_s,
        }
    };
    let rows = axis.starts_s.len();
    if let Some(other) = columns.iter().find(|column| column.values.len() != rows) {
        return Err(TraceError::of_file(format!(
            "series: {} has {} values, and {} has {rows}",
            shown(&other.name),
            other.values.len(),
            shown(&name)
        )));
    }
    let mut unnamed = Vec::new();
    let series = merged(columns).into_iter().map(|Column { name, values }| {
        let unit = Unit::in_name(&name);
        let id = id_in(&name);
        if unit.is_none() && id.is_empty() {
            unnamed.push(name.clone());
        }
        let role = if !id.is_empty() {
            Role::Series
        } else if unit.is_some() {
            Role::suggested(&name, unit)
        } else {
            Role::None
        };
        Series {
            unit: unit.map_or("", |it| it.name),
            role,
            id,
            name,
            axis: 0,
            count: 0,
            values,
        }
    });
    let series = series.collect();
    if !unnamed.is_empty() {
        notes.push(Note::new(
            format!(
                "Columns whose unit the heading does not name are not chosen: {}.",
                some_of(&unnamed)
            ),
            "Choose a unit to use one.",
        ));
    }
    Ok(Measured {
        axes: vec![axis],
        series,
        ..Measured::default()
    })
}

/// Whether a column has the name of a time.
fn is_time(name: &str) -> bool {
    let lower = name.to_lowercase();
    let mut words = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    ["time", "t", "timestamp", "seconds", "elapsed", "zeit"].contains(&first)
        && words.all(|word| {
            Unit::named(word).is_some_and(|unit| unit.base == Base::Time) || word == "elapsed"
        })
}

/// Whether these are columns of a run of this project.
fn is_own(names: &[String]) -> bool {
    names.iter().any(|name| !id_in(name).is_empty())
}

/// Id of a series of a simulated run in a heading; empty if there is none.
fn id_in(name: &str) -> String {
    let id = name.split(" [").next().unwrap_or_default().trim();
    let is_id = ["link.", "group.", "flow."]
        .iter()
        .any(|begin| id.starts_with(begin))
        && id.matches('.').count() >= 2
        && !id.contains(' ');
    if is_id { id.to_owned() } else { String::new() }
}

/// Makes one column of minimum, maximum and mean of a series: the mean, or the middle of the others.
fn merged(columns: Vec<Column>) -> Vec<Column> {
    let mut made: Vec<Column> = Vec::new();
    let mut open: std::collections::BTreeMap<String, (usize, bool)> =
        std::collections::BTreeMap::new();
    for Column { name, values } in columns {
        let (id, unit) = name.split_once(" [").unwrap_or((&name, ""));
        let part = id
            .rsplit_once(' ')
            .filter(|(id, part)| !id_in(id).is_empty() && ["min", "max", "mean"].contains(part));
        let Some((id, part)) = part else {
            made.push(Column { name, values });
            continue;
        };
        let whole = if unit.is_empty() {
            id.to_owned()
        } else {
            format!("{id} [{unit}")
        };
        match open.get_mut(&whole) {
            None => {
                open.insert(whole.clone(), (made.len(), part == "mean"));
                made.push(Column {
                    name: whole,
                    values,
                });
            }
            Some((_, true)) => {}
            Some((at, has_mean)) => {
                let at = *at;
                if part == "mean" {
                    *has_mean = true;
                    made[at].values = values;
                } else {
                    for (one, other) in made[at].values.iter_mut().zip(values) {
                        *one = f64::midpoint(*one, other);
                    }
                }
            }
        }
    }
    made
}
