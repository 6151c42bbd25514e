//! Switch: lines bring packets to its inputs, a crossbar moves them as cells to its outputs, and each output is a
//! port that sends them.
//!
//! The ports share the rate of their bottleneck: with N inputs and N outputs, each has 1/N of it. Outputs may form
//! groups, the channels to one next hop: each packet takes a random channel of its group ("distributed uniformly
//! among different channels"), so a burst is spread over them. Flows are spread evenly over pairs of inputs and
//! groups. Packets of an input follow each other on its line, which has an unlimited buffer in front, so only the
//! switch itself limits them. A packet waits at its input until its last bit has arrived.
//!
//! Source: Ganjali 2007 Section 5.1. A switch that emulates an output-queued one (Chuang et al. 1999) drops the
//! same packets, and its outputs send in the same order.
//!
//! Measurements are means over the outputs, except for drops at inputs. The queueing delay excludes the time at
//! inputs.

pub mod fabric;
mod measurements;
pub mod router;
pub mod scheduler;
pub mod slotted;

use super::meter::LinkMeter;
use super::port::{Admission, Design, Port, State};
use super::router_state::RouterState;
use super::wire::Wire;
use crate::packet::Packet;
use crate::policer::{self, Policer};
use crate::queue::waiting::in_order;
use crate::queue::{Backlog, Limit, Reason, Waiter};
use crate::rng::Rng;
use crate::slots::Slots;
use crate::time::Time;
use fabric::{Cells, Fabric};
use router::Cioq;
use scheduler::{Policy, Scheduler};
use std::collections::VecDeque;

/// State of a switch.
#[derive(Clone, Debug)]
pub struct Switch {
    router: Cioq,
    design: Design,
    /// Policer before the inputs, if there is one.
    policer: Option<Box<policer::State>>,
    inputs: Vec<Input>,
    fabric: Fabric,
    scheduler: Scheduler,
    /// Time slots; the crossbar moves cells at the beginning of each.
    phases: Slots,
    /// Time of the next move of the crossbar; never if no cell waits.
    moves_at: Time,
    /// Packets whose cells wait, by their number, and free numbers.
    split: Vec<SplitPacket>,
    free: Vec<u32>,
    outputs: Vec<Output>,
    /// Output that sent the last packet.
    sent_last: usize,
    /// Pairs of the last matching.
    matched: usize,
    /// Arrivals, drops at inputs, and all measurements from before this switch existed; the rest is measured at
    /// outputs.
    entry: LinkMeter,
    dropped: Vec<(Packet, Reason)>,
    low: Backlog,
    high: Backlog,
    /// Random stream that chooses the channel of each packet.
    rng: Rng,
}

/// A line that brings packets to an input.
#[derive(Clone, Debug)]
struct Input {
    wire: Wire,
    free: Time,
    /// Packets on the line, with the arrival times of their last bits.
    coming: VecDeque<(Time, Packet)>,
}

/// A packet of which cells wait.
#[derive(Clone, Copy, Debug)]
struct SplitPacket {
    packet: Packet,
    input: u8,
    cells_left: u32,
}

#[derive(Clone, Debug)]
struct Output {
    port: Port,
    /// Packets for it at each input.
    at_inputs: Vec<u32>,
    /// Backlog of these packets at all inputs.
    still_to_come: Backlog,
    /// The slot from which on an output-queued switch would have nothing to send.
    shadow_free: u64,
    /// Packets not at the port yet, in the order of the output-queued switch; numbers in `split`.
    order: VecDeque<u32>,
}

