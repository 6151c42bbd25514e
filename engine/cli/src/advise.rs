//! `bufferlab advise`: the smallest buffer that meets some targets.
//!
//! What is run, and what follows from it, is the core's matter ([`bufferlab_core::advise`]); here the rounds are dealt
//! out to threads and the advice is put in words.

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
use crate::quantity::{NOTHING, bytes, percent, rate, seconds, significant};
use crate::sweep::pool;
use crate::sweep::share::Share;
use crate::table::Table;
use crate::warnings::Said;
use crate::{say, source};

/// Finds the smallest buffer that meets targets
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// A scenario file (`-`: standard input), the id of a preset, or a link of the page
    scenario: String,
    /// A figure and its bound: `utilization=98%`, `loss.udp=2.5%`, `queue_delay_s.p99=10ms`,
    /// `groups.tcp.goodput_bps>=9Mb/s`; may be given several times
    #[arg(long, value_name = "NAME=VALUE", required = true)]
    target: Vec<String>,
    /// Which bottleneck's buffer; else the first one's
    #[arg(long, value_name = "ID")]
    bottleneck: Option<String>,
    /// Smallest limit that is tried, in the unit in which the queue counts its own
    #[arg(long, value_name = "N")]
    from: Option<u64>,
    /// Largest limit that is tried; else twice the bandwidth–delay product
    #[arg(long, value_name = "N")]
    to: Option<u64>,
    /// Seeds at the sizes that matter [default: 3]
    #[arg(long, value_name = "R")]
    replications: Option<u64>,
    /// Other seeds that the answer is checked with [default: 5]
    #[arg(long, value_name = "N")]
    checks: Option<u64>,
    /// The answer is at most so many times a size that misses the targets [default: 1.1]
    #[arg(long, value_name = "RATIO")]
    precision: Option<f64>,
    /// Confidence with which all targets are met together [default: 0.95]
    #[arg(long, value_name = "P")]
    confidence: Option<f64>,
    /// Runs at a time; else one for each core
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<u16>>,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    files: Files,
    /// Prints the advice as JSON, with everything that was seen
    #[arg(long)]
    json: bool,
}

const AFTER_HELP: &str = "With = a target is met at or above its value for utilisation, rates and fairness, at or below it for\n\
                          losses, delays and queues; >= and <= say it. Names without an owner are figures of the bottleneck.\n\
                          The run's own duration and warm-up hold: --duration and --warmup make it quick.";

/// Answers the question, or says what is known when Ctrl-C ends the search.
///
/// # Errors
/// Input that is not accepted, and figures that no run has.
pub fn advise(args: &Args) -> Result<ExitCode, Failure> {
    let document = source::load(&args.scenario)?;
    Said::default().say(document.warnings);
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
        words(&advice)
    };
    crate::print(&text)?;
    if complete {
        return Ok(ExitCode::SUCCESS);
    }
    say("bufferlab: interrupted; the advice is what is known so far");
    Ok(ExitCode::from(INTERRUPTED))
}

/// The question as JSON, from a complete scenario and the options.
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

/// Runs rounds until there are no more; whether nobody ended it early.
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
        let tell = |share: f64| {
            let (done, all) = advisor.progress();
            let now = done as f64 + share * round.runs() as f64;
            progress.show_runs(done, all, (now / all as f64).min(1.0));
        };
        let Some(lines) = run(&study, &round, (traces, args), &interruption, tell) else {
            progress.end();
            return Ok(false);
        };
        advisor.take(&round, &lines).map_err(about)?;
    }
    progress.end();
    Ok(true)
}

/// The lines of a round in the order of its cases; `None` if someone ended it.
fn run(
    study: &Study,
    round: &Round,
    (traces, args): (&Traces, &Args),
    interruption: &AtomicBool,
    mut tell: impl FnMut(f64),
) -> Option<Vec<Value>> {
    let count = round.runs() as usize;
    let share = Share::of(count);
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
    let told: Result<(), ()> = pool::as_they_come(jobs(args), count, run_one, |news| {
        if let Some((index, line)) = news {
            lines[index] = Some(line);
        }
        tell(share.done());
        Ok(())
    });
    told.ok()?;
    lines.into_iter().collect()
}

/// The files that the scenario plays.
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

/// The advice for people: the answer, the rules beside it, what was seen, and what to know.
fn words(advice: &Advice) -> String {
    let mut text = answer(advice);
    text += &rules(advice);
    text += &around(advice);
    text += "\nWhat was seen\n";
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
            "No buffer that was tried is sure to meet {wanted}.{}\n",
            closest.unwrap_or_default()
        );
    };
    format!(
        "{} is the smallest buffer that meets {wanted}:\n    {}\n    by {} runs with seeds of their own, at {} confidence that all targets are met; {} runs in all.\n",
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
        &["Rule", "Buffer", "Drains in", "Memory", "Meets them"],
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
    format!("\nThe rules of thumb, in this scenario\n{}", table.text())
}

fn around(advice: &Advice) -> String {
    if advice.around.is_empty() {
        return String::new();
    }
    let mut table = Table::new(heads(advice, &["Flows", "Meets them"]));
    for around in &advice.around {
        let cells = [around.flows.to_string(), tick(&around.seen)];
        table.row(cells.into_iter().chain(figures(advice, &around.seen)));
    }
    format!(
        "\nThat buffer with other numbers of flows than {}\n{}",
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

/// A limit with its other names.
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

/// A mean with the half-width of its 95 % interval.
fn mean(target: &Target, figure: &Figure) -> String {
    let Some(known) = figure.known else {
        return NOTHING.to_owned();
    };
    let mean = shown(target, known.mean);
    match known.half_width {
        Some(width) => format!("{mean} ± {}", shown(target, width)),
        None => mean,
    }
}

/// The name of a figure, without the bottleneck that all are about.
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
