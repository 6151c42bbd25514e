//! The course map of a folder of lessons without a file `course.md`, and the service worker that keeps such lessons.

use crate::lessons::Lessons;

/// Course map of a folder (`public/lessons/FORMAT.md`, "A course").
pub const COURSE: &str = "course.md";

/// Returns a course map with the lessons of the folder as its first topic, and the built-in ones after it.
///
/// A lesson with the name of a built-in one replaces it. `built_in` is the built-in course map.
pub fn course(lessons: &Lessons, built_in: &str) -> String {
    let own: Vec<(String, String)> = titles(lessons)
        .filter_map(|(path, title)| Some((path, title?)))
        .collect();
    let entries = own.iter().enumerate();
    let entries =
        entries.map(|(at, (path, title))| format!("{}. [{}]({path})\n", at + 1, escaped(title)));
    let topic = match &entries.collect::<String>()[..] {
        "" => String::new(),
        entries => format!("## {}\n\n{entries}\n", escaped(&lessons.name())),
    };
    let (front, topics) = parts(built_in);
    let replaced = |line: &str| {
        own.iter()
            .any(|(path, _)| line.ends_with(&format!("]({path})")))
    };
    let kept: Vec<String> = topics
        .split("\n## ")
        .map(|topic| {
            topic
                .lines()
                .filter(|line| !replaced(line))
                .collect::<Vec<_>>()
                .join("\n")
        })
        .filter(|topic| topic.contains("]("))
        .collect();
    let rest: String = kept
        .iter()
        .map(|topic| format!("## {}\n\n", topic.trim()))
        .collect();
    format!("{front}\n{topic}{rest}")
}

/// Returns the files of the folder that are on no course map: they have no title and are no lessons.
///
/// Subfolders are courses of their own, and a file `course.md` lists what its author wants.
pub fn unlisted(lessons: &Lessons) -> Vec<String> {
    if lessons.read(COURSE).is_some() {
        return Vec::new();
    }
    let untitled = titles(lessons).filter(|(_, title)| title.is_none());
    untitled.map(|(path, _)| path).collect()
}

/// Returns the files of the folder with their titles.
fn titles(lessons: &Lessons) -> impl Iterator<Item = (String, Option<String>)> {
    let paths = lessons
        .paths()
        .into_iter()
        .filter(|path| !path.contains('/'));
    paths.map(|path| {
        let text = lessons
            .read(&path)
            .and_then(|bytes| String::from_utf8(bytes).ok());
        (path, text.and_then(|text| title(&text)))
    })
}

/// Returns the file `service-worker.js` of a page with these lessons.
///
/// The worker of the page keeps the built-in files by their versions. Lessons of the folder have none, since their author edits
/// them: they are requested from the server first, and kept for use without it.
pub fn service_worker(lessons: &Lessons, built_in: &str) -> String {
    let mut paths = lessons.paths();
    paths.push(COURSE.to_owned());
    paths.sort();
    paths.dedup();
    let list: Vec<String> = paths.iter().map(|path| format!("'{path}'")).collect();
    let code = include_str!("lessons_worker.js");
    format!(
        "{}\n{built_in}",
        code.replacen("own = []", &format!("own = [{}]", list.join(", ")), 1)
    )
}

/// Splits a course map into its front matter and its topics; each topic but the first begins after "\n## ".
fn parts(course: &str) -> (String, &str) {
    let front = "---\ntitle: Lessons\n---\n".to_owned();
    let Some((_, after)) = course.split_once("---\n") else {
        return (front, "");
    };
    match after.split_once("\n---\n") {
        Some((fields, topics)) => (
            format!("---\n{fields}\n---\n"),
            topics.trim_start().strip_prefix("## ").unwrap_or_default(),
        ),
        None => (front, ""),
    }
}

