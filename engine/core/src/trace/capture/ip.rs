//! Length of an IP packet in a captured frame, from its own header.
//!
//! Padding to the minimum length of Ethernet, a check sequence and trailers of switches follow the packet in its
//! frame and are not part of it. Sources: RFC 791 Section 3.1 (total length), RFC 8200 Section 3 (payload length),
//! RFC 2675 (jumbograms), Linux `Documentation/networking/segmentation-offloads.rst`.
//!
//! A host with segmentation offload captures packets before segmentation: their total length may be 0 (Linux BIG
//! TCP, Windows LSO), or that of one segment. They count with the length of their frame.

use super::passed::{Passed, Said};

/// Length of the longest packet that is played, bytes: the total length of IPv4 has 16 bits.
const LONGEST: u64 = 65_535;
/// Length of the longest Ethernet frame that network cards send, bytes. What is longer was never on a wire, so that a
/// shorter length in its header is that of one segment.
const LONGEST_FRAME: u64 = 9_216;
/// Header of IPv6, bytes.
const HEADER_6: u64 = 40;

/// A version of IP, by what the link header says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// Version 4 of IP.
    Four,
    /// Version 6 of IP.
    Six,
    /// Either, by the first four bits of the packet.
    Either,
    /// Either, or anything else: MPLS labels do not say what they carry.
    Unknown,
}

/// Length of a packet, bytes from 1 to 65,535, and what is to be said of it.
pub type Length = (u16, Option<Said>);

/// Length of the packet that begins with `data`, as much of it as was kept, in a frame in which `rest` bytes followed the
/// link header.
///
/// # Errors
/// Why it is passed over.
pub fn length(version: Version, data: &[u8], rest: u64) -> Result<Length, Passed> {
    let Some(first) = data.first().map(|byte| byte >> 4) else {
        return match version {
            Version::Unknown => Err(Passed::Labels),
            _ => capped(rest, Some(Said::NoHeader)),
        };
    };
    match (version, first) {
        (Version::Four | Version::Either, 4) => length_4(data, rest),
        (Version::Six | Version::Either, 6) => length_6(data, rest),
        (Version::Unknown, 4) if is_certain_4(data, rest) => length_4(data, rest),
        (Version::Unknown, 6) if is_certain_6(data, rest) => length_6(data, rest),
        (Version::Unknown, _) => Err(Passed::Labels),
        _ => Err(Passed::Wrong),
    }
}

fn length_4(data: &[u8], rest: u64) -> Result<Length, Passed> {
    let header = u64::from(data[0] & 15) * 4;
    let Some(total) = word(data, 2).map(u64::from) else {
        return capped(rest, Some(Said::NoHeader));
    };
    match total {
        0 => capped(rest, Some(Said::Offload)),
        _ if header < 20 || total < header => Err(Passed::Wrong),
        _ => whole(total, rest),
    }
}

fn length_6(data: &[u8], rest: u64) -> Result<Length, Passed> {
    const NO_NEXT_HEADER: u8 = 59;
    let Some(payload) = word(data, 4).map(u64::from) else {
        return capped(rest, Some(Said::NoHeader));
    };
    match (payload, data.get(6)) {
        (0, Some(&NO_NEXT_HEADER)) => capped(HEADER_6, None),
        (0, Some(0)) if jumbo(data).is_some() => {
            capped(HEADER_6 + jumbo(data).unwrap_or_default(), None)
        }
        (0, _) => capped(rest, Some(Said::Offload)),
        _ => whole(HEADER_6 + payload, rest),
    }
}

/// Payload length of a jumbogram: an option of type 0xC2 in a hop-by-hop header (RFC 2675 Section 2).
fn jumbo(data: &[u8]) -> Option<u64> {
    let size = (usize::from(*data.get(41)?) + 1) * 8;
    let options = data.get(42..40 + size)?;
    let mut at = 0;
    loop {
        match *options.get(at)? {
            0 => at += 1,
            0xc2 => {
                let length = options.get(at + 2..at + 6)?.try_into().ok()?;
                return Some(u64::from(u32::from_be_bytes(length)));
            }
            _ => at += 2 + usize::from(*options.get(at + 1)?),
        }
    }
}

/// The length that the header says, unless the frame is one that no wire carries.
fn whole(total: u64, rest: u64) -> Result<Length, Passed> {
    if rest > LONGEST_FRAME && rest > total {
        capped(rest, Some(Said::Offload))
    } else {
        capped(total, None)
    }
}

fn capped(bytes: u64, said: Option<Said>) -> Result<Length, Passed> {
    match u16::try_from(bytes) {
        Ok(0) => Err(Passed::Wrong),
        Ok(bytes) => Ok((bytes, said)),
        Err(_) => Ok((LONGEST as u16, Some(Said::Capped))),
    }
}

/// Whether this can only be a packet of IPv4: its length fits, and so does the checksum of its header (RFC 791).
fn is_certain_4(data: &[u8], rest: u64) -> bool {
    let size = usize::from(data[0] & 15) * 4;
    let fits = word(data, 2).is_some_and(|total| u64::from(total) <= rest);
    match data.get(..size) {
        Some(header) if size >= 20 => fits && checksum(header) == 0xffff,
        _ => false,
    }
}

/// Whether this can only be a packet of IPv6, which has no checksum: its length is that of the frame, but for padding.
fn is_certain_6(data: &[u8], rest: u64) -> bool {
    const PADDING: u64 = 50;
    let total = word(data, 4).map(|payload| HEADER_6 + u64::from(payload));
    total.is_some_and(|total| total <= rest && rest - total <= PADDING)
}

/// Sum of the words of a header in ones' complement: 0xffff if its checksum is right.
fn checksum(header: &[u8]) -> u16 {
    let sum = header
        .chunks_exact(2)
        .map(|pair| u32::from(u16::from_be_bytes([pair[0], pair[1]])))
        .sum::<u32>();
    let folded = (sum & 0xffff) + (sum >> 16);
    ((folded & 0xffff) + (folded >> 16)) as u16
}

/// Two bytes at `at`, the high one first.
pub fn word(data: &[u8], at: usize) -> Option<u16> {
    let bytes = data.get(at..at.checked_add(2)?)?;
    Some(u16::from_be_bytes([bytes[0], bytes[1]]))
}
