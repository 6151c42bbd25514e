//! Connections of real hosts, each of which is a flow of its group.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use bufferlab_core::sim::live::{Direction, LiveFlow};

use crate::addresses;
use crate::frame::{Ends, Ip};

/// Connections that have a flow of their own; further ones share flows by their ends.
const MOST_CONNECTIONS: usize = 1 << 20;

/// Group whose packets pass the network.
#[derive(Clone, Debug)]
pub struct LiveGroup {
    /// Id of the group.
    pub id: String,
    /// Number of its flows.
    pub flows: u32,
}

/// Connections that were seen, and the flows that they have.
#[derive(Debug)]
pub struct Connections {
    groups: Vec<LiveGroup>,
    /// Flow within its group by the ends of its connection, as seen by the group's sender.
    flows: BTreeMap<Ends, u32>,
    /// Next flow of each group for a new connection.
    next: Vec<u32>,
}

impl Connections {
    /// Returns the state before any packet.
    #[must_use]
    pub fn new(groups: Vec<LiveGroup>) -> Connections {
        Connections {
            next: vec![0; groups.len()],
            flows: BTreeMap::new(),
            groups,
        }
    }

    /// Id of the group at a position.
    #[must_use]
    pub fn group(&self, position: usize) -> &str {
        self.groups.get(position).map_or("", |group| &group.id)
    }

    /// Number of connections that have a flow of their own.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.flows.len() as u64
    }

    /// Returns the flow of a packet that came from a side. `None` if its addresses are not those of one live group.
    pub fn flow(&mut self, ip: &Ip, from: usize) -> Option<LiveFlow> {
        let (_, group) = addresses::owner(ip.ends.source.0)?;
        let (_, other) = addresses::owner(ip.ends.destination.0)?;
        let group = usize::from(group);
        if group != usize::from(other) {
            return None;
        }
        let flows = self.groups.get(group)?.flows;
        let (direction, ends) = if from == 0 {
            (Direction::Forward, ip.ends)
        } else {
            (Direction::Reverse, ip.ends.reversed())
        };
        let known = self.flows.get(&ends).copied();
        let index = known.unwrap_or_else(|| self.flow_of_new(group, flows.max(1), ends));
        Some(LiveFlow {
            group,
            index,
            direction,
        })
    }

    /// Returns the flow for a connection that was not seen before: the next one of its group. When too many are known, it is the
    /// same one for all packets with these ends.
    fn flow_of_new(&mut self, group: usize, flows: u32, ends: Ends) -> u32 {
        if self.flows.len() >= MOST_CONNECTIONS {
            let mut hasher = DefaultHasher::new();
            ends.hash(&mut hasher);
            return (hasher.finish() % u64::from(flows)) as u32;
        }
        let next = &mut self.next[group];
        let index = *next % flows;
        *next = index + 1;
        self.flows.insert(ends, index);
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::addresses::{Side, ipv4, ipv6};
    use bufferlab_core::sim::live::Ecn;
    use std::net::IpAddr;

    fn packet(source: (IpAddr, u16), destination: (IpAddr, u16)) -> Ip {
        Ip {
            ends: Ends {
                protocol: 6,
                source,
                destination,
            },
            bytes: 1500,
            ecn: Ecn::NotEct,
            tcp: None,
        }
    }

    #[test]
    fn connections_take_the_flows_of_their_group_in_turn_and_both_directions_share_one() {
        let group = |id: &str, flows| LiveGroup {
            id: id.to_owned(),
            flows,
        };
        let mut connections = Connections::new(vec![group("a", 1), group("b", 2)]);
        let mut index = |version: fn(Side, u8) -> IpAddr, group, port| {
            let ends = (
                (version(Side::Sender, group), port),
                (version(Side::Receiver, group), 80),
            );
            let forward = connections.flow(&packet(ends.0, ends.1), 0)?;
            let back = connections.flow(&packet(ends.1, ends.0), 1)?;
            assert_eq!(
                (forward.direction, back.direction),
                (Direction::Forward, Direction::Reverse)
            );
            assert_eq!((forward.group, forward.index), (back.group, back.index));
            Some((forward.group, forward.index))
        };
        assert_eq!(index(ipv4, 1, 1000), Some((1, 0)));
        assert_eq!(index(ipv6, 1, 1000), Some((1, 1)));
        assert_eq!(index(ipv4, 1, 1001), Some((1, 0)), "flows are shared");
        assert_eq!(
            index(ipv6, 1, 1000),
            Some((1, 1)),
            "a connection keeps its flow"
        );
        assert_eq!(index(ipv4, 0, 1000), Some((0, 0)));
        assert_eq!(index(ipv4, 2, 1000), None, "not a live group");
        assert_eq!(connections.count(), 4);
    }

    #[test]
    fn packets_between_hosts_of_different_groups_have_no_flow() {
        let group = LiveGroup {
            id: "a".to_owned(),
            flows: 1,
        };
        let mut connections = Connections::new(vec![group.clone(), group]);
        let across = packet((ipv4(Side::Sender, 0), 1), (ipv4(Side::Receiver, 1), 1));
        assert_eq!(connections.flow(&across, 0), None);
    }
}
