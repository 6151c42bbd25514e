//! TypeScript types of what crosses to the page, generated from the types here, so that nothing is said
//! twice. The file is checked in, for editors and reviewers; this notices when it is stale:
//!
//! ```text
//! BLESS=1 cargo test -p bufferlab-core --lib types
//! ```
//!
//! Kinds are left open (`Kinded`): what fields they have the catalog says while the page runs, so that one
//! more kind changes nothing there.

use crate::lab::{Report, catalog};
use crate::models;
use crate::observe::{layout, measure, measures, probe, summary};
use crate::presets::{Preset, Topic};
use crate::scenario::catalog::entries;
use crate::scenario::{self, Distribution, Patch, Problem};
use crate::sim::trace_event;
use crate::spec::{Companion, Unit};
use crate::study::{self, document};
use crate::trace;
use crate::warnings;
use write::{of, tidy};

mod write;

const PATH: &str = "engine.ts";

const HEAD: &str = "\
/**
 * JSON types that the engine and the page exchange. Generated from the types of the engine by
 *
 *     BLESS=1 cargo test -p bufferlab-core --lib types
 */

/** Object with a `kind`. The section `registry.kind` of the catalog describes its other fields. */
export type Kinded = { kind: string; [field: string]: unknown };

/** Queue of any kind; exactly one of its two limits is set. */
export type Queue = Kinded & { limit_packets: number | null; limit_bytes: number | null };
";

#[test]
fn the_types_of_the_page_are_those_of_the_engine() {
    write::check(PATH, "bufferlab-core", &generated());
}

fn generated() -> String {
    let config = write::config();
    let parts = [
        of::<Distribution>(&config),
        of::<scenario::Scenario>(&config),
        of::<scenario::Bottleneck>(&config),
        of::<scenario::Reverse>(&config),
        of::<scenario::Edge>(&config),
        of::<scenario::Group>(&config),
        of::<scenario::Turn>(&config),
        of::<scenario::Direction>(&config),
        of::<scenario::Side>(&config),
        of::<scenario::Access>(&config),
        of::<scenario::Egress>(&config),
        of::<Patch>(&config),
        of::<scenario::Edit>(&config),
        of::<Problem>(&config),
        of::<trace::Content>(&config),
        of::<trace::FileRequest>(&config),
        of::<catalog::Catalog>(&config),
        of::<probe::About>(&config),
        of::<measure::About>(&config),
        of::<measure::Shown>(&config),
        of::<measure::OnRequest>(&config),
        of::<warnings::Row>(&config),
        of::<models::About>(&config),
        of::<models::Output>(&config),
        of::<entries::Section>(&config),
        of::<entries::Param>(&config),
        of::<Companion>(&config),
        of::<Unit>(&config),
        of::<entries::ParamKind>(&config),
        of::<entries::Range>(&config),
        of::<entries::Word>(&config),
        of::<entries::Profile>(&config),
        of::<entries::Setting>(&config),
        of::<entries::NotModeled>(&config),
        of::<Preset>(&config),
        of::<Topic>(&config),
        of::<summary::Summary>(&config),
        of::<Report>(&config),
        of::<warnings::Warning>(&config),
        of::<warnings::Fix>(&config),
        "/** A link with a queue, and its reverse; null if acknowledgments pass without queueing. */\n\
         export type BottleneckSummary = LinkSummary & { reverse: LinkSummary | null };"
            .to_owned(),
        link_summary(),
        group_summary(),
        of::<layout::Layout>(&config),
        of::<layout::LinkInfo>(&config),
        of::<layout::GroupInfo>(&config),
        of::<layout::FlowInfo>(&config),
        of::<layout::Series>(&config),
        of::<probe::Of>(&config),
        of::<probe::Shape>(&config),
        of::<trace_event::TraceEvent>(&config),
        of::<trace_event::TraceEventKind>(&config),
        of::<trace_event::LinkAction>(&config),
        of::<trace_event::FlowAction>(&config),
        of::<trace_event::AckFacts>(&config),
        of::<trace_event::FlowFacts>(&config),
        of::<trace_event::PacketFacts>(&config),
        of::<trace_event::QueueFacts>(&config),
        of::<trace_event::SenderFacts>(&config),
        of::<trace_event::SentFacts>(&config),
        of::<document::StudyDocument>(&config),
        of::<document::Over>(&config),
        of::<document::Range>(&config),
        of::<document::Seeds>(&config),
        of::<document::Stop>(&config),
        of::<study::CaseId>(&config),
        of::<study::Line>(&config),
        of::<study::run::Outcome>(&config),
    ];
    format!("{HEAD}\n{}", tidy(&parts.join("\n")))
}

/// The figures of a link, from the rows that make its JSON.
fn link_summary() -> String {
    let rows = measures::link::LINK.iter().map(|row| (row.id, row.help));
    format!(
        "/** A link with a queue. */\nexport type LinkSummary = {{\n  /** Its id. */\n  id: string,\n{}}};\n",
        fields(rows, "")
    )
}

/// The same of a group.
fn group_summary() -> String {
    let rows = measures::sender::SENDER
        .iter()
        .chain(measures::sender::GROUP)
        .chain(measures::quality::QUALITY)
        .chain(measures::application::APPLICATION)
        .map(|row| (row.id, row.help));
    let sentence = "  /** Sentence for people about its call, its game or its answers. */\n  sentence: string | null,\n";
    format!(
        "/** A group of flows. */\nexport type GroupSummary = {{\n  /** Its id. */\n  id: string,\n  \
         /** Kind of its traffic. */\n  kind: string,\n  /** Number of flows. */\n  flows: number,\n{sentence}{}}};\n",
        fields(rows, " | null")
    )
}

/// A field per row, those behind the same dot as an object, which is `nothing` where none applies.
fn fields(rows: impl Iterator<Item = (&'static str, &'static str)>, nothing: &str) -> String {
    let mut text = String::new();
    let mut open = "";
    for (id, help) in rows {
        let (nest, name) = id.split_once('.').unwrap_or(("", id));
        if nest != open {
            if !open.is_empty() {
                text.push_str(&format!("  }}{nothing},\n"));
            }
            if !nest.is_empty() {
                text.push_str(&format!("  {nest}: {{\n"));
            }
            open = nest;
        }
        text.push_str(&format!("  /** {help} */\n  {name}: number | null,\n"));
    }
    if !open.is_empty() {
        text.push_str(&format!("  }}{nothing},\n"));
    }
    text
}
