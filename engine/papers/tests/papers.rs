//! Checks of every figure: its file can be read and planned, its claims use existing curves, and its stored result is
//! up to date. A new file is checked too.

use std::collections::BTreeSet;
use std::path::PathBuf;

use bufferlab_core::study::model_grid::Row;
use bufferlab_papers::curve::{Curve, Curves};
use bufferlab_papers::figure::ModelGrid;
use bufferlab_papers::registry::{self, Entry, Paper};
use bufferlab_papers::{Extent, Figure, Origin, Plan, StoredResult, Verdict, model};

/// Largest number of runs of a quick check, and of a full one.
const MAX_RUNS: (usize, usize) = (64, 2000);

fn entries() -> Vec<Entry> {
    registry::all().unwrap_or_else(|error| panic!("{error}"))
}

fn all() -> impl Iterator<Item = Figure> {
    entries().into_iter().map(|entry| entry.figure)
}

fn papers() -> Vec<Paper> {
    registry::papers().unwrap_or_else(|error| panic!("{error}"))
}

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Returns the names of the JSON files in a folder, without their extension.
fn files(name: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder(name)).expect(name);
    let paths = entries.map(|entry| entry.expect(name).path());
    let json = paths.filter(|path| path.extension().is_some_and(|end| end == "json"));
    json.map(|path| {
        path.file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned()
    })
    .collect()
}

fn stored(id: &str) -> StoredResult {
    let path = folder("results").join(format!("{id}.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|_| {
        panic!("{id}: there is no stored result; run `bufferlab reproduce {id} --keep`")
    });
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("results/{id}.json: {error}"))
}

#[test]
fn every_file_is_a_figure_of_a_paper_with_a_place_of_its_own() {
    let papers: BTreeSet<String> = papers().into_iter().map(|paper| paper.id).collect();
    let ids: BTreeSet<String> = all().map(|figure| figure.id).collect();
    assert_eq!(files("figures"), ids);
    let mut places = BTreeSet::new();
    for figure in all() {
        let (id, paper) = (&figure.id, &figure.paper);
        assert!(papers.contains(paper), "{id}: {paper}");
        let author = paper.trim_end_matches(|c: char| c.is_numeric() || c == '-');
        assert!(id.starts_with(author), "{id}");
        assert!(places.insert((paper.clone(), figure.place)), "{id}: place");
    }
}

/// Topics are names for readers. An id in their stead, or a topic that differs from another by its case, is an error.
#[test]
fn every_figure_has_topics_that_are_spelled_alike() {
    let topics: BTreeSet<String> = all().flat_map(|figure| figure.topics).collect();
    let spelled: BTreeSet<String> = topics.iter().map(|topic| topic.to_lowercase()).collect();
    assert_eq!(topics.len(), spelled.len(), "{topics:?}");
    for topic in &topics {
        assert!(topic.starts_with(char::is_uppercase), "{topic}");
    }
    for figure in all() {
        assert!(!figure.topics.is_empty(), "{}", figure.id);
    }
}

#[test]
fn every_figure_of_the_papers_is_reproduced_once_or_has_a_reason() {
    let reproduced = all().flat_map(|figure| [vec![figure.id], figure.covers].concat());
    let not_yet = papers().into_iter().flat_map(|paper| {
        let author = paper
            .id
            .trim_end_matches(|c: char| c.is_numeric() || c == '-');
        for (id, reason) in &paper.not_yet {
            assert!(id.starts_with(author) && !reason.is_empty(), "{id}");
        }
        paper.not_yet.into_keys()
    });
    let headings: Vec<String> = reproduced.chain(not_yet).collect();
    assert!(headings.len() >= 81);
    let once: BTreeSet<&String> = headings.iter().collect();
    assert_eq!(once.len(), headings.len(), "a figure is there twice");
}

