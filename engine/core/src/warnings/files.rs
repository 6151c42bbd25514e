//! Files that a scenario names and that are not there.

use super::words::name;
use super::{Finds, Look, Row};
use crate::scenario::Scenario;

/// A file is missing.
pub static MISSING: Row = Row {
    id: "file_missing",
    label: "A file is missing",
    help: "The scenario names a file, of frames, packets, rates or connections, by its hash. Without the file the group that plays it sends nothing.",
    source: "",
    look: Look::Scenario(missing),
};

fn missing(scenario: &Scenario, finds: &mut Finds) {
    for group in &mut scenario.groups.clone() {
        let place = if group.traffic.is_open_loop() {
            "traffic"
        } else {
            "traffic.workload"
        };
        let path = format!("groups.{}.{place}.trace", group.id);
        let called = name(group).to_owned();
        let Some((file, _)) = group.traffic.file() else {
            continue;
        };
        if file.data().is_none() && !file.is_synthetic() {
            finds.warn(
                path,
                format!(
                    "The file {} is not there: {} sends nothing.",
                    file.name, called
                ),
                "Give the file, or choose another; its name and SHA-256 are in the parameters.",
            );
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
}
