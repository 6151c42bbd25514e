//! List of packets: a line of CSV for each fate of a packet.

use std::io::{self, Write};

use bufferlab_core::sim::live::{Direction, LiveFlow};
use bufferlab_core::time::{Span, Time};

use crate::Failure;

/// First line of the list.
const HEADING: &str = "at_s,group,direction,flow,bytes,fate,fate_at_s,late_s";

/// List that is written, or nothing.
pub struct PacketList(Option<Box<dyn Write>>);

/// Packet with one of its fates.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Time at which it entered the network.
    pub at: Time,
    /// Id of its group.
    pub group: &'a str,
    /// Flow and direction of the packet.
    pub flow: LiveFlow,
    /// Size with the IP header.
    pub bytes: u16,
    /// Word for what became of it.
    pub fate: &'a str,
}

impl PacketList {
    /// Begins a list; without a place to write, it stays empty.
    ///
    /// # Errors
    /// A list that cannot be written.
    pub fn begin(out: Option<Box<dyn Write>>) -> Result<PacketList, Failure> {
        let mut list = PacketList(out);
        if let Some(out) = &mut list.0 {
            writeln!(out, "{HEADING}").map_err(failed)?;
        }
        Ok(list)
    }

    /// Writes a packet, with the computed time of its fate and how late it was delivered.
    ///
    /// # Errors
    /// A list that cannot be written.
    pub fn write(
        &mut self,
        entry: &Entry,
        at: Option<Time>,
        late: Option<Span>,
    ) -> Result<(), Failure> {
        let Some(out) = &mut self.0 else {
            return Ok(());
        };
        let direction = match entry.flow.direction {
            Direction::Forward => "forward",
            Direction::Reverse => "reverse",
        };
        writeln!(
            out,
            "{},{},{direction},{},{},{},{},{}",
            exact(entry.at),
            entry.group,
            entry.flow.index,
            entry.bytes,
            entry.fate,
            at.map_or_else(String::new, exact),
            late.map_or_else(String::new, |late| exact(Time(late.0))),
        )
        .map_err(failed)
    }

    /// Ends the list.
    ///
    /// # Errors
    /// A list that cannot be written.
    pub fn end(&mut self) -> Result<(), Failure> {
        let out = self.0.take();
        out.map_or(Ok(()), |mut out| out.flush().map_err(failed))
    }
}

fn failed(error: io::Error) -> Failure {
    Failure::run("cannot write the list of packets", error)
}

/// Seconds to the picosecond.
fn exact(time: Time) -> String {
    const PS: u64 = 1_000_000_000_000;
    format!("{}.{:012}", time.0 / PS, time.0 % PS)
}
