//! Measurements at a link with a queue.
//!
//! Queue lengths are weighted by time and exclude the packet in transmission, as in the queue monitor of ns-2.
//! Arrivals and drops are counted over the measured time, which begins after the warm-up.

use std::sync::Arc;

use super::by_group::{ByGroup, GroupIntegral};
use super::counters::LinkCounters;
use super::occupancy::{Occupancy, float};
use crate::histogram::Histogram;
use crate::packet::{Class, Packet};
use crate::queue::{Backlog, Limit};
use crate::time::{PS_PER_S, Span, Time};

/// Backlogs integrated over time since the start of the run. The difference between two times, divided by the time
/// between them, is the mean backlog in that interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Integrals {
    /// Packets waiting of each class, times picoseconds.
    pub packet_ps: [f64; Class::COUNT],
    /// Bytes waiting of each class, times picoseconds.
    pub byte_ps: [f64; Class::COUNT],
}

/// Measurements at one link.
#[derive(Clone, Debug)]
pub struct LinkMeter {
    /// Counters since the start of the run.
    pub counters: LinkCounters,
    base: LinkCounters,
    since: Time,
    last: Time,
    /// End of the last transmission.
    free_at: Time,
    /// Sums over time are kept in picoseconds, so that nothing is divided while the run goes on.
    packet_ps: f64,
    byte_ps: f64,
    /// Moments since the start of the run.
    moments: Moments,
    /// Backlogs of the groups of flows, if they are measured.
    by_group: Option<Box<ByGroup>>,
    empty_ps: f64,
    no_tcp_ps: f64,
    max: Backlog,
    /// Histogram of queueing delays in nanoseconds, to two digits.
    delays_ns: Histogram<8>,
    delay_sum_ps: f64,
    occupancy: Occupancy,
}

/// By class: the sum of size times departure time, minus the sum of size times arrival time.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    packets: [f64; Class::COUNT],
    bytes: [f64; Class::COUNT],
}

impl LinkMeter {
    /// A meter for a queue with this limit.
    #[must_use]
    pub fn new(limit: Limit) -> LinkMeter {
        LinkMeter {
            counters: LinkCounters::default(),
            base: LinkCounters::default(),
            since: Time::ZERO,
            last: Time::ZERO,
            free_at: Time::ZERO,
            packet_ps: 0.0,
            byte_ps: 0.0,
            moments: Moments::default(),
            by_group: None,
            empty_ps: 0.0,
            no_tcp_ps: 0.0,
            max: Backlog::default(),
            delays_ns: Histogram::default(),
            delay_sum_ps: 0.0,
            occupancy: Occupancy::for_limit(limit),
        }
    }

    /// Accounts for the time since the last call, during which `waiting` (with `tcp_packets` of TCP
    /// data among them) did not change.
    #[inline]
    pub fn hold(&mut self, now: Time, waiting: Backlog, tcp_packets: u32) {
        let held = float(now.since(self.last).0);
        self.last = now;
        self.packet_ps += held * f64::from(waiting.packets);
        self.byte_ps += held * float(waiting.bytes);
        if waiting.packets == 0 {
            self.empty_ps += held;
        }
        if tcp_packets == 0 {
            self.no_tcp_ps += held;
        }
        self.occupancy.hold(held, waiting);
    }

    /// Adds a packet that begins to wait.
    #[inline]
    pub fn joins(&mut self, now: Time, packet: &Packet) {
        let (at, class) = (float(now.0), packet.class().index());
        self.moments.packets[class] -= at;
        self.moments.bytes[class] -= f64::from(packet.bytes) * at;
        if let Some(by_group) = &mut self.by_group {
            by_group.joins(at, packet);
        }
    }

    /// Removes a packet that stops waiting, to be sent or dropped.
    #[inline]
    pub fn leaves(&mut self, now: Time, packet: &Packet) {
        let (at, class) = (float(now.0), packet.class().index());
        self.moments.packets[class] += at;
        self.moments.bytes[class] += f64::from(packet.bytes) * at;
        if let Some(by_group) = &mut self.by_group {
            by_group.leaves(at, packet);
        }
    }

    /// Backlogs integrated from the start of the run to `now`, at which so many packets and bytes of each
    /// class are there.
    ///
    /// A packet of b bytes that waits from s to t adds b·(t − s): every departure adds b·t, every arrival
    /// takes b·s away, and what still waits counts as if it left now; as a packet it is a b of 1. So a packet
    /// costs two products, rather than one per class at each change of the queue. Sums are rounded: after 1,000 s with
    /// 20 kB waiting, a packet that passes moves a mean over 1 ms by up to 2·10⁻⁶ bytes.
    #[must_use]
    pub fn integrals(
        &self,
        now: Time,
        packets: [u32; Class::COUNT],
        bytes: [u64; Class::COUNT],
    ) -> Integrals {
        let until = now.0 as f64;
        let Moments {
            packets: packet_ps,
            bytes: byte_ps,
        } = self.moments;
        Integrals {
            packet_ps: std::array::from_fn(|i| packet_ps[i] + f64::from(packets[i]) * until),
            byte_ps: std::array::from_fn(|i| byte_ps[i] + bytes[i] as f64 * until),
        }
    }

