//! Partner flows: each is notified when all data of an order of the other has arrived; see
//! [`exchange`](super::super::exchange).

use super::Population;
use crate::apps::Next;
use crate::sim::exchange::owner;
use crate::sim::flow::TcpFlow;
use crate::sim::scheduler::Scheduler;
use crate::time::Time;

impl Population {
    /// Links groups and their partners.
    pub fn pair_groups(&mut self) {
        for group in &mut self.groups {
            group.partner = None;
        }
        for position in 0..self.groups.len() {
            let Some(owner) = owner(&self.groups[position].id) else {
                continue;
            };
            let mut groups = self.groups.iter();
            if let Some(place) = groups.position(|group| group.id == owner) {
                self.groups[place].partner = Some(position as u16);
                self.groups[position].partner = Some(place as u16);
            }
        }
    }

    /// Returns the partner of a flow: the flow at the same position of the other group.
    pub(super) fn partner_of(&self, flow: u32) -> Option<u32> {
        let group = self.group_of(flow);
        let place = group.flows.binary_search(&flow).ok()?;
        let partner = group.partner?;
        self.groups[partner as usize].flows.get(place).copied()
    }

    /// Returns whether the other side opened the connection with a SYN that it had to repeat. Then this side begins
    /// with one segment too (RFC 5681 Section 3.1).
    pub(super) fn partner_lost_syn(&self, flow: u32) -> bool {
        let partner = self.partner_of(flow);
        let partner = partner.and_then(|partner| self.flows[partner as usize].tcp());
        partner.is_some_and(|partner| partner.sender.syn_sent_again())
    }

    /// All data of an order has reached the other side: the partner handles it, now or when it is no longer busy.
    pub fn on_partner_done(&mut self, from: u32, scheduler: &mut Scheduler) {
        let Some(flow) = self.partner_of(from) else {
            return;
        };
        let Some(tcp) = self.tcp_mut(flow).filter(|tcp| !tcp.has_stopped()) else {
            return;
        };
        let is_busy = tcp.is_busy();
        let Some(application) = &mut tcp.application else {
            return;
        };
        application.partner_orders += 1;
        if !is_busy {
            let next = application.resolve(scheduler.now, Next::AwaitPartner);
            scheduler.start_next(flow, next);
        }
    }
}

impl TcpFlow {
    /// Returns whether the flow sends or has an order.
    fn is_busy(&self) -> bool {
        self.order().is_some() || self.is_sending()
    }

    /// Returns whether the order is due now and has not been started.
    pub(super) fn is_due(&self, now: Time) -> bool {
        let begun = self.transfer().map(|file| file.started);
        let is_new = |at: Time| !self.started || begun.is_none_or(|begun| at > begun);
        !self.is_sending() && (self.order()).is_some_and(|it| it.at <= now && is_new(it.at))
    }
}
