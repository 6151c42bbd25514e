//! A warm-up that ends before the start has been forgotten.

use super::words::{number, percent, seconds};
use super::{Bottleneck, Finds, Look, Row, Run};
use crate::observe::pieces::LinkPieces;
use crate::observe::steady::{Means, mean, settled};

/// The warm-up is shorter than the transient.
pub static SHORT: Row = Row {
    id: "short_warmup",
    label: "Warm-up shorter than the start-up",
    help: "Figures are measured from the end of the warm-up on, and the start can still be seen in them. MSER-5 on utilization, mean queue and loss of each bottleneck, in a thousandth of the run at a time, says from when on the run is steady; that is later, and the mean from there on differs by more than its 95 % interval and by more than 1 %. Judged from the middle of what is measured on, in runs that nobody changes on the way.",
    source: "White, Cobb and Spratt, A comparison of five steady-state truncation heuristics for simulation (WSC 2000)",
    look: Look::Run(short),
};

/// Smallest share of a figure by which it must be off.
const NOTICEABLE: f64 = 0.01;

/// A figure of a link that is looked at.
struct Figure {
    /// As people call it.
    name: &'static str,
    /// Its values, piece by piece, for a warm-up of so many pieces.
    series: fn(&LinkPieces<'_>, usize) -> Vec<f64>,
    /// How a value is written.
    text: fn(f64) -> String,
}

static FIGURES: [Figure; 3] = [
    Figure {
        name: "utilization",
        series: |link, _| link.utilizations(),
        text: percent,
    },
    Figure {
        name: "mean queue",
        series: |link, _| link.mean_queues(),
        text: packets,
    },
    Figure {
        name: "loss",
        series: |link, warm| link.drops(warm),
        text: percent,
    },
];

fn short(run: &Run<'_>, finds: &mut Finds) {
    if run.edited || !run.is_half_measured() {
        return;
    }
    for link in run.bottlenecks() {
        // One figure tells that the warm-up is short: the one that is furthest off.
        let found = FIGURES
            .iter()
            .filter_map(|figure| judged(run, &link, figure));
        let worst = found.reduce(|a, b| if b.0 > a.0 { b } else { a });
        if let Some((_, sentence)) = worst {
            finds.warn(
                "warmup_s".to_owned(),
                sentence,
                "Make the warm-up longer, and the run with it.",
            );
        }
    }
}

/// By which share of its steady value a figure of a link is off, and what is to be said of it, if it is still on its way
/// when measuring begins.
fn judged(run: &Run<'_>, link: &Bottleneck<'_>, figure: &Figure) -> Option<(f64, String)> {
    let warm = run.pieces_before_measuring();
    let values = (figure.series)(&link.pieces, warm);
    let from = settled(&values);
    if from <= warm {
        return None;
    }
    let steady = Means::of(&values[from..])?;
    let measured = mean(&values[warm..]);
    let bias = (measured - steady.mean).abs();
    if bias <= steady.half_width || bias <= NOTICEABLE * steady.mean {
        return None;
    }
    let sentence = format!(
        "The {} of {} has not settled when measuring begins at {}: {} are measured, {} from {} on.",
        figure.name,
        link.name,
        seconds(run.observed.scenario.warmup_s),
        (figure.text)(measured),
        (figure.text)(steady.mean),
        seconds(run.pieces.starts_s(from)),
    );
    Some((bias / steady.mean, sentence))
}

fn packets(count: f64) -> String {
    format!("{} packets", number(count))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{paths_at_the_end, preset};
    use super::*;
    use crate::lab::Lab;
    use crate::time::Time;
    use serde_json::{Value, json};

    /// `anomaly`, whose flows begin within 10 s, measured over 10 s.
    fn told(warmup_s: f64, set: Value) -> Vec<String> {
        let mut all = json!({ "warmup_s": warmup_s, "duration_s": warmup_s + 10.0 });
        all.as_object_mut()
            .unwrap()
            .extend(set.as_object().unwrap().clone());
        paths_at_the_end(&SHORT, &preset("anomaly", all))
    }

    #[test]
    fn a_start_that_is_measured_is_told_and_one_that_is_forgotten_not() {
        assert_eq!(told(2.0, json!({})), ["warmup_s"]);
        assert_eq!(told(20.0, json!({})), [""; 0]);
    }

    /// The overshoot of slow start loses some hundred packets at once, and each later tooth of the sawtooth one: without a
    /// warm-up the loss of 200 s is several times that of any later 200 s, while utilization is hardly off.
    #[test]
    fn a_first_slow_start_that_decides_the_loss_is_told() {
        let scenario = preset("one-flow", json!({ "warmup_s": 0 }));
        let mut lab = Lab::new(&scenario);
        lab.advance(lab.end()).expect("few packets");
        let told = lab
            .warnings()
            .into_iter()
            .find(|warning| warning.id == SHORT.id);
        let sentence = told.map(|warning| warning.sentence).unwrap_or_default();
        assert!(
            sentence.starts_with("The loss of r0 has not settled"),
            "{sentence}"
        );
        let warm = preset("one-flow", json!({}));
        assert_eq!(paths_at_the_end(&SHORT, &warm), [""; 0]);
    }

    #[test]
    fn a_run_that_is_changed_on_the_way_is_not_judged() {
        let edit = json!({ "at_s": 3, "set": [{ "path": "groups.udp.count", "value": 2 }] });
        assert_eq!(told(2.0, json!({ "edits": [edit] })), [""; 0]);
    }

    #[test]
    fn nor_is_a_run_of_which_little_has_been_measured() {
        let scenario = preset("anomaly", json!({ "warmup_s": 2, "duration_s": 12 }));
        let mut lab = Lab::new(&scenario);
        lab.advance(Time::from_s(6.9)).expect("few packets");
        assert!(lab.warnings().iter().all(|warning| warning.id != SHORT.id));
    }
}
