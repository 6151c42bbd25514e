//! `bufferlab reproduce`: the papers' figures, run and compared with what the papers say.
//!
//! What an artefact is, which runs it takes and whether its claims hold is the matter of `bufferlab-artefacts`; here its
//! cases are dealt out to cores, and its findings printed, drawn and kept.

mod date;
mod figure;
mod tables;

use std::num::NonZero;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use bufferlab_artefacts::kept::{Circumstances, ENGINE};
use bufferlab_artefacts::{Artefact, Extent, Findings, Found, Kept, Plan, registry};
use bufferlab_native::results::Results;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::interruption::{INTERRUPTED, interruption};
use crate::progress::Progress;
use crate::say;
use crate::sweep::share::Share;
use crate::sweep::{pool, say_unreadable};

/// Runs the papers' figures again and says which of their claims hold
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// Ids of artefacts, such as vishwanath-f11, or of papers, such as vishwanath-2011, or files of one's own, such as
    /// mine.json; none: all
    id: Vec<String>,
    /// Fewer points and seeds, which decide most of the claims
    #[arg(long)]
    quick: bool,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    /// Writes each figure (SVG), its data (CSV) and its result (JSON) into a folder
    #[arg(long, value_name = "DIR")]
    out: Option<String>,
    /// Runs at a time; else one for each core
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<u16>>,
    /// Writes the results that the project keeps
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "engine/artefacts/results")]
    keep: Option<String>,
    /// Adds each run's line to a file in a folder, and does not run again what is there
    #[arg(long, value_name = "DIR")]
    lines: Option<String>,
    /// Lists the artefacts and the number of their runs
    #[arg(long)]
    list: bool,
}

const AFTER_HELP: &str = "A claim holds, holds with a remark, differs, or is undecided: its confidence interval contains the bound, so that more\n\
                          seeds are needed. Claims that we derived or computed from a model are counted apart from the papers' own. The exit\n\
                          code is 0 if no claim differs but those that cannot hold, since the paper contradicts itself; else 1.";

/// An artefact and its file.
#[derive(Clone)]
struct Chosen {
    artefact: Artefact,
    json: String,
}

/// An artefact that was run.
struct Done {
    artefact: Artefact,
    findings: Findings,
    kept: Kept,
}

