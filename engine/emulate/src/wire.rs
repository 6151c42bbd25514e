//! Wire between the senders' and the receivers' side: each packet enters the simulated network when the kernel has received
//! it, and leaves at the time that the simulation computes.
//!
//! One thread does all. It sleeps until a packet arrives, the simulation has an event, or a packet is due, and watches the
//! clock for the last part of the wait. If it wakes up late, packets are delivered late; what the queue does with them
//! depends on the kernel's times alone.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::Write;
use std::os::fd::AsFd;

use bufferlab_core::Lab;
use bufferlab_core::packet::Class;
use bufferlab_core::queue::REASONS;
use bufferlab_core::sim::RunError;
use bufferlab_core::sim::live::{
    Direction, Ecn, InjectError, LiveEvent, LiveFlow, LivePacket, LiveSender,
};
use bufferlab_core::time::{Span, Time};
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, ppoll};

use crate::Failure;
use crate::clock::{Clock, timeout};
use crate::connections::{Connections, LiveGroup};
use crate::frame;
use crate::lateness::Lateness;
use crate::packet_list::{Entry, PacketList};
use crate::port::Port;
use crate::priority::Processors;

/// Longest sleep, so that the caller can look at signals, commands and sockets.
const LOOK: Span = Span(5_000_000_000);

/// Last part of each wait, in which the thread watches the clock, since it may wake up later than it asked to.
const WATCHED: Span = Span(50_000_000);

/// The same with real-time priority.
const WATCHED_IN_REAL_TIME: Span = Span(10_000_000);

/// Least time that a thread with real-time priority sleeps between two looks; otherwise it moves to another processor. At
/// 500 Mb/s on two processors, 99 % of the packets are late by at most 0.1 ms then, instead of 38 ms.
const REST: Span = Span(300_000_000);

/// Frames that may be in the network at a time, which take 300 MB.
pub const MOST_HELD: usize = 200_000;

/// Wait if the kernel has no room for a packet. Its own threads make room, and a thread with real-time priority that does not
/// sleep keeps them from running.
const BLOCKED: Span = Span(50_000_000);

/// Frames that are read from one side before the other.
const BATCH: usize = 64;

/// Network that packets of real hosts pass.
pub trait Network {
    /// Takes a packet.
    ///
    /// # Errors
    /// A packet that cannot enter the network.
    fn inject(&mut self, flow: LiveFlow, packet: LivePacket) -> Result<(), InjectError>;

    /// Computes what happens up to a time.
    ///
    /// # Errors
    /// A run that cannot go on.
    fn advance(&mut self, until: Time) -> Result<(), RunError>;

    /// Returns what has become of packets since the last call.
    fn take_events(&mut self) -> Vec<LiveEvent>;

    /// Returns the time of the next event.
    fn next_at(&mut self) -> Option<Time>;

    /// Takes the present state of the senders of a live group that have data under way.
    fn observe_senders(&mut self, group: usize, senders: &[LiveSender]);
}

impl Network for Lab {
    fn inject(&mut self, flow: LiveFlow, packet: LivePacket) -> Result<(), InjectError> {
        Lab::inject(self, flow, packet)
    }

    fn advance(&mut self, until: Time) -> Result<(), RunError> {
        Lab::advance(self, until)
    }

    fn take_events(&mut self) -> Vec<LiveEvent> {
        Lab::take_events(self)
    }

    fn next_at(&mut self) -> Option<Time> {
        Lab::next_at(self)
    }

    fn observe_senders(&mut self, group: usize, senders: &[LiveSender]) {
        Lab::observe_senders(self, group, senders);
    }
}

/// Numbers of packets, by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Packets of live groups that arrived, copies of lines included.
    pub arrived: u64,
    /// Packets that were delivered.
    pub delivered: u64,
    /// Packets of them that the network marked.
    pub marked: u64,
    /// Packets that the network dropped.
    pub dropped: u64,
    /// Frames that passed at once: not IP, ICMP, or addresses of no live group.
    pub passed: u64,
    /// Packets that did not enter the network, because they were too many or too long.
    pub refused: u64,
    /// Frames that arrived after the end of the run.
    pub after_end: u64,
    /// Packets that arrived while the kernel had no buffer for them.
    pub lost: u64,
    /// Frames that were read.
    pub read: u64,
    /// Connections that were seen.
    pub connections: u64,
}

/// Frame that is in the network.
#[derive(Debug)]
struct Held {
    bytes: Vec<u8>,
    at: Time,
    ecn: Ecn,
    size: u16,
    flow: LiveFlow,
    /// Fates to come: one, and one for each copy.
    fates: u32,
}

