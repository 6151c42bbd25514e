//! Captured packets of a run: as pcapng for Wireshark and other tools, and as a [transcript](transcript) of one flow.
//!
//! [`Plan`] says which points are captured and how large the file will be, [`Writer`] turns packets that the run has
//! [captured](crate::sim::capture) into blocks. A file has an interface for each kind of point: for each node one before
//! admission (`r0:in`), one after departure (`r0:out`) and one for drops (`r0:drops`); one for senders and one for
//! receivers. Packets are raw IPv4 with times in nanoseconds. Headers have the fields that the simulation knows; data is
//! zeros, cut by the snap length, and checksums are those of the complete packets.
//!
//! Sources: draft-ietf-opsawg-pcapng (blocks and options); RFC 791, RFC 768 and RFC 9293 (headers). The crate
//! `pcap-parser` writes blocks, which it also reads for [`crate::trace::capture`]; `etherparse` writes headers.

pub mod headers;
mod plan;
pub mod transcript;
mod writer;

pub use plan::{Interface, Plan};
pub use writer::Writer;

#[cfg(test)]
mod tests;
