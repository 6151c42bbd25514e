//! Studies: many runs of one scenario that differ in some fields and in their seeds.
//!
//! A study lists fields and their values. Fields can be linked; several axes form a grid, and conditions can exclude
//! points. Each point is run several times, with the seeds `seed`, `seed + 1`, … of its scenario, and with the same
//! seeds at all points. Random numbers are drawn per component, so two points with the same seed have the same
//! arrivals, and their difference comes from the field and not from chance (common random numbers; Law, Simulation
//! Modeling and Analysis, Section 11.2). Points can also have independent seeds, and be run until a measure is precise
//! enough ([`stop`]).
//!
//! This module only plans. Threads, workers or machines for the cases are chosen elsewhere; a case gives the same
//! [`Line`] everywhere. A study of 100,000 runs holds one document, and cases are created on demand. Existing lines, of
//! an interrupted run or of another machine, are found by their keys ([`finished`]).

pub mod axis;
pub mod case;
pub mod condition;
mod conflicts;
pub mod document;
pub mod finished;
pub mod grid;
pub mod interval;
pub mod model_grid;
pub mod run;
pub mod stop;

use serde_json::{Map, Value};

use crate::lab::Lab;
use crate::observe::measures;
use crate::observe::sampling::Sampling;
use crate::scenario::buffer;
use crate::scenario::{Patch, patch};
use crate::scenario::{Problems, Scenario, complete, limits};
use crate::spec::problem::Problem;
pub use axis::Axis;
pub use case::{Case, CaseId};
use condition::Condition;
use conflicts::{Tried, undone};
pub use document::StudyDocument;
use document::{Seeds, Stop};
pub use finished::Finished;
pub use interval::Interval;
pub use run::{CaseRun, Line, run_case};
pub use stop::Rounds;

/// Plan of the runs of a study, with checked values.
#[derive(Clone, Debug)]
pub struct Study {
    /// Complete scenario, with the changes that all runs share.
    base: Value,
    axes: Vec<Axis>,
    /// Positions in the grid of the points to run, if conditions exclude some.
    kept: Option<Vec<u64>>,
    replications: u64,
    seeds: Seeds,
    measure: Vec<String>,
    /// Paths of the measures, including that of the stopping rule, that are computed only on request; sorted, each
    /// once.
    asked: Vec<String>,
    stop: Option<Stop>,
}

impl Study {
    /// Plans the runs of a study.
    ///
    /// Each value is checked with the first values of the other axes. Contradictions between other combinations are
    /// reported in the result lines of their cases.
    ///
    /// # Errors
    /// Returns all problems with their paths: unknown fields, rejected values, too many values or runs, and axes that
    /// set a field twice or undo each other.
    pub fn new(document: StudyDocument) -> Result<Study, Problems> {
        let study = Study::checked_before(document)?;
        study.check_values()?;
        study.check_measures()?;
        Ok(study)
    }

    /// Plans a study that was checked before, to get single cases of it. Rejected values are reported only in the
    /// result lines of their cases.
    ///
    /// # Errors
    /// Returns the same problems as [`new`](Self::new), except for problems of values.
    pub fn checked_before(document: StudyDocument) -> Result<Study, Problems> {
        let asked = asked(&document);
        let mut base = complete::complete(document.scenario)?;
        patch::apply(&mut base, &document.set)?;
        let axes = grid::read(&base, document.over)?;
        let mut study = Study {
            base,
            axes,
            kept: None,
            replications: u64::from(document.replications),
            seeds: document.seeds,
            asked,
            measure: document.measure,
            stop: document.stop,
        };
        study.check_size()?;
        study.leave_out(&document.conditions)?;
        Ok(study)
    }

