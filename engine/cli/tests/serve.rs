//! `bufferlab serve` over real sockets: what browsers and others get from it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use flate2::read::GzDecoder;
use flate2::write::DeflateEncoder;
use rawzip::{CompressionMethod, ZipArchiveWriter};

use crate::common::{PAGE, bufferlab, page_folder, program};

/// A server, until it is dropped.
pub struct Served {
    child: Child,
    /// Address and port, from the first line of its output.
    authority: String,
}

/// A response.
pub struct Answer {
    pub status: u16,
    head: String,
    body: Vec<u8>,
}

impl Served {
    /// Starts a server and waits for its address.
    #[track_caller]
    pub fn start(command: &mut Command) -> Served {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program was built for this test");
        let mut line = String::new();
        let output = child.stdout.take().expect("it is piped");
        let _ = BufReader::new(output).read_line(&mut line);
        let authority = line
            .trim()
            .strip_prefix("http://")
            .and_then(|line| line.strip_suffix('/'));
        let Some(authority) = authority.map(str::to_owned) else {
            let mut errors = String::new();
            let _ = child.kill();
            let _ = child
                .stderr
                .take()
                .expect("it is piped")
                .read_to_string(&mut errors);
            panic!("{line:?} is no address; {errors}");
        };
        Served { child, authority }
    }

    /// Starts a server of a page on a free port.
    #[track_caller]
    fn of(page: &Path, args: &[&str]) -> Served {
        let page = page.to_str().expect("a plain path");
        let args = [&["serve", "--page", page, "--port", "0"], args].concat();
        Served::start(&mut program(&args))
    }

    /// Requests a path.
    #[track_caller]
    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[])
    }

    /// Sends a request with further fields in its header.
    #[track_caller]
    fn ask(&self, method: &str, path: &str, fields: &[&str]) -> Answer {
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !fields.iter().any(|field| field.starts_with("Host:")) {
            request += &format!("Host: {}\r\n", self.authority);
        }
        for field in fields {
            request += &format!("{field}\r\n");
        }
        self.send(format!("{request}\r\n").as_bytes())
    }

    /// Sends bytes and reads the answer.
    #[track_caller]
    fn send(&self, bytes: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(&self.authority).expect("it listens");
        // The server may have answered, and closed the connection, before it has read everything.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let end = answer
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .expect("a header");
        let head = String::from_utf8(answer[..end].to_vec()).expect("text");
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
        Answer {
            status: status.expect("a status"),
            head,
            body: answer[end + 4..].to_vec(),
        }
    }

    /// Sends a signal and returns the exit code of the server.
    #[cfg(unix)]
    fn end_by(mut self, signal: &str) -> Option<i32> {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args([signal, &pid]).status();
        assert!(sent.expect("a program `kill`").success());
        self.child.wait().expect("a child").code()
    }

    /// Ends the server with Ctrl-C and returns its exit code.
    #[cfg(unix)]
    pub fn interrupt(self) -> Option<i32> {
        self.end_by("-INT")
    }

    /// Ends the server and returns what it wrote to standard error.
    fn errors(mut self) -> String {
        let mut errors = String::new();
        let _ = self.child.kill();
        let stderr = self.child.stderr.as_mut().expect("it is piped");
        stderr.read_to_string(&mut errors).expect("text");
        errors
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Answer {
    /// Returns a field of the header.
    fn field(&self, name: &str) -> Option<&str> {
        let mut fields = self.head.lines().filter_map(|line| line.split_once(": "));
        let found = fields.find(|(field, _)| field.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value)
    }

    fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("text")
    }
}

