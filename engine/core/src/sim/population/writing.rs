//! Streams: applications that write data into a connection at a constant rate, one segment at a time.

use super::{Member, Population};
use crate::apps::reports::{Report, Write};
use crate::apps::{Size, TransferStatistics, Workload, Writing};
use crate::sim::event::Event;
use crate::sim::flow::{FlowKind, TcpFlow};
use crate::sim::record::Record;
use crate::sim::scheduler::Scheduler;
use crate::tcp::config::TcpConfig;
use crate::time::{Span, Time};

/// Greatest number of segments of a flow whose delivery is timed at once; those behind them are not. The default send
/// buffer holds a tenth of them.
const MOST_TIMED: usize = 1 << 16;

impl Population {
    /// Adapts streams to a changed workload, at once: the share of the gap that is left stays left of the new gap.
    pub(super) fn reconfigure_writing(
        &mut self,
        flows: &[u32],
        old: &Workload,
        scheduler: &mut Scheduler,
    ) {
        for &flow in flows {
            let mut member = self.member(flow);
            let new = member.group.tcp.as_ref().map(|tcp| tcp.workload.writing());
            let (Some(Some(new)), FlowKind::Tcp(tcp)) = (new, &mut member.flow.kind) else {
                return;
            };
            if !tcp.may_write() {
                continue;
            }
            match (old.writing(), tcp.writes_at()) {
                (Some(old), at) if at != Time::NEVER => {
                    let left = at.since(scheduler.now).0 as f64 * old.rate_bps / new.rate_bps;
                    tcp.plan_write(flow, scheduler.now + Span((left + 0.5) as u64), scheduler);
                }
                _ => member.plan_write(scheduler),
            }
        }
    }
}

impl Member<'_> {
    /// Plans the first write of a stream that begins or goes on now.
    pub(super) fn plan_write(&mut self, scheduler: &mut Scheduler) {
        if let FlowKind::Tcp(tcp) = &mut self.flow.kind
            && tcp.may_write()
        {
            tcp.plan_write(self.number, scheduler.now, scheduler);
        }
    }

    /// The application writes a segment, if the event is still valid, and plans the next one.
    pub fn on_write(&mut self, scheduler: &mut Scheduler, record: &mut Record) {
        let now = scheduler.now;
        let (FlowKind::Tcp(tcp), Some(config)) = (&mut self.flow.kind, &self.group.tcp) else {
            return;
        };
        if tcp.writes_at() != now {
            scheduler.obsolete += 1;
            return;
        }
        let Some(writing) = config.workload.writing().filter(|_| tcp.may_write()) else {
            tcp.forget_write();
            return;
        };
        let write = tcp.write(now, &writing, config);
        self.group.transfers.report(&Report::Write(write), now);
        let gap_s = f64::from(config.segment_bytes) * 8.0 / writing.rate_bps;
        let next = now + Span::from_s(gap_s).max(Span(1));
        tcp.plan_write(self.number, next, scheduler);
        if !write.is_skipped {
            self.wake(scheduler, record);
        }
    }
}

impl TcpFlow {
    /// Returns whether the data of the current order is [written](Size::Written) bit by bit.
    pub(in crate::sim) fn is_written(&self) -> bool {
        let order = self.application.as_ref().and_then(|it| it.order);
        order.is_some_and(|order| order.size == Size::Written)
    }

    /// Opens a connection without data.
    pub(in crate::sim) fn open_stream(&mut self, config: &TcpConfig) {
        if let Some(application) = &mut self.application {
            application.written.clear();
        }
        if self.started {
            self.sender.reopen(0, config);
        } else {
            self.sender.send_only(0, config);
        }
    }

    /// Reports the segments of a stream that are delivered in order at `at`.
    #[inline(never)]
    pub(in crate::sim) fn deliver_written(&mut self, at: Time, transfers: &mut TransferStatistics) {
        let next = self.receiver.expected();
        let Some(application) = &mut self.application else {
            return;
        };
        let delivered = |(number, _): &mut (u64, Time)| *number < next;
        while let Some((_, written)) = application.written.pop_front_if(delivered) {
            transfers.report(&Report::Delivered(at.since(written)), at);
        }
    }

    /// Reports an order whose data is delivered in order at `at`, all of it.
    #[inline(never)]
    pub(in crate::sim) fn deliver_order(&mut self, at: Time, transfers: &mut TransferStatistics) {
        let order = self.application.as_ref().and_then(|it| it.order);
        if let Some(order) = order {
            transfers.report(&Report::Delivered(at.since(order.at)), at);
        }
    }

    /// Returns whether the flow is a stream that has begun and goes on.
    fn may_write(&self) -> bool {
        let rests = self.stopped || self.paused || self.ending_stream;
        self.started && !rests && self.is_written()
    }

    fn writes_at(&self) -> Time {
        (self.application.as_ref()).map_or(Time::NEVER, |application| application.writes_at)
    }

    /// Plans the next write. A write that was planned before is obsolete.
    fn plan_write(&mut self, flow: u32, at: Time, scheduler: &mut Scheduler) {
        if let Some(application) = &mut self.application
            && application.writes_at != at
        {
            application.writes_at = at;
            scheduler.schedule(at, Event::Writes(flow));
        }
    }

    /// The stream has ended or rests: no write is planned any more.
    fn forget_write(&mut self) {
        if let Some(application) = &mut self.application {
            application.writes_at = Time::NEVER;
        }
    }

    /// Writes a segment, if the send buffer has room for it. An empty buffer has.
    fn write(&mut self, now: Time, writing: &Writing, config: &TcpConfig) -> Write {
        let segment = u64::from(config.segment_bytes);
        let segments = self.sender.end() - self.sender.unacked();
        let backlog_bytes = segments * segment;
        let is_skipped = segments > 0 && backlog_bytes + segment > writing.send_buffer_bytes;
        if !is_skipped {
            let number = self.sender.end();
            self.sender.send_until(number + 1);
            if let Some(application) = &mut self.application
                && application.written.len() < MOST_TIMED
            {
                application.written.push_back((number, now));
            }
        }
        Write {
            backlog_bytes,
            is_skipped,
        }
    }
}
