//! The network: links where packets wait, routes through them, and what is measured there.

pub mod link;
pub mod meter;
pub mod route;