/// Writes a zip of the page: each second file deflated, the others stored.
fn page_zip(name: &str) -> PathBuf {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    for (at, (path, content)) in PAGE.iter().enumerate() {
        let method = [CompressionMethod::DEFLATE, CompressionMethod::STORE][at % 2];
        let entry = archive.new_file(path).compression_method(method);
        let (mut entry, config) = entry.start().expect("memory can be written");
        let descriptor = if method == CompressionMethod::STORE {
            let mut writer = config.wrap(&mut entry);
            writer
                .write_all(content.as_bytes())
                .expect("memory can be written");
            writer.finish().expect("memory can be written").1
        } else {
            let encoder = DeflateEncoder::new(&mut entry, flate2::Compression::best());
            let mut writer = config.wrap(encoder);
            writer
                .write_all(content.as_bytes())
                .expect("memory can be written");
            let (encoder, descriptor) = writer.finish().expect("memory can be written");
            encoder.finish().expect("memory can be written");
            descriptor
        };
        entry.finish(descriptor).expect("memory can be written");
    }
    archive.finish().expect("memory can be written");
    PathBuf::from(crate::common::file(name, &bytes))
}

#[test]
fn a_folder_and_its_zip_are_served_alike_compressed_or_not() {
    let folder = Served::of(&page_folder("serve-alike"), &[]);
    let zip = Served::of(&page_zip("serve-alike.zip"), &[]);
    for (at, (path, content)) in PAGE.iter().enumerate() {
        let path = format!("/{path}");
        let [plain, zipped] = [&folder, &zip].map(|served| served.get(&path));
        assert_eq!((plain.status, zipped.status), (200, 200), "{path}");
        assert_eq!(plain.body, content.as_bytes(), "{path}");
        assert_eq!(zipped.body, content.as_bytes(), "{path}");
        assert_eq!(plain.field("content-type"), zipped.field("content-type"));
        assert_eq!(plain.field("etag"), zipped.field("etag"), "{path}");
        let packed = zip.ask("GET", &path, &["Accept-Encoding: br, gzip"]);
        if at % 2 == 0 {
            assert_eq!(packed.field("content-encoding"), Some("gzip"), "{path}");
            assert_ne!(packed.field("etag"), zipped.field("etag"), "other bytes");
            let mut text = String::new();
            let read = GzDecoder::new(&packed.body[..]).read_to_string(&mut text);
            read.expect("a gzip file");
            assert_eq!(text, *content);
        } else {
            assert_eq!(packed.field("content-encoding"), None, "{path}");
            assert_eq!(packed.body, content.as_bytes());
        }
        assert_eq!(packed.field("vary"), Some("Accept-Encoding"));
    }
}

#[test]
fn headers_are_those_of_a_good_host() {
    let served = Served::of(&page_zip("serve-headers.zip"), &[]);
    let page = served.get("/");
    assert!(page.text().contains("<title>Small page</title>"));
    for (field, value) in [
        ("content-type", "text/html; charset=utf-8"),
        ("cache-control", "no-cache"),
        (
            "content-security-policy",
            "default-src 'none'; script-src 'self'",
        ),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin-allow-popups"),
        ("cross-origin-resource-policy", "cross-origin"),
    ] {
        assert_eq!(page.field(field), Some(value), "{field}");
    }
    assert_eq!(
        page.field("x-frame-options"),
        None,
        "course pages embed the lab"
    );
    let script = served.get("/assets/index-B3xk_9aQ.js");
    assert_eq!(
        script.field("content-type"),
        Some("text/javascript; charset=utf-8")
    );
    let for_ever = Some("public, max-age=31536000, immutable");
    assert_eq!(script.field("cache-control"), for_ever);
    let policy = Some("default-src 'none'; script-src 'self'");
    assert_eq!(
        script.field("content-security-policy"),
        policy,
        "for workers"
    );
    let wasm = served.get("/assets/engine_bg-CWDWvrxM.wasm");
    assert_eq!(wasm.field("content-type"), Some("application/wasm"));
    let lesson = served.get("/lessons/buffer.md");
    assert_eq!(
        lesson.field("content-type"),
        Some("text/markdown; charset=utf-8")
    );
    assert_eq!(lesson.field("cache-control"), Some("no-cache"));
}

