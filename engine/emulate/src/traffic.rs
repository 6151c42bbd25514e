//! Traffic of real groups, as the scenario of the results tells it.
//!
//! From the traffic of a group with real packets, the hosts take controller, ECN and workload. All else is the kernel's,
//! which the profile `linux-6` describes. A run and its results therefore have a scenario in which these groups have that
//! profile: its simulation can be compared with the measured run.

use bufferlab_core::scenario::Scenario;
use bufferlab_core::sim::real_senders;
use bufferlab_core::spec::complete::complete_one;
use bufferlab_core::tcp::config::{Ecn, SECTION, TcpConfig};
use bufferlab_core::traffic::Traffic;
use serde_json::json;

use crate::Failure;

/// Profile of the hosts.
const PROFILE: &str = "linux-6";

/// Headers of IPv4 and of TCP with timestamps, bytes. An acknowledgment has no more.
const HEADER_BYTES: u16 = 52;

/// Data of a full segment, whose packet has 1,500 bytes.
const SEGMENT_BYTES: u16 = 1500 - HEADER_BYTES;

/// Returns the name of a group's controller in scenarios.
#[must_use]
pub fn controller(config: &TcpConfig) -> &'static str {
    config.congestion_control.section().kind()
}

/// Returns the scenario with the options of Linux in its live groups with TCP. Controller, ECN and workload stay, and the
/// sender overhead, which stands for the random delays of hosts. Without segmentation `offload`, segments leave singly.
///
/// # Errors
/// Options that the scenario does not permit.
pub fn with_linux(
    scenario: &Scenario,
    live: &[String],
    offload: bool,
) -> Result<Scenario, Failure> {
    let train_packets = (!offload).then_some(1);
    let mut linux = scenario.clone();
    for (position, group) in linux.groups.iter_mut().enumerate() {
        let Traffic::Tcp(config) = &mut group.traffic else {
            continue;
        };
        if !live.contains(&group.id) {
            continue;
        }
        **config = of_linux(config, controller(config), train_packets)?;
        // Edits do not reach the kernel.
        let paths = [
            format!("groups.{}.traffic", group.id),
            format!("groups.{position}.traffic"),
        ];
        for edit in &mut linux.edits {
            edit.set
                .retain(|patch| !paths.iter().any(|path| is_within(&patch.path, path)));
        }
    }
    linux.edits.retain(|edit| !edit.set.is_empty());
    Ok(linux)
}

/// Returns the scenario with the controllers that the kernel has reported. `seen` has those of each live group; the group keeps
/// its own if there is none, or if the simulator does not have it.
///
/// # Errors
/// Options that the scenario does not permit.
pub fn with_controllers(
    mut scenario: Scenario,
    live: &[String],
    seen: &[Option<String>],
) -> Result<Scenario, Failure> {
    for (id, kernel) in live.iter().zip(seen) {
        let groups = &mut scenario.groups;
        let group = groups.iter_mut().find(|group| group.id == *id);
        if let Some(Traffic::Tcp(config)) = group.map(|group| &mut group.traffic)
            && let Some(name) = kernel.as_deref().and_then(real_senders::simulated_kind)
        {
            **config = of_linux(config, name, Some(config.train_packets))?;
        }
    }
    Ok(scenario)
}

/// Returns the options that a group has between Linux hosts, whose trains of segments are those of the profile unless given.
fn of_linux(
    config: &TcpConfig,
    controller: &str,
    train_packets: Option<u32>,
) -> Result<TcpConfig, Failure> {
    let ecn = match (controller, config.ecn) {
        // The kernel turns ECN on for it.
        ("dctcp", _) => Ecn::Accurate,
        (_, Ecn::Off) => Ecn::Off,
        (_, Ecn::Classic | Ecn::Accurate) => Ecn::Classic,
    };
    let mut given = json!({
        "profile": PROFILE,
        "congestion_control": controller,
        "segment_bytes": SEGMENT_BYTES,
        "header_bytes": HEADER_BYTES,
        "ack_bytes": HEADER_BYTES,
        "overhead_s": config.overhead_s,
        "ecn": ecn,
    });
    if let Some(train_packets) = train_packets {
        given["train_packets"] = json!(train_packets);
    }
    let complete = complete_one(&SECTION, given).map_err(Failure::Input)?;
    let linux: TcpConfig = serde_json::from_value(complete)
        .map_err(|error| Failure::Run(format!("cannot describe the hosts: {error}")))?;
    Ok(TcpConfig {
        workload: config.workload.clone(),
        ..linux
    })
}

