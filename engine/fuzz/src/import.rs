//! Properties of imported texts: a text gives a scenario with a report on its lines, or a sentence that says why not.

use bufferlab_core::import::tc::{self, Commands};
use bufferlab_core::import::{self, Imported, LINES};
use bufferlab_core::scenario::Scenario;

/// Interfaces of the written commands.
const DEVICES: [&str; 2] = ["eth0", "ifb0"];

/// Bytes as a text of another tool. Commands of `tc` that are written from its scenario give the same commands again. A
/// queue that Linux has not becomes that of `tbf`, so then this holds from the second time on.
///
/// # Panics
/// If something that must hold does not.
pub fn holds(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let imported = match import::import(&text) {
        Ok(imported) => imported,
        Err(message) => {
            assert!(message.len() > 5);
            return;
        }
    };
    is_whole(&imported);
    let Ok(scenario) = Scenario::from_value(imported.scenario) else {
        return;
    };
    let mut commands = tc::write(&scenario, 0, DEVICES);
    if commands.notes.iter().any(|it| it.path.ends_with("queue")) {
        commands = again(&commands);
    }
    let repeated = again(&commands);
    assert_eq!(repeated.lines, commands.lines, "written again");
}

/// Reads commands and writes their scenario.
fn again(commands: &Commands) -> Commands {
    let imported = import::import(&commands.lines.join("\n")).expect("tc is understood");
    is_whole(&imported);
    let scenario = Scenario::from_value(imported.scenario).expect("it was a scenario before");
    tc::write(&scenario, 0, DEVICES)
}

fn is_whole(imported: &Imported) {
    assert!(imported.lines.len() <= LINES);
    let is_of_the_link = |path: &str| path.starts_with("bottlenecks.r0.");
    for line in &imported.lines {
        assert!(line.number >= 1);
        let understood = &line.understood;
        assert!(understood.iter().all(|it| is_of_the_link(&it.path)));
        let left_out = &line.left_out;
        assert!(
            left_out
                .iter()
                .all(|it| !it.words.is_empty() && it.reason.len() > 5)
        );
    }
    let paths = imported.assumed.iter().map(|it| it.path.as_str());
    assert!(
        paths
            .into_iter()
            .all(|path| is_of_the_link(path) || path == "groups.tcp")
    );
}
