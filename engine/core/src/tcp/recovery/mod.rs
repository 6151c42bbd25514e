//! Loss recovery: what acknowledgements and timeouts do.
//!
//! Tahoe, Reno and NewReno count duplicate acknowledgements (`duplicates`). SACK and RACK know which
//! segments arrived (`selective`, which sends by `next_seg`, with `tail` for RACK's probes). ns-2's Sack1 is
//! between them: it counts duplicates, and fills the holes it is told of (`sack1`). All
//! share what happens when the retransmission timer runs out (`timeout`), which segments that declares
//! lost (`losses`), and what undoes a timeout that came too early (`spurious`). `change` goes from one
//! kind to another while a flow runs.
//!
//! Every function takes openly what it works on: the sender's control block and, where it needs
//! records of single segments, its board. The sender calls them; none of them knows the sender.

pub mod change;
pub mod duplicates;
mod losses;
pub mod next_seg;
pub mod sack1;
pub mod selective;
mod spurious;
pub mod tail;
pub mod timeout;
