//! Headers of captured packets: IPv4 with TCP or UDP.
//!
//! Addresses say which group and flow a packet belongs to. A sender is 10.G.x.y with the position G of its group from 0,
//! and x.y one more than the position of the flow within the group; 64 is added to G from flow 65,535 on. Its receiver has
//! 128 more in the second number. A flow that opens connection after connection has a port for each, from 49152 on, and
//! receivers have port 9, which discards data (RFC 863).
//!
//! Not simulated, so always the same: identification 0 with "do not fragment" (RFC 6864), time to live 64, and the clock of
//! receivers, whose timestamps repeat what they echo.
//!
//! A packet of fewer bytes than its headers need, such as an ACK of 40 bytes with SACK blocks, is longer in a capture
//! than in the simulation.

use etherparse::{IpEcn, IpNumber, Ipv4Header, TcpHeader, UdpHeader};

use crate::sim::capture::{
    AE, CWR, Captured, ECE, IP_HEADER, Opening, TCP_HEADER, TCP_OPTIONS, TcpFields, Transport,
};

/// Port of receivers: discard.
const RECEIVER_PORT: u16 = 9;
/// First port of senders (RFC 6335, dynamic ports), and their number.
const SENDER_PORTS: (u16, u32) = (49_152, 16_384);
/// Bytes of an UDP header.
const UDP_HEADER: u16 = 8;
/// Time to live of all packets.
const TTL: u8 = 64;
/// Content of all packets, zeros.
static ZEROS: [u8; 1 << 16] = [0; 1 << 16];

/// Largest number of bytes of headers.
pub const MOST_BYTES: u32 = (IP_HEADER + TCP_HEADER + TCP_OPTIONS) as u32;

/// Packet as in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bytes {
    /// Beginning of the packet, at most as long as the snap length.
    pub kept: Vec<u8>,
    /// Length of the packet.
    pub original: u32,
}

/// Returns the bytes of a captured packet, cut to the snap length.
#[must_use]
pub fn bytes(packet: &Captured, snap_bytes: u32) -> Bytes {
    let (is_back, connection) = match &packet.transport {
        Transport::Tcp(fields) => (fields.is_back, fields.connection),
        Transport::Udp => (false, 0),
    };
    let sender = address(packet.group, packet.index, false);
    let receiver = address(packet.group, packet.index, true);
    let sender_port = SENDER_PORTS.0 + (connection % SENDER_PORTS.1) as u16;
    let ends = if is_back {
        ((receiver, RECEIVER_PORT), (sender, sender_port))
    } else {
        ((sender, sender_port), (receiver, RECEIVER_PORT))
    };
    let mut kept = Vec::with_capacity(MOST_BYTES as usize);
    let length = match &packet.transport {
        Transport::Tcp(fields) => tcp(packet, fields, ends, &mut kept),
        Transport::Udp => udp(packet, ends, &mut kept),
    };
    let zeros = usize::from(length).saturating_sub(kept.len());
    let room = (snap_bytes as usize).saturating_sub(kept.len());
    kept.extend_from_slice(&ZEROS[..zeros.min(room)]);
    kept.truncate(snap_bytes as usize);
    Bytes {
        kept,
        original: u32::from(length.max(packet.bytes)),
    }
}

/// Address and port of each end, the source first.
type Ends = (([u8; 4], u16), ([u8; 4], u16));

/// Returns the address of the sender or receiver of a flow.
#[must_use]
pub fn address(group: u16, index: u32, is_receiver: bool) -> [u8; 4] {
    let [_, high, x, y] = (index + 1).to_be_bytes();
    let side = if is_receiver { 128 } else { 0 };
    [10, side | (high & 1) << 6 | (group & 63) as u8, x, y]
}

fn ip(packet: &Captured, length: u16, protocol: IpNumber, ends: Ends) -> Ipv4Header {
    let mut ip = Ipv4Header {
        ecn: IpEcn::try_new(packet.ecn).unwrap_or_default(),
        total_len: length,
        dont_fragment: true,
        time_to_live: TTL,
        protocol,
        source: ends.0.0,
        destination: ends.1.0,
        ..Ipv4Header::default()
    };
    ip.header_checksum = ip.calc_header_checksum();
    ip
}

