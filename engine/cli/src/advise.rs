//! `bufferlab advise`: the smallest buffer that meets some targets, or the queue that meets them best.
//!
//! The core plans the runs and evaluates them ([`bufferlab_core::advise`]). This module distributes the runs of each
//! round over threads and formats the advice.

mod buffer_text;
mod preliminary;
mod remedies_text;
mod targets;

use std::num::NonZero;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use bufferlab_core::advise::{Advisor, Question, Remedies, Round, Search};
use bufferlab_core::scenario::complete::complete;
use bufferlab_core::study::{Study, StudyDocument};
use bufferlab_core::trace::Traces;
use serde_json::{Map, Value, json};

use crate::changes::Changes;
use crate::failure::Failure;
use crate::files::Files;
use crate::interruption::{INTERRUPTED, interruption};
use crate::progress::Progress;
use crate::sweep::fraction_done::FractionDone;
use crate::sweep::pool;
use crate::warnings::{PrintedWarnings, WarningCounts};
use crate::{print_message, source};

/// Find the smallest buffer that meets targets for utilization, loss, delay or other measures
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// Scenario file (`-` for standard input), id of a preset, or link of the page
    scenario: String,
    /// Measure and its bound: `utilization=98%`, `loss.udp=2.5%`, `queue_delay_s.p99=10ms` or
    /// `groups.tcp.goodput_bps>=9Mb/s`; repeatable
    #[arg(long, value_name = "NAME=VALUE", required = true, help_heading = SEARCH)]
    target: Vec<String>,
    /// Compare queues instead of searching for a size: today's, other sizes, CoDel, FQ-CoDel, PIE, DualPI2, priority. The
    /// first target is the most important
    #[arg(long, help_heading = SEARCH,
        conflicts_with_all = ["from", "to", "replications", "checks", "precision"])]
    remedies: bool,
    /// Largest number of seeds of each remedy [default: 13]
    #[arg(long, value_name = "N", requires = "remedies", help_heading = SEARCH)]
    seeds: Option<u64>,
    /// Bottleneck whose buffer is sized [default: the first]
    #[arg(long, value_name = "ID", help_heading = SEARCH)]
    bottleneck: Option<String>,
    /// Smallest limit to try, in packets or bytes as in the scenario's queue
    #[arg(long, value_name = "N", help_heading = SEARCH)]
    from: Option<u64>,
    /// Largest limit to try [default: twice the bandwidth–delay product]
    #[arg(long, value_name = "N", help_heading = SEARCH)]
    to: Option<u64>,
    /// Replace the duration and the warm-up by those in which the flows settle
    #[arg(long, help_heading = SEARCH, conflicts_with_all = ["duration", "warmup"])]
    long_enough: bool,
    /// Number of seeds at each size near the answer [default: 3]
    #[arg(long, value_name = "R", help_heading = SEARCH)]
    replications: Option<u64>,
    /// Number of further seeds that verify the answer [default: 5]
    #[arg(long, value_name = "N", help_heading = SEARCH)]
    checks: Option<u64>,
    /// Largest ratio of the answer to a size that misses the targets [default: 1.1]
    #[arg(long, value_name = "RATIO", help_heading = SEARCH)]
    precision: Option<f64>,
    /// Joint confidence that all targets are met, from 0 to 1 [default: 0.95]
    #[arg(long, value_name = "P", help_heading = SEARCH)]
    confidence: Option<f64>,
    /// Number of parallel runs [default: number of CPU cores]
    #[arg(long, value_name = "N", help_heading = crate::EXECUTION)]
    jobs: Option<NonZero<u16>>,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    files: Files,
    /// Print the advice as JSON, with the measures at every size that was tried
    #[arg(long, help_heading = crate::OUTPUT)]
    json: bool,
}

/// Heading of the options of the question and its search.
const SEARCH: &str = "Targets and search";

const AFTER_HELP: &str = "\
Example:
    bufferlab advise one-flow --target utilization=95% --long-enough
    bufferlab advise one-flow --remedies --target utilization=95% --target queue_delay_s.p99=20ms

With `=`, utilization, rates and fairness must reach the value; losses, delays and queues must not exceed it.
`>=` and `<=` state the direction. Names without a prefix are measures of the bottleneck.
An answer from runs that are too short (--duration, --warmup), or that have not settled, is called preliminary.
Add --long-enough to run as long as the flows need.
Warnings are those that at least a tenth of the runs give.";

/// Searches for the buffer and prints the advice. After Ctrl-C it prints the findings so far.
///
/// # Errors
/// Invalid input, and targets for measures that the scenario does not have.
pub fn advise(args: &Args) -> Result<ExitCode, Failure> {
    let document = source::load(&args.scenario)?;
    PrintedWarnings::default().print(document.warnings);
    let about = |problems| Failure::Input {
        about: document.name.clone(),
        problems,
    };
    let json = match StudyDocument::describes(&document.json) {
        true => {
            let study = StudyDocument::from_value(document.json).map_err(about)?;
            study.scenario
        }
        false => document.json,
    };
    let complete = complete(json).map_err(about)?;
    let question = question(args, complete)?;
    let (text, complete) = if args.remedies {
        let mut remedies = Remedies::from_value(question).map_err(about)?;
        let complete = search(&mut remedies, args, &about)?;
        let text = || remedies_text::remedies_text(&remedies.comparison());
        (answer(&remedies, args, complete, text), complete)
    } else {
        let question = Question::from_value(question).map_err(about)?;
        let mut advisor = Advisor::new(question).map_err(about)?;
        let complete = search(&mut advisor, args, &about)?;
        let text = || buffer_text::buffer_text(&advisor.advice());
        (answer(&advisor, args, complete, text), complete)
    };
    crate::print(&text)?;
    if complete {
        return Ok(ExitCode::SUCCESS);
    }
    print_message("bufferlab: interrupted; the advice covers the runs so far");
    Ok(ExitCode::from(INTERRUPTED))
}