/// Returns whether a path leads to `to` or into it.
fn is_within(path: &str, to: &str) -> bool {
    path.strip_prefix(to)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bufferlab_core::tcp::config::{Profile, Recovery};

    /// A group of papers with NewReno, and one that stays simulated.
    fn scenario() -> Scenario {
        let tcp = json!({ "kind": "tcp", "congestion_control": "cubic", "ecn": "accurate", "overhead_s": 1e-4,
            "initial_window_packets": 2, "max_window_packets": 30,
            "workload": { "kind": "transfer", "size_bytes": 5e4 } });
        let document = json!({
            "bottlenecks": [{ "id": "r0", "rate_bps": 1e7, "delay_s": 0.01,
                "queue": { "kind": "drop_tail", "limit_packets": 50 } }],
            "groups": [
                { "id": "real", "access": { "rate_bps": 1e9 }, "traffic": tcp },
                { "id": "other", "access": { "rate_bps": 1e9 }, "traffic": tcp },
            ],
            "edits": [
                { "at_s": 1, "set": [{ "path": "groups.real.traffic.max_window_packets", "value": 9 }] },
                { "at_s": 2, "set": [
                    { "path": "groups.0.traffic.recovery", "value": "sack" },
                    { "path": "bottlenecks.r0.rate_bps", "value": 2e7 },
                ] },
                { "at_s": 3, "set": [{ "path": "groups.other.traffic.recovery", "value": "rack" }] },
            ],
        });
        Scenario::from_value(document).unwrap_or_else(|problems| panic!("{problems}"))
    }

    fn tcp(scenario: &Scenario, group: usize) -> &TcpConfig {
        match &scenario.groups[group].traffic {
            Traffic::Tcp(config) => config,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn real_groups_have_the_options_of_linux_and_keep_controller_ecn_and_workload() {
        let given = scenario();
        let linux = with_linux(&given, &["real".to_owned()], false).expect("a scenario");
        let (real, before) = (tcp(&linux, 0), tcp(&given, 0));
        assert_eq!(
            (real.profile, real.recovery),
            (Profile::Linux6, Recovery::Rack)
        );
        assert_eq!(
            (real.wire_bytes(), real.initial_window_packets),
            (1500, 10.0)
        );
        assert_eq!((controller(real), real.ecn), ("cubic", Ecn::Classic));
        assert_eq!((&real.workload, real.overhead_s), (&before.workload, 1e-4));
        assert_eq!(
            (real.train_packets, real.max_window_packets),
            (1, 1_000_000)
        );
        assert_eq!(tcp(&linux, 1), tcp(&given, 1));
        // What is written is a scenario, and means the same when it is read again.
        let again = Scenario::from_value(linux.to_value()).expect("a scenario");
        assert_eq!(again.groups, linux.groups);
    }

    #[test]
    fn edits_of_the_traffic_of_real_groups_are_left_out() {
        let linux = with_linux(&scenario(), &["real".to_owned()], false).expect("a scenario");
        let paths: Vec<&str> = linux
            .edits
            .iter()
            .flat_map(|edit| &edit.set)
            .map(|patch| &patch.path[..])
            .collect();
        assert_eq!(
            paths,
            ["bottlenecks.r0.rate_bps", "groups.other.traffic.recovery"]
        );
    }

    #[test]
    fn a_controller_that_the_kernel_reported_replaces_that_of_the_scenario() {
        let live = ["real".to_owned(), "other".to_owned()];
        let written = |names: [Option<&str>; 2]| {
            let names = names.map(|name| name.map(str::to_owned));
            let scenario = with_controllers(scenario(), &live, &names).expect("a scenario");
            [0, 1].map(|group| controller(tcp(&scenario, group)))
        };
        assert_eq!(written([Some("bbr"), None]), ["bbr1", "cubic"]);
        assert_eq!(written([Some("westwood"), Some("reno")]), ["cubic", "reno"]);
    }
}
