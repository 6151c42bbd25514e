//! State of the hosts' TCP sockets, as the kernel tells it (`sock_diag`, which `ss -ti` reads too).

use std::collections::BTreeMap;
use std::io;
use std::net::IpAddr;

use bufferlab_core::sim::live::LiveSender;
use bufferlab_core::time::Span;
use netlink_packet_core::{
    NLM_F_DUMP, NLM_F_REQUEST, NetlinkHeader, NetlinkMessage, NetlinkPayload,
};
use netlink_packet_sock_diag::SockDiagMessage;
use netlink_packet_sock_diag::constants::{AF_INET, AF_INET6, IPPROTO_TCP};
use netlink_packet_sock_diag::inet::nlas::{Nla, TcpInfo};
use netlink_packet_sock_diag::inet::{ExtensionFlags, InetRequest, SocketId, StateFlags};
use netlink_sys::protocols::NETLINK_SOCK_DIAG;
use netlink_sys::{Socket, SocketAddr};
use serde_json::{Value, json};

use crate::Failure;
use crate::addresses::{Side, owner};
use crate::namespaces::Namespace;

/// Sockets whose counters are kept; those of further ones are not.
const MOST_SOCKETS: usize = 1 << 16;

/// Share of a group's bytes that one controller has carried if it is the group's. The rest is that of connections for
/// control.
const MAIN_SHARE: f64 = 0.99;

/// Ends of a socket: its own, then the other.
type Pair = ((IpAddr, u16), (IpAddr, u16));

/// Sums over the senders' sockets of one group.
#[derive(Clone, Debug, Default)]
struct Sums {
    samples: u64,
    window_packets: f64,
    round_trip_s: f64,
    min_round_trip_s: Option<f64>,
    /// Controllers that its sockets have had.
    controllers: Vec<String>,
    /// Last counters of each socket.
    sockets: BTreeMap<Pair, Counters>,
    /// Senders that had data under way at the last sample.
    present: Vec<LiveSender>,
}

/// Counters of a socket, which only grow.
#[derive(Clone, Copy, Debug, Default)]
struct Counters {
    retransmits: u32,
    delivered: u32,
    marked: u32,
    acked_bytes: u64,
    /// Position of its controller among those of its group.
    controller: usize,
}

impl Sums {
    /// Returns the controller that has carried almost all bytes of the group.
    fn main_controller(&self) -> Option<String> {
        let mut bytes = vec![0; self.controllers.len()];
        for counters in self.sockets.values() {
            bytes[counters.controller] += counters.acked_bytes;
        }
        let all: u64 = bytes.iter().sum();
        let is_main = |bytes: &u64| *bytes > 0 && *bytes as f64 >= MAIN_SHARE * all as f64;
        let main = bytes.iter().position(is_main)?;
        Some(self.controllers[main].clone())
    }
}

/// Reader of the state of the senders' sockets.
pub struct Diagnosis {
    socket: Socket,
    groups: Vec<Sums>,
}

impl Diagnosis {
    /// Begins to read the sockets of the senders of `groups` groups.
    ///
    /// # Errors
    /// A kernel without `sock_diag`.
    pub fn new(senders: &Namespace, groups: usize) -> Result<Diagnosis, Failure> {
        let open = || {
            let mut socket = Socket::new(NETLINK_SOCK_DIAG)?;
            socket.bind_auto()?;
            socket.connect(&SocketAddr::new(0, 0))?;
            Ok(socket)
        };
        let socket = senders
            .run(open)?
            .map_err(|error: io::Error| Failure::run("cannot read the state of sockets", error))?;
        Ok(Diagnosis {
            socket,
            groups: vec![Sums::default(); groups],
        })
    }

    /// Adds the present state of all connections. With `measured`, windows and round trips count.
    ///
    /// # Errors
    /// A kernel without `sock_diag`.
    pub fn sample(&mut self, measured: bool) -> Result<(), Failure> {
        for group in &mut self.groups {
            group.present.clear();
        }
        let failed = |error: io::Error| Failure::run("cannot read the state of sockets", error);
        for family in [AF_INET, AF_INET6] {
            let mut header = NetlinkHeader::default();
            header.flags = NLM_F_REQUEST | NLM_F_DUMP;
            let socket_id = if family == AF_INET {
                SocketId::new_v4()
            } else {
                SocketId::new_v6()
            };
            let request = InetRequest {
                family,
                protocol: IPPROTO_TCP,
                extensions: ExtensionFlags::INFO | ExtensionFlags::CONG,
                states: StateFlags::all() - StateFlags::LISTEN,
                socket_id,
            };
            let mut packet = NetlinkMessage::new(
                header,
                NetlinkPayload::from(SockDiagMessage::InetRequest(request)),
            );
            packet.finalize();
            let mut bytes = vec![0; packet.buffer_len()];
            packet.serialize(&mut bytes);
            self.socket.send(&bytes, 0).map_err(failed)?;
            while self.read(measured).map_err(failed)? {}
        }
        Ok(())
    }

