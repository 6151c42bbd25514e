//! Points of the series, among the cases of their studies and the rows of their models.

use bufferlab_core::observe::sampling;
use bufferlab_core::study::Study;
use bufferlab_core::study::axis::Axis;
use serde_json::{Map, Value};

use super::Plan;
use crate::curve::{Curve, same};
use crate::figure::{Chart, Series, Source};

/// Values of the varied fields or parameters, by path.
type Point = Map<String, Value>;

impl Plan {
    /// Returns the number of points of a series after all runs.
    #[must_use]
    pub fn points(&self, chart: &Chart, series: &Series) -> usize {
        let points = self.positions(chart, series);
        if !series.along.is_empty() && !points.is_empty() {
            return series.along.len();
        }
        let mut xs: Vec<f64> = points.into_iter().map(|(_, x)| x).collect();
        xs.sort_by(f64::total_cmp);
        xs.dedup_by(|a, b| same(*a, *b));
        xs.len()
    }

    /// Returns the case of a series nearest to x, with its distance.
    #[must_use]
    pub fn nearest(&self, chart: &Chart, series: &Series, x: f64) -> Option<(usize, f64)> {
        let cases = self.positions(chart, series).into_iter();
        let distances = cases.map(|(position, at)| (position, (at - x).abs()));
        distances.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Returns the path of the field for x of a series.
    #[must_use]
    pub fn x_path<'s>(&'s self, chart: &'s Chart, series: &'s Series) -> Option<&'s str> {
        x_path(chart, series, self.axes(series)?)
    }

    /// Returns the curve of a series from the lines so far.
    pub(super) fn curve(&self, chart: &Chart, series: &Series) -> Curve {
        let mut curve = Curve {
            id: series.id.clone(),
            label: series.label.clone(),
            unit: chart.y.unit.clone(),
            x_unit: chart.x.unit.clone(),
            points: Vec::new(),
        };
        let measures = series.measures();
        for (position, x) in self.positions(chart, series) {
            let mut add = |x, measure| {
                let value = self.value(series, measure, position);
                if let Some(value) = value.filter(|value| value.is_finite()) {
                    curve.add(x, value / series.per);
                }
            };
            if series.along.is_empty() {
                add(x, measures.first());
            }
            for (interval, measure) in series.along.iter().zip(&measures) {
                if let Some(x) = sampling::axis_position_s(interval) {
                    add(x / chart.x.per, Some(measure));
                }
            }
        }
        curve
    }

    /// Returns the varied fields of the study of a series, or the varied parameters of its model.
    pub(super) fn axes(&self, series: &Series) -> Option<&[Axis]> {
        match series.source()? {
            Source::Study(name) => self.studies.get(name).map(Study::axes),
            Source::Model(name, _) => self.models.get(name).map(|evaluated| &evaluated.axes[..]),
        }
    }

    /// Returns the positions of a series among the cases, or among the rows of its model, with their x.
    fn positions(&self, chart: &Chart, series: &Series) -> Vec<(usize, f64)> {
        let axes = self.axes(series);
        let Some(axes) = axes else { return Vec::new() };
        let x = x_path(chart, series, axes);
        let position_and_x = |(position, point): (usize, Point)| {
            let mut fixed = series.fixed.iter();
            let is_selected =
                fixed.all(|(path, value)| point.get(path).is_some_and(|found| equal(found, value)));
            is_selected.then(|| (position, x_of(&point, x, axes) / chart.x.per))
        };
        let candidates = self.candidates(series).into_iter();
        candidates.filter_map(position_and_x).collect()
    }

    /// Returns all cases of the study, or rows of the model, of a series, with their points.
    fn candidates(&self, series: &Series) -> Vec<(usize, Point)> {
        let cases = self.cases.iter().enumerate();
        match series.source() {
            Some(Source::Study(name)) => cases
                .filter(|(_, (study, _))| study == name)
                .filter_map(|(position, (_, number))| {
                    let point = match &self.lines[position] {
                        Some(line) => line.point.clone(),
                        None => self.studies.get(name)?.case(*number)?.id.point,
                    };
                    Some((position, point))
                })
                .collect(),
            Some(Source::Model(name, _)) => self.models.get(name).map_or(Vec::new(), |evaluated| {
                let points = evaluated.rows.iter().map(|row| row.point.clone());
                points.enumerate().collect()
            }),
            None => Vec::new(),
        }
    }

    fn value(&self, series: &Series, measure: Option<&String>, position: usize) -> Option<f64> {
        if let Some(Source::Model(name, output)) = series.source() {
            let row = self.models.get(name)?.rows.get(position)?;
            return row.outputs.get(output);
        }
        let line = self.lines.get(position)?.as_ref()?;
        let value = *line.measures.get(measure?)?;
        match &series.divided_by {
            Some(path) => Some(value / line.measures.get(path)?),
            None => Some(value),
        }
    }
}

/// Returns the path of the field for x: that of the series, else that of the chart, else the first varied field.
pub fn x_path<'s>(chart: &'s Chart, series: &'s Series, axes: &'s [Axis]) -> Option<&'s str> {
    let of_chart = if series.study.is_some() {
        &chart.x.path
    } else {
        &chart.x.parameter
    };
    let named = series.x.as_deref().or(of_chart.as_deref());
    let paths = || axes.iter().flat_map(Axis::paths);
    named
        .filter(|named| paths().any(|path| path == *named))
        .or_else(|| paths().next())
}

/// Returns x of a point: the number, or the position of the value in its list, from 1; 0 if no field varies.
fn x_of(point: &Point, path: Option<&str>, axes: &[Axis]) -> f64 {
    let Some(path) = path else { return 0.0 };
    let Some(value) = point.get(path) else {
        return 0.0;
    };
    if let Some(number) = value.as_f64() {
        return number;
    }
    let fields = axes.iter().flat_map(|axis| &axis.fields);
    let mut values = fields
        .filter(|field| field.path == path)
        .flat_map(|field| &field.values);
    values
        .position(|known| known == value)
        .map_or(0.0, |place| (place + 1) as f64)
}

fn equal(a: &Value, b: &Value) -> bool {
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => same(a, b),
        _ => a == b,
    }
}
