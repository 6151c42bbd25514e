//! Report of a run: its summary, with the warnings about it.

use serde_json::{Value, json};

use super::Lab;
use crate::observe::summary::Summary;
use crate::scenario::Scenario;
use crate::warnings::{self, Run, Warning};

/// Summary of a run so far, with warnings.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Report {
    /// Statistics of the run.
    #[cfg_attr(test, ts(flatten))]
    pub summary: Summary,
    /// Warnings about the present scenario, then about the run.
    pub warnings: Vec<Warning>,
}

impl Report {
    /// Returns the report as JSON: the summary with the additional field `warnings`. Serde's flattening would add 5
    /// kB to the engine of the page.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut report = json!(self.summary);
        report["warnings"] = warnings::to_value(&self.warnings);
        report
    }
}

impl Lab {
    /// Returns the summary of the run so far with its warnings.
    #[must_use]
    pub fn report(&mut self) -> Report {
        Report {
            summary: self.summary(),
            warnings: self.warnings(),
        }
    }

    /// Returns warnings about the present scenario, then about the results so far.
    #[must_use]
    pub fn warnings(&mut self) -> Vec<Warning> {
        self.settle_to_read();
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

    /// Returns warnings about the present scenario, including its future edits.
    fn scenario_warnings(&mut self) -> &[Warning] {
        let simulation = &self.simulation;
        self.scenario_warnings.get_or_insert_with(|| {
            let scenario = Scenario {
                edits: simulation.document().edits.clone(),
                ..simulation.current().clone()
            };
            warnings::of_live_scenario(&scenario, simulation.live_groups())
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
    fn summary_and_warnings_are_one_json_object() {
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
    fn an_edit_that_fixes_a_problem_removes_its_warning_and_a_restore_brings_it_back() {
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
