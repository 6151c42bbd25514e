//! Profiles of hosts in scenarios: their values as defaults, in saved forms, after changes, and in edits.

use bufferlab_core::scenario::minimal::minimal;
use bufferlab_core::scenario::patch::patches_from_text;
use bufferlab_core::scenario::{Patch, Problems, Scenario};
use bufferlab_core::spec::Section;
use bufferlab_core::spec::complete::setting_value;
use bufferlab_core::tcp::config::SECTION;
use bufferlab_core::{Lab, presets};
use serde_json::{Map, Value, json};

/// A scenario with one group of this traffic.
fn scenario(traffic: &Value) -> Value {
    json!({
        "version": 1,
        "bottlenecks": [{
            "id": "r0", "rate_bps": 1e7, "delay_s": 0.01,
            "queue": { "kind": "drop_tail", "limit_packets": 10 },
        }],
        "groups": [{ "id": "g", "access": { "rate_bps": 1e8 }, "traffic": traffic }],
    })
}

/// The complete traffic of the group.
fn completed(traffic: &Value) -> Result<Value, Problems> {
    let scenario = Scenario::from_value(scenario(traffic))?;
    Ok(scenario.to_value()["groups"][0]["traffic"].clone())
}

/// The traffic of the group with the profile `name` and these fields.
fn with(name: &str, more: &Value) -> Value {
    let mut traffic = json!({ "kind": "tcp", "profile": name });
    for (field, value) in more.as_object().expect("fields") {
        traffic[field] = value.clone();
    }
    traffic
}

/// The complete traffic after changes, each as `path=value` in the traffic.
fn changed(traffic: &Value, changes: &[&str]) -> Result<Value, Problems> {
    let complete = Scenario::from_value(scenario(traffic))?.to_value();
    let changes: Vec<(String, &str)> = changes
        .iter()
        .map(|change| {
            let (path, value) = change.split_once('=').expect("path=value");
            (format!("groups.g.traffic.{path}"), value)
        })
        .collect();
    let given = changes.iter().map(|(path, value)| (path.as_str(), *value));
    let patches = patches_from_text(&complete, given)?;
    let scenario = Scenario::from_document(complete, &patches)?;
    Ok(scenario.to_value()["groups"][0]["traffic"].clone())
}

fn section() -> &'static Section {
    &SECTION
}

/// Sets of given fields, each with every profile in the tests below.
fn given() -> Vec<Value> {
    let controllers = ["reno", "cubic", "bbr", "bbr1", "dctcp", "vegas"];
    let mut sets: Vec<Value> = controllers
        .iter()
        .flat_map(|controller| {
            [
                json!({ "congestion_control": controller }),
                json!({ "congestion_control": { "kind": controller }, "recovery": "newreno", "min_rto_s": 0.2 }),
            ]
        })
        .collect();
    sets.push(json!({}));
    sets.push(json!({ "initial_window_packets": 2, "delayed_ack": false, "pacing": "linux", "ecn": "classic" }));
    sets.push(json!({ "congestion_control": { "kind": "cubic", "hystart": false, "c": 0.5 } }));
    sets
}

#[test]
fn a_profile_is_the_default_of_what_is_not_given() {
    for profile in section().profiles {
        let traffic = completed(&with(profile.id, &json!({}))).expect(profile.id);
        assert_eq!(traffic["profile"], profile.id);
        for setting in profile.settings.iter().filter(|s| s.when.is_none()) {
            if !setting.field.contains('.') && !setting.initial {
                let value = setting_value(section(), setting);
                assert_eq!(
                    traffic[setting.field], value,
                    "{}: {}",
                    profile.id, setting.field
                );
            }
        }
    }
}