#[test]
fn every_figure_can_be_planned_within_the_limit_of_runs() {
    for figure in all() {
        let id = &figure.id;
        for (extent, most) in [(Extent::Quick, MAX_RUNS.0), (Extent::Full, MAX_RUNS.1)] {
            let plan = Plan::new(&figure, extent);
            let plan = plan.unwrap_or_else(|problems| panic!("{id}: {problems}"));
            assert!(plan.len() <= most, "{id}: {} runs, {extent:?}", plan.len());
        }
        for name in figure.quick.keys() {
            assert!(
                figure.studies.contains_key(name),
                "{id}: quick.{name} is of no study"
            );
        }
    }
}

#[test]
fn claims_refer_to_existing_curves() {
    for figure in all() {
        let id = &figure.id;
        let series: Vec<&str> = figure.series().map(|(_, series)| &series.id[..]).collect();
        let named: BTreeSet<&str> = series.iter().copied().collect();
        assert_eq!(
            named.len(),
            series.len(),
            "{id}: a series' id is there twice"
        );
        assert!(!named.contains("x"), "{id}: x is every curve's x");
        assert!(!figure.claims.is_empty(), "{id} has no claim");
        let claims: BTreeSet<&str> = figure.claims.iter().map(|claim| &claim.id[..]).collect();
        assert_eq!(
            claims.len(),
            figure.claims.len(),
            "{id}: a claim's id is there twice"
        );
        for claim in &figure.claims {
            let about = claim.curves();
            let about: BTreeSet<&str> = about
                .iter()
                .flat_map(|expr| expr.ids())
                .filter(|id| *id != "x")
                .collect();
            assert!(!about.is_empty(), "{id}: {} uses no curve", claim.text);
            for curve in about {
                assert!(named.contains(curve), "{id}: there is no series {curve}");
            }
            assert!(
                claim.text.ends_with('.') && !claim.tolerance.is_empty(),
                "{id}: {}",
                claim.text
            );
            assert!(
                !claim.contradictory || claim.reason.is_some(),
                "{id}: {}: needs a reason",
                claim.text
            );
        }
    }
}

/// The line of a claim cites the paper (`T240`), or gives our source: `M` for a model, `D` for a derivation, `S` for a
/// small simulation.
#[test]
fn a_claim_without_a_line_of_the_paper_is_derived_or_computed() {
    for figure in all() {
        for claim in &figure.claims {
            let sources: Vec<&str> = claim.line.split(", ").collect();
            let cites = |source: &str| {
                source.strip_prefix('T').is_some_and(|lines| {
                    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
                    !lines.is_empty() && lines.split(['-', '–']).all(digits)
                })
            };
            let place = format!("{}: {}: {}", figure.id, claim.text, claim.line);
            for source in &sources {
                assert!(cites(source) || ["M", "D", "S"].contains(source), "{place}");
            }
            let expected = match sources[..] {
                _ if sources.iter().any(|source| cites(source)) => Origin::Paper,
                ["D"] => Origin::Derived,
                _ => Origin::Model,
            };
            assert_eq!(claim.origin, expected, "{place}");
        }
    }
}

#[test]
fn only_claims_that_differ_are_marked_as_contradictory() {
    let mut marked = (0, 0);
    for figure in all() {
        let stored = stored(&figure.id);
        for claim in &figure.claims {
            let place = format!("{}: {}", figure.id, claim.text);
            assert!(
                claim.contradictory || claim.assumption.is_none(),
                "{place}: assumes without a mark"
            );
            if !claim.contradictory {
                continue;
            }
            match claim.assumption {
                None => marked.0 += 1,
                Some(_) => marked.1 += 1,
            }
            let mut found = stored.claims.iter();
            let found = found.find(|found| found.id == claim.id);
            assert_eq!(
                found.map(|found| found.verdict),
                Some(Verdict::Differs),
                "{place}"
            );
        }
    }
    // Thirteen sentences of papers contradict their own text or model; four more do so under an assumption of ours.
    assert_eq!(marked, (13, 4));
}

