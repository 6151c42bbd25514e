//! `bufferlab run`: runs one scenario once.

use std::sync::atomic::Ordering;

use bufferlab_core::qlog::EVENTS_AT_ONCE;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::sim::Progress as Reached;
use bufferlab_core::{Lab, Options};
use serde_json::Value;

use crate::changes::Changes;
use crate::failure::Failure;
use crate::files::Files;
use crate::interruption::interruption;
use crate::pcapng;
use crate::progress::Progress;
use crate::qlog;
use crate::report;
use crate::series;
use crate::source;
use crate::warnings::PrintedWarnings;

/// Run a scenario once and print its measures
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// Scenario file (`-` for standard input), id of a preset, or link of the page
    scenario: String,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    files: Files,
    /// Print the measures as JSON
    #[arg(long, help_heading = crate::OUTPUT)]
    json: bool,
    /// Add the measures of every flow and the histogram of every queue to the JSON
    #[arg(long, requires = "json", help_heading = crate::OUTPUT)]
    detail: bool,
    #[command(flatten)]
    csv: series::SeriesArgs,
    #[command(flatten)]
    capture: pcapng::CaptureArgs,
    #[command(flatten)]
    log: qlog::LogArgs,
}

const AFTER_HELP: &str = "\
Example:
    bufferlab run one-flow --set bottlenecks.r0.queue.limit_packets=50 --duration 60 --warmup 20

Ctrl-C ends the run and prints the measures so far.
`bufferlab catalog` lists all fields, `bufferlab presets` all presets.";

/// Events between two checks for Ctrl-C and for progress; they take about 50 ms.
const SLICE: u64 = 500_000;

/// Output of a run.
pub struct Printed {
    /// Text for standard output.
    pub text: String,
    /// True if Ctrl-C ended the run early.
    pub interrupted: bool,
}

/// Runs the scenario to its end or until Ctrl-C.
///
/// # Errors
/// Invalid input, and a run that fails.
pub fn run(args: &Args) -> Result<Printed, Failure> {
    let mut printed = PrintedWarnings::default();
    let scenario = scenario(args, &mut printed)?;
    let plan = pcapng::plan(&args.capture, &scenario)?;
    let log_plan = qlog::plan(&args.log, &scenario)?;
    let of_capture = plan.as_ref().map(|plan| plan.selection.clone());
    let options = Options {
        capture: of_capture.or(log_plan.as_ref().map(|plan| plan.selection.clone())),
        ..Options::default()
    };
    let mut lab = Lab::with_options(&scenario, options);
    printed.print(lab.warnings());
    lab.check_flows()
        .map_err(|error| Failure::Run(error.to_string()))?;
    let interruption = interruption();
    let mut capture = pcapng::begin(&args.capture, plan.as_ref(), &lab)?;
    let mut log = qlog::begin(log_plan.as_ref(), &lab)?;
    let slice = match (&capture, &log) {
        (Some(_), _) => pcapng::SLICE,
        (None, Some(_)) => EVENTS_AT_ONCE,
        (None, None) => SLICE,
    };
    let mut export = series::begin(&args.csv, &mut lab)?;
    let mut progress = Progress::begin();
    let end = lab.end();
    let outcome = loop {
        let next = export.as_ref().map_or(end, |export| export.next_row());
        let advanced = lab.advance_by(next.min(end), slice);
        if let Some(capture) = &mut capture
            && let Err(failure) = capture.take(&mut lab)
        {
            break Err(failure);
        }
        if let Some(log) = &mut log
            && let Err(failure) = log.take(&mut lab)
        {
            break Err(failure);
        }
        match advanced {
            Ok(Reached::Sliced) => {}
            Ok(Reached::Reached) => match &mut export {
                Some(export) if next <= end => {
                    if let Err(failure) = export.take_row(&mut lab) {
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
    // Keep the rows so far, however the run ended.
    let written = export.map_or(Ok(Value::Null), |export| export.finish(&mut lab));
    let captured = capture.map_or(Ok(()), pcapng::Export::finish);
    let logged = log.map_or(Ok(()), qlog::Export::finish);
    outcome?;
    written?;
    captured?;
    logged?;
    let summary = lab.summary();
    printed.print(lab.warnings());
    let text = if args.json {
        let detail = args.detail.then(|| lab.detail());
        report::json(&summary, printed.all(), detail.as_ref(), wall_s)
    } else {
        report::text(&scenario, &summary, wall_s)
    };
    let interrupted = lab.now() < end;
    Ok(Printed { text, interrupted })
}

/// Loads the scenario, with the changes and the files of the options.
fn scenario(args: &Args, printed: &mut PrintedWarnings) -> Result<Scenario, Failure> {
    let mut document = source::load(&args.scenario)?;
    printed.print(std::mem::take(&mut document.warnings));
    source::scenario(document, &args.changes.all(), &args.files.trace)
}
