//! Interfaces, addresses and routes, by netlink.
//!
//! Each request is answered before the next. All functions act in the network namespace of the calling thread.

use std::io;
use std::net::IpAddr;
use std::os::fd::AsRawFd;

use netlink_packet_core::{
    NLM_F_ACK, NLM_F_CREATE, NLM_F_EXCL, NLM_F_REQUEST, NetlinkMessage, NetlinkPayload,
};
use netlink_packet_route::address::{
    AddressAttribute, AddressHeaderFlags, AddressMessage, AddressScope,
};
use netlink_packet_route::link::{
    InfoData, InfoKind, InfoVeth, LinkAttribute, LinkFlags, LinkInfo, LinkMessage,
};
use netlink_packet_route::route::{
    RouteAddress, RouteAttribute, RouteHeader, RouteMessage, RouteMetric, RouteProtocol,
    RouteScope, RouteType,
};
use netlink_packet_route::{AddressFamily, RouteNetlinkMessage};
use netlink_sys::protocols::NETLINK_ROUTE;
use netlink_sys::{Socket, SocketAddr};
use nix::errno::Errno;
use nix::net::if_::if_nametoindex;

use crate::Failure;
use crate::namespaces::{Namespace, refused};

/// Feature of a route: its connections ask for ECN (`RTAX_FEATURE_ECN`).
const FEATURE_ECN: u32 = 1;

/// Connection to the kernel in one network namespace.
pub struct Netlink {
    socket: Socket,
    sequence: u32,
}

impl Netlink {
    /// Connects to the kernel in the namespace of this thread.
    ///
    /// # Errors
    /// No socket.
    pub fn new() -> Result<Netlink, Failure> {
        let open = || {
            let mut socket = Socket::new(NETLINK_ROUTE)?;
            socket.bind_auto()?;
            socket.connect(&SocketAddr::new(0, 0))?;
            Ok(socket)
        };
        let socket =
            open().map_err(|error: io::Error| Failure::run("cannot use netlink", error))?;
        Ok(Netlink {
            socket,
            sequence: 0,
        })
    }

    /// Sends a request and reads its answer.
    fn request(
        &mut self,
        action: &str,
        message: RouteNetlinkMessage,
        flags: u16,
    ) -> Result<(), Failure> {
        self.sequence += 1;
        let mut packet = NetlinkMessage::from(message);
        packet.header.flags = NLM_F_REQUEST | NLM_F_ACK | flags;
        packet.header.sequence_number = self.sequence;
        packet.finalize();
        let mut bytes = vec![0; packet.buffer_len()];
        packet.serialize(&mut bytes);
        let failed = |error: io::Error| Failure::run(&format!("cannot {action}"), error);
        self.socket.send(&bytes, 0).map_err(failed)?;
        loop {
            let (answer, _) = self.socket.recv_from_full().map_err(failed)?;
            let answer = NetlinkMessage::<RouteNetlinkMessage>::deserialize(&answer)
                .map_err(|error| Failure::Run(format!("cannot {action}: {error}")))?;
            if answer.header.sequence_number != self.sequence {
                continue;
            }
            return match answer.payload {
                NetlinkPayload::Error(error) => match error.code {
                    None => Ok(()),
                    Some(code) => Err(refused(action, Errno::from_raw(-code.get()))),
                },
                _ => Ok(()),
            };
        }
    }

    /// Makes a veth pair: `name` here, `peer` in another namespace. The peer
    /// sends each segment as a packet of its own.
    ///
    /// # Errors
    /// Missing rights, or a kernel without veth.
    pub fn add_veth(
        &mut self,
        name: &str,
        (peer, within): (&str, &Namespace),
    ) -> Result<(), Failure> {
        let mut other = LinkMessage::default();
        other.attributes = vec![
            LinkAttribute::IfName(peer.to_owned()),
            LinkAttribute::NetNsFd(within.file().as_raw_fd()),
            // The kernel then splits trains of segments before they reach the interface.
            LinkAttribute::GsoMaxSegs(1),
        ];
        let mut link = LinkMessage::default();
        link.attributes = vec![
            LinkAttribute::IfName(name.to_owned()),
            LinkAttribute::LinkInfo(vec![
                LinkInfo::Kind(InfoKind::Veth),
                LinkInfo::Data(InfoData::Veth(InfoVeth::Peer(other))),
            ]),
        ];
        let action = "make a pair of virtual Ethernet interfaces (veth)";
        self.request(
            action,
            RouteNetlinkMessage::NewLink(link),
            NLM_F_CREATE | NLM_F_EXCL,
        )
    }

