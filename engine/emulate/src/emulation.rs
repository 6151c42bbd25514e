//! One emulation from its hosts to its results.

use std::fs;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use bufferlab_core::scenario::{Problems, Scenario};
use bufferlab_core::sim::live;
use bufferlab_core::tcp::config::Ecn;
use bufferlab_core::time::{Span, Time};
use bufferlab_core::traffic::Traffic;
use nix::sys::prctl::set_timerslack;
use serde_json::{Value, json};

use crate::Failure;
use crate::addresses::Side;
use crate::clock::Clock;
use crate::connections::LiveGroup;
use crate::diagnosis::Diagnosis;
use crate::hosts::{Counters, Hosts};
use crate::namespaces::Inside;
use crate::priority;
use crate::processes::Processes;
use crate::sockets::{self, Sender};
use crate::wire::{Counts, MOST_HELD, Network, Wire};

/// Time that the receivers' command has before the senders' command starts.
const HEAD_START: Duration = Duration::from_millis(500);

/// Time between two looks for frames after the end, and their largest number.
const LAST_FRAMES: Duration = Duration::from_millis(10);
const MOST_LOOKS: u32 = 500;

/// Time between two samples of the state of sockets, if a run has no time series.
const SAMPLE: Span = Span(100_000_000_000);

/// Shortest time between two samples.
const SHORTEST_SAMPLE: Span = Span(10_000_000_000);

/// Time that a sample may take in each interval. No packet is delivered meanwhile. One socket takes 70 µs, 500 take 1.5 ms
/// (Linux 6.18, two cores).
const SHORT: Span = Span(200_000_000);

/// Least time after a longer sample, by the time that it took: so that fewer than 1 % of the packets wait for one.
const PAUSE: u64 = 200;

/// Longest time for which packets still pass after the last command has ended.
const LAST_PACKETS: Span = Span(1_000_000_000_000);

/// Lateness from which on a run is unreliable in any case.
const LATE: Span = Span(1_000_000_000);

/// Packet size by which a limit in packets becomes a time, bytes.
const PACKET_BYTES: f64 = 1500.0;

/// Processes that send the packets of live groups.
#[derive(Clone, Debug)]
pub enum Traffics {
    /// Sockets of this program.
    Sockets(Vec<Sender>),
    /// Commands, once for each live group.
    Commands {
        /// Command on the receivers' side, for `sh -c`.
        receive: Option<String>,
        /// Program and arguments on the senders' side; without one, a shell.
        send: Vec<String>,
    },
}

/// Everything that an emulation needs.
pub struct Job<'a> {
    /// Scenario of the run.
    pub scenario: &'a Scenario,
    /// Ids of the groups whose packets are real.
    pub live: &'a [String],
    /// Processes that send and receive.
    pub traffic: Traffics,
    /// True if hosts send trains of segments, as with segmentation offload.
    pub offload: bool,
    /// True if commands must not write to standard output.
    pub quiet: bool,
    /// Interval of the time series of the run, if it has any.
    pub interval: Option<Span>,
    /// List of packets to write.
    pub packets: Option<Box<dyn Write>>,
    /// How other processes find this one.
    pub inside: Inside,
}

/// Results beside those of the simulation.
#[derive(Debug)]
pub struct Measured {
    /// The object `measured` of the output.
    pub json: Value,
    /// Controller in the kernel that has carried almost all bytes of each live group.
    pub controllers: Vec<Option<String>>,
    /// Reasons why the run is unreliable.
    pub unreliable: Vec<String>,
    /// Failure of a command.
    pub failed: Option<String>,
    /// True if a signal ended the run.
    pub interrupted: bool,
}

/// Returns the groups with TCP, whose packets are real if the user names none.
#[must_use]
pub fn tcp_groups(scenario: &Scenario) -> Vec<String> {
    let groups = scenario.groups.iter();
    groups
        .filter(|group| !group.traffic.is_open_loop())
        .map(|group| group.id.clone())
        .collect()
}

/// Checks a job before any namespace is made.
///
/// # Errors
/// Groups that cannot have packets of real hosts, and no group at all.
pub fn check(scenario: &Scenario, live: &[String]) -> Result<(), Failure> {
    if live.is_empty() {
        let message = "none has TCP, so none has packets of real hosts; name groups with --live";
        return Err(Failure::Input(Problems::one("groups", message)));
    }
    live::check(scenario, live).map_err(Failure::Input)
}

