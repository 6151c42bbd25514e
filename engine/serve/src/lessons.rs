//! A lecturer's own lessons: Markdown files of a folder, served below `lessons/` in front of the built-in ones.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::limits::{DEPTH, LESSON_BYTES, LESSON_ENTRIES, LESSONS};

/// Folder with lessons, which are read at each request.
#[derive(Debug)]
pub struct Lessons {
    /// Folder without symbolic links in its path.
    folder: PathBuf,
}

impl Lessons {
    /// Opens a folder and reads the names of its files.
    ///
    /// # Errors
    /// No folder, a folder that cannot be read, and one without lessons or with too many.
    pub fn open(folder: &Path) -> Result<Lessons, String> {
        let unreadable = |error: io::Error| format!("cannot be read ({error})");
        let folder = fs::canonicalize(folder).map_err(unreadable)?;
        if !folder.is_dir() {
            return Err("is not a folder".to_owned());
        }
        fs::read_dir(&folder).map_err(unreadable)?;
        let lessons = Lessons { folder };
        let walk = lessons.walk();
        if walk.entries > LESSON_ENTRIES {
            return Err(format!(
                "has more than {LESSON_ENTRIES} files with its subfolders; accepted: a folder for lessons alone"
            ));
        }
        match walk.paths.len() {
            0 => Err("has no lessons; accepted: Markdown files such as queues.md".to_owned()),
            more if more > LESSONS => Err(format!("has more than {LESSONS} Markdown files")),
            _ => Ok(lessons),
        }
    }

    /// Returns the file with a path below the folder, up to [`LESSON_BYTES`]; `None` if there is none, or if a link leads
    /// out of the folder.
    #[must_use]
    pub fn read(&self, path: &str) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let file = fs::File::open(self.find(path)?).ok()?;
        file.take(LESSON_BYTES).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }

    /// Returns the path of a file without symbolic links.
    fn find(&self, path: &str) -> Option<PathBuf> {
        if !is_lesson(path) {
            return None;
        }
        let found = fs::canonicalize(self.folder.join(path)).ok()?;
        // A pipe would wait for its writer, so the kind is known before the file is opened.
        let is_file = fs::metadata(&found).is_ok_and(|metadata| metadata.is_file());
        (is_file && found.starts_with(&self.folder)).then_some(found)
    }

    /// Returns the paths of all files that are served, in alphabetical order.
    #[must_use]
    pub fn paths(&self) -> Vec<String> {
        self.walk().paths
    }

    /// Visits all files, until one of the limits is exceeded.
    fn walk(&self) -> Walk {
        let mut walk = Walk::default();
        self.visit(&self.folder, "", 0, &mut walk);
        walk.paths.sort();
        walk.refused.sort();
        walk
    }

    /// Returns the paths of Markdown files and folders that are not served: the page knows no lessons of such names, or they
    /// are links out of the folder.
    #[must_use]
    pub fn refused(&self) -> Vec<String> {
        self.walk().refused
    }

    /// Returns the name of the folder.
    #[must_use]
    pub fn name(&self) -> String {
        let name = self.folder.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    fn visit(&self, folder: &Path, below: &str, depth: usize, walk: &mut Walk) {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        for entry in entries {
            walk.entries += 1;
            if walk.entries > LESSON_ENTRIES || walk.paths.len() > LESSONS {
                return;
            }
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{below}{name}");
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && depth < DEPTH && is_name(&name) => {
                    self.visit(&entry.path(), &format!("{path}/"), depth + 1, walk);
                }
                Ok(kind) if !kind.is_dir() && self.find(&path).is_some() => walk.paths.push(path),
                Ok(kind) if (kind.is_dir() || name.ends_with(".md")) && !name.starts_with('.') => {
                    walk.refused.push(path);
                }
                _ => {}
            }
        }
    }
}

