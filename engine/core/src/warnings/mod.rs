//! Warnings: known traps that a scenario steps into, or a run shows, said before anyone believes a figure.
//!
//! A warning refuses nothing: what it speaks of may be the very thing that is studied. It has the path of
//! the field where the trap is, a sentence with the figures of the case, and what helps. Some are seen in a
//! file's text, most in the scenario, some only while it runs.
//!
//! A family of warnings is one file: what it looks for, why, on whose word. One more warning is a [`Row`] there
//! and an entry in [`WARNINGS`]; the catalog, the page, the program and the tests follow.

pub mod buffer;
pub mod bursts;
pub mod capture;
mod chance;
pub mod clock;
pub mod files;
pub mod in_step;
pub mod intervals;
pub mod keys;
pub mod late;
pub mod marks;
pub mod phase;
pub mod recovery;
pub mod rto;
pub mod times;
pub mod unfinished;
pub mod warmup;
pub(crate) mod way;
mod words;

use serde::Serialize;
use serde_json::{Value, json};

use crate::observe::pieces::{LinkPieces, Pieces};
use crate::observe::summary::Transfers;
use crate::scenario::{Group, Patch, Scenario, limits};
use crate::sim::Observed;
use crate::sim::flow::Flow;
use crate::time::Time;
use words::called;

/// Something to know before a figure is believed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Warning {
    /// Which warning; the catalog explains it.
    pub id: &'static str,
    /// Dotted path into the scenario, to the field where the trap is.
    pub path: String,
    /// What is the case, with its figures.
    pub sentence: String,
    /// What helps.
    pub remedy: String,
    /// Changes that do what helps, where there is one obvious way. Absent elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub fix: Option<Fix>,
}

/// Changes of the scenario after which a warning is gone, for a button.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Fix {
    /// What it does, as a button says it: a verb with an object.
    pub label: String,
    /// The changes, to be made together.
    pub patches: Vec<Patch>,
}

impl Fix {
    /// Of changes that are paths with their values.
    pub(crate) fn new<const N: usize>(label: impl Into<String>, set: [(String, Value); N]) -> Fix {
        let patches = set.map(|(path, value)| Patch { path, value });
        Fix {
            label: label.into(),
            patches: patches.into(),
        }
    }
}

/// A kind of warning: what it says of itself, and where it is looked for.
#[derive(Debug)]
pub struct Row {
    /// Its name in JSON.
    pub id: &'static str,
    /// For people, in a few words.
    pub label: &'static str,
    /// What goes wrong, and why.
    pub help: &'static str,
    /// Whose word that is; empty where it needs none.
    pub source: &'static str,
    /// What is looked at.
    pub look: Look,
}