/// Appends the headers of a TCP packet. Returns the length of the packet.
fn tcp(packet: &Captured, fields: &TcpFields, ends: Ends, out: &mut Vec<u8>) -> u16 {
    let mut header = TcpHeader::new(ends.0.1, ends.1.1, fields.seq, fields.window);
    header.syn = fields.syn;
    header.ack = fields.ack.is_some();
    header.acknowledgment_number = fields.ack.unwrap_or(0);
    header.ns = fields.ecn_flags & AE != 0;
    header.cwr = fields.ecn_flags & CWR != 0;
    header.ece = fields.ecn_flags & ECE != 0;
    let mut options = options(fields);
    // Options fill the header up to the size that the simulation counts: zeros end the list.
    let wanted = if fields.data > 0 {
        fields.header
    } else {
        packet.bytes & !3
    };
    let wanted = wanted
        .saturating_sub(IP_HEADER + TCP_HEADER)
        .min(TCP_OPTIONS);
    if options.len() < usize::from(wanted) {
        options.resize(usize::from(wanted), 0);
    }
    // At most 40 bytes: `options` has at most 36.
    let _ = header.set_options_raw(&options);
    let length = IP_HEADER + header.header_len_u16() + fields.data;
    let ip = ip(packet, length, IpNumber::TCP, ends);
    // Fails only for data beyond what a length of 16 bits has.
    let checksum = header.calc_checksum_ipv4(&ip, &[]).unwrap_or(0);
    header.checksum = with_zeros(checksum, fields.data);
    out.extend_from_slice(&ip.to_bytes());
    out.extend_from_slice(&header.to_bytes());
    length
}

/// Returns the checksum of a segment with this number of zeros behind what has the given one: only the length in the
/// pseudo-header changes (RFC 1624).
fn with_zeros(checksum: u16, zeros: u16) -> u16 {
    let (sum, carry) = (!checksum).overflowing_add(zeros);
    !(sum + u16::from(carry))
}

/// Returns the options of a TCP header, without padding: kinds and lengths of RFC 9293, RFC 7323 and RFC 2018.
fn options(fields: &TcpFields) -> Vec<u8> {
    let mut options = Vec::with_capacity(usize::from(TCP_OPTIONS));
    if let Some(Opening {
        mss,
        shift,
        selective,
    }) = fields.opening
    {
        options.extend([2, 4]);
        options.extend(mss.to_be_bytes());
        options.extend([3, 3, shift]);
        if selective {
            options.extend([4, 2]);
        }
    }
    if let Some((value, echo)) = fields.timestamps {
        options.extend([8, 10]);
        options.extend(value.to_be_bytes());
        options.extend(echo.to_be_bytes());
    }
    let blocks = || fields.blocks.iter().filter(|(start, end)| start != end);
    let count = blocks().count() as u8;
    if count > 0 {
        options.extend([5, 2 + 8 * count]);
        for (start, end) in blocks() {
            options.extend(start.to_be_bytes());
            options.extend(end.to_be_bytes());
        }
    }
    options
}

/// Appends the headers of a datagram. Returns the length of the packet.
fn udp(packet: &Captured, ends: Ends, out: &mut Vec<u8>) -> u16 {
    let length = packet.bytes.max(IP_HEADER + UDP_HEADER);
    let ip = ip(packet, length, IpNumber::UDP, ends);
    let data = &ZEROS[..usize::from(length - IP_HEADER - UDP_HEADER)];
    out.extend_from_slice(&ip.to_bytes());
    // Fails only for data beyond 65,527 bytes, which a length of 16 bits does not have.
    if let Ok(header) = UdpHeader::with_ipv4_checksum(ends.0.1, ends.1.1, &ip, data) {
        out.extend_from_slice(&header.to_bytes());
    }
    length
}