/// Returns the field `title` of the front matter; `None` if the file has none and is no lesson.
fn title(text: &str) -> Option<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines();
    if lines.next()?.trim_end() != "---" {
        return None;
    }
    let title = lines
        .take_while(|line| line.trim_end() != "---")
        .find_map(|line| line.strip_prefix("title:"))?
        .trim();
    let unquoted = |quote: char, escape: &str| {
        let inner = title.strip_prefix(quote)?.strip_suffix(quote)?;
        Some(inner.replace(escape, &quote.to_string()))
    };
    let title = unquoted('\'', "''")
        .or_else(|| unquoted('"', "\\\""))
        .unwrap_or_else(|| title.to_owned());
    let title: String = title.chars().take(200).collect();
    (!title.is_empty()).then_some(title)
}

/// Escapes all punctuation, which Markdown permits for each of these characters (CommonMark, Section 2.4).
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars().map(|c| if c.is_control() { ' ' } else { c }) {
        if c.is_ascii_punctuation() {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    const BUILT_IN: &str = include_str!("../../../public/lessons/course.md");

    fn lessons(files: &[(&str, &str)]) -> (tempfile::TempDir, Lessons) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let class = folder.path().join("class_1");
        fs::create_dir(&class).unwrap();
        for (name, text) in files {
            fs::write(class.join(name), text).unwrap();
        }
        let lessons = Lessons::open(Path::new(&class)).unwrap();
        (folder, lessons)
    }

    #[test]
    fn own_lessons_stand_before_the_built_in_ones_and_replace_those_of_the_same_name() {
        let (_folder, lessons) = lessons(&[
            (
                "buffer.md",
                "---\ntitle: 'Our [first] buffer'\nlevel: 1\n---\n",
            ),
            ("random-arrivals.md", "---\ntitle: Dice\n---\n"),
            ("README.md", "# Not a lesson\n"),
        ]);
        let course = course(&lessons, BUILT_IN);
        let expected = "## class\\_1\n\n1. [Our \\[first\\] buffer](buffer.md)\n2. [Dice](random-arrivals.md)\n\n## TCP";
        assert!(course.contains(expected), "{course}");
        assert!(!course.contains("## Queues"), "an empty topic: {course}");
        assert_eq!(course.matches("(buffer.md)").count(), 1);
        assert_eq!(course.matches("\n## ").count(), 4);
        assert!(!course.contains("README"));
        assert_eq!(unlisted(&lessons), ["README.md"]);
        assert!(course.starts_with("---\ntitle: Router buffers in twelve lessons\n"));
        assert!(course.ends_with("(size-a-buffer.md)\n\n"));
    }

    #[test]
    fn a_page_without_a_course_gets_one() {
        let (_folder, lessons) = lessons(&[("a.md", "---\ntitle: A\n---\n")]);
        assert_eq!(
            course(&lessons, ""),
            "---\ntitle: Lessons\n---\n\n## class\\_1\n\n1. [A](a.md)\n\n"
        );
    }

    #[test]
    fn the_service_worker_lists_the_lessons_before_the_code_of_the_page() {
        let (_folder, lessons) = lessons(&[("a.md", "---\ntitle: A\n---\n")]);
        let code = service_worker(&lessons, "built-in code");
        assert!(
            code.contains("const own = ['a.md', 'course.md'];"),
            "{code}"
        );
        assert!(code.ends_with("\nbuilt-in code"));
    }

    #[test]
    fn titles_come_from_the_front_matter() {
        assert_eq!(title("---\ntitle: A\n---").as_deref(), Some("A"));
        assert_eq!(
            title("\u{feff}---\r\ntitle: \"A: b\"\r\n---").as_deref(),
            Some("A: b")
        );
        let quoted = "---\ntitle: 'It''s \"A\"'\n---";
        assert_eq!(title(quoted).as_deref(), Some("It's \"A\""));
        let quoted = "---\ntitle: \"It's \\\"A\\\"\"\n---";
        assert_eq!(title(quoted).as_deref(), Some("It's \"A\""));
        for text in [
            "",
            "title: A",
            "---\nlevel: 1\n---\ntitle: A",
            "---\ntitle:\n---",
        ] {
            assert_eq!(title(text), None, "{text}");
        }
    }
}
