//! Walks every artefact: that it is read, can be planned, speaks of curves that it has, and that what is kept of it is
//! of today. One more artefact is one more line in the registry, and is walked too.

use std::collections::BTreeSet;
use std::path::PathBuf;

use bufferlab_artefacts::artefact::{ModelGrid, TOPICS};
use bufferlab_artefacts::curve::{Curve, Curves};
use bufferlab_artefacts::registry::{self, PAPERS};
use bufferlab_artefacts::{Artefact, Extent, Kept, Own, Plan, Verdict, model};

/// Most runs of a quick check, and of a full one.
const RUNS: (usize, usize) = (64, 2000);

const AUTHORS: [&str; 5] = [
    "cai-2010",
    "ganjali-2007",
    "hasegawa-2008",
    "vishwanath-2011",
    "vu-brugier-2007",
];

fn all() -> impl Iterator<Item = Artefact> {
    PAPERS
        .iter()
        .map(|(id, _)| registry::read(id).unwrap_or_else(|error| panic!("{error}")))
}

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Names of the JSON files of a folder, without their ends.
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

fn kept(id: &str) -> Kept {
    let path = folder("results").join(format!("{id}.json"));
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|_| panic!("{id}: nothing is kept; bufferlab reproduce {id} --keep"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("results/{id}.json: {error}"))
}

#[test]
fn every_file_is_listed_once_under_its_id() {
    let listed: BTreeSet<String> = PAPERS.iter().map(|(id, _)| (*id).to_owned()).collect();
    assert_eq!(listed.len(), PAPERS.len(), "an id is listed twice");
    assert_eq!(files("papers"), listed);
    for (artefact, (id, _)) in all().zip(PAPERS) {
        assert_eq!(artefact.id, *id);
        assert!(
            AUTHORS.contains(&&artefact.paper[..]),
            "{id}: {}",
            artefact.paper
        );
        assert!(
            id.starts_with(
                artefact
                    .paper
                    .trim_end_matches(|c: char| c.is_numeric() || c == '-')
            ),
            "{id}"
        );
        assert!(!artefact.topics.is_empty(), "{id}");
        for topic in &artefact.topics {
            assert!(TOPICS.contains(&&topic[..]), "{id}: {topic}");
        }
    }
}

#[test]
fn every_heading_of_the_papers_is_an_artefact_or_says_why_not_yet() {
    let headings = registry::headings().expect("the list is read");
    assert!(headings.len() >= 81);
    let here: BTreeSet<String> = all()
        .flat_map(|artefact| [vec![artefact.id], artefact.covers].concat())
        .collect();
    for heading in &headings {
        assert_eq!(
            here.contains(&heading.id),
            heading.not_yet.is_none(),
            "{}: either an artefact or not yet",
            heading.id
        );
    }
    let ids: BTreeSet<String> = headings.iter().map(|heading| heading.id.clone()).collect();
    assert_eq!(ids.len(), headings.len(), "a heading is there twice");
    assert!(
        here.is_subset(&ids),
        "{:?}",
        here.difference(&ids).collect::<Vec<_>>()
    );
}

#[test]
fn every_artefact_can_be_planned_and_is_not_too_long() {
    for artefact in all() {
        let id = &artefact.id;
        for (extent, most) in [(Extent::Quick, RUNS.0), (Extent::Full, RUNS.1)] {
            let plan = Plan::new(&artefact, extent);
            let plan = plan.unwrap_or_else(|problems| panic!("{id}: {problems}"));
            assert!(plan.len() <= most, "{id}: {} runs, {extent:?}", plan.len());
        }
        for name in artefact.quick.keys() {
            assert!(
                artefact.studies.contains_key(name),
                "{id}: quick.{name} is of no study"
            );
        }
    }
}

#[test]
fn claims_are_about_curves_that_there_are() {
    for artefact in all() {
        let id = &artefact.id;
        let series: Vec<&str> = artefact
            .series()
            .map(|(_, series)| &series.id[..])
            .collect();
        let named: BTreeSet<&str> = series.iter().copied().collect();
        assert_eq!(
            named.len(),
            series.len(),
            "{id}: a series' id is there twice"
        );
        assert!(!named.contains("x"), "{id}: x is every curve's x");
        assert!(!artefact.claims.is_empty(), "{id} claims nothing");
        for claim in &artefact.claims {
            let about = claim.curves();
            let about: BTreeSet<&str> = about
                .iter()
                .flat_map(|expr| expr.ids())
                .filter(|id| *id != "x")
                .collect();
            assert!(!about.is_empty(), "{id}: {} is about nothing", claim.text);
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
                "{id}: {}: why?",
                claim.text
            );
        }
    }
}

/// The line of a claim cites the paper (`T240`), or says what of ours it is from: `M` a model, `D` a derivation, `S` a
/// small simulation.
#[test]
fn a_claim_that_cites_no_line_of_the_paper_is_ours() {
    for artefact in all() {
        for claim in &artefact.claims {
            let sources: Vec<&str> = claim.line.split(", ").collect();
            let cites = |source: &str| {
                source.strip_prefix('T').is_some_and(|lines| {
                    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
                    !lines.is_empty() && lines.split(['-', '–']).all(digits)
                })
            };
            let place = format!("{}: {}: {}", artefact.id, claim.text, claim.line);
            for source in &sources {
                assert!(cites(source) || ["M", "D", "S"].contains(source), "{place}");
            }
            let expected = match sources[..] {
                _ if sources.iter().any(|source| cites(source)) => Own::Paper,
                ["D"] => Own::Derived,
                _ => Own::Model,
            };
            assert_eq!(claim.own, expected, "{place}");
        }
    }
}