    /// Reads a part of the answer. Returns false after the last one.
    fn read(&mut self, measured: bool) -> io::Result<bool> {
        let (bytes, _) = self.socket.recv_from_full()?;
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            let message = NetlinkMessage::<SockDiagMessage>::deserialize(rest)
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))?;
            let length = message.header.length as usize;
            match message.payload {
                NetlinkPayload::InnerMessage(SockDiagMessage::InetResponse(response)) => {
                    let id = &response.header.socket_id;
                    let pair = (
                        (id.source_address, id.source_port),
                        (id.destination_address, id.destination_port),
                    );
                    let (mut info, mut controller) = (None, "");
                    for nla in &response.nlas {
                        match nla {
                            Nla::TcpInfo(it) => info = Some(it),
                            Nla::Congestion(name) => controller = name,
                            _ => {}
                        }
                    }
                    if let Some(info) = info {
                        self.add(pair, info, controller, measured);
                    }
                }
                NetlinkPayload::Done(_) => return Ok(false),
                NetlinkPayload::Error(error) => return Err(error.to_io()),
                _ => {}
            }
            // Messages begin at multiples of four bytes.
            rest = rest.get(length.next_multiple_of(4).max(4)..).unwrap_or(&[]);
        }
        Ok(true)
    }

    /// Sums of the group of a sender's socket.
    fn sums(&mut self, pair: Pair) -> Option<&mut Sums> {
        let (side, group) = owner(pair.0.0)?;
        let groups = self.groups.get_mut(usize::from(group));
        groups.filter(|_| side == Side::Sender)
    }

    fn add(&mut self, pair: Pair, info: &TcpInfo, controller: &str, measured: bool) {
        let Some(sums) = self.sums(pair) else { return };
        let known = sums.controllers.iter().position(|it| it == controller);
        let controller = known.unwrap_or_else(|| {
            sums.controllers.push(controller.to_owned());
            sums.controllers.len() - 1
        });
        if sums.sockets.len() < MOST_SOCKETS || sums.sockets.contains_key(&pair) {
            let counters = Counters {
                retransmits: info.total_retrans,
                delivered: info.delivered,
                marked: info.delivered_ce,
                acked_bytes: info.bytes_acked,
                controller,
            };
            sums.sockets.insert(pair, counters);
        }
        let is_sending = info.unacked > 0 || info.notsent_bytes > 0;
        if info.rtt == 0 || !is_sending {
            return;
        }
        let round_trip_s = f64::from(info.rtt) * 1e-6;
        sums.present.push(LiveSender {
            cwnd_packets: info.snd_cwnd.into(),
            round_trip: Some(Span::from_s(round_trip_s)),
        });
        if !measured {
            return;
        }
        let shortest = f64::from(info.min_rtt) * 1e-6;
        sums.samples += 1;
        sums.window_packets += f64::from(info.snd_cwnd);
        sums.round_trip_s += round_trip_s;
        sums.min_round_trip_s = Some(
            sums.min_round_trip_s
                .map_or(shortest, |it| it.min(shortest)),
        );
    }

    /// Returns the senders of each group that had data under way at the last sample.
    pub fn present(&self) -> impl Iterator<Item = &[LiveSender]> {
        self.groups.iter().map(|sums| &sums.present[..])
    }

    /// Returns the controller that has carried almost all bytes of each group; `None` of a group that has sent none, or by
    /// several controllers.
    #[must_use]
    pub fn main_controllers(&self) -> Vec<Option<String>> {
        self.groups.iter().map(Sums::main_controller).collect()
    }

    /// Returns the controllers of each group's senders.
    #[must_use]
    pub fn controllers(&self, ids: &[String]) -> Value {
        let rows = ids.iter().zip(&self.groups);
        rows.map(|(id, sums)| (id.clone(), json!(sums.controllers)))
            .collect()
    }

    /// Returns the state of each group's senders: means over samples and sockets within the measured time, and counters of
    /// the whole run.
    #[must_use]
    pub fn to_json(&self, ids: &[String]) -> Value {
        let rows = ids.iter().zip(&self.groups).map(|(id, sums)| {
            let mean = |sum: f64| (sums.samples > 0).then(|| sum / sums.samples as f64);
            let total = |of: fn(&Counters) -> u64| sums.sockets.values().map(of).sum::<u64>();
            json!({
                "id": id,
                "connections": sums.sockets.len(),
                "window_packets": mean(sums.window_packets),
                "rtt_s": mean(sums.round_trip_s),
                "min_rtt_s": sums.min_round_trip_s,
                "retransmits": total(|it| it.retransmits.into()),
                "delivered_packets": total(|it| it.delivered.into()),
                "delivered_marked_packets": total(|it| it.marked.into()),
                "acked_bytes": total(|it| it.acked_bytes),
            })
        });
        Value::Array(rows.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    /// Sums of sockets with these controllers and acknowledged bytes.
    fn sums(sockets: &[(usize, u64)]) -> Sums {
        let pair = |port| {
            let end = |port| (IpAddr::V4(Ipv4Addr::LOCALHOST), port);
            (end(port), end(5201))
        };
        let sockets = (1..)
            .zip(sockets)
            .map(|(port, &(controller, acked_bytes))| {
                let counters = Counters {
                    controller,
                    acked_bytes,
                    ..Counters::default()
                };
                (pair(port), counters)
            });
        Sums {
            controllers: vec!["cubic".to_owned(), "bbr".to_owned()],
            sockets: sockets.collect(),
            ..Sums::default()
        }
    }

    #[test]
    fn the_controller_of_a_group_is_that_of_almost_all_its_bytes() {
        let main = |sockets: &[(usize, u64)]| sums(sockets).main_controller();
        // A connection for control, as of iperf3, is not the group's.
        assert_eq!(main(&[(0, 300), (1, 5_000_000)]).as_deref(), Some("bbr"));
        assert_eq!(main(&[(0, 9000), (0, 1)]).as_deref(), Some("cubic"));
        assert_eq!(main(&[(0, 40), (1, 60)]), None);
        assert_eq!(main(&[(0, 0)]), None);
        assert_eq!(main(&[]), None);
    }
}
