//! All figures of the papers, in the order of the papers and of the figures in them: the files of the folder `figures`,
//! which the build script lists.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::figure::Figure;

/// Ids and files of all figures, in alphabetical order.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/figures.rs"));

/// List of the papers, as JSON.
static PAPERS: &str = include_str!("../papers.json");

/// Paper whose figures are reproduced.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// Short name: its first author, which begins the ids of its figures, and its year.
    pub id: String,
    /// Citation, such as `Vishwanath et al. 2011`.
    pub cited: String,
    /// Title of the paper.
    pub title: String,
    /// Ids of figures that are not reproduced yet, with the reason.
    #[serde(default)]
    pub not_yet: BTreeMap<String, String>,
}

/// Figure with the text of its file.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Content of the file.
    pub figure: Figure,
    /// Text of the file.
    pub json: String,
}

impl Entry {
    /// Reads a figure from the text of its file.
    ///
    /// # Errors
    /// The first problem, with its line and column.
    pub fn from_json(json: &str) -> Result<Entry, String> {
        let (figure, json) = (Figure::from_json(json)?, json.to_owned());
        Ok(Entry { figure, json })
    }
}

/// Returns the papers in their order.
///
/// # Errors
/// The list is invalid.
pub fn papers() -> Result<Vec<Paper>, String> {
    serde_json::from_str(PAPERS).map_err(|error| format!("papers.json: {error}"))
}

/// Returns all figures, in the order of the papers and of their places in them.
///
/// # Errors
/// A file is invalid, or its name is not the figure's id.
pub fn all() -> Result<Vec<Entry>, String> {
    let papers = papers()?;
    let read = |(id, json): &(&str, &str)| match Entry::from_json(json) {
        Ok(entry) if entry.figure.id == *id => Ok(entry),
        Ok(entry) => Err(format!("figures/{id}.json: its id is {}", entry.figure.id)),
        Err(error) => Err(format!("figures/{id}.json: {error}")),
    };
    let mut all: Vec<Entry> = FILES.iter().map(read).collect::<Result<_, _>>()?;
    let paper_of = |figure: &Figure| papers.iter().position(|paper| paper.id == figure.paper);
    all.sort_by_key(|entry| (paper_of(&entry.figure), entry.figure.place));
    Ok(all)
}

/// Returns the figure with this id, or the figure that covers it.
///
/// # Errors
/// There is no such figure, or a file is invalid.
pub fn read(id: &str) -> Result<Figure, String> {
    let mut figures = all()?.into_iter().map(|entry| entry.figure);
    figures
        .find(|figure| figure.id == id || figure.covers.iter().any(|known| known == id))
        .ok_or_else(|| format!("there is no figure {id:.60?}"))
}