    /// Measures the backlog of each group from now on, or replaces the group of each flow; see
    /// [`ByGroup::set_groups`]. At the first call the packets of `waiting` join the backlog.
    pub fn set_groups<'a>(
        &mut self,
        now: Time,
        of_flow: &Arc<[u16]>,
        groups: usize,
        waiting: impl Iterator<Item = &'a Packet>,
    ) {
        let is_first = self.by_group.is_none();
        let by_group = self.by_group.get_or_insert_default();
        by_group.set_groups(of_flow, groups);
        if is_first {
            waiting.for_each(|packet| by_group.joins(float(now.0), packet));
        }
    }

    /// Backlog of a group integrated from the start of its measurement to `now`; 0 if it is not measured.
    #[must_use]
    pub fn group_integral(&self, now: Time, group: usize) -> GroupIntegral {
        let by_group = self.by_group.as_ref();
        by_group.map_or_else(GroupIntegral::default, |groups| groups.integral(now, group))
    }

    /// Returns whether a transmission is in progress.
    #[must_use]
    pub fn is_sending(&self, now: Time) -> bool {
        self.free_at > now
    }

    /// Begins a transmission of this length.
    #[inline]
    pub fn sends(&mut self, now: Time, transmission: Span) {
        self.counters.transmission = self.counters.transmission + transmission;
        self.free_at = now + transmission;
    }

    /// Ends the current transmission early.
    pub fn aborts_transmission(&mut self, now: Time) {
        self.counters.transmission = self.busy(now);
        self.free_at = now;
    }

    /// Removes an arrival from the count, because the packet will arrive again.
    pub(super) fn uncount(&mut self, class: Class) {
        self.counters.arrived.0[class.index()] -= 1;
    }

    /// An empty meter that goes on from `now` what `whole` measured until then, beside others.
    #[must_use]
    pub fn beside(whole: &LinkMeter, limit: Limit, now: Time) -> LinkMeter {
        LinkMeter {
            since: whole.since,
            last: now,
            by_group: whole
                .by_group
                .as_ref()
                .map(|groups| Box::new(groups.empty())),
            ..LinkMeter::new(limit)
        }
    }

    /// Scales the meter of one link to several links that share its rate and were busy at the same times.
    #[must_use]
    pub fn of_lines(mut self, lines: u64) -> LinkMeter {
        self.counters.transmission.0 *= lines;
        self.base.transmission.0 *= lines;
        self
    }

    /// Returns the time that the link has spent sending, from the start of the run to `now`.
    #[must_use]
    pub fn busy(&self, now: Time) -> Span {
        self.counters.transmission - self.free_at.since(now)
    }

    /// Records the queue length right after an arrival.
    #[inline]
    pub fn reached(&mut self, waiting: Backlog) {
        self.max.packets = self.max.packets.max(waiting.packets);
        self.max.bytes = self.max.bytes.max(waiting.bytes);
    }

    /// Records the queueing delay of a packet.
    #[inline]
    pub fn waited(&mut self, delay: Span) {
        self.delay_sum_ps += float(delay.0);
        self.delays_ns.record(delay.0 / 1000);
    }

    /// Restarts the measurements at the end of the warm-up.
    pub fn restart(&mut self, now: Time, waiting: Backlog, tcp_packets: u32) {
        self.hold(now, waiting, tcp_packets);
        let fresh = self.occupancy.emptied();
        *self = LinkMeter {
            counters: self.counters,
            base: LinkCounters {
                transmission: self.busy(now),
                ..self.counters
            },
            since: now,
            last: now,
            free_at: self.free_at,
            moments: self.moments,
            by_group: self.by_group.take(),
            occupancy: fresh,
            ..LinkMeter::new(Limit::default())
        };
        self.reached(waiting);
    }

    /// The meter of a switch, whose inputs this is the meter of, and of what stood there before it: counts of all its
    /// outputs, and means over them of what depends on time; of maxima the largest. All were brought to the same
    /// moment.
    #[must_use]
    pub fn with_outputs(&self, outputs: &[LinkMeter]) -> LinkMeter {
        let Some(first) = outputs.first() else {
            return self.clone();
        };
        let share = 1.0 / outputs.len() as f64;
        let mut whole = LinkMeter {
            counters: self.counters,
            base: self.base,
            since: first.since,
            last: first.last,
            packet_ps: self.packet_ps,
            byte_ps: self.byte_ps,
            moments: self.moments,
            by_group: self.by_group.clone(),
            empty_ps: self.empty_ps,
            no_tcp_ps: self.no_tcp_ps,
            max: self.max,
            delays_ns: self.delays_ns.clone(),
            delay_sum_ps: self.delay_sum_ps,
            occupancy: first.occupancy.emptied(),
            ..LinkMeter::new(Limit::default())
        };
        for one in outputs {
            for class in 0..Class::COUNT {
                whole.moments.packets[class] += one.moments.packets[class] * share;
                whole.moments.bytes[class] += one.moments.bytes[class] * share;
            }
            if let (Some(whole), Some(one)) = (&mut whole.by_group, &one.by_group) {
                whole.add(one, share);
            }
            whole.counters = whole.counters.with_output(&LinkCounters {
                transmission: one.busy(one.last),
                ..one.counters
            });
            whole.base = whole.base.with_output(&one.base);
            whole.packet_ps += one.packet_ps * share;
            whole.byte_ps += one.byte_ps * share;
            whole.empty_ps += one.empty_ps * share;
            whole.no_tcp_ps += one.no_tcp_ps * share;
            whole.max = whole.max.most(one.max);
            whole.delay_sum_ps += one.delay_sum_ps;
            whole.occupancy.add(&one.occupancy);
            whole.delays_ns.add(&one.delays_ns);
        }
        for sum in [
            &mut whole.counters.transmission,
            &mut whole.base.transmission,
        ] {
            sum.0 /= outputs.len() as u64;
        }
        whole
    }

    /// Changes the bins of the histogram for a changed limit, and clears it.
    pub fn set_limit(&mut self, limit: Limit) {
        self.occupancy = Occupancy::for_limit(limit);
    }

    /// Counters over the measured interval.
    #[must_use]
    pub fn measured(&self) -> LinkCounters {
        LinkCounters {
            arrived: self.counters.arrived.minus(&self.base.arrived),
            dropped: self.counters.dropped.minus(&self.base.dropped),
            dropped_for: std::array::from_fn(|i| {
                self.counters.dropped_for[i] - self.base.dropped_for[i]
            }),
            marked: self.counters.marked - self.base.marked,
            departed: self.counters.departed.minus(&self.base.departed),
            departed_bytes: self.counters.departed_bytes - self.base.departed_bytes,
            transmission: self.busy(self.last) - self.base.transmission,
        }
    }

    /// Length of the measured interval up to the last [`hold`](Self::hold), seconds.
    #[must_use]
    pub fn measured_s(&self) -> f64 {
        self.measured_ps() / PS_PER_S
    }

    /// Returns the measured time up to `now` and the time of transmissions in it, seconds.
    #[must_use]
    pub fn measured_times(&self, now: Time) -> (f64, f64) {
        let busy = self.busy(now) - self.base.transmission;
        (now.since(self.since).s(), busy.s())
    }

    fn measured_ps(&self) -> f64 {
        self.last.since(self.since).0 as f64
    }

    /// Time-weighted means over the measured interval: packets, bytes; `None` before any time passed.
    #[must_use]
    pub fn mean_backlog(&self) -> Option<(f64, f64)> {
        let t = self.measured_ps();
        (t > 0.0).then(|| (self.packet_ps / t, self.byte_ps / t))
    }

    /// Share of the measured interval in which nothing waited, and in which no TCP data waited.
    #[must_use]
    pub fn idle_and_no_tcp(&self) -> Option<(f64, f64)> {
        let t = self.measured_ps();
        (t > 0.0).then(|| (self.empty_ps / t, self.no_tcp_ps / t))
    }

    /// Returns the largest backlog in the measured interval.
    #[must_use]
    pub fn max_backlog(&self) -> Backlog {
        self.max
    }

    /// Returns the mean queueing delay in seconds.
    #[must_use]
    pub fn mean_delay_s(&self) -> Option<f64> {
        let n = self.delays_ns.count();
        (n > 0).then(|| self.delay_sum_ps / PS_PER_S / n as f64)
    }

    /// Returns quantile `q` (0 to 1) of the queueing delay in seconds, within 1 %.
    #[must_use]
    pub fn delay_quantile_s(&self, q: f64) -> Option<f64> {
        self.delays_ns.quantile(q).map(|ns| ns as f64 / 1e9)
    }

    /// Returns the histogram of the queue length.
    #[must_use]
    pub fn occupancy(&self) -> &Occupancy {
        &self.occupancy
    }
}
