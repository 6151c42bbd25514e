//! A model at the points of a grid.

use bufferlab_core::models::{self, Model};
use bufferlab_core::scenario::{Problem, Problems, limits};
use bufferlab_core::study::axis::{self, Axis};
use serde_json::{Map, Value};

use crate::artefact::ModelGrid;

/// A point of the grid with the model's outputs there.
#[derive(Clone, Debug)]
pub struct Row {
    /// Values of the parameters that vary.
    pub point: Map<String, Value>,
    /// Outputs by id; those that do not apply are left out.
    pub outputs: Vec<(&'static str, f64)>,
}

/// What a model gives over a grid.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The model.
    pub model: &'static str,
    /// Parameters that vary, the first one slowest.
    pub axes: Vec<Axis>,
    /// Its points in order.
    pub rows: Vec<Row>,
}

/// Works out every point.
///
/// # Errors
/// Names and values that are not accepted.
pub fn solve(grid: &ModelGrid) -> Result<Solved, Problems> {
    let one = |problem: Problem| Problems(vec![problem]);
    let model = models::named(&grid.model).map_err(one)?;
    let axes = axes(model, grid).map_err(one)?;
    let points = axis::points(&axes);
    if points > limits::RUNS {
        let message = format!("{points} points; at most {} are accepted", limits::RUNS);
        return Err(Problems::one("over", message));
    }
    let rows = (0..points).map(|index| row(model, grid, &axes, index));
    Ok(Solved {
        model: model.id(),
        rows: rows.collect::<Result<_, _>>()?,
        axes,
    })
}

fn axes(model: &'static Model, grid: &ModelGrid) -> Result<Vec<Axis>, Problem> {
    let mut axes: Vec<Axis> = Vec::new();
    for text in &grid.over {
        let axis = axis::from_text(text, &|name| model.section.param(name))?;
        for name in axis.paths() {
            model.known(name)?;
        }
        axes.push(axis.unless_among(&axes)?);
    }
    Ok(axes)
}

fn row(
    model: &'static Model,
    grid: &ModelGrid,
    axes: &[Axis],
    index: u64,
) -> Result<Row, Problems> {
    let point = axis::point(axes, index).into_iter();
    let point: Map<_, _> = point.map(|patch| (patch.path, patch.value)).collect();
    let mut given = grid.set.clone();
    given.extend(point.clone());
    let outputs = model.outputs_of(Value::Object(given))?;
    let outputs = outputs.iter().filter_map(|(id, value)| Some((id, value?)));
    Ok(Row {
        point,
        outputs: outputs.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn grid(json: Value) -> ModelGrid {
        serde_json::from_value(json).expect("a grid")
    }

    #[test]
    fn a_grid_is_worked_out_in_order() {
        let solved = solve(&grid(json!({
            "model": "effective-buffers", "set": { "b_star_bytes": 7000 },
            "over": ["udp_share=0.05,0.8", "buffer_bytes=0:14kB:3"],
        })))
        .expect("accepted");
        assert_eq!(solved.rows.len(), 6);
        assert_eq!(solved.rows[4].point["buffer_bytes"], 7000.0);
        let fair = solved.rows[4].outputs[0];
        assert_eq!(fair.0, "fair_share_bytes");
        assert!((fair.1 - 5600.0).abs() < 1e-9);
        // There is no best small buffer with so much UDP.
        assert!(
            solved.rows[4]
                .outputs
                .iter()
                .all(|(id, _)| *id != "peak_bytes")
        );
    }

    #[test]
    fn what_no_model_knows_is_refused() {
        for (given, told) in [
            (json!({ "model": "none" }), "no model"),
            (json!({ "model": "qlbp", "over": ["colour=1,2"] }), "colour"),
            (
                json!({ "model": "mm1b-bulk", "set": { "b_star": 7 } }),
                "b_star",
            ),
        ] {
            let problems = solve(&grid(given)).expect_err(told).to_string();
            assert!(problems.contains(told), "{problems}");
        }
    }
}