/// A reason or remark is one summary of at most 200 characters; details are in the evidence, one sentence or more each.
#[test]
fn a_reason_is_a_short_summary_and_its_evidence_a_list() {
    let mut items = 0;
    for figure in all() {
        for claim in &figure.claims {
            let place = format!("{}: {}", figure.id, claim.text);
            for summary in claim.reason.iter().chain(&claim.remark) {
                assert!(summary.ends_with('.'), "{place}: {summary}");
                assert!(summary.chars().count() <= 200, "{place}: {summary}");
            }
            let has_summary = claim.reason.is_some() || claim.remark.is_some();
            assert!(has_summary || claim.evidence.is_empty(), "{place}");
            for item in &claim.evidence {
                assert!(item.ends_with('.'), "{place}: {item}");
            }
            items += claim.evidence.len();
        }
    }
    assert!(items > 100, "{items}");
}

/// The text follows "reproduced with" in the result, in which semicolons separate the parts.
#[test]
fn a_second_set_up_has_a_text_without_semicolons_and_curves_of_its_own() {
    let mut second = 0;
    for figure in all() {
        for claim in &figure.claims {
            let Some(other) = &claim.reproduced else {
                continue;
            };
            let place = format!("{}: {}", figure.id, claim.text);
            assert!(!other.with.contains(';'), "{place}: {}", other.with);
            assert!(!other.with.ends_with('.'), "{place}: {}", other.with);
            assert_ne!(other.check, claim.check, "{place}: the same curves");
            assert!(claim.remark.is_none(), "{place}: the set-up is the remark");
            second += 1;
        }
    }
    assert!(second > 10, "{second}");
}

#[test]
fn parameters_of_sliders_are_valid_at_both_ends() {
    for figure in all() {
        for chart in &figure.charts {
            let Some(explore) = &chart.explore else {
                continue;
            };
            let grid = &figure.models[&explore.model];
            assert!((1..=100).contains(&explore.steps), "{}", figure.id);
            assert!((2..=200).contains(&explore.at.2), "{}", figure.id);
            for end in [0, 1] {
                let mut set = grid.set.clone();
                for (name, ends) in &explore.over {
                    set.insert(name.clone(), ends[end].into());
                }
                let moved = ModelGrid {
                    model: grid.model.clone(),
                    over: grid.over.last().cloned().into_iter().collect(),
                    set,
                };
                let evaluated = model::evaluate(&moved).expect("within the model's ranges");
                let known = |row: &Row| row.outputs.get(&explore.output).is_some();
                assert!(evaluated.rows.iter().all(known), "{}", figure.id);
            }
        }
    }
}

