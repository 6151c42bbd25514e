//! Studies: many runs of one scenario that differ in a few fields and in their seeds.
//!
//! A sweep names fields and their values; several make a grid. Every point of the grid is run several times,
//! with the seeds `seed`, `seed + 1`, … of its scenario, the same ones at every point: since chance is drawn
//! per component, two points with the same seed see the same arrivals, and their difference is due to the
//! field and not to luck (common random numbers; Law, Simulation Modeling and Analysis, Section 11.2).
//!
//! This is planning only. Which thread, worker or machine runs which case is decided elsewhere; a case gives
//! the same [`Line`] wherever it is run. A study of 100,000 runs holds one document: cases are made when
//! they are asked for.

pub mod axis;
pub mod case;
pub mod document;
pub mod run;

use serde_json::{Map, Value};

use crate::scenario::patch::{self, Patch};
use crate::scenario::{Problems, Scenario, complete, limits};
use crate::spec::problem::Problem;
pub use axis::Axis;
pub use case::{Case, CaseId};
pub use document::StudyDocument;
pub use run::{CaseRun, Line, run_case};

/// A plan of runs whose every value has been checked.
#[derive(Clone, Debug)]
pub struct Study {
    /// Complete, with the changes that all runs share.
    base: Value,
    axes: Vec<Axis>,
    replications: u64,
}

impl Study {
    /// Plans the runs of a study.
    ///
    /// Each value is tried with the first values of the other axes. Combinations that contradict each other
    /// are found when their turn comes; their lines then say so.
    ///
    /// # Errors
    /// Every problem, with its path in the scenario: paths that lead nowhere, values that are not accepted,
    /// too many values or runs.
    pub fn new(document: StudyDocument) -> Result<Study, Problems> {
        let study = Study::checked_before(document)?;
        study.check_values()?;
        Ok(study)
    }

    /// A study that has been planned before, by someone who now wants one case of it: values that are not
    /// accepted show in the lines of their cases only.
    ///
    /// # Errors
    /// As for [`new`](Self::new), apart from the values.
    pub fn checked_before(document: StudyDocument) -> Result<Study, Problems> {
        let mut base = complete::complete(document.scenario)?;
        patch::apply(&mut base, &document.set)?;
        let axes = axis::read(&base, document.over)?;
        let study = Study {
            base,
            axes,
            replications: u64::from(document.replications),
        };
        study.check_size()?;
        Ok(study)
    }

    /// Number of runs, at least 1.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "a study is never empty")]
    pub fn len(&self) -> u64 {
        let points = self.axes.iter().map(|axis| axis.values.len() as u64);
        points.fold(self.replications, u64::saturating_mul)
    }

    /// The fields that differ from run to run.
    #[must_use]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// Runs of each point.
    #[must_use]
    pub fn replications(&self) -> u64 {
        self.replications
    }

    /// All cases in their order: the first axis changes slowest, the seed fastest.
    pub fn cases(&self) -> impl Iterator<Item = Case> + '_ {
        (0..self.len()).filter_map(|index| self.case(index))
    }

    /// Case `index`, from 0; `None` beyond the last.
    #[must_use]
    pub fn case(&self, index: u64) -> Option<Case> {
        if index >= self.len() {
            return None;
        }
        let point = axis::point(&self.axes, index / self.replications);
        Some(self.case_at(&point, index % self.replications))
    }

    fn case_at(&self, point: &[Patch], replication: u64) -> Case {
        let mut document = self.base.clone();
        let scenario = patch::apply(&mut document, point)
            .and_then(|()| Scenario::from_value(document.clone()))
            .and_then(|scenario| reseeded(scenario, replication));
        let point: Map<String, Value> = point
            .iter()
            .map(|patch| (patch.path.clone(), patch.value.clone()))
            .collect();
        let first = document["seed"].as_u64().unwrap_or(0);
        Case::new(
            point,
            first.saturating_add(replication),
            &document,
            scenario,
        )
    }

    fn check_size(&self) -> Result<(), Problems> {
        if self.replications == 0 {
            return Err(Problems::one("replications", "must be at least 1, got 0"));
        }
        if self.len() <= limits::RUNS {
            return Ok(());
        }
        let points = self.len() / self.replications;
        let message = format!(
            "{points} points with {} replications are {} runs; a study has at most {}",
            self.replications,
            self.len(),
            limits::RUNS
        );
        Err(Problems::one("", message))
    }

    /// Tries every value once, and the last seed.
    fn check_values(&self) -> Result<(), Problems> {
        let first: Vec<Patch> = self.axes.iter().map(|axis| axis.patch(0)).collect();
        let mut found: Vec<Problem> = Vec::new();
        let mut note = |case: Case| {
            for problem in case
                .scenario
                .err()
                .into_iter()
                .flat_map(|problems| problems.0)
            {
                if found.len() < limits::PROBLEMS && !found.contains(&problem) {
                    found.push(problem);
                }
            }
        };
        note(self.case_at(&first, self.replications - 1));
        for (which, axis) in self.axes.iter().enumerate() {
            for value in 1..axis.values.len() {
                let mut point = first.clone();
                point[which] = axis.patch(value);
                note(self.case_at(&point, self.replications - 1));
            }
        }
        if found.is_empty() {
            Ok(())
        } else {
            Err(Problems(found))
        }
    }
}

