//! Measurements at a switch: means over the outputs, except for drops at inputs.

use std::sync::Arc;

use super::Switch;
use crate::net::by_group::GroupIntegral;
use crate::net::counters::LinkCounters;
use crate::net::meter::{Integrals, LinkMeter};
use crate::packet::Class;
use crate::queue::Backlog;
use crate::spec::Section;
use crate::time::{Span, Time};

impl Switch {
    /// Packets in it, lines included.
    #[must_use]
    pub fn occupied(&self) -> usize {
        let coming: usize = self.inputs.iter().map(|input| input.coming.len()).sum();
        let queued = self
            .outputs
            .iter()
            .map(|output| (output.still_to_come.packets + output.port.backlog().packets) as usize);
        coming + queued.sum::<usize>()
    }

    /// Returns the mean backlog over the outputs, rounded up.
    #[must_use]
    pub fn backlog(&self) -> Backlog {
        let all = self.backlog_of_all();
        Backlog {
            packets: all.packets.div_ceil(self.outputs.len() as u32),
            bytes: all.bytes.div_ceil(self.ports()),
        }
    }

    /// Sum of the backlogs of all outputs.
    fn backlog_of_all(&self) -> Backlog {
        let mut all = Backlog::default();
        for output in &self.outputs {
            let here = output.port.backlog();
            all.packets += here.packets;
            all.bytes += here.bytes;
        }
        all
    }

    /// Bytes of each class that wait at an output, as a mean over all, rounded up.
    #[must_use]
    pub fn bytes_by_class(&self) -> [u64; Class::COUNT] {
        let mut bytes = [0; Class::COUNT];
        for output in &self.outputs {
            for (sum, here) in bytes.iter_mut().zip(output.port.bytes_by_class()) {
                *sum += here;
            }
        }
        bytes.map(|sum| sum.div_ceil(self.ports()))
    }

    /// Returns the lowest and highest sum of all backlogs since the last call.
    pub fn take_extremes(&mut self) -> (Backlog, Backlog) {
        let extremes = (self.low, self.high);
        self.low = self.backlog_of_all();
        self.high = self.low;
        extremes
    }

    pub(super) fn look(&mut self) {
        let backlog = self.backlog_of_all();
        self.low = self.low.least(backlog);
        self.high = self.high.most(backlog);
    }

    /// Backlogs of an output integrated over time, as a mean over all.
    #[must_use]
    pub fn integrals(&self, now: Time) -> Integrals {
        let mut mean = self
            .entry
            .integrals(now, Default::default(), Default::default());
        let share = 1.0 / self.outputs.len() as f64;
        for output in &self.outputs {
            let one = output.port.integrals(now);
            for class in 0..Class::COUNT {
                mean.packet_ps[class] += one.packet_ps[class] * share;
                mean.byte_ps[class] += one.byte_ps[class] * share;
            }
        }
        mean
    }

    /// Backlog of a group at an output integrated over time, as a mean over all.
    #[must_use]
    pub fn group_integral(&self, now: Time, group: usize) -> GroupIntegral {
        let before = self.entry.group_integral(now, group);
        let share = 1.0 / self.outputs.len() as f64;
        let outputs = self.outputs.iter();
        outputs.fold(before, |mean, output| {
            mean.plus(output.port.group_integral(now, group), share)
        })
    }

    /// Measures the backlog of each group; see [`LinkMeter::set_groups`].
    pub fn set_groups(&mut self, now: Time, of_flow: &Arc<[u16]>, groups: usize) {
        self.entry
            .set_groups(now, of_flow, groups, std::iter::empty());
        for output in &mut self.outputs {
            output.port.set_groups(now, of_flow, groups);
        }
    }

    /// Counters of the whole since the start of the run.
    #[must_use]
    pub fn counters(&self) -> LinkCounters {
        self.meters().fold(self.entry.counters, |sum, meter| {
            sum.with_output(&meter.counters)
        })
    }

    /// Returns the mean time that outputs have spent sending.
    #[must_use]
    pub fn busy(&self, now: Time) -> Span {
        let busy: u64 = self.meters().map(|meter| meter.busy(now).0).sum();
        Span((self.entry.counters.transmission.0 + busy) / self.ports())
    }

    /// Returns whether any output is sending.
    #[must_use]
    pub fn is_sending(&self, now: Time) -> bool {
        self.meters().any(|meter| meter.is_sending(now))
    }

    /// Returns the measurements up to `now`.
    #[must_use]
    pub fn measured_until(&self, now: Time) -> LinkMeter {
        let outputs: Vec<LinkMeter> = self
            .outputs
            .iter()
            .map(|output| output.port.measured_until(now))
            .collect();
        self.entry.with_outputs(&outputs)
    }

    /// Lets the varying services of all outputs keep up with `now`.
    pub fn keep_up(&mut self, now: Time) {
        for output in &mut self.outputs {
            output.port.keep_up(now);
        }
    }

    /// Offered and used bits of all outputs; see [`Node::used`](crate::net::node::Node::used).
    #[must_use]
    pub fn used(&self, now: Time) -> Option<(f64, f64)> {
        let used = self.outputs.iter().map(|output| output.port.used(now));
        used.reduce(|a, b| Some((a?.0 + b?.0, a?.1 + b?.1)))?
    }

    /// Writes the gauges of its policer or of the service of its first output, if they are of this kind.
    pub fn policer_gauges(&self, kind: &Section, now: Time, out: &mut [f64]) {
        if let Some(policer) = &self.policer
            && kind.id == self.design.policer.inside().0.id
        {
            policer.gauges(now, out);
        } else if kind.id == self.design.service.inside().0.id
            && let Some(first) = self.outputs.first()
        {
            first.port.gauges(kind, now, out);
        }
    }

    /// Writes the gauges of its kind: packets at inputs, the most in one virtual output queue, and pairs matched last.
    pub fn gauges(&self, out: &mut [f64]) {
        let queues = || {
            self.outputs
                .iter()
                .flat_map(|output| output.at_inputs.iter())
        };
        let values = [
            f64::from(queues().sum::<u32>()),
            f64::from(queues().copied().max().unwrap_or(0)),
            self.matched as f64,
        ];
        for (place, value) in out.iter_mut().zip(values) {
            *place = value;
        }
    }

    /// Restarts the measurements at `now`.
    pub fn restart_measuring(&mut self, now: Time) {
        self.entry.restart(now, Backlog::default(), 0);
        for output in &mut self.outputs {
            output.port.restart_measuring(now);
        }
    }

    fn meters(&self) -> impl Iterator<Item = &LinkMeter> {
        self.outputs.iter().map(|output| output.port.meter())
    }
}
