//! Which warnings the presets give, before they run and at their end: a preset that warns is explained here.

use bufferlab_core::Lab;
use bufferlab_core::presets::{find, presets};
use bufferlab_core::scenario::{Patch, Scenario};
use bufferlab_core::warnings::{Warning, of_scenario};
use serde_json::json;

/// Preset, warning, path, and why it is given nevertheless. None at present.
const EXPLAINED: &[(&str, &str, &str, &str)] = &[];

#[test]
fn presets_give_the_warnings_that_are_explained_and_no_others() {
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

/// The paper's figure 3(a) has 200 flows of equal delays on access links of the bottleneck's rate. The preset
/// adds a limit there and an overhead at the senders; as in the paper it steps into both traps.
#[test]
fn without_what_was_added_to_it_many_flows_warns_of_capture_and_of_phase_effects() {
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