    /// Sets an interface up or down.
    ///
    /// # Errors
    /// An unknown interface.
    pub fn set_up(&mut self, name: &str, up: bool) -> Result<(), Failure> {
        let mut link = LinkMessage::default();
        link.header.index = index(name)?;
        if up {
            link.header.flags = LinkFlags::Up;
        }
        link.header.change_mask = LinkFlags::Up;
        let state = if up { "up" } else { "down" };
        let action = format!("set interface {name} {state}");
        self.request(&action, RouteNetlinkMessage::SetLink(link), 0)
    }

    /// Gives an interface an address of its own, without a network.
    ///
    /// # Errors
    /// An unknown interface, or a kernel without this version of IP.
    pub fn add_address(&mut self, name: &str, address: IpAddr) -> Result<(), Failure> {
        let mut message = AddressMessage::default();
        message.header.family = family(address);
        message.header.prefix_len = bits(address);
        message.header.index = index(name)?;
        message.header.scope = AddressScope::Universe;
        // No other host can have it: no detection of duplicates, which would take a second.
        message.header.flags = AddressHeaderFlags::Nodad;
        message.attributes = vec![
            AddressAttribute::Local(address),
            AddressAttribute::Address(address),
        ];
        self.request(
            &format!("give {name} the address {address}"),
            RouteNetlinkMessage::NewAddress(message),
            NLM_F_CREATE | NLM_F_EXCL,
        )
    }

    /// Makes `to` reachable by an interface. Packets to it have the source address `from`. With
    /// `ecn`, TCP connections to it ask for ECN.
    ///
    /// # Errors
    /// An unknown interface, or a kernel without this version of IP.
    pub fn add_peer(
        &mut self,
        name: &str,
        from: IpAddr,
        to: IpAddr,
        ecn: bool,
    ) -> Result<(), Failure> {
        let index = index(name)?;
        let address = |it: IpAddr| match it {
            IpAddr::V4(it) => RouteAddress::Inet(it),
            IpAddr::V6(it) => RouteAddress::Inet6(it),
        };
        let mut route = RouteMessage::default();
        route.header.address_family = family(to);
        route.header.destination_prefix_length = bits(to);
        route.header.table = RouteHeader::RT_TABLE_MAIN;
        route.header.protocol = RouteProtocol::Static;
        route.header.scope = if to.is_ipv4() {
            RouteScope::Link
        } else {
            RouteScope::Universe
        };
        route.header.kind = RouteType::Unicast;
        route.attributes = vec![
            RouteAttribute::Destination(address(to)),
            RouteAttribute::Oif(index),
            RouteAttribute::PrefSource(address(from)),
        ];
        if ecn {
            let feature = vec![RouteMetric::Features(FEATURE_ECN)];
            route.attributes.push(RouteAttribute::Metrics(feature));
        }
        self.request(
            &format!("add a route to {to}"),
            RouteNetlinkMessage::NewRoute(route),
            NLM_F_CREATE | NLM_F_EXCL,
        )
    }
}

fn index(name: &str) -> Result<u32, Failure> {
    if_nametoindex(name)
        .map_err(|error| Failure::run(&format!("cannot find interface {name}"), error.into()))
}

fn family(address: IpAddr) -> AddressFamily {
    if address.is_ipv4() {
        AddressFamily::Inet
    } else {
        AddressFamily::Inet6
    }
}

/// Length of an address in bits.
fn bits(address: IpAddr) -> u8 {
    if address.is_ipv4() { 32 } else { 128 }
}
