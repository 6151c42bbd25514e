//! Reasons for which packets are dropped.

/// Reason for which a packet was dropped. [`REASONS`] has a row for each, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The buffer was full, or another packet pushed this one out.
    Tail,
    /// A discipline dropped it on arrival, although the buffer had room.
    Early,
    /// A discipline dropped it at dequeue, to signal congestion.
    AtDequeue,
    /// Persistent overload: RED drops all packets that arrive, DualPI2 also those that take marks.
    Overload,
    /// The scenario demands the drop.
    OnPurpose,
    /// The access link of the flow had no room.
    Access,
    /// The buffer has slots of a fixed size, and the packet does not fit in one.
    TooLarge,
    /// The policer had no tokens for the packet.
    Policer,
    /// The line lost it after its transmission.
    Line,
    /// A newer acknowledgment took its place.
    Superseded,
}

/// Names of a drop reason.
#[derive(Debug)]
pub struct Row {
    /// Reason that the row describes.
    pub reason: Reason,
    /// Name in exported files.
    pub id: &'static str,
    /// Name shown to users.
    pub label: &'static str,
    /// Meaning, in one sentence.
    pub help: &'static str,
}

/// Every reason, by [`Reason::index`].
pub static REASONS: [Row; Reason::COUNT] = [
    Row {
        reason: Reason::Tail,
        id: "tail",
        label: "Buffer full",
        help: "The buffer had no room for the packet, or another packet pushed it out.",
    },
    Row {
        reason: Reason::Early,
        id: "early",
        label: "Early drop",
        help: "The queue discipline dropped the packet on arrival to signal congestion. The buffer still had room.",
    },
    Row {
        reason: Reason::AtDequeue,
        id: "at_dequeue",
        label: "At dequeue",
        help: "The queue discipline dropped the packet when its transmission was due, to signal congestion. CoDel and FQ-CoDel do so at intervals while queueing delays stay above their target, DualPI2 with a probability that it controls by the queueing delay.",
    },
    Row {
        reason: Reason::Overload,
        id: "overload",
        label: "Overload",
        help: "The queue discipline dropped the packet because of a persistent overload. RED then drops all packets that arrive, since its average queue is too long. DualPI2 then drops packets at dequeue from both of its queues, also those that take marks.",
    },
    Row {
        reason: Reason::OnPurpose,
        id: "on_purpose",
        label: "Scripted drop",
        help: "The scenario drops this packet on purpose, with any queue length.",
    },
    Row {
        reason: Reason::Access,
        id: "access",
        label: "Access link full",
        help: "The access link of the sender had no room for the packet. It reached no router.",
    },
    Row {
        reason: Reason::TooLarge,
        id: "too_large",
        label: "Too large",
        help: "The packet is larger than a slot of this buffer.",
    },
    Row {
        reason: Reason::Policer,
        id: "policer",
        label: "Policer",
        help: "The policer before the queue had no tokens for the packet. The buffer may have had room.",
    },
    Row {
        reason: Reason::Line,
        id: "line",
        label: "Lost on the line",
        help: "The line lost the packet after its transmission, with any queue length.",
    },
    Row {
        reason: Reason::Superseded,
        id: "superseded",
        label: "Replaced by a newer ACK",
        help: "A newer acknowledgment of the flow took its place in the queue, which the ACK filter permits. The sender loses no acknowledged data.",
    },
];

impl Reason {
    /// Number of reasons; arrays by reason are this long.
    pub const COUNT: usize = 10;

    /// Position in arrays by reason, and in [`REASONS`].
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Identity of the case.
    #[must_use]
    pub fn row(self) -> &'static Row {
        &REASONS[self.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_drop_reason_has_a_row() {
        for (index, row) in REASONS.iter().enumerate() {
            assert_eq!(row.reason.index(), index);
            assert_eq!(row.reason.row().id, row.id);
        }
    }
}
