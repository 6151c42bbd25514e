//! Completions and manual pages: each command and each option occurs, and shells accept the scripts.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::common::bufferlab;
use crate::help::commands;

/// Returns the long options of a command, from its help.
fn options(command: &str) -> Vec<String> {
    let help = bufferlab(&[command, "--help"]).stdout;
    let lines = help.lines().map(str::trim_start);
    let options = lines.filter(|line| line.starts_with("--") || line.starts_with("-h, --"));
    let names = options.filter_map(|line| line.split("--").nth(1)?.split([' ', '[', '=']).next());
    names.map(|name| format!("--{name}")).collect()
}

/// Whether a text has a word, which no letter or hyphen continues.
fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        !text[at + word.len()..].starts_with(|c: char| c == '-' || c == '_' || c.is_alphanumeric())
    })
}

const SHELLS: [&str; 5] = ["bash", "zsh", "fish", "powershell", "elvish"];

#[test]
fn completions_of_every_shell_know_every_command_and_option() {
    let commands = commands();
    assert!(commands.len() >= 11, "{commands:?}");
    for shell in SHELLS {
        let script = bufferlab(&["completions", shell]);
        assert_eq!(script.code, Some(0), "{}", script.stderr);
        for command in &commands {
            assert!(has_word(&script.stdout, command), "{shell}: {command}");
            let options = options(command);
            assert!(!options.is_empty(), "{command}");
            for option in options {
                // Fish has an option of its own for long names: -l port.
                let written = match shell {
                    "fish" => option.replacen("--", "-l ", 1),
                    _ => option.clone(),
                };
                assert!(
                    has_word(&script.stdout, &written),
                    "{shell}: {command} {option}"
                );
            }
        }
    }
}

#[test]
fn shells_that_are_installed_accept_their_completions() {
    for (shell, check) in [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")] {
        let script = bufferlab(&["completions", shell]).stdout;
        let file = crate::common::file(&format!("completions.{shell}"), script.as_bytes());
        let checked = Command::new(shell)
            .args([check, &file])
            .stdin(Stdio::null())
            .output();
        // Not every computer has every shell.
        let Ok(checked) = checked else { continue };
        let errors = String::from_utf8_lossy(&checked.stderr);
        assert!(
            checked.status.success() && errors.is_empty(),
            "{shell}: {errors}"
        );
    }
}

#[test]
fn another_shell_is_refused_with_the_accepted_ones() {
    let refused = bufferlab(&["completions", "cmd"]);
    assert_eq!(refused.code, Some(2));
    for shell in SHELLS {
        assert!(refused.stderr.contains(shell), "{}", refused.stderr);
    }
}

#[test]
fn every_command_has_a_manual_page_with_its_options_and_examples() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("shell/man1");
    let _ = fs::remove_dir_all(&folder);
    let written = bufferlab(&["man", folder.to_str().expect("a plain path")]);
    assert_eq!(written.code, Some(0), "{}", written.stderr);
    let mut expected = vec!["bufferlab.1".to_owned()];
    for command in commands() {
        let name = format!("bufferlab-{command}.1");
        // The format writes hyphens with a backslash.
        let page = fs::read_to_string(folder.join(&name)).expect("a page");
        let page = page.replace("\\-", "-");
        for option in options(&command) {
            assert!(has_word(&page, &option), "{name}: {option}");
        }
        assert!(page.contains("Example:"), "{name}");
        expected.push(name);
    }
    let mut files: Vec<String> = fs::read_dir(&folder)
        .expect("a folder")
        .map(|entry| {
            entry
                .expect("a file")
                .file_name()
                .into_string()
                .expect("text")
        })
        .collect();
    files.sort();
    expected.sort();
    assert_eq!(files, expected, "and no other file");
    let mut listed: Vec<PathBuf> = written.stdout.lines().map(PathBuf::from).collect();
    listed.sort();
    assert_eq!(
        listed,
        files
            .iter()
            .map(|name| folder.join(name))
            .collect::<Vec<_>>()
    );
}

#[test]
fn the_manual_page_of_the_program_is_printed_without_a_folder() {
    let page = bufferlab(&["man"]);
    assert_eq!(page.code, Some(0), "{}", page.stderr);
    assert!(page.stdout.contains(".TH bufferlab 1"), "{}", page.stdout);
    for command in commands() {
        assert!(has_word(
            &page.stdout.replace("\\-", "-"),
            &format!("bufferlab-{command}")
        ));
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error_with_its_path() {
    let file = crate::common::file("no-folder", b"");
    let failed = bufferlab(&["man", &file]);
    assert_eq!(failed.code, Some(1));
    assert!(
        failed
            .stderr
            .starts_with(&format!("bufferlab: {file}: cannot be written (")),
        "{}",
        failed.stderr
    );
}
