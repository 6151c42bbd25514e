//! Which warnings the presets give, before they run and at their end: a preset that warns is explained here.

use bufferlab_core::Lab;
use bufferlab_core::presets::presets;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::warnings::{WARNINGS, Warning};

/// What a preset is allowed to warn of, and why it does nevertheless.
const EXPLAINED: &[(&str, &str, &str)] = &[
    // As in the paper's figure 3(a): 200 equally far flows, whose access links have the bottleneck's rate.
    ("many-flows", "capture_possible", "groups.tcp.access"),
    ("many-flows", "phase_effects", "groups.tcp.access.delay_s"),
];

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
    assert_eq!(given, EXPLAINED);
}

#[test]
fn what_is_explained_is_a_warning() {
    for (_, id, _) in EXPLAINED {
        assert!(WARNINGS.iter().any(|row| row.id == *id), "{id}");
    }
}

fn ids(warnings: &[Warning]) -> Vec<(&'static str, String)> {
    warnings
        .iter()
        .map(|warning| (warning.id, warning.path.clone()))
        .collect()
}
