//! `bufferlab emulate`: the network of a scenario between real hosts, which are network namespaces of Linux.
//!
//! The output is that of `bufferlab run`, with the object `measured` in place of the digest.

#[cfg(not(target_os = "linux"))]
use std::process::ExitCode;

use crate::changes::Changes;
#[cfg(not(target_os = "linux"))]
use crate::failure::Failure;
use crate::files::Files;
use crate::series;

/// Run the network of a scenario between real Linux hosts
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
#[cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, reason = "only Linux emulates")
)]
pub struct Args {
    /// Scenario file (`-` for standard input), id of a preset, or link of the page
    scenario: String,
    /// Command on the senders' side, once for each live group [default: TCP sockets of this program, with the
    /// controllers and workloads of the groups]
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    files: Files,
    /// Group whose packets are real; the others are simulated [default: all groups with TCP]; repeatable
    #[arg(long, value_name = "GROUP", help_heading = HOSTS)]
    live: Vec<String>,
    /// Command for `sh -c` on the receivers' side, which starts half a second before COMMAND
    #[arg(long, value_name = "COMMAND", help_heading = HOSTS)]
    receive: Option<String>,
    /// Open a shell on the senders' side, and tell how to open one on the receivers' side
    #[arg(long, conflicts_with = "command", help_heading = HOSTS)]
    shell: bool,
    /// Let hosts send trains of segments, back to back, as with segmentation offload; without it, they send segment by segment
    #[arg(long, help_heading = HOSTS)]
    offload: bool,
    /// Print the measures as JSON
    #[arg(long, help_heading = crate::OUTPUT)]
    json: bool,
    /// Write the measures as JSON to a file, in addition to the printed ones
    #[arg(long, value_name = "FILE", help_heading = crate::OUTPUT)]
    out: Option<String>,
    /// Write a CSV file with a line for each packet: its arrival, its fate, and how late it was delivered
    #[arg(long, value_name = "FILE", help_heading = crate::OUTPUT)]
    packets: Option<String>,
    #[command(flatten)]
    csv: series::SeriesArgs,
}

/// Heading of the options about senders and receivers.
const HOSTS: &str = "Hosts";

const AFTER_HELP: &str = "\
Example:
    bufferlab emulate one-flow --duration 20 --warmup 5

In COMMAND and in the command of --receive, {sender}, {receiver} and {group} stand for the IPv4 addresses of the hosts and
the id of the group, {sender6} and {receiver6} for the IPv6 addresses. The run ends with the last COMMAND, at its
duration, or by Ctrl-C.
Only Linux has the network namespaces that this needs. Root is not needed where the kernel lets users make them. Nothing of
the system's own network is touched, and nothing is left afterwards.";

/// Runs the emulation and prints its measures.
///
/// # Errors
/// Invalid input, missing rights, commands that fail, and systems other than Linux.
#[cfg(not(target_os = "linux"))]
pub fn emulate(_args: &Args) -> Result<ExitCode, Failure> {
    let message = "emulation needs the network namespaces of Linux; on other systems, run it in a virtual machine or a container with Linux";
    Err(Failure::Run(message.to_owned()))
}

#[cfg(target_os = "linux")]
pub use linux::emulate;

#[cfg(target_os = "linux")]
mod linux {
    use std::env;
    use std::io::{BufWriter, Write};
    use std::path::Path;
    use std::process::ExitCode;
    use std::sync::Arc;

    use bufferlab_core::observe::summary::Summary;
    use bufferlab_core::scenario::Scenario;
    use bufferlab_core::sim::RunError;
    use bufferlab_core::sim::live::{InjectError, LiveEvent, LiveFlow, LivePacket, LiveSender};
    use bufferlab_core::time::Time;
    use bufferlab_core::{Lab, Options};
    use bufferlab_emulate::Failure as Emulation;
    use bufferlab_emulate::emulation::{self, Job, Measured, Traffics};
    use bufferlab_emulate::namespaces;
    use bufferlab_emulate::sockets;
    use bufferlab_emulate::traffic;
    use bufferlab_emulate::wire::Network;
    use serde_json::Value;
    use signal_hook::consts::SIGTERM;
    use signal_hook::flag;

