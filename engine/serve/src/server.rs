//! Sockets, limits of connections, and the signals that end the server.

use std::convert::Infallible;
use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use crate::limits::{
    CONNECTION_TIME, CONNECTIONS, HEADER_BYTES, HEADER_FIELDS, HEADER_TIME, LAST_RESPONSE_TIME,
};
use crate::response::{Site, respond};

/// Port on which a server listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Port {
    /// This port and no other; 0 lets the system choose one.
    Chosen(u16),
    /// This port, or the next free one.
    Preferred(u16),
}

/// Number of ports that are tried from a preferred one.
const TRIED: u16 = 100;

/// Reason why a server cannot listen.
#[derive(Debug)]
pub struct BindError {
    /// Address of the last attempt.
    pub address: SocketAddr,
    /// Reason given by the system.
    pub error: io::Error,
}

impl fmt::Display for BindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.error.kind() {
            io::ErrorKind::AddrInUse => write!(f, "{} is in use by another program", self.address),
            io::ErrorKind::AddrNotAvailable => {
                write!(f, "{} is no address of this computer", self.address.ip())
            }
            io::ErrorKind::PermissionDenied => {
                write!(
                    f,
                    "this user may not listen on port {}",
                    self.address.port()
                )
            }
            _ => write!(f, "cannot listen on {} ({})", self.address, self.error),
        }
    }
}

impl std::error::Error for BindError {}

/// Reason why a server has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// Ctrl-C or the signal SIGINT.
    Interrupted,
    /// SIGTERM, with which the system or a container ends a program.
    Terminated,
}

/// Server that listens, and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Listens on a port of an address of this computer.
    ///
    /// # Errors
    /// No such address, a chosen port in use, and no free port from the preferred one on.
    pub fn bind(host: IpAddr, port: Port) -> Result<Server, BindError> {
        let (first, tried) = match port {
            Port::Chosen(port) => (port, 1),
            Port::Preferred(port) => (port, TRIED),
        };
        let mut port = first;
        loop {
            let address = SocketAddr::new(host, port);
            let bound = TcpListener::bind(address)
                .and_then(|listener| listener.local_addr().map(|address| (listener, address)));
            match bound {
                Ok((listener, address)) => return Ok(Server { listener, address }),
                Err(error)
                    if error.kind() == io::ErrorKind::AddrInUse
                        && port - first + 1 < tried
                        && port < u16::MAX =>
                {
                    port += 1;
                }
                Err(error) => return Err(BindError { address, error }),
            }
        }
    }

    /// Returns the address on which the server listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until a signal ends the server. Calls `ready` when signals are caught.
    ///
    /// # Errors
    /// A system without threads, sockets or signals for the program.
    pub fn run(self, site: Site, ready: impl FnOnce()) -> io::Result<Stop> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let stop = runtime.block_on(async {
            let signals = Signals::catch()?;
            self.listener.set_nonblocking(true)?;
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            ready();
            tokio::select! {
                stop = signals.wait() => Ok(stop),
                never = accept(listener, Arc::new(site)) => match never {},
            }
        });
        // Connections and files that are being read end with the program.
        runtime.shutdown_background();
        stop
    }
}

