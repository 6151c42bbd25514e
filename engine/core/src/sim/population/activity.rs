//! Activity of flows: the schedule of a group pauses and resumes them; see [`Schedule`](crate::sim::schedule::Schedule).

use super::{Member, Population};
use crate::apps::Order;
use crate::sim::event::Event;
use crate::sim::flow::FlowKind;
use crate::sim::record::Record;
use crate::sim::scheduler::Scheduler;
use crate::time::Time;

impl Population {
    /// Changes the number of active flows of a group, if the event is still valid.
    pub fn on_schedule_change(
        &mut self,
        position: u32,
        scheduler: &mut Scheduler,
        record: &mut Record,
    ) {
        let schedule = &self.groups[position as usize].schedule;
        if (schedule.as_ref()).is_some_and(|schedule| schedule.planned == scheduler.now) {
            self.apply_schedule(position as usize, scheduler, record);
        }
    }

    /// Pauses and resumes flows according to the schedule of a group, and plans its next change.
    pub(super) fn apply_schedule(
        &mut self,
        position: usize,
        scheduler: &mut Scheduler,
        record: &mut Record,
    ) {
        let group = &mut self.groups[position];
        let Some(schedule) = &mut group.schedule else {
            return;
        };
        let (active, next) = schedule.at(scheduler.now);
        if next != schedule.planned && next != Time::NEVER {
            scheduler.schedule(next, Event::ScheduleChange(position as u32));
        }
        schedule.planned = next;
        let members = group.flows.clone();
        for (place, flow) in members.into_iter().enumerate() {
            if place < active {
                self.resume(flow, scheduler, record);
            } else {
                self.pause(flow, scheduler);
            }
        }
    }

    fn pause(&mut self, flow: u32, scheduler: &mut Scheduler) {
        self.leave_team(flow, scheduler);
        let mut member = self.member(flow);
        member.release_emitted(scheduler);
        let Member {
            flow: state, group, ..
        } = member;
        match &mut state.kind {
            FlowKind::Tcp(tcp) if !tcp.paused => {
                tcp.integrate_window(scheduler.now.max(tcp.cwnd_until));
                if tcp.pause() {
                    group.end_sending(tcp.sender.window().cwnd);
                }
                let position = usize::from(state.group);
                self.remove_idle_flows(position, &[flow]);
            }
            FlowKind::Open(open) if !open.is_paused() => open.pause(),
            _ => {}
        }
    }

    fn resume(&mut self, flow: u32, scheduler: &mut Scheduler, record: &mut Record) {
        let now = scheduler.now;
        let mut member = self.member(flow);
        let has_begun = member.flow.starts <= now;
        match &mut member.flow.kind {
            FlowKind::Tcp(tcp) if tcp.paused => {
                tcp.paused = false;
                if has_begun && !tcp.has_stopped() {
                    self.resume_sender(flow, scheduler, record);
                }
            }
            FlowKind::Open(open) if open.is_paused() => {
                open.resume(now, member.group.open.as_ref());
                if has_begun {
                    member.plan_emission(scheduler);
                }
            }
            _ => {}
        }
    }

    /// Resumes a sender: with the rest of its data, or with the orders that have become due meanwhile.
    fn resume_sender(&mut self, flow: u32, scheduler: &mut Scheduler, record: &mut Record) {
        let now = scheduler.now;
        let mut member = self.member(flow);
        let (FlowKind::Tcp(tcp), Some(config)) = (&mut member.flow.kind, &member.group.tcp) else {
            return;
        };
        if !std::mem::take(&mut tcp.cut_short) {
            let is_due = |order: &Order| {
                let begun = tcp.transfer().map(|file| file.started);
                order.at <= now && begun.is_none_or(|begun| order.at > begun) && !tcp.is_sending()
            };
            if tcp.order().as_ref().is_none_or(is_due) && !tcp.is_sending() {
                self.on_start(flow, scheduler, record);
            }
            return;
        }
        let has_rested = tcp.sender.is_done();
        if tcp.is_written() {
            if has_rested {
                tcp.open_stream(config);
            }
        } else if has_rested && tcp.transfer().is_none() {
            tcp.sender.reopen_endless(config);
        } else {
            tcp.sender.send_until(tcp.ends());
        }
        if has_rested {
            tcp.cwnd_until = now;
            member.group.begin_sending(tcp.sender.window().cwnd);
        }
        member.plan_write(scheduler);
        member.wake(scheduler, record);
    }
}
