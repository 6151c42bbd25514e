//! Model evaluated at every point of a grid of its parameters.

use serde_json::{Map, Value};

use super::axis::{self, Axis};
use super::grid;
use crate::models::{Model, Outputs};
use crate::scenario::{Problem, Problems, limits};

/// A point of a grid and what the model gives there.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The values of the parameters that differ, by name.
    pub point: Map<String, Value>,
    /// Outputs of the model.
    pub outputs: Outputs,
}

impl Row {
    /// Returns the JSON form: the outputs, and the point as `point`.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut line = self.outputs.to_value();
        line["point"] = Value::Object(self.point.clone());
        line
    }
}

/// Points of a grid with the outputs of a model.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Model that is evaluated.
    pub model: &'static Model,
    /// Varied parameters; the first one varies slowest.
    pub axes: Vec<Axis>,
    /// Every point in order; one if there is no axis.
    pub rows: Vec<Row>,
}

/// A model's outputs where some parameters are `set` (each `name=value`) and others run over values.
///
/// # Errors
/// As of [`Grid::new`].
pub fn over(model: &'static Model, set: &[String], over: &[String]) -> Result<Vec<Row>, Problems> {
    let mut given = Map::new();
    for text in set {
        given.extend([model.set(text)?]);
    }
    Ok(Grid::new(model, &given, over)?.rows)
}

impl Grid {
    /// Evaluates a model with `given` parameters where others run over values, each `name=a,b,c` or
    /// `name=from:to:points[:log]`.
    ///
    /// # Errors
    /// Unknown names, values that are not accepted, and more points than a study may have.
    pub fn new(
        model: &'static Model,
        given: &Map<String, Value>,
        over: &[String],
    ) -> Result<Grid, Problems> {
        let axes = axes(model, over)?;
        let points = grid::points(&axes);
        if points > limits::RUNS || axes.len() > limits::AXES {
            let message = format!(
                "{points} points of {} parameters; the maximum is {} points of {} parameters",
                axes.len(),
                limits::RUNS,
                limits::AXES
            );
            return Err(Problems::one("over", message));
        }
        let row = |index| {
            let point = grid::point(&axes, index).into_iter();
            let point: Map<_, _> = point.map(|patch| (patch.path, patch.value)).collect();
            let mut given = given.clone();
            given.extend(point.clone());
            let outputs = model.outputs_of(Value::Object(given))?;
            Ok(Row { point, outputs })
        };
        let rows = (0..points).map(row).collect::<Result<_, Problems>>()?;
        Ok(Grid { model, axes, rows })
    }
}

fn axes(model: &'static Model, over: &[String]) -> Result<Vec<Axis>, Problem> {
    let mut axes: Vec<Axis> = Vec::new();
    for text in over {
        let axis = axis::from_text(text, &|name| model.section.param(name))?;
        for name in axis.paths() {
            model.known(name)?;
        }
        axes.push(axis.unless_among(&axes)?);
    }
    Ok(axes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::named;

    fn rows(axes: &[&str]) -> Result<Vec<Row>, Problems> {
        let model = named("mm1b-bulk")?;
        let axes: Vec<String> = axes.iter().map(|axis| (*axis).to_owned()).collect();
        over(model, &["b_star_bytes=7 kB".to_owned()], &axes)
    }

    #[test]
    fn the_first_axis_changes_slowest() {
        let rows = rows(&["udp_load=0.1,0.2", "buffer_bytes=5 kB,10 kB"]).expect("four points");
        let value = |row: &Row, name: &str| row.point[name].as_f64();
        let points: Vec<_> = rows
            .iter()
            .map(|row| (value(row, "udp_load"), value(row, "buffer_bytes")))
            .collect();
        let at = |load: f64, buffer: f64| (Some(load), Some(buffer));
        assert_eq!(
            points,
            [
                at(0.1, 5000.0),
                at(0.1, 10_000.0),
                at(0.2, 5000.0),
                at(0.2, 10_000.0)
            ]
        );
        assert_eq!(rows[3].to_value()["point"]["udp_load"], 0.2);
    }

    #[test]
    fn too_large_grids_are_refused() {
        let message =
            rows(&["udp_load=0:0.5:1000", "buffer_bytes=1kB:9kB:1000"]).expect_err("a million");
        assert_eq!(message.0[0].path, "over");
    }
}
