//! Hosts on both sides of the wire: namespaces with an interface each, whose other ends are the wire's.

use std::fs;
use std::net::IpAddr;
use std::path::Path;

use crate::Failure;
use crate::addresses::{Side, ipv4, ipv6};
use crate::features;
use crate::namespaces::Namespace;
use crate::netlink::Netlink;
use crate::port::Port;

/// Name of the interface of each host.
const HOST: &str = "eth0";

/// Names of the wire's interfaces, on the senders' and on the receivers' side.
const WIRE: [&str; 2] = ["senders", "receivers"];

/// Settings of hosts. Linux's defaults, except that a connection remembers nothing of the one before, and that its window
/// may grow to 32 MiB.
const SETTINGS: [(&str, &str); 5] = [
    ("net/ipv4/tcp_no_metrics_save", "1"),
    ("net/ipv4/tcp_rmem", "4096 131072 33554432"),
    ("net/ipv4/tcp_wmem", "4096 65536 33554432"),
    // No automatic addresses, which would send packets of their own.
    ("net/ipv6/conf/default/addr_gen_mode", "1"),
    ("net/ipv6/conf/default/accept_ra", "0"),
];

/// Buckets of the hosts' tables of connections. The kernel's own table has some 100,000, so that a list of the few
/// connections takes milliseconds, in which no packet is delivered.
const CONNECTION_BUCKETS: (&str, &str) = ("net/ipv4/tcp_child_ehash_entries", "1024");

/// Namespaces of the senders and of the receivers, and the ends of the wire between.
#[derive(Debug)]
pub struct Hosts {
    /// Namespace of the senders.
    pub senders: Namespace,
    /// Namespace of the receivers.
    pub receivers: Namespace,
    has_ipv6: bool,
}

/// Counters of one interface of the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Frames that the hosts of this side have sent.
    pub received: u64,
    /// Frames of them that the interface dropped.
    pub dropped: u64,
    /// Frames that were sent to the hosts of this side.
    pub sent: u64,
}

impl Hosts {
    /// Makes the hosts of groups; each tells whether its connections ask for ECN. With `offload`, they send trains of segments.
    /// Call it in a namespace of the wire's own.
    ///
    /// # Errors
    /// Missing rights.
    pub fn new(ecn: &[bool], offload: bool) -> Result<Hosts, Failure> {
        let has_ipv6 = Path::new("/proc/sys/net/ipv6").exists();
        // The wire's own interfaces must not send.
        set("net/ipv6/conf/default/disable_ipv6", "1");
        let (name, value) = CONNECTION_BUCKETS;
        set(name, value);
        let hosts = Hosts {
            senders: Namespace::new()?,
            receivers: Namespace::new()?,
            has_ipv6,
        };
        for side in [Side::Sender, Side::Receiver] {
            let namespace = hosts.side(side);
            namespace.run(|| SETTINGS.iter().for_each(|(name, value)| set(name, value)))?;
            let name = WIRE[side as usize];
            let mut netlink = Netlink::new()?;
            // A limit of one segment also keeps TCP from building trains.
            netlink.add_veth(name, (HOST, namespace), (!offload).then_some(1))?;
            if offload {
                namespace.run(|| features::split_trains(HOST))??;
            }
            namespace.run(|| hosts.address(side, ecn))??;
        }
        Ok(hosts)
    }

    /// Namespace of a side.
    #[must_use]
    pub fn side(&self, side: Side) -> &Namespace {
        match side {
            Side::Sender => &self.senders,
            Side::Receiver => &self.receivers,
        }
    }

    /// Gives the host of this side its addresses, and routes to those of the other.
    fn address(&self, side: Side, ecn: &[bool]) -> Result<(), Failure> {
        let mut netlink = Netlink::new()?;
        netlink.set_up("lo", true)?;
        netlink.set_up(HOST, true)?;
        let other = match side {
            Side::Sender => Side::Receiver,
            Side::Receiver => Side::Sender,
        };
        let versions: &[fn(Side, u8) -> IpAddr] = if self.has_ipv6 {
            &[ipv4, ipv6]
        } else {
            &[ipv4]
        };
        for (group, ecn) in (0..).zip(ecn) {
            for address in versions {
                netlink.add_address(HOST, address(side, group))?;
                netlink.add_peer(
                    HOST,
                    address(side, group),
                    address(other, group),
                    *ecn && side == Side::Sender,
                )?;
            }
        }
        Ok(())
    }

    /// Opens the ends of the wire, then connects them to the hosts, so that no frame is missed.
    ///
    /// # Errors
    /// Missing rights.
    pub fn connect(&self) -> Result<[Port; 2], Failure> {
        let [a, b] = WIRE;
        let ports = [Port::open(a)?, Port::open(b)?];
        let mut netlink = Netlink::new()?;
        for name in WIRE {
            netlink.set_up(name, true)?;
        }
        Ok(ports)
    }

    /// Sets the interfaces of the hosts down: they send no frame any more.
    ///
    /// # Errors
    /// An interface that is gone.
    pub fn disconnect(&self) -> Result<(), Failure> {
        for namespace in [&self.senders, &self.receivers] {
            namespace.run(|| Netlink::new()?.set_up(HOST, false))??;
        }
        Ok(())
    }

    /// Returns the counters of the wire's interfaces, on the senders' and on the receivers' side.
    ///
    /// # Errors
    /// Counters that cannot be read.
    pub fn counters(&self) -> Result<[Counters; 2], Failure> {
        let text = fs::read_to_string("/proc/thread-self/net/dev")
            .map_err(|error| Failure::run("cannot read the counters of the interfaces", error))?;
        Ok(WIRE.map(|name| counters(&text, name).unwrap_or_default()))
    }
}

/// Reads the counters of an interface from `/proc/net/dev`.
fn counters(text: &str, name: &str) -> Option<Counters> {
    let line = text
        .lines()
        .find_map(|line| line.trim_start().strip_prefix(name)?.strip_prefix(':'))?;
    let numbers: Vec<u64> = line
        .split_whitespace()
        .map_while(|number| number.parse().ok())
        .collect();
    Some(Counters {
        received: *numbers.get(1)?,
        dropped: *numbers.get(3)?,
        sent: *numbers.get(9)?,
    })
}

/// Changes a setting of the present namespace. Not every kernel has all of them, and some systems do not let us write
/// them: hosts then have the settings of the kernel.
fn set(name: &str, value: &str) {
    let _ = fs::write(Path::new("/proc/sys").join(name), value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_those_of_the_named_interface() {
        let text = "Inter-| Receive\n\
                    \u{20}   lo: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n\
                    senders: 100 20 0 3 0 0 0 0 400 50 0 0 0 0 0 0\n";
        let expected = Counters {
            received: 20,
            dropped: 3,
            sent: 50,
        };
        assert_eq!(counters(text, "senders"), Some(expected));
        assert_eq!(counters(text, "receivers"), None);
    }
}
