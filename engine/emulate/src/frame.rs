//! Ethernet frames: what the simulation needs of them, and the changes that a router makes.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use bufferlab_core::sim::live::Ecn;

/// Bytes of an Ethernet header.
pub const ETHERNET: usize = 14;

/// Longest frame on the wire: the header and a packet of 1,500 bytes.
pub const LONGEST: usize = ETHERNET + 1500;

const IPV4: u16 = 0x0800;
const IPV6: u16 = 0x86dd;
const ICMP: u8 = 1;
const TCP: u8 = 6;
const UDP: u8 = 17;
const ICMPV6: u8 = 58;

/// Ends of a connection, from the sender of this packet to its receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ends {
    /// Number of the protocol.
    pub protocol: u8,
    /// Address and port of the source; port 0 if the protocol has none.
    pub source: (IpAddr, u16),
    /// Address and port of the destination.
    pub destination: (IpAddr, u16),
}

impl Ends {
    /// Returns the ends of packets in the other direction.
    #[must_use]
    pub fn reversed(self) -> Ends {
        Ends {
            source: self.destination,
            destination: self.source,
            ..self
        }
    }
}

/// An IP packet, as the simulation sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ip {
    /// Ends of its connection.
    pub ends: Ends,
    /// Bytes of the packet, IP header included.
    pub bytes: u16,
    /// Value of the ECN field.
    pub ecn: Ecn,
    /// TCP header of a TCP packet.
    pub tcp: Option<Tcp>,
}

/// The parts of a TCP header that the simulation needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tcp {
    /// Bytes of data behind the header.
    pub data: u16,
    /// True in a packet that opens a connection.
    pub syn: bool,
    /// True in a packet that ends the data of its sender.
    pub fin: bool,
    /// True if the sender says that it has reduced its window (CWR).
    pub cwr: bool,
}

/// Reads a frame. `None` if it is not for the queue: not IP, cut short, or ICMP, with neighbor discovery.
#[must_use]
pub fn read(frame: &[u8]) -> Option<Ip> {
    let packet = frame.get(ETHERNET..)?;
    let (header, length, protocol, ecn, source, destination, is_later_fragment) =
        match pair(frame, 12)? {
            IPV4 => {
                let header = usize::from(*packet.first()? & 15) * 4;
                let address = |at| Some(IpAddr::V4(Ipv4Addr::from(array::<4>(packet, at)?)));
                (
                    header,
                    usize::from(pair(packet, 2)?),
                    *packet.get(9)?,
                    *packet.get(1)? & 3,
                    address(12)?,
                    address(16)?,
                    pair(packet, 6)? & 0x1fff != 0,
                )
            }
            IPV6 => {
                let address = |at| Some(IpAddr::V6(Ipv6Addr::from(array::<16>(packet, at)?)));
                (
                    40,
                    40 + usize::from(pair(packet, 4)?),
                    *packet.get(6)?,
                    *packet.get(1)? >> 4 & 3,
                    address(8)?,
                    address(24)?,
                    false,
                )
            }
            _ => return None,
        };
    if header < 20 || length < header || packet.len() < length || matches!(protocol, ICMP | ICMPV6)
    {
        return None;
    }
    let inner = packet.get(header..length)?;
    let has_ports = matches!(protocol, TCP | UDP) && !is_later_fragment;
    let ports = if has_ports {
        (pair(inner, 0)?, pair(inner, 2)?)
    } else {
        (0, 0)
    };
    let tcp = if protocol == TCP && has_ports {
        let flags = *inner.get(13)?;
        let options = usize::from(*inner.get(12)? >> 4) * 4;
        Some(Tcp {
            data: u16::try_from(inner.len().saturating_sub(options)).ok()?,
            syn: flags & 0x02 != 0,
            fin: flags & 0x01 != 0,
            cwr: flags & 0x80 != 0,
        })
    } else {
        None
    };
    Some(Ip {
        ends: Ends {
            protocol,
            source: (source, ports.0),
            destination: (destination, ports.1),
        },
        bytes: u16::try_from(length).ok()?,
        ecn: Ecn::of_bits(ecn),
        tcp,
    })
}

