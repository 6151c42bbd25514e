//! The comparison of remedies as text.

use bufferlab_core::advise::{Comparison, ComparisonRow, Standing};

use super::preliminary::preliminary;
use super::targets::{figure_cells, heads, short, tick, wanted};
use crate::quantity::{NOT_APPLICABLE, bytes, percent, seconds};
use crate::table::Table;

/// Formats a comparison: the best remedy in a sentence, a table of all, and how Linux sets the best one.
pub fn remedies_text(comparison: &Comparison) -> String {
    let mut text = best(comparison);
    text += &table(comparison);
    if let Some(tc) = comparison.rows.first().and_then(ComparisonRow::tc) {
        text += &format!(
            "\nOn the Linux interface before the link, if it is the bottleneck:\n    {tc}\n"
        );
    }
    for warning in comparison.warnings() {
        text += &format!("\n{warning}\n");
    }
    text
}

fn best(comparison: &Comparison) -> String {
    let targets: Vec<String> = comparison.targets.iter().map(wanted).collect();
    let targets = targets.join(", ");
    let Some(first) = comparison.rows.first() else {
        return String::new();
    };
    let label = first.remedy.label;
    let each = comparison
        .targets
        .iter()
        .map(|target| short(&comparison.link, target));
    let each = each.zip(figure_cells(&comparison.targets, &first.figures));
    let figures: Vec<String> = each.map(|(name, cell)| format!("{name} {cell}")).collect();
    let meets = if first.is_met() {
        format!("{label} meets {targets} best")
    } else {
        format!("No remedy meets {targets}. {label} comes closest")
    };
    let figures = figures.join(", ");
    match comparison.confidence {
        None => format!(
            "Preliminary: {meets}:\n    {figures}\n{}",
            preliminary(&comparison.doubts, comparison.long_enough)
        ),
        Some(confidence) => format!(
            "{meets}:\n    {figures}\n    {} runs, {} joint confidence.\n",
            comparison.runs,
            percent(confidence)
        ),
    }
}

fn table(comparison: &Comparison) -> String {
    let first = [
        "Remedy",
        "Buffer",
        "Compared with the best",
        "Meets targets",
    ];
    let mut table = Table::new(heads(&comparison.link, &comparison.targets, &first));
    for row in &comparison.rows {
        let capacity = comparison.capacity(&row.remedy);
        let room = capacity.map_or(NOT_APPLICABLE.to_owned(), |size| {
            let packets = size.packets.round();
            format!(
                "{packets} packets ({}, {})",
                bytes(size.bytes),
                seconds(size.drain_s)
            )
        });
        let text = [
            row.remedy.label,
            &room,
            standing(row.standing),
            tick(row.is_met()),
        ]
        .map(str::to_owned);
        table.row(
            text.into_iter()
                .chain(figure_cells(&comparison.targets, &row.figures)),
        );
    }
    format!("\nRemedies, the best first\n{}", table.text())
}

fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::Best => "best",
        Standing::AsGood => "as good",
        Standing::Worse => "worse",
        Standing::Open => "not distinguished",
        Standing::Unknown => "has no value",
    }
}
