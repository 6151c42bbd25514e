//! Studies of a figure as documents of the core, in full or for a quick check.

use bufferlab_core::presets;
use bufferlab_core::scenario::Problems;
use bufferlab_core::study::{Study, StudyDocument};
use serde_json::Value;

use crate::figure::{Figure, QuickStudy};

/// Returns the paths of all measures that the figure needs from a study, without duplicates.
pub fn measures(figure: &Figure, study: &str) -> Vec<String> {
    let of = figure
        .series()
        .filter(|(_, series)| series.study.as_deref() == Some(study));
    let paths = of.flat_map(|(_, series)| {
        let divisor = series.divided_by.iter().cloned();
        series.measures().into_iter().chain(divisor)
    });
    let mut paths: Vec<String> = paths.collect();
    paths.sort_unstable();
    paths.dedup();
    paths
}

/// Creates the study of a document. Its scenario may be the id of a preset.
pub fn study(
    document: &Value,
    quick: &QuickStudy,
    measures: Vec<String>,
) -> Result<Study, Problems> {
    let mut document = document.clone();
    if let Some(id) = document["scenario"].as_str() {
        let preset = presets::find(id)
            .ok_or_else(|| Problems::one("scenario", format!("there is no preset {id}")))?;
        let scenario = serde_json::from_str(preset.scenario_json);
        document["scenario"] =
            scenario.map_err(|error| Problems::one("scenario", error.to_string()))?;
    }
    if let Some(over) = &quick.over {
        document["over"] = over.clone();
    }
    if let Some(replications) = quick.replications {
        document["replications"] = replications.into();
    }
    if !quick.set.is_empty() {
        let own = document["set"].as_array().cloned().unwrap_or_default();
        document["set"] = [own, quick.set.clone()].concat().into();
    }
    let mut document = StudyDocument::from_value(document)?;
    if document.stop.is_some() {
        return Err(Problems::one(
            "stop",
            "is not supported here: every point has a fixed number of replications",
        ));
    }
    document.measure = measures;
    Study::new(document)
}
