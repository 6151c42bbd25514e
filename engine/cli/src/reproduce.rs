//! `bufferlab reproduce`: runs the figures of the papers and checks the papers' claims.
//!
//! The crate `bufferlab_papers` defines the figures (and theorems and tables), plans their runs and checks their
//! claims. This module distributes the runs over CPU cores, and prints, draws and stores the results.

mod chart;
mod date;
mod tables;

use std::num::NonZero;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use bufferlab_native::results::{Access, Results};
use bufferlab_papers::registry::{self, Entry};
use bufferlab_papers::stored::{ENGINE, RunInfo};
use bufferlab_papers::{Extent, Figure, Findings, JudgedClaim, Plan, StoredResult};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::interruption::{INTERRUPTED, interruption};
use crate::print_message;
use crate::progress::Progress;
use crate::sweep::fraction_done::FractionDone;
use crate::sweep::{pool, report_unreadable_lines};

/// Reproduce figures of the papers and check the papers' claims
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// Ids of figures (vishwanath-f11) or papers (vishwanath-2011), or your own files (mine.json) [default: all figures]
    id: Vec<String>,
    /// Use fewer points and seeds (enough for most claims)
    #[arg(long, help_heading = crate::EXECUTION)]
    quick: bool,
    /// Print the claims, verdicts and results as JSON
    #[arg(long, help_heading = crate::OUTPUT)]
    json: bool,
    /// Write the charts (SVG), data (CSV) and result (JSON) of each figure to a folder
    #[arg(long, value_name = "DIR", help_heading = crate::OUTPUT)]
    out: Option<String>,
    /// Number of parallel runs [default: number of CPU cores]
    #[arg(long, value_name = "N", help_heading = crate::EXECUTION)]
    jobs: Option<NonZero<u16>>,
    /// For contributors: update the stored results of the Bufferlab sources [default DIR: engine/papers/results]
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "engine/papers/results", help_heading = crate::OUTPUT)]
    keep: Option<String>,
    /// Append one line of JSON per finished run to a file per figure in a folder and skip runs that it already contains
    #[arg(long, value_name = "DIR", help_heading = crate::EXECUTION)]
    lines: Option<String>,
    /// List the figures and their number of runs, without running them
    #[arg(long, help_heading = crate::EXECUTION)]
    list: bool,
}

const AFTER_HELP: &str = "\
Example:
    bufferlab reproduce vishwanath-f11 --quick

The verdict of a claim is one of:
    reproduced                        The claim holds.
    reproduced with a remark          The claim holds, with a remark about its conditions.
    undecided                         The confidence interval contains the bound; more seeds are needed.
    not reproduced                    The claim does not hold.
    contradicted by the paper itself  The claim cannot hold, since the paper contradicts itself.
Claims that were derived from a paper or computed from a model are counted separately.
Exits with 0 unless a claim is not reproduced.";

/// A figure with its results.
struct Done {
    figure: Figure,
    findings: Findings,
    stored: StoredResult,
}