#[test]
fn given_fields_hold_against_the_profile() {
    let own = json!({ "recovery": "newreno", "min_rto_s": 1.5, "congestion_control": { "kind": "cubic", "hystart_form": "plus_plus" } });
    let traffic = completed(&with("linux-6", &own)).expect("valid");
    assert_eq!(traffic["recovery"], "newreno");
    assert_eq!(traffic["min_rto_s"], 1.5);
    assert_eq!(traffic["congestion_control"]["hystart_form"], "plus_plus");
    assert_eq!(traffic["initial_window_packets"], 10.0);
}

#[test]
fn the_profile_reaches_into_the_controller_and_turns_on_ecn_for_dctcp() {
    let of = |controller: &str| {
        completed(&with(
            "linux-6",
            &json!({ "congestion_control": controller }),
        ))
        .expect("valid")
    };
    assert_eq!(of("cubic")["congestion_control"]["hystart_form"], "classic");
    assert_eq!(
        of("reno")["congestion_control"]["abc_limit_packets"],
        1000.0
    );
    assert_eq!(of("cubic")["ecn"], "off");
    assert_eq!(of("dctcp")["ecn"], "accurate");
    let usual = completed(&with("linux-6", &json!({}))).expect("valid");
    assert_eq!(usual["congestion_control"]["kind"], "cubic");
}

#[test]
fn saved_forms_read_back_as_the_same_scenario() {
    for profile in section().profiles {
        for more in given() {
            let document = scenario(&with(profile.id, &more));
            let read = Scenario::from_value(document.clone()).expect("valid");
            let short = minimal(document).expect("valid");
            let again = Scenario::from_value(short.clone()).expect("valid");
            assert_eq!(again, read, "{}: {short}", profile.id);
            assert_eq!(minimal(short.clone()).expect("valid"), short);
            let whole = Scenario::from_value(read.to_value()).expect("valid");
            assert_eq!(whole, read);
        }
    }
}

/// If a profile changes, or gets another option, its name stands for other values. So the values of a saved form must not
/// depend on the name.
#[test]
fn the_values_of_a_saved_form_do_not_depend_on_the_profile_that_it_names() {
    for profile in section().profiles {
        for more in given() {
            let short = minimal(scenario(&with(profile.id, &more))).expect("valid");
            assert_eq!(short["groups"][0]["traffic"]["profile"], profile.id);
            let values = |name: &str| -> Map<String, Value> {
                let mut renamed = short["groups"][0]["traffic"].clone();
                renamed["profile"] = json!(name);
                let complete = completed(&renamed).expect("valid");
                let mut fields = complete.as_object().expect("an object").clone();
                fields.remove("profile");
                fields
            };
            for other in section().profiles {
                assert_eq!(values(other.id), values(profile.id), "{}", other.id);
            }
        }
    }
}

#[test]
fn scenarios_without_a_profile_are_as_before() {
    let of_before = presets::presets()
        .iter()
        .filter(|preset| !preset.scenario_json.contains("\"profile\""));
    for preset in of_before {
        let scenario = Scenario::from_json(preset.scenario_json).expect(preset.id);
        for group in scenario.to_value()["groups"].as_array().expect("a list") {
            let traffic = &group["traffic"];
            if traffic["kind"] == "tcp" {
                assert_eq!(traffic["profile"], "own", "{}", preset.id);
            }
        }
        let short = minimal(scenario.to_value()).expect(preset.id).to_string();
        assert!(!short.contains("profile"), "{}: {short}", preset.id);
    }
}

#[test]
fn choosing_another_profile_leaves_nothing_of_the_former() {
    for from in section().profiles {
        for to in section().profiles {
            let kept = json!({ "congestion_control": "cubic" });
            let before = with(from.id, &kept);
            let after = changed(&before, &[&format!("profile={}", to.id)]).expect("valid");
            assert_eq!(after, completed(&with(to.id, &kept)).expect("valid"));
        }
    }
}