#[test]
fn a_version_that_the_client_has_is_not_sent_again() {
    let served = Served::of(&page_zip("serve-versions.zip"), &[]);
    for encoding in ["Accept-Encoding: gzip", "Accept-Encoding: identity"] {
        let first = served.ask("GET", "/", &[encoding]);
        let tag = format!("If-None-Match: {}", first.field("etag").expect("a tag"));
        let again = served.ask("GET", "/", &[encoding, &tag]);
        assert_eq!((again.status, again.body.len()), (304, 0));
        assert_eq!(again.field("etag"), first.field("etag"));
        assert_eq!(again.field("cache-control"), Some("no-cache"));
        let other = served.ask("GET", "/service-worker.js", &[encoding, &tag]);
        assert_eq!(other.status, 200);
    }
}

#[test]
fn only_get_and_head_are_accepted() {
    let served = Served::of(&page_folder("serve-methods"), &[]);
    for method in [
        "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "QUEUE",
    ] {
        let refused = served.ask(method, "/", &["Content-Length: 0"]);
        assert_eq!(refused.status, 405, "{method}");
        assert_eq!(refused.field("allow"), Some("GET, HEAD"), "{method}");
    }
    let head = served.ask("HEAD", "/", &[]);
    let length = served.get("/").body.len().to_string();
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.field("content-length"), Some(&length[..]));
    assert_eq!(served.ask("HEAD", "/absent", &[]).body.len(), 0);
}

#[test]
fn a_name_that_was_rebound_to_this_computer_is_refused() {
    let served = Served::of(&page_folder("serve-hosts"), &[]);
    for name in ["localhost", "localhost:1", "127.0.0.1", "[::1]"] {
        assert_eq!(
            served.ask("GET", "/", &[&format!("Host: {name}")]).status,
            200,
            "{name}"
        );
    }
    for name in [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "",
    ] {
        let refused = served.ask("GET", "/", &[&format!("Host: {name}")]);
        assert_eq!(refused.status, 421, "{name}");
        assert!(!refused.text().contains("Small page"));
        assert!(refused.text().contains("--host"), "it says what to do");
    }
    let absolute = served.ask("GET", "http://evil.example/", &["Host: localhost"]);
    assert_eq!(absolute.status, 421);
    let open = Served::of(&page_folder("serve-hosts"), &["--host", "0.0.0.0"]);
    assert_eq!(open.ask("GET", "/", &["Host: lab.example"]).status, 200);
    let errors = open.errors();
    assert!(
        errors.contains("warning: anyone in the network"),
        "{errors}"
    );
}

#[test]
fn no_path_leads_out_of_the_page() {
    let folder = page_folder("serve-paths/page");
    let lessons = folder.parent().expect("a folder").join("lessons");
    fs::create_dir_all(&lessons).expect("it can be written");
    fs::write(lessons.join("own.md"), "own").expect("it can be written");
    fs::write(lessons.join("notes.txt"), "SECRET").expect("it can be written");
    fs::write(lessons.with_file_name("secret.md"), "SECRET").expect("it can be written");
    #[cfg(unix)]
    {
        let link = lessons.join("link.md");
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink("../secret.md", link).expect("it can be written");
    }
    let served = Served::of(
        &folder,
        &["--lessons", lessons.to_str().expect("a plain path")],
    );
    assert_eq!(served.get("/lessons/own.md").text(), "own");
    for path in [
        "/../secret.md",
        "/%2e%2e/secret.md",
        "/lessons/../../secret.md",
        "/lessons/..%2fsecret.md",
        "/lessons/..%5csecret.md",
        "/lessons/%2e%2e/secret.md",
        "/lessons/..%252fsecret.md",
        "/lessons//etc/passwd",
        "/lessons/link.md",
        "/lessons/notes.txt",
        "/lessons/own.md%00.txt",
        "/lessons/",
        "/lessons/own.md/",
        "//etc/passwd",
        "/etc/passwd",
    ] {
        let refused = served.get(path);
        assert!(
            matches!(refused.status, 400 | 404),
            "{path}: {}",
            refused.status
        );
        assert!(!refused.text().contains("SECRET"), "{path}");
    }
}

