//! Results of one run that are too uncertain to compare two runs.

use super::format::percent;
use super::{Check, Findings, Row, Run};
use crate::observe::steady::{BATCHES, Means};

/// Warning: confidence intervals are wide.
pub static WIDE: Row = Row {
    id: "wide_interval",
    label: "Results too uncertain to compare",
    help: "Each statistic is computed for ten batches of the measured time; the 95 % interval uses the batch means and Student’s t. A utilization is too uncertain if its interval is wider than ±2 % of the link rate. A loss is too uncertain above ±⅓ of its value, because then the interval overlaps that of half the loss. This is tested at the end of runs without edits.",
    source: "Schmeiser, Batch size effects in the analysis of simulation output (1982); Law, Simulation Modeling and Analysis, Section 9.5",
    check: Check::Run(wide),
};

/// Largest half-width of a utilization without a warning.
const UTILIZATION: f64 = 0.02;

/// Largest half-width of a loss ratio without a warning, as a share of it: ℓ(1 − h) < ½ℓ(1 + h) from h = ⅓ on.
const LOSS: f64 = 1.0 / 3.0;

fn wide(run: &Run<'_>, findings: &mut Findings) {
    if run.edited || !run.ended {
        return;
    }
    let warm = run.pieces_before_measuring();
    for link in run.bottlenecks() {
        let used = Means::of(&link.pieces.utilizations()[warm..]);
        let lost = link.pieces.losses(warm, BATCHES);
        let lost = lost.map(|batches| Means::of_batches(batches.into_iter()));
        let figures = [
            ("utilization", used, UTILIZATION, false),
            ("loss", lost, LOSS, true),
        ];
        for (name, means, most, is_relative) in figures {
            let Some(Means { mean, half_width }) = means else {
                continue;
            };
            let tolerated = if is_relative { most * mean } else { most };
            if half_width > tolerated {
                findings.warn(
                    "duration_s".to_owned(),
                    format!(
                        "The {name} of {} is {} ± {} (95 %, {BATCHES} batches), too uncertain to compare with another run.",
                        link.name,
                        percent(mean),
                        percent(half_width)
                    ),
                    "Increase the duration, or run several seeds.",
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::preset;
    use super::*;
    use crate::lab::Lab;
    use crate::time::Time;
    use serde_json::{Value, json};

    /// Returns the sentences of the warnings `before_s` seconds before the end of a run.
    fn warned(id: &str, set: Value, before_s: f64) -> Vec<String> {
        let mut lab = Lab::new(&preset(id, set));
        let until = Time::from_s(lab.end().s() - before_s);
        lab.advance(until).expect("few packets");
        let warnings = lab.warnings().into_iter();
        warnings
            .filter(|w| w.id == WIDE.id)
            .map(|w| w.sentence)
            .collect()
    }

    /// M/D/1/10 loses 0.364 %: about 36 packets in 10 s, in groups, and 7,300 in 2,000 s.
    #[test]
    fn warns_of_an_uncertain_loss_ratio_and_not_of_a_certain_one() {
        let short = json!({ "duration_s": 20, "warmup_s": 10 });
        let said = warned("poisson-queue", short.clone(), 0.0);
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].starts_with("The loss of r0 is 0."), "{said:?}");
        assert_eq!(warned("poisson-queue", json!({}), 0.0), [""; 0]);
        assert_eq!(
            warned("poisson-queue", short, 0.1),
            [""; 0],
            "the run is not over"
        );
    }

    /// A source that is on for seconds and off for seconds.
    #[test]
    fn warns_of_an_uncertain_utilization() {
        let bursts =
            json!({ "kind": "on_off", "peak_rate_bps": 8e6, "mean_on_s": 3, "mean_off_s": 3 });
        let with = |traffic: &Value| json!({ "groups.udp.traffic": traffic, "duration_s": 110, "warmup_s": 10 });
        let said = warned("poisson-queue", with(&bursts), 0.0);
        assert!(said[0].starts_with("The utilization of r0"), "{said:?}");
        let steady = json!({ "kind": "poisson", "rate_bps": 4e6 });
        assert_eq!(warned("poisson-queue", with(&steady), 0.0), [""; 0]);
    }
}
