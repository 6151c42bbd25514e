//! `bufferlab run --pcapng`: packets of a run as a capture file, written during the run.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use bufferlab_core::Lab;
use bufferlab_core::capture::{Plan, Writer};
use bufferlab_core::scenario::Scenario;
use bufferlab_core::spec::{Unit, units};
use bufferlab_core::time::Time;
use bufferlab_native::link;

use crate::failure::Failure;
use crate::partial_file::PartialFile;
use crate::{print_message, quantity};

/// Events between two writes: packets of a slice are in memory, about 200 bytes each.
pub const SLICE: u64 = 20_000;

/// Largest size of a capture file, bytes.
const MOST_BYTES: f64 = 4e9;

/// Largest snap length, bytes: that of tcpdump.
const MOST_SNAP_BYTES: i64 = 262_144;

/// Options of the capture file.
#[derive(clap::Args)]
#[command(next_help_heading = "Packet capture")]
pub struct CaptureArgs {
    /// Write packets to a pcapng file for Wireshark, at most 4 GB, in addition to the measures
    #[arg(long, value_name = "FILE")]
    pcapng: Option<String>,
    /// Simulated time to capture, such as `10s..12s` or `500ms..` [default: the whole run]
    #[arg(
        long,
        value_name = "FROM..UNTIL",
        requires = "pcapng",
        allow_hyphen_values = true
    )]
    pcapng_window: Option<String>,
    /// Numbers of the flows to capture, such as `0,5,17` [default: all]
    #[arg(
        long,
        value_name = "FLOWS",
        requires = "pcapng",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pcapng_flows: Vec<u32>,
    /// Points of capture: ids of bottlenecks, `ID:reverse`, ids of edges, each with `:in`, `:out` or `:drops` for one
    /// interface of the queue; `sender`, `receiver` [default: all]
    #[arg(
        long,
        value_name = "POINTS",
        requires = "pcapng",
        value_delimiter = ','
    )]
    pcapng_points: Vec<String>,
    /// Number of bytes to write of each packet, headers included
    #[arg(
        long,
        value_name = "BYTES",
        requires = "pcapng",
        default_value_t = 96,
        value_parser = clap::value_parser!(u32).range(1..=MOST_SNAP_BYTES)
    )]
    pcapng_snaplen: u32,
}

/// Capture file that grows during a run.
pub struct Export {
    part: PartialFile,
    file: BufWriter<File>,
    writer: Writer,
    written: f64,
    /// Time of the first packet that had no room.
    full_at: Option<Time>,
}

/// Returns the plan of the requested capture; `None` if there is no request.
///
/// # Errors
/// A window, a flow or a point that does not exist, and a file that would be too large.
pub fn plan(args: &CaptureArgs, scenario: &Scenario) -> Result<Option<Plan>, Failure> {
    if args.pcapng.is_none() {
        return Ok(None);
    }
    let window = window(
        args.pcapng_window.as_deref(),
        Time::from_s(scenario.duration_s),
    )?;
    let flows = flows(&args.pcapng_flows, scenario)?;
    let plan = Plan::new(
        scenario,
        &args.pcapng_points,
        flows,
        window,
        args.pcapng_snaplen,
    );
    let plan = plan.map_err(|unknown| {
        let points = Plan::points(scenario).join(", ");
        let message = format!("there is no point {unknown:?}; the points are {points}");
        Failure::input("--pcapng-points", message)
    })?;
    let estimate = plan.estimate(scenario);
    if estimate > MOST_BYTES {
        let message = format!(
            "the file could have {}, and may have {}; choose a shorter --pcapng-window, fewer --pcapng-flows or --pcapng-points, or a smaller --pcapng-snaplen",
            quantity::bytes(estimate),
            quantity::bytes(MOST_BYTES)
        );
        return Err(Failure::input("--pcapng", message));
    }
    Ok(Some(plan))
}

