//! Files that a scenario names: missing files, and notes about files that were read.

use super::format::name;
use super::{Check, Findings, Row};
use crate::scenario::Scenario;
use crate::scenario::files::{Player, each_file};
use crate::scenario::route::called;

/// A file is missing.
pub static MISSING: Row = Row {
    id: "file_missing",
    label: "Missing file",
    help: "The scenario names a file by its SHA-256 hash: video frames, packets, connections, or the rates of a link. Without this file the group that replays it sends nothing, and the link has a constant rate.",
    source: "",
    check: Check::Scenario(missing),
};

/// A file is played otherwise than it may have been meant.
pub static NOTE: Row = Row {
    id: "file_note",
    label: "Note about a file",
    help: "Part of a file was ignored, for example packets of a capture that are not IP. Or a value was assumed, for example a unit that the file does not name.",
    source: "",
    check: Check::Scenario(notes),
};

fn missing(scenario: &Scenario, findings: &mut Findings) {
    each_file(scenario, |path, player, file, _| {
        if file.data().is_none() && !file.is_synthetic() {
            let effect = match player {
                Player::Link(label, id) => format!("{} has a constant rate", called(label, id)),
                Player::Group(group) => format!("{} sends nothing", name(group)),
            };
            findings.warn(
                path,
                format!("The file {} is missing, so {effect}.", file.name),
                "Add the file or choose another. The parameters show its name and SHA-256 hash.",
            );
        }
    });
}

/// The notes of each file, once, at the first group that plays it.
fn notes(scenario: &Scenario, findings: &mut Findings) {
    let mut seen: Vec<String> = Vec::new();
    each_file(scenario, |path, _, file, _| {
        let Some(trace) = file.data().filter(|_| !seen.contains(&file.sha256)) else {
            return;
        };
        seen.push(file.sha256.clone());
        for note in trace.notes() {
            let sentence = format!("{}: {}", file.name, note.message);
            findings.warn(path.clone(), sentence, &note.advice);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::super::testing::{paths, preset};
    use super::*;
    use crate::trace::{Content, Traces, read};
    use serde_json::json;
    use std::sync::Arc;

    #[test]
    fn warns_of_a_missing_file_and_not_of_the_synthetic_one() {
        let hash = "a".repeat(64);
        let file = json!({ "name": "frames.txt", "sha256": hash });
        let traffic = json!({ "kind": "video", "trace": file });
        let mut scenario = preset("poisson-queue", json!({ "groups.udp.traffic": traffic }));
        assert_eq!(paths(&MISSING, &scenario), ["groups.udp.traffic.trace"]);
        let mut traces = Traces::default();
        let film = read(Content::Frames, &b"1\n2\n"[..]).expect("frames");
        traces.add(&hash, Content::Frames, Arc::new(film));
        scenario.attach(&traces);
        assert_eq!(paths(&MISSING, &scenario), [""; 0]);
        let stand_in = preset("poisson-queue", json!({ "groups.udp.traffic": "video" }));
        assert_eq!(paths(&MISSING, &stand_in), [""; 0]);
    }

    #[test]
    fn shows_the_notes_of_a_file_once() {
        use super::super::testing::sentences;
        let hash = "b".repeat(64);
        let file = json!({ "name": "frames.txt", "sha256": hash });
        let traffic = json!({ "kind": "video", "trace": file });
        let mut scenario = preset("poisson-queue", json!({ "groups.udp.traffic": traffic }));
        let mut again = scenario.groups[0].clone();
        again.id = "again".to_owned();
        scenario.groups.push(again);
        let mut traces = Traces::default();
        let film = read(Content::Frames, &b"1\n2\n"[..]).expect("frames");
        traces.add(&hash, Content::Frames, Arc::new(film));
        scenario.attach(&traces);
        assert_eq!(paths(&NOTE, &scenario), ["groups.udp.traffic.trace"]);
        let warned = sentences(&NOTE, &scenario);
        assert!(
            warned[0].starts_with("frames.txt: The frames have no times; 25 a second"),
            "{warned:?}"
        );
        let stand_in = preset("poisson-queue", json!({ "groups.udp.traffic": "video" }));
        assert_eq!(paths(&NOTE, &stand_in), [""; 0]);
    }
}