/// Runs an emulation in the present network namespace, which must be one of its own.
///
/// # Errors
/// Missing rights, commands that cannot start, and runs that cannot go on.
pub fn run<N: Network>(
    network: &mut N,
    job: Job,
    stopped: &AtomicBool,
) -> Result<Measured, Failure> {
    let Job {
        scenario,
        live,
        traffic,
        offload,
        quiet,
        interval,
        packets,
        inside,
    } = job;
    let of_group = |id: &String| scenario.groups.iter().find(|group| group.id == *id);
    let groups: Vec<_> = live.iter().filter_map(of_group).collect();
    let ecn: Vec<bool> = groups
        .iter()
        .map(|group| match &group.traffic {
            Traffic::Tcp(config) => config.ecn != Ecn::Off,
            _ => false,
        })
        .collect();
    let hosts = Hosts::new(&ecn, offload)?;
    let ports = hosts.connect()?;
    let mut diagnosis = Diagnosis::new(&hosts.senders, live.len())?;
    // A wait then ends within microseconds of its time.
    let _ = set_timerslack(1);
    let live_groups = groups.iter().map(|group| LiveGroup {
        id: group.id.clone(),
        flows: group.count,
    });
    let live_groups: Vec<LiveGroup> = live_groups.collect();
    let mut processes = Processes::new(&hosts, live, quiet);
    let clock = match traffic {
        Traffics::Sockets(senders) => {
            let clock = Clock::begin()?;
            sockets::start(&hosts, senders, clock)?;
            clock
        }
        Traffics::Commands { receive, send } => {
            let receivers = receive.map(|text| vec!["sh".to_owned(), "-c".to_owned(), text]);
            if let Some(command) = &receivers {
                processes.start(Side::Receiver, command)?;
                thread::sleep(HEAD_START);
            }
            let clock = Clock::begin()?;
            if send.is_empty() {
                processes.shell(inside)?;
            } else {
                processes.start(Side::Sender, &send)?;
            }
            clock
        }
    };
    let mut wire = Wire::new(clock, ports, live_groups, packets)?;
    let has_commands = processes.is_any();
    let end = Time::from_s(scenario.duration_s);
    let warmup = Time::from_s(scenario.warmup_s);
    let mut samples = Samples::new(interval);
    let mut commands_ended = None;
    let mut interrupted = false;
    let realtime = priority::raise();
    if realtime {
        wire.has_priority();
    }
    wire.run(network, end, |network, now| {
        if stopped.load(Ordering::Relaxed) {
            interrupted = true;
            return Ok(false);
        }
        if samples.is_due(now) {
            diagnosis.sample(now >= warmup)?;
            for (group, senders) in diagnosis.present().enumerate() {
                network.observe_senders(group, senders);
            }
            samples.taken(now, clock.now()?);
        }
        if has_commands && !processes.are_sending()? {
            let since = *commands_ended.get_or_insert(now);
            return Ok(now.since(since) < LAST_PACKETS);
        }
        Ok(true)
    })?;
    diagnosis.sample(clock.now()? >= warmup)?;
    hosts.disconnect()?;
    processes.end();
    let counters = last_frames(&hosts, &mut wire)?;
    wire.end_list()?;
    let unreliable = unreliable(scenario, &wire)?;
    let mut json = json!({
        "kernel": kernel(),
        "controllers": diagnosis.controllers(live),
        "late_s": wire.lateness().to_json(),
        "passed": wire.counts().passed,
        "unreliable": !unreliable.is_empty(),
        "unreliable_because": &unreliable,
        "offload": offload,
        "realtime": realtime,
        "groups": diagnosis.to_json(live),
    });
    json["packets"] = packets_json(wire.counts(), wire.in_flight(), &counters);
    Ok(Measured {
        json,
        controllers: diagnosis.main_controllers(),
        unreliable,
        failed: processes.failure().map(str::to_owned),
        interrupted,
    })
}

/// Times at which the state of sockets is sampled: once in each interval, unless samples take long.
struct Samples {
    interval: Span,
    next: Time,
}

impl Samples {
    fn new(interval: Option<Span>) -> Samples {
        Samples {
            interval: interval.unwrap_or(SAMPLE).max(SHORTEST_SAMPLE),
            next: Time::ZERO,
        }
    }

    fn is_due(&self, now: Time) -> bool {
        now >= self.next
    }

    /// Plans the next sample after one that began at `from` and ended at `to`.
    fn taken(&mut self, from: Time, to: Time) {
        let took = to.since(from);
        let pause = if took > SHORT { took.0 * PAUSE } else { 0 };
        let intervals = from.0 / self.interval.0 + 1;
        let next = Time(intervals.saturating_mul(self.interval.0));
        self.next = next.max(to + Span(pause));
    }
}

