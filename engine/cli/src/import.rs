//! `bufferlab import`: text of other tools as a scenario.

use std::fs::File;
use std::io::{self, Read};
use std::process::ExitCode;

use bufferlab_core::import::{self, Imported, TEXT_BYTES};
use bufferlab_core::scenario::Scenario;

use crate::failure::Failure;

/// Turn lines of tc, mahimahi, Cisco or Mininet, or buffers of SONiC, into a scenario
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// File with the text; `-` for standard input
    #[arg(required_unless_present = "text")]
    file: Option<String>,
    /// Text to read instead of a file
    #[arg(
        long,
        value_name = "TEXT",
        conflicts_with = "file",
        help_heading = "Input"
    )]
    text: Option<String>,
    /// Print JSON with the scenario and the report on each line
    #[arg(long, help_heading = crate::OUTPUT)]
    json: bool,
}

const AFTER_HELP: &str = "\
Example:
    bufferlab import --text 'tc qdisc add dev eth0 root netem delay 40ms rate 10mbit' | bufferlab run -

The scenario goes to standard output. Standard error says of each line what it sets and what is left out, and which
fields the text does not say.";

/// Prints the scenario of a text, and the report on its lines.
///
/// # Errors
/// A file that cannot be read, a text of which nothing is understood, and values that a scenario does not accept.
pub fn import(args: &Args) -> Result<ExitCode, Failure> {
    let name = args.file.as_deref().unwrap_or("--text");
    let text = match &args.text {
        Some(text) => text.clone(),
        None => read(name)?,
    };
    let refuse = |message: String| Failure::input(name, message);
    let imported = import::import(&text).map_err(refuse)?;
    crate::print_message(report(&imported).trim_end());
    Scenario::from_value(imported.scenario.clone())
        .map_err(|problems| refuse(format!("gives no scenario: {problems}")))?;
    let printed = if args.json {
        serde_json::to_value(&imported)
            .map_err(|error| Failure::Run(format!("the report cannot be printed: {error}")))?
    } else {
        imported.scenario
    };
    crate::print(&format!("{printed:#}\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// Reads a text up to the largest size that is accepted, and a byte of what is too long.
fn read(name: &str) -> Result<String, Failure> {
    let refuse = |error: io::Error| Failure::input(name, format!("cannot be read: {error}"));
    let mut bytes = Vec::new();
    let most = TEXT_BYTES as u64 + 1;
    if name == "-" {
        io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        File::open(name).and_then(|file| file.take(most).read_to_end(&mut bytes))
    }
    .map_err(refuse)?;
    String::from_utf8(bytes).map_err(|_| Failure::input(name, "is no text in UTF-8".to_owned()))
}

/// Returns the report as text.
fn report(imported: &Imported) -> String {
    let mut report = String::new();
    for line in &imported.lines {
        report.push_str(&format!("{}: {}\n", line.number, line.text));
        for understood in &line.understood {
            let note = understood.note.as_ref();
            let note = note.map_or(String::new(), |note| format!(" ({note})"));
            report.push_str(&format!(
                "    {} sets {}{note}\n",
                understood.words, understood.path
            ));
        }
        for left_out in &line.left_out {
            report.push_str(&format!(
                "    {} is left out: {}\n",
                left_out.words, left_out.reason
            ));
        }
    }
    for assumed in &imported.assumed {
        report.push_str(&format!("{}: {}\n", assumed.path, assumed.reason));
    }
    report
}