    /// Returns the number of runs, at least 1; the maximum if there is a stopping rule.
    #[must_use]
    #[allow(
        clippy::len_without_is_empty,
        reason = "a study has at least one point"
    )]
    pub fn len(&self) -> u64 {
        self.points().saturating_mul(self.replications)
    }

    /// Returns the number of points to run.
    #[must_use]
    pub fn points(&self) -> u64 {
        let kept = self.kept.as_ref().map(|kept| kept.len() as u64);
        kept.unwrap_or_else(|| grid::points(&self.axes))
    }

    /// Returns the axes of the study.
    #[must_use]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// Returns the paths of the varied fields.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.axes.iter().flat_map(Axis::paths)
    }

    /// Returns the number of runs of each point; the maximum if there is a stopping rule.
    #[must_use]
    pub fn replications(&self) -> u64 {
        self.replications
    }

    /// Returns the paths of the requested measures; if empty, all measures.
    #[must_use]
    pub fn measure(&self) -> &[String] {
        &self.measure
    }

    /// Returns the stopping rule of the replications, if there is one.
    #[must_use]
    pub fn stop(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    /// Returns the numbers of the cases in part `first` (from 0) of `step` parts: every `step`-th case. With a stopping
    /// rule it is every `step`-th point with all its cases, since the rule needs them together.
    #[must_use]
    pub fn part(&self, first: u64, step: u64) -> Vec<u64> {
        let each = if self.stop.is_some() {
            self.replications
        } else {
            1
        };
        let is_mine = |number: &u64| number / each % step == first;
        (0..self.len()).filter(is_mine).collect()
    }

    /// Iterates over all cases in order: the first axis varies slowest, the seed fastest.
    pub fn cases(&self) -> impl Iterator<Item = Case> + '_ {
        (0..self.len()).filter_map(|index| self.case(index))
    }

    /// Returns case `index`, from 0; `None` beyond the last.
    #[must_use]
    pub fn case(&self, index: u64) -> Option<Case> {
        if index >= self.len() {
            return None;
        }
        let point = index / self.replications;
        let place = self
            .kept
            .as_ref()
            .map_or(point, |kept| kept[point as usize]);
        Some(self.case_at(place, index % self.replications))
    }

    /// Returns the case at a position of the whole grid.
    fn case_at(&self, place: u64, replication: u64) -> Case {
        let ahead = match self.seeds {
            Seeds::Common => 0,
            Seeds::Independent => place * self.replications,
        };
        self.case_of(&grid::point(&self.axes, place), ahead + replication)
    }

    fn case_of(&self, point: &[Patch], ahead: u64) -> Case {
        let mut document = self.base.clone();
        let scenario = patch::apply(&mut document, point)
            .and_then(|()| Scenario::from_value(document.clone()))
            .and_then(|scenario| reseeded(scenario, ahead));
        // Results carry numbers, also for a buffer given as a time or in BDP.
        if scenario.is_ok() {
            let _ = buffer::resolve(&mut document);
        }
        let point: Map<String, Value> = point
            .iter()
            .map(|patch| {
                let value = buffer::resolved(&document, &patch.path, &patch.value);
                (patch.path.clone(), value)
            })
            .collect();
        let first = document["seed"].as_u64().unwrap_or(0);
        let seed = first.saturating_add(ahead);
        Case::new(point, seed, &document, scenario, self.asked.clone())
    }

    /// Excludes points for which a condition does not hold.
    fn leave_out(&mut self, conditions: &[String]) -> Result<(), Problems> {
        if conditions.is_empty() {
            return Ok(());
        }
        let state = self.document_at(0);
        let read = |(i, text): (usize, &String)| {
            Condition::from_text(&state, text, i).map_err(Problems::from)
        };
        let conditions = conditions.iter().enumerate().map(read);
        let conditions: Vec<Condition> = conditions.collect::<Result<_, _>>()?;
        let holds = |place: &u64| {
            let document = self.document_at(*place);
            conditions
                .iter()
                .all(|condition| condition.holds(&document))
        };
        let kept: Vec<u64> = (0..grid::points(&self.axes)).filter(holds).collect();
        if kept.is_empty() {
            return Err(Problems::one("where", "leaves no point to run"));
        }
        self.kept = Some(kept);
        Ok(())
    }

    /// Returns the document at a position of the grid. Values that cannot be set are left out and reported with their
    /// case.
    fn document_at(&self, place: u64) -> Value {
        let mut document = self.base.clone();
        let _ = patch::apply(&mut document, &grid::point(&self.axes, place));
        let _ = buffer::resolve(&mut document);
        document
    }

    fn check_size(&self) -> Result<(), Problems> {
        if self.replications == 0 {
            return Err(Problems::one("replications", "must be at least 1, got 0"));
        }
        let points = grid::points(&self.axes);
        let runs = points.saturating_mul(self.replications);
        if runs <= limits::RUNS {
            return Ok(());
        }
        let message = format!(
            "{points} points with {} replications are {runs} runs; the maximum is {}",
            self.replications,
            limits::RUNS
        );
        Err(Problems::one("", message))
    }

    /// Checks the paths of the requested measures on the first case, at time 0.
    fn check_measures(&self) -> Result<(), Problems> {
        let stop = self
            .stop
            .iter()
            .map(|stop| ("stop.measure".to_owned(), &stop.measure));
        let listed = self.measure.iter().enumerate();
        let listed = listed.map(|(i, path)| (format!("measure.{i}"), path));
        let mut wanted = listed.chain(stop).peekable();
        let first = wanted.peek().and_then(|_| self.case(0)?.scenario.ok());
        let Some(scenario) = first else {
            return Ok(());
        };
        let mut lab = Lab::new(&scenario);
        let mut summary = lab.report().summary;
        let refused = wanted.filter_map(|(place, path)| {
            let sampling = Sampling::of(std::iter::once(&path[..]), &scenario);
            let message = sampling.and_then(|sampling| {
                sampling.add_to(&mut summary, lab.pieces());
                measures::read(&summary, path)
            });
            let problem = message.err()?;
            let message = format!("{}: {}", problem.path, problem.message);
            Some(Problem::new(place, message))
        });
        let refused: Vec<Problem> = refused.collect();
        if refused.is_empty() {
            Ok(())
        } else {
            Err(Problems(refused))
        }
    }

    /// Checks every value once and the last seed, and finds conflicting axes.
    fn check_values(&self) -> Result<(), Problems> {
        let first: Vec<Vec<Patch>> = self.axes.iter().map(|axis| axis.patches(0)).collect();
        let last = match self.seeds {
            Seeds::Common => self.replications - 1,
            Seeds::Independent => grid::points(&self.axes) * self.replications - 1,
        };
        let mut found: Vec<Problem> = Vec::new();
        let mut conflicts: Vec<Problem> = Vec::new();
        let mut tried = Tried::default();
        // With independent seeds, equal points are further replications.
        let differ_by_seed = self.seeds == Seeds::Independent;
        let mut note = |point: Vec<Patch>, axis: Option<&Axis>| {
            let case = self.case_of(&point, last);
            // Reports only the first conflict, since the others mostly follow from it.
            if conflicts.is_empty() {
                let again = || tried.again(&case, axis).filter(|_| !differ_by_seed);
                conflicts.extend(undone(&self.base, &point).or_else(again));
            }
            let problems = case.scenario.err().into_iter();
            for problem in problems.flat_map(|problems| problems.0) {
                if found.len() < limits::PROBLEMS && !found.contains(&problem) {
                    found.push(problem);
                }
            }
        };
        note(first.concat(), None);
        for (which, axis) in self.axes.iter().enumerate() {
            for value in 1..axis.len() {
                let mut point = first.clone();
                point[which] = axis.patches(value);
                note(point.concat(), Some(axis));
            }
        }
        if found.is_empty() {
            found = conflicts;
        }
        if found.is_empty() {
            Ok(())
        } else {
            Err(Problems(found))
        }
    }
}

