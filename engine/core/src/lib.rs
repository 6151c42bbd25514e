//! A packet-level simulator of router buffers.
//!
//! It has no clock, files, threads or environment: given a [`Scenario`](scenario::Scenario) and a
//! time to run to, it yields the same bytes on every machine, in the browser and on the desktop,
//! however the run is sliced. Nothing that a person can put into a scenario makes it panic, hang or
//! exhaust memory: what it does not accept it refuses with the path of the field and what is.
//!
//! ```
//! use bufferlab_core::{Simulation, presets, scenario::Scenario, time::Time};
//!
//! let preset = presets::find("one-flow").expect("a preset of that name");
//! let scenario = Scenario::from_json(preset.scenario_json).expect("presets are valid");
//! let mut simulation = Simulation::new(&scenario);
//! simulation.advance(Time::from_s(20.0)).expect("a hundred packets fit in memory");
//! assert!(simulation.summary().bottlenecks[0].forward.number("throughput_bps") > Some(9e6));
//! ```
//!
//! Scenario → [`Simulation`] → [`Lab`](lab::Lab), which records, and [`Summary`](observe::summary::Summary).
//! Start reading at [`sim`]; what the parameters mean is said beside each in `scenario/sections`,
//! `queue/`, `tcp/config.rs`, `cc/`, `apps/` and `traffic/`.

pub mod advise;
pub mod apps;
pub mod capture;
pub mod cc;
#[cfg(test)]
#[path = "../tests/support/extent.rs"]
mod extent;
pub mod histogram;
pub mod import;
pub mod lab;
pub mod line;
pub mod models;
pub mod net;
pub mod noise;
pub mod observe;
pub mod pacer;
pub mod packet;
pub mod policer;
pub mod presets;
pub mod qlog;
pub mod quality;
pub mod queue;
pub mod rng;
pub mod scenario;
pub mod service;
pub mod sim;
pub mod slots;
pub mod spec;
pub mod study;
pub mod tcp;
pub mod time;
pub mod trace;
pub mod traffic;
#[cfg(test)]
mod types;
pub mod warnings;

pub use lab::{Lab, Snapshot};
pub use sim::{Options, RunError, Simulation};
