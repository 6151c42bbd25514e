//! `bufferlab`: experiments with router buffers, run natively.
//!
//! A thin layer over `bufferlab-core`: it finds a scenario (a file, a preset or a link), runs it and
//! prints the figures. What a scenario means and what it accepts is decided in the core, so that this
//! program and the page agree to the last bit.
//!
//! Results go to standard output, everything else to standard error. Exit codes: 0 for success, 1 for a
//! run that could not be finished, 2 for input that is not accepted, 130 for what Ctrl-C ended.

mod advise;
mod catalog;
mod changes;
mod csv;
mod failure;
mod files;
mod interruption;
mod model;
mod part;
mod presets;
mod progress;
mod quantity;
mod report;
mod reproduce;
mod run;
mod sheet;
mod sweep;
mod table;
mod warnings;

use std::io::{self, Write};
use std::process::ExitCode;

use bufferlab_core::scenario::schema::schema;
use bufferlab_native::source;
use clap::{Parser, Subcommand};
use failure::Failure;

/// Simulates router buffers packet by packet.
#[derive(Parser)]
#[command(
    name = "bufferlab",
    version,
    subcommand_required = true,
    arg_required_else_help = true
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Args),
    Sweep(sweep::Args),
    Advise(advise::Args),
    Model(model::Args),
    Reproduce(reproduce::Args),
    /// Lists the experiments that come with the program
    Presets {
        /// As JSON, scenarios included
        #[arg(long)]
        json: bool,
    },
    /// Lists every parameter of a scenario: range, default and meaning
    Catalog {
        /// As JSON, with everything that forms need
        #[arg(long)]
        json: bool,
    },
    /// Prints the JSON Schema of a scenario file
    Schema,
}

fn main() -> ExitCode {
    obey(Cli::parse().command).unwrap_or_else(|failure| {
        say(&failure.to_string());
        failure::exit_code(&failure)
    })
}

fn obey(command: Command) -> Result<ExitCode, Failure> {
    let listing = match command {
        Command::Run(args) => return run(&args),
        Command::Sweep(args) => return sweep::sweep(&args),
        Command::Advise(args) => return advise::advise(&args),
        Command::Model(args) => return model::model(&args),
        Command::Reproduce(args) => return reproduce::reproduce(&args),
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
    say("bufferlab: interrupted; the figures are those of the run so far");
    Ok(ExitCode::from(interruption::INTERRUPTED))
}

/// Tells people something, if anyone listens.
fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Prints `text`; whether anyone still reads. A reader that has seen enough, such as `head`, is no failure.
fn print(text: &str) -> Result<bool, Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(Failure::Run(format!(
            "the result cannot be written: {error}"
        ))),
    }
}
