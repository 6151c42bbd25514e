//! `bufferlab run`: one run of one scenario.

use std::sync::atomic::Ordering;

use bufferlab_core::Lab;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::sim::Progress as Reached;

use crate::changes::Changes;
use crate::csv::{self, Export};
use crate::failure::Failure;
use crate::files::Files;
use crate::interruption::interruption;
use crate::progress::Progress;
use crate::report;
use crate::source;
use crate::warnings::Said;

/// Runs a scenario and prints its figures
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// A scenario file (`-`: standard input), the id of a preset, or a link of the page
    scenario: String,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    files: Files,
    /// Prints the figures as JSON
    #[arg(long)]
    json: bool,
    /// Adds to the JSON the figures of every flow and the histogram of every queue
    #[arg(long, requires = "json")]
    detail: bool,
    #[command(flatten)]
    csv: csv::Request,
}

const AFTER_HELP: &str = "Ctrl-C ends the run and prints the figures so far.\n\
                          Every field: bufferlab catalog. Every preset: bufferlab presets.";

/// Events between two looks at the clock: some 50 ms.
const SLICE: u64 = 500_000;

/// What a run prints.
pub struct Printed {
    pub text: String,
    /// Whether someone ended it early.
    pub interrupted: bool,
}

/// Runs what is asked for, to its end or until it is interrupted.
///
/// # Errors
/// Input that is not accepted, and a run that could not be finished.
pub fn run(args: &Args) -> Result<Printed, Failure> {
    let mut said = Said::default();
    let scenario = scenario(args, &mut said)?;
    let mut lab = Lab::new(&scenario);
    said.say(lab.warnings());
    let interruption = interruption();
    let mut export = csv::begin(&args.csv, &mut lab)?;
    let mut progress = Progress::begin();
    let end = lab.end();
    let outcome = loop {
        let next = export.as_ref().map_or(end, |export| export.next_row());
        match lab.advance_by(next.min(end), SLICE) {
            Ok(Reached::Sliced) => {}
            Ok(Reached::Reached) => match &mut export {
                Some(export) if next <= end => {
                    if let Err(failure) = export.take_row(&lab) {
                        break Err(failure);
                    }
                }
                _ => break Ok(()),
            },
            Err(error) => break Err(Failure::Run(error.to_string())),
        }
        if interruption.load(Ordering::Relaxed) {
            break Ok(());
        }
        progress.show(lab.now().s(), end.s());
    };
    progress.end();
    let wall_s = progress.wall_s();
    // The rows so far stay, however the run ended.
    let kept = export.map_or(Ok(()), Export::finish);
    outcome?;
    kept?;
    let summary = lab.summary();
    said.say(lab.warnings());
    let text = if args.json {
        let detail = args.detail.then(|| lab.detail());
        report::json(&summary, said.all(), detail.as_ref(), wall_s)
    } else {
        report::text(&scenario, &summary, wall_s)
    };
    let interrupted = lab.now() < end;
    Ok(Printed { text, interrupted })
}

/// The scenario that is named, with its changes and files.
fn scenario(args: &Args, said: &mut Said) -> Result<Scenario, Failure> {
    let mut document = source::load(&args.scenario)?;
    said.say(std::mem::take(&mut document.warnings));
    source::scenario(document, &args.changes.all(), &args.files.trace)
}