#[test]
fn a_folder_is_shown_by_its_index_at_an_address_that_ends_in_a_slash() {
    let served = Served::of(&page_folder("serve-folders"), &[]);
    let moved = served.get("/docs?a=1");
    assert_eq!(
        (moved.status, moved.field("location")),
        (308, Some("/docs/?a=1"))
    );
    assert!(served.get("/docs/").text().contains("Documents"));
    assert_eq!(served.get("/assets/").status, 404);
    assert_eq!(served.get("/absent").status, 404);
}

#[test]
fn own_lessons_stand_before_built_in_ones_and_edits_are_seen() {
    let lessons = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("serve-lessons");
    let _ = fs::remove_dir_all(&lessons);
    fs::create_dir_all(lessons.join("spring")).expect("it can be written");
    fs::write(lessons.join("buffer.md"), "---\ntitle: Our buffer\n---\n")
        .expect("it can be written");
    fs::write(lessons.join("notes.md"), "# Notes\n").expect("it can be written");
    fs::write(lessons.join("Lesson 1.md"), "# One\n").expect("it can be written");
    fs::write(lessons.join("spring/course.md"), "spring").expect("it can be written");
    let served = Served::of(
        &page_folder("serve-lessons-page"),
        &["--lessons", lessons.to_str().expect("a plain path")],
    );
    let course = served.get("/lessons/course.md").text();
    assert!(
        course.contains("## serve\\-lessons\n\n1. [Our buffer](buffer.md)\n"),
        "{course}"
    );
    assert!(
        course.contains("## Queues\n\n2. [Other](other.md)"),
        "{course}"
    );
    assert!(
        !course.contains("A buffer"),
        "the built-in lesson is replaced: {course}"
    );
    assert_eq!(served.get("/lessons/spring/course.md").text(), "spring");
    let first = served.get("/lessons/buffer.md");
    fs::write(lessons.join("buffer.md"), "---\ntitle: Edited\n---\n").expect("it can be written");
    let tag = format!("If-None-Match: {}", first.field("etag").expect("a tag"));
    let edited = served.ask("GET", "/lessons/buffer.md", &[&tag]);
    assert_eq!(
        (edited.status, &edited.text()[..]),
        (200, "---\ntitle: Edited\n---\n")
    );
    let worker = served.get("/service-worker.js").text();
    assert!(
        worker.contains("'buffer.md', 'course.md', 'notes.md', 'spring/course.md'"),
        "{worker}"
    );
    assert!(worker.ends_with("\nself.addEventListener('install', () => undefined);\n"));
    fs::write(lessons.join("course.md"), "own course").expect("it can be written");
    assert_eq!(served.get("/lessons/course.md").text(), "own course");
    let errors = served.errors();
    assert!(
        errors.contains("Lesson 1.md is not served: accepted are names of letters"),
        "{errors}"
    );
    assert!(
        errors.contains("notes.md is not on the course map"),
        "{errors}"
    );
}

#[test]
fn requests_beyond_the_limits_and_no_requests_are_refused_and_others_go_on() {
    let served = Served::of(&page_folder("serve-limits"), &[]);
    let long = format!("X-Long: {}", "q".repeat(20_000));
    assert_eq!(served.ask("GET", "/", &[&long]).status, 431);
    let many = vec!["X-Field: 1"; 70];
    assert_eq!(served.ask("GET", "/", &many).status, 431);
    assert_eq!(
        served
            .ask("GET", &format!("/{}", "q".repeat(70_000)), &[])
            .status
            / 100,
        4
    );
    for bytes in [
        &b"\0\x01\x02\xff\r\n\r\n"[..],
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n",
    ] {
        assert_eq!(served.send(bytes).status / 100, 4, "{bytes:?}");
    }
    // Connections that send nothing, or end in the middle of a request, keep no other client from the page.
    let idle: Vec<TcpStream> = (0..200)
        .map(|_| TcpStream::connect(&served.authority).expect("it listens"))
        .collect();
    for mut stream in idle.iter().step_by(2) {
        stream.write_all(b"GET / HT").expect("it is open");
    }
    assert_eq!(served.get("/").status, 200);
}

