//! Commands of a shell text, one after another.

use super::report::Line;

/// Command of a shell text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// Position of its line in the report.
    pub line: usize,
    /// Words of the command, without quotes.
    pub words: Vec<String>,
}

/// Words before a command that do not change it.
const PREFIXES: [&str; 2] = ["sudo", "$"];

/// Returns the lines of a text and their commands. Lines that end with a backslash continue; `;`, `&&` and `||` separate
/// commands; comments and empty lines are not listed.
#[must_use]
pub fn commands(text: &str) -> (Vec<Line>, Vec<Command>) {
    let mut lines: Vec<Line> = Vec::new();
    let mut commands = Vec::new();
    let mut continued: Option<(usize, String)> = None;
    for (number, part) in (1..).zip(text.lines()) {
        let (first, mut joined) = continued.take().unwrap_or((number, String::new()));
        joined.push_str(part.trim_end());
        if joined.ends_with('\\') {
            joined.pop();
            joined.push(' ');
            continued = Some((first, joined));
            continue;
        }
        read_line(first, &joined, &mut lines, &mut commands);
    }
    if let Some((number, joined)) = continued {
        read_line(number, &joined, &mut lines, &mut commands);
    }
    (lines, commands)
}

/// Appends a joined line and its commands.
fn read_line(number: usize, text: &str, lines: &mut Vec<Line>, commands: &mut Vec<Command>) {
    let text = text.trim();
    // Quotes that do not end are taken as parts of words.
    let words: Vec<String> =
        shlex::split(text).unwrap_or_else(|| text.split_whitespace().map(str::to_owned).collect());
    if words.is_empty() {
        return;
    }
    let line = lines.len();
    lines.push(Line {
        number,
        text: text.to_owned(),
        ..Line::default()
    });
    let separated = words
        .into_iter()
        .flat_map(separate)
        .collect::<Vec<String>>();
    for words in separated.split(|word| matches!(word.as_str(), ";" | "&&" | "||")) {
        let skipped = words
            .iter()
            .take_while(|word| PREFIXES.contains(&word.as_str()));
        let words = words[skipped.count()..].to_vec();
        if !words.is_empty() {
            commands.push(Command { line, words });
        }
    }
}

/// Separates a semicolon from the end of a word.
fn separate(word: String) -> Vec<String> {
    match word.strip_suffix(';') {
        Some(before) if !before.is_empty() => vec![before.to_owned(), ";".to_owned()],
        _ => vec![word],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_continue_and_commands_are_separated() {
        let text =
            "# shaping\n\nsudo tc qdisc add \\\n  dev eth0 root; tc \"class\" show && true\n";
        let (lines, commands) = commands(text);
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].number, 3);
        let words: Vec<Vec<&str>> = commands
            .iter()
            .map(|command| command.words.iter().map(String::as_str).collect())
            .collect();
        assert_eq!(
            words,
            [
                vec!["tc", "qdisc", "add", "dev", "eth0", "root"],
                vec!["tc", "class", "show"],
                vec!["true"]
            ]
        );
    }

    #[test]
    fn a_quote_without_its_end_is_part_of_a_word() {
        let (_, commands) = commands("tc qdisc 'add");
        assert_eq!(commands[0].words, ["tc", "qdisc", "'add"]);
    }
}
