//! What was found, as text and as rows.

use bufferlab_artefacts::{Artefact, Curves, Findings, Found, Verdict};
use bufferlab_core::study::Interval;
use serde_json::json;

use crate::failure::Failure;
use crate::quantity::significant;
use crate::sheet::Sheet;

/// Verdicts and numbers of one artefact, for people.
pub fn claims(artefact: &Artefact, findings: &Findings, seconds: f64) -> String {
    let Artefact {
        id,
        title,
        paper,
        source,
        ..
    } = artefact;
    let mut text = format!(
        "{id} – {title}\n  {paper}, {source}; {} s\n",
        significant(seconds)
    );
    for claim in &findings.claims {
        let known = if claim.contradictory {
            " (the text contradicts itself)"
        } else {
            ""
        };
        text += &format!(
            "  {:<8} {}{known}\n           {}\n",
            claim.verdict.to_string(),
            claim.text,
            claim.found
        );
    }
    text + "\n"
}

/// How many claims there are, and of which verdict.
pub fn sum<'a>(claims: impl Iterator<Item = &'a Found>) -> String {
    let (mut all, mut remarks, mut differ, mut known) = (0, 0, 0, 0);
    for claim in claims {
        all += 1;
        remarks += usize::from(claim.verdict == Verdict::Remark);
        differ += usize::from(claim.is_a_failure());
        known += usize::from(claim.verdict == Verdict::Differs && claim.contradictory);
    }
    let hold = all - remarks - differ - known;
    format!(
        "{all} claims: {hold} hold, {remarks} with a remark, {differ} differ, {known} cannot hold as the text contradicts itself\n"
    )
}

/// A row for each point of each series.
pub fn write_csv(path: &str, artefact: &Artefact, curves: &Curves) -> Result<(), Failure> {
    let columns = [
        "chart",
        "series",
        "label",
        "x",
        "mean",
        "half_width",
        "n",
        "min",
        "max",
    ];
    let mut sheet = Sheet::begin(path, &columns.map(str::to_owned))?;
    for (chart, series) in artefact.series() {
        let points = curves
            .0
            .get(&series.id)
            .map_or(&[][..], |curve| &curve.points);
        for point in points {
            let Some(Interval {
                n,
                mean,
                half_width,
                min,
                max,
            }) = Interval::of(&point.values)
            else {
                continue;
            };
            sheet.row(&[
                json!(chart.id),
                json!(series.id),
                json!(series.label),
                json!(point.x),
                json!(mean),
                json!(half_width),
                json!(n),
                json!(min),
                json!(max),
            ])?;
        }
    }
    sheet.place()
}
