//! Warm-up that ends before the steady state.

use super::format::{number, percent, seconds};
use super::{Bottleneck, Check, Findings, Row, Run};
use crate::observe::pieces::LinkPieces;
use crate::observe::steady::{Means, mean, settled};

/// Warning: the warm-up is shorter than the initial transient.
pub static SHORT: Row = Row {
    id: "short_warmup",
    label: "Warm-up too short",
    help: "Measuring begins while the effect of the start is still visible. The test MSER-5 looks at the utilization, the mean queue and the loss of each bottleneck, in pieces of a thousandth of the run. It finds a later start of the steady state, and the mean from there differs by more than its 95 % interval and by more than 1 %. The test begins when half of the measured time has passed, and skips runs with edits.",
    source: "White, Cobb and Spratt, A comparison of five steady-state truncation heuristics for simulation (WSC 2000)",
    check: Check::Run(short),
};

/// Smallest relative error that gives a warning.
const NOTICEABLE: f64 = 0.01;

/// Statistic of a link that is tested.
struct Statistic {
    /// Name in the warning.
    name: &'static str,
    /// Returns the values for each piece; the second argument is the warm-up in pieces.
    series: fn(&LinkPieces<'_>, usize) -> Vec<f64>,
    /// Formats a value of the statistic.
    text: fn(f64) -> String,
}

static STATISTICS: [Statistic; 3] = [
    Statistic {
        name: "utilization",
        series: |link, _| link.utilizations(),
        text: percent,
    },
    Statistic {
        name: "mean queue",
        series: |link, _| link.mean_queues(),
        text: packets,
    },
    Statistic {
        name: "loss",
        series: |link, warm| link.drops(warm),
        text: percent,
    },
];

fn short(run: &Run<'_>, findings: &mut Findings) {
    if run.edited || !run.is_half_measured() {
        return;
    }
    for link in run.bottlenecks() {
        // One statistic is enough for a warning: the one with the largest error.
        let found = STATISTICS
            .iter()
            .filter_map(|statistic| judged(run, &link, statistic));
        let worst = found.reduce(|a, b| if b.0 > a.0 { b } else { a });
        if let Some((_, sentence)) = worst {
            findings.warn(
                "warmup_s".to_owned(),
                sentence,
                "Increase the warm-up, and the duration with it.",
            );
        }
    }
}

/// Returns the relative error of a statistic and the sentence of the warning, if the statistic is not steady when measuring
/// begins.
fn judged(run: &Run<'_>, link: &Bottleneck<'_>, statistic: &Statistic) -> Option<(f64, String)> {
    let warm = run.pieces_before_measuring();
    let values = (statistic.series)(&link.pieces, warm);
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
        "The {} of {} is not steady when measuring begins at {}: the result is {}, but {} from {} on.",
        statistic.name,
        link.name,
        seconds(run.observed.scenario.warmup_s),
        (statistic.text)(measured),
        (statistic.text)(steady.mean),
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
    fn warned(warmup_s: f64, set: Value) -> Vec<String> {
        let mut all = json!({ "warmup_s": warmup_s, "duration_s": warmup_s + 10.0 });
        all.as_object_mut()
            .unwrap()
            .extend(set.as_object().unwrap().clone());
        paths_at_the_end(&SHORT, &preset("anomaly", all))
    }

    #[test]
    fn warns_if_the_warm_up_ends_during_the_start_and_not_if_it_ends_later() {
        assert_eq!(warned(2.0, json!({})), ["warmup_s"]);
        assert_eq!(warned(20.0, json!({})), [""; 0]);
    }

    /// The overshoot of slow start loses some hundred packets at once, and each later tooth of the sawtooth one: without a
    /// warm-up the loss of 200 s is several times that of any later 200 s, while utilization is hardly off.
    #[test]
    fn warns_if_losses_of_the_first_slow_start_are_measured() {
        let scenario = preset("one-flow", json!({ "warmup_s": 0 }));
        let mut lab = Lab::new(&scenario);
        lab.advance(lab.end()).expect("few packets");
        let warned = lab
            .warnings()
            .into_iter()
            .find(|warning| warning.id == SHORT.id);
        let sentence = warned.map(|warning| warning.sentence).unwrap_or_default();
        assert!(
            sentence.starts_with("The loss of r0 is not steady"),
            "{sentence}"
        );
        let warm = preset("one-flow", json!({}));
        assert_eq!(paths_at_the_end(&SHORT, &warm), [""; 0]);
    }

    #[test]
    fn does_not_test_runs_with_edits() {
        let edit = json!({ "at_s": 3, "set": [{ "path": "groups.udp.count", "value": 2 }] });
        assert_eq!(warned(2.0, json!({ "edits": [edit] })), [""; 0]);
    }

    #[test]
    fn does_not_test_before_half_of_the_measured_time() {
        let scenario = preset("anomaly", json!({ "warmup_s": 2, "duration_s": 12 }));
        let mut lab = Lab::new(&scenario);
        lab.advance(Time::from_s(6.9)).expect("few packets");
        assert!(lab.warnings().iter().all(|warning| warning.id != SHORT.id));
    }
}