impl Held {
    /// Returns the packet as the list of packets tells it.
    fn entry<'a>(&self, group: &'a str, fate: &'a str) -> Entry<'a> {
        Entry {
            at: self.at,
            group,
            flow: self.flow,
            bytes: self.size,
            fate,
        }
    }
}

/// Frame that was received and is not yet in the network.
struct Arrival {
    at: Time,
    from: usize,
    bytes: Vec<u8>,
}

/// Ports on both sides, and the packets between.
pub struct Wire {
    clock: Clock,
    /// Ports of the senders' and of the receivers' side.
    ports: [Port; 2],
    connections: Connections,
    held: Vec<Option<Held>>,
    free: Vec<u32>,
    /// Deliveries to come: time, order, tag, mark.
    due: BinaryHeap<Reverse<(Time, u64, u32, bool)>>,
    order: u64,
    /// Time up to which the network is computed.
    computed: Time,
    /// Arrival of the last frame that entered it.
    entered: Time,
    waiting: Vec<Arrival>,
    buffers: Vec<Vec<u8>>,
    counts: Counts,
    lateness: Lateness,
    list: PacketList,
    watched: Span,
    /// Processors of a thread with real-time priority.
    processors: Option<Processors>,
    /// Time that it has slept since the last look.
    slept: Span,
    /// Whether the kernel had no room for the packet that is due.
    is_blocked: bool,
}

impl Wire {
    /// Joins the ports of the senders' and of the receivers' side. With `list`, each packet becomes a line there.
    ///
    /// # Errors
    /// A list that cannot be written.
    pub fn new(
        clock: Clock,
        ports: [Port; 2],
        groups: Vec<LiveGroup>,
        list: Option<Box<dyn Write>>,
    ) -> Result<Wire, Failure> {
        Ok(Wire {
            clock,
            ports,
            connections: Connections::new(groups),
            held: Vec::new(),
            free: Vec::new(),
            due: BinaryHeap::new(),
            order: 0,
            computed: Time::ZERO,
            entered: Time::ZERO,
            waiting: Vec::new(),
            buffers: Vec::new(),
            counts: Counts::default(),
            lateness: Lateness::default(),
            list: PacketList::begin(list)?,
            watched: WATCHED,
            processors: None,
            slept: Span::ZERO,
            is_blocked: false,
        })
    }

    /// Watches the clock for a shorter time, since the thread has real-time priority.
    pub fn has_priority(&mut self) {
        self.watched = WATCHED_IN_REAL_TIME;
        self.processors = Some(Processors::of_this_thread());
    }

    /// Carries packets until `end`, or until `look` returns false, which is asked every 5 ms.
    ///
    /// # Errors
    /// A run or an interface that fails, and errors of `look`.
    pub fn run<N: Network>(
        &mut self,
        network: &mut N,
        end: Time,
        mut look: impl FnMut(&mut N, Time) -> Result<bool, Failure>,
    ) -> Result<(), Failure> {
        let mut looked = Time::ZERO;
        loop {
            let now = self.clock.now()?;
            if now >= end {
                return self.advance(network, end);
            }
            if now.since(looked) >= LOOK {
                looked = now;
                if !look(network, now)? {
                    return Ok(());
                }
                self.make_room();
            }
            let arrived = self.receive(network, now)?;
            let delivered = self.deliver()?;
            if !arrived && !delivered {
                self.wait(network, end)?;
            }
        }
    }

    /// Reads waiting frames and computes the network up to `now`, or up to the last frame of a side with more of them.
    fn receive<N: Network>(&mut self, network: &mut N, now: Time) -> Result<bool, Failure> {
        let mut until = now;
        for from in 0..self.ports.len() {
            if let Some(last) = self.read(from, BATCH)? {
                until = until.min(last);
            }
        }
        let arrived = !self.waiting.is_empty();
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.sort_by_key(|arrival| arrival.at);
        let mut computed = until;
        for arrival in waiting.drain(..) {
            // A frame of the other side may still wait before it.
            if arrival.at > until && until < now {
                self.waiting.push(arrival);
            } else {
                self.enter(network, arrival)?;
                computed = computed.max(self.entered);
            }
        }
        if self.waiting.is_empty() {
            self.waiting = waiting;
        }
        self.advance(network, computed)?;
        Ok(arrived)
    }