/// Returns the answer as JSON or as text.
fn answer(
    search: &dyn Search,
    args: &Args,
    complete: bool,
    text: impl FnOnce() -> String,
) -> String {
    if !args.json {
        return text();
    }
    let mut value = search.answer();
    value["complete"] = json!(complete);
    format!("{value:#}\n")
}

/// Builds the question as JSON from a complete scenario and the options.
fn question(args: &Args, scenario: Value) -> Result<Value, Failure> {
    let set: Vec<Value> = args
        .changes
        .patches(&scenario)?
        .iter()
        .map(|patch| json!({ "path": patch.path, "value": patch.value }))
        .collect();
    let mut question = Map::from_iter([
        ("scenario".to_owned(), scenario),
        ("set".to_owned(), json!(set)),
        ("targets".to_owned(), json!(args.target)),
    ]);
    let given = [
        ("bottleneck", args.bottleneck.as_ref().map(|id| json!(id))),
        ("from", args.from.map(|limit| json!(limit))),
        ("to", args.to.map(|limit| json!(limit))),
        ("replications", args.replications.map(|runs| json!(runs))),
        ("long_enough", args.long_enough.then_some(Value::Bool(true))),
        ("seeds", args.seeds.map(|seeds| json!(seeds))),
        ("checks", args.checks.map(|runs| json!(runs))),
        ("precision", args.precision.map(|ratio| json!(ratio))),
        ("confidence", args.confidence.map(|share| json!(share))),
    ];
    for (name, value) in given {
        question.extend(value.map(|value| (name.to_owned(), value)));
    }
    Ok(Value::Object(question))
}

/// Runs rounds until the search ends, and prints the warnings of the runs that use the scenario unchanged but for the queue.
/// Returns false if Ctrl-C ended it early.
fn search(
    advisor: &mut dyn Search,
    args: &Args,
    about: &dyn Fn(bufferlab_core::scenario::Problems) -> Failure,
) -> Result<bool, Failure> {
    let interruption = interruption();
    let mut progress = Progress::begin();
    let mut traces: Option<Traces> = None;
    let mut warnings = RunWarnings::default();
    while let Some(round) = advisor.next_round() {
        let study = StudyDocument::from_value(round.study.clone()).and_then(Study::checked_before);
        let study = study.map_err(about)?;
        let traces = match &mut traces {
            Some(traces) => traces,
            none => none.insert(files(&study, args)?),
        };
        let on_progress = |share: f64| {
            let so_far = advisor.progress();
            let packets = so_far.packets + share * round.runs() as f64 * round.packets;
            let share = (packets / so_far.expected_packets).min(1.0);
            progress.show_runs(so_far.runs, so_far.expected_runs, share);
        };
        let Some(lines) = run(&study, &round, (traces, args), &interruption, on_progress) else {
            progress.end();
            warnings.print();
            return Ok(false);
        };
        warnings.take(&round, &lines);
        advisor.take(&round, &lines).map_err(about)?;
    }
    progress.end();
    warnings.print();
    Ok(true)
}

/// Warnings of the runs of a search, as a sweep prints them. Warnings of fewer than a tenth of the runs are left out: they are about
/// sizes that the search tried, and not about the scenario.
#[derive(Default)]
struct RunWarnings {
    counts: WarningCounts,
    runs: u64,
}

impl RunWarnings {
    /// Takes the lines of a round. Rounds with another number of flows have warnings that are not about the scenario.
    fn take(&mut self, round: &Round, lines: &[Value]) {
        if !round.is_of_scenario() {
            return;
        }
        self.runs += lines.len() as u64;
        for line in lines {
            self.counts.count(line);
        }
    }

    fn print(mut self) {
        self.counts.keep_common(self.runs);
        self.counts.print(self.runs);
    }
}

/// Runs a round and returns its lines in the order of its cases, or `None` after Ctrl-C.
fn run(
    study: &Study,
    round: &Round,
    (traces, args): (&Traces, &Args),
    interruption: &AtomicBool,
    mut on_progress: impl FnMut(f64),
) -> Option<Vec<Value>> {
    let count = round.runs() as usize;
    let share = FractionDone::of(count);
    let run_one = |index: usize| {
        let mut case = study.case(index as u64)?;
        if let Ok(scenario) = &mut case.scenario {
            scenario.attach(traces);
        }
        let stopped = || interruption.load(Ordering::Relaxed);
        let line = share.run(case, stopped)?;
        Some((index, line.to_value()))
    };
    let mut lines = vec![None; count];
    let finished: Result<(), ()> = pool::run_parallel(jobs(args), count, run_one, |news| {
        if let Some((index, line)) = news {
            lines[index] = Some(line);
        }
        on_progress(share.done());
        Ok(())
    });
    finished.ok()?;
    lines.into_iter().collect()
}

/// Reads the files that the scenario refers to.
fn files(study: &Study, args: &Args) -> Result<Traces, Failure> {
    match study.case(0).map(|case| case.scenario) {
        Some(Ok(scenario)) => args.files.read(&scenario),
        _ => Ok(Traces::default()),
    }
}

fn jobs(args: &Args) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    args.jobs.map_or(cores, |jobs| usize::from(jobs.get()))
}
