//! One response: from the method, the path and the header of a request, without I/O but the lessons' files.

use std::net::IpAddr;

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH,
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HOST, HeaderMap, HeaderValue, IF_NONE_MATCH,
    LOCATION, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
};
use hyper::http::request::Parts;
use hyper::{Method, Response, StatusCode};

use crate::course::{COURSE, course, service_worker};
use crate::file::{Content, File};
use crate::lessons::Lessons;
use crate::page::{INDEX, Page};
use crate::path;

/// All that is served, and to whom.
#[derive(Debug)]
pub struct Site {
    /// Files of the built page.
    pub page: Page,
    /// Lessons in front of the built-in ones.
    pub lessons: Option<Lessons>,
    /// Names by which clients may call the server.
    pub hosts: Hosts,
}

/// Names by which clients may call the server, in the header `Host`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hosts {
    /// `localhost`, loopback addresses, and this address. A page of another site whose name leads to this computer
    /// (DNS rebinding) is refused.
    Loopback(IpAddr),
    /// All names: the server is open to the network.
    Any,
}

impl Hosts {
    /// Returns the names for a server that listens on this address.
    #[must_use]
    pub fn of(address: IpAddr) -> Hosts {
        if address.is_loopback() {
            Hosts::Loopback(address)
        } else {
            Hosts::Any
        }
    }

    /// Whether a client may call the server by this name, with or without a port.
    fn accept(self, authority: &str) -> bool {
        let Hosts::Loopback(address) = self else {
            return true;
        };
        let name = match authority.rsplit_once(':') {
            Some((name, port)) if !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()) => {
                name
            }
            _ => authority,
        };
        let name = name.strip_suffix('.').unwrap_or(name);
        let bare = name
            .strip_prefix('[')
            .and_then(|name| name.strip_suffix(']'));
        match bare.unwrap_or(name).parse::<IpAddr>() {
            Ok(named) => named == address || named.is_loopback(),
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        }
    }
}

/// Body of a response.
pub type Body = Full<Bytes>;

/// Returns the response to a request.
#[must_use]
pub fn respond(site: &Site, request: &Parts) -> Response<Body> {
    let mut response = answer(site, request);
    let header = response.headers_mut();
    header.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    header.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    // Course pages of other origins embed the lab, also those that isolate themselves.
    header.insert(
        "cross-origin-resource-policy",
        HeaderValue::from_static("cross-origin"),
    );
    if request.method == Method::HEAD {
        *response.body_mut() = Full::default();
    }
    response
}

fn answer(site: &Site, request: &Parts) -> Response<Body> {
    if !site.hosts.accept(&authority(request)) {
        let reason = "This server answers requests for localhost only. To serve a network, start it with --host.\n";
        return message(StatusCode::MISDIRECTED_REQUEST, reason);
    }
    if !matches!(request.method, Method::GET | Method::HEAD) {
        let mut refused = message(
            StatusCode::METHOD_NOT_ALLOWED,
            "Accepted methods: GET and HEAD.\n",
        );
        refused
            .headers_mut()
            .insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        return refused;
    }
    let Some(path) = path::decoded(request.uri.path()) else {
        return message(StatusCode::BAD_REQUEST, "This is no path of a file.\n");
    };
    if let Some(file) = own_lesson(site, &path) {
        return send(site, request, &file, StatusCode::OK);
    }
    let name = if path.is_empty() || path.ends_with('/') {
        format!("{path}{INDEX}")
    } else {
        path.clone()
    };
    if let Some(file) = site.page.file(&name) {
        return send(site, request, file, StatusCode::OK);
    }
    if site.page.file(&format!("{path}/{INDEX}")).is_some() {
        return to_folder(&path, request.uri.query());
    }
    match site.page.file("404.html") {
        Some(file) => send(site, request, file, StatusCode::NOT_FOUND),
        None => message(StatusCode::NOT_FOUND, "There is no such file.\n"),
    }
}

/// Returns the name by which the client calls the server; empty without one, as in HTTP/1.0.
fn authority(request: &Parts) -> String {
    if let Some(authority) = request.uri.authority() {
        return authority.host().to_owned();
    }
    let host = request.headers.get(HOST).map(HeaderValue::to_str);
    host.and_then(Result::ok).unwrap_or_default().to_owned()
}

/// Returns a file of the folder of lessons, or one that is changed by it.
fn own_lesson(site: &Site, path: &str) -> Option<File> {
    let lessons = site.lessons.as_ref()?;
    if path == "service-worker.js" {
        let built_in = site.page.text(path);
        return (!built_in.is_empty())
            .then(|| File::plain(path, service_worker(lessons, &built_in)));
    }
    let below = path.strip_prefix("lessons/")?;
    if let Some(bytes) = lessons.read(below) {
        return Some(File::plain(path, bytes));
    }
    (below == COURSE).then(|| File::plain(path, course(lessons, &site.page.text(path))))
}