    /// Reads up to `most` frames of a port. Returns the time of the last one if more may wait.
    fn read(&mut self, from: usize, most: usize) -> Result<Option<Time>, Failure> {
        let mut last = None;
        for _ in 0..most {
            let mut bytes = self.buffers.pop().unwrap_or_default();
            bytes.resize(frame::LONGEST, 0);
            let Some(received) = self.ports[from].receive(&self.clock, &mut bytes)? else {
                self.buffers.push(bytes);
                return Ok(None);
            };
            let at = received.at;
            self.counts.read += 1;
            last = Some(at);
            if received.bytes > frame::LONGEST {
                self.counts.refused += 1;
                self.buffers.push(bytes);
                continue;
            }
            bytes.truncate(received.bytes);
            self.waiting.push(Arrival { at, from, bytes });
        }
        Ok(last)
    }

    /// Gives a frame to the network, or passes it on.
    fn enter<N: Network>(&mut self, network: &mut N, arrival: Arrival) -> Result<(), Failure> {
        let Arrival {
            at,
            from,
            mut bytes,
        } = arrival;
        let queued =
            frame::read(&bytes).and_then(|ip| Some((ip, self.connections.flow(&ip, from)?)));
        let Some((ip, flow)) = queued else {
            self.counts.passed += 1;
            frame::complete_checksum(&mut bytes);
            self.ports[1 - from].send(&bytes)?;
            self.buffers.push(bytes);
            return Ok(());
        };
        let tag = self.slot();
        // A frame that the kernel handed over late, by some microseconds, is taken as received now. No two frames arrive
        // at the same picosecond, so that times tell their order.
        let at = at.max(self.computed).max(Time(self.entered.0 + 1));
        self.entered = at;
        let packet = LivePacket {
            at,
            bytes: ip.bytes.into(),
            class: match ip.tcp {
                // As in simulated connections, whose receivers answer a SYN or FIN with an acknowledgment.
                Some(tcp) if tcp.data > 0 => Class::Tcp,
                Some(tcp) if (tcp.syn || tcp.fin) && from == 0 => Class::Tcp,
                Some(_) => Class::Ack,
                None => Class::Udp,
            },
            ecn: ip.ecn,
            tag,
        };
        let under_way = self.held.len() - self.free.len();
        let injected = if under_way > MOST_HELD {
            Err(InjectError::Full { most: MOST_HELD })
        } else {
            network.inject(flow, packet)
        };
        match injected {
            Ok(()) => {
                self.counts.arrived += 1;
                self.held[tag as usize] = Some(Held {
                    bytes,
                    at,
                    ecn: ip.ecn,
                    size: ip.bytes,
                    flow,
                    fates: 1,
                });
                Ok(())
            }
            Err(InjectError::Ended { .. }) => {
                self.counts.after_end += 1;
                self.refuse(tag, bytes);
                Ok(())
            }
            Err(InjectError::Full { .. } | InjectError::Size { .. }) => {
                self.counts.refused += 1;
                self.refuse(tag, bytes);
                Ok(())
            }
            Err(error) => Err(Failure::Run(error.to_string())),
        }
    }

    /// Frees the place of a frame that did not enter the network.
    fn refuse(&mut self, tag: u32, bytes: Vec<u8>) {
        self.free.push(tag);
        self.buffers.push(bytes);
    }

