//! Evaluation of an analytic model over a grid.

use bufferlab_core::models;
use bufferlab_core::scenario::Problems;
use bufferlab_core::study::model_grid::Grid;

use crate::figure::ModelGrid;

/// Evaluates the model at every point.
///
/// # Errors
/// Unknown models or parameters, and values out of range.
pub fn evaluate(grid: &ModelGrid) -> Result<Grid, Problems> {
    Grid::new(models::named(&grid.model)?, &grid.set, &grid.over)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

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
        let (fair, bytes) = evaluated.rows[4].outputs.iter().next().expect("outputs");
        assert_eq!(fair, "fair_share_bytes");
        assert!((bytes.expect("a number") - 5600.0).abs() < 1e-9);
        // With this share of UDP there is no best small buffer.
        assert_eq!(evaluated.rows[4].outputs.get("peak_bytes"), None);
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
