//! Serves the built page over HTTP: `bufferlab serve`.
//!
//! The program then is the whole lab, for a class without internet. A page is a zip or a folder, made by `npm run build`; a
//! zip can be part of the program ([`embedded`]). Its files are read and checked once, at the start ([`Page`]). A lecturer's own
//! lessons ([`Lessons`]) are read at each request, so that an edit is seen after a reload.
//!
//! The server speaks HTTP/1.1 without TLS, answers GET and HEAD, and neither writes files nor runs programs. What a client
//! can use is limited ([`limits`]). Ranges of bytes are not supported: no file of the page is long.

mod course;
mod error;
mod file;
mod lessons;
pub mod limits;
mod page;
mod path;
mod response;
mod server;
mod zip;

pub use course::unlisted;
pub use error::PageError;
pub use lessons::Lessons;
pub use page::Page;
pub use response::{Hosts, Site, respond};
pub use server::{BindError, Port, Server, Stop};

/// Returns the zip of the page that was built into this program, if there is one.
///
/// The environment variable `BUFFERLAB_PAGE` names the zip when the program is compiled.
#[must_use]
pub fn embedded() -> Option<&'static [u8]> {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"))
}
