//! Backlogs of the groups of flows at a link, integrated over time.
//!
//! The sums follow those by class in [`LinkMeter::integrals`](super::meter::LinkMeter::integrals). They are kept
//! only in runs that are recorded, from the start of the recording: each packet that waits costs two additions to a row
//! of four numbers, which would make runs without a recording slower.

use std::sync::Arc;

use crate::packet::Packet;
use crate::time::Time;

/// Sums of each group at one link.
#[derive(Clone, Debug, Default)]
pub struct ByGroup {
    /// Group of each flow, by the flow's number.
    of_flow: Arc<[u16]>,
    groups: Vec<Sums>,
}

/// Current backlog in packets and bytes; and for both the sum of amount times departure time, minus the sum of amount
/// times arrival time, in picoseconds.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    packets: f64,
    bytes: f64,
    packet_moment: f64,
    byte_moment: f64,
}

/// Backlog of a group integrated over time since the start of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GroupIntegral {
    /// Packets waiting, times picoseconds.
    pub packet_ps: f64,
    /// Bytes waiting, times picoseconds.
    pub byte_ps: f64,
    /// Packets that wait now; of a switch the mean over its outputs.
    pub packets: f64,
}

impl ByGroup {
    /// Replaces the group of each flow; there are `groups` groups. Flows and groups keep their numbers: each table is
    /// the one before and more.
    pub fn set_groups(&mut self, of_flow: &Arc<[u16]>, groups: usize) {
        self.groups.resize(groups, Sums::default());
        self.of_flow = Arc::clone(of_flow);
    }

    /// Returns sums of zero for the same groups.
    #[must_use]
    pub fn empty(&self) -> ByGroup {
        ByGroup {
            of_flow: Arc::clone(&self.of_flow),
            groups: vec![Sums::default(); self.groups.len()],
        }
    }

    /// Adds a packet that begins to wait at `at` picoseconds.
    #[inline]
    pub fn joins(&mut self, at: f64, packet: &Packet) {
        self.add_packet(at, packet, 1.0);
    }

    /// Removes a packet that stops waiting at `at` picoseconds.
    #[inline]
    pub fn leaves(&mut self, at: f64, packet: &Packet) {
        self.add_packet(at, packet, -1.0);
    }

    #[inline(always)]
    fn add_packet(&mut self, at: f64, packet: &Packet, sign: f64) {
        if let Some(&group) = self.of_flow.get(packet.flow() as usize)
            && let Some(sums) = self.groups.get_mut(usize::from(group))
        {
            let bytes = sign * f64::from(packet.bytes);
            sums.packets += sign;
            sums.bytes += bytes;
            sums.packet_moment -= sign * at;
            sums.byte_moment -= bytes * at;
        }
    }

    /// Backlog of a group integrated from the start of the run to `now`; 0 for a group that does not exist.
    #[must_use]
    pub fn integral(&self, now: Time, group: usize) -> GroupIntegral {
        let sums = self.groups.get(group).copied().unwrap_or_default();
        let until = now.0 as f64;
        GroupIntegral {
            packet_ps: sums.packet_moment + sums.packets * until,
            byte_ps: sums.byte_moment + sums.bytes * until,
            packets: sums.packets,
        }
    }

    /// Adds a share of the sums of another link.
    pub fn add(&mut self, other: &ByGroup, share: f64) {
        for (sums, other) in self.groups.iter_mut().zip(&other.groups) {
            sums.packets += other.packets * share;
            sums.bytes += other.bytes * share;
            sums.packet_moment += other.packet_moment * share;
            sums.byte_moment += other.byte_moment * share;
        }
    }
}

impl GroupIntegral {
    /// Returns the sum of this backlog and a share of another.
    #[must_use]
    pub fn plus(self, other: GroupIntegral, share: f64) -> GroupIntegral {
        GroupIntegral {
            packet_ps: self.packet_ps + other.packet_ps * share,
            byte_ps: self.byte_ps + other.byte_ps * share,
            packets: self.packets + other.packets * share,
        }
    }
}
