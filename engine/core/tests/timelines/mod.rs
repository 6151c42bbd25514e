//! Packet timelines: the scripts in `tests/timelines`, each one behavior of TCP, played against the
//! sender or receiver alone and, where they name a network, against the whole simulator.

mod alone;
mod network;
mod script;
mod state;

use script::Script;
use std::path::PathBuf;

fn scripts() -> Vec<Script> {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../tests/timelines"]
        .iter()
        .collect();
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    files
        .iter()
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let text = std::fs::read_to_string(path)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            Script::parse(&name, &text)
        })
        .collect()
}

#[test]
fn isolated_senders_and_receivers_follow_the_timelines() {
    let scripts = scripts();
    assert!(scripts.len() >= 50, "{} scripts", scripts.len());
    let wrong: Vec<String> = scripts.iter().flat_map(alone::play).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// What happens to a sender must be seen in the whole simulator too, unless the script says why it cannot.
#[test]
fn timeline_scripts_name_a_network_or_the_reason_for_none() {
    let silent = |script: &Script| script.network.is_none() == script.alone.is_none();
    let scripts = scripts();
    let unclear: Vec<&str> = scripts
        .iter()
        .filter(|script| silent(script) && !script.is_about_receiver)
        .map(|script| script.name.as_str())
        .collect();
    assert!(unclear.is_empty(), "{unclear:?}");
}

#[test]
fn the_simulator_follows_the_timelines() {
    let scripts = scripts();
    let wrong: Vec<String> = scripts
        .iter()
        .filter_map(|script| Some(network::play(script, script.network.as_ref()?)))
        .flatten()
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