/// Returns the paths of the measures that need sampling of a run.
fn asked(document: &StudyDocument) -> Vec<String> {
    let stop = document.stop.iter().map(|stop| &stop.measure);
    let wanted = document.measure.iter().chain(stop);
    let mut asked: Vec<String> = Vec::new();
    for path in wanted.filter(|path| Sampling::is_sampled(path)) {
        if let Err(place) = asked.binary_search(path) {
            asked.insert(place, path.clone());
        }
    }
    asked
}

/// Returns the scenario with its seed increased by a number.
fn reseeded(scenario: Scenario, ahead: u64) -> Result<Scenario, Problems> {
    let most = limits::SEED;
    let seed = scenario.seed + ahead;
    if seed > most {
        let message = format!("must be at most {most}, got {seed} for the last run");
        return Err(Problems::one("seed", message));
    }
    Ok(Scenario { seed, ..scenario })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;
    use proptest::prelude::*;
    use serde_json::json;

    fn document(over: &[&str], replications: u32) -> StudyDocument {
        let preset = presets::find("anomaly").expect("it is listed");
        StudyDocument {
            scenario: serde_json::from_str(preset.scenario_json).expect("JSON"),
            set: Vec::new(),
            over: over.iter().map(|text| (*text).into()).collect(),
            replications,
            ..StudyDocument::new(Value::Null)
        }
    }

    fn study(over: &[&str], replications: u32) -> Study {
        Study::new(document(over, replications)).unwrap_or_else(|problems| panic!("{problems}"))
    }

    #[test]
    fn buffers_in_bdp_follow_the_rate_that_is_varied_with_them() {
        const BUFFER: &str = "bottlenecks.r0.queue.limit_bytes";
        const RATE: &str = "bottlenecks.r0.rate_bps";
        let limits = |over: &[&str]| -> Vec<u64> {
            let study = study(over, 1);
            let limit = |case: Case| {
                let scenario = case.scenario.expect("valid").to_value();
                let limit = &scenario["bottlenecks"][0]["queue"]["limit_bytes"];
                assert_eq!(
                    &case.id.point[BUFFER], limit,
                    "the result carries the number"
                );
                limit.as_u64().expect("a whole number")
            };
            study.cases().map(limit).collect()
        };
        let buffer = |values: &str| format!("{BUFFER}={values}");
        let rates = format!("{RATE}=10M,100M");
        let by_rate = limits(&[&rates, &buffer("1 BDP")]);
        assert!(
            by_rate[1].abs_diff(10 * by_rate[0]) <= 10_000,
            "{by_rate:?}"
        );
        assert_eq!(
            by_rate,
            limits(&[&buffer("BDP"), &rates]),
            "in either order"
        );
        let range = limits(&[&buffer("0.1 BDP:0.3 BDP:3")]);
        assert_eq!(range, limits(&[&buffer("0.1 BDP, 0.2 BDP, 0.3 BDP")]));
        let times = limits(&[&buffer("2 ms:8 ms:3:log")]);
        assert_eq!(times, limits(&[&buffer("2 ms,4 ms,0.008 s")]));
    }

    #[test]
    fn study_file_accepts_buffers_with_units_in_all_its_parts() {
        const BUFFER: &str = "bottlenecks.r0.queue.limit_bytes";
        let preset = presets::find("anomaly").expect("it is listed");
        let scenario: Value = serde_json::from_str(preset.scenario_json).expect("JSON");
        let file = json!({
            "scenario": scenario,
            "set": [{ "path": "bottlenecks.r0.reverse.queue.limit_packets", "value": "20 ms" }],
            "over": [{ "path": BUFFER, "values": ["0.1 BDP", "2 ms", 5000] }],
            "where": [format!("{BUFFER} > 0")]
        });
        let study = StudyDocument::from_value(file).and_then(Study::new);
        let study = study.unwrap_or_else(|problems| panic!("{problems}"));
        let values: Vec<_> = study
            .cases()
            .map(|case| case.id.point[BUFFER].as_u64())
            .collect();
        assert_eq!(values, [Some(158_000), Some(25_000), Some(5000)]);
    }

    #[test]
    fn ranges_of_buffers_with_different_units_are_refused() {
        const BUFFER: &str = "bottlenecks.r0.queue.limit_bytes";
        for values in ["1 ms:1 BDP:3", "0.1 BDP:1 BDP:3:multiple=1kB"] {
            let error = refusal(&[&format!("{BUFFER}={values}")], 1);
            assert!(error.contains("both ends in that unit"), "{error}");
        }
        let error = refusal(&[&format!("{BUFFER}=0.1 BPD")], 1);
        assert!(
            error.contains(BUFFER) && error.contains("0.1 BDP"),
            "{error}"
        );
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
    fn study_without_axes_is_its_scenario() {
        let study = study(&[], 1);
        assert_eq!(study.len(), 1);
        assert!(study.case(0).expect("one").id.point.is_empty());
    }

    #[test]
    fn later_axes_apply_to_the_values_of_earlier_ones() {
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
    fn every_problem_is_reported_once_with_its_path() {
        let message = refusal(&[&format!("{BUFFER}=0,0,5,-1"), "groups.tcp.count=1,x"], 1);
        assert!(message.starts_with("groups.tcp.count: "), "{message}");
        let message = refusal(&[&format!("{BUFFER}=0,0,5,-1")], 1);
        assert_eq!(message.matches(BUFFER).count(), 2, "{message}");
        assert!(
            message.contains("got 0") && message.contains("got -1"),
            "{message}"
        );
        let message = refusal(&["groups.absent.count=1,2,3"], 1);
        assert_eq!(message.matches("does not exist").count(), 1, "{message}");
    }

    #[test]
    fn sizes_are_bounded() {
        let message = refusal(
            &[
                &format!("{BUFFER}=1kB:20kB:400"),
                "groups.tcp.count=1:400:400",
            ],
            1,
        );
        assert!(
            message.contains("160000 runs") && message.contains("100000"),
            "{message}"
        );
        assert!(refusal(&[], 0).contains("at least 1"));
        let mut document = document(&[], 2);
        document.scenario["seed"] = json!(limits::SEED);
        let message = Study::new(document).expect_err("the second seed is too large");
        assert!(message.to_string().starts_with("seed: "), "{message}");
    }

    #[test]
    fn contradictory_points_are_failed_cases() {
        let study = study(&["duration_s=500,100", "warmup_s=0,400"], 1);
        let fine: Vec<bool> = study.cases().map(|case| case.scenario.is_ok()).collect();
        assert_eq!(fine, [true, true, true, false]);
    }

    #[test]
    fn conditions_leave_combinations_out() {
        let mut document = document(&["groups.tcp.count=1:4:4", "groups.udp.count=1:4:4"], 2);
        document.conditions = vec!["groups.udp.count < groups.tcp.count".to_owned()];
        let study = Study::new(document.clone()).expect("six points");
        assert_eq!((study.points(), study.len()), (6, 12));
        let counts = |case: Case| {
            ["groups.tcp.count", "groups.udp.count"].map(|path| case.id.point[path].as_u64())
        };
        assert_eq!(
            counts(study.case(2).expect("the second point")),
            [Some(3), Some(1)]
        );
        document.conditions.push("groups.tcp.count > 9".to_owned());
        let message = Study::new(document).expect_err("none is left").to_string();
        assert!(message.starts_with("where: leaves no point"), "{message}");
    }

    /// Without a refusal each of these grids has points that are the same run.
    #[test]
    fn axes_that_repeat_or_overwrite_a_field_are_refused() {
        let by_position = "bottlenecks.0.queue.limit_bytes";
        let packets = "bottlenecks.r0.queue.limit_packets";
        let traffic = "groups.udp.traffic";
        let object = r#"{"kind":"poisson","rate_bps":1e6},{"kind":"poisson","rate_bps":2e6}"#;
        for (over, path, other) in [
            (
                [
                    format!("{BUFFER}=5kB,9kB"),
                    format!("{by_position}=7kB,9kB"),
                ],
                by_position,
                BUFFER,
            ),
            (
                [format!("{packets}=5,9"), format!("{BUFFER}=5kB,9kB")],
                packets,
                BUFFER,
            ),
            (
                [format!("{BUFFER}=5kB,9kB"), format!("{packets}=5,9")],
                BUFFER,
                packets,
            ),
            (
                [format!("{BUFFER}=5kB & {packets}=9"), "seed=1,2".to_owned()],
                BUFFER,
                packets,
            ),
            (
                [
                    format!("{traffic}.rate_bps=1M,2M"),
                    format!("{traffic}={object}"),
                ],
                "groups.udp.traffic.rate_bps",
                traffic,
            ),
            (
                [
                    "bottlenecks.r0.queue.min_threshold_packets=5,9".to_owned(),
                    "bottlenecks.r0.queue.kind=red,codel".to_owned(),
                ],
                "bottlenecks.r0.queue.min_threshold_packets",
                "bottlenecks.r0.queue.kind",
            ),
            (
                [
                    format!("{traffic}={object}"),
                    format!("{traffic}.rate_bps=1M,2M"),
                ],
                traffic,
                "has no effect",
            ),
        ] {
            let mut document = document(&[&over[0], &over[1]], 1);
            if over[0].contains("min_threshold") {
                document.set = vec![Patch {
                    path: "bottlenecks.r0.queue.kind".to_owned(),
                    value: json!("red"),
                }];
            }
            let message = Study::new(document).expect_err(&over[0]).to_string();
            assert!(
                message.starts_with(&format!("{path}: ")),
                "{over:?}: {message}"
            );
            assert!(message.contains(other), "{over:?}: {message}");
        }
    }

    /// A whole that a later axis refines, and a kind whose parameters follow, are no conflict.
    #[test]
    fn axes_that_depend_on_earlier_axes_are_accepted() {
        let kind = "groups.udp.traffic.kind=cbr,poisson";
        assert_eq!(
            study(&[kind, "groups.udp.traffic.rate_bps=1M,2M"], 1).len(),
            4
        );
        let queue = r#"bottlenecks.r0.queue={"kind":"codel","limit_packets":9},{"kind":"pie","limit_packets":9}"#;
        assert_eq!(study(&[queue, &format!("{BUFFER}=5kB,9kB")], 1).len(), 4);
        let twice = study(&[&format!("{BUFFER}=5kB,5000")], 1);
        assert_eq!(twice.len(), 2, "a value that is listed twice is run twice");
    }

    #[test]
    fn independent_seeds_are_all_different() {
        let mut document = document(&["groups.tcp.count=1:4:4"], 3);
        let seeds = |document: &StudyDocument| {
            let study = Study::new(document.clone()).expect("twelve runs");
            study.cases().map(|case| case.id.seed).collect::<Vec<_>>()
        };
        assert_eq!(seeds(&document)[..4], [1, 2, 3, 1]);
        document.seeds = Seeds::Independent;
        assert_eq!(seeds(&document), (1..=12).collect::<Vec<_>>());
    }

    #[test]
    fn unknown_measures_are_refused_with_the_existing_ones() {
        let mut document = document(&[], 1);
        document.measure = vec!["events".to_owned(), "bottlenecks.r0.lost".to_owned()];
        let message = Study::new(document.clone())
            .expect_err("no such")
            .to_string();
        assert!(
            message.starts_with("measure.1: bottlenecks.r0.lost") && message.contains("loss.udp"),
            "{message}"
        );
        document.measure.pop();
        document.stop = Some(Stop {
            measure: "groups.absent.loss".to_owned(),
            half_width: 0.1,
            at_least: 2,
        });
        let message = Study::new(document).expect_err("no such").to_string();
        assert!(
            message.starts_with("stop.measure: groups.absent.loss"),
            "{message}"
        );
    }

    #[test]
    fn linked_fields_and_ranges_are_expanded() {
        let preset = presets::find("anomaly").expect("it is listed");
        let study = json!({
            "scenario": serde_json::from_str::<Value>(preset.scenario_json).expect("JSON"),
            "over": [
                { "together": ["groups.tcp.count=10,20", { "path": "bottlenecks.r0.rate_bps", "values": [1e7, 2e7] }] },
                { "path": BUFFER, "from": 1000, "to": 100_000, "steps": 3, "log": true },
            ],
        });
        let study = StudyDocument::from_value(study)
            .and_then(Study::new)
            .expect("six");
        assert_eq!(study.len(), 6);
        let last = study.case(5).expect("the last").id.point;
        assert_eq!(
            Value::Object(last),
            json!({ "groups.tcp.count": 20, "bottlenecks.r0.rate_bps": 20_000_000, BUFFER: 100_000 })
        );
    }

    #[test]
    fn ends_of_ranges_have_units_as_the_fields_of_a_scenario() {
        let preset = presets::find("anomaly").expect("it is listed");
        let read = |range: Value| {
            let scenario: Value = serde_json::from_str(preset.scenario_json).expect("JSON");
            let study = StudyDocument::from_value(json!({ "scenario": scenario, "over": [range] }));
            let axis = |study: Study| study.axes[0].fields[0].values.clone();
            let values = study.and_then(Study::new).map(axis);
            values
                .map(Value::from)
                .map_err(|problems| problems.to_string())
        };
        let range = |path: &str, from: Value, to: Value| json!({ "path": path, "from": from, "to": to, "steps": 3 });
        for (path, from, to, values) in [
            (
                BUFFER,
                json!("1kB"),
                json!("3 kB"),
                json!([1000, 2000, 3000]),
            ),
            (
                BUFFER,
                json!(1000),
                json!("3 kB"),
                json!([1000, 2000, 3000]),
            ),
            (
                BUFFER,
                json!("1 BDP"),
                json!("2 BDP"),
                json!(["1 BDP", "1.5 BDP", "2 BDP"]),
            ),
            (
                "groups.tcp.count",
                json!("10"),
                json!("30 flows"),
                json!([10, 20, 30]),
            ),
            (
                "bottlenecks.r0.delay_s",
                json!("5 ms"),
                json!("15ms"),
                json!([0.005, 0.01, 0.015]),
            ),
        ] {
            assert_eq!(read(range(path, from, to)), Ok(values), "{path}");
        }
        for (path, from, to, parts) in [
            (
                BUFFER,
                json!("1 ms²"),
                json!(1),
                ["limit_bytes: \"1 ms²\" is not valid", "kB"],
            ),
            (
                BUFFER,
                json!("1 BDP"),
                json!("2 s"),
                ["limit_bytes: ", "both ends in that unit"],
            ),
            (BUFFER, json!(null), json!(1), ["over.0: ", "\"from\""]),
            (BUFFER, json!(1), json!([2]), ["over.0: ", "\"to\""]),
            (
                "groups.tcp.size",
                json!("1kB"),
                json!("2kB"),
                ["groups.tcp.size: ", "does not exist"],
            ),
            (
                "title",
                json!("a"),
                json!("b"),
                ["title: ", "range between numbers, got \"a\""],
            ),
        ] {
            let message = read(range(path, from, to)).expect_err(path);
            for part in parts {
                assert!(message.contains(part), "{path}: {message}");
            }
        }
    }

    /// Any content of a study is rejected quickly, with a path and a limit.
    #[test]
    fn hostile_studies_are_refused_with_a_path_and_a_limit() {
        let refusal = |field: &str, value: Value| {
            let preset = presets::find("anomaly").expect("it is listed");
            let scenario: Value = serde_json::from_str(preset.scenario_json).expect("JSON");
            let mut study = json!({ "scenario": scenario });
            study[field] = value;
            let study = StudyDocument::from_value(study).and_then(Study::new);
            study.expect_err(field).to_string()
        };
        let thousand = |path: &str| json!({ "path": path, "from": 1, "to": 1000, "steps": 1000 });
        let paths = ["groups.tcp.count", "groups.udp.count", "duration_s"];
        let nested = json!([{ "together": [{ "together": [{ "together": [] }] }] }]);
        let many: Vec<Value> = (0..100).map(|_| json!("events")).collect();
        for (field, value, parts) in [
            (
                "over",
                json!(paths.map(thousand)),
                ["1000000000 runs", "the maximum is 100000"],
            ),
            (
                "over",
                json!([{ "path": "seed", "from": 0, "to": 1, "steps": 4_000_000_000_u64 }]),
                ["seed", "2 to 10000"],
            ),
            (
                "over",
                json!([{ "path": "seed", "from": 0, "to": 1 }]),
                ["over.0", "\"steps\""],
            ),
            (
                "over",
                json!([{ "path": "duration_s", "from": 0, "to": 9, "steps": 3, "log": true }]),
                ["duration_s", "above 0"],
            ),
            ("over", nested, ["over", "list all fields in one"]),
            (
                "over",
                json!([{ "together": [] }]),
                ["over", "no linked fields"],
            ),
            ("over", json!([[[[]]]]), ["over.0", "path=values"]),
            (
                "over",
                json!(vec!["seed=1"; 9]),
                ["over", "the maximum is 8"],
            ),
            ("where", json!(["seed"]), ["where.0", "path < value"]),
            ("where", json!([1]), ["where.0", "must be text"]),
            ("measure", json!(["x"]), ["measure.0", "bottlenecks"]),
            ("measure", json!(many), ["measure", "the maximum is 64"]),
            ("seeds", json!("random"), ["seeds", "common or independent"]),
            (
                "stop",
                json!({ "measure": "events", "half_width": 0 }),
                ["stop.half_width", "above 0"],
            ),
            (
                "stop",
                json!({ "measure": "events", "half_width": 0.1, "at_least": 1 }),
                ["stop.at_least", "at least 2"],
            ),
            ("stop", json!([]), ["stop", "half_width"]),
            (
                "replications",
                json!(1e18),
                ["replications", "whole number"],
            ),
            (
                "replications",
                json!(100_001),
                ["100001 runs", "the maximum is 100000"],
            ),
        ] {
            let message = refusal(field, value.clone());
            for part in parts {
                assert!(message.contains(part), "{field} {value}: {message}");
            }
        }
    }

    /// Arbitrary values for any field of a study.
    fn anything() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            "[a-z.=&<*:, 0-9]{0,30}".prop_map(Value::from),
            Just(json!("groups.tcp.count=1:9:9 & duration_s=1:9:9")),
            Just(json!("groups.tcp.count < 2 * groups.udp.count")),
            Just(json!("bottlenecks.r0.loss.udp")),
            Just(json!({ "path": "seed", "from": 1, "to": 1e300, "steps": 10_000 })),
            Just(
                json!({ "together": ["seed=1,2", { "path": "duration_s", "values": [1, null] }] })
            ),
            Just(json!({ "measure": "events", "half_width": 0.5, "at_least": 4_000_000_000_u32 })),
        ];
        leaf.prop_recursive(3, 12, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map(
                    "together|path|values|from|to|steps|log|measure",
                    inner,
                    0..4
                )
                .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        /// Any content of the fields gives a study of bounded size, or an error with a reason.
        #[test]
        fn any_study_is_planned_or_refused(
            fields in prop::collection::btree_map("set|over|where|replications|seeds|measure|stop", anything(), 0..4),
        ) {
            let preset = presets::find("one-flow").expect("it is listed");
            let mut study = json!({ "scenario": serde_json::from_str::<Value>(preset.scenario_json).expect("JSON") });
            for (name, value) in fields {
                study[name] = value;
            }
            match StudyDocument::from_value(study).and_then(Study::new) {
                Ok(study) => {
                    prop_assert!((1..=limits::RUNS).contains(&study.len()));
                    prop_assert!(study.case(study.len() - 1).is_some() && study.case(study.len()).is_none());
                    prop_assert!(Rounds::new(&study, &study.part(0, 1)).next_round().len() as u64 <= study.len());
                }
                Err(problems) => prop_assert!(problems.0.iter().all(|problem| !problem.message.is_empty())),
            }
        }
    }
}
