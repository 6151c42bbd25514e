//! Text tables for a terminal: the first column is aligned left, the others right.

use comfy_table::CellAlignment;
use comfy_table::presets::NOTHING;
use serde_json::Value;

/// Rows of cells. The first row is the header; every row has as many cells.
#[derive(Debug, Default)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Creates a table with this header.
    pub fn new<S: Into<String>>(header: impl IntoIterator<Item = S>) -> Table {
        let mut table = Table::default();
        table.row(header);
        table
    }

    /// Appends a row of cells.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Formats the table as lines, with two spaces between columns.
    #[must_use]
    pub fn text(&self) -> String {
        let mut table = comfy_table::Table::new();
        table.load_style(NOTHING).add_rows(&self.rows);
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
            column.set_padding((2, 0));
        }
        if let Some(first) = table.column_mut(0) {
            first.set_padding((0, 0));
        }
        table.trim_fmt() + "\n"
    }
}

/// Returns the text of a value in a cell; empty for null.
#[must_use]
pub fn cell_text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_a_column_are_aligned_right() {
        let mut table = Table::new(["name", "mean"]);
        table.row(["a", "1 µs"]);
        table.row(["longer", "10 µs"]);
        assert_eq!(
            table.text(),
            "name     mean\na        1 µs\nlonger  10 µs\n"
        );
    }
}
