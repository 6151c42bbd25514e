//! Addresses of the emulated hosts: each group has its own pair, of IPv4 and of IPv6.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Side of the network on which a host is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// Host that sends the data of its group.
    Sender,
    /// Host that receives them.
    Receiver,
}

/// Returns the IPv4 address of a group's host: 10.10.G.1 of the sender and 10.20.G.1 of the receiver.
#[must_use]
pub fn ipv4(side: Side, group: u8) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(10, number(side), group, 1))
}

/// Returns the IPv6 address of a group's host, in a network for private use (RFC 4193).
#[must_use]
pub fn ipv6(side: Side, group: u8) -> IpAddr {
    let number = u16::from(number(side));
    IpAddr::V6(Ipv6Addr::new(
        0xfdbf,
        0,
        0,
        0,
        0,
        number,
        u16::from(group),
        1,
    ))
}

/// Returns side and group of an address, if it is one of the above.
#[must_use]
pub fn owner(address: IpAddr) -> Option<(Side, u8)> {
    let (number, group) = match address {
        IpAddr::V4(it) => {
            let [_, number, group, _] = it.octets();
            (u16::from(number), u16::from(group))
        }
        IpAddr::V6(it) => {
            let [.., number, group, _] = it.segments();
            (number, group)
        }
    };
    let side = [Side::Sender, Side::Receiver]
        .into_iter()
        .find(|side| u16::from(self::number(*side)) == number)?;
    let group = u8::try_from(group).ok()?;
    let own = [ipv4(side, group), ipv6(side, group)];
    own.contains(&address).then_some((side, group))
}

fn number(side: Side) -> u8 {
    match side {
        Side::Sender => 10,
        Side::Receiver => 20,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_one_owner_and_no_other_address_has_one() {
        for group in 0..=255 {
            for side in [Side::Sender, Side::Receiver] {
                assert_eq!(owner(ipv4(side, group)), Some((side, group)));
                assert_eq!(owner(ipv6(side, group)), Some((side, group)));
            }
        }
        for other in ["10.10.0.2", "11.10.0.1", "10.11.0.1", "fdbf::10:0:2", "::1"] {
            assert_eq!(owner(other.parse().unwrap()), None, "{other}");
        }
    }
}
