//! Interfaces, addresses and routes, by netlink.
//!
//! Each request is answered before the next. All functions act in the network namespace of the calling thread.

use std::io;
use std::net::IpAddr;
use std::os::fd::AsRawFd;

use netlink_packet_core::{
    NLM_F_ACK, NLM_F_CREATE, NLM_F_EXCL, NLM_F_REQUEST, NetlinkDeserializable, NetlinkHeader,
    NetlinkMessage, NetlinkPayload, NetlinkSerializable,
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
pub struct Connection {
    socket: Socket,
    sequence: u32,
}

impl Connection {
    /// Connects to a protocol of the kernel (`NETLINK_ROUTE` and others) in the namespace of this thread.
    ///
    /// # Errors
    /// No socket.
    pub fn new(protocol: isize) -> Result<Connection, Failure> {
        let open = || {
            let mut socket = Socket::new(protocol)?;
            socket.bind_auto()?;
            socket.connect(&SocketAddr::new(0, 0))?;
            Ok(socket)
        };
        let socket =
            open().map_err(|error: io::Error| Failure::run("cannot use netlink", error))?;
        Ok(Connection {
            socket,
            sequence: 0,
        })
    }

    /// Sends a request that the kernel carries out. `action` says what it does.
    ///
    /// # Errors
    /// A kernel that refuses.
    pub fn request<T>(&mut self, action: &str, message: T, flags: u16) -> Result<(), Failure>
    where
        T: NetlinkSerializable + NetlinkDeserializable,
    {
        self.exchange(action, message, NLM_F_ACK | flags).map(drop)
    }

    /// Sends a request and returns the message that answers it.
    ///
    /// # Errors
    /// A kernel that refuses, or that answers nothing.
    pub fn ask<T>(&mut self, action: &str, message: T) -> Result<T, Failure>
    where
        T: NetlinkSerializable + NetlinkDeserializable,
    {
        let answer = self.exchange(action, message, 0)?;
        answer.ok_or_else(|| Failure::Run(format!("cannot {action}: no answer")))
    }

    /// Sends a request and reads its answer.
    fn exchange<T>(&mut self, action: &str, message: T, flags: u16) -> Result<Option<T>, Failure>
    where
        T: NetlinkSerializable + NetlinkDeserializable,
    {
        self.sequence += 1;
        let mut header = NetlinkHeader::default();
        header.flags = NLM_F_REQUEST | flags;
        header.sequence_number = self.sequence;
        let mut packet = NetlinkMessage::new(header, NetlinkPayload::InnerMessage(message));
        packet.finalize();
        let mut bytes = vec![0; packet.buffer_len()];
        packet.serialize(&mut bytes);
        let failed = |error: io::Error| Failure::run(&format!("cannot {action}"), error);
        self.socket.send(&bytes, 0).map_err(failed)?;
        loop {
            let (answer, _) = self.socket.recv_from_full().map_err(failed)?;
            let answer = NetlinkMessage::<T>::deserialize(&answer)
                .map_err(|error| Failure::Run(format!("cannot {action}: {error}")))?;
            if answer.header.sequence_number != self.sequence {
                continue;
            }
            return match answer.payload {
                NetlinkPayload::InnerMessage(answer) => Ok(Some(answer)),
                NetlinkPayload::Error(error) => match error.code {
                    None => Ok(None),
                    Some(code) => Err(refused(action, Errno::from_raw(-code.get()))),
                },
                _ => Ok(None),
            };
        }
    }
}

/// Interfaces, addresses and routes of one network namespace.
pub struct Netlink {
    connection: Connection,
}

impl Netlink {
    /// Connects to the kernel in the namespace of this thread.
    ///
    /// # Errors
    /// No socket.
    pub fn new() -> Result<Netlink, Failure> {
        let connection = Connection::new(NETLINK_ROUTE)?;
        Ok(Netlink { connection })
    }

    /// Makes a veth pair: `name` here, `peer` in another namespace. The peer is handed trains of at most `train`
    /// segments, if that is given.
    ///
    /// # Errors
    /// Missing rights, or a kernel without veth.
    pub fn add_veth(
        &mut self,
        name: &str,
        (peer, within): (&str, &Namespace),
        train: Option<u32>,
    ) -> Result<(), Failure> {
        let mut other = LinkMessage::default();
        other.attributes = vec![
            LinkAttribute::IfName(peer.to_owned()),
            LinkAttribute::NetNsFd(within.file().as_raw_fd()),
        ];
        other
            .attributes
            .extend(train.map(LinkAttribute::GsoMaxSegs));
        let mut link = LinkMessage::default();
        link.attributes = vec![
            LinkAttribute::IfName(name.to_owned()),
            LinkAttribute::LinkInfo(vec![
                LinkInfo::Kind(InfoKind::Veth),
                LinkInfo::Data(InfoData::Veth(InfoVeth::Peer(other))),
            ]),
        ];
        let action = "make a pair of virtual Ethernet interfaces (veth)";
        self.connection.request(
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
        self.connection
            .request(&action, RouteNetlinkMessage::SetLink(link), 0)
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
        self.connection.request(
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
        self.connection.request(
            &format!("add a route to {to}"),
            RouteNetlinkMessage::NewRoute(route),
            NLM_F_CREATE | NLM_F_EXCL,
        )
    }
}

/// Returns the index of an interface of this thread's namespace.
///
/// # Errors
/// An unknown interface.
pub fn index(name: &str) -> Result<u32, Failure> {
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
