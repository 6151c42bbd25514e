//! `bufferlab serve`: the page from this program, in the browsers of this computer or of a class.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use bufferlab_core::spec::problem::visible;
use bufferlab_serve::{Hosts, Lessons, Page, Port, Server, Site, Stop, embedded, unlisted};

use crate::failure::Failure;
use crate::interruption::INTERRUPTED;
use crate::{print, print_message};

/// Serve the page to browsers, without internet
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Args {
    /// Folder or zip of the built page [default: the page in this program]
    #[arg(long, value_name = "FOLDER_OR_ZIP", env = "BUFFERLAB_PAGE", help_heading = CONTENT)]
    page: Option<PathBuf>,
    /// Folder with your own lessons (Markdown files), which stand before the built-in ones in the Learn view
    #[arg(long, value_name = "FOLDER", help_heading = CONTENT)]
    lessons: Option<PathBuf>,
    /// Address of this computer on which to listen: an IP address or `localhost`; `0.0.0.0` for all networks
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = host, help_heading = ADDRESS)]
    host: IpAddr,
    /// Port on which to listen; 0 lets the system choose one [default: 4173, or the next free one]
    #[arg(long, value_name = "PORT", help_heading = ADDRESS)]
    port: Option<u16>,
    /// Open the page in the browser
    #[arg(long, help_heading = ADDRESS)]
    open: bool,
}

/// Heading of the options that select what is served.
const CONTENT: &str = "Content";
/// Heading of the options that select where it is served.
const ADDRESS: &str = "Address";

const AFTER_HELP: &str = "\
Example:
    bufferlab serve
    bufferlab serve --lessons my-lessons --port 0

The first line of standard output is the address of the page. Ctrl-C ends the server (exit code 130), and so does SIGTERM (143).

A class opens the page of a lecturer's computer with
    bufferlab serve --host 0.0.0.0 --lessons my-lessons

Anyone in the same network can then open it; there is no password and no encryption.

Without a file course.md in the folder of lessons, its lessons become the first topic of the course map. Edits are seen
after a reload. Only files with the ending .md inside the folder are served.

Limits: 256 connections at a time, further ones wait; 16 KiB and 64 fields in the header of a request, to be sent within
20 s; 6 minutes for a connection; lessons of 1 MiB, 200 in a folder; files of 32 MiB and 256 MiB together in a page.";

/// Port on which the page is served if the user chooses none: that of `npm start` and of links from Python.
const USUAL_PORT: u16 = 4173;

/// Serves the page until Ctrl-C.
///
/// # Errors
/// No page, a folder without lessons, and an address on which the program cannot listen.
pub fn serve(args: &Args) -> Result<ExitCode, Failure> {
    let site = Site {
        page: page(args)?,
        lessons: lessons(args)?,
        hosts: Hosts::of(args.host),
    };
    let port = args.port.map_or(Port::Preferred(USUAL_PORT), Port::Chosen);
    let server = Server::bind(args.host, port).map_err(|error| {
        let advice = "choose another with --port, or --port 0 for any free one";
        Failure::input("--port", format!("{error}; {advice}"))
    });
    let server = server?;
    let address = server.address();
    let stop = server.run(site, || announce(args, address));
    match stop.map_err(|error| Failure::Run(format!("cannot serve the page ({error})")))? {
        Stop::Interrupted => Ok(ExitCode::from(INTERRUPTED)),
        Stop::Terminated => Ok(ExitCode::from(TERMINATED)),
    }
}

/// Exit code of a program that SIGTERM (signal 15) ends: 128 + 15.
const TERMINATED: u8 = 143;

fn page(args: &Args) -> Result<Page, Failure> {
    if let Some(path) = &args.page {
        let about = format!("--page {}", path.display());
        return Page::open(path).map_err(|error| Failure::input(about, error.to_string()));
    }
    let Some(zip) = embedded() else {
        let message = "this program was compiled without the page. Build the page with `npm run build` and serve it with \
             `bufferlab serve --page dist`";
        return Err(Failure::input("--page", message));
    };
    Page::from_zip(zip).map_err(|error| Failure::Run(format!("the page in this program {error}")))
}

fn lessons(args: &Args) -> Result<Option<Lessons>, Failure> {
    let Some(folder) = &args.lessons else {
        return Ok(None);
    };
    let about = format!("--lessons {}", folder.display());
    let lessons = Lessons::open(folder).map_err(|message| Failure::input(about, message))?;
    for path in lessons.refused() {
        print_message(&format!(
            "bufferlab: {} is not served: accepted are names of letters, digits, _, - and ., inside the folder",
            visible(&path, 200)
        ));
    }
    for path in unlisted(&lessons) {
        print_message(&format!(
            "bufferlab: {path} is not on the course map: it has no front matter with a title"
        ));
    }
    Ok(Some(lessons))
}

/// Prints the address, and what it means for others; opens the page if this is asked for.
fn announce(args: &Args, address: SocketAddr) {
    let here = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    let here = SocketAddr::new(here, address.port());
    // A script that has closed the pipe knows the address.
    let _ = print(&format!("http://{here}/\n"));
    if args.port.is_none() && address.port() != USUAL_PORT {
        print_message(&format!(
            "bufferlab: port {USUAL_PORT} is in use; using port {}",
            address.port()
        ));
    }
    if !address.ip().is_loopback() {
        print_message(
            "bufferlab: warning: anyone in the network of this computer can open this page; there is no password and no \
             encryption",
        );
    }
    if address.ip().is_unspecified() {
        print_message(&match network_address() {
            Some(ip) => format!(
                "bufferlab: other computers open http://{}/",
                SocketAddr::new(ip, address.port())
            ),
            None => format!(
                "bufferlab: other computers open http://ADDRESS:{}/ with the address of this one",
                address.port()
            ),
        });
    }
    print_message("bufferlab: press Ctrl-C to end the server");
    if args.open {
        // The system's launcher may wait for the browser, and the browser waits for the page.
        thread::spawn(move || {
            if let Err(error) = open::that_detached(format!("http://{here}/")) {
                print_message(&format!(
                    "bufferlab: cannot start a browser ({error}); open http://{here}/ in one"
                ));
            }
        });
    }
}

/// Returns the address of this computer in its network. Connecting a UDP socket selects it without sending a packet.
fn network_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // TEST-NET-1 of RFC 5737, which is no network.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_unspecified() && !ip.is_loopback()).then_some(ip)
}

fn host(text: &str) -> Result<IpAddr, String> {
    if text.eq_ignore_ascii_case("localhost") {
        return Ok(Ipv4Addr::LOCALHOST.into());
    }
    let bare = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    bare.unwrap_or(text).parse().map_err(|_| {
        "accepted: an IP address such as 127.0.0.1, 0.0.0.0 or ::1, or localhost".to_owned()
    })
}
