//! What the program says about itself.

use crate::common::bufferlab;
use bufferlab_core::presets::presets;

#[test]
fn presets_are_listed_as_text_and_as_json() {
    let people = bufferlab(&["presets"]);
    let json = bufferlab(&["presets", "--json"]).json();
    for (i, preset) in presets().iter().enumerate() {
        assert!(people.stdout.contains(preset.id) && people.stdout.contains(preset.source));
        assert_eq!(json[i]["id"], preset.id);
        assert!(json[i]["scenario"]["bottlenecks"].is_array());
    }
}

#[test]
fn the_catalog_has_every_section_as_text_and_as_json() {
    let people = bufferlab(&["catalog"]).stdout;
    let json = bufferlab(&["catalog", "--json"]).json();
    assert_eq!(json["engine"], env!("CARGO_PKG_VERSION"));
    for (id, section) in json["sections"].as_object().unwrap() {
        assert!(people.contains(&format!("{id} – ")), "{id}");
        for param in section["params"].as_array().unwrap() {
            let name = param["name"].as_str().unwrap();
            assert!(people.contains(&format!("    {name}: ")), "{id}.{name}");
        }
    }
    for measure in json["measures"].as_array().unwrap() {
        let [of, id, label, help] =
            ["of", "id", "label", "help"].map(|name| measure[name].as_str().unwrap());
        assert!(
            people.contains(&format!("    {of} {id} – {label}")),
            "{of} {id}"
        );
        assert!(people.contains(&format!("        {help}\n")), "{of} {id}");
    }
}

#[test]
fn the_schema_is_json_schema() {
    let schema = bufferlab(&["schema"]).json();
    assert_eq!(
        schema["$schema"],
        "https://json-schema.org/draft/2020-12/schema"
    );
    assert!(schema["$defs"]["bottleneck"]["properties"]["rate_bps"].is_object());
}

#[test]
fn help_and_version_go_to_standard_output() {
    for args in [&["--help"][..], &["run", "--help"], &["--version"]] {
        let outcome = bufferlab(args);
        assert_eq!(outcome.code, Some(0), "{args:?}");
        assert!(outcome.stdout.contains("bufferlab"), "{args:?}");
    }
}
