//! Link headers: where the IP packet begins in a captured frame.
//!
//! Ethernet (also with LLC/SNAP), Linux cooked (1 and 2), PPP, Cisco HDLC, raw IP and the loopback of BSD; behind
//! their type VLAN tags in any number (802.1Q, 802.1ad), PPPoE sessions and stacks of MPLS labels.
//!
//! Sources: <https://www.tcpdump.org/linktypes.html>, IEEE 802.1Q, RFC 1042 (SNAP), RFC 1661 (PPP), RFC 2516 (PPPoE),
//! RFC 3032 (MPLS).

use pcap_parser::Linktype;

use super::ip::{Version, word};
use super::passed::Passed;

/// Offset of the IP packet, bytes, and its version.
pub type Place = (usize, Version);

/// Link types of which IP packets are read, by the numbers of tcpdump.org; 12 and 14 are raw IP of BSD.
#[must_use]
pub fn is_known(link: Linktype) -> bool {
    matches!(
        link.0,
        NULL | ETHERNET
            | PPP
            | 12
            | 14
            | PPP_HDLC
            | PPP_ETHER
            | RAW
            | C_HDLC
            | LOOP
            | SLL
            | IPV4
            | IPV6
            | SLL2
    )
}

/// The types that are read, for messages.
pub const KNOWN: &str = "Ethernet, Linux cooked, PPP, Cisco HDLC, raw IP and loopback";

const NULL: i32 = 0;
const ETHERNET: i32 = 1;
const PPP: i32 = 9;
const PPP_HDLC: i32 = 50;
const PPP_ETHER: i32 = 51;
const RAW: i32 = 101;
const C_HDLC: i32 = 104;
const LOOP: i32 = 108;
const SLL: i32 = 113;
const IPV4: i32 = 228;
const IPV6: i32 = 229;
const SLL2: i32 = 276;

/// Finds the IP packet in a frame of which `data` was captured.
///
/// # Errors
/// Reason why the frame is skipped.
pub fn ip_place(link: Linktype, data: &[u8]) -> Result<Place, Passed> {
    match link.0 {
        ETHERNET => ethernet(data),
        SLL => by_type(data, 14, 16),
        SLL2 => by_type(data, 0, 20),
        C_HDLC => by_type(data, 2, 4),
        PPP | PPP_HDLC => ppp(data, 0),
        PPP_ETHER => pppoe(data, 0),
        NULL | LOOP => loopback(data),
        IPV4 => Ok((0, Version::Four)),
        IPV6 => Ok((0, Version::Six)),
        _ => Ok((0, Version::Either)),
    }
}

/// Ethernet: a type behind the addresses, or the length of an 802.3 frame, which names a type in its SNAP header.
fn ethernet(data: &[u8]) -> Result<Place, Passed> {
    const SMALLEST_TYPE: u16 = 0x0600;
    match word(data, 12) {
        Some(length) if length < SMALLEST_TYPE => match data.get(14..20) {
            Some([0xaa, 0xaa, 3, 0, 0, 0]) => by_type(data, 20, 22),
            _ => Err(Passed::NoIp),
        },
        _ => by_type(data, 12, 14),
    }
}

/// Reads what follows the EtherType at `of`, with data from `at`.
fn by_type(data: &[u8], of: usize, at: usize) -> Result<Place, Passed> {
    let (mut of, mut at) = (of, at);
    loop {
        match word(data, of).ok_or(Passed::Short)? {
            0x0800 => return Ok((at, Version::Four)),
            0x86dd => return Ok((at, Version::Six)),
            // A tag: two bytes of its own, then the type of what follows.
            0x8100 | 0x88a8 | 0x9100 | 0x9200 => (of, at) = (at + 2, at + 4),
            0x8847 | 0x8848 => return labels(data, at),
            0x8864 => return pppoe(data, at),
            _ => return Err(Passed::NoIp),
        }
    }
}

/// A PPPoE session: version and type, code 0, session and length; then PPP.
fn pppoe(data: &[u8], at: usize) -> Result<Place, Passed> {
    match data.get(at + 1) {
        None => Err(Passed::Short),
        Some(0) => ppp(data, at + 6),
        Some(_) => Err(Passed::NoIp),
    }
}

/// PPP: perhaps the address and control of HDLC, then a protocol of one byte, which is odd, or of two.
fn ppp(data: &[u8], at: usize) -> Result<Place, Passed> {
    let at = match word(data, at) {
        Some(0xff03) => at + 2,
        Some(0x0f00 | 0x8f00) => return by_type(data, at + 2, at + 4),
        _ => at,
    };
    let short = data.get(at).filter(|&&byte| byte % 2 == 1);
    let (protocol, at) = match short {
        Some(&byte) => (u16::from(byte), at + 1),
        None => (word(data, at).ok_or(Passed::Short)?, at + 2),
    };
    match protocol {
        0x0021 => Ok((at, Version::Four)),
        0x0057 => Ok((at, Version::Six)),
        0x0281 | 0x0283 => labels(data, at),
        _ => Err(Passed::NoIp),
    }
}

/// A stack of MPLS labels, four bytes each, up to the one that says it is the last. Only labels 0 and 2 name what
/// they carry (RFC 3032 Section 2.1).
fn labels(data: &[u8], at: usize) -> Result<Place, Passed> {
    let mut at = at;
    loop {
        let entry = data.get(at..at + 4).ok_or(Passed::Short)?;
        let label = u32::from_be_bytes([0, entry[0], entry[1], entry[2]]) >> 4;
        at += 4;
        if entry[2] & 1 == 1 {
            return Ok(match label {
                0 => (at, Version::Four),
                2 => (at, Version::Six),
                _ => (at, Version::Unknown),
            });
        }
    }
}

/// Four bytes with the family of addresses, in either order of bytes: 2 is IPv4; 10, 24, 28 and 30 are IPv6.
fn loopback(data: &[u8]) -> Result<Place, Passed> {
    let family = data.get(..4).ok_or(Passed::Short)?;
    match family {
        [family, 0, 0, 0] | [0, 0, 0, family] => match family {
            2 => Ok((4, Version::Four)),
            10 | 24 | 28 | 30 => Ok((4, Version::Six)),
            _ => Err(Passed::NoIp),
        },
        _ => Err(Passed::NoIp),
    }
}
