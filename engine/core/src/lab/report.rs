//! What a run comes to: its figures, and the warnings that belong to them.

use serde_json::{Value, json};

use super::Lab;
use crate::observe::summary::Summary;
use crate::scenario::Scenario;
use crate::warnings::{self, Run, Warning};

/// The figures of a run so far, and what to know before believing them.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Report {
    /// The figures.
    #[cfg_attr(test, ts(flatten))]
    pub summary: Summary,
    /// Warnings about the scenario as it stands, then about the run.
    pub warnings: Vec<Warning>,
}

impl Report {
    /// As JSON: the summary with a field more. By hand, since serde's flattening is 5 kB of the page's engine.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut report = json!(self.summary);
        report["warnings"] = warnings::to_value(&self.warnings);
        report
    }
}

impl Lab {
    /// The figures of the run so far with its warnings.
    #[must_use]
    pub fn report(&mut self) -> Report {
        Report {
            summary: self.summary(),
            warnings: self.warnings(),
        }
    }

    /// Warnings about the scenario as it stands, then about what the run shows so far.
    #[must_use]
    pub fn warnings(&mut self) -> Vec<Warning> {
        let mut warnings = self.scenario_warnings().to_vec();
        let ended = self.now() >= self.end();
        let edited = self.edits_made() > 0;
        warnings.extend(warnings::of_run(&Run {
            observed: &self.simulation.observed(),
            pieces: &self.pieces,
            ended,
            edited,
        }));
        warnings
    }

    /// Warnings about the scenario as it stands, with the edits that are still to come.
    fn scenario_warnings(&mut self) -> &[Warning] {
        let simulation = &self.simulation;
        self.scenario_warnings.get_or_insert_with(|| {
            warnings::of_scenario(&Scenario {
                edits: simulation.document().edits.clone(),
                ..simulation.current().clone()
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;
    use crate::scenario::Patch;

    fn lab(set: Value) -> Lab {
        let preset = presets::find("one-flow").expect("it is listed");
        let document = serde_json::from_str(preset.scenario_json).expect("JSON");
        let set = set
            .as_object()
            .expect("paths and values")
            .clone()
            .into_iter();
        let set: Vec<_> = set.map(|(path, value)| Patch { path, value }).collect();
        Lab::new(&Scenario::from_document(document, &set).expect("a valid scenario"))
    }

    #[test]
    fn figures_and_warnings_are_one_object() {
        let mut lab = lab(json!({ "groups.tcp.start_s": 300 }));
        let report = lab.report().to_value();
        assert!(report["digest"].is_string() && report["groups"].is_array());
        let warning = &report["warnings"][0];
        for (name, text) in [("id", "start_after_end"), ("path", "groups.tcp.start_s")] {
            assert_eq!(warning[name], text);
        }
        for name in ["sentence", "remedy"] {
            assert!(
                warning[name]
                    .as_str()
                    .is_some_and(|text| text.ends_with('.'))
            );
        }
    }

    #[test]
    fn an_edit_that_mends_what_was_warned_of_ends_the_warning_and_going_back_brings_it_again() {
        let mut lab = lab(json!({ "groups.tcp.count": 2 }));
        let ids = |lab: &mut Lab| -> Vec<_> { lab.warnings().iter().map(|w| w.id).collect() };
        assert_eq!(ids(&mut lab), ["phase_effects"]);
        let before = lab.snapshot();
        let one = Patch {
            path: "groups.tcp.count".to_owned(),
            value: json!(1),
        };
        lab.edit(&[one]).expect("it is live");
        assert_eq!(ids(&mut lab), [""; 0]);
        lab.restore(&before);
        assert_eq!(ids(&mut lab), ["phase_effects"]);
    }
}
