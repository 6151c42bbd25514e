//! Reader of captures: pcap (either byte order, micro- or nanoseconds) and pcapng.
//!
//! The crate `pcap-parser` reads the containers, [`link`] the link headers, [`ip`] the lengths. A packet counts
//! with the length in its IP header, not with its captured length, and without padding and check sequence, so that
//! captures of different links agree. Packets slightly out of order are sorted. Skipped packets are counted by
//! reason ([`passed`]); the counts become a note of the trace, as does a truncated last packet.

pub mod ip;
pub mod link;
mod packets;
pub mod passed;

use std::io::Read;

use pcap_parser::pcapng::{Block, InterfaceDescriptionBlock, OptionCode, UnknownBlock};
use pcap_parser::traits::PcapNGPacketBlock;
use pcap_parser::{Linktype, PcapBlockOwned, PcapError, create_reader};

use super::{Trace, TraceError};
use packets::{Packet, Packets, error_at};

/// Largest block of a capture, bytes: the largest length of a packet kept is 262,144.
const BLOCK: usize = 1 << 20;
/// Blocks of a file: those that are no packets are not counted as steps.
const BLOCKS: u64 = 40_000_000;
/// Type of a block of pcapng that old tools wrote for a packet (draft-ietf-opsawg-pcapng, Appendix A).
const PACKET_BLOCK: u32 = 2;

/// Whether a file that begins like this is a capture.
#[must_use]
pub fn is_capture(begin: &[u8]) -> bool {
    const MAGIC: [u32; 3] = [0xa1b2_c3d4, 0xa1b2_3c4d, 0xa1b2_cd34];
    let Some(Ok(word)) = begin.get(..4).map(<[u8; 4]>::try_from) else {
        return false;
    };
    let word = u32::from_be_bytes(word);
    MAGIC.contains(&word) || MAGIC.contains(&word.swap_bytes()) || word == 0x0a0d_0d0a
}

/// Reads the packets of a capture.
///
/// # Errors
/// What is wrong, with its place in the file.
pub fn read(from: impl Read + Send) -> Result<Trace, TraceError> {
    let mut capture = Capture::default();
    let mut reader = create_reader(65_536, from).map_err(|error| stated(&error, 0))?;
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
            Err(PcapError::UnexpectedEof) => {
                capture.end_within(reader.data(), place)?;
                break;
            }
            Err(PcapError::BufferTooSmall) if capacity < BLOCK => {
                capacity *= 2;
                reader.grow(capacity);
                0
            }
            Err(PcapError::Incomplete(_)) => 0,
            Err(error) => return Err(stated(&error, place)),
        };
        if used > 0 {
            reader.consume(used);
            blocks += 1;
            if blocks > BLOCKS {
                let message = format!("there are more than {BLOCKS} blocks");
                return Err(error_at(place, message));
            }
        } else if reader.reader_exhausted() {
            capture.end_within(reader.data(), place)?;
            break;
        } else {
            reader.refill().map_err(|error| stated(&error, place))?;
        }
    }
    capture.packets.trace()
}

/// Whether a block of pcapng says that it is shorter than what every block has, in either order of bytes: a length
/// that is one in the other order would be too long. The reader's own check of it overflows for some kinds.
fn is_cut_short(data: &[u8]) -> bool {
    let length = data.get(4..8).and_then(|bytes| bytes.try_into().ok());
    let length = length.map(u32::from_le_bytes);
    length.is_some_and(|length| length < 12 || length.swap_bytes() < 12)
}

