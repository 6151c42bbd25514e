//! Features of interfaces, by the netlink of ethtool.
//!
//! An interface with segmentation offload is handed trains of segments, up to 64 kB in one frame, and splits them itself. A
//! simulated queue needs the packets that a network card would send.

use netlink_packet_core::{DecodeError, DefaultNla, Emitable, ParseableParametrized};
use netlink_packet_generic::ctrl::GenlCtrl;
use netlink_packet_generic::ctrl::GenlCtrlCmd::GetFamily;
use netlink_packet_generic::ctrl::nlas::GenlCtrlAttrs::{FamilyId, FamilyName};
use netlink_packet_generic::{GenlFamily, GenlHeader, GenlMessage};
use netlink_sys::protocols::NETLINK_GENERIC;

use crate::Failure;
use crate::netlink::{Connection, index};

/// Features of interfaces that split trains of TCP themselves, by the names of ethtool.
const SEGMENTATION: [&str; 4] = [
    "tx-tcp-segmentation",
    "tx-tcp6-segmentation",
    "tx-tcp-ecn-segmentation",
    "tx-tcp-mangleid-segmentation",
];

// Numbers of linux/ethtool_netlink.h.
const FEATURES_SET: u8 = 12;
const VERSION: u8 = 1;
const HEADER: u16 = 1;
const HEADER_INDEX: u16 = 1;
const HEADER_FLAGS: u16 = 3;
const OMIT_REPLY: u32 = 2;
const WANTED: u16 = 3;
const BITS: u16 = 3;
const BIT: u16 = 1;
const BIT_NAME: u16 = 2;
/// Mark of an attribute with others in it (`NLA_F_NESTED`).
const NESTED: u16 = 1 << 15;

/// Lets the kernel split trains of TCP segments before they reach an interface: it hands over trains still, packet after packet.
///
/// # Errors
/// An unknown interface, missing rights, or a kernel that cannot set features by netlink (`ETHTOOL_MSG_FEATURES_SET`).
pub fn split_trains(name: &str) -> Result<(), Failure> {
    let action = format!("turn off segmentation by interface {name}");
    let mut connection = Connection::new(NETLINK_GENERIC)?;
    let ask = GenlMessage::from_payload(GenlCtrl {
        cmd: GetFamily,
        nlas: vec![FamilyName(Ethtool::family_name().to_owned())],
    });
    let answer = connection.ask(&action, ask)?;
    let family = answer
        .payload
        .nlas
        .iter()
        .find_map(|attribute| match attribute {
            FamilyId(id) => Some(*id),
            _ => None,
        });
    let family = family.ok_or_else(|| Failure::Run(format!("cannot {action}: no ethtool")))?;
    let mut request = GenlMessage::from_payload(Ethtool {
        attributes: off(index(name)?, &SEGMENTATION),
    });
    request.set_resolved_family_id(family);
    connection.request(&action, request, 0)
}

/// Returns the attributes that turn features off.
fn off(index: u32, features: &[&str]) -> Vec<DefaultNla> {
    let header = [
        DefaultNla::new(HEADER_INDEX, index.to_ne_bytes().to_vec()),
        DefaultNla::new(HEADER_FLAGS, OMIT_REPLY.to_ne_bytes().to_vec()),
    ];
    let bit = |name: &&str| nested(BIT, &[DefaultNla::new(BIT_NAME, terminated(name))]);
    let bits: Vec<DefaultNla> = features.iter().map(bit).collect();
    vec![
        nested(HEADER, &header),
        nested(WANTED, &[nested(BITS, &bits)]),
    ]
}

fn nested(kind: u16, attributes: &[DefaultNla]) -> DefaultNla {
    let mut bytes = vec![0; attributes.buffer_len()];
    attributes.emit(&mut bytes);
    DefaultNla::new(kind | NESTED, bytes)
}

fn terminated(text: &str) -> Vec<u8> {
    text.bytes().chain([0]).collect()
}

/// Request to the family of ethtool.
#[derive(Debug)]
struct Ethtool {
    attributes: Vec<DefaultNla>,
}

impl GenlFamily for Ethtool {
    fn family_name() -> &'static str {
        "ethtool"
    }

    fn command(&self) -> u8 {
        FEATURES_SET
    }

    fn version(&self) -> u8 {
        VERSION
    }
}

impl Emitable for Ethtool {
    fn buffer_len(&self) -> usize {
        self.attributes.as_slice().buffer_len()
    }

    fn emit(&self, buffer: &mut [u8]) {
        self.attributes.as_slice().emit(buffer);
    }
}

impl ParseableParametrized<[u8], GenlHeader> for Ethtool {
    /// Takes any message as one without attributes: replies are omitted.
    fn parse_with_param(_: &[u8], _: GenlHeader) -> Result<Ethtool, DecodeError> {
        Ok(Ethtool {
            attributes: Vec::new(),
        })
    }
}
