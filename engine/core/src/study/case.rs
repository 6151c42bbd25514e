//! Case: one run of a study, with its identity and its scenario.

use serde_json::{Map, Value, json};

use crate::scenario::{Group, Problems, Scenario};
use crate::spec::profile;

/// Identity of a case.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CaseId {
    /// Key of 32 hexadecimal digits, computed from the scenario, the seed and the version of the engine. It does not
    /// depend on how the study is written, so stored results can be found by it.
    pub key: String,
    /// Values of the varied fields, by path.
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    pub point: Map<String, Value>,
    /// Seed of the run.
    pub seed: u64,
}

/// Planned run of a study.
#[derive(Clone, Debug)]
pub struct Case {
    /// Identity of the case.
    pub id: CaseId,
    /// Scenario of the run, or the reason why its values are not valid together.
    pub scenario: Result<Scenario, Problems>,
    /// Paths of the measures that are computed only on request ([`Sampling`](crate::observe::sampling::Sampling)).
    pub asked: Vec<String>,
}

impl CaseId {
    /// Returns the JSON form, which begins the result line of the run.
    #[must_use]
    pub fn to_value(&self) -> Value {
        json!({ "key": self.key, "point": self.point, "seed": self.seed })
    }
}

impl Case {
    /// Creates a case. Without a valid scenario its key is made of `document`.
    ///
    /// The key includes the requested measures, since a line without them cannot be used by the study.
    pub(super) fn new(
        point: Map<String, Value>,
        seed: u64,
        document: &Value,
        scenario: Result<Scenario, Problems>,
        asked: Vec<String>,
    ) -> Case {
        let text = match &scenario {
            Ok(scenario) => text_of_run(&without_words(scenario)),
            Err(_) => document.to_string(),
        };
        let text = asked.iter().fold(text, |text, path| text + "\n" + path);
        let id = CaseId {
            key: key(&text, seed),
            point,
            seed,
        };
        Case {
            id,
            scenario,
            asked,
        }
    }
}

/// Returns the data that determine a run: the complete scenario, so that explicit defaults change nothing, without
/// titles, notes and labels.
fn without_words(scenario: &Scenario) -> Scenario {
    let unlabelled = |group: &Group| Group {
        label: String::new(),
        ..group.clone()
    };
    Scenario {
        title: String::new(),
        note: String::new(),
        groups: scenario.groups.iter().map(unlabelled).collect(),
        ..scenario.clone()
    }
}

/// Parameter of traffic that came after the first results; it was off until then.
const LATER_FLAG: &str = "pacing_credit";

/// Parameters of controllers that came after the first results, with their defaults.
const LATER: [(&str, &str); 2] = [("hystart_form", "plus_plus"), ("arithmetic", "real")];

/// Returns the complete scenario as text, without the names of profiles, since their values stand beside them. Defaults of
/// [`LATER`] parameters and [`LATER_FLAG`] are left out, so that the first results keep their keys.
fn text_of_run(scenario: &Scenario) -> String {
    let mut document = scenario.to_value();
    let groups = document["groups"].as_array_mut().into_iter().flatten();
    for traffic in groups.filter_map(|group| group["traffic"].as_object_mut()) {
        traffic.remove(profile::FIELD);
        traffic.remove(profile::EXPANDED);
        if traffic.get(LATER_FLAG) == Some(&Value::Bool(false)) {
            traffic.remove(LATER_FLAG);
        }
        let controller = traffic.get_mut("congestion_control");
        let Some(controller) = controller.and_then(Value::as_object_mut) else {
            continue;
        };
        for (name, default) in LATER {
            if controller.get(name).and_then(Value::as_str) == Some(default) {
                controller.remove(name);
            }
        }
    }
    document.to_string()
}

fn key(scenario: &str, seed: u64) -> String {
    let engine = env!("CARGO_PKG_VERSION");
    let hash = fnv1a_128(format!("{engine}\n{seed}\n{scenario}").as_bytes());
    format!("{hash:032x}")
}

/// FNV-1a, 128 bits (RFC 9923): stable and short; two of 100,000 cases share one with a chance
/// below 10^-28.
fn fnv1a_128(bytes: &[u8]) -> u128 {
    const PRIME: u128 = (1 << 88) + 0x13b;
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    bytes.iter().fold(OFFSET, |hash, &byte| {
        (hash ^ u128::from(byte)).wrapping_mul(PRIME)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;

    fn key_of(set: &[(&str, Value)]) -> String {
        let preset = presets::find("one-flow").expect("it is listed");
        let mut document: Value = serde_json::from_str(preset.scenario_json).expect("JSON");
        for (pointer, value) in set {
            let (parent, name) = pointer.rsplit_once('/').expect("a pointer");
            document.pointer_mut(parent).expect("there")[name] = value.clone();
        }
        let scenario = Scenario::from_value(document.clone());
        assert!(scenario.is_ok(), "{scenario:?}");
        Case::new(Map::new(), 1, &document, scenario, Vec::new())
            .id
            .key
    }

    #[test]
    fn hash_agrees_with_published_values() {
        // The test vectors of RFC 9923.
        assert_eq!(fnv1a_128(b""), 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
        assert_eq!(fnv1a_128(b"a"), 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964);
    }

    #[test]
    fn equal_scenarios_have_equal_keys() {
        let key = key_of(&[]);
        assert_eq!(key.len(), 32);
        assert_eq!(
            key,
            key_of(&[("/edges", json!([])), ("/title", json!("another"))])
        );
        assert_eq!(key, key_of(&[("/groups/0/label", json!("A flow"))]));
        let named = [
            ("/groups/0/traffic/profile", json!("linux-6")),
            ("/groups/0/traffic/profile_expanded", json!(true)),
        ];
        assert_eq!(key, key_of(&named));
        assert_ne!(key, key_of(&named[..1]));
        assert_ne!(key, key_of(&[("/bottlenecks/0/delay_s", json!(0.04))]));
        assert_ne!(key, key_of(&[("/seed", json!(2))]));
    }
}
