//! x
pub mod fabric;
pub mod scheduler;
pub mod slotted;
