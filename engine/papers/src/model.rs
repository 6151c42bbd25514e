//! Evaluation of an analytic model over a grid.

use bufferlab_core::models::{self, Model};
use bufferlab_core::scenario::{Problem, Problems, limits};
use bufferlab_core::study::axis::{self, Axis};
use bufferlab_core::study::grid;
use serde_json::{Map, Value};

use crate::figure::ModelGrid;

/// Point of a grid with the outputs of the model.
#[derive(Clone, Debug)]
pub struct Row {
    /// Values of the varied parameters.
    pub point: Map<String, Value>,
    /// Outputs by id; those that do not apply are left out.
    pub outputs: Vec<(&'static str, f64)>,
}

/// Outputs of a model over a grid.
#[derive(Clone, Debug)]
pub struct EvaluatedGrid {
    /// Id of the model.
    pub model: &'static str,
    /// Varied parameters; the first one varies slowest.
    pub axes: Vec<Axis>,
    /// Points of the grid in order.
    pub rows: Vec<Row>,
}

/// Evaluates the model at every point.
///
/// # Errors
/// Unknown models or parameters, and values out of range.
pub fn evaluate(grid: &ModelGrid) -> Result<EvaluatedGrid, Problems> {
    let one = |problem: Problem| Problems(vec![problem]);
    let model = models::named(&grid.model).map_err(one)?;
    let axes = axes(model, grid).map_err(one)?;
    let points = grid::points(&axes);
    if points > limits::RUNS {
        let message = format!("{points} points; at most {} are accepted", limits::RUNS);
        return Err(Problems::one("over", message));
    }
    let rows = (0..points).map(|index| row(model, grid, &axes, index));
    Ok(EvaluatedGrid {
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
    let point = grid::point(axes, index).into_iter();
    let point: Map<_, _> = point.map(|patch| (patch.path, patch.value)).collect();
    let mut parameters = grid.set.clone();
    parameters.extend(point.clone());
    let outputs = model.outputs_of(Value::Object(parameters))?;
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
    fn a_grid_is_evaluated_in_order() {
        let evaluated = evaluate(&grid(json!({
            "model": "effective-buffers", "set": { "b_star_bytes": 7000 },
            "over": ["udp_share=0.05,0.8", "buffer_bytes=0:14kB:3"],
        })))
        .expect("accepted");
        assert_eq!(evaluated.rows.len(), 6);
        assert_eq!(evaluated.rows[4].point["buffer_bytes"], 7000.0);
        let fair = evaluated.rows[4].outputs[0];
        assert_eq!(fair.0, "fair_share_bytes");
        assert!((fair.1 - 5600.0).abs() < 1e-9);
        // With this share of UDP there is no best small buffer.
        assert!(
            evaluated.rows[4]
                .outputs
                .iter()
                .all(|(id, _)| *id != "peak_bytes")
        );
    }

    #[test]
    fn unknown_models_and_parameters_are_rejected() {
        for (document, message) in [
            (json!({ "model": "none" }), "does not exist"),
            (json!({ "model": "qlbp", "over": ["color=1,2"] }), "color"),
            (
                json!({ "model": "mm1b-bulk", "set": { "b_star": 7 } }),
                "b_star",
            ),
        ] {
            let problems = evaluate(&grid(document)).expect_err(message).to_string();
            assert!(problems.contains(message), "{problems}");
        }
    }
}
