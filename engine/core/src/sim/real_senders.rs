//! Real senders: the groups whose packets TCP sockets of a Linux host can send.
//!
//! The packets of a [live](super::live) group may come from any program. Without one, `bufferlab emulate` opens sockets
//! with the controller and the workload of the group. The rules are here, so that the page says before a run which
//! groups will be real.

use serde::Serialize;

use super::live;
use crate::apps::Workload;
use crate::cc;
use crate::scenario::{Group, Problem, Problems, Scenario};
use crate::tcp::config::TcpConfig;
use crate::traffic::Traffic;

/// Largest number of flows, each of which is a thread of the program and one at its receiver.
pub const MOST_FLOWS: u32 = 2000;

/// Congestion controller of Linux.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LinuxController {
    /// Name in scenarios, such as `bbr1`.
    pub kind: &'static str,
    /// Name among those of `net.ipv4.tcp_available_congestion_control`.
    pub name: &'static str,
    /// Part of the kernel that has it.
    pub origin: Origin,
}

/// Part of a kernel that has a controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// Every common kernel, without a module.
    BuiltIn,
    /// The module `tcp_NAME`, which root loads with `modprobe`.
    Module,
    /// Kernels with patches that no release of Linux contains.
    Patched,
}

/// Origin of the packets of a group.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "packets", rename_all = "snake_case")]
pub enum Packets {
    /// Sockets of a kernel with this controller.
    Real {
        /// Controller of the sockets.
        controller: LinuxController,
    },
    /// The simulator. Traffic without TCP has no reason.
    Simulated {
        /// Reason why sockets cannot send them, if the group has TCP.
        reason: Option<Problem>,
    },
}

/// Origin of the packets of one group.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroupPlan {
    /// Id of the group.
    pub id: String,
    /// Origin of its packets.
    #[serde(flatten)]
    pub packets: Packets,
}

/// Returns the controller that a kernel needs for the kind of a scenario's controller.
#[must_use]
pub fn linux_controller(kind: &'static str) -> LinuxController {
    let (name, origin) = match kind {
        // Linux has only version 1.
        "bbr1" => ("bbr", Origin::Module),
        "bbr" => ("bbr3", Origin::Patched),
        "reno" | "cubic" => (kind, Origin::BuiltIn),
        _ => (kind, Origin::Module),
    };
    LinuxController { kind, name, origin }
}

/// Returns the kind in scenarios of a controller of Linux, if the simulator has it.
#[must_use]
pub fn simulated_kind(name: &str) -> Option<&'static str> {
    let mut kinds = cc::REGISTRY.entries.iter().map(|entry| entry.kind());
    kinds.find(|&kind| linux_controller(kind).name == name)
}

/// Checks that sockets can send the packets of a group. Returns its parameters, and the controller that the sockets need.
///
/// # Errors
/// The field of the group that needs simulated senders, and what is accepted.
pub fn sender_of(group: &Group) -> Result<(&TcpConfig, LinuxController), (&'static str, String)> {
    let Traffic::Tcp(config) = &group.traffic else {
        let message = "has no TCP; give a COMMAND that sends its packets";
        return Err(("traffic", message.to_owned()));
    };
    if !group.schedule.is_empty() {
        let message = "real senders have no schedule of active flows; remove it";
        return Err(("schedule", message.to_owned()));
    }
    if needs_simulation(&config.workload) {
        let message =
            "needs simulated senders; real ones accept endless, transfer, closed_loop and surge";
        return Err(("traffic.workload", message.to_owned()));
    }
    let kind = config.congestion_control.section().kind();
    Ok((config, linux_controller(kind)))
}

/// Returns whether the flows of a workload wait for others, or for times of a simulated application.
fn needs_simulation(workload: &Workload) -> bool {
    workload.partners().is_some()
        || workload.team().is_some()
        || workload.arrival_gap_s().is_some()
        || workload.interval_s().is_some()
        || workload.writing().is_some()
        || workload.plays()
        || matches!(workload, Workload::AdaptiveVideo(_) | Workload::WebPage(_))
}

/// Checks the number of flows with real senders.
///
/// # Errors
/// More than [`MOST_FLOWS`].
pub fn check_flows(flows: u32) -> Result<(), Problem> {
    if flows <= MOST_FLOWS {
        return Ok(());
    }
    let message = format!("{flows} flows are real; at most {MOST_FLOWS} can be");
    Err(Problem::new("groups", message))
}

/// Returns the origin of each group's packets on a machine with a released kernel: real wherever possible.
#[must_use]
pub fn plan(scenario: &Scenario) -> Vec<GroupPlan> {
    let groups = scenario.groups.iter().enumerate();
    let planned = groups.map(|(place, group)| GroupPlan {
        id: group.id.clone(),
        packets: packets_of(place, group),
    });
    planned.collect()
}

fn packets_of(place: usize, group: &Group) -> Packets {
    let refused = |(field, message): (&'static str, String)| Packets::Simulated {
        reason: Some(Problem::new(format!("groups[{place}].{field}"), message)),
    };
    if group.traffic.is_open_loop() {
        return Packets::Simulated { reason: None };
    }
    match sender_of(group) {
        Ok((_, controller)) if controller.origin == Origin::Patched => {
            let message = "is in no released kernel; reno, cubic and bbr1 are";
            refused(("traffic.congestion_control", message.to_owned()))
        }
        Ok((_, controller)) => Packets::Real { controller },
        Err(reason) => refused(reason),
    }
}

