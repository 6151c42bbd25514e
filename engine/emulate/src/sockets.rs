//! Real TCP senders and receivers for the groups of a scenario, as sockets of this program.
//!
//! Each flow of a group has a thread that follows the group's workload: it opens connections, writes their data and waits
//! until the receiver has closed, which it does after the last byte. Only controller, ECN and workload of the traffic count;
//! all else is the kernel's.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::fd::AsRawFd;
use std::thread;
use std::time::Duration;

use bufferlab_core::apps::{Next, Order, Size, Workload};
use bufferlab_core::rng::Rng;
use bufferlab_core::scenario::{Group, Problem, Problems, Scenario};
use bufferlab_core::sim::real_senders;
use bufferlab_core::spec::distribution::Range;
use bufferlab_core::time::{Span, Time};
use nix::errno::Errno;
use nix::sys::socket::sockopt::TcpCongestion;
use nix::sys::socket::{
    AddressFamily, Backlog, SockFlag, SockType, SockaddrIn, connect, listen, setsockopt, socket,
};

use crate::Failure;
use crate::addresses::{Side, ipv4};
use crate::clock::Clock;
use crate::hosts::Hosts;
use crate::namespaces::Namespace;

/// Port of the receivers.
const PORT: u16 = 5201;

/// Stack of a thread, which only reads or writes.
const STACK: usize = 64 << 10;

/// Bytes per read or write.
const PIECE: usize = 64 << 10;

/// Time after which a connection is tried again that could not be opened.
const RETRY: Duration = Duration::from_millis(200);

/// Longest write, so that a flow ends at its stop time although its window is closed.
const LONGEST_WRITE: Duration = Duration::from_millis(100);

/// Latest start of a flow, seconds, as in scenarios.
const START_S: Range = Range { min: 0.0, max: 1e6 };

/// Sender of one group.
#[derive(Clone, Debug)]
pub struct Sender {
    /// Position of the group among those with addresses.
    number: u8,
    id: String,
    flows: u32,
    controller: String,
    workload: Workload,
    starts: Vec<Time>,
    stop: Time,
    segment_bytes: u16,
    seed: u64,
}

/// Returns the controllers that the kernel has.
#[must_use]
pub fn controllers() -> Vec<String> {
    let text = fs::read_to_string("/proc/sys/net/ipv4/tcp_available_congestion_control");
    let names = text.unwrap_or_default();
    names.split_whitespace().map(str::to_owned).collect()
}

/// Returns the senders of live groups, given by their ids.
///
/// # Errors
/// Groups whose traffic real sockets cannot have: each with its path and what is accepted.
pub fn senders(scenario: &Scenario, live: &[String]) -> Result<Vec<Sender>, Failure> {
    let mut problems = Vec::new();
    let mut senders = Vec::new();
    for (number, id) in live.iter().enumerate() {
        let groups = &mut scenario.groups.iter().enumerate();
        let Some((place, group)) = groups.find(|(_, group)| group.id == *id) else {
            continue;
        };
        let path = format!("groups[{place}]");
        match sender(scenario.seed, number, group) {
            Ok(sender) => senders.push(sender),
            Err((field, message)) => {
                problems.push(Problem::new(format!("{path}.{field}"), message));
            }
        }
    }
    let flows: u32 = senders.iter().map(|sender| sender.flows).sum();
    problems.extend(real_senders::check_flows(flows).err());
    if problems.is_empty() {
        Ok(senders)
    } else {
        Err(Failure::Input(Problems(problems)))
    }
}

fn sender(seed: u64, number: usize, group: &Group) -> Result<Sender, (&'static str, String)> {
    let (config, controller) = real_senders::sender_of(group)?;
    let (kind, wanted) = (controller.kind, controller.name);
    let available = controllers();
    if !available.iter().any(|it| it == wanted) {
        let other = if wanted == kind {
            String::new()
        } else {
            format!(" for '{kind}'")
        };
        let list = available.join(", ");
        let message = format!("this kernel has no '{wanted}'{other}; it has {list}");
        return Err(("traffic.congestion_control", message));
    }
    let mut starts = Rng::for_component(seed, &format!("emulate/{}/start", group.id), 0);
    Ok(Sender {
        number: u8::try_from(number).unwrap_or(u8::MAX),
        id: group.id.clone(),
        flows: group.count,
        controller: wanted.to_owned(),
        workload: config.workload.clone(),
        starts: (0..group.count)
            .map(|index| {
                let draw = starts.uniform();
                Time::from_s(group.start_s.value(index as usize, draw, START_S))
            })
            .collect(),
        stop: group.stop_s.map_or(Time::NEVER, Time::from_s),
        segment_bytes: config.segment_bytes,
        seed,
    })
}

impl Sender {
    /// Name of its controller in the kernel.
    #[must_use]
    pub fn controller(&self) -> &str {
        &self.controller
    }

    /// Id of its group.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }
}

/// Starts receivers and senders. Their threads end with the program.
///
/// # Errors
/// Missing rights, and sockets or threads that cannot be made.
pub fn start(hosts: &Hosts, senders: Vec<Sender>, clock: Clock) -> Result<(), Failure> {
    for sender in senders {
        let address = SocketAddr::new(ipv4(Side::Receiver, sender.number), PORT);
        let listener = hosts
            .receivers
            .run(|| TcpListener::bind(address))?
            .map_err(|error| Failure::run("cannot listen as a receiver", error))?;
        // The usual 128 are fewer than the flows that may start at once; the kernel resets some of the others.
        listen(&listener, Backlog::MAXCONN)
            .map_err(|error| Failure::run("cannot listen as a receiver", error.into()))?;
        spawn(move || accept(&listener))?;
        for index in 0..sender.flows {
            let (sender, namespace) = (sender.clone(), hosts.senders.again()?);
            spawn(move || {
                if let Err(failure) = follow(&sender, &namespace, index, clock) {
                    report(&sender.id, &failure);
                }
            })?;
        }
    }
    Ok(())
}

