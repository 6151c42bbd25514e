//! Checks of the series: a source of their values, and a value for each varied field except x.

use bufferlab_core::observe::sampling;
use bufferlab_core::scenario::{Problem, Problems};
use bufferlab_core::study::axis::Axis;

use super::points::x_path;
use super::{Extent, Plan};
use crate::figure::{Chart, Series, Source};

impl Plan {
    /// Checks all series of the figure.
    pub(super) fn check_series(&self) -> Result<(), Problems> {
        let series = self.figure.series();
        let problems = series.filter_map(|(chart, series)| {
            let message = self.series_problem(chart, series)?;
            let path = format!("charts.{}.series.{}", chart.id, series.id);
            Some(Problem { path, message })
        });
        let problems: Vec<Problem> = problems.collect();
        if problems.is_empty() {
            Ok(())
        } else {
            Err(Problems(problems))
        }
    }

    fn series_problem(&self, chart: &Chart, series: &Series) -> Option<String> {
        if let Some(problem) = self.source_problem(series) {
            return Some(problem);
        }
        let axes = self.axes(series)?;
        let x = x_path(chart, series, axes).filter(|_| series.along.is_empty());
        let varies = |path: &str| {
            axes.iter()
                .any(|axis| axis.paths().any(|known| known == path))
        };
        if let Some(path) = series.fixed.keys().find(|path| !varies(path)) {
            return Some(format!("where: {path} does not vary"));
        }
        let is_set = |path: &str| Some(path) == x || series.fixed.contains_key(path);
        let is_open = |axis: &&Axis| axis.len() > 1 && !axis.paths().any(is_set);
        if let Some(open) = axes.iter().find(is_open) {
            let paths: Vec<&str> = open.paths().collect();
            return Some(format!("where: needs a value of {}", paths.join(" or ")));
        }
        let full = self.extent == Extent::Full;
        (full && self.points(chart, series) == 0).then(|| "has no points".to_owned())
    }

    fn source_problem(&self, series: &Series) -> Option<String> {
        match series.source() {
            None => Some("needs a study and its measure, or a model and its output".to_owned()),
            Some(Source::Study(name)) if !self.figure.studies.contains_key(name) => {
                Some(format!("there is no study {name}"))
            }
            Some(Source::Study(_)) => {
                let mut along = series.along.iter();
                let odd = along.find(|it| sampling::axis_position_s(it).is_none());
                odd.map(|it| format!("along: {it} must be an interval such as 20ms"))
            }
            Some(Source::Model(name, output)) => {
                let Some(evaluated) = self.models.get(name) else {
                    return Some(format!("there is no model {name}"));
                };
                let outputs = evaluated.model.outputs.iter();
                let known: Vec<&str> = outputs.map(|known| known.id).collect();
                let message = format!("no output {output}; there are {}", known.join(", "));
                (!known.contains(&output)).then_some(message)
            }
        }
    }
}
