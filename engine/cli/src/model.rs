//! `bufferlab model`: evaluates an analytic model at one point or over a grid.
//!
//! With `--json` one point is one flat object of the outputs. A grid gives one line per point, with the point first,
//! as the lines of a sweep: `{ "point": { name: value }, output: number, … }`. An output that does not apply is
//! `null`, and an empty cell in a CSV file.

use std::process::ExitCode;

use bufferlab_core::models::{self, MODELS, Model, Output};
use bufferlab_core::scenario::Problem;
use bufferlab_core::spec::Unit;
use bufferlab_core::study::model_grid::{self, Row};
use serde_json::{Value, json};

use crate::csv_file::CsvFile;
use crate::failure::Failure;
use crate::quantity::{NOT_APPLICABLE, bytes, percent, rate, seconds, significant};
use crate::table::{Table, cell_text};

/// Evaluate an analytic model at a point or over a grid
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// Id of a model [default: list all models]
    id: Option<String>,
    /// Set a parameter, such as `buffer_bytes="8 kB"`; the others keep their defaults; repeatable
    #[arg(long, value_name = "NAME=VALUE", help_heading = PARAMETERS)]
    set: Vec<String>,
    /// Vary a parameter over a list, `NAME=a,b,c`, or a range, `NAME=from:to:points[:log][:multiple=X]`; repeat for a
    /// grid
    #[arg(long, value_name = "NAME=VALUES", help_heading = PARAMETERS)]
    over: Vec<String>,
    /// Print JSON: one flat object, or one line per point of a grid
    #[arg(long, help_heading = crate::OUTPUT)]
    json: bool,
    /// Write a CSV file with one row per point, in addition to the printed table
    #[arg(long, value_name = "FILE", help_heading = crate::OUTPUT)]
    csv: Option<String>,
}

/// Heading of the options that give parameters of the model.
const PARAMETERS: &str = "Parameters";

const AFTER_HELP: &str = "\
Example:
    bufferlab model mm1b-bulk --over buffer_bytes=1kB:50kB:50 --csv loss.csv

With --json and --over each line is { \"point\": { name: value }, output: number, … }.
`bufferlab model ID` without options also prints the assumptions and known limits of the model.
`bufferlab model` lists all models, `bufferlab catalog` their parameters.";

/// Evaluates the model and prints its outputs, or lists all models.
///
/// # Errors
/// Unknown models, parameters or values out of range, and files that cannot be written.
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
        problems: problem.into(),
    }
}

fn write_csv(path: &str, model: &Model, rows: &[Row]) -> Result<(), Failure> {
    let axes = rows.first().into_iter().flat_map(|row| row.point.keys());
    let outputs = model.outputs.iter().map(|output| output.id.to_owned());
    let columns: Vec<String> = axes.cloned().chain(outputs).collect();
    let mut sheet = CsvFile::create(path, &columns)?;
    for row in rows {
        let point = row.point.values().cloned();
        let outputs = row.outputs.iter().map(|(_, value)| json!(value));
        sheet.row(point.chain(outputs).map(|value| cell_text(&value)))?;
    }
    sheet.commit()
}

/// Formats one point as a table; `with_notes` adds the description, the assumptions and the known limits.
fn sheet(model: &Model, row: &Row, with_notes: bool) -> String {
    let mut table = Table::default();
    for (output, (_, value)) in model.outputs.iter().zip(row.outputs.iter()) {
        table.row([
            output.label.to_owned(),
            shown(output, value),
            output.id.to_owned(),
        ]);
    }
    if !with_notes {
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
    for (title, sentences) in [
        ("Assumptions", model.assumes),
        ("Known limits", model.fails),
    ] {
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
        return NOT_APPLICABLE.to_owned();
    };
    match output.unit {
        // Some models exist to predict losses of a millionth and less.
        Unit::Ratio if value != 0.0 && value.abs() < 1e-4 => format!("{value:.3e}"),
        Unit::Ratio => percent(value),
        Unit::BitsPerSecond => rate(value),
        Unit::Bytes => bytes(value),
        Unit::Seconds => seconds(value),
        Unit::None | Unit::Packets | Unit::Flows => significant(value),
    }
}

/// Lists the models with their parameters and outputs.
fn list() -> String {
    let mut text = String::new();
    for model in MODELS {
        let section = &model.section;
        text += &format!("{} – {}\n    {}\n", model.id(), section.label, section.help);
        let params: Vec<_> = section.params.iter().map(|param| param.name).collect();
        text += &format!("    parameters: {}\n", params.join(", "));
        let outputs: Vec<_> = model.outputs.iter().map(|output| output.id).collect();
        text += &format!("    outputs: {}\n", outputs.join(", "));
    }
    text
}
