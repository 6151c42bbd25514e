//! Network: links with queues, routes through them, and their measurements.

pub mod access_queue;
pub mod by_group;
pub mod counters;
pub mod meter;
pub mod node;
pub mod occupancy;
pub mod own_links;
pub mod port;
pub mod route;
pub mod router_state;
pub mod switch;
pub mod wire;