/// State of reading a capture.
#[derive(Default)]
struct Capture {
    /// Of the newer container: blocks with a type and a length.
    is_ng: bool,
    is_big_endian: bool,
    packets: Packets,
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
                self.is_big_endian = header.is_bigendian();
                // The upper bits say how long the check sequence of a frame is.
                let link = Linktype(header.network.0 & 0x03ff_ffff);
                if !link::is_known(link) {
                    let message = format!(
                        "link type {} is not known here; {} are",
                        link.0,
                        link::KNOWN
                    );
                    return Err(error_at(place, message));
                }
                self.packets.add(link, Some(per_s), 0, place)
            }
            PcapBlockOwned::Legacy(packet) => {
                let interface = self.packets.interface(0, place)?;
                let ticks = i128::from(packet.ts_sec) * i128::from(interface.per_s)
                    + i128::from(packet.ts_usec);
                self.packets.take(&Packet {
                    interface,
                    ticks,
                    original: packet.origlen,
                    data: packet.data,
                    place,
                })
            }
            PcapBlockOwned::NG(block) => self.take_block(block, place),
        }
    }

    fn take_block(&mut self, block: &Block<'_>, place: usize) -> Result<(), TraceError> {
        match block {
            Block::SectionHeader(header) => {
                self.is_ng = true;
                self.is_big_endian = header.big_endian();
                self.packets.interfaces.clear();
                Ok(())
            }
            Block::InterfaceDescription(described) => {
                let per_s = clock(described.if_tsresol);
                let offset_s = self.offset_s(described);
                self.packets.add(described.linktype, per_s, offset_s, place)
            }
            Block::EnhancedPacket(packet) => self.packets.take(&Packet {
                interface: self.packets.interface(packet.if_id as usize, place)?,
                ticks: ticks(packet.ts_high, packet.ts_low),
                original: packet.origlen,
                data: packet.packet_data(),
                place,
            }),
            // The reader has the type in the order of bytes of little-endian sections.
            Block::Unknown(block)
                if self.in_order(block.block_type.to_le_bytes()) == PACKET_BLOCK =>
            {
                self.packet_block(block, place)
            }
            Block::SimplePacket(_) => Err(error_at(
                place,
                "a packet without a time (simple packet block) cannot be played back",
            )),
            _ => Ok(()),
        }
    }

    /// A packet of old tools: interface and number of drops in two bytes each, then as in the blocks of today.
    fn packet_block(&mut self, block: &UnknownBlock<'_>, place: usize) -> Result<(), TraceError> {
        let word = |at: usize| {
            let bytes = block.data.get(at..at + 4)?.try_into().ok()?;
            Some(self.in_order(bytes))
        };
        let fields = (|| Some([word(0)?, word(4)?, word(8)?, word(12)?, word(16)?]))();
        let kept = fields.and_then(|[.., kept, _]| {
            let end = 20_usize.checked_add(kept as usize)?;
            block.data.get(20..end)
        });
        let (Some([first, high, low, _, original]), Some(data)) = (fields, kept) else {
            return Err(error_at(place, "a packet block is shorter than its packet"));
        };
        let index = if self.is_big_endian {
            first >> 16
        } else {
            first & 0xffff
        };
        self.packets.take(&Packet {
            interface: self.packets.interface(index as usize, place)?,
            ticks: ticks(high, low),
            original,
            data,
            place,
        })
    }

    /// A word in the order of bytes of the file, or of its section.
    fn in_order(&self, bytes: [u8; 4]) -> u32 {
        if self.is_big_endian {
            u32::from_be_bytes(bytes)
        } else {
            u32::from_le_bytes(bytes)
        }
    }

    /// Remembers that the file ends within the block at `place`, of which `data` is there.
    fn end_within(&mut self, data: &[u8], place: usize) -> Result<(), TraceError> {
        let at = if self.is_ng { 4 } else { 8 };
        let length = data.get(at..at + 4).and_then(|it| it.try_into().ok());
        let length = length.map(|bytes| self.in_order(bytes) as usize);
        if length.is_some_and(|length| length > BLOCK) {
            return Err(stated(&PcapError::BufferTooSmall, place));
        }
        self.packets.cut_off = Some(place);
        Ok(())
    }

    /// Seconds that an interface's times are counted from (`if_tsoffset`), in the order of bytes of its section.
    fn offset_s(&self, described: &InterfaceDescriptionBlock<'_>) -> i64 {
        let mut options = described.options.iter();
        let option = options.find(|option| option.code == OptionCode::IfTsoffset);
        let bytes = option.and_then(|option| option.value.get(..8)?.try_into().ok());
        bytes.map_or(0, |bytes| {
            if self.is_big_endian {
                i64::from_be_bytes(bytes)
            } else {
                i64::from_le_bytes(bytes)
            }
        })
    }
}

fn ticks(high: u32, low: u32) -> i128 {
    i128::from(u64::from(high) << 32 | u64::from(low))
}

/// Units per second of a clock by its `if_tsresol`: a power of 2 if the highest bit is set, else of 10.
fn clock(if_tsresol: u8) -> Option<u64> {
    let base: u64 = if if_tsresol & 0x80 == 0 { 10 } else { 2 };
    base.checked_pow(u32::from(if_tsresol & 0x7f))
}

fn stated(error: &PcapError<&[u8]>, place: usize) -> TraceError {
    let message = match error {
        PcapError::UnexpectedEof | PcapError::Incomplete(_) => {
            "the file ends in the middle of its header"
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
