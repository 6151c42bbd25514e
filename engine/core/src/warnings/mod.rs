//! Warnings: known causes of misleading results, found in a scenario's text, in the scenario, or in a run.
//!
//! A warning never refuses a scenario, since its subject may be the purpose of the study. It has the path of the
//! field concerned, a sentence with the numbers of the case and the consequence, and a remedy. Sentence and remedy
//! together have at most 240 characters; the help of the [`Row`] explains more.
//!
//! Each file holds one family of warnings: the condition, the reason and the source. To add a warning, add a
//! [`Row`] there and an entry in [`WARNINGS`]; the catalog, the page, the program and the tests follow.

pub mod buffer;
pub mod bursts;
pub mod capture;
pub mod clock;
pub mod duplicate_keys;
pub mod files;
pub(crate) mod format;
pub mod intervals;
pub mod late_flows;
pub mod marks;
pub mod phase;
pub mod policer;
mod randomness;
pub mod recovery;
pub mod rto;
pub mod synchronized_starts;
pub mod times;
pub mod unfinished;
pub mod warmup;

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Value, json};

use crate::observe::measures::transfer::Transfers;
use crate::observe::pieces::{LinkPieces, Pieces};
use crate::scenario::{Group, Patch, Scenario, limits};
use crate::sim::Observed;
use crate::sim::flow::Flow;
use crate::time::Time;
use format::called;

/// A known cause of misleading results, found in one place of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Warning {
    /// Id of the kind of warning; the catalog describes it.
    pub id: &'static str,
    /// Dotted path to the field of the scenario that is the cause.
    pub path: String,
    /// Problem and consequence, with the numbers of the case.
    pub sentence: String,
    /// Advice to the user.
    pub remedy: String,
    /// Changes that follow the advice, if one obvious set of changes does. Otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub fix: Option<Fix>,
}

/// Changes of the scenario that remove a warning, for a button.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Fix {
    /// Text of the button: a verb with an object.
    pub label: String,
    /// Changes, to be applied together.
    pub patches: Vec<Patch>,
}

impl Fix {
    /// Creates a fix from pairs of a path and a value.
    pub(crate) fn new<const N: usize>(label: impl Into<String>, set: [(String, Value); N]) -> Fix {
        let patches = set.map(|(path, value)| Patch { path, value });
        Fix {
            label: label.into(),
            patches: patches.into(),
        }
    }
}

/// A kind of warning: its description, for the catalog, and its condition.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "WarningAbout"))]
pub struct Row {
    /// Id of the kind in JSON.
    pub id: &'static str,
    /// Name, in a few words.
    pub label: &'static str,
    /// Explanation of the problem and its reason.
    pub help: &'static str,
    /// Citation for the claim; empty if none is needed.
    pub source: &'static str,
    /// Condition, and the object that it tests.
    #[serde(skip)]
    #[cfg_attr(test, ts(skip))]
    pub check: Check,
}

/// Condition of a warning, by the object that it tests.
#[derive(Debug)]
pub enum Check {
    /// Text of a file, before it is parsed.
    Text(fn(&str, &mut Findings)),
    /// Scenario, before it runs and after each edit.
    Scenario(fn(&Scenario, &mut Findings)),
    /// Scenario, with the groups alone whose packets the simulator sends. It is about options and timing of simulated
    /// senders, which [live](crate::sim::live) groups do not have.
    Senders(fn(&Scenario, &mut Findings)),
    /// Run, at its current time.
    Run(fn(&Run<'_>, &mut Findings)),
}

/// Run as the conditions see it.
pub struct Run<'a> {
    /// State of the run.
    pub observed: &'a Observed<'a>,
    /// Results of its links for each piece of the run, up to the current time.
    pub pieces: &'a Pieces,
    /// Whether the run has ended.
    pub ended: bool,
    /// Whether the run has edits, so that it has no single steady state.
    pub edited: bool,
}

/// Collects the warnings of one kind.
pub struct Findings {
    row: &'static Row,
    list: Vec<Warning>,
}

/// All kinds of warning, in the order in which they are shown.
pub static WARNINGS: &[&Row] = &[
    &duplicate_keys::DUPLICATE_KEY,
    &files::MISSING,
    &files::NOTE,
    &times::START_AFTER_END,
    &times::STOP_BEFORE_START,
    &times::EDIT_AFTER_END,
    &capture::POSSIBLE,
    &capture::SYMPTOM,
    &phase::EFFECTS,
    &synchronized_starts::STARTS,
    &buffer::BELOW_PACKET,
    &marks::NOTHING,
    &recovery::WITHOUT_SACK,
    &recovery::UNDOING,
    &bursts::INITIAL_WINDOW,
    &bursts::INITIAL_SSTHRESH,
    &policer::SMALL_BURST,
    &rto::BELOW_ROUND_TRIP,
    &clock::TOO_FAST,
    &late_flows::FLOWS,
    &warmup::SHORT,
    &unfinished::TRANSFERS,
    &intervals::WIDE,
];

/// Returns the warnings about the text of a scenario.
#[must_use]
pub fn of_text(text: &str) -> Vec<Warning> {
    found(|look, findings| {
        if let Check::Text(find) = look {
            find(text, findings);
        }
    })
}

/// Returns the warnings about a scenario.
#[must_use]
pub fn of_scenario(scenario: &Scenario) -> Vec<Warning> {
    of_live_scenario(scenario, &[])
}

/// Returns the warnings about a scenario in which the groups with these ids are [live](crate::sim::live).
#[must_use]
pub fn of_live_scenario(scenario: &Scenario, live: &[String]) -> Vec<Warning> {
    let simulated = simulated_groups(scenario, live);
    found(|look, findings| match look {
        Check::Scenario(find) => find(scenario, findings),
        Check::Senders(find) => find(&simulated, findings),
        Check::Text(_) | Check::Run(_) => {}
    })
}

/// Returns the scenario without its live groups.
fn simulated_groups<'a>(scenario: &'a Scenario, live: &[String]) -> Cow<'a, Scenario> {
    if live.is_empty() {
        return Cow::Borrowed(scenario);
    }
    let mut simulated = scenario.clone();
    simulated.groups.retain(|group| !live.contains(&group.id));
    Cow::Owned(simulated)
}

