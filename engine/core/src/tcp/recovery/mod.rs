//! Loss recovery: the reaction to acknowledgments and timeouts.
//!
//! Tahoe, Reno and NewReno count duplicate acknowledgments (`duplicates`). SACK and RACK know which segments
//! arrived (`selective`, with `next_seg` for sending and `tail` for RACK's probes). ns-2's Sack1 is between them:
//! it counts duplicates and repairs reported holes (`sack1`). All share the expiry of the retransmission timer
//! (`timeout`), its declaration of losses (`losses`), and the undoing of spurious timeouts (`spurious`) and recoveries
//! (`needless`). `change` switches between kinds during a run.
//!
//! Every function takes its state as arguments: the control block of the sender and, for records of single
//! segments, its board. The sender calls these functions; none of them knows the sender.

pub mod change;
pub mod duplicates;
mod losses;
mod needless;
pub mod next_seg;
pub mod sack1;
pub mod selective;
mod spurious;
pub mod tail;
pub mod timeout;
