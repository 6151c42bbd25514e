//! `bufferlab advise`: the smallest buffer that meets some targets.
//!
//! The core plans the runs and evaluates them ([`bufferlab_core::advise`]). This module distributes the runs of each
//! round over threads and formats the advice.

use std::num::NonZero;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use bufferlab_core::advise::{Advice, Advisor, Figure, Question, Round, Seen, Target};
use bufferlab_core::scenario::complete::complete;
use bufferlab_core::spec::Unit;
use bufferlab_core::study::{Study, StudyDocument};
use bufferlab_core::trace::Traces;
use serde_json::{Map, Value, json};

use crate::changes::Changes;
use crate::failure::Failure;
use crate::files::Files;
use crate::interruption::{INTERRUPTED, interruption};
use crate::progress::Progress;
use crate::quantity::{NOT_APPLICABLE, bytes, percent, rate, seconds, significant};
use crate::sweep::fraction_done::FractionDone;
use crate::sweep::pool;
use crate::table::Table;
use crate::warnings::PrintedWarnings;
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
    /// Bottleneck whose buffer is sized [default: the first]
    #[arg(long, value_name = "ID", help_heading = SEARCH)]
    bottleneck: Option<String>,
    /// Smallest limit to try, in packets or bytes as in the scenario's queue
    #[arg(long, value_name = "N", help_heading = SEARCH)]
    from: Option<u64>,
    /// Largest limit to try [default: twice the bandwidth–delay product]
    #[arg(long, value_name = "N", help_heading = SEARCH)]
    to: Option<u64>,
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
    bufferlab advise one-flow --target utilization=95% --duration 60 --warmup 20

With `=`, utilization, rates and fairness must reach the value; losses, delays and queues must not exceed it.
`>=` and `<=` state the direction. Names without a prefix are measures of the bottleneck.
Shorter runs (--duration, --warmup) give a faster but less certain answer.";

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
    let json = match document.json {
        Value::Object(mut study) if study.contains_key("scenario") => study["scenario"].take(),
        scenario => scenario,
    };
    let complete = complete(json).map_err(about)?;
    let question = question(args, complete)?;
    let question = Question::from_value(question).map_err(about)?;
    let mut advisor = Advisor::new(question).map_err(about)?;
    let complete = search(&mut advisor, args, &about)?;
    let advice = advisor.advice();
    let text = if args.json {
        let mut value = advice.to_value();
        value["complete"] = json!(complete);
        format!("{value:#}\n")
    } else {
        format_advice(&advice)
    };
    crate::print(&text)?;
    if complete {
        return Ok(ExitCode::SUCCESS);
    }
    print_message("bufferlab: interrupted; the advice covers the runs so far");
    Ok(ExitCode::from(INTERRUPTED))
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
        ("checks", args.checks.map(|runs| json!(runs))),
        ("precision", args.precision.map(|ratio| json!(ratio))),
        ("confidence", args.confidence.map(|share| json!(share))),
    ];
    for (name, value) in given {
        question.extend(value.map(|value| (name.to_owned(), value)));
    }
    Ok(Value::Object(question))
}