/// What a warning is found in, and how.
#[derive(Debug)]
pub enum Look {
    /// The text of a file: what is lost when it is read.
    Text(fn(&str, &mut Finds)),
    /// A scenario, before it runs and after each edit.
    Scenario(fn(&Scenario, &mut Finds)),
    /// A run, at the present.
    Run(fn(&Run<'_>, &mut Finds)),
}

/// What a front end knows of a warning without one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "WarningAbout"))]
pub struct About {
    /// Its name in JSON.
    pub id: &'static str,
    /// For people, in a few words.
    pub label: &'static str,
    /// What goes wrong, and why.
    pub help: &'static str,
    /// Whose word that is; empty where it needs none.
    pub source: &'static str,
}

/// A run when it is looked at.
pub struct Run<'a> {
    /// Its state.
    pub observed: &'a Observed<'a>,
    /// What its links did, piece by piece, up to now.
    pub pieces: &'a Pieces,
    /// Whether its end is reached.
    pub ended: bool,
    /// Whether it was changed on the way, so that it has no single steady state.
    pub edited: bool,
}

/// Collects warnings.
pub struct Finds {
    row: &'static Row,
    list: Vec<Warning>,
}

/// Every kind of warning, in the order in which they are told.
pub static WARNINGS: &[&Row] = &[
    &keys::DUPLICATE_KEY,
    &files::MISSING,
    &files::NOTE,
    &times::START_AFTER_END,
    &times::STOP_BEFORE_START,
    &times::EDIT_AFTER_END,
    &capture::POSSIBLE,
    &capture::SYMPTOM,
    &phase::EFFECTS,
    &in_step::STARTS,
    &buffer::BELOW_PACKET,
    &marks::NOTHING,
    &recovery::WITHOUT_SACK,
    &bursts::INITIAL_WINDOW,
    &bursts::INITIAL_SSTHRESH,
    &rto::BELOW_ROUND_TRIP,
    &clock::TOO_FAST,
    &late::FLOWS,
    &warmup::SHORT,
    &unfinished::TRANSFERS,
    &intervals::WIDE,
];

/// Warnings about the text that a scenario is read from.
#[must_use]
pub fn of_text(text: &str) -> Vec<Warning> {
    found(|look, finds| {
        if let Look::Text(find) = look {
            find(text, finds);
        }
    })
}

/// Warnings about a scenario as it stands.
#[must_use]
pub fn of_scenario(scenario: &Scenario) -> Vec<Warning> {
    found(|look, finds| {
        if let Look::Scenario(find) = look {
            find(scenario, finds);
        }
    })
}

/// Warnings about what a run shows so far.
#[must_use]
pub fn of_run(run: &Run<'_>) -> Vec<Warning> {
    found(|look, finds| {
        if let Look::Run(find) = look {
            find(run, finds);
        }
    })
}

/// Warnings as JSON: `[{"id", "path", "sentence", "remedy"}]`.
#[must_use]
pub fn to_value(warnings: &[Warning]) -> Value {
    json!(warnings)
}

/// What there is to know of every warning, for the catalog.
#[must_use]
pub fn all() -> Vec<About> {
    WARNINGS.iter().map(|row| row.about()).collect()
}

fn found(mut find: impl FnMut(&Look, &mut Finds)) -> Vec<Warning> {
    let mut list = Vec::new();
    for &row in WARNINGS {
        let mut finds = Finds { row, list };
        find(&row.look, &mut finds);
        list = finds.list;
    }
    list
}

/// A bottleneck, from the sources to the sinks.
pub struct Bottleneck<'a> {
    /// Its name, for people.
    pub name: &'a str,
    /// What it did.
    pub pieces: LinkPieces<'a>,
}

impl Run<'_> {
    /// For how long its figures have been measured, seconds; `None` during the warm-up.
    #[must_use]
    pub fn measured_s(&self) -> Option<f64> {
        let measured_s = self.observed.now.s() - self.observed.scenario.warmup_s;
        (measured_s > 0.0).then_some(measured_s)
    }

    /// Whether at least half of what is to be measured has been.
    #[must_use]
    pub fn is_half_measured(&self) -> bool {
        let Scenario {
            duration_s,
            warmup_s,
            ..
        } = self.observed.scenario;
        self.measured_s() >= Some(0.5 * (duration_s - warmup_s))
    }

    /// Pieces that begin before measuring does.
    #[must_use]
    pub fn pieces_before_measuring(&self) -> usize {
        let warmup_s = self.observed.scenario.warmup_s;
        self.pieces.before(Time::from_s(warmup_s))
    }

    /// The groups whose flows have something finite to send, and how that went.
    pub fn transfers(&self) -> impl Iterator<Item = (&Group, Transfers)> {
        let states = self.observed.groups.iter().enumerate();
        states.filter_map(|(position, state)| {
            let mut groups = self.observed.scenario.groups.iter();
            let group = groups.find(|group| group.id == state.id)?;
            let flows = self.observed.flows.iter();
            let members: Vec<&Flow> = flows
                .filter(|flow| flow.group as usize == position)
                .collect();
            Some((group, Transfers::of(&members, &state.transfers)?))
        })
    }

    /// Its bottlenecks.
    pub fn bottlenecks(&self) -> impl Iterator<Item = Bottleneck<'_>> {
        let bottlenecks = self.observed.scenario.bottlenecks.iter().enumerate();
        bottlenecks.map(|(i, bottleneck)| Bottleneck {
            name: called(&bottleneck.label, &bottleneck.id),
            pieces: self.pieces.forward(i),
        })
    }
}

