//! Help texts: every command shows an example, and the examples work as written.

use crate::common::bufferlab;

/// Returns the names of all commands, from the program's own help.
pub fn commands() -> Vec<String> {
    let help = bufferlab(&["--help"]).stdout;
    let (_, listed) = help.split_once("Commands:\n").expect("a list of commands");
    let lines = listed.lines().take_while(|line| !line.is_empty());
    let names = lines
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

/// Returns the example lines of a help text.
fn examples(help: &str) -> Vec<&str> {
    let (_, after) = help.split_once("Example:\n").unwrap_or_default();
    let lines = after.lines().take_while(|line| line.starts_with("    "));
    lines.map(str::trim).collect()
}

/// A shell for a line, in a directory of its own, with `bufferlab` in the path.
#[cfg(unix)]
fn shell(line: &str) -> std::process::Command {
    use std::path::Path;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("help-examples");
    std::fs::create_dir_all(&folder).expect("the temporary directory can be written");
    let programs = Path::new(env!("CARGO_BIN_EXE_bufferlab"))
        .parent()
        .expect("a directory");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = std::process::Command::new("sh");
    shell
        .args(["-c", line])
        .env("PATH", format!("{}:{path}", programs.display()))
        .current_dir(folder);
    shell
}

/// Runs a server in a shell until its page has arrived, and ends it with Ctrl-C. The program of a test has no page in it, so
/// that it serves another.
#[cfg(unix)]
#[track_caller]
fn serve_as_written(line: &str) {
    use crate::common::page_folder;
    use crate::serve::Served;
    let lessons = page_folder("help-examples/my-lessons").join("lessons");
    assert!(lessons.join("buffer.md").is_file());
    let mut command = shell(&format!("exec {line}"));
    command.env("BUFFERLAB_PAGE", page_folder("help-page"));
    let served = Served::start(&mut command);
    let page = served.get("/");
    assert_eq!(
        (page.status, served.interrupt()),
        (200, Some(130)),
        "{line}"
    );
}

/// Runs a line in a shell, in a directory of its own, with `bufferlab` in the path.
#[cfg(unix)]
#[track_caller]
fn run_as_written(line: &str) {
    let output = shell(line).output().expect("there is a shell");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{line}\n{errors}");
    assert!(!output.stdout.is_empty(), "{line} prints nothing");
}

#[cfg(unix)]
#[test]
fn the_example_of_every_command_runs_as_written() {
    let commands = commands();
    assert!(commands.len() >= 8, "{commands:?}");
    for command in commands {
        let help = bufferlab(&["help", &command]).stdout;
        let examples = examples(&help);
        assert!(!examples.is_empty(), "no example in\n{help}");
        for line in examples {
            assert!(
                line.starts_with(&format!("bufferlab {command}")),
                "{command}: {line}"
            );
            match &command[..] {
                "serve" => serve_as_written(line),
                // It takes real time and rights (`emulate.rs`); its arguments are those of a run.
                "emulate" => run_as_written(&line.replace("emulate", "run")),
                _ => run_as_written(line),
            }
        }
    }
    let help = bufferlab(&["--help"]).stdout;
    assert_eq!(examples(&help), ["bufferlab run one-flow"]);
    run_as_written("bufferlab run one-flow");
}

#[test]
fn options_are_grouped_under_headings_and_all_have_help() {
    for command in commands() {
        let help = bufferlab(&[&command[..], "--help"]).stdout;
        let mut lines = help.lines().peekable();
        let mut heading = "";
        while let Some(line) = lines.next() {
            if line.ends_with(':') && !line.starts_with(' ') {
                heading = line;
            }
            let Some(option) = line.trim_start().strip_prefix("--") else {
                continue;
            };
            assert_ne!(heading, "Options:", "{command}: --{option} has no heading");
            let is_explained = option.contains("  ")
                || lines
                    .peek()
                    .is_some_and(|next| next.starts_with("          "));
            assert!(is_explained, "{command}: --{option} has no help");
        }
    }
}
