//! Writer of pcapng blocks.

use std::borrow::Cow;

use pcap_parser::pcapng::{
    EnhancedPacketBlock, InterfaceDescriptionBlock, OptionCode, PcapNGOption, SectionHeaderBlock,
};
use pcap_parser::{Linktype, ToVec};

use super::headers;
use super::plan::{Interface, Plan};
use crate::sim::capture::{Captured, Point};

/// Picoseconds per tick of the file: its times are nanoseconds.
const PS_PER_TICK: u64 = 1_000;
/// Value of `if_tsresol`: a tick is 10^-9 s.
const NANOSECONDS: u8 = 9;
/// Code of the option `epb_dropcount`.
const DROP_COUNT: OptionCode = OptionCode(4);
/// Length of a section that is not given.
const UNKNOWN: i64 = -1;

/// Writer of a capture file with one section.
#[derive(Clone, Debug)]
pub struct Writer {
    interfaces: Vec<Interface>,
    /// Number of packets that each interface has lost since its last packet: for departures, those that the node has
    /// dropped meanwhile.
    lost: Vec<u64>,
    snap_bytes: u32,
}

impl Writer {
    /// Begins a file: returns the writer and the first blocks. `application` is the name of the program that writes it,
    /// and `comment` a text about the file, such as the link of the experiment.
    ///
    /// Interfaces have packets that begin with the IP header. One interface has the link type RAW, which the oldest
    /// programs read. Several have IPV4, since libpcap (1.10.3) reads no second interface with RAW.
    #[must_use]
    pub fn begin(plan: &Plan, application: &str, comment: &str) -> (Writer, Vec<u8>) {
        let mut section = SectionHeaderBlock {
            block_type: 0,
            block_len1: 0,
            bom: 0,
            major_version: 0,
            minor_version: 0,
            section_len: UNKNOWN,
            options: vec![
                text(OptionCode::Comment, comment),
                text(OptionCode::ShbUserAppl, application),
            ],
            block_len2: 0,
        };
        let linktype = if plan.interfaces.len() == 1 {
            Linktype::RAW
        } else {
            Linktype::IPV4
        };
        let mut out = encoded(&mut section);
        for interface in &plan.interfaces {
            out.extend(encoded(&mut InterfaceDescriptionBlock {
                block_type: 0,
                block_len1: 0,
                linktype,
                reserved: 0,
                snaplen: plan.snap_bytes,
                options: vec![
                    text(OptionCode::IfName, &interface.name),
                    text(OptionCode::IfDescription, &interface.description),
                ],
                block_len2: 0,
                if_tsresol: NANOSECONDS,
                if_tsoffset: 0,
            }));
        }
        let writer = Writer {
            lost: vec![0; plan.interfaces.len()],
            interfaces: plan.interfaces.clone(),
            snap_bytes: plan.snap_bytes,
        };
        (writer, out)
    }

    /// Appends the block of a packet. A packet of a point that is not in the plan is left out.
    pub fn write(&mut self, packet: &Captured, out: &mut Vec<u8>) {
        if let Point::Drop(node) = packet.point
            && let Some(place) = self.place(Point::Departure(node))
        {
            self.lost[place] += 1;
        }
        let Some(place) = self.place(packet.point) else {
            return;
        };
        let bytes = headers::bytes(packet, self.snap_bytes);
        let mut options = Vec::new();
        if let Some(reason) = packet.dropped {
            let row = reason.row();
            options.push(text(
                OptionCode::Comment,
                &format!("dropped ({}): {}", row.id, row.help),
            ));
        }
        let lost = std::mem::take(&mut self.lost[place]);
        if lost > 0 {
            options.push(option(DROP_COUNT, lost.to_le_bytes().to_vec()));
        }
        let ticks = packet.at.0 / PS_PER_TICK;
        out.extend(encoded(&mut EnhancedPacketBlock {
            block_type: 0,
            block_len1: 0,
            if_id: place as u32,
            ts_high: (ticks >> 32) as u32,
            ts_low: ticks as u32,
            caplen: bytes.kept.len() as u32,
            origlen: bytes.original,
            data: &bytes.kept,
            options,
            block_len2: 0,
        }));
    }

    fn place(&self, point: Point) -> Option<usize> {
        self.interfaces
            .iter()
            .position(|interface| interface.point == point)
    }
}

/// Returns a block as bytes. Writing to memory does not fail.
fn encoded(block: &mut impl ToVec) -> Vec<u8> {
    block.to_vec().unwrap_or_default()
}

/// Returns an option with a text, cut to the length that an option can have.
fn text(code: OptionCode, text: &str) -> PcapNGOption<'static> {
    let end = text.floor_char_boundary(usize::from(u16::MAX));
    option(code, text.as_bytes()[..end].to_vec())
}

fn option(code: OptionCode, value: Vec<u8>) -> PcapNGOption<'static> {
    PcapNGOption {
        code,
        // `text` cuts what is longer.
        len: value.len() as u16,
        value: Cow::Owned(value),
    }
}
