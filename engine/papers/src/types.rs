//! TypeScript types of figures and results for the page, as `bufferlab_core::types` makes those of the engine:
//!
//! ```text
//! BLESS=1 cargo test -p bufferlab-papers --lib types
//! ```

#[path = "../../core/src/types/write.rs"]
mod write;

use crate::claim::{Claim, Origin, Verdict};
use crate::figure::{AxisX, AxisY, Chart, Explore, Figure, ModelGrid, Scale, Series};
use crate::goal::{Part, Verdict as GoalVerdict};
use crate::page::{Opened, StudyOfFigure};
use crate::statement::check::Outcome;
use crate::stored::{StoredClaim, StoredCurve, StoredPoint, StoredResult};
use write::{of, tidy};

const HEAD: &str = "\
/**
 * Figures of the papers and their stored results. Generated from the types of the engine by
 *
 *     BLESS=1 cargo test -p bufferlab-papers --lib types
 */
import type { StudyDocument } from './engine';
";

#[test]
fn the_types_of_the_page_are_those_of_the_figures() {
    let config = write::config();
    let parts = [
        of::<Opened>(&config),
        of::<StudyOfFigure>(&config),
        of::<Figure>(&config),
        of::<ModelGrid>(&config),
        of::<Chart>(&config),
        of::<Explore>(&config),
        of::<Scale>(&config),
        of::<AxisX>(&config),
        of::<AxisY>(&config),
        of::<Series>(&config),
        of::<Claim>(&config),
        of::<Origin>(&config),
        of::<Verdict>(&config),
        of::<StoredResult>(&config),
        of::<StoredCurve>(&config),
        of::<StoredPoint>(&config),
        of::<StoredClaim>(&config),
    ];
    let now = format!("{HEAD}\n{}", tidy(&parts.join("\n")));
    write::check("papers.ts", "bufferlab-papers", &now);
}

const JUDGE_HEAD: &str = "\
/**
 * Verdicts about the goals of lessons. Generated from the types of the engine by
 *
 *     BLESS=1 cargo test -p bufferlab-papers --lib types
 */
";

#[test]
fn the_types_of_lessons_are_those_of_the_judge() {
    let config = write::config();
    let parts = [
        of::<GoalVerdict>(&config),
        of::<Part>(&config),
        of::<Outcome>(&config),
    ];
    let now = format!("{JUDGE_HEAD}\n{}", tidy(&parts.join("\n")));
    write::check("judge.ts", "bufferlab-papers", &now);
}