/// Creates the file of a plan, before the run. Returns `None` without a plan.
///
/// # Errors
/// The file cannot be created or written.
pub fn begin(
    args: &CaptureArgs,
    plan: Option<&Plan>,
    lab: &Lab,
) -> Result<Option<Export>, Failure> {
    let (Some(path), Some(plan)) = (&args.pcapng, plan) else {
        return Ok(None);
    };
    let refused = |error| Failure::input("--pcapng", format!("{path} cannot be created: {error}"));
    let part = PartialFile::create(Path::new(path)).map_err(refused)?;
    let file = part.handle().map_err(|error| part.write_failure(&error))?;
    let comment = match link::encode(lab.document().to_value()) {
        Ok(fragment) => format!("Experiment: #{fragment}"),
        Err(_) => "The experiment is too large for a link.".to_owned(),
    };
    let application = concat!("Bufferlab ", env!("CARGO_PKG_VERSION"));
    let (writer, blocks) = Writer::begin(plan, application, &comment);
    let mut export = Export {
        part,
        file: BufWriter::new(file),
        writer,
        written: 0.0,
        full_at: None,
    };
    export.append(&blocks)?;
    Ok(Some(export))
}

impl Export {
    /// Writes the packets captured up to now.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn take(&mut self, lab: &mut Lab) -> Result<(), Failure> {
        let mut block = Vec::new();
        for packet in lab.take_captured() {
            if self.full_at.is_some() {
                break;
            }
            block.clear();
            self.writer.write(&packet, &mut block);
            if self.written + block.len() as f64 > MOST_BYTES {
                self.full_at = Some(packet.at);
            } else {
                self.append(&block)?;
            }
        }
        Ok(())
    }

    /// Moves the file to its final name.
    ///
    /// # Errors
    /// A packet or the target cannot be written.
    pub fn finish(mut self) -> Result<(), Failure> {
        let flushed = self.file.flush();
        let flushed = flushed.map_err(|error| self.part.write_failure(&error));
        if let Some(at) = self.full_at {
            let most = quantity::bytes(MOST_BYTES);
            let at_s = at.s();
            print_message(&format!(
                "bufferlab: the capture ends at {at_s:.3} s, where the file has {most}"
            ));
        }
        drop(self.file);
        self.part.commit_whole().and(flushed)
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.written += bytes.len() as f64;
        let written = self.file.write_all(bytes);
        written.map_err(|error| self.part.write_failure(&error))
    }
}

/// Reads a window `FROM..UNTIL`, each in seconds or with a unit; both may be left out.
fn window(text: Option<&str>, end: Time) -> Result<(Time, Time), Failure> {
    let refuse = |message: String| Failure::input("--pcapng-window", message);
    let Some(text) = text else {
        return Ok((Time::ZERO, end));
    };
    let Some((from, until)) = text.split_once("..") else {
        return Err(refuse(format!(
            "takes FROM..UNTIL, for example 10s..12s; got {text:?}"
        )));
    };
    let time = |text: &str, default| match text.trim() {
        "" => Ok(default),
        text => units::parse(text, Unit::Seconds)
            .map_err(refuse)
            .and_then(|s| {
                let is_within = (0.0..=end.s()).contains(&s);
                let message =
                    || format!("{text} is not within the run, which ends at {} s", end.s());
                is_within
                    .then(|| Time::from_s(s))
                    .ok_or_else(|| refuse(message()))
            }),
    };
    let (from, until) = (time(from, Time::ZERO)?, time(until, end)?);
    if from >= until {
        return Err(refuse(format!("must end after it begins, got {text:?}")));
    }
    Ok((from, until))
}

/// Returns the chosen flows; `None` for all.
fn flows(numbers: &[u32], scenario: &Scenario) -> Result<Option<BTreeSet<u32>>, Failure> {
    let count: u32 = scenario.groups.iter().map(|group| group.count).sum();
    if let Some(wrong) = numbers.iter().find(|number| **number >= count) {
        let message = match count {
            0 => format!("flow {wrong} does not exist; there are no flows"),
            _ => format!(
                "flow {wrong} does not exist; the numbers of all flows are 0 to {}",
                count - 1
            ),
        };
        return Err(Failure::input("--pcapng-flows", message));
    }
    Ok((!numbers.is_empty()).then(|| numbers.iter().copied().collect()))
}
