//! Why a packet was dropped.

/// Why a packet was dropped. [`REASONS`] has a row for each, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The buffer was full: it found no room, or had to make room for another.
    Tail,
    /// A discipline chose it before the buffer was full, by chance or by a rule.
    Early,
    /// A discipline chose it when it was its turn to be sent.
    AtDequeue,
    /// The discipline drops everything: the queue has been long for too long.
    Overload,
    /// The scenario says so.
    OnPurpose,
    /// Its flow's own link into the network had no room.
    Access,
    /// The discipline's storage has places of a size, and the packet does not fit one.
    TooLarge,
}

/// What a reason is called.
#[derive(Debug)]
pub struct Row {
    /// The reason.
    pub reason: Reason,
    /// In exports.
    pub id: &'static str,
    /// For people.
    pub label: &'static str,
    /// What it means, in a sentence.
    pub help: &'static str,
}

/// Every reason, by [`Reason::index`].
pub static REASONS: [Row; Reason::COUNT] = [
    Row {
        reason: Reason::Tail,
        id: "tail",
        label: "Buffer full",
        help: "There was no room for the packet, or it had to make room for another.",
    },
    Row {
        reason: Reason::Early,
        id: "early",
        label: "Early",
        help: "The discipline dropped the packet on arrival, though there was room, to signal congestion.",
    },
    Row {
        reason: Reason::AtDequeue,
        id: "at_dequeue",
        label: "At dequeue",
        help: "The discipline dropped the packet when its turn came, because it had waited too long.",
    },
    Row {
        reason: Reason::Overload,
        id: "overload",
        label: "Overload",
        help: "The queue had been long for so long that the discipline dropped every packet that came.",
    },
    Row {
        reason: Reason::OnPurpose,
        id: "on_purpose",
        label: "On purpose",
        help: "The scenario has this packet dropped, whatever the queue holds.",
    },
    Row {
        reason: Reason::Access,
        id: "access",
        label: "Access link full",
        help: "The sender's own link into the network had no room for the packet, which no router has seen.",
    },
    Row {
        reason: Reason::TooLarge,
        id: "too_large",
        label: "Too large",
        help: "The packet is larger than a place in this buffer.",
    },
];

impl Reason {
    /// Number of reasons; arrays by reason are this long.
    pub const COUNT: usize = 7;

    /// Position in arrays by reason, and in [`REASONS`].
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// What it is called.
    #[must_use]
    pub fn row(self) -> &'static Row {
        &REASONS[self.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_finds_its_row() {
        for (index, row) in REASONS.iter().enumerate() {
            assert_eq!(row.reason.index(), index);
            assert_eq!(row.reason.row().id, row.id);
        }
    }
}
