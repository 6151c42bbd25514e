//! Packets of a capture, independent of the container: interface, time and length.

use pcap_parser::Linktype;

use super::super::{Note, STEPS, Step, Trace, TraceError};
use super::passed::{Counts, Passed};
use super::{ip, link};
use crate::time::Span;

/// Interfaces of a section of pcapng.
const INTERFACES: usize = 1_000;

/// An interface of which packets were kept.
#[derive(Clone, Copy)]
pub struct Interface {
    link: Linktype,
    /// Units of its clock per second.
    pub per_s: u64,
    offset_s: i64,
}

/// A packet as its block says it.
pub struct Packet<'a> {
    /// Interface of the capture.
    pub interface: Interface,
    /// When, in units of the interface's clock.
    pub ticks: i128,
    /// Length of its frame on the wire, bytes.
    pub original: u32,
    /// Captured part of the frame.
    pub data: &'a [u8],
    /// Position in the file, bytes.
    pub place: usize,
}

/// The packets so far.
#[derive(Default)]
pub struct Packets {
    /// Interfaces of the current section.
    pub interfaces: Vec<Interface>,
    /// Position of an incomplete last block, bytes.
    pub cut_off: Option<usize>,
    steps: Vec<Step>,
    /// Time of the first packet, from which others are counted: nanoseconds.
    begin_ns: Option<i128>,
    counts: Counts,
}

impl Packets {
    /// Adds the next interface of a section: its link type, the units of its clock per second, and what its times are
    /// counted from.
    ///
    /// # Errors
    /// One too many, or a clock that cannot be.
    pub fn add(
        &mut self,
        link: Linktype,
        per_s: Option<u64>,
        offset_s: i64,
        place: usize,
    ) -> Result<(), TraceError> {
        let Some(per_s) = per_s else {
            return Err(error_at(
                place,
                "an interface has a clock finer than 10^-19 or 2^-63 s",
            ));
        };
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

    /// The interface of a number.
    ///
    /// # Errors
    /// That it has not been described.
    pub fn interface(&self, index: usize, place: usize) -> Result<Interface, TraceError> {
        let found = self.interfaces.get(index).copied();
        found.ok_or_else(|| {
            let message = format!("a packet is of interface {index}, which is not described");
            error_at(place, message)
        })
    }

    /// Adds a packet as a step, or counts it by the reason why it is skipped.
    ///
    /// # Errors
    /// Too many packets, or an impossible time.
    pub fn take(&mut self, packet: &Packet<'_>) -> Result<(), TraceError> {
        let (bytes, said) = match ip_bytes(packet) {
            Ok(length) => length,
            Err(why) => {
                self.counts.pass(why, packet.place);
                return Ok(());
            }
        };
        if let Some(said) = said {
            self.counts.say(said, packet.place);
        }
        if self.steps.len() == STEPS {
            let message = format!("there are more than {STEPS} packets");
            return Err(error_at(packet.place, message));
        }
        let Interface {
            per_s, offset_s, ..
        } = packet.interface;
        let ns = packet.ticks * NS_PER_S / i128::from(per_s) + i128::from(offset_s) * NS_PER_S;
        let begin_ns = *self.begin_ns.get_or_insert(ns - SLACK_NS);
        let Some(at) = u64::try_from(ns - begin_ns)
            .ok()
            .filter(|&ns| ns < LATEST_NS)
        else {
            let message = "a packet is an hour before the first, or eleven days and more behind";
            return Err(error_at(packet.place, message));
        };
        self.steps.push(Step {
            at: Span(at * 1000),
            amount: f64::from(bytes),
        });
        Ok(())
    }

    /// The trace of all that were taken.
    ///
    /// # Errors
    /// That nothing can be played.
    pub fn trace(mut self) -> Result<Trace, TraceError> {
        let cut_off = self.cut_off.map(|place| {
            format!("The file ends within the packet at byte {place}, which is left out.")
        });
        if self.steps.is_empty() {
            return Err(self.nothing(cut_off));
        }
        // Stable: packets of one time stay in the order of the file.
        self.steps.sort_by_key(|step| step.at);
        let mut trace = Trace::new(self.steps, None)?;
        trace.notes = self.counts.notes();
        trace.notes.extend(cut_off.map(|message| {
            Note::new(
                message,
                "Capture or copy the file again if its end matters.",
            )
        }));
        Ok(trace)
    }

    /// Error for a capture without usable packets.
    fn nothing(&self, cut_off: Option<String>) -> TraceError {
        let left_out = self.counts.left_out();
        let mut message = if left_out.is_empty() {
            "holds no packets".to_owned()
        } else {
            format!(
                "holds no IP packets that can be played, only {left_out}; capture IP over {}",
                link::KNOWN
            )
        };
        if let Some(cut_off) = cut_off {
            message.push_str(". ");
            message.push_str(&cut_off);
        }
        TraceError::of_file(message)
    }
}

const NS_PER_S: i128 = 1_000_000_000;
/// Longest time by which a packet may precede the first of the file, ns.
const SLACK_NS: i128 = 3_600_000_000_000;
/// Longest time by which a packet may follow the first: traces are shorter.
const LATEST_NS: u64 = 1_010_000_000_000_000;

/// Length of the IP packet in a frame, bytes.
fn ip_bytes(packet: &Packet<'_>) -> Result<ip::Length, Passed> {
    let Packet {
        interface, data, ..
    } = packet;
    if !link::is_known(interface.link) {
        return Err(Passed::Link);
    }
    let (at, version) = link::ip_place(interface.link, data)?;
    let frame = (data.len() as u64).max(u64::from(packet.original));
    let rest = frame.checked_sub(at as u64).ok_or(Passed::Short)?;
    ip::length(version, data.get(at..).unwrap_or_default(), rest)
}

/// Creates an error at a byte position.
pub fn error_at(place: usize, message: impl Into<String>) -> TraceError {
    TraceError::at(format!("byte {place}"), message)
}