/// Runs the selected figures, and prints and writes their results.
///
/// # Errors
/// Unknown ids, files that cannot be written, runs that fail, and claims that are not reproduced.
pub fn reproduce(args: &Args) -> Result<ExitCode, Failure> {
    let figures = select(&args.id)?;
    if args.list {
        crate::print(&list(&figures, args)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    for folder in [&args.out, &args.keep, &args.lines].into_iter().flatten() {
        let refused = |error| Failure::input(folder.clone(), format!("cannot be created: {error}"));
        std::fs::create_dir_all(folder).map_err(refused)?;
    }
    let interruption = interruption();
    let mut all = Vec::new();
    for figure in figures {
        let Some(done) = run(figure, args, &interruption)? else {
            print_message("bufferlab: interrupted");
            return Ok(ExitCode::from(INTERRUPTED));
        };
        if let Some(folder) = &args.out {
            write_out(Path::new(folder), &done)?;
        }
        if let Some(folder) = &args.keep {
            write(
                &Path::new(folder).join(format!("{}.json", done.figure.id)),
                &done.stored.to_json(),
            )?;
        }
        if !args.json {
            crate::print(&tables::claims(
                &done.figure,
                &done.findings,
                done.stored.seconds,
            ))?;
        }
        all.push(done);
    }
    if args.json {
        crate::print(&format!("{:#}\n", to_json(&all)))?;
    } else {
        crate::print(&tables::totals(
            all.iter().flat_map(|done| &done.findings.claims),
        ))?;
    }
    let claims = all.iter().flat_map(|done| &done.findings.claims);
    match claims.filter(|claim| claim.is_a_failure()).count() {
        0 => Ok(ExitCode::SUCCESS),
        failures => Err(Failure::Run(format!("claims not reproduced: {failures}"))),
    }
}

/// Returns the figures with these ids, each once, or all figures if there are no ids.
fn select(ids: &[String]) -> Result<Vec<Entry>, Failure> {
    let all = registry::all().map_err(|error| Failure::input("figures", error))?;
    if ids.is_empty() {
        return Ok(all);
    }
    let mut selected: Vec<Entry> = Vec::new();
    for id in ids {
        for figure in resolve(id, &all)? {
            if selected
                .iter()
                .all(|known| known.figure.id != figure.figure.id)
            {
                selected.push(figure);
            }
        }
    }
    Ok(selected)
}

/// Resolves an argument: a file, a paper, a figure, or a figure that another one covers.
fn resolve(id: &str, all: &[Entry]) -> Result<Vec<Entry>, Failure> {
    if Path::new(id).extension().is_some_and(|end| end == "json") {
        let refused = |error| Failure::input(id, format!("cannot be read: {error}"));
        let json = std::fs::read_to_string(id).map_err(refused)?;
        return Ok(vec![
            Entry::from_json(&json).map_err(|error| Failure::input(id, error))?,
        ]);
    }
    let matches = |known: &&Entry| {
        let Figure {
            id: known,
            covers,
            paper,
            ..
        } = &known.figure;
        known == id || paper == id || covers.iter().any(|covered| covered == id)
    };
    let selected: Vec<Entry> = all.iter().filter(matches).cloned().collect();
    if selected.is_empty() {
        let message = "is not a figure, a paper or a .json file; `bufferlab reproduce --list` lists the figures";
        return Err(Failure::input(id, message));
    }
    Ok(selected)
}

/// Runs all cases of a figure. Returns `None` after Ctrl-C.
fn run(
    selected: Entry,
    args: &Args,
    interruption: &Arc<AtomicBool>,
) -> Result<Option<Done>, Failure> {
    let Entry { figure, json } = selected;
    let extent = extent(args);
    let mut progress = Progress::begin();
    let mut plan = plan(&figure, extent)?;
    let lines = match &args.lines {
        Some(folder) => {
            let path = Path::new(folder).join(format!("{}.jsonl", figure.id));
            Results::open(&[], Some(&path.to_string_lossy()), Access::Alone)?
        }
        None => Results::open(&[], None, Access::Alone)?,
    };
    report_unreadable_lines(lines.finished.unreadable());
    let Some(lines) = run_cases(&plan, jobs(args), lines, interruption, &mut progress)? else {
        return Ok(None);
    };
    progress.end();
    for (number, line) in lines {
        let about = |error| Failure::Run(format!("{}: {error}", figure.id));
        plan.take(number, &line).map_err(about)?;
    }
    let findings = plan.findings();
    let runs = plan.len();
    let of = RunInfo {
        date: date::today(),
        extent,
        seconds: seconds_in_all(&figure.id, args, progress.wall_s())?,
        runs,
    };
    let stored = StoredResult::new(&figure.id, &json, &findings, of);
    Ok(Some(Done {
        figure,
        findings,
        stored,
    }))
}

/// Returns the seconds that a figure took, including earlier invocations whose results are reused.
fn seconds_in_all(id: &str, args: &Args, now: f64) -> Result<f64, Failure> {
    let Some(folder) = &args.lines else {
        return Ok(now);
    };
    let path = Path::new(folder).join(format!("{id}.seconds"));
    let before = std::fs::read_to_string(&path).ok();
    let all = now
        + before
            .and_then(|text| text.trim().parse().ok())
            .unwrap_or(0.0);
    write(&path, &format!("{all:.1}\n"))?;
    Ok(all)
}

fn plan(figure: &Figure, extent: Extent) -> Result<Plan, Failure> {
    Plan::new(figure, extent).map_err(|problems| Failure::Input {
        about: figure.id.clone(),
        problems,
    })
}

/// Returns the lines of all cases with their numbers, or `None` after Ctrl-C.
fn run_cases(
    plan: &Plan,
    jobs: usize,
    results: Results,
    interruption: &AtomicBool,
    progress: &mut Progress,
) -> Result<Option<Vec<(usize, Value)>>, Failure> {
    let share = FractionDone::of(plan.len());
    let results = Mutex::new(results);
    let run_one = |number: usize| {
        let case = plan.case(number)?;
        let known = results.lock().ok()?.finished.line(&case.id);
        if let Some(line) = known {
            share.skip();
            return Some((number, Ok(line)));
        }
        let stopped = || interruption.load(Ordering::Relaxed);
        let line = share.run(case, stopped)?.to_value();
        let added = results.lock().ok()?.add(&line);
        Some((number, added.map(|()| line)))
    };
    let mut lines = Vec::new();
    pool::run_parallel(jobs, plan.len(), run_one, |news| {
        if let Some((number, line)) = news {
            lines.push((number, line?));
        }
        progress.show_runs(lines.len() as u64, plan.len() as u64, share.done());
        Ok::<(), Failure>(())
    })?;
    Ok((lines.len() == plan.len()).then_some(lines))
}

fn write_out(folder: &Path, done: &Done) -> Result<(), Failure> {
    let id = &done.figure.id;
    for chart in &done.figure.charts {
        let svg = chart::svg(chart, &done.findings.curves)
            .map_err(|error| Failure::Run(format!("{id}-{}: {error}", chart.id)))?;
        write(&folder.join(format!("{id}-{}.svg", chart.id)), &svg)?;
    }
    tables::write_csv(
        &folder.join(format!("{id}.csv")).to_string_lossy(),
        &done.figure,
        &done.findings.curves,
    )?;
    write(&folder.join(format!("{id}.json")), &done.stored.to_json())
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error| Failure::Run(format!("{} cannot be written: {error}", path.display()));
    std::fs::write(path, text).map_err(failed)
}

fn to_json(all: &[Done]) -> Value {
    let one = |done: &Done| {
        json!({
            "id": done.figure.id,
            "title": done.figure.title,
            "source": format!("{}, {}", done.figure.paper, done.figure.source),
            "seconds": done.stored.seconds,
            "claims": done.findings.claims.iter().map(claim_to_json).collect::<Vec<_>>(),
        })
    };
    json!({ "engine": ENGINE, "artefacts": all.iter().map(one).collect::<Vec<_>>() })
}

fn claim_to_json(claim: &JudgedClaim) -> Value {
    json!({
        "id": claim.id,
        "text": claim.text,
        "own": claim.origin,
        "verdict": claim.verdict,
        "contradictory": claim.contradictory,
        "assumption": claim.assumption,
        "found": claim.found,
    })
}

fn list(figures: &[Entry], args: &Args) -> Result<String, Failure> {
    let mut text = String::new();
    for Entry { figure, .. } in figures {
        let runs = plan(figure, extent(args))?.len();
        text += &format!(
            "{} – {}\n    {}, {}; {runs} runs\n",
            figure.id, figure.title, figure.paper, figure.source
        );
    }
    Ok(text)
}

fn extent(args: &Args) -> Extent {
    if args.quick {
        Extent::Quick
    } else {
        Extent::Full
    }
}

fn jobs(args: &Args) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    args.jobs.map_or(cores, |jobs| usize::from(jobs.get()))
}
