//! Emulation: a scenario of the simulator between real hosts.
//!
//! Linux network namespaces hold the senders and the receivers. Each packet that they send enters the simulation at the
//! time at which the kernel received it, and leaves when and if the simulation says so. The queue is therefore exactly
//! the simulated one; if this program wakes up late, packets are delivered late, which it measures.
//!
//! Only Linux has all this: elsewhere the crate is empty.

#![cfg(target_os = "linux")]

pub mod addresses;
pub mod clock;
pub mod connections;
pub mod diagnosis;
pub mod emulation;
pub mod features;
pub mod frame;
pub mod hosts;
pub mod lateness;
pub mod namespaces;
pub mod netlink;
pub mod packet_list;
pub mod port;
pub mod priority;
pub mod processes;
pub mod sockets;
pub mod traffic;
pub mod wire;

use bufferlab_core::scenario::Problems;

/// Reason why an emulation cannot begin or go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Invalid input: where, and what is accepted.
    Input(Problems),
    /// A failure of the system or of a command.
    Run(String),
}

impl Failure {
    /// Returns the failure of an action with the error of the system.
    fn run(action: &str, error: std::io::Error) -> Failure {
        Failure::Run(format!("{action}: {error}"))
    }
}
