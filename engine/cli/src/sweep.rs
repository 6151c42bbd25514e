//! `bufferlab sweep`: many runs of one scenario on all cores.
//!
//! Which runs there are, and what each comes to, is the core's matter; here they are dealt out to threads
//! and their lines put in order.

mod aggregates;
mod estimate;
mod figures;
mod output;
pub mod pool;
pub mod share;

use std::num::NonZero;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use bufferlab_core::study::finished::figure;
use bufferlab_core::study::{Rounds, Study, document::Over};
use bufferlab_core::trace::Traces;
use bufferlab_native::results::Results;
use bufferlab_native::study::{self, Additions, Shard, order};
use serde_json::Value;

use crate::changes::Changes;
use crate::failure::Failure;
use crate::files::Files;
use crate::interruption::{INTERRUPTED, interruption};
use crate::progress::Progress;
use crate::warnings::Said;
use crate::{say, source};
use output::Output;
use pool::InOrder;
use share::Share;

/// Runs a scenario for each of several values, and with several seeds
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// A scenario or study file (`-`: standard input), the id of a preset, or a link of the page
    scenario: String,
    /// A field and its values: `PATH=a,b,c` or `PATH=lo:hi:steps[:log][:multiple=X]`; several make a grid
    #[arg(long, value_name = "PATH=VALUES")]
    over: Vec<String>,
    /// Runs of each point, with seeds one apart; the same seeds at every point
    #[arg(long, value_name = "R")]
    replications: Option<u32>,
    /// Runs at a time; else one for each core
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<u16>>,
    /// Only part I of N, for instance 2/3; all N parts together are the whole
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
    /// Lists the runs without running them, and says about how long they will take
    #[arg(long)]
    dry_run: bool,
    /// Adds each run's line of JSON to a file, in the order in which they finish; runs whose lines are there are not
    /// run again. They are begun in an order that soon covers the whole curve
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
    /// Takes lines from a file of earlier results instead of running again; may be given several times
    #[arg(long, value_name = "FILE")]
    resume: Vec<String>,
    /// Ends with the first run that cannot be finished
    #[arg(long)]
    fail_fast: bool,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    files: Files,
    /// Prints one line of JSON for each run, in order, as soon as it is complete
    #[arg(long)]
    json: bool,
    /// Also writes a table to a file: one row for each run, one column for each figure
    #[arg(long, value_name = "FILE")]
    csv: Option<String>,
    /// Also writes means over the runs of each point to a file: one row for each point and figure, with the number
    /// of runs, the half-width of the 95 % interval, the smallest and the largest
    #[arg(long, value_name = "FILE")]
    aggregates: Option<String>,
}

const AFTER_HELP: &str = "A study file holds { \"scenario\", \"over\", \"where\", \"replications\", \"seeds\", \"measure\", \"stop\" };\n\
                          options add to it. Fields that move together stand in one --over with & between them.\n\
                          Ctrl-C ends the sweep and keeps the runs that are complete; with --out the same command\n\
                          goes on where it ended.";

/// Runs what is asked for, to its end or until it is interrupted.
///
/// # Errors
/// Input that is not accepted, and results that cannot be written.
pub fn sweep(args: &Args) -> Result<ExitCode, Failure> {
    let study = plan(args)?;
    let shard = args.shard.as_deref().map(Shard::from_text).transpose()?;
    let shard = shard.unwrap_or(Shard::WHOLE);
    let numbers = study.part(shard.first, shard.step);
    let mut results = Results::open(&args.resume, args.out.as_deref())?;
    say_unreadable(results.finished.unreadable());
    let mut output = Output::begin(&study, args.json, args.csv.as_deref())?;
    if args.dry_run {
        return dry_run(&study, &numbers, args, &results, output);
    }
    let traces = files(&study, args)?;
    if args.aggregates.is_some() {
        output.keep_rows();
    }
    let ended = match run((&study, &traces), &numbers, args, &mut results, &mut output) {
        Ok(ended) => ended,
        // Why it cannot go on matters more than that the rows so far cannot be placed either.
        Err(failure) => {
            let _ = output.place();
            return Err(failure);
        }
    };
    output.say_warnings();
    let (runs, failed, heard) = (output.runs(), output.failed(), output.heard());
    if let Some(path) = &args.aggregates {
        aggregates::write(path, &study, output.rows())?;
    }
    output.end()?;
    if ended == Ended::Interrupted && heard {
        say(&format!(
            "bufferlab: interrupted; {runs} of {} runs are complete",
            numbers.len()
        ));
        return Ok(ExitCode::from(INTERRUPTED));
    }
    if failed > 0 {
        let rest = if ended == Ended::Failed {
            ", and the rest was not begun"
        } else {
            ""
        };
        return Err(Failure::Run(format!(
            "{failed} of {runs} runs could not be finished{rest}; their lines say why"
        )));
    }
    Ok(ExitCode::SUCCESS)
}

/// Says that so many lines of earlier results are none.
pub fn say_unreadable(lines: u64) {
    if lines > 0 {
        say(&format!(
            "bufferlab: {lines} lines of earlier results are no results, perhaps cut off; their runs are done again"
        ));
    }
}