/// The scenario with the seed of a replication.
fn reseeded(scenario: Scenario, replication: u64) -> Result<Scenario, Problems> {
    let most = limits::SEED;
    let seed = scenario.seed + replication;
    if seed > most {
        let message = format!("must be at most {most}, got {seed} for the last replication");
        return Err(Problems::one("seed", message));
    }
    Ok(Scenario { seed, ..scenario })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;
    use serde_json::json;

    fn document(over: &[&str], replications: u32) -> StudyDocument {
        let preset = presets::find("anomaly").expect("it is listed");
        StudyDocument {
            scenario: serde_json::from_str(preset.scenario_json).expect("JSON"),
            set: Vec::new(),
            over: over.iter().map(|text| (*text).into()).collect(),
            replications,
        }
    }

    fn study(over: &[&str], replications: u32) -> Study {
        Study::new(document(over, replications)).unwrap_or_else(|problems| panic!("{problems}"))
    }

    fn refusal(over: &[&str], replications: u32) -> String {
        let refused = Study::new(document(over, replications));
        refused.expect_err("it is refused").to_string()
    }

    const BUFFER: &str = "bottlenecks.r0.queue.limit_bytes";

    #[test]
    fn a_grid_is_walked_with_the_last_axis_and_then_the_seed_fastest() {
        let study = study(&[&format!("{BUFFER}=5 kB,10kB"), "groups.tcp.count=1,2"], 2);
        let walked: Vec<_> = study
            .cases()
            .map(|case| {
                let at = |path: &str| case.id.point[path].as_u64();
                (at(BUFFER), at("groups.tcp.count"), case.id.seed)
            })
            .collect();
        assert_eq!(study.len(), 8);
        assert_eq!(walked[0], (Some(5000), Some(1), 1));
        assert_eq!(walked[1], (Some(5000), Some(1), 2));
        assert_eq!(walked[2], (Some(5000), Some(2), 1));
        assert_eq!(walked[4], (Some(10_000), Some(1), 1));
        let scenario = study.case(7).expect("the last").scenario.expect("valid");
        assert_eq!((scenario.seed, scenario.groups[0].count), (2, 2));
        assert!(study.case(8).is_none());
    }

    #[test]
    fn a_study_over_nothing_is_its_scenario() {
        let study = study(&[], 1);
        assert_eq!(study.len(), 1);
        assert!(study.case(0).expect("one").id.point.is_empty());
    }

    #[test]
    fn later_axes_see_what_earlier_ones_choose() {
        let traffic = "groups.udp.traffic.kind=cbr,poisson";
        let study = study(&[traffic, "groups.udp.traffic.rate_bps=1 Mb/s,2 Mb/s"], 1);
        let case = study.case(3).expect("the last");
        assert_eq!(
            case.id.point["groups.udp.traffic.rate_bps"],
            json!(2_000_000)
        );
        assert!(case.scenario.is_ok());
    }

    #[test]
    fn every_problem_is_told_once_with_its_path() {
        let told = refusal(&[&format!("{BUFFER}=0,0,5,-1"), "groups.tcp.count=1,x"], 1);
        assert!(told.starts_with("groups.tcp.count: "), "{told}");
        let told = refusal(&[&format!("{BUFFER}=0,0,5,-1")], 1);
        assert_eq!(told.matches(BUFFER).count(), 2, "{told}");
        assert!(told.contains("got 0") && told.contains("got -1"), "{told}");
        let told = refusal(&["groups.nobody.count=1,2,3"], 1);
        assert_eq!(told.matches("does not exist").count(), 1, "{told}");
    }

    #[test]
    fn sizes_are_bounded() {
        let told = refusal(
            &[
                &format!("{BUFFER}=1kB:20kB:400"),
                "groups.tcp.count=1:400:400",
            ],
            1,
        );
        assert!(
            told.contains("160000 runs") && told.contains("100000"),
            "{told}"
        );
        assert!(refusal(&[], 0).contains("at least 1"));
        let mut document = document(&[], 2);
        document.scenario["seed"] = json!(limits::SEED);
        let told = Study::new(document).expect_err("the second seed is too large");
        assert!(told.to_string().starts_with("seed: "), "{told}");
    }

    #[test]
    fn combinations_that_contradict_are_failed_cases_among_others() {
        let study = study(&["duration_s=500,100", "warmup_s=0,400"], 1);
        let fine: Vec<bool> = study.cases().map(|case| case.scenario.is_ok()).collect();
        assert_eq!(fine, [true, true, true, false]);
    }
}
