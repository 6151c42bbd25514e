//! Times out of order: what begins or changes when all is over, and what stops before it begins.
//!
//! Nothing of it is refused, since a longer run may be meant to follow; but none of it happens.

use super::words::{name, percent, seconds};
use super::{Finds, Look, Row};
use crate::scenario::{Group, Scenario};

/// Flows begin when the run is over.
pub static START_AFTER_END: Row = Row {
    id: "start_after_end",
    label: "Flows that begin after the end",
    help: "The run is over before these flows begin, so they send nothing. They are counted all the same: means over flows and fairness then include flows that never were.",
    source: "",
    look: Look::Scenario(start_after_end),
};

/// Flows stop before they begin.
pub static STOP_BEFORE_START: Row = Row {
    id: "stop_before_start",
    label: "Flows that stop before they begin",
    help: "From the time given as their stop on, flows send nothing new; those that were to begin then or later send nothing at all.",
    source: "",
    look: Look::Scenario(stop_before_start),
};

/// Edits when the run is over.
pub static EDIT_AFTER_END: Row = Row {
    id: "edit_after_end",
    label: "Edits after the end",
    help: "The run is over before these changes are due, so the scenario reads as if something changed that never does.",
    source: "",
    look: Look::Scenario(edit_after_end),
};

fn start_after_end(scenario: &Scenario, finds: &mut Finds) {
    let end_s = scenario.duration_s;
    for group in &scenario.groups {
        if let Some(which) = beginning_from(group, end_s) {
            finds.warn(
                format!("groups.{}.start_s", group.id),
                format!(
                    "{which} of {} begin after the end of the run at {}.",
                    name(group),
                    seconds(end_s)
                ),
                "Let them begin earlier, or the run last longer.",
            );
        }
    }
}

fn stop_before_start(scenario: &Scenario, finds: &mut Finds) {
    for group in &scenario.groups {
        let Some(stop_s) = group.stop_s else { continue };
        if let Some(which) = beginning_from(group, stop_s) {
            finds.warn(
                format!("groups.{}.stop_s", group.id),
                format!(
                    "{which} of {} would begin after they stop at {}.",
                    name(group),
                    seconds(stop_s)
                ),
                "Let them stop later, or begin earlier.",
            );
        }
    }
}

fn edit_after_end(scenario: &Scenario, finds: &mut Finds) {
    let end_s = scenario.duration_s;
    let Some(first) = scenario.edits.iter().position(|edit| edit.at_s >= end_s) else {
        return;
    };
    let which = match scenario.edits.len() - first {
        1 => "One edit is".to_owned(),
        late => format!("{late} edits are"),
    };
    finds.warn(
        format!("edits.{first}.at_s"),
        format!("{which} due when the run has ended, at {}.", seconds(end_s)),
        "Let the run last longer, or make the change earlier.",
    );
}

/// Which flows of a group begin at `s` or later, if one is to be expected among them.
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
    fn flows_that_begin_after_the_end_are_told() {
        let of = |start| preset("many-flows", json!({ "groups.tcp.start_s": start }));
        let told = |start| paths(&START_AFTER_END, &of(start));
        for late in [
            json!(100),
            json!({ "uniform": [99, 101] }),
            json!({ "list": [0, 100] }),
        ] {
            assert_eq!(told(late), ["groups.tcp.start_s"]);
        }
        for early in [
            json!(99.9),
            json!({ "uniform": [0, 100] }),
            json!({ "exponential": 10 }),
        ] {
            assert_eq!(told(early.clone()), [""; 0], "{early}");
        }
        let nobody = preset(
            "many-flows",
            json!({ "groups.tcp.start_s": 200, "groups.tcp.count": 0 }),
        );
        assert_eq!(paths(&START_AFTER_END, &nobody), [""; 0]);
    }

    #[test]
    fn flows_that_stop_before_they_begin_are_told() {
        let told = |stop| {
            let scenario = preset("anomaly", json!({ "groups.tcp.stop_s": stop }));
            paths(&STOP_BEFORE_START, &scenario)
        };
        assert_eq!(told(json!(0)), ["groups.tcp.stop_s"]);
        assert_eq!(told(json!(5)), ["groups.tcp.stop_s"]);
        assert_eq!(told(json!(10)), [""; 0]);
        assert_eq!(told(json!(null)), [""; 0]);
    }

    #[test]
    fn edits_after_the_end_are_told_once() {
        let told = |times: &[f64]| {
            let edit = |at_s: &f64| json!({ "at_s": at_s, "set": [{ "path": "groups.tcp.count", "value": 2 }] });
            let edits: Vec<_> = times.iter().map(edit).collect();
            paths(
                &EDIT_AFTER_END,
                &preset("one-flow", json!({ "edits": edits })),
            )
        };
        assert_eq!(told(&[10.0, 200.0, 300.0]), ["edits.1.at_s"]);
        assert_eq!(told(&[10.0, 199.9]), [""; 0]);
        assert_eq!(told(&[]), [""; 0]);
    }
}
