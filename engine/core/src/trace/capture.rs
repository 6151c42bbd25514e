//! Packets out of a capture: pcap (in either order of bytes, micro- or nanoseconds) and pcapng.
//!
//! The containers are read by the crate `pcap-parser`; what a packet is by its link header: Ethernet (with VLAN
//! tags), raw IP, Linux cooked (1 and 2), and the loopback of BSD. Other than IP packets are passed over. A packet
//! counts with the length of its IP packet as it was on the wire, not as much as was kept of it, so that captures
//! of different links agree. Packets that a capture lists a little out of order are put in order.

use std::io::Read;

use pcap_parser::pcapng::Block;
use pcap_parser::traits::{PcapNGPacketBlock, PcapReaderIterator};
use pcap_parser::{Linktype, PcapBlockOwned, PcapError, create_reader};

use super::{STEPS, Step, Trace, TraceError};
use crate::time::Span;

/// Largest block of a capture, bytes: the largest length of a packet kept is 262,144.
const BLOCK: usize = 1 << 20;
/// Interfaces of a section of pcapng.
const INTERFACES: usize = 1_000;
/// Blocks of a file: those that are no packets are not counted as steps.
const BLOCKS: u64 = 40_000_000;

/// Whether a file that begins like this is a capture.
#[must_use]
pub fn is_capture(begin: &[u8]) -> bool {
    const MAGIC: [u32; 3] = [0xa1b2_c3d4, 0xa1b2_3c4d, 0xa1b2_cd34];
    let Ok(word) = <[u8; 4]>::try_from(begin) else {
        return false;
    };
    let word = u32::from_be_bytes(word);
    MAGIC.contains(&word) || MAGIC.contains(&word.swap_bytes()) || word == 0x0a0d_0d0a
}

/// An interface of which packets were kept.
#[derive(Clone, Copy)]
struct Interface {
    link: Linktype,
    /// Units of its clock per second.
    per_s: u64,
    offset_s: i64,
}

/// Reads the packets of a capture.
///
/// # Errors
/// What is wrong, with its place in the file.
pub fn read(from: impl Read + Send) -> Result<Trace, TraceError> {
    let mut capture = Capture::default();
    let mut reader = create_reader(65_536, from).map_err(|error| told(&error, 0))?;
    let mut capacity = 65_536;
    let mut blocks = 0;
    loop {
        let place = reader.consumed();
        if capture.is_ng && is_cut_short(reader.data()) {
            return Err(error_at(place, "this is no block of a capture"));
        }
        let used = match reader.next() {
            Ok((used, block)) => {
                capture.take(&block, place)?;
                used
            }
            Err(PcapError::Eof) => break,
            Err(PcapError::BufferTooSmall) if capacity < BLOCK => {
                capacity *= 2;
                reader.grow(capacity);
                0
            }
            Err(PcapError::Incomplete(_)) => 0,
            Err(error) => return Err(told(&error, place)),
        };
        if used > 0 {
            reader.consume(used);
            blocks += 1;
            if blocks > BLOCKS {
                return Err(error_at(
                    place,
                    format!("there are more than {BLOCKS} blocks"),
                ));
            }
        } else {
            refill(&mut *reader, place)?;
        }
    }
    capture.trace()
}

/// Reads on; a file that ends within a block is cut off.
fn refill(reader: &mut (dyn PcapReaderIterator + Send), place: usize) -> Result<(), TraceError> {
    if reader.reader_exhausted() {
        return Err(error_at(place, "the file ends in the middle of a block"));
    }
    reader.refill().map_err(|error| told(&error, place))
}

/// Whether a block of pcapng says that it is shorter than what every block has, in either order of bytes: a length
/// that is one in the other order would be too long. The reader's own check of it overflows for some kinds.
fn is_cut_short(data: &[u8]) -> bool {
    let length = data.get(4..8).and_then(|bytes| bytes.try_into().ok());
    let length = length.map(u32::from_le_bytes);
    length.is_some_and(|length| length < 12 || length.swap_bytes() < 12)
}

#[derive(Default)]
struct Capture {
    /// Of the newer container: blocks with a type and a length.
    is_ng: bool,
    interfaces: Vec<Interface>,
    steps: Vec<Step>,
    /// Time of the first packet, from which others are counted: nanoseconds.
    begin_ns: Option<i128>,
}

impl Capture {
    fn take(&mut self, block: &PcapBlockOwned<'_>, place: usize) -> Result<(), TraceError> {
        match block {
            PcapBlockOwned::LegacyHeader(header) => {
                let per_s = if header.is_nanosecond_precision() {
                    1_000_000_000
                } else {
                    1_000_000
                };
                self.add(header.network, Some(per_s), 0, place)
            }
            PcapBlockOwned::Legacy(packet) => {
                let interface = self.interface(0, place)?;
                let ticks = i128::from(packet.ts_sec) * i128::from(interface.per_s)
                    + i128::from(packet.ts_usec);
                self.packet(interface, ticks, packet.origlen, packet.data, place)
            }
            PcapBlockOwned::NG(Block::SectionHeader(_)) => {
                self.is_ng = true;
                self.interfaces.clear();
                Ok(())
            }
            PcapBlockOwned::NG(Block::InterfaceDescription(described)) => {
                let (per_s, offset_s) = (described.ts_resolution(), described.ts_offset());
                self.add(described.linktype, per_s, offset_s, place)
            }
            PcapBlockOwned::NG(Block::EnhancedPacket(packet)) => {
                let interface = self.interface(packet.if_id as usize, place)?;
                let ticks = i128::from(u64::from(packet.ts_high) << 32 | u64::from(packet.ts_low));
                self.packet(
                    interface,
                    ticks,
                    packet.origlen,
                    packet.packet_data(),
                    place,
                )
            }
            PcapBlockOwned::NG(Block::SimplePacket(_)) => Err(error_at(
                place,
                "a packet without a time (simple packet block) cannot be played back",
            )),
            PcapBlockOwned::NG(_) => Ok(()),
        }
    }