    use super::Args;
    use crate::failure::Failure;
    use crate::interruption::{INTERRUPTED, interruption};
    use crate::partial_file::PartialFile;
    use crate::progress::Progress;
    use crate::report;
    use crate::series::{self, Export};
    use crate::source;
    use crate::warnings::PrintedWarnings;

    /// Runs the emulation and prints its measures.
    ///
    /// # Errors
    /// Invalid input, missing rights, and commands that fail.
    pub fn emulate(args: &Args) -> Result<ExitCode, Failure> {
        if namespaces::is_inside() {
            return inside(args);
        }
        // Mistakes are told before anything is made. Standard input can be read only once, inside.
        if args.scenario != "-" {
            prepare(args, &mut PrintedWarnings::silent())?;
        }
        let arguments = env::args_os().skip(1);
        let code = namespaces::start_inside(arguments).map_err(failure)?;
        Ok(ExitCode::from(code))
    }

    /// Checked input of an emulation.
    struct Prepared {
        scenario: Scenario,
        live: Vec<String>,
        traffic: Traffics,
    }

    fn prepare(args: &Args, printed: &mut PrintedWarnings) -> Result<Prepared, Failure> {
        let mut document = source::load(&args.scenario)?;
        printed.print(std::mem::take(&mut document.warnings));
        let scenario = source::scenario(document, &args.changes.all(), &args.files.trace)?;
        let live = if args.live.is_empty() {
            emulation::tcp_groups(&scenario)
        } else {
            args.live.clone()
        };
        emulation::check(&scenario, &live).map_err(failure)?;
        let scenario = traffic::with_linux(&scenario, &live, args.offload).map_err(failure)?;
        let traffic = if args.command.is_empty() && !args.shell && args.receive.is_none() {
            Traffics::Sockets(sockets::senders(&scenario, &live).map_err(failure)?)
        } else if args.command.is_empty() && !args.shell {
            let message = "needs a COMMAND on the senders' side, or --shell";
            return Err(Failure::input("--receive", message));
        } else {
            Traffics::Commands {
                receive: args.receive.clone(),
                send: args.command.clone(),
            }
        };
        Ok(Prepared {
            scenario,
            live,
            traffic,
        })
    }