/// Accepts connections, each with a task of its own.
async fn accept(listener: tokio::net::TcpListener, site: Arc<Site>) -> Infallible {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let place = Arc::clone(&places).acquire_owned().await;
        match listener.accept().await {
            Ok((stream, _)) => {
                let site = Arc::clone(&site);
                tokio::spawn(async move {
                    serve_connection(stream, site).await;
                    drop(place);
                });
            }
            // The system has no more sockets for now, or the client has left already.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Answers the requests of one connection.
async fn serve_connection(stream: impl AsyncRead + AsyncWrite + Unpin, site: Arc<Site>) {
    let service = service_fn(move |request: Request<Incoming>| {
        let site = Arc::clone(&site);
        async move {
            let (parts, _) = request.into_parts();
            // A slow disk with lessons delays no other request.
            let response = tokio::task::spawn_blocking(move || respond(&site, &parts)).await;
            response.map_err(io::Error::other)
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(HEADER_BYTES)
        .max_headers(HEADER_FIELDS)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    // Errors of a connection are the client's: it has left, or sent no HTTP, and has an answer if one is due.
    if timeout(CONNECTION_TIME, connection.as_mut()).await.is_err() {
        connection.as_mut().graceful_shutdown();
        let _ = timeout(LAST_RESPONSE_TIME, connection).await;
    }
}

/// Signals that end the server.
struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(windows)]
    interrupt: tokio::signal::windows::CtrlC,
}

#[cfg(unix)]
impl Signals {
    fn catch() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    async fn wait(mut self) -> Stop {
        tokio::select! {
            _ = self.interrupt.recv() => Stop::Interrupted,
            _ = self.terminate.recv() => Stop::Terminated,
        }
    }
}

#[cfg(windows)]
impl Signals {
    fn catch() -> io::Result<Signals> {
        Ok(Signals {
            interrupt: tokio::signal::windows::ctrl_c()?,
        })
    }

    async fn wait(mut self) -> Stop {
        self.interrupt.recv().await;
        Stop::Interrupted
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
    use tokio::time::Instant;

    use super::*;
    use crate::page::Page;
    use crate::response::Hosts;

    const LOOPBACK: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    #[test]
    fn a_preferred_port_in_use_gives_the_next_and_a_chosen_one_an_error() {
        let first = Server::bind(LOOPBACK, Port::Chosen(0)).expect("a free port");
        let port = first.address().port();
        let error = Server::bind(LOOPBACK, Port::Chosen(port)).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("127.0.0.1:{port} is in use by another program")
        );
        // Above the last port there is none to try.
        if let Ok(next) = Server::bind(LOOPBACK, Port::Preferred(port)) {
            assert!(next.address().port() > port);
        }
    }

    #[test]
    fn an_address_of_another_computer_is_an_error() {
        // TEST-NET-1 of RFC 5737.
        let error = Server::bind("192.0.2.1".parse().unwrap(), Port::Preferred(4173)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "192.0.2.1 is no address of this computer"
        );
    }

    /// Connects a client to a site with a file of 64 KiB, through a buffer of 1 KiB. Time is simulated: it passes only while
    /// all wait.
    fn connected() -> (DuplexStream, tokio::task::JoinHandle<()>) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("index.html"), [b'q'; 64 << 10]).expect("a file");
        let site = Site {
            page: Page::open(folder.path()).expect("a page"),
            lessons: None,
            hosts: Hosts::Any,
        };
        let (client, server) = duplex(1 << 10);
        let task = tokio::spawn(serve_connection(server, Arc::new(site)));
        (client, task)
    }

    /// Whether a time is as long as expected, up to the timer's resolution.
    #[track_caller]
    fn assert_passed(since: Instant, expected: Duration) {
        let passed = since.elapsed();
        let slack = Duration::from_millis(100);
        assert!(
            expected <= passed && passed < expected + slack,
            "{passed:?}"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_sends_no_whole_header_is_disconnected() {
        for sent in [&b""[..], b"GET / HTTP/1.1\r\nHost: local"] {
            let begun = Instant::now();
            let (mut client, task) = connected();
            client.write_all(sent).await.expect("it is connected");
            task.await.expect("it ends");
            assert_passed(begun, HEADER_TIME);
            let mut answer = Vec::new();
            client
                .read_to_end(&mut answer)
                .await
                .expect("it was closed");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_without_a_further_request_is_disconnected() {
        let (mut client, task) = connected();
        let request = b"HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n";
        client.write_all(request).await.expect("it is connected");
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\n") {
            answer.push(client.read_u8().await.expect("an answer"));
        }
        let answered = Instant::now();
        task.await.expect("it ends");
        assert_passed(answered, HEADER_TIME);
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_does_not_read_its_response_is_disconnected() {
        let begun = Instant::now();
        let (mut client, task) = connected();
        let request = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
        client.write_all(request).await.expect("it is connected");
        task.await.expect("it ends");
        assert_passed(begun, CONNECTION_TIME + LAST_RESPONSE_TIME);
        let mut part = Vec::new();
        client.read_to_end(&mut part).await.expect("it was closed");
        assert!(part.starts_with(b"HTTP/1.1 200 OK") && part.len() == 1 << 10);
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_asks_again_and_again_is_disconnected_after_a_whole_response() {
        let begun = Instant::now();
        let (mut client, task) = connected();
        let request = b"HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n";
        let mut answers = Vec::new();
        while client.write_all(request).await.is_ok() {
            let mut part = [0; 1 << 10];
            let Ok(read @ 1..) = client.read(&mut part).await else {
                break;
            };
            answers.extend_from_slice(&part[..read]);
            sleep(HEADER_TIME / 2).await;
        }
        task.await.expect("it ends");
        assert!(begun.elapsed() <= CONNECTION_TIME + HEADER_TIME);
        assert!(answers.ends_with(b"\r\n\r\n"));
    }
}
