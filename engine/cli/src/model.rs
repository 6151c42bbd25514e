//! `bufferlab model`: an analytic model at one point, or over a grid of them.
//!
//! With `--json` a point is one flat object of the outputs; over a grid there is a line for each point, which
//! begins with it as a sweep's lines do: `{ "point": { name: value }, output: number, … }`. An output that does
//! not apply is `null`, and an empty cell in a file.

use std::process::ExitCode;

use bufferlab_core::models::{self, MODELS, Model, Output};
use bufferlab_core::scenario::{Problem, Problems};
use bufferlab_core::spec::Unit;
use bufferlab_core::study::model_grid::{self, Row};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::quantity::{NOTHING, bytes, percent, rate, seconds, significant};
use crate::sheet::Sheet;
use crate::table::Table;

/// Works out an analytic model, at one point or over a grid
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// The id of a model; without one all are listed
    id: Option<String>,
    /// A parameter: `buffer_bytes="8 kB"`; others have their defaults
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// A parameter and its values: `NAME=a,b,c` or `NAME=lo:hi:steps[:log][:multiple=X]`; several make a grid
    #[arg(long, value_name = "NAME=VALUES")]
    over: Vec<String>,
    /// Prints JSON: one flat object, or over a grid a line for each point
    #[arg(long)]
    json: bool,
    /// Also writes a table to a file: one row for each point
    #[arg(long, value_name = "FILE")]
    csv: Option<String>,
}

const AFTER_HELP: &str = "With --json and --over a line is { \"point\": { name: value }, output: number, … }.\n\
                          `bufferlab model ID` without options also says what the model assumes and where it fails;\n\
                          `bufferlab model` lists all, and `bufferlab catalog` their parameters.";

/// Does what is asked for.
///
/// # Errors
/// Names and values that are not accepted, and results that cannot be written.
pub fn model(args: &Args) -> Result<ExitCode, Failure> {
    let Some(id) = &args.id else {
        crate::print(&list())?;
        return Ok(ExitCode::SUCCESS);
    };
    let model = models::named(id).map_err(|problem| about("model", problem))?;
    let rows =
        model_grid::over(model, &args.set, &args.over).map_err(|problems| Failure::Input {
            about: format!("model {id}"),
            problems,
        })?;
    if let Some(path) = &args.csv {
        write_csv(path, model, &rows)?;
    }
    let text = match (args.json, args.over.is_empty()) {
        (true, true) => rows
            .iter()
            .map(|row| format!("{:#}\n", row.outputs.to_value()))
            .collect(),
        (true, false) => rows
            .iter()
            .map(|row| format!("{}\n", row.to_value()))
            .collect(),
        (false, true) => rows
            .iter()
            .map(|row| sheet(model, row, args.set.is_empty()))
            .collect(),
        (false, false) => table(model, &rows).text(),
    };
    crate::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn about(about: &str, problem: Problem) -> Failure {
    Failure::Input {
        about: about.to_owned(),
        problems: Problems(vec![problem]),
    }
}

fn write_csv(path: &str, model: &Model, rows: &[Row]) -> Result<(), Failure> {
    let axes = rows.first().into_iter().flat_map(|row| row.point.keys());
    let outputs = model.outputs.iter().map(|output| output.id.to_owned());
    let columns: Vec<String> = axes.cloned().chain(outputs).collect();
    let mut sheet = Sheet::begin(path, &columns)?;
    for row in rows {
        let point = row.point.values().cloned();
        let cells: Vec<Value> = point
            .chain(row.outputs.iter().map(|(_, value)| json!(value)))
            .collect();
        sheet.row(&cells)?;
    }
    sheet.place()
}

/// One point for people, with what to think of the model if nothing was set.
fn sheet(model: &Model, row: &Row, whole: bool) -> String {
    let mut table = Table::default();
    for (output, (_, value)) in model.outputs.iter().zip(row.outputs.iter()) {
        table.row([
            output.label.to_owned(),
            shown(output, value),
            output.id.to_owned(),
        ]);
    }
    if !whole {
        return table.text();
    }
    let section = &model.section;
    let mut text = format!(
        "{}\n{}\n{}\n\n{}",
        section.label,
        section.help,
        section.source,
        table.text()
    );
    for (title, sentences) in [("Assumes", model.assumes), ("Fails", model.fails)] {
        text += &format!("\n{title}\n");
        text.extend(sentences.iter().map(|sentence| format!("    {sentence}\n")));
    }
    text
}

fn table(model: &Model, rows: &[Row]) -> Table {
    let paths: Vec<&String> = rows
        .first()
        .into_iter()
        .flat_map(|row| row.point.keys())
        .collect();
    let labels = model.outputs.iter().map(|output| output.id.to_owned());
    let mut table = Table::new(paths.iter().map(|path| (*path).clone()).chain(labels));
    for row in rows {
        let point = row.point.values().map(Value::to_string);
        let outputs = model.outputs.iter().zip(row.outputs.iter());
        table.row(point.chain(outputs.map(|(output, (_, value))| shown(output, value))));
    }
    table
}

fn shown(output: &Output, value: Option<f64>) -> String {
    let Some(value) = value else {
        return NOTHING.to_owned();
    };
    match output.unit {
        // Losses of a millionth and less are what some of the models are for.
        Unit::Ratio if value != 0.0 && value.abs() < 1e-4 => format!("{value:.3e}"),
        Unit::Ratio => percent(value),
        Unit::BitsPerSecond => rate(value),
        Unit::Bytes => bytes(value),
        Unit::Seconds => seconds(value),
        Unit::None | Unit::Packets | Unit::Flows => significant(value),
    }
}

/// Every model with its label.
fn list() -> String {
    let mut text = String::new();
    for model in MODELS {
        let section = &model.section;
        text += &format!("{} – {}\n    {}\n", model.id(), section.label, section.help);
        let params: Vec<_> = section.params.iter().map(|param| param.name).collect();
        text += &format!("    takes {}\n", params.join(", "));
        let outputs: Vec<_> = model.outputs.iter().map(|output| output.id).collect();
        text += &format!("    gives {}\n", outputs.join(", "));
    }
    text
}