/// Runs rounds until the search ends. Returns false if Ctrl-C ended it early.
fn search(
    advisor: &mut Advisor,
    args: &Args,
    about: &dyn Fn(bufferlab_core::scenario::Problems) -> Failure,
) -> Result<bool, Failure> {
    let interruption = interruption();
    let mut progress = Progress::begin();
    let mut traces: Option<Traces> = None;
    while let Some(round) = advisor.next_round() {
        let study = StudyDocument::from_value(round.study.clone()).and_then(Study::checked_before);
        let study = study.map_err(about)?;
        let traces = match &mut traces {
            Some(traces) => traces,
            none => none.insert(files(&study, args)?),
        };
        let on_progress = |share: f64| {
            let (done, all) = advisor.progress();
            let now = done as f64 + share * round.runs() as f64;
            progress.show_runs(done, all, (now / all as f64).min(1.0));
        };
        let Some(lines) = run(&study, &round, (traces, args), &interruption, on_progress) else {
            progress.end();
            return Ok(false);
        };
        advisor.take(&round, &lines).map_err(about)?;
    }
    progress.end();
    Ok(true)
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

/// Formats the advice: the answer, the rules of thumb, other flow counts, all tested sizes, and warnings.
fn format_advice(advice: &Advice) -> String {
    let mut text = answer(advice);
    text += &rules(advice);
    text += &around(advice);
    text += "\nTested buffers\n";
    let mut table = Table::new(heads(advice, &["Buffer", "Runs"]));
    for seen in &advice.seen {
        let runs = seen.figures.first().and_then(|figure| figure.known);
        let runs = runs.map_or(0, |known| known.n).to_string();
        table.row(
            [name(advice, seen.limit), runs]
                .into_iter()
                .chain(figures(advice, seen)),
        );
    }
    text += &table.text();
    for warning in advice.warnings() {
        text += &format!("\n{warning}\n");
    }
    text
}

fn answer(advice: &Advice) -> String {
    let wanted: Vec<String> = advice.targets.iter().map(wanted).collect();
    let wanted = wanted.join(", ");
    let Some(answer) = &advice.answer else {
        let closest = advice.closest.as_ref().map(|seen| {
            format!(
                " The closest is {}: {}.",
                name(advice, seen.limit),
                listed(advice, &seen.figures)
            )
        });
        return format!(
            "No tested buffer is certain to meet {wanted}.{}\n",
            closest.unwrap_or_default()
        );
    };
    format!(
        "{} is the smallest buffer that meets {wanted}:\n    {}\n    verified with {} further seeds, {} joint confidence that all targets are met; {} runs in total.\n",
        name(advice, answer.limit),
        listed(advice, &answer.figures),
        answer
            .figures
            .first()
            .and_then(|figure| figure.known)
            .map_or(0, |known| known.n),
        percent(advice.confidence),
        advice.runs
    )
}

fn rules(advice: &Advice) -> String {
    let mut table = Table::new(heads(
        advice,
        &["Rule", "Buffer", "Drains in", "Memory", "Meets targets"],
    ));
    for rule in &advice.rules {
        let limit = rule.seen.limit;
        let cells = [
            rule.label.to_owned(),
            advice.size(limit),
            seconds(advice.link.drain_s(limit)),
            bytes(advice.link.bytes(limit)),
            tick(&rule.seen),
        ];
        table.row(cells.into_iter().chain(figures(advice, &rule.seen)));
    }
    format!("\nRules of thumb in this scenario\n{}", table.text())
}

fn around(advice: &Advice) -> String {
    if advice.around.is_empty() {
        return String::new();
    }
    let mut table = Table::new(heads(advice, &["Flows", "Meets targets"]));
    for around in &advice.around {
        let cells = [around.flows.to_string(), tick(&around.seen)];
        table.row(cells.into_iter().chain(figures(advice, &around.seen)));
    }
    format!(
        "\nThe same buffer with other numbers of flows (the scenario has {})\n{}",
        advice.link.flows,
        table.text()
    )
}

fn heads<'a>(advice: &'a Advice, first: &'a [&'a str]) -> impl Iterator<Item = String> + 'a {
    let first = first.iter().map(|head| (*head).to_owned());
    first.chain(
        advice
            .targets
            .iter()
            .map(|target| short(advice, target).to_owned()),
    )
}

/// Formats a limit as a count, in bytes and as the time to drain it.
fn name(advice: &Advice, limit: u64) -> String {
    let drain = seconds(advice.link.drain_s(limit));
    format!(
        "{} ({}, {drain})",
        advice.size(limit),
        bytes(advice.link.bytes(limit))
    )
}

fn tick(seen: &Seen) -> String {
    if seen.is_met() { "yes ✓" } else { "no ✗" }.to_owned()
}

fn wanted(target: &Target) -> String {
    let sign = match target.bound {
        bufferlab_core::advise::Bound::AtLeast => "≥",
        bufferlab_core::advise::Bound::AtMost => "≤",
    };
    format!("{} {sign} {}", target.measure, shown(target, target.value))
}

fn listed(advice: &Advice, figures: &[Figure]) -> String {
    let each = advice.targets.iter().zip(figures);
    let each =
        each.map(|(target, figure)| format!("{} {}", short(advice, target), mean(target, figure)));
    each.collect::<Vec<_>>().join(", ")
}

fn figures(advice: &Advice, seen: &Seen) -> impl Iterator<Item = String> {
    let each = advice.targets.iter().zip(&seen.figures);
    each.map(|(target, figure)| mean(target, figure))
        .collect::<Vec<_>>()
        .into_iter()
}

/// Formats a mean with the half-width of its 95 % interval.
fn mean(target: &Target, figure: &Figure) -> String {
    let Some(known) = figure.known else {
        return NOT_APPLICABLE.to_owned();
    };
    let mean = shown(target, known.mean);
    match known.half_width {
        Some(width) => format!("{mean} ± {}", shown(target, width)),
        None => mean,
    }
}

/// Returns the name of a measure without the prefix of the bottleneck.
fn short<'a>(advice: &Advice, target: &'a Target) -> &'a str {
    let owner = format!("bottlenecks.{}.", advice.link.id);
    target
        .measure
        .strip_prefix(&owner)
        .unwrap_or(&target.measure)
}

fn shown(target: &Target, value: f64) -> String {
    match target.unit() {
        Unit::Ratio => percent(value),
        Unit::BitsPerSecond => rate(value),
        Unit::Bytes => bytes(value),
        Unit::Seconds => seconds(value),
        Unit::None | Unit::Packets | Unit::Flows => significant(value),
    }
}