    /// Returns a free place for a frame.
    fn slot(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.held.push(None);
            // The network refuses packets long before the number has no room.
            u32::try_from(self.held.len() - 1).unwrap_or(u32::MAX)
        })
    }

    /// Computes the network up to a time, and takes what became of packets.
    fn advance<N: Network>(&mut self, network: &mut N, until: Time) -> Result<(), Failure> {
        network
            .advance(until)
            .map_err(|error| Failure::Run(error.to_string()))?;
        self.computed = self.computed.max(until);
        for event in network.take_events() {
            let tag = event.tag();
            let Some(held) = self.held.get_mut(tag as usize).and_then(Option::as_mut) else {
                return Err(Failure::Run(format!("the network lost packet {tag}")));
            };
            match event {
                LiveEvent::Delivered { at, ecn, .. } => {
                    let marked = ecn == Ecn::Ce && held.ecn != Ecn::Ce;
                    self.order += 1;
                    self.due.push(Reverse((at, self.order, tag, marked)));
                }
                LiveEvent::Dropped { at, reason, .. } => {
                    self.counts.dropped += 1;
                    self.finish(
                        tag,
                        &format!("dropped:{}", REASONS[reason.index()].id),
                        at,
                        None,
                    )?;
                }
                LiveEvent::Copied { .. } => {
                    held.fates += 1;
                    self.counts.arrived += 1;
                }
            }
        }
        Ok(())
    }

    /// Sends the packets that are due.
    fn deliver(&mut self) -> Result<bool, Failure> {
        let mut any = false;
        while let Some(&Reverse((at, _, tag, marked))) = self.due.peek() {
            let now = self.clock.now()?;
            if at > now {
                break;
            }
            let Some(held) = self.held.get_mut(tag as usize).and_then(Option::as_mut) else {
                return Err(Failure::Run(format!("packet {tag} is due and unknown")));
            };
            let toward = match held.flow.direction {
                Direction::Forward => 1,
                Direction::Reverse => 0,
            };
            frame::complete_checksum(&mut held.bytes);
            if marked {
                frame::mark(&mut held.bytes);
            }
            if !self.ports[toward].send(&held.bytes)? {
                self.is_blocked = true;
                break;
            }
            any = true;
            self.due.pop();
            let late = self.clock.now()?.since(at);
            self.lateness.record(late);
            self.counts.delivered += 1;
            self.counts.marked += u64::from(marked);
            let fate = if marked { "marked" } else { "delivered" };
            self.finish(tag, fate, at, Some(late))?;
        }
        Ok(any)
    }

    /// Records the fate of a packet, and forgets it after its last one.
    fn finish(
        &mut self,
        tag: u32,
        fate: &str,
        at: Time,
        late: Option<Span>,
    ) -> Result<(), Failure> {
        let place = &mut self.held[tag as usize];
        let Some(held) = place else {
            return Ok(());
        };
        let group = self.connections.group(held.flow.group);
        self.list.write(&held.entry(group, fate), Some(at), late)?;
        held.fates -= 1;
        if held.fates == 0 {
            let held = place.take();
            self.buffers.extend(held.map(|held| held.bytes));
            self.free.push(tag);
        }
        Ok(())
    }

    /// Leaves the processor to the kernel's other threads if a real-time thread has hardly slept since the last look.
    fn make_room(&mut self) {
        let slept = std::mem::replace(&mut self.slept, Span::ZERO);
        if let Some(processors) = &mut self.processors
            && slept < REST
        {
            processors.take_next();
        }
    }

    /// Waits until something can happen.
    fn wait<N: Network>(&mut self, network: &mut N, end: Time) -> Result<(), Failure> {
        let due = self.due.peek().map(|Reverse((at, ..))| *at);
        let wake = [due, network.next_at()]
            .into_iter()
            .flatten()
            .fold(end, Time::min);
        let now = self.clock.now()?;
        let left = wake.since(now);
        let sleep = if std::mem::take(&mut self.is_blocked) {
            BLOCKED
        } else if left <= self.watched {
            std::hint::spin_loop();
            return Ok(());
        } else {
            Span(left.0 - self.watched.0).min(LOOK)
        };
        let [a, b] = &self.ports;
        let mut ports = [a, b].map(|port| PollFd::new(port.as_fd(), PollFlags::POLLIN));
        match ppoll(&mut ports, Some(timeout(sleep)), None) {
            Ok(_) | Err(Errno::EINTR) => {}
            Err(error) => return Err(Failure::run("cannot wait for packets", error.into())),
        }
        self.slept = self.slept + self.clock.now()?.since(now);
        Ok(())
    }

    /// Reads the frames that still wait, which no longer enter the network. Call it when
    /// the hosts are disconnected.
    ///
    /// # Errors
    /// An interface that is gone.
    pub fn end(&mut self) -> Result<(), Failure> {
        for from in 0..self.ports.len() {
            loop {
                let before = self.waiting.len();
                self.read(from, BATCH)?;
                if self.waiting.len() == before {
                    break;
                }
            }
        }
        self.counts.after_end += self.waiting.len() as u64;
        self.waiting.clear();
        Ok(())
    }

    /// Writes the packets that are still in the network to the list of packets, which then ends.
    ///
    /// # Errors
    /// A list that cannot be written.
    pub fn end_list(&mut self) -> Result<(), Failure> {
        for held in self.held.iter().flatten() {
            let group = self.connections.group(held.flow.group);
            self.list
                .write(&held.entry(group, "in_flight"), None, None)?;
        }
        self.list.end()
    }

    /// Returns the numbers of packets so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let lost = self.ports.iter().map(|port| u64::from(port.lost())).sum();
        Counts {
            lost,
            connections: self.connections.count(),
            ..self.counts
        }
    }

    /// Number of packets in the network.
    #[must_use]
    pub fn in_flight(&self) -> u64 {
        let held = self.held.iter().flatten();
        held.map(|held| u64::from(held.fates)).sum()
    }

    /// Returns how late packets were delivered.
    #[must_use]
    pub fn lateness(&self) -> &Lateness {
        &self.lateness
    }

    /// Clock of the run.
    #[must_use]
    pub fn clock(&self) -> Clock {
        self.clock
    }
}