/// Checks a scenario whose planned groups are real.
///
/// # Errors
/// No group that can be real, too many flows, and parts of the network that need simulated senders.
pub fn check(scenario: &Scenario, planned: &[GroupPlan]) -> Result<(), Problems> {
    let real: Vec<String> = (planned.iter())
        .filter(|group| matches!(group.packets, Packets::Real { .. }))
        .map(|group| group.id.clone())
        .collect();
    if real.is_empty() {
        let message =
            "none can have packets of real hosts: this needs TCP with reno, cubic or bbr1";
        return Err(Problems::one("groups", message));
    }
    let counts = scenario.groups.iter().filter(|it| real.contains(&it.id));
    let flows = counts.fold(0_u32, |sum, group| sum.saturating_add(group.count));
    let mut problems = Vec::new();
    problems.extend(check_flows(flows).err());
    if let Err(Problems(more)) = live::check(scenario, &real) {
        problems.extend(more);
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Problems(problems))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::presets;

    fn scenario(groups: &serde_json::Value) -> Scenario {
        let text = json!({
            "bottlenecks": [{ "id": "r0", "rate_bps": 1e7, "delay_s": 0.01, "queue": { "kind": "drop_tail", "limit_packets": 20 } }],
            "groups": groups
        });
        Scenario::from_json(&text.to_string()).expect("a scenario")
    }

    fn tcp(id: &str, traffic: &serde_json::Value) -> serde_json::Value {
        let mut traffic = traffic.clone();
        traffic["kind"] = "tcp".into();
        json!({ "id": id, "access": { "rate_bps": 1e9 }, "traffic": traffic })
    }

    #[test]
    fn tcp_with_controllers_of_released_kernels_is_real_and_all_else_is_simulated() {
        let scenario = scenario(&json!([
            tcp("cubic", &json!({ "congestion_control": "cubic" })),
            tcp("old", &json!({ "congestion_control": "bbr1" })),
            tcp("new", &json!({ "congestion_control": "bbr" })),
            tcp("video", &json!({ "workload": "adaptive_video" })),
            { "id": "udp", "access": { "rate_bps": 1e9 }, "traffic": { "kind": "cbr", "rate_bps": 1e6 } },
        ]));
        let planned = plan(&scenario);
        let described = serde_json::to_value(&planned).expect("JSON");
        assert_eq!(
            described[0],
            json!({ "id": "cubic", "packets": "real", "controller": { "kind": "cubic", "name": "cubic", "origin": "built_in" } })
        );
        assert_eq!(
            described[1]["controller"],
            json!({ "kind": "bbr1", "name": "bbr", "origin": "module" })
        );
        assert_eq!(
            described[2]["reason"]["path"],
            "groups[2].traffic.congestion_control"
        );
        assert_eq!(described[3]["reason"]["path"], "groups[3].traffic.workload");
        assert_eq!(
            described[4],
            json!({ "id": "udp", "packets": "simulated", "reason": null })
        );
        assert!(check(&scenario, &planned).is_ok());
    }

    #[test]
    fn schedules_many_flows_and_ack_filters_need_simulated_senders() {
        let mut group = tcp("tcp", &json!({}));
        group["schedule"] = json!([{ "at_s": 1.0, "flows": 0 }]);
        let scheduled = scenario(&json!([group]));
        let Err(Problems(none)) = check(&scheduled, &plan(&scheduled)) else {
            panic!("a schedule was accepted");
        };
        assert_eq!(none[0].path, "groups");

        let mut group = tcp("tcp", &json!({}));
        group["count"] = (MOST_FLOWS + 1).into();
        let mut many = scenario(&json!([group]));
        many.bottlenecks[0].reverse.ack_filter = true;
        let Err(Problems(two)) = check(&many, &plan(&many)) else {
            panic!("2,001 flows were accepted");
        };
        assert_eq!(two[0].message, "2001 flows are real; at most 2000 can be");
        assert_eq!(two[1].path, "bottlenecks[0].reverse.ack_filter");
    }

    #[test]
    fn names_of_controllers_lead_to_the_kernel_and_back() {
        for entry in cc::REGISTRY.entries {
            let kind = entry.kind();
            assert_eq!(simulated_kind(linux_controller(kind).name), Some(kind));
        }
        assert_eq!(linux_controller("bbr1").name, "bbr");
        assert_eq!(simulated_kind("bbr1"), None);
        assert_eq!(simulated_kind("highspeed"), None);
    }

    #[test]
    fn every_preset_has_a_plan_for_each_group() {
        for preset in presets::presets() {
            let scenario = Scenario::from_json(preset.scenario_json).expect("a preset");
            let ids = scenario.groups.iter().map(|group| group.id.as_str());
            let planned = plan(&scenario);
            assert!(
                ids.eq(planned.iter().map(|group| group.id.as_str())),
                "{}",
                preset.id
            );
        }
    }
}
