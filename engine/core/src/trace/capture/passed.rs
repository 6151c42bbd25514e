//! Counts of packets in a capture that are skipped or replayed differently, by reason.

use super::super::Note;

/// Why a packet is not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// The packet does not carry IP.
    NoIp,
    /// The packet is behind MPLS labels, and its protocol is unknown.
    Labels,
    /// Too little of it was kept to see what it carries.
    Short,
    /// Its IP header contradicts itself.
    Wrong,
    /// Its interface has a link type that is not read.
    Link,
}

/// Remark about a packet that is replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Too little of its IP header was kept.
    NoHeader,
    /// The packet was captured before segmentation offload.
    Offload,
    /// The packet is longer than 65,535 bytes.
    Capped,
}

/// Number of packets per reason, with the position of the first, bytes.
#[derive(Default)]
pub struct Counts([(u64, usize); REASONS.len()]);

impl Counts {
    /// Counts a packet that is not played.
    pub fn pass(&mut self, why: Passed, place: usize) {
        self.count(why as usize, place);
    }

    /// Counts a packet that is played otherwise than its header says.
    pub fn say(&mut self, what: Said, place: usize) {
        self.count(LEFT_OUT + what as usize, place);
    }

    fn count(&mut self, reason: usize, place: usize) {
        let (count, first) = &mut self.0[reason];
        if *count == 0 {
            *first = place;
        }
        *count += 1;
    }

    /// A note for each reason.
    pub fn notes(&self) -> Vec<Note> {
        let found = self.0.iter().zip(&REASONS).filter(|((n, _), _)| *n > 0);
        let note = |(&(count, first), reason): (&(u64, usize), &Reason)| {
            let (packets, first) = match count {
                1 => ("1 packet".to_owned(), format!("at byte {first}")),
                _ => (
                    format!("{count} packets"),
                    format!("the first at byte {first}"),
                ),
            };
            let text = if count == 1 { reason.one } else { reason.many };
            let message = format!("{packets} ({first}) {text}");
            Note::new(message, reason.advice)
        };
        found.map(note).collect()
    }

    /// Text of the number of skipped packets by reason, for the error message of a file without others; empty if
    /// none.
    pub fn left_out(&self) -> String {
        let found = self.0[..LEFT_OUT].iter().zip(&REASONS);
        let stated: Vec<String> = found
            .filter(|((count, _), _)| *count > 0)
            .map(|((count, _), reason)| format!("{count} {}", reason.short))
            .collect();
        stated.join(", ")
    }
}

struct Reason {
    /// Text of the remark after "1 packet" and after "3 packets".
    one: &'static str,
    many: &'static str,
    /// Text of the remark in a list.
    short: &'static str,
    advice: &'static str,
}

/// Reasons of [`Passed`], before those of [`Said`].
const LEFT_OUT: usize = 5;

/// In the order of [`Passed`], then of [`Said`].
const REASONS: [Reason; 8] = [
    Reason {
        one: "carries another protocol than IP, such as ARP: left out.",
        many: "carry another protocol than IP, such as ARP: left out.",
        short: "of another protocol, such as ARP",
        advice: "Nothing is to be done if only IP traffic matters.",
    },
    Reason {
        one: "lies behind MPLS labels and is not certain to be IP: left out.",
        many: "lie behind MPLS labels and are not certain to be IP: left out.",
        short: "behind MPLS labels that are not certain to be IP (no IP header with a right checksum follows)",
        advice: "Capture where the labels have been removed.",
    },
    Reason {
        one: "was kept too short to see what it carries: left out.",
        many: "were kept too short to see what they carry: left out.",
        short: "kept too short to see what they carry",
        advice: "Capture with a snapshot length of 96 bytes or more.",
    },
    Reason {
        one: "has an IP header with a wrong version or length: left out.",
        many: "have an IP header with a wrong version or length: left out.",
        short: "with a wrong version or length in the IP header",
        advice: "Look at them in Wireshark: another protocol, or a damaged file.",
    },
    Reason {
        one: "comes from an interface whose link type is not read: left out.",
        many: "come from an interface whose link type is not read: left out.",
        short: "of a link type that is not read",
        advice: "Ethernet, Linux cooked, PPP, Cisco HDLC, raw IP and loopback are read.",
    },
    Reason {
        one: "was kept without the length in the IP header; the length of the frame counts, padding included.",
        many: "were kept without the length in the IP header; the length of the frame counts, padding included.",
        short: "",
        advice: "Capture with a snapshot length of 96 bytes or more.",
    },
    Reason {
        one: "was captured before segmentation by the network card (offload); the length of the frame counts.",
        many: "were captured before segmentation by the network card (offload); the length of the frame counts.",
        short: "",
        advice: "Switch offload off (ethtool -K DEVICE tso off gso off gro off), or capture on another host.",
    },
    Reason {
        one: "is longer than 65,535 bytes and is played as 65,535.",
        many: "are longer than 65,535 bytes and are played as 65,535.",
        short: "",
        advice: "Switch offload off (ethtool -K DEVICE tso off gso off gro off), or capture on another host.",
    },
];