#[test]
fn only_claims_that_differ_are_marked_as_contradictory() {
    let mut marked = (0, 0);
    for artefact in all() {
        let kept = kept(&artefact.id);
        for claim in &artefact.claims {
            let place = format!("{}: {}", artefact.id, claim.text);
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
            let mut found = kept.claims.iter();
            let found = found.find(|found| found.text == claim.text);
            assert_eq!(
                found.map(|found| found.verdict),
                Some(Verdict::Differs),
                "{place}"
            );
        }
    }
    // Thirteen papers' sentences contradict their own text or model; four more do if we assume what the text leaves open.
    assert_eq!(marked, (13, 4));
}

/// The words follow "reproduced with" in what is found, whose parts a semicolon separates.
#[test]
fn a_second_set_up_is_told_in_one_part_and_has_curves_of_its_own() {
    let mut second = 0;
    for artefact in all() {
        for claim in &artefact.claims {
            let Some(other) = &claim.reproduced else {
                continue;
            };
            let place = format!("{}: {}", artefact.id, claim.text);
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
fn what_readers_can_move_is_accepted_at_both_ends() {
    for artefact in all() {
        for chart in &artefact.charts {
            let Some(explore) = &chart.explore else {
                continue;
            };
            let grid = &artefact.models[&explore.model];
            assert!((1..=100).contains(&explore.steps), "{}", artefact.id);
            assert!((2..=200).contains(&explore.at.2), "{}", artefact.id);
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
                let solved = model::solve(&moved).expect("within the model's ranges");
                let known =
                    |row: &model::Row| row.outputs.iter().any(|(id, _)| *id == explore.output);
                assert!(solved.rows.iter().all(known), "{}", artefact.id);
            }
        }
    }
}

#[test]
fn claims_have_the_points_and_the_replications_that_they_need() {
    for artefact in all() {
        for extent in [Extent::Quick, Extent::Full] {
            let plan = Plan::new(&artefact, extent).expect("another test plans it");
            for claim in artefact
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
                    let mut series = artefact.series();
                    let (chart, series) = series
                        .find(|(_, series)| series.id == curve)
                        .expect("another test finds it");
                    let place = format!("{}: {extent:?}: {}: {curve}", artefact.id, claim.text);
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
fn what_is_kept_is_of_these_artefacts_and_this_engine() {
    let listed: BTreeSet<String> = PAPERS.iter().map(|(id, _)| (*id).to_owned()).collect();
    let kept_of = files("results");
    assert!(
        kept_of.is_subset(&listed),
        "of no artefact: {:?}",
        kept_of.difference(&listed).collect::<Vec<_>>()
    );
    for (artefact, (id, json)) in all().zip(PAPERS) {
        let kept = kept(id);
        let stale = kept.is_stale(json);
        assert_eq!(
            stale, None,
            "{id}: run `bufferlab reproduce {id} --keep` again"
        );
        let decided = artefact
            .claims
            .iter()
            .filter(|claim| claim.quick || !kept.quick);
        let texts: Vec<&str> = decided.map(|claim| &claim.text[..]).collect();
        assert_eq!(
            kept.claims
                .iter()
                .map(|claim| &claim.text[..])
                .collect::<Vec<_>>(),
            texts,
            "{id}"
        );
    }
}

/// Models need no runs, so that their artefacts are judged here, every time.
#[test]
fn artefacts_of_models_come_to_what_is_kept() {
    let mut checked = 0;
    for artefact in all().filter(|artefact| artefact.studies.is_empty()) {
        let findings = Plan::new(&artefact, Extent::Full)
            .expect("another test plans it")
            .findings();
        let kept = kept(&artefact.id);
        for (claim, kept) in findings.claims.iter().zip(&kept.claims) {
            assert_eq!(
                (&claim.verdict, &claim.found),
                (&kept.verdict, &kept.found),
                "{}",
                artefact.id
            );
            assert!(
                !claim.is_a_failure(),
                "{}: {}: {}",
                artefact.id,
                claim.text,
                claim.found
            );
            checked += 1;
        }
    }
    assert!(checked > 10);
}

/// The same x with other values.
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

/// Each curve a thousand times as high as the one before it, or as low.
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

/// A claim that no behaviour could make differ checks nothing: each that holds differs on curves that are flat, turned round,
/// upside down, three times as high at every second point, ever
/// steeper, without their last point, or far from one another.
#[test]
fn every_claim_that_holds_can_differ() {
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
    for artefact in all() {
        let curves = kept(&artefact.id).curves(&artefact);
        let mut others = bends.map(|bend| bent(&curves, bend)).to_vec();
        others.extend([1e3, 1e-3].map(|step| apart(&curves, step)));
        for claim in artefact
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
                "{}: {} holds whatever is found",
                artefact.id,
                claim.text
            );
        }
    }
}