impl Switch {
    /// An idle switch in front of lines that are `design` together; each output has a stream of chance of its own.
    #[must_use]
    pub fn new(router: Cioq, design: Design, rng_of: &dyn Fn(u64) -> Rng) -> Switch {
        let ports = router.ports();
        let each = share(&design, ports);
        let input = Input {
            wire: Wire::new(Some(each.rate_bps)),
            free: Time::ZERO,
            coming: VecDeque::new(),
        };
        let output = |number| Output {
            port: Port::new(each.clone(), rng_of(number)),
            at_inputs: vec![0; ports],
            still_to_come: Backlog::default(),
            shadow_free: 0,
            order: VecDeque::new(),
        };
        Switch {
            inputs: vec![input; ports],
            fabric: Fabric::new(ports),
            scheduler: Scheduler::new(router.scheduler, ports),
            phases: Slots::new(Time::ZERO, router.phase(each.rate_bps)),
            moves_at: Time::NEVER,
            split: Vec::new(),
            free: Vec::new(),
            outputs: (0..ports as u64).map(output).collect(),
            sent_last: 0,
            matched: 0,
            entry: LinkMeter::new(Limit::default()),
            dropped: Vec::new(),
            low: Backlog::default(),
            high: Backlog::default(),
            rng: rng_of(ports as u64),
            router,
            policer: design.policer.begin(Time::ZERO),
            design,
        }
    }

    /// Returns the parameters of this kind.
    #[must_use]
    pub fn router(&self) -> &Cioq {
        &self.router
    }

    /// Returns the configuration of all links together, and the queue of each output.
    #[must_use]
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// Puts a packet on the line to its input, which has an unlimited buffer.
    pub fn arrive(&mut self, now: Time, mut packet: Packet) -> Admission {
        if let Some(policer) = &mut self.policer {
            let (passes, marked) = policer.police(now, &mut packet);
            self.entry.counters.marked += u64::from(marked);
            if !passes {
                return self.refuse(&packet, Reason::Policer);
            }
        }
        self.entry.counters.arrived.count(packet.class());
        let input = self.input_of(packet.flow());
        let Input { wire, free, coming } = &mut self.inputs[input];
        *free = (*free).max(now) + wire.transmission_time(packet.bytes);
        coming.push_back((*free, packet));
        Admission::Begun
    }

    /// Counts the arrival of a packet that is dropped for `reason`.
    pub fn refuse(&mut self, packet: &Packet, reason: Reason) -> Admission {
        self.entry.counters.arrived.count(packet.class());
        self.entry.counters.dropped_at(packet.class(), reason);
        Admission::Dropped(reason)
    }

    /// Returns the time of the next action.
    #[must_use]
    pub fn next_at(&self) -> Time {
        let lines = self
            .inputs
            .iter()
            .filter_map(|input| Some(input.coming.front()?.0));
        let ports = self.outputs.iter().map(|output| output.port.next_at());
        lines
            .chain(ports)
            .chain([self.moves_at])
            .min()
            .unwrap_or(Time::NEVER)
    }

    /// Performs the actions due at `now`, and returns a packet that has left, if any. More may leave at the same time.
    pub fn on_time(&mut self, now: Time) -> Option<Packet> {
        self.admit_slow(now);
        if self.moves_at == now {
            self.transfer(now);
        }
        let due = |output: &Output| output.port.next_at() == now;
        let output = self.outputs.iter().position(due)?;
        let left = self.outputs[output].port.on_time(now);
        self.sent_last = output;
        self.look();
        left
    }

    /// Counts the packet that has just left as lost on the line.
    pub fn lose(&mut self, packet: &Packet, reason: Reason) {
        self.outputs[self.sent_last].port.lose(packet, reason);
    }

    /// The input of a flow. All pairs of inputs and groups of outputs are taken in turn.
    fn input_of(&self, flow: u32) -> usize {
        flow as usize % self.router.ports()
    }

    /// An output for the next packet of a flow: any channel of its group.
    fn choose_output(&mut self, flow: u32) -> usize {
        let (flow, ports) = (flow as usize, self.router.ports());
        let channels = (self.router.group_channels as usize).clamp(1, ports);
        let first = channels * ((flow + flow / ports) % ports.div_ceil(channels));
        match channels.min(ports - first) {
            1 => first,
            width => first + (self.rng.uniform() * width as f64) as usize % width,
        }
    }

    /// Packets whose last bit is here wait for the crossbar.
    fn admit_slow(&mut self, now: Time) {
        for input in 0..self.inputs.len() {
            while let Some(&(at, packet)) = self.inputs[input].coming.front()
                && at <= now
            {
                self.inputs[input].coming.pop_front();
                self.admit(now, input, packet);
            }
        }
    }

