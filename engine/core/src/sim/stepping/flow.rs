//! State of a flow before a step, and its trace events.

use crate::sim::event::Event;
use crate::sim::flow::{FlowCounters, FlowDrops, FlowKind, TcpFlow};
use crate::sim::run::Run;
use crate::sim::script::Step;
use crate::sim::trace_event::{AckFacts, FlowAction, SenderFacts, SentFacts, TraceEventKind};
use crate::tcp::numbers::extended;
use crate::tcp::sender::Timer;

/// State of a flow.
pub(super) struct FlowBefore {
    pub flow: u32,
    pub counters: FlowCounters,
    drops: FlowDrops,
    sender: Option<SenderBefore>,
    /// Number and size of the packet that the source has planned.
    pub planned: Option<(u32, u16)>,
}

struct SenderBefore {
    first: u64,
    unacked: u64,
    cwnd: f64,
    state: u8,
    timer: Timer,
    finished: bool,
}

impl FlowBefore {
    pub fn of(run: &Run, flow: u32) -> FlowBefore {
        let state = &run.population.flows[flow as usize];
        FlowBefore {
            flow,
            counters: state.counters,
            drops: state.drops,
            sender: state.tcp().map(SenderBefore::of),
            planned: match &state.kind {
                FlowKind::Open(open) => open.upcoming(),
                FlowKind::Tcp(_) => None,
            },
        }
    }

    /// Describes an event of the flow; `None` if it changed nothing.
    pub fn describe_flow_event(
        &self,
        run: &Run,
        event: &Event,
        step: Option<&Step>,
    ) -> Option<TraceEventKind> {
        let counters = &run.population.flows[self.flow as usize].counters;
        let sender = step.and_then(|step| Some(self.sender.as_ref()?.facts(run, self.flow, step)));
        let reacts = sender.is_some();
        let (mut number, mut ack) = (0, None);
        let (action, happened) = match event {
            Event::Arrives(packet) => {
                let before = self.sender.as_ref()?;
                number = extended(packet.number, before.unacked);
                ack = Some(before.ack_facts(number, step));
                let came = counters.acks_arrived > self.counters.acks_arrived;
                (FlowAction::Acked, came)
            }
            Event::Starts(_) | Event::GroupArrival(_) => {
                (FlowAction::Starts, reacts || self.sender.is_none())
            }
            Event::Stops(_) => (FlowAction::Stops, true),
            Event::RetransmissionTimer(_) => (self.sender.as_ref()?.timer_action(), reacts),
            Event::PacingTimer(_) => (FlowAction::Paced, reacts),
            Event::Writes(_) => (FlowAction::Wrote, reacts),
            Event::DelayedAckTimer(_) => {
                number = run.tcp(self.flow)?.receiver.expected();
                (
                    FlowAction::AckSent,
                    counters.acks_sent > self.counters.acks_sent,
                )
            }
            Event::Emitted { .. } | Event::ScheduleChange(_) | Event::OrderDelivered(_) => {
                return None;
            }
        };
        happened.then(|| TraceEventKind::OfFlow {
            flow: run.flow_facts(self.flow),
            action,
            number,
            ack,
            sender,
        })
    }

    /// Packets for which the flow's own link had no room.
    pub fn describe_refusals(&self, run: &Run, events: &mut Vec<TraceEventKind>) {
        let drops = &run.population.flows[self.flow as usize].drops;
        let packets = drops.access - self.drops.access;
        if packets > 0 {
            let flow = run.flow_facts(self.flow);
            events.push(TraceEventKind::of_flow(
                flow,
                FlowAction::AccessDropped,
                packets,
            ));
        }
    }

    /// Describes the completion of a transfer.
    pub fn describe_completion(&self, run: &Run, events: &mut Vec<TraceEventKind>) {
        let transfer = run.tcp(self.flow).and_then(TcpFlow::transfer);
        let (Some(before), Some(transfer)) = (&self.sender, transfer) else {
            return;
        };
        if transfer.finished.is_some() && !before.finished {
            let flow = run.flow_facts(self.flow);
            events.push(TraceEventKind::of_flow(
                flow,
                FlowAction::Finished,
                transfer.segments,
            ));
        }
    }
}

impl SenderBefore {
    fn of(tcp: &TcpFlow) -> SenderBefore {
        let sender = &tcp.sender;
        let transfer = tcp.transfer();
        SenderBefore {
            first: sender.first(),
            unacked: sender.unacked(),
            cwnd: sender.window().cwnd,
            state: sender.state(),
            timer: sender.timer(),
            finished: transfer.is_some_and(|transfer| transfer.finished.is_some()),
        }
    }

    fn timer_action(&self) -> FlowAction {
        match self.timer {
            Timer::Retransmission => FlowAction::TimedOut,
            Timer::Reordering => FlowAction::Reordered,
            Timer::Probe => FlowAction::Probed,
            Timer::Hold => FlowAction::Released,
        }
    }

    /// Returns the content of an acknowledgment with this number, as the sender received it.
    fn ack_facts(&self, number: u64, step: Option<&Step>) -> AckFacts {
        let note = step.and_then(|step| step.heard.note());
        AckFacts {
            news: number.saturating_sub(self.unacked),
            blocks: note.map_or_else(Vec::new, |note| note.blocks().collect()),
            congestion: note.is_some_and(|note| note.congestion),
            stale: number < self.first,
        }
    }

    fn facts(&self, run: &Run, flow: u32, step: &Step) -> SenderFacts {
        let state = run.tcp(flow).map_or(self.state, |tcp| tcp.sender.state());
        SenderFacts {
            cwnd: (self.cwnd, step.cwnd),
            state: (self.state, state),
            in_flight: step.in_flight,
            sent: SentFacts::of(&step.sent),
        }
    }
}
