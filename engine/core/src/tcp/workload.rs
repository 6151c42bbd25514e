//! What a TCP flow has to send: everything there ever is, or one file.
//!
//! A finished transfer reports the time from its first packet, the SYN, to the acknowledgement of
//! its last (hasegawa-2008 Section 3.2).

use serde::{Deserialize, Serialize};

use super::config::TcpConfig;
use crate::scenario::Distribution;
use crate::spec::distribution::Range;
use crate::spec::{DefaultValue, Param, Registry, Section, Unit};
use crate::time::{Span, Time};

/// The kinds of workload a scenario can name.
pub static REGISTRY: Registry = Registry {
    id: "workload",
    label: "Workload",
    entries: &[&ENDLESS, &TRANSFER],
};

/// How large files may be, bytes.
pub const SIZE_BYTES: Range = Range {
    min: 1.0,
    max: 1e12,
};

static ENDLESS: Section = Section {
    id: "workload.endless",
    label: "Endless",
    help: "There is always more to send, as in a file transfer that never ends.",
    source: "hasegawa-2008 Section 3.1 (P2P traffic)",
    params: &[],
    ..Section::NEW
};

static TRANSFER: Section = Section {
    id: "workload.transfer",
    label: "One file",
    help: "Each flow sends one file and is done. Short files live in slow start, whose bursts small buffers feel.",
    source: "hasegawa-2008 Section 3.2 (file transfer time)",
    params: &[Param::new(
        "size_bytes",
        "File size",
        Unit::Bytes,
        SIZE_BYTES.kind(),
        DefaultValue::Number(100_000.0),
        "Data of each file.",
    )],
    ..Section::NEW
};

/// A kind of workload with its parameters, as a scenario writes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Workload {
    /// Always more.
    Endless {},
    /// One file per flow.
    Transfer {
        /// Size of each file, bytes.
        size_bytes: Distribution,
    },
}

/// A file on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Its size, bytes.
    pub bytes: u64,
    /// Segments it takes.
    pub segments: u32,
    /// Data in the last of them, bytes.
    pub last_bytes: u16,
    /// When its first packet was sent.
    pub started: Time,
    /// When its last segment was acknowledged.
    pub finished: Option<Time>,
}

impl Transfer {
    /// A file of `bytes`, at least one, cut into the segments of `config`.
    #[must_use]
    pub fn of(bytes: f64, config: &TcpConfig) -> Transfer {
        let bytes = (bytes as u64).max(1);
        let segment = u64::from(config.segment_bytes);
        // Sequence numbers are 32 bits of segments; a file that needs more is cut there.
        let segments = bytes.div_ceil(segment).min(u64::from(u32::MAX - 2)) as u32;
        Transfer {
            bytes,
            segments,
            last_bytes: (bytes - segment * (u64::from(segments) - 1)).min(segment) as u16,
            started: Time::ZERO,
            finished: None,
        }
    }

    /// How long it took, if it is finished.
    #[must_use]
    pub fn duration(&self) -> Option<Span> {
        self.finished.map(|finished| finished.since(self.started))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tcp::sender::tests::config;

    #[test]
    fn a_file_is_cut_into_full_segments_and_a_rest() {
        let cut = |bytes| {
            let transfer = Transfer::of(bytes, &config());
            (transfer.segments, transfer.last_bytes)
        };
        assert_eq!(cut(1.0), (1, 1));
        assert_eq!(cut(1000.0), (1, 1000));
        assert_eq!(cut(1001.0), (2, 1));
        assert_eq!(cut(3000.0), (3, 1000));
    }
}
