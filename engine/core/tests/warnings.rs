//! Warnings of the presets, before the run and at its end. Each must be explained here.

use bufferlab_core::Lab;
use bufferlab_core::presets::{find, presets};
use bufferlab_core::scenario::{Patch, Scenario};
use bufferlab_core::warnings::{Warning, of_scenario};
use serde_json::json;

/// Preset, warning, path, and the reason why the preset keeps the warning.
const EXPLAINED: &[(&str, &str, &str, &str)] = &[
    (
        "linux-hosts",
        "one_flow_holds_the_link",
        "groups.bbr",
        "what BBR leaves for CUBIC is the effect that the preset shows",
    ),
    (
        "wifi",
        "wide_interval",
        "duration_s",
        "fades come at random; the text compares values that differ by far more than the interval",
    ),
    (
        "lte",
        "wide_interval",
        "duration_s",
        "losses come with the few deep fades; the text is about delays",
    ),
    (
        "policed",
        "policer_burst",
        "bottlenecks.r0.policer",
        "the small bucket is the effect that the preset shows",
    ),
];

#[test]
fn presets_have_no_warnings_but_the_explained_ones() {
    let mut given = Vec::new();
    for preset in presets() {
        let scenario = Scenario::from_json(preset.scenario_json).expect("presets are valid");
        let mut lab = Lab::new(&scenario);
        let before = ids(&lab.warnings());
        lab.advance(lab.end()).expect("few packets");
        let after = ids(&lab.warnings());
        assert!(
            before.iter().all(|warning| after.contains(warning)),
            "{before:?}, {after:?}"
        );
        given.extend(after.into_iter().map(|(id, path)| (preset.id, id, path)));
    }
    let given: Vec<_> = given
        .iter()
        .map(|(preset, id, path)| (*preset, *id, path.as_str()))
        .collect();
    let explained: Vec<_> = EXPLAINED
        .iter()
        .map(|&(preset, id, path, _)| (preset, id, path))
        .collect();
    assert_eq!(given, explained);
}

/// Figure 3(a) of the paper has 200 flows with equal delays, and access links with the rate of the bottleneck. The preset
/// adds a limit there and an overhead at the senders. Without them both warnings appear.
#[test]
fn many_flows_without_limit_and_overhead_warns_of_capture_and_phase_effects() {
    let preset = find("many-flows").expect("it is listed");
    let document = serde_json::from_str(preset.scenario_json).expect("JSON");
    let set = [
        ("groups.tcp.access.limit_packets", json!(null)),
        ("groups.tcp.traffic.overhead_s", json!(0)),
    ];
    let set = set.map(|(path, value)| Patch {
        path: path.to_owned(),
        value,
    });
    let as_in_paper = Scenario::from_document(document, &set).expect("a valid scenario");
    assert_eq!(
        ids(&of_scenario(&as_in_paper)),
        [
            ("capture_possible", "groups.tcp.access".to_owned()),
            ("phase_effects", "groups.tcp.access.delay_s".to_owned()),
        ]
    );
}

fn ids(warnings: &[Warning]) -> Vec<(&'static str, String)> {
    warnings
        .iter()
        .map(|warning| (warning.id, warning.path.clone()))
        .collect()
}
