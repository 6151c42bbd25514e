//! Figures that one run does not give well enough to tell two runs apart.

use super::words::percent;
use super::{Finds, Look, Row, Run};
use crate::observe::steady::{BATCHES, Means};

/// Confidence intervals are wide.
pub static WIDE: Row = Row {
    id: "wide_interval",
    label: "Figures too uncertain to compare",
    help: "The measured part of the run, cut into ten batches, gives each figure ten times; their spread gives a 95 % interval (batch means, Student's t). A utilisation is too uncertain at ±2 % of the link's rate, a loss at ±⅓ of itself: then its interval overlaps that of half the loss. Judged at the end of runs that nobody changes on the way.",
    source: "Schmeiser, Batch size effects in the analysis of simulation output (1982); Law, Simulation Modeling and Analysis, Section 9.5",
    look: Look::Run(wide),
};

/// Half-width from which on a utilisation is too uncertain.
const UTILIZATION: f64 = 0.02;

/// The same of a loss, as a share of it: ℓ(1 − h) < ½ℓ(1 + h) from h = ⅓ on.
const LOSS: f64 = 1.0 / 3.0;

fn wide(run: &Run<'_>, finds: &mut Finds) {
    if run.edited || !run.ended {
        return;
    }
    let warm = run.pieces_before_measuring();
    for link in run.bottlenecks() {
        let used = Means::of(&link.pieces.utilizations()[warm..]);
        let lost = link.pieces.losses(warm, BATCHES);
        let lost = lost.map(|batches| Means::of_batches(batches.into_iter()));
        let figures = [
            ("utilisation", used, UTILIZATION, false),
            ("loss", lost, LOSS, true),
        ];
        for (name, means, most, is_relative) in figures {
            let Some(Means { mean, half_width }) = means else {
                continue;
            };
            let tolerated = if is_relative { most * mean } else { most };
            if half_width > tolerated {
                finds.warn(
                    "duration_s".to_owned(),
                    format!(
                        "The {name} of {} is known to {} ± {} only (95 %, from {BATCHES} batches).",
                        link.name,
                        percent(mean),
                        percent(half_width)
                    ),
                    "Measure longer, or average several seeds, before comparing it with another run.",
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

    /// What is said of a run at its end, or `s` before it.
    fn told(id: &str, set: Value, before_s: f64) -> Vec<String> {
        let mut lab = Lab::new(&preset(id, set));
        let until = Time::from_s(lab.end().s() - before_s);
        lab.advance(until).expect("few packets");
        let warnings = lab.warnings().into_iter();
        warnings
            .filter(|w| w.id == WIDE.id)
            .map(|w| w.sentence)
            .collect()
    }

    /// M/D/1 with ten places loses 0.364 %: of 10 s some 36 packets, in clumps; of 2,000 s 7,300.
    #[test]
    fn a_loss_of_few_packets_is_told_and_one_of_many_not() {
        let short = json!({ "duration_s": 20, "warmup_s": 10 });
        let said = told("poisson-queue", short.clone(), 0.0);
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(
            said[0].starts_with("The loss of r0 is known to 0."),
            "{said:?}"
        );
        assert_eq!(told("poisson-queue", json!({}), 0.0), [""; 0]);
        assert_eq!(
            told("poisson-queue", short, 0.1),
            [""; 0],
            "the run is not over"
        );
    }

    /// A source that is on for seconds and off for seconds.
    #[test]
    fn so_is_a_utilisation_that_wanders() {
        let bursts =
            json!({ "kind": "on_off", "peak_rate_bps": 8e6, "mean_on_s": 3, "mean_off_s": 3 });
        let with = |traffic: &Value| json!({ "groups.udp.traffic": traffic, "duration_s": 110, "warmup_s": 10 });
        let said = told("poisson-queue", with(&bursts), 0.0);
        assert!(said[0].starts_with("The utilisation of r0"), "{said:?}");
        let steady = json!({ "kind": "poisson", "rate_bps": 4e6 });
        assert_eq!(told("poisson-queue", with(&steady), 0.0), [""; 0]);
    }
}