#[test]
fn several_requests_use_one_connection() {
    let served = Served::of(&page_folder("serve-reuse"), &[]);
    let one = "GET /lessons/buffer.md HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let last = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    let answers = served.send(format!("{one}{one}{last}").as_bytes());
    assert_eq!(
        answers.text().matches("HTTP/1.1 200 OK").count(),
        2,
        "and the first"
    );
    assert!(answers.text().ends_with("<title>Small page</title>"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_and_the_end_of_a_container_end_the_server_with_their_exit_codes() {
    let page = page_folder("serve-signals");
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let served = Served::of(&page, &[]);
        let open = TcpStream::connect(&served.authority).expect("it listens");
        assert_eq!(
            served.end_by(signal),
            Some(code),
            "also with an open connection"
        );
        drop(open);
    }
}

#[test]
fn a_port_in_use_is_replaced_unless_it_was_chosen() {
    let page = page_folder("serve-ports");
    let page = page.to_str().expect("a plain path");
    let first = Served::of(Path::new(page), &[]);
    let (_, port) = first.authority.rsplit_once(':').expect("a port");
    let refused = bufferlab(&["serve", "--page", page, "--port", port]);
    assert_eq!(refused.code, Some(2));
    let expected = format!("bufferlab: --port: 127.0.0.1:{port} is in use by another program");
    assert!(refused.stderr.starts_with(&expected), "{}", refused.stderr);
    assert_eq!(refused.stdout, "");
    // Both may find the usual port in use by another program.
    let unchosen = || Served::start(&mut program(&["serve", "--page", page]));
    let [one, two] = [unchosen(), unchosen()];
    assert_ne!(one.authority, two.authority);
    assert_eq!((one.get("/").status, two.get("/").status), (200, 200));
    // At least one of them has another port than the usual one, and says so.
    let usual = |served: &Served| served.authority.ends_with(":4173");
    let other = if usual(&two) { one } else { two };
    let authority = other.authority.clone();
    let (_, port) = authority.rsplit_once(':').expect("a port");
    let errors = other.errors();
    let expected = format!("port 4173 is in use; using port {port}");
    assert!(errors.contains(&expected), "{errors}");
}

#[test]
fn what_cannot_be_served_is_refused_with_what_is_accepted() {
    let page = page_folder("serve-refusals");
    let page = page.to_str().expect("a plain path");
    let text = crate::common::file("serve-no-zip.zip", b"text");
    let lessons = format!("{page}/assets");
    for (args, expected) in [
        (
            &["--page", "/absent/page"][..],
            "--page /absent/page: cannot be read (",
        ),
        (
            &["--page", &text],
            "accepted: a folder or a zip of the built page",
        ),
        (
            &["--page", &lessons],
            "has no file index.html; accepted: the folder `dist`",
        ),
        (
            &["--page", page, "--lessons", "/absent"],
            "--lessons /absent: cannot be read (",
        ),
        (
            &["--page", page, "--lessons", &lessons],
            "has no lessons; accepted: Markdown files",
        ),
        (
            &["--page", page, "--host", "lab.example"],
            "accepted: an IP address such as 127.0.0.1",
        ),
        (
            &["--page", page, "--host", "192.0.2.1"],
            "192.0.2.1 is no address of this computer",
        ),
        (
            &["--page", page, "--port", "65536"],
            "65536 is not in 0..=65535",
        ),
    ] {
        let refused = bufferlab(&[&["serve"], args].concat());
        assert_eq!(refused.code, Some(2), "{args:?}: {}", refused.stderr);
        assert!(
            refused.stderr.contains(expected),
            "{args:?}: {}",
            refused.stderr
        );
        assert_eq!(refused.stdout, "");
    }
}
