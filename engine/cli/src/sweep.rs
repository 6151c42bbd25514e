//! `bufferlab sweep`: many runs of one scenario on all cores.
//!
//! The core plans the runs and computes the result line of each. This module distributes the runs over threads and
//! puts their lines in order.

mod aggregates;
mod estimate;
pub mod fraction_done;
mod measures_csv;
mod output;
pub mod pool;

use std::num::NonZero;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use bufferlab_core::study::finished::figure;
use bufferlab_core::study::{Rounds, Study, document::Over};
use bufferlab_core::trace::Traces;
use bufferlab_native::results::{Access, Results};
use bufferlab_native::study::{self, Additions, Shard, order};
use serde_json::Value;

use crate::changes::Changes;
use crate::failure::Failure;
use crate::files::Files;
use crate::interruption::{INTERRUPTED, interruption};
use crate::progress::Progress;
use crate::warnings::PrintedWarnings;
use crate::{print_message, source};
use fraction_done::FractionDone;
use output::Output;
use pool::ReorderBuffer;

/// Run a scenario for several values of its fields and several seeds, on all CPU cores
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// Scenario or study file (`-` for standard input), id of a preset, or link of the page
    scenario: String,
    /// Vary a field over a list, `PATH=a,b,c`, or a range, `PATH=from:to:points[:log][:multiple=X]`; repeat for a grid.
    /// The limit of a queue may be a time or a multiple of the BDP: `2 ms`, `0.1 BDP`
    #[arg(long, value_name = "PATH=VALUES", help_heading = SWEEP)]
    over: Vec<String>,
    /// Number of runs per point, with consecutive seeds; all points use the same seeds [default: 1]
    #[arg(long, value_name = "R", help_heading = SWEEP)]
    replications: Option<u32>,
    /// Number of parallel runs [default: number of CPU cores]
    #[arg(long, value_name = "N", help_heading = crate::EXECUTION)]
    jobs: Option<NonZero<u16>>,
    /// Run only part I of N, for example 2/3, to share a sweep among machines
    #[arg(long, value_name = "I/N", help_heading = crate::EXECUTION)]
    shard: Option<String>,
    /// List the runs and estimate their time, without running them
    #[arg(long, help_heading = crate::EXECUTION)]
    dry_run: bool,
    /// Append one line of JSON per finished run to a file and skip runs that it already contains. Cases are ordered so
    /// that early results span the whole curve
    #[arg(long, value_name = "FILE", help_heading = crate::OUTPUT)]
    out: Option<String>,
    /// Append to --out together with other programs, for example the parts of --shard on a cluster [default: the file is
    /// locked, and a second program is refused]
    #[arg(long, requires = "out", help_heading = crate::OUTPUT)]
    shared: bool,
    /// Reuse results from a file that an earlier --out or --json wrote; repeatable
    #[arg(long, value_name = "FILE", help_heading = crate::EXECUTION)]
    resume: Vec<String>,
    /// Stop at the first failed run [default: continue with the others]
    #[arg(long, help_heading = crate::EXECUTION)]
    fail_fast: bool,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    files: Files,
    /// Print one line of JSON per run, in the order of the cases
    #[arg(long, help_heading = crate::OUTPUT)]
    json: bool,
    /// Write a CSV file with one row per run and one column per measure
    #[arg(long, value_name = "FILE", help_heading = crate::OUTPUT)]
    csv: Option<String>,
    /// Write a CSV file with one row per point and measure: number of runs, mean, half-width of the 95 % interval,
    /// minimum and maximum
    #[arg(long, value_name = "FILE", help_heading = crate::OUTPUT)]
    aggregates: Option<String>,
}

/// Heading of the options that define the points and the replications.
const SWEEP: &str = "Sweep";

const AFTER_HELP: &str = "\
Example:
    bufferlab sweep one-flow --over bottlenecks.r0.queue.limit_packets=10:100:4 --duration 60 --warmup 20 --csv runs.csv

A study file is an object with \"scenario\" and any of \"set\", \"over\", \"where\", \"replications\", \"seeds\", \"measure\"
and \"stop\"; options add to it. To vary fields together, join them with & in one --over.
Ctrl-C ends the sweep and keeps the finished runs. With --out, the same command resumes the sweep.";

