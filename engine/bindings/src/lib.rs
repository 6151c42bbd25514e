//! Parts of the bindings for JavaScript that several modules share.

mod files;

pub use files::Files;
