//! The smallest buffer as text.

use bufferlab_core::advise::{Advice, Figure};

use super::preliminary::preliminary;
use super::targets::{figure_cells, heads, mean, short, tick, wanted};
use crate::quantity::{bytes, percent, seconds};
use crate::table::Table;

/// Formats the advice: the answer, the rules of thumb, other flow counts, all tested sizes, and warnings.
pub fn buffer_text(advice: &Advice) -> String {
    let mut text = answer(advice);
    text += &rules(advice);
    text += &around(advice);
    text += "\nTested buffers\n";
    let mut table = Table::new(heads(&advice.link, &advice.targets, &["Buffer", "Runs"]));
    for seen in &advice.seen {
        let runs = seen.figures.first().and_then(|figure| figure.known);
        let runs = runs.map_or(0, |known| known.n).to_string();
        table.row(
            [name(advice, seen.limit), runs]
                .into_iter()
                .chain(figure_cells(&advice.targets, &seen.figures)),
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
            "No tested buffer is certain to meet {wanted}.{}\n{}",
            closest.unwrap_or_default(),
            preliminary(&advice.doubts, advice.long_enough)
        );
    };
    let size = name(advice, answer.limit);
    let values = listed(advice, &answer.figures);
    let known = answer.figures.first().and_then(|figure| figure.known);
    let seeds = known.map_or(0, |known| known.n);
    match advice.confidence {
        None => format!(
            "Preliminary: in these runs {size} is the smallest buffer that meets {wanted}:\n    {values}\n{}",
            preliminary(&advice.doubts, advice.long_enough)
        ),
        Some(confidence) => format!(
            "{size} is the smallest buffer that meets {wanted}:\n    {values}\n    verified with {seeds} further seeds, {} joint \
             confidence that all targets are met; {} runs in total.\n",
            percent(confidence),
            advice.runs
        ),
    }
}

fn rules(advice: &Advice) -> String {
    let mut table = Table::new(heads(
        &advice.link,
        &advice.targets,
        &["Rule", "Buffer", "Drains in", "Memory", "Meets targets"],
    ));
    for rule in &advice.rules {
        let limit = rule.seen.limit;
        let cells = [
            rule.label.to_owned(),
            advice.size(limit),
            seconds(advice.link.drain_s(limit)),
            bytes(advice.link.bytes(limit)),
            tick(rule.seen.is_met()).to_owned(),
        ];
        table.row(
            cells
                .into_iter()
                .chain(figure_cells(&advice.targets, &rule.seen.figures)),
        );
    }
    format!("\nRules of thumb in this scenario\n{}", table.text())
}

fn around(advice: &Advice) -> String {
    if advice.around.is_empty() {
        return String::new();
    }
    let mut table = Table::new(heads(
        &advice.link,
        &advice.targets,
        &["Flows", "Meets targets"],
    ));
    for around in &advice.around {
        let cells = [
            around.flows.to_string(),
            tick(around.seen.is_met()).to_owned(),
        ];
        table.row(
            cells
                .into_iter()
                .chain(figure_cells(&advice.targets, &around.seen.figures)),
        );
    }
    format!(
        "\nThe same buffer with other numbers of flows (the scenario has {})\n{}",
        advice.link.flows,
        table.text()
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

fn listed(advice: &Advice, figures: &[Figure]) -> String {
    let each = advice.targets.iter().zip(figures);
    let each = each.map(|(target, figure)| {
        format!("{} {}", short(&advice.link, target), mean(target, figure))
    });
    each.collect::<Vec<_>>().join(", ")
}
