//! What was found, as text and as rows.

use bufferlab_artefacts::{Artefact, Curves, Findings, Found, Own, Verdict};
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
        text += &format!(
            "  {:<9} {}{}{}\n            {}\n",
            claim.verdict.to_string(),
            claim.text,
            origin(claim.own),
            contradiction(claim),
            claim.found
        );
        text += &reasons(claim);
    }
    text + "\n"
}

/// Summary and evidence, one line each; empty for a claim that simply holds.
fn reasons(claim: &Found) -> String {
    if claim.verdict == Verdict::Holds {
        return String::new();
    }
    let summary = claim
        .reason
        .iter()
        .map(|reason| format!("            {reason}\n"));
    let evidence = claim
        .evidence
        .iter()
        .map(|item| format!("            - {item}\n"));
    summary.chain(evidence).collect()
}

/// Whose claim it is, unless it is the paper's.
fn origin(own: Own) -> &'static str {
    match own {
        Own::Paper => "",
        Own::Derived => " (not the paper's claim: derived from it)",
        Own::Model => " (not the paper's claim: computed from its model)",
    }
}

fn contradiction(claim: &Found) -> String {
    match (&claim.assumption, claim.contradictory) {
        (_, false) => String::new(),
        (None, true) => " (the paper contradicts itself)".to_owned(),
        (Some(assumption), true) => {
            format!(" (the paper contradicts itself, if we assume that {assumption})")
        }
    }
}

/// How many claims there are and of which verdict, the papers' own apart from ours.
pub fn sum<'a>(claims: impl Iterator<Item = &'a Found>) -> String {
    let (own, ours): (Vec<&Found>, Vec<&Found>) = claims.partition(|claim| claim.own == Own::Paper);
    let mut text = counts("claims of the papers", &own);
    if !ours.is_empty() {
        text += &counts(
            "further claims, derived by us or computed from a model",
            &ours,
        );
    }
    text
}

fn counts(of: &str, claims: &[&Found]) -> String {
    let count = |meets: &dyn Fn(&Found) -> bool| claims.iter().filter(|claim| meets(claim)).count();
    let verdict = |verdict| count(&|claim| claim.verdict == verdict);
    format!(
        "{} {of}: {} hold, {} hold with a remark, {} undecided, {} differ, {} cannot hold as the paper contradicts itself\n",
        claims.len(),
        verdict(Verdict::Holds),
        verdict(Verdict::Remark),
        verdict(Verdict::Undecided),
        count(&|claim| claim.is_a_failure()),
        count(&|claim| claim.contradictory),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn found(own: Own, verdict: Verdict, contradictory: bool) -> Found {
        Found {
            text: "Loss falls.".to_owned(),
            own,
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
    fn the_papers_claims_are_counted_apart_from_ours() {
        let all = [
            found(Own::Paper, Verdict::Holds, false),
            found(Own::Paper, Verdict::Undecided, false),
            found(Own::Paper, Verdict::Differs, true),
            found(Own::Model, Verdict::Holds, false),
            found(Own::Derived, Verdict::Differs, false),
        ];
        assert_eq!(
            sum(all.iter()),
            "3 claims of the papers: 1 hold, 0 hold with a remark, 1 undecided, 0 differ, 1 cannot hold as the paper contradicts itself\n\
             2 further claims, derived by us or computed from a model: 1 hold, 0 hold with a remark, 0 undecided, 1 differ, 0 cannot hold as the paper contradicts itself\n"
        );
    }

    #[test]
    fn a_contradiction_names_what_we_assume() {
        let mut claim = found(Own::Paper, Verdict::Differs, true);
        assert_eq!(contradiction(&claim), " (the paper contradicts itself)");
        claim.assumption = Some("no packet is lost".to_owned());
        assert_eq!(
            contradiction(&claim),
            " (the paper contradicts itself, if we assume that no packet is lost)"
        );
    }

    #[test]
    fn reasons_are_listed_for_claims_that_do_not_simply_hold() {
        let mut claim = found(Own::Paper, Verdict::Differs, false);
        claim.reason = Some("The text sets no delay.".to_owned());
        claim.evidence = vec!["With 50 ms the loss is 1 %.".to_owned()];
        assert_eq!(
            reasons(&claim),
            "            The text sets no delay.\n            - With 50 ms the loss is 1 %.\n"
        );
        claim.verdict = Verdict::Holds;
        assert_eq!(reasons(&claim), "");
    }
}
