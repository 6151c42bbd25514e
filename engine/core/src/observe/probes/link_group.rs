//! Recorded series of a group of flows at a link: the part of the queue that the group has.
//!
//! Each group has these series at each link that its data or acknowledgments pass. The means of all groups at a link
//! add up to the mean of its queue.

use crate::net::by_group::GroupIntegral;
use crate::observe::probe::{Of, Subject, probes};

/// Groups of flows at links.
#[derive(Clone, Copy, Debug)]
pub struct LinkGroups;

/// Id of a group at a link, as its series have it.
#[must_use]
pub fn owner(link: &str, group: &str) -> String {
    format!("{link}.group.{group}")
}

impl Subject for LinkGroups {
    const OF: Of = Of::LinkGroup;
    type Reading<'a> = GroupIntegral;
    /// Integral of the backlog while no packet of the group waits.
    type Stamp = GroupIntegral;

    probes! {
        /// Bytes of this group that wait at this link, averaged over time.
        "queue_bytes", "Bytes of the group in the queue", Bytes, Mean(|group| group.byte_ps);
        /// Packets of this group that wait at this link, averaged over time. The packet in transmission does not count.
        "queue_packets", "Packets of the group in the queue", Packets, Mean(|group| group.packet_ps);
    }
}
