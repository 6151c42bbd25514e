//! Flows that start while the run is measured.

use serde_json::json;

use super::format::{name, number, percent, seconds};
use super::{Check, Findings, Fix, Row};
use crate::apps::Workload;
use crate::scenario::route::tcp;
use crate::scenario::{Distribution, Group, Scenario};

/// Warning: endless flows start after the warm-up.
pub static FLOWS: Row = Row {
    id: "late_flows",
    label: "Flows that start while measuring",
    help: "Goodput, throughput and the fairness index of a group cover the whole measured time. A flow that starts late sends during only a part of it. The fairness index is then below 1 even if flows share evenly: with starts spread over the whole measured time it falls to 0.75. With few flows it also differs from seed to seed by some tenths.",
    source: "Jain, Chiu and Hawe, DEC-TR-301 (1984)",
    check: Check::Scenario(late),
};

/// Share of the measured time that the last flow may miss without a warning. The fairness index of flows with equal shares
/// then has an error below 0.001.
const NOTICEABLE: f64 = 0.05;

fn late(scenario: &Scenario, findings: &mut Findings) {
    let measured_s = scenario.duration_s - scenario.warmup_s;
    for group in &scenario.groups {
        let Some(last_s) = last_start_s(group) else {
            continue;
        };
        let late_s = last_s - scenario.warmup_s;
        // Flows that never start have another warning.
        if late_s <= NOTICEABLE * measured_s || last_s >= scenario.duration_s {
            continue;
        }
        let share = group
            .start_s
            .share_from(scenario.warmup_s, group.count as usize);
        findings.warn_with(
            format!("groups.{}.start_s", group.id),
            format!(
                "{} of the flows of {} start after the warm-up of {}, the last at {} of {}, so goodput and fairness include time before their start.",
                percent(share),
                name(group),
                seconds(scenario.warmup_s),
                seconds(last_s),
                seconds(scenario.duration_s)
            ),
            "Set the warm-up to the start of the last flow.",
            Some(Fix::new(
                format!("Set the warm-up to {} s", number(last_s)),
                [("warmup_s".to_owned(), json!(last_s))],
            )),
        );
    }
}

/// Returns the start of the last flow of a group in seconds, if it has several endless flows that should all send.
fn last_start_s(group: &Group) -> Option<f64> {
    let config = tcp(group)?;
    let lasts = matches!(config.workload, Workload::Endless(_) | Workload::Stream(_));
    let all = group.count > 1 && group.schedule.is_empty() && group.stop_s.is_none();
    match &group.start_s {
        Distribution::List { list } if lasts && all => {
            let here = list.iter().take(group.count as usize);
            here.copied().reduce(|a, b| if b > a { b } else { a })
        }
        other if lasts && all => other.ends().map(|(_, last)| last),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{fixed, paths, preset};
    use super::*;
    use crate::Simulation;
    use crate::time::Time;
    use serde_json::Value;

    const START: &str = "groups.tcp.start_s";

    /// Four flows of `one-flow`, measured from 20 to 60 s.
    fn four(set: Value) -> Scenario {
        let mut all = json!({ "groups.tcp.count": 4, "warmup_s": 20, "duration_s": 60 });
        all.as_object_mut()
            .expect("an object")
            .extend(set.as_object().expect("an object").clone());
        preset("one-flow", all)
    }

    #[test]
    fn warns_of_flows_that_start_after_the_warm_up() {
        for start in [
            json!({ "uniform": [0, 50] }),
            json!({ "list": [0, 1, 40, 2] }),
        ] {
            assert_eq!(paths(&FLOWS, &four(json!({ START: start }))), [START]);
        }
        for set in [
            json!({ START: { "uniform": [0, 20] } }),
            json!({ START: { "uniform": [0, 21] } }),
            json!({ START: { "list": [0, 1, 2, 3, 50] } }),
            json!({ START: 50, "groups.tcp.count": 1 }),
            json!({ START: 50, "groups.tcp.traffic.workload": { "kind": "transfer", "size_bytes": 1e6 } }),
        ] {
            assert_eq!(paths(&FLOWS, &four(set.clone())), [""; 0], "{set}");
        }
    }

    /// Two of four flows are there for 5 of 40 s: Jain's index is that of 1, 1, 1/8 and 1/8 at best, 0.64.
    #[test]
    fn fix_measures_after_all_flows_have_started() {
        let jain = |scenario: &Scenario| {
            let mut simulation = Simulation::new(scenario);
            simulation.advance(Time::from_s(60.0)).expect("few packets");
            simulation.summary().groups[0].number("jain_index")
        };
        let late = four(json!({ START: { "list": [0, 0.1, 55, 55.1] } }));
        let fixed = fixed(&FLOWS, &late);
        assert_eq!(fixed.warmup_s, 55.1);
        assert!(jain(&late) < Some(0.75), "{:?}", jain(&late));
        assert_eq!(paths(&FLOWS, &fixed), [""; 0]);
    }
}
