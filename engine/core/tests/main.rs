//! The integration tests of the simulator, as one program: it is linked once, and its tests share the processor's cores.
//!
//! `cargo test -p bufferlab-core --test main reference::` runs one module.

mod access;
mod ack_filter;
mod bbr;
mod bbr1;
mod controllers;
mod delays;
mod determinism;
mod exchanges;
mod group_queues;
mod handshakes;
mod hosts;
mod intervals;
mod kinds;
mod limits;
mod lines;
mod models;
mod numbers;
mod optical;
mod papers;
mod players;
mod policers;
mod preset_answers;
mod properties;
mod queues;
mod recording;
mod recoveries;
mod reductions;
mod reference;
mod reference_bbr;
mod reference_kinds;
mod reference_queues;
mod reference_windows;
mod responsiveness;
mod sampling;
mod services;
mod silence;
mod streams;
mod support;
mod switch;
mod teams;
mod timelines;
mod transfers;
mod varying_capacity;
mod warnings;
