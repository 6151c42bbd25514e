//! Running the program as people do.

#[path = "../../../core/tests/support/extent.rs"]
pub mod extent;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a run of the program left behind.
pub struct Outcome {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// Runs `bufferlab` with `args`.
pub fn bufferlab(args: &[&str]) -> Outcome {
    bufferlab_reading("", args)
}

/// `bufferlab` with `args`, to be started.
pub fn program(args: &[&str]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_bufferlab"));
    program
        .args(args)
        .env_remove("BUFFERLAB_PAGE")
        // What it keeps when it cannot write goes where tests may leave things.
        .env("TMPDIR", env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    program
}

/// Runs `bufferlab` with `args` and `input` on its standard input.
pub fn bufferlab_reading(input: &str, args: &[&str]) -> Outcome {
    let mut child = program(args)
        .spawn()
        .expect("the program was built for this test");
    let mut stdin = child.stdin.take().expect("it is piped");
    // The program may have refused its arguments and gone before it read anything.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("it ends by itself");
    Outcome {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
    }
}

impl Outcome {
    /// The JSON it printed, of a run that went well.
    #[track_caller]
    #[allow(dead_code, reason = "refusals print none")]
    pub fn json(&self) -> Value {
        assert_eq!(self.code, Some(0), "{}", self.stderr);
        serde_json::from_str(&self.stdout).expect("JSON on standard output")
    }
}

/// A file of this content, by a name no other test uses.
#[allow(dead_code, reason = "not every test file needs files")]
pub fn file(name: &str, content: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("the temporary directory can be written");
    path.into_os_string().into_string().expect("a plain path")
}

/// A built page as small as a page can be, in a folder of this name below the temporary directory.
pub fn page_folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    for (path, content) in PAGE {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("it can be written");
        std::fs::write(path, content).expect("the temporary directory can be written");
    }
    folder
}

/// Files of the page.
pub const PAGE: [(&str, &str); 7] = [
    (
        "index.html",
        "<!doctype html><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self'\" />\
         <title>Small page</title>",
    ),
    ("assets/index-B3xk_9aQ.js", "export const queue = [];\n"),
    ("assets/engine_bg-CWDWvrxM.wasm", "\0asm\x01\0\0\0"),
    ("docs/index.html", "<!doctype html><title>Documents</title>"),
    (
        "lessons/course.md",
        "---\ntitle: Built in\n---\n\n## Queues\n\n1. [A buffer](buffer.md)\n2. [Other](other.md)\n",
    ),
    ("lessons/buffer.md", "---\ntitle: A buffer\n---\n"),
    (
        "service-worker.js",
        "self.addEventListener('install', () => undefined);\n",
    ),
];