    fn add(
        &mut self,
        link: Linktype,
        per_s: Option<u64>,
        offset_s: i64,
        place: usize,
    ) -> Result<(), TraceError> {
        let Some(per_s) = per_s.filter(|&per_s| per_s > 0) else {
            return Err(error_at(place, "an interface has a clock that cannot be"));
        };
        if !is_known(link) {
            return Err(error_at(
                place,
                format!(
                    "link type {} is not known here; Ethernet, raw IP, Linux cooked and loopback are",
                    link.0
                ),
            ));
        }
        if self.interfaces.len() == INTERFACES {
            return Err(error_at(
                place,
                format!("there are more than {INTERFACES} interfaces"),
            ));
        }
        self.interfaces.push(Interface {
            link,
            per_s,
            offset_s,
        });
        Ok(())
    }

    fn interface(&self, index: usize, place: usize) -> Result<Interface, TraceError> {
        let found = self.interfaces.get(index).copied();
        found.ok_or_else(|| {
            let message = format!("a packet is of interface {index}, which is not described");
            error_at(place, message)
        })
    }

    fn packet(
        &mut self,
        interface: Interface,
        ticks: i128,
        original: u32,
        data: &[u8],
        place: usize,
    ) -> Result<(), TraceError> {
        let Some(bytes) = ip_bytes(interface.link, original, data) else {
            return Ok(());
        };
        if self.steps.len() == STEPS {
            let message = format!("there are more than {STEPS} packets");
            return Err(error_at(place, message));
        }
        let ns = ticks * 1_000_000_000 / i128::from(interface.per_s)
            + i128::from(interface.offset_s) * 1_000_000_000;
        let begin_ns = *self.begin_ns.get_or_insert(ns - SLACK_NS);
        let Some(at) = u64::try_from(ns - begin_ns)
            .ok()
            .filter(|&ns| ns < LATEST_NS)
        else {
            let message = "a packet is an hour before the first, or eleven days and more behind";
            return Err(error_at(place, message));
        };
        self.steps.push(Step {
            at: Span(at * 1000),
            amount: f64::from(bytes),
        });
        Ok(())
    }

    fn trace(mut self) -> Result<Trace, TraceError> {
        // Stable: packets of one time stay in the order of the file.
        self.steps.sort_by_key(|step| step.at);
        Trace::new(self.steps, None)
    }
}

/// How much earlier than the first of the file a packet may be, ns.
const SLACK_NS: i128 = 3_600_000_000_000;
/// How much later: a trace is shorter than that.
const LATEST_NS: u64 = 1_010_000_000_000_000;

fn is_known(link: Linktype) -> bool {
    matches!(
        link,
        Linktype::ETHERNET
            | Linktype::RAW
            | Linktype::IPV4
            | Linktype::IPV6
            | Linktype::LINUX_SLL
            | Linktype::LINUX_SLL2
            | Linktype::NULL
            | Linktype::LOOP
    ) || link.0 == RAW_OF_BSD
}

/// Raw IP as some systems number it.
const RAW_OF_BSD: i32 = 12;

/// Length of the IP packet in a packet of `original` bytes that begins with `data`; `None` if there is none.
fn ip_bytes(link: Linktype, original: u32, data: &[u8]) -> Option<u16> {
    let header = match link {
        Linktype::ETHERNET => ethernet_header(data)?,
        Linktype::LINUX_SLL => is_ip(data, 14).then_some(16)?,
        Linktype::LINUX_SLL2 => is_ip(data, 0).then_some(20)?,
        Linktype::NULL | Linktype::LOOP => 4,
        _ => 0,
    };
    let bytes = original.checked_sub(header)?;
    u16::try_from(bytes).ok().filter(|&bytes| bytes > 0)
}

/// Length of an Ethernet header with its VLAN tags, if an IP packet follows.
fn ethernet_header(data: &[u8]) -> Option<u32> {
    let mut at = 12;
    while matches!(word(data, at), Some(0x8100 | 0x88a8)) && at < 20 {
        at += 4;
    }
    is_ip(data, at).then_some(at as u32 + 2)
}

/// Whether the type at `at` is that of IP version 4 or 6.
fn is_ip(data: &[u8], at: usize) -> bool {
    matches!(word(data, at), Some(0x0800 | 0x86dd))
}

fn word(data: &[u8], at: usize) -> Option<u16> {
    let bytes = data.get(at..at + 2)?;
    Some(u16::from_be_bytes([bytes[0], bytes[1]]))
}

fn error_at(place: usize, message: impl Into<String>) -> TraceError {
    TraceError::at(format!("byte {place}"), message)
}

fn told(error: &PcapError<&[u8]>, place: usize) -> TraceError {
    let message = match error {
        PcapError::UnexpectedEof | PcapError::Incomplete(_) => {
            "the file ends in the middle of a block"
        }
        PcapError::BufferTooSmall => "a block is longer than 1 MB",
        PcapError::HeaderNotRecognized => "is neither pcap nor pcapng",
        PcapError::ReadError => "cannot be read",
        PcapError::Eof => "has no data",
        PcapError::NomError(..) | PcapError::OwnedNomError(..) => "this is no block of a capture",
    };
    error_at(place, message)
}

#[cfg(test)]
mod tests;