/// Returns the warnings about the results of a run so far.
#[must_use]
pub fn of_run(run: &Run<'_>) -> Vec<Warning> {
    found(|look, findings| {
        if let Check::Run(find) = look {
            find(run, findings);
        }
    })
}

/// Returns warnings as JSON: `[{"id", "path", "sentence", "remedy"}]`.
#[must_use]
pub fn to_value(warnings: &[Warning]) -> Value {
    json!(warnings)
}

fn found(mut find: impl FnMut(&Check, &mut Findings)) -> Vec<Warning> {
    let mut list = Vec::new();
    for &row in WARNINGS {
        let mut findings = Findings { row, list };
        find(&row.check, &mut findings);
        list = findings.list;
    }
    list
}

/// Bottleneck in the forward direction.
pub struct Bottleneck<'a> {
    /// Label, or the id if it has none.
    pub name: &'a str,
    /// Results for each piece of the run.
    pub pieces: LinkPieces<'a>,
}

impl Run<'_> {
    /// Returns the measured time so far in seconds; `None` during the warm-up.
    #[must_use]
    pub fn measured_s(&self) -> Option<f64> {
        let measured_s = self.observed.now.s() - self.observed.scenario.warmup_s;
        (measured_s > 0.0).then_some(measured_s)
    }

    /// Returns whether at least half of the planned time has been measured.
    #[must_use]
    pub fn is_half_measured(&self) -> bool {
        let Scenario {
            duration_s,
            warmup_s,
            ..
        } = self.observed.scenario;
        self.measured_s() >= Some(0.5 * (duration_s - warmup_s))
    }

    /// Returns the number of pieces that begin during the warm-up.
    #[must_use]
    pub fn pieces_before_measuring(&self) -> usize {
        let warmup_s = self.observed.scenario.warmup_s;
        self.pieces.before(Time::from_s(warmup_s))
    }

    /// Returns the groups with finite transfers, with their results.
    pub fn transfers(&self) -> impl Iterator<Item = (&Group, Transfers)> {
        let states = self.observed.groups.iter().enumerate();
        states.filter_map(|(position, state)| {
            let mut groups = self.observed.scenario.groups.iter();
            let group = groups.find(|group| group.id == state.id)?;
            let flows = self.observed.flows.iter();
            let members: Vec<&Flow> = flows
                .filter(|flow| flow.group as usize == position)
                .collect();
            Some((
                group,
                Transfers::of(members.iter().copied(), &state.transfers)?,
            ))
        })
    }

    /// Returns the bottlenecks of the run.
    pub fn bottlenecks(&self) -> impl Iterator<Item = Bottleneck<'_>> {
        let bottlenecks = self.observed.scenario.bottlenecks.iter().enumerate();
        bottlenecks.map(|(i, bottleneck)| Bottleneck {
            name: called(&bottleneck.label, &bottleneck.id),
            pieces: self.pieces.forward(i),
        })
    }
}

impl Findings {
    /// Adds a warning for `path`, unless the same warning exists or the limit is reached.
    pub fn warn(&mut self, path: String, sentence: String, remedy: &str) {
        self.warn_with(path, sentence, remedy, None);
    }

    /// Adds a warning with a fix.
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

/// Helpers for the tests of all families.
#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use crate::lab::Lab;
    use crate::presets;
    use crate::scenario::Patch;

