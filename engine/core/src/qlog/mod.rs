//! TCP flows as qlog, which tools for QUIC read: packets, acknowledgments, losses, windows and round trips.
//!
//! QUIC numbers transmissions and TCP numbers bytes. Here each transmission of a segment is a packet with a number of its own. An
//! acknowledgment names the packets that it acknowledges for the first time: the latest transmission of each segment, whether the
//! number or a SACK block covers it. A packet counts as lost when its segment is sent again. Bytes of congestion window and flight
//! are those of full segments, as long as a capture has them.
//!
//! Two forms: the current draft as JSON text sequences, one record per event, and version 0.3 with one trace per flow, which qvis
//! reads. Both have the same events under different names.
//!
//! Sources: draft-ietf-quic-qlog-main-schema (2026) and draft-ietf-quic-qlog-quic-events-13, in the editors' copies;
//! RFC 7464 (JSON text sequences); the congestion graph of qvis (version 0.3).

mod events;
mod log;

pub use events::{About, Form};
pub use log::{EVENTS_AT_ONCE, Log, selection, tcp_flows};