/// Names the runs that are to be run, and says about how long they will take.
fn dry_run(
    study: &Study,
    numbers: &[u64],
    args: &Args,
    results: &Results,
    mut output: Output,
) -> Result<ExitCode, Failure> {
    let mut left = Vec::new();
    for &number in numbers {
        if let Some(case) = study
            .case(number)
            .filter(|case| !results.finished.has(&case.id.key))
        {
            left.push(number);
            output.plan(&case)?;
        }
    }
    output.end()?;
    if left.len() < numbers.len() {
        say(&format!(
            "bufferlab: {} runs are there already",
            numbers.len() - left.len()
        ));
    }
    if !left.is_empty() {
        say(&estimate::estimate(study, &left, jobs(args)));
    }
    Ok(ExitCode::SUCCESS)
}

/// How a sweep came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// All runs are complete.
    Complete,
    /// Someone ended it early.
    Interrupted,
    /// A run failed, and the rest was not wanted then.
    Failed,
}

/// Runs the cases of these numbers, or what of them a stop rule wants, with the files that they need.
fn run(
    (study, traces): (&Study, &Traces),
    numbers: &[u64],
    args: &Args,
    results: &mut Results,
    output: &mut Output,
) -> Result<Ended, Failure> {
    let interruption = interruption();
    let mut ended = Ended::Complete;
    let mut rounds = Rounds::new(study, numbers);
    let mut progress = Progress::begin();
    let mut before = 0;
    while ended == Ended::Complete {
        let round = rounds.next_round();
        if round.is_empty() {
            break;
        }
        let mut taken = 0;
        ended = run_round(
            (study, traces),
            &round,
            args,
            results,
            &interruption,
            &mut |news, share| {
                if let Some((number, line)) = news {
                    taken += 1;
                    progress.end();
                    let figure = study.stop().and_then(|stop| figure(&line, &stop.measure));
                    rounds.take(number, figure);
                    if !output.line(line)? {
                        interruption.store(true, Ordering::Relaxed);
                    }
                }
                let all = before + round.len() as u64;
                progress.show_runs(before + taken, all, share);
                Ok(())
            },
        )?;
        before += taken;
    }
    progress.end();
    Ok(ended)
}

/// What is told of a round: a case's number and line, in the order of the numbers, and the share of the work that is
/// done.
type Tell<'a> = &'a mut dyn FnMut(Option<(u64, Value)>, f64) -> Result<(), Failure>;

/// Runs one round. Lines are added to the file as they come; they are told in order.
fn run_round(
    (study, traces): (&Study, &Traces),
    round: &[u64],
    args: &Args,
    results: &mut Results,
    interruption: &AtomicBool,
    tell: Tell<'_>,
) -> Result<Ended, Failure> {
    let failed = AtomicBool::new(false);
    let stopped = || interruption.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
    let share = Share::of(round.len());
    let order = order(round.len(), results.has_file());
    let results = Mutex::new(results);
    let run_one = |turn: usize| {
        if stopped() {
            return None;
        }
        let position = order[turn];
        let mut case = study.case(round[position])?;
        let known = results.lock().ok()?.finished.line(&case.id);
        if let Some(line) = known {
            share.skip();
            return Some((position, Ok(line)));
        }
        if let Ok(scenario) = &mut case.scenario {
            scenario.attach(traces);
        }
        let line = share.run(case, stopped)?;
        if args.fail_fast && line.summary().is_none() {
            failed.store(true, Ordering::Relaxed);
        }
        let line = line.to_value();
        let added = results.lock().ok()?.add(&line);
        Some((position, added.map(|()| line)))
    };
    let mut complete = 0;
    let mut sorted = InOrder::default();
    pool::as_they_come(jobs(args), round.len(), run_one, |news| {
        if let Some((position, line)) = news {
            complete += 1;
            sorted.put(position, line?);
        }
        let share = share.done();
        while let Some((position, line)) = sorted.next_due() {
            tell(Some((round[position], line)), share)?;
        }
        tell(None, share)
    })?;
    // Beyond a gap that a run left which was broken off.
    for (position, line) in sorted.rest() {
        tell(Some((round[position], line)), 1.0)?;
    }
    Ok(if failed.load(Ordering::Relaxed) {
        Ended::Failed
    } else if complete < round.len() || interruption.load(Ordering::Relaxed) {
        Ended::Interrupted
    } else {
        Ended::Complete
    })
}

/// The files that the first run needs, and so do all: a sweep of files is not offered.
fn files(study: &Study, args: &Args) -> Result<Traces, Failure> {
    match study.case(0).map(|case| case.scenario) {
        Some(Ok(scenario)) => args.files.read(&scenario),
        _ => Ok(Traces::default()),
    }
}

fn plan(args: &Args) -> Result<Study, Failure> {
    let mut document = source::load(&args.scenario)?;
    Said::default().say(std::mem::take(&mut document.warnings));
    let name = document.name.clone();
    let added = Additions {
        changes: args.changes.all(),
        over: args.over.iter().cloned().map(Over::Text).collect(),
        replications: args.replications,
    };
    Study::new(study::study(document, added)?).map_err(|problems| Failure::Input {
        about: name,
        problems,
    })
}

fn jobs(args: &Args) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    args.jobs.map_or(cores, |jobs| usize::from(jobs.get()))
}
