//! `bufferlab run --qlog`: events of TCP flows for tools of QUIC, written during the run.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use bufferlab_core::Lab;
use bufferlab_core::qlog::{self, About, Form, Log};
use bufferlab_core::scenario::Scenario;
use bufferlab_core::sim::capture::Selection;
use bufferlab_core::time::Time;
use bufferlab_native::link;

use crate::failure::Failure;
use crate::partial_file::PartialFile;
use crate::{print_message, quantity};

/// Options of the log.
#[derive(clap::Args)]
#[command(next_help_heading = "Log of senders")]
pub struct LogArgs {
    /// Write packets, losses, windows and round trips of TCP flows as qlog: `FILE.sqlog` in the current draft's format, or
    /// `FILE.qlog` for qvis (version 0.3), in addition to the measures
    #[arg(long, value_name = "FILE", conflicts_with = "pcapng")]
    qlog: Option<String>,
    /// Numbers of the flows to log, such as `0,5,17` [default: the first flow of each group with TCP]
    #[arg(
        long,
        value_name = "FLOWS",
        requires = "qlog",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    qlog_flows: Vec<u32>,
}

/// Flows of a requested log.
pub struct Plan {
    path: String,
    form: Form,
    flows: BTreeSet<u32>,
    /// Packets to capture for it.
    pub selection: Selection,
}

/// File with a log that grows during a run.
pub struct Export {
    form: Form,
    part: PartialFile,
    file: BufWriter<File>,
    log: Log,
}

/// Returns the plan of the requested log; `None` if there is no request.
///
/// # Errors
/// A file with another ending, and flows that do not exist or have no TCP.
pub fn plan(args: &LogArgs, scenario: &Scenario) -> Result<Option<Plan>, Failure> {
    let Some(path) = &args.qlog else {
        return Ok(None);
    };
    let ending = Path::new(path)
        .extension()
        .and_then(|ending| ending.to_str());
    let form = match ending {
        Some("sqlog") => Form::Sequence,
        Some("qlog") => Form::Qvis,
        _ => {
            let message = format!("takes a file that ends with .sqlog or .qlog, got {path:?}");
            return Err(Failure::input("--qlog", message));
        }
    };
    let of_tcp = qlog::tcp_flows(scenario);
    let flows: BTreeSet<u32> = if args.qlog_flows.is_empty() {
        of_tcp.iter().map(|flows| flows.start).collect()
    } else {
        args.qlog_flows.iter().copied().collect()
    };
    let has_tcp = |flow: &u32| of_tcp.iter().any(|flows| flows.contains(flow));
    if let Some(wrong) = flows.iter().find(|flow| !has_tcp(flow)) {
        let message = format!("flow {wrong} is no flow with TCP");
        return Err(Failure::input("--qlog-flows", message));
    }
    if flows.is_empty() {
        let message = "the scenario has no flows with TCP".to_owned();
        return Err(Failure::input("--qlog", message));
    }
    Ok(Some(Plan {
        path: path.clone(),
        form,
        selection: qlog::selection(flows.clone(), Time::from_s(scenario.duration_s)),
        flows,
    }))
}

/// Creates the file of a plan, before the run. Returns `None` without a plan.
///
/// # Errors
/// The file cannot be created or written.
pub fn begin(plan: Option<&Plan>, lab: &Lab) -> Result<Option<Export>, Failure> {
    let Some(Plan {
        path, form, flows, ..
    }) = plan
    else {
        return Ok(None);
    };
    let refused = |error| Failure::input("--qlog", format!("{path} cannot be created: {error}"));
    let part = PartialFile::create(Path::new(path)).map_err(refused)?;
    let file = part.handle().map_err(|error| part.write_failure(&error))?;
    let about = About {
        title: lab.document().title.clone(),
        link: link::encode(lab.document().to_value())
            .ok()
            .map(|it| format!("#{it}")),
        application: concat!("Bufferlab ", env!("CARGO_PKG_VERSION")).to_owned(),
    };
    let mut export = Export {
        form: *form,
        part,
        file: BufWriter::new(file),
        log: Log::begin(*form, flows, about, most_bytes(*form)),
    };
    export.write()?;
    Ok(Some(export))
}

impl Export {
    /// Writes the events up to now.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn take(&mut self, lab: &mut Lab) -> Result<(), Failure> {
        let packets = lab.take_captured();
        let made = &lab.document().edits[..lab.edits_made()];
        self.log.add_edits(lab.now(), made);
        if !packets.is_empty() {
            self.log.add_packets(&packets, &lab.observed());
        }
        self.write()
    }

    /// Moves the file to its final name.
    ///
    /// # Errors
    /// An event or the target cannot be written.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.log.end();
        let written = self.write();
        let flushed = self.file.flush();
        let flushed = flushed.map_err(|error| self.part.write_failure(&error));
        if let Some(at) = self.log.full_at() {
            let most = quantity::bytes(most_bytes(self.form));
            let at_s = at.s();
            print_message(&format!(
                "bufferlab: the log ends at {at_s:.3} s, where the file has {most}"
            ));
        }
        drop(self.file);
        self.part.commit_whole().and(written).and(flushed)
    }

    fn write(&mut self) -> Result<(), Failure> {
        let written = self.file.write_all(&self.log.take());
        written.map_err(|error| self.part.write_failure(&error))
    }
}

/// Returns the largest size of a log.
fn most_bytes(form: Form) -> f64 {
    match form {
        Form::Sequence => 4e9,
        // It is in memory until the end.
        Form::Qvis => 3e8,
    }
}
