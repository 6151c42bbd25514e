//! Results of figures, as text and as rows of a CSV file.

use bufferlab_core::study::Interval;
use bufferlab_papers::{Curves, Figure, Findings, JudgedClaim, Origin, Verdict};
use serde_json::json;

use crate::csv_file::CsvFile;
use crate::failure::Failure;
use crate::quantity::significant;
use crate::table::cell_text;

/// Formats the verdicts and the numbers of one figure.
pub fn claims(figure: &Figure, findings: &Findings, seconds: f64) -> String {
    let Figure {
        id,
        title,
        paper,
        source,
        ..
    } = figure;
    let mut text = format!(
        "{id} – {title}\n  {paper}, {source}; {} s\n",
        significant(seconds)
    );
    for claim in &findings.claims {
        text += &format!(
            "  {}: {}{}{}\n      {}\n",
            claim.label(),
            claim.text,
            origin_remark(claim.origin),
            assumption(claim),
            claim.found
        );
        text += &reasons(claim);
    }
    text + "\n"
}

/// Formats the reason and the evidence, one line each; empty for a claim that is reproduced without a remark.
fn reasons(claim: &JudgedClaim) -> String {
    if claim.verdict == Verdict::Holds {
        return String::new();
    }
    let summary = claim
        .reason
        .iter()
        .map(|reason| format!("      {reason}\n"));
    let evidence = claim
        .evidence
        .iter()
        .map(|item| format!("      - {item}\n"));
    summary.chain(evidence).collect()
}

/// Returns the origin of a claim as a remark; empty for a claim of the paper itself.
fn origin_remark(origin: Origin) -> &'static str {
    match origin {
        Origin::Paper => "",
        Origin::Derived => " (derived from the paper, not stated in it)",
        Origin::Model => " (computed from a model, not stated in the paper)",
    }
}

/// Returns the assumption under which the paper contradicts itself, if the claim needs one.
fn assumption(claim: &JudgedClaim) -> String {
    let assumption = claim.assumption.as_ref().filter(|_| claim.contradictory);
    assumption.map_or_else(String::new, |assumption| {
        format!(" (the contradiction assumes that {assumption})")
    })
}

/// Counts the claims by verdict. Claims of the papers are counted separately from derived and computed ones.
pub fn totals<'a>(claims: impl Iterator<Item = &'a JudgedClaim>) -> String {
    let (of_papers, others): (Vec<&JudgedClaim>, Vec<&JudgedClaim>) =
        claims.partition(|claim| claim.origin == Origin::Paper);
    let mut text = counts("Claims of the papers", &of_papers);
    if !others.is_empty() {
        text += &counts(
            "Claims derived from a paper or computed from a model",
            &others,
        );
    }
    text
}

/// Order of the verdicts in the totals.
const VERDICTS: [&str; 5] = [
    "reproduced",
    "reproduced with a remark",
    "undecided",
    "not reproduced",
    "contradicted by the paper itself",
];

/// Formats the number of claims, and the number with each verdict on a line of its own.
fn counts(of: &str, claims: &[&JudgedClaim]) -> String {
    let mut text = format!("{of}: {}\n", claims.len());
    for verdict in VERDICTS {
        let count = claims
            .iter()
            .filter(|claim| claim.label() == verdict)
            .count();
        text += &format!("{count:>6} {verdict}\n");
    }
    text
}

/// Writes a CSV file with one row per point of each series.
pub fn write_csv(path: &str, figure: &Figure, curves: &Curves) -> Result<(), Failure> {
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
    let mut sheet = CsvFile::create(path, &columns)?;
    for (chart, series) in figure.series() {
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
            let cells = [
                json!(chart.id),
                json!(series.id),
                json!(series.label),
                json!(point.x),
                json!(mean),
                json!(half_width),
                json!(n),
                json!(min),
                json!(max),
            ];
            sheet.row(cells.iter().map(cell_text))?;
        }
    }
    sheet.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(origin: Origin, verdict: Verdict, contradictory: bool) -> JudgedClaim {
        JudgedClaim {
            id: "t1".to_owned(),
            text: "Loss falls.".to_owned(),
            origin,
            held: verdict == Verdict::Holds || verdict == Verdict::Remark,
            verdict,
            found: "loss: 1".to_owned(),
            contradictory,
            assumption: None,
            reason: None,
            evidence: Vec::new(),
        }
    }

    #[test]
    fn claims_of_papers_are_counted_separately_from_derived_claims() {
        let all = [
            found(Origin::Paper, Verdict::Holds, false),
            found(Origin::Paper, Verdict::Undecided, false),
            found(Origin::Paper, Verdict::Differs, true),
            found(Origin::Model, Verdict::Holds, false),
            found(Origin::Derived, Verdict::Differs, false),
        ];
        assert_eq!(
            totals(all.iter()),
            "Claims of the papers: 3
     1 reproduced
     0 reproduced with a remark
     1 undecided
     0 not reproduced
     1 contradicted by the paper itself
Claims derived from a paper or computed from a model: 2
     1 reproduced
     0 reproduced with a remark
     0 undecided
     1 not reproduced
     0 contradicted by the paper itself
"
        );
    }

    #[test]
    fn a_contradiction_names_its_assumption() {
        let mut claim = found(Origin::Paper, Verdict::Differs, true);
        assert_eq!(claim.label(), "contradicted by the paper itself");
        assert_eq!(assumption(&claim), "");
        claim.assumption = Some("no packet is lost".to_owned());
        assert_eq!(
            assumption(&claim),
            " (the contradiction assumes that no packet is lost)"
        );
    }

    #[test]
    fn reasons_are_listed_unless_a_claim_is_reproduced() {
        let mut claim = found(Origin::Paper, Verdict::Differs, false);
        claim.reason = Some("The text sets no delay.".to_owned());
        claim.evidence = vec!["With 50 ms the loss is 1 %.".to_owned()];
        assert_eq!(
            reasons(&claim),
            "      The text sets no delay.\n      - With 50 ms the loss is 1 %.\n"
        );
        claim.verdict = Verdict::Holds;
        assert_eq!(reasons(&claim), "");
    }
}