#[test]
fn claims_have_enough_points_and_replications() {
    for figure in all() {
        for extent in [Extent::Quick, Extent::Full] {
            let plan = Plan::new(&figure, extent).expect("another test plans it");
            for claim in figure
                .claims
                .iter()
                .filter(|claim| claim.quick || extent == Extent::Full)
            {
                let about = claim.curves();
                for curve in about
                    .iter()
                    .flat_map(|expr| expr.ids())
                    .filter(|id| *id != "x")
                {
                    let mut series = figure.series();
                    let (chart, series) = series
                        .find(|(_, series)| series.id == curve)
                        .expect("another test finds it");
                    let place = format!("{}: {extent:?}: {}: {curve}", figure.id, claim.text);
                    assert!(plan.points(chart, series) > 0, "{place} has no points");
                    if let (Some(study), Extent::Full) = (&series.study, extent) {
                        let there = plan.replications(study).expect("nothing is skipped");
                        assert!(
                            there >= u64::from(claim.replications),
                            "{place}: {there} replications"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn stored_results_are_up_to_date() {
    let listed: BTreeSet<String> = all().map(|figure| figure.id).collect();
    let kept_of = files("results");
    assert!(
        kept_of.is_subset(&listed),
        "without a figure: {:?}",
        kept_of.difference(&listed).collect::<Vec<_>>()
    );
    for Entry { figure, json } in entries() {
        let id = &figure.id;
        let stored = stored(id);
        let stale = stored.is_stale(&json);
        assert_eq!(
            stale, None,
            "{id}: run `bufferlab reproduce {id} --keep` again"
        );
        let decided = figure
            .claims
            .iter()
            .filter(|claim| claim.quick || !stored.quick);
        let ids: Vec<&str> = decided.map(|claim| &claim.id[..]).collect();
        assert_eq!(
            stored
                .claims
                .iter()
                .map(|claim| &claim.id[..])
                .collect::<Vec<_>>(),
            ids,
            "{id}"
        );
    }
}

/// Figures of models need no runs, so that this test checks their claims every time.
#[test]
fn figures_of_models_reproduce_their_stored_results() {
    let mut checked = 0;
    for figure in all().filter(|figure| figure.studies.is_empty()) {
        let findings = Plan::new(&figure, Extent::Full)
            .expect("another test plans it")
            .findings();
        let stored = stored(&figure.id);
        for (claim, stored) in findings.claims.iter().zip(&stored.claims) {
            assert_eq!(
                (&claim.verdict, &claim.found),
                (&stored.verdict, &stored.found),
                "{}",
                figure.id
            );
            assert!(
                !claim.is_a_failure(),
                "{}: {}: {}",
                figure.id,
                claim.text,
                claim.found
            );
            checked += 1;
        }
    }
    assert!(checked > 10);
}

/// Returns curves with the same x and other values.
fn bent(curves: &Curves, of: fn(&Curve, usize) -> Option<f64>) -> Curves {
    let bend = |(id, curve): (&String, &Curve)| {
        let mut other = Curve {
            points: Vec::new(),
            ..curve.clone()
        };
        for (place, point) in curve.points.iter().enumerate() {
            if let Some(value) = of(curve, place) {
                other.add(point.x, value);
            }
        }
        (id.clone(), other)
    };
    Curves(curves.0.iter().map(bend).collect())
}

/// Returns curves with each one scaled by `step` from the one before it.
fn apart(curves: &Curves, step: f64) -> Curves {
    let (mut others, mut factor) = (curves.clone(), 1.0);
    for curve in others.0.values_mut() {
        for point in &mut curve.points {
            point.values[0] *= factor;
        }
        factor *= step;
    }
    others
}

/// A claim must be able to fail. Each claim that holds differs on at least one kind of changed curves: flat, reversed,
/// negated, three times as high at every second point, steeper and steeper, without the last point, or far apart.
#[test]
fn every_claim_that_holds_can_fail() {
    let bends: [fn(&Curve, usize) -> Option<f64>; 6] = [
        |curve, _| Some(curve.points[0].values[0]),
        |curve, place| Some(curve.points[curve.points.len() - 1 - place].values[0]),
        |curve, place| Some(-curve.points[place].values[0]),
        |curve, place| {
            let much = if place.is_multiple_of(2) { 3.0 } else { 1.0 };
            Some(curve.points[place].values[0] * much)
        },
        |curve, place| Some(curve.points[place].values[0] * (place + 1) as f64),
        |curve, place| (place + 1 < curve.points.len()).then(|| curve.points[place].values[0]),
    ];
    for figure in all() {
        let curves = stored(&figure.id).curves(&figure);
        let mut others = bends.map(|bend| bent(&curves, bend)).to_vec();
        others.extend([1e3, 1e-3].map(|step| apart(&curves, step)));
        for claim in figure
            .claims
            .iter()
            .filter(|claim| claim.judge(&curves).held)
        {
            let differs = others
                .iter()
                .filter(|curves| !claim.judge(curves).held)
                .count();
            assert!(
                differs > 0,
                "{}: {} holds for all curves",
                figure.id,
                claim.text
            );
        }
    }
}