    fn admit(&mut self, now: Time, input: usize, packet: Packet) {
        let to = self.choose_output(packet.flow());
        if !self.has_room(input, to, packet.bytes) {
            self.entry.counters.dropped_at(packet.class(), Reason::Tail);
            self.dropped.push((packet, Reason::Tail));
            return;
        }
        let cells = self.router.cells(packet.bytes);
        let number = self.number(SplitPacket {
            packet,
            input: input as u8,
            cells_left: cells,
        });
        let slot = self.phases.at(now) / u64::from(self.router.speedup);
        let ahead = self.ahead(to);
        let output = &mut self.outputs[to];
        let leaves = output.shadow_free.max(slot);
        output.shadow_free = leaves + u64::from(cells);
        output.at_inputs[input] += 1;
        output.still_to_come.add(&packet);
        output.order.push_back(number);
        let cells = Cells {
            id: number.into(),
            output: to as u8,
            leaves,
            count: cells,
        };
        self.fabric.push(input, cells, ahead);
        if self.moves_at == Time::NEVER {
            self.moves_at = self.phases.next_start(now);
        }
    }

    /// Returns whether a packet may wait at its input; when an output-queued switch is emulated, whether it would
    /// fit there.
    fn has_room(&self, input: usize, to: usize, bytes: u16) -> bool {
        let output = &self.outputs[to];
        if self.router.scheduler != Policy::StableMarriage {
            return output.at_inputs[input] < self.router.voq_limit_packets;
        }
        let (there, here) = (output.port.backlog(), output.still_to_come);
        let queued = Backlog {
            packets: there.packets + here.packets,
            bytes: there.bytes + here.bytes,
        };
        self.design.queue.limit().fits(queued, bytes)
    }

    /// Cells that a packet lets go first at its input: as many as its output has to send already (Chuang et al. 1999,
    /// "critical cells first").
    fn ahead(&self, to: usize) -> u64 {
        match self.router.scheduler {
            Policy::StableMarriage => {
                let bytes = self.outputs[to].port.backlog().bytes;
                bytes.div_ceil(self.router.cell_bytes.into())
            }
            _ => u64::MAX,
        }
    }

    fn number(&mut self, split: SplitPacket) -> u32 {
        if let Some(number) = self.free.pop() {
            self.split[number as usize] = split;
            return number;
        }
        self.split.push(split);
        self.split.len() as u32 - 1
    }

    /// The crossbar moves: a cell from each input that is matched.
    fn transfer(&mut self, now: Time) {
        let matching = self.scheduler.choose(&self.fabric);
        self.matched = matching.pairs.len();
        for (input, to) in matching.pairs {
            let Some(cell) = self.fabric.take(input.into(), to.into()) else {
                unreachable!("only inputs that have a cell for an output are matched with it");
            };
            let split = &mut self.split[cell.id as usize];
            split.cells_left -= 1;
            if split.cells_left == 0 {
                self.reassemble(now, to.into(), cell.id as u32);
            }
        }
        self.moves_at = if self.fabric.is_empty() {
            Time::NEVER
        } else {
            self.phases.next_start(now)
        };
        self.look();
    }

    /// All cells of a packet are at its output: it reaches the port. When an output-queued switch is emulated, it
    /// waits for the packets that leave that switch earlier.
    fn reassemble(&mut self, now: Time, to: usize, number: u32) {
        let input = self.split[number as usize].input;
        let output = &mut self.outputs[to];
        output.at_inputs[usize::from(input)] -= 1;
        if self.router.scheduler != Policy::StableMarriage {
            output.order.retain(|&other| other != number);
            self.reach_output(now, to, number);
            return;
        }
        while let Some(&first) = self.outputs[to].order.front()
            && self.split[first as usize].cells_left == 0
        {
            self.outputs[to].order.pop_front();
            self.reach_output(now, to, first);
        }
    }

    /// Hands a packet to the port of its output.
    fn reach_output(&mut self, now: Time, to: usize, number: u32) {
        let packet = self.split[number as usize].packet;
        let output = &mut self.outputs[to];
        output.still_to_come.remove(&packet);
        self.free.push(number);
        if let Admission::Dropped(reason) = output.port.arrive(now, packet) {
            self.dropped.push((packet, reason));
        }
    }