#[test]
fn choosing_a_profile_keeps_controller_workload_and_sizes() {
    let given = json!({
        "congestion_control": "bbr", "segment_bytes": 1448, "header_bytes": 52,
        "workload": { "kind": "web_page", "connections": 6 }, "max_window_packets": 100,
    });
    let before = completed(&with("ns-2", &given)).expect("valid");
    let after = changed(&with("ns-2", &given), &["profile=linux-6"]).expect("valid");
    for field in [
        "congestion_control",
        "segment_bytes",
        "header_bytes",
        "workload",
        "max_window_packets",
    ] {
        assert_eq!(after[field], before[field], "{field}");
    }
    assert_eq!(after["recovery"], "rack");
}

#[test]
fn a_change_after_the_profile_holds_and_keeps_the_name() {
    let after = changed(
        &with("rfc", &json!({})),
        &["profile=linux-6", "recovery=newreno"],
    )
    .expect("valid");
    assert_eq!(
        (&after["profile"], &after["recovery"]),
        (&json!("linux-6"), &json!("newreno"))
    );
    assert_eq!(after["initial_window_packets"], 10.0);
    let own = changed(&with("linux-6", &json!({})), &["profile=own"]).expect("valid");
    assert_eq!(own["recovery"], "rack");
    assert_eq!(own["profile_expanded"], false);
}

#[test]
fn an_unknown_profile_is_refused_with_the_list() {
    let list = "one of linux-6, windows, freebsd-14, rfc, ns-2, own";
    let problems = [
        completed(&with("linux-7", &json!({}))).expect_err("no such profile"),
        changed(&with("rfc", &json!({})), &["profile=linux-7"]).expect_err("no such profile"),
    ];
    for Problems(problems) in problems {
        assert_eq!(problems[0].path, "groups.g.traffic.profile");
        assert!(
            problems[0].message.contains(list),
            "{}",
            problems[0].message
        );
        assert_eq!(problems.len(), 1);
    }
    assert!(completed(&with("linux-6", &json!({ "recovery": "none" }))).is_err());
    assert!(completed(&json!({ "kind": "tcp", "profile": 6 })).is_err());
}

#[test]
fn groups_that_edits_add_are_saved_with_their_values() {
    let mut document = scenario(&json!("tcp"));
    let value = json!({ "access": { "rate_bps": 1e8 }, "traffic": { "kind": "tcp", "profile": "linux-6" } });
    document["edits"] = json!([{ "at_s": 1, "set": [{ "path": "groups.late", "value": value }] }]);
    let short = minimal(document).expect("valid");
    let traffic = &short["edits"][0]["set"][0]["value"]["traffic"];
    assert_eq!(traffic["recovery"], "rack");
    assert_eq!(traffic["profile_expanded"], true);
    let again = minimal(short.clone()).expect("valid");
    assert_eq!(again, short);
}

#[test]
fn a_run_keeps_the_values_of_a_group_that_an_edit_adds() {
    let scenario = Scenario::from_value(scenario(&json!("tcp"))).expect("valid");
    let mut lab = Lab::new(&scenario);
    let value =
        json!({ "access": { "rate_bps": 1e8 }, "traffic": { "kind": "tcp", "profile": "rfc" } });
    let path = "groups.late".to_owned();
    let edit = lab.edit(&[Patch { path, value }]).expect("valid");
    assert_eq!(edit.set[0].value["traffic"]["initial_window_packets"], 3.0);
    let read = Scenario::from_json(&lab.document().to_value().to_string()).expect("valid");
    assert_eq!(&read, lab.document());
}

#[test]
fn a_profile_does_not_change_during_a_run() {
    let mut document = scenario(&json!("tcp"));
    let set = json!([{ "path": "groups.g.traffic.profile", "value": "linux-6" }]);
    document["edits"] = json!([{ "at_s": 1, "set": set }]);
    let problems = Scenario::from_value(document).expect_err("the initial window is past");
    assert!(
        problems.to_string().contains("cannot change while"),
        "{problems}"
    );
}