/// Reads the frames that hosts have sent before the end, which the kernel hands over a little later. Returns the counters of
/// the interfaces.
fn last_frames(hosts: &Hosts, wire: &mut Wire) -> Result<[Counters; 2], Failure> {
    let mut looks = 0;
    loop {
        wire.end()?;
        let counters = hosts.counters()?;
        let received: u64 = counters.iter().map(|it| it.received + it.dropped).sum();
        let counts = wire.counts();
        looks += 1;
        if counts.read + counts.lost == received || looks > MOST_LOOKS {
            return Ok(counters);
        }
        thread::sleep(LAST_FRAMES);
    }
}

/// Returns the numbers of packets, and whether they agree with each other and with the counters of the interfaces.
fn packets_json(counts: Counts, in_flight: u64, counters: &[Counters; 2]) -> Value {
    let received: u64 = counters.iter().map(|it| it.received + it.dropped).sum();
    let sent: u64 = counters.iter().map(|it| it.sent).sum();
    let conserved = counts.arrived == counts.delivered + counts.dropped + in_flight
        && received == counts.read + counts.lost
        && sent == counts.delivered + counts.passed;
    json!({
        "arrived": counts.arrived,
        "delivered": counts.delivered,
        "marked": counts.marked,
        "dropped": counts.dropped,
        "in_flight": in_flight,
        "refused": counts.refused,
        "after_end": counts.after_end,
        "lost": counts.lost,
        "connections": counts.connections,
        "interfaces_received": received,
        "interfaces_sent": sent,
        "conserved": conserved,
    })
}

/// Returns the reasons why a run is unreliable.
fn unreliable(scenario: &Scenario, wire: &Wire) -> Result<Vec<String>, Failure> {
    let mut reasons = Vec::new();
    let most = smallest_buffer(scenario).map_or(LATE, |full| Span(full.0 / 10).min(LATE));
    if let Some(late) = wire.lateness().quantile(0.99)
        && late > most
    {
        reasons.push(format!(
            "1 % of the packets were delivered more than {} late; a tenth of the smallest full queue and 1 ms permit {}",
            microseconds(late),
            microseconds(most)
        ));
    }
    let counts = wire.counts();
    if counts.lost > 0 {
        reasons.push(format!(
            "the kernel had no room for {} packets; as root its buffers are larger, otherwise `sysctl net.core.rmem_max` \
             limits them",
            counts.lost
        ));
    }
    if counts.refused > 0 {
        reasons.push(format!(
            "{} packets were refused, since {MOST_HELD} are in the network or they have more than 1,500 bytes",
            counts.refused
        ));
    }
    let jump = wire.clock().jump()?;
    if jump > most {
        reasons.push(format!(
            "the system's time of day was set by {} during the run",
            microseconds(jump)
        ));
    }
    Ok(reasons)
}

fn microseconds(span: Span) -> String {
    format!("{} µs", (span.s() * 1e6).round())
}

/// Returns how long the smallest queue takes to send a full buffer.
fn smallest_buffer(scenario: &Scenario) -> Option<Span> {
    let times = scenario.bottlenecks.iter().filter_map(|bottleneck| {
        let limit = serde_json::to_value(bottleneck.queue.limit()).ok()?;
        let packets = limit["limit_packets"].as_f64().map(|it| it * PACKET_BYTES);
        let bytes = packets.or(limit["limit_bytes"].as_f64())?;
        Some(Span::from_s(8.0 * bytes / bottleneck.rate_bps))
    });
    times.min()
}

/// Version of the kernel.
fn kernel() -> String {
    let text = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    format!("Linux {}", text.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: f64) -> Time {
        Time::from_s(ms * 1e-3)
    }

    #[test]
    fn sockets_are_sampled_once_in_each_interval_and_less_often_if_samples_take_long() {
        let interval = Some(Span::from_s(0.02));
        let mut samples = Samples::new(interval);
        assert!(samples.is_due(Time::ZERO));
        samples.taken(ms(3.0), ms(3.1));
        assert!(!samples.is_due(ms(19.9)) && samples.is_due(ms(20.0)));
        samples.taken(ms(41.0), ms(42.0));
        assert!(!samples.is_due(ms(241.9)) && samples.is_due(ms(242.0)));
        let mut shortest = Samples::new(Some(Span::from_s(0.001)));
        shortest.taken(Time::ZERO, ms(0.1));
        assert!(!shortest.is_due(ms(9.9)) && shortest.is_due(ms(10.0)));
    }
}
