//! `bufferlab`: experiments with router buffers, run natively.
//!
//! A thin layer over `bufferlab-core`: it loads a scenario (a file, a preset or a link), runs it and
//! prints the measures. The core defines the meaning and the validation of scenarios, so that this
//! program and the page give identical results.
//!
//! Results go to standard output, everything else to standard error. Exit codes: 0 for success, 1 for a
//! failed run, 2 for invalid input, 130 after Ctrl-C.

mod advise;
mod changes;
mod csv_file;
mod emulate;
mod failure;
mod files;
mod import;
mod interruption;
mod model;
mod partial_file;
mod pcapng;
mod progress;
mod qlog;
mod reproduce;
mod run;
mod series;
mod serve;
mod shell;
mod sweep;
mod warnings;

use std::io::{self, Write};
use std::process::ExitCode;

use bufferlab_core::scenario::schema::schema;
use bufferlab_native::{catalog, presets, quantity, report, source, table};
use clap::{Parser, Subcommand};
use failure::Failure;

/// Simulate router buffers, packet by packet
#[derive(Parser)]
#[command(
    name = "bufferlab",
    version,
    after_help = EXAMPLE,
    subcommand_required = true,
    arg_required_else_help = true
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLE: &str = "\
Example:
    bufferlab run one-flow

`bufferlab help COMMAND` lists the options of a command and shows an example.
Results go to standard output, warnings and progress to standard error.
Exit codes: 0 success, 1 failed run, 2 invalid input, 130 interrupted by Ctrl-C.";

#[derive(Subcommand)]
enum Command {
    Run(run::Args),
    Sweep(sweep::Args),
    Advise(advise::Args),
    Model(model::Args),
    Reproduce(reproduce::Args),
    Serve(serve::Args),
    Emulate(emulate::Args),
    Import(import::Args),
    /// List the presets: built-in scenarios, each with an explanation and its source
    #[command(after_help = "Example:\n    bufferlab presets")]
    Presets {
        /// Print JSON that includes the scenarios
        #[arg(long, help_heading = OUTPUT)]
        json: bool,
    },
    /// List every parameter of a scenario (range, default, meaning), every measure, every warning and every limit
    #[command(after_help = "Example:\n    bufferlab catalog")]
    Catalog {
        /// Print JSON that includes labels, units and sources
        #[arg(long, help_heading = OUTPUT)]
        json: bool,
    },
    /// Print the JSON Schema of scenario files, for completion and checks in an editor
    #[command(after_help = "Example:\n    bufferlab schema")]
    Schema,
    Completions(shell::CompletionsArgs),
    Man(shell::ManArgs),
}

/// Heading of the options that select what a command prints and writes.
const OUTPUT: &str = "Output";
/// Heading of the options that change the scenario.
const SCENARIO: &str = "Scenario";
/// Heading of the options that distribute and limit the work.
const EXECUTION: &str = "Execution";

fn main() -> ExitCode {
    execute(Cli::parse().command).unwrap_or_else(|failure| {
        print_message(&failure.to_string());
        failure::exit_code(&failure)
    })
}

fn execute(command: Command) -> Result<ExitCode, Failure> {
    let listing = match command {
        Command::Run(args) => return run(&args),
        Command::Sweep(args) => return sweep::sweep(&args),
        Command::Advise(args) => return advise::advise(&args),
        Command::Model(args) => return model::model(&args),
        Command::Reproduce(args) => return reproduce::reproduce(&args),
        Command::Serve(args) => return serve::serve(&args),
        Command::Emulate(args) => return emulate::emulate(&args),
        Command::Import(args) => return import::import(&args),
        Command::Completions(args) => shell::completions(&args),
        Command::Man(args) => shell::man(&args)?,
        Command::Presets { json: true } => format!("{:#}\n", bufferlab_core::presets::to_json()),
        Command::Presets { json: false } => presets::list(),
        Command::Catalog { json: true } => {
            format!("{:#}\n", bufferlab_core::lab::catalog::catalog())
        }
        Command::Catalog { json: false } => catalog::list(),
        Command::Schema => format!("{:#}\n", schema()),
    };
    print(&listing)?;
    Ok(ExitCode::SUCCESS)
}

fn run(args: &run::Args) -> Result<ExitCode, Failure> {
    let printed = run::run(args)?;
    print(&printed.text)?;
    if !printed.interrupted {
        return Ok(ExitCode::SUCCESS);
    }
    print_message("bufferlab: interrupted; the results cover the run up to this time");
    Ok(ExitCode::from(interruption::INTERRUPTED))
}

/// Writes a line to standard error. A closed standard error is ignored.
fn print_message(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Prints `text` to standard output. Returns false if the reader has closed the pipe, as `head` does; this is
/// not an error.
fn print(text: &str) -> Result<bool, Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(Failure::Run(format!(
            "cannot write to standard output: {error}"
        ))),
    }
}