/// Sends a file, or only its headers if the client has this version.
fn send(site: &Site, request: &Parts, file: &File, status: StatusCode) -> Response<Body> {
    let (bytes, compressed) = match &file.content {
        Content::Gzip(bytes, _) if accepts_gzip(&request.headers) => (bytes.clone(), true),
        content => (content.plain(), false),
    };
    let tag = format!(
        "\"{}{}\"",
        file.version,
        if compressed { "-gz" } else { "" }
    );
    let known = status == StatusCode::OK && knows(&request.headers, &tag);
    let mut response = Response::new(Full::default());
    let header = response.headers_mut();
    header.insert(ETAG, HeaderValue::try_from(tag).expect("digits"));
    header.insert(
        CACHE_CONTROL,
        HeaderValue::from_static(if file.immutable {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        }),
    );
    header.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
    let is_page = file.media_type.as_bytes().starts_with(b"text/html");
    let is_script = file.media_type.as_bytes().starts_with(b"text/javascript");
    // A worker has the policy of its own response.
    let policy = if is_script {
        site.page
            .file(INDEX)
            .and_then(|index| index.policy.as_ref())
    } else {
        file.policy.as_ref()
    };
    if let Some(policy) = policy {
        header.insert(CONTENT_SECURITY_POLICY, policy.clone());
    }
    // Browsers ignore it, with a message, on addresses that they do not trust.
    if is_page && site.hosts != Hosts::Any {
        header.insert(
            "cross-origin-opener-policy",
            HeaderValue::from_static("same-origin-allow-popups"),
        );
    }
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    header.insert(CONTENT_TYPE, file.media_type.clone());
    header.insert(CONTENT_LENGTH, HeaderValue::from(bytes.len()));
    if compressed {
        header.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    *response.status_mut() = status;
    *response.body_mut() = Full::new(bytes);
    response
}

/// Sends the client to the address of a folder, which ends in `/`: relative links of its page begin there.
fn to_folder(path: &str, query: Option<&str>) -> Response<Body> {
    let query = query.map_or_else(String::new, |query| format!("?{query}"));
    let mut response = message(StatusCode::PERMANENT_REDIRECT, "");
    if let Ok(to) = HeaderValue::try_from(format!("{}/{query}", path::encoded(path))) {
        response.headers_mut().insert(LOCATION, to);
    }
    response
}

fn message(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut response = Response::new(Full::from(text));
    *response.status_mut() = status;
    let header = response.headers_mut();
    header.insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    header.insert(CONTENT_LENGTH, HeaderValue::from(text.len()));
    header.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Whether a client accepts gzip (RFC 9110, Section 12.5.3): `gzip` or `*`, with a weight above 0.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let (mut gzip, mut any) = (None, None);
    for value in headers.get_all(ACCEPT_ENCODING) {
        for coding in value.to_str().unwrap_or_default().split(',') {
            let mut parts = coding.split(';').map(str::trim);
            let name = parts.next().unwrap_or_default().to_ascii_lowercase();
            let weight = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f64>().ok());
            let accepted = weight.is_none_or(|weight| weight > 0.0);
            match &name[..] {
                "gzip" | "x-gzip" => gzip = Some(accepted),
                "*" => any = Some(accepted),
                _ => {}
            }
        }
    }
    gzip.or(any).unwrap_or(false)
}

/// Whether the client has the version with this tag (RFC 9110, Section 13.1.2): weak comparison.
fn knows(headers: &HeaderMap, tag: &str) -> bool {
    let values = headers.get_all(IF_NONE_MATCH).iter();
    let mut tags = values.flat_map(|value| value.to_str().unwrap_or_default().split(','));
    tags.any(|known| {
        let known = known.trim();
        known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag
    })
}

#[cfg(test)]
mod tests {
    use hyper::Request;

    use super::*;

    #[test]
    fn loopback_servers_answer_to_names_of_this_computer_only() {
        let hosts = Hosts::of("127.0.0.1".parse().unwrap());
        for name in [
            "localhost",
            "LocalHost:4173",
            "localhost.:80",
            "127.0.0.1:4173",
            "127.0.0.2",
            "[::1]:4173",
        ] {
            assert!(hosts.accept(name), "{name}");
        }
        for name in [
            "",
            "evil.example",
            "evil.example:4173",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "192.168.1.2:4173",
            "[::1].evil.example",
            "localhost:4173@evil.example",
            "localhost:",
            "0.0.0.0",
        ] {
            assert!(!hosts.accept(name), "{name}");
        }
        assert!(Hosts::of("0.0.0.0".parse().unwrap()).accept("lab.example"));
    }

    fn headers(name: &'static str, value: &'static str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(name, HeaderValue::from_static(value));
        headers
    }

    #[test]
    fn gzip_is_sent_to_clients_that_accept_it() {
        for (value, accepted) in [
            ("gzip, deflate, br, zstd", true),
            ("GZIP;q=0.5", true),
            ("*", true),
            ("br, *;q=0.1", true),
            ("", false),
            ("br", false),
            ("gzip;q=0", false),
            ("*, gzip; q=0.0", false),
            ("*;q=0", false),
            ("identity", false),
        ] {
            assert_eq!(
                accepts_gzip(&headers("accept-encoding", value)),
                accepted,
                "{value}"
            );
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }

    #[test]
    fn versions_that_a_client_has_are_compared_weakly() {
        for (value, known) in [
            ("\"a\"", true),
            ("W/\"a\"", true),
            ("\"b\", \"a\"", true),
            ("*", true),
            ("\"b\"", false),
            ("a", false),
            ("", false),
        ] {
            assert_eq!(
                knows(&headers("if-none-match", value), "\"a\""),
                known,
                "{value}"
            );
        }
    }

    #[test]
    fn an_absolute_address_decides_about_the_host() {
        let request = Request::get("http://evil.example/x").header(HOST, "localhost");
        let (parts, ()) = request.body(()).unwrap().into_parts();
        assert_eq!(authority(&parts), "evil.example");
    }
}