/// Sets the ECN field of an IP packet to CE, and the checksum of its IPv4 header.
pub fn mark(frame: &mut [u8]) {
    let kind = pair(frame, 12);
    let Some(packet) = frame.get_mut(ETHERNET..) else {
        return;
    };
    match (kind, packet) {
        (Some(IPV4), [version, tos, rest @ ..]) if rest.len() >= 18 => {
            let before = u16::from_be_bytes([*version, *tos]);
            *tos |= 3;
            let after = u16::from_be_bytes([*version, *tos]);
            // RFC 1624, equation 3: HC' = ~(~HC + ~m + m').
            let sum = !u16::from_be_bytes([rest[8], rest[9]]);
            let sum = fold(u32::from(sum) + u32::from(!before) + u32::from(after));
            [rest[8], rest[9]] = (!sum).to_be_bytes();
        }
        (Some(IPV6), [_, class, ..]) => *class |= 0x30,
        _ => {}
    }
}

/// Completes the checksum of a TCP or UDP packet that the kernel has left to its interface.
///
/// Virtual interfaces accept packets whose checksum field has only the sum over the pseudo-header (as with
/// `CHECKSUM_PARTIAL` in Linux). A packet that we send again needs the whole sum. A checksum that is complete stays as
/// it is, also a wrong one.
pub fn complete_checksum(frame: &mut [u8]) {
    let Some(Ip { ends, .. }) = read(frame) else {
        return;
    };
    let Some(packet) = frame.get_mut(ETHERNET..) else {
        return;
    };
    let (header, length) = match ends.source.0 {
        IpAddr::V4(_) => {
            let fragment = pair(packet, 6).unwrap_or_default() & 0x3fff;
            if fragment != 0 {
                return;
            }
            (
                usize::from(packet[0] & 15) * 4,
                usize::from(pair(packet, 2).unwrap_or_default()),
            )
        }
        IpAddr::V6(_) => (40, 40 + usize::from(pair(packet, 4).unwrap_or_default())),
    };
    let field = match ends.protocol {
        TCP => 16,
        UDP => 6,
        _ => return,
    };
    let addresses = match ends.source.0 {
        IpAddr::V4(_) => packet.get(12..20),
        IpAddr::V6(_) => packet.get(8..40),
    };
    let Some(addresses) = addresses else { return };
    let size = u32::try_from(length - header).unwrap_or_default();
    let pseudo = fold(sum(addresses) + u32::from(ends.protocol) + (size >> 16) + (size & 0xffff));
    let Some(inner) = packet.get_mut(header..length) else {
        return;
    };
    if pair(inner, field) != Some(pseudo) {
        return;
    }
    // The field has the sum over the pseudo-header, and so counts for it.
    let mut checksum = !fold(sum(inner));
    if ends.protocol == UDP && checksum == 0 {
        checksum = 0xffff;
    }
    inner[field..field + 2].copy_from_slice(&checksum.to_be_bytes());
}

/// Sum of pairs of bytes; a packet of 64 kB is far from its overflow.
fn sum(bytes: &[u8]) -> u32 {
    let pairs = bytes.chunks(2);
    pairs
        .map(|it| u32::from(u16::from_be_bytes([it[0], it.get(1).copied().unwrap_or(0)])))
        .sum()
}

/// Adds the carries of a sum (RFC 1071).
fn fold(sum: u32) -> u16 {
    let once = (sum & 0xffff) + (sum >> 16);
    let twice = (once & 0xffff) + (once >> 16);
    (twice & 0xffff) as u16
}

