//! `bufferlab sweep`: many runs of one scenario on all cores.
//!
//! Which runs there are, and what each comes to, is the core's matter; here they are dealt out to threads
//! and their lines put in order.

mod figures;
mod output;
mod pool;

use std::num::NonZero;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use bufferlab_core::scenario::complete::complete;
use bufferlab_core::scenario::{limits, patch};
use bufferlab_core::study::{Study, StudyDocument, document::Over, run_case};

use crate::changes::Changes;
use crate::failure::Failure;
use crate::interruption::{INTERRUPTED, interruption};
use crate::progress::Progress;
use crate::warnings::Said;
use crate::{say, source};
use output::Output;

/// Runs a scenario for each of several values, and with several seeds
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// A scenario or study file (`-`: standard input), the id of a preset, or a link of the page
    scenario: String,
    /// A field and its values: `PATH=a,b,c` or `PATH=lo:hi:steps[:log]`; several make a grid
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
    /// Lists the runs without running them
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    changes: Changes,
    /// Prints one line of JSON for each run, in order, as soon as it is complete
    #[arg(long)]
    json: bool,
    /// Also writes a table to a file: one row for each run, one column for each figure
    #[arg(long, value_name = "FILE")]
    csv: Option<String>,
}

const AFTER_HELP: &str = "A study file holds { \"scenario\", \"over\", \"replications\" }; options add to it.\n\
                          Ctrl-C ends the sweep and keeps the runs that are complete.";

/// Parts of a run that progress is counted in.
const PARTS: f64 = 1e6;

/// Runs what is asked for, to its end or until it is interrupted.
///
/// # Errors
/// Input that is not accepted, and results that cannot be written.
pub fn sweep(args: &Args) -> Result<ExitCode, Failure> {
    let study = plan(args)?;
    let shard = Shard::of(args)?;
    let numbers: Vec<u64> = (shard.first..study.len()).step_by(shard.step).collect();
    let mut output = Output::begin(&study, args.json, args.csv.as_deref())?;
    if args.dry_run {
        numbers
            .iter()
            .filter_map(|&number| study.case(number))
            .try_for_each(|case| output.plan(&case).map(drop))?;
        output.end()?;
        return Ok(ExitCode::SUCCESS);
    }
    let outcome = run(&study, &numbers, jobs(args), &mut output);
    let interrupted = match outcome {
        Ok(interrupted) => interrupted,
        // Why it cannot go on matters more than that the rows so far cannot be placed either.
        Err(failure) => {
            let _ = output.place();
            return Err(failure);
        }
    };
    output.say_warnings();
    let (runs, failed, heard) = (output.runs(), output.failed(), output.heard());
    output.end()?;
    if interrupted && heard {
        say(&format!(
            "bufferlab: interrupted; {runs} of {} runs are complete",
            numbers.len()
        ));
        return Ok(ExitCode::from(INTERRUPTED));
    }
    if failed > 0 {
        return Err(Failure::Run(format!(
            "{failed} of {runs} runs could not be finished; their lines say why"
        )));
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs the cases of these numbers; whether someone ended it early.
fn run(study: &Study, numbers: &[u64], jobs: usize, output: &mut Output) -> Result<bool, Failure> {
    let interruption = interruption();
    let stopped = || interruption.load(Ordering::Relaxed);
    let mut progress = Progress::begin();
    let parts = AtomicU64::new(0);
    let run_one = |position: usize| {
        let case = study.case(numbers[position])?;
        let mut counted = 0;
        let mut count = |share: f64| {
            let now = (share * PARTS) as u64;
            parts.fetch_add(now - counted, Ordering::Relaxed);
            counted = now;
        };
        let line = run_case(case, &mut |share| {
            count(share);
            if stopped() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        count(1.0);
        Some(line)
    };
    let all = numbers.len();
    let mut complete = 0;
    let outcome = pool::in_order(jobs, all, run_one, |news| {
        if let Some(line) = news {
            complete += 1;
            progress.end();
            if !output.line(&line)? {
                interruption.store(true, Ordering::Relaxed);
            }
        }
        let share = parts.load(Ordering::Relaxed) as f64 / PARTS / all as f64;
        progress.show_runs(complete, all as u64, share);
        Ok(())
    });
    progress.end();
    outcome?;
    Ok(complete < all as u64)
}

fn plan(args: &Args) -> Result<Study, Failure> {
    let document = source::load(&args.scenario)?;
    Said::default().say(document.warnings);
    let about = |problems| Failure::Input {
        about: document.name.clone(),
        problems,
    };
    let mut study = if StudyDocument::describes(&document.json) {
        StudyDocument::from_value(document.json).map_err(about)?
    } else {
        StudyDocument::new(document.json)
    };
    let mut complete = complete(study.scenario).map_err(about)?;
    patch::apply(&mut complete, &study.set).map_err(about)?;
    study.set = args.changes.patches(&complete)?;
    study.scenario = complete;
    study.over.extend(args.over.iter().cloned().map(Over::Text));
    study.replications = args.replications.unwrap_or(study.replications);
    Study::new(study).map_err(about)
}

fn jobs(args: &Args) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    args.jobs.map_or(cores, |jobs| usize::from(jobs.get()))
}

/// Every so manyth case, from the first of them on: what takes long is often side by side in the grid, so
/// that blocks would take unequal times.
struct Shard {
    first: u64,
    step: usize,
}

impl Shard {
    fn of(args: &Args) -> Result<Shard, Failure> {
        let Some(text) = &args.shard else {
            return Ok(Shard { first: 0, step: 1 });
        };
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let parts = text.split_once('/');
        match parts.and_then(|(which, of)| Some((number(which)?, number(of)?))) {
            Some((which, of)) if (1..=of).contains(&which) && of <= limits::RUNS => Ok(Shard {
                first: which - 1,
                step: of as usize,
            }),
            _ => {
                let most = limits::RUNS;
                let message = format!("takes I/N with I from 1 to N, N up to {most}; got {text:?}");
                Err(Failure::input("--shard", message))
            }
        }
    }
}