impl Row {
    fn about(&self) -> About {
        About {
            id: self.id,
            label: self.label,
            help: self.help,
            source: self.source,
        }
    }
}

impl Finds {
    /// Warns of what is at `path`, unless that is said already, or too much is.
    pub fn warn(&mut self, path: String, sentence: String, remedy: &str) {
        self.warn_with(path, sentence, remedy, None);
    }

    /// The same, with changes that mend it.
    pub fn warn_with(&mut self, path: String, sentence: String, remedy: &str, fix: Option<Fix>) {
        let warning = Warning {
            id: self.row.id,
            path,
            sentence,
            remedy: remedy.to_owned(),
            fix,
        };
        if self.list.len() < limits::PROBLEMS && !self.list.contains(&warning) {
            self.list.push(warning);
        }
    }
}

/// How the tests of the families make scenarios.
#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use crate::lab::Lab;
    use crate::presets;
    use crate::scenario::Patch;

    /// A preset with changes.
    pub fn preset(id: &str, set: Value) -> Scenario {
        let preset = presets::find(id).expect("it is listed");
        let document = serde_json::from_str(preset.scenario_json).expect("JSON");
        let Value::Object(set) = set else {
            panic!("an object of paths and values");
        };
        let set = set.into_iter().map(|(path, value)| Patch { path, value });
        Scenario::from_document(document, &set.collect::<Vec<_>>())
            .unwrap_or_else(|problems| panic!("{problems}"))
    }

    /// Paths at which `row` warns of a scenario before it runs.
    pub fn paths(row: &Row, scenario: &Scenario) -> Vec<String> {
        of(row, of_scenario(scenario))
    }

    /// The scenario after what the button of `row`'s first warning does.
    pub fn mended(row: &Row, scenario: &Scenario) -> Scenario {
        let mut warnings = of_scenario(scenario).into_iter();
        let warning = warnings.find(|warning| warning.id == row.id);
        let fix = warning.and_then(|warning| warning.fix).expect("it has one");
        assert!(fix.label.starts_with(char::is_uppercase) && !fix.label.ends_with('.'));
        Scenario::from_document(scenario.to_value(), &fix.patches)
            .unwrap_or_else(|problems| panic!("{problems}"))
    }

    /// Paths at which `row` warns when `scenario` has run to its end.
    pub fn paths_at_the_end(row: &Row, scenario: &Scenario) -> Vec<String> {
        let mut lab = Lab::new(scenario);
        lab.advance(lab.end()).expect("few packets");
        of(row, lab.warnings())
    }

    /// Sentences with which `row` warns of a scenario before it runs.
    pub fn sentences(row: &Row, scenario: &Scenario) -> Vec<String> {
        let all = of_scenario(scenario).into_iter();
        let same = all.filter(|warning| warning.id == row.id);
        same.map(|warning| warning.sentence).collect()
    }

    fn of(row: &Row, warnings: Vec<Warning>) -> Vec<String> {
        let same = warnings.into_iter().filter(|warning| warning.id == row.id);
        same.map(|warning| warning.path).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::path::param_at;
    use serde_json::json;

    #[test]
    fn every_warning_has_a_name_of_its_own_and_explains_itself() {
        for (i, row) in WARNINGS.iter().enumerate() {
            let id = row.id;
            assert!(
                id.chars().all(|c| c.is_ascii_lowercase() || c == '_'),
                "{id}"
            );
            assert!(WARNINGS[..i].iter().all(|other| other.id != id), "{id}");
            assert!(!row.label.is_empty() && row.help.ends_with('.'), "{id}");
            assert!(
                row.help.split_whitespace().count() >= 15,
                "{id} says too little"
            );
        }
        assert_eq!(all().len(), WARNINGS.len());
    }

    #[test]
    fn a_warning_says_where_it_is_in_a_sentence_and_what_helps() {
        let scenario = testing::preset(
            "many-flows",
            json!({
                "duration_s": 5, "warmup_s": 1, "groups.tcp.stop_s": 0, "groups.tcp.start_s": 7,
                "groups.tcp.traffic.initial_window_packets": 500,
                "groups.tcp.traffic.initial_ssthresh_packets": 9000,
                "groups.tcp.traffic.min_rto_s": 0.01, "bottlenecks.r0.rate_bps": 9e12,
                "groups.tcp.traffic.ack_bytes": 1, "groups.tcp.traffic.overhead_s": 0,
                "edits": [{ "at_s": 9, "set": [{ "path": "groups.tcp.count", "value": 9 }] }],
            }),
        );
        let document = scenario.to_value();
        let warnings = of_scenario(&scenario);
        assert!(warnings.len() >= 5, "{warnings:#?}");
        for Warning {
            path,
            sentence,
            remedy,
            ..
        } in warnings
        {
            let field = path.strip_suffix(".0.at_s").unwrap_or(&path);
            assert!(param_at(&document, field).is_some(), "{path} leads nowhere");
            for text in [&sentence, &remedy] {
                assert!(
                    text.ends_with('.') && text.starts_with(char::is_uppercase),
                    "{text}"
                );
            }
        }
    }

    /// Labels are what the page and the tables show; ids are for paths.
    #[test]
    fn a_warning_calls_groups_and_links_by_their_names() {
        let scenario = testing::preset(
            "many-flows",
            json!({
                "groups.tcp.label": "Laptops", "bottlenecks.r0.label": "Uplink",
                "duration_s": 5, "warmup_s": 1, "groups.tcp.stop_s": 0, "groups.tcp.start_s": 7,
                "groups.tcp.traffic.initial_window_packets": 500,
                "groups.tcp.traffic.initial_ssthresh_packets": 9000,
                "groups.tcp.traffic.min_rto_s": 0.01, "groups.tcp.traffic.overhead_s": 0,
                "groups.tcp.traffic.congestion_control": "dctcp", "groups.tcp.access.limit_packets": null,
                "bottlenecks.r0.queue.limit_bytes": 500,
            }),
        );
        let warnings = of_scenario(&scenario);
        assert!(warnings.len() >= 7, "{warnings:#?}");
        for warning in &warnings {
            let label = warning.fix.as_ref().map_or("", |fix| &fix.label);
            let texts = [&warning.sentence, &warning.remedy, label].join(" ");
            let words: Vec<&str> = texts.split(|c: char| !c.is_alphanumeric()).collect();
            assert!(!words.contains(&"tcp") && !words.contains(&"r0"), "{texts}");
        }
        let all = |name: &str| {
            warnings
                .iter()
                .filter(|w| w.sentence.contains(name))
                .count()
        };
        assert!(all("Laptops") >= 5 && all("Uplink") >= 3, "{warnings:#?}");
    }

    /// 64 groups, each with several traps, and a thousand edits after the end.
    #[test]
    fn what_is_wrong_throughout_is_not_said_without_end() {
        let edits: Vec<_> = (0..1000)
            .map(|i| json!({ "at_s": 300 + i, "set": [{ "path": "groups.g0.count", "value": 1 }] }))
            .collect();
        let groups: Vec<_> = (0..64)
            .map(|i| {
                json!({ "id": format!("g{i}"), "count": 2, "access": { "rate_bps": 1e7 },
                    "start_s": 400, "stop_s": 3,
                    "traffic": { "kind": "tcp", "initial_window_packets": 300, "min_rto_s": 0.001 } })
            })
            .collect();
        let scenario = testing::preset("one-flow", json!({ "edits": edits, "groups": groups }));
        assert_eq!(of_scenario(&scenario).len(), limits::PROBLEMS);
    }
}
