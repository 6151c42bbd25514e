//! Comparisons of the engine with references, which the documentation shows (`tests/validation`).
//!
//! `npm run accept -- validation` writes the stored comparisons again, with all seeds and rows.

use super::extent::{is_all, usual_or_all};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What is compared with what, for readers of the documentation.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Subject {
    /// Name of the stored file and of the section in the documentation.
    pub id: String,
    /// What is compared, in a few words.
    pub title: String,
    /// Where the values come from: a simulator with its version, a kernel, or a theory.
    pub reference: String,
    /// The network and the traffic.
    pub setup: String,
    /// The tolerances and their reasons, with the known differences.
    pub tolerance: String,
}

/// One figure beside that of the reference.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct Row {
    what: String,
    engine: f64,
    reference: f64,
    tolerance: f64,
}

#[derive(Deserialize, Serialize)]
struct Stored {
    #[serde(flatten)]
    subject: Subject,
    rows: Vec<Row>,
}

/// Collects deviations and fails with the whole table at once.
pub struct Comparison {
    subject: Subject,
    rows: Vec<Row>,
}

impl Comparison {
    /// A comparison without rows yet; the arguments are the fields of its [`Subject`].
    pub fn new([id, title, reference, setup, tolerance]: [&str; 5]) -> Self {
        let subject = Subject {
            id: id.to_owned(),
            title: title.to_owned(),
            reference: reference.to_owned(),
            setup: setup.to_owned(),
            tolerance: tolerance.to_owned(),
        };
        Self {
            subject,
            rows: Vec::new(),
        }
    }

    /// Requires |got − wanted| ≤ tolerance.
    pub fn near(&mut self, what: &str, got: f64, wanted: f64, tolerance: f64) {
        self.rows.push(Row {
            what: what.to_owned(),
            engine: rounded(got),
            reference: wanted,
            tolerance: rounded(tolerance),
        });
    }

    /// As [`near`](Self::near), for tolerances below nine digits: the value is stored as it is.
    pub fn near_to_the_bit(&mut self, what: &str, got: f64, wanted: f64, tolerance: f64) {
        self.rows.push(Row {
            what: what.to_owned(),
            engine: got,
            reference: wanted,
            tolerance: rounded(tolerance),
        });
    }

    /// Prints the table; panics if a figure is off, or if the stored comparison is another one.
    pub fn finish(self) {
        let off: Vec<&Row> = self.rows.iter().filter(|row| !row.holds()).collect();
        let table: Vec<String> = self.rows.iter().map(Row::line).collect();
        let table = table.join("\n");
        println!("{table}");
        assert!(off.is_empty(), "{} figures are off:\n{table}", off.len());
        if is_all() && std::env::var_os("BLESS").is_some() {
            self.store();
        } else {
            self.assert_stored();
        }
    }

    fn store(self) {
        let path = path_of(&self.subject.id);
        let stored = Stored {
            subject: self.subject,
            rows: self.rows,
        };
        let text = serde_json::to_string_pretty(&stored).expect("strings and numbers");
        std::fs::write(&path, text + "\n")
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }

    /// The documentation shows all rows of the stored comparison. With fewer seeds the figures of the engine differ.
    fn assert_stored(&self) {
        let path = path_of(&self.subject.id);
        let again = "write it with `npm run accept -- validation`";
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}: {again}", path.display()));
        let stored: Stored = serde_json::from_str(&text)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(stored.subject, self.subject, "{}: {again}", path.display());
        for row in &self.rows {
            let same = stored.rows.iter().find(|other| other.what == row.what);
            let other =
                same.unwrap_or_else(|| panic!("{}: no row {}: {again}", path.display(), row.what));
            let figures = usual_or_all(0.0, 1.0);
            assert!(
                other.reference == row.reference && figures * (other.engine - row.engine) == 0.0,
                "{}: {} is stored as\n{}: {again}",
                path.display(),
                row.line(),
                other.line(),
            );
        }
    }
}

impl Row {
    fn holds(&self) -> bool {
        (self.engine - self.reference).abs() <= self.tolerance
    }

    fn line(&self) -> String {
        let sign = if self.holds() { ' ' } else { '!' };
        let Self {
            what,
            engine,
            reference,
            tolerance,
        } = self;
        format!("{sign} {what:<44} got {engine:>12.6}  wanted {reference:>12.6} ± {tolerance:.6}")
    }
}

/// Nine significant digits, which is more than any reference has, so that a stored number reads well.
fn rounded(x: f64) -> f64 {
    format!("{x:.8e}").parse().expect("a number")
}

fn path_of(id: &str) -> PathBuf {
    let folder = [env!("CARGO_MANIFEST_DIR"), "../../tests/validation"];
    folder
        .iter()
        .collect::<PathBuf>()
        .join(format!("{id}.json"))
}
