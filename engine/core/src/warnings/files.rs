//! Files that a scenario names: those that are not there, and what to know of those that are.

use super::words::name;
use super::{Finds, Look, Row};
use crate::scenario::Scenario;
use crate::trace::FileRef;

/// A file is missing.
pub static MISSING: Row = Row {
    id: "file_missing",
    label: "A file is missing",
    help: "The scenario names a file, of frames, packets, rates or connections, by its hash. Without the file the group that plays it sends nothing.",
    source: "",
    look: Look::Scenario(missing),
};

/// A file is played otherwise than it may have been meant.
pub static NOTE: Row = Row {
    id: "file_note",
    label: "What a file leaves open",
    help: "Something in a file is left out, such as packets of a capture that are not IP, or it is taken for granted, such as a unit that the file does not name.",
    source: "",
    look: Look::Scenario(notes),
};

fn missing(scenario: &Scenario, finds: &mut Finds) {
    each_file(scenario, |path, id, file| {
        if file.data().is_none() && !file.is_synthetic() {
            finds.warn(
                path,
                format!("The file {} is not there: {id} sends nothing.", file.name),
                "Give the file, or choose another; its name and SHA-256 are in the parameters.",
            );
        }
    });
}

/// The notes of each file, once, at the first group that plays it.
fn notes(scenario: &Scenario, finds: &mut Finds) {
    let mut seen: Vec<String> = Vec::new();
    each_file(scenario, |path, _, file| {
        let Some(trace) = file.data().filter(|_| !seen.contains(&file.sha256)) else {
            return;
        };
        seen.push(file.sha256.clone());
        for note in trace.notes() {
            let sentence = format!("{}: {}", file.name, note.message);
            finds.warn(path.clone(), sentence, &note.advice);
        }
    });
}

/// Calls `look` with the path, the group and the file of each group that plays one.
fn each_file(scenario: &Scenario, mut look: impl FnMut(String, &str, &FileRef)) {
    for group in &mut scenario.groups.clone() {
        let place = if group.traffic.is_open_loop() {
            "traffic"
        } else {
            "traffic.workload"
        };
        let path = format!("groups.{}.{place}.trace", group.id);
        let called = name(group).to_owned();
        if let Some((file, _)) = group.traffic.file() {
            look(path, &called, file);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{paths, preset};
    use super::*;
    use crate::trace::{Content, Traces, read};
    use serde_json::json;
    use std::sync::Arc;

    #[test]
    fn a_file_that_is_not_there_is_told_and_a_stand_in_not() {
        let hash = "a".repeat(64);
        let file = json!({ "name": "film.txt", "sha256": hash });
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
    fn what_a_file_leaves_out_is_told_once() {
        use super::super::testing::sentences;
        let hash = "b".repeat(64);
        let file = json!({ "name": "film.txt", "sha256": hash });
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
        let told = sentences(&NOTE, &scenario);
        assert!(
            told[0].starts_with("film.txt: The frames have no times; 25 a second"),
            "{told:?}"
        );
        let stand_in = preset("poisson-queue", json!({ "groups.udp.traffic": "video" }));
        assert_eq!(paths(&NOTE, &stand_in), [""; 0]);
    }
}
