//! File transfer: its segments, and its start and end times.
//!
//! The transfer time runs from its first packet, the SYN, to the acknowledgment of its last (hasegawa-2008 Section
//! 3.2).

use crate::time::{Span, Time};

/// Transfer of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Size of the file, bytes.
    pub bytes: u64,
    /// Number of segments of the file.
    pub segments: u64,
    /// Data in the last segment, in bytes.
    pub last_bytes: u16,
    /// Time of the first packet.
    pub started: Time,
    /// Time of the acknowledgment of the last segment.
    pub finished: Option<Time>,
}

impl Transfer {
    /// Creates a transfer of `bytes` in segments of `segment_bytes`; both are at least one.
    #[must_use]
    pub fn of(bytes: u64, segment_bytes: u16) -> Transfer {
        let segment = u64::from(segment_bytes.max(1));
        let bytes = bytes.max(1);
        let segments = bytes.div_ceil(segment);
        Transfer {
            bytes,
            segments,
            last_bytes: (bytes - segment * (segments - 1)) as u16,
            started: Time::ZERO,
            finished: None,
        }
    }

    /// Creates a transfer rounded up to full segments, as in ns-2.
    #[must_use]
    pub fn whole(bytes: u64, segment_bytes: u16) -> Transfer {
        let cut = Transfer::of(bytes, segment_bytes);
        let segment = u64::from(segment_bytes.max(1));
        Transfer::of(cut.segments * segment, segment_bytes)
    }

    /// Returns the transfer time, if the transfer is complete.
    #[must_use]
    pub fn duration(&self) -> Option<Span> {
        self.finished.map(|finished| finished.since(self.started))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_cut_into_full_segments_and_a_rest() {
        let cut = |bytes| {
            let transfer = Transfer::of(bytes, 1000);
            (transfer.segments, transfer.last_bytes)
        };
        assert_eq!(cut(0), (1, 1));
        assert_eq!(cut(1), (1, 1));
        assert_eq!(cut(1000), (1, 1000));
        assert_eq!(cut(1001), (2, 1));
        assert_eq!(cut(3000), (3, 1000));
    }

    #[test]
    fn a_file_may_be_rounded_up_to_full_segments() {
        for bytes in [2001, 2500, 3000] {
            let transfer = Transfer::whole(bytes, 1000);
            assert_eq!((transfer.bytes, transfer.segments), (3000, 3));
            assert_eq!(transfer.last_bytes, 1000);
        }
    }

    #[test]
    fn the_largest_file_has_more_segments_than_32_bits_count() {
        let transfer = Transfer::of(1_000_000_000_000, 1);
        assert_eq!(transfer.segments, 1_000_000_000_000);
        assert_eq!(transfer.bytes, 1_000_000_000_000);
    }
}