/// Runs what is asked for.
///
/// # Errors
/// Ids that are none, files that cannot be written, runs that cannot be finished, and claims that differ.
pub fn reproduce(args: &Args) -> Result<ExitCode, Failure> {
    let artefacts = chosen(&args.id)?;
    if args.list {
        crate::print(&list(&artefacts, args)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    for folder in [&args.out, &args.keep, &args.lines].into_iter().flatten() {
        let refused = |error| Failure::input(folder.clone(), format!("cannot be created: {error}"));
        std::fs::create_dir_all(folder).map_err(refused)?;
    }
    let interruption = interruption();
    let mut all = Vec::new();
    for artefact in artefacts {
        let Some(done) = run(artefact, args, &interruption)? else {
            say("bufferlab: interrupted");
            return Ok(ExitCode::from(INTERRUPTED));
        };
        if let Some(folder) = &args.out {
            write_out(Path::new(folder), &done)?;
        }
        if let Some(folder) = &args.keep {
            write(
                &Path::new(folder).join(format!("{}.json", done.artefact.id)),
                &done.kept.to_json(),
            )?;
        }
        if !args.json {
            crate::print(&tables::claims(
                &done.artefact,
                &done.findings,
                done.kept.seconds,
            ))?;
        }
        all.push(done);
    }
    if args.json {
        crate::print(&format!("{:#}\n", to_json(&all)))?;
    } else {
        crate::print(&tables::sum(
            all.iter().flat_map(|done| &done.findings.claims),
        ))?;
    }
    let claims = all.iter().flat_map(|done| &done.findings.claims);
    match claims.filter(|claim| claim.is_a_failure()).count() {
        0 => Ok(ExitCode::SUCCESS),
        failures => Err(Failure::Run(format!(
            "{failures} claims differ that were expected to hold"
        ))),
    }
}

/// Those that were named, or all; each once.
fn chosen(ids: &[String]) -> Result<Vec<Chosen>, Failure> {
    let all = registry::PAPERS.iter().map(|(id, json)| read(id, json));
    let all: Vec<Chosen> = all.collect::<Result<_, _>>()?;
    if ids.is_empty() {
        return Ok(all);
    }
    let mut chosen: Vec<Chosen> = Vec::new();
    for id in ids {
        for found in named(id, &all)? {
            if chosen
                .iter()
                .all(|known| known.artefact.id != found.artefact.id)
            {
                chosen.push(found);
            }
        }
    }
    Ok(chosen)
}

/// What an argument means: a file, a paper, an artefact, or one that shows it as well.
fn named(id: &str, all: &[Chosen]) -> Result<Vec<Chosen>, Failure> {
    if Path::new(id).extension().is_some_and(|end| end == "json") {
        let refused = |error| Failure::input(id, format!("cannot be read: {error}"));
        let json = std::fs::read_to_string(id).map_err(refused)?;
        return Ok(vec![read(id, &json)?]);
    }
    let is_meant = |known: &&Chosen| {
        let Artefact {
            id: known,
            covers,
            paper,
            ..
        } = &known.artefact;
        known == id || paper == id || covers.iter().any(|covered| covered == id)
    };
    let meant: Vec<Chosen> = all.iter().filter(is_meant).cloned().collect();
    if meant.is_empty() {
        let message = "is no artefact, paper or file; `bufferlab reproduce --list` names them";
        return Err(Failure::input(id, message));
    }
    Ok(meant)
}

fn read(about: &str, json: &str) -> Result<Chosen, Failure> {
    let artefact = Artefact::from_json(json).map_err(|error| Failure::input(about, error))?;
    Ok(Chosen {
        artefact,
        json: json.to_owned(),
    })
}

/// Runs all cases of an artefact; `None` if someone ended it.
fn run(
    chosen: Chosen,
    args: &Args,
    interruption: &Arc<AtomicBool>,
) -> Result<Option<Done>, Failure> {
    let Chosen { artefact, json } = chosen;
    let extent = extent(args);
    let mut progress = Progress::begin();
    let mut plan = plan(&artefact, extent)?;
    let lines = match &args.lines {
        Some(folder) => {
            let path = Path::new(folder).join(format!("{}.jsonl", artefact.id));
            Results::open(&[], Some(&path.to_string_lossy()))?
        }
        None => Results::open(&[], None)?,
    };
    say_unreadable(lines.finished.unreadable());
    let Some(lines) = run_cases(&plan, jobs(args), lines, interruption, &mut progress)? else {
        return Ok(None);
    };
    progress.end();
    for (number, line) in lines {
        let about = |error| Failure::Run(format!("{}: {error}", artefact.id));
        plan.take(number, &line).map_err(about)?;
    }
    let findings = plan.findings();
    let runs = plan.len();
    let of = Circumstances {
        date: date::today(),
        extent,
        seconds: seconds_in_all(&artefact.id, args, progress.wall_s())?,
        runs,
    };
    let kept = Kept::new(&artefact.id, &json, &findings, of);
    Ok(Some(Done {
        artefact,
        findings,
        kept,
    }))
}

/// The time that an artefact took, with that of earlier runs whose lines are there.
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

fn plan(artefact: &Artefact, extent: Extent) -> Result<Plan<'_>, Failure> {
    Plan::new(artefact, extent).map_err(|problems| Failure::Input {
        about: artefact.id.clone(),
        problems,
    })
}

/// The lines of all cases, by number; `None` if someone ended it.
fn run_cases(
    plan: &Plan<'_>,
    jobs: usize,
    results: Results,
    interruption: &AtomicBool,
    progress: &mut Progress,
) -> Result<Option<Vec<(usize, Value)>>, Failure> {
    let share = Share::of(plan.len());
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
    pool::as_they_come(jobs, plan.len(), run_one, |news| {
        if let Some((number, line)) = news {
            lines.push((number, line?));
        }
        progress.show_runs(lines.len() as u64, plan.len() as u64, share.done());
        Ok::<(), Failure>(())
    })?;
    Ok((lines.len() == plan.len()).then_some(lines))
}

fn write_out(folder: &Path, done: &Done) -> Result<(), Failure> {
    let id = &done.artefact.id;
    for chart in &done.artefact.charts {
        let svg = figure::svg(chart, &done.findings.curves)
            .map_err(|error| Failure::Run(format!("{id}-{}: {error}", chart.id)))?;
        write(&folder.join(format!("{id}-{}.svg", chart.id)), &svg)?;
    }
    tables::write_csv(
        &folder.join(format!("{id}.csv")).to_string_lossy(),
        &done.artefact,
        &done.findings.curves,
    )?;
    write(&folder.join(format!("{id}.json")), &done.kept.to_json())
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error| Failure::Run(format!("{} cannot be written: {error}", path.display()));
    std::fs::write(path, text).map_err(failed)
}

fn to_json(all: &[Done]) -> Value {
    let one = |done: &Done| {
        json!({
            "id": done.artefact.id,
            "title": done.artefact.title,
            "source": format!("{}, {}", done.artefact.paper, done.artefact.source),
            "seconds": done.kept.seconds,
            "claims": done.findings.claims.iter().map(claim_to_json).collect::<Vec<_>>(),
        })
    };
    json!({ "engine": ENGINE, "artefacts": all.iter().map(one).collect::<Vec<_>>() })
}

fn claim_to_json(claim: &Found) -> Value {
    json!({
        "text": claim.text,
        "own": claim.own,
        "verdict": claim.verdict,
        "contradictory": claim.contradictory,
        "assumption": claim.assumption,
        "found": claim.found,
    })
}

fn list(artefacts: &[Chosen], args: &Args) -> Result<String, Failure> {
    let mut text = String::new();
    for Chosen { artefact, .. } in artefacts {
        let runs = plan(artefact, extent(args))?.len();
        text += &format!(
            "{} – {}\n    {}, {}; {runs} runs\n",
            artefact.id, artefact.title, artefact.paper, artefact.source
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