fn spawn(work: impl FnOnce() + Send + 'static) -> Result<(), Failure> {
    let thread = thread::Builder::new().stack_size(STACK).spawn(work);
    thread
        .map(drop)
        .map_err(|error| Failure::run("cannot start a thread for a flow", error))
}

/// Writes that a flow has ended early. A closed standard error is ignored.
fn report(group: &str, failure: &Failure) {
    if let Failure::Run(text) = failure {
        let _ = writeln!(io::stderr(), "bufferlab: a sender of group {group}: {text}");
    }
}

/// Takes connections and reads what they send.
fn accept(listener: &TcpListener) {
    for stream in listener.incoming().flatten() {
        // Without a thread the connection is closed, and its sender opens another one.
        let _ = spawn(move || {
            let mut stream = stream;
            let mut bytes = vec![0; PIECE];
            while stream.read(&mut bytes).is_ok_and(|read| read > 0) {}
        });
    }
}

/// Follows the workload of a flow to its end.
fn follow(sender: &Sender, namespace: &Namespace, index: u32, clock: Clock) -> Result<(), Failure> {
    namespace.enter()?;
    let start = sender.starts.get(index as usize).copied();
    let start = start.unwrap_or(Time::NEVER);
    sleep_until(start, clock)?;
    let component = format!("emulate/{}/session", sender.id);
    let mut rng = Rng::for_component(sender.seed, &component, index.into());
    let mut session = sender.workload.start(index);
    let mut next = session.begin(clock.now()?, &mut rng);
    while let Next::Send(order) = next {
        if order.at >= sender.stop {
            return Ok(());
        }
        sleep_until(order.at, clock)?;
        send(sender, order, clock)?;
        let now = clock.now()?;
        if now >= sender.stop {
            return Ok(());
        }
        next = session.on_delivered(now, &mut rng);
    }
    Ok(())
}

/// Sends the data of an order over a connection of its own, and waits until the receiver has all.
fn send(sender: &Sender, order: Order, clock: Clock) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::run("cannot send", error);
    let mut left = match order.size {
        Size::Endless | Size::Written => u64::MAX,
        Size::Bytes(_) | Size::WholeSegments(_) => order
            .size
            .transfer(sender.segment_bytes)
            .map_or(0, |transfer| transfer.bytes),
    };
    let mut stream = open(sender, clock)?;
    stream
        .set_write_timeout(Some(LONGEST_WRITE))
        .map_err(failed)?;
    let bytes = vec![0; PIECE];
    while left > 0 && clock.now()? < sender.stop {
        let most = usize::try_from(left).unwrap_or(PIECE).min(PIECE);
        match stream.write(&bytes[..most]) {
            Ok(written) => left -= written as u64,
            Err(error) => match error.kind() {
                io::ErrorKind::WouldBlock
                | io::ErrorKind::TimedOut
                | io::ErrorKind::Interrupted => {}
                _ => return Err(failed(error)),
            },
        }
    }
    stream.shutdown(Shutdown::Write).map_err(failed)?;
    // The receiver closes after the last byte. A connection that breaks then has sent what it could.
    let _ = stream.read(&mut [0]);
    Ok(())
}

/// Opens a connection with the controller of the group; tries again until the flow's stop time.
fn open(sender: &Sender, clock: Clock) -> Result<TcpStream, Failure> {
    let IpAddr::V4(receiver) = ipv4(Side::Receiver, sender.number) else {
        return Err(Failure::Run("the receiver has no IPv4 address".to_owned()));
    };
    let address = SockaddrIn::from(std::net::SocketAddrV4::new(receiver, PORT));
    loop {
        let (family, kind) = (AddressFamily::Inet, SockType::Stream);
        let socket = socket(family, kind, SockFlag::SOCK_CLOEXEC, None)
            .map_err(|error| Failure::run("cannot make a socket", error.into()))?;
        let name = OsString::from(&sender.controller);
        setsockopt(&socket, TcpCongestion, &name).map_err(|error| {
            let action = format!("cannot use the congestion control '{}'", sender.controller);
            Failure::run(&action, error.into())
        })?;
        match connect(socket.as_raw_fd(), &address) {
            Ok(()) => return Ok(TcpStream::from(socket)),
            Err(Errno::EINTR | Errno::ETIMEDOUT | Errno::ECONNRESET) => {}
            Err(error) => return Err(Failure::run("cannot connect", error.into())),
        }
        if clock.now()? >= sender.stop {
            return Err(Failure::Run(
                "no connection before the stop time".to_owned(),
            ));
        }
        thread::sleep(RETRY);
    }
}

/// Waits until a simulated time; for ever if no run lasts as long.
fn sleep_until(time: Time, clock: Clock) -> Result<(), Failure> {
    loop {
        let left = time.since(clock.now()?);
        if left == Span::ZERO {
            return Ok(());
        }
        thread::sleep(Duration::from_secs_f64(left.s().min(3600.0)));
    }
}
