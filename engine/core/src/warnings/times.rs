//! Times in the wrong order: flows or edits after the end of the run, and flows that stop before they start.
//!
//! Such a scenario is not refused, because the user may want to increase the duration next. But these flows and
//! edits have no effect.

use super::format::{name, percent, seconds};
use super::{Check, Findings, Row};
use crate::scenario::{Group, Scenario};

/// Warning: flows start after the end of the run.
pub static START_AFTER_END: Row = Row {
    id: "start_after_end",
    label: "Flows that start after the end",
    help: "The run ends before these flows start, so they send nothing. Means over flows and the fairness index still count them.",
    source: "",
    check: Check::Scenario(start_after_end),
};

/// Warning: flows stop before they start.
pub static STOP_BEFORE_START: Row = Row {
    id: "stop_before_start",
    label: "Flows that stop before they start",
    help: "After its stop time a flow sends no new data. A flow that would start at or after its stop time sends nothing at all.",
    source: "",
    check: Check::Scenario(stop_before_start),
};

/// Warning: edits come after the end of the run.
pub static EDIT_AFTER_END: Row = Row {
    id: "edit_after_end",
    label: "Edits after the end",
    help: "The run ends before these edits take effect. The scenario lists changes that never happen.",
    source: "",
    check: Check::Scenario(edit_after_end),
};

fn start_after_end(scenario: &Scenario, findings: &mut Findings) {
    let end_s = scenario.duration_s;
    for group in &scenario.groups {
        if let Some(which) = beginning_from(group, end_s) {
            findings.warn(
                format!("groups.{}.start_s", group.id),
                format!(
                    "{which} of {} start after the end of the run at {} and send nothing.",
                    name(group),
                    seconds(end_s)
                ),
                "Start them earlier, or increase the duration.",
            );
        }
    }
}

fn stop_before_start(scenario: &Scenario, findings: &mut Findings) {
    for group in &scenario.groups {
        let Some(stop_s) = group.stop_s else { continue };
        if let Some(which) = beginning_from(group, stop_s) {
            findings.warn(
                format!("groups.{}.stop_s", group.id),
                format!(
                    "{which} of {} would start after their stop time, {}, and send nothing.",
                    name(group),
                    seconds(stop_s)
                ),
                "Stop them later, or start them earlier.",
            );
        }
    }
}

fn edit_after_end(scenario: &Scenario, findings: &mut Findings) {
    let end_s = scenario.duration_s;
    let Some(first) = scenario.edits.iter().position(|edit| edit.at_s >= end_s) else {
        return;
    };
    let which = match scenario.edits.len() - first {
        1 => "One edit comes".to_owned(),
        late => format!("{late} edits come"),
    };
    findings.warn(
        format!("edits.{first}.at_s"),
        format!(
            "{which} after the end of the run at {}, without effect.",
            seconds(end_s)
        ),
        "Increase the duration, or move the edit to an earlier time.",
    );
}

/// Returns a text for the flows of a group that start at `s` or later, if at least half a flow is expected to.
fn beginning_from(group: &Group, s: f64) -> Option<String> {
    let share = group.start_s.share_from(s, group.count as usize);
    if group.count == 0 || share * f64::from(group.count) < 0.5 {
        return None;
    }
    Some(match share {
        1.0 => "All flows".to_owned(),
        share => format!("About {} of the flows", percent(share)),
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{paths, preset};
    use super::*;
    use serde_json::json;

    #[test]
    fn warns_of_flows_that_start_after_the_end() {
        let of = |start| preset("many-flows", json!({ "groups.tcp.start_s": start }));
        let warned = |start| paths(&START_AFTER_END, &of(start));
        for late in [
            json!(100),
            json!({ "uniform": [99, 101] }),
            json!({ "list": [0, 100] }),
        ] {
            assert_eq!(warned(late), ["groups.tcp.start_s"]);
        }
        for early in [
            json!(99.9),
            json!({ "uniform": [0, 100] }),
            json!({ "exponential": 10 }),
        ] {
            assert_eq!(warned(early.clone()), [""; 0], "{early}");
        }
        let nobody = preset(
            "many-flows",
            json!({ "groups.tcp.start_s": 200, "groups.tcp.count": 0 }),
        );
        assert_eq!(paths(&START_AFTER_END, &nobody), [""; 0]);
    }

    #[test]
    fn warns_of_flows_that_stop_before_they_start() {
        let warned = |stop| {
            let scenario = preset("anomaly", json!({ "groups.tcp.stop_s": stop }));
            paths(&STOP_BEFORE_START, &scenario)
        };
        assert_eq!(warned(json!(0)), ["groups.tcp.stop_s"]);
        assert_eq!(warned(json!(5)), ["groups.tcp.stop_s"]);
        assert_eq!(warned(json!(10)), [""; 0]);
        assert_eq!(warned(json!(null)), [""; 0]);
    }

    #[test]
    fn warns_once_of_edits_after_the_end() {
        let warned = |times: &[f64]| {
            let edit = |at_s: &f64| json!({ "at_s": at_s, "set": [{ "path": "groups.tcp.count", "value": 2 }] });
            let edits: Vec<_> = times.iter().map(edit).collect();
            paths(
                &EDIT_AFTER_END,
                &preset("one-flow", json!({ "edits": edits })),
            )
        };
        assert_eq!(warned(&[10.0, 200.0, 300.0]), ["edits.1.at_s"]);
        assert_eq!(warned(&[10.0, 199.9]), [""; 0]);
        assert_eq!(warned(&[]), [""; 0]);
    }
}