    /// Returns the packets dropped inside since the last call.
    pub fn take_dropped(&mut self) -> Vec<(Packet, Reason)> {
        let ports = self.outputs.iter_mut().map(|output| &mut output.port);
        let late = ports.flat_map(Port::take_dropped);
        let mut dropped = std::mem::take(&mut self.dropped);
        dropped.extend(late);
        dropped
    }

    /// Changes rate, delay or queue.
    pub fn reconfigure(&mut self, now: Time, design: Design) {
        let each = share(&design, self.router.ports());
        self.phases.hold(now);
        self.phases.set_span(self.router.phase(each.rate_bps));
        for input in &mut self.inputs {
            input.wire = Wire::new(Some(each.rate_bps));
        }
        for output in &mut self.outputs {
            output.port.reconfigure(now, each.clone());
        }
        if self.design.policer != design.policer {
            design.policer.apply_to(&mut self.policer, now);
        }
        self.design = design;
    }

    /// Removes the complete state, for the router that replaces this one.
    #[must_use]
    pub fn export_state(&mut self, now: Time) -> RouterState {
        let given: Vec<RouterState> = self
            .outputs
            .iter_mut()
            .map(|output| output.port.export_state(now))
            .collect();
        let meters: Vec<LinkMeter> = given.iter().map(|given| given.meter.clone()).collect();
        let waiting = given.iter().flat_map(|given| &given.waiting);
        let waiting = in_order(waiting.copied().collect());
        let mut dropped = std::mem::take(&mut self.dropped);
        dropped.extend(given.into_iter().flat_map(|given| given.dropped));
        RouterState {
            meter: self.entry.with_outputs(&meters),
            waiting,
            coming: self.not_at_outputs(),
            dropped,
        }
    }

    /// Packets at the inputs, of each output in the order in which they came, and then those on their way there.
    fn not_at_outputs(&self) -> Vec<Packet> {
        let orders = self.outputs.iter().flat_map(|output| output.order.iter());
        let at_inputs = orders.map(|&number| self.split[number as usize].packet);
        let lines = self.inputs.iter().flat_map(|input| input.coming.iter());
        let on_line = |&(since, packet): &(Time, Packet)| Waiter { packet, since };
        let on_lines = in_order(lines.map(on_line).collect());
        let on_lines = on_lines.into_iter().map(|waiter| waiter.packet);
        at_inputs.chain(on_lines).collect()
    }

    /// Takes the state of another router into this new switch. Packets that waited for a link wait at outputs.
    pub fn import_state(&mut self, now: Time, router_state: RouterState) {
        let limit = self.design.queue.limit();
        for output in &mut self.outputs {
            let meter = LinkMeter::beside(&router_state.meter, limit, now);
            output.port.set_meter(meter);
        }
        self.entry = router_state.meter.of_lines(self.ports());
        self.dropped = router_state.dropped;
        for waiter in router_state.waiting {
            let to = self.choose_output(waiter.packet.flow());
            self.outputs[to].port.adopt(now, waiter);
        }
        for output in &mut self.outputs {
            output.port.start_sending(now);
        }
        for packet in router_state.coming {
            self.entry.uncount(packet.class());
            self.arrive(now, packet);
        }
        self.look();
    }

    /// Iterates over all packets in the switch.
    pub fn packets(&self) -> impl Iterator<Item = &Packet> {
        let lines = self.inputs.iter().flat_map(|input| input.coming.iter());
        let orders = self.outputs.iter().flat_map(|output| output.order.iter());
        let split = orders.map(|&number| &self.split[number as usize].packet);
        let ports = self.outputs.iter().flat_map(|output| output.port.packets());
        lines.map(|(_, packet)| packet).chain(split).chain(ports)
    }

    /// Returns the state of the link of each output.
    #[must_use]
    pub fn states(&self) -> Vec<State> {
        let lines = self.outputs.iter();
        lines.map(|output| *output.port.state()).collect()
    }

    /// Returns the number of outputs.
    #[must_use]
    pub fn ports(&self) -> u64 {
        self.outputs.len() as u64
    }
}

/// Returns the configuration of one output, given that of all together.
fn share(design: &Design, ports: usize) -> Design {
    Design {
        rate_bps: design.rate_bps / ports as f64,
        policer: Policer::NONE,
        share: 1.0 / ports as f64,
        ..design.clone()
    }
}