/// Files of a folder, while it is visited.
#[derive(Default)]
struct Walk {
    /// Paths of the files that are served.
    paths: Vec<String>,
    /// Paths of Markdown files and folders that are not served.
    refused: Vec<String>,
    /// Number of files and folders of any kind.
    entries: usize,
}

/// Whether a path is one that the page asks for: names of letters, digits, `_`, `-` and `.`, and the end `.md`.
fn is_lesson(path: &str) -> bool {
    path.ends_with(".md") && path.split('/').count() <= DEPTH + 1 && path.split('/').all(is_name)
}

/// Whether a name is one of a folder or a file of lessons (`web/lessons/source/address.ts`).
fn is_name(name: &str) -> bool {
    let accepted = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    !name.starts_with('.') && name.len() <= 67 && !name.is_empty() && name.chars().all(accepted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let below = folder.path();
        fs::create_dir_all(below.join("class/spring")).unwrap();
        fs::write(below.join("secret.md"), "secret").unwrap();
        fs::write(below.join("class/queues.md"), "queues").unwrap();
        fs::write(below.join("class/spring/course.md"), "spring").unwrap();
        fs::write(below.join("class/.hidden.md"), "hidden").unwrap();
        fs::write(below.join("class/Lesson 1.md"), "one").unwrap();
        fs::write(below.join("class/solutions.txt"), "solutions").unwrap();
        folder
    }

    #[test]
    fn only_markdown_files_of_the_folder_are_served() {
        let folder = folder();
        let lessons = Lessons::open(&folder.path().join("class")).unwrap();
        assert_eq!(lessons.read("queues.md").as_deref(), Some(&b"queues"[..]));
        assert_eq!(lessons.paths(), ["queues.md", "spring/course.md"]);
        assert_eq!(lessons.refused(), ["Lesson 1.md"]);
        for path in [
            "",
            "../secret.md",
            "spring/../../secret.md",
            "/secret.md",
            ".hidden.md",
            "solutions.txt",
            "spring",
            "absent.md",
            "c:secret.md",
            "Lesson 1.md",
            "..\\secret.md",
        ] {
            assert_eq!(lessons.read(path), None, "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_out_of_the_folder_are_not_served_and_links_within_are() {
        use std::os::unix::fs::symlink;
        let folder = folder();
        let class = folder.path().join("class");
        symlink("../secret.md", class.join("out.md")).unwrap();
        symlink("..", class.join("up")).unwrap();
        symlink("queues.md", class.join("within.md")).unwrap();
        symlink("self.md", class.join("self.md")).unwrap();
        let lessons = Lessons::open(&class).unwrap();
        assert_eq!(
            lessons.refused(),
            ["Lesson 1.md", "out.md", "self.md"],
            "a link to a folder is no file"
        );
        assert_eq!(lessons.read("out.md"), None);
        assert_eq!(lessons.read("up/secret.md"), None);
        assert_eq!(lessons.read("self.md"), None);
        assert_eq!(lessons.read("within.md").as_deref(), Some(&b"queues"[..]));
    }

    #[test]
    fn a_folder_of_many_other_files_is_refused() {
        let folder = folder();
        let many = folder.path().join("class/many");
        fs::create_dir(&many).unwrap();
        for at in 0..=LESSON_ENTRIES {
            fs::File::create(many.join(at.to_string())).unwrap();
        }
        let error = Lessons::open(&folder.path().join("class")).unwrap_err();
        assert!(error.starts_with("has more than 10000 files"), "{error}");
    }

    #[test]
    fn a_folder_without_lessons_and_a_file_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let error = Lessons::open(folder.path()).unwrap_err();
        assert!(error.starts_with("has no lessons"), "{error}");
        let file = folder.path().join("a.md");
        fs::write(&file, "a").unwrap();
        assert_eq!(Lessons::open(&file).unwrap_err(), "is not a folder");
        let error = Lessons::open(&folder.path().join("absent")).unwrap_err();
        assert!(error.starts_with("cannot be read"), "{error}");
    }
}