    /// Runs the emulation in the process that has the namespaces.
    fn inside(args: &Args) -> Result<ExitCode, Failure> {
        let stopped = interruption();
        flag::register(SIGTERM, Arc::clone(&stopped))
            .map_err(|error| Failure::Run(format!("cannot handle signals: {error}")))?;
        let process = namespaces::begin_inside().map_err(failure)?;
        let mut printed = PrintedWarnings::default();
        let Prepared {
            scenario,
            live,
            traffic,
        } = prepare(args, &mut printed)?;
        let options = Options {
            live: live.clone(),
            ..Options::default()
        };
        let mut lab = Lab::with_options(&scenario, options);
        printed.print(lab.warnings());
        lab.check_flows()
            .map_err(|error| Failure::Run(error.to_string()))?;
        let out = args.out.as_deref().map(file("--out")).transpose()?;
        let packets = args.packets.as_deref().map(file("--packets")).transpose()?;
        let list = packets.as_ref().map(writer).transpose()?;
        let mut recorded = Recorded {
            export: if args.json || args.out.is_some() {
                Some(series::begin_stored(&args.csv, &mut lab)?)
            } else {
                series::begin(&args.csv, &mut lab)?
            },
            lab,
            failed: None,
        };
        let progress = Progress::begin();
        let job = Job {
            scenario: &scenario,
            live: &live,
            traffic,
            offload: args.offload,
            quiet: args.json,
            interval: recorded.export.as_ref().map(Export::interval),
            packets: list,
            inside: process,
        };
        let outcome = emulation::run(&mut recorded, job, &stopped).map_err(failure);
        let wall_s = progress.wall_s();
        let Recorded {
            mut lab,
            export,
            failed,
        } = recorded;
        // Keep the rows and packets so far, however the run ended.
        let written = export.map_or(Ok(Value::Null), |export| export.finish(&mut lab));
        let listed = packets.map_or(Ok(()), PartialFile::commit);
        let measured = outcome?;
        failed.map_or(Ok(()), Err)?;
        let series = written?;
        listed?;
        if (args.json || args.out.is_some()) && series.is_null() {
            crate::print_message(
                "bufferlab: the JSON has no series, since these would have too many values; choose a longer --interval",
            );
        }
        let scenario = traffic::with_controllers(scenario, &live, &measured.controllers);
        let scenario = scenario.map_err(failure)?;
        let summary = lab.summary();
        printed.print(lab.warnings());
        let json = report::measured_json(
            (&scenario, &summary, series),
            printed.all(),
            &measured.json,
            wall_s,
        );
        if let Some(out) = out {
            let failed = |error| out.write_failure(&error);
            let mut handle = out.handle().map_err(failed)?;
            handle.write_all(json.as_bytes()).map_err(failed)?;
            out.commit()?;
        }
        let text = if args.json {
            json
        } else {
            report::text_from(&scenario, &summary, origin(&summary, &measured))
        };
        crate::print(&text)?;
        for reason in &measured.unreliable {
            crate::print_message(&format!("bufferlab: this run is unreliable: {reason}"));
        }
        if let Some(failed) = measured.failed {
            return Err(Failure::Run(failed));
        }
        if measured.interrupted {
            crate::print_message(
                "bufferlab: interrupted; the results cover the run up to this time",
            );
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Returns the failure of this program for one of the emulation.
    fn failure(failure: Emulation) -> Failure {
        match failure {
            Emulation::Input(problems) => Failure::Input {
                about: "emulate".to_owned(),
                problems,
            },
            Emulation::Run(message) => Failure::Run(message),
        }
    }

    /// Creates the file that an option names.
    fn file(option: &'static str) -> impl Fn(&str) -> Result<PartialFile, Failure> {
        move |path| {
            PartialFile::create(Path::new(path)).map_err(|error| {
                Failure::input(option, format!("{path} cannot be created: {error}"))
            })
        }
    }

    fn writer(file: &PartialFile) -> Result<Box<dyn Write>, Failure> {
        let handle = file.handle().map_err(|error| file.write_failure(&error))?;
        Ok(Box::new(BufWriter::new(handle)))
    }

    /// Returns where the numbers of a measured run are from.
    fn origin(summary: &Summary, measured: &Measured) -> String {
        let json = &measured.json;
        let us = |name: &str| {
            json["late_s"][name]
                .as_f64()
                .map_or_else(|| "–".to_owned(), |s| format!("{:.0} µs", s * 1e6))
        };
        let number = |name: &str| json["packets"][name].as_u64().unwrap_or_default();
        let from = summary.now_s - summary.measured_s;
        let (kernel, passed) = (&json["kernel"], &json["passed"]);
        [
            format!(
                "Measured from {from:.3} to {:.3} s between hosts of {}; version {}.\n",
                summary.now_s,
                kernel.as_str().unwrap_or("Linux"),
                summary.engine
            ),
            format!(
                "{} packets: {} delivered ({} marked), {} dropped, {} in flight; {} other frames passed.\n",
                number("arrived"),
                number("delivered"),
                number("marked"),
                number("dropped"),
                number("in_flight"),
                passed.as_u64().unwrap_or_default()
            ),
            format!(
                "Late by {} in the median, {} for 99 %, at most {}.\n",
                us("median"),
                us("p99"),
                us("max")
            ),
        ]
        .concat()
    }

    /// Run with its time series, which grow as packets pass.
    struct Recorded {
        lab: Lab,
        export: Option<Export>,
        failed: Option<Failure>,
    }

    impl Network for Recorded {
        fn inject(&mut self, flow: LiveFlow, packet: LivePacket) -> Result<(), InjectError> {
            self.lab.inject(flow, packet)
        }

        fn advance(&mut self, until: Time) -> Result<(), RunError> {
            while let Some(export) = &mut self.export {
                let next = export.next_row();
                if next > until || next > self.lab.end() {
                    break;
                }
                self.lab.advance(next)?;
                if let Err(failure) = export.take_row(&mut self.lab) {
                    self.failed = Some(failure);
                    self.export = None;
                }
            }
            self.lab.advance(until)
        }

        fn take_events(&mut self) -> Vec<LiveEvent> {
            self.lab.take_events()
        }

        fn next_at(&mut self) -> Option<Time> {
            self.lab.next_at()
        }

        fn observe_senders(&mut self, group: usize, senders: &[LiveSender]) {
            self.lab.observe_senders(group, senders);
        }
    }
}
