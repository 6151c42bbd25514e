//! Emulation: a scenario of the simulator between real hosts.
//!
//! Linux network namespaces hold the senders and the receivers. Each packet that they send enters the simulation at the
//! time at which the kernel received it, and leaves when and if the simulation says so. The queue is therefore exactly
//! the simulated one; if this program wakes up late, packets are delivered late, which it measures.

#[cfg(target_os = "linux")]
pub mod addresses;
#[cfg(target_os = "linux")]
pub mod clock;
#[cfg(target_os = "linux")]
pub mod diagnosis;
#[cfg(target_os = "linux")]
pub mod emulation;
#[cfg(target_os = "linux")]
pub mod frame;
#[cfg(target_os = "linux")]
pub mod hosts;
#[cfg(target_os = "linux")]
pub mod lateness;
#[cfg(target_os = "linux")]
pub mod namespaces;
#[cfg(target_os = "linux")]
pub mod netlink;
#[cfg(target_os = "linux")]
pub mod port;
#[cfg(target_os = "linux")]
pub mod priority;
#[cfg(target_os = "linux")]
pub mod sockets;
#[cfg(target_os = "linux")]
pub mod traffic;
#[cfg(target_os = "linux")]
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

#[cfg(target_os = "linux")]
impl Failure {
    /// Returns the failure of an action with the error of the system.
    fn run(action: &str, error: std::io::Error) -> Failure {
        Failure::Run(format!("{action}: {error}"))
    }
}

/// Sentence of the systems that cannot emulate.
pub const LINUX_ONLY: &str = "emulation needs the network namespaces of Linux; on other systems, run it in a virtual machine or a container with Linux";