/// Runs the sweep to its end or until Ctrl-C.
///
/// # Errors
/// Invalid input, runs that fail, and results that cannot be written.
pub fn sweep(args: &Args) -> Result<ExitCode, Failure> {
    let study = plan(args)?;
    let shard = args.shard.as_deref().map(Shard::from_text).transpose()?;
    let shard = shard.unwrap_or(Shard::WHOLE);
    let numbers = study.part(shard.first, shard.step);
    let access = match args.shared {
        true => Access::Shared,
        false => Access::Alone,
    };
    let mut results = Results::open(&args.resume, args.out.as_deref(), access)?;
    report_unreadable_lines(results.finished.unreadable());
    report_foreign_results(&study, &results);
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
        // The first failure matters more than one in moving the rows so far.
        Err(failure) => {
            let _ = output.commit();
            return Err(failure);
        }
    };
    output.print_warnings();
    let (runs, failed, has_reader) = (output.runs(), output.failed(), output.has_reader());
    if let Some(path) = &args.aggregates {
        aggregates::write(path, &study, output.rows())?;
    }
    output.end()?;
    if ended == Ended::Interrupted && has_reader {
        print_message(&format!(
            "bufferlab: interrupted; {runs} of {} runs are finished",
            numbers.len()
        ));
        return Ok(ExitCode::from(INTERRUPTED));
    }
    if failed > 0 {
        let rest = if ended == Ended::Failed {
            "; the remaining runs were not started"
        } else {
            ""
        };
        return Err(Failure::Run(format!(
            "{failed} of {runs} runs failed{rest}; see \"error\" in their lines"
        )));
    }
    Ok(ExitCode::SUCCESS)
}

/// Reports lines of an earlier results file that are not results.
pub fn report_unreadable_lines(lines: u64) {
    if lines > 0 {
        print_message(&format!(
            "bufferlab: ignored unreadable lines in the results file: {lines}; those cases run again"
        ));
    }
}

/// Reports that no earlier result is of a run of this sweep, as after a change of the scenario, or with another file. Results
/// of other parts of `--shard` are of this sweep.
fn report_foreign_results(study: &Study, results: &Results) {
    let known = &results.finished;
    let is_known = |number| {
        study
            .case(number)
            .is_some_and(|case| known.has(&case.id.key))
    };
    if !known.is_empty() && !study.part(0, 1).into_iter().any(is_known) {
        print_message(&format!(
            "bufferlab: none of the {} results in the results files is of this sweep: the scenario, the points, the seeds or the \
             version of the engine differ; all runs are done",
            known.len()
        ));
    }
}

/// Lists the runs that remain and estimates their time.
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
        print_message(&format!(
            "bufferlab: skipping {} finished runs",
            numbers.len() - left.len()
        ));
    }
    if !left.is_empty() {
        print_message(&estimate::estimate(study, &left, jobs(args)));
    }
    Ok(ExitCode::SUCCESS)
}

/// Reason why a sweep ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// All runs are finished.
    Complete,
    /// Ctrl-C, or a reader that closed standard output, ended it early.
    Interrupted,
    /// A run failed and `--fail-fast` was set.
    Failed,
}

/// Runs the cases with these numbers round by round. A stop rule may end the rounds early.
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

/// Callback of a round. It gets a case's number and line, in order of the numbers, and the fraction of the work that
/// is done.
type OnProgress<'a> = &'a mut dyn FnMut(Option<(u64, Value)>, f64) -> Result<(), Failure>;

/// Runs one round. Lines are appended to the file as they arrive; `on_progress` gets them in order.
fn run_round(
    (study, traces): (&Study, &Traces),
    round: &[u64],
    args: &Args,
    results: &mut Results,
    interruption: &AtomicBool,
    on_progress: OnProgress<'_>,
) -> Result<Ended, Failure> {
    let failed = AtomicBool::new(false);
    let stopped = || interruption.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
    let share = FractionDone::of(round.len());
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
    let mut sorted = ReorderBuffer::default();
    pool::run_parallel(jobs(args), round.len(), run_one, |news| {
        if let Some((position, line)) = news {
            complete += 1;
            sorted.insert(position, line?);
        }
        let share = share.done();
        while let Some((position, line)) = sorted.pop_next() {
            on_progress(Some((round[position], line)), share)?;
        }
        on_progress(None, share)
    })?;
    // Lines after a run that was interrupted.
    for (position, line) in sorted.into_rest() {
        on_progress(Some((round[position], line)), 1.0)?;
    }
    Ok(if failed.load(Ordering::Relaxed) {
        Ended::Failed
    } else if complete < round.len() || interruption.load(Ordering::Relaxed) {
        Ended::Interrupted
    } else {
        Ended::Complete
    })
}

/// Reads the files of the first run. All runs use the same files, since a sweep cannot vary them.
fn files(study: &Study, args: &Args) -> Result<Traces, Failure> {
    match study.case(0).map(|case| case.scenario) {
        Some(Ok(scenario)) => args.files.read(&scenario),
        _ => Ok(Traces::default()),
    }
}

fn plan(args: &Args) -> Result<Study, Failure> {
    let mut document = source::load(&args.scenario)?;
    PrintedWarnings::default().print(std::mem::take(&mut document.warnings));
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
