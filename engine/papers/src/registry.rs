//! List of all figures: one file and one line for each.

use serde::Deserialize;

use crate::figure::Figure;

macro_rules! papers {
    ($($id:literal),+ $(,)?) => {
        /// Ids and files of all figures, in the order of the papers.
        pub static FIGURES: &[(&str, &str)] =
            &[$(($id, include_str!(concat!("../figures/", $id, ".json")))),+];
    };
}

papers! {
    // vishwanath-2011: anomalous loss in routers with very small buffers.
    "vishwanath-f2",
    "vishwanath-f3",
    "vishwanath-f4",
    "vishwanath-f5",
    "vishwanath-f6",
    "vishwanath-f7",
    "vishwanath-f8",
    "vishwanath-f9",
    "vishwanath-f10",
    "vishwanath-md1b",
    "vishwanath-f11",
    "vishwanath-f12",
    "vishwanath-f13",
    "vishwanath-f15",
    "vishwanath-f16",
    "vishwanath-f17",
    "vishwanath-f18",
    "vishwanath-f19",
    "vishwanath-f21",
    "vishwanath-f22",
    "vishwanath-f23",

    // hasegawa-2008: router buffers for short-lived and paced flows.
    "hasegawa-f1",
    "hasegawa-f3a",
    "hasegawa-f3b",
    "hasegawa-f4",
    "hasegawa-f6",
    "hasegawa-f8",
    "hasegawa-f9",
    "hasegawa-f10",
    "hasegawa-f11",
    "hasegawa-f12",
    "hasegawa-t1",
    "hasegawa-e11",

    // ganjali-2007: buffer sizing in Internet routers.
    "ganjali-f2-3",
    "ganjali-f2-6",
    "ganjali-th1",
    "ganjali-th2",
    "ganjali-f3-1",
    "ganjali-f3-2",
    "ganjali-f3-3",
    "ganjali-f3-4",
    "ganjali-f3-5",
    "ganjali-f3-6",
    "ganjali-f3-7",
    "ganjali-f3-8",
    "ganjali-e3-3",
    "ganjali-f4-2",
    "ganjali-f4-10",
    "ganjali-f4-14",
    "ganjali-t4-1",
    "ganjali-t4-2",
    "ganjali-f4-16",
    "ganjali-f4-17",
    "ganjali-f5-2",
    "ganjali-optical-fifo",

    // vu-brugier-2007: a critique of buffer-sizing strategies.
    "vu-brugier-adt",
    "vu-brugier-f1",
    "vu-brugier-f2",
    "vu-brugier-f5",
    "vu-brugier-f6",

    // cai-2010: pacing at the edges of small-buffer networks.
    "cai-e1",
    "cai-th1",
    "cai-f4",
    "cai-th2",
    "cai-t2",
    "cai-f7",
    "cai-f9",
    "cai-f11",
}

/// List of all figures, tables, algorithms and theorems of the papers, reproduced or not, as JSON.
pub static HEADINGS: &str = include_str!("../headings.json");

/// Figure, table, algorithm or theorem in the list of headings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heading {
    /// Id of the figure.
    pub id: String,
    /// Reason why it is not reproduced yet; `None` if it is.
    pub not_yet: Option<String>,
}

/// Returns the file of a figure.
#[must_use]
pub fn json(id: &str) -> Option<&'static str> {
    FIGURES
        .iter()
        .find(|(known, _)| *known == id)
        .map(|(_, json)| *json)
}

/// Reads the figure with this id, or the figure that covers it.
///
/// # Errors
/// There is no such figure, or its file is invalid.
pub fn read(id: &str) -> Result<Figure, String> {
    match json(id) {
        Some(json) => {
            Figure::from_json(json).map_err(|error| format!("figures/{id}.json: {error}"))
        }
        None => {
            let covers = |figure: &Figure| figure.covers.iter().any(|known| known == id);
            let mut all = FIGURES
                .iter()
                .filter_map(|(_, json)| Figure::from_json(json).ok());
            all.find(covers)
                .ok_or_else(|| format!("there is no figure {id:.60?}"))
        }
    }
}

/// Returns all figures, tables, algorithms and theorems of the papers, in their order.
///
/// # Errors
/// The list is invalid.
pub fn headings() -> Result<Vec<Heading>, String> {
    serde_json::from_str(HEADINGS).map_err(|error| format!("headings.json: {error}"))
}
