//! Which warnings the presets give, before they run and at their end: a preset that warns is explained here.

use bufferlab_core::Lab;
use bufferlab_core::presets::presets;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::warnings::{WARNINGS, Warning};

/// A warning that a preset gives, and why it does nevertheless.
struct Explained {
    preset: &'static str,
    id: &'static str,
    path: &'static str,
    why: &'static str,
}

const EXPLAINED: &[Explained] = &[
    Explained {
        preset: "many-flows",
        id: "capture_possible",
        path: "groups.tcp.access",
        why: "As in the paper's figure 3(a): access links have the bottleneck's rate.",
    },
    Explained {
        preset: "many-flows",
        id: "phase_effects",
        path: "groups.tcp.access.delay_s",
        why: "As in the paper's figure 3(a): all 200 flows are equally far.",
    },
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
    let explained: Vec<_> = EXPLAINED
        .iter()
        .map(|explained| (explained.preset, explained.id, explained.path))
        .collect();
    assert_eq!(given, explained);
}

#[test]
fn what_is_explained_is_a_warning() {
    for Explained { id, why, .. } in EXPLAINED {
        assert!(WARNINGS.iter().any(|row| row.id == *id), "{id}");
        assert!(why.ends_with('.'), "{id}: {why}");
    }
}

fn ids(warnings: &[Warning]) -> Vec<(&'static str, String)> {
    warnings
        .iter()
        .map(|warning| (warning.id, warning.path.clone()))
        .collect()
}
