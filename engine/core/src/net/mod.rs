//! The network: links where packets wait, routes through them, and what is measured there.

pub mod access_queue;
pub mod meter;
pub mod node;
pub mod own_links;
pub mod port;
pub mod route;
pub mod router_state;
pub mod switch;
pub mod wire;
