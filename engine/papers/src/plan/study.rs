//! Studies of a figure as documents of the core, in full or for a quick check.

use bufferlab_core::presets;
use bufferlab_core::scenario::Problems;
use bufferlab_core::study::{Study, StudyDocument};
use serde_json::Value;

use crate::figure::{Figure, QuickStudy};

/// Extent of the runs of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All points and replications.
    Full,
    /// Fewer runs, enough for the claims that are marked for the quick check.
    Quick,
}

impl Extent {
    /// Returns whether this extent leaves a study out.
    #[must_use]
    pub fn skips(self, figure: &Figure, study: &str) -> bool {
        self.changes(figure, study).is_some_and(|quick| quick.skip)
    }

    fn changes<'f>(self, figure: &'f Figure, study: &str) -> Option<&'f QuickStudy> {
        let quick = figure.quick.get(study);
        quick.filter(|_| self == Extent::Quick)
    }
}

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

/// Returns the document of a study in this extent, with its scenario in place of a name.
///
/// # Errors
/// The name is of no shared scenario and of no preset.
pub fn document(figure: &Figure, study: &str, extent: Extent) -> Result<Value, Problems> {
    let mut document = figure.studies.get(study).cloned().unwrap_or_default();
    if let Some(name) = document["scenario"].as_str() {
        document["scenario"] = match figure.scenarios.get(name) {
            Some(shared) => shared.clone(),
            None => preset(name).map_err(|message| Problems::one("scenario", message))?,
        };
    }
    let Some(quick) = extent.changes(figure, study) else {
        return Ok(document);
    };
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
    Ok(document)
}

fn preset(id: &str) -> Result<Value, String> {
    let preset = presets::find(id)
        .ok_or_else(|| format!("there is no preset {id}, and no shared scenario of this name"))?;
    serde_json::from_str(preset.scenario_json).map_err(|error| error.to_string())
}

/// Creates a study of a figure.
///
/// # Errors
/// All problems of its document.
pub fn study(figure: &Figure, name: &str, extent: Extent) -> Result<Study, Problems> {
    let mut document = StudyDocument::from_value(document(figure, name, extent)?)?;
    if document.stop.is_some() {
        return Err(Problems::one(
            "stop",
            "is not supported here: every point has a fixed number of replications",
        ));
    }
    document.measure = measures(figure, name);
    Study::new(document)
}