    /// Returns a preset with changes.
    pub fn preset(id: &str, set: Value) -> Scenario {
        let preset = presets::find(id).expect("preset exists");
        let document = serde_json::from_str(preset.scenario_json).expect("JSON");
        let Value::Object(set) = set else {
            panic!("an object of paths and values");
        };
        let set = set.into_iter().map(|(path, value)| Patch { path, value });
        Scenario::from_document(document, &set.collect::<Vec<_>>())
            .unwrap_or_else(|problems| panic!("{problems}"))
    }

    /// Returns the paths of the warnings `row` about a scenario before it runs.
    pub fn paths(row: &Row, scenario: &Scenario) -> Vec<String> {
        of(row, of_scenario(scenario))
    }

    /// Returns the scenario with the fix of the first warning `row` applied.
    pub fn fixed(row: &Row, scenario: &Scenario) -> Scenario {
        let mut warnings = of_scenario(scenario).into_iter();
        let warning = warnings.find(|warning| warning.id == row.id);
        let fix = warning
            .and_then(|warning| warning.fix)
            .expect("the warning has a fix");
        assert!(fix.label.starts_with(char::is_uppercase) && !fix.label.ends_with('.'));
        Scenario::from_document(scenario.to_value(), &fix.patches)
            .unwrap_or_else(|problems| panic!("{problems}"))
    }

    /// Returns the paths of the warnings `row` at the end of a run of `scenario`.
    pub fn paths_at_the_end(row: &Row, scenario: &Scenario) -> Vec<String> {
        let mut lab = Lab::new(scenario);
        lab.advance(lab.end()).expect("few packets");
        of(row, lab.warnings())
    }

    /// Returns the sentences of the warnings `row` about a scenario before it runs.
    pub fn sentences(row: &Row, scenario: &Scenario) -> Vec<String> {
        let all = of_scenario(scenario).into_iter();
        let same = all.filter(|warning| warning.id == row.id);
        same.map(|warning| warning.sentence).collect()
    }

    fn of(row: &Row, warnings: Vec<Warning>) -> Vec<String> {
        let same = warnings.into_iter().filter(|warning| warning.id == row.id);
        same.inspect(is_short).map(|warning| warning.path).collect()
    }

    /// Checks that sentence and remedy have at most 240 characters together.
    fn is_short(warning: &Warning) {
        let text = format!("{} {}", warning.sentence, warning.remedy);
        assert!(text.chars().count() <= 240, "{text}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::path::param_at;
    use serde_json::json;

    #[test]
    fn every_warning_has_a_unique_id_and_a_help_text() {
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
                "help of {id} is too short"
            );
        }
        let described = crate::lab::catalog::catalog();
        let described = described["warnings"].as_array().expect("a list");
        assert_eq!(described.len(), WARNINGS.len());
    }

    #[test]
    fn warnings_have_a_valid_path_a_sentence_and_a_remedy() {
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
            assert!(
                param_at(&document, field).is_some(),
                "{path} does not exist"
            );
            for text in [&sentence, &remedy] {
                assert!(
                    text.ends_with('.') && text.starts_with(char::is_uppercase),
                    "{text}"
                );
            }
        }
    }

    /// The page and the tables show labels; ids are for paths.
    #[test]
    fn warnings_name_groups_and_links_by_label() {
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

    /// `many-flows` with options of senders that give a warning each, and a start after the end.
    #[test]
    fn warnings_about_simulated_senders_leave_out_live_groups() {
        let scenario = testing::preset(
            "many-flows",
            json!({
                "duration_s": 5, "warmup_s": 1, "groups.tcp.start_s": 7,
                "groups.tcp.traffic.congestion_control": "cubic", "groups.tcp.traffic.recovery": "newreno",
                "groups.tcp.traffic.initial_window_packets": 500, "groups.tcp.traffic.spurious_timeout": "eifel",
                "groups.tcp.traffic.min_rto_s": 0.01,
                "groups.tcp.traffic.overhead_s": 0, "groups.tcp.access.limit_packets": null,
            }),
        );
        let ids = |live: &[String]| -> Vec<&str> {
            let warnings = of_live_scenario(&scenario, live).into_iter();
            warnings.map(|warning| warning.id).collect()
        };
        let all = ids(&[]);
        for id in [
            "capture_possible",
            "phase_effects",
            "controller_without_sack",
            "undoing_without_effect",
            "initial_window_overflow",
            "min_rto_below_rtt",
        ] {
            assert!(all.contains(&id), "{id} is not in {all:?}");
        }
        assert_eq!(ids(&["other".to_owned()]), all);
        assert_eq!(ids(&["tcp".to_owned()]), ["start_after_end"]);
    }

    /// 64 groups with several problems each, and a thousand edits after the end.
    #[test]
    fn number_of_warnings_is_limited() {
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