fn pair(bytes: &[u8], at: usize) -> Option<u16> {
    array(bytes, at).map(u16::from_be_bytes)
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at + N)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An IPv4 TCP segment with ECT(0) and five bytes of data, without checksums.
    fn tcp4() -> Vec<u8> {
        let mut frame = vec![0; ETHERNET];
        frame[12..14].copy_from_slice(&IPV4.to_be_bytes());
        frame.extend([
            0x45, 2, 0, 45, 0, 1, 0x40, 0, 64, TCP, 0, 0, 10, 10, 0, 1, 10, 20, 0, 1,
        ]);
        frame.extend([
            0x9c, 0x40, 0x14, 0x51, 0, 0, 0, 1, 0, 0, 0, 2, 0x50, 0x80, 1, 0, 0, 0, 0, 0,
        ]);
        frame.extend(*b"hello");
        frame
    }

    fn tcp6() -> Vec<u8> {
        let four = tcp4();
        let mut frame = four[..ETHERNET].to_vec();
        frame[12..14].copy_from_slice(&IPV6.to_be_bytes());
        frame.extend([0x60, 0x10, 0, 0, 0, 25, TCP, 64]);
        for side in [1, 2] {
            let mut address = [0; 16];
            (address[0], address[15]) = (0xfd, side);
            frame.extend(address);
        }
        frame.extend(&four[ETHERNET + 20..]);
        frame
    }

    /// Puts the sum over the pseudo-header into the checksum field, as the kernel does.
    fn leave_to_interface(frame: &mut [u8], addresses: std::ops::Range<usize>, field: usize) {
        let pseudo = fold(sum(&frame[addresses]) + u32::from(TCP) + 25);
        frame[field..field + 2].copy_from_slice(&pseudo.to_be_bytes());
    }

    #[test]
    fn a_segment_has_its_ends_size_ecn_field_and_data() {
        let ip = read(&tcp4()).unwrap();
        assert_eq!(ip.ends.source, (IpAddr::from([10, 10, 0, 1]), 40_000));
        assert_eq!(ip.ends.destination, (IpAddr::from([10, 20, 0, 1]), 5201));
        assert_eq!((ip.bytes, ip.ecn), (45, Ecn::Ect0));
        let tcp = Tcp {
            data: 5,
            syn: false,
            fin: false,
            cwr: true,
        };
        assert_eq!(ip.tcp, Some(tcp));
        let six = read(&tcp6()).unwrap();
        assert_eq!((six.bytes, six.ecn, six.tcp), (65, Ecn::Ect1, Some(tcp)));
        assert_eq!(six.ends.destination.1, 5201);
        assert_eq!(six.ends.reversed().reversed(), six.ends);
    }

    #[test]
    fn frames_without_ip_and_icmp_are_not_for_the_queue() {
        let mut arp = tcp4();
        arp[13] = 6;
        assert_eq!(read(&arp), None);
        let mut icmp = tcp4();
        icmp[ETHERNET + 9] = ICMP;
        assert_eq!(read(&icmp), None);
        let mut discovery = tcp6();
        discovery[ETHERNET + 6] = ICMPV6;
        assert_eq!(read(&discovery), None);
    }

    #[test]
    fn a_frame_cut_at_any_byte_or_with_any_byte_changed_is_read_without_a_panic() {
        for whole in [tcp4(), tcp6()] {
            for length in 0..whole.len() {
                let mut cut = whole[..length].to_vec();
                assert_eq!(read(&cut), None, "{length} bytes");
                mark(&mut cut);
                complete_checksum(&mut cut);
            }
            for at in 0..whole.len() {
                for value in 0..=255 {
                    let mut changed = whole.clone();
                    changed[at] = value;
                    let _ = read(&changed);
                    mark(&mut changed);
                    complete_checksum(&mut changed);
                }
            }
        }
    }

    #[test]
    fn a_mark_keeps_the_checksum_of_an_ipv4_header_right() {
        let mut frame = tcp4();
        let whole = !fold(sum(&frame[ETHERNET..ETHERNET + 20]));
        frame[ETHERNET + 10..ETHERNET + 12].copy_from_slice(&whole.to_be_bytes());
        mark(&mut frame);
        assert_eq!(read(&frame).unwrap().ecn, Ecn::Ce);
        // The sum over a header with its checksum is all ones.
        assert_eq!(fold(sum(&frame[ETHERNET..ETHERNET + 20])), 0xffff);
        let mut six = tcp6();
        mark(&mut six);
        assert_eq!(read(&six).unwrap().ecn, Ecn::Ce);
    }

    #[test]
    fn a_checksum_left_to_the_interface_is_completed_and_any_other_stays() {
        for (mut frame, addresses, header) in [
            (tcp4(), 26..34, ETHERNET + 20),
            (tcp6(), 22..54, ETHERNET + 40),
        ] {
            leave_to_interface(&mut frame, addresses.clone(), header + 16);
            complete_checksum(&mut frame);
            let pseudo = sum(&frame[addresses]) + u32::from(TCP) + 25;
            assert_eq!(fold(pseudo + sum(&frame[header..])), 0xffff);
            let complete = frame.clone();
            complete_checksum(&mut frame);
            assert_eq!(frame, complete);
            frame[header + 16] ^= 0x10;
            let wrong = frame.clone();
            complete_checksum(&mut frame);
            assert_eq!(frame, wrong);
        }
    }
}
