//! `bufferlab completions` and `bufferlab man`: files for shells and manuals, made from the declarations of the commands.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::Cli;
use crate::failure::Failure;

/// Print a script that completes commands and options in a shell
#[derive(clap::Args)]
#[command(after_help = COMPLETIONS)]
pub struct CompletionsArgs {
    /// Shell that reads the script
    shell: Shell,
}

const COMPLETIONS: &str = "\
Example:
    bufferlab completions bash

Files that shells read:
    bash        bufferlab completions bash > ~/.local/share/bash-completion/completions/bufferlab
    zsh         bufferlab completions zsh > FOLDER/_bufferlab, with a FOLDER of $fpath
    fish        bufferlab completions fish > ~/.config/fish/completions/bufferlab.fish
    powershell  bufferlab completions powershell >> $PROFILE
    elvish      bufferlab completions elvish >> ~/.config/elvish/rc.elv";

/// Print the manual page, or write the pages of all commands to a folder
#[derive(clap::Args)]
#[command(after_help = MAN)]
pub struct ManArgs {
    /// Folder to which a page for each command is written; created if it is missing
    folder: Option<PathBuf>,
}

const MAN: &str = "\
Example:
    bufferlab man man1

`man -l man1/bufferlab-run.1` shows a page. `man bufferlab-run` finds it in ~/.local/share/man/man1.";

/// Returns the script for a shell.
pub fn completions(args: &CompletionsArgs) -> String {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "bufferlab", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// Returns the manual page of the program, or writes all pages and returns their paths as lines.
///
/// # Errors
/// A folder that cannot be written.
pub fn man(args: &ManArgs) -> Result<String, Failure> {
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    let Some(folder) = &args.folder else {
        return page(&program, Path::new("the page")).map(|(_, text)| text);
    };
    fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    let mut written = String::new();
    for command in std::iter::once(&program).chain(program.get_subcommands()) {
        let (name, text) = page(command, folder)?;
        let path = folder.join(name);
        fs::write(&path, text).map_err(|error| unwritable(&path, &error))?;
        written += &format!("{}\n", path.display());
    }
    Ok(written)
}

/// Returns the name and the text of the page of a command.
fn page(command: &clap::Command, folder: &Path) -> Result<(String, String), Failure> {
    let source = format!("bufferlab {}", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone()).source(source).manual("Bufferlab");
    let mut text = Vec::new();
    man.render(&mut text)
        .map_err(|error| unwritable(folder, &error))?;
    Ok((
        man.get_filename(),
        String::from_utf8_lossy(&text).into_owned(),
    ))
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::Run(format!("{}: cannot be written ({error})", path.display()))
}
