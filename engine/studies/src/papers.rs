//! Figures of the papers for JavaScript. A figure is the text of its file.

use bufferlab_core::scenario::Problems;
use bufferlab_papers::{Extent, Figure, page};
use serde_json::json;
use wasm_bindgen::prelude::*;

/// Reads a figure and its stored result: `{ok: true, opened}` or `{ok: false, message}`.
#[wasm_bindgen]
#[must_use]
pub fn figure_json(figure: &str, result: Option<String>) -> String {
    let answer = match page::open(figure, result.as_deref()) {
        Ok(opened) => json!({ "ok": true, "opened": opened }),
        Err(message) => json!({ "ok": false, "message": message }),
    };
    answer.to_string()
}

/// Returns a study of a figure, in full or for a quick check: `{ok: true, study}` or `{ok: false, problems}`.
#[wasm_bindgen]
#[must_use]
pub fn figure_study_json(figure: &str, name: &str, quick: bool) -> String {
    let extent = if quick { Extent::Quick } else { Extent::Full };
    let study = read(figure).and_then(|figure| page::study(&figure, name, extent));
    let answer = match study {
        Ok(study) => json!({ "ok": true, "study": study }),
        Err(problems) => problems.refusal(),
    };
    answer.to_string()
}

/// Returns the scenario of the point of a series nearest to x, or null if there is none.
#[wasm_bindgen]
#[must_use]
pub fn figure_scenario_json(figure: &str, series: &str, x: f64) -> String {
    let figure = read(figure).ok();
    json!(figure.and_then(|figure| page::scenario_at(&figure, series, x))).to_string()
}

/// Returns the points of each series from lines of runs by study, `{study: [line]}`, as they are stored:
/// `{id: [{x, mean, half_width, n, min, max}]}`. It is null if the figure or the lines are invalid.
#[wasm_bindgen]
#[must_use]
pub fn figure_points_json(figure: &str, lines: &str) -> String {
    let lines = serde_json::from_str(lines).ok();
    let points = lines.and_then(|lines| page::points(&read(figure).ok()?, &lines).ok());
    json!(points).to_string()
}

fn read(figure: &str) -> Result<Figure, Problems> {
    Figure::from_json(figure).map_err(|message| Problems::one("", message))
}
